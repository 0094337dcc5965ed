package seating_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/seating"
)

func preset(t *testing.T, id string) *rules.Ruleset {
	t.Helper()
	r, err := presets.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPartitions lists the tables of every regulation, from the smallest number of players on; - means that
// there is no partition.
func TestPartitions(t *testing.T) {
	t.Parallel()
	tests := []struct {
		par, preset, reading string
		from                 int
		want                 string
	}{
		{"FG14 3 seventeen make three tables of three and two of four", "firenzegioca-2014", "", 17, "4 4 3 3 3"},
		{"FG14 3 as many tables of four as possible", "firenzegioca-2014", "", 12, "4 4 4, 4 3 3 3, 4 4 3 3, 4 4 4 3, 4 4 4 4"},
		{"FG14 3 as few tables of four as possible", "firenzegioca-2014", "A001-8 min_fours", 12, "3 3 3 3, 4 3 3 3, 4 4 3 3, 3 3 3 3 3, 4 3 3 3 3"},
		{"JP22 2 eight, twelve and sixteen", "just-play-2022", "", 8, "4 4, 3 3 3, 4 3 3, 4 4 3, 3 3 3 3, 4 3 3 3, 4 4 3 3, 4 4 4 3, 4 4 4 4"},
		{"BG 2.2.1 tables of four and of three", "catan-ranglista-bg", "", 3, "3, 4, -, 3 3, 4 3, 4 4"},
		{"SQ00 4 six, then four, then five", "risiko-squadre-2000", "", 8, "4 4, 4 5, 6 4, 6 5, 6 6, 4 4 5, 6 4 4, 6 4 5, 6 6 4, 6 6 5, 6 6 6, 6 4 4 5"},
		{"SQ00 7 a game of three with a dummy when three or seven play", "risiko-squadre-2000", "", 1, "-, -, 3, 4, 5, 6, 4 3"},
	}
	for _, tt := range tests {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			r := preset(t, tt.preset)
			if key, value, ok := strings.Cut(tt.reading, " "); ok {
				var err error
				if r, err = r.WithReading(key, value); err != nil {
					t.Fatal(err)
				}
			}
			var got []string
			for i := range strings.Count(tt.want, ",") + 1 {
				sizes, err := seating.Partition(r, tt.from+i)
				text := strings.Trim(fmt.Sprint(sizes), "[]")
				if err != nil {
					text = "-"
				}
				got = append(got, text)
			}
			if text := strings.Join(got, ", "); text != tt.want {
				t.Errorf("got  %s\nwant %s", text, tt.want)
			}
		})
	}
}

func TestByPrevious(t *testing.T) {
	t.Parallel()
	r := preset(t, "risiko-squadre-2000")
	t.Run("SQ00 4 the first round follows the tournament before", func(t *testing.T) {
		t.Parallel()
		plan, err := seating.ByPrevious(r, pairing(t, r, rules.ByPreviousStandings), upTo(11))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := lines(plan), "1 2 3 4 5 6\n7 8 9 10 11"; got != want {
			t.Errorf("got\n%s", got)
		}
		if got, want := plan.Reasons[1].String(), "SQ00 4: order-of-previous-standings"; got != want {
			t.Errorf("got %s", got)
		}
	})
}

// TestKeepApart seats entries by rank, six at the first table, then four, then
// five.
func TestKeepApart(t *testing.T) {
	t.Parallel()
	tests := []struct {
		par, exchange string
		players       int
		pairs         [][2]league.Entry
		want, moves   string
	}{
		{
			"SQ00 7 the lower of the two goes to the next table, the nearest comes back", "nearest", 10,
			[][2]league.Entry{{4, 2}},
			"1 2 3 5 6 7\n4 8 9 10", "4 7",
		},
		{
			"SQ00 7 the farthest comes back", "farthest", 10,
			[][2]league.Entry{{4, 2}},
			"1 2 3 5 6 10\n4 7 8 9", "4 10",
		},
		{
			"SQ00 7 at the last table the higher of the two goes to the table before", "nearest", 10,
			[][2]league.Entry{{9, 8}},
			"1 2 3 4 5 8\n6 7 9 10", "8 6",
		},
		{
			"SQ00 7 nobody comes back to sit with his own kin", "nearest", 10,
			[][2]league.Entry{{4, 2}, {7, 1}},
			"1 2 3 5 6 8\n4 7 9 10", "4 8",
		},
		{
			"SQ00 7 an exchange may settle two pairs", "nearest", 12,
			[][2]league.Entry{{5, 6}, {7, 12}},
			"1 2 3 4 5 7\n6 8 9 10 11 12", "6 7",
		},
		{
			"SQ00 7 the first table is seen to first, and there the pair whose lower stands best", "nearest", 18,
			[][2]league.Entry{{17, 18}, {7, 8}, {1, 6}, {2, 4}},
			"1 2 3 5 7 9\n4 6 8 10 11 17\n12 13 14 15 16 18", "4 7, 6 9, 17 12",
		},
		{
			"SQ00 7 who comes up to sit with nobody of his own, from the last table", "farthest", 12,
			[][2]league.Entry{{6, 1}, {7, 8}, {9, 2}},
			"1 2 4 5 7 12\n3 6 8 9 10 11", "6 12, 7 3",
		},
		{
			"SQ00 7 of three who are kin the third stays where he makes no new pair", "nearest", 14,
			[][2]league.Entry{{1, 2}, {1, 3}, {2, 3}},
			"1 3 4 5 6 7\n2 8 9 10\n11 12 13 14", "2 7",
		},
		{
			"SQ00 7 a table above is not seen to again", "nearest", 14,
			[][2]league.Entry{{5, 6}, {7, 8}, {6, 9}, {6, 10}, {6, 7}},
			"1 2 3 4 5 6\n7 9 10 11\n8 12 13 14", "8 11",
		},
		{
			"SQ00 7 where it is not possible they stay", "nearest", 6,
			[][2]league.Entry{{5, 6}},
			"1 2 3 4 5 6", "",
		},
	}
	for _, tt := range tests {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			r := preset(t, "risiko-squadre-2000")
			p := pairing(t, r, rules.ByPreviousStandings)
			rule := *p.Apart
			rule.Exchange = rules.Exchange(tt.exchange)
			before, err := seating.ByStandings(r, p, upTo(tt.players))
			if err != nil {
				t.Fatal(err)
			}
			untouched := lines(before)
			plan := seating.KeepApart(r, rule, before, upTo(tt.players), tt.pairs)
			var moves []string
			for _, m := range plan.Moves {
				moves = append(moves, fmt.Sprint(m.Entry, " ", m.With))
				if m.Grounds.Cite() != "SQ00 7" {
					t.Errorf("cited %s", m.Grounds.Cite())
				}
			}
			if got := lines(plan); got != tt.want || strings.Join(moves, ", ") != tt.moves {
				t.Errorf("got\n%s\nmoves %v", got, moves)
			}
			if lines(before) != untouched {
				t.Error("the plan given has changed")
			}
		})
	}
}

func TestWithoutAbsent(t *testing.T) {
	t.Parallel()
	r := preset(t, "catan-ranglista-bg")
	drawn := seating.Plan{Tables: []seating.Table{
		{Number: 1, Seats: []league.Entry{1, 2, 3, 4}},
		{Number: 2, Seats: []league.Entry{5, 6, 7, 8}},
		{Number: 3, Seats: []league.Entry{9, 10, 11}},
	}}
	t.Run("BG 1.1.5 a game left with two takes a player from a game of four", func(t *testing.T) {
		t.Parallel()
		plan, err := seating.WithoutAbsent(r, drawn, []league.Entry{10})
		if err != nil {
			t.Fatal(err)
		}
		if got := lines(plan); got != "1 2 3 4\n5 6 7\n9 11 8" || len(plan.Moves) != 1 || plan.Moves[0].Entry != 8 {
			t.Errorf("got\n%s\n%+v", got, plan.Moves)
		}
	})
	t.Run("BG 1.1.5 with enough players nobody moves", func(t *testing.T) {
		t.Parallel()
		plan, err := seating.WithoutAbsent(r, drawn, []league.Entry{2})
		if err != nil || lines(plan) != "1 3 4\n5 6 7 8\n9 10 11" || plan.Moves != nil {
			t.Errorf("got\n%s\n%v", lines(plan), err)
		}
	})
	t.Run("BG 1.1.5 several games for two take from a game of four each", func(t *testing.T) {
		t.Parallel()
		wide := seating.Plan{Tables: append(slices.Clone(drawn.Tables), seating.Table{Number: 4, Seats: []league.Entry{12, 13, 14}})}
		plan, err := seating.WithoutAbsent(r, wide, []league.Entry{10, 13})
		if got := lines(plan); err != nil || got != "1 2 3\n5 6 7\n9 11 8\n12 14 4" || len(plan.Moves) != 2 {
			t.Errorf("got\n%s\n%v", got, err)
		}
		if _, err := seating.WithoutAbsent(r, wide, []league.Entry{1, 10, 13}); err == nil {
			t.Error("two games for two and one game of four: nobody says who plays")
		}
	})
	t.Run("BG 1.1.5 of a single player left at a table nothing is said, of none nothing need be", func(t *testing.T) {
		t.Parallel()
		_, err := seating.WithoutAbsent(r, drawn, []league.Entry{9, 10})
		if got, want := refused(t, err), "BG 1.1.5: table-too-small (seats=1, table=3)"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if plan, err := seating.WithoutAbsent(r, drawn, []league.Entry{9, 10, 11}); err != nil || lines(plan) != "1 2 3 4\n5 6 7 8" {
			t.Errorf("got\n%s\n%v", lines(plan), err)
		}
	})
	t.Run("BG 1.1.5 no game of four is left to take from", func(t *testing.T) {
		t.Parallel()
		_, err := seating.WithoutAbsent(r, drawn, []league.Entry{1, 5, 9})
		if got, want := refused(t, err), "BG 1.1.5: table-too-small (seats=2, table=3)"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}
