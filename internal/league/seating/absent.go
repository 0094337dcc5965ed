package seating

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// WithoutAbsent removes the absent entries from tables already drawn. A table left with one player fewer than
// the ruleset's smallest size takes one from the largest table; of several equally large tables, from the last
// (BG 1.1.5: a game of two from one of four). It returns a league.RuleError if no table can spare a player, and
// also if a table is left with even fewer players, a case that no paragraph covers. An empty table is removed.
func WithoutAbsent(r *rules.Ruleset, drawn Plan, absent []league.Entry) (Plan, error) {
	plan := Plan{Reasons: slices.Clone(drawn.Reasons)}
	for _, table := range drawn.Tables {
		seats := slices.Clone(table.Seats)
		seats = slices.DeleteFunc(seats, func(entry league.Entry) bool { return slices.Contains(absent, entry) })
		if len(seats) > 0 {
			plan.add(seats)
		}
	}
	least := slices.Min(r.Tables.Sizes)
	for i := range plan.Tables {
		short := &plan.Tables[i]
		if len(short.Seats) < least {
			giver := plan.largest()
			if len(giver.Seats) <= least || len(short.Seats) < least-1 || r.Tables.MoveToShort == "" {
				return Plan{}, r.Refuse(r.Tables.MoveToShort, "table-too-small",
					"table", strconv.Itoa(short.Number), "seats", strconv.Itoa(len(short.Seats)))
			}
			last := len(giver.Seats) - 1
			moved := giver.Seats[last]
			giver.Seats = giver.Seats[:last]
			short.Seats = append(short.Seats, moved)
			plan.Moves = append(plan.Moves, Move{Entry: moved, Grounds: r.Grounds(r.Tables.MoveToShort, "moved-to-short-table",
				"entry", strconv.Itoa(int(moved)), "from", strconv.Itoa(giver.Number), "table", strconv.Itoa(short.Number))})
		}
	}
	return plan, nil
}

// largest returns the largest table; of several, the last.
func (p *Plan) largest() *Table {
	found := &p.Tables[0]
	for i := range p.Tables {
		if len(p.Tables[i].Seats) >= len(found.Seats) {
			found = &p.Tables[i]
		}
	}
	return found
}
