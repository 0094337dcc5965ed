package desk

import (
	"fmt"
	"strconv"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// UnknownPlayer is the refusal of an id that is nobody's in the register.
var UnknownPlayer = league.Faults{{Field: "/player", Grounds: league.Grounds{Reason: "unknown-player"}}}

// Candidate is a player who wants to enter, with what decides about them.
type Candidate struct {
	Player facts.Player
	Entry  *facts.Entry           // their entry, if they have one
	Known  officiating.Background // of them
	// Despite says why they are let in although they are qualified; "" where they are not.
	Despite string
}

// LoadCandidate loads a player who wants to enter an event, with all that may keep them
// from it. For an alias that is the record that is kept.
func (d *Desk) LoadCandidate(door tenantdb.Door, s *officiating.Situation, player league.PlayerID) (Candidate, error) {
	var c Candidate
	id := s.Event.ID
	b := &tenantdb.Batch{}
	queueBackground(&c.Known, b, door, id, []league.PlayerID{player}) // first: in a transaction it holds them as they are
	leaguedb.LoadPlayer(b, &c.Player, player)                         // since they are held: nobody erases them meanwhile
	leaguedb.LoadEntryOfPlayer(b, &c.Entry, id, player)
	var rankings []facts.Ranking
	var club []leaguedb.ClubOn
	leaguedb.LoadClubsOn(b, &club, []league.PlayerID{player}, rules.DayOf(s.Event.LocalDate()))
	leaguedb.LoadRankings(b, &rankings)
	if err := door.Send(b); err != nil {
		return c, fmt.Errorf("player %s: %w", player, err)
	}
	if kept := c.Player.KeptAs; kept != nil {
		return d.LoadCandidate(door, s, *kept)
	}
	c.Player.Club = club[0].Club // an entry shows that of the day of the event
	return c, d.LoadDerived(&c.Known, door, s, rankings, []league.PlayerID{player})
}

// AddEntry enters somebody who may enter, for a reason where one is needed. Yields says why the entry comes
// after those of others; nil where it does not.
func AddEntry(tx tenantdb.Tx, act Act, s *officiating.Situation, player facts.Player, received time.Time, yields *league.Grounds, reason string) facts.Entry {
	s.Event.EntryCount++
	e := s.Seat(facts.Entry{
		Number: s.Event.EntryCount, EnteredAt: received.UTC(), Version: 1,
		PlayerID: player.ID, PlayerName: player.Name, PlayerInitials: player.Initials, PlayerClub: player.Club, AccountID: player.AccountID, Yields: yields,
	})
	s.Entries = append(s.Entries, e)
	Save(tx, s)
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddEntry(b, s.Event.ID, e, act.By) })
	act.Record.Log(s.Event.ID.UUID, leaguelog.EntryCreated{Entry: league.Entry(e.Number), Player: e.PlayerID, State: string(e.State)})
	act.Record.Audit("entry "+strconv.Itoa(e.Number), reason, nil, map[string]any{"player": e.PlayerID, "state": e.State, "receivedAt": e.EnteredAt})
	return e
}

// ChangeEntry leaves an entry's new state to be written, and what it was for the audit.
func ChangeEntry(tx tenantdb.Tx, act Act, s *officiating.Situation, e *facts.Entry, before facts.Entry, reason string) {
	e.Version++
	id, changed := s.Event.ID, *e
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeEntry(b, id, changed) })
	TouchItsSeason(tx, s)
	act.Record.Audit("entry "+strconv.Itoa(e.Number), reason, entryRecord(before), entryRecord(*e))
}

func entryRecord(e facts.Entry) map[string]any {
	return map[string]any{"state": e.State, "feePaid": e.FeePaid}
}

// TakeBack cancels an entry, whose seat goes to the first of the waiting list. Barred
// names the reason for which the regulation refuses it; "" if it does not.
func TakeBack(tx tenantdb.Tx, act Act, s *officiating.Situation, e *facts.Entry, barred rules.ExclusionReason, reason string) (cancelled facts.Entry, promoted []facts.Entry) {
	id, before := s.Event.ID, *e
	markCancelled(e, act.Now, barred)
	promoted = s.Promote()
	ChangeEntry(tx, act, s, e, before, reason)
	act.Record.Log(id.UUID, leaguelog.EntryCancelled{EntryNow: LoggedEntry(*e)})
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
