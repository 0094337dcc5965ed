package desk

import (
	"cmp"
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// EventState is what follows of one event of the season; ok is false for one that is
// not public. A final has no tier; what makes it valid is its ranking, and for a regional
// one its day, that its players have places (CN09 1.4, 1.7), and its papers, where the
// ruleset demands them (CN09 1.6, 1.11).
func (s *Season) EventState(id league.EventID) (state season.EventState, ok bool) {
	switch of := s.at[id]; {
	case of.row == nil:
		return season.EventState{}, false
	case of.state == nil:
		return s.finalState(*of.row), true
	default:
		return *of.state, true
	}
}

// finalState is what follows of a final, in the form of that of other events.
func (s *Season) finalState(e facts.Event) season.EventState {
	state := season.EventState{ID: e.ID, Standing: season.Planned, ReportBy: s.ReportBy(e)}
	for _, entrant := range s.Entrants[e.ID] {
		state.Entered++
		if entrant.Played {
			state.Played++
		}
	}
	if e.Kind != regionalFinal {
		if e.State == facts.Finished {
			state.Standing = season.Played
		}
		return state
	}
	state.Checks = season.OpenPapers(s.Rules, state.ReportBy)
	for _, region := range s.State.Regions {
		if r := region.Result; r != nil && r.Event == e.ID {
			state.Standing, state.Checks, state.Breaches = r.Standing, r.Checks, r.Noted()
		}
	}
	return state
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
	of := s.at[id]
	v, report := of.verdict, of.report
	switch e := of.row; {
	case e == nil:
		return NotPlayed
	case e.Kind == nationalFinal:
		return HasNoCheckNeeded
	case e.State != facts.Finished:
		return NotPlayed
	case v != nil && v.Kind == facts.VerdictHomologated:
		return WasHomologated
	case v != nil && v.Kind == facts.VerdictInvalidated:
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
func DaysLeft(e facts.Event, by rules.Day, now time.Time) int {
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
func (s *Season) late(e facts.Event, received time.Time) (grounds league.Grounds, late bool) {
	rule := s.RulesOf(e).Season.Report
	by := s.ReportBy(e)
	if DaysLeft(e, by, received) >= 0 {
		return league.Grounds{}, false
	}
	r, last := s.RulesOf(e), string(by)
	switch rule.Waive {
	case rules.ByManager:
		return r.Grounds(rule.Paragraph, "report-late-manager", "day", last), true
	case rules.ByWhoChecks:
		return r.Grounds(rule.Paragraph, "report-late-checker", "day", last), true
	}
	return r.Grounds(rule.Paragraph, "report-late", "day", last), true
}

// Late tells whether the report of an event is late, the one that was sent or one that
// would be sent now, and why.
func (s *Season) Late(id league.EventID, now time.Time) (grounds league.Grounds, late bool) {
	of := s.at[id]
	if of.row == nil {
		return league.Grounds{}, false
	}
	if of.report != nil {
		now = of.report.ReceivedAt
	}
	return s.late(*of.row, now)
}

// LateAt tells whether a report of an event is late that is received at a moment.
func (s *Season) LateAt(e facts.Event, received time.Time) bool {
	_, late := s.late(e, received)
	return late
}

// Received is when the last report of an event was received; the zero time before.
func (s *Season) Received(id league.EventID) time.Time {
	if report := s.at[id].report; report != nil {
		return report.ReceivedAt
	}
	return time.Time{}
}

// Queue are the events that were played, with those of the next deadline first: of one
// state if that is given, and of those that are let in.
func (s *Season) Queue(state CheckState, lets func(facts.Event) bool) []facts.Event {
	var out []facts.Event
	for _, e := range s.Events {
		is := s.Checked(e.ID)
		if is != NotPlayed && is != HasNoCheckNeeded && (state == "" || is == state) && lets(e) {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b facts.Event) int {
		return cmp.Or(cmp.Compare(s.ReportBy(a), s.ReportBy(b)), slices.Compare(a.ID.UUID[:], b.ID.UUID[:]))
	})
	return out
}

// ReportBy is the last day for the report of an event, counted from its own last one
// (CN09 1.11).
func (s *Season) ReportBy(e facts.Event) rules.Day {
	return laterDay(day(e.LastDate()), s.RulesOf(e).Season.Report.Days)
}
