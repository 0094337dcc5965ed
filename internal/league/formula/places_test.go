package formula_test

import (
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league/formula"
)

// mistaken are formulas with one mistake each, of different kinds, with its character from 0;
// brackets may surround them.
var mistaken = []struct {
	source, reason string
	at             int
}{
	{"tanks", "formula-no-such-figure", 0},
	{"vp + tanks", "formula-no-such-figure", 5},
	{"sum(seats, .tanks)", "formula-no-such-figure", 12},
	{"2 * sqrt(vp)", "formula-no-such-function", 4},
	{"vp % 2", "formula-no-such-operator", 3},
	{"vp ?? 2", "formula-no-such-operator", 3},
	{"1 + share(vp)", "formula-arguments", 4},
	{"vp + points", "formula-wrong-kind", 5},
	{"1 + (vp > 2)", "formula-wrong-kind", 8},
	{"vp ? 1 : 2", "formula-wrong-kind", 0},
	{"vp + 'größe'", "formula-not-of-language", 5},
	{"vp + points[1]", "formula-not-of-language", 11},
	{"vp / (2 - 2)", "formula-division-by-zero", 3},
	{"mean([])", "formula-division-by-zero", 0},
	{"vp ^ 65", "formula-not-whole", 3},
	{"nth([1], 1 + 1)", "formula-not-whole", 11},
	{"round(vp, 9, 'half_up')", "formula-not-whole", 10},
	{"round(vp, 1, 'up')", "formula-no-such-rounding", 13},
	{"min([])", "formula-no-such-element", 0},
	{"(2 ^ 64) ^ 5", "formula-number-too-large", 9},
	{"vp + 1e5", "formula-no-number", 5},
	{"vp + 1 1", "formula-unreadable", 7},
	{"vp + * 1", "formula-unreadable", 5},
	{"vp + @", "formula-unreadable", 5},
}

// TestPlacesMove: a mistake is reported at its position, whatever precedes it: blanks, lines,
// comments of characters of several bytes, brackets, another operand.
func TestPlacesMove(t *testing.T) {
	t.Parallel()
	before := []string{" ", "\t", "\n", "\r\n", "// ä €\n", "/* 😀 */", "/*\n\n*/", "0 + ", "(", "-", "2 * (", "max(0, ", "(true ? 0 : (", "0 * len([1, 2]) +\n"}
	rapid.Check(t, func(t *rapid.T) {
		wrong := rapid.SampledFrom(mistaken).Draw(t, "mistake")
		front := strings.Join(rapid.SliceOfN(rapid.SampledFrom(before), 0, 6).Draw(t, "before"), "") + "("
		brackets := strings.Count(strings.ReplaceAll(front, "len([1, 2])", ""), "(")
		source := front + wrong.source + strings.Repeat(")", brackets)
		_, err := formula.New(source).Compile(table)
		m := formula.Mistake(err)
		if m == nil || m.Reason != wrong.reason {
			t.Fatalf("%s: got %v, want %s", source, err, wrong.reason)
		}
		upTo := front + string([]rune(wrong.source)[:wrong.at])
		line, column := 1, 1
		for _, r := range upTo {
			if column++; r == '\n' {
				line, column = line+1, 1
			}
		}
		if m.Params["line"] != strconv.Itoa(line) || m.Params["column"] != strconv.Itoa(column) {
			t.Fatalf("%q: at line %s, column %s, want %d, %d", source, m.Params["line"], m.Params["column"], line, column)
		}
	})
}

// TestFirstMistake: of two mistakes the first is reported: unreadable text before wrong meaning,
// and among those the one more to the left.
func TestFirstMistake(t *testing.T) {
	t.Parallel()
	for _, first := range mistaken {
		for _, second := range mistaken {
			_, err := formula.New("(" + first.source + ") + (" + second.source + ")").Compile(table)
			want := first
			if early(second.source, second.reason) < early(first.source, first.reason) {
				want = second
			}
			if got := formula.Mistake(err); got == nil || got.Reason != want.reason {
				t.Errorf("%s and %s: got %v, want %s", first.source, second.source, err, want.reason)
			}
		}
	}
}

// early orders mistakes by the step that finds them: unknown characters, numbers, syntax, meaning.
func early(source, reason string) int {
	switch {
	case strings.Contains(source, "@"):
		return 0
	case reason == "formula-no-number":
		return 1
	case reason == "formula-unreadable":
		return 2
	default:
		return 3
	}
}
