package desk

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// ReplaceByReserve lets the first reserve play in the place of an entrant who
// defaults before the first game has a result (JP22 4). He takes over what was
// drawn, but for the lot: that stays with the list that the seed binds, and his
// own is the last.
func (d *Desk) ReplaceByReserve(tx tenantdb.Tx, act Act, id league.EventID, number int, reason string) (facts.Entry, *Stage, error) {
	s, gone, err := d.openEntry(tx, id, number)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	reserves, err := s.mayReplace(gone)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	reserve, err := d.firstWhoMayPlay(tx, s, reserves)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	reserve.Replaces, reserve.Lot, reserve.DrawPosition, reserve.Place = &gone.Number, s.lastLot(), gone.DrawPosition, gone.Place
	gone.State, reserve.State, reserve.WaitingPosition = facts.NoShow, facts.Playing, 0
	gone.Version++
	reserve.Version++
	took := *reserve
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ReplaceEntry(b, id, took) })
	if round := s.latest(); round != nil {
		s.changeSeat(tx, round, league.Entry(gone.Number), league.Entry(took.Number))
	}
	act.Record.Log(id.UUID, leaguelog.EntryReplaced{Entry: league.Entry(number), By: league.Entry(took.Number), Lot: *took.Lot})
	act.Record.Audit("entry "+strconv.Itoa(number), reason, map[string]any{"plays": number}, map[string]any{"plays": took.Number})
	return took, s, s.replay()
}

// firstWhoMayPlay is the first of the reserves who may take part (CN09 1.5); who is
// passed over has been barred since the start, or resembles somebody who is. The error is why the first may not
// where nobody may.
func (d *Desk) firstWhoMayPlay(tx tenantdb.Tx, s *Stage, reserves []league.Entry) (*facts.Entry, error) {
	entries := make([]facts.Entry, len(reserves))
	for i, entry := range reserves {
		entries[i] = *s.Entry(entry)
	}
	p, err := d.loadPeople(tx, s, playersOf(entries))
	if err != nil {
		return nil, err
	}
	checks, err := d.checks(tx, s, entries)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if len(s.excluded(p, e)) == 0 && !checks[e.Number].Open() {
			return s.Entry(league.Entry(e.Number)), nil
		}
	}
	if err := s.faults(p, entries[:1]); err != nil {
		return nil, err
	}
	return nil, notNow(toBeChecked, "entry", strconv.Itoa(entries[0].Number))
}

// mayReplace finds the reserves in their order, of whom there is one, if somebody may
// be replaced now.
func (s *Stage) mayReplace(gone *facts.Entry) ([]league.Entry, error) {
	entry := league.Entry(gone.Number)
	params := []string{"entry", strconv.Itoa(gone.Number)}
	if err := s.requireRunning(); err != nil {
		return nil, err
	}
	overflow := s.Rules.Field.Overflow
	switch {
	case overflow == nil || overflow.Rule != rules.Reserves:
		return nil, s.Rules.Refuse(s.Rules.Field.Paragraph, "no-reserves")
	case gone.State != facts.Playing:
		return nil, notNow("entry-not-playing", params...)
	case s.hasResults():
		return nil, notNow("first-game-played")
	case slices.ContainsFunc(s.Sanctions, func(x facts.Sanction) bool { return x.Entry == gone.Number && x.RevokedAt == nil }):
		return nil, notNow("entry-has-sanctions", params...)
	case s.IsOut(entry):
		return nil, notNow("entry-is-out", params...)
	}
	by := s.StandingBy()
	if len(by) == 0 {
		return nil, &StateError{Grounds: s.Rules.Grounds(overflow.Paragraph, "no-reserve-left")}
	}
	return by, nil
}

func (s *Stage) hasResults() bool {
	for _, round := range s.Rounds {
		if slices.ContainsFunc(round.Tables, func(t facts.Table) bool { return t.Result != nil }) {
			return true
		}
	}
	return false
}

// lastLot is a lot behind all that were drawn.
func (s *Stage) lastLot() *int {
	last := 0
	for _, e := range s.Entries {
		if e.Lot != nil {
			last = max(last, *e.Lot)
		}
	}
	last++
	return &last
}

// changeSeat gives the seat of one entry in a drawn round to another.
func (s *Stage) changeSeat(tx tenantdb.Tx, round *facts.Round, from, to league.Entry) {
	for i := range round.Tables {
		seats := slices.Clone(round.Tables[i].Seats)
		if seat := slices.Index(seats, from); seat >= 0 {
			seats[seat] = to
			round.Tables[i].Seats = seats
			round.Reasons = append(slices.Clip(round.Reasons), s.Rules.Grounds(s.Rules.Field.Overflow.Paragraph, "reserve-takes-seat",
				"entry", strconv.Itoa(int(to)), "replaces", strconv.Itoa(int(from)), "table", strconv.Itoa(round.Tables[i].Number)))
		}
	}
	s.seatAnew(tx, *round)
}

// seatAnew leaves other tables of a drawn round to be written.
func (s *Stage) seatAnew(tx tenantdb.Tx, round facts.Round) {
	id := s.Event.ID
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.SeatAnew(b, id, round) })
}
