package season

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// tier finds the tier of an event by those who count for it, with the next larger
// one (CN09 1.7, 1.8).
func tier(p *played) (is rules.Tier, next *rules.Tier, grounds league.Grounds) {
	season, number, counted := p.rules.Season, p.state.Entered, "tier-by-entered"
	if season.Counts == rules.Players {
		number, counted = p.state.Played, "tier-by-played"
	}
	of := season.TiersOf(p.Circuit)
	for i := range of {
		if i > 0 && of[i].Least > number {
			next = &of[i]
			break
		}
		is = of[i]
	}
	return is, next, p.rules.Grounds(is.Paragraph, counted, "number", itoa(number), "least", itoa(is.Least))
}

// check goes through the demands on an event (CN09 1.4, 1.6, 1.11, 2.3).
func (d *derivation) check(p *played) {
	s := p.state
	s.Checks = append(s.Checks, enough(p))
	for _, doc := range p.rules.Season.Documents {
		s.Checks = append(s.Checks, document(p, doc))
	}
	s.Checks = append(s.Checks, inTime(p), sound(p))
	d.breach(p, InPeriod, p.rules.Season.Calendar.Outside, d.inPeriod(p))
	d.breach(p, AnnouncedSoon, p.rules.Season.Announcement.Late, announced(p))
	waived := p.waived()
	for i := range s.Checks {
		if c := &s.Checks[i]; c.Result == Failed && slices.Contains(waived, c.Demand) {
			c.Result = Waived
		}
	}
}

// waived are the demands in spite of which an event is valid, or would be. An event
// that was declared invalid is so for all that it fails.
func (p *played) waived() []Demand {
	switch {
	case p.Verdict == nil:
		return p.Event.Waived
	case p.Verdict.Valid:
		return p.Verdict.Waived
	}
	return nil
}

// breach adds a demand that makes an event invalid, or is only noted, as the
// ruleset has it.
func (d *derivation) breach(p *played, demand Demand, rule rules.Breach, c Check) {
	c.Demand = demand
	if c.Result == Failed && rule == rules.BreachOnly {
		p.state.Breaches = append(p.state.Breaches, c.Grounds)
		c.Result = Met
		return
	}
	if rule == rules.Invalid {
		p.state.Checks = append(p.state.Checks, c)
	}
}

func enough(p *played) Check {
	season := p.rules.Season
	least := season.TiersOf(p.Circuit)[0]
	c := Check{Demand: EnoughPlayers, Result: Met, Grounds: p.rules.Grounds(least.Paragraph, string(EnoughPlayers),
		"players", itoa(p.state.Played), "least", itoa(least.Least))}
	if f := season.Fewer; f != nil && (p.NewOrganizer || !f.NewOrganizersOnly) {
		c.Waive = f.Waive
	}
	switch {
	case p.state.Played >= least.Least:
	case p.Ranking == nil:
		c.Result = Open
	default:
		c.Result = Failed
	}
	return c
}

func document(p *played, doc rules.Document) Check {
	c := Check{Demand: Photos, Result: Failed, Waive: doc.Waive, Grounds: p.rules.Grounds(doc.Paragraph, string(Photos), "kind", doc.Kind)}
	switch {
	case p.Report == nil:
		c.Result = Open
	case slices.Contains(p.Report.Documents, doc.Kind):
		c.Result = Met
	}
	return c
}

func inTime(p *played) Check {
	rule := p.rules.Season.Report
	by := after(p.Day, rule.Days)
	c := Check{Demand: InTime, Result: Met, Waive: rule.Waive, Grounds: p.rules.Grounds(rule.Paragraph, string(InTime), "day", string(by))}
	switch {
	case p.Report == nil:
		c.Result = Open
	case p.Report.Received > by:
		c.Result = Failed
	}
	return c
}

func sound(p *played) Check {
	c := Check{Demand: SoundResults, Result: Met, Grounds: p.rules.Grounds(p.rules.Season.Sound.Paragraph, string(SoundResults))}
	switch {
	case p.Report == nil:
		c.Result = Open
	case p.Report.Unsound:
		c.Result = Failed
	}
	return c
}

func (d *derivation) inPeriod(p *played) Check {
	period := d.facts.Period
	c := Check{Result: Met, Grounds: p.rules.Grounds(p.rules.Season.Calendar.Paragraph, string(InPeriod),
		"from", string(period.From), "to", string(period.To))}
	if p.Day < period.From || p.Day > period.To {
		c.Result = Failed
	}
	return c
}

func announced(p *played) Check {
	rule := p.rules.Season.Announcement
	by := after(p.Day, -rule.Days)
	c := Check{Result: Met, Grounds: p.rules.Grounds(rule.Paragraph, string(AnnouncedSoon), "day", string(by))}
	switch {
	case p.Announced == "":
		c.Result = Open
	case p.Announced > by:
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
	return PlaceID(strings.Join(append([]string{string(to), from, itoa(rank)}, more...), "/"))
}
