package register

import (
	"cmp"
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// Published returns the part of a regional contact's data that is public: the data that the
// season's ruleset names (CN09 1.2b), nothing if it names none.
func (s *Season) Published(d facts.ContactData) facts.ContactData {
	for datum, text := range map[rules.ContactDatum]*string{
		rules.ContactMail: &d.Mail, rules.ContactTelephone: &d.Telephone, rules.ContactCity: &d.City,
	} {
		if !s.Rules.Season.Publishes(datum) {
			*text = ""
		}
	}
	return d
}

// Season is a season with its facts, its ruleset, and the state derived from them. It is not
// changed once it was derived; a use case changes its own copy of the facts and derives again
// ([Season.With]).
type Season struct {
	facts.SeasonFacts
	// Rules is the ruleset in force, Version the stored version of it.
	Rules   *rules.Ruleset
	Version facts.RulesetVersion
	Facts   season.Facts
	State   season.State
	at      map[league.EventID]eventIndex
	finals  []int // positions of the finals among the events
}

// eventIndex holds the facts and the state of an event; nil if there is none.
type eventIndex struct {
	row     *facts.Event
	state   *season.EventState
	verdict *facts.Verdict // the last verdict
	report  *facts.ReportReceipt
	rules   *rules.Ruleset
}

// index builds the lookup of facts and states by event.
func (s *Season) index() {
	s.at, s.finals = make(map[league.EventID]eventIndex, len(s.Events)), nil
	add := func(id league.EventID, set func(*eventIndex)) {
		of := s.at[id]
		set(&of)
		s.at[id] = of
	}
	for i := range s.Events {
		add(s.Events[i].ID, func(of *eventIndex) { of.row = &s.Events[i] })
		if s.Events[i].IsFinal() {
			s.finals = append(s.finals, i)
		}
	}
	for i := range s.State.Events {
		add(s.State.Events[i].ID, func(of *eventIndex) { of.state = &s.State.Events[i] })
	}
	for i := range s.Verdicts {
		add(s.Verdicts[i].EventID, func(of *eventIndex) { of.verdict = &s.Verdicts[i] })
	}
	for i := range s.Reports {
		add(s.Reports[i].EventID, func(of *eventIndex) { of.report = &s.Reports[i] })
	}
	for i := range s.Facts.Events {
		add(s.Facts.Events[i].ID, func(of *eventIndex) { of.rules = s.Facts.Events[i].Rules })
	}
}

// New makes a season of its stored facts with the ruleset in force and those of its events. Kept is
// the state that was frozen when the season was closed; if it is nil, the state is derived.
func New(stored facts.SeasonFacts, inForce InForce, by map[league.EventID]*rules.Ruleset, kept *season.State) *Season {
	s := &Season{SeasonFacts: stored, Rules: inForce.Rules, Version: inForce.Version}
	s.Facts = s.facts(by)
	if kept != nil {
		s.State = *kept
	} else {
		s.State = season.Derive(s.Facts)
	}
	s.index()
	return s
}

// InForce is the ruleset by which a season is played now, with the stored version of it.
type InForce struct {
	Rules   *rules.Ruleset
	Version facts.RulesetVersion
}

// LastVerdict returns the last verdict on an event; nil if there is none.
func (s *Season) LastVerdict(id league.EventID) *facts.Verdict { return s.at[id].verdict }

// LastReport returns the receipt of the last report of an event; nil before the first.
func (s *Season) LastReport(id league.EventID) *facts.ReportReceipt { return s.at[id].report }

// Today returns the day at a moment in the season's time zone, for matters that have no venue.
func (s *Season) Today(now time.Time) rules.Day { return rules.DayOf(now.In(s.Season.Location())) }

// NotYet reports whether a day (at midnight UTC) has not begun in the season's time zone.
func (s *Season) NotYet(date, now time.Time) bool { return rules.DayOf(date) > s.Today(now) }

// With returns the season derived from other facts.
func (s *Season) With(facts season.Facts) *Season {
	c := *s
	c.Facts, c.State = facts, season.Derive(facts)
	c.index()
	return &c
}

// WithEvent returns the season with a new version of an event and changed facts of it. For a
// regional final, the change works on an event with the facts that finals have.
func (s *Season) WithEvent(e facts.Event, change func(*season.Event)) *Season {
	c := *s
	c.Events = slices.Clone(s.Events)
	if i := slices.IndexFunc(c.Events, func(o facts.Event) bool { return o.ID == e.ID }); i >= 0 {
		c.Events[i] = e
	}
	f := s.Facts
	if i := slices.IndexFunc(f.Events, func(o season.Event) bool { return o.ID == e.ID }); i >= 0 {
		f.Events = slices.Clone(f.Events)
		f.Events[i].Entrants = slices.Clone(f.Events[i].Entrants)
		change(&f.Events[i])
	} else if e.Kind == facts.KindRegionalFinal && e.RegionID != nil {
		f.Finals = finalsWith(f.Finals, e, change)
	}
	return c.With(f)
}

// finalsWith returns the played regional finals with changed facts of one.
func finalsWith(finals []season.Final, e facts.Event, change func(*season.Event)) []season.Final {
	is := func(f season.Final) bool { return f.Event == e.ID }
	at := slices.IndexFunc(finals, is)
	played := season.Event{ID: e.ID, Region: *e.RegionID, Day: rules.DayOf(e.LocalDate()), Ended: rules.DayOf(e.LastDate())}
	if at >= 0 {
		f := finals[at]
		played.Ranking, played.Report, played.Waived, played.Verdict = f.Ranking, f.Report, f.Waived, f.Verdict
	}
	change(&played)
	out := slices.DeleteFunc(slices.Clone(finals), is)
	if played.Ranking == nil {
		return out
	}
	if at < 0 {
		at = len(out)
	}
	return slices.Insert(out, at, season.Final{
		Region: played.Region, Event: e.ID, Day: played.Day, Ended: played.Ended, Ranking: played.Ranking, Report: played.Report, Waived: played.Waived, Verdict: played.Verdict,
	})
}

// RulesOf returns the ruleset by which an event of the season is played.
func (s *Season) RulesOf(e facts.Event) *rules.Ruleset { return cmp.Or(s.at[e.ID].rules, s.Rules) }
