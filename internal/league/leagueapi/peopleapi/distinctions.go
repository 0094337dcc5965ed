package peopleapi

import (
	"context"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/views"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// DistinguishPlayers records that two records are of two people, or revokes that.
func (a API) DistinguishPlayers(ctx context.Context, r openapi.DistinguishPlayersRequestObject) (openapi.DistinguishPlayersResponseObject, error) {
	c := gate.From(ctx)
	if err := mustReachBoth(c, r.Player, r.Body.Other); err != nil {
		return nil, err
	}
	said, two, err := peopledesk.At(a.Desk).Distinguish(c.Tx(), leagueapi.Act(c), r.Player, r.Body.Other, r.Body.Distinct, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	return openapi.DistinguishPlayers200JSONResponse(views.Distinction(words.For(c.Language), said, c.Name(), two[0], two[1])), nil
}

// ListPlayerDistinctions lists the records from which a record was distinguished.
func (a API) ListPlayerDistinctions(ctx context.Context, r openapi.ListPlayerDistinctionsRequestObject) (openapi.ListPlayerDistinctionsResponseObject, error) {
	c := gate.From(ctx)
	if err := mustReach(c, r.Player); err != nil {
		return nil, err
	}
	var found []leaguedb.DistinctionSeen
	b := &tenantdb.Batch{}
	leaguedb.LoadDistinctions(b, &found, r.Player)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	ids := []league.PlayerID{r.Player}
	for _, d := range found {
		ids = append(ids, otherOf(d.Distinction, r.Player))
	}
	reached, err := reach(c, ids)
	if err != nil {
		return nil, err
	}
	records, err := recordsByID(c.Door(), ids)
	if err != nil {
		return nil, err
	}
	out := openapi.ListPlayerDistinctions200JSONResponse{Items: []openapi.PlayerDistinction{}}
	for _, d := range found {
		if other := otherOf(d.Distinction, r.Player); reached(other) {
			out.Items = append(out.Items, views.Distinction(words.For(c.Language), d.Distinction, d.By, records[r.Player], records[other]))
		}
	}
	return out, nil
}

// otherOf is the record from which one is distinguished.
func otherOf(d facts.Distinction, record league.PlayerID) league.PlayerID {
	if d.OneID == record {
		return d.OtherID
	}
	return d.OneID
}
