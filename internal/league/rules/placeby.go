package rules

import (
	"fmt"
	"slices"
	"strconv"

	"referto/internal/league/formula"
)

// The names of seats and tables that come from the places in the game or from where
// the game is played, so that no place can come from them.
var (
	seatAfterPlaces  = []string{"counted", "place", "sharing", "win", "points", "penalty", VariableShare}
	tableAfterPlaces = []string{"round", "rounds", "entrants", VariableTotal}
)

// maxPlaceBy bounds the comparisons that order the seats of a game.
const maxPlaceBy = 20

// FewestPointsFirst reports whether the fewest points on the board come first in a game,
// so that who declares victory has as few as the target or fewer.
func (s Scoring) FewestPointsFirst() bool {
	return len(s.PlaceBy) > 0 && s.PlaceBy[0].Figure == FigureVP && s.PlaceBy[0].Best == Fewest
}

// Reached reports whether points on the board are enough to declare victory.
func (s Scoring) Reached(points, target int) bool {
	if s.FewestPointsFirst() {
		return points <= target
	}
	return points >= target
}

// placeBy checks the comparisons that order the seats of a game.
func (c *checker) placeBy() {
	list := c.r.Scoring.PlaceBy
	if len(list) > maxPlaceBy {
		c.fault("/scoring/placeBy", "too-many", "most", strconv.Itoa(maxPlaceBy))
		return
	}
	c.unique("/scoring/placeBy", "figure", names(list, func(k Criterion) string { return k.Figure }))
	needs := c.r.needPlaces()
	for i, k := range list {
		at := fmt.Sprintf("/scoring/placeBy/%d", i)
		c.criterion(at, k)
		c.must(k.Combine == nil, at+"/combine", "of-no-use")
		calculation, calculated := c.r.Calculation(k.Figure)
		switch name, late := needs[k.Figure]; {
		case late:
			c.fault(at+"/figure", "known-after-places", "figure", k.Figure, "needs", name)
		case calculated && calculation.Of == OfSeat, k.Figure == FigureVP, c.r.InGame(k):
		case slices.Contains(computedFigures, k.Figure):
			c.fault(at+"/figure", "known-after-places", "figure", k.Figure, "needs", k.Figure)
		}
	}
	if c.r.Scoring.FewestPointsFirst() {
		c.must(c.r.Scoring.Cap.Rule == CapNobody, "/scoring/cap/rule", "cap-where-fewest-win")
	}
}

// targets checks the points that win a variant, and those that an event may announce.
func (c *checker) targets(at string, v Variant) {
	reach := func(target int) bool { return v.VP.Min < target && target <= v.VP.Max }
	if c.r.Scoring.FewestPointsFirst() {
		reach = func(target int) bool { return v.VP.Min <= target && target < v.VP.Max }
	}
	c.must(reach(v.Target), at+"/target", "outside-range")
	if a := v.Announced; a != nil {
		c.must(reach(a.Min) && a.Min <= v.Target && v.Target <= a.Max && reach(a.Max), at+"/announced", "outside-range")
	}
}

// needPlaces are the calculations of seats, by id, that are known only when the places
// in the game are, each with the first name that makes it so.
func (r *Ruleset) needPlaces() map[string]string {
	needs := make(map[string]string)
	var late []string
	for i, k := range r.Calculations {
		if k.Of != OfSeat {
			continue
		}
		if _, err := k.Formula.Compile(r.scope(i)); err != nil {
			continue // a fault of its own
		}
		before := r.scope(i)
		without(before.Own, append(late, seatAfterPlaces...))
		without(before.Common, tableAfterPlaces)
		if _, err := k.Formula.Compile(before); err != nil {
			needs[k.ID] = formula.Mistake(err).Params["figure"]
			late = append(late, formula.Name(k.ID))
		}
	}
	return needs
}

// without takes names from a scope in place, so that no formula can write them.
func without(scope, names []string) {
	for i, name := range scope {
		if slices.Contains(names, name) {
			scope[i] = ""
		}
	}
}
