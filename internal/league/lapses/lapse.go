package lapses

import (
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// Lapse is an entry that a player did not keep.
type Lapse struct {
	Kind rules.LapseKind
	Day  rules.Day // of the event, at its venue
	At   time.Time // of the missed start, the withdrawal or the leaving
	// Excused reports whether a good reason was given or accepted.
	Excused bool
	// Counts reports whether the lapse counts towards a bar: it is not excused, and its event's
	// ruleset has a rule on appearance.
	Counts  bool
	Follows Consequence
	Grounds league.Grounds
}

// Consequence is the direct consequence of a lapse.
type Consequence string

// The consequences of a lapse. Bars that follow from several lapses depend on the event to enter
// ([Bar]).
const (
	Nothing   Consequence = "nothing"
	Undecided Consequence = "undecided" // reported; the manager has to decide
	Ban       Consequence = "ban"       // a ban was decided and is in force
)

// Of judges the last entry of a player in a started event, by the event's ruleset. ok is false if
// the entry was kept.
func Of(r *rules.Ruleset, u facts.Unkept) (l Lapse, ok bool) {
	event := facts.Event{StartsAt: u.StartsAt, TimeZone: u.TimeZone}
	l = Lapse{Day: rules.DayOf(event.LocalDate()), Follows: Nothing}
	switch {
	case u.State == facts.NoShow:
		l.Kind, l.At, l.Excused = rules.LapseNoShow, u.StartsAt, u.Excused
		l.Grounds = r.Grounds(paragraph(r), "lapse-no-show")
	case u.State == facts.EntryCancelled && u.HeldSeat && u.CancelledAt != nil && late(r, event, *u.CancelledAt):
		l.Kind, l.At, l.Excused = rules.LapseLate, *u.CancelledAt, u.Excused
		l.Grounds = r.Grounds(paragraph(r), "lapse-late-cancellation")
	case u.State == facts.Playing && u.LeftAt != nil:
		l.Kind, l.At, l.Excused = rules.LapseLeft, *u.LeftAt, !u.Unexcused || u.BanOutcome == facts.NoBan
		l.Grounds = r.Grounds(r.Leaving.Paragraph, "lapse-left")
		l.Follows = followed(r, u)
	default:
		return Lapse{}, false
	}
	l.Counts = !l.Excused && r.Appearance != nil
	return l, true
}

// paragraph returns the paragraph of the rule on appearance; "" if the ruleset has none.
func paragraph(r *rules.Ruleset) string {
	if r.Appearance == nil {
		return ""
	}
	return r.Appearance.Paragraph
}

// late reports whether an entry withdrawn at a moment is withdrawn too late. It is false if the
// ruleset has no rule on appearance.
func late(r *rules.Ruleset, event facts.Event, at time.Time) bool {
	if r.Appearance == nil {
		return false
	}
	switch r.Appearance.InTime {
	case rules.UntilStart:
		return at.After(event.StartsAt)
	case rules.HoursBefore:
		return at.After(event.StartsAt.Add(-time.Duration(r.Appearance.Hours) * time.Hour))
	default:
		return rules.DayOf(at.In(event.Location())) >= rules.DayOf(event.LocalDate())
	}
}

// followed returns the consequence of leaving an event (BG 1.1.7).
func followed(r *rules.Ruleset, u facts.Unkept) Consequence {
	switch {
	case u.BanOutcome == facts.Banned:
		return Ban
	case u.Unexcused && r.Leaving.Ban != "" && u.BanOutcome == "":
		return Undecided
	}
	return Nothing
}

// MayExcuse refuses a decision about a lapse that changes nothing, or that concerns leaving: a
// leaving is decided as a report or taken back.
func MayExcuse(l Lapse, excused bool) error {
	switch {
	case l.Kind == rules.LapseLeft:
		return league.NotNow("leaving-is-reported")
	case l.Excused == excused:
		return league.NotNow("lapse-decided-so")
	}
	return nil
}
