package rules

import (
	"fmt"
	"strconv"
)

// maxDays bounds a delay, some years.
const maxDays = 1000

// season checks what binds the events of a season together.
func (c *checker) season() {
	s := c.r.Season
	if s == nil {
		return
	}
	const at = "/season"
	c.cite(at+"/paragraph", s.Paragraph)
	c.must(s.Calendar.From != "" && s.Calendar.From <= s.Calendar.To, at+"/calendar/to", "ends-before-it-begins")
	oneOf(c, at+"/calendar/outside", s.Calendar.Outside, BreachOnly, Invalid)
	c.cite(at+"/calendar/paragraph", s.Calendar.Paragraph)
	c.days(at+"/announcement/days", s.Announcement.Days)
	oneOf(c, at+"/announcement/late", s.Announcement.Late, BreachOnly, Invalid)
	c.cite(at+"/announcement/paragraph", s.Announcement.Paragraph)
	c.days(at+"/report/days", s.Report.Days)
	c.cite(at+"/report/paragraph", s.Report.Paragraph)
	c.tiers(s.Tiers)
	oneOf(c, at+"/counts", s.Counts, Registered, Players)
	oneOf(c, at+"/barred", s.Barred, RefusedNotCounted, CountedAlike)
	c.must(s.Final.By >= s.Calendar.From, at+"/final/by", "ends-before-it-begins")
	oneOf(c, at+"/final/late", s.Final.Late, BreachOnly, Invalid)
	c.cite(at+"/final/paragraph", s.Final.Paragraph)
	oneOf(c, at+"/refund/substitute", s.Refund.Substitute, AsRoute, NoRefund)
	c.cite(at+"/refund/paragraph", s.Refund.Paragraph)
	oneOf(c, at+"/callUp/level", s.CallUp.Level, EarlierDate, LaterDate)
	oneOf(c, at+"/callUp/twice", s.CallUp.Twice, RefundedRoute, ByDate)
	c.cite(at+"/callUp/paragraph", s.CallUp.Paragraph)
}

func (c *checker) days(at string, days int) {
	c.must(days >= 0 && days <= maxDays, at, "outside-range", "min", "0", "max", strconv.Itoa(maxDays))
}

// tiers checks that those of one circuit grow.
func (c *checker) tiers(tiers []Tier) {
	const at = "/season/tiers"
	c.must(len(tiers) > 0, at, "required")
	c.unique(at, "id", names(tiers, func(t Tier) string { return t.ID }))
	largest := make(map[Circuit]int)
	for i, t := range tiers {
		here := fmt.Sprintf("%s/%d", at, i)
		oneOf(c, here+"/circuit", t.Circuit, RegionalCircuit, OpenCircuit, OnlineCircuit)
		c.must(t.Least > largest[t.Circuit], here+"/least", "not-ascending")
		largest[t.Circuit] = t.Least
		c.must(len(t.Leads) > 0 && len(t.Leads) <= t.Least, here+"/leads", "outside-range", "min", "1", "max", strconv.Itoa(t.Least))
		for j, lead := range t.Leads {
			oneOf(c, fmt.Sprintf("%s/leads/%d/to", here, j), lead.To, ToRegionalFinal, ToNationalFinal)
		}
		c.cite(here+"/paragraph", t.Paragraph)
	}
}

// lifetime checks the ranking over all events.
func (c *checker) lifetime() {
	l := c.r.Lifetime
	if l == nil {
		return
	}
	const at = "/lifetime"
	c.must(l.Points >= 1, at+"/points", "too-small", "least", "1")
	oneOf(c, at+"/above", l.Above, RecordedAbove, CappedAbove)
	oneOf(c, at+"/national", l.National, SeparatePoints, AlsoRanking)
	oneOf(c, at+"/hall", l.Hall, Chronological, ByCriteria)
	oneOf(c, at+"/retired", l.Retired, RankingOnly, AllEvents)
	c.must(c.r.Scoring.Points != nil, "/scoring/points", "required")
	c.cite(at+"/paragraph", l.Paragraph)
}
