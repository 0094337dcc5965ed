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
	"referto/internal/logfact"
	"referto/internal/tenant/tenantdb"
)

// Reply is somebody's word on whether he comes to a final.
type Reply struct {
	Player league.PlayerID
	To     rules.SeasonFinal
	Coming bool
	Reason string
	// How is how the word came to whoever records it, "by phone"; "" where the person
	// himself gives it. A recorded one may come after the time to answer.
	How string
	// ByLink is the convocation whose letter's link is used; the zero id for none. It
	// works until the time to answer is over.
	ByLink uuid.UUID
}

// Answer records whether somebody comes to a final. A no frees his place for whom the
// rule names next (CN09 1.7, 1.9), who is only proposed. A yes needs a convocation, in
// time; after a no it also needs that nobody else was convoked meanwhile. The same word
// twice changes nothing. May is nil where the person himself answers.
func (d *Desk) Answer(tx tenantdb.Tx, act Act, id league.SeasonID, r Reply, may Overseer) (Followed, error) {
	stage, s, err := d.takeFinal(tx, id, r)
	if err != nil {
		return Followed{}, err
	}
	if may != nil {
		if err := may(s.hostFor(r)); err != nil {
			return Followed{}, err
		}
	}
	a, err := s.answer(tx, act, r)
	if err != nil {
		return Followed{}, err
	}
	if a.After == s {
		return Followed{Before: s, After: s}, nil
	}
	s.recordAnswer(tx, act, r, a)
	if stage == nil {
		return d.follow(tx, act, s, a.After)
	}
	return d.follow(tx, act, s, a.After, stage)
}

// answered is what an answer leads to, before it is written.
type answered struct {
	After *Season // the same season where it changes nothing
	place season.PlaceID
	write []func(*tenantdb.Batch)
}

// hostFor is the region of whose final an answer is; the zero id is the national final,
// and where it is about no place.
func (s *Season) hostFor(r Reply) league.RegionID {
	if p, has := s.PlaceOf(r.Player, r.To); has {
		return s.Host(p)
	}
	if u := s.unavailable(r.Player, r.To); u != nil {
		if p, has := s.available(*u).PlaceOf(r.Player, r.To); has {
			return s.Host(p)
		}
	}
	return league.RegionID{}
}

// takeFinal takes the final that an answer is about, where it is announced and has not
// begun, and then the season.
func (d *Desk) takeFinal(tx tenantdb.Tx, id league.SeasonID, r Reply) (*Stage, *Season, error) {
	seen, err := d.ViewSeason(tx, id)
	if err != nil {
		return nil, nil, err
	}
	var stage *Stage
	final := seen.FinalEvent(r.To, seen.hostFor(r))
	if final != nil && !final.Started() {
		if stage, err = d.open(tx, final.ID); err != nil {
			return nil, nil, err
		}
	}
	s, err := d.takeRunning(tx, id)
	if err != nil {
		return nil, nil, err
	}
	if now := s.FinalEvent(r.To, s.hostFor(r)); (now == nil) != (final == nil) || now != nil && now.ID != final.ID {
		return nil, nil, fmt.Errorf("the final of season %s was moved: %w", id, league.ErrConflict)
	}
	return stage, s, nil
}

// answer is what an answer leads to, or why it cannot be given. It writes nothing.
func (s *Season) answer(door tenantdb.Door, act Act, r Reply) (answered, error) {
	if e := s.FinalEvent(r.To, s.hostFor(r)); e != nil && e.Started() {
		return answered{}, s.refuse(r.To, "final-has-begun", "event", e.Title)
	}
	c := s.Convocation(r.Player, r.To)
	if r.ByLink != uuid.Nil && (c == nil || c.ID != r.ByLink) {
		return answered{}, s.refuse(r.To, "convocation-withdrawn")
	}
	if c != nil && r.How == "" {
		if why, ended := s.Ended(*c); ended {
			return answered{}, &league.StateError{Grounds: Discreet(why)}
		}
	}
	no := s.unavailable(r.Player, r.To)
	late := c != nil && !act.Now.Before(c.AnswerBy)
	switch {
	case no != nil && no.Lapsed && r.How == "":
		return answered{}, s.answerLate("answer-lapsed", r.To, c)
	case late && (r.ByLink != uuid.Nil || r.Coming && r.How == "" && c.AcceptedAt == nil):
		return answered{}, s.answerLate("answer-too-late", r.To, c)
	case r.Coming:
		return s.accept(act, r, c, no)
	case no != nil:
		return answered{After: s}, nil
	}
	return s.decline(door, act, r, c)
}

// answerLate is the refusal of an answer that comes after its time.
func (s *Season) answerLate(reason string, to rules.SeasonFinal, c *facts.Convocation) error {
	until := ""
	if c != nil {
		until = s.until(s.PlaceAsked(*c), c.AnswerBy)
	}
	return &league.StateError{Grounds: s.Rules.Grounds(s.Rules.Season.AnswerParagraph(to), reason, "until", until)}
}

// accept is that somebody comes.
func (s *Season) accept(act Act, r Reply, c *facts.Convocation, no *facts.Unavailability) (answered, error) {
	after := s
	if no != nil {
		after = s.available(*no)
		if by := s.wentOn(after, r.To); by != nil {
			return answered{}, s.refuse(r.To, "place-went-on")
		}
	}
	p, has := after.PlaceOf(r.Player, r.To)
	switch {
	case !has:
		return answered{}, s.refuse(r.To, "no-place-in-final")
	case c == nil && no == nil:
		return answered{}, s.refuse(r.To, "not-convoked")
	case c != nil && c.AcceptedAt != nil && no == nil:
		return answered{After: s}, nil
	}
	out := answered{After: after, place: p.ID}
	if no != nil {
		out.write = append(out.write, func(b *tenantdb.Batch) { leaguedb.RevokeUnavailability(b, no.ID, act.By, act.Now, r.How) })
	}
	if c != nil {
		out.write = append(out.write, func(b *tenantdb.Batch) { leaguedb.AnswerConvocation(b, c.ID, act.By, &act.Now, r.How) })
		out.After = after.accepted(c.ID, &act.Now, r.How)
	}
	return out, nil
}

// accepted is the season as it is when somebody has said that he comes, or with at nil
// has not.
func (s *Season) accepted(convocation uuid.UUID, at *time.Time, how string) *Season {
	return s.changed(func(f *facts.SeasonFacts) {
		f.Convocations = slices.Clone(f.Convocations)
		for i := range f.Convocations {
			if c := &f.Convocations[i]; c.ID == convocation {
				c.AcceptedAt, c.How = at, how
			}
		}
	})
}

// wentOn is the call to somebody who has a place now and would not have it after; nil
// where nobody relies on it.
func (s *Season) wentOn(after *Season, to rules.SeasonFinal) *facts.Convocation {
	for i := range s.Convocations {
		c := &s.Convocations[i]
		if rules.SeasonFinal(c.Final) != to {
			continue
		}
		_, has := s.PlaceOf(c.PlayerID, to)
		if _, keeps := after.PlaceOf(c.PlayerID, to); has && !keeps {
			return c
		}
	}
	return nil
}

// decline is that somebody cannot come. Who has no place may say so through somebody else
// only: that he cannot step in.
func (s *Season) decline(door tenantdb.Door, act Act, r Reply, c *facts.Convocation) (answered, error) {
	p, has := s.PlaceOf(r.Player, r.To)
	if !has {
		if r.How == "" {
			return answered{}, s.refuse(r.To, "no-place-in-final")
		}
		if err := requirePlayers(door, "/player", r.Player); err != nil {
			return answered{}, err
		}
	}
	u := facts.Unavailability{ID: newID(), PlayerID: r.Player, Final: string(r.To), Reason: r.Reason, How: r.How, SaidAt: act.Now}
	out := answered{place: p.ID}
	out.write = append(out.write, func(b *tenantdb.Batch) { leaguedb.AddUnavailability(b, s.Season.ID, u, act.By) })
	after := s
	if c != nil && c.AcceptedAt != nil {
		out.write = append(out.write, func(b *tenantdb.Batch) { leaguedb.AnswerConvocation(b, c.ID, uuid.Nil, nil, "") })
		after = after.accepted(c.ID, nil, "")
	}
	out.After = after.Declined(u)
	return out, nil
}

// recordAnswer leaves an answer to be written and keeps who comes or not; why stays with
// the answer itself.
func (s *Season) recordAnswer(tx tenantdb.Tx, act Act, r Reply, a answered) {
	for _, write := range a.write {
		tx.Defer(write)
	}
	answer := leaguelog.Answer{Season: s.Season.ID, Player: r.Player, Final: r.To, Place: string(a.place)}
	fact := logfact.Fact(leaguelog.NotComingAnswered{Answer: answer})
	if r.Coming {
		fact = leaguelog.ComingAnswered{Answer: answer}
	}
	act.Record.Log(uuid.Nil, fact)
	act.Record.Audit("place of "+r.Player.String(), r.How, nil, map[string]any{"final": r.To, "coming": r.Coming, "byLink": r.ByLink != uuid.Nil})
}

// EnterFromPlaces makes entrants of a final of all who have said that they come, and
// takes out who does not come any more.
func (d *Desk) EnterFromPlaces(tx tenantdb.Tx, act Act, id league.EventID) (Ruled, error) {
	stage, err := d.open(tx, id)
	if err != nil {
		return Ruled{}, err
	}
	if !IsFinal(stage.Event) {
		return Ruled{}, league.NotNow("no-final-of-season")
	}
	if stage.Event.State != facts.Open {
		return Ruled{}, league.NotNow("entries-not-open", "state", string(stage.Event.State))
	}
	s, err := d.takeRunning(tx, league.SeasonID{UUID: *stage.Event.SeasonID})
	if err != nil {
		return Ruled{}, err
	}
	return d.ruled(tx, act, stage, s, s)
}

// MyPlaces are the places of somebody in the finals of a season.
func (s *Season) MyPlaces(player league.PlayerID) []season.Place {
	var out []season.Place
	for _, p := range s.State.Places {
		if p.Holder == player && player != noPlayer {
			out = append(out, p)
		}
	}
	return out
}
