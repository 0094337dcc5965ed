package rules

import (
	"fmt"
	"slices"
	"strconv"

	"referto/internal/league"
)

// maxDays bounds a delay, some years.
const maxDays = 1000

// maxKilometers bounds a distance within a country.
const maxKilometers = 1000

// season checks the rules of a season.
func (c *checker) season() {
	s := c.r.Season
	if s == nil {
		return
	}
	const at = "/season"
	c.cite(at+"/paragraph", s.Paragraph)
	c.must(s.Calendar.From != "" && s.Calendar.From <= s.Calendar.To, at+"/calendar/to", "ends-before-it-begins")
	oneOf(c, at+"/calendar/outside", s.Calendar.Outside, BreachOnly, Invalid)
	c.must(league.IsTimeZone(s.Calendar.TimeZone), at+"/calendar/timeZone", "unknown-time-zone", "zone", s.Calendar.TimeZone)
	c.cite(at+"/calendar/paragraph", s.Calendar.Paragraph)
	c.days(at+"/announcement/days", s.Announcement.Days)
	oneOf(c, at+"/announcement/late", s.Announcement.Late, BreachOnly, Invalid)
	c.cite(at+"/announcement/paragraph", s.Announcement.Paragraph)
	c.days(at+"/report/days", s.Report.Days)
	c.days(at+"/clash/days", s.Clash.Days)
	c.must(s.Clash.Kilometers >= 0 && s.Clash.Kilometers <= maxKilometers, at+"/clash/kilometers", "outside-range", "min", "0", "max", strconv.Itoa(maxKilometers))
	waiver(c, at+"/report/waive", s.Report.Waive)
	c.cite(at+"/report/paragraph", s.Report.Paragraph)
	c.reminders(s.Reminders)
	c.contacts(s.Contacts)
	c.documents(s.Documents)
	c.cite(at+"/sound/paragraph", s.Sound.Paragraph)
	c.checked(s.Checked)
	c.tiers(s.Tiers)
	c.seasonExtras(s)
	oneOf(c, at+"/counts", s.Counts, Registered, Players)
	oneOf(c, at+"/barred", s.Barred, RefusedNotCounted, CountedAlike)
	c.regionalFinal(s)
	c.days(at+"/answer/days", s.Answer.Days)
	c.must(s.Answer.RemindDays >= 0 && s.Answer.RemindDays <= s.Answer.Days, at+"/answer/remindDays", "outside-range",
		"min", "0", "max", strconv.Itoa(s.Answer.Days))
	c.citeIf(false, at+"/answer/paragraph", s.Answer.Paragraph) // without one it is that on who comes
	oneOf(c, at+"/refund/substitute", s.Refund.Substitute, AsRoute, NoRefund)
	c.days(at+"/refund/claimDays", s.Refund.ClaimDays)
	c.cite(at+"/refund/paragraph", s.Refund.Paragraph)
	oneOf(c, at+"/callUp/level", s.CallUp.Level, EarlierDate, LaterDate)
	oneOf(c, at+"/callUp/twice", s.CallUp.Twice, RefundedRoute, ByDate)
	c.cite(at+"/callUp/paragraph", s.CallUp.Paragraph)
}

func (c *checker) days(at string, days int) {
	c.must(days >= 0 && days <= maxDays, at, "outside-range", "min", "0", "max", strconv.Itoa(maxDays))
}

func waiver(c *checker, at string, w Waiver) { oneOf(c, at, w, Nobody, ByManager, ByWhoChecks) }

// reminders checks when people are written to.
func (c *checker) reminders(reminders []Reminder) {
	const at = "/season/reminders"
	c.unique(at, "duty", names(reminders, func(r Reminder) string { return string(r.Duty) }))
	for i, r := range reminders {
		here := fmt.Sprintf("%s/%d", at, i)
		oneOf(c, here+"/duty", r.Duty, DutyAnnounce, DutyReport, DutyAnswerQuestion, DutyReturnPrizes, DutyHomologate, DutyDecideHosting,
			DutyAnnounceFinal, DutyNameRegion, DutyDecide, DutyOutsideSeason, DutyClaimRefund, DutyCompleteRefund)
		c.days(here+"/days", r.Days)
	}
}

// contacts checks the contact data that are public of the regional contacts.
func (c *checker) contacts(contacts Contacts) {
	const at = "/season/contacts"
	c.citeIf(len(contacts.Publishes) > 0, at+"/paragraph", contacts.Paragraph)
	for i, datum := range contacts.Publishes {
		here := fmt.Sprintf("%s/publishes/%d", at, i)
		oneOf(c, here, datum, ContactMail, ContactTelephone, ContactCity)
		c.must(!slices.Contains(contacts.Publishes[:i], datum), here, "repeated", "value", string(datum))
	}
}

// checked checks who does not decide whether an event counts.
func (c *checker) checked(checking Checking) {
	const at = "/season/checked"
	c.citeIf(false, at+"/paragraph", checking.Paragraph)
	for i, part := range checking.NotBy {
		here := fmt.Sprintf("%s/notBy/%d", at, i)
		oneOf(c, here, part, parts...)
		c.must(!slices.Contains(checking.NotBy[:i], part), here, "repeated", "value", string(part))
	}
}

// documents checks the photos that a report must have.
func (c *checker) documents(documents []Document) {
	const at = "/season/documents"
	c.unique(at, "kind", names(documents, func(d Document) string { return d.Kind }))
	for i, d := range documents {
		here := fmt.Sprintf("%s/%d", at, i)
		c.must(d.Kind == "" || isLowerKebab(d.Kind) && d.Kind[0] > '9', here+"/kind", "not-lower-kebab") // as photos are sent by it
		for j, round := range d.Rounds {
			c.must(round >= 1, fmt.Sprintf("%s/rounds/%d", here, j), "too-small", "least", "1")
		}
		waiver(c, here+"/waive", d.Waive)
		c.cite(here+"/paragraph", d.Paragraph)
	}
}

// seasonExtras checks the options that not every season has.
func (c *checker) seasonExtras(s *Season) {
	const at = "/season"
	if h := s.Homologation; h != (Homologation{}) {
		c.days(at+"/homologation/days", h.Days)
		c.cite(at+"/homologation/paragraph", h.Paragraph)
	}
	if f := s.Fewer; f != nil {
		oneOf(c, at+"/fewer/waive", f.Waive, ByManager, ByWhoChecks)
		c.cite(at+"/fewer/paragraph", f.Paragraph)
	}
	if p := s.Champion; p != nil {
		c.lead(at+"/champion", p.Lead)
		c.must(p.To != ToRegionalFinal, at+"/champion/to", "of-no-region")
		c.must(p.Substitute == nil, at+"/champion/substitute", "not-for-champion")
		c.cite(at+"/champion/paragraph", p.Paragraph)
	}
	if p := s.Prizes; p != nil {
		c.days(at+"/prizes/days", p.Days)
		c.cite(at+"/prizes/paragraph", p.Paragraph)
	}
}

// tiers checks that those of one circuit grow.
func (c *checker) tiers(tiers []Tier) {
	const at = "/season/tiers"
	c.must(len(tiers) > 0, at, "required")
	c.unique(at, "id", names(tiers, func(t Tier) string { return t.ID }))
	largest := make(map[Circuit]int)
	for i, t := range tiers {
		here := fmt.Sprintf("%s/%d", at, i)
		c.must(len(t.Circuits) > 0, here+"/circuits", "required")
		for j, circuit := range t.Circuits {
			oneOf(c, fmt.Sprintf("%s/circuits/%d", here, j), circuit, RegionalCircuit, OpenCircuit, OnlineCircuit)
			c.must(t.Least > largest[circuit], here+"/least", "not-ascending")
			largest[circuit] = t.Least
		}
		c.must(len(t.Leads) > 0 && len(t.Leads) <= t.Least, here+"/leads", "outside-range", "min", "1", "max", strconv.Itoa(t.Least))
		c.leads(here+"/leads", t.Leads)
		regional := !slices.ContainsFunc(t.Circuits, func(circuit Circuit) bool { return circuit != RegionalCircuit })
		for j, lead := range t.Leads {
			c.must(regional || lead.To != ToRegionalFinal, fmt.Sprintf("%s/leads/%d/to", here, j), "of-no-region")
		}
		c.cite(here+"/paragraph", t.Paragraph)
	}
}

func (c *checker) leads(at string, leads []Lead) {
	for i, lead := range leads {
		here := fmt.Sprintf("%s/%d", at, i)
		c.lead(here, lead)
		if s := lead.Substitute; s != nil {
			c.must(s.Place > i+1, here+"/substitute/place", "not-ascending")
			c.cite(here+"/substitute/paragraph", s.Paragraph)
		}
	}
}

func (c *checker) lead(at string, lead Lead) {
	oneOf(c, at+"/to", lead.To, ToRegionalFinal, ToNationalFinal)
	c.must(lead.To != ToRegionalFinal || c.r.Season.Final.By != "", at+"/to", "no-regional-finals")
}

// regionalFinal checks the finals of the regions and how they are played.
func (c *checker) regionalFinal(s *Season) {
	const at = "/season/final"
	f := s.Final
	if f.By == "" && f.Leads == nil && f.Formats == nil {
		return // there are none
	}
	c.must(f.By >= s.Calendar.From, at+"/by", "ends-before-it-begins")
	oneOf(c, at+"/late", f.Late, BreachOnly, Invalid)
	oneOf(c, at+"/papers", f.Papers, "", PapersDemanded, PapersNotDemanded)
	oneOf(c, at+"/withoutPlace", f.WithoutPlace, "", PlaceVoid, PlaceStands)
	c.cite(at+"/paragraph", f.Paragraph)
	c.leads(at+"/leads", f.Leads)
	for i, lead := range f.Leads {
		c.must(lead.To != ToRegionalFinal, fmt.Sprintf("%s/leads/%d/to", at, i), "of-no-region")
	}
	c.cite(at+"/leadsParagraph", f.LeadsParagraph)
	last := 0
	for i, format := range f.Formats {
		here := fmt.Sprintf("%s/formats/%d", at, i)
		c.must(format.Finalists > last, here+"/finalists", "not-ascending")
		last = format.Finalists
		oneOf(c, here+"/do", format.Do, PlayFinal, PlayEvent, Merge, Decide)
		c.must(format.Semifinals == 0 || format.Semifinals >= 2 && format.Do == PlayFinal, here+"/semifinals", "outside-range", "min", "2", "max", "0")
		c.cite(here+"/paragraph", format.Paragraph)
		c.finalCallUp(here+"/callUp", format)
	}
}

func (c *checker) finalCallUp(at string, f FinalFormat) {
	up := f.CallUp
	if up == nil {
		return
	}
	c.must(up.To > f.Finalists, at+"/to", "not-ascending")
	c.must(up.Least > f.Finalists && up.Least <= up.To, at+"/least", "outside-range",
		"min", strconv.Itoa(f.Finalists+1), "max", strconv.Itoa(up.To))
	c.must(len(up.Places) > 0, at+"/places", "required")
	last := 1
	for i, place := range up.Places {
		c.must(place > last, fmt.Sprintf("%s/places/%d", at, i), "not-ascending")
		last = place
	}
	oneOf(c, at+"/first", up.First, FirstPlayed, LargestOne)
	oneOf(c, at+"/otherwise", up.Otherwise, PlayEvent, Merge, Decide)
}

// lifetime checks the ranking over all events.
func (c *checker) lifetime() {
	l := c.r.Lifetime
	if l == nil {
		return
	}
	const at = "/lifetime"
	c.must(l.Points >= 0, at+"/points", "too-small", "least", "0")
	if l.Points != 0 {
		oneOf(c, at+"/above", l.Above, RecordedAbove, CappedAbove)
		oneOf(c, at+"/hall", l.Hall, Chronological, ByCriteria)
		oneOf(c, at+"/retired", l.Retired, RankingOnly, AllEvents)
		c.must(l.Best == 0, at+"/best", "best-excludes-cap")
	} else {
		c.must(l.Above == "", at+"/above", "without-cap")
		c.must(l.Hall == "", at+"/hall", "without-cap")
		c.must(l.Retired == "", at+"/retired", "without-cap")
	}
	c.must(l.Best >= 0 && l.Best <= MaxEvents, at+"/best", "outside-range", "min", "0", "max", strconv.Itoa(MaxEvents))
	oneOf(c, at+"/national", l.National, SeparatePoints, AlsoRanking)
	c.must(c.r.Scoring.Points != nil, "/scoring/points", "required")
	c.cite(at+"/paragraph", l.Paragraph)
}
