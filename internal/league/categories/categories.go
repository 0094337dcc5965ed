package categories

import (
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// FirstYear and LastYear bound the years of birth, and mostAge bounds the ages, that a category
// accepts.
const (
	FirstYear = 1900
	LastYear  = 2199
	mostAge   = 130
)

// Check returns the faults of a list of categories, field by field.
func Check(list []facts.Category) error {
	var faults league.Faults
	fault := func(i int, field string, why league.Grounds) {
		faults = append(faults, league.Fault{Field: "/categories/" + strconv.Itoa(i) + field, Grounds: why})
	}
	for i, c := range list {
		least, most := bounds(c.Basis)
		outside := league.Grounds{Reason: "number-out-of-range", Params: map[string]string{"least": strconv.Itoa(least), "most": strconv.Itoa(most)}}
		switch {
		case c.Least == nil && c.Most == nil:
			fault(i, "", league.Grounds{Reason: "category-without-range"})
		case c.Least != nil && (*c.Least < least || *c.Least > most):
			fault(i, "/from", outside)
		case c.Most != nil && (*c.Most < least || *c.Most > most):
			fault(i, "/until", outside)
		case c.Least != nil && c.Most != nil && *c.Most < *c.Least:
			fault(i, "/until", league.Grounds{Reason: "ends-before-it-begins"})
		case c.Basis != list[0].Basis:
			fault(i, "/by", league.Grounds{Reason: "category-bases-mixed"})
		default:
			for _, other := range list[:i] {
				if other.Key == c.Key {
					fault(i, "/key", league.Grounds{Reason: "category-twice", Params: map[string]string{"key": c.Key}})
				} else if overlap(c, other) {
					fault(i, "/from", league.Grounds{Reason: "categories-overlap", Params: map[string]string{"other": other.Title}})
				}
			}
		}
	}
	return faults.OrNil()
}

func bounds(basis facts.CategoryBasis) (least, most int) {
	if basis == facts.ByAge {
		return 0, mostAge
	}
	return FirstYear, LastYear
}

func overlap(a, b facts.Category) bool {
	return (a.Least == nil || b.Most == nil || *a.Least <= *b.Most) && (b.Least == nil || a.Most == nil || *b.Least <= *a.Most)
}

// Of returns the category of a person born in one year, in the year of a day; nil for none. A year
// of birth of 0 means unknown and lies in no category.
func Of(list []facts.Category, born, year int) *facts.Category {
	for i, c := range list {
		from, until := Born(c, year)
		if from <= born && born <= until {
			return &list[i]
		}
	}
	return nil
}

// Born returns the range of birth years of a category in a year.
func Born(c facts.Category, year int) (from, until int) {
	from, until = FirstYear, LastYear
	if c.Basis == facts.ByAge {
		until = min(until, year) // no player is born in the future
		if c.Most != nil {
			from = max(from, year-*c.Most)
		}
		if c.Least != nil {
			until = min(until, year-*c.Least)
		}
		return from, until
	}
	if c.Least != nil {
		from = *c.Least
	}
	if c.Most != nil {
		until = *c.Most
	}
	return from, until
}
