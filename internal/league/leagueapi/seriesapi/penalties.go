package seriesapi

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/series"
	"referto/internal/league/views"
	"referto/openapi"
)

// ListSeriesPenalties lists the penalties on a series and its year.
func (a API) ListSeriesPenalties(ctx context.Context, r openapi.ListSeriesPenaltiesRequestObject) (openapi.ListSeriesPenaltiesResponseObject, error) {
	c := gate.From(ctx)
	list := "series-penalties:" + c.Tenant.ID.String() + ":" + r.Series.String()
	var after uuid.UUID
	more, err := a.Cursors.Decode(list, r.Params.Cursor, &after)
	if err != nil {
		return nil, err
	}
	all, err := a.room().Penalties(c.Door(), r.Series)
	if err != nil {
		return nil, err
	}
	if more {
		all = all[slices.IndexFunc(all, func(p facts.SeriesPenalty) bool { return p.ID.UUID == after })+1:]
	}
	var out openapi.SeriesPenaltyList
	if most := leagueapi.Limit(r.Params.Limit); len(all) > most {
		all = all[:most]
		out.NextCursor = c.Next(a.Cursors.Encode(list, all[most-1].ID.UUID))
	}
	out.Items, err = a.penalties(c, r.Series, all)
	return openapi.ListSeriesPenalties200JSONResponse(out), err
}

// penalties are penalties with the names of the players.
func (a API) penalties(c *gate.Call, id league.SeriesID, list []facts.SeriesPenalty) ([]openapi.SeriesPenalty, error) {
	of, err := a.room().Find(c.Door(), id)
	if err != nil {
		return nil, err
	}
	names, err := a.names(c, openapi.Each(list, func(p facts.SeriesPenalty) league.PlayerID { return p.PlayerID }))
	if err != nil {
		return nil, err
	}
	view := views.NewSeriesView(of, leagueapi.Words(c))
	return openapi.Each(list, func(p facts.SeriesPenalty) openapi.SeriesPenalty { return view.Penalty(p, names[p.PlayerID]) }), nil
}

// one is a penalty as it was just recorded.
func (a API) one(c *gate.Call, id league.SeriesID, penalty league.PenaltyID) (openapi.SeriesPenalty, error) {
	if err := c.Tx().Flush(); err != nil {
		return openapi.SeriesPenalty{}, err
	}
	all, err := a.room().Penalties(c.Door(), id)
	if err != nil {
		return openapi.SeriesPenalty{}, err
	}
	all = slices.DeleteFunc(all, func(p facts.SeriesPenalty) bool { return p.ID != penalty })
	out, err := a.penalties(c, id, all)
	if err != nil || len(out) == 0 {
		return openapi.SeriesPenalty{}, err
	}
	return out[0], nil
}

// ImposeSeriesPenalty adds points to a player's total.
func (a API) ImposeSeriesPenalty(ctx context.Context, r openapi.ImposeSeriesPenaltyRequestObject) (openapi.ImposeSeriesPenaltyResponseObject, error) {
	c, n := gate.From(ctx), r.Body
	penalty := series.NewPenalty{Offense: n.Offense, Paragraph: n.Paragraph, WholeYear: n.WholeYear}
	if n.Points != "" {
		points, err := league.ParseFrac(n.Points)
		if err != nil {
			return nil, league.Faults{{Field: "/points", Grounds: league.Grounds{Reason: "not-a-number"}}}
		}
		penalty.Points = &points
	}
	id, err := a.room().ImposePenalty(c.Tx(), leagueapi.Act(c), r.Series, n.Player, penalty, n.Reason)
	if err != nil {
		return nil, err
	}
	out, err := a.one(c, r.Series, id)
	return openapi.ImposeSeriesPenalty201JSONResponse(out), err
}

// RevokeSeriesPenalty takes a penalty back.
func (a API) RevokeSeriesPenalty(ctx context.Context, r openapi.RevokeSeriesPenaltyRequestObject) (openapi.RevokeSeriesPenaltyResponseObject, error) {
	c, id := gate.From(ctx), league.PenaltyID{UUID: r.Penalty}
	if err := a.room().RevokePenalty(c.Tx(), leagueapi.Act(c), r.Series, id, r.Body.Reason); err != nil {
		return nil, err
	}
	out, err := a.one(c, r.Series, id)
	return openapi.RevokeSeriesPenalty200JSONResponse(out), err
}
