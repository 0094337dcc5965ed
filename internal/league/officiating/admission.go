package officiating

import (
	"slices"
	"strconv"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// Admission determines who would start and who would wait if every entered player came; the start
// calls the same code for the players who have come. Once the event has started it lists only those
// who wait.
func (s *Situation) Admission() tournament.Admission {
	if s.Event.Started() {
		return tournament.Admission{Waiting: s.StandingBy()}
	}
	return s.Admit(func(e facts.Entry) bool { return e.State == facts.Entered || e.State == facts.CheckedIn })
}

// Admit determines who starts among the entries that come (JP22 2 and 4, FG14 1 and 2). If the
// ruleset has no rule on entries beyond the field, entries that found no seat wait.
func (s *Situation) Admit(comes func(facts.Entry) bool) tournament.Admission {
	r := s.fieldRules()
	var requests []tournament.Request
	var waiting []league.Entry
	for _, e := range s.InOrder() {
		entry := league.Entry(e.Number)
		if r.Field.Overflow == nil && e.State == facts.Waiting {
			waiting = append(waiting, entry)
			continue
		}
		requests = append(requests, tournament.Request{Entry: entry, At: s.askedAt(e), Gone: !comes(e), Accepted: e.AcceptedAt != nil})
	}
	a := tournament.Admit(r, requests, fieldBefore(r, requests))
	a.Waiting = append(a.Waiting, waiting...)
	return a
}

// fieldRules returns the rules with a field no larger than the event's capacity.
func (s *Situation) fieldRules() *rules.Ruleset {
	if s.Rules.Field.Overflow == nil || s.Event.Capacity >= s.Rules.Field.Max {
		return s.Rules
	}
	r := *s.Rules
	r.Field.Max = s.Event.Capacity
	return &r
}

// fieldBefore returns the size of the field before anybody gave up, if the ruleset keeps it
// (reading A000-2 of JP22 4); 0 otherwise.
func fieldBefore(r *rules.Ruleset, requests []tournament.Request) int {
	if r.Field.Overflow == nil || r.Field.Overflow.Shortfall != rules.KeepSize {
		return 0
	}
	all := slices.Clone(requests)
	for i := range all {
		all[i].Gone = false
	}
	return tournament.Admit(r, all, 0).Size
}

// askedAt returns the time of day at the venue at which an entry was requested, for a deadline on
// the day of the event; nil for an earlier day.
func (s *Situation) askedAt(e facts.Entry) *rules.ClockTime {
	if s.Rules.Field.Deadline == nil {
		return nil
	}
	asked, day := e.EnteredAt.In(s.Event.Location()), s.Event.LocalDate()
	at := rules.ClockTime(asked.Hour()*60 + asked.Minute())
	switch order := compareDays(asked, day); {
	case order < 0:
		return nil
	case order > 0:
		at = 23*60 + 59
	}
	return &at
}

// compareDays compares days of one time zone: negative when a is before b.
func compareDays(a, b time.Time) int {
	return (a.Year()*400 + a.YearDay()) - (b.Year()*400 + b.YearDay())
}

// The chances of an entry before the start.
const (
	HasSeat      = "seat"
	IsReserve    = "reserve" // plays if somebody defaults, or enough enter
	WaitsForSeat = "waiting" // plays if somebody gives up and, by some rulesets, the referee accepts it
	CameTooLate  = "late"
)

// Admitted is the chance of one entry before the start.
type Admitted struct {
	As       string // HasSeat, IsReserve, WaitsForSeat, CameTooLate
	Position int    // among the reserves or on the waiting list, from 1; 0 otherwise
	Grounds  league.Grounds
}

// Admitted returns an entry's chance in an admission; ok is false for an entry that does not come.
func (s *Situation) Admitted(a tournament.Admission, entry league.Entry) (admitted Admitted, ok bool) {
	field := s.Rules.Field
	position := slices.Index(a.Waiting, entry) + 1
	at := strconv.Itoa(position)
	switch {
	case slices.Contains(a.Entrants, entry):
		return Admitted{As: HasSeat, Grounds: s.Rules.Grounds(a.Grounds.Par, "has-seat")}, true
	case slices.Contains(a.Late, entry):
		return Admitted{As: CameTooLate, Grounds: s.Rules.Grounds(field.Deadline.Paragraph, "asked-too-late", "deadline", field.Deadline.At.String())}, true
	case position == 0:
		return Admitted{}, false
	case field.Overflow == nil:
		return Admitted{As: WaitsForSeat, Position: position, Grounds: s.Rules.Grounds("", "waits-for-seat", "position", at)}, true
	case field.Overflow.Rule == rules.RefereeDecides:
		return Admitted{As: WaitsForSeat, Position: position, Grounds: s.Rules.Grounds(field.Overflow.Paragraph, "waits-for-referee", "position", at)}, true
	}
	here := len(a.Entrants) + len(a.Waiting)
	next := s.fieldRules().Field.Smallest(here + 1)
	if next == 0 || s.Event.Started() {
		return Admitted{As: IsReserve, Position: position, Grounds: s.Rules.Grounds(field.Overflow.Paragraph, "is-reserve", "position", at)}, true
	}
	return Admitted{As: IsReserve, Position: position, Grounds: s.Rules.Grounds(field.Overflow.Paragraph, "is-reserve-until",
		"position", at, "missing", strconv.Itoa(next-here), "size", strconv.Itoa(next))}, true
}

// StandingBy returns the entries that wait, in the order in which they are admitted: after the
// start those who were there and do not play, before it those without a seat.
func (s *Situation) StandingBy() []league.Entry {
	var out []league.Entry
	for _, e := range s.InOrder() {
		if e.State == facts.Waiting {
			out = append(out, league.Entry(e.Number))
		}
	}
	return out
}

// MayAccept refuses to accept an entry from the waiting list, or with accepted false to revoke
// that, if the ruleset does not let the referee accept entries, and if there is no place (FG14 1).
func (s *Situation) MayAccept(e facts.Entry, accepted bool) error {
	field, params := s.fieldRules().Field, []string{"entry", strconv.Itoa(e.Number)}
	if field.Overflow == nil || field.Overflow.Rule != rules.RefereeDecides {
		return s.Rules.Refuse(field.Paragraph, "referee-lets-nobody-in")
	}
	if err := s.RequireBeforeStart(); err != nil {
		return err
	}
	if e.State != facts.Entered && e.State != facts.CheckedIn {
		return league.NotNow("entry-state", "state", string(e.State))
	}
	if !accepted {
		if e.AcceptedAt == nil {
			return league.NotNow("entry-not-accepted", params...)
		}
		return nil
	}
	if e.AcceptedAt != nil {
		return league.NotNow("entry-accepted", params...)
	}
	a := s.Admission()
	switch admitted, _ := s.Admitted(a, league.Entry(e.Number)); {
	case admitted.As == CameTooLate:
		return &league.RuleError{Grounds: admitted.Grounds}
	case admitted.As == HasSeat:
		return league.NotNow("entry-has-seat", params...)
	case len(a.Entrants) >= field.Max:
		return &league.StateError{Grounds: s.Rules.Grounds(field.Overflow.Paragraph, "no-place-free", "max", strconv.Itoa(field.Max))}
	}
	return nil
}

// Comes reports whether the player of an entry is checked in, or is recorded as coming late or
// missing the first round.
func (s *Situation) Comes(e facts.Entry) bool {
	return e.State == facts.CheckedIn || e.State == facts.Entered && attends(s.Attendance, e.Number, 1)
}
