package rules

import (
	"strings"

	"referto/internal/league"
)

// Rounds names how a figure of a criterion is rounded where it is shown: as the
// ruleset rounds it when it is made, half up where it says nothing.
func (r *Ruleset) Rounds(c Criterion) RoundingRule {
	if m := c.Combine; m != nil && m.Rounding != nil && m.Rounding.Rule != Exact {
		return m.Rounding.Rule
	}
	if c.Figure == FigureShare {
		return r.Scoring.Share.Rounds()
	}
	if k, ok := r.Calculation(c.Figure); ok && k.Rounding != nil && k.Rounding.Rule != Exact {
		return k.Rounding.Rule
	}
	return HalfUp
}

// Rounds names how shares and what they are parts of are rounded where they are
// shown. Shares that are kept exactly are shown cut off, as the regulations do in
// which that is a reading.
func (s Share) Rounds() RoundingRule {
	if s.Rounding == Exact {
		return Truncate
	}
	return s.Rounding
}

// Write writes a value with so many decimals, rounded by the rule; one that keeps
// fractions, or none, rounds half up.
func (r RoundingRule) Write(value league.Frac, digits int) string {
	switch r {
	case Truncate, Trunc2:
		return value.Decimal(digits)
	case HalfEven:
		return value.HalfEven(digits).Decimal(digits)
	default:
		return value.HalfUp(digits).Decimal(digits)
	}
}

// Shortest writes a value exactly where a decimal can, else with two digits rounded
// by the rule.
func (r RoundingRule) Shortest(value league.Frac) string {
	if exact := value.String(); !strings.Contains(exact, "/") {
		return exact
	}
	return r.Write(value, 2)
}

// Shown writes a figure with the digits of its criterion. Parts of a win are
// written exactly: where several share the win of a game they can be finer than
// the ruleset's own (FG14 3, reading A001-2).
func (r *Ruleset) Shown(c Criterion, f league.Frac) string {
	rule := r.Rounds(c)
	if c.Figure == FigureWins && !f.Equal(f.Trunc(c.Digits)) {
		return rule.Shortest(f)
	}
	return rule.Write(f, c.Digits)
}

// mostShownDigits is how far figures are written to tell what they differ by.
const mostShownDigits = 12

// ShownApart writes two figures of a criterion with its digits, and with more where
// they differ and would look alike.
func (r *Ruleset) ShownApart(c Criterion, a, b league.Frac) (shownA, shownB string) {
	shownA, shownB = r.Shown(c, a), r.Shown(c, b)
	rule := r.Rounds(c)
	for digits := c.Digits + 1; shownA == shownB && !a.Equal(b) && digits <= mostShownDigits; digits++ {
		shownA, shownB = rule.Write(a, digits), rule.Write(b, digits)
	}
	return shownA, shownB
}
