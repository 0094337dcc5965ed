package formula_test

import "testing"

// TestReading: readable and unreadable texts, with position and words of the error.
func TestReading(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, source, want string }{
		{"numbers/a number that ends with its point", "1. + vp", "11 9 9 6"},
		{"numbers/one that begins with it", ".5 + vp", "10.5 8.5 8.5 5.5"},
		{"numbers/two points", "1.5.2", "compile: formula-unreadable (column=4, detail=unexpected token Number(\".2\"), line=1)"},
		{"numbers/zeros before", "007", "7 7 7 7"},
		{"numbers/an underscore", "1_000", "compile: formula-no-number (column=1, got=1_000, line=1)"},
		{"numbers/octal", "0o17", "compile: formula-no-number (column=1, got=0o17, line=1)"},
		{"numbers/a name behind digits", "12vp", "compile: formula-unreadable (column=3, detail=bad number syntax: \"12v\", line=1)"},
		{"numbers/beyond 64 bits", "12345678901234567890 - 12345678901234567889", "1 1 1 1"},
		{"numbers/a range of numbers", "1..2", "compile: formula-no-such-operator (column=2, line=1, operator=..)"},

		{"names and words/a name in other letters", "größe", "compile: formula-no-such-figure (column=1, figure=größe, line=1)"},
		{"names and words/a dollar", "$vp", "compile: formula-no-such-figure (column=1, figure=$vp, line=1)"},
		{"names and words/a word that is an operator", "vp contains 2", "compile: formula-no-such-operator (column=4, line=1, operator=contains)"},
		{"names and words/not without what it denies", "vp not 2", "compile: formula-unreadable (column=8, detail=unexpected token Number(\"2\"), line=1)"},
		{"names and words/not that stands too far away", "vp + 1 not in [2] ? 1 : 0", "1 1 1 1"},
		{"names and words/not before a comparison", "not vp > 2 ? 1 : 0", "compile: formula-wrong-kind (column=5, got=number, line=1, want=truth)"},
		{"names and words/nothing", "nil", "compile: formula-not-of-language (column=1, line=1)"},

		{"operators/powers from the right", "2 ^ 3 ^ 2 - 512", "0 0 0 0"},
		{"operators/a sign binds more than a product", "-2 * 3", "-6 -6 -6 -6"},
		{"operators/and less than a power", "-2 ^ 2", "-4 -4 -4 -4"},
		{"operators/a chain of comparisons", "1 < 2 < 3 < 4 ? 1 : 0", "1 1 1 1"},
		{"operators/equality is no chain", "1 == 1 == 1 ? 1 : 0", "compile: formula-wrong-kind (column=3, got=truth, line=1, want=number)"},
		{"operators/two signs", "vp &* 2", "compile: formula-unreadable (column=4, detail=unexpected token Operator(\"&*\"), line=1)"},
		{"operators/half a sign", "vp = 2", "compile: formula-unreadable (column=4, detail=unexpected token Operator(\"=\"), line=1)"},
		{"operators/or of the default", "vp ?? 2", "compile: formula-no-such-operator (column=4, line=1, operator=??)"},
		{"operators/mixed with others", "vp ?? 2 + 3", "compile: formula-unreadable (column=9, detail=Operator (+) and coalesce expressions (??) cannot be mixed. Wrap either by parentheses., line=1)"},
		{"operators/a pipe", "points | best(2) | sum()", "21.5 21.5 21.5 21.5"},
		{"operators/a pipe into a number", "points | 2", "compile: formula-unreadable (column=10, detail=unexpected token Number(\"2\"), line=1)"},
		{"operators/a pipe into a name", "points | sum", "compile: formula-unreadable (column=12, detail=unexpected token EOF, line=1)"},

		{"choices/a choice of choices", "vp > 9 ? 1 : vp > 7 ? 2 : 3", "1 2 2 3"},
		{"choices/without its first half", "vp ?: 2", "compile: formula-wrong-kind (column=1, got=number, line=1, want=truth)"},
		{"choices/without its second", "vp > 2 ? 1", "compile: formula-unreadable (column=10, detail=unexpected token EOF, line=1)"},
		{"choices/without brackets", "if vp > 2 1 else 2", "compile: formula-unreadable (column=11, detail=unexpected token Number(\"1\"), line=1)"},
		{"choices/no else", "if vp > 2 { 1 }", "compile: formula-unreadable (column=15, detail=unexpected token EOF, line=1)"},
		{"choices/else if", "if vp > 9 { 1 } else if vp > 7 { 2 } else { 3 }", "1 2 2 3"},
		{"choices/behind an operator", "1 + if vp > 2 { 1 } else { 2 }", "compile: formula-unreadable (column=5, detail=unexpected token Operator(\"if\"), line=1)"},

		{"sequences and variables/an end that is not needed", "vp;", "10 8 8 5"},
		{"sequences and variables/two expressions", "vp > 2; vp", "compile: formula-not-of-language (column=4, line=1)"},
		{"sequences and variables/a variable without a name", "let 2 = 3; vp", "compile: formula-unreadable (column=5, detail=unexpected token Number(\"2\"), line=1)"},
		{"sequences and variables/without a value", "let x; vp", "compile: formula-unreadable (column=6, detail=unexpected token Operator(\";\"), line=1)"},
		{"sequences and variables/without a use", "let x = 2", "compile: formula-unreadable (column=9, detail=unexpected token EOF, line=1)"},

		{"brackets, lists and maps/one too many", "(vp))", "compile: formula-unreadable (column=5, detail=unexpected token Bracket(\")\"), line=1)"},
		{"brackets, lists and maps/one too few", "((vp)", "compile: formula-unreadable (column=5, detail=unexpected token EOF, line=1)"},
		{"brackets, lists and maps/another", "(vp]", "compile: formula-unreadable (column=4, detail=unexpected token Bracket(\"]\"), line=1)"},
		{"brackets, lists and maps/a comma at the end", "sum([1, 2, 3,])", "6 6 6 6"},
		{"brackets, lists and maps/two commas", "sum([1,, 2])", "compile: formula-unreadable (column=8, detail=unexpected token Operator(\",\"), line=1)"},
		{"brackets, lists and maps/no comma", "sum([1 2])", "compile: formula-unreadable (column=8, detail=unexpected token Number(\"2\"), line=1)"},
		{"brackets, lists and maps/no list", "[1, 2", "compile: formula-unreadable (column=5, detail=unexpected token EOF, line=1)"},
		{"brackets, lists and maps/a map", "{a: 1, 'b': 2, (vp): 3,}", "compile: formula-not-of-language (column=1, line=1)"},
		{"brackets, lists and maps/a map without values", "{a}", "compile: formula-unreadable (column=3, detail=unexpected token Bracket(\"}\"), line=1)"},
		{"brackets, lists and maps/a map of operators", "{+: 1}", "compile: formula-unreadable (column=2, detail=a map key must be a quoted string, a number, a identifier, or an expression enclosed in parentheses (unexpected token Operator(\"+\")), line=1)"},
		{"brackets, lists and maps/a map of commas", "{a: 1,, b: 2}", "compile: formula-unreadable (column=7, detail=unexpected token Operator(\",\"), line=1)"},
		{"brackets, lists and maps/an open map", "{a: 1", "compile: formula-unreadable (column=5, detail=unexpected token EOF, line=1)"},

		{"members/an item", "points[1]", "compile: formula-not-of-language (column=7, line=1)"},
		{"members/a slice", "points[1:2]", "compile: formula-not-of-language (column=7, line=1)"},
		{"members/a slice from the first", "points[:2]", "compile: formula-not-of-language (column=7, line=1)"},
		{"members/a slice to the last", "points[1:]", "compile: formula-not-of-language (column=7, line=1)"},
		{"members/an open slice", "points[1:2", "compile: formula-unreadable (column=10, detail=unexpected token EOF, line=1)"},
		{"members/perhaps a member", "vp?.x", "compile: formula-not-of-language (column=5, line=1)"},
		{"members/perhaps an item", "points?.[1]", "compile: formula-not-of-language (column=9, line=1)"},
		{"members/a method", "vp.best(1)", "compile: formula-not-of-language (column=4, line=1)"},
		{"members/a member that is an operator", "vp.not", "compile: formula-not-of-language (column=4, line=1)"},
		{"members/a member that is none", "vp.2", "compile: formula-unreadable (column=3, detail=unexpected token Number(\".2\"), line=1)"},
		{"members/a member without a name", "vp.", "compile: formula-unreadable (column=3, detail=unexpected end of expression, line=1)"},
		{"members/a sign for a name", "vp.+", "compile: formula-unreadable (column=4, detail=expected name, line=1)"},

		{"what is asked of elements/in brackets", "sum(seats, {.vp})", "31 31 31 31"},
		{"what is asked of elements/by quotes", "sum(seats, #[\"vp\"])", "31 31 31 31"},
		{"what is asked of elements/a member of an element", "sum(seats, #.vp)", "31 31 31 31"},
		{"what is asked of elements/a name of an element", "sum(points, #acc)", "compile: formula-not-of-language (column=13, line=1)"},
		{"what is asked of elements/an element outside", "# + 1", "compile: formula-unreadable (column=1, detail=unexpected token Operator(\"#\"), line=1)"},
		{"what is asked of elements/two elements", "sum(points, ##)", "compile: formula-unreadable (column=13, detail=unexpected token Operator(\"##\"), line=1)"},
		{"what is asked of elements/nothing", "map(seats)", "compile: formula-arguments (column=1, line=1, usage=map(list, x))"},
		{"what is asked of elements/something more", "all(seats, .vp > 1, 2)", "compile: formula-arguments (column=1, line=1, usage=all(list, condition))"},
		{"what is asked of elements/a comma behind", "count(points, # > 1,)", "3 3 3 3"},
		{"what is asked of elements/two of them", "sum(points, # ; 2)", "compile: formula-unreadable (column=15, detail=wrap predicate with brackets { and }, line=1)"},
		{"what is asked of elements/of another language", "reduce(points, # + 1, 0)", "compile: formula-no-such-function (column=1, function=reduce, line=1)"},
		{"what is asked of elements/nothing counted", "count(points)", "compile: formula-arguments (column=1, line=1, usage=count(list, condition))"},

		{"calls/without arguments", "sum()", "compile: formula-arguments (column=1, line=1, usage=sum(list), sum(list, x))"},
		{"calls/of a function without doubt", "::max(vp, 9)", "10 9 9 9"},
		{"calls/of no name", "::2", "compile: formula-unreadable (column=3, detail=unexpected token Number(\"2\"), line=1)"},
		{"calls/of a call", "abs(vp)(2)", "compile: formula-unreadable (column=8, detail=unexpected token Bracket(\"(\"), line=1)"},
		{"calls/open", "max(vp, ", "compile: formula-unreadable (column=8, detail=unexpected token EOF, line=1)"},
		{"calls/no comma", "max(vp 2)", "compile: formula-unreadable (column=8, detail=unexpected token Number(\"2\"), line=1)"},

		{"texts/between single quotes", "round(vp, 2, 'half_up')", "10 8 8 5"},
		{"texts/between backquotes", "round(vp, 2, `half_up`)", "10 8 8 5"},
		{"texts/other quotes inside", "round(vp, 2, \"'half_up'\")", "compile: formula-no-such-rounding (column=14, got=\"'half_up'\", line=1, want=[half_even half_up truncate])"},
		{"texts/no escapes", "round(vp, 2, \"half\\x5fup\")", "compile: formula-no-such-rounding (column=14, got=\"half\\x5fup\", line=1, want=[half_even half_up truncate])"},
		{"texts/of other letters", "'größe'", "compile: formula-not-of-language (column=1, line=1)"},
		{"texts/a text that does not end", "round(vp, 2, \"half_up)", "compile: formula-unreadable (column=23, detail=literal not terminated, line=1)"},
		{"texts/a text that ends in other quotes", "'a\"", "compile: formula-unreadable (column=4, detail=literal not terminated, line=1)"},
		{"texts/a text of two lines", "\"a\nb\"", "compile: formula-unreadable (column=3, detail=literal not terminated, line=1)"},
		{"texts/open backquotes", "`a``", "compile: formula-unreadable (column=5, detail=literal not terminated, line=1)"},
		{"texts/compared", "vp == '10' ? 1 : 0", "compile: formula-not-of-language (column=7, line=1)"},
		{"texts/behind a letter", "b'x'", "compile: formula-unreadable (column=2, detail=unexpected token String(\"x\"), line=1)"},
		{"texts/text behind a number", "2 \"x\"", "compile: formula-unreadable (column=3, detail=unexpected token String(\"x\"), line=1)"},

		{"comments/to the end", "vp // all", "10 8 8 5"},
		{"comments/open", "vp /* all", "compile: formula-unreadable (column=10, detail=unclosed comment, line=1)"},
		{"comments/no comment", "vp /*/ 2", "compile: formula-unreadable (column=9, detail=unclosed comment, line=1)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := evaluate(tt.source); got != tt.want {
				t.Errorf("%s: got %s, want %s", tt.source, got, tt.want)
			}
		})
	}
}
