package draws_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/draws"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

// TestAFirstRoundIsNotRight: CN09 3.2a, each possible fault of a round by the order drawn: 7 12 1 9
// 10 6 2 11 5 4 3 8, where player 9 did not come.
func TestAFirstRoundIsNotRight(t *testing.T) {
	t.Parallel()
	s := begun(t, "catan-nazionale-2009", 12)
	lots := s.drawnFrom(hat, nil)
	s.facts.Absences = []tournament.Absence{away(9, 1)}
	refused(t, s.drawn(""), lots, 1, []changing{
		{"another kind", func(d *draws.Round) { d.Kind = league.Final }, `kind: a round by "draw" is not "final"`},
		{"a basis that nobody knows", func(d *draws.Round) { d.Seating.Basis = "whim" }, `seating/tables: there or not, against the basis "whim"`},
		{"of a whim without tables", func(d *draws.Round) { d.Seating.Basis, d.Seating.Sizes = "whim", nil }, `seating/basis: "whim" is unknown`},
		{"somebody left out", func(d *draws.Round) { d.Seating.Order = d.Seating.Order[1:] }, "seating: order and out are not everybody who started, once"},
		{"somebody twice", func(d *draws.Round) { d.Seating.Order[1] = d.Seating.Order[0] }, "seating: order and out are not everybody who started, once"},
		{"in and out", func(d *draws.Round) { d.Seating.Out[0].Entry = 1 }, "seating: order and out are not everybody who started, once"},
		{"out without a reason", func(d *draws.Round) { d.Seating.Out[0].Reason = "" }, "seating/out: nothing says why 9 is out"},
		{"out in another order", func(d *draws.Round) { d.Seating.Out = append(d.Seating.Out, draws.Out{Entry: 3, Reason: "absent"}) }, "seating/out: not in the order of start numbers, at 3"},
		{"another order than was drawn", func(d *draws.Round) {
			o := d.Seating.Order
			o[0], o[1] = o[1], o[0]
		}, "seating/order: the order drawn, without those who are out, is [7 12 1 10 6 2 11 5 4 3 8]"},
		{"figures", func(d *draws.Round) { d.Seating.Order[0].Figures = []league.Frac{league.Int(1)} }, "seating: figures, though the order does not follow from any"},
		{"criteria", func(d *draws.Round) { d.Seating.Criteria = []draws.Criterion{{Figure: "vp", Best: rules.Most}} }, "seating: figures, though the order does not follow from any"},
		{"the first round out of a hat of its own", func(d *draws.Round) { d.Seating.ByHand = "cappello" }, `seating/byHand: the order of round 1 by "draw" is not drawn out of a hat`},
		{"no sizes", func(d *draws.Round) { d.Seating.Sizes.Allowed = nil }, "seating/tables: no sizes, too many, or an unknown partition"},
		{"nine sizes", func(d *draws.Round) { d.Seating.Sizes.Allowed = []int{4, 3, 5, 6, 7, 8, 9, 10, 11} }, "seating/tables: no sizes, too many, or an unknown partition"},
		{"a partition that nobody knows", func(d *draws.Round) { d.Seating.Sizes.Partition = "at-will" }, "seating/tables: no sizes, too many, or an unknown partition"},
		{"a table without seats", func(d *draws.Round) { d.Seating.Sizes.Allowed = []int{4, 3, 0} }, "seating/tables: no table has 0 seats"},
		{"a table of 101", func(d *draws.Round) { d.Seating.Sizes.Allowed = []int{4, 3, 101} }, "seating/tables: no table has 101 seats"},
		{"an exception of fewer seats", func(d *draws.Round) {
			d.Seating.Sizes.Exceptions = []draws.Exception{{Entrants: 12, Sizes: []int{6, 5}}}
		}, "seating/tables: an exception for 12 seats 11"},
		{"an exception with an empty table", func(d *draws.Round) {
			d.Seating.Sizes.Exceptions = []draws.Exception{{Entrants: 12, Sizes: []int{12, 0}}}
		}, "seating/tables: no table has 0 seats"},
		{"an exception that was not followed", func(d *draws.Round) {
			d.Seating.Sizes.Exceptions = []draws.Exception{{Entrants: 11, Sizes: []int{6, 5}}}
		}, "plan: from the order follow "},
		{"sizes into which nothing can be split", func(d *draws.Round) { d.Seating.Sizes.Allowed = []int{7} }, "plan: CN09 3.2a: no-partition (entrants=11, sizes=7)"},
		{"no rule on sizes", func(d *draws.Round) { d.Seating.Sizes = nil }, `seating/tables: there or not, against the basis "draw"`},
		{"seeds", func(d *draws.Round) { d.Seating.Seeds = [][]int{{1, 2}} }, `seating/seeds: there or not, against the basis "draw"`},
		{"seeds of one rank twice", func(d *draws.Round) { d.Seating.Seeds = [][]int{{1, 2}, {2, 3}} }, "seating/seeds: not every rank from 1 to 4 once"},
		{"a schedule", func(d *draws.Round) { d.Seating.Schedule = [][]int{{1}} }, `seating/schedule: there or not, against the basis "draw"`},
		{"rounds of a schedule", func(d *draws.Round) { d.Seating.Rounds = 3 }, `seating/rounds: there or not, against the basis "draw"`},
		{"who made a schedule", func(d *draws.Round) { d.Seating.Algorithm, d.Seating.Rounds = rules.MakeSchedule, 3 }, `seating/algorithm: no schedule is followed by "draw"`},
		{"who has met", func(d *draws.Round) { d.Seating.Rematches = &rules.Rematches{Within: 4} }, `seating/rematches: nobody is exchanged by "draw"`},
		{"a plan of its own", func(d *draws.Round) { slices.Reverse(d.Plan[0].Entries) }, "plan: from the order follow [{1 [7 12 1 10]} {2 [6 2 11 5]} {3 [4 3 8]}]"},
		{"a table too few", func(d *draws.Round) { d.Plan = d.Plan[:2] }, "plan: from the order follow "},
		{"another number of a table", func(d *draws.Round) { d.Plan[2].Number = 4 }, "plan: from the order follow "},
		{"another code", func(d *draws.Round) { d.Seating.Code = "FG14" }, "reasons: those of the plan are [FG14 3.2a: tables-by-size"},
		{"another paragraph", func(d *draws.Round) { d.Seating.Paragraph = "3" }, "reasons: those of the plan are "},
		{"another paragraph of the sizes", func(d *draws.Round) { d.Seating.Sizes.Paragraph = "3" }, "reasons: those of the plan are "},
		{"a reason fewer", func(d *draws.Round) { d.Reasons = d.Reasons[:1] }, "reasons: those of the plan are "},
		{"a move of nobody", func(d *draws.Round) { d.Moves = []seating.Move{{Entry: 1, With: 2}} }, "moves: those of the plan are []"},
		{"other tables", func(d *draws.Round) { slices.Reverse(d.Tables[0].Entries) }, "tables: those of the plan are [{1 [7 12 1 10]} {2 [6 2 11 5]} {3 [4 3 8]}], and nobody says to have changed them"},
		{"somebody met before", func(d *draws.Round) { d.Repeats = 1 }, "repeats: 0 pairs sit together again"},
		{"a round before the first", func(d *draws.Round) { d.Earlier = []draws.Earlier{{Round: 1}} }, "earlier: 1 rounds before round 1"},
		{"the number of the round", func(d *draws.Round) { d.Round = 2 }, "earlier: 0 rounds before round 2"},
		{"missed without a rule on sizes", func(d *draws.Round) {
			d.Seating.Sizes, d.Absent = nil, []draws.Missing{{Out: draws.Out{Entry: 1, Reason: "absent"}, Missed: 1}}
		}, `seating/tables: there or not, against the basis "draw"`},
	})
}

// TestARoundByStandingsIsNotRight: CN09 3.2b, each thing that can be wrong with an order
// that follows from figures.
func TestARoundByStandingsIsNotRight(t *testing.T) {
	t.Parallel()
	s := begun(t, "catan-nazionale-2009", 13)
	lots := s.drawnFrom(hat, nil)
	refused(t, s.rounds(1).drawn(""), lots, 2, []changing{
		{"no criteria", func(d *draws.Round) { d.Seating.Criteria = nil }, "seating/criteria: none, though the order is that of standings"},
		{"neither most nor fewest", func(d *draws.Round) { d.Seating.Criteria[0].Best = "any" }, `seating/criteria: best is "any"`},
		{"fewest where most is best", func(d *draws.Round) { d.Seating.Criteria[0].Best = rules.Fewest }, "seating/order: by the figures entry "},
		{"a criterion fewer than figures", func(d *draws.Round) { d.Seating.Criteria = d.Seating.Criteria[:4] }, "seating/order: entry "},
		{"a figure fewer than criteria", func(d *draws.Round) { d.Seating.Order[3].Figures = d.Seating.Order[3].Figures[:4] }, "seating/order: entry "},
		{"another lot", func(d *draws.Round) { d.Seating.Order[0].Figures[4] = league.Int(40) }, "seating/order: entry "},
		{"two exchanged", func(d *draws.Round) {
			o := d.Seating.Order
			o[4], o[5] = o[5], o[4]
		}, "seating/order: by the figures entry "},
		{"another figure decides", func(d *draws.Round) { d.Seating.Order[1].DecidedBy = "vp" }, "seating/order: entry "},
		{"something decides on top", func(d *draws.Round) { d.Seating.Order[0].DecidedBy = "vp" }, "seating/order: entry "},
		{"points that others have", func(d *draws.Round) { d.Seating.Order[12].Figures[1] = league.Int(9) }, "seating/order: "},
		{"a semifinal is not by standings", func(d *draws.Round) { d.Kind = league.Semifinal }, `kind: a round by "standings" is not "semifinal"`},
		{"out of a hat", func(d *draws.Round) { d.Seating.ByHand = "cappello" }, `seating/byHand: the order of round 2 by "standings" is not drawn out of a hat`},
		{"kept from meeting again by 0 ranks", func(d *draws.Round) { d.Seating.Rematches = &rules.Rematches{} }, `seating/rematches: nobody is exchanged by "standings"`},
		{"those who met did not exchange", func(d *draws.Round) { d.Seating.Rematches = &rules.Rematches{Within: 11, Paragraph: "3.2b"} }, "plan: from the order follow "},
		{"a round before that is another", func(d *draws.Round) { d.Earlier[0].Round = 2 }, "earlier: round 2 stands where round 1 should"},
		{"a table before of another number", func(d *draws.Round) { d.Earlier[0].Tables[0].Number = 2 }, "earlier: table 2 stands where table 1 should"},
		{"who played before without having started", func(d *draws.Round) { d.Earlier[0].Tables[0].Entries[0] = 14 }, "earlier: table 1 seats 14, who did not start"},
		{"who sat twice", func(d *draws.Round) { d.Earlier[0].Tables[0].Entries[0] = d.Earlier[0].Tables[1].Entries[0] }, "earlier: "},
		{"no round before", func(d *draws.Round) { d.Earlier = nil }, "earlier: 0 rounds before round 2"},
		{"fewer meet again", func(d *draws.Round) { d.Repeats-- }, "repeats: "},
	})
}

// TestAFinalIsNotRight: CN09 3.2d by ranks, JP22 2 by qualification.
func TestAFinalIsNotRight(t *testing.T) {
	t.Parallel()
	t.Run("CN09 3.2d", func(t *testing.T) {
		t.Parallel()
		s := begun(t, "catan-nazionale-2009", 12)
		lots := s.drawnFrom(hat, nil)
		refused(t, s.rounds(2).drawn(""), lots, 3, []changing{
			{"no ranks", func(d *draws.Round) { d.Seating.Seeds = nil }, `seating/seeds: there or not, against the basis "seeds"`},
			{"ranks from 2", func(d *draws.Round) { d.Seating.Seeds = [][]int{{2, 3, 4, 5}} }, "seating/seeds: not every rank from 1 to 4 once"},
			{"only three of the best", func(d *draws.Round) { d.Seating.Seeds = [][]int{{1, 2, 3}} }, "plan: from the order follow "},
			{"a preliminary round", func(d *draws.Round) { d.Kind = league.Preliminary }, `kind: a round by "seeds" is not "preliminary"`},
			{"a semifinal at one table", func(d *draws.Round) { d.Kind = league.Semifinal }, "reasons: those of the plan are [CN09 3.2d: seeds (ranks=1 2 3 4, table=1)]"},
			{"a semifinal of more than there are", func(d *draws.Round) {
				d.Kind, d.Seating.Seeds = league.Semifinal, [][]int{{1, 2, 3, 4, 5, 6, 7}, {8, 9, 10, 11, 12, 13}}
			}, "plan: CN09 3.2d: too-few-for-semifinal (entrants=12, needed=13)"},
			{"kept apart", func(d *draws.Round) { d.Seating.Apart = &draws.Apart{Pairs: [][2]league.Entry{{1, 2}}} }, `seating/apart: nobody is kept apart by "seeds"`},
		})
	})
	t.Run("JP22 2", func(t *testing.T) {
		t.Parallel()
		s := begun(t, "just-play-2022", 12)
		lots := s.drawnFrom(hat, nil)
		s.facts.Draws = nil
		refused(t, s.rounds(1).drawn(""), lots, 2, []changing{
			{"who has not played the round before", func(d *draws.Round) {
				winner := d.Seating.Order[0].Entry
				for i, table := range d.Earlier[0].Tables {
					d.Earlier[0].Tables[i].Entries = slices.DeleteFunc(table.Entries, func(entry league.Entry) bool { return entry == winner })
				}
			}, "seating/order: entry "},
			{"before any round", func(d *draws.Round) { d.Round, d.Earlier = 1, nil }, "seating/order: entry "},
			{"a preliminary round", func(d *draws.Round) { d.Kind = league.Preliminary }, `kind: a round by "qualified" is not "preliminary"`},
			{"figures", func(d *draws.Round) { d.Seating.Order[0].DecidedBy = "vp" }, "seating: figures, though the order does not follow from any"},
			{"another paragraph", func(d *draws.Round) { d.Seating.Paragraph = "3" }, "reasons: those of the plan are [JP22 3: finalists]"},
		})
	})
}

// TestKinIsNotRight: SQ00 7, the pairs that were kept apart.
func TestKinIsNotRight(t *testing.T) {
	t.Parallel()
	s := begun(t, "risiko-squadre-2000", 12)
	lots := s.drawnFrom(hat, nil)
	s.facts.Draws, s.facts.FirstRound, s.facts.Previous = nil, nil, s.facts.Entrants
	s.facts.Apart = []tournament.Apart{{Pair: [2]league.Entry{1, 2}}}
	refused(t, s.drawn(""), lots, 1, []changing{
		{"kin who sat apart anyway", func(d *draws.Round) { d.Seating.Apart.Pairs = [][2]league.Entry{{1, 12}} }, "plan: from the order follow [{1 [1 2 3 4 5 6]} {2 [7 8 9 10 11 12]}]"},
		{"another pair", func(d *draws.Round) { d.Seating.Apart.Pairs[0] = [2]league.Entry{5, 6} }, "plan: from the order follow [{1 [1 2 3 4 5 7]} {2 [6 8 9 10 11 12]}]"},
		{"the farthest comes back", func(d *draws.Round) { d.Seating.Apart.Exchange = rules.Farthest }, "plan: from the order follow [{1 [1 3 4 5 6 12]} {2 [2 7 8 9 10 11]}]"},
		{"another paragraph", func(d *draws.Round) { d.Seating.Apart.Paragraph = "4" }, "moves: those of the plan are "},
		{"no move", func(d *draws.Round) { d.Moves = nil }, "moves: those of the plan are "},
		{"a figure of the event before", func(d *draws.Round) { d.Seating.Order[0].DecidedBy = "points" }, "seating: figures, though the order does not follow from any"},
		{"a final is not by the event before", func(d *draws.Round) { d.Kind = league.Final }, `kind: a round by "previous" is not "final"`},
	})
}

// TestAnOrderOutOfAHat: BG 1.2.4, a later round by lot follows from the seed unless it is marked as
// drawn by hand; then only the order is believed.
func TestAnOrderOutOfAHat(t *testing.T) {
	t.Parallel()
	s := begun(t, "catan-ranglista-bg", 8)
	lots := s.drawnFrom(hat, nil)
	s.rounds(1)
	drawn := slices.Clone(s.facts.Draws[0])
	s.facts.Draws[0] = entries(t, "1 2 3 4 5 6 7 8")
	d := s.drawn("").document(2)
	d.Event, d.Draw = "019332c4-0000-7000-8000-000000000000", lots
	report, err := draws.Verify(hashed(t, d))
	if want := "seating/order: the order drawn, without those who are out, is [" + spaced(drawn) + "]"; err != nil || report.Difference != want {
		t.Errorf("%v got %s, want %s", err, report.Difference, want)
	}
	d.Seating.ByHand = "от шапка"
	report, err = draws.Verify(hashed(t, d))
	if err != nil || report.Difference != "" {
		t.Errorf("%v %s", err, report.Difference)
	}
	if want := "the order drawn by hand for this round, and why"; !slices.Contains(report.Believed, want) {
		t.Errorf("believed %q", report.Believed)
	}
	d.Seating.Order[0].DecidedBy = "lot"
	if report, err := draws.Verify(hashed(t, d)); err != nil || report.Difference != "seating: figures, though the order does not follow from any" {
		t.Errorf("%v %s", err, report.Difference)
	}
}

// TestMissingMembers: a document without a member that every draw of a round has fails, whatever
// its hash; and so does one without a hash.
func TestMissingMembers(t *testing.T) {
	t.Parallel()
	s := begun(t, "catan-nazionale-2009", 12)
	lots := s.drawnFrom(hat, nil)
	d := s.drawn("").document(1)
	d.Event, d.Draw = "019332c4-0000-7000-8000-000000000000", lots
	for _, name := range []string{"event", "round", "kind", "draw", "seating", "plan", "reasons", "tables", "repeats", "hash"} {
		var members map[string]any
		if err := json.Unmarshal(hashed(t, d), &members); err != nil {
			t.Fatal(err)
		}
		delete(members, name)
		want, raw := name+": missing", []byte(nil)
		var err error
		if name == "hash" {
			want = "hash is <nil>, that of the document is "
			raw, err = json.Marshal(members)
		} else {
			raw = hashed(t, members)
		}
		if err != nil {
			t.Fatal(err)
		}
		if report, err := draws.Verify(raw); err != nil || !strings.HasPrefix(report.Difference, want) {
			t.Errorf("%v got %q, want %q", err, report.Difference, want)
		}
	}
}
