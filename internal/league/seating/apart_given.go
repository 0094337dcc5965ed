package seating

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// KeepApartAsGiven is [KeepApart] as it was before the order of the tables decided:
// pairs are seen to once each, in the order in which they were given, and of those
// at the other table the one comes back who is nearest in rank (or farthest), of two
// as near the one who sits first. Draws published then are made and checked by it.
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

// byDistance sorts seats by how far in rank they are from who moves.
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
