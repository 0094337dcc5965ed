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

// Call makes the convocation of the holder of a place, who is to be the player that the
// caller has seen there (CN09 1.7, 1.9). The answer is asked for by a moment; the zero one
// is that of the ruleset. It is refused by a [league.StateError], and for the moment by
// [league.Faults]. Id and sender are the caller's to give.
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

// ToCall finds the place to which somebody is to be convoked. It returns [league.Faults] where
// the register has none of that id.
func (s *Season) ToCall(id season.PlaceID) (season.Place, error) {
	p, known := s.Place(id)
	if !known {
		return p, league.Faults{{Field: "/places", Grounds: league.Grounds{Reason: "unknown-place"}}}
	}
	return p, nil
}

// FindCall finds a convocation that holds by its id. It returns [league.ErrNotFound] if there is
// none.
func (s *Season) FindCall(id uuid.UUID) (*facts.Convocation, error) {
	i := slices.IndexFunc(s.Convocations, func(c facts.Convocation) bool { return c.ID == id })
	if i < 0 {
		return nil, fmt.Errorf("convocation %s: %w", id, league.ErrNotFound)
	}
	return &s.Convocations[i], nil
}

// Called makes the season as it is with a further convocation.
func (s *Season) Called(c facts.Convocation) *Season {
	return s.changed(func(f *facts.SeasonFacts) {
		f.Convocations = slices.Concat(f.Convocations, []facts.Convocation{c})
	})
}

// TakeCallBack makes the season as it is without a convocation that was sent in error. It is
// refused by a [league.StateError] once somebody has said yes to it.
func (s *Season) TakeCallBack(c facts.Convocation) (*Season, error) {
	if c.AcceptedAt != nil {
		return nil, s.refuse(s.PlaceAsked(c).To, "convocation-answered")
	}
	return s.changed(func(f *facts.SeasonFacts) {
		f.Convocations = slices.DeleteFunc(slices.Clone(f.Convocations), func(o facts.Convocation) bool { return o.ID == c.ID })
	}), nil
}

// Lapse makes the word that takes it for a no that somebody has not answered in time. It is
// refused by a [league.StateError] where they have, or still can. Its id is the caller's to
// give.
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

// RequireToBegin refuses what changes who comes to the final of a place that has begun.
func (s *Season) RequireToBegin(p season.Place) error {
	if s.begun(p) {
		return s.refuse(p.To, "final-has-begun", "event", s.FinalOf(p).Title)
	}
	return nil
}

// mayConvoke refuses to convoke the holder of a place that is not certain: what they are
// notified they must be able to rely on.
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

// mayTurnOut refuses to convoke somebody who has their place by what may yet turn out
// otherwise: who is called up, by the rule or the manager, as long as another number of
// finalists may come together, and who steps in for somebody with a better place as long as
// that is provisional.
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

// deadline returns the moment until which an answer is asked for: the end of the day
// so many days on as the ruleset says, where the final is held, and before the final
// itself.
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

// Zone is that of the venue of the final in which a place is, before it is known that of
// the season.
func (s *Season) Zone(p season.Place) *time.Location {
	if e := s.FinalOf(p); e != nil {
		return e.Location()
	}
	return s.Season.Location()
}

// until writes an instant for a refusal about a place, by the clock of its zone.
func (s *Season) until(p season.Place, at time.Time) string {
	return at.In(s.Zone(p)).Format(time.RFC3339)
}

// RemindAt returns the time at which somebody who has not answered is reminded, and false where they are
// not: the ruleset says how many days before the end.
func (s *Season) RemindAt(c facts.Convocation) (time.Time, bool) {
	days := s.Rules.Season.Answer.RemindDays
	p, _ := s.Place(season.PlaceID(c.Place))
	at := c.AnswerBy.In(s.Zone(p)).AddDate(0, 0, -days).UTC()
	return at, days > 0 && at.After(c.SentAt)
}

// Waits reports whether a convocation still waits for its answer at a moment: what a
// reminder is written for.
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
	ConvocationOverdue = "overdue" // its time to answer is over
	SaidYes            = "coming"
	SaidNo             = "not-coming"
	DidNotAnswer       = "lapsed"
	HasEnded           = "ended" // their place is gone, or the call was taken back
)

// Stands returns the state of a convocation, with the word by which the person does not
// come; nil where there is none.
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
