package ranking

import (
	"fmt"
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// CheckSetup lists what is wrong with a ranking that somebody wants to keep by a
// ruleset.
func CheckSetup(r *rules.Ruleset, s facts.Ranking) error {
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
	if s.FromDay != "" && s.UntilDay != "" && s.UntilDay < s.FromDay {
		add("/until", "before-from")
	}
	return faults.OrNil()
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
