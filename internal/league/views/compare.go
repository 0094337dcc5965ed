package views

import (
	"errors"
	"fmt"

	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/standings"
	"referto/internal/league/tournament"
	"referto/openapi"
)

// finalOrder is the name of the final order among the standings to compare in.
const finalOrder = "final"

// Compare explains term by term why one entry stands above the other in the standings of an id ("": those that
// seat) after a round (0: the latest), or with "final" in the final order, which belongs to no round.
func (v View) Compare(id string, round int, a, b league.Entry) (openapi.Comparison, error) {
	if v.Entry(a) == nil || v.Entry(b) == nil {
		return openapi.Comparison{}, fmt.Errorf("compare %d and %d: %w", a, b, league.ErrNotFound)
	}
	compare, err := v.comparing(id, round)
	if err != nil {
		return openapi.Comparison{}, err
	}
	return compare(a, b)
}

// comparing returns the function that compares entries of the standings that [View.Compare] names. What all their
// comparisons need is computed once.
func (v View) comparing(id string, round int) (func(a, b league.Entry) (openapi.Comparison, error), error) {
	if id == finalOrder {
		final := tournament.NewFinalExplainer(v.State)
		return func(a, b league.Entry) (openapi.Comparison, error) { return v.compareFinal(final, a, b) }, nil
	}
	if round == 0 {
		round = len(v.State.Rounds)
	}
	explainer, err := tournament.ExplainerAfter(v.State, round, id)
	if err != nil {
		return nil, err
	}
	return func(a, b league.Entry) (openapi.Comparison, error) {
		c, err := explainer.Compare(a, b)
		if err != nil {
			return openapi.Comparison{}, err
		}
		out := v.comparison(c)
		v.explainPenalties(&out, c, round)
		out.Standings = id
		return out, nil
	}, nil
}

// compareFinal explains the place of each entry; if both have theirs by the preliminary standings, it names the
// criterion by which one is above.
func (v View) compareFinal(final tournament.FinalExplainer, a, b league.Entry) (openapi.Comparison, error) {
	c, err := final.Compare(a, b)
	if err != nil {
		return openapi.Comparison{}, err
	}
	out := v.comparison(c.Comparison)
	v.explainPenalties(&out, c.Comparison, len(v.State.Rounds))
	out.Standings = finalOrder
	for _, row := range []tournament.FinalRow{c.RowA, c.RowB} {
		out.Places = append(out.Places, openapi.ComparedPlace{Entry: int(row.Entry), Place: row.Place, Explanation: v.Explain(row.Grounds)})
	}
	if c.Decided < 0 && c.Above != 0 { // the grounds of the upper place are the reason
		above := out.Places[0]
		if c.Above == b {
			above = out.Places[1]
		}
		out.Text, out.Rule = above.Explanation.Text, above.Explanation.Rule
	}
	return out, nil
}

// Reasons returns, by start number, the comparisons of the rows of standings with the row above, without those
// that have none. Final standings are not an order by criteria alone: if no criterion decided, their rows have
// the reason themselves.
func (v View) Reasons(of openapi.Standings) (map[int]openapi.Comparison, error) {
	out := map[int]openapi.Comparison{}
	compare, err := v.comparing(of.Id, of.Round)
	if errors.Is(err, league.ErrNotFound) { // before the first round
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	for i, row := range of.Rows {
		if i == 0 || of.State == openapi.StandingsStateFinal && row.DecidedBy.Criterion == "" {
			continue
		}
		c, err := compare(league.Entry(of.Rows[i-1].Entry.Number), league.Entry(row.Entry.Number))
		if err != nil && !errors.Is(err, league.ErrNotFound) {
			return nil, err
		}
		if err == nil {
			out[row.Entry.Number] = c
		}
	}
	return out, nil
}

func (v View) comparison(c standings.Comparison) openapi.Comparison {
	out := openapi.Comparison{A: v.EntryRef(c.A), B: v.EntryRef(c.B), Above: int(c.Above), Lines: []openapi.ComparisonLine{}}
	for i, line := range c.Lines {
		l := openapi.ComparisonLine{
			Criterion: line.Criterion.Figure, Label: v.label(line.Criterion), Rule: v.rule(line.Criterion.Paragraph),
			Decides: i == c.Decided,
		}
		digits := v.sumDigits(line)
		l.A, l.B = v.side(line.Criterion, line.A, c.A, digits), v.side(line.Criterion, line.B, c.B, digits)
		if m := line.Criterion.Combine; m != nil {
			l.Combined = openapi.ComparisonLineCombined(m.Rule)
		}
		out.Lines = append(out.Lines, l)
	}
	lead := words.Lead{Above: v.name(int(c.A)), Below: v.name(int(c.B))}
	if c.Decided >= 0 {
		line := c.Lines[c.Decided]
		above, below := line.A, line.B
		if c.Above == c.B {
			lead.Above, lead.Below, above, below = lead.Below, lead.Above, below, above
		}
		lead.Criterion, lead.Label = line.Criterion.Figure, v.label(line.Criterion)
		lead.FigureAbove, lead.FigureBelow = v.Rules.ShownApart(line.Criterion, above.Total, below.Total)
		out.Rule = v.rule(line.Criterion.Paragraph)
	}
	out.Text = v.w.Lead(lead)
	return out
}

// side makes one entrant's sum with its terms; those of a share come with the victory points and the total of
// the table.
func (v View) side(c rules.Criterion, s standings.Sum, entry league.Entry, digits int) openapi.ComparisonSide {
	c.Digits = digits
	out := openapi.ComparisonSide{Sum: v.Rules.Shown(c, s.Total), Terms: []openapi.ComparisonTerm{}, Unrounded: !standings.AddsUp(c, s, v.shownValue(c))}
	for _, term := range s.Terms {
		t := openapi.ComparisonTerm{Round: term.Round, Table: term.Table, Value: v.Rules.Shown(c, term.Value), Dropped: term.Dropped}
		if c.Figure == rules.FigureShare {
			v.ofTable(&t, entry)
		}
		out.Terms = append(out.Terms, t)
	}
	return out
}

func (v View) ofTable(t *openapi.ComparisonTerm, entry league.Entry) {
	for _, table := range v.State.Rounds[t.Round-1].Tables {
		if table.Number != t.Table || table.Game == nil {
			continue
		}
		if seat, ok := table.Game.Seat(entry); ok {
			t.Vp, t.Of = seat.Counted, total(table.Game.Total)
		}
	}
}

// mostSumDigits bounds the decimals with which the terms of a sum are shown so that they
// come to it.
const mostSumDigits = 6

// sumDigits returns the number of decimals with which both sides of a line show their terms and their sum: that
// of the criterion, or more if the shown terms would not add up to the shown sum, as far as that helps.
func (v View) sumDigits(line standings.Line) int {
	for digits := line.Criterion.Digits; digits <= mostSumDigits; digits++ {
		c := line.Criterion
		c.Digits = digits
		if standings.AddsUp(c, line.A, v.shownValue(c)) && standings.AddsUp(c, line.B, v.shownValue(c)) {
			return digits
		}
	}
	return line.Criterion.Digits
}

// shownValue returns the value that a reader takes from a figure as it is shown.
func (v View) shownValue(c rules.Criterion) func(league.Frac) league.Frac {
	return func(f league.Frac) league.Frac {
		read, err := league.ParseFrac(v.Rules.Shown(c, f))
		if err != nil {
			return f // longer than a number on a page can be
		}
		return read
	}
}
