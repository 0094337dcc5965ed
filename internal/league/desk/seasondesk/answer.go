package seasondesk

import (
	"fmt"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/eventdesk"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/register"
	"referto/internal/logfact"
	"referto/internal/tenant/tenantdb"
)

// Answer records whether a player comes to a final. A no frees their place for the player whom the rule names
// next (CN09 1.7, 1.9), who is only proposed. A yes needs a convocation, in time; after a no it also needs that
// nobody else was convoked meanwhile. The same answer twice changes nothing.
func (d Desk) Answer(tx tenantdb.Tx, act desk.Act, id league.SeasonID, r register.Reply) (desk.Followed, error) {
	final, s, err := d.takeFinal(tx, id, r)
	if err != nil {
		return desk.Followed{}, err
	}
	if err := act.Authority.Covers(s.HostFor(r)); err != nil {
		return desk.Followed{}, err
	}
	if err := requireKnown(tx, s, "/player", r); err != nil {
		return desk.Followed{}, err
	}
	r.Record = desk.NewID()
	a, err := s.Answer(r, act.Now)
	if err != nil {
		return desk.Followed{}, err
	}
	if a.After == s {
		return desk.Followed{Before: s, After: s}, nil
	}
	recordAnswer(tx, act, s.Season.ID, r, a)
	if final == nil {
		return d.Follow(tx, act, s, a.After)
	}
	return d.Follow(tx, act, s, a.After, final)
}

// requireKnown refuses the answer of a person who is not in the register. A holder of a place is in it.
func requireKnown(door tenantdb.Door, s *register.Season, at string, r register.Reply) error {
	if !s.NeedsRegister(r) {
		return nil
	}
	return requirePlayers(door, at, r.Player)
}

// takeFinal takes the final that an answer is about, if it is announced and has not begun, and then the season.
func (d Desk) takeFinal(tx tenantdb.Tx, id league.SeasonID, r register.Reply) (*officiating.Situation, *register.Season, error) {
	seen, err := d.ViewSeason(tx, id)
	if err != nil {
		return nil, nil, err
	}
	var opened *officiating.Situation
	final := seen.FinalEvent(r.To, seen.HostFor(r))
	if final != nil && !final.Started() {
		if opened, err = d.Open(tx, final.ID); err != nil {
			return nil, nil, err
		}
	}
	s, err := d.TakeRunning(tx, id)
	if err != nil {
		return nil, nil, err
	}
	if now := s.FinalEvent(r.To, s.HostFor(r)); (now == nil) != (final == nil) || now != nil && now.ID != final.ID {
		return nil, nil, fmt.Errorf("the final of season %s was moved: %w", id, league.ErrConflict)
	}
	return opened, s, nil
}

// recordAnswer leaves an answer to be written and logs whether the player comes; the reason is stored with the
// answer alone.
func recordAnswer(tx tenantdb.Tx, act desk.Act, id league.SeasonID, r register.Reply, a register.Answered) {
	if back := a.TakenBack; back != nil {
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.RevokeUnavailability(b, back.ID, act.By, act.Now, r.How) })
	}
	if said := a.Said; said != nil {
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddUnavailability(b, id, *said, act.By) })
	}
	if call := a.Call; call != nil {
		by := act.By
		if call.AcceptedAt == nil {
			by = uuid.Nil
		}
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.AnswerConvocation(b, call.ID, by, call.AcceptedAt, call.How) })
	}
	answer := leaguelog.Answer{Season: id, Player: r.Player, Final: r.To, Place: string(a.Place)}
	fact := logfact.Fact(leaguelog.NotComingAnswered{Answer: answer})
	if r.Coming {
		fact = leaguelog.ComingAnswered{Answer: answer}
	}
	act.Record.Log(uuid.Nil, fact)
	act.Record.Audit("place of "+r.Player.String(), r.How, nil, map[string]any{"final": r.To, "coming": r.Coming, "byLink": r.ByLink != uuid.Nil})
}

// EnterFromPlaces makes all players who have accepted their places entrants of a final, and takes out those who
// no longer come.
func (d Desk) EnterFromPlaces(tx tenantdb.Tx, act desk.Act, id league.EventID) (eventdesk.Ruled, error) {
	final, err := d.Open(tx, id)
	if err != nil {
		return eventdesk.Ruled{}, err
	}
	if err := register.RequireOpenFinal(final.Event); err != nil {
		return eventdesk.Ruled{}, err
	}
	s, err := d.TakeRunning(tx, *final.Event.SeasonID)
	if err != nil {
		return eventdesk.Ruled{}, err
	}
	return eventdesk.At(d.Desk).Ruled(tx, act, final, s, s, nil)
}
