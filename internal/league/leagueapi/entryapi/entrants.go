package entryapi

import (
	"context"

	"referto/internal/authz/gate"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/leagueapi"
	"referto/internal/league/views"
	"referto/openapi"
)

// ListEntrants lists the entrants, for everybody.
func (a API) ListEntrants(ctx context.Context, r openapi.ListEntrantsRequestObject) (openapi.ListEntrantsResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.SeePublished(c, r.Event)
	if err != nil || s == nil {
		return nil, err
	}
	freed, err := entrydesk.At(a.Desk).UsuallyFreed(c.Door(), s)
	if err != nil {
		return nil, err
	}
	return openapi.ListEntrants200JSONResponse{Items: leagueapi.View(c, s).Entrants(), UsuallyFreed: views.FreedSeats(freed)}, nil
}

// ReserveName sets whether the public list of entrants shows an entry with or without the name.
func (a API) ReserveName(ctx context.Context, r openapi.ReserveNameRequestObject) (openapi.ReserveNameResponseObject, error) {
	out, err := a.reserveName(gate.From(ctx), r.Event, r.Entry, r.Body.NameReserved)
	return openapi.ReserveName200JSONResponse(out), err
}

// ReserveMyName sets whether the public list of entrants shows the caller's own entry with or without the name.
func (a API) ReserveMyName(ctx context.Context, r openapi.ReserveMyNameRequestObject) (openapi.ReserveMyNameResponseObject, error) {
	c := gate.From(ctx)
	e, err := a.myEntry(c, r.Event)
	if err != nil {
		return nil, err
	}
	out, err := a.reserveName(c, r.Event, e.Number, r.Body.NameReserved)
	return openapi.ReserveMyName200JSONResponse(out), err
}

func (a API) reserveName(c *gate.Call, event openapi.EventID, entry int, reserved bool) (openapi.Entry, error) {
	e, s, err := entrydesk.At(a.Desk).ReserveName(c.Tx(), leagueapi.Act(c), event, entry, reserved)
	if err != nil {
		return openapi.Entry{}, err
	}
	return a.changedEntry(c, s, e)
}
