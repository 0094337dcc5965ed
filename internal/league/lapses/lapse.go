package lapses

import (
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// Lapse is an entry that somebody has not kept.
type Lapse struct {
	Kind rules.LapseKind
	Day  rules.Day // of the event, at its venue
	At   time.Time // of the start missed, the entry taken back, or the leaving
	// Excused reports whether it was for a good reason, as was said or decided.
	Excused bool
	// Counts reports whether it is one by which a ruleset may bar: it is not excused, and the
	// regulation of its event has a rule on coming.
	Counts  bool
	Follows Consequence
	Grounds league.Grounds
}

// Consequence names what has followed from a lapse by itself.
type Consequence string

// The consequences of a lapse. Bars by number follow from several and from the event that
// somebody would enter ([Bar]).
const (
	Nothing   Consequence = "nothing"
	Undecided Consequence = "undecided" // it is reported, and the manager has to decide
	Ban       Consequence = "ban"       // a ban was decided, and stands
)

// Of judges the last entry of a player in an event that has begun, by the ruleset of that
// event; ok is false where it was kept.
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

// paragraph has the rule on coming; "" where the regulation has none.
func paragraph(r *rules.Ruleset) string {
	if r.Appearance == nil {
		return ""
	}
	return r.Appearance.Paragraph
}

// late reports whether an entry that is taken back at a moment is taken back too late. Where
// the regulation has no rule on coming nothing is.
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

// followed names what has followed from leaving (BG 1.1.7).
func followed(r *rules.Ruleset, u facts.Unkept) Consequence {
	switch {
	case u.BanOutcome == facts.Banned:
		return Ban
	case u.Unexcused && r.Leaving.Ban != "" && u.BanOutcome == "":
		return Undecided
	}
	return Nothing
}

// MayExcuse refuses a decision about the reason of a lapse that changes nothing, or that is
// about leaving: that is decided as a report, or taken back.
func MayExcuse(l Lapse, excused bool) error {
	switch {
	case l.Kind == rules.LapseLeft:
		return league.NotNow("leaving-is-reported")
	case l.Excused == excused:
		return league.NotNow("lapse-decided-so")
	}
	return nil
}
