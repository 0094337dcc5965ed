package scoring

import (
	"fmt"
	"slices"
	"strconv"

	"referto/internal/league"
)

// void checks a decision to declare a game void.
func (c *checker) void(decision league.Void) {
	if c.r.Scoring.Void == nil {
		c.fault("/void", "", "no-void-games", "section", "scoring.void")
		return
	}
	par := c.r.Scoring.Void.Paragraph
	for _, list := range []struct {
		name    string
		entries []league.Entry
	}{{"for", decision.For}, {"atFault", decision.AtFault}} {
		for i, entry := range list.entries {
			at := fmt.Sprintf("/void/%s/%d", list.name, i)
			switch {
			case !slices.ContainsFunc(c.result.Seats, func(s league.SeatResult) bool { return s.Entry == entry }):
				c.fault(at, par, "not-at-this-table", "entry", itoa(entry))
			case slices.Contains(list.entries[:i], entry):
				c.fault(at, par, "entry-twice", "entry", itoa(entry))
			}
		}
	}
	for i, entry := range decision.AtFault {
		if slices.Contains(decision.For, entry) {
			c.fault(fmt.Sprintf("/void/atFault/%d", i), par, "at-fault-and-scored", "entry", itoa(entry))
		}
	}
	if decision.OthersScored {
		c.scored()
		return
	}
	c.figures(false)
	c.knownObjectives()
	for _, s := range c.result.Seats {
		if !slices.Contains(decision.For, s.Entry) && !slices.Contains(decision.AtFault, s.Entry) {
			c.fault("/void/for", par, "entry-missing", "entry", itoa(s.Entry))
		}
	}
}

// objectives checks that every seat of a table of teams has one of the
// objectives and no two the same, that a team that won at once exists, and that
// something separates the teams.
func (c *checker) objectives() {
	teams := c.r.Scoring.Teams
	if !c.r.Scoring.InTeams(len(c.result.Seats)) {
		if c.result.WonAtOnce != "" {
			c.fault("/wonAtOnce", "", "no-teams-at-this-table")
		}
		c.knownObjectives()
		return
	}
	dealt := make(map[string]bool)
	known := map[string]bool{"": true}
	for _, o := range c.r.Game.Objectives {
		known[o.Team] = true
	}
	before := len(c.faults)
	for i, s := range c.result.Seats {
		at := fmt.Sprintf("/seats/%d/objective", i)
		switch objective, ok := c.r.Game.Objective(s.Objective); {
		case !ok:
			c.fault(at, teams.Sudden.Paragraph, "no-such-objective", "objective", s.Objective)
		case dealt[s.Objective]:
			c.fault(at, teams.Sudden.Paragraph, "objective-twice", "objective", objective.Name)
		}
		dealt[s.Objective] = true
	}
	if !known[c.result.WonAtOnce] {
		c.fault("/wonAtOnce", teams.Sudden.Paragraph, "no-such-team", "team", c.result.WonAtOnce)
	}
	if len(c.faults) > before || len(dealt) != len(c.r.Game.Objectives) {
		return
	}
	c.decided()
}

// knownObjectives checks the objectives of seats that need not have any.
func (c *checker) knownObjectives() {
	for i, s := range c.result.Seats {
		if _, ok := c.r.Game.Team(s.Objective); !ok && s.Objective != "" {
			c.fault(fmt.Sprintf("/seats/%d/objective", i), "", "no-such-objective", "objective", s.Objective)
		}
	}
}

// decided checks that the rules find a winner: exactly one team won at once, or a figure separates
// the teams.
func (c *checker) decided() {
	teams := c.r.Scoring.Teams
	won := make(map[string]bool)
	if c.result.WonAtOnce != "" {
		won[c.result.WonAtOnce] = true
	}
	g := Game{Seats: make([]Seat, len(c.result.Seats))}
	for i, s := range c.result.Seats {
		team, _ := c.r.Game.Team(s.Objective)
		g.Seats[i] = Seat{VP: s.VP, Team: team, Figures: figuresOf(c.r, len(g.Seats), s)}
		if s.Figures[teams.Sudden.Figure] != 0 {
			won[team] = true
		}
	}
	if len(won) > 1 {
		c.fault("/wonAtOnce", teams.Sudden.Paragraph, "two-teams-won-at-once")
		return
	}
	if team, _ := g.winningTeam(c.r, c.result); team == "" {
		c.fault("", teams.Paragraph, "teams-level")
	}
}

// entered checks that a table scored elsewhere has entered points and no points on the board, and
// that other tables have no entered points.
func (c *checker) entered() {
	rule := c.r.Scoring.Entered
	size := len(c.result.Seats)
	here := c.r.Scoring.ScoredElsewhere(size)
	for i, s := range c.result.Seats {
		if here && s.VP != 0 {
			c.fault(fmt.Sprintf("/seats/%d/vp", i), rule.Paragraph, "board-points-not-recorded-here", "seats", strconv.Itoa(size))
		}
		at := fmt.Sprintf("/seats/%d/points", i)
		switch {
		case here && s.Points == nil:
			c.fault(at, rule.Paragraph, "points-missing", "seats", strconv.Itoa(size))
		case !here && s.Points != nil:
			c.fault(at, "", "points-not-entered-here", "seats", strconv.Itoa(size))
		case here && (s.Points.Cmp(league.Int(rule.Range.Min)) < 0 || s.Points.Cmp(league.Int(rule.Range.Max)) > 0):
			c.fault(at, rule.Paragraph, "points-out-of-range",
				"min", strconv.Itoa(rule.Range.Min), "max", strconv.Itoa(rule.Range.Max), "vp", s.Points.String())
		}
	}
}
