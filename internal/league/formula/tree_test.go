package formula

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawn writes a tree with brackets around every operation, independent of ranks: the operator
// first, a choice as "?", a list as "[]", expressions for elements in braces and foreign parts as
// "foreign".
func drawn(n node) string {
	all := func(nodes ...node) string {
		var parts []string
		for _, n := range nodes {
			parts = append(parts, drawn(n))
		}
		return strings.Join(parts, " ")
	}
	switch n := n.(type) {
	case *numberNode:
		return fmt.Sprint(n.whole)
	case *truthNode:
		return fmt.Sprint(n.value)
	case *textNode:
		return "'" + n.value + "'"
	case *nameNode:
		return n.name
	case *elementNode:
		return "#" + n.name
	case *memberNode:
		return "(. " + all(n.of, n.property) + ")"
	case *unaryNode:
		return "(" + n.operator + " " + all(n.operand) + ")"
	case *binaryNode:
		return "(" + n.operator + " " + all(n.left, n.right) + ")"
	case *choiceNode:
		return "(? " + all(n.condition, n.yes, n.no) + ")"
	case *listNode:
		return "[" + all(n.elements...) + "]"
	case *callNode:
		return n.name + "(" + all(n.arguments...) + ")"
	case *eachNode:
		return "{" + all(n.body) + "}"
	default:
		return "foreign"
	}
}

// read writes the tree of a text, or the position of its error.
func read(text string) string {
	tree, _, mistake := parse(text)
	if mistake != nil {
		return mistake.Params["column"] + ": " + mistake.Params["detail"]
	}
	return drawn(tree)
}

// ranks are the binary operators in ascending order of binding. Operators of one rank associate to
// the left, powers to the right.
var ranks = [][]string{
	{"or", "||"},
	{"and", "&&"},
	{"==", "!=", "<", ">", ">=", "<=", "in", "matches", "contains", "startsWith", "endsWith"},
	{".."},
	{"+", "-"},
	{"*", "/", "%"},
	{"**", "^"},
}

// TestRanksOfPairs: for any two adjacent operators, which one takes the operand between them.
func TestRanksOfPairs(t *testing.T) {
	t.Parallel()
	chained := []string{"<", ">", ">=", "<="}
	for i, lower := range ranks {
		for j, higher := range ranks {
			for _, a := range lower {
				for _, b := range higher {
					left, right := fmt.Sprintf("(%s (%s x y) z)", b, a), fmt.Sprintf("(%s x (%s y z))", a, b)
					want := left
					switch {
					case slices.Contains(chained, a) && slices.Contains(chained, b):
						want = fmt.Sprintf("(&& (%s x y) (%s y z))", a, b)
					case i < j, i == j && i == len(ranks)-1:
						want = right
					}
					if got := read("x " + a + " y " + b + " z"); got != want {
						t.Errorf("%s %s: got %s, want %s", a, b, got, want)
					}
				}
			}
		}
	}
}

// TestRanksOfSigns: a sign before an operand binds more than sums, products and comparisons
// and less than powers; a denial more than sums and less than products.
func TestRanksOfSigns(t *testing.T) {
	t.Parallel()
	bind := map[string]int{"not": 5, "!": 5, "-": 6, "+": 6} // the rank from which operators bind more
	for sign, from := range bind {
		for i, level := range ranks {
			for _, operator := range level {
				before := fmt.Sprintf("(%s (%s x) y)", operator, sign)
				if i >= from {
					before = fmt.Sprintf("(%s (%s x y))", sign, operator)
				}
				if got := read(sign + " x " + operator + " y"); got != before {
					t.Errorf("%s before %s: got %s, want %s", sign, operator, got, before)
				}
				if got, want := read("x "+operator+" "+sign+" y"), fmt.Sprintf("(%s x (%s y))", operator, sign); got != want {
					t.Errorf("%s behind %s: got %s, want %s", sign, operator, got, want)
				}
			}
		}
	}
}

// TestDenials: "not" precedes the operators that return a truth, as far as their rank allows.
func TestDenials(t *testing.T) {
	t.Parallel()
	for _, operator := range []string{"in", "matches", "contains", "startsWith", "endsWith"} {
		for text, want := range map[string]string{
			"x not %s y":         "(not (%[1]s x y))",
			"x + 1 not %s y + 1": "(not (%[1]s (+ x 1) (+ y 1)))",
			"a and x not %s y":   "(and a (not (%[1]s x y)))",
			"x not %s y and a":   "(and (not (%[1]s x y)) a)",
			"x not %s y == z":    "(== (not (%[1]s x y)) z)",
			"not x %s y":         "(%[1]s (not x) y)",
			"a ** b not %s y":    "(not (%[1]s (** a b) y))",
		} {
			if got, want := read(fmt.Sprintf(text, operator)), fmt.Sprintf(want, operator); got != want {
				t.Errorf(text+": got %s, want %s", operator, got, want)
			}
		}
	}
	for _, operator := range []string{"+", "==", "<", "and", "..", "not", "^"} {
		if got := read("x not " + operator + " y"); got != fmt.Sprintf("7: unexpected token Operator(%q)", operator) {
			t.Errorf("not %s: got %s", operator, got)
		}
	}
}

// TestTrees: the trees of texts that ranks alone do not determine.
func TestTrees(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"chains/each with the one before", "a < b <= c > d", "(&& (&& (< a b) (<= b c)) (> c d))"},
		{"chains/of sums", "a + 1 < b + 1 < c", "(&& (< (+ a 1) (+ b 1)) (< (+ b 1) c))"},
		{"chains/equality begins none", "a == b < c", "(< (== a b) c)"},
		{"chains/equality ends one", "a < b == c", "(== (< a b) c)"},
		{"chains/brackets end one", "(a < b) < c", "(< (< a b) c)"},
		{"choices/of a choice behind", "a ? b : c ? d : e", "(? a b (? c d e))"},
		{"choices/of a choice between", "a ? b ? c : d : e", "(? a (? b c d) e)"},
		{"choices/without the first", "a ?: b", "(? a a b)"},
		{"choices/one behind another without the first", "a ?: b ?: c", "(? a a (? b b c))"},
		{"choices/after operators", "a or b ? c + 1 : d + 1", "(? (or a b) (+ c 1) (+ d 1))"},
		{"choices/in words", "if a { b } else { c }", "(? a b c)"},
		{"choices/in words, again", "if a { b } else if c { d } else { e }", "(? a b (? c d e))"},
		{"choices/in words, of sequences", "if a { b; c } else { d }", "(? a foreign d)"},
		{"choices/in words, in brackets before an operator", "(if a { b } else { c }) + d", "(+ (? a b c) d)"},
		{"default/alone", "a ?? b", "(?? a b)"},
		{"default/of a default", "a ?? b ?? c", "(?? (?? a b) c)"},
		{"default/before a pipe", "a ?? b | f()", "f((?? a b))"},
		{"default/behind a power", "a ^ b ?? c", "(^ a (?? b c))"},
		{"default/in brackets before a sum", "(a ?? b) + c", "(+ (?? a b) c)"},
		{"default/before a sum", "a ?? b + c", "8: Operator (+) and coalesce expressions (??) cannot be mixed. Wrap either by parentheses."},
		{"default/before and", "a ?? b and c", "8: Operator (and) and coalesce expressions (??) cannot be mixed. Wrap either by parentheses."},
		{"pipes/one", "a | f(b)", "f(a b)"},
		{"pipes/two", "a | f(b) | g(c)", "g(f(a b) c)"},
		{"pipes/after operators", "a + b | f()", "f((+ a b))"},
		{"pipes/their result goes on", "a | f() + b", "(+ f(a) b)"},
		{"pipes/members of their result", "a | f().b", `8: unexpected token Operator(".")`},
		{"pipes/what is asked of their elements", "a | map(# + 1)", "map(a {(+ # 1)})"},
		{"pipes/before a choice", "a | f() ? b : c", "(? f(a) b c)"},
		{"pipes/into a sign", "a | -f()", `5: unexpected token Operator("-")`},
		{"members/of a name", "a.b.c", "(. (. a 'b') 'c')"},
		{"members/of a call", "f(a).b", "(. f(a) 'b')"},
		{"members/of brackets", "(a + b).c", "(. (+ a b) 'c')"},
		{"members/of a list", "[a].b", "(. [a] 'b')"},
		{"members/of a signed operand", "-a.b", "(- (. a 'b'))"},
		{"members/items", "a[b + 1][c]", "(. (. a (+ b 1)) c)"},
		{"members/perhaps", "a?.b", "foreign"},
		{"members/methods", "a.b(c)", "foreign"},
		{"members/slices", "a[1:2]", "foreign"},
		{"members/slices of all", "a[:]", "foreign"},
		{"members/by the words of operators", "a.in.not", "(. (. a 'in') 'not')"},
		{"elements/alone", "map(a, #)", "map(a {#})"},
		{"elements/a figure", "map(a, .b)", "map(a {(. # 'b')})"},
		{"elements/named", "map(a, #b)", "map(a {#b})"},
		{"elements/in braces", "map(a, {.b})", "map(a {(. # 'b')})"},
		{"elements/of an inner list", "map(a, sum(b, #))", "map(a {sum(b {#})})"},
		{"elements/beside an inner list", "map(a, sum(b, #) + #)", "map(a {(+ sum(b {#}) #)})"},
		{"elements/in the second argument only", "reduce(a, #, b)", "reduce(a {#} b)"},
		{"elements/not in the third", "reduce(a, #, #)", `14: unexpected token Operator("#")`},
		{"elements/not of functions of numbers", "max(a, #)", `8: unexpected token Operator("#")`},
		{"calls/without arguments", "f()", "f()"},
		{"calls/with a comma at the end", "f(a,)", "f(a)"},
		{"calls/of choices", "f(a ? b : c, d)", "f((? a b c) d)"},
		{"calls/of a name for sure", "::f(a)", "f(a)"},
		{"lists/of nothing", "[]", "[]"},
		{"lists/of lists", "[[a], [b, c]]", "[[a] [b c]]"},
		{"lists/of operations", "[a + 1, -b]", "[(+ a 1) (- b)]"},
		{"numbers/whole", "007", "7"},
		{"numbers/no int", "1.5 + 99999999999999999999", "(+ -1 -1)"},
		{"not of the language/maps", "{a: b}", "foreign"},
		{"not of the language/variables", "let a = b; a", "foreign"},
		{"not of the language/sequences", "a; b", "foreign"},
		{"not of the language/nil", "nil", "foreign"},
		{"choices/in a sequence", "a; b ? c : d", "foreign"},
		{"choices/of a variable", "let a = b ? c : d; a ? b : c", "foreign"},
		{"choices/in an item", "a[b ? c : d]", "(. a (? b c d))"},
		{"choices/in a slice", "a[b : c ? d : e]", "foreign"},
		{"choices/of elements", "map(a, # ? b : c)", "map(a {(? # b c)})"},
		{"choices/in a map", "{a: b ? c : d, (a ? b : c): d, 'e': f}", "foreign"},
		{"choices/in words in a list", "[if a { b } else { c }, d]", "[(? a b c) d]"},
		{"not of the language/a map as an operand", "{} + a", "(+ foreign a)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := read(tt.text); got != tt.want {
				t.Errorf("%s: got %s, want %s", tt.text, got, tt.want)
			}
		})
	}
}

// TestFunctionsThatAsk: expressions for elements can be parsed for every function that takes one,
// also for those outside the language, and for no other.
func TestFunctionsThatAsk(t *testing.T) {
	t.Parallel()
	asks := strings.Fields("all none any one filter map count sum find findIndex findLast findLastIndex groupBy sortBy reduce")
	for _, name := range slices.Concat(asks, strings.Fields("abs len mean nth best worst shared min max round share sort last concat")) {
		got := read(name + "(a, .b)")
		if want := name + "(a {(. # 'b')})"; slices.Contains(asks, name) != (got == want) {
			t.Errorf("%s: got %s", name, got)
		}
	}
}

// TestBracketsChangeNothing: a tree written out with brackets around every operation is read
// as the same tree.
func TestBracketsChangeNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		bare, bracketed := anyOperations(t, rapid.IntRange(1, 4).Draw(t, "depth"))
		tree := read(bracketed)
		if again := read("(" + strings.ReplaceAll(bracketed, " ", "\n\t") + ")"); again != tree {
			t.Fatalf("%s: %s, on other lines %s", bracketed, tree, again)
		}
		if got := read(bare); got != tree {
			t.Fatalf("%s: got %s, with brackets %s", bare, got, tree)
		}
	})
}

// anyOperations draws operations without brackets, which have to be read from the left by
// their ranks, and the same with brackets.
func anyOperations(t *rapid.T, many int) (bare, bracketed string) {
	unchained := [][]string{{"or", "||"}, {"and", "&&"}, {"==", "!=", "in"}, {".."}, {"+", "-"}, {"*", "/", "%"}, {"**", "^"}}
	operands, operators, waiting := []string{"a0"}, []string(nil), []int(nil) // waiting has the ranks of the operators
	done := func() {
		last := len(operators) - 1
		operands = append(operands[:last], "("+operands[last]+" "+operators[last]+" "+operands[last+1]+")")
		operators, waiting = operators[:last], waiting[:last]
	}
	bare = "a0"
	for i := range many {
		rank := rapid.IntRange(0, len(unchained)-1).Draw(t, "rank")
		operator := rapid.SampledFrom(unchained[rank]).Draw(t, "operator")
		fromTheRight := rank == len(unchained)-1
		for len(waiting) > 0 && (waiting[len(waiting)-1] > rank || waiting[len(waiting)-1] == rank && !fromTheRight) {
			done()
		}
		name := fmt.Sprintf("a%d", i+1)
		bare += " " + operator + " " + name
		operands, operators, waiting = append(operands, name), append(operators, operator), append(waiting, rank)
	}
	for len(operators) > 0 {
		done()
	}
	return bare, operands[0]
}
