package rules

import (
	"slices"
	"strconv"
	"strings"

	"referto/internal/league"
)

// Contains reports whether n entrants may start.
func (f Field) Contains(n int) bool {
	if len(f.Sizes) > 0 && !slices.Contains(f.Sizes, n) || slices.Contains(f.Without, n) {
		return false
	}
	return n >= f.Min && (f.Max == 0 || n <= f.Max)
}

// Largest is the greatest number of at most n entrants that may start; 0 if
// there is none.
func (f Field) Largest(n int) int {
	if f.Max > 0 {
		n = min(n, f.Max)
	}
	for ; n >= f.Min; n-- {
		if f.Contains(n) {
			return n
		}
	}
	return 0
}

// Smallest is the least number of at least n entrants that may start; 0 if there
// is none.
func (f Field) Smallest(n int) int {
	most := max(n, f.Min, f.Max)
	for n = max(n, f.Min); n <= most; n++ {
		if f.Contains(n) {
			return n
		}
	}
	return 0
}

// RefuseField is the refusal of a number of entrants, with the nearest that may
// start (JP22 2, FG14 1, CN09 3.2).
func (r *Ruleset) RefuseField(entrants int) error {
	var nearest []string
	for _, size := range []int{r.Field.Largest(entrants), r.Field.Smallest(entrants)} {
		if size > 0 {
			nearest = append(nearest, strconv.Itoa(size))
		}
	}
	return r.Refuse(r.Field.Paragraph, "field-size-not-allowed",
		"entrants", strconv.Itoa(entrants), "min", strconv.Itoa(r.Field.Min), "nearest", strings.Join(nearest, ", "))
}

// Variant finds a variant by id; "" is the first.
func (r *Ruleset) Variant(id string) (variant Variant, ok bool) {
	for _, v := range r.Game.Variants {
		if id == "" || v.ID == id {
			return v, true
		}
	}
	return Variant{}, false
}

// GameOf is a variant ("" is the first) as an event plays it that has announced a
// target, on which winning and the cap depend; 0 is the variant's own. Ok is false
// where there is no such variant, or it leaves no such choice.
func (r *Ruleset) GameOf(id string, target int) (game Variant, ok bool) {
	game, ok = r.Variant(id)
	if target == 0 || target == game.Target {
		return game, ok
	}
	if game.Announced == nil || target < game.Announced.Min || target > game.Announced.Max {
		return game, false
	}
	game.Target = target
	return game, ok
}

// Formula finds a formula by id; "" is the first.
func (r *Ruleset) Formula(id string) (formula Formula, ok bool) {
	for _, f := range r.Format.Formulas {
		if id == "" || f.ID == id {
			return f, true
		}
	}
	return Formula{}, false
}

// Pairing finds a pairing system; "" is the first.
func (r *Ruleset) Pairing(system PairingSystem) (pairing Pairing, ok bool) {
	for _, p := range r.Seating.Pairings {
		if system == "" || p.System == system {
			return p, true
		}
	}
	return Pairing{}, false
}

// StructureFor is the structure that a formula gives a number of entrants, with
// its grounds (CN09 3.2). It is a league.RuleError where the regulation has
// none.
func (r *Ruleset) StructureFor(formula Formula, entrants int) (Structure, league.Grounds, error) {
	if !r.Field.Contains(entrants) {
		return Structure{}, league.Grounds{}, r.RefuseField(entrants)
	}
	for _, b := range formula.Brackets {
		if entrants >= b.From && (b.To == 0 || entrants <= b.To) {
			return b.Structure, r.Grounds(r.Format.Paragraph, "structure-of-formula",
				"formula", formula.ID, "entrants", strconv.Itoa(entrants), "rounds", strconv.Itoa(b.Rounds)), nil
		}
	}
	return Structure{}, league.Grounds{}, r.Refuse(r.Format.Paragraph, "no-structure",
		"formula", formula.ID, "entrants", strconv.Itoa(entrants))
}
