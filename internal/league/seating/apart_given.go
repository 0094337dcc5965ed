package seating

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// KeepApartAsGiven is the earlier version of [KeepApart], from before the order of the tables decided. It
// treats each pair once, in the order in which the pairs were given. In exchange comes the entry at the other
// table that is nearest in rank (or farthest); of two equally near, the one in the earlier seat. Draws that
// were published then are made and checked with it.
func KeepApartAsGiven(r *rules.Ruleset, rule rules.Apart, plan Plan, ranked []league.Entry, pairs [][2]league.Entry) Plan {
	k := newKeeper(r, rule, plan, ranked, pairs)
	for _, pair := range pairs {
		if !k.bothRanked(pair) {
			continue
		}
		pair = k.higherFirst(pair)
		here := slices.IndexFunc(k.plan.Tables, func(t Table) bool {
			return slices.Contains(t.Seats, pair[0]) && slices.Contains(t.Seats, pair[1])
		})
		if here >= 0 {
			k.separate(pair, here, k.byDistance)
		}
	}
	return k.plan
}

// byDistance sorts seats by how far they are in rank from the entry that moves.
func (k *keeper) byDistance(seats []league.Entry, mover league.Entry, _ bool) {
	distance := func(other league.Entry) int {
		d := k.ranks[mover] - k.ranks[other]
		if k.rule.Exchange == rules.Farthest {
			return -max(d, -d)
		}
		return max(d, -d)
	}
	league.Sort(seats, func(a, b league.Entry) int { return distance(a) - distance(b) })
}
