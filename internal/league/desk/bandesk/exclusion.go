package bandesk

import (
	"errors"
	"fmt"

	"github.com/google/uuid"

	"referto/internal/league/bans"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/qualify"
	"referto/internal/tenant/tenantdb"
)

// RecordExclusion records that a player may not take part because of a role they hold, for a time or until it
// is revoked (CN09 1.5). Nobody decides their own case. It returns the seasons whose finals gather their
// entrants, whose entries have been brought in line.
func (d Desk) RecordExclusion(tx tenantdb.Tx, act desk.Act, x facts.Exclusion) (facts.Exclusion, []desk.Followed, error) {
	if err := bans.CheckTerm(qualify.Term{From: x.FromDay, Until: x.UntilDay}); err != nil {
		return x, nil, err
	}
	player, err := desk.TakePlayer(tx, act, x.PlayerID)
	if err != nil {
		return x, nil, err
	}
	before, err := d.GatheringSeasons(tx)
	if err != nil {
		return x, nil, err
	}
	x.ID, x.RecordedAt = desk.NewID(), act.Now
	x.PlayerID, x.PlayerName, x.PlayerClub, x.AccountID = player.ID, player.Name, player.Club, player.AccountID
	b := &tenantdb.Batch{}
	leaguedb.AddExclusion(b, x, act.By)
	if err := tx.Send(b); err != nil {
		return x, nil, err
	}
	act.Record.Log(uuid.Nil, leaguelog.ExclusionRecorded{Exclusion: x.ID})
	act.Record.Audit("exclusion "+x.ID.String(), "", nil, map[string]any{"kind": x.Kind, "from": x.FromDay, "until": x.UntilDay})
	followed, err := d.FollowAll(tx, act, before, nil)
	if err != nil {
		return x, nil, err
	}
	return x, followed, desk.NextRevisions(tx)
}

// RevokeExclusion ends an exclusion, as if it had never been.
func (d Desk) RevokeExclusion(tx tenantdb.Tx, act desk.Act, id uuid.UUID, reason string) (facts.Exclusion, []desk.Followed, error) {
	var x facts.Exclusion
	b := &tenantdb.Batch{}
	leaguedb.LoadExclusion(b, &x, id)
	if err := tx.Send(b); err != nil {
		return x, nil, fmt.Errorf("exclusion %s: %w", id, err)
	}
	if _, err := desk.TakePlayer(tx, act, x.PlayerID); err != nil {
		return x, nil, err
	}
	x, err := bans.Revoke(x, reason, act.Now)
	if err != nil {
		return x, nil, err
	}
	before, err := d.GatheringSeasons(tx)
	if err != nil {
		return x, nil, err
	}
	end := &tenantdb.Batch{}
	leaguedb.RevokeExclusion(end, id, act.By, act.Now, reason)
	if err := tx.Send(end); errors.Is(err, tenantdb.ErrNotFound) { // another transaction has ended it already
		return x, nil, bans.ErrRevoked
	} else if err != nil {
		return x, nil, err
	}
	act.Record.Log(uuid.Nil, leaguelog.ExclusionRevoked{Exclusion: id})
	act.Record.Audit("exclusion "+id.String(), "", map[string]any{"revoked": false}, map[string]any{"revoked": true})
	followed, err := d.FollowAll(tx, act, before, nil)
	if err != nil {
		return x, nil, err
	}
	return x, followed, desk.NextRevisions(tx)
}
