package formula_test

import (
	"strings"
	"testing"
)

// outcome is a formula with its values for the seats of [played], or its mistake.
type outcome struct{ name, source, want string }

// holds compares outcomes. One value stands for four equal ones.
func holds(t *testing.T, outcomes []outcome) {
	t.Helper()
	for _, tt := range outcomes {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := evaluate(tt.source)
			if first, _, _ := strings.Cut(got, " "); got == strings.Join([]string{first, first, first, first}, " ") {
				got = first
			}
			if got != tt.want {
				t.Errorf("%.80s: got %s, want %s", tt.source, got, tt.want)
			}
		})
	}
}

// TestRanks: the order of operations without brackets.
func TestRanks(t *testing.T) {
	t.Parallel()
	holds(t, []outcome{
		{"products before sums", "2 + 3 * 4", "14"},
		{"products before sums, the other way", "2 * 3 + 4", "10"},
		{"brackets before products", "(2 + 3) * 4", "20"},
		{"quotients before differences", "10 - 8 / 4", "8"},
		{"differences from the left", "20 - 5 - 3", "12"},
		{"differences from the right in brackets", "20 - (5 - 3)", "18"},
		{"quotients from the left", "24 / 4 / 2", "3"},
		{"quotients and products are level", "24 / 4 * 2", "12"},
		{"sums and differences are level", "10 - 4 + 3", "9"},
		{"powers before products", "2 * 3 ^ 2", "18"},
		{"powers before quotients", "36 / 3 ^ 2", "4"},
		{"powers from the right", "2 ^ 3 ^ 2", "512"},
		{"powers from the left in brackets", "(2 ^ 3) ^ 2", "64"},
		{"two stars are a power", "2 ** 3 ** 2", "512"},
		{"powers before a sign", "-3 ^ 2", "-9"},
		{"a sign in brackets before powers", "(-3) ^ 2", "9"},
		{"an exponent with a sign", "2 ^ -1", "0.5"},
		{"an exponent with a sign ends before a product", "2 ^ -1 * 6", "3"},
		{"the power of an exponent with a sign", "2 ^ -2 ^ 2", "0.0625"},
		{"a sign before a product", "-2 * -3", "6"},
		{"a sign after a difference", "2 - -3", "5"},
		{"signs after signs", "-+-3", "3"},
		{"a sign that changes nothing", "+vp", "10 8 8 5"},
		{"sums before comparisons", "1 + 2 == 6 / 2 ? 1 : 0", "1"},
		{"sums before in", "1 + 1 in [2] ? 1 : 0", "1"},
		{"comparisons before and", "1 == 1 and 2 > 1 ? 1 : 0", "1"},
		{"and before or", "2 == 2 or 1 == 1 and 1 == 2 ? 1 : 0", "1"},
		{"and before or, the other way", "1 == 2 and 1 == 1 or 2 == 2 ? 1 : 0", "1"},
		{"or before and in brackets", "(2 == 2 or 1 == 1) and 1 == 2 ? 1 : 0", "0"},
		{"not before and", "not (1 == 2) and 1 == 2 ? 1 : 0", "0"},
		{"not before or", "not (1 == 1) or 1 == 1 ? 1 : 0", "1"},
		{"not before comparisons", "not vp > 2 ? 1 : 0", "compile: formula-wrong-kind (column=5, got=number, line=1, want=truth)"},
		{"not of not", "not not (1 == 1) ? 1 : 0", "1"},
		{"in denied", "2 not in [1, 2] ? 1 : 0", "0"},
		{"in denied, where it is not", "3 not in [1, 2] ? 1 : 0", "1"},
		{"in denied before and", "3 not in [1] and 1 == 2 ? 1 : 0", "0"},
		{"signs for words", "!(1 == 2) && 1 == 1 || 1 == 2 ? 1 : 0", "1"},
		{"or before a choice", "false or true ? 1 : 0", "1"},
		{"sums before a choice", "true ? 1 : 2 + 10", "1"},
		{"a choice in brackets before sums", "(true ? 1 : 2) + 10", "11"},
		{"sums before a pipe", "1 + points | sum()", "compile: formula-wrong-kind (column=5, got=list, line=1, want=number)"},
		{"sums behind a pipe", "points | sum() + 1", "29.5"},
	})
}

func TestChains(t *testing.T) {
	t.Parallel()
	holds(t, []outcome{
		{"all hold", "1 < 2 <= 2 < 3 ? 1 : 0", "1"},
		{"the first does not", "2 < 1 < 3 ? 1 : 0", "0"},
		{"the last does not", "1 < 3 < 2 ? 1 : 0", "0"},
		{"downwards", "3 > 2 >= 2 > 1 ? 1 : 0", "1"},
		{"down and up", "5 > 3 < 4 ? 1 : 0", "1"},
		{"each with its neighbor only", "5 > 3 < 4 < 5 ? 1 : 0", "1"},
		{"with what is before and behind", "1 < 2 < 3 and 3 < 4 < 4 ? 1 : 0", "0"},
		{"an end that belongs to it", "2 <= place <= 4 ? 1 : 0", "0 1 1 1"},
		{"an end that does not", "2 < place < 4 ? 1 : 0", "0"},
		{"equality before", "1 == 1 < 2 ? 1 : 0", "compile: formula-wrong-kind (column=3, got=truth, line=1, want=number)"},
		{"equality behind", "1 < 2 == true ? 1 : 0", "compile: formula-wrong-kind (column=3, got=truth, line=1, want=number)"},
		{"inequality", "1 != 2 != 3 ? 1 : 0", "compile: formula-wrong-kind (column=3, got=truth, line=1, want=number)"},
		{"nothing behind", "1 < 2 <", "compile: formula-unreadable (column=7, detail=unexpected token EOF, line=1)"},
	})
}

func TestChoices(t *testing.T) {
	t.Parallel()
	holds(t, []outcome{
		{"yes", "true ? 1 : 2", "1"},
		{"no", "false ? 1 : 2", "2"},
		{"of the second a choice", "false ? 1 : true ? 2 : 3", "2"},
		{"of the second a choice, its last", "false ? 1 : false ? 2 : 3", "3"},
		{"of the first a choice", "true ? false ? 1 : 2 : 3", "2"},
		{"of the condition a choice, in brackets", "(true ? false : true) ? 1 : 2", "2"},
		{"of numbers that are conditions", "true ? 1 : 2 ? 3 : 4", "compile: formula-wrong-kind (column=12, got=number, line=1, want=truth)"},
		{"of truths", "(place == 1 ? vp > 9 : vp > 7) ? 1 : 0", "1 1 1 0"},
		{"of lists", "sum(place == 1 ? points : [vp, 1])", "28.5 9 9 6"},
		{"of lists of different lengths", "len(place == 1 ? [] : [1, 2])", "0 2 2 2"},
		{"of rows", "sum(place == 1 ? filter(seats, .left > 0) : seats, .vp)", "5 31 31 31"},
		{"of the rows that it is not for", "len(place > 1 ? filter(seats, .left > 0) : seats)", "4 1 1 1"},
		{"of a number and a truth", "true ? 1 : true", "compile: formula-wrong-kind (column=12, got=truth, line=1, want=number)"},
		{"of a truth and a number", "(true ? true : 1) ? 1 : 0", "compile: formula-wrong-kind (column=16, got=number, line=1, want=truth)"},
		{"of a list and rows", "len(true ? points : seats)", "compile: formula-wrong-kind (column=21, got=rows, line=1, want=list)"},
		{"only what is chosen is computed", "place == 1 ? 7 : vp / (place - 1)", "7 8 8 5/3"},
		{"in words", "if place == 1 { 7 } else { 8 }", "7 8 8 8"},
		{"in words, one after another", "if place == 1 { 1 } else if place == 2 { 2 } else { 3 }", "1 2 2 3"},
		{"in words, in brackets", "(if true { 1 } else { 2 }) + 3", "4"},
		{"in words, with more behind", "if true { 1 } else { 2 } + 3", "compile: formula-unreadable (column=26, detail=unexpected token Operator(\"+\"), line=1)"},
		{"in words, among arguments", "max(if place > 1 { vp } else { 1 }, 6)", "6 8 8 6"},
		{"in words, with choices in signs", "if place > 1 { vp > 5 ? 1 : 2 } else { true ? 3 : 4 }", "3 1 1 2"},
		{"in words, by a choice", "if vp > 8 ? true : false { 1 } else { 2 }", "1 2 2 2"},
		{"in words, of lists", "sum(if place == 1 { points } else { [2] })", "28.5 2 2 2"},
		{"in words, a number for the condition", "if vp { 1 } else { 2 }", "compile: formula-wrong-kind (column=4, got=number, line=1, want=truth)"},
		{"in words, nothing in brackets", "if true { } else { 2 }", "compile: formula-unreadable (column=11, detail=unexpected token Bracket(\"}\"), line=1)"},
		{"in words, an end inside", "if true { 1; } else { 2 }", "compile: formula-unreadable (column=14, detail=unexpected token Bracket(\"}\"), line=1)"},
		{"in words, no condition", "if { 1 } else { 2 }", "compile: formula-unreadable (column=8, detail=unexpected token Bracket(\"}\"), line=1)"},
		{"in words, else for itself", "else { 2 }", "compile: formula-unreadable (column=1, detail=unexpected token Operator(\"else\"), line=1)"},
		{"a colon for itself", "1 : 2", "compile: formula-unreadable (column=3, detail=unexpected token Operator(\":\"), line=1)"},
		{"a question for itself", "? 1 : 2", "compile: formula-unreadable (column=1, detail=unexpected token Operator(\"?\"), line=1)"},
	})
}

func TestWhatStandsBetween(t *testing.T) {
	t.Parallel()
	holds(t, []outcome{
		{"nothing", "1+2*3", "7"},
		{"spaces, tabs and lines", " \t1\n+\r\n2 ", "3"},
		{"spaces of other scripts", "1\u00a0+\u20032", "3"},
		{"comments of both kinds", "1 /* one */ + /* two\n lines */ 2 // the rest\n + 3", "6"},
		{"a comment of nothing", "/**/1", "1"},
		{"stars in a comment", "/***/ 1 /* ** / */", "1"},
		{"a comment in a comment", "/* /* */ 1", "1"},
		{"a sign that begins none", "8 / /* by */ 2", "4"},
		{"a text is no comment", "round(vp, 2, 'half_up' /* ' */)", "10 8 8 5"},
		{"only a comment", "// nothing", "compile: formula-unreadable (column=10, detail=unexpected token EOF, line=1)"},
		{"only spaces", "  ", "compile: formula-unreadable (column=2, detail=unexpected token EOF, line=1)"},
		{"words need space between them", "1orplace", "compile: formula-unreadable (column=2, detail=bad number syntax: \"1o\", line=1)"},
		{"words and brackets do not", "if(1<2){3}else{4}", "3"},
		{"letters of one word", "place1", "compile: formula-no-such-figure (column=1, figure=place1, line=1)"},
		{"capitals", "VP", "compile: formula-no-such-figure (column=1, figure=VP, line=1)"},
		{"capitals of an operator", "true AND true ? 1 : 0", "compile: formula-unreadable (column=6, detail=unexpected token Identifier(\"AND\"), line=1)"},
		{"capitals of a function", "Max(1, 2)", "compile: formula-no-such-function (column=1, function=Max, line=1)"},
		{"two operands", "vp place", "compile: formula-unreadable (column=4, detail=unexpected token Identifier(\"place\"), line=1)"},
		{"digits of another script", "vp + ٣", "compile: formula-no-such-figure (column=6, figure=٣, line=1)"},
		{"what is no text", "vp + \xff", "compile: formula-unreadable (column=6, detail=unrecognized character: U+FFFD '\uFFFD', line=1)"},
		{"a character of zero", "vp\x00", "compile: formula-unreadable (column=3, detail=unrecognized character: U+0000, line=1)"},
	})
}

// TestPlaces: lines and columns count characters from 1.
func TestPlaces(t *testing.T) {
	t.Parallel()
	holds(t, []outcome{
		{"the first", "tanks", "compile: formula-no-such-figure (column=1, figure=tanks, line=1)"},
		{"behind letters of several bytes", "/* ä€😀 */ tanks", "compile: formula-no-such-figure (column=11, figure=tanks, line=1)"},
		{"a tab is one", "\ttanks", "compile: formula-no-such-figure (column=2, figure=tanks, line=1)"},
		{"the first of a line", "1 +\ntanks", "compile: formula-no-such-figure (column=1, figure=tanks, line=2)"},
		{"behind an empty line", "1 +\n\n  tanks", "compile: formula-no-such-figure (column=3, figure=tanks, line=3)"},
		{"behind a comment of lines", "/*\n\n*/ tanks", "compile: formula-no-such-figure (column=4, figure=tanks, line=3)"},
		{"a carriage is of the line before", "1 +\r\ntanks", "compile: formula-no-such-figure (column=1, figure=tanks, line=2)"},
		{"the end of the text", "1 +\n(2", "compile: formula-unreadable (column=2, detail=unexpected token EOF, line=2)"},
		{"an operation is at its operator", "vp\n % 2", "compile: formula-no-such-operator (column=2, line=2, operator=%)"},
		{"a denied one too", "1 + (vp\nnot contains 2)", "compile: formula-no-such-operator (column=5, line=2, operator=contains)"},
		{"a choice where its condition is", "1 + (vp > 2\n? true : false)", "compile: formula-wrong-kind (column=9, got=truth, line=1, want=number)"},
		{"a list at its bracket", "2 * [1]", "compile: formula-wrong-kind (column=5, got=list, line=1, want=number)"},
		{"a call at its name", "2 * \n best(points, 1)", "compile: formula-wrong-kind (column=2, got=list, line=2, want=number)"},
		{"a call behind a pipe at its name", "2 * (points | best(1))", "compile: formula-wrong-kind (column=15, got=list, line=1, want=number)"},
		{"a figure of others behind its point", "sum(seats,\n.tanks)", "compile: formula-no-such-figure (column=2, figure=tanks, line=2)"},
		{"the first mistake only", "tanks / (1 - 1) + sqrt(2)", "compile: formula-no-such-figure (column=1, figure=tanks, line=1)"},
		{"what cannot be read before what it means", "tanks + (", "compile: formula-unreadable (column=9, detail=unexpected token EOF, line=1)"},
		{"numbers before what cannot be read", "(1e3", "compile: formula-no-number (column=2, got=1e3, line=1)"},
	})
}
