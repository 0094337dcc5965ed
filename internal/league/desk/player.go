package desk

import (
	"errors"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/people"
	"referto/internal/tenant/tenantdb"
)

// TakePlayer loads and holds a player for a decision about them, by the record that is kept for them, after the
// events and finals that this concerns. It returns [UnknownPlayer] if there is no such player, [ErrOwnCase] if
// the acting person is that player, and [people.ErrErased] if the player was erased.
func TakePlayer(tx tenantdb.Tx, act Act, id league.PlayerID) (facts.Player, error) {
	var player facts.Player
	b := &tenantdb.Batch{}
	leaguedb.TakePlayer(b, &player, id)
	if err := tx.Send(b); errors.Is(err, tenantdb.ErrNotFound) {
		return player, UnknownPlayer
	} else if err != nil {
		return player, err
	}
	if player.KeptAs != nil { // merged since
		return player, league.ErrConflict
	}
	if IsOwn(act, player.AccountID) {
		return player, ErrOwnCase
	}
	return player, people.MayUse(player)
}

// IsOwn reports whether an account is that of the acting person.
func IsOwn(act Act, account *uuid.UUID) bool { return account != nil && *account == act.By }

// AddPlayer adds a player to the register, with their club. The acting account is recorded as the one that
// added them; without an account it was the person themself.
func AddPlayer(tx tenantdb.Tx, act Act, p *facts.Player) error {
	if err := NameClub(tx, act, p); err != nil {
		return err
	}
	p.ID, p.CreatedAt, p.Version = MakeID[league.PlayerID](), act.Now, 1
	if act.By != uuid.Nil {
		p.AddedBy = &act.By
	}
	b := &tenantdb.Batch{}
	leaguedb.AddPlayer(b, *p)
	if err := tx.Send(b); err != nil {
		return err
	}
	if p.BirthYear != 0 {
		if _, err := RefreshInitials(tx, act.Now, []league.PlayerID{p.ID}); err != nil {
			return err
		}
	}
	act.Record.Log(uuid.Nil, leaguelog.PlayerCreated{Player: p.ID})
	act.Record.Audit("player", "", nil, map[string]any{"player": p.ID})
	return nil
}

// AddPlayers is [AddPlayer] for several people without accounts, whom somebody with an account adds.
func AddPlayers(tx tenantdb.Tx, act Act, players []facts.Player) error {
	if len(players) == 0 {
		return nil
	}
	if err := NameClubs(tx, act, players); err != nil {
		return err
	}
	var born []league.PlayerID
	ids := make([]league.PlayerID, len(players))
	for i := range players {
		p := &players[i]
		p.ID, p.CreatedAt, p.AddedBy, p.Version = MakeID[league.PlayerID](), act.Now, &act.By, 1
		if ids[i] = p.ID; p.BirthYear != 0 {
			born = append(born, p.ID)
		}
	}
	b := &tenantdb.Batch{}
	leaguedb.AddPlayers(b, players, act.By, act.Now)
	if err := tx.Send(b); err != nil {
		return err
	}
	if len(born) > 0 {
		if _, err := RefreshInitials(tx, act.Now, born); err != nil {
			return err
		}
	}
	for _, id := range ids {
		act.Record.Log(uuid.Nil, leaguelog.PlayerCreated{Player: id})
	}
	act.Record.Audit("players", "", nil, map[string]any{"players": ids})
	return nil
}

// LoadInvolvements loads the parts that an account had in events at a moment; [uuid.Nil] stands for all
// accounts.
func LoadInvolvements(door tenantdb.Door, events []facts.Event, account uuid.UUID, now time.Time) ([]facts.Involvement, error) {
	ids := make([]league.EventID, len(events))
	for i, e := range events {
		ids[i] = e.ID
	}
	var out []facts.Involvement
	b := &tenantdb.Batch{}
	leaguedb.LoadInvolvements(b, &out, ids, account, now)
	return out, door.Send(b)
}
