package formula_test

import (
	"strconv"
	"strings"
	"testing"

	"referto/internal/league/formula"
)

func TestOperators(t *testing.T) {
	t.Parallel()
	holds(t, []outcome{
		{"+", "1 / 3 + 1 / 6", "0.5"},
		{"-", "1 / 3 - 1 / 2", "-1/6"},
		{"*", "2 / 3 * (9 / 4)", "1.5"},
		{"/", "vp / 4", "2.5 2 2 1.25"},
		{"/ by a choice that is written", "vp / (true ? 0 : 1)", "compile: formula-division-by-zero (column=4, line=1)"},
		{"/ by less than 0", "7 / -3", "-7/3"},
		{"^ by 0", "vp ^ 0", "1"},
		{"^ of 0 by 0", "(vp - vp) ^ 0", "1"},
		{"^ by 1", "vp ^ 1", "10 8 8 5"},
		{"^ of a fraction", "(2 / 3) ^ 3", "8/27"},
		{"^ by less than 0", "(2 / 3) ^ -2", "2.25"},
		{"^ of 0 by less than 0", "(place - 1) ^ -1", "row 0: formula-division-by-zero (column=13, line=1)"},
		{"^ of 0 by less than 0, written", "0 ^ -1", "compile: formula-division-by-zero (column=3, line=1)"},
		{"^ by what is played", "2 ^ (place - 2)", "0.5 1 1 4"},
		{"^ by half of what is played", "2 ^ (vp / 4)", "row 0: formula-not-whole (column=3, got=2.5, line=1, max=64, min=-64)"},
		{"==", "1 / 3 == 2 / 6 ? 1 : 0", "1"},
		{"== of neighbors beyond 64 bits", "9007199254740993 * 1024 * 1024 == 9007199254740992 * 1024 * 1024 ? 1 : 0", "0"},
		{"!=", "(vp != 8 ? 1 : 0)", "1 0 0 1"},
		{"<", "vp < 8 ? 1 : 0", "0 0 0 1"},
		{"<=", "vp <= 8 ? 1 : 0", "0 1 1 1"},
		{">", "vp > 8 ? 1 : 0", "1 0 0 0"},
		{">=", "vp >= 8 ? 1 : 0", "1 1 1 0"},
		{"and", "vp > 5 and vp < 10 ? 1 : 0", "0 1 1 0"},
		{"or", "vp <= 5 or vp >= 10 ? 1 : 0", "1 0 0 1"},
		{"not", "not (vp > 5) ? 1 : 0", "0 0 0 1"},
		{"and asks the second only if it has to", "place != 1 and 6 / (place - 1) > 3 ? 1 : 0", "0 1 1 0"},
		{"or asks the second only if it has to", "place == 1 or 6 / (place - 1) > 3 ? 1 : 0", "1 1 1 0"},
		{"in a list written out", "vp in [5, 10] ? 1 : 0", "1 0 0 1"},
		{"in a list of fractions", "1 / 2 in [0.5] ? 1 : 0", "1"},
		{"in a list played", "vp + 2 in points ? 1 : 0", "1 0 0 1"},
		{"in nothing", "vp in [] ? 1 : 0", "0"},
		{"true and false", "(true ? 1 : 0) + (false ? 10 : 20)", "21"},
	})
}

func TestFunctionsOfNumbers(t *testing.T) {
	t.Parallel()
	holds(t, []outcome{
		{"abs of less than 0", "abs(vp - 8)", "2 0 0 3"},
		{"abs of a fraction", "abs(-1 / 3)", "1/3"},
		{"floor", "floor(vp / 4)", "2 2 2 1"},
		{"floor of less than 0", "floor(-vp / 4)", "-3 -2 -2 -2"},
		{"ceil", "ceil(vp / 4)", "3 2 2 2"},
		{"ceil of less than 0", "ceil(-vp / 4)", "-2 -2 -2 -1"},
		{"floor and ceil of what is whole", "floor(-3) * 10 + ceil(-3)", "-33"},
		{"round to nothing behind the point", `round(vp / 4, 0, "half_up")`, "3 2 2 1"},
		{"round to 6 decimals", `round(2 / 3, 6, "half_up")`, "0.666667"},
		{"round less than 0 away from 0", `round(-vp / 4, 0, "half_up")`, "-3 -2 -2 -1"},
		{"round less than 0 towards 0", `round(-vp / 4, 0, "truncate")`, "-2 -2 -2 -1"},
		{"round halves to even", `round(vp / 4, 0, "half_even") * 10 + round((vp + 4) / 4, 0, "half_even")`, "24 23 23 12"},
		{"round to more than there is", `round(1 / 8, 6, "truncate")`, "0.125"},
		{"round to 7", `round(vp, 7, "truncate")`, "compile: formula-not-whole (column=11, got=7, line=1, max=6, min=0)"},
		{"round to less than nothing", `round(vp, -1, "truncate")`, "compile: formula-not-whole (column=11, got=-1, line=1, max=6, min=0)"},
		{"round to a point", `round(vp, 2., "truncate")`, "compile: formula-not-whole (column=11, got=2., line=1, max=6, min=0)"},
		{"round to more than 64 bits", `round(vp, 12345678901234567890, "truncate")`, "compile: formula-not-whole (column=11, got=12345678901234567890, line=1, max=6, min=0)"},
		{"round to digits in brackets", `round(vp, (2), "truncate")`, "10 8 8 5"},
		{"round by a word without quotes", `round(vp, 2, truncate)`, "compile: formula-no-such-rounding (column=14, got=truncate, line=1, want=[half_even half_up truncate])"},
		{"round by another spelling", `round(vp, 2, "Half_up")`, "compile: formula-no-such-rounding (column=14, got=\"Half_up\", line=1, want=[half_even half_up truncate])"},
		{"round by nothing", `round(vp, 2, "")`, "compile: formula-no-such-rounding (column=14, got=\"\", line=1, want=[half_even half_up truncate])"},
		{"round a truth", `round(vp > 2, 2, "truncate")`, "compile: formula-wrong-kind (column=10, got=truth, line=1, want=number)"},
		{"share", "share(8, 30)", "80/3"},
		{"share of more than there is", "share(30, 8)", "375"},
		{"share of less than 0", "share(-1, 4)", "-25"},
		{"share of nothing played", "share(vp, place - 1)", "0 800 800 500/3"},
		{"min of numbers", "min(vp, 6, 9)", "6 6 6 5"},
		{"max of numbers", "max(vp, 6, 9)", "10 9 9 9"},
		{"min of one", "min(vp)", "10 8 8 5"},
		{"max of less than 0", "max(-vp, -9)", "-9 -8 -8 -5"},
		{"min of fractions", "min(1 / 3, 0.33, 1 / 2)", "0.33"},
		{"min of a list", "min(points)", "0"},
		{"max of a list", "max(points)", "12"},
		{"max of one in a list", "max([vp])", "10 8 8 5"},
		{"min of nothing", "min([])", "compile: formula-no-such-element (column=1, length=0, line=1, n=1)"},
		{"max of extremes of one each", strings.Repeat("max(", 300) + "vp" + strings.Repeat(")", 300), "10 8 8 5"},
		{"min of a list and a number", "min(points, 3)", "compile: formula-wrong-kind (column=5, got=list, line=1, want=number)"},
		{"min of a number and a list", "min(3, points)", "compile: formula-wrong-kind (column=8, got=list, line=1, want=number)"},
		{"min of seats", "min(seats)", "compile: formula-wrong-kind (column=5, got=rows, line=1, want=list)"},
		{"min of a truth", "min(vp > 2)", "compile: formula-wrong-kind (column=8, got=truth, line=1, want=list)"},
		{"min of what there is not", "min(tanks)", "compile: formula-no-such-figure (column=5, figure=tanks, line=1)"},
	})
}

func TestFunctionsOfLists(t *testing.T) {
	t.Parallel()
	holds(t, []outcome{
		{"len", "len(points)", "4"},
		{"len of what is written out", "len([1, 1, 1])", "3"},
		{"len of nothing", "len([])", "0"},
		{"len of seats", "len(seats)", "4"},
		{"len of some seats", "len(filter(seats, .vp > vp))", "0 1 1 3"},
		{"len of a number", "len(vp)", "compile: formula-wrong-kind (column=5, got=number, line=1, want=list)"},
		{"mean", "mean(points)", "7.125"},
		{"mean of thirds", "mean([1, 1, 2])", "4/3"},
		{"mean of nothing", "mean([])", "compile: formula-division-by-zero (column=1, line=1)"},
		{"mean of one number", "mean(vp)", "compile: formula-wrong-kind (column=6, got=number, line=1, want=list)"},
		{"nth, the first", "nth(points, 1)", "12"},
		{"nth, the last", "nth(points, 4)", "0"},
		{"nth behind the last", "nth(points, 5)", "row 0: formula-no-such-element (column=1, length=4, line=1, n=5)"},
		{"nth behind the longest there can be", "nth(points, 31)", "compile: formula-not-whole (column=13, got=31, line=1, max=30, min=1)"},
		{"nth by place", "nth([5, 3, 2, 1], place)", "5 3 3 1"},
		{"nth by a place that has none", "nth([5, 3, 2], place)", "row 3: formula-no-such-element (column=1, length=3, line=1, n=4)"},
		{"nth of nothing", "nth([], 1)", "compile: formula-no-such-element (column=1, length=0, line=1, n=1)"},
		{"best, the greatest first", "nth(best(points, 3), 2)", "9.5"},
		{"best of none", "len(best(points, 0))", "0"},
		{"best of as many as there are", "sum(best(points, 4))", "28.5"},
		{"best by what is played", "sum(best(points, place))", "12 21.5 21.5 28.5"},
		{"best of less than none", "sum(best(points, 0 - 1))", "compile: formula-not-whole (column=20, got=-1, line=1, max=1073741824, min=0)"},
		{"best of less than none, played", "sum(best(points, vp - 8))", "row 3: formula-not-whole (column=5, got=-3, line=1, max=1073741824, min=0)"},
		{"best of seats", "sum(best(seats, 1))", "compile: formula-wrong-kind (column=10, got=rows, line=1, want=list)"},
		{"best leaves the list as it is", "sum(best(points, 1)) + nth(points, 2)", "19"},
		{"worst, the least first", "nth(worst(points, 3), 2)", "7"},
		{"worst of those of one number", "sum(worst([3, 3, 3], 2))", "6"},
		{"worst of nothing", "len(worst([], 2))", "0"},
		{"the worst of the best", "sum(worst(best(points, 3), 1))", "7"},
		{"shared by one", "shared([7, 5])", "7 2.5 2.5 0"},
		{"shared in part beyond the list", "shared([10, 6, 0, 4])", "10 3 3 4"},
		{"shared of nothing", "shared([])", "0"},
		{"shared of what is played", "shared(points)", "12 8.25 8.25 0"},
		{"shared of a number", "shared(vp)", "compile: formula-wrong-kind (column=8, got=number, line=1, want=list)"},
		{"shared is of the seat that it is for", "sum(seats, shared([7, 5]))", "28 10 10 0"},
	})
}

func TestFunctionsOfElements(t *testing.T) {
	t.Parallel()
	holds(t, []outcome{
		{"sum", "sum(points)", "28.5"},
		{"sum of nothing", "sum([])", "0"},
		{"sum over numbers", "sum(points, # * 2)", "57"},
		{"sum over seats", "sum(seats, .vp * .place)", "62"},
		{"sum over none", "sum(filter(seats, .vp > 10), .vp)", "0"},
		{"sum of seats", "sum(seats)", "compile: formula-wrong-kind (column=5, got=rows, line=1, want=list)"},
		{"sum of truths", "sum(seats, .vp > 2)", "compile: formula-wrong-kind (column=16, got=truth, line=1, want=number)"},
		{"sum of three", "sum(points, #, 2)", "compile: formula-arguments (column=1, line=1, usage=sum(list), sum(list, x))"},
		{"sum of numbers one by one", "sum(1, 2)", "compile: formula-wrong-kind (column=5, got=number, line=1, want=list)"},
		{"sum and a comma", "sum(points,)", "28.5"},
		{"sum of something that is the same for all", "sum(points, vp)", "40 32 32 20"},
		{"count of numbers", "count(points, # >= 7)", "3"},
		{"count of seats with more", "count(seats, .vp > vp)", "0 1 1 3"},
		{"count of none", "count([], # > 0)", "0"},
		{"count of numbers for truths", "count(points, #)", "compile: formula-wrong-kind (column=15, got=number, line=1, want=truth)"},
		{"all", "all(seats, .vp >= vp) ? 1 : 0", "0 0 0 1"},
		{"all but one", "all(points, # > 0) ? 1 : 0", "0"},
		{"all of none", "all([], # > 0) ? 1 : 0", "1"},
		{"any", "any(seats, .vp > vp) ? 1 : 0", "0 1 1 1"},
		{"any of none", "any([], # > 0) ? 1 : 0", "0"},
		{"none", "none(seats, .vp > vp) ? 1 : 0", "1 0 0 0"},
		{"none of none", "none([], # > 0) ? 1 : 0", "1"},
		{"all are asked, also behind one that does not hold", "all(seats, .vp / (.place - 4) > 99) ? 1 : 0", "row 0: formula-division-by-zero (column=16, line=1)"},
		{"any are asked, also behind one that holds", "any(seats, .vp / (.place - 4) < 99) ? 1 : 0", "row 0: formula-division-by-zero (column=16, line=1)"},
		{"map of numbers", "nth(map(points, # + 1), 3)", "10.5"},
		{"map of seats in their order", "nth(map(seats, .vp), 4)", "5"},
		{"map of nothing", "len(map([], # + 1))", "0"},
		{"map to truths", "map(points, # > 1)", "compile: formula-wrong-kind (column=15, got=truth, line=1, want=number)"},
		{"map to longer lists than there is room for", "sum(map([1, 2, 3], sum(map([1, 2, 3, 4, 5, 6, 7, 8, 9], # * 2)) + #))", "276"},
		{"map of map", "sum(map(map(points, # * 2), # + 1))", "61"},
		{"filter of numbers in their order", "nth(filter(points, # < 10), 2)", "9.5"},
		{"filter of seats in their order", "nth(map(filter(seats, .left == 0), .vp), 3)", "8"},
		{"filter of filter", "len(filter(filter(seats, .vp > 5), .place > 1))", "2"},
		{"filter with a filter inside", "len(filter(seats, len(filter(seats, .place == 2)) == .sharing))", "2"},
		{"filter by numbers", "filter(points, #)", "compile: formula-wrong-kind (column=16, got=number, line=1, want=truth)"},
		{"filter of a number", "filter(vp, # > 1)", "compile: formula-wrong-kind (column=8, got=number, line=1, want=list)"},
		{"the same number twice", "sum(filter(points, # * # > 100))", "12"},
		{"a list in what is asked of seats", "sum(seats, sum(points, # + 1))", "130"},
		{"seats in what is asked of a list, beside its number", "sum(points, count(seats, .vp > 5)) ", "12"},
		{"behind an inner list the outer number is back", "sum(points, sum([1, 2], #) + #)", "40.5"},
		{"behind inner seats the outer seat is back", "sum(seats, sum(seats, .vp) - .vp)", "93"},
		{"seats inside numbers have no number", "sum(points, count(seats, # > 1))", "compile: formula-not-of-language (column=26, line=1)"},
		{"numbers inside seats have no figures", "sum(seats, sum(points, .vp))", "compile: formula-not-of-language (column=25, line=1)"},
		{"seats are no number", "sum(seats, #)", "compile: formula-not-of-language (column=12, line=1)"},
		{"in the list itself there is no element", "sum(filter(#, # > 1))", "compile: formula-unreadable (column=12, detail=unexpected token Operator(\"#\"), line=1)"},
		{"in the list itself it is that of the list outside", "sum(points, sum([#, 1], # * 2))", "65"},
		{"a figure of no list", ".vp", "compile: formula-unreadable (column=1, detail=unexpected token Operator(\".\"), line=1)"},
		{"a figure of what is common", "sum(seats, .size)", "compile: formula-no-such-figure (column=13, figure=size, line=1)"},
		{"a figure by a number", "sum(seats, #[1])", "compile: formula-not-of-language (column=13, line=1)"},
		{"a figure of a figure", "sum(seats, .vp.place)", "compile: formula-not-of-language (column=16, line=1)"},
		{"what is asked in brackets", "sum(seats, {.vp + 1})", "35"},
		{"through pipes", "seats | filter(.vp > 5) | map(.vp) | best(2) | sum()", "18"},
		{"through pipes, with what is asked", "points | sum(# * 2)", "57"},
		{"through pipes into a function without lists", "vp | max(9)", "10 9 9 9"},
	})
}

// TestArguments: how many there may be.
func TestArguments(t *testing.T) {
	t.Parallel()
	const endless = 9
	bounds := map[string]struct{ least, most int }{
		"abs": {1, 1}, "floor": {1, 1}, "ceil": {1, 1}, "round": {3, 3}, "share": {2, 2}, "min": {1, endless}, "max": {1, endless},
		"len": {1, 1}, "mean": {1, 1}, "nth": {2, 2}, "best": {2, 2}, "worst": {2, 2}, "shared": {1, 1},
		"sum": {1, 2}, "count": {2, 2}, "all": {2, 2}, "any": {2, 2}, "none": {2, 2}, "map": {2, 2}, "filter": {2, 2},
	}
	for _, f := range formula.Functions() {
		few, known := bounds[f.Name]
		if !known {
			t.Errorf("%s is not in the table", f.Name)
		}
		for n := range endless {
			got := evaluate("1 + " + f.Name + "(" + strings.TrimPrefix(strings.Repeat(",vp", n), ",") + ")")
			refused := got == "compile: formula-arguments (column=5, line=1, usage="+f.Usage+")"
			if refused != (n < few.least || n > few.most) {
				t.Errorf("%s with %d: got %s", f.Name, n, got)
			}
		}
	}
	holds(t, []outcome{
		{"one where two are wanted", "share(vp)", "compile: formula-arguments (column=1, line=1, usage=share(part, whole))"},
		{"two where one is wanted", "abs(vp, 2)", "compile: formula-arguments (column=1, line=1, usage=abs(x))"},
		{"two where three are wanted", "round(vp, 2)", "compile: formula-arguments (column=1, line=1, usage=round(x, digits, mode))"},
		{"the first from a pipe is one of them", "points | nth()", "compile: formula-arguments (column=10, line=1, usage=nth(list, n))"},
		{"the first from a pipe and all others", "points | nth(1, 2)", "compile: formula-arguments (column=10, line=1, usage=nth(list, n))"},
		{"as many as one wants", "min(9, 8, 7, 6, 5, 4, 3, 2, vp)", "2"},
		{"what is asked where nothing can be", "abs(# > 1)", "compile: formula-unreadable (column=5, detail=unexpected token Operator(\"#\"), line=1)"},
		{"of a function of another language", "one(seats, .vp > 1)", "compile: formula-no-such-function (column=1, function=one, line=1)"},
	})
}

// TestFunctionNames: every documented function name is unique and called in its usage.
func TestFunctionNames(t *testing.T) {
	t.Parallel()
	names := make(map[string]bool)
	for _, f := range formula.Functions() {
		if names[f.Name] {
			t.Errorf("%s is there twice", f.Name)
		}
		names[f.Name] = true
		for usage := range strings.SplitSeq(f.Usage, "), ") {
			if !strings.HasPrefix(usage, f.Name+"(") {
				t.Errorf("%s is used as %s", f.Name, strconv.Quote(f.Usage))
			}
		}
		if f.Meaning == "" {
			t.Errorf("%s means nothing", f.Name)
		}
	}
}
