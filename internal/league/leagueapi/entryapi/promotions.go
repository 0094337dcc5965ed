package entryapi

import (
	"context"

	"referto/internal/authz/gate"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/openapi"
)

// ConfirmSeat records that an entrant who has moved up confirms their seat.
func (a API) ConfirmSeat(ctx context.Context, r openapi.ConfirmSeatRequestObject) (openapi.ConfirmSeatResponseObject, error) {
	out, err := a.confirmSeat(gate.From(ctx), r.Event, r.Entry)
	return openapi.ConfirmSeat200JSONResponse(out), err
}

// ConfirmMySeat confirms the seat of the caller, who has moved up.
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

// SetPromotions sets whether entrants who move up have to confirm their seat.
func (a API) SetPromotions(ctx context.Context, r openapi.SetPromotionsRequestObject) (openapi.SetPromotionsResponseObject, error) {
	c := gate.From(ctx)
	s, err := entrydesk.At(a.Desk).SetPromotions(c.Tx(), leagueapi.Act(c), r.Event, facts.Promotions(r.Body.Promotions))
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.SetPromotions204Response{}, nil
}
