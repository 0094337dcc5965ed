package draws_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/draws"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// missed has somebody found missing once the first round was drawn.
func missed(entry league.Entry, ordinal int) tournament.Absence {
	return tournament.Absence{Entry: entry, Round: 1, AfterDraw: ordinal}
}

// TestWhatBecameOfAPlan: the published tables compared with those that follow from the order.
func TestWhatBecameOfAPlan(t *testing.T) {
	t.Parallel()
	tests := []struct {
		par, preset string
		n           int
		tables      string
		absences    []tournament.Absence
		arrivals    []tournament.Arrival
		absent      []draws.Missing
		changed     []draws.Moved
	}{
		{
			par: "BG 1.1.5 a game of four goes on with three", preset: "catan-ranglista-bg", n: 8, tables: "1 3 4 | 5 6 7 8",
			absences: []tournament.Absence{missed(2, 1)},
			absent:   []draws.Missing{{Out: draws.Out{Entry: 2, Reason: "absent", Paragraph: "1.1.5"}, Missed: 1}},
		},
		{
			par: "BG 1.1.5 a game of two takes the last of a game of four", preset: "catan-ranglista-bg", n: 8, tables: "1 4 8 | 5 6 7",
			absences: []tournament.Absence{missed(3, 1), missed(2, 1)},
			absent: []draws.Missing{
				{Out: draws.Out{Entry: 2, Reason: "absent", Paragraph: "1.1.5"}, Missed: 1},
				{Out: draws.Out{Entry: 3, Reason: "absent", Paragraph: "1.1.5"}, Missed: 1},
			},
		},
		{
			par: "BG 1.1.5 who is missed later counts later, and what was taken back leaves no gap", preset: "catan-ranglista-bg", n: 8, tables: "1 2 4 | 5 6 7 8",
			absences: []tournament.Absence{missed(3, 4)},
			absent:   []draws.Missing{{Out: draws.Out{Entry: 3, Reason: "absent", Paragraph: "1.1.5"}, Missed: 1}},
		},
		{
			par: "BG 1.1.5 two times of missing make two numbers", preset: "catan-ranglista-bg", n: 8, tables: "1 2 3 | 5 7 8",
			absences: []tournament.Absence{missed(6, 7), missed(4, 2)},
			absent: []draws.Missing{
				{Out: draws.Out{Entry: 4, Reason: "absent", Paragraph: "1.1.5"}, Missed: 1},
				{Out: draws.Out{Entry: 6, Reason: "absent", Paragraph: "1.1.5"}, Missed: 2},
			},
		},
		{
			par: "BG 1.1.5 who was known to be away was never in the plan", preset: "catan-ranglista-bg", n: 8, tables: "1 2 3 4 | 6 7 8",
			absences: []tournament.Absence{away(5, 1)},
		},
		{
			par: "SQ00 base 1 who comes eleven minutes late after the draw is missed, ten is in time", preset: "risiko-squadre-2000", n: 12, tables: "1 2 3 4 5 6 | 7 8 9 10 11",
			arrivals: []tournament.Arrival{{Entry: 12, Round: 1, Minutes: 11, AfterDraw: 1}, {Entry: 1, Round: 1, Minutes: 10, AfterDraw: 2}},
			absent:   []draws.Missing{{Out: draws.Out{Entry: 12, Reason: "came-too-late"}, Missed: 1}},
		},
		{
			par: "CN09 1.3 two who were exchanged by hand", preset: "catan-nazionale-2009", n: 12, tables: "5 2 3 4 | 1 6 7 8 | 9 10 11 12",
			changed: []draws.Moved{{Entry: 1, From: 1, To: 2}, {Entry: 5, From: 2, To: 1}},
		},
		{
			par: "CN09 1.3 another order at a table is a change that moves nobody", preset: "catan-nazionale-2009", n: 12, tables: "2 1 3 4 | 5 6 7 8 | 9 10 11 12",
			changed: []draws.Moved{},
		},
		{
			par: "CN09 1.3 who was taken off by hand goes nowhere", preset: "catan-nazionale-2009", n: 12, tables: "1 2 3 4 | 5 6 7 8 | 9 10 11",
			changed: []draws.Moved{{Entry: 12, From: 3}},
		},
		{
			par: "BG 1.1.5 moves are told from the tables without the absent", preset: "catan-ranglista-bg", n: 8, tables: "1 3 5 | 4 6 7 8",
			absences: []tournament.Absence{missed(2, 1)},
			absent:   []draws.Missing{{Out: draws.Out{Entry: 2, Reason: "absent", Paragraph: "1.1.5"}, Missed: 1}},
			changed:  []draws.Moved{{Entry: 4, From: 1, To: 2}, {Entry: 5, From: 2, To: 1}},
		},
		{
			par: "BG 1.1.5 where nobody can be spared the tables are those of the plan", preset: "catan-ranglista-bg", n: 6, tables: "1 3 4 | 2 6",
			absences: []tournament.Absence{missed(5, 1)},
			absent:   []draws.Missing{{Out: draws.Out{Entry: 5, Reason: "absent", Paragraph: "1.1.5"}, Missed: 1}},
			changed:  []draws.Moved{{Entry: 2, From: 1, To: 2}, {Entry: 4, From: 2, To: 1}, {Entry: 5, From: 2}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			s := begun(t, tt.preset, tt.n)
			s.facts.Previous, s.facts.Absences, s.facts.Arrivals = s.facts.Entrants, tt.absences, tt.arrivals
			d := s.drawn(tt.tables).document(1)
			if diff := cmp.Diff(tt.absent, d.Absent); diff != "" {
				t.Errorf("absent: want -, got +\n%s", diff)
			}
			if (tt.changed != nil) != (d.Change != nil) {
				t.Fatalf("changed by hand: %+v", d.Change)
			}
			if d.Change != nil {
				if diff := cmp.Diff(tt.changed, append([]draws.Moved{}, d.Change.Moved...)); diff != "" {
					t.Errorf("moved: want -, got +\n%s", diff)
				}
			}
			if got := seatsAt(d.Tables); got != tt.tables {
				t.Errorf("tables %s, want %s", got, tt.tables)
			}
		})
	}
}

// TestKinOfOldDraws: there have been two rules for keeping kin apart (SQ00 7). A document has the
// present one, unless its tables are those of the first rule.
func TestKinOfOldDraws(t *testing.T) {
	t.Parallel()
	// The pairs are 8 and 9, 5 and 6, 6 and 9. The present rule begins with the first table: 6 goes
	// down, and since 9 is there 9 comes back. The first rule went through the pairs as given: 8
	// goes up, and since 6 may not come to 9, 5 does.
	const today, first = "1 2 3 4 5 9 | 6 7 8 10 11 12", "1 2 3 4 6 8 | 5 7 9 10 11 12"
	for name, tt := range map[string]struct {
		tables, format, plan string
		changed              []draws.Moved
		moves                [][2]league.Entry
	}{
		"those of today":          {today, draws.FormatApart, today, nil, [][2]league.Entry{{6, 9}}},
		"those of the first way":  {first, draws.Format, first, nil, [][2]league.Entry{{8, 5}}},
		"those of somebody's own": {"1 2 3 4 5 10 | 6 7 8 9 11 12", draws.FormatApart, today, []draws.Moved{{Entry: 9, From: 1, To: 2}, {Entry: 10, From: 2, To: 1}}, [][2]league.Entry{{6, 9}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := begun(t, "risiko-squadre-2000", 12)
			s.facts.Previous = s.facts.Entrants
			s.facts.Apart = []tournament.Apart{{Pair: [2]league.Entry{8, 9}}, {Pair: [2]league.Entry{5, 6}}, {Pair: [2]league.Entry{6, 9}}}
			d := s.drawn(tt.tables).document(1)
			var moves [][2]league.Entry
			for _, move := range d.Moves {
				moves = append(moves, [2]league.Entry{move.Entry, move.With})
			}
			var changed []draws.Moved
			if d.Change != nil {
				changed = d.Change.Moved
			}
			if d.Format != tt.format || seatsAt(d.Plan) != tt.plan {
				t.Errorf("%s plans %s, want %s with %s", d.Format, seatsAt(d.Plan), tt.format, tt.plan)
			}
			if diff := cmp.Diff(tt.moves, moves); diff != "" {
				t.Errorf("moves: want -, got +\n%s", diff)
			}
			if diff := cmp.Diff(tt.changed, changed); diff != "" {
				t.Errorf("by hand: want -, got +\n%s", diff)
			}
		})
	}
}

// TestFiguresOfAnOrder: an order of standings contains the figures, and the deciding figure between
// neighbors.
func TestFiguresOfAnOrder(t *testing.T) {
	t.Parallel()
	t.Run("CN09 3.2b wins, points, percentage, warnings, lot", func(t *testing.T) {
		t.Parallel()
		s := begun(t, "catan-nazionale-2009", 13).rounds(1)
		s.facts.Sanctions = []league.Sanction{{Entry: 8, Kind: league.Warning, At: league.Moment{Round: 1}, Reason: "slow-play"}}
		d := s.drawn("").document(2)
		if diff := cmp.Diff([]draws.Criterion{
			{Figure: "wins", Best: rules.Most, Paragraph: "3.2b"},
			{Figure: "vp", Best: rules.Most, Paragraph: "3.2b"},
			{Figure: "share", Best: rules.Most, Paragraph: "3.2c"},
			{Figure: "warnings", Best: rules.Fewest, Paragraph: "3.2b"},
			{Figure: "lot", Best: rules.Fewest, Paragraph: "3.2b"},
		}, d.Seating.Criteria); diff != "" {
			t.Errorf("criteria: want -, got +\n%s", diff)
		}
		want := []string{ // of a game of four 10 of 28, 8 of 28, …; of three 10 of 24
			"5 [1 10 41.66 0 5] ", "11 [1 10 41.66 0 11] lot", "8 [1 10 41.66 1 8] warnings", "1 [1 10 35.71 0 1] share",
			"6 [0 8 33.33 0 6] wins", "9 [0 8 33.33 0 9] lot", "12 [0 8 33.33 0 12] lot", "2 [0 8 28.57 0 2] share",
			"7 [0 6 25 0 7] vp", "10 [0 6 25 0 10] lot", "13 [0 6 25 0 13] lot", "3 [0 6 21.42 0 3] share",
			"4 [0 4 14.28 0 4] vp",
		}
		if diff := cmp.Diff(want, ranked(d)); diff != "" {
			t.Errorf("order: want -, got +\n%s", diff)
		}
	})
	t.Run("SQ00 6 who is level on points by the hardest table", func(t *testing.T) {
		t.Parallel()
		s := begun(t, "risiko-squadre-2000", 8)
		s.facts.Previous = entries(t, "8 7 6 5 4 3 2 1")
		d := s.rounds(1).drawn("").document(2)
		want := []string{
			"8 [20 1 1] ", "4 [20 2 5] lowest_table", "7 [19 1 2] points", "3 [19 2 6] lowest_table",
			"6 [18 1 3] points", "2 [18 2 7] lowest_table", "5 [17 1 4] points", "1 [17 2 8] lowest_table",
		}
		if diff := cmp.Diff(want, ranked(d)); diff != "" {
			t.Errorf("order: want -, got +\n%s", diff)
		}
	})
	t.Run("BG 2.2.2 nothing decides between the level", func(t *testing.T) {
		t.Parallel()
		s := begun(t, "catan-ranglista-bg", 8)
		s.facts.Pairing = rules.ByStandings
		d := s.rounds(1).drawn("").document(2)
		want := []string{ // 13, 11, 9 and 7 of 40
			"1 [5 13 32.5 1 0 0] ", "5 [5 13 32.5 1 0 0] ", "2 [3 11 27.5 0 1 0] points", "6 [3 11 27.5 0 1 0] ",
			"3 [2 9 22.5 0 0 1] points", "7 [2 9 22.5 0 0 1] ", "4 [1 7 17.5 0 0 0] points", "8 [1 7 17.5 0 0 0] ",
		}
		if diff := cmp.Diff(want, ranked(d)); diff != "" {
			t.Errorf("order: want -, got +\n%s", diff)
		}
	})
}

// ranked writes an order with its figures: "5 [1 10 41.66 0 5] share".
func ranked(d draws.Round) []string {
	var list []string
	for _, r := range d.Seating.Order {
		text := spaced([]league.Entry{r.Entry}) + " ["
		for i, figure := range r.Figures {
			if i > 0 {
				text += " "
			}
			text += figure.String()
		}
		list = append(list, text+"] "+r.DecidedBy)
	}
	return list
}
