package season

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// size finds the tier of an event by those who count for it, with the next larger
// one (CN09 1.7, 1.8).
func (d *derivation) size(e *event) {
	s := e.state
	counted := "tier-by-entered"
	s.Counted = s.Entered
	if e.rules.Season.Counts == rules.Players {
		s.Counted, counted = s.Played, "tier-by-played"
	}
	tiers := e.rules.tiersOf(e.Circuit)
	s.Tier, s.Least = tiers[0], tiers[0].Least
	for i := range tiers[1:] {
		larger := &tiers[i+1]
		if larger.Least > s.Counted {
			s.Next = larger
			break
		}
		s.Tier = *larger
	}
	s.TierGrounds = e.rules.Grounds(s.Tier.Paragraph, counted, "number", itoa(s.Counted), "least", itoa(s.Tier.Least))
}

// check goes through the demands on an event (CN09 1.4, 1.6, 1.11, 2.3).
func (d *derivation) check(e *event) {
	s := e.state
	s.Checks = append(make([]Check, 0, len(e.rules.Season.Documents)+5), enough(e))
	for _, doc := range e.rules.Season.Documents {
		s.Checks = append(s.Checks, document(e, doc))
	}
	s.Checks = append(s.Checks, inTime(e), sound(e))
	d.breach(e, InPeriod, e.rules.Season.Calendar.Outside, d.inPeriod(e))
	d.breach(e, AnnouncedSoon, e.rules.Season.Announcement.Late, announced(e))
	waived := waived(e.Verdict, e.Waived)
	for i := range s.Checks {
		if c := &s.Checks[i]; c.Result == Failed && slices.Contains(waived, c.Demand) {
			c.Result = Waived
		}
	}
}

// waived are the demands in spite of which an event is valid, or, with those waived before
// it is decided, would be. One that was declared invalid is so for all that it fails.
func waived(v *Verdict, before []Demand) []Demand {
	switch {
	case v == nil:
		return before
	case v.Valid:
		return v.Waived
	}
	return nil
}

// breach adds a demand that makes an event invalid, or is only noted, as the
// ruleset has it.
func (d *derivation) breach(e *event, demand Demand, rule rules.Breach, c Check) {
	c.Demand = demand
	switch {
	case rule == rules.Invalid:
		e.state.Checks = append(e.state.Checks, c)
	case c.Result == Failed:
		e.state.Breaches = append(e.state.Breaches, c.Grounds)
	}
}

func enough(e *event) Check {
	smallest := e.rules.tiersOf(e.Circuit)[0]
	c := Check{Demand: EnoughPlayers, Result: Met, Grounds: e.rules.Grounds(smallest.Paragraph, string(EnoughPlayers),
		"players", itoa(e.state.Played), "least", itoa(smallest.Least))}
	if f := e.rules.Season.Fewer; f != nil && (e.NewOrganizer || !f.NewOrganizersOnly) {
		c.Waive = f.Waive
	}
	switch {
	case e.state.Played >= smallest.Least:
	case e.Ranking == nil:
		c.Result = Open
	default:
		c.Result = Failed
	}
	return c
}

func document(e *event, doc rules.Document) Check {
	c := Check{Demand: Photos, Result: Failed, Waive: doc.Waive, Grounds: e.rules.Grounds(doc.Paragraph, string(Photos), "kind", doc.Kind)}
	switch {
	case e.Report == nil:
		c.Result = Open
	case slices.Contains(e.Report.Documents, doc.Kind):
		c.Result = Met
	}
	return c
}

func inTime(e *event) Check {
	rule, by := e.rules.Season.Report, e.state.ReportBy
	c := Check{Demand: InTime, Result: Met, Waive: rule.Waive, Grounds: e.rules.Grounds(rule.Paragraph, string(InTime), "day", string(by))}
	switch {
	case e.Report == nil:
		c.Result = Open
	case e.Report.Received > by:
		c.Result = Failed
	}
	return c
}

func sound(e *event) Check {
	c := Check{Demand: SoundResults, Result: Met, Grounds: e.rules.Grounds(e.rules.Season.Sound.Paragraph, string(SoundResults))}
	switch {
	case e.Report == nil:
		c.Result = Open
	case e.Report.Unsound:
		c.Result = Failed
	}
	return c
}

func (d *derivation) inPeriod(e *event) Check {
	period := d.facts.Period
	c := Check{Result: Met, Grounds: e.rules.Grounds(e.rules.Season.Calendar.Paragraph, string(InPeriod),
		"from", string(period.From), "to", string(period.To))}
	if e.Day < period.From || e.Day > period.To {
		c.Result = Failed
	}
	return c
}

func announced(e *event) Check {
	rule, by := e.rules.Season.Announcement, e.state.AnnounceBy
	c := Check{Result: Met, Grounds: e.rules.Grounds(rule.Paragraph, string(AnnouncedSoon), "day", string(by))}
	switch {
	case e.Announced == "":
		c.Result = Open
	case e.Announced > by:
		c.Result = Failed
	}
	return c
}

// Failed are the demands that an event fails and nobody has waived.
func (s EventState) Failed() []Check {
	var out []Check
	for _, c := range s.Checks {
		if c.Result == Failed {
			out = append(out, c)
		}
	}
	return out
}

// after is a day so many days later; earlier for less than 0.
func after(day rules.Day, days int) rules.Day {
	t, err := time.Parse(time.DateOnly, string(day))
	if err != nil {
		panic(err) // days are checked where they come in
	}
	return rules.Day(t.AddDate(0, 0, days).Format(time.DateOnly))
}

func itoa(n int) string { return strconv.Itoa(n) }

// placeID names a place by the final and where it comes from.
func placeID(to rules.SeasonFinal, from string, rank int, more ...string) PlaceID {
	id := string(to) + "/" + from + "/" + itoa(rank)
	for _, part := range more {
		id += "/" + part
	}
	return PlaceID(id)
}

// event is the event that a place comes from; false for a place of none.
func (id PlaceID) event() (league.EventID, bool) {
	_, from, _ := strings.Cut(string(id), "/")
	from, _, _ = strings.Cut(from, "/")
	event, err := uuid.Parse(from)
	return league.EventID{UUID: event}, err == nil
}
