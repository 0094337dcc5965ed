package tournament

import (
	"fmt"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// sanctionKind checks that the ruleset defines the effect of a sanction.
func (c *factChecker) sanctionKind(at string, s league.Sanction) {
	switch s.Kind {
	case league.Warning, league.Expulsion:
	case league.Points:
		if _, ok := PenaltyPoints(c.r, s); !ok {
			c.fault(at+"/points", "points-missing", "offense", s.Reason)
		}
	default:
		c.fault(at+"/kind", "unknown-sanction", "kind", string(s.Kind))
	}
}

// PenaltyPoints returns the points that a sanction adds: its own, or those of the offense (SQ00
// penalties); ok is false if there are none.
func PenaltyPoints(r *rules.Ruleset, s league.Sanction) (league.Frac, bool) {
	if s.Points != nil {
		return *s.Points, true
	}
	i := slices.IndexFunc(r.Discipline.Offenses, func(o rules.Offense) bool { return o.Code == s.Reason && o.Points != nil })
	if i < 0 {
		return league.Frac{}, false
	}
	return *r.Discipline.Offenses[i].Points, true
}

// attendance checks the facts about absent, late and separated entries, and the previous standings.
func (c *factChecker) attendance() {
	for i, a := range c.facts.Absences {
		c.coming(fmt.Sprintf("/absences/%d", i), a.Entry, a.Round)
	}
	for i, a := range c.facts.Arrivals {
		at := fmt.Sprintf("/arrivals/%d", i)
		c.coming(at, a.Entry, a.Round)
		if c.r.Attendance == nil {
			c.fault(at, "no-rule-on-lateness", "section", "attendance")
		}
	}
	for i, a := range c.facts.Apart {
		for j, entry := range a.Pair {
			if !c.entrants[entry] {
				c.fault(fmt.Sprintf("/apart/%d/pair/%d", i, j), "not-an-entrant", "entry", itoa(entry))
			}
		}
		if a.Pair[0] == a.Pair[1] {
			c.fault(fmt.Sprintf("/apart/%d/pair", i), "apart-from-himself", "entry", itoa(a.Pair[0]))
		}
	}
	seen := make(map[league.Entry]bool)
	for i, entry := range c.facts.Previous {
		at := fmt.Sprintf("/previous/%d", i)
		switch {
		case !c.entrants[entry]:
			c.fault(at, "not-an-entrant", "entry", itoa(entry))
		case seen[entry]:
			c.fault(at, "entry-twice", "entry", itoa(entry))
		}
		seen[entry] = true
	}
}

// coming checks an entry and the number of a round that is drawn or next.
func (c *factChecker) coming(at string, entry league.Entry, round int) {
	if !c.entrants[entry] {
		c.fault(at+"/entry", "not-an-entrant", "entry", itoa(entry))
	}
	if round < 1 || round > len(c.facts.Rounds)+1 {
		c.fault(at+"/round", "no-such-round", "round", strconv.Itoa(round))
	}
}
