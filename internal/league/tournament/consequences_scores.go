package tournament

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/standings"
)

// FigureChange is a figure of the last standings that differs.
type FigureChange struct {
	Entry     league.Entry    `json:"entry"`
	Criterion rules.Criterion `json:"criterion"`
	Before    league.Frac     `json:"before"`
	After     league.Frac     `json:"after"`
}

// SeatsChange is a drawn table whose seats differ.
type SeatsChange struct {
	Round  int            `json:"round"`
	Table  int            `json:"table"`
	Before []league.Entry `json:"before,omitempty"` // nil: the table did not exist
	After  []league.Entry `json:"after,omitempty"`  // nil: the table does not exist
}

// scores adds the changes of figures, of void games with their scores, and of barred entries.
func (c *Change) scores(before, after State) {
	was := lastStandings(before)
	ranked := make(map[league.Entry]bool)
	for _, row := range lastStandings(after) {
		ranked[row.Entry] = true
		i := slices.IndexFunc(was, func(r standings.Row) bool { return r.Entry == row.Entry })
		if i < 0 {
			continue
		}
		for k, figure := range row.Figures {
			if !figure.Equal(was[i].Figures[k]) {
				c.Figures = append(c.Figures, FigureChange{Entry: row.Entry, Criterion: after.Criteria[k], Before: was[i].Figures[k], After: figure})
			}
		}
	}
	last, now := lastRound(before), lastRound(after)
	for _, p := range now.Pending {
		if _, waited := last.Awaits(p.Entry, p.Round); !waited && ranked[p.Entry] {
			c.Pending = append(c.Pending, p)
		}
	}
	for _, s := range now.Copied {
		if had, ok := last.CopiedTo(s.Entry, s.Round); ranked[s.Entry] && (!ok || had.From != s.From || !had.Points.Equal(s.Points)) {
			c.Copied = append(c.Copied, s)
		}
	}
	for _, b := range after.Barred {
		if !slices.ContainsFunc(before.Barred, func(x Barred) bool { return x.Entry == b.Entry }) {
			c.Barred = append(c.Barred, b)
		}
	}
}

// lastRound returns the last round drawn; the zero one if there is none.
func lastRound(s State) RoundState {
	if len(s.Rounds) == 0 {
		return RoundState{}
	}
	return s.Rounds[len(s.Rounds)-1]
}

// seats adds the tables of the last round whose seats differ: a player has stepped in, or somebody
// has moved because a player does not come.
func (c *Change) seats(before, after State) {
	was, is := lastRound(before), lastRound(after)
	for i := range max(len(was.Tables), len(is.Tables)) {
		change := SeatsChange{Round: max(was.Number, is.Number), Table: i + 1}
		if i < len(was.Tables) {
			change.Before = was.Tables[i].Seats
		}
		if i < len(is.Tables) {
			change.After = is.Tables[i].Seats
		}
		if !slices.Equal(change.Before, change.After) {
			c.Seats = append(c.Seats, change)
		}
	}
}
