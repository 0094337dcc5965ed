package formula_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/formula"
)

// anyTable draws seats with points, their places and the numbers that share them, and a list.
func anyTable(t *rapid.T) formula.Values {
	number := rapid.Custom(func(t *rapid.T) league.Frac {
		return league.NewFrac(rapid.Int64Range(-9, 9).Draw(t, "over"), rapid.Int64Range(1, 4).Draw(t, "under"))
	})
	vps := rapid.SliceOfN(rapid.IntRange(2, 6), 1, 6).Draw(t, "vp")
	values := formula.Values{Common: []league.Frac{league.Int(len(vps)), league.Int(1)}}
	for _, vp := range vps {
		place, sharing := 1, 0
		for _, other := range vps {
			if other > vp {
				place++
			}
			if other == vp {
				sharing++
			}
		}
		values.Rows = append(values.Rows, []league.Frac{league.Int(vp), league.Int(place), league.Int(sharing), league.Int(0)})
	}
	values.Lists = [][]league.Frac{rapid.SliceOfN(number, 0, 8).Draw(t, "points")}
	return values
}

// TestLawsOfLists: relations between functions of lists, for any list. Both sides have the same
// value for every seat, or both stop.
func TestLawsOfLists(t *testing.T) {
	t.Parallel()
	laws := []struct{ name, left, right string }{
		{"a sum over elements is the sum of what they are mapped to", "sum(points, # * # + vp)", "sum(map(points, # * # + vp))"},
		{"a sum over seats too", "sum(seats, .vp - vp)", "sum(map(seats, .vp - vp))"},
		{"a sum of sums", "sum(points, # + 1)", "sum(points) + len(points)"},
		{"a constant comes out of a sum", "sum(points, # * vp)", "sum(points) * vp"},
		{"a mean is the sum by the number", "mean(points)", "sum(points) / len(points)"},
		{"a count is the length of what is filtered", "count(points, # > 1)", "len(filter(points, # > 1))"},
		{"a count of seats too", "count(seats, .vp > vp)", "len(filter(seats, .vp > vp))"},
		{"what holds and what does not are all", "count(points, # > 1) + count(points, not (# > 1))", "len(points)"},
		{"a count is a sum of ones", "count(points, # > 1)", "sum(points, # > 1 ? 1 : 0)"},
		{"all is that none does not", "all(points, # > 0) ? 1 : 0", "none(points, not (# > 0)) ? 1 : 0"},
		{"any is not none", "any(seats, .vp > 4) ? 1 : 0", "not none(seats, .vp > 4) ? 1 : 0"},
		{"all is that any does not not", "all(seats, .vp > 4) ? 1 : 0", "not any(seats, not (.vp > 4)) ? 1 : 0"},
		{"all is a count of all", "all(points, # > 0) ? 1 : 0", "count(points, # > 0) == len(points) ? 1 : 0"},
		{"in is any that is equal", "1 in points ? 1 : 0", "any(points, # == 1) ? 1 : 0"},
		{"not in is none", "vp not in points ? 1 : 0", "none(points, # == vp) ? 1 : 0"},
		{"filters follow each other", "len(filter(filter(points, # > 0), # < 3))", "len(filter(points, # > 0 and # < 3))"},
		{"maps follow each other", "sum(map(map(points, # + 1), # * 2))", "sum(map(points, (# + 1) * 2))"},
		{"a map keeps the order", "nth(map(points, # * 2), 2)", "nth(points, 2) * 2"},
		{"a map keeps the length", "len(map(points, 0))", "len(points)"},
		{"the least is the first of the worst", "min(points)", "nth(worst(points, 1), 1)"},
		{"the greatest is the first of the best", "max(points)", "nth(best(points, 3), 1)"},
		{"the least is less than the greatest by turning", "min(points)", "-max(map(points, -#))"},
		{"the best are the worst by turning", "sum(best(points, 3))", "-sum(worst(map(points, -#), 3))"},
		{"the best and the other worst are all", "sum(best(points, 3)) + sum(worst(points, max(0, len(points) - 3)))", "sum(points)"},
		{"the best of the best", "sum(best(best(points, 4), 2))", "sum(best(points, 2))"},
		{"the best are in order", "nth(best(points, 8), 2)", "nth(best(points, 2), 2)"},
		{"all of the best are all", "sum(best(points, 99))", "sum(points)"},
		{"none of the best are none", "len(best(points, 0))", "0"},
		{"a place is one more than those who have more", "place", "count(seats, .vp > vp) + 1"},
		{"who shares a place has as much", "sharing", "count(seats, .vp == vp)"},
		{"shared is the mean of the places", "shared([9, 7, 5, 3, 2, 1])", "sum([1, 2, 3, 4, 5, 6], # >= place and # < place + sharing ? nth([9, 7, 5, 3, 2, 1], #) : 0) / sharing"},
		{"a pipe is the first argument", "points | filter(# > 0) | best(2) | sum()", "sum(best(filter(points, # > 0), 2))"},
		{"a pair is a list", "max(vp, place)", "max([vp, place])"},
		{"a choice of lists", "sum(vp > 4 ? points : [vp])", "vp > 4 ? sum(points) : vp"},
		{"a choice of seats", "len(vp > 4 ? seats : filter(seats, .vp < 4))", "vp > 4 ? len(seats) : count(seats, .vp < 4)"},
		{"seats inside seats", "sum(seats, count(seats, .vp > 3) + .vp)", "len(seats) * count(seats, .vp > 3) + sum(seats, .vp)"},
		{"numbers inside seats", "sum(seats, sum(points, #) + .vp)", "len(seats) * sum(points) + sum(seats, .vp)"},
		{"seats inside numbers", "sum(points, len(seats) + #)", "len(points) * len(seats) + sum(points)"},
	}
	rapid.Check(t, func(t *rapid.T) {
		values := anyTable(t)
		for _, law := range laws {
			if left, right := byRow(t, law.left, values), byRow(t, law.right, values); left != right {
				t.Fatalf("%s: %s is %s, %s is %s", law.name, law.left, left, law.right, right)
			}
		}
	})
}

// byRow writes the value of a formula for each seat, or that it stops.
func byRow(t *rapid.T, source string, values formula.Values) string {
	compiled, err := formula.New(source).Compile(table)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	results, err := compiled.OfRows(values)
	if err != nil {
		return "stops"
	}
	return fmt.Sprint(results)
}

// TestSharedGivesAwayTheList: together the seats get the points of as many places as there are
// seats, whatever places are shared.
func TestSharedGivesAwayTheList(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		values := anyTable(t)
		points := rapid.SliceOfN(rapid.IntRange(0, 20), 0, 8).Draw(t, "for places")
		compiled, err := formula.New("shared([" + strings.Trim(strings.ReplaceAll(fmt.Sprint(points), " ", ","), "[]") + "])").Compile(table)
		if err != nil {
			t.Fatal(err)
		}
		results, err := compiled.OfRows(values)
		if err != nil {
			t.Fatal(err)
		}
		var got, want league.Frac
		for i, result := range results {
			got = got.Add(result)
			if i < len(points) {
				want = want.Add(league.Int(points[i]))
			}
		}
		if !got.Equal(want) {
			t.Fatalf("%v of %v: got %s, want %s", values.Rows, points, got, want)
		}
	})
}

// TestListsAreLeftAlone: a formula changes neither the rows nor the lists that it is given,
// and may be evaluated again and for other values.
func TestListsAreLeftAlone(t *testing.T) {
	t.Parallel()
	sources := []string{
		"sum(best(points, 2)) + sum(worst(points, 2))", "sum(map(filter(points, # > 0), # * 2))", "len(filter(seats, .vp > vp)) + sum(filter(seats, .place > 1), .vp)",
		"shared(best(points, 3))", "count(seats, sum(points, # + vp) > .vp)", "max(map(seats, .vp)) - min(vp, size)",
	}
	rapid.Check(t, func(t *rapid.T) {
		values, others := anyTable(t), anyTable(t)
		before := fmt.Sprint(values)
		source := rapid.SampledFrom(sources).Draw(t, "formula")
		compiled, err := formula.New(source).Compile(table)
		if err != nil {
			t.Fatal(err)
		}
		first, err := compiled.OfRows(values)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := compiled.OfRows(others); err != nil {
			t.Fatal(err)
		}
		again, err := compiled.OfRows(values)
		if err != nil || fmt.Sprint(first) != fmt.Sprint(again) || fmt.Sprint(values) != before {
			t.Fatalf("%s: %v, then %v, %v; values are %v, were %s", source, first, again, err, values, before)
		}
	})
}
