package register

import (
	"cmp"
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// EventState returns the derived state of an event of the season; ok is false for one that is not
// public. A final has no tier. It is valid if it has a ranking, and for a regional final if its day
// is right, its players have places (CN09 1.4, 1.7), and its papers are there, if the ruleset
// demands them (CN09 1.6, 1.11).
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

// finalState returns the derived state of a final in the form that other events have.
func (s *Season) finalState(e facts.Event) season.EventState {
	state := season.EventState{ID: e.ID, Standing: season.Planned, ReportBy: s.ReportBy(e)}
	for _, entrant := range s.Entrants[e.ID] {
		state.Entered++
		if entrant.Played {
			state.Played++
		}
	}
	if e.Kind != facts.KindRegionalFinal {
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

// Checked returns the progress of the homologation of an event.
func (s *Season) Checked(id league.EventID) homologation.Progress {
	of := s.at[id]
	if of.row == nil {
		return homologation.NotPlayed
	}
	return homologation.Of(*of.row, of.verdict, of.report)
}

// Late reports whether the report of an event is late, and why. It judges the report that was sent,
// or one sent now if there is none.
func (s *Season) Late(id league.EventID, now time.Time) (grounds league.Grounds, late bool) {
	of := s.at[id]
	if of.row == nil {
		return league.Grounds{}, false
	}
	if of.report != nil {
		now = of.report.ReceivedAt
	}
	return homologation.Late(s.RulesOf(*of.row), *of.row, now)
}

// LateAt reports whether a report of an event that is received at a moment is late.
func (s *Season) LateAt(e facts.Event, received time.Time) bool {
	_, late := homologation.Late(s.RulesOf(e), e, received)
	return late
}

// Received returns the time at which the last report of an event was received; the zero time if
// there is none.
func (s *Season) Received(id league.EventID) time.Time {
	if report := s.at[id].report; report != nil {
		return report.ReceivedAt
	}
	return time.Time{}
}

// Queue lists the played events that need homologation, by the deadline of their reports: only
// those of one state unless it is "", and only those for which lets returns true.
func (s *Season) Queue(state homologation.Progress, lets func(facts.Event) bool) []facts.Event {
	var out []facts.Event
	for _, e := range s.Events {
		is := s.Checked(e.ID)
		if is != homologation.NotPlayed && is != homologation.NotNeeded && (state == "" || is == state) && lets(e) {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b facts.Event) int {
		return cmp.Or(cmp.Compare(s.ReportBy(a), s.ReportBy(b)), slices.Compare(a.ID.UUID[:], b.ID.UUID[:]))
	})
	return out
}

// ReportBy returns the last day for the report of an event; see [homologation.ReportBy].
func (s *Season) ReportBy(e facts.Event) rules.Day { return homologation.ReportBy(s.RulesOf(e), e) }
