package desk

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/logfact"
	"referto/internal/tenant/tenantdb"
)

// Eligibility tells why a player may not enter an event that was just loaded, every
// reason. It is what [Desk.EnterPlayer] decides by.
func (d *Desk) Eligibility(door tenantdb.Door, s *Stage, player league.PlayerID) ([]league.Grounds, error) {
	c, err := d.loadCandidate(door, s, player)
	if errors.Is(err, tenantdb.ErrNotFound) {
		return nil, unknownPlayer
	}
	if err != nil {
		return nil, err
	}
	return c.reasons(s), nil
}

// IsPlayer tells whether a player is that of an account; [uuid.Nil] is nobody's.
func (d *Desk) IsPlayer(door tenantdb.Door, account uuid.UUID, player league.PlayerID) (bool, error) {
	if account == uuid.Nil {
		return false, nil
	}
	var own *facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayerOfAccount(b, &own, account)
	err := door.Send(b)
	return own != nil && own.ID == player, err
}

// unknownPlayer is the refusal of an id that is nobody's in the register.
var unknownPlayer = league.Faults{{Pointer: "/player", Grounds: league.Grounds{Reason: "unknown-player"}}}

// candidate is a player who wants to enter, with what decides about him.
type candidate struct {
	player facts.Player
	entry  *facts.Entry           // his entry, if he has one
	known  officiating.Background // of him
	// despite is why he is let in although he is qualified; "" where he is not.
	despite string
}

func (d *Desk) loadCandidate(door tenantdb.Door, s *Stage, player league.PlayerID) (candidate, error) {
	var c candidate
	id := s.Event.ID
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayer(b, &c.player, player)
	leaguedb.LoadEntryOfPlayer(b, &c.entry, id, player)
	queueBackground(&c.known, b, door, id, []uuid.UUID{player.UUID})
	if err := door.Send(b); err != nil {
		return c, fmt.Errorf("player %s: %w", player, err)
	}
	var err error
	c.known.Season, err = d.bySeason(door, s, []uuid.UUID{player.UUID})
	return c, err
}

// reasons are all reasons why the candidate may not enter now.
func (c candidate) reasons(s *Stage) []league.Grounds {
	out := s.ClosedTo()
	if c.entry != nil {
		out = append(out, league.Grounds{Reason: "already-entered", Params: map[string]string{"entry": strconv.Itoa(c.entry.Number)}})
	}
	return append(out, s.Excludes(&c.known, c.player.ID, c.player.AccountID)...)
}

// EnterPlayer enters a player: on a seat while there is room, otherwise on the
// waiting list. Where the ruleset has a rule on entries beyond the field, how he
// stands follows from all entries ([Stage.Admission]).
func (d *Desk) EnterPlayer(tx tenantdb.Tx, act Act, id league.EventID, n NewEntry) (facts.Entry, *Stage, error) {
	s, err := d.open(tx, id)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	c, err := d.loadCandidate(tx, s, n.Player)
	if errors.Is(err, tenantdb.ErrNotFound) {
		return facts.Entry{}, nil, unknownPlayer
	}
	if err != nil {
		return facts.Entry{}, nil, err
	}
	if n.Received.After(act.Now) {
		return facts.Entry{}, nil, league.Faults{{Pointer: "/receivedAt", Grounds: league.Grounds{Reason: "received-in-future"}}}
	}
	if n.Received.IsZero() {
		n.Received = act.Now
	}
	if n.Despite != "" {
		if err := s.exempt(tx, act, &c, n.Despite); err != nil {
			return facts.Entry{}, nil, err
		}
	}
	return d.enter(tx, act, s, c, n.Received)
}

// NewEntry is a player to be entered by somebody else.
type NewEntry struct {
	Player league.PlayerID
	// Received is when he asked, on paper or by mail: that is what a deadline is about
	// (FG14 2). The zero time is now.
	Received time.Time
	// Despite is why the championship manager lets him in although he is qualified for a
	// final of the season; "" where he is not.
	Despite string
}

// EnterMyself enters the player of an account; without one the account's name
// becomes a player of the register.
func (d *Desk) EnterMyself(tx tenantdb.Tx, act Act, id league.EventID, me facts.Player) (facts.Entry, *Stage, error) {
	s, err := d.open(tx, id)
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
		if err := requireNamed("", me.Name); err != nil {
			return facts.Entry{}, nil, err
		}
		me.ID, me.AccountID, me.AddedBy, me.CreatedAt, me.Version = league.PlayerID{UUID: newID()}, &act.By, &act.By, act.Now, 1
		add := &tenantdb.Batch{}
		leaguedb.AddPlayer(add, me)
		if err := tx.Send(add); err != nil {
			return facts.Entry{}, nil, err
		}
		act.Record.Log(uuid.Nil, leaguelog.PlayerCreated{Player: me.ID})
		known = &me
	}
	c, err := d.loadCandidate(tx, s, known.ID)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	return d.enter(tx, act, s, c, act.Now)
}

func (d *Desk) enter(tx tenantdb.Tx, act Act, s *Stage, c candidate, received time.Time) (facts.Entry, *Stage, error) {
	if err := officiating.Refusal(c.reasons(s)); err != nil {
		return facts.Entry{}, nil, err
	}
	return s.addEntry(tx, act, c.player, received, c.despite), s, nil
}

// addEntry enters somebody who may enter, for a reason where one is needed.
func (s *Stage) addEntry(tx tenantdb.Tx, act Act, player facts.Player, received time.Time, reason string) facts.Entry {
	s.Event.EntryCount++
	e := s.Seat(facts.Entry{
		Number: s.Event.EntryCount, EnteredAt: received.UTC(), Version: 1,
		PlayerID: player.ID, PlayerName: player.Name, PlayerClub: player.Club, AccountID: player.AccountID,
	})
	s.Entries = append(s.Entries, e)
	s.save(tx)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddEntry(b, s.Event.ID, e, act.By) })
	act.Record.Log(s.Event.ID.UUID, leaguelog.EntryCreated{Entry: league.Entry(e.Number), Player: e.PlayerID, State: string(e.State)})
	act.Record.Audit("entry "+strconv.Itoa(e.Number), reason, nil, map[string]any{"player": e.PlayerID, "state": e.State, "receivedAt": e.EnteredAt})
	return e
}

// openEntry opens an event and one of its entries to change it.
func (d *Desk) openEntry(tx tenantdb.Tx, id league.EventID, number int) (*Stage, *facts.Entry, error) {
	s, err := d.open(tx, id)
	if err != nil {
		return nil, nil, err
	}
	e := s.Entry(league.Entry(number))
	if e == nil {
		return nil, nil, fmt.Errorf("entry %d: %w", number, league.ErrNotFound)
	}
	return s, e, nil
}

// changeEntry leaves an entry's new state to be written, and what it was for the audit.
func (s *Stage) changeEntry(tx tenantdb.Tx, act Act, e *facts.Entry, before facts.Entry, reason string) {
	e.Version++
	id, changed := s.Event.ID, *e
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeEntry(b, id, changed) })
	s.touchSeason(tx)
	act.Record.Audit("entry "+strconv.Itoa(e.Number), reason, entryRecord(before), entryRecord(*e))
}

func entryRecord(e facts.Entry) map[string]any {
	return map[string]any{"state": e.State, "feePaid": e.FeePaid}
}

// CancelEntry takes an entry back before the start; the first of the waiting
// list moves up. Reason is "" when the player does it himself. An entry in a final
// follows from the place there, which is given up by an answer ([Desk.Answer]).
func (d *Desk) CancelEntry(tx tenantdb.Tx, act Act, id league.EventID, number int, reason string) (facts.Entry, *Stage, error) {
	s, e, err := d.openEntry(tx, id, number)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	if err := s.MayCancel(*e); err != nil {
		return facts.Entry{}, nil, err
	}
	cancelled, _ := s.takeBack(tx, act, e, "", reason)
	return cancelled, s, nil
}

// takeBack cancels an entry, whose seat goes to the first of the waiting list. Barred
// is why the regulation refuses it; "" if it does not.
func (s *Stage) takeBack(tx tenantdb.Tx, act Act, e *facts.Entry, barred rules.ExclusionReason, reason string) (cancelled facts.Entry, promoted []facts.Entry) {
	id, before := s.Event.ID, *e
	markCancelled(e, act.Now, barred)
	promoted = s.Promote()
	s.changeEntry(tx, act, e, before, reason)
	act.Record.Log(id.UUID, leaguelog.EntryCancelled{EntryNow: loggedEntry(*e)})
	for _, p := range promoted {
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeEntry(b, id, p) })
		act.Record.Log(id.UUID, leaguelog.EntryPromoted{Entry: league.Entry(p.Number)})
	}
	return *e, promoted
}

// markCancelled takes an entry back in the facts at hand.
func markCancelled(e *facts.Entry, now time.Time, barred rules.ExclusionReason) {
	e.State, e.CancelledAt, e.CheckedInAt, e.WaitingPosition, e.Barred = facts.EntryCancelled, &now, nil, 0, barred
}

// CheckIn says that a player is here, or with here false that he is not.
func (d *Desk) CheckIn(tx tenantdb.Tx, act Act, id league.EventID, number int, here bool) (facts.Entry, *Stage, error) {
	s, e, err := d.openEntry(tx, id, number)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	checked, err := s.CheckIn(*e, here, act.Now)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	if here {
		if err := d.requireMayPlay(tx, s, *e); err != nil {
			return facts.Entry{}, nil, err
		}
		if err := d.requireChecked(tx, s, *e); err != nil {
			return facts.Entry{}, nil, err
		}
	}
	before := *e
	*e = checked
	s.changeEntry(tx, act, e, before, "")
	fact := logfact.Fact(leaguelog.EntryCheckedIn{EntryNow: loggedEntry(*e)})
	if !here {
		fact = leaguelog.CheckInUndone{EntryNow: loggedEntry(*e)}
	}
	act.Record.Log(id.UUID, fact)
	return *e, s, nil
}

// MarkFee says whether an entry's fee is paid (CN09 1.10).
func (d *Desk) MarkFee(tx tenantdb.Tx, act Act, id league.EventID, number int, matches func(version int) bool, paid bool) (facts.Entry, *Stage, error) {
	s, e, err := d.openEntry(tx, id, number)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	if !matches(e.Version) {
		return facts.Entry{}, nil, &StaleError{Current: map[string]any{"version": e.Version, "feePaid": e.FeePaid}}
	}
	before := *e
	e.FeePaid = paid
	s.changeEntry(tx, act, e, before, "")
	act.Record.Log(id.UUID, leaguelog.FeeMarked{EntryNow: loggedEntry(*e)})
	return *e, s, nil
}
