package peopleapi

import (
	"context"
	"slices"
	"strings"

	"referto/frontend/words"
	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/letters"
	"referto/internal/league/people"
	"referto/internal/league/views"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// MergePlayer makes a record the alias of another.
func (a API) MergePlayer(ctx context.Context, r openapi.MergePlayerRequestObject) (openapi.MergePlayerResponseObject, error) {
	c := gate.From(ctx)
	done, err := a.merge(c, r.Player, *r.Body)
	if err != nil {
		return nil, err
	}
	out, err := a.merged(c, done, letters.RecordMerged)
	return openapi.MergePlayer200JSONResponse(out), err
}

// PreviewPlayerMerging does the same in a transaction that the gate rolls back.
func (a API) PreviewPlayerMerging(ctx context.Context, r openapi.PreviewPlayerMergingRequestObject) (openapi.PreviewPlayerMergingResponseObject, error) {
	c := gate.From(ctx)
	done, err := a.merge(c, r.Player, *r.Body)
	if err != nil {
		return nil, err
	}
	out, err := a.outcome(c, done)
	return openapi.PreviewPlayerMerging200JSONResponse(out), err
}

// UnmergePlayer makes an alias a record of its own again.
func (a API) UnmergePlayer(ctx context.Context, r openapi.UnmergePlayerRequestObject) (openapi.UnmergePlayerResponseObject, error) {
	c := gate.From(ctx)
	done, err := a.unmerge(c, r.Player, *r.Body)
	if err != nil {
		return nil, err
	}
	out, err := a.merged(c, done, letters.RecordUnmerged)
	return openapi.UnmergePlayer200JSONResponse(out), err
}

// PreviewPlayerUnmerging does the same in a transaction that the gate rolls back.
func (a API) PreviewPlayerUnmerging(ctx context.Context, r openapi.PreviewPlayerUnmergingRequestObject) (openapi.PreviewPlayerUnmergingResponseObject, error) {
	c := gate.From(ctx)
	done, err := a.unmerge(c, r.Player, *r.Body)
	if err != nil {
		return nil, err
	}
	out, err := a.outcome(c, done)
	return openapi.PreviewPlayerUnmerging200JSONResponse(out), err
}

func (a API) merge(c *gate.Call, player league.PlayerID, n openapi.PlayerMerging) (peopledesk.Merged, error) {
	if err := mustReachBoth(c, player, n.Into); err != nil {
		return peopledesk.Merged{}, err
	}
	return peopledesk.At(a.Desk).Merge(c.Tx(), leagueapi.Act(c), player, n.Into, n.Reason)
}

func (a API) unmerge(c *gate.Call, player league.PlayerID, n openapi.PlayerUnmerging) (peopledesk.Merged, error) {
	if err := mustReach(c, player); err != nil {
		return peopledesk.Merged{}, err
	}
	return peopledesk.At(a.Desk).Unmerge(c.Tx(), leagueapi.Act(c), player, n.Reason)
}

// mustReachBoth refuses two people of the register unless the caller's office reaches both. The act itself
// checks whether the second is in the register.
func mustReachBoth(c *gate.Call, one, other league.PlayerID) error {
	if err := mustReach(c, one); err != nil {
		return err
	}
	reached, err := reach(c, []league.PlayerID{other})
	if err == nil && !reached(other) {
		err = c.Can("player:link", authz.Target{Tenant: c.Tenant.ID}).Err()
	}
	return err
}

// merged publishes the effects of a merge or a parting, and queues letters to the people concerned: to the
// person's account, and to the addresses of the records.
func (a API) merged(c *gate.Call, done peopledesk.Merged, what string) (openapi.PlayerMerged, error) {
	a.reached(c, done.Events)
	for _, e := range done.Effects {
		a.Changed(c, e.Situation)
	}
	for _, of := range done.Seasons {
		if err := letters.NotifyTurns(a.Later, c, of); err != nil {
			return openapi.PlayerMerged{}, err
		}
	}
	news := letters.RecordNews{Tenant: c.Tenant.ID, Player: done.Kept.ID, What: what, Cause: cause(done.Alias)}
	if done.Owner != nil {
		news.Account = *done.Owner
		if err := a.Later.Insert(c.Tx(), news); err != nil {
			return openapi.PlayerMerged{}, err
		}
	}
	news.ToRecord = true
	for i, p := range []facts.Player{done.Kept, done.Alias} {
		if i > 0 && strings.EqualFold(p.Email, done.Kept.Email) {
			continue // told already
		}
		news.Player = p.ID
		if err := a.Later.Insert(c.Tx(), news); err != nil {
			return openapi.PlayerMerged{}, err
		}
	}
	c.ETag(gate.Version(done.Alias.Version))
	return a.outcome(c, done)
}

// outcome makes the effects of a merge or a parting, in words.
func (a API) outcome(c *gate.Call, done peopledesk.Merged) (openapi.PlayerMerged, error) {
	entries, err := a.EntryEffects(c, done.Effects)
	return openapi.PlayerMerged{
		Player: views.PlayerRefOf(words.For(c.Language), done.Alias), Kept: views.PlayerRefOf(words.For(c.Language), done.Kept), Account: openapi.PlayerMergedAccount(done.Account),
		Unreached: done.Kept.AccountID == nil && done.Kept.Email == "", Entered: done.Entered.Events, EnteredSince: done.Entered.Since,
		Rankings: done.Rankings, Refereed: openapi.Each(done.Refereed, views.EventRef), Entries: entries,
	}, err
}

// ListPlayerMerges lists how a record was merged and parted.
func (a API) ListPlayerMerges(ctx context.Context, r openapi.ListPlayerMergesRequestObject) (openapi.ListPlayerMergesResponseObject, error) {
	c := gate.From(ctx)
	if err := mustReach(c, r.Player); err != nil {
		return nil, err
	}
	var found []leaguedb.MergeSeen
	b := &tenantdb.Batch{}
	leaguedb.LoadMerges(b, &found, []league.PlayerID{r.Player})
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	var ids []league.PlayerID
	for _, m := range found {
		ids = append(ids, m.AliasID, m.OtherID)
	}
	records, err := recordsByID(c.Door(), ids)
	if err != nil {
		return nil, err
	}
	return openapi.ListPlayerMerges200JSONResponse{Items: openapi.Each(found, func(m leaguedb.MergeSeen) openapi.PlayerMerge {
		return openapi.PlayerMerge{
			Player: views.PlayerRefOf(words.For(c.Language), records[m.AliasID]), Kept: views.PlayerRefOf(words.For(c.Language), records[m.OtherID]),
			Merged: m.KeptID != nil, Reason: m.Reason, By: m.By, At: m.DecidedAt,
		}
	})}, nil
}

// mostDuplicates bounds the records that are shown beside one.
const mostDuplicates = 50

// ListPlayerDuplicates lists the records that may be of the same person as one.
func (a API) ListPlayerDuplicates(ctx context.Context, r openapi.ListPlayerDuplicatesRequestObject) (openapi.ListPlayerDuplicatesResponseObject, error) {
	c := gate.From(ctx)
	if err := mustReach(c, r.Player); err != nil {
		return nil, err
	}
	of, found, err := peopledesk.Like(c.Door(), r.Player, mostDuplicates)
	if err != nil {
		return nil, err
	}
	reached, err := reach(c, openapi.Each(found, func(p facts.Player) league.PlayerID { return p.ID }))
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(found, func(a, b facts.Player) int { return people.Nearer(people.Likeness(of, a), people.Likeness(of, b)) })
	out := openapi.ListPlayerDuplicates200JSONResponse{Items: []openapi.PlayerDuplicate{}}
	for _, p := range found {
		if reached(p.ID) {
			out.Items = append(out.Items, views.Duplicate(words.For(c.Language), of, p))
		}
	}
	return out, nil
}

// ListDuplicatePlayers lists the pairs of records of the register that may be of one person.
func (a API) ListDuplicatePlayers(ctx context.Context, r openapi.ListDuplicatePlayersRequestObject) (openapi.ListDuplicatePlayersResponseObject, error) {
	c := gate.From(ctx)
	list := leagueapi.ListName("duplicate-players", c.Tenant.ID.String())
	var after leaguedb.LikePair
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	most := leagueapi.Limit(r.Params.Limit)
	var found []leaguedb.LikePair
	b := &tenantdb.Batch{}
	leaguedb.LoadLikePairs(b, &found, after, most+1)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	page := openapi.DuplicatePlayerPage{Items: []openapi.DuplicatePlayers{}}
	if len(found) > most {
		found = found[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, found[most-1]))
	}
	var ids []league.PlayerID
	for _, pair := range found {
		ids = append(ids, pair.One, pair.Other)
	}
	reached, err := reach(c, ids)
	if err != nil {
		return nil, err
	}
	records, err := recordsByID(c.Door(), ids)
	if err != nil {
		return nil, err
	}
	for _, pair := range found {
		if reached(pair.One) && reached(pair.Other) {
			one := records[pair.One]
			page.Items = append(page.Items, openapi.DuplicatePlayers{Player: views.PlayerRefOf(words.For(c.Language), one), Other: views.Duplicate(words.For(c.Language), one, records[pair.Other])})
		}
	}
	return openapi.ListDuplicatePlayers200JSONResponse(page), nil
}

// recordsByID loads records by their ids.
func recordsByID(door tenantdb.Door, ids []league.PlayerID) (map[league.PlayerID]facts.Player, error) {
	var players []facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayersByID(b, &players, ids)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	records := make(map[league.PlayerID]facts.Player, len(players))
	for _, p := range players {
		records[p.ID] = p
	}
	return records, nil
}
