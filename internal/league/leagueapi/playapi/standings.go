package playapi

import (
	"context"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/leagueapi"
	"referto/openapi"
)

// GetStandings answers with the standings as they are now, or after a round.
func (a API) GetStandings(ctx context.Context, r openapi.GetStandingsRequestObject) (openapi.GetStandingsResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.SeePublished(c, r.Event)
	if err != nil || s == nil {
		return nil, err
	}
	out, err := leagueapi.View(c, s).Standings(r.Params.Standings, r.Params.Round)
	if err != nil {
		return nil, err
	}
	if !c.May("entry:read") { // barred players are no public matter
		out.Barred = nil
	}
	return openapi.GetStandings200JSONResponse(out), nil
}

// CompareEntries returns the criteria by which one entry stands above the other.
func (a API) CompareEntries(ctx context.Context, r openapi.CompareEntriesRequestObject) (openapi.CompareEntriesResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.See(c, r.Event)
	if err != nil {
		return nil, err
	}
	out, err := leagueapi.View(c, s).Compare(r.Params.Standings, r.Params.Round, league.Entry(r.Params.A), league.Entry(r.Params.B))
	if err != nil {
		return nil, err
	}
	c.ETag(leagueapi.Revision(s, c))
	return openapi.CompareEntries200JSONResponse(out), nil
}
