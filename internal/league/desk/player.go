package desk

import (
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/people"
	"referto/internal/likeness"
	"referto/internal/tenant/tenantdb"
)

// TakePlayer loads and holds the player about whom something is to be decided, by the record
// that is kept for them, after the events and finals that this concerns. It returns
// [UnknownPlayer] if there is none, [ErrOwnCase] where who acts is that player, and
// [people.ErrErased] where they were erased.
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

// IsOwn reports whether an account belongs to whoever acts.
func IsOwn(act Act, account *uuid.UUID) bool { return account != nil && *account == act.By }

// RequireNamed refuses a name by which nobody can be distinguished from another:
// one without letters and digits. At is its place in the request.
func RequireNamed(at, name string) error {
	if !likeness.Of(name).Empty() {
		return nil
	}
	return league.Faults{{Field: at, Grounds: league.Grounds{Reason: "name-without-letters", Params: map[string]string{"name": strings.TrimSpace(name)}}}}
}

// AddPlayer adds somebody to the register, with their club. Who acts has added them; without an account
// nobody has, but the person themself.
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

// LoadInvolvements loads what an account had to do with events at a moment; [uuid.Nil] is
// everybody.
func LoadInvolvements(door tenantdb.Door, events []facts.Event, account uuid.UUID, now time.Time) ([]facts.Involvement, error) {
	ids := make([]uuid.UUID, len(events))
	for i, e := range events {
		ids[i] = e.ID.UUID
	}
	var out []facts.Involvement
	b := &tenantdb.Batch{}
	leaguedb.LoadInvolvements(b, &out, ids, account, now)
	return out, door.Send(b)
}

// Uuids returns the bare ids of players.
func Uuids(players []league.PlayerID) []uuid.UUID {
	out := make([]uuid.UUID, len(players))
	for i, p := range players {
		out[i] = p.UUID
	}
	return out
}
