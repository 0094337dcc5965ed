package qualify_test

import (
	"fmt"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/qualify"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/scoring"
)

// CN09 1.7.4: the first two of two tables of three fill the table of the final, and in 3.2d the winners of four
// semifinals do.
func TestFillFinal(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	const no = "CN09 3.2d: semifinals-do-not-fill-final (first=%d, needed=4, tables=%d)"
	for _, tt := range []struct {
		rule    string
		advance int
		sizes   []int
		fills   bool
	}{
		{"CN09 1.7.4 the first two of two tables of three", 2, []int{3, 3}, true},
		{"CN09 1.7.4 of two tables of four", 2, []int{4, 4}, true},
		{"CN09 1.7.4 of a table of four and one of three", 2, []int{4, 3}, true},
		{"CN09 3.2d the winners of four tables", 1, []int{4, 4, 4, 4}, true},
		{"CN09 3.2d the winners of three are three", 1, []int{3, 3, 3}, false},
		{"CN09 3.2d the first two of three are six", 2, []int{3, 3, 3}, false},
		{"CN09 3.2d the first of one is one", 1, []int{4}, false},
		{"CN09 3.2d where all of a table go on nothing is decided there", 4, []int{4}, false},
		{"CN09 3.2d nor where all of the smaller do", 2, []int{4, 2}, false},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			err := qualify.FillFinal(r, tt.advance, tt.sizes)
			if tt.fills {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if got, want := refused(t, err), fmt.Sprintf(no, tt.advance, len(tt.sizes)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// A structure may advance more players from each semifinal than the ruleset's own format does (CN09 1.7.4).
func TestFirstTwoOfEachSemifinal(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	two := semifinals(t, r)[:2]
	for i, want := range map[int]string{0: "8 2", 1: "8 2", 2: "8 9 2 7", 5: "8 9 1 16 2 7 10 15"} {
		if got := line(qualify.FromSemifinals(r, i, two, upTo(20))); got != want {
			t.Errorf("CN09 1.7.4 the first %d of each: got %s, want %s", i, got, want)
		}
	}
	first := qualify.FromSemifinals(r, 2, two, upTo(20))
	if got := first[1].Grounds.String(); got != "CN09 3.2d: finalist-by-semifinal (table=1)" || first[1].Seed != 9 {
		t.Errorf("CN09 1.7.4 the second of a semifinal: %s, seed %d", got, first[1].Seed)
	}
	if got := qualify.FromSemifinals(r, 1, two, []league.Entry{2}); got[0].Seed != 2 || got[1].Seed != 1 {
		t.Errorf("who is in no standings comes behind all that are: %d, %d", got[0].Seed, got[1].Seed)
	}
}

// The best of all semifinals among those who did not qualify is decided by the place there, then the points
// that count, then the share of the table, and finally the standings before (CN09 3.5).
func TestBestOfAllSemifinals(t *testing.T) {
	t.Parallel()
	percent := func(text string) *league.Frac {
		f, err := league.ParseFrac(text)
		if err != nil {
			t.Fatal(err)
		}
		return &f
	}
	seat := func(entry league.Entry, place, counted int, share string) scoring.Seat {
		s := scoring.Seat{Entry: entry, Place: place, Counted: counted}
		if share != "" {
			s.Share = percent(share)
		}
		return s
	}
	for _, tt := range []struct {
		rule          string
		first, second scoring.Seat // of two semifinals; the winners are 1 and 2
		want          string
	}{
		{"CN09 3.5 the better place, with fewer points", seat(7, 2, 6, "20"), seat(3, 3, 9, "33.33"), "[7 3]"},
		{"CN09 3.5 the same place: more points", seat(7, 2, 9, "20"), seat(3, 2, 8, "33.33"), "[7 3]"},
		{"CN09 3.5 the same points: the greater share", seat(7, 2, 8, "33.33"), seat(3, 2, 8, "33.32"), "[7 3]"},
		{"CN09 3.5 the same share: the better placed before", seat(7, 2, 8, "33.33"), seat(3, 2, 8, "33.33"), "[3 7]"},
		{"CN09 3.5 who left the game has no share", seat(3, 4, 0, ""), seat(7, 4, 0, "0.01"), "[7 3]"},
		{"CN09 3.5 two who left: the better placed before", seat(7, 4, 0, ""), seat(3, 4, 0, ""), "[3 7]"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			games := []scoring.Game{
				{Table: 1, Seats: []scoring.Seat{seat(1, 1, 10, "40"), tt.first}}, {Table: 2, Seats: []scoring.Seat{tt.second, seat(2, 1, 10, "40")}},
			}
			r := cn09(t)
			got := qualify.Unqualified(r, qualify.FromSemifinals(r, 1, games, upTo(20)), games, upTo(20))
			if fmt.Sprint(got) != tt.want {
				t.Errorf("got %v, want %s", got, tt.want)
			}
		})
	}
}

// A ruleset with place criteria of its own also compares the semifinals by them.
func TestBestOfAllSemifinalsByOwnFigures(t *testing.T) {
	t.Parallel()
	by := *cn09(t)
	by.Scoring.PlaceBy = []rules.Criterion{{Figure: "towns", Best: rules.Most}, {Figure: "turns", Best: rules.Fewest}}
	seat := func(entry league.Entry, place, counted int, towns, turns int64) scoring.Seat {
		return scoring.Seat{Entry: entry, Place: place, Counted: counted, Placing: []league.Frac{league.NewFrac(towns, 1), league.NewFrac(turns, 1)}}
	}
	games := []scoring.Game{
		{Table: 1, Seats: []scoring.Seat{seat(1, 1, 0, 9, 9), seat(5, 2, 3, 6, 8), seat(6, 3, 9, 8, 1)}},
		{Table: 2, Seats: []scoring.Seat{seat(2, 1, 0, 9, 9), seat(3, 2, 9, 6, 9), seat(4, 3, 1, 8, 1)}},
	}
	got := qualify.Unqualified(&by, qualify.FromSemifinals(&by, 1, games, upTo(20)), games, upTo(20))
	if fmt.Sprint(got) != "[5 3 4 6]" {
		t.Errorf("by place, most towns, fewest turns, then the standings before: %v", got)
	}
}

// Three players make a final only if the ruleset has tables of three (CN09 3.2a, FG14 3, JP22 2).
func TestEnough(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		preset string
		n      int
		want   string
	}{
		{"catan-nazionale-2009", 4, ""},
		{"catan-nazionale-2009", 3, ""},
		{"catan-nazionale-2009", 1, "CN09 3.2d: too-few-for-final (entrants=1, needed=4)"},
		{"catan-nazionale-2009", 0, "CN09 3.2d: too-few-for-final (entrants=0, needed=4)"},
		{"firenzegioca-2014", 4, ""},
		{"firenzegioca-2014", 3, ""},
		{"firenzegioca-2014", 2, "FG14 3: too-few-for-final (entrants=2, needed=4)"},
		{"just-play-2022", 3, ""},
		{"just-play-2022", 2, "JP22 2: too-few-for-final (entrants=2, needed=4)"},
	} {
		r, err := presets.Find(tt.preset)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := qualify.Enough(r, qualify.Finalists(r, upTo(tt.n))); err != nil {
			got = refused(t, err)
		}
		if got != tt.want {
			t.Errorf("%s, %d finalists: got %q, want %q", tt.preset, tt.n, got, tt.want)
		}
	}
	four := *cn09(t)
	four.Tables.Sizes = []int{4}
	if got := refused(t, qualify.Enough(&four, qualify.Finalists(&four, upTo(3)))); !strings.Contains(got, "too-few-for-final (entrants=3, needed=4)") {
		t.Errorf("three where all tables are of four: %s", got)
	}
}
