package desk

import (
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// EventState is what follows of one event of the season; ok is false for one that is
// not public. A final has no tier; what makes it valid is its ranking, the report, and
// for a regional one its day (CN09 1.4).
func (s *Season) EventState(id league.EventID) (state season.EventState, ok bool) {
	i := slices.IndexFunc(s.State.Events, func(e season.EventState) bool { return e.ID == id })
	if i >= 0 {
		return s.State.Events[i], true
	}
	i = slices.IndexFunc(s.Events, func(e leaguedb.Event) bool { return e.ID == id })
	if i < 0 {
		return season.EventState{}, false
	}
	return s.finalState(s.Events[i]), true
}

// finalState is what follows of a final, in the form of that of other events.
func (s *Season) finalState(e leaguedb.Event) season.EventState {
	state := season.EventState{ID: e.ID, Standing: season.Planned, ReportBy: laterDay(day(e.LocalDate()), s.Rules.Season.Report.Days)}
	for _, entrant := range s.Entrants {
		if entrant.EventID == e.ID {
			state.Entered++
			if entrant.State == leaguedb.Playing {
				state.Played++
			}
		}
	}
	if e.Kind != regionalFinal {
		return state
	}
	rule := s.Rules.Season.Final
	for _, region := range s.State.Regions {
		if region.Result == nil || region.Result.Event != e.ID {
			continue
		}
		state.Standing = region.Result.Standing
		switch {
		case region.Result.Late && rule.Late == rules.BreachOnly:
			state.Breaches = region.Result.Breaches
		case region.Result.Late:
			state.Checks = append(state.Checks, season.Check{Demand: season.InPeriod, Result: season.Failed, Grounds: region.Result.Breaches[0]})
		default:
			in := s.Rules.Grounds(rule.Paragraph, string(season.InPeriod), "from", string(s.Facts.Period.From), "to", string(s.Facts.Period.FinalsBy))
			state.Checks = append(state.Checks, season.Check{Demand: season.InPeriod, Result: season.Met, Grounds: in})
		}
	}
	return state
}

// event is the row of an event of the season, which has a state.
func (s *Season) event(id league.EventID) leaguedb.Event {
	return s.Events[slices.IndexFunc(s.Events, func(e leaguedb.Event) bool { return e.ID == id })]
}

// verdict is what was last decided on an event; nil before.
func (s *Season) verdict(id league.EventID) *leaguedb.Verdict {
	i := slices.IndexFunc(s.Verdicts, func(v leaguedb.Verdict) bool { return v.EventID == id })
	if i < 0 {
		return nil
	}
	return &s.Verdicts[i]
}

// report is the receipt of an event's last report; nil without one.
func (s *Season) report(id league.EventID) *leaguedb.ReportReceipt {
	i := slices.IndexFunc(s.Reports, func(r leaguedb.ReportReceipt) bool { return r.EventID == id })
	if i < 0 {
		return nil
	}
	return &s.Reports[i]
}

// CheckState is where an event is on its way to be homologated.
type CheckState string

// Where an event is on its way to be homologated.
const (
	NotPlayed        CheckState = "not-played"
	AwaitsReport     CheckState = "awaits-report"
	AwaitsDecision   CheckState = "waiting" // its report is there
	WasReturned      CheckState = "returned"
	WasHomologated   CheckState = "homologated"
	WasInvalidated   CheckState = "invalidated"
	HasNoCheckNeeded CheckState = "none" // the national final leads nowhere
)

// Checked tells where an event is on its way to be homologated.
func (s *Season) Checked(id league.EventID) CheckState {
	v, report := s.verdict(id), s.report(id)
	switch e := s.event(id); {
	case e.Kind == nationalFinal:
		return HasNoCheckNeeded
	case e.State != leaguedb.Finished:
		return NotPlayed
	case v != nil && v.Kind == leaguedb.VerdictHomologated:
		return WasHomologated
	case v != nil && v.Kind == leaguedb.VerdictInvalidated:
		return WasInvalidated
	case report == nil:
		return AwaitsReport
	case returned(v, *report):
		return WasReturned
	}
	return AwaitsDecision
}

// DaysLeft is how many days there are left from a moment to the last day of a
// deadline at the venue, by its calendar: 0 on that day, less after it. The length of
// days does not matter, nor do nights on which a clock is changed.
func DaysLeft(e leaguedb.Event, by rules.Day, now time.Time) int {
	last, err := time.Parse(time.DateOnly, string(by))
	if err != nil {
		panic(err) // days are checked where they come in
	}
	today, err := time.Parse(time.DateOnly, string(day(now.In(e.Location()))))
	if err != nil {
		panic(err)
	}
	return int(last.Sub(today).Hours()) / 24
}

// laterDay is so many days after a day.
func laterDay(d rules.Day, days int) rules.Day {
	t, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		panic(err) // days are checked where they come in
	}
	return day(t.AddDate(0, 0, days))
}

// late tells whether a report received at a moment is late, why, and who may waive it
// (CN09 1.11).
func (s *Season) late(e leaguedb.Event, received time.Time) (grounds league.Grounds, late bool) {
	rule := s.rulesOf(e).Season.Report
	by := laterDay(day(e.LocalDate()), rule.Days)
	if DaysLeft(e, by, received) >= 0 {
		return league.Grounds{}, false
	}
	reason := map[rules.Waiver]string{rules.Nobody: "report-late", rules.ByManager: "report-late-manager", rules.ByWhoChecks: "report-late-checker"}[rule.Waive]
	return s.rulesOf(e).Grounds(rule.Paragraph, reason, "day", string(by)), true
}
