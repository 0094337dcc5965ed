package season

import (
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// size finds the tier of an event by the number of its entrants or players, as the ruleset counts,
// with the next larger tier (CN09 1.7, 1.8).
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

// check checks the demands on an event (CN09 1.4, 1.6, 1.11, 2.3).
func (d *derivation) check(e *event) {
	s := e.state
	s.Checks = append(make([]Check, 0, len(e.rules.Season.Documents)+5), enough(e))
	s.Checks = papers{rules: e.rules, report: e.Report, verdict: e.Verdict, by: s.ReportBy}.check(s.Checks)
	d.breach(e, OutsidePeriod, e.rules.Season.Calendar.Outside, d.inPeriod(e))
	d.breach(e, AnnouncedLate, e.rules.Season.Announcement.Late, announced(e))
	waive(s.Checks, e.Verdict, e.Waived)
}

// waive marks the failed demands that were waived.
func waive(checks []Check, v *Verdict, before []Demand) {
	waived := waived(v, before)
	for i := range checks {
		if c := &checks[i]; c.Result == Failed && slices.Contains(waived, c.Demand) {
			c.Result = Waived
		}
	}
}

// waived returns the demands that were waived with the verdict on an event, or before it if there
// is none. A waived demand is no reason against an event that is invalid for another reason (CN09
// 1.11).
func waived(v *Verdict, before []Demand) []Demand {
	if v == nil {
		return before
	}
	return v.Waived
}

// breach adds a demand whose failure makes an event invalid or is only noted, depending on the
// ruleset.
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
	c := Check{Demand: TooFewPlayers, Result: Met, Grounds: e.rules.Grounds(smallest.Paragraph, string(TooFewPlayers),
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

// papers holds the documents of an event with the verdict about them.
type papers struct {
	rules   *book
	report  *Report  // nil before it is sent
	verdict *Verdict // nil before the verdict
	by      rules.Day
}

// check appends the checks of the demands on the papers (CN09 1.6, 1.11).
func (p papers) check(to []Check) []Check {
	for _, doc := range p.rules.Season.Documents {
		to = append(to, p.document(doc))
	}
	return append(to, p.inTime(), p.sound())
}

// OpenPapers returns the demands on the papers of a regional final that has sent none; nil if the
// ruleset has none.
func OpenPapers(r *rules.Ruleset, by rules.Day) []Check {
	if r.Season.Final.Papers != rules.PapersDemanded {
		return nil
	}
	return papers{rules: newBook(r), by: by}.check(nil)
}

func (p papers) document(doc rules.Document) Check {
	c := Check{Demand: PhotosMissing, Result: Failed, Waive: doc.Waive, Grounds: p.rules.Grounds(doc.Paragraph, string(PhotosMissing), "kind", doc.Kind)}
	switch {
	case p.report == nil:
		c.Result = Open
	case slices.Contains(p.report.Documents, doc.Kind):
		c.Result = Met
	}
	return c
}

func (p papers) inTime() Check {
	rule := p.rules.Season.Report
	c := Check{Demand: ResultsLate, Result: Met, Waive: rule.Waive, Grounds: p.rules.Grounds(rule.Paragraph, string(ResultsLate), "day", string(p.by))}
	switch {
	case p.report == nil:
		c.Result = Open
	case p.report.Received > p.by:
		c.Result = Failed
	}
	return c
}

// sound is the check of the results, made by the person who decides about the event; until then it
// is open (CN09 1.11).
func (p papers) sound() Check {
	c := Check{Demand: ResultsUnsound, Result: Met, Grounds: p.rules.Grounds(p.rules.Season.Sound.Paragraph, string(ResultsUnsound))}
	switch {
	case p.report == nil:
		c.Result = Open
	case p.report.Unsound:
		c.Result = Failed
	case p.verdict == nil:
		c.Result = Open
	}
	return c
}

func (d *derivation) inPeriod(e *event) Check {
	period := d.facts.Period
	c := Check{Result: Met, Grounds: e.rules.Grounds(e.rules.Season.Calendar.Paragraph, string(OutsidePeriod),
		"from", string(period.From), "to", string(period.To))}
	if e.Day < period.From || e.Day > period.To {
		c.Result = Failed
	}
	return c
}

func announced(e *event) Check {
	rule, by := e.rules.Season.Announcement, e.state.AnnounceBy
	c := Check{Result: Met, Grounds: e.rules.Grounds(rule.Paragraph, string(AnnouncedLate), "day", string(by))}
	switch {
	case e.Announced == "":
		c.Result = Open
	case e.Announced > by:
		c.Result = Failed
	}
	return c
}

// Failed returns the demands that an event fails and that were not waived.
func (s EventState) Failed() []Check {
	var out []Check
	for _, c := range s.Checks {
		if c.Result == Failed {
			out = append(out, c)
		}
	}
	return out
}

func itoa(n int) string { return strconv.Itoa(n) }

// placeID makes the id of a place from the final and the place's origin.
func placeID(to rules.SeasonFinal, from string, rank int, more ...string) PlaceID {
	id := string(to) + "/" + from + "/" + itoa(rank)
	for _, part := range more {
		id += "/" + part
	}
	return PlaceID(id)
}

// event returns the event that a place comes from; false if it comes from none.
func (id PlaceID) event() (league.EventID, bool) {
	_, from, _ := strings.Cut(string(id), "/")
	from, _, _ = strings.Cut(from, "/")
	event, err := uuid.Parse(from)
	return league.EventID{UUID: event}, err == nil
}
