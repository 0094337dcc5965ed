package ranking

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// CheckSetup checks the settings of a ranking that is to be kept by a ruleset. Known are the games of the
// rulesets that the tenant can use, one element for every variant: a game that is not among them would never
// count. It returns league.Faults.
func CheckSetup(r *rules.Ruleset, s facts.Ranking, known []facts.PlayedGame) error {
	var faults league.Faults
	add := func(field, reason string, params ...string) {
		faults = append(faults, league.Fault{Field: field, Grounds: r.Grounds("", reason, params...)})
	}
	if r.Lifetime == nil {
		add("/ruleset", "ruleset-without-lifetime")
	}
	if len(s.Counted) == 0 {
		add("/counted", "required")
	}
	for _, list := range []struct {
		field string
		kinds []string
	}{{"/counted", s.Counted}, {"/national", s.National}} {
		for i, kind := range list.kinds {
			if slices.Contains(list.kinds[:i], kind) || list.field == "/national" && slices.Contains(s.Counted, kind) {
				add(fmt.Sprintf("%s/%d", list.field, i), "repeated", "value", kind)
			}
		}
	}
	for i, g := range s.Games {
		field := fmt.Sprintf("/games/%d", i)
		among := func(list []facts.PlayedGame, g facts.PlayedGame) bool {
			return slices.ContainsFunc(list, func(k facts.PlayedGame) bool { return covers(g, k) })
		}
		switch {
		case !among(known, facts.PlayedGame{Game: g.Game}):
			add(field+"/game", "unknown-game", "game", g.Game)
		case !among(known, g):
			add(field+"/variant", "unknown-variant", "variant", g.Variant)
		case slices.ContainsFunc(s.Games[:i], func(e facts.PlayedGame) bool { return covers(e, g) || covers(g, e) }):
			add(field, "repeated", "value", g.Game)
		}
	}
	if s.FromDay != "" && s.UntilDay != "" && s.UntilDay < s.FromDay {
		add("/until", "before-from")
	}
	return faults.OrNil()
}

// Titled returns a copy of games in which each variant has its title from known.
func Titled(games, known []facts.PlayedGame) []facts.PlayedGame {
	out := slices.Clone(games)
	for i, g := range out {
		if n := slices.IndexFunc(known, func(k facts.PlayedGame) bool { return covers(g, k) }); n >= 0 && g.Variant != "" {
			out[i].Title = known[n].Title
		}
	}
	return out
}

// CheckOpening checks the figures of an opening: there is one for every column, whole or with at most as many
// digits as the column has, and none is negative. It returns them parallel to the columns. The error is
// league.Faults.
func (k *Keeper) CheckOpening(figures map[string]league.Frac, national league.Frac) ([]league.Frac, error) {
	var faults league.Faults
	add := func(field, reason string, params ...string) {
		faults = append(faults, league.Fault{Field: field, Grounds: k.ruleset.Grounds(k.rule.Paragraph, reason, params...)})
	}
	out := make([]league.Frac, len(k.columns))
	for i, c := range k.columns {
		f, given := figures[c.Figure]
		if out[i] = f; !given {
			add("/figures/"+c.Figure, "required")
			continue
		}
		faults = append(faults, k.checkFigure(c, f)...)
	}
	for figure := range figures {
		if columnOf(k.columns, figure) < 0 {
			add("/figures/"+figure, "no-such-figure", "figure", figure)
		}
	}
	if national.Cmp(league.Frac{}) < 0 || national.Cmp(league.Int(mostFigure)) > 0 {
		add("/nationalPoints", "outside-range", "min", "0", "max", fmt.Sprint(mostFigure))
	}
	return out, faults.OrNil()
}

// mostFigure is the largest figure that may be entered.
const mostFigure = 1_000_000

// checkFigure refuses a figure that cannot be entered in a column, below "/figures".
func (k *Keeper) checkFigure(c rules.Criterion, f league.Frac) (faults league.Faults) {
	add := func(reason string, params ...string) {
		faults = append(faults, league.Fault{Field: "/figures/" + c.Figure, Grounds: k.ruleset.Grounds(k.rule.Paragraph, reason, params...)})
	}
	switch {
	case f.Cmp(league.Frac{}) < 0 || f.Cmp(league.Int(mostFigure)) > 0:
		add("outside-range", "min", "0", "max", fmt.Sprint(mostFigure))
	case !f.Trunc(c.Digits).Equal(f):
		add("too-many-digits", "digits", fmt.Sprint(c.Digits))
	}
	return faults
}

// CheckGain checks the figures that were entered for a player of one event. Every figure that is a column of the
// ranking is in its bounds, with at most as many digits as the column has; those that the ranking does not have are
// left to others. The faults are in the order of the columns, below "/figures".
func (k *Keeper) CheckGain(figures map[string]league.Frac) league.Faults {
	var faults league.Faults
	for _, c := range k.columns {
		if f, given := figures[c.Figure]; given {
			faults = append(faults, k.checkFigure(c, f)...)
		}
	}
	return faults
}

// mostFaults is the number of faults of a list after which it is not checked any further.
const mostFaults = 200

// CheckGains checks the figures that were entered for the people of a list, those of one event, with all rankings that
// take it. Each figure has at most one fault, with the place of its person below the list's field
// ("/entrants/0/figures/points"). A figure that none of the rankings has is refused by the ruleset of the event. No
// further people are checked once there are mostFaults.
func CheckGains(event *rules.Ruleset, keepers []*Keeper, list string, gains []map[string]league.Frac) league.Faults {
	var faults league.Faults
	for i, figures := range gains {
		if len(faults) >= mostFaults {
			break
		}
		at, known, faulty := list+"/"+strconv.Itoa(i), map[string]bool{}, map[string]bool{}
		for _, k := range keepers {
			for _, c := range k.columns {
				known[c.Figure] = true
			}
			for _, f := range k.CheckGain(figures) {
				if f.Field = at + f.Field; !faulty[f.Field] {
					faulty[f.Field] = true
					faults = append(faults, f)
				}
			}
		}
		for _, name := range slices.Sorted(maps.Keys(figures)) {
			if !known[name] {
				faults = append(faults, league.Fault{Field: at + "/figures/" + name, Grounds: event.Grounds("", "figure-of-no-ranking", "figure", name)})
			}
		}
	}
	return faults
}
