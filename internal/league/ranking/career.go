package ranking

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Posting holds the gain of one player from one event.
type Posting struct {
	// Event numbers the events in their order, from 1: by their days, those of one day as they are listed
	// (D003-16).
	Event    int
	National bool
	Player   league.PlayerID
	// Figures are parallel to the columns of the ruleset.
	Figures []league.Frac
	// Penalty is the sum that penalties have added to the points; the points include it already.
	Penalty league.Frac
}

// Opening holds the figures that a player had when this ranking began to be kept here.
type Opening struct {
	Player   league.PlayerID
	Figures  []league.Frac // parallel to the columns
	National league.Frac
}

// Career holds the totals of a player.
type Career struct {
	// Figures are the totals, parallel to the columns.
	Figures []league.Frac
	// National is the sum of points of national events, whether or not they also count in the ranking;
	// Nationals is the number of these events.
	National  league.Frac
	Nationals int
	// Penalty is the sum that penalties have added to the points, in the events that count in the ranking.
	Penalty league.Frac
	// Arrived reports whether the player has reached the cap and is in the hall. Since is the event with which
	// they did; 0 is the opening.
	Arrived bool
	Since   int
	// Arrival are the totals at arrival, points beyond the cap included; nil before.
	Arrival []league.Frac
}

// Keeper keeps a lifetime ranking by the rules of one ruleset.
type Keeper struct {
	ruleset  *rules.Ruleset
	rule     rules.Lifetime
	columns  []rules.Criterion
	criteria []rules.Criterion
	points   int // the column of points
}

// NewKeeper returns a Keeper. The ruleset must have a section lifetime. Without points nobody reaches its cap.
func NewKeeper(r *rules.Ruleset) *Keeper {
	k := &Keeper{ruleset: r, rule: *r.Lifetime, columns: Columns(r), criteria: Criteria(r)}
	k.points = columnOf(k.columns, rules.FigurePoints)
	return k
}

// Ruleset returns the ruleset by which the ranking is kept.
func (k *Keeper) Ruleset() *rules.Ruleset { return k.ruleset }

// Columns returns the figures of postings and careers.
func (k *Keeper) Columns() []rules.Criterion { return k.columns }

// Criteria returns the columns that rank players: the first ones.
func (k *Keeper) Criteria() []rules.Criterion { return k.criteria }

// Cap returns the number of points with which a player leaves for the hall, and the paragraph of the ranking.
// The number is 0 for a ranking that nobody leaves.
func (k *Keeper) Cap() (points int, paragraph string) { return k.rule.Points, k.rule.Paragraph }

// Best returns the largest number of a player's events that count; 0 means all.
func (k *Keeper) Best() int { return k.rule.Best }

// RetiresFromAll reports whether a player in the hall may enter no event at all any more (A003-10).
func (k *Keeper) RetiresFromAll() bool { return k.rule.Retired == rules.AllEvents }

// Counts reports whether a posting may add to the ranking, and not only to the points of national events
// (A003-7). [Keeper.Counting] selects the ones that do add.
func (k *Keeper) Counts(p Posting) bool { return !p.National || k.rule.National == rules.AlsoRanking }

// CareerOf adds one player's postings, in any order, to an opening; a nil opening is none.
func (k *Keeper) CareerOf(opening *Opening, postings []Posting) Career {
	c := Career{Figures: make([]league.Frac, len(k.columns))}
	if opening != nil {
		k.add(&c, opening.Figures, 0)
		c.National = opening.National
	}
	if !slices.IsSortedFunc(postings, byEvent) {
		postings = slices.SortedFunc(slices.Values(postings), byEvent)
	}
	counting := k.Counting(postings)
	for i, p := range postings {
		k.count(&c, p, counting[i])
	}
	return c
}

// Counting reports for each of a player's postings, which must be in the order of their events, whether it adds
// to the ranking. Postings of national events may not add ([rules.NationalPoints]), and if only the best count,
// the rest do not.
func (k *Keeper) Counting(postings []Posting) []bool {
	counting := make([]bool, len(postings))
	var candidates []int
	for i, p := range postings {
		if counting[i] = k.Counts(p); counting[i] {
			candidates = append(candidates, i)
		}
	}
	if k.rule.Best == 0 || len(candidates) <= k.rule.Best || k.points < 0 {
		return counting
	}
	slices.SortStableFunc(candidates, func(a, b int) int { // of equal ones the earlier stays first
		return postings[b].Figures[k.points].Cmp(postings[a].Figures[k.points])
	})
	for _, dropped := range candidates[k.rule.Best:] {
		counting[dropped] = false
	}
	return counting
}

func byEvent(a, b Posting) int { return a.Event - b.Event }

// add adds figures to a career and moves it to the hall if they reach the cap.
func (k *Keeper) add(c *Career, figures []league.Frac, event int) {
	for i, f := range figures {
		c.Figures[i] = c.Figures[i].Add(f)
	}
	if k.points < 0 || k.rule.Points == 0 {
		return
	}
	most := league.Int(k.rule.Points)
	if c.Figures[k.points].Cmp(most) < 0 {
		return
	}
	if !c.Arrived {
		c.Arrived, c.Since, c.Arrival = true, event, slices.Clone(c.Figures)
	}
	if k.rule.Above == rules.CappedAbove {
		c.Figures[k.points] = most
	}
}

// Distance returns the number of points that a player needs to reach the cap; 0 in the hall, and without a cap.
func (k *Keeper) Distance(c Career) league.Frac {
	if c.Arrived || k.points < 0 || k.rule.Points == 0 {
		return league.Frac{}
	}
	return league.Int(k.rule.Points).Sub(c.Figures[k.points])
}

// Refusal returns the reason why a player in the hall may not enter an event; nil if nothing bars them. Counts
// tells whether the event counts in the ranking (BG 1, A003-10).
func (k *Keeper) Refusal(c Career, counts bool) *league.RuleError {
	if !c.Arrived || !counts && k.rule.Retired == rules.RankingOnly {
		return nil
	}
	return &league.RuleError{Grounds: k.ruleset.Grounds(k.rule.Paragraph, "in-the-hall", "points", strconv.Itoa(k.rule.Points))}
}

// PointsOf returns the points of a career; 0 if the ruleset has none.
func (k *Keeper) PointsOf(c Career) league.Frac {
	if k.points < 0 {
		return league.Frac{}
	}
	return c.Figures[k.points]
}

// PointsIn parses the points in the stored figures of a posting; 0 if the ruleset has none.
func (k *Keeper) PointsIn(figures []string) (league.Frac, error) {
	if k.points < 0 {
		return league.Frac{}, nil
	}
	return league.ParseFrac(figures[k.points])
}
