package formula_test

import (
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// written is a piece of a formula with the rank of its outermost operation and its value for the
// first seat of [played].
type written struct {
	text  string
	rank  int
	value *big.Rat // nil if there is a division by 0
	truth bool
}

const (
	rankOfOr = 1 + iota
	rankOfAnd
	rankOfComparison
	rankOfSum
	rankOfDenial
	rankOfProduct
	rankOfSign
	rankOfPower
	rankOfLeaf
)

// inside puts brackets around a piece if its rank is too low, and sometimes without need.
func inside(t *rapid.T, w written, least int) string {
	if w.rank < least || rapid.IntRange(0, 9).Draw(t, "brackets") == 0 {
		return "(" + w.text + ")"
	}
	return w.text
}

func blank(t *rapid.T) string {
	return rapid.SampledFrom([]string{" ", "", "\n", " /**/ "}).Draw(t, "blank")
}

// anyNumber draws a number of a depth, with as few brackets as the ranks allow.
func anyNumber(t *rapid.T, depth int) written {
	leaf := func(text, value string) written {
		r, _ := new(big.Rat).SetString(value)
		return written{text: text, rank: rankOfLeaf, value: r}
	}
	if depth == 0 {
		leaves := []written{leaf("vp", "10"), leaf("place", "1"), leaf("left", "0"), leaf("3", "3"), leaf("0.4", "0.4"), leaf("nth(points,3)", "9.5")}
		return leaves[rapid.IntRange(0, len(leaves)-1).Draw(t, "leaf")]
	}
	switch form := rapid.SampledFrom([]string{"+", "-", "*", "/", "sign", "^", "choice"}).Draw(t, "form"); form {
	case "sign":
		of := anyNumber(t, depth-1)
		w := written{text: "-" + inside(t, of, rankOfSign), rank: rankOfSign}
		if of.value != nil {
			w.value = new(big.Rat).Neg(of.value)
		}
		return w
	case "^":
		of := anyNumber(t, depth-1)
		w := written{text: inside(t, of, rankOfLeaf) + "^" + blank(t) + "2", rank: rankOfPower}
		if of.value != nil {
			w.value = new(big.Rat).Mul(of.value, of.value)
		}
		return w
	case "choice":
		yes, no := anyNumber(t, depth-1), anyNumber(t, depth-1)
		condition := anyTruth(t, 2)
		w := written{text: "(" + condition.text + " ? " + yes.text + ":" + no.text + ")", rank: rankOfLeaf}
		if yes.value != nil && no.value != nil {
			if w.value = no.value; condition.truth {
				w.value = yes.value
			}
		}
		return w
	default:
		a, b := anyNumber(t, depth-1), anyNumber(t, depth-1)
		rank := rankOfSum
		if form == "*" || form == "/" {
			rank = rankOfProduct
		}
		w := written{text: inside(t, a, rank) + blank(t) + form + blank(t) + inside(t, b, rank+1), rank: rank}
		if a.value == nil || b.value == nil || form == "/" && b.value.Sign() == 0 {
			return w
		}
		do := map[string]func(*big.Rat, *big.Rat, *big.Rat) *big.Rat{
			"+": (*big.Rat).Add, "-": (*big.Rat).Sub, "*": (*big.Rat).Mul, "/": (*big.Rat).Quo,
		}[form]
		w.value = do(new(big.Rat), a.value, b.value)
		return w
	}
}

// anyTruth draws a condition of a depth.
func anyTruth(t *rapid.T, depth int) written {
	if depth == 0 {
		a := rapid.SampledFrom([]string{"1", "2", "3"}).Draw(t, "a")
		b := rapid.SampledFrom([]string{"1", "2", "3"}).Draw(t, "b")
		sign := rapid.SampledFrom([]string{"<", "<=", "==", "!=", ">=", ">"}).Draw(t, "sign")
		truth := map[string]bool{"<": a < b, "<=": a <= b, "==": a == b, "!=": a != b, ">=": a >= b, ">": a > b}[sign]
		return written{text: a + blank(t) + sign + b, rank: rankOfComparison, truth: truth}
	}
	a := anyTruth(t, depth-1)
	switch form := rapid.SampledFrom([]string{"or", "||", "and", "&&", "not", "!"}).Draw(t, "form"); form {
	case "or", "||":
		b := anyTruth(t, depth-1)
		return written{text: inside(t, a, rankOfOr) + " " + form + " " + inside(t, b, rankOfOr+1), rank: rankOfOr, truth: a.truth || b.truth}
	case "and", "&&":
		b := anyTruth(t, depth-1)
		return written{text: inside(t, a, rankOfAnd) + " " + form + " " + inside(t, b, rankOfAnd+1), rank: rankOfAnd, truth: a.truth && b.truth}
	default:
		return written{text: form + " " + inside(t, a, rankOfDenial), rank: rankOfDenial, truth: !a.truth}
	}
}

// TestRanksOfRandomFormulas: a formula with only the brackets that its ranks require has the value
// of its operations.
func TestRanksOfRandomFormulas(t *testing.T) {
	t.Parallel()
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		w := anyNumber(t, rapid.IntRange(1, 4).Draw(t, "depth"))
		got := evaluate(w.text)
		if w.value == nil || strings.Contains(got, "formula-number-too-large") || strings.HasPrefix(got, "row ") && !strings.HasPrefix(got, "row 0") {
			return // it divides by 0 somewhere, perhaps in a branch not chosen, or for another seat
		}
		first, _, _ := strings.Cut(got, " ")
		if value, ok := new(big.Rat).SetString(first); !ok || value.Cmp(w.value) != 0 {
			t.Fatalf("%s: got %s, want %s", w.text, got, w.value.RatString())
		}
		compared++
	})
	if compared == 0 {
		t.Error("none was compared")
	}
}

// TestTruthsOfRandomFormulas holds the same for conditions.
func TestTruthsOfRandomFormulas(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := anyTruth(t, rapid.IntRange(1, 4).Draw(t, "depth"))
		want := "0 0 0 0"
		if w.truth {
			want = "1 1 1 1"
		}
		if got := evaluate(w.text + " ? 1 : 0"); got != want {
			t.Fatalf("%s: got %s, want %s", w.text, got, want)
		}
	})
}

// TestPlacesOfRandomMistakes: an unknown name anywhere among correct operations is reported with
// its line and column.
func TestPlacesOfRandomMistakes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		before := anyNumber(t, rapid.IntRange(0, 3).Draw(t, "depth"))
		if strings.HasPrefix(evaluate(before.text), "compile: ") {
			return
		}
		text := before.text + " +\n\t(vp * "
		wantLine := strings.Count(text, "\n") + 1
		got := evaluate(text + "tanks) - 2")
		want := "compile: formula-no-such-figure (column=8, figure=tanks, line=" + big.NewInt(int64(wantLine)).String() + ")"
		if got != want {
			t.Fatalf("%s: got %s, want %s", text, got, want)
		}
	})
}
