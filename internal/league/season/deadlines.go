package season

import (
	"cmp"
	"time"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Deadline is a task of somebody with a time limit. The caller, who knows the time, decides whether
// it is near or missed.
type Deadline struct {
	Kind   DeadlineKind    `json:"kind"`
	Event  league.EventID  `json:"event,omitzero"`
	Region league.RegionID `json:"region,omitzero"`
	Place  PlaceID         `json:"place,omitempty"`
	Player league.PlayerID `json:"player,omitzero"`
	// Day is the last day, at the venue; "" if there is none.
	Day rules.Day `json:"day,omitempty"`
	// At is the instant of a deadline that has one, Remind the time of its reminder; zero
	// otherwise.
	At     time.Time `json:"at,omitzero"`
	Remind time.Time `json:"remind,omitzero"`
	league.Grounds
}

// DeadlineKind is the kind of a task.
type DeadlineKind string

// The kinds of deadlines, with the person who has to meet them.
const (
	ToAnnounce     DeadlineKind = "announce"      // organizer: make an event public
	ToReport       DeadlineKind = "report"        // organizer: send the report of an event
	ToHomologate   DeadlineKind = "homologate"    // regional contact or manager: judge a report
	ToNameRegion   DeadlineKind = "name-region"   // manager: name the region with which a region plays
	ToDecide       DeadlineKind = "decide"        // manager: decide because the regulation has no rule
	ToPlayFinal    DeadlineKind = "play-final"    // regional contact: hold the final of a region
	ToAnswer       DeadlineKind = "answer"        // player: say whether they come
	ToReturnPrizes DeadlineKind = "return-prizes" // organizer: send prizes back or pay them
	ToRefund       DeadlineKind = "refund"        // manager: pay the journey of a player who comes
)

// Deadlines lists the tasks of a season, the earliest first and those without a day last. The state
// s must be derived from the facts f.
func Deadlines(f Facts, s State) []Deadline {
	var out []Deadline
	events := make(map[league.EventID]*Event, len(f.Events))
	for i := range f.Events {
		events[f.Events[i].ID] = &f.Events[i]
	}
	for _, e := range s.Events {
		out = append(out, ofEvent(f, events[e.ID], e)...)
	}
	for _, r := range s.Regions {
		if d, waits := ofRegion(f, r); waits {
			out = append(out, d)
		}
	}
	for _, p := range s.Places {
		if d, waits := ofPlace(f, p); waits {
			out = append(out, d)
		}
	}
	league.Sort(out, func(a, b Deadline) int {
		return cmp.Or(cmp.Compare(cmp.Or(a.Day, never), cmp.Or(b.Day, never)), a.At.Compare(b.At))
	})
	return out
}

// ofEvent returns the deadlines of an event (CN09 1.4, 1.10, 1.11, 2.3).
func ofEvent(f Facts, facts *Event, e EventState) []Deadline {
	ruleset := cmp.Or(facts.Rules, f.Rules)
	rule := ruleset.Season
	due := func(kind DeadlineKind, day rules.Day, g league.Grounds) Deadline {
		return Deadline{Kind: kind, Event: e.ID, Region: facts.Region, Day: day, Grounds: g}
	}
	var out []Deadline
	if e.Standing == Planned && facts.Announced == "" {
		g := ruleset.Grounds(rule.Announcement.Paragraph, string(AnnouncedLate), "day", string(e.AnnounceBy))
		out = append(out, due(ToAnnounce, e.AnnounceBy, g))
	}
	switch {
	case facts.Verdict != nil:
	case facts.Report == nil:
		g := ruleset.Grounds(rule.Report.Paragraph, string(ResultsLate), "day", string(e.ReportBy))
		out = append(out, due(ToReport, e.ReportBy, g))
	default:
		by, g := HomologateBy(f.Rules, f.Period, facts.Report.Received)
		out = append(out, due(ToHomologate, by, g))
	}
	if e.OwesPrizes(facts) {
		out = append(out, due(ToReturnPrizes, e.Prizes.ReturnBy, e.Prizes.Grounds))
	}
	return out
}

// OwesPrizes reports whether prizes that were sent for the event still have to be returned or paid
// for (CN09 1.10).
func (e *EventState) OwesPrizes(facts *Event) bool {
	return e.Prizes != nil && !e.Prizes.Keep && !facts.Prizes.Settled
}

// HomologateBy returns the day by which a report received on a day is to be judged: the ruleset's
// number of days later, or the last day of the regional finals (CN09 1.4).
func HomologateBy(r *rules.Ruleset, p Period, received rules.Day) (rules.Day, league.Grounds) {
	if rule := r.Season.Homologation; rule != (rules.Homologation{}) {
		by := received.Plus(rule.Days)
		return by, r.Grounds(rule.Paragraph, "homologation-late", "day", string(by))
	}
	return p.FinalsBy, r.Grounds(r.Season.Final.Paragraph, "homologation-due", "day", string(p.FinalsBy))
}

// ofRegion returns the deadline of a region's final; false if there is none (CN09 1.4, 1.7.1).
func ofRegion(f Facts, r RegionState) (Deadline, bool) {
	by := f.Period.FinalsBy
	d := Deadline{Region: r.Region, Day: by, Grounds: r.Format.Grounds}
	if r.Result != nil {
		return d, false
	}
	switch r.Format.Kind {
	case ToMerge:
		d.Kind = ToNameRegion
	case Unresolved:
		d.Kind = ToDecide
	case Table, Tournament:
		d.Kind, d.Grounds = ToPlayFinal, f.Rules.Grounds(f.Rules.Season.Final.Paragraph, "final-late", "day", string(by))
	default:
		return d, false
	}
	return d, true
}

// ofPlace returns the deadline of a place, the answer to a convocation or the refund of a player
// who comes; false if there is none (CN09 1.9).
func ofPlace(f Facts, p Place) (Deadline, bool) {
	d := Deadline{Place: p.ID, Region: p.Region, Player: p.Holder}
	switch {
	case p.State == Offered:
		d.Kind, d.At, d.Day = ToAnswer, *p.AnswerBy, rules.DayOf(*p.AnswerBy)
		if days := f.Rules.Season.Answer.RemindDays; days > 0 {
			d.Remind = d.At.AddDate(0, 0, -days)
		}
		d.Grounds = p.Steps[len(p.Steps)-1].Grounds
	case p.State == Accepted && p.Refund:
		d.Kind, d.Grounds = ToRefund, p.RefundGrounds
	default:
		return d, false
	}
	return d, true
}
