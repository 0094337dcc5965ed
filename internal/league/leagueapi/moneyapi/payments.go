package moneyapi

import (
	"bytes"
	"context"
	"fmt"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/refunds"
	"referto/internal/league/views"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// paymentListPosition marks the end of a page of lists.
type paymentListPosition struct{ Number int }

// ListPaymentLists lists the lists of payments of a season.
func (a API) ListPaymentLists(ctx context.Context, r openapi.ListPaymentListsRequestObject) (openapi.ListPaymentListsResponseObject, error) {
	c := gate.From(ctx)
	list := "payment-lists:" + r.Season.String()
	var after paymentListPosition
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	if _, err := a.Desk.ViewSeason(c.Door(), r.Season); err != nil {
		return nil, err
	}
	most := leagueapi.Limit(r.Params.Limit)
	var lists []facts.PaymentList
	b := &tenantdb.Batch{}
	leaguedb.LoadPaymentLists(b, &lists, r.Season, after.Number, most+1)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	page := openapi.PaymentListPage{}
	if len(lists) > most {
		lists = lists[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, paymentListPosition{lists[most-1].Number}))
	}
	page.Items = openapi.Each(lists, func(l facts.PaymentList) openapi.PaymentListSummary {
		return openapi.PaymentListSummary{
			Id: l.ID, Number: l.Number, ExecuteOn: views.Date(l.ExecuteOn), Total: views.Sum(l.TotalCents), MadeAt: l.MadeAt, MadeBy: views.NameOr(l.MadeByName),
			Cancelled: l.CancelledAt != nil,
		}
	})
	return openapi.ListPaymentLists200JSONResponse(page), nil
}

// CreatePaymentList makes a list of payments.
func (a API) CreatePaymentList(ctx context.Context, r openapi.CreatePaymentListRequestObject) (openapi.CreatePaymentListResponseObject, error) {
	c := gate.From(ctx)
	from, err := party(r.Body.Payer)
	if err != nil {
		return nil, err
	}
	l, err := moneydesk.At(a.Desk).MakePaymentList(c.Tx(), leagueapi.Act(c), r.Season, moneydesk.NewPaymentList{Refunds: r.Body.Refunds, From: from, ExecuteOn: r.Body.ExecuteOn.Time})
	if err != nil {
		return nil, err
	}
	by := c.Name()
	l.MadeByName = &by
	return openapi.CreatePaymentList201JSONResponse(paymentListView(c, l)), nil
}

// GetPaymentList answers with one list of payments.
func (a API) GetPaymentList(ctx context.Context, r openapi.GetPaymentListRequestObject) (openapi.GetPaymentListResponseObject, error) {
	c := gate.From(ctx)
	l, err := moneydesk.At(a.Desk).ViewPaymentList(c.Door(), r.Season, r.List)
	if err != nil {
		return nil, err
	}
	return openapi.GetPaymentList200JSONResponse(paymentListView(c, l)), nil
}

func paymentListView(c *gate.Call, l *refunds.PaymentList) openapi.PaymentList {
	c.ETag(gate.Version(l.Version))
	out := openapi.PaymentList{
		Id: l.ID, Number: l.Number, Payer: l.Payer, Account: l.Shown, ExecuteOn: views.Date(l.ExecuteOn), Total: views.Sum(l.TotalCents), MadeAt: l.MadeAt, MadeBy: views.NameOr(l.MadeByName),
		Cancelled: l.CancelledAt != nil, CancelReason: l.CancelReason, NotAtBank: l.NotAtBank, Version: l.Version,
		Payments: openapi.Each(l.Payments, func(p facts.Payment) openapi.Payment {
			outcome := openapi.PaymentOutcomeOpen
			if p.Outcome != "" {
				outcome = openapi.PaymentOutcome(p.Outcome)
			}
			return openapi.Payment{
				Refund: p.RefundID, Player: openapi.PlayerRef{Id: p.PlayerID, Name: words.For(c.Language).Person(p.PlayerName)}, Amount: views.Euro(p.Cents), Reference: p.EndToEnd,
				Outcome: outcome, SettledOn: views.DateOr(p.SettledOn), Remark: p.Reference,
			}
		}),
	}
	if l.WrittenAt != nil {
		out.WrittenAt = *l.WrittenAt
	}
	out.Documents.Sepa, out.Documents.Csv = l.XMLDigest, l.CSVDigest
	return out
}

// WritePaymentDocument writes a list for the bank, or for people.
func (a API) WritePaymentDocument(ctx context.Context, r openapi.WritePaymentDocumentRequestObject) (openapi.WritePaymentDocumentResponseObject, error) {
	c := gate.From(ctx)
	document, l, err := moneydesk.At(a.Desk).WritePaymentDocument(c.Tx(), leagueapi.Act(c), r.Season, r.List, moneydesk.DocumentKind(r.Body.Format))
	if err != nil {
		return nil, err
	}
	c.Tx().Defer(func(b *tenantdb.Batch) {
		leaguedb.AddListAccess(b, leagueapi.Access(c, leaguedb.BankRead), r.List)
	})
	name := fmt.Sprintf("payments-%d", l.Number)
	if r.Body.Format == openapi.PaymentDocumentFormatCsv {
		attach(c, "text/csv", name+".csv")
		return openapi.WritePaymentDocument200TextcsvResponse{Body: bytes.NewReader(document), ContentLength: int64(len(document))}, nil
	}
	attach(c, "application/xml", name+".xml")
	return openapi.WritePaymentDocument200ApplicationxmlResponse{Body: bytes.NewReader(document), ContentLength: int64(len(document))}, nil
}

// SettlePayments records the outcome of payments.
func (a API) SettlePayments(ctx context.Context, r openapi.SettlePaymentsRequestObject) (openapi.SettlePaymentsResponseObject, error) {
	c := gate.From(ctx)
	l, err := moneydesk.At(a.Desk).SettlePayments(c.Tx(), leagueapi.Act(c), r.Season, r.List, refunds.Settlement{
		Paid: r.Body.Outcome == openapi.PaymentSettlementOutcomePaid, Refunds: r.Body.Refunds, On: r.Body.On.Time, Reference: r.Body.Reference,
	})
	if err != nil {
		return nil, err
	}
	return openapi.SettlePayments200JSONResponse(paymentListView(c, l)), a.notifyClaimants(c, l.Notify...)
}

// CancelPaymentList cancels a list.
func (a API) CancelPaymentList(ctx context.Context, r openapi.CancelPaymentListRequestObject) (openapi.CancelPaymentListResponseObject, error) {
	c := gate.From(ctx)
	l, err := moneydesk.At(a.Desk).CancelPaymentList(c.Tx(), leagueapi.Act(c), r.Season, r.List, refunds.Cancellation{Reason: r.Body.Reason, NotAtBank: r.Body.NotAtBank})
	if err != nil {
		return nil, err
	}
	return openapi.CancelPaymentList200JSONResponse(paymentListView(c, l)), a.notifyClaimants(c, l.Notify...)
}
