package bandesk

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/lapses"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/tenant/tenantdb"
)

// LapsesOf finds the entries that a player has not kept, with the player.
func (d Desk) LapsesOf(door tenantdb.Door, id league.PlayerID) (facts.Player, []desk.Lapsed, error) {
	var player facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayer(b, &player, id)
	if err := door.Send(b); err != nil {
		return player, nil, err
	}
	found, err := d.Lapses(door, []league.PlayerID{id})
	return player, found, err
}

// LapsePosition is the place of a lapse among all of a tenant.
type LapsePosition struct {
	Event leaguedb.EventPosition
	Entry int
}

// PlayerLapse is a lapse with whose it is.
type PlayerLapse struct {
	Player facts.Player
	desk.Lapsed
}

// At is its place.
func (l PlayerLapse) At() LapsePosition {
	return LapsePosition{leaguedb.EventPosition{ID: l.EventID, StartsAt: l.StartsAt}, l.Entry}
}

// AllLapses finds the entries that were not kept, the latest event first and in it the last entry, behind a
// position (the zero one: from the beginning), at most so many, and reports whether there are more.
func (d Desk) AllLapses(door tenantdb.Door, behind LapsePosition, most int) (out []PlayerLapse, more bool, err error) {
	found, err := d.LapsesBefore(door, behind.Event, behind.Entry, most+1)
	if err != nil {
		return nil, false, err
	}
	if more = len(found) > most; more {
		found = found[:most]
	}
	var ids []league.PlayerID
	for _, l := range found {
		ids = append(ids, l.PlayerID)
	}
	var players []facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayersByID(b, &players, ids)
	if err := door.Send(b); err != nil {
		return nil, false, err
	}
	for _, l := range found {
		i := slices.IndexFunc(players, func(p facts.Player) bool { return p.ID == l.PlayerID })
		out = append(out, PlayerLapse{players[i], l})
	}
	return out, more, nil
}

// Excuse records whether a player had a good reason not to come to an event or to withdraw their entry too late
// (BG FP 2). Earlier decisions stay on record. Nobody decides about themselves.
func (d Desk) Excuse(tx tenantdb.Tx, act desk.Act, event league.EventID, entry int, excused bool, reason string) (desk.Lapsed, error) {
	s, err := d.Open(tx, event) // two decisions at the same moment wait for each other
	if err != nil {
		return desk.Lapsed{}, err
	}
	e := s.Entry(league.Entry(entry))
	if e == nil {
		return desk.Lapsed{}, league.ErrNotFound
	}
	if _, err := desk.TakePlayer(tx, act, e.PlayerID); err != nil {
		return desk.Lapsed{}, err
	}
	found, err := d.Lapses(tx, []league.PlayerID{e.PlayerID})
	if err != nil {
		return desk.Lapsed{}, err
	}
	i := slices.IndexFunc(found, func(l desk.Lapsed) bool { return l.EventID == event && l.Entry == entry })
	if i < 0 {
		return desk.Lapsed{}, league.NotNow("entry-was-kept", "entry", strconv.Itoa(entry))
	}
	if err := lapses.MayExcuse(found[i].Lapse, excused); err != nil {
		return desk.Lapsed{}, err
	}
	x := facts.Excuse{Number: found[i].ExcuseNumber + 1, Excused: excused, Reason: reason, DecidedAt: act.Now}
	b := &tenantdb.Batch{}
	leaguedb.AddExcuse(b, event, entry, x, act.By)
	if err := tx.Send(b); err != nil {
		return desk.Lapsed{}, err
	}
	act.Record.Log(event.UUID, leaguelog.LapseDecided{Entry: league.Entry(entry), Number: x.Number, Excused: excused})
	act.Record.Audit("entry "+strconv.Itoa(entry)+" not kept", reason, map[string]any{"excused": !excused}, map[string]any{"excused": excused})
	if err := d.refreshYieldsOf(tx, e.PlayerID); err != nil {
		return desk.Lapsed{}, err
	}
	again, err := d.Lapses(tx, []league.PlayerID{e.PlayerID})
	if err != nil {
		return desk.Lapsed{}, err
	}
	return again[i], nil
}

// refreshYieldsOf recomputes, for a held player, whether their entries come after those of others, in all
// events where they still wait.
func (d Desk) refreshYieldsOf(tx tenantdb.Tx, player league.PlayerID) error {
	var open []league.EventID
	b := &tenantdb.Batch{}
	leaguedb.LoadOpenEntries(b, &open, player)
	if err := tx.Send(b); err != nil {
		return err
	}
	for _, id := range open {
		s, err := d.Open(tx, id)
		if err != nil {
			return err
		}
		if err := d.RefreshYields(tx, s); err != nil {
			return err
		}
		desk.Save(tx, s)
	}
	return nil
}
