package officiating_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
)

// avoidsRematches gives an event a ruleset that keeps players apart who have met.
func avoidsRematches(s *officiating.Situation) {
	r := *s.Rules
	r.Seating.Pairings = slices.Clone(r.Seating.Pairings)
	r.Seating.Pairings[0].Rematches = &rules.Rematches{Within: 12, Paragraph: "3.2b"}
	s.Rules = &r
}

// ofOneRound has entries 2 and 9 kept apart in an event whose first round is its last.
func ofOneRound(s *officiating.Situation) {
	r := *s.Rules
	r.Format.Formulas = slices.Clone(r.Format.Formulas)
	r.Format.Formulas[0].Brackets = slices.Clone(r.Format.Formulas[0].Brackets)
	r.Format.Formulas[0].Brackets[0].Rounds = 1
	s.Rules, s.Apart = &r, []facts.Apart{{Entry: 2, Other: 9}}
}

// TestToldOfTablesByHand: the notices about tables made by hand, beside the reasons of the
// ruleset's plan. The preview shows the same before the round is drawn, without a reason or a
// second name.
func TestToldOfTablesByHand(t *testing.T) {
	t.Parallel()
	apart := func(pairs ...facts.Apart) func(*officiating.Situation) {
		return func(s *officiating.Situation) { s.Apart = pairs }
	}
	last := 0
	tests := []struct {
		name   string
		rounds int // played before
		change func(*officiating.Situation)
		tables string
		others bool
		want   string
	}{
		{"SQ00 7 kin at one table", 0, apart(facts.Apart{Entry: 2, Other: 9}), "1 9 3 4 5 2 | 7 8 6 10 11 12", false, "SQ00 7: not-kept-apart (entry=9, table=1, with=2)"},
		{"SQ00 7 no more once that is taken back", 0, apart(facts.Apart{Entry: 2, Other: 9, UntilRound: &last, RevokedAt: &beginning}), "1 9 3 4 5 2 | 7 8 6 10 11 12", false, ""},
		{"SQ00 7 not in the last round", 0, ofOneRound, "1 9 3 4 5 2 | 7 8 6 10 11 12", false, ""},
		{"SQ00 7 kin at different tables", 0, apart(facts.Apart{Entry: 2, Other: 9}), "9 3 4 5 6 1 | 7 8 2 10 11 12", false, ""},
		{"CN09 3.2b nobody has met before the first round", 0, nil, "1 5 9 4 | 2 6 10 8 | 3 7 11 12", false, ""},
		{
			"CN09 3.2b who meets again, and only by these tables: 1 and 2 would anyway", 1, nil, "1 3 9 2 | 6 10 5 7 | 11 4 8 12", false,
			"CN09: meet-again (entry=1, round=1, table=1, with=3); CN09: meet-again (entry=3, round=1, table=1, with=2); " +
				"CN09: meet-again (entry=6, round=1, table=2, with=5); CN09: meet-again (entry=5, round=1, table=2, with=7)",
		},
		{
			"CN09 3.2b by the paragraph of a ruleset that avoids it", 1, avoidsRematches, "1 3 9 2 | 6 10 4 7 | 11 5 8 12", false,
			"CN09 3.2b: meet-again (entry=1, round=1, table=1, with=3); CN09 3.2b: meet-again (entry=3, round=1, table=1, with=2); " +
				"CN09 3.2b: meet-again (entry=5, round=1, table=3, with=8)",
		},
		{
			"CN09 2.5 in a final, with the latest round in which two have met", 2, nil, "5 1 9 2", true,
			"CN09: meet-again (entry=5, round=2, table=1, with=2); CN09: meet-again (entry=1, round=2, table=1, with=2); " +
				"CN09: meet-again (entry=9, round=2, table=1, with=2); CN09 3.2d: seated-without-qualifying (entry=2)",
		},
		{"CN09 3.2a tables of three", 0, nil, "1 2 3 | 4 5 6 | 7 8 9 | 10 11 12", true, "CN09 3.2a: other-table-sizes (got=3, 3, 3, 3, want=4, 4, 4)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := gathered(t, tt.name, 12)
			if strings.HasPrefix(tt.name, "SQ00") {
				s = club(t)
			} else {
				begin(t, s)
			}
			for range tt.rounds {
				play(t, draw(t, s))
			}
			if tt.change != nil {
				tt.change(s)
				derive(t, s)
			}
			next, err := s.Next()
			if err != nil {
				t.Fatal(err)
			}
			h := officiating.ByHand{Tables: tables(t, tt.tables), OthersAccepted: tt.others}
			if err := s.PreviewByHand(h); err != nil {
				t.Fatal(err)
			}
			h.Reason, h.By, h.AcceptedBy = "fratelli divisi", "Fabio", "Olga"
			round, err := s.SeatByHand(facts.Round{Number: next.Number, Kind: next.Kind}, next, h)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(s.State.Next.Plan.Why(), round.Reasons); diff != "" {
				t.Errorf("told before and recorded (-before +recorded)\n%s", diff)
			}
			var told []string
			for _, why := range round.Reasons[len(next.Plan.Why()):] {
				told = append(told, why.String())
			}
			if got := strings.Join(told, "; "); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
