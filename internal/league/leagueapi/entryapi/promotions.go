package entryapi

import (
	"context"

	"referto/internal/authz/gate"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/live"
	"referto/internal/publication"
	"referto/openapi"
)

// ReserveName says whether the public list of entrants has somebody's name.
func (a API) ReserveName(ctx context.Context, r openapi.ReserveNameRequestObject) (openapi.ReserveNameResponseObject, error) {
	out, err := a.reserveName(gate.From(ctx), r.Event, r.Entry, r.Body.NameReserved)
	return openapi.ReserveName200JSONResponse(out), err
}

// ReserveMyName says whether the public list of entrants has the caller's own name.
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

// ConfirmSeat records that somebody who has moved up comes.
func (a API) ConfirmSeat(ctx context.Context, r openapi.ConfirmSeatRequestObject) (openapi.ConfirmSeatResponseObject, error) {
	out, err := a.confirmSeat(gate.From(ctx), r.Event, r.Entry)
	return openapi.ConfirmSeat200JSONResponse(out), err
}

// ConfirmMySeat says that the caller comes, after they have moved up.
func (a API) ConfirmMySeat(ctx context.Context, r openapi.ConfirmMySeatRequestObject) (openapi.ConfirmMySeatResponseObject, error) {
	c := gate.From(ctx)
	e, err := a.myEntry(c, r.Event)
	if err != nil {
		return nil, err
	}
	out, err := a.confirmSeat(c, r.Event, e.Number)
	return openapi.ConfirmMySeat200JSONResponse(out), err
}

func (a API) confirmSeat(c *gate.Call, event openapi.EventID, entry int) (openapi.Entry, error) {
	e, s, err := entrydesk.At(a.Desk).ConfirmSeat(c.Tx(), leagueapi.Act(c), event, entry)
	if err != nil {
		return openapi.Entry{}, err
	}
	return a.changedEntry(c, s, e)
}

// SetPromotions says whether those who move up have to confirm their seat.
func (a API) SetPromotions(ctx context.Context, r openapi.SetPromotionsRequestObject) (openapi.SetPromotionsResponseObject, error) {
	c := gate.From(ctx)
	s, err := entrydesk.At(a.Desk).SetPromotions(c.Tx(), leagueapi.Act(c), r.Event, facts.Promotions(r.Body.Promotions))
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.SetPromotions204Response{}, nil
}

// ListEntrants lists who has entered, for everybody.
func (a API) ListEntrants(ctx context.Context, r openapi.ListEntrantsRequestObject) (openapi.ListEntrantsResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.See(c, r.Event)
	if err != nil {
		return nil, err
	}
	c.ETag(leagueapi.Revision(s, c))
	if c.Principal.Anonymous() {
		publication.Mark(c.Header, live.Topic{Tenant: c.Tenant.ID, Event: s.Event.ID.UUID}, s.Event.Revision)
	}
	return openapi.ListEntrants200JSONResponse{Items: leagueapi.View(c, s).Entrants()}, nil
}
