package register

import (
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// facts converts the stored facts to the form that package season reads.
func (s *Season) facts(by map[league.EventID]*rules.Ruleset) season.Facts {
	f := season.Facts{
		Rules:  s.Rules,
		Period: season.Period{From: rules.DayOf(s.Season.PlaysFrom), To: rules.DayOf(s.Season.PlaysTo), FinalsBy: rules.DayOf(s.Season.FinalsBy)},
	}
	for _, r := range s.Regions {
		f.Regions = append(f.Regions, r.ID)
	}
	if s.Season.ChampionID != nil {
		f.Champion = *s.Season.ChampionID
	}
	s.addBars(&f)
	s.addEvents(&f, by)
	s.addDecisions(&f)
	return f
}

// addBars adds the people who may not take part, with the circuits and finals from which they are
// barred.
func (s *Season) addBars(f *season.Facts) {
	for _, b := range s.Bars {
		bar := season.Bar{Player: b.PlayerID, Reason: b.Reason, From: b.FromDay, Until: b.UntilDay, Decided: rules.DayOf(b.DecidedAt.In(s.Season.Location()))}
		for _, kind := range b.Kinds {
			switch circuit := planning.Circuits[kind]; {
			case circuit != "":
				bar.Circuits = append(bar.Circuits, circuit)
			case kind == facts.KindRegionalFinal || kind == facts.KindNationalFinal:
				bar.Finals = append(bar.Finals, rules.SeasonFinal(kind))
			}
		}
		if len(b.Kinds) == 0 || len(bar.Circuits)+len(bar.Finals) > 0 {
			f.Bars = append(f.Bars, bar)
		}
	}
}

// addEvents adds the events of the circuits, and the played regional finals.
func (s *Season) addEvents(f *season.Facts, by map[league.EventID]*rules.Ruleset) {
	at := s.byEvent()
	f.Events = make([]season.Event, 0, len(s.Events))
	for _, e := range s.Events {
		switch {
		case e.Kind == facts.KindNationalFinal:
			f.Period.NationalFinal = rules.DayOf(e.LocalDate())
		case e.Circuit != "":
			f.Events = append(f.Events, at.event(e, by[e.ID]))
		case e.Kind == facts.KindRegionalFinal && e.RegionID != nil && at.Rankings[e.ID] != nil:
			f.Finals = append(f.Finals, at.final(e, s.Rules))
		}
	}
}

// eventFacts holds the facts of a season, indexed by event.
type eventFacts struct {
	*facts.SeasonFacts
	referees map[league.EventID][]league.PlayerID
	reports  map[league.EventID]facts.ReportReceipt
	verdicts map[league.EventID]*facts.Verdict
	prizes   map[league.EventID]*season.Prizes
}

func (s *Season) byEvent() eventFacts {
	at := eventFacts{
		SeasonFacts: &s.SeasonFacts, referees: map[league.EventID][]league.PlayerID{}, reports: make(map[league.EventID]facts.ReportReceipt, len(s.Reports)),
		verdicts: make(map[league.EventID]*facts.Verdict, len(s.Verdicts)), prizes: map[league.EventID]*season.Prizes{},
	}
	for _, r := range s.Referees {
		at.referees[r.EventID] = append(at.referees[r.EventID], r.PlayerID)
	}
	for _, r := range s.Reports {
		at.reports[r.EventID] = r
	}
	for i, v := range s.Verdicts {
		at.verdicts[v.EventID] = &s.Verdicts[i]
	}
	for _, p := range s.Prizes {
		at.prizes[p.EventID] = &season.Prizes{Kept: p.Kept, Settled: p.Settled, Price: league.Money{Cents: p.Cents, Currency: RefundCurrency}}
	}
	return at
}

func (at eventFacts) event(e facts.Event, ruleset *rules.Ruleset) season.Event {
	out := season.Event{
		ID: e.ID, Rules: ruleset, Circuit: rules.Circuit(e.Circuit), Day: rules.DayOf(e.LocalDate()), Ended: rules.DayOf(e.LastDate()), NewOrganizer: e.NewOrganizer,
		Entrants: at.Entrants[e.ID], Referees: at.referees[e.ID], Ranking: at.Rankings[e.ID], Verdict: verdictOf(at.verdicts[e.ID]),
		Prizes: at.prizes[e.ID],
	}
	if e.RegionID != nil {
		out.Region = *e.RegionID
	}
	out.Announced = e.PublicSince()
	out.Report, out.Waived = at.papers(e, ruleset)
	return out
}

func (at eventFacts) final(e facts.Event, ruleset *rules.Ruleset) season.Final {
	out := season.Final{
		Region: *e.RegionID, Event: e.ID, Day: rules.DayOf(e.LocalDate()), Ended: rules.DayOf(e.LastDate()), Ranking: at.Rankings[e.ID], Verdict: verdictOf(at.verdicts[e.ID]),
	}
	out.Report, out.Waived = at.papers(e, ruleset)
	return out
}

// papers returns the report of an event, nil if there is none, and the demands waived before the
// verdict.
func (at eventFacts) papers(e facts.Event, ruleset *rules.Ruleset) (sent *season.Report, waived []season.Demand) {
	v := at.verdicts[e.ID]
	if report, known := at.reports[e.ID]; known && !homologation.WasReturned(v, report) {
		sent = &season.Report{Received: rules.DayOf(report.ReceivedAt.In(e.Location())), Unsound: v != nil && v.Unsound, Documents: homologation.InTheirRounds(ruleset, at.Documents[e.ID])}
	}
	return sent, waivedBy(v)
}

// waivedBy returns the demands that are waived before the verdict on an event: returning the report
// later revokes none of them.
func waivedBy(v *facts.Verdict) []season.Demand {
	if v == nil || v.Stands() {
		return nil
	}
	return demands(v.Waived)
}

// verdictOf returns a standing verdict in the engine's form; nil if it does not stand.
func verdictOf(v *facts.Verdict) *season.Verdict {
	if !v.Stands() {
		return nil
	}
	return &season.Verdict{Valid: v.Kind == facts.VerdictHomologated, At: v.DecidedAt, Waived: demands(v.Waived)}
}

func demands(names []string) []season.Demand {
	var out []season.Demand
	for _, name := range names {
		out = append(out, season.Demand(name))
	}
	return out
}

// addDecisions adds the decisions about the finals and about who comes to them.
func (s *Season) addDecisions(f *season.Facts) {
	zone := s.Season.Location() // the day of a step is in the season's time zone
	for _, m := range s.Merges {
		f.Merges = append(f.Merges, season.Merge{Region: m.RegionID, Into: m.IntoID, At: m.DecidedAt.In(zone)})
	}
	for _, d := range s.Decisions {
		out := season.Decision{Region: d.RegionID, Kind: season.FinalKind(d.Kind), Semifinals: d.Semifinals, At: d.DecidedAt.In(zone), Why: d.Why}
		out.CalledUp = append(out.CalledUp, d.CalledUp...)
		f.Decisions = append(f.Decisions, out)
	}
	for _, c := range s.Convocations {
		f.Convocations = append(f.Convocations, season.Convocation{
			Place: season.PlaceID(c.Place), Player: c.PlayerID, To: rules.SeasonFinal(c.Final), At: c.SentAt.In(zone), AnswerBy: c.AnswerBy.In(zone), Accepted: c.AcceptedAt,
		})
	}
	for _, u := range s.Unavailabilities {
		f.Unavailable = append(f.Unavailable, season.Unavailability{Player: u.PlayerID, To: rules.SeasonFinal(u.Final), At: u.SaidAt.In(zone), Lapsed: u.Lapsed})
	}
}
