package desk

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// UnknownPlayer is the refusal of an id that no player in the register has.
var UnknownPlayer = league.Faults{{Field: "/player", Grounds: league.Grounds{Reason: "unknown-player"}}}

// Candidate is a player who wants to enter, with the facts that decide whether they may.
type Candidate struct {
	Player facts.Player
	Entry  *facts.Entry           // their entry, if they have one
	Known  officiating.Background // of them
	// Despite is the reason for letting them in although they are qualified; "" if they are not.
	Despite string
}

// Yields returns the reason for which their entry comes after those of others when seats are short; nil if it
// does not. Finals have no such order: every holder of a place there plays.
func (c Candidate) Yields(e facts.Event) *league.Grounds {
	if grounds, ok := c.Known.Yields[c.Player.ID]; ok && !e.IsFinal() {
		return &grounds
	}
	return nil
}

// LoadCandidate is [Desk.LoadCandidates] for one player. It returns [tenantdb.ErrNotFound] if no player has the
// id.
func (d *Desk) LoadCandidate(door tenantdb.Door, s *officiating.Situation, player league.PlayerID) (Candidate, error) {
	list, err := d.LoadCandidates(door, s, player)
	if err == nil && list[0].Player.ID == (league.PlayerID{}) {
		err = tenantdb.ErrNotFound
	}
	if err != nil {
		return Candidate{}, fmt.Errorf("player %s: %w", player, err)
	}
	return list[0], nil
}

// LoadCandidates loads players who want to enter an event, with all facts that may keep them from it, in the
// order of their ids. For an alias it loads the record that is kept. For an unknown id it returns the zero
// player.
func (d *Desk) LoadCandidates(door tenantdb.Door, s *officiating.Situation, players ...league.PlayerID) ([]Candidate, error) {
	var (
		known    officiating.Background
		list     []facts.Player
		clubs    []leaguedb.ClubOn
		rankings []facts.Ranking
	)
	b := &tenantdb.Batch{}
	queueBackground(&known, b, door, s.Event.ID, players) // first: in a transaction it holds them as they are
	leaguedb.LoadPlayersByID(b, &list, players)           // after they are held, so that they are not erased meanwhile
	leaguedb.LoadClubsOn(b, &clubs, players, rules.DayOf(s.Event.LocalDate()))
	leaguedb.LoadRankings(b, &rankings)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	if kept, aliases := keptOf(players, list); aliases {
		return d.LoadCandidates(door, s, kept...)
	}
	if err := d.LoadDerived(&known, door, s, rankings, players); err != nil {
		return nil, err
	}
	out := make([]Candidate, len(players))
	for i, id := range players {
		out[i] = Candidate{Known: known}
		if at := slices.IndexFunc(list, func(p facts.Player) bool { return p.ID == id }); at >= 0 {
			out[i].Player, out[i].Entry = list[at], s.EntryOf(id)
			at = slices.IndexFunc(clubs, func(c leaguedb.ClubOn) bool { return c.PlayerID == id })
			out[i].Player.Club = clubs[at].Club // an entry shows that of the day of the event
		}
	}
	return out, nil
}

// keptOf returns the ids of players, with each alias replaced by the record that is kept, and whether there was
// an alias among them.
func keptOf(players []league.PlayerID, list []facts.Player) (kept []league.PlayerID, aliases bool) {
	kept = slices.Clone(players)
	for _, p := range list {
		if p.KeptAs == nil {
			continue
		}
		aliases = true
		for i := range kept {
			if kept[i] == p.ID {
				kept[i] = *p.KeptAs
			}
		}
	}
	return kept, aliases
}

// Received holds the moment at which a player asked to enter, and whether they want their name left out of the
// public list of entrants.
type Received struct {
	At           time.Time
	NameReserved bool
}

// AddEntry enters a player who may enter. The reason is "" unless one is needed. Yields is the reason for which
// the entry comes after those of others; nil if it does not.
func AddEntry(tx tenantdb.Tx, act Act, s *officiating.Situation, player facts.Player, n Received, yields *league.Grounds, reason string) facts.Entry {
	e := addEntry(tx, act, s, player, n, yields)
	Save(tx, s)
	act.Record.Audit("entry "+strconv.Itoa(e.Number), reason, nil, newRecord(e))
	return e
}

// AddEntries enters players who may enter, in the given order.
func AddEntries(tx tenantdb.Tx, act Act, s *officiating.Situation, list []Candidate) []facts.Entry {
	out, numbers, after := make([]facts.Entry, len(list)), make([]int, len(list)), make(map[int]any, len(list))
	for i, c := range list {
		e := addEntry(tx, act, s, c.Player, Received{At: act.Now}, c.Yields(s.Event))
		out[i], numbers[i], after[e.Number] = e, e.Number, newRecord(e)
	}
	Save(tx, s)
	act.Record.Audit("entries "+league.Numbers(numbers), "", nil, after)
	return out
}

func addEntry(tx tenantdb.Tx, act Act, s *officiating.Situation, player facts.Player, n Received, yields *league.Grounds) facts.Entry {
	s.Event.EntryCount++
	e := s.Seat(facts.Entry{
		Number: s.Event.EntryCount, EnteredAt: n.At.UTC().Truncate(time.Microsecond), Version: 1,
		PlayerID: player.ID, PlayerName: player.Name, PlayerInitials: player.Initials, PlayerClub: player.Club, AccountID: player.AccountID, Yields: yields,
		NameReserved: n.NameReserved, ByForm: act.By == uuid.Nil,
	})
	s.Entries = append(s.Entries, e)
	s.Requeue()
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddEntry(b, s.Event.ID, e, act.By) })
	act.Record.Log(s.Event.ID.UUID, leaguelog.EntryCreated{Entry: league.Entry(e.Number), Player: e.PlayerID, State: string(e.State)})
	return e
}

func newRecord(e facts.Entry) map[string]any {
	return map[string]any{"player": e.PlayerID, "state": e.State, "receivedAt": e.EnteredAt}
}

// ChangeEntry leaves the new state of an entry to be written, and records the old and the new state in the
// audit.
func ChangeEntry(tx tenantdb.Tx, act Act, s *officiating.Situation, e *facts.Entry, before facts.Entry, reason string) {
	writeEntry(tx, s, e)
	TouchItsSeason(tx, s)
	act.Record.Audit("entry "+strconv.Itoa(e.Number), reason, entryRecord(before), entryRecord(*e))
}

// ChangeEntries is [ChangeEntry] for several entries, as one act and one change of the season. The entries at
// hand take the state after the marks.
func ChangeEntries(tx tenantdb.Tx, act Act, s *officiating.Situation, changed []officiating.Marked) {
	numbers := make([]int, len(changed))
	before, after := make(map[int]any, len(changed)), make(map[int]any, len(changed))
	for i, m := range changed {
		n := m.After.Number
		e := s.Entry(league.Entry(n))
		*e = m.After
		writeEntry(tx, s, e)
		numbers[i], before[n], after[n] = n, entryRecord(m.Before), entryRecord(m.After)
	}
	TouchItsSeason(tx, s)
	act.Record.Audit("entries "+league.Numbers(numbers), "", before, after)
}

// writeEntry leaves an entry's new state to be written, as its next version.
func writeEntry(tx tenantdb.Tx, s *officiating.Situation, e *facts.Entry) {
	e.Version++
	id, changed := s.Event.ID, *e
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeEntry(b, id, changed) })
}

func entryRecord(e facts.Entry) map[string]any {
	return map[string]any{"state": e.State, "feePaid": e.FeePaid, "nameReserved": e.NameReserved}
}

// TakeBack cancels an entry, whose seat goes to the first of the waiting list. Barred is the reason for which
// the regulation refuses the entry; "" if it does not.
func TakeBack(tx tenantdb.Tx, act Act, s *officiating.Situation, e *facts.Entry, barred rules.ExclusionReason, reason string) (cancelled facts.Entry, promoted []facts.Entry) {
	before := *e
	markCancelled(e, act.Now, barred)
	ChangeEntry(tx, act, s, e, before, reason)
	act.Record.Log(s.Event.ID.UUID, leaguelog.EntryCancelled{EntryNow: LoggedEntry(*e)})
	return *e, Promote(tx, act, s)
}

// LapseSeat cancels an entry whose seat was not confirmed in time, and gives the seat to the first of the
// waiting list. The entry keeps the deadline, which shows why it is cancelled.
func LapseSeat(tx tenantdb.Tx, act Act, s *officiating.Situation, e *facts.Entry) {
	before := *e
	markCancelled(e, act.Now, "")
	e.ConfirmBy = before.ConfirmBy
	ChangeEntry(tx, act, s, e, before, "")
	act.Record.Log(s.Event.ID.UUID, leaguelog.SeatLapsed{EntryNow: LoggedEntry(*e)})
	Promote(tx, act, s)
}

// Promote gives free seats to the first of the waiting list, and returns those promoted.
func Promote(tx tenantdb.Tx, act Act, s *officiating.Situation) []facts.Entry {
	id, promoted := s.Event.ID, s.Promote(act.Now)
	s.Requeue()
	for _, p := range promoted {
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeEntry(b, id, p) })
		act.Record.Log(id.UUID, leaguelog.EntryPromoted{Entry: league.Entry(p.Number), ConfirmBy: p.ConfirmBy})
	}
	return promoted
}

// markCancelled takes an entry back in the facts at hand.
func markCancelled(e *facts.Entry, now time.Time, barred rules.ExclusionReason) {
	e.State, e.CancelledAt, e.CheckedInAt, e.WaitingPosition, e.Barred, e.ConfirmBy = facts.EntryCancelled, &now, nil, 0, barred, nil
}
