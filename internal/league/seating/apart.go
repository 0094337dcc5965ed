package seating

import (
	"cmp"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Move is a change of table that a plan makes.
type Move struct {
	Entry league.Entry `json:"entry"`
	// With is the entry that moves the other way in exchange; 0 for none.
	With    league.Entry   `json:"with,omitempty"`
	Grounds league.Grounds `json:"grounds"`
}

// KeepApart exchanges entries so that no pair sits at one table (SQ00 7). The lower ranked of a pair moves to
// the next table; at the last table the higher ranked moves to the table before. In exchange comes an entry
// that then sits with nobody it must be kept apart from.
//
// KeepApart treats each table once, from the first to the last, until no pair is left at it or none can be
// separated. Of several pairs it first separates the one whose lower ranked member ranks best. So the order in
// which pairs are given changes nothing.
//
// Ranked are the entries in the order of the standings. The seats of every table are sorted by this order.
func KeepApart(r *rules.Ruleset, rule rules.Apart, plan Plan, ranked []league.Entry, pairs [][2]league.Entry) Plan {
	k := newKeeper(r, rule, plan, ranked, pairs)
	for table := range k.plan.Tables {
		for k.separateAt(table) {
		}
	}
	return k.plan
}

// keeper is one pass over the tables.
type keeper struct {
	rules *rules.Ruleset
	rule  rules.Apart
	plan  Plan
	ranks map[league.Entry]int
	// pairs are the pairs whose two members are ranked, each once with the higher first, in the order in which
	// KeepApart treats them at a table.
	pairs [][2]league.Entry
}

func newKeeper(r *rules.Ruleset, rule rules.Apart, plan Plan, ranked []league.Entry, pairs [][2]league.Entry) *keeper {
	k := &keeper{rules: r, rule: rule, plan: plan, ranks: make(map[league.Entry]int, len(ranked))}
	for i, entry := range ranked {
		k.ranks[entry] = i
	}
	for _, pair := range pairs {
		if k.bothRanked(pair) {
			k.pairs = append(k.pairs, k.higherFirst(pair))
		}
	}
	league.Sort(k.pairs, func(a, b [2]league.Entry) int {
		return cmp.Or(k.ranks[a[1]]-k.ranks[b[1]], k.ranks[a[0]]-k.ranks[b[0]])
	})
	k.pairs = slices.Compact(k.pairs)
	k.plan.Tables = slices.Clone(plan.Tables)
	for i := range k.plan.Tables {
		k.plan.Tables[i].Seats = slices.Clone(plan.Tables[i].Seats)
	}
	k.plan.Moves = slices.Clone(plan.Moves)
	return k
}

func (k *keeper) bothRanked(pair [2]league.Entry) bool {
	_, one := k.ranks[pair[0]]
	_, other := k.ranks[pair[1]]
	return one && other
}

func (k *keeper) higherFirst(pair [2]league.Entry) [2]league.Entry {
	if k.ranks[pair[0]] > k.ranks[pair[1]] {
		pair[0], pair[1] = pair[1], pair[0]
	}
	return pair
}

// separateAt separates the first pair of a table that can be separated. It reports whether there was one.
func (k *keeper) separateAt(table int) bool {
	return slices.ContainsFunc(k.pairs, func(pair [2]league.Entry) bool {
		seats := k.plan.Tables[table].Seats
		return slices.Contains(seats, pair[0]) && slices.Contains(seats, pair[1]) && k.separate(pair, table, k.bySeat)
	})
}

// bySeat sorts candidates by their nearness to the entry that comes from the next table or, if up, from the
// table before (or by their distance, if the rule prefers the farthest). The seats are sorted by rank already,
// so that reversing them is enough.
func (k *keeper) bySeat(seats []league.Entry, _ league.Entry, up bool) {
	if up != (k.rule.Exchange == rules.Farthest) {
		slices.Reverse(seats)
	}
}

// separate moves one member of a pair away from their table, if it can, and reports whether it did. The
// function order sorts the entries at the other table into the order in which they are tried for the exchange.
func (k *keeper) separate(pair [2]league.Entry, here int, order func(seats []league.Entry, mover league.Entry, up bool)) bool {
	if len(k.plan.Tables) < 2 {
		return false
	}
	mover, there := pair[1], here+1
	up := here == len(k.plan.Tables)-1
	if up {
		mover, there = pair[0], here-1
	}
	candidates := slices.Clone(k.plan.Tables[there].Seats)
	order(candidates, mover, up)
	for _, other := range candidates {
		if k.conflicts(mover, there, other) || k.conflicts(other, here, mover) {
			continue
		}
		k.exchange(mover, here, other, there)
		k.plan.Moves = append(k.plan.Moves, Move{Entry: mover, With: other, Grounds: k.rules.Grounds(k.rule.Paragraph, "kept-apart",
			"entry", strconv.Itoa(int(mover)), "with", strconv.Itoa(int(other)))})
		return true
	}
	return false
}

// conflicts reports whether an entry must be kept apart from any entry at a table, except from the one that is
// just leaving it.
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
		league.Sort(seats, func(x, y league.Entry) int { return k.ranks[x] - k.ranks[y] })
	}
}
