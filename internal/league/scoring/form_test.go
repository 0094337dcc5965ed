package scoring_test

import (
	"fmt"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/scoring"
)

// TestForm: a result that answers all of the form, and nothing else, has no fault,
// by every ruleset, at tables of every size, with every ending.
func TestForm(t *testing.T) {
	t.Parallel()
	for _, id := range presets.IDs() {
		r, err := presets.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, variant := range r.Game.Variants {
			for _, seats := range r.Tables.AllSizes() {
				form := scoring.FormOf(r, variant, seats)
				for _, ending := range form.Endings {
					t.Run(fmt.Sprintf("%s %s table of %d, %s", r.Code, variant.ID, seats, ending), func(t *testing.T) {
						t.Parallel()
						result := answer(form, ending, r.Tables.MinToContinue.Players)
						if faults := scoring.Check(r, variant, seated(result), result); len(faults) > 0 {
							t.Error(faults)
						}
					})
				}
			}
		}
	}
}

// answer fills in a form: the first seat has the most points and declares victory if the ending
// needs it; the last seats leave if too few may remain.
func answer(form scoring.Form, ending league.Ending, least int) league.Result {
	result := league.Result{Ended: ending}
	for i := range form.Seats {
		seat := league.SeatResult{Entry: league.Entry(i + 1), VP: max(form.VP.Min, form.Target-i), Figures: make(map[string]int)}
		for _, f := range form.Figures {
			seat.Figures[f.ID] = f.Range.Min
		}
		if len(form.Objectives) > 0 {
			seat.Objective = form.Objectives[i].ID
		}
		if form.Points != nil {
			points := league.Int(form.Points.Max - i)
			seat.Points = &points
		}
		if remain := least - 1; ending == league.TooFewPlayers && i >= remain {
			seat.Left = i - remain + 1
		}
		result.Seats = append(result.Seats, seat)
	}
	if ending == league.Declared {
		result.DeclaredBy = 1
	}
	return result
}

// TestEndingsNotInTheForm: an ending that the form does not offer is refused.
func TestEndingsNotInTheForm(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		r      *rules.Ruleset
		ending league.Ending
	}{{cn09(t), league.Completed}, {bg(t), league.TimeLimit}, {sq00(t), league.TooFewPlayers}} {
		variant, _ := tt.r.Variant("")
		form := scoring.FormOf(tt.r, variant, 4)
		for _, offered := range form.Endings {
			if offered == tt.ending {
				t.Errorf("%s offers %s", tt.r.Code, tt.ending)
			}
		}
		result := answer(form, tt.ending, 3)
		if faults := scoring.Check(tt.r, variant, seated(result), result); len(faults) == 0 {
			t.Errorf("%s lets %s pass", tt.r.Code, tt.ending)
		}
	}
	if teams := scoring.FormOf(sq00(t), rules.Variant{}, 6).Teams(); fmt.Sprint(teams) != "[A B]" {
		t.Errorf("SQ00 base 17: the teams are %v", teams)
	}
}
