package moneyapi

import (
	"context"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/prizes"
	"referto/internal/league/views"
	"referto/internal/oneline"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// ListPrizes lists the stock of prizes.
func (a API) ListPrizes(ctx context.Context, r openapi.ListPrizesRequestObject) (openapi.ListPrizesResponseObject, error) {
	c := gate.From(ctx)
	if _, err := a.Desk.ViewSeason(c.Door(), r.Season); err != nil {
		return nil, err
	}
	var prizes []facts.Prize
	b := &tenantdb.Batch{}
	leaguedb.LoadPrizes(b, &prizes, r.Season)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	return openapi.ListPrizes200JSONResponse{Items: openapi.Each(prizes, views.Prize)}, nil
}

// AddPrize adds a kind of prize.
func (a API) AddPrize(ctx context.Context, r openapi.AddPrizeRequestObject) (openapi.AddPrizeResponseObject, error) {
	c := gate.From(ctx)
	name, err := oneline.Clean(r.Body.Name)
	if err != nil {
		return nil, err
	}
	p, err := moneydesk.At(a.Desk).AddPrize(c.Tx(), leagueapi.Act(c), r.Season, moneydesk.NewPrize{
		Kind: string(r.Body.Kind), Name: name, PriceCents: views.WholeCents(r.Body.Price.Amount), Quantity: r.Body.Quantity,
	})
	if err != nil {
		return nil, err
	}
	return openapi.AddPrize201JSONResponse(views.Prize(p)), nil
}

// StockPrize adds to the stock of a prize, or takes from it.
func (a API) StockPrize(ctx context.Context, r openapi.StockPrizeRequestObject) (openapi.StockPrizeResponseObject, error) {
	c := gate.From(ctx)
	quantity := r.Body.Quantity
	if r.Body.Direction == openapi.PrizeMovementDirectionOut {
		quantity = -quantity
	}
	p, err := moneydesk.At(a.Desk).StockPrize(c.Tx(), leagueapi.Act(c), r.Season, r.Prize, quantity, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	return openapi.StockPrize200JSONResponse(views.Prize(p)), nil
}

// shipmentPosition marks the end of a page of shipments.
type shipmentPosition struct{ ID uuid.UUID }

// ListShipments lists where prizes went.
func (a API) ListShipments(ctx context.Context, r openapi.ListShipmentsRequestObject) (openapi.ListShipmentsResponseObject, error) {
	c := gate.From(ctx)
	list := "prize-shipments:" + r.Season.String() + ":" + string(r.Params.State)
	var after shipmentPosition
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	most := leagueapi.Limit(r.Params.Limit)
	shipments, err := moneydesk.At(a.Desk).Shipments(c.Door(), r.Season, string(r.Params.State), after.ID, most+1, c.Now)
	if err != nil {
		return nil, err
	}
	page := openapi.ShipmentPage{}
	if len(shipments) > most {
		shipments = shipments[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, shipmentPosition{shipments[most-1].ID}))
	}
	page.Items = openapi.Each(shipments, func(s prizes.Shipment) openapi.Shipment { return views.Shipment(words.For(c.Language), s) })
	return openapi.ListShipments200JSONResponse(page), nil
}

// CreateShipment sets prizes aside for an event.
func (a API) CreateShipment(ctx context.Context, r openapi.CreateShipmentRequestObject) (openapi.CreateShipmentResponseObject, error) {
	c := gate.From(ctx)
	s, err := moneydesk.At(a.Desk).AllocatePrizes(c.Tx(), leagueapi.Act(c), r.Season, r.Body.Event, openapi.Each(r.Body.Prizes, func(l openapi.NewShipmentLine) prizes.NewShipmentLine {
		return prizes.NewShipmentLine{Prize: l.Prize, Quantity: l.Quantity}
	}))
	if err != nil {
		return nil, err
	}
	return openapi.CreateShipment201JSONResponse(views.Shipment(words.For(c.Language), s)), nil
}

// SendShipment records that prizes were sent.
func (a API) SendShipment(ctx context.Context, r openapi.SendShipmentRequestObject) (openapi.SendShipmentResponseObject, error) {
	c := gate.From(ctx)
	s, err := moneydesk.At(a.Desk).SendShipment(c.Tx(), leagueapi.Act(c), r.Season, r.Shipment, prizes.Dispatch{
		On: r.Body.On.Time, Carrier: r.Body.Carrier, Tracking: r.Body.Tracking, ShippingCents: views.WholeCents(r.Body.Cost.Amount),
	})
	if err != nil {
		return nil, err
	}
	return openapi.SendShipment200JSONResponse(views.Shipment(words.For(c.Language), s)), nil
}

// KeepShipment lets prizes be kept for a next event.
func (a API) KeepShipment(ctx context.Context, r openapi.KeepShipmentRequestObject) (openapi.KeepShipmentResponseObject, error) {
	c := gate.From(ctx)
	s, err := moneydesk.At(a.Desk).KeepShipment(c.Tx(), leagueapi.Act(c), r.Season, r.Shipment, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	return openapi.KeepShipment200JSONResponse(views.Shipment(words.For(c.Language), s)), nil
}

// SettleShipment records that prizes came back or were paid.
func (a API) SettleShipment(ctx context.Context, r openapi.SettleShipmentRequestObject) (openapi.SettleShipmentResponseObject, error) {
	c := gate.From(ctx)
	s, err := moneydesk.At(a.Desk).SettleShipment(c.Tx(), leagueapi.Act(c), r.Season, r.Shipment, prizes.Settlement{
		Returned: r.Body.Outcome == openapi.ShipmentSettlementOutcomeReturned, On: r.Body.On.Time, Cents: views.WholeCents(r.Body.Amount.Amount), Reference: r.Body.Reference,
	})
	if err != nil {
		return nil, err
	}
	return openapi.SettleShipment200JSONResponse(views.Shipment(words.For(c.Language), s)), nil
}

// CancelShipment puts prizes back that were not sent.
func (a API) CancelShipment(ctx context.Context, r openapi.CancelShipmentRequestObject) (openapi.CancelShipmentResponseObject, error) {
	c := gate.From(ctx)
	s, err := moneydesk.At(a.Desk).CancelShipment(c.Tx(), leagueapi.Act(c), r.Season, r.Shipment, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	return openapi.CancelShipment200JSONResponse(views.Shipment(words.For(c.Language), s)), nil
}
