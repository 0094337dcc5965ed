package desk

import (
	"errors"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"

	"github.com/google/uuid"
)

// TakePlayer takes somebody about whom is decided, who is not who decides, after the events
// and finals that this concerns.
func TakePlayer(tx tenantdb.Tx, act Act, id league.PlayerID) (facts.Player, error) {
	var player facts.Player
	b := &tenantdb.Batch{}
	leaguedb.TakePlayer(b, &player, id)
	if err := tx.Send(b); errors.Is(err, tenantdb.ErrNotFound) {
		return player, UnknownPlayer
	} else if err != nil {
		return player, err
	}
	if IsOwn(act, player.AccountID) {
		return player, ErrOwnCase
	}
	return player, nil
}

func IsOwn(act Act, account *uuid.UUID) bool { return account != nil && *account == act.By }
