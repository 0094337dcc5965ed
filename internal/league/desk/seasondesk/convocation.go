package seasondesk

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/register"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
)

// Call is a place to whose final a player is to be convoked, with the holder that the caller has seen.
type Call struct {
	Place  season.PlaceID
	Player league.PlayerID
}

// Convoke calls the holders of places to come to their finals. Without a deadline for the answer, the ruleset's
// applies. Either all are called or nobody.
func (d Desk) Convoke(tx tenantdb.Tx, act desk.Act, id league.SeasonID, calls []Call, by time.Time) ([]facts.Convocation, *register.Season, error) {
	s, err := d.TakeRunning(tx, id)
	if err != nil {
		return nil, nil, err
	}
	var sent []facts.Convocation
	for _, call := range calls {
		p, err := s.ToCall(call.Place)
		if err != nil {
			return nil, nil, err
		}
		if err := act.Authority.Covers(s.Host(p)); err != nil {
			return nil, nil, err
		}
		c, err := s.Call(p, call.Player, by, act.Now)
		if err != nil {
			return nil, nil, err
		}
		c.ID, c.SentBy = desk.NewID(), act.By
		sent = append(sent, c)
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddConvocation(b, id, c) })
		act.Record.Log(uuid.Nil, leaguelog.ConvocationSent{Call: desk.LoggedConvocation(id, c)})
		s = s.Called(c)
	}
	act.Record.Audit("season "+id.String(), "", nil, map[string]any{"convoked": len(sent)})
	return sent, s, nil
}

// WithdrawConvocation withdraws a call that was sent in error, as long as the player has not accepted it and
// the final has not begun.
func (d Desk) WithdrawConvocation(tx tenantdb.Tx, act desk.Act, in league.SeasonID, id uuid.UUID, reason string) (desk.Followed, error) {
	s, c, err := d.takeConvocation(tx, act, in, id)
	if err != nil {
		return desk.Followed{}, err
	}
	after, err := s.TakeCallBack(*c)
	if err != nil {
		return desk.Followed{}, err
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.WithdrawConvocation(b, c.ID, act.By, act.Now, reason) })
	act.Record.Log(uuid.Nil, leaguelog.ConvocationWithdrawn{Season: in, Convocation: c.ID})
	act.Record.Audit("convocation "+c.ID.String(), reason, map[string]any{"withdrawn": false}, map[string]any{"withdrawn": true})
	return d.Follow(tx, act, s, after)
}

// Lapse records a convocation without an answer in time as a no. The rule's next player then has the place;
// they are not called automatically.
func (d Desk) Lapse(tx tenantdb.Tx, act desk.Act, in league.SeasonID, id uuid.UUID) (desk.Followed, error) {
	s, c, err := d.takeConvocation(tx, act, in, id)
	if err != nil {
		return desk.Followed{}, err
	}
	u, err := s.Lapse(*c, act.Now)
	if err != nil {
		return desk.Followed{}, err
	}
	u.ID = desk.NewID()
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddUnavailability(b, in, u, act.By) })
	act.Record.Log(uuid.Nil, leaguelog.ConvocationLapsed{Call: desk.LoggedConvocation(in, *c)})
	act.Record.Audit("convocation "+c.ID.String(), "", map[string]any{"lapsed": false}, map[string]any{"lapsed": true})
	return d.Follow(tx, act, s, s.Declined(u))
}

// takeConvocation takes a season with one of its convocations, to a final that has not
// begun.
func (d Desk) takeConvocation(tx tenantdb.Tx, act desk.Act, in league.SeasonID, id uuid.UUID) (*register.Season, *facts.Convocation, error) {
	s, err := d.TakeRunning(tx, in)
	if err != nil {
		return nil, nil, err
	}
	c, err := s.FindCall(id)
	if err != nil {
		return nil, nil, err
	}
	p := s.PlaceAsked(*c)
	if err := act.Authority.Covers(s.Host(p)); err != nil {
		return nil, nil, err
	}
	return s, c, s.RequireToBegin(p)
}
