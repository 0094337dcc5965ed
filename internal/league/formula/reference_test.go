package formula_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/formula"
)

// scene is the context of an expression: a seat, and perhaps another seat or a number of a list.
type scene struct {
	values  formula.Values
	own     int
	other   int
	element *big.Rat
}

// stopped is the panic that ends an evaluation by the reference.
type stopped struct{}

// expression is a formula of some kind as text and as its meaning, computed by big.Rat and without
// this package. One of the functions is set.
type expression struct {
	text   string
	number func(scene) *big.Rat
	truth  func(scene) bool
	list   func(scene) []*big.Rat
	rows   func(scene) []int
}

func rational(f league.Frac) *big.Rat {
	r, ok := new(big.Rat).SetString(f.String())
	if !ok {
		panic(f.String())
	}
	return r
}

func whole(n int) *big.Rat { return new(big.Rat).SetInt64(int64(n)) }

// kept returns a result if it has at most 256 bits, and stops otherwise.
func kept(r *big.Rat) *big.Rat {
	if r.Num().BitLen() > 256 || r.Denom().BitLen() > 256 {
		panic(stopped{})
	}
	return r
}

func quotient(a, b *big.Rat) *big.Rat {
	if b.Sign() == 0 {
		panic(stopped{})
	}
	return kept(new(big.Rat).Quo(a, b))
}

func below(r *big.Rat) *big.Rat { // the greatest whole number not above
	return new(big.Rat).SetInt(new(big.Int).Div(r.Num(), r.Denom()))
}

// rounded rounds to decimals by a mode, exactly.
func rounded(r *big.Rat, digits int, mode string) *big.Rat {
	power := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil))
	scaled := new(big.Rat).Mul(new(big.Rat).Abs(r), power)
	down := below(scaled)
	rest := new(big.Rat).Sub(scaled, down).Cmp(big.NewRat(1, 2))
	odd := down.Num().Bit(0) == 1
	if mode == "half_up" && rest >= 0 || mode == "half_even" && (rest > 0 || rest == 0 && odd) {
		down.Add(down, whole(1))
	}
	if r.Sign() < 0 {
		down.Neg(down)
	}
	return down.Quo(down, power)
}

// leaf is a figure of a seat by its position in [table].
func leaf(name string, i int) expression {
	return expression{text: name, number: func(s scene) *big.Rat { return rational(s.values.Rows[s.own][i]) }}
}

// writer draws expressions. Inside names the kind of the elements of the lists around:
// "number", "seat" or "".
type writer struct{ t *rapid.T }

func (w writer) one(label string, of ...string) string {
	return rapid.SampledFrom(of).Draw(w.t, label)
}

func (w writer) simple(inside string) expression {
	names := []string{"vp", "place", "left", "size", "literal", "literal"}
	if inside != "" {
		names = append(names, inside, inside, inside)
	}
	switch name := w.one("leaf", names...); name {
	case "vp", "place", "left":
		return leaf(name, slices.Index(table.Own, name))
	case "size":
		return expression{text: name, number: func(s scene) *big.Rat { return rational(s.values.Common[0]) }}
	case "number":
		return expression{text: "#", number: func(s scene) *big.Rat { return s.element }}
	case "seat":
		figure := w.one("figure", "vp", "place", "sharing")
		return expression{text: "." + figure, number: func(s scene) *big.Rat {
			return rational(s.values.Rows[s.other][slices.Index(table.Own, figure)])
		}}
	default:
		text := w.one("literal", "0", "1", "3", "0.5", "0.125", "7.", "2.25")
		value, _ := new(big.Rat).SetString(strings.TrimSuffix(text, "."))
		return expression{text: text, number: func(scene) *big.Rat { return value }}
	}
}

func (w writer) number(depth int, inside string) expression {
	if depth == 0 {
		return w.simple(inside)
	}
	switch form := w.one("number", "operation", "operation", "power", "sign", "choice", "of one", "round", "share", "extreme", "of list", "nth", "count", "sum over", "shared"); form {
	case "operation":
		operator := w.one("operator", "+", "-", "*", "/")
		a, b := w.number(depth-1, inside), w.number(depth-1, inside)
		do := map[string]func(x, y *big.Rat) *big.Rat{
			"+": func(x, y *big.Rat) *big.Rat { return kept(new(big.Rat).Add(x, y)) },
			"-": func(x, y *big.Rat) *big.Rat { return kept(new(big.Rat).Sub(x, y)) },
			"*": func(x, y *big.Rat) *big.Rat { return kept(new(big.Rat).Mul(x, y)) },
			"/": quotient,
		}[operator]
		return expression{text: "(" + a.text + operator + b.text + ")", number: func(s scene) *big.Rat { return do(a.number(s), b.number(s)) }}
	case "power":
		a, n := w.number(depth-1, inside), rapid.IntRange(-3, 4).Draw(w.t, "exponent")
		return expression{text: fmt.Sprintf("(%s ** %d)", a.text, n), number: func(s scene) *big.Rat {
			base := a.number(s)
			if n < 0 {
				base = quotient(whole(1), base)
			}
			result := whole(1)
			for range max(n, -n) {
				result = kept(new(big.Rat).Mul(result, base))
			}
			return result
		}}
	case "sign":
		a := w.number(depth-1, inside)
		return expression{text: "(-" + a.text + ")", number: func(s scene) *big.Rat { return new(big.Rat).Neg(a.number(s)) }}
	case "choice":
		condition, yes, no := w.truth(depth-1, inside), w.number(depth-1, inside), w.number(depth-1, inside)
		return expression{text: "(" + condition.text + " ? " + yes.text + " : " + no.text + ")", number: func(s scene) *big.Rat {
			if condition.truth(s) {
				return yes.number(s)
			}
			return no.number(s)
		}}
	case "of one":
		name, a := w.one("function", "abs", "floor", "ceil"), w.number(depth-1, inside)
		return expression{text: name + "(" + a.text + ")", number: func(s scene) *big.Rat {
			x := a.number(s)
			switch name {
			case "floor":
				return kept(below(x))
			case "ceil":
				return kept(new(big.Rat).Neg(below(new(big.Rat).Neg(x))))
			}
			return kept(new(big.Rat).Abs(x))
		}}
	case "round":
		a, digits, mode := w.number(depth-1, inside), rapid.IntRange(0, 6).Draw(w.t, "digits"), w.one("mode", "truncate", "half_up", "half_even")
		return expression{text: fmt.Sprintf("round(%s, %d, '%s')", a.text, digits, mode), number: func(s scene) *big.Rat { return kept(rounded(a.number(s), digits, mode)) }}
	case "share":
		part, of := w.number(depth-1, inside), w.number(depth-1, inside)
		return expression{text: "share(" + part.text + "," + of.text + ")", number: func(s scene) *big.Rat {
			divisor := of.number(s)
			if divisor.Sign() == 0 {
				return new(big.Rat)
			}
			return quotient(new(big.Rat).Mul(whole(100), part.number(s)), divisor)
		}}
	default:
		return w.ofLists(form, depth, inside)
	}
}

// byReference returns the value of an expression for a seat; nil if it stops.
func byReference(e expression, values formula.Values, seat int) (value *big.Rat) {
	defer func() {
		if reason := recover(); reason != nil {
			if _, ok := reason.(stopped); !ok {
				panic(reason)
			}
			value = nil
		}
	}()
	return e.number(scene{values: values, own: seat, other: -1})
}

// TestAgainstReference: any formula has the value of the reference for each seat, and its
// evaluation stops for the first seat for which the reference stops.
func TestAgainstReference(t *testing.T) {
	t.Parallel()
	values, compared, refused := played(), 0, 0
	rapid.Check(t, func(t *rapid.T) {
		e := writer{t}.number(rapid.IntRange(1, 4).Draw(t, "depth"), "")
		compiled, err := formula.New(e.text).Compile(table)
		if err != nil {
			// Constants that stop, and formulas that may take too long, are refused before.
			for _, known := range []string{"division-by-zero", "not-whole", "no-such-element", "number-too-large", "too-costly", "too-long"} {
				if formula.Mistake(err).Reason == "formula-"+known {
					refused++
					return
				}
			}
			t.Fatalf("%s: %v", e.text, err)
		}
		got, err := compiled.OfRows(values)
		for seat := range values.Rows {
			want := byReference(e, values, seat)
			switch {
			case err != nil && formula.Mistake(err).Row == seat:
				if want != nil {
					t.Fatalf("%s: seat %d: %v, want %s", e.text, seat, err, want.RatString())
				}
				return
			case want == nil:
				t.Fatalf("%s: seat %d should stop it, got %v, %v", e.text, seat, got, err)
			case err == nil && rational(got[seat]).Cmp(want) != 0:
				t.Fatalf("%s: seat %d: got %s, want %s", e.text, seat, got[seat], want.RatString())
			}
		}
		compared++
	})
	if compared < refused {
		t.Errorf("%d compared, %d refused beforehand", compared, refused)
	}
}
