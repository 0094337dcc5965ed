package desk

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
)

// Overseer tells whether whoever acts may do so for the final of a region; the zero id
// is the national final (CN09 2.2). It is asked once the act's first statement was
// answered.
type Overseer func(league.RegionID) error

// Call is a place to which somebody is to be convoked, with who holds it as far as the
// caller has seen.
type Call struct {
	Place  season.PlaceID
	Player league.PlayerID
}

// Convoke calls the holders of places to come to their finals. Without a time to
// answer by, the ruleset's is given. All are called or nobody.
func (d *Desk) Convoke(tx tenantdb.Tx, act Act, id league.SeasonID, may Overseer, calls []Call, by time.Time) ([]facts.Convocation, *Season, error) {
	s, err := d.takeRunning(tx, id)
	if err != nil {
		return nil, nil, err
	}
	var sent []facts.Convocation
	for _, call := range calls {
		c, err := s.convoke(act, may, call, by)
		if err != nil {
			return nil, nil, err
		}
		sent = append(sent, c)
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddConvocation(b, id, c) })
		act.Record.Log(uuid.Nil, leaguelog.ConvocationSent{Call: loggedConvocation(id, c)})
		s = s.changed(func(f *facts.SeasonFacts) {
			f.Convocations = slices.Concat(f.Convocations, []facts.Convocation{c})
		})
	}
	act.Record.Audit("season "+id.String(), "", nil, map[string]any{"convoked": len(sent)})
	return sent, s, nil
}

func (s *Season) convoke(act Act, may Overseer, call Call, by time.Time) (facts.Convocation, error) {
	p, known := s.Place(call.Place)
	if !known {
		return facts.Convocation{}, league.Faults{{Pointer: "/places", Grounds: league.Grounds{Reason: "unknown-place"}}}
	}
	if err := may(s.Host(p)); err != nil {
		return facts.Convocation{}, err
	}
	if p.Holder != call.Player {
		return facts.Convocation{}, s.refuse(p.To, "place-of-another")
	}
	if err := s.mayConvoke(p, act.Now); err != nil {
		return facts.Convocation{}, err
	}
	if by.IsZero() {
		by = s.deadline(p, act.Now)
	}
	if err := s.checkDeadline(p, by, act.Now); err != nil {
		return facts.Convocation{}, err
	}
	return facts.Convocation{ID: newID(), Place: string(p.ID), PlayerID: p.Holder, Final: string(p.To), SentAt: act.Now, SentBy: act.By, AnswerBy: by}, nil
}

// mayConvoke refuses to convoke the holder of a place that is not certain: what he is
// told he must be able to rely on.
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

// mayTurnOut refuses to convoke somebody who has his place by what may yet turn out
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

// deadline is until when an answer is asked for: the end of the day so many days on as
// the ruleset says, where the final is held, and before the final itself.
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
		return league.Faults{{Pointer: "/answerBy", Grounds: s.Rules.Grounds(s.Rules.Season.AnswerParagraph(p.To), reason)}}
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

// until is an instant as a refusal about a place tells it, by the clock of its zone.
func (s *Season) until(p season.Place, at time.Time) string {
	return at.In(s.Zone(p)).Format(time.RFC3339)
}

// RemindAt is when somebody who has not answered is reminded, and false where he is
// not: the ruleset says how many days before the end.
func (s *Season) RemindAt(c facts.Convocation) (time.Time, bool) {
	days := s.Rules.Season.Answer.RemindDays
	p, _ := s.Place(season.PlaceID(c.Place))
	at := c.AnswerBy.In(s.Zone(p)).AddDate(0, 0, -days).UTC()
	return at, days > 0 && at.After(c.SentAt)
}

// Waits tells whether a convocation still waits for its answer at a moment: what a
// reminder is written for.
func (s *Season) Waits(id uuid.UUID, now time.Time) (facts.Convocation, season.Place, bool) {
	i := slices.IndexFunc(s.Convocations, func(c facts.Convocation) bool { return c.ID == id })
	if i < 0 {
		return facts.Convocation{}, season.Place{}, false
	}
	c := s.Convocations[i]
	p, held := s.PlaceOf(c.PlayerID, rules.SeasonFinal(c.Final))
	return c, p, held && p.State == season.Offered && now.Before(c.AnswerBy) && !s.begun(p)
}

// WithdrawConvocation takes a call back that was sent in error, as long as nobody has
// said yes to it and the final has not begun.
func (d *Desk) WithdrawConvocation(tx tenantdb.Tx, act Act, in league.SeasonID, id uuid.UUID, may Overseer, reason string) (Followed, error) {
	s, c, p, err := d.takeConvocation(tx, in, id, may)
	if err != nil {
		return Followed{}, err
	}
	if c.AcceptedAt != nil {
		return Followed{}, s.refuse(p.To, "convocation-answered")
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.WithdrawConvocation(b, c.ID, act.By, act.Now, reason) })
	act.Record.Log(uuid.Nil, leaguelog.ConvocationWithdrawn{Season: in, Convocation: c.ID})
	act.Record.Audit("convocation "+c.ID.String(), reason, map[string]any{"withdrawn": false}, map[string]any{"withdrawn": true})
	return d.follow(tx, act, s, s.changed(func(f *facts.SeasonFacts) {
		f.Convocations = slices.DeleteFunc(slices.Clone(f.Convocations), func(o facts.Convocation) bool { return o.ID == c.ID })
	}))
}

// Lapse takes it for a no that somebody has not answered his convocation in time. The
// rule's next person then has the place; nobody calls him by itself.
func (d *Desk) Lapse(tx tenantdb.Tx, act Act, in league.SeasonID, id uuid.UUID, may Overseer) (Followed, error) {
	s, c, p, err := d.takeConvocation(tx, in, id, may)
	if err != nil {
		return Followed{}, err
	}
	switch {
	case c.AcceptedAt != nil || s.unavailable(c.PlayerID, p.To) != nil:
		return Followed{}, s.refuse(p.To, "convocation-answered")
	case act.Now.Before(c.AnswerBy):
		return Followed{}, &league.StateError{Grounds: s.Rules.Grounds(s.Rules.Season.AnswerParagraph(p.To), "answer-not-due", "until", s.until(p, c.AnswerBy))}
	}
	u := facts.Unavailability{ID: newID(), PlayerID: c.PlayerID, Final: c.Final, Lapsed: true, SaidAt: act.Now}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddUnavailability(b, in, u, act.By) })
	act.Record.Log(uuid.Nil, leaguelog.ConvocationLapsed{Call: loggedConvocation(in, *c)})
	act.Record.Audit("convocation "+c.ID.String(), "", map[string]any{"lapsed": false}, map[string]any{"lapsed": true})
	return d.follow(tx, act, s, s.Declined(u))
}

// takeConvocation takes a season with one of its convocations that holds, and the place
// of whom it calls.
func (d *Desk) takeConvocation(tx tenantdb.Tx, in league.SeasonID, id uuid.UUID, may Overseer) (*Season, *facts.Convocation, season.Place, error) {
	s, err := d.takeRunning(tx, in)
	if err != nil {
		return nil, nil, season.Place{}, err
	}
	i := slices.IndexFunc(s.Convocations, func(c facts.Convocation) bool { return c.ID == id })
	if i < 0 {
		return nil, nil, season.Place{}, fmt.Errorf("convocation %s: %w", id, league.ErrNotFound)
	}
	c := &s.Convocations[i]
	p := s.PlaceAsked(*c)
	if err := may(s.Host(p)); err != nil {
		return nil, nil, p, err
	}
	if s.begun(p) {
		return nil, nil, p, s.refuse(p.To, "final-has-begun", "event", s.FinalOf(p).Title)
	}
	return s, c, p, nil
}

// The states of a convocation.
const (
	ConvocationWaits   = "waiting"
	ConvocationOverdue = "overdue" // its time to answer is over
	SaidYes            = "coming"
	SaidNo             = "not-coming"
	DidNotAnswer       = "lapsed"
	HasEnded           = "ended" // his place is gone, or the call was taken back
)

// Stands tells what became of a convocation, with the word by which the person does not
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
