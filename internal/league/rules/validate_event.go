package rules

import (
	"fmt"
	"slices"
	"strconv"
)

// fieldsTried is up to how many entrants a field without end is tried: beyond,
// structures and splits repeat.
const fieldsTried = 200

func (c *checker) format() {
	f := c.r.Format
	c.must(len(f.Formulas) > 0, "/format/formulas", "required")
	c.cite("/format/paragraph", f.Paragraph)
	c.citeIf(f.OtherStructure.Allowed, "/format/otherStructure/paragraph", f.OtherStructure.Paragraph)
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
		c.fitsSmallest(here, b)
		c.finalFills(here, b)
		next = b.To + 1
	}
	end := next - 1 // 0 after an open bracket
	c.must(len(formula.Brackets) > 0 && (end == c.r.Field.Max || end == 0), at, "ends-before-field")
}

func (c *checker) structure(at string, s Structure) {
	e := c.r.Elimination
	c.must(s.Rounds >= 1 || s.Advance > 0, at+"/rounds", "too-small", "least", "1")
	c.must(s.Rounds == 0 || s.Advance == 0, at+"/advance", "of-no-use")
	c.must(s.Advance >= 0, at+"/advance", "too-small", "least", "0")
	c.must(s.Semifinal || s.Advance == 0, at+"/semifinal", "required")
	c.must(s.Rounds <= maxRounds, at+"/rounds", "outside-range", "min", "1", "max", strconv.Itoa(maxRounds))
	c.must(!s.Semifinal || e.Semifinal != nil, at+"/semifinal", "no-semifinal-rule")
	c.must(!s.Semifinal || s.Final, at+"/final", "semifinal-without-final")
	c.must(!s.Final || e.Final != nil, at+"/final", "no-final-rule")
}

// maxRounds bounds the rounds of an event.
const maxRounds = 50

// fitsSmallest checks that semifinal and final have players enough in the smallest
// field of a bracket.
func (c *checker) fitsSmallest(at string, b Bracket) {
	least := strconv.Itoa(b.From)
	if s := c.r.Elimination.Semifinal; b.Semifinal && b.Advance == 0 && s != nil {
		c.must(len(slices.Concat(s.Seeds...)) <= b.From, at+"/semifinal", "seeds-beyond-field", "entrants", least)
	}
	if f := c.r.Elimination.Final; b.Final && f != nil {
		c.must(f.Players <= b.From, at+"/final", "final-beyond-field", "entrants", least)
	}
}

func (c *checker) seating() {
	pairings := c.r.Seating.Pairings
	c.must(len(pairings) > 0, "/seating/pairings", "required")
	c.unique("/seating/pairings", "system", names(pairings, func(p Pairing) string { return string(p.System) }))
	for i, p := range pairings {
		at := fmt.Sprintf("/seating/pairings/%d", i)
		oneOf(c, at+"/system", p.System, ByStandings, FixedSchedule, ByLot, ByPreviousStandings)
		c.cite(at+"/paragraph", p.Paragraph)
		switch p.System {
		case ByStandings:
			c.cite(at+"/firstRound", p.FirstRound)
			c.standingsNamed(at+"/standings", p.Standings)
		case ByLot:
			c.cite(at+"/firstRound", p.FirstRound)
			c.must(p.Standings == "", at+"/standings", "of-no-use")
		case ByPreviousStandings:
			c.standingsNamed(at+"/standings", p.Standings)
			oneOf(c, at+"/later", p.Later, CurrentStanding, PreviousTournament)
		case FixedSchedule:
			c.scheduledRounds(at, p)
			oneOf(c, at+"/otherwise", p.Otherwise, "", RefuseSchedule, MakeSchedule)
			c.must(len(p.Schedules) > 0 || p.Otherwise == MakeSchedule, at+"/schedules", "required")
			for j, s := range p.Schedules {
				c.schedule(fmt.Sprintf("%s/schedules/%d", at, j), s)
				twice := func(other Schedule) bool { return other.From <= s.To && s.From <= other.To }
				c.must(!slices.ContainsFunc(p.Schedules[:j], twice), fmt.Sprintf("%s/schedules/%d/from", at, j), "repeated", "value", strconv.Itoa(s.From))
			}
		}
		c.must(p.System == ByStandings || p.System == ByLot || p.FirstRound == "", at+"/firstRound", "of-no-use")
		c.must(p.System == ByPreviousStandings || p.Later == "", at+"/later", "of-no-use")
		c.must(p.System == FixedSchedule || len(p.Schedules) == 0, at+"/schedules", "of-no-use")
		c.must(p.System == FixedSchedule || p.Otherwise == "", at+"/otherwise", "of-no-use")
		c.must(p.System == FixedSchedule || p.ScheduledRounds == 0, at+"/scheduledRounds", "of-no-use")
		if p.Rematches != nil {
			c.must(p.System == ByStandings || p.ScheduledRounds > 0, at+"/rematches", "not-by-standings")
			c.must(p.Rematches.Within >= 1 && p.Rematches.Within <= fieldsTried, at+"/rematches/within", "outside-range")
			c.cite(at+"/rematches/paragraph", p.Rematches.Paragraph)
		}
		if p.Apart != nil {
			oneOf(c, at+"/apart/exchange", p.Apart.Exchange, Nearest, Farthest)
			c.cite(at+"/apart/paragraph", p.Apart.Paragraph)
		}
	}
}

// scheduledRounds checks the seating of the rounds after those of a schedule: standings,
// where there are such rounds.
func (c *checker) scheduledRounds(at string, p Pairing) {
	c.must(p.ScheduledRounds >= 0 && p.ScheduledRounds <= maxRounds, at+"/scheduledRounds", "outside-range", "min", "0", "max", strconv.Itoa(maxRounds))
	if p.ScheduledRounds == 0 {
		c.must(p.Standings == "", at+"/standings", "of-no-use")
		return
	}
	c.standingsNamed(at+"/standings", p.Standings)
	for i, s := range p.Schedules {
		enough := len(s.Rounds) >= p.ScheduledRounds || p.Otherwise == MakeSchedule
		c.must(enough, fmt.Sprintf("%s/schedules/%d/rounds", at, i), "schedule-below-rounds", "rounds", strconv.Itoa(p.ScheduledRounds))
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
	c.must(len(s.Rounds) >= 1 && len(s.Rounds) <= maxRounds, at+"/rounds", "outside-range", "min", "1", "max", strconv.Itoa(maxRounds))
	for i, tables := range s.Rounds {
		here := fmt.Sprintf("%s/rounds/%d", at, i)
		c.must(seatsEveryPlace(tables, s.To), here, "not-every-place-once")
		for n := s.From; n <= s.To; n++ {
			c.scheduledSizes(here, tables, n, s.Places(n))
		}
	}
}

// scheduledSizes checks that the tables of a scheduled round have allowed sizes
// when only some of the places are taken.
func (c *checker) scheduledSizes(at string, tables [][]int, entrants int, places []int) {
	taken := make(map[int]bool, len(places))
	for _, place := range places {
		taken[place] = true
	}
	for j, table := range tables {
		seated := 0
		for _, place := range table {
			if taken[place] {
				seated++
			}
		}
		c.must(slices.Contains(c.r.Tables.Sizes, seated), fmt.Sprintf("%s/%d", at, j),
			"table-size-not-allowed", "size", strconv.Itoa(seated), "entrants", strconv.Itoa(entrants))
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

// maxCriteria bounds the comparisons of one standings.
const maxCriteria = 50

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
		c.must(len(s.Criteria) <= maxCriteria, at+"/criteria", "too-many", "most", strconv.Itoa(maxCriteria))
		for j, k := range s.Criteria {
			c.criterion(fmt.Sprintf("%s/criteria/%d", at, j), k)
			c.must(k.Figure != FigureStart, fmt.Sprintf("%s/criteria/%d/figure", at, j), "of-one-game-only")
		}
		c.must(s.MinGames >= 0, at+"/minGames", "too-small", "least", "0")
		c.citeIf(s.MinGames > 0, at+"/minGamesParagraph", s.MinGamesParagraph)
	}
}

func (c *checker) criterion(at string, k Criterion) {
	recorded := slices.ContainsFunc(c.r.Game.Figures, func(f Figure) bool { return f.ID == k.Figure })
	recorded = recorded || slices.ContainsFunc(c.r.Game.Sums, func(s Sum) bool { return s.ID == k.Figure })
	if calculation, ok := c.r.Calculation(k.Figure); ok {
		recorded = calculation.Of == OfSeat
	}
	c.must(recorded || slices.Contains(computedFigures, k.Figure), at+"/figure", "no-such-figure", "figure", k.Figure)
	c.combination(at, k)
	c.comparison(at, k)
}

// comparison checks how a figure is compared and shown.
func (c *checker) comparison(at string, k Criterion) {
	oneOf(c, at+"/best", k.Best, Most, Fewest)
	c.must(k.Digits >= 0 && k.Digits <= maxDigits, at+"/digits", "outside-range")
	c.cite(at+"/paragraph", k.Paragraph)
}

func (c *checker) elimination() {
	e := c.r.Elimination
	if e.Standings != "" {
		c.standingsNamed("/elimination/standings", e.Standings)
	}
	if f := e.Final; f != nil {
		c.must(slices.Contains(c.r.Tables.Sizes, f.Players), "/elimination/final/players", "table-size-not-allowed")
		oneOf(c, "/elimination/final/level", f.Level, PreliminaryStanding, ThisGameOnly, FinalGame, GameCriteria)
		c.gameCriteria(f.Level)
		c.unique("/elimination/final/fromTables", "entrants", names(f.FromTables, func(t FromTables) string { return strconv.Itoa(t.Entrants) }))
		for i, t := range f.FromTables {
			at := fmt.Sprintf("/elimination/final/fromTables/%d", i)
			c.must(c.r.Field.Contains(t.Entrants), at+"/entrants", "outside-field")
			c.must(t.First > 0 && f.Players%t.First == 0, at+"/first", "does-not-fill-final")
		}
		c.cite("/elimination/final/paragraph", f.Paragraph)
	}
	if s := e.Semifinal; s != nil {
		c.semifinal(*s)
	}
}

// gameCriteria checks that a level rule by the criteria of one game has them.
func (c *checker) gameCriteria(rule LevelRule) {
	c.must(rule != GameCriteria || len(c.r.Scoring.Level.Criteria) > 0, "/scoring/level/criteria", "required")
}

func (c *checker) semifinal(s SemifinalRule) {
	const at = "/elimination/semifinal"
	c.must(len(s.Seeds) > 0, at+"/seeds", "required")
	c.must(seatsEveryPlace(s.Seeds, len(slices.Concat(s.Seeds...))), at+"/seeds", "not-every-rank-once")
	for i, table := range s.Seeds {
		c.must(slices.Contains(c.r.Tables.Sizes, len(table)), fmt.Sprintf("%s/seeds/%d", at, i), "table-size-not-allowed")
	}
	f := c.r.Elimination.Final
	c.must(f != nil && s.Advance > 0 && s.Advance*len(s.Seeds) == f.Players, at+"/advance", "does-not-fill-final")
	for i, table := range s.Seeds {
		c.must(s.Advance < len(table), fmt.Sprintf("%s/seeds/%d", at, i), "everybody-advances")
	}
	oneOf(c, at+"/level", s.Level, PreliminaryStanding, ThisGameOnly, FinalGame, GameCriteria)
	c.gameCriteria(s.Level)
	oneOf(c, at+"/callUp/allSemifinals", s.CallUp.AllSemifinals, BySemifinalResult, ByPreliminaryStanding)
	c.cite(at+"/paragraph", s.Paragraph)
	c.cite(at+"/callUp/paragraph", s.CallUp.Paragraph)
}
