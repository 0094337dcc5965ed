package qualify_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/qualify"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/scoring"
)

func cn09(t *testing.T) *rules.Ruleset {
	t.Helper()
	r, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// upTo returns the entries 1 to n, which in these tests are ranked by their numbers.
func upTo(n int) []league.Entry {
	entries := make([]league.Entry, n)
	for i := range entries {
		entries[i] = league.Entry(i + 1)
	}
	return entries
}

// played are the semifinals of these tests, one table per line: the points of its seats in the order of the
// seeds, with ! after the declaring player's. 8 wins the first by declaring; in the second 2 and 7 are level,
// as are 3 and 14 behind 11 in the third; 4 wins the fourth.
const played = `7 10! 9 5
                9 9 6 4
                7 5 8 7
                10! 3 2 9`

// semifinals returns the semifinals by the seeds of CN09 3.2d, with the points of played.
func semifinals(t *testing.T, r *rules.Ruleset) []scoring.Game {
	t.Helper()
	variant, _ := r.Variant("base")
	byRank := func(a, b league.Entry) (int, string) { return int(a - b), "rank" }
	var games []scoring.Game
	for line := range strings.Lines(played) {
		seeds := r.Elimination.Semifinal.Seeds[len(games)]
		result := league.Result{Ended: league.TimeLimit}
		for i, field := range strings.Fields(line) {
			points, declared := strings.CutSuffix(field, "!")
			vp, err := strconv.Atoi(points)
			if err != nil {
				t.Fatal(err)
			}
			entry := league.Entry(seeds[i])
			if declared {
				result.Ended, result.DeclaredBy = league.Declared, entry
			}
			result.Seats = append(result.Seats, league.SeatResult{Entry: entry, VP: vp})
		}
		games = append(games, scoring.Score(r, variant, len(games)+1, result, byRank))
	}
	return games
}

// line writes the finalists: in "8 2 3!5 4" entry 3 has the place of 5.
func line(finalists []qualify.Qualified) string {
	var out []string
	for _, q := range finalists {
		text := strconv.Itoa(int(q.Entry))
		if q.Replaces != 0 {
			text += "!" + strconv.Itoa(int(q.Replaces))
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

func vacancies(vacant []qualify.Vacancy) string {
	var out []string
	for _, v := range vacant {
		out = append(out, fmt.Sprintf("%d of %d at table %d, %s", v.Place, v.Of, v.Table, v.Grounds))
	}
	return strings.Join(out, "\n")
}

func refused(t *testing.T, err error) string {
	t.Helper()
	var no *league.RuleError
	if !errors.As(err, &no) {
		t.Fatalf("want a rule error, got %v", err)
	}
	return no.String()
}

func TestFinalists(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	t.Run("CN09 3.2d the first four", func(t *testing.T) {
		t.Parallel()
		finalists := qualify.Finalists(r, []league.Entry{9, 4, 7, 1, 2})
		if err := qualify.Enough(r, finalists); err != nil || line(finalists) != "9 4 7 1" {
			t.Errorf("got %s, %v", line(finalists), err)
		}
		if got, want := finalists[2].Grounds.String(), "CN09 3.2d: finalist-by-standings (rank=3)"; got != want || finalists[2].Seed != 3 {
			t.Errorf("got %s, seed %d", got, finalists[2].Seed)
		}
	})
	t.Run("CN09 3.2a, FG14 3 three make a table", func(t *testing.T) {
		t.Parallel()
		finalists := qualify.Finalists(r, upTo(3))
		if err := qualify.Enough(r, finalists); err != nil || line(finalists) != "1 2 3" {
			t.Errorf("got %s, %v", line(finalists), err)
		}
	})
	t.Run("CN09 3.2d two are too few, and named all the same", func(t *testing.T) {
		t.Parallel()
		finalists := qualify.Finalists(r, upTo(2))
		if got, want := refused(t, qualify.Enough(r, finalists)), "CN09 3.2d: too-few-for-final (entrants=2, needed=4)"; got != want || line(finalists) != "1 2" {
			t.Errorf("got %s, want %s; %s", got, want, line(finalists))
		}
	})
}

func TestFromSemifinals(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	finalists := qualify.FromSemifinals(r, 0, semifinals(t, r), upTo(20))
	if got, want := line(finalists), "8 2 11 4"; got != want {
		t.Errorf("CN09 3.2d winners go on, level ones by the standings: got %s, want %s", got, want)
	}
	for i, want := range []string{
		"CN09 3.2d: finalist-by-semifinal (table=1)",
		"CN09 3.2d: finalist-by-level-semifinal (by=rank, table=2)",
	} {
		if got := finalists[i].Grounds.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if finalists[2].Seed != 11 || finalists[2].Table != 3 {
		t.Errorf("got %+v", finalists[2])
	}
}

func TestCallUp(t *testing.T) {
	t.Parallel()
	tests := []struct {
		par, reading string
		gone         []league.Entry
		want         string
		last         string // grounds of the last place that is filled
		vacant       string
	}{
		{
			par:  "CN09 3.5 nobody left",
			want: "8 2 11 4", last: "CN09 3.2d: finalist-by-semifinal (table=4)",
		},
		{
			par: "CN09 3.5 the best not qualified of the same semifinal", gone: []league.Entry{4},
			want: "8 2 11 13!4", last: "CN09 3.5: called-up-from-same-semifinal (replaces=4, table=4)",
		},
		{
			par: "CN09 3.5 level in the semifinal, the better placed before", gone: []league.Entry{11},
			want: "8 2 3!11 4", last: "CN09 3.2d: finalist-by-semifinal (table=4)",
		},
		{
			par: "CN09 3.5 who has left too is passed over", gone: []league.Entry{4, 13, 5},
			want: "8 2 11 12!4", last: "CN09 3.5: called-up-from-same-semifinal (replaces=4, table=4)",
		},
		{
			par: "CN09 3.5 only then the best of all semifinals: place, points", gone: []league.Entry{4, 5, 12, 13},
			want: "8 2 11 7!4", last: "CN09 3.5: called-up-from-all-semifinals (replaces=4, table=2)",
		},
		{
			par: "CN09 3.5 of all semifinals by the preliminary standings", gone: []league.Entry{4, 5, 12, 13},
			reading: "A002-5 preliminary_standing",
			want:    "8 2 11 1!4", last: "CN09 3.5: called-up-from-all-semifinals (replaces=4, table=1)",
		},
		{
			par: "CN09 3.5 the same semifinal goes by its places in either reading", gone: []league.Entry{4},
			reading: "A002-5 preliminary_standing",
			want:    "8 2 11 13!4", last: "CN09 3.5: called-up-from-same-semifinal (replaces=4, table=4)",
		},
		{
			par: "CN09 3.5 a semifinal fills its own place before it helps another", gone: []league.Entry{2, 4, 5, 12, 13},
			want: "8 7!2 11 9!4", last: "CN09 3.5: called-up-from-all-semifinals (replaces=4, table=1)",
		},
		{
			par:  "CN09 3.5 with nobody left to call a place stays empty, the first ones are filled first (D002-24)",
			gone: []league.Entry{1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 13, 15, 16},
			want: "8 14!2 11", last: "CN09 3.2d: finalist-by-semifinal (table=3)",
			vacant: "4 of 4 at table 4, CN09 3.5: nobody-left-to-call-up (replaces=4)",
		},
		{
			par:  "CN09 3.5 an empty place of the first semifinal stands before the others (D002-24)",
			gone: []league.Entry{1, 2, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16},
			want: "3!8 11 4", last: "CN09 3.2d: finalist-by-semifinal (table=4)",
			vacant: "2 of 2 at table 2, CN09 3.5: nobody-left-to-call-up (replaces=2)",
		},
	}
	for _, tt := range tests {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			r := cn09(t)
			if key, value, ok := strings.Cut(tt.reading, " "); ok {
				var err error
				if r, err = r.WithReading(key, value); err != nil {
					t.Fatal(err)
				}
			}
			games := semifinals(t, r)
			qualifiers := qualify.FromSemifinals(r, 0, games, upTo(20))
			gone := make(map[league.Entry]bool)
			for _, entry := range tt.gone {
				gone[entry] = true
			}
			finalists, vacant, err := qualify.CallUp(r, qualifiers, games, upTo(20), gone)
			if err != nil || line(finalists) != tt.want {
				t.Fatalf("got %s, %v, want %s", line(finalists), err, tt.want)
			}
			if got := finalists[len(finalists)-1].Grounds.String(); got != tt.last {
				t.Errorf("got %s, want %s", got, tt.last)
			}
			if got := vacancies(vacant); got != tt.vacant {
				t.Errorf("vacant %s, want %s", got, tt.vacant)
			}
			if line(qualifiers) != "8 2 11 4" {
				t.Errorf("the qualifiers have changed to %s", line(qualifiers))
			}
		})
	}
	t.Run("CN09 3.5 nobody is left to call", func(t *testing.T) {
		t.Parallel()
		r := cn09(t)
		games := semifinals(t, r)
		gone := make(map[league.Entry]bool)
		for entry := range 13 {
			gone[league.Entry(entry+4)] = true
		}
		for _, entry := range []league.Entry{1, 3} {
			gone[entry] = true
		}
		there, vacant, err := qualify.CallUp(r, qualify.FromSemifinals(r, 0, games, upTo(20)), games, upTo(20), gone)
		if got, want := refused(t, err), "CN09 3.5: nobody-left-to-call-up (replaces=8)"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if line(there) != "2" || len(vacant) != 3 {
			t.Errorf("there %s, vacant %s", line(there), vacancies(vacant))
		}
	})
}

func TestUnqualified(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	games := semifinals(t, r)
	got := qualify.Unqualified(r, qualify.FromSemifinals(r, 0, games, upTo(20)), games, upTo(20))
	want := "[13 7 9 3 14 1 10 5 6 16 15 12]"
	if diff := cmp.Diff(want, fmt.Sprint(got)); diff != "" {
		t.Errorf("by place, points, share (-want +got)\n%s", diff)
	}
}

func TestExclusions(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	tests := []struct {
		par   string
		facts []rules.ExclusionReason
		want  string
	}{
		{"CN09 1.5 anyone may enter", nil, ""},
		{"CN09 1.5 but not a referee of this event", []rules.ExclusionReason{rules.RefereeOfEvent}, "CN09 1.5: referee-of-event"},
		{
			"CN09 1.5 every reason is given",
			[]rules.ExclusionReason{rules.Banned, rules.AlreadyQualified, rules.EmployeeOfPublisher},
			"CN09 1.5: already-qualified\nCN09 1.5: employee-of-publisher\nCN09 1.5: banned",
		},
		{"CN09 1.5 facts that the ruleset does not heed", []rules.ExclusionReason{"left-handed"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, g := range qualify.Exclusions(r, tt.facts) {
				got = append(got, g.String())
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "\n")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRefereeNotice(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	for _, tt := range []struct {
		par                string
		entrants, referees int
		want               string // "" is no notice
	}{
		{"CN09 1.3 one referee for 24", 24, 1, ""},
		{"CN09 1.3 the 25th asks for a second", 25, 1, "CN09 1.3: fewer-referees-than-recommended (entrants=25, recommended=2, referees=1)"},
		{"CN09 1.3 two for 48", 48, 2, ""},
		{"CN09 1.3 none", 12, 0, "CN09 1.3: fewer-referees-than-recommended (entrants=12, recommended=1, referees=0)"},
	} {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			notice, short := qualify.RefereeNotice(r, tt.entrants, tt.referees)
			if short != (tt.want != "") || short && notice.String() != tt.want {
				t.Errorf("got %s, %v, want %s", notice, short, tt.want)
			}
		})
	}
}
