package rules

import (
	"slices"
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

// Rounds returns the rounding of shares, and of the totals they are parts of, where they are
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

// mostShownDigits bounds the decimals that are written to distinguish two
// figures.
const mostShownDigits = 12

// ShownApart writes two figures of a criterion with its digits, and with more where
// they differ and would look alike.
func (r *Ruleset) ShownApart(c Criterion, a, b league.Frac) (shownA, shownB string) {
	shown, _ := r.ShownColumn(c, []league.Frac{a, b})
	return shown[0], shown[1]
}

// ShownColumn writes the figures that one criterion has in all rows of standings:
// with its digits, and those with more that differ and would look alike, so that no
// two rows show the same although they have not the same. Alike are those that look
// like another for all that, as they differ in digits that nobody reads; it is nil
// where there are none.
func (r *Ruleset) ShownColumn(c Criterion, figures []league.Frac) (shown []string, alike []bool) {
	rule := r.Rounds(c)
	shown = make([]string, len(figures))
	for i, f := range figures {
		shown[i] = r.Shown(c, f)
	}
	// Figures that get more digits may come to look like others: one more look
	// until nothing changes. Digits only grow, and no further than is read.
	for {
		lookalikes := lookalikes(figures, shown)
		grown := false
		for _, group := range lookalikes {
			digits := 0
			for _, i := range group {
				digits = max(digits, decimals(shown[i]))
			}
			if digits >= mostShownDigits {
				continue
			}
			grown = true
			for _, i := range group {
				shown[i] = rule.Write(figures[i], digits+1)
			}
		}
		if grown {
			continue
		}
		for _, group := range lookalikes {
			if alike == nil {
				alike = make([]bool, len(figures))
			}
			for _, i := range group {
				alike[i] = true
			}
		}
		return shown, alike
	}
}

// lookalikes are the groups of figures that read as the same number although not
// all of a group are.
func lookalikes(figures []league.Frac, shown []string) [][]int {
	reads := make(map[string][]int, len(shown))
	var order []string
	for i, text := range shown {
		if decimals(text) > 0 {
			text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
		}
		if reads[text] == nil {
			order = append(order, text)
		}
		reads[text] = append(reads[text], i)
	}
	var groups [][]int
	for _, text := range order {
		group := reads[text]
		if slices.ContainsFunc(group, func(i int) bool { return !figures[i].Equal(figures[group[0]]) }) {
			groups = append(groups, group)
		}
	}
	return groups
}

// decimals counts the digits behind the point.
func decimals(text string) int {
	_, fraction, _ := strings.Cut(text, ".")
	return len(fraction)
}
