package formula

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
)

var anyScope = &Scope{
	Rows: "seats", MaxRows: 12,
	Own: []string{"vp", "place", "sharing", "left"}, Common: []string{"size"}, Lists: []string{"points"}, MaxList: 100, MaxSteps: 20_000,
}

// anyValues returns random values for anyScope, as large as the scope allows, including difficult
// numbers.
func anyValues(seed uint64) Values {
	random := rand.New(rand.NewPCG(seed, 1))
	number := func() league.Frac {
		return league.NewFrac(int64(random.IntN(41)-20), int64(1+random.IntN(7)))
	}
	v := Values{Common: []league.Frac{league.Int(12)}, Lists: [][]league.Frac{nil}}
	for i := range anyScope.MaxRows {
		v.Rows = append(v.Rows, []league.Frac{number(), league.Int(i + 1), league.Int(1 + random.IntN(3)), league.Int(random.IntN(2))})
	}
	for range anyScope.MaxList {
		v.Lists[0] = append(v.Lists[0], number())
	}
	return v
}

// FuzzFormula: no text makes the parser or the evaluation panic, the work stays within its cost,
// numbers within their size, and a second evaluation gives the same.
func FuzzFormula(f *testing.F) {
	for _, source := range []string{
		"shared([5, 3, 2, 1])", "vp - mean(map(seats, .vp))", "sum(best(points, 4)) + 2 ^ vp", `round(vp / 7, 2, "half_even")`,
		"if left > 0 and not (vp >= 8) { 1 } else { nth(points, 3) }", "sum(seats, count(seats, .vp > vp))", "points | filter(# > 1) | sum()",
		"0<(0<vp<9?1:0)<9?1:0", "((((", "vp / (place - 1)", "let x = 1; x", "{a: 1}", "max(map(filter(seats, .left == 0), .vp), 1)", "::sum(points)", "vp?.x[1:2]", "#.vp",
		"1 < 2 <= vp < 4 and vp not in [1, 2] ? -vp ^ -2 : .5", "min(vp) + max(points) + len([])", "sum(seats, {.vp}) // x\n/* y", "nth(points, vp / 4)",
		"sum(map(points, sum(map([1, 2, 3], # * 2)) + #))", "worst(best(points, place), 1) | mean()", "123456789012345678901234 * 0.0000000000000000000001",
		"if vp > 1 { 1 } else if none(seats, .vp > 1 || !(.left == 0)) { 2 } else { 3 }", "let x = {a: [1..2]}; x?.[1](2) ?? 'b' | one(#)", "2 ^ 64 ^ 2 / 0",
	} {
		f.Add(source)
	}
	values := anyValues(7)
	f.Fuzz(func(t *testing.T, source string) { check(t, source, values) })
}

// check evaluates a text twice for every row and reports whether it is a formula.
func check(t interface{ Fatalf(string, ...any) }, source string, values Values) bool {
	p, mistake := compile(source, anyScope)
	if mistake != nil {
		if mistake.Reason == "" || mistake.Params["column"] == "" || mistake.Row != -1 {
			t.Fatalf("%q: %+v", source, mistake)
		}
		return false
	}
	for _, row := range values.Rows {
		first, again := machine{values: values, own: row, most: p.most}, machine{values: values, own: row, most: p.most}
		value, same := p.value(&first), p.value(&again)
		switch {
		case first.steps > p.cost:
			t.Fatalf("%q: %d steps, foreseen were %d", source, first.steps, p.cost)
		case len(first.stack) > 0 || len(first.picked) > 0:
			t.Fatalf("%q leaves something behind", source)
		case first.fault == nil && value.Bits() > maxBits:
			t.Fatalf("%q: %d bits", source, value.Bits())
		case !value.Equal(same):
			t.Fatalf("%q: %s, then %s", source, value, same)
		}
	}
	return true
}

// TestRandomFormulas holds the same for formulas that are mostly right, and that
// the order of the seats does not matter.
func TestRandomFormulas(t *testing.T) {
	t.Parallel()
	right := 0
	rapid.Check(t, func(t *rapid.T) {
		values := anyValues(rapid.Uint64().Draw(t, "values"))
		source := randomNumber(t, 4, "")
		if !check(t, source, values) {
			return
		}
		right++
		f, err := New(source).Compile(anyScope)
		if err != nil {
			t.Fatal(err)
		}
		order := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}).Draw(t, "order")
		turned := values
		turned.Rows = make([][]league.Frac, len(order))
		for i, from := range order {
			turned.Rows[i] = values.Rows[from]
		}
		want, err := f.OfRows(values)
		got, errTurned := f.OfRows(turned)
		if (err == nil) != (errTurned == nil) {
			t.Fatalf("%s: %v, in another order %v", source, err, errTurned)
		}
		if err != nil {
			return
		}
		for i, from := range order {
			if !got[i].Equal(want[from]) {
				t.Fatalf("%s: %s, in another order %s", source, want[from], got[i])
			}
		}
	})
	if right == 0 {
		t.Error("none of the formulas was right")
	}
}

// randomNumber writes a formula of a depth. Element names the element of the
// list that is looked at; "" is none.
func randomNumber(t *rapid.T, depth int, element string) string {
	leaves := []string{"vp", "place", "size", "0.5", "3", "7"}
	if element != "" {
		leaves = append(leaves, element, element)
	}
	if depth == 0 {
		return rapid.SampledFrom(leaves).Draw(t, "leaf")
	}
	form := rapid.SampledFrom([]string{
		"(N + N)", "(N - N)", "(N * N)", "(N / N)", "(N < N ? N : N)", "min(N, N)", "abs(N)", `round(N, 2, "half_even")`, "share(N, N)",
		"sum(seats, S)", "count(seats, S > N)", "mean(map(filter(seats, S > S), S))", "max(map(seats, S))", "sum(best(points, 3))",
		"sum(map(points, P))", "shared([N, N, 1])", "(all(seats, S >= S) ? N : N)", "floor(N)", "(N ^ 2)",
	}).Draw(t, "form")
	var out strings.Builder
	for _, r := range form {
		switch r {
		case 'N':
			out.WriteString(randomNumber(t, depth-1, element))
		case 'S':
			out.WriteString(randomNumber(t, depth-1, ".left"))
		case 'P':
			out.WriteString(randomNumber(t, depth-1, "#"))
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
