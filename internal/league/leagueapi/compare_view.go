package leagueapi

import (
	"fmt"
	"slices"

	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/standings"
	"referto/internal/league/tournament"
	"referto/openapi"
)

// finalOrder is the name of the final order among the standings to compare in.
const finalOrder = "final"

// Compare says term by term why one stands above the other after a round (0: the
// latest), in the standings that seat.
func (v View) Compare(round int, a, b league.Entry) (openapi.Comparison, error) {
	return v.CompareIn("", round, a, b)
}

// CompareIn is [View.Compare] in any standings of the ruleset, by their id there,
// or with "final" in the final order, which belongs to no round.
func (v View) CompareIn(id string, round int, a, b league.Entry) (openapi.Comparison, error) {
	if v.Entry(a) == nil || v.Entry(b) == nil {
		return openapi.Comparison{}, fmt.Errorf("compare %d and %d: %w", a, b, league.ErrNotFound)
	}
	if id == finalOrder {
		return v.compareFinal(a, b)
	}
	if round == 0 {
		round = len(v.State.Rounds)
	}
	c, err := tournament.Explain(v.State, v.further(id), round, a, b)
	if err != nil {
		return openapi.Comparison{}, err
	}
	out := v.comparison(c)
	out.Standings = id
	return out, nil
}

// further is the id of standings beside those that seat; "" for the id of those.
func (v View) further(id string) string {
	rounds := v.State.Rounds
	if _, known := v.Rules.StandingsOf(id); known && len(rounds) > 0 &&
		!slices.ContainsFunc(rounds[0].Further, func(f tournament.FurtherStandings) bool { return f.ID == id }) {
		return ""
	}
	return id
}

// compareFinal says what gave each its place; where both have theirs by the
// preliminary standings, the criterion says why one is above.
func (v View) compareFinal(a, b league.Entry) (openapi.Comparison, error) {
	c, err := tournament.ExplainFinal(v.State, a, b)
	if err != nil {
		return openapi.Comparison{}, err
	}
	out := v.comparison(c.Comparison)
	out.Standings = finalOrder
	for _, row := range []tournament.FinalRow{c.RowA, c.RowB} {
		out.Places = append(out.Places, openapi.ComparedPlace{Entry: int(row.Entry), Place: row.Place, Explanation: v.Explain(row.Grounds)})
	}
	if c.Decided < 0 && c.Above != 0 { // what gave the place of the one above is the reason
		above := out.Places[0]
		if c.Above == b {
			above = out.Places[1]
		}
		out.Text, out.Rule = above.Explanation.Text, above.Explanation.Rule
	}
	return out, nil
}

func (v View) comparison(c standings.Comparison) openapi.Comparison {
	out := openapi.Comparison{A: v.EntryRef(c.A), B: v.EntryRef(c.B), Above: int(c.Above), Lines: []openapi.ComparisonLine{}}
	for i, line := range c.Lines {
		out.Lines = append(out.Lines, openapi.ComparisonLine{
			Criterion: line.Criterion.Figure, Label: v.label(line.Criterion), Rule: v.rule(line.Criterion.Paragraph),
			A: v.side(line.Criterion, line.A, c.A), B: v.side(line.Criterion, line.B, c.B), Decides: i == c.Decided,
		})
	}
	lead := words.Lead{Above: v.name(int(c.A)), Below: v.name(int(c.B))}
	if c.Decided >= 0 {
		line := c.Lines[c.Decided]
		above, below := line.A, line.B
		if c.Above == c.B {
			lead.Above, lead.Below, above, below = lead.Below, lead.Above, below, above
		}
		lead.Criterion, lead.Label = line.Criterion.Figure, v.label(line.Criterion)
		lead.FigureAbove, lead.FigureBelow = above.Total.Decimal(line.Criterion.Digits), below.Total.Decimal(line.Criterion.Digits)
		out.Rule = v.rule(line.Criterion.Paragraph)
	}
	out.Text = v.w.Lead(lead)
	return out
}
