package rules

import (
	"fmt"
	"slices"
)

// appearance checks the section on the duty of entrants.
func (c *checker) appearance(a *Appearance) {
	oneOf(c, "/appearance/inTime", a.InTime, "", DayBefore, UntilStart, HoursBefore)
	if a.InTime == HoursBefore {
		c.upTo("/appearance/hours", a.Hours, mostHoursBefore)
	} else {
		c.must(a.Hours == 0, "/appearance/hours", "of-no-use")
	}
	c.cite("/appearance/paragraph", a.Paragraph)
	c.lapseBars("/appearance/bars", a.Bars)
	c.lapseBars("/appearance/yields", a.Yields)
}

func (c *checker) lapseBars(under string, bars []LapseBar) {
	for i, bar := range bars {
		at := fmt.Sprintf("%s/%d", under, i)
		c.must(len(bar.Lapses) > 0, at+"/lapses", "required")
		for k, kind := range bar.Lapses {
			here := fmt.Sprintf("%s/lapses/%d", at, k)
			oneOf(c, here, kind, LapseNoShow, LapseLate, LapseLeft)
			c.must(!slices.Contains(bar.Lapses[:k], kind), here, "repeated", "value", string(kind))
		}
		c.upTo(at+"/count", bar.Count, mostLapses)
		c.upTo(at+"/within", bar.Within, mostLapseMonths)
		c.upTo(at+"/months", bar.Months, mostLapseMonths)
		c.cite(at+"/paragraph", bar.Paragraph)
	}
}

// upTo checks a number that is at least 1.
func (c *checker) upTo(at string, n, most int) {
	c.must(n >= 1 && n <= most, at, "outside-range", "min", "1", "max", fmt.Sprint(most))
}
