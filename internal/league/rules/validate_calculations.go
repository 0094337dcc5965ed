package rules

import (
	"fmt"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/formula"
)

// maxCalculations bounds the formulas of one document.
const maxCalculations = 50

func (c *checker) calculations() {
	list := c.r.Calculations
	c.unique("/calculations", "id", names(list, func(k Calculation) string { return k.ID }))
	if len(list) > maxCalculations {
		c.fault("/calculations", "too-many", "most", strconv.Itoa(maxCalculations))
		return
	}
	costs := make(map[CalculatedOf]int)
	for i, k := range list {
		at := fmt.Sprintf("/calculations/%d", i)
		c.must(k.Name != "", at+"/name", "required")
		oneOf(c, at+"/of", k.Of, OfSeat, OfEvent, OfSeries)
		c.free(at+"/id", k.ID, i)
		scope := c.r.scope(i)
		if compiled, err := k.Formula.Compile(scope); err != nil {
			c.faults = append(c.faults, league.Fault{Field: at + "/formula", Grounds: formula.Mistake(err).Grounds})
		} else if costs[k.Of] += compiled.Cost(); costs[k.Of] > scope.MaxSteps {
			c.fault(at+"/formula", "calculations-too-costly", "most", strconv.Itoa(scope.MaxSteps))
		}
		c.rounding(at+"/rounding", k.Rounding)
		c.cite(at+"/paragraph", k.Paragraph)
	}
	c.namedInFormulas()
}

// free checks that the id of a calculation is no other figure's, and that a
// formula could name it and distinguish it from other names in it.
func (c *checker) free(at, id string, calculation int) {
	taken := slices.Contains(computedFigures, id) || slices.Contains(seriesFigures, id) ||
		c.r.scope(calculation).Has(formula.Name(id)) || slices.Contains(c.r.recorded(), formula.Name(id))
	c.must(id == "" || !taken, at, "reserved", "value", id)
	c.must(id == "" || isLowerKebab(id), at, "not-lower-kebab")
	c.must(!isLowerKebab(id) || formula.CanName(id), at, "no-name-in-formulas", "value", id)
}

// namedInFormulas checks that recorded figures and sums can be distinguished
// from each other and from the variables, where there are formulas that may
// name them.
func (c *checker) namedInFormulas() {
	if len(c.r.CalculationsOf(OfSeat)) == 0 {
		return
	}
	reserved := slices.Concat(variableNames(SeatVariables), variableNames(TableVariables), []string{"seats"})
	for i, name := range c.r.recorded() {
		at := fmt.Sprintf("/game/figures/%d/id", i)
		if sum := i - len(c.r.Game.Figures); sum >= 0 {
			at = fmt.Sprintf("/game/sums/%d/id", sum)
		}
		c.must(!slices.Contains(reserved, name), at, "reserved", "value", name)
		reserved = append(reserved, name)
	}
}

func (c *checker) rounding(at string, r *Rounding) {
	if r == nil {
		return
	}
	oneOf(c, at+"/rule", r.Rule, Truncate, HalfUp, HalfEven, Exact)
	c.must(r.Digits >= 0 && r.Digits <= maxDigits, at+"/digits", "outside-range")
}

// calculated checks that an id names a calculation of a kind.
func (c *checker) calculated(at, id string, of CalculatedOf) {
	k, ok := c.r.Calculation(id)
	c.must(ok && k.Of == of, at, "no-such-calculation", "id", id)
}

// combination checks how the figures of the games make one.
func (c *checker) combination(at string, k Criterion) {
	m := k.Combine
	if m == nil {
		return
	}
	at += "/combine"
	c.must(!k.OfEntry(), at, "of-no-use")
	oneOf(c, at+"/rule", m.Rule, CombineSum, CombineMean, CombineBest)
	oneOf(c, at+"/gamesBy", m.GamesBy, "", FewestPlayed)
	counted := m.Games > 0 || m.GamesBy != ""
	c.must((m.Rule == CombineBest) == counted && (m.Games == 0 || m.GamesBy == ""), at+"/games", "belongs-to-best")
	c.rounding(at+"/rounding", m.Rounding)
}

func (c *checker) series() {
	s := c.r.Series
	if s == nil {
		return
	}
	c.calculated("/series/points", s.Points, OfEvent)
	if s.Standings != "" {
		c.standingsNamed("/series/standings", s.Standings)
	}
	c.must(s.Counting.Best >= 0 && s.Counting.Best <= MaxEvents, "/series/counting/best", "outside-range")
	oneOf(c, "/series/counting/bestBy", s.Counting.BestBy, "", FewestPlayed)
	c.must(s.Counting.BestBy == "" || s.Counting.Best == 0, "/series/counting/best", "of-no-use")
	c.citeIf(s.Counting.Best > 0 || s.Counting.BestBy != "", "/series/counting/paragraph", s.Counting.Paragraph)
	c.must(len(s.Criteria) > 0, "/series/criteria", "required")
	c.unique("/series/criteria", "figure", names(s.Criteria, func(k Criterion) string { return k.Figure }))
	for i, k := range s.Criteria {
		at := fmt.Sprintf("/series/criteria/%d", i)
		c.seriesFigure(at+"/figure", k.Figure)
		c.must(k.Combine == nil, at+"/combine", "of-no-use")
		c.comparison(at, k)
	}
	c.unique("/series/awards", "id", names(s.Awards, func(a SeriesAward) string { return a.ID }))
	for i, a := range s.Awards {
		at := fmt.Sprintf("/series/awards/%d", i)
		c.must(a.Name != "", at+"/name", "required")
		c.seriesFigure(at+"/figure", a.Figure)
		c.must(a.Least >= 0 && a.Least <= MaxEvents, at+"/least", "outside-range")
		c.cite(at+"/paragraph", a.Paragraph)
	}
	c.cite("/series/paragraph", s.Paragraph)
}

// seriesFigure checks the name of a figure of a series, or of a calculation of one.
func (c *checker) seriesFigure(at, figure string) {
	calculation, ok := c.r.Calculation(figure)
	c.must(slices.Contains(seriesFigures, figure) || ok && calculation.Of == OfSeries, at, "no-such-figure", "figure", figure)
}
