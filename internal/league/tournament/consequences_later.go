package tournament

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/seating"
	"referto/internal/league/standings"
)

// StepChange is the next step in two states of one event.
type StepChange struct {
	Before Step `json:"before"`
	After  Step `json:"after"`
}

// FurtherRanks are the changed ranks of standings other than those that seat.
type FurtherRanks struct {
	ID    string       `json:"id"`
	Ranks []RankChange `json:"ranks"`
}

// AwardChange is a prize that another entry gets; 0 is nobody.
type AwardChange struct {
	ID     string       `json:"id"`
	Before league.Entry `json:"before"`
	After  league.Entry `json:"after"`
}

// later adds the changes after the last round: the next step, the final order, the awards.
func (c *Change) later(before, after State) {
	if !sameStep(before.Next, after.Next) {
		c.Next = &StepChange{Before: before.Next, After: after.Next}
	}
	c.Places = rankChanges(finalRanks(before.Final), finalRanks(after.Final))
	for _, is := range lastFurther(after) {
		var was []standings.Row
		for _, list := range lastFurther(before) {
			if list.ID == is.ID {
				was = list.Rows
			}
		}
		if ranks := rankChanges(ranked(was), ranked(is.Rows)); len(ranks) > 0 {
			c.Further = append(c.Further, FurtherRanks{ID: is.ID, Ranks: ranks})
		}
	}
	c.awards(before.Awards, after.Awards)
}

func (c *Change) awards(was, is []Award) {
	holder := func(list []Award, id string) league.Entry {
		for _, award := range list {
			if award.ID == id {
				return award.Entry
			}
		}
		return 0
	}
	var ids []string
	for _, award := range slices.Concat(was, is) {
		if !slices.Contains(ids, award.ID) {
			ids = append(ids, award.ID)
		}
	}
	for _, id := range ids {
		if a, b := holder(was, id), holder(is, id); a != b {
			c.Awards = append(c.Awards, AwardChange{ID: id, Before: a, After: b})
		}
	}
}

func lastFurther(s State) []FurtherStandings {
	if len(s.Rounds) == 0 {
		return nil
	}
	return s.Rounds[len(s.Rounds)-1].Further
}

// placed is an entry with its rank or place.
type placed struct {
	entry league.Entry
	rank  int
}

func ranked(rows []standings.Row) []placed {
	out := make([]placed, len(rows))
	for i, row := range rows {
		out[i] = placed{row.Entry, row.Rank}
	}
	return out
}

func finalRanks(rows []FinalRow) []placed {
	out := make([]placed, len(rows))
	for i, row := range rows {
		out[i] = placed{row.Entry, row.Place}
	}
	return out
}

// rankChanges returns the entries whose rank in is differs from that in was, in the order of is;
// then the entries missing in is.
func rankChanges(was, is []placed) []RankChange {
	var changes []RankChange
	ranks := make(map[league.Entry]int, len(was))
	for _, p := range was {
		ranks[p.entry] = p.rank
	}
	for _, p := range is {
		if rank, stood := ranks[p.entry]; !stood || rank != p.rank {
			changes = append(changes, RankChange{Entry: p.entry, Before: rank, After: p.rank})
		}
		delete(ranks, p.entry)
	}
	for _, p := range was {
		if rank, out := ranks[p.entry]; out {
			changes = append(changes, RankChange{Entry: p.entry, Before: rank})
		}
	}
	return changes
}

// sameStep reports whether two steps draw the same tables for the same reasons, are refused alike,
// or wait for the same results.
func sameStep(a, b Step) bool {
	return a.Kind == b.Kind && a.Number == b.Number && a.Provisional == b.Provisional && a.Undrawn == b.Undrawn &&
		slices.Equal(a.Missing, b.Missing) && samePlan(a.Plan, b.Plan) && sameRefusal(a.Err, b.Err) &&
		slices.EqualFunc(a.Late, b.Late, func(x, y Lateness) bool { return x.Entry == y.Entry && x.Minutes == y.Minutes })
}

func samePlan(a, b *seating.Plan) bool {
	if a == nil || b == nil {
		return a == b
	}
	return slices.EqualFunc(a.Tables, b.Tables, func(x, y seating.Table) bool {
		return x.Number == y.Number && slices.Equal(x.Seats, y.Seats)
	}) && slices.EqualFunc(a.Reasons, b.Reasons, func(x, y league.Grounds) bool { return x.String() == y.String() })
}

func sameRefusal(a, b *league.RuleError) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.String() == b.String()
}
