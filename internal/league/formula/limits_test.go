package formula_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/formula"
)

// TestLimits: the last that is allowed and the first that is not (docs/formulas.md).
func TestLimits(t *testing.T) {
	t.Parallel()
	const digits = "123456789012345678901234" // 24
	holds(t, []outcome{
		{"2000 characters", "vp" + strings.Repeat(" ", 1998), "10 8 8 5"},
		{"2001 characters", "vp" + strings.Repeat(" ", 1999), "compile: formula-too-long (column=2001, line=1, most=2000)"},
		{"2000 characters of several bytes", "vp//" + strings.Repeat("€", 1996), "10 8 8 5"},
		{"2001 characters on lines", "vp" + strings.Repeat("\n", 1999), "compile: formula-too-long (column=1, line=1999, most=2000)"},

		{"a number of 24 characters", digits, digits},
		{"a number of 25 characters", "vp + " + digits + "5", "compile: formula-no-number (column=6, got=" + digits + "5, line=1)"},
		{"a number of 24 characters with a point", "0.0000000000000000000001 * 10 ^ 22", "1"},
		{"a number of 25 characters with a point", "0.00000000000000000000001", "compile: formula-no-number (column=1, got=0.00000000000000000000001, line=1)"},
		{"zeros before count", "0000000000000000000000001", "compile: formula-no-number (column=1, got=0000000000000000000000001, line=1)"},
		{"an exponent", "1e3", "compile: formula-no-number (column=1, got=1e3, line=1)"},
		{"an exponent with a sign", "2.5E-3", "compile: formula-no-number (column=1, got=2.5E-3, line=1)"},
		{"base 16", "0xff", "compile: formula-no-number (column=1, got=0xff, line=1)"},
		{"base 2", "0b11", "compile: formula-no-number (column=1, got=0b11, line=1)"},
		{"digits that a base has not", "0b12", "compile: formula-unreadable (column=4, detail=bad number syntax: \"0b12\", line=1)"},

		{"the exponent 64", "(vp / vp) ^ 64", "1"},
		{"the exponent 65", "(vp / vp) ^ 65", "compile: formula-not-whole (column=11, got=65, line=1, max=64, min=-64)"},
		{"the exponent -64", "(vp / vp) ^ -64", "1"},
		{"the exponent -65", "(vp / vp) ^ -65", "compile: formula-not-whole (column=11, got=-65, line=1, max=64, min=-64)"},
		{"the exponent 65, played", "1 ^ (vp + 55)", "row 0: formula-not-whole (column=3, got=65, line=1, max=64, min=-64)"},

		{"256 bits", "2 ^ 64 * 2 ^ 64 * 2 ^ 64 * 2 ^ 63 > 0 ? 1 : 0", "1"},
		{"257 bits", "2 ^ 64 * 2 ^ 64 * 2 ^ 64 * 2 ^ 64", "compile: formula-number-too-large (column=26, line=1)"},
		{"256 bits below the line", "2 ^ -64 * 2 ^ -64 * 2 ^ -64 * 2 ^ -63 > 0 ? 1 : 0", "1"},
		{"257 bits below the line", "2 ^ -64 * 2 ^ -64 * 2 ^ -64 * 2 ^ -64", "compile: formula-number-too-large (column=29, line=1)"},
		{"257 bits, played", "2 ^ 64 * 2 ^ 64 * 2 ^ 64 * 2 ^ (place + 62)", "row 1: formula-number-too-large (column=26, line=1)"},
		{"257 bits of a power, played", "(vp + 6) ^ 64", "row 0: formula-number-too-large (column=10, line=1)"},

		{"lists in lists in lists, more than can be counted", strings.Repeat("sum(seats, ", 40) + ".vp" + strings.Repeat(")", 40), "compile: formula-too-costly (column=1, line=1, most=20000)"},
		{"lists in lists, few enough", "sum(seats, sum(seats, sum(seats, .vp)))", "496"},

		{"999 operations", "vp" + strings.Repeat("+1", 999), "1009 1007 1007 1004"},
		{"brackets as deep as the text is long", strings.Repeat("(", 999) + "1" + strings.Repeat(")", 999), "1"},
		{"lists in lists", strings.Repeat("[", 999) + "1" + strings.Repeat("]", 999), "compile: formula-wrong-kind (column=999, got=list, line=1, want=number)"},
		{"open brackets", strings.Repeat("(", 2000), "compile: formula-unreadable (column=2000, detail=unexpected token EOF, line=1)"},
		{"open brackets of all kinds", strings.Repeat("([{", 666), "compile: formula-unreadable (column=1998, detail=a map key must be a quoted string, a number, a identifier, or an expression enclosed in parentheses (unexpected token EOF), line=1)"},
	})
}

// TestPartsThatAreReadTwice: the middle of a chain counts twice. Without an end to it 60
// levels were a billion of billions of parts.
func TestPartsThatAreReadTwice(t *testing.T) {
	t.Parallel()
	if got := evaluate(doubling(7)); got != "0 1 1 1" {
		t.Errorf("7 levels: got %s", got)
	}
	for _, levels := range []int{8, 60} {
		if got := evaluate(doubling(levels)); !strings.HasPrefix(got, "compile: formula-too-costly (") || !strings.HasSuffix(got, "most=2000)") {
			t.Errorf("%d levels: got %s", levels, got)
		}
	}
}

// TestCost: an operation costs one, a list its largest length, and an expression for its elements
// as many times. Constants cost nothing. docs/formulas.md has the first two.
func TestCost(t *testing.T) {
	t.Parallel()
	scope := &formula.Scope{
		Rows: "seats", MaxRows: 12, Own: []string{"vp", "place", "sharing"}, Lists: []string{"points"}, MaxList: 100, MaxSteps: 4000,
	}
	for source, want := range map[string]int{
		"shared([5, 3, 2, 1])":                  9,
		"sum(seats, .vp)":                       36,
		"vp":                                    0,
		"-vp":                                   0,
		"7":                                     0,
		"1 + 2 * 3":                             0,
		"vp + 2 * 3":                            1,
		"vp + 2 + 3":                            2,
		"vp ^ 2":                                65,
		"2 ^ 2":                                 0,
		"abs(vp)":                               1,
		"round(vp / 3, 2, 'truncate')":          2,
		"share(vp, place)":                      1,
		"max(vp, place, 3)":                     6,
		"max(5, 4, 3)":                          0,
		"max(points)":                           200,
		"len(points)":                           100,
		"len(seats)":                            12,
		"mean(points)":                          201,
		"nth(points, 2)":                        100,
		"sum(best(points, 4))":                  300,
		"sum(points)":                           200,
		"sum([vp, place])":                      4,
		"count(seats, .vp > vp)":                36,
		"count(seats, .vp > vp and .place > 1)": 60,
		"mean(map(seats, .vp))":                 37,
		"sum(map(filter(seats, .vp > 2), .place * 2))": 72,
		"vp > 2 ? vp + 1 : vp * 2 * 3":                 3,
		"sum(vp > 1 ? points : [1])":                   201,
		"true ? vp : place":                            0,
		"vp in [1, 2, 3]":                              -1, // no number
		"vp in [1, 2, 3] ? 1 : 0":                      6,
		"vp > 1 and place > 1 ? 1 : 0":                 3,
		"not (vp > 1) ? 1 : 0":                         1,
	} {
		compiled, err := formula.New(source).Compile(scope)
		if err != nil {
			if want >= 0 {
				t.Errorf("%s: %v", source, err)
			}
			continue
		}
		if got := compiled.Cost(); got != want {
			t.Errorf("%s: got %d, want %d", source, got, want)
		}
	}
}

// TestMostSteps: a formula may cost as much as its scope allows, and not one more.
func TestMostSteps(t *testing.T) {
	t.Parallel()
	with := func(most int) *formula.Scope {
		return &formula.Scope{Rows: "seats", MaxRows: 12, Own: []string{"vp"}, MaxSteps: most}
	}
	for _, tt := range []struct {
		source    string
		enough    int
		refusedAt string
	}{
		{"sum(seats, .vp)", 36, "column=1"},
		{"1 + sum(seats, .vp)", 37, "column=3"},
		{"vp + 1", 1, "column=4"},
		{"vp + sum([1, 2, 3])", 6, "column=6"},        // computed on compilation
		{"vp + max(1, 2, 3, 4)", 8, "column=6"},       // list and comparisons
		{"vp in [1, 2, 3, 4] ? 1 : 0", 8, "column=4"}, // the list is known, looking for it is not
	} {
		if _, err := formula.New(tt.source).Compile(with(tt.enough)); err != nil {
			t.Errorf("%s with %d steps: %v", tt.source, tt.enough, err)
		}
		_, err := formula.New(tt.source).Compile(with(tt.enough - 1))
		want := fmt.Sprintf("formula-too-costly (%s, line=1, most=%d)", tt.refusedAt, tt.enough-1)
		if err == nil || err.Error() != want {
			t.Errorf("%s with %d steps: got %v, want %s", tt.source, tt.enough-1, err, want)
		}
	}
}

// TestStepsThatWereNotForeseen: more values than the scope allows stop an evaluation instead of
// making it long.
func TestStepsThatWereNotForeseen(t *testing.T) {
	t.Parallel()
	scope := &formula.Scope{Lists: []string{"points"}, MaxList: 2, MaxSteps: 8}
	compiled, err := formula.New("sum(points, # + 1)").Compile(scope)
	if err != nil {
		t.Fatal(err)
	}
	numbers := make([]league.Frac, 2)
	if _, err := compiled.Of(formula.Values{Lists: [][]league.Frac{numbers}}); err != nil {
		t.Errorf("two numbers: %v", err)
	}
	_, err = compiled.Of(formula.Values{Lists: [][]league.Frac{make([]league.Frac, 1_000_000)}})
	if want := "formula-too-costly (column=1, line=1, most=8)"; err == nil || err.Error() != want {
		t.Errorf("a million: got %v, want %s", err, want)
	}
}

// TestScopeWithoutSeats: a formula of an event or a series has no seats, and one number.
func TestScopeWithoutSeats(t *testing.T) {
	t.Parallel()
	scope := &formula.Scope{Common: []string{"place", "entrants"}, Lists: []string{"counted", "dropped"}, MaxList: 10, MaxSteps: 1000}
	values := formula.Values{
		Common: []league.Frac{league.Int(3), league.Int(8), league.Int(99)},
		Lists:  [][]league.Frac{{league.Int(5), league.NewFrac(1, 3)}, nil},
	}
	for _, tt := range []struct{ source, want string }{
		{"entrants - place", "5"},
		{"sum(counted) * 3 - len(dropped)", "16"},
		{"count(counted, # > place)", "1"},
		{"mean(dropped)", "formula-division-by-zero (column=1, line=1)"},
		{"max(dropped)", "formula-no-such-element (column=1, length=0, line=1, n=1)"},
		{"len(seats)", "formula-no-such-figure (column=5, figure=seats, line=1)"},
		{"vp", "formula-no-such-figure (column=1, figure=vp, line=1)"},
		{"shared([5, 3])", "formula-no-such-figure (column=1, figure=sharing, line=1)"},
		{"sum(counted, .place)", "formula-not-of-language (column=15, line=1)"},
	} {
		got, row := "", -1
		compiled, err := formula.New(tt.source).Compile(scope)
		if err == nil {
			var value league.Frac
			value, err = compiled.Of(values)
			got = value.String()
		}
		if err != nil {
			got, row = err.Error(), formula.Mistake(err).Row
		}
		if got != tt.want || row != -1 {
			t.Errorf("%s: got %s, row %d, want %s", tt.source, got, row, tt.want)
		}
	}
}

// TestSharedByTheScope: shared uses place and sharing from the scope.
func TestSharedByTheScope(t *testing.T) {
	t.Parallel()
	scope := &formula.Scope{Common: []string{"place", "sharing"}, MaxSteps: 100}
	compiled, err := formula.New("shared([9, 5, 1])").Compile(scope)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		place, sharing league.Frac
		want           string
	}{
		{league.Int(1), league.Int(3), "5"},
		{league.Int(3), league.Int(2), "0.5"},
		{league.Int(4), league.Int(1), "0"},
		{league.Int(0), league.Int(1), "formula-not-whole (column=1, got=0, line=1, max=1073741824, min=1)"},
		{league.NewFrac(3, 2), league.Int(1), "formula-not-whole (column=1, got=1.5, line=1, max=1073741824, min=1)"},
		{league.Int(1), league.Int(0), "formula-not-whole (column=1, got=0, line=1, max=1073741824, min=1)"},
	} {
		value, err := compiled.Of(formula.Values{Common: []league.Frac{tt.place, tt.sharing}})
		got := value.String()
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("place %s of %s: got %s, want %s", tt.place, tt.sharing, got, tt.want)
		}
	}
}

// TestNames: how figures are called in formulas, and which are taken.
func TestNames(t *testing.T) {
	t.Parallel()
	scope := &formula.Scope{Rows: "seats", Own: []string{"vp"}, Common: []string{"size"}, Lists: []string{"points"}}
	for name, want := range map[string]bool{"seats": true, "vp": true, "size": true, "points": true, "tanks": false, "sum": false} {
		if got := scope.Has(name); got != want {
			t.Errorf("%s: got %t, want %t", name, got, want)
		}
	}
	for id, want := range map[string]string{"vp": "vp", "two-word": "two_word", "of-three-words": "of_three_words"} {
		if got := formula.Name(id); got != want {
			t.Errorf("%s: got %s, want %s", id, got, want)
		}
	}
}

// TestNamesBeforeNames: a name in several lists means that of the seat first.
func TestNamesBeforeNames(t *testing.T) {
	t.Parallel()
	two := []string{"x"}
	scope := &formula.Scope{Rows: "x", MaxRows: 1, Own: two, Common: two, Lists: two, MaxList: 1, MaxSteps: 100}
	compiled, err := formula.New("x + sum(filter([4], # > x))").Compile(scope)
	if err != nil {
		t.Fatal(err)
	}
	got, err := compiled.OfRows(formula.Values{Rows: [][]league.Frac{{league.Int(3)}}, Common: []league.Frac{league.Int(7)}})
	if err != nil || len(got) != 1 || got[0].String() != "7" {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestCompilingAgain: a formula compiled for one scope can be compiled for another.
func TestCompilingAgain(t *testing.T) {
	t.Parallel()
	f := formula.New("a - b")
	for _, tt := range []struct {
		names []string
		want  string
	}{{[]string{"a", "b"}, "2"}, {[]string{"b", "a"}, "-2"}} {
		compiled, err := f.Compile(&formula.Scope{Common: tt.names, MaxSteps: 10})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := compiled.Of(formula.Values{Common: []league.Frac{league.Int(5), league.Int(3)}}); err != nil || got.String() != tt.want {
			t.Errorf("%v: got %s, %v", tt.names, got, err)
		}
		f = compiled
	}
	if _, err := f.Compile(&formula.Scope{Common: []string{"a"}, MaxSteps: 10}); err == nil {
		t.Error("compiled a name that there is not")
	}
	if f.String() != "a - b" {
		t.Errorf("written %s", f)
	}
}

// TestMistake: errors of the package are returned as such; any other is a bug.
func TestMistake(t *testing.T) {
	t.Parallel()
	if got := formula.Mistake(nil); got != nil {
		t.Errorf("of nothing: %v", got)
	}
	_, err := formula.New("1 +\n tanks").Compile(table)
	m := formula.Mistake(fmt.Errorf("compiling: %w", err))
	if m.Reason != "formula-no-such-figure" || m.Params["line"] != "2" || m.Params["column"] != "2" || m.Params["figure"] != "tanks" || m.Row != -1 {
		t.Errorf("got %+v", m)
	}
	defer func() {
		if recover() == nil {
			t.Error("took another error for one of its own")
		}
	}()
	t.Error(formula.Mistake(errors.New("another")))
}
