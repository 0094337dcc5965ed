package seating

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Partition splits a number of entrants into the tables that the ruleset allows ([rules.Tables.Split]). It
// returns a league.RuleError if there is no way, as for 5 entrants.
func Partition(r *rules.Ruleset, entrants int) ([]int, error) {
	sizes := r.Tables.Split(entrants)
	if sizes == nil {
		return nil, r.Refuse(r.Tables.Paragraph, "no-partition",
			"entrants", strconv.Itoa(entrants), "sizes", list(r.Tables.Sizes))
	}
	return sizes, nil
}

// FirstRound fills the tables in the order drawn, from the first seat of the
// first table (CN09 3.2a).
func FirstRound(r *rules.Ruleset, pairing rules.Pairing, drawn []league.Entry) (Plan, error) {
	return fill(r, drawn, r.Grounds(pairing.FirstRound, "order-of-draw"))
}

// ByStandings seats the best together, the next together, and so on, the larger
// tables first (CN09 3.2b). It takes the entries in the order of the standings.
func ByStandings(r *rules.Ruleset, pairing rules.Pairing, ranked []league.Entry) (Plan, error) {
	return fill(r, ranked, r.Grounds(pairing.Paragraph, "order-of-standings"))
}

// ByPrevious seats the first round by the standings of the previous event (SQ00 4), as [ByStandings] seats
// later ones.
func ByPrevious(r *rules.Ruleset, pairing rules.Pairing, previous []league.Entry) (Plan, error) {
	return fill(r, previous, r.Grounds(pairing.Paragraph, "order-of-previous-standings"))
}

func fill(r *rules.Ruleset, order []league.Entry, why league.Grounds) (Plan, error) {
	sizes, err := Partition(r, len(order))
	if err != nil {
		return Plan{}, err
	}
	plan := Plan{Reasons: []league.Grounds{
		r.Grounds(r.Tables.Paragraph, "tables-by-size", "entrants", strconv.Itoa(len(order)), "sizes", list(sizes)),
		why,
	}}
	for _, size := range sizes {
		plan.add(order[:size])
		order = order[size:]
	}
	return plan, nil
}

// Semifinal seats the ranks by the ruleset's seeds (CN09 3.2d). It takes the entries in the order of the
// standings, and returns a league.RuleError if there are fewer than seeds.
func Semifinal(r *rules.Ruleset, ranked []league.Entry) (Plan, error) {
	rule := r.Elimination.Semifinal
	needed := len(slices.Concat(rule.Seeds...))
	if len(ranked) < needed {
		return Plan{}, r.Refuse(rule.Paragraph, "too-few-for-semifinal",
			"entrants", strconv.Itoa(len(ranked)), "needed", strconv.Itoa(needed))
	}
	var plan Plan
	for i, seeds := range rule.Seeds {
		seats := make([]league.Entry, len(seeds))
		for j, rank := range seeds {
			seats[j] = ranked[rank-1]
		}
		plan.add(seats)
		plan.Reasons = append(plan.Reasons, r.Grounds(rule.Paragraph, "seeds", "table", strconv.Itoa(i+1), "ranks", list(seeds)))
	}
	return plan, nil
}

// Final seats the finalists at one table (CN09 3.2d).
func Final(r *rules.Ruleset, finalists []league.Entry) Plan {
	plan := Plan{Reasons: []league.Grounds{r.Grounds(r.Elimination.Final.Paragraph, "finalists")}}
	plan.add(finalists)
	return plan
}

func (p *Plan) add(seats []league.Entry) {
	p.Tables = append(p.Tables, Table{Number: len(p.Tables) + 1, Seats: slices.Clone(seats)})
}

// list writes numbers with spaces between them, for the params of grounds.
func list[T any](numbers []T) string {
	return strings.Trim(fmt.Sprint(numbers), "[]")
}
