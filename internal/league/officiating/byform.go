package officiating

import (
	"strconv"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// The times for which an unconfirmed seat is held: shorter when the event is near, because somebody
// else may want it.
const (
	seatHeld     = 24 * time.Hour
	seatHeldNear = 3 * time.Hour
	nearStart    = 48 * time.Hour
)

// MostFormLetters is the largest number of letters with a link for one form.
const MostFormLetters = 3

// The refusals of a form's link.
var (
	ErrFormLapsed = league.NotNow("form-lapsed")
	ErrFormEnded  = league.NotNow("form-ended")
)

// MayEnterByForm refuses a form before anything is known about its sender: entries are not open, or
// the event is a final, which is entered by places. Whether the sender may take part is checked
// only after they have confirmed their address, because the answer reveals personal data.
func (s *Situation) MayEnterByForm() error {
	if closed := s.ClosedTo(); closed != nil {
		return &league.StateError{Grounds: closed[0]}
	}
	if s.Event.IsFinal() {
		return &league.StateError{Grounds: s.FinalGrounds("entry-of-final")}
	}
	return nil
}

// ReceiveForm returns a form that is sent now, with the seat that it holds if one is free, and the
// time by which it has to be confirmed. No seat is held if the ruleset determines the players from
// all entries.
func (s *Situation) ReceiveForm(f facts.FormEntry, now time.Time) facts.FormEntry {
	f.State, f.SentAt, f.ConfirmBy, f.Letters = facts.FormSent, now, s.SeatTerm(now), 1
	f.HoldsSeat = s.Rules.Field.Overflow == nil && s.SeatsTaken() < s.Event.Capacity
	if f.HoldsSeat {
		s.Event.HeldSeats++
	}
	return f
}

// SeatTerm returns the time by which a seat held from now on has to be confirmed, after sending a
// form or moving up from the waiting list: a day, three hours if the event starts within two days,
// and never after its start.
func (s *Situation) SeatTerm(now time.Time) time.Time {
	start, term := s.Event.StartsAt, now.Add(seatHeld)
	if start.Sub(now) < nearStart {
		term = now.Add(seatHeldNear)
	}
	if term.After(start) && start.After(now) {
		return start
	}
	return term
}

// MayConfirmForm refuses to make an entry from a form that has ended or lapsed. A form that holds a
// seat may be confirmed after entries were closed, as long as the event has not started.
func (s *Situation) MayConfirmForm(f facts.FormEntry, now time.Time) error {
	switch {
	case f.State == facts.FormLapsed || f.State == facts.FormSent && now.After(f.ConfirmBy):
		return ErrFormLapsed
	case f.State != facts.FormSent:
		return ErrFormEnded
	case f.HoldsSeat && s.Event.State == facts.Closed:
		return nil
	}
	return s.MayEnterByForm()
}

// PersonalReasons lists all reasons, independent of the time, for which a person may not enter:
// they have an entry already (nil for none), or the regulation excludes them (CN09 1.5, BG 1.1.7).
func (s *Situation) PersonalReasons(p *Background, player facts.Player, entry *facts.Entry) []league.Grounds {
	var out []league.Grounds
	if entry != nil {
		out = append(out, league.Grounds{Reason: "already-entered", Params: map[string]string{"entry": strconv.Itoa(entry.Number)}})
	}
	return append(out, s.Excludes(p, player.ID, player.AccountID)...)
}

// EndForm ends a form and frees the seat that it held for the next entry. The personal data of the
// form are not kept.
func (s *Situation) EndForm(f facts.FormEntry, to facts.FormEntryState, now time.Time) facts.FormEntry {
	if f.HoldsSeat && s.Event.HeldSeats > 0 {
		s.Event.HeldSeats--
	}
	return facts.FormEntry{
		ID: f.ID, EventID: f.EventID, State: to, Language: f.Language, HoldsSeat: f.HoldsSeat,
		SentAt: f.SentAt, ConfirmBy: f.ConfirmBy, EndedAt: &now, Letters: f.Letters,
	}
}
