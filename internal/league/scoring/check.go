package scoring

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Check compares a result with the ruleset and with the seated entries, and lists every fault;
// pointers lead into the result. Only a result without faults may be scored.
func Check(r *rules.Ruleset, variant rules.Variant, seated []league.Entry, result league.Result) league.Faults {
	c := &checker{r: r, variant: variant, result: result}
	c.seats(seated)
	c.leavers()
	if result.Void != nil {
		c.void(*result.Void)
		return c.faults
	}
	c.scored()
	return c.faults
}

type checker struct {
	r       *rules.Ruleset
	variant rules.Variant
	result  league.Result
	faults  league.Faults
}

// scored checks the data by which a game is scored.
func (c *checker) scored() {
	c.figures(true)
	c.objectives()
	c.entered()
	c.ending()
}

func (c *checker) fault(pointer, paragraph, reason string, params ...string) {
	c.faults = append(c.faults, league.Fault{Field: pointer, Grounds: c.r.Grounds(paragraph, reason, params...)})
}

func (c *checker) seats(seated []league.Entry) {
	present := make(map[league.Entry]bool)
	for i, s := range c.result.Seats {
		at := fmt.Sprintf("/seats/%d", i)
		switch {
		case !slices.Contains(seated, s.Entry):
			c.fault(at+"/entry", "", "not-at-this-table", "entry", itoa(s.Entry))
		case present[s.Entry]:
			c.fault(at+"/entry", "", "entry-twice", "entry", itoa(s.Entry))
		}
		present[s.Entry] = true
		if vp := c.variant.VP; s.VP < vp.Min || s.VP > vp.Max {
			c.fault(at+"/vp", c.variant.Paragraph, "points-out-of-range",
				"min", strconv.Itoa(vp.Min), "max", strconv.Itoa(vp.Max), "vp", strconv.Itoa(s.VP))
		}
	}
	for _, entry := range seated {
		if !present[entry] {
			c.fault("/seats", "", "entry-missing", "entry", itoa(entry))
		}
	}
}

// leavers checks that leavers are numbered 1, 2, … in order of leaving.
func (c *checker) leavers() {
	gone := 0
	for _, s := range c.result.Seats {
		if s.Left != 0 {
			gone++
		}
	}
	seen := make(map[int]bool)
	for i, s := range c.result.Seats {
		if s.Left != 0 && (s.Left < 0 || s.Left > gone || seen[s.Left]) {
			c.fault(fmt.Sprintf("/seats/%d/left", i), c.r.Tables.MinToContinue.Paragraph, "not-an-order-of-leaving",
				"left", strconv.Itoa(s.Left), "leavers", strconv.Itoa(gone))
		}
		seen[s.Left] = true
	}
}

// figures checks the figures of every seat; all is false for a void game, in which some may be
// missing.
func (c *checker) figures(all bool) {
	figures := c.r.Game.RecordedAt(len(c.result.Seats))
	for i, s := range c.result.Seats {
		at := fmt.Sprintf("/seats/%d/figures", i)
		for _, f := range figures {
			value, ok := s.Figures[f.ID]
			switch {
			case !ok && !all:
			case !ok:
				c.fault(at, f.Paragraph, "figure-missing", "figure", f.Name)
			case value < f.Range.Min || value > f.Range.Max:
				c.fault(at+"/"+f.ID, f.Paragraph, "figure-out-of-range", "figure", f.Name,
					"min", strconv.Itoa(f.Range.Min), "max", strconv.Itoa(f.Range.Max))
			}
		}
		for _, id := range slices.Sorted(maps.Keys(s.Figures)) {
			if !slices.ContainsFunc(figures, func(f rules.Figure) bool { return f.ID == id }) {
				c.fault(at+"/"+id, "", "figure-not-recorded-here", "figure", id)
			}
		}
	}
	for _, f := range figures {
		c.onePerTable(f)
	}
}

// onePerTable checks that at most one seat has a figure that exists once per table.
func (c *checker) onePerTable(f rules.Figure) {
	holders := 0
	for i, s := range c.result.Seats {
		if s.Figures[f.ID] == 0 {
			continue
		}
		if holders++; f.OnePerTable && holders > 1 {
			c.fault(fmt.Sprintf("/seats/%d/figures/%s", i, f.ID), f.Paragraph, "figure-at-two-seats", "figure", f.Name)
		}
	}
}

func (c *checker) ending() {
	switch c.result.Ended {
	case league.Declared, league.TimeLimit, league.TooFewPlayers:
	case league.Completed:
		if c.r.Game.Declaration.Required {
			c.fault("/ended", c.r.Game.Declaration.Paragraph, "victory-not-declared")
		}
	default:
		c.fault("/ended", "", "unknown-ending", "ended", string(c.result.Ended))
		return
	}
	c.declaration()
	if c.result.Ended == league.TimeLimit && c.r.Time.Limit == "none" {
		c.fault("/ended", c.r.Time.Paragraph, "no-time-limit")
	}
	least := c.r.Tables.MinToContinue
	remain := 0
	for _, s := range c.result.Seats {
		if s.Left == 0 {
			remain++
		}
	}
	params := []string{"remaining", strconv.Itoa(remain), "least", strconv.Itoa(least.Players)}
	tooFew := remain < least.Players
	switch {
	case tooFew && c.result.Ended != league.TooFewPlayers:
		c.fault("/ended", least.Paragraph, "too-few-to-go-on", params...)
	case !tooFew && c.result.Ended == league.TooFewPlayers:
		c.fault("/ended", least.Paragraph, "enough-to-go-on", params...)
	}
}

// declaration checks that a declared game, and no other, has a declaring entry, who stayed and had
// enough points, if they are recorded.
func (c *checker) declaration() {
	const at = "/declaredBy"
	par := c.r.Game.Declaration.Paragraph
	by := c.result.DeclaredBy
	if c.result.Ended != league.Declared {
		if by != 0 {
			c.fault(at, par, "nobody-can-have-declared", "ended", string(c.result.Ended))
		}
		return
	}
	i := slices.IndexFunc(c.result.Seats, func(s league.SeatResult) bool { return s.Entry == by })
	switch {
	case by == 0:
		c.fault(at, par, "declarer-missing")
	case i < 0:
		c.fault(at, par, "declarer-not-at-this-table", "entry", itoa(by))
	case c.result.Seats[i].Left != 0:
		c.fault(at, par, "declarer-had-left", "entry", itoa(by))
	case !c.r.Scoring.Reached(c.result.Seats[i].VP, c.variant.Target) && !c.r.Scoring.ScoredElsewhere(len(c.result.Seats)):
		reason := "declarer-below-target"
		if c.r.Scoring.FewestPointsFirst() {
			reason = "declarer-above-target"
		}
		c.fault(at, par, reason, "entry", itoa(by),
			"vp", strconv.Itoa(c.result.Seats[i].VP), "target", strconv.Itoa(c.variant.Target))
	}
}

func itoa(entry league.Entry) string { return strconv.Itoa(int(entry)) }
