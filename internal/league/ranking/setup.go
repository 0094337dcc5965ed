package ranking

import (
	"fmt"
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// CheckSetup lists what is wrong with a ranking that somebody wants to keep by a
// ruleset. Known are the games of the rulesets that the tenant can use, each once for every
// variant: a game that none of them has would never count.
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

// Titled gives games with variants the titles of these, from those that are known.
func Titled(games, known []facts.PlayedGame) []facts.PlayedGame {
	out := slices.Clone(games)
	for i, g := range out {
		if n := slices.IndexFunc(known, func(k facts.PlayedGame) bool { return covers(g, k) }); n >= 0 && g.Variant != "" {
			out[i].Title = known[n].Title
		}
	}
	return out
}

// CheckOpening lists what is wrong with figures that a player is to bring along: they
// are parallel to the columns, whole or with as many digits as the column has, and none is negative.
func (k *Keeper) CheckOpening(figures map[string]league.Frac, national league.Frac) ([]league.Frac, error) {
	var faults league.Faults
	add := func(field, reason string, params ...string) {
		faults = append(faults, league.Fault{Field: field, Grounds: k.ruleset.Grounds(k.rule.Paragraph, reason, params...)})
	}
	out := make([]league.Frac, len(k.columns))
	for i, c := range k.columns {
		f, given := figures[c.Figure]
		at := "/figures/" + c.Figure
		switch {
		case !given:
			add(at, "required")
		case f.Cmp(league.Frac{}) < 0 || f.Cmp(league.Int(mostFigure)) > 0:
			add(at, "outside-range", "min", "0", "max", fmt.Sprint(mostFigure))
		case !f.Trunc(c.Digits).Equal(f):
			add(at, "too-many-digits", "digits", fmt.Sprint(c.Digits))
		}
		out[i] = f
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

// mostFigure is the largest figure that a lifetime may begin with.
const mostFigure = 1_000_000
