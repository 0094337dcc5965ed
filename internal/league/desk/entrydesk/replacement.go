package entrydesk

import (
	"strconv"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// ReplaceByReserve lets the first reserve play in the place of an entrant who defaults before the first game
// has a result (JP22 4). The reserve takes over what was drawn for the entrant, except the lot: that stays with
// the list that the seed binds, and the reserve's own lot is the last.
func (d Desk) ReplaceByReserve(tx tenantdb.Tx, act desk.Act, id league.EventID, number int, reason string) (facts.Entry, *officiating.Situation, error) {
	s, gone, err := d.openEntry(tx, id, number)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	reserves, err := s.MayReplace(*gone)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	reserve, err := d.firstWhoMayPlay(tx, s, reserves)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	*gone, *reserve = s.StepIn(*gone, *reserve)
	s.Requeue()
	took := *reserve
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ReplaceEntry(b, id, took) })
	if round := s.Latest(); round != nil {
		seatAnew(tx, s, s.TakeSeat(*round, league.Entry(gone.Number), league.Entry(took.Number)))
	}
	act.Record.Log(id.UUID, leaguelog.EntryReplaced{Entry: league.Entry(number), By: league.Entry(took.Number), Lot: *took.Lot})
	act.Record.Audit("entry "+strconv.Itoa(number), reason, map[string]any{"plays": number}, map[string]any{"plays": took.Number})
	return took, s, s.Replay()
}

// firstWhoMayPlay returns the first of the reserves who may take part (see
// [officiating.Situation.FirstWhoMayPlay]).
func (d Desk) firstWhoMayPlay(tx tenantdb.Tx, s *officiating.Situation, reserves []league.Entry) (*facts.Entry, error) {
	entries := make([]facts.Entry, len(reserves))
	for i, entry := range reserves {
		entries[i] = *s.Entry(entry)
	}
	p, err := d.LoadBackground(tx, s, desk.PlayersOf(entries))
	if err != nil {
		return nil, err
	}
	checks, err := d.ChecksOf(tx, s, entries)
	if err != nil {
		return nil, err
	}
	first, err := s.FirstWhoMayPlay(p, checks, entries)
	if err != nil {
		return nil, err
	}
	return s.Entry(league.Entry(first.Number)), nil
}

// seatAnew leaves other tables of the latest round to be written.
func seatAnew(tx tenantdb.Tx, s *officiating.Situation, round facts.Round) {
	*s.Latest() = round
	id := s.Event.ID
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.SeatAnew(b, id, round) })
}
