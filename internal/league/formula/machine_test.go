package formula

import (
	"math"
	"strings"
	"testing"

	"referto/internal/league"
)

// TestStepsAreForeseen: for each construct of the language an evaluation takes no more steps than
// its cost, leaves nothing on the stacks and gives the same again, with rows and lists of the
// largest length.
func TestStepsAreForeseen(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		"vp", "7", "-vp", "+vp", "vp + 2 * 3 - 4 / 5", "vp ^ 64", "2 ^ 64 + vp", "(vp * vp + 1) ^ -3",
		"vp > 2 ? vp + 1 : vp * 2 * 3", "if vp > 2 and size > 3 or left > 0 { 1 } else { vp * 2 }", "not (vp > 2) ? 1 : 0", "1 < vp < 5 <= size ? 1 : 0",
		"abs(-vp) + floor(vp) + ceil(vp)", "round(vp / 3, 2, 'half_up') + round(2 / 3, 2, 'half_even')", "share(vp, size) + share(1, 3)",
		"min(vp, place, 3)", "max(points)", "min(map(seats, .vp))", "max(5, 4, 3) + vp", "max([vp, place, 5])",
		"len(points)", "len(seats)", "len([vp, 2])", "len(filter(seats, .vp > vp))", "sum(seats, len(seats))", "sum(points, len(filter(seats, .vp > 0)))",
		"mean(points)", "mean([vp, 1, 2])", "nth(points, 3)", "nth([5, 4, 3], 1 + 1) + vp", "nth(map(seats, .vp), place)",
		"sum(best(points, 4))", "sum(worst(points, place))", "sum(best([5, 4, 3], 1), # + vp)", "nth(best(worst(points, 9), 3), 2)",
		"shared([5, 3, 2, 1])", "shared(points)", "shared([vp, 2 * 3, size])", "sum(seats, shared([1, 2]))",
		"sum(points)", "sum([1, 2, vp])", "sum(points, # * #)", "sum(seats, .vp * .place)", "sum(seats, sum(points, # + vp) + .vp)",
		"count(points, # > 0 and # < 3)", "count(seats, .vp > vp)", "count([1, 2, 3], # > 1) + vp",
		"all(points, # > -99) ? 1 : 0", "any(seats, .left > 0) ? 1 : 0", "none(seats, .left > 0 or .vp > 9) ? 1 : 0",
		"sum(map(map(points, # * 2), # + vp))", "sum(map(filter(seats, .vp > 0), .vp + sum(points)))", "sum(filter(filter(points, # > 0), # < 9))",
		"vp in points ? 1 : 0", "vp in [1, 2, 3] ? 1 : 0", "2 not in [1, 2 + 1] ? vp : 0", "sum(points, # in [1, 2] ? 1 : 0)",
		"sum(vp > 1 ? points : [1])", "sum(vp > 1 ? seats : filter(seats, .left > 0), .vp)", "seats | filter(.vp > 0) | map(.vp) | best(2) | sum()",
	} {
		for seed := range uint64(3) {
			if !check(t, source, anyValues(seed)) {
				_, mistake := compile(source, anyScope)
				t.Errorf("%s: %v", source, mistake)
			}
		}
	}
}

// TestWhatIsKnownCostsNothing: constants are computed on compilation, and a constant list has its
// own length.
func TestWhatIsKnownCostsNothing(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]int{
		"1 + 2 * 3 ^ 4 - abs(-5)":                            0,
		"true and not false or 1 > 2 ? 1 : 2":                0,
		"sum(best([5, 4, 3], 2)) + max(1, 2)":                0,
		"2 in [1, 2] ? 1 : 2":                                0,
		"[1, 2, 3] | mean() | round(2, 'half_up')":           0,
		"vp + sum([1, 2, 3])":                                1,
		"sum(best([5, 4, 3], 1), # + vp)":                    4, // the list, the visit, the sum in it and the sum of all
		"sum([5, 4, 3], # + vp)":                             12,
		"sum(worst([5, 4, 3], 0), # + vp)":                   0,
		"vp > 0 ? 1 + 1 : 2 * 2":                             1,
		"vp in best([5, 4, 3], 2) ? 1 : 0":                   4,
		"max(best([5, 4, 3], 2))":                            0,
		"sum(true ? [1, 2] : [3, 4, 5], # + vp)":             12, // a choice is as long as its longest
		"nth([5, 4, 3], place)":                              3,
		"sum(map([1, 2], 1))":                                6, // expressions for elements are not computed on compilation
		"count([1, 2], true)":                                4,
		"len(seats) + len(points) + len([1, 2])":             114,
		"share(1, 3) + round(vp, 0, 'truncate')":             2,
		"shared([1, 2])":                                     5,
		"all(seats, .vp > 0) ? 0 : any(seats, true) ? 1 : 2": 60,
	} {
		p, mistake := compile(source, anyScope)
		if mistake != nil {
			t.Errorf("%s: %v", source, mistake)
		} else if p.cost != want {
			t.Errorf("%s costs %d, want %d", source, p.cost, want)
		}
	}
}

// TestCostsWithoutEnd: costs are added and multiplied up to an unaffordable amount, and never
// overflow an int.
func TestCostsWithoutEnd(t *testing.T) {
	t.Parallel()
	const end = unaffordable
	for _, tt := range []struct{ a, b, sum, product int }{
		{0, 0, 0, 0},
		{3, 4, 7, 12},
		{0, 7, 7, 0},
		{1, end, end, end},
		{end, 0, end, 0},
		{end, 1, end, end},
		{end - 1, 1, end, end - 1},
		{end / 2, 2, end/2 + 2, end},
		{end/2 + 1, 2, end/2 + 3, end},
		{end, end, end, end},
		{1 << 20, 1 << 20, 1 << 21, end},
	} {
		if got := plus(tt.a, tt.b); got != tt.sum {
			t.Errorf("%d + %d: got %d, want %d", tt.a, tt.b, got, tt.sum)
		}
		if got := times(tt.a, tt.b); got != tt.product {
			t.Errorf("%d * %d: got %d, want %d", tt.a, tt.b, got, tt.product)
		}
	}
	if end > math.MaxInt32 {
		t.Error("two of them are more than an int of 32 bits holds")
	}
}

// TestMostParts: a formula may have 2000 operations, names and numbers; those in the middle of a
// chain count twice.
func TestMostParts(t *testing.T) {
	t.Parallel()
	middle := "-1" + strings.Repeat("+1", 497) // 996 parts
	for source, want := range map[string]string{
		"0<" + middle + "<9?1:0":                    "",
		"-(0<" + middle + "<9?1:0)":                 "formula-too-costly",
		"0<" + middle + "+1<9?1:0":                  "formula-too-costly",
		strings.Repeat("-", 1999) + "1":             "",
		strings.Repeat("(-", 666) + "1":             "formula-unreadable",
		"sum([1" + strings.Repeat(",1", 990) + "])": "",
	} {
		_, mistake := compile(source, anyScope)
		got := ""
		if mistake != nil {
			got = mistake.Reason
		}
		if got != want {
			t.Errorf("%.20s… of %d characters: got %v, want %s", source, len(source), mistake, want)
		}
	}
}

// TestStepsOfEachRow: each row may take as many steps as the scope allows.
func TestStepsOfEachRow(t *testing.T) {
	t.Parallel()
	scope := &Scope{Rows: "seats", MaxRows: 2, Own: []string{"vp"}, Common: []string{"size"}, MaxSteps: 3}
	f, err := New("vp + size * 2 - 1").Compile(scope)
	if err != nil || f.Cost() != 3 {
		t.Fatalf("costs %d, %v", f.Cost(), err)
	}
	row := []league.Frac{league.Int(1)}
	values := Values{Rows: [][]league.Frac{row, row, row, row, row}, Common: []league.Frac{league.Int(2)}}
	got, err := f.OfRows(values)
	if err != nil || len(got) != 5 || got[4].String() != "4" {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := f.OfRows(Values{}); err != nil || len(got) != 0 {
		t.Errorf("of no rows: got %v, %v", got, err)
	}
}

// TestFirstFault: the first fault stops an evaluation and is reported with its row.
func TestFirstFault(t *testing.T) {
	t.Parallel()
	scope := &Scope{Rows: "seats", MaxRows: 3, Own: []string{"a", "b"}, Lists: []string{"points"}, MaxList: 9, MaxSteps: 1000}
	rows := func(numbers ...int) (all [][]league.Frac) {
		for i := 0; i < len(numbers); i += 2 {
			all = append(all, []league.Frac{league.Int(numbers[i]), league.Int(numbers[i+1])})
		}
		return all
	}
	for _, tt := range []struct {
		source string
		rows   [][]league.Frac
		row    int
		want   string
	}{
		{"1 / a + 1 / b", rows(1, 1, 0, 0), 1, "formula-division-by-zero (column=3, line=1)"},
		{"1 / a + 1 / b", rows(1, 0), 0, "formula-division-by-zero (column=11, line=1)"},
		{"1 / b + nth(points, a)", rows(1, 0), 0, "formula-division-by-zero (column=3, line=1)"},
		{"nth(points, a) + 1 / b", rows(7, 0), 0, "formula-no-such-element (column=1, length=1, line=1, n=7)"},
		{"min(filter(points, # > a)) / b", rows(9, 0), 0, "formula-no-such-element (column=1, length=0, line=1, n=1)"},
		{"2 ^ a / b", rows(1, 1, 2, 1, 65, 0), 2, "formula-not-whole (column=3, got=65, line=1, max=64, min=-64)"},
		{"2 ^ a / b", rows(-64, 1, -65, 1), 1, "formula-not-whole (column=3, got=-65, line=1, max=64, min=-64)"},
		{"a ^ -1 + 2 ^ (1 / b)", rows(0, 2), 0, "formula-division-by-zero (column=3, line=1)"},
		{"sum(best(points, a)) + 1 / b", rows(-1, 0), 0, "formula-not-whole (column=5, got=-1, line=1, max=1073741824, min=0)"},
		{"sum(seats, 1 / .b)", rows(1, 1, 1, 0), 0, "formula-division-by-zero (column=14, line=1)"},
		{"all(seats, 1 / .b > 0) and false ? 1 : 0", rows(1, 0), 0, "formula-division-by-zero (column=14, line=1)"},
		{"(a + 2) ^ 64 * (b + 2) ^ 64 * 2 ^ 64 * 2 ^ 64 * 2", rows(0, 0), 0, "formula-number-too-large (column=38, line=1)"},
		{"share(1 / a, b)", rows(0, 1), 0, "formula-division-by-zero (column=9, line=1)"},
		{"1 / (a in [1 / b] ? 0 : 1)", rows(1, 0), 0, "formula-division-by-zero (column=14, line=1)"},
		{"mean(filter(points, # > 9)) / 1", rows(1, 1), 0, "formula-division-by-zero (column=1, line=1)"},
		{"share(1 / a, b)", rows(0, 0), -1, ""}, // of nothing nothing is asked
		{"b == 0 ? 0 : 1 / b", rows(0, 0, 0, 2), -1, ""},
	} {
		f, err := New(tt.source).Compile(scope)
		if err != nil {
			t.Errorf("%s: %v", tt.source, err)
			continue
		}
		results, err := f.OfRows(Values{Rows: tt.rows, Lists: [][]league.Frac{{league.Int(5)}}})
		got, row := "", -1
		if err != nil {
			got, row = err.Error(), Mistake(err).Row
		}
		if got != tt.want || row != tt.row || (results == nil) != (err != nil) {
			t.Errorf("%s: got %s for row %d with %v, want %s for %d", tt.source, got, row, results, tt.want, tt.row)
		}
	}
}

// TestWholeNumbers: numbers that must be whole and within a range are accepted at both ends, and no
// others.
func TestWholeNumbers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		number league.Frac
		want   int
		ok     bool
	}{
		{league.Int(-2), -2, true},
		{league.Int(5), 5, true},
		{league.Int(0), 0, true},
		{league.NewFrac(8, 2), 4, true},
		{league.Int(-3), 0, false},
		{league.Int(6), 0, false},
		{league.NewFrac(1, 2), 0, false},
		{league.NewFrac(-1, 3), 0, false},
		{league.NewFrac(11, 2), 0, false},
	} {
		m := machine{most: 10}
		got, ok := m.whole(position{1, 1}, tt.number, -2, 5)
		if got != tt.want || ok != tt.ok || (m.fault == nil) != tt.ok {
			t.Errorf("%s: got %d, %t, %v", tt.number, got, ok, m.fault)
		}
		if !ok && (m.fault.Params["got"] != tt.number.String() || m.fault.Params["min"] != "-2" || m.fault.Params["max"] != "5") {
			t.Errorf("%s: told %v", tt.number, m.fault)
		}
		if again, ok := m.whole(position{1, 1}, league.Int(1), -2, 5); ok != tt.ok || (again == 1) != tt.ok {
			t.Errorf("behind %s: got %d, %t", tt.number, again, ok)
		}
	}
}
