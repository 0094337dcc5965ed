package rules

import (
	"fmt"
	"slices"
	"strconv"
)

// maxField bounds the number of entrants of one event.
const maxField = 10_000

func (c *checker) field() {
	f := c.r.Field
	c.must(f.Min >= 2, "/field/min", "too-small", "least", "2")
	c.must(f.Min <= maxField && f.Max <= maxField, "/field/max", "outside-range", "min", "2", "max", strconv.Itoa(maxField))
	c.must(f.Max == 0 || f.Max >= f.Min, "/field/max", "less-than-min")
	for i, size := range f.Sizes {
		at := fmt.Sprintf("/field/sizes/%d", i)
		c.must(f.Contains(size), at, "outside-field")
		c.must(i == 0 || f.Sizes[i-1] < size, at, "not-ascending")
	}
	for i, size := range f.Without {
		at := fmt.Sprintf("/field/without/%d", i)
		c.must(size > f.Min && (f.Max == 0 || size < f.Max) && !slices.Contains(f.Sizes, size), at, "outside-field")
		c.must(i == 0 || f.Without[i-1] < size, at, "not-ascending")
	}
	c.cite("/field/paragraph", f.Paragraph)
	if f.Deadline != nil {
		c.cite("/field/deadline/paragraph", f.Deadline.Paragraph)
	}
	if o := f.Overflow; o != nil {
		oneOf(c, "/field/overflow/rule", o.Rule, Reserves, RefereeDecides)
		if o.Rule == Reserves {
			oneOf(c, "/field/overflow/shortfall", o.Shortfall, Shrink, KeepSize)
		} else {
			c.must(f.Max > 0, "/field/max", "required")
			c.must(o.Shortfall == "", "/field/overflow/shortfall", "of-no-use")
		}
		c.cite("/field/overflow/paragraph", o.Paragraph)
	}
}

// fieldTried are the numbers of entrants that are tried, the first some hundreds
// of the field: beyond, structures and splits repeat.
func (c *checker) fieldTried() (sizes []int) {
	f := c.r.Field
	last := min(f.Min, maxField) + fieldsTried
	if f.Max > 0 {
		last = min(last, f.Max)
	}
	for n := max(2, f.Min); n <= last; n++ {
		if f.Contains(n) {
			sizes = append(sizes, n)
		}
	}
	return sizes
}

// tablesAreSound reports whether it makes sense to split entrants into tables.
func (c *checker) tablesAreSound() bool {
	return len(c.r.Tables.Sizes) > 0 && !slices.ContainsFunc(c.r.Tables.Sizes, func(size int) bool { return size < 2 || size > MaxSeats })
}

// everybodySits checks that every number of entrants that may start can be split
// into tables, and names the first that cannot.
func (c *checker) everybodySits() {
	tried := c.fieldTried()
	if !c.tablesAreSound() || len(tried) == 0 {
		return
	}
	can := reachable(c.r.Tables.Sizes, tried[len(tried)-1])
	for _, n := range tried {
		excepted := slices.ContainsFunc(c.r.Tables.Exceptions, func(e TableException) bool { return e.Entrants == n })
		if !can[n] && !excepted {
			c.fault("/tables/sizes", "no-tables-for-field", "entrants", strconv.Itoa(n))
			return
		}
	}
}

// finalFills checks that the tables of a field send as many to the final as sit
// there, where tables qualify.
func (c *checker) finalFills(at string, b Bracket) {
	f := c.r.Elimination.Final
	if !b.Final || f == nil || !c.tablesAreSound() {
		return
	}
	if b.Advance > 0 {
		c.semifinalFills(at, b)
		return
	}
	if len(f.FromTables) == 0 {
		return
	}
	c.must(!b.Semifinal, "/elimination/final/fromTables", "tables-and-semifinal")
	for _, n := range c.fieldTried() {
		if n < b.From || b.To != 0 && n > b.To {
			continue
		}
		i := slices.IndexFunc(f.FromTables, func(t FromTables) bool { return t.Entrants == n })
		if i < 0 {
			c.fault("/elimination/final/fromTables", "field-without-qualifiers", "entrants", strconv.Itoa(n))
			continue
		}
		tables := c.r.Tables.Split(n)
		c.must(len(tables)*f.FromTables[i].First == f.Players && f.FromTables[i].First <= slices.Min(append(tables, MaxSeats)),
			fmt.Sprintf("/elimination/final/fromTables/%d/first", i), "does-not-fill-final")
	}
}

// semifinalFills checks that the tables of a semifinal with which an event begins send
// as many to the final as sit there, and names the first field where they do not.
func (c *checker) semifinalFills(at string, b Bracket) {
	for _, n := range c.fieldTried() {
		if n < b.From || b.To != 0 && n > b.To {
			continue
		}
		tables := c.r.Tables.Split(n)
		if len(tables)*b.Advance != c.r.Elimination.Final.Players || b.Advance >= slices.Min(tables) {
			c.fault(at+"/advance", "does-not-fill-final", "entrants", strconv.Itoa(n))
			return
		}
	}
}
