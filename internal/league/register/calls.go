package register

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// Call makes the convocation of the holder of a place (CN09 1.7, 1.9). The player is the holder
// that the caller saw, and by the deadline of the answer; the zero time stands for the ruleset's.
// It returns a [league.StateError] if the place cannot be convoked, and [league.Faults] for a wrong
// deadline. The caller sets id and sender.
func (s *Season) Call(p season.Place, player league.PlayerID, by, now time.Time) (facts.Convocation, error) {
	if p.Holder != player {
		return facts.Convocation{}, s.refuse(p.To, "place-of-another")
	}
	if err := s.mayConvoke(p, now); err != nil {
		return facts.Convocation{}, err
	}
	if by.IsZero() {
		by = s.deadline(p, now)
	}
	if err := s.checkDeadline(p, by, now); err != nil {
		return facts.Convocation{}, err
	}
	return facts.Convocation{Place: string(p.ID), PlayerID: p.Holder, Final: string(p.To), SentAt: now, AnswerBy: by}, nil
}

// ToCall finds the place to which a player is to be convoked. It returns [league.Faults] if the
// register has no place of that id.
func (s *Season) ToCall(id season.PlaceID) (season.Place, error) {
	p, known := s.Place(id)
	if !known {
		return p, league.Faults{{Field: "/places", Grounds: league.Grounds{Reason: "unknown-place"}}}
	}
	return p, nil
}

// FindCall finds a standing convocation by its id. It returns [league.ErrNotFound] if there is
// none.
func (s *Season) FindCall(id uuid.UUID) (*facts.Convocation, error) {
	i := slices.IndexFunc(s.Convocations, func(c facts.Convocation) bool { return c.ID == id })
	if i < 0 {
		return nil, fmt.Errorf("convocation %s: %w", id, league.ErrNotFound)
	}
	return &s.Convocations[i], nil
}

// Called returns the season with a further convocation.
func (s *Season) Called(c facts.Convocation) *Season {
	return s.changed(func(f *facts.SeasonFacts) {
		f.Convocations = slices.Concat(f.Convocations, []facts.Convocation{c})
	})
}

// TakeCallBack returns the season without a convocation that was sent in error. It returns a
// [league.StateError] once the player has accepted.
func (s *Season) TakeCallBack(c facts.Convocation) (*Season, error) {
	if c.AcceptedAt != nil {
		return nil, s.refuse(s.PlaceAsked(c).To, "convocation-answered")
	}
	return s.changed(func(f *facts.SeasonFacts) {
		f.Convocations = slices.DeleteFunc(slices.Clone(f.Convocations), func(o facts.Convocation) bool { return o.ID == c.ID })
	}), nil
}

// Lapse makes the unavailability that counts a missing answer as a no. It returns a
// [league.StateError] if the player has answered or still has time to. The caller sets its id.
func (s *Season) Lapse(c facts.Convocation, now time.Time) (facts.Unavailability, error) {
	p := s.PlaceAsked(c)
	switch {
	case c.AcceptedAt != nil || s.unavailable(c.PlayerID, p.To) != nil:
		return facts.Unavailability{}, s.refuse(p.To, "convocation-answered")
	case now.Before(c.AnswerBy):
		return facts.Unavailability{}, &league.StateError{Grounds: s.Rules.Grounds(s.Rules.Season.AnswerParagraph(p.To), "answer-not-due", "until", s.until(p, c.AnswerBy))}
	}
	return facts.Unavailability{PlayerID: c.PlayerID, Final: c.Final, Lapsed: true, SaidAt: now}, nil
}

// RequireToBegin refuses to change who comes to the final of a place once the final has begun.
func (s *Season) RequireToBegin(p season.Place) error {
	if s.begun(p) {
		return s.refuse(p.To, "final-has-begun", "event", s.FinalOf(p).Title)
	}
	return nil
}

// mayConvoke refuses to convoke the holder of an uncertain place: players must be able to rely on a
// convocation.
func (s *Season) mayConvoke(p season.Place, now time.Time) error {
	switch {
	case s.begun(p):
		return s.refuse(p.To, "final-has-begun", "event", s.FinalOf(p).Title)
	case p.State == season.Offered || p.State == season.Accepted:
		return s.refuse(p.To, "already-convoked")
	case p.State != season.Held:
		return s.refuse(p.To, "place-not-held")
	case p.Provisional:
		return &league.StateError{Grounds: s.Rules.Grounds(s.Rules.Season.Sound.Paragraph, "place-provisional")}
	}
	if err := s.mayTurnOut(p); err != nil {
		return err
	}
	if e := s.FinalOf(p); e != nil && !now.Before(e.StartsAt) {
		return s.refuse(p.To, "final-has-begun", "event", e.Title)
	}
	return nil
}

// mayTurnOut refuses to convoke a player whose place may still change: one called up, by the rule
// or the manager, while the number of finalists may still change, and one who steps in for somebody
// whose better place is still provisional.
func (s *Season) mayTurnOut(p season.Place) error {
	if p.Origin.Kind == season.FromCallUp || p.Origin.Kind == season.FromDecision {
		if open := s.Undecided(s.Host(p)); len(open) > 0 {
			return s.refuseUndecided(p.To, "stages-undecided", open)
		}
	}
	for _, step := range p.Steps {
		if step.Kind != season.PassedOver {
			continue
		}
		for _, to := range []rules.SeasonFinal{p.To, rules.ToNationalFinal} {
			if better, has := s.PlaceOf(step.Player, to); has && better.Provisional {
				return &league.StateError{Grounds: s.Rules.Grounds(s.Rules.Season.Sound.Paragraph, "place-provisional")}
			}
		}
	}
	return nil
}

// deadline returns the time until which an answer is asked for: the end of the ruleset's number of
// days from now, in the zone of the final, and no later than the start of the final.
func (s *Season) deadline(p season.Place, now time.Time) time.Time {
	zone := s.Zone(p)
	at := now.In(zone)
	end := time.Date(at.Year(), at.Month(), at.Day()+s.Rules.Season.Answer.Days, 23, 59, 59, 0, zone).UTC()
	if e := s.FinalOf(p); e != nil && e.StartsAt.Before(end) {
		return e.StartsAt.UTC()
	}
	return end
}

func (s *Season) checkDeadline(p season.Place, by, now time.Time) error {
	fault := func(reason string) error {
		return league.Faults{{Field: "/answerBy", Grounds: s.Rules.Grounds(s.Rules.Season.AnswerParagraph(p.To), reason)}}
	}
	if !by.After(now) {
		return fault("answer-time-past")
	}
	if e := s.FinalOf(p); e != nil && by.After(e.StartsAt) {
		return fault("answer-time-after-final")
	}
	return nil
}

// Zone returns the time zone of the venue of a place's final; before the venue is known, the
// season's.
func (s *Season) Zone(p season.Place) *time.Location {
	if e := s.FinalOf(p); e != nil {
		return e.Location()
	}
	return s.Season.Location()
}

// until writes an instant for a refusal about a place, in the time zone of the place.
func (s *Season) until(p season.Place, at time.Time) string {
	return at.In(s.Zone(p)).Format(time.RFC3339)
}

// RemindAt returns the time at which a player who has not answered is reminded, the ruleset's
// number of days before the deadline; false if no reminder is due.
func (s *Season) RemindAt(c facts.Convocation) (time.Time, bool) {
	days := s.Rules.Season.Answer.RemindDays
	p, _ := s.Place(season.PlaceID(c.Place))
	at := c.AnswerBy.In(s.Zone(p)).AddDate(0, 0, -days).UTC()
	return at, days > 0 && at.After(c.SentAt)
}

// Waits reports whether a convocation still waits for its answer at a moment, so that a reminder
// makes sense. It returns the convocation with its place.
func (s *Season) Waits(id uuid.UUID, now time.Time) (facts.Convocation, season.Place, bool) {
	c, err := s.FindCall(id)
	if err != nil {
		return facts.Convocation{}, season.Place{}, false
	}
	p, held := s.PlaceOf(c.PlayerID, rules.SeasonFinal(c.Final))
	return *c, p, held && p.State == season.Offered && now.Before(c.AnswerBy) && !s.begun(p)
}

// The states of a convocation.
const (
	ConvocationWaits   = "waiting"
	ConvocationOverdue = "overdue" // the deadline has passed
	SaidYes            = "coming"
	SaidNo             = "not-coming"
	DidNotAnswer       = "lapsed"
	HasEnded           = "ended" // the place is gone, or the convocation was taken back
)

// Stands returns the state of a convocation, with the unavailability by which the player does not
// come; nil if there is none.
func (s *Season) Stands(c facts.Convocation, now time.Time) (string, *facts.Unavailability) {
	no := s.unavailable(c.PlayerID, rules.SeasonFinal(c.Final))
	_, ended := s.Ended(c)
	switch {
	case ended:
		return HasEnded, nil
	case no != nil && no.Lapsed:
		return DidNotAnswer, no
	case no != nil:
		return SaidNo, no
	case c.AcceptedAt != nil:
		return SaidYes, nil
	case !now.Before(c.AnswerBy):
		return ConvocationOverdue, nil
	}
	return ConvocationWaits, nil
}
