package formula_test

import (
	"fmt"
	"strings"
	"testing"
)

// kinds are parts of each kind.
var kinds = map[string]string{"number": "vp", "truth": "true", "list": "points", "rows": "seats"}

// TestKinds: the kinds that each construct of the language takes. A part of another kind is refused
// at its own position with both kinds, and a part without a kind as such.
func TestKinds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ around, want, also string }{
		{"%s", "number", ""},
		{"(%s)", "number", ""},
		{"- %s", "number", ""},
		{"+ %s", "number", ""},
		{"%s + 1", "number", ""},
		{"1 + %s", "number", ""},
		{"%s - 1", "number", ""},
		{"1 - %s", "number", ""},
		{"%s * 2", "number", ""},
		{"2 * %s", "number", ""},
		{"%s / 2", "number", ""},
		{"2 / %s", "number", ""},
		{"%s ^ 2", "number", ""},
		{"2 ^ %s", "number", ""},
		{"%s ** 2", "number", ""},
		{"%s < 2 ? 1 : 0", "number", ""},
		{"2 < %s ? 1 : 0", "number", ""},
		{"%s <= 2 ? 1 : 0", "number", ""},
		{"2 > %s ? 1 : 0", "number", ""},
		{"%s >= 2 ? 1 : 0", "number", ""},
		{"1 < %s < 3 ? 1 : 0", "number", ""},
		{"%s == 2 ? 1 : 0", "number", ""},
		{"2 == %s ? 1 : 0", "number", ""},
		{"2 != %s ? 1 : 0", "number", ""},
		{"%s in points ? 1 : 0", "number", ""},
		{"1 in %s ? 1 : 0", "list", ""},
		{"1 not in %s ? 1 : 0", "list", ""},
		{"not %s ? 1 : 0", "truth", ""},
		{"!%s ? 1 : 0", "truth", ""},
		{"%s and true ? 1 : 0", "truth", ""},
		{"true and %s ? 1 : 0", "truth", ""},
		{"%s && true ? 1 : 0", "truth", ""},
		{"%s or true ? 1 : 0", "truth", ""},
		{"false or %s ? 1 : 0", "truth", ""},
		{"false || %s ? 1 : 0", "truth", ""},
		{"%s ? 1 : 0", "truth", ""},
		{"true ? 1 : %s", "number", ""},
		{"(true ? true : %s) ? 1 : 0", "truth", ""},
		{"len(true ? points : %s)", "list", ""},
		{"len(true ? seats : %s)", "rows", ""},
		{"if %s { 1 } else { 0 }", "truth", ""},
		{"if true { 1 } else { %s }", "number", ""},
		{"len([1, %s])", "number", ""},
		{"abs(%s)", "number", ""},
		{"floor(%s)", "number", ""},
		{"ceil(%s)", "number", ""},
		{"round(%s, 2, 'half_up')", "number", ""},
		{"share(%s, 2)", "number", ""},
		{"share(2, %s)", "number", ""},
		{"min(%s)", "list", "number"},
		{"min(%s, 2)", "number", ""},
		{"min(2, %s)", "number", ""},
		{"max(%s)", "list", "number"},
		{"max(1, 2, %s)", "number", ""},
		{"len(%s)", "list", "rows"},
		{"mean(%s)", "list", ""},
		{"nth(%s, 1)", "list", ""},
		{"nth(points, %s)", "number", ""},
		{"sum(best(%s, 1))", "list", ""},
		{"sum(best(points, %s))", "number", ""},
		{"sum(worst(%s, 1))", "list", ""},
		{"sum(worst(points, %s))", "number", ""},
		{"shared(%s)", "list", ""},
		{"sum(%s)", "list", ""},
		{"sum(%s, 1)", "list", "rows"},
		{"sum(points, %s)", "number", ""},
		{"sum(seats, %s)", "number", ""},
		{"count(%s, true)", "list", "rows"},
		{"count(points, %s)", "truth", ""},
		{"all(%s, true) ? 1 : 0", "list", "rows"},
		{"all(seats, %s) ? 1 : 0", "truth", ""},
		{"any(%s, true) ? 1 : 0", "list", "rows"},
		{"any(seats, %s) ? 1 : 0", "truth", ""},
		{"none(%s, true) ? 1 : 0", "list", "rows"},
		{"none(seats, %s) ? 1 : 0", "truth", ""},
		{"sum(map(%s, 1))", "list", "rows"},
		{"sum(map(points, %s))", "number", ""},
		{"len(filter(%s, true))", "list", "rows"},
		{"len(filter(points, %s))", "truth", ""},
		{"len(filter(seats, %s))", "truth", ""},
		{"%s | mean()", "list", ""},
		{"%s | max(2)", "number", ""},
		{"%s | sum(1)", "list", "rows"},
	} {
		column := strings.Index(tt.around, "%s") + 1
		for kind, part := range kinds {
			got := evaluate(fmt.Sprintf(tt.around, part))
			want := fmt.Sprintf("compile: formula-wrong-kind (column=%d, got=%s, line=1, want=%s)", column, kind, tt.want)
			switch {
			case kind != tt.want && kind != tt.also && got != want:
				t.Errorf("a %s in %s: got %s, want %s", kind, tt.around, got, want)
			case (kind == tt.want || kind == tt.also) && strings.Contains(got, "formula-wrong-kind"):
				t.Errorf("a %s in %s: got %s", kind, tt.around, got)
			}
		}
		for _, none := range []string{"'x'", "nil"} {
			want := fmt.Sprintf("compile: formula-not-of-language (column=%d, line=1)", column)
			if got := evaluate(fmt.Sprintf(tt.around, none)); got != want {
				t.Errorf("%s in %s: got %s, want %s", none, tt.around, got, want)
			}
		}
		if got, want := evaluate(fmt.Sprintf(tt.around, "tanks")), fmt.Sprintf("compile: formula-no-such-figure (column=%d, figure=tanks, line=1)", column); got != want {
			t.Errorf("a name in %s: got %s, want %s", tt.around, got, want)
		}
	}
}

// TestArgumentsOfRound: the decimals and the mode of round are literals. Anything else is reported
// as it is written, at the position of its operation.
func TestArgumentsOfRound(t *testing.T) {
	t.Parallel()
	digits := func(got string, column int) string {
		return fmt.Sprintf("compile: formula-not-whole (column=%d, got=%s, line=1, max=6, min=0)", column, got)
	}
	mode := func(got string, column int) string {
		return fmt.Sprintf("compile: formula-no-such-rounding (column=%d, got=%s, line=1, want=[half_even half_up truncate])", column, got)
	}
	holds(t, []outcome{
		{"no decimals", "round(7.5, 0, 'half_up')", "8"},
		{"six", "round(2 / 3, 6, 'truncate')", "0.666666"},
		{"seven", "round(vp, 7, 'half_up')", digits("7", 11)},
		{"less than none", "round(vp, -1, 'half_up')", digits("-1", 11)},
		{"a sign that changes nothing", "round(vp, +1, 'half_up')", digits("+1", 11)},
		{"less than none with a space", "round(vp, - 1, 'half_up')", digits("- 1", 11)},
		{"a sum", "round(vp, 1 + 1, 'half_up')", digits("1 + 1", 13)},
		{"a product in brackets", "round(vp, (1 * 1), 'half_up')", digits("(1 * 1)", 14)},
		{"a call", "round(vp, abs(2), 'half_up')", digits("abs(2)", 11)},
		{"a choice", "round(vp, true ? 1 : 2, 'half_up')", digits("true ? 1 : 2", 11)},
		{"a list", "round(vp, [1, 2], 'half_up')", digits("[1, 2]", 11)},
		{"a member", "round(vp, vp.place, 'half_up')", digits("vp.place", 14)},
		{"a fraction", "round(vp, 1.0, 'half_up')", digits("1.0", 11)},
		{"a figure", "round(vp, place, 'half_up')", digits("place", 11)},
		{"a mode", "round(vp, 'half_up', 2)", digits("'half_up'", 11)},
		{"blanks and comments around", "round(vp, /* so many */ -2 , 'half_up')", digits("-2", 25)},
		{"behind a pipe", "vp | round(-1, 'half_up')", digits("-1", 12)},
		{"another mode", "round(vp, 1, 'down')", mode("'down'", 14)},
		{"a mode without quotes", "round(vp, 1, half_up)", mode("half_up", 14)},
		{"a number for the mode", "round(vp, 1, 2)", mode("2", 14)},
		{"two modes", "round(vp, 1, 'half_up' + 'half_even')", mode("'half_up' + 'half_even'", 24)},
		{"a mode by a choice", "round(vp, 1, vp > 1 ? 'half_up' : 'half_even')", mode("vp > 1 ? 'half_up' : 'half_even'", 17)},
		{"a mode in brackets", "round(vp, 1, ('half_up'))", "10 8 8 5"},
		{"behind a pipe, a mode", "vp | round(1, 'none')", mode("'none'", 15)},
		{"the decimals before the mode", "round(vp, 7, 'down')", digits("7", 11)},
		{"the number before the decimals", "round(tanks, 7, 'down')", "compile: formula-no-such-figure (column=7, figure=tanks, line=1)"},
	})
}
