package banapi

import (
	"context"
	"errors"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/bandesk"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/views"
	"referto/openapi"
)

// ListLapses lists the entries that a player has not kept.
func (a API) ListLapses(ctx context.Context, r openapi.ListLapsesRequestObject) (openapi.ListLapsesResponseObject, error) {
	c := gate.From(ctx)
	player, found, err := bandesk.At(a.Desk).LapsesOf(c.Door(), r.Player)
	if err != nil {
		return nil, err
	}
	if len(found) > 0 {
		if err := a.ShowsOf(ctx, c, leaguedb.LapsesRead, []league.PlayerID{player.ID}); err != nil {
			return nil, err
		}
	}
	return openapi.ListLapses200JSONResponse{
		Player: views.PlayerRefOf(words.For(c.Language), player), Items: worded(c, found),
	}, nil
}

// ListTenantLapses lists the entries that anybody has not kept.
func (a API) ListTenantLapses(ctx context.Context, r openapi.ListTenantLapsesRequestObject) (openapi.ListTenantLapsesResponseObject, error) {
	c := gate.From(ctx)
	list := leagueapi.ListName("lapses", c.Tenant.ID.String())
	var behind bandesk.LapsePosition
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &behind); err != nil {
		return nil, err
	}
	found, more, err := bandesk.At(a.Desk).AllLapses(c.Door(), behind, leagueapi.Limit(r.Params.Limit))
	if err != nil {
		return nil, err
	}
	if err := a.ShowsOf(ctx, c, leaguedb.LapsesRead, openapi.Each(found, func(l bandesk.PlayerLapse) league.PlayerID { return l.Player.ID })); err != nil {
		return nil, err
	}
	w := words.For(c.Language)
	page := openapi.PlayerLapsePage{Items: openapi.Each(found, func(l bandesk.PlayerLapse) openapi.PlayerLapse {
		return openapi.PlayerLapse{Player: views.PlayerRefOf(w, l.Player), Lapse: views.Lapse(w, l.Lapsed)}
	})}
	if more {
		page.NextCursor = c.Next(a.Cursors.Encode(list, found[len(found)-1].At()))
	}
	return openapi.ListTenantLapses200JSONResponse(page), nil
}

// ListMyLapses lists the lapses of the caller's own player.
func (a API) ListMyLapses(ctx context.Context, _ openapi.ListMyLapsesRequestObject) (openapi.ListMyLapsesResponseObject, error) {
	c := gate.From(ctx)
	mine, err := peopledesk.Mine(c.Door(), c.Account())
	if errors.Is(err, peopledesk.ErrNoRecord) {
		return openapi.ListMyLapses200JSONResponse{Items: []openapi.Lapse{}}, nil
	}
	if err != nil {
		return nil, err
	}
	_, found, err := bandesk.At(a.Desk).LapsesOf(c.Door(), mine.ID)
	return openapi.ListMyLapses200JSONResponse{Items: worded(c, found)}, err
}

// DecideLapse decides whether an entry was not kept for a good reason.
func (a API) DecideLapse(ctx context.Context, r openapi.DecideLapseRequestObject) (openapi.DecideLapseResponseObject, error) {
	c := gate.From(ctx)
	done, err := bandesk.At(a.Desk).Excuse(c.Tx(), leagueapi.Act(c), r.Event, r.Entry, r.Body.Excused, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	return openapi.DecideLapse200JSONResponse(views.Lapse(words.For(c.Language), done)), nil
}

// worded puts lapses into the caller's language.
func worded(c *gate.Call, found []desk.Lapsed) []openapi.Lapse {
	w := words.For(c.Language)
	return openapi.Each(found, func(l desk.Lapsed) openapi.Lapse { return views.Lapse(w, l) })
}
