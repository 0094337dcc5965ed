package categories_test

import (
	"testing"

	"referto/internal/league/categories"
	"referto/internal/league/facts"
)

// The limits themselves are allowed, and nothing beyond them; a category of a single year is valid.
func TestCheckAtTheBounds(t *testing.T) {
	t.Parallel()
	const age, born = "(least=0, most=130)", "(least=1900, most=2199)"
	for _, tt := range []struct {
		list []facts.Category
		want string
	}{
		{[]facts.Category{of("a", facts.ByAge, n(0), n(130))}, ""},
		{[]facts.Category{of("a", facts.ByAge, n(130), nil)}, ""},
		{[]facts.Category{of("a", facts.ByAge, nil, n(0))}, ""},
		{[]facts.Category{of("a", facts.ByAge, n(131), nil)}, "/categories/0/from: number-out-of-range " + age},
		{[]facts.Category{of("a", facts.ByAge, nil, n(-1))}, "/categories/0/until: number-out-of-range " + age},
		{[]facts.Category{of("a", facts.ByAge, nil, n(131))}, "/categories/0/until: number-out-of-range " + age},
		{[]facts.Category{of("a", facts.ByBorn, n(1900), n(2199))}, ""},
		{[]facts.Category{of("a", facts.ByBorn, n(2199), nil)}, ""},
		{[]facts.Category{of("a", facts.ByBorn, nil, n(1900))}, ""},
		{[]facts.Category{of("a", facts.ByBorn, n(1899), nil)}, "/categories/0/from: number-out-of-range " + born},
		{[]facts.Category{of("a", facts.ByBorn, n(2200), nil)}, "/categories/0/from: number-out-of-range " + born},
		{[]facts.Category{of("a", facts.ByBorn, nil, n(1899))}, "/categories/0/until: number-out-of-range " + born},
		{[]facts.Category{of("a", facts.ByAge, n(18), n(18))}, ""},
		{[]facts.Category{of("a", facts.ByAge, nil, n(18)), of("b", facts.ByAge, n(19), n(19)), of("c", facts.ByAge, n(20), nil)}, ""},
		{[]facts.Category{of("b", facts.ByAge, n(19), nil), of("a", facts.ByAge, nil, n(19))}, "/categories/1/from: categories-overlap (other=b)"},
		{[]facts.Category{of("b", facts.ByAge, n(19), n(30)), of("a", facts.ByAge, n(30), n(40))}, "/categories/1/from: categories-overlap (other=b)"},
		{[]facts.Category{of("a", facts.ByAge, n(10), n(40)), of("b", facts.ByAge, n(20), n(30))}, "/categories/1/from: categories-overlap (other=a)"},
		{[]facts.Category{of("b", facts.ByAge, n(20), n(30)), of("a", facts.ByAge, n(10), nil)}, "/categories/1/from: categories-overlap (other=b)"},
		{[]facts.Category{of("a", facts.ByAge, nil, n(18)), of("b", facts.ByAge, nil, n(10))}, "/categories/1/from: categories-overlap (other=a)"},
		{
			[]facts.Category{of("a", facts.ByAge, nil, n(18)), of("b", facts.ByAge, n(30), nil), of("a", facts.ByAge, n(18), n(30))},
			"/categories/2/key: category-twice (key=a); /categories/2/from: categories-overlap (other=b)",
		},
		{
			[]facts.Category{of("a", facts.ByAge, nil, nil), of("b", facts.ByAge, n(-1), nil), of("c", facts.ByAge, n(2), n(1))},
			"/categories/0: category-without-range; /categories/1/from: number-out-of-range (least=0, most=130); /categories/2/until: ends-before-it-begins",
		},
	} {
		got := ""
		if err := categories.Check(tt.list); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.list, got, tt.want)
		}
	}
}

// Everybody in a category in a given year was born in its years, whether it is defined by age or by year of
// birth. Nobody who has an age is still to be born.
func TestBorn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		of          facts.Category
		year        int
		from, until int
	}{
		{of("a", facts.ByAge, nil, n(18)), 2009, 1991, 2009},
		{of("a", facts.ByAge, n(60), nil), 2009, 1900, 1949},
		{of("a", facts.ByAge, n(19), n(59)), 2009, 1950, 1990},
		{of("a", facts.ByAge, nil, n(130)), 2009, 1900, 2009},
		{of("a", facts.ByAge, n(0), n(0)), 2009, 2009, 2009},
		{of("a", facts.ByAge, nil, n(18)), 2300, 2282, 2199},
		{of("a", facts.ByBorn, n(1990), n(1999)), 2009, 1990, 1999},
		{of("a", facts.ByBorn, nil, n(1999)), 2009, 1900, 1999},
		{of("a", facts.ByBorn, n(1990), nil), 2009, 1990, 2199},
	} {
		if from, until := categories.Born(tt.of, tt.year); from != tt.from || until != tt.until {
			t.Errorf("%+v in %d: %d to %d, want %d to %d", tt.of, tt.year, from, until, tt.from, tt.until)
		}
	}
}

// Categories by year of birth do not depend on the year of the day. A player born in none of them, or whose
// year of birth is unknown, is in none.
func TestOfByBirth(t *testing.T) {
	t.Parallel()
	list := []facts.Category{of("young", facts.ByBorn, n(1990), n(1999)), of("old", facts.ByBorn, nil, n(1949))}
	for born, want := range map[int]string{0: "", 1900: "old", 1949: "old", 1950: "", 1989: "", 1990: "young", 1999: "young", 2000: ""} {
		for _, year := range []int{1995, 2009, 2100} {
			got := ""
			if in := categories.Of(list, born, year); in != nil {
				got = in.Key
			}
			if got != want {
				t.Errorf("born in %d, in %d: %q, want %q", born, year, got, want)
			}
		}
	}
	if in := categories.Of([]facts.Category{of("all", facts.ByAge, nil, n(130))}, 0, 100); in != nil {
		t.Errorf("whose year of birth is not known is in %s", in.Key)
	}
}
