package formula_test

import (
	"os"
	"strings"
	"testing"

	"referto/internal/league/formula"
)

// TestDocumented: the examples in docs/formulas.md have the values stated there.
func TestDocumented(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile("../../../docs/formulas.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(string(document)), " ")
	for _, tt := range []struct{ shown, source, want string }{
		{`formula: "shared([12, 7, 5, 3]) + (place == 1 ? 20 / sharing : 0)"`, "shared([12, 7, 5, 3]) + (place == 1 ? 20 / sharing : 0)", "32 6 6 3"},
		{"`0.1` is a tenth", "0.1 - 1 / 10", "0 0 0 0"},
		{"three thirds are one", "1 / 3 + 1 / 3 + 1 / 3", "1 1 1 1"},
		{"`+ - * /`, powers `^` with whole exponents, brackets", "(1 + 2 - 3 * 4 / 6) ^ 3", "1 1 1 1"},
		{"`2 <= place < 4`", "2 <= place < 4 ? 1 : 0", "0 1 1 0"},
		{"`place in [1, 3]`", "place in [1, 3] ? 1 : 0", "1 0 0 0"},
		{"`condition ? a : b`", "vp > 8 ? 1 : 0", "1 0 0 0"},
		{"`if condition { a } else { b }`", "if vp > 8 { 1 } else { 0 }", "1 0 0 0"},
		{"lists: `[5, 3, 2, 1]`", "len([5, 3, 2, 1])", "4 4 4 4"},
		{"`/* comments */` and `// comments`", "1 /* comments */ + 1 // comments", "2 2 2 2"},
		{"`count(seats, .vp > vp)` is how many have more", "count(seats, .vp > vp)", "0 1 1 3"},
		{"`seats | map(.vp) | mean()`", "seats | map(.vp) | mean()", "7.75 7.75 7.75 7.75"},
		{"another way to write `mean(map(seats, .vp))`", "mean(map(seats, .vp))", "7.75 7.75 7.75 7.75"},
		{"A formula has at most 2000 characters", strings.Repeat(" ", 2000) + "1", "compile: formula-too-long (column=2001, line=1, most=2000)"},
		{"numbers of 24", "1234567890123456789012345", "compile: formula-no-number (column=1, got=1234567890123456789012345, line=1)"},
		{"exponents from -64 to 64", "1 ^ -65", "compile: formula-not-whole (column=3, got=-65, line=1, max=64, min=-64)"},
		{"numbers stay below 256 bits", "(2 ^ 64) ^ 4", "compile: formula-number-too-large (column=10, line=1)"},
		{"mixes numbers, conditions and lists", "1 + [2]", "compile: formula-wrong-kind (column=5, got=list, line=1, want=number)"},
		{"divides by 0", "vp / 0", "compile: formula-division-by-zero (column=4, line=1)"},
		{"asks for an element that a list has not", "nth([1], 2)", "compile: formula-not-whole (column=10, got=2, line=1, max=1, min=1)"},
		{"Where it depends on a result, the result is refused", "vp / left", "row 0: formula-division-by-zero (column=4, line=1)"},
	} {
		if !strings.Contains(text, tt.shown) {
			t.Errorf("the document does not show %s", tt.shown)
		}
		if got := evaluate(tt.source); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.shown, got, tt.want)
		}
	}
	for _, f := range formula.Functions() {
		if !strings.Contains(text, "| `"+f.Usage+"` | "+f.Meaning+" |") {
			t.Errorf("the document does not have %s", f.Usage)
		}
	}
}
