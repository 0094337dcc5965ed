package formula_test

import (
	"fmt"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/formula"
)

// table is a scope like the one of a seat.
var table = &formula.Scope{
	Rows: "seats", MaxRows: 6,
	Own:    []string{"vp", "place", "sharing", "left"},
	Common: []string{"size", "round"},
	Lists:  []string{"points"}, MaxList: 30, MaxSteps: 20_000,
}

// played returns four seats with 10, 8, 8 and 5 points, and a list.
func played() formula.Values {
	row := func(vp, place, sharing, left int) []league.Frac {
		return []league.Frac{league.Int(vp), league.Int(place), league.Int(sharing), league.Int(left)}
	}
	return formula.Values{
		Rows:   [][]league.Frac{row(10, 1, 1, 0), row(8, 2, 2, 0), row(8, 2, 2, 0), row(5, 4, 1, 1)},
		Common: []league.Frac{league.Int(4), league.Int(2)},
		Lists:  [][]league.Frac{{league.Int(12), league.Int(7), league.NewFrac(19, 2), league.Int(0)}},
	}
}

// evaluate writes the values of a formula for the seats, or its mistake.
func evaluate(source string) string {
	f, err := formula.New(source).Compile(table)
	if err != nil {
		return "compile: " + err.Error()
	}
	values, err := f.OfRows(played())
	if err != nil {
		return fmt.Sprintf("row %d: %v", formula.Mistake(err).Row, err)
	}
	text := make([]string, len(values))
	for i, value := range values {
		text[i] = value.String()
	}
	return strings.Join(text, " ")
}

func TestFormulas(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, source, want string }{
		{"decimals are exact", "0.1 + 0.2", "0.3 0.3 0.3 0.3"},
		{"thirds are exact", "vp / 3 * 3", "10 8 8 5"},
		{"products before sums, powers before products", "2 + 3 * 2 ^ 3 - -1", "27 27 27 27"},
		{"powers less than 1", "2 ** -2", "0.25 0.25 0.25 0.25"},
		{"a condition", "place == 1 ? 20 / sharing : 0", "20 0 0 0"},
		{"a condition in words", "if left > 0 and not (vp >= 8) { 1 } else { 2 }", "2 2 2 1"},
		{"a range", "2 <= place < 4 ? 1 : 0", "0 1 1 0"},
		{"one of several", "place in [1, 4] ? 1 : 0", "1 0 0 1"},
		{"either", "place == 1 || left != 0 ? 1 : 0", "1 0 0 1"},
		{"shared places get the mean", "shared([5, 3, 2, 1])", "5 2.5 2.5 1"},
		{"places beyond the list get nothing", "shared([10, 5])", "10 2.5 2.5 0"},
		{"relative to the mean of the table", "vp - mean(map(seats, .vp))", "2.25 0.25 0.25 -2.75"},
		{"the others of the table", "count(seats, .vp > vp) + 1", "1 2 2 4"},
		{"a choice of the others", "max(map(filter(seats, .place != 1), .vp))", "8 8 8 8"},
		{"a list of a list", "sum(map(seats, sum(map(seats, .vp)) - .vp))", "93 93 93 93"},
		{"numbers of a list", "sum(filter(map(points, # * 2), # > 14))", "43 43 43 43"},
		{"the best of a list", "sum(best(points, 2)) - sum(worst(points, 2))", "14.5 14.5 14.5 14.5"},
		{"all of a short list", "len(best(points, 10)) + len(seats)", "8 8 8 8"},
		{"one of a list", "nth(points, round)", "7 7 7 7"},
		{"all, any, none", "(all(seats, .vp > 4) ? 100 : 0) + (any(seats, .left > 0) ? 10 : 0) + (none(points, # < 0) ? 1 : 0)", "111 111 111 111"},
		{"percent", "round(share(vp, 31), 2, \"truncate\")", "32.25 25.8 25.8 16.12"},
		{"a share of nothing", "share(vp, 0)", "0 0 0 0"},
		{"halves away from 0", `round(-0.125, 2, "half_up")`, "-0.13 -0.13 -0.13 -0.13"},
		{"halves to the even neighbor", `round(0.125, 2, "half_even") + round(0.375, 2, "half_even")`, "0.5 0.5 0.5 0.5"},
		{"towards 0", `round(-0.129, 2, 'truncate')`, "-0.12 -0.12 -0.12 -0.12"},
		{"whole numbers around", "floor(-0.5) * 10 + ceil(-0.5) + abs(-3)", "-7 -7 -7 -7"},
		{"bounds", "min(8, max(vp, 6))", "8 8 8 6"},
		{"comments and lines", "vp /* on the board */\n - 1 // not the first", "9 7 7 4"},
		{"brackets in brackets", strings.Repeat("(", 900) + "vp" + strings.Repeat(")", 900), "10 8 8 5"},
		{"signs before signs", strings.Repeat("- ", 900) + "vp", "10 8 8 5"},
		{"beyond 64 bits", "9007199254740993 * 9007199254740993 - 9007199254740992 * 9007199254740994", "1 1 1 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := evaluate(tt.source); got != tt.want {
				t.Errorf("%s: got %s, want %s", tt.source, got, tt.want)
			}
		})
	}
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, source, want string }{
		{"nothing", "", "compile: formula-unreadable (column=1, detail=unexpected token EOF, line=1)"},
		{"no operand", "vp + * 2", "compile: formula-unreadable (column=6, detail=unexpected token Operator(\"*\"), line=1)"},
		{"no end", "min(vp, 3", "compile: formula-unreadable (column=9, detail=unexpected token EOF, line=1)"},
		{"on the second line", "vp +\n tanks", "compile: formula-no-such-figure (column=2, figure=tanks, line=2)"},
		{"a character of no use", "vp § 2", "compile: formula-unreadable (column=4, detail=unrecognized character: U+00A7 '§', line=1)"},
		{"an unknown figure", "2 * tanks", "compile: formula-no-such-figure (column=5, figure=tanks, line=1)"},
		{"an unknown figure of others", "sum(seats, .tanks)", "compile: formula-no-such-figure (column=13, figure=tanks, line=1)"},
		{"an unknown function", "1 + sqrt(vp)", "compile: formula-no-such-function (column=5, function=sqrt, line=1)"},
		{"a function that is not of the language", "sortBy(seats, .vp)", "compile: formula-no-such-function (column=1, function=sortBy, line=1)"},
		{"too few arguments", "1 + share(vp)", "compile: formula-arguments (column=5, line=1, usage=share(part, whole))"},
		{"an unknown operator", "vp % 2", "compile: formula-no-such-operator (column=4, line=1, operator=%)"},
		{"a truth for a number", "1 + (vp > 2)", "compile: formula-wrong-kind (column=9, got=truth, line=1, want=number)"},
		{"a number for a truth", "vp ? 1 : 0", "compile: formula-wrong-kind (column=1, got=number, line=1, want=truth)"},
		{"a list for a number", "2 + best(points, 3)", "compile: formula-wrong-kind (column=5, got=list, line=1, want=number)"},
		{"rows for a list", "mean(seats)", "compile: formula-wrong-kind (column=6, got=rows, line=1, want=list)"},
		{"text", `"12"`, "compile: formula-not-of-language (column=1, line=1)"},
		{"a variable", "let x = 2; x", "compile: formula-not-of-language (column=5, line=1)"},
		{"a member of nothing", "vp.length", "compile: formula-not-of-language (column=4, line=1)"},
		{"an exponent", "1e9", "compile: formula-no-number (column=1, got=1e9, line=1)"},
		{"another base", "vp + 0x10", "compile: formula-no-number (column=6, got=0x10, line=1)"},
		{"a huge number", "vp + 12345678901234567890123456", "compile: formula-no-number (column=6, got=12345678901234567890123456, line=1)"},
		{"digits that are no number", "round(vp, round, 'truncate')", "compile: formula-not-whole (column=11, got=round, line=1, max=6, min=0)"},
		{"an unknown rounding", "round(vp, 2, 'up')", "compile: formula-no-such-rounding (column=14, got='up', line=1, want=[half_even half_up truncate])"},
		{"division by a 0 that is written", "vp / (2 - 2)", "compile: formula-division-by-zero (column=4, line=1)"},
		{"even where it may not come to it", "vp > 99 ? 1 / 0 : 0", "compile: formula-division-by-zero (column=13, line=1)"},
		{"a place that no list has", "nth([5, 3], 3)", "compile: formula-not-whole (column=13, got=3, line=1, max=2, min=1)"},
		{"a tower of powers", "9 ^ 9 ^ 9", "compile: formula-not-whole (column=3, got=387420489, line=1, max=64, min=-64)"},
		{"a power that is too large", "(2 ^ 64) ^ 5", "compile: formula-number-too-large (column=10, line=1)"},
		{"loops in loops", "sum(seats, sum(seats, sum(seats, sum(seats, sum(seats, sum(seats, .vp))))))", "compile: formula-too-costly (column=1, line=1, most=20000)"},
		{"too long", strings.Repeat("1 + ", 501) + "1", "compile: formula-too-long (column=2001, line=1, most=2000)"},
		{"comparisons that double with every level", doubling(60), "compile: formula-too-costly"},
		{"a root", "vp ^ 0.5", "compile: formula-not-whole (column=4, got=0.5, line=1, max=64, min=-64)"},
		{"a power that no number has", "vp ^ 65", "compile: formula-not-whole (column=4, got=65, line=1, max=64, min=-64)"},
		{"half an element", "nth(points, 1 / 2)", "compile: formula-not-whole (column=15, got=0.5, line=1, max="},
		{"no element", "nth(points, 0)", "compile: formula-not-whole (column=13, got=0, line=1, max="},
		{"half of the best", "sum(best(points, 1.5))", "compile: formula-not-whole (column=18, got=1.5, line=1, max=1073741824, min=0)"},
		{"division by a 0 that is played", "vp / (place - 1)", "row 0: formula-division-by-zero (column=4, line=1)"},
		{"division by the 0 of a seat", "vp / (place - 4)", "row 3: formula-division-by-zero (column=4, line=1)"},
		{"a mean of nothing", "mean(filter(points, # > 99))", "row 0: formula-division-by-zero (column=1, line=1)"},
		{"the greatest of nothing", "max(filter(points, # > 99))", "row 0: formula-no-such-element (column=1, length=0, line=1, n=1)"},
		{"an element between two", "nth(points, vp / 4)", "row 0: formula-no-such-element (column=1, length=4, line=1, n=2.5)"},
		{"numbers that grow", "((vp + 1) ^ 64) ^ 2", "row 0: formula-number-too-large"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := evaluate(tt.source); !strings.HasPrefix(got, tt.want) {
				t.Errorf("%.60s: got %s, want %s", tt.source, got, tt.want)
			}
		})
	}
}

// doubling returns a nested chain of comparisons, whose middle the parser uses twice at each level.
func doubling(levels int) string {
	source := "vp"
	for range levels {
		source = "(0<" + source + "<9?1:0)"
	}
	return source
}

func TestFormulaAsText(t *testing.T) {
	t.Parallel()
	var f formula.Formula
	if err := f.UnmarshalText([]byte("vp / 2")); err != nil {
		t.Fatal(err)
	}
	compiled, err := f.Compile(table)
	if err != nil {
		t.Fatal(err)
	}
	text, err := compiled.MarshalText()
	if err != nil || string(text) != "vp / 2" || !compiled.Equal(f) || compiled.Equal(formula.New("vp")) {
		t.Errorf("wrote %s, %v", text, err)
	}
	if got := formula.Name("settlements-cities"); got != "settlements_cities" {
		t.Errorf("named %s", got)
	}
}
