package entrydesk

import (
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/people"
	"referto/internal/tenant/tenantdb"
)

// Eligibility returns every reason why a player may not enter an event that was
// just loaded. [Desk.EnterPlayer] decides by the same.
func (d Desk) Eligibility(door tenantdb.Door, s *officiating.Situation, player league.PlayerID) ([]league.Grounds, error) {
	c, err := d.LoadCandidate(door, s, player)
	if errors.Is(err, tenantdb.ErrNotFound) {
		return nil, desk.UnknownPlayer
	}
	if err != nil {
		return nil, err
	}
	return s.WhyNotEnter(&c.Known, c.Player, c.Entry), nil
}

// IsPlayer reports whether a player belongs to an account; none belongs to [uuid.Nil].
func (d Desk) IsPlayer(door tenantdb.Door, account uuid.UUID, player league.PlayerID) (bool, error) {
	if account == uuid.Nil {
		return false, nil
	}
	var own *facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayerOfAccount(b, &own, account)
	err := door.Send(b)
	return own != nil && own.ID == player, err
}

// EnterPlayer enters a player: on a seat while there is room, otherwise on the waiting list. If the ruleset has
// a rule on entries beyond the field, the admission of each entry follows from all entries
// ([officiating.Situation.Admission]).
func (d Desk) EnterPlayer(tx tenantdb.Tx, act desk.Act, id league.EventID, n NewEntry) (facts.Entry, *officiating.Situation, error) {
	s, err := d.OpenKept(tx, id)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	c, err := d.LoadCandidate(tx, s, n.Player)
	if errors.Is(err, tenantdb.ErrNotFound) {
		return facts.Entry{}, nil, desk.UnknownPlayer
	}
	if err != nil {
		return facts.Entry{}, nil, err
	}
	if n.Received, err = officiating.ReceivedAt(n.Received, act.Now); err != nil {
		return facts.Entry{}, nil, err
	}
	if n.Despite != "" {
		if err := desk.Exempt(tx, act, s, &c, n.Despite); err != nil {
			return facts.Entry{}, nil, err
		}
	}
	return d.enter(tx, act, s, c, desk.Received{At: n.Received, NameReserved: n.NameReserved})
}

// EnterPlayers enters a list of players in its order, all or none: on seats while there is room, then on
// the waiting list. It refuses as [officiating.Situation.MayEnterTogether] does.
func (d Desk) EnterPlayers(tx tenantdb.Tx, act desk.Act, id league.EventID, players []league.PlayerID) ([]facts.Entry, *officiating.Situation, error) {
	s, err := d.OpenKept(tx, id)
	if err != nil {
		return nil, nil, err
	}
	list, err := d.LoadCandidates(tx, s, players...)
	if err != nil {
		return nil, nil, err
	}
	if err := s.MayEnterTogether(&list[0].Known, "/players", playersOf(list)); err != nil {
		return nil, nil, err
	}
	return desk.AddEntries(tx, act, s, list), s, nil
}

// NewEntry describes an entry that one person makes for another.
type NewEntry struct {
	Player league.PlayerID
	// Received is the time at which they asked, on paper or by mail, with which a deadline is
	// compared (FG14 2). The zero time is now.
	Received time.Time
	// Despite is the reason for which the championship manager lets them in although they are qualified for a
	// final of the season; "" if they are not.
	Despite string
	// NameReserved is [facts.Entry.NameReserved].
	NameReserved bool
}

// EnterMyself enters the player of an account; without one the account's name
// becomes a player of the register.
func (d Desk) EnterMyself(tx tenantdb.Tx, act desk.Act, id league.EventID, me facts.Player, nameReserved bool) (facts.Entry, *officiating.Situation, error) {
	s, err := d.OpenKept(tx, id)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	var known *facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayerOfAccount(b, &known, act.By)
	if err := tx.Send(b); err != nil {
		return facts.Entry{}, nil, err
	}
	if known == nil {
		if err := people.MayBeNamed("", me.Name); err != nil {
			return facts.Entry{}, nil, err
		}
		me.AccountID = &act.By
		if err := desk.AddPlayer(tx, act, &me); err != nil {
			return facts.Entry{}, nil, err
		}
		known = &me
	}
	c, err := d.LoadCandidate(tx, s, known.ID)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	return d.enter(tx, act, s, c, desk.Received{At: act.Now, NameReserved: nameReserved})
}

func (d Desk) enter(tx tenantdb.Tx, act desk.Act, s *officiating.Situation, c desk.Candidate, received desk.Received) (facts.Entry, *officiating.Situation, error) {
	if err := people.MayUse(c.Player); err != nil {
		return facts.Entry{}, nil, err
	}
	if err := officiating.Refusal(s.WhyNotEnter(&c.Known, c.Player, c.Entry)); err != nil {
		return facts.Entry{}, nil, err
	}
	return desk.AddEntry(tx, act, s, c.Player, received, c.Yields(s.Event), c.Despite), s, nil
}

// openEntry opens an event and one of its entries to change it.
func (d Desk) openEntry(tx tenantdb.Tx, id league.EventID, number int) (*officiating.Situation, *facts.Entry, error) {
	s, err := d.OpenKept(tx, id)
	if err != nil {
		return nil, nil, err
	}
	e := s.Entry(league.Entry(number))
	if e == nil {
		return nil, nil, fmt.Errorf("entry %d: %w", number, league.ErrNotFound)
	}
	return s, e, nil
}

// CancelEntry cancels an entry before the start; the first of the waiting list moves up. Reason is "" when the
// player does it themself. An entry in a final follows from the place there, which is given up by an answer
// ([seasondesk.Desk.Answer]).
func (d Desk) CancelEntry(tx tenantdb.Tx, act desk.Act, id league.EventID, number int, reason string) (facts.Entry, *officiating.Situation, error) {
	s, e, err := d.openEntry(tx, id, number)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	if err := s.MayCancel(*e); err != nil {
		return facts.Entry{}, nil, err
	}
	cancelled, _ := desk.TakeBack(tx, act, s, e, "", reason)
	return cancelled, s, nil
}

// CheckIn records that a player has arrived, or with here false that they have not.
func (d Desk) CheckIn(tx tenantdb.Tx, act desk.Act, id league.EventID, number int, here bool) (facts.Entry, *officiating.Situation, error) {
	s, e, err := d.openEntry(tx, id, number)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	checked, err := s.CheckIn(*e, here, act.Now)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	if here {
		if err := d.mayArrive(tx, s, *e); err != nil {
			return facts.Entry{}, nil, err
		}
	}
	marked := officiating.Marked{Before: *e, After: checked}
	*e = checked
	desk.ChangeEntry(tx, act, s, e, marked.Before, "")
	logMark(act, s, marked)
	return *e, s, nil
}

// MarkFee records that an entry's fee is paid, or not (CN09 1.10).
func (d Desk) MarkFee(tx tenantdb.Tx, act desk.Act, id league.EventID, number int, from desk.Version, paid bool) (facts.Entry, *officiating.Situation, error) {
	s, e, err := d.openEntry(tx, id, number)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	if from.Stale(e.Version) {
		return facts.Entry{}, nil, &desk.StaleError{Current: map[string]any{"version": e.Version, "feePaid": e.FeePaid}}
	}
	before := *e
	e.FeePaid = paid
	desk.ChangeEntry(tx, act, s, e, before, "")
	act.Record.Log(id.UUID, leaguelog.FeeMarked{EntryNow: desk.LoggedEntry(*e)})
	return *e, s, nil
}
