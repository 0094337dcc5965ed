package categories_test

import (
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league/categories"
	"referto/internal/league/facts"
)

func n(v int) *int { return &v }

func of(key string, basis facts.CategoryBasis, least, most *int) facts.Category {
	return facts.Category{Key: key, Title: key, Basis: basis, Least: least, Most: most}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		list []facts.Category
		want string
	}{
		{nil, ""},
		{[]facts.Category{of("a", facts.ByAge, nil, n(18)), of("b", facts.ByAge, n(19), n(59)), of("c", facts.ByAge, n(60), nil)}, ""},
		{[]facts.Category{of("a", facts.ByBorn, n(1990), n(1999)), of("b", facts.ByBorn, nil, n(1989))}, ""},
		{[]facts.Category{of("a", facts.ByAge, nil, nil)}, "/categories/0: category-without-range"},
		{[]facts.Category{of("a", facts.ByAge, n(-1), nil)}, "/categories/0/from: number-out-of-range (least=0, most=130)"},
		{[]facts.Category{of("a", facts.ByBorn, nil, n(2200))}, "/categories/0/until: number-out-of-range (least=1900, most=2199)"},
		{[]facts.Category{of("a", facts.ByAge, n(20), n(19))}, "/categories/0/until: ends-before-it-begins"},
		{[]facts.Category{of("a", facts.ByAge, nil, n(18)), of("b", facts.ByAge, n(18), nil)}, "/categories/1/from: categories-overlap (other=a)"},
		{[]facts.Category{of("a", facts.ByAge, nil, n(18)), of("a", facts.ByAge, n(19), nil)}, "/categories/1/key: category-twice (key=a)"},
		{[]facts.Category{of("a", facts.ByAge, nil, n(18)), of("b", facts.ByBorn, nil, n(1950))}, "/categories/1/by: category-bases-mixed"},
	} {
		got := ""
		if err := categories.Check(tt.list); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}

func TestOf(t *testing.T) {
	t.Parallel()
	list := []facts.Category{of("juniors", facts.ByAge, nil, n(18)), of("seniors", facts.ByAge, n(60), nil)}
	for _, tt := range []struct {
		born, year int
		want       string
	}{
		{0, 2009, ""}, {1991, 2009, "juniors"}, {1990, 2009, ""}, {1990, 2008, "juniors"}, {2009, 2009, "juniors"}, {2010, 2009, ""}, {1949, 2009, "seniors"}, {1950, 2009, ""},
	} {
		got := ""
		if in := categories.Of(list, tt.born, tt.year); in != nil {
			got = in.Key
		}
		if got != tt.want {
			t.Errorf("born in %d, in %d: %q, want %q", tt.born, tt.year, got, tt.want)
		}
	}
}

// In a list of categories that passes the check, a player is in at most one, whenever they were born.
func TestOneCategoryAtMost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		basis := rapid.SampledFrom([]facts.CategoryBasis{facts.ByAge, facts.ByBorn}).Draw(t, "basis")
		base := map[facts.CategoryBasis]int{facts.ByAge: 0, facts.ByBorn: 1950}[basis]
		var list []facts.Category
		for i := range rapid.IntRange(1, 4).Draw(t, "categories") {
			bound := func(name string) *int {
				if rapid.IntRange(0, 3).Draw(t, "no "+name) == 0 {
					return nil
				}
				return n(base + rapid.IntRange(0, 60).Draw(t, name))
			}
			list = append(list, of(string(rune('a'+i)), basis, bound("least"), bound("most")))
		}
		if categories.Check(list) != nil {
			return
		}
		for born := 1900; born <= 2009; born++ {
			in := 0
			for _, c := range list {
				if from, until := categories.Born(c, 2009); from <= born && born <= until {
					in++
				}
			}
			if in > 1 {
				t.Fatalf("born in %d: in %d of %+v", born, in, list)
			}
		}
	})
}
