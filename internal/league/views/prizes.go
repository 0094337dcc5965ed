package views

import (
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/frontend/words"
	"referto/internal/league/facts"
	"referto/internal/league/prizes"
	"referto/openapi"
)

// Shipment makes a shipment of prizes, with the duty to return them.
func Shipment(w *words.Words, s prizes.Shipment) openapi.Shipment {
	out := openapi.Shipment{
		Id: s.ID, Event: s.EventID, Title: s.EventTitle, State: openapi.ShipmentState(s.State), SentOn: DateOr(s.SentOn), Carrier: s.Carrier,
		Tracking: s.Tracking, Total: Sum(s.TotalCents()), Kept: s.KeptAt != nil, KeptReason: s.KeptReason, SettledOn: DateOr(s.SettledOn),
		Reference: s.Reference, Version: s.Version,
		Prizes: openapi.Each(s.Lines, func(l facts.ShipmentLine) openapi.ShipmentLine {
			return openapi.ShipmentLine{Prize: l.PrizeID, Name: l.Name, Quantity: l.Quantity, Price: Euro(l.PriceCents)}
		}),
	}
	if s.SentOn != nil {
		out.Cost = Euro(s.ShippingCents)
	}
	if s.SettledCents != nil {
		out.Settled = Sum(*s.SettledCents)
	}
	if s.Duty != nil {
		out.Duty = prizeDuty(w, s)
	}
	return out
}

// prizeDuty makes the duty to return or keep the prizes of an invalid event.
func prizeDuty(w *words.Words, s prizes.Shipment) openapi.PrizeDuty {
	if s.Duty.Keep {
		return openapi.PrizeDuty{Action: openapi.PrizeDutyActionKeepForNextStage, Why: Explain(w, s.Duty.Grounds)}
	}
	by, err := time.Parse(time.DateOnly, string(s.Duty.ReturnBy))
	if err != nil {
		panic("views: the engine made no day of " + string(s.Duty.ReturnBy))
	}
	return openapi.PrizeDuty{
		Action: openapi.PrizeDutyActionReturnOrPay, ReturnBy: openapi_types.Date{Time: by}, Pay: Sum(s.Duty.Pay.Cents), Overdue: s.Overdue,
		Why: Explain(w, s.Duty.Grounds),
	}
}
