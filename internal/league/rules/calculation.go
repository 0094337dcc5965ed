package rules

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/formula"
)

// Calculation is a figure that a formula defines (docs/formulas.md). It may name
// the calculations of the same kind that stand before it, so that there are no
// circles.
type Calculation struct {
	// ID is the figure's id: criteria name it, and formulas too, with an
	// underscore for every hyphen.
	ID   string `json:"id"`
	Name string `json:"name"` // in the ruleset's language
	// Of names the thing for which it is calculated.
	Of      CalculatedOf    `json:"of"`
	Formula formula.Formula `json:"formula"` // as docs/formulas.md has it
	// Rounding is done to every value: for a seat that is once a game. Nil keeps
	// fractions.
	Rounding  *Rounding `json:"rounding,omitempty"`
	Paragraph string    `json:"paragraph"`
}

// CalculatedOf names the thing for which a figure is calculated.
type CalculatedOf string

// The things for which figures are calculated.
const (
	OfSeat   CalculatedOf = "seat"   // a seat of a game, when it is scored
	OfEvent  CalculatedOf = "event"  // an entry of an event, when that is over
	OfSeries CalculatedOf = "series" // a player in a series of events
)

// Rounding keeps a number of decimals by a rule.
type Rounding struct {
	Rule   RoundingRule `json:"rule"`
	Digits int          `json:"digits"` // decimals kept
}

// Of is a value rounded; that of nil is the value.
func (r *Rounding) Of(value league.Frac) league.Frac {
	if r == nil {
		return value
	}
	return r.Rule.Round(value, r.Digits)
}

// Round is a value by the rule. Digits are those of the document, which some
// rules overrule.
func (r RoundingRule) Round(value league.Frac, digits int) league.Frac {
	switch r {
	case Truncate:
		return value.Trunc(digits)
	case Trunc2:
		return value.Trunc(2)
	case HalfUp:
		return value.HalfUp(digits)
	case HalfUp2:
		return value.HalfUp(2)
	case HalfEven:
		return value.HalfEven(digits)
	default:
		return value
	}
}

// Calculation finds a calculation by id; ok is false where there is none.
func (r *Ruleset) Calculation(id string) (calculation Calculation, ok bool) {
	i := slices.IndexFunc(r.Calculations, func(k Calculation) bool { return k.ID == id })
	if i < 0 {
		return Calculation{}, false
	}
	return r.Calculations[i], true
}

// CalculationsOf are those for something, in order.
func (r *Ruleset) CalculationsOf(of CalculatedOf) []Calculation {
	var list []Calculation
	for _, k := range r.Calculations {
		if k.Of == of {
			list = append(list, k)
		}
	}
	return list
}

// FigureName returns the name that the ruleset gives a figure of its own: recorded, added
// up or calculated; ok is false for one that it has not.
func (r *Ruleset) FigureName(id string) (name string, ok bool) {
	for _, f := range r.Game.Figures {
		if f.ID == id {
			return f.Name, true
		}
	}
	for _, s := range r.Game.Sums {
		if s.ID == id {
			return s.Name, true
		}
	}
	k, ok := r.Calculation(id)
	return k.Name, ok
}

// Value rounds a value of the calculation.
func (k Calculation) Value(exact league.Frac) league.Frac { return k.Rounding.Of(exact) }

// Stopped returns the reason why a formula could not be evaluated, in the ruleset's words.
func (r *Ruleset) Stopped(k Calculation, err error) league.Grounds {
	grounds := formula.Mistake(err).Grounds
	grounds.Code, grounds.Par = r.Code, k.Paragraph
	return grounds
}

// compile makes the formulas of a valid ruleset ready.
func (r *Ruleset) compile() error {
	for i := range r.Calculations {
		k := &r.Calculations[i]
		compiled, err := k.Formula.Compile(r.scope(i))
		if err != nil {
			return err
		}
		k.Formula = compiled
	}
	return nil
}
