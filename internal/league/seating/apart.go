package seating

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Move is a change of the table that a plan makes.
type Move struct {
	Entry league.Entry `json:"entry"`
	// With is who comes the other way; 0 for nobody.
	With    league.Entry   `json:"with,omitempty"`
	Grounds league.Grounds `json:"grounds"`
}

// KeepApart exchanges entries so that no pair sits at one table (SQ00 7): the
// one who ranks lower goes to the next table, at the last the one who ranks
// higher to the one before, and somebody comes back who sits with nobody he must
// be kept apart from. Pairs are seen to in the order given, each where an
// exchange is possible. Ranked are the entries in the order of the standings, by
// which the seats of every table are ordered.
func KeepApart(r *rules.Ruleset, rule rules.Apart, plan Plan, ranked []league.Entry, pairs [][2]league.Entry) Plan {
	k := &keeper{rule: rule, plan: plan, ranked: ranked, pairs: pairs}
	k.plan.Tables = slices.Clone(plan.Tables)
	for i := range k.plan.Tables {
		k.plan.Tables[i].Seats = slices.Clone(plan.Tables[i].Seats)
	}
	for _, pair := range pairs {
		if move, ok := k.separate(pair); ok {
			move.Grounds = r.Grounds(rule.Paragraph, "kept-apart",
				"entry", strconv.Itoa(int(move.Entry)), "with", strconv.Itoa(int(move.With)))
			k.plan.Moves = append(k.plan.Moves, move)
		}
	}
	return k.plan
}

// keeper is one pass over the pairs.
type keeper struct {
	rule   rules.Apart
	plan   Plan
	ranked []league.Entry
	pairs  [][2]league.Entry
}

// separate moves one of a pair that sits at one table, if it can.
func (k *keeper) separate(pair [2]league.Entry) (Move, bool) {
	here := k.tableOf(pair[0])
	if here < 0 || here != k.tableOf(pair[1]) || len(k.plan.Tables) < 2 {
		return Move{}, false
	}
	higher, lower := pair[0], pair[1]
	if k.rank(higher) > k.rank(lower) {
		higher, lower = lower, higher
	}
	mover, there := lower, here+1
	if here == len(k.plan.Tables)-1 {
		mover, there = higher, here-1
	}
	candidates := slices.Clone(k.plan.Tables[there].Seats)
	slices.SortFunc(candidates, func(a, b league.Entry) int {
		order := k.distance(mover, a) - k.distance(mover, b)
		if k.rule.Exchange == rules.Farthest {
			order = -order
		}
		return order
	})
	for _, other := range candidates {
		if k.conflicts(mover, there, other) || k.conflicts(other, here, mover) {
			continue
		}
		k.exchange(mover, here, other, there)
		return Move{Entry: mover, With: other}, true
	}
	return Move{}, false
}

// conflicts tells whether an entry must be kept apart from somebody at a table
// that another is just leaving.
func (k *keeper) conflicts(entry league.Entry, table int, leaving league.Entry) bool {
	for _, pair := range k.pairs {
		other := pair[0]
		switch entry {
		case pair[0]:
			other = pair[1]
		case pair[1]:
		default:
			continue
		}
		if other != leaving && slices.Contains(k.plan.Tables[table].Seats, other) {
			return true
		}
	}
	return false
}

func (k *keeper) exchange(a league.Entry, tableA int, b league.Entry, tableB int) {
	for _, change := range []struct {
		table   int
		out, in league.Entry
	}{{tableA, a, b}, {tableB, b, a}} {
		seats := k.plan.Tables[change.table].Seats
		seats[slices.Index(seats, change.out)] = change.in
		slices.SortFunc(seats, func(x, y league.Entry) int { return k.rank(x) - k.rank(y) })
	}
}

func (k *keeper) tableOf(entry league.Entry) int {
	return slices.IndexFunc(k.plan.Tables, func(t Table) bool { return slices.Contains(t.Seats, entry) })
}

func (k *keeper) rank(entry league.Entry) int { return slices.Index(k.ranked, entry) }

func (k *keeper) distance(a, b league.Entry) int {
	d := k.rank(a) - k.rank(b)
	return max(d, -d)
}
