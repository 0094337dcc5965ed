package officiating_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
)

// positions writes the positions on the waiting list, a dash for an entry that is not on it.
func positions(s *officiating.Situation) string {
	var out []string
	for _, e := range s.Entries {
		out = append(out, strings.Replace(fmt.Sprint(e.WaitingPosition), "0", "-", 1))
	}
	return strings.Join(out, " ")
}

// TestRequeue: waiting entries have positions in the order of entry, those that yield to others
// behind all that do not, and other entries have none, whatever the positions before.
func TestRequeue(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		list   string
		yields []int
		want   string
	}{
		{"CN09 3.2/nobody waits", "ehp", nil, "- - -"},
		{"CN09 3.2/in the order of entry", "ewhww", nil, "- 1 - 2 3"},
		{"CN09 3.2/who has cancelled or stayed away has left the list", "wcwnw", nil, "1 - 2 - 3"},
		{"BG FP 2/who yields waits behind the others", "ewww", []int{2}, "- 3 1 2"},
		{"BG FP 2/two who yield keep their order", "wwww", []int{1, 3}, "3 1 4 2"},
		{"BG FP 2/who yields and has a seat waits for nothing", "eww", []int{1}, "- 1 2"},
		{"BG FP 2/all who wait yield", "eww", []int{2, 3}, "- 1 2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := entered(t, "BG", 3, tt.list)
			for i := range s.Entries {
				s.Entries[i].WaitingPosition = 9 - i // of a list that is out of date
			}
			yield(s, tt.yields...)
			s.Requeue()
			if got := positions(s); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			s.Requeue()
			if got := positions(s); got != tt.want {
				t.Errorf("a second time: got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestFormatHere: before the start all entries give one structure, and those at the venue may give
// another.
func TestFormatHere(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		n     int
		here  int
		state facts.EventState
		want  string // the rounds and tables of all, then of those at the venue
	}{
		{"JP22 2/of sixteen twelve are here", 16, 12, facts.Open, "1 4 4 4 4, 1 3 3 3 3"},
		{"JP22 2/of twelve eleven are here: eight play", 12, 11, facts.Open, "1 3 3 3 3, 1 4 4"},
		{"JP22 2/of eight seven are here", 8, 7, facts.Closed, "1 4 4, none"},
		{"CN09 3.2/of seventeen sixteen are here: a round fewer", 17, 16, facts.Open, "3 4 4 3 3 3, 2 4 4 4 4"},
		{"CN09 3.2/nobody is here", 12, 0, facts.Open, "2 4 4 4, none"},
		{"SQ00 4/of twelve eleven are here", 12, 11, facts.Open, "3 6 6, 3 6 5"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := gathered(t, tt.name, tt.n)
			s.Event.State = tt.state
			for i := range s.Entries[tt.here:] {
				s.Entries[tt.here+i].State = facts.Entered
			}
			var got []string
			all, allGive := s.Format()
			here, hereGive := s.FormatHere()
			for i, gives := range []bool{allGive, hereGive} {
				f := []struct {
					rounds int
					sizes  []int
				}{{all.Rounds, all.TableSizes}, {here.Rounds, here.TableSizes}}[i]
				text := "none"
				if gives {
					text = fmt.Sprint(f.rounds, " ", strings.Trim(fmt.Sprint(f.sizes), "[]"))
				}
				got = append(got, text)
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, ", ")); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
	running := set(begun(t, "CN09", 12), facts.CheckedIn, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
	if f, ok := running.FormatHere(); ok || f.Rounds != 0 {
		t.Errorf("CN09 3.2a, once it has started the structure is fixed: got %+v", f)
	}
	elsewhere := gathered(t, "CN09", 12)
	elsewhere.Event.Elsewhere = true
	if f, ok := elsewhere.FormatHere(); ok || f.Rounds != 0 {
		t.Errorf("CN09 1.8.1, of an event that was played elsewhere nobody said so: got %+v", f)
	}
}

// TestRecords: a person is stored by the player record of their entry, which stays the same while
// two records are merged; a cancelled entry does not count, and a person without an entry stays the
// same.
func TestRecords(t *testing.T) {
	t.Parallel()
	s := gathered(t, "CN09", 4)
	nobody := league.PlayerID{UUID: uuid.UUID{12: 1}} // without an entry here
	alias := league.PlayerID{UUID: uuid.UUID{13: 2}}
	kept := s.Entries[1].PlayerID
	s.Entries[1].EnteredAs = alias
	s.Entries[2].EnteredAs = league.PlayerID{UUID: uuid.UUID{13: 3}}
	s.Entries[2].State = facts.EntryCancelled
	asked := []league.PlayerID{s.Entries[2].PlayerID, kept, s.Entries[0].PlayerID, nobody}
	before := slices.Clone(asked)
	want := []league.PlayerID{s.Entries[2].PlayerID, alias, s.Entries[0].PlayerID, nobody}
	if diff := cmp.Diff(want, s.Records(asked)); diff != "" {
		t.Errorf("CN09 1.6, of the report (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff(before, asked); diff != "" {
		t.Errorf("what was asked has changed (-want +got)\n%s", diff)
	}
	if got := s.Records(nil); got != nil {
		t.Errorf("of an event without ranking: got %v", got)
	}
	if got := s.Records([]league.PlayerID{}); got == nil || len(got) != 0 {
		t.Errorf("of a ranking of nobody: got %v", got)
	}
}

// TestExcludesByRankingAndLapses: a player who has reached the cap of a ranking is excluded from
// its events (BG 1), and so is, for a time, one who has lapsed too often (BG FP 2). Both come after
// other reasons, and concern nobody else.
func TestExcludesByRankingAndLapses(t *testing.T) {
	t.Parallel()
	retired := league.Grounds{Code: "BG", Par: "1", Reason: "cap-reached"}
	barred := league.Grounds{Code: "BG", Par: "FP 2", Reason: "entries-not-kept"}
	of := func(who uuid.UUID, g league.Grounds) map[league.PlayerID]league.Grounds {
		return map[league.PlayerID]league.Grounds{{UUID: who}: g}
	}
	for _, tt := range []struct {
		name         string
		known        string
		hall, lapses map[league.PlayerID]league.Grounds
		want         string
	}{
		{"BG 1/the cap is reached", "", of(person, retired), nil, "BG 1: cap-reached"},
		{"BG 1/another has reached it", "", of(stranger, retired), nil, ""},
		{"BG FP 2/entries were not kept", "", nil, of(person, barred), "BG FP 2: entries-not-kept"},
		{"BG FP 2/another has not kept theirs", "", nil, of(stranger, barred), ""},
		{"BG 1.1.7/all of it", "banned", of(person, retired), of(person, barred), "BG 1.1.7: banned; BG 1: cap-reached; BG FP 2: entries-not-kept"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := known(tt.known)
			p.Hall, p.Lapses = tt.hall, tt.lapses
			var got []string
			for _, g := range gathered(t, "BG", 1).Excludes(p, league.PlayerID{UUID: person}, &account) {
				got = append(got, g.String())
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "; ")); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestPunishInPoints: the points that a referee gives are recorded as a decimal beside the offense;
// if none are given, none are recorded, and those of the offense count (SQ00 penalties).
func TestPunishInPoints(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		points *league.Frac
		want   string
	}{
		"those of the offense": {nil, ""},
		"a whole number":       {ptr(league.Int(-20)), "-20"},
		"a half":               {ptr(league.NewFrac(-25, 2)), "-12.5"},
	} {
		t.Run("SQ00 penalties/"+name, func(t *testing.T) {
			t.Parallel()
			s := draw(t, club(t))
			r := *s.Rules
			r.Discipline.Offenses = slices.Clone(r.Discipline.Offenses)
			i := slices.IndexFunc(r.Discipline.Offenses, func(o rules.Offense) bool { return o.Code == "objective-revealed" })
			if tt.points != nil {
				r.Discipline.Offenses[i].Points = nil
			}
			s.Rules = &r
			given, err := s.Punish(officiating.NewSanction{Entry: 3, Kind: league.Points, Reason: "obiettivo", Offense: "objective-revealed", Points: tt.points}, beginning)
			if err != nil || len(given) != 1 {
				t.Fatalf("got %+v, %v", given, err)
			}
			got := ""
			if given[0].Points != nil {
				got = *given[0].Points
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func ptr(f league.Frac) *league.Frac { return &f }
