package rules

import (
	"fmt"
	"slices"
	"strconv"

	"referto/internal/league"
)

// fieldsTried is up to how many entrants a field without end is tried: beyond,
// structures and splits repeat.
const fieldsTried = 200

func (c *checker) format() {
	f := c.r.Format
	c.must(len(f.Formulas) > 0, "/format/formulas", "required")
	c.cite("/format/paragraph", f.Paragraph)
	c.cite("/format/otherStructure/paragraph", f.OtherStructure.Paragraph)
	c.unique("/format/formulas", "id", names(f.Formulas, func(f Formula) string { return f.ID }))
	for i, formula := range f.Formulas {
		c.formula(fmt.Sprintf("/format/formulas/%d/brackets", i), formula)
	}
}

func (c *checker) formula(at string, formula Formula) {
	next := c.r.Field.Min
	for i, b := range formula.Brackets {
		here := fmt.Sprintf("%s/%d", at, i)
		c.must(b.From == next, here+"/from", "gap-or-overlap", "want", strconv.Itoa(next))
		c.must(b.To == 0 || b.To >= b.From, here+"/to", "less-than-from")
		c.must(b.To != 0 || i == len(formula.Brackets)-1, here+"/to", "required")
		c.structure(here, b.Structure)
		next = b.To + 1
	}
	end := next - 1 // 0 after an open bracket
	c.must(len(formula.Brackets) > 0 && (end == c.r.Field.Max || end == 0), at, "ends-before-field")
}

func (c *checker) structure(at string, s Structure) {
	e := c.r.Elimination
	c.must(s.Rounds >= 1, at+"/rounds", "too-small", "least", "1")
	c.must(!s.Semifinal || e.Semifinal != nil, at+"/semifinal", "no-semifinal-rule")
	c.must(!s.Semifinal || s.Final, at+"/final", "semifinal-without-final")
	c.must(!s.Final || e.Final != nil, at+"/final", "no-final-rule")
}

func (c *checker) seating() {
	pairings := c.r.Seating.Pairings
	c.must(len(pairings) > 0, "/seating/pairings", "required")
	c.unique("/seating/pairings", "system", names(pairings, func(p Pairing) string { return string(p.System) }))
	for i, p := range pairings {
		at := fmt.Sprintf("/seating/pairings/%d", i)
		oneOf(c, at+"/system", p.System, ByStandings, FixedSchedule)
		c.cite(at+"/paragraph", p.Paragraph)
		switch p.System {
		case ByStandings:
			c.cite(at+"/firstRound", p.FirstRound)
			c.standingsNamed(at+"/standings", p.Standings)
		case FixedSchedule:
			c.must(len(p.Schedules) > 0, at+"/schedules", "required")
			for j, s := range p.Schedules {
				c.schedule(fmt.Sprintf("%s/schedules/%d", at, j), s)
			}
		}
	}
}

func (c *checker) schedule(at string, s Schedule) {
	c.cite(at+"/paragraph", s.Paragraph)
	if s.From < 1 || s.To < s.From || s.To > fieldsTried || len(s.Drop) != s.To-s.From {
		c.fault(at+"/drop", "one-for-each-missing-entrant")
		return
	}
	for i, place := range s.Drop {
		c.must(place >= 1 && place <= s.To && !slices.Contains(s.Drop[:i], place),
			fmt.Sprintf("%s/drop/%d", at, i), "no-such-place", "place", strconv.Itoa(place))
	}
	for i, tables := range s.Rounds {
		here := fmt.Sprintf("%s/rounds/%d", at, i)
		c.must(seatsEveryPlace(tables, s.To), here, "not-every-place-once")
		for n := s.From; n <= s.To; n++ {
			places := s.Places(n)
			for j, table := range tables {
				seated := 0
				for _, place := range table {
					if slices.Contains(places, place) {
						seated++
					}
				}
				c.must(slices.Contains(c.r.Tables.Sizes, seated), fmt.Sprintf("%s/%d", here, j),
					"table-size-not-allowed", "size", strconv.Itoa(seated), "entrants", strconv.Itoa(n))
			}
		}
	}
}

func seatsEveryPlace(tables [][]int, places int) bool {
	seated := slices.Sorted(slices.Values(slices.Concat(tables...)))
	for i, place := range seated {
		if place != i+1 {
			return false
		}
	}
	return len(seated) == places
}

func (c *checker) scoring() {
	s := c.r.Scoring
	for _, w := range []struct {
		name string
		WinWeight
	}{{"declared", s.Wins.Declared}, {"timeLimit", s.Wins.TimeLimit}, {"tooFewPlayers", s.Wins.TooFewPlayers}} {
		at := "/scoring/wins/" + w.name
		c.must(w.Counts.Cmp(league.Frac{}) >= 0 && w.Counts.Cmp(league.Int(1)) <= 0, at+"/counts", "outside-range", "min", "0", "max", "1")
		c.cite(at+"/paragraph", w.Paragraph)
	}
	oneOf(c, "/scoring/cap/rule", s.Cap.Rule, CapNobody, CapWinner, CapAll)
	c.cite("/scoring/cap/paragraph", s.Cap.Paragraph)
	oneOf(c, "/scoring/share/total", s.Share.Total, CappedTotal, RawTotal)
	oneOf(c, "/scoring/share/leavers", s.Share.Leavers, Included, Excluded)
	oneOf(c, "/scoring/share/rounding", s.Share.Rounding, Truncate, HalfUp, Exact)
	c.must(s.Share.Digits >= 0 && s.Share.Digits <= maxDigits, "/scoring/share/digits", "outside-range")
	c.cite("/scoring/share/paragraph", s.Share.Paragraph)
	oneOf(c, "/scoring/level/rule", s.Level.Rule, RunningStanding, ThisGameOnly)
	c.standingsNamed("/scoring/level/standings", s.Level.Standings)
	c.cite("/scoring/level/paragraph", s.Level.Paragraph)
}

// maxDigits bounds the decimals of a figure, far from the end of 64 bits.
const maxDigits = 6

func (c *checker) standingsNamed(at, id string) {
	_, ok := c.r.StandingsOf(id)
	c.must(ok, at, "no-such-standings", "id", id)
}

func (c *checker) standings() {
	c.must(len(c.r.Standings) > 0, "/standings", "required")
	c.unique("/standings", "id", names(c.r.Standings, func(s Standings) string { return s.ID }))
	for i, s := range c.r.Standings {
		at := fmt.Sprintf("/standings/%d", i)
		c.cite(at+"/paragraph", s.Paragraph)
		c.must(len(s.Criteria) > 0, at+"/criteria", "required")
		c.unique(at+"/criteria", "figure", names(s.Criteria, func(k Criterion) string { return k.Figure }))
		for j, k := range s.Criteria {
			c.criterion(fmt.Sprintf("%s/criteria/%d", at, j), k)
		}
	}
}

func (c *checker) criterion(at string, k Criterion) {
	recorded := slices.ContainsFunc(c.r.Game.Figures, func(f Figure) bool { return f.ID == k.Figure })
	c.must(recorded || slices.Contains(computedFigures, k.Figure), at+"/figure", "no-such-figure", "figure", k.Figure)
	oneOf(c, at+"/best", k.Best, Most, Fewest)
	c.must(k.Digits >= 0 && k.Digits <= maxDigits, at+"/digits", "outside-range")
	c.cite(at+"/paragraph", k.Paragraph)
}

func (c *checker) elimination() {
	e := c.r.Elimination
	if e.Semifinal == nil && e.Final == nil {
		return
	}
	c.standingsNamed("/elimination/standings", e.Standings)
	if f := e.Final; f != nil {
		c.must(slices.Contains(c.r.Tables.Sizes, f.Players), "/elimination/final/players", "table-size-not-allowed")
		oneOf(c, "/elimination/final/level", f.Level, PreliminaryStanding, ThisGameOnly)
		c.cite("/elimination/final/paragraph", f.Paragraph)
	}
	if s := e.Semifinal; s != nil {
		c.semifinal(*s)
	}
}

func (c *checker) semifinal(s SemifinalRule) {
	const at = "/elimination/semifinal"
	c.must(seatsEveryPlace(s.Seeds, len(slices.Concat(s.Seeds...))), at+"/seeds", "not-every-rank-once")
	for i, table := range s.Seeds {
		c.must(slices.Contains(c.r.Tables.Sizes, len(table)), fmt.Sprintf("%s/seeds/%d", at, i), "table-size-not-allowed")
	}
	f := c.r.Elimination.Final
	c.must(f != nil && s.Advance*len(s.Seeds) == f.Players, at+"/advance", "does-not-fill-final")
	oneOf(c, at+"/level", s.Level, PreliminaryStanding, ThisGameOnly)
	oneOf(c, at+"/callUp/allSemifinals", s.CallUp.AllSemifinals, BySemifinalResult, ByPreliminaryStanding)
	c.cite(at+"/paragraph", s.Paragraph)
	c.cite(at+"/callUp/paragraph", s.CallUp.Paragraph)
}
