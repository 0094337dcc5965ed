package pages

import (
	"strings"

	"referto/openapi"
)

// OrderedField begins the names of the fields of [ActOrder] by which claims are put on a list; the claim's id follows.
const OrderedField = "refund/"

// PayerField begins the names of the fields of [ActOrder] about the payer: as in the API, holder and iban follow.
const PayerField = "payer/"

// order is the form that puts claims of a season on a list for the bank. All are ticked.
func (v Refunds) order(season openapi.SeasonSummary, claims []openapi.Refund) actForm {
	w := v.words()
	form := actForm{
		Act: ActOrder, ID: season.Id.String(), Opener: w.Text("refunds.order", map[string]any{"season": season.Title}), Lead: w.Text("refunds.order-lead", nil),
		Buttons: []actButton{{Text: w.Text("refunds.order-now", nil), Primary: true}},
	}
	for _, one := range claims {
		form.Fields = append(form.Fields, actField{
			Name: OrderedField + one.Id.String(), Label: v.of(one.Player, one.Approved), Kind: "checkbox", Value: "true",
		})
	}
	form.Fields = append(form.Fields,
		actField{Name: PayerField + "holder", Label: w.Text("refunds.order-payer", nil), Most: 70, Required: true},
		actField{Name: PayerField + "iban", Label: "IBAN", Most: 42, Required: true},
		actField{Name: "executeOn", Label: w.Text("refunds.order-on", nil), Kind: "date", Required: true},
	)
	return form
}

// lists is the section of the payment lists, with the forms for those that are not cancelled.
func (v Refunds) lists(forms *acts) matters {
	w := v.words()
	out := matters{ID: "lists", Title: w.Text("refunds.lists", nil), Lead: w.Text("refunds.lists-lead", nil), Empty: w.Text("refunds.lists-none", nil)}
	for _, of := range v.Seasons {
		for _, one := range of.Lists {
			out.Items = append(out.Items, v.list(forms, of.Season, one))
		}
	}
	if v.MoreLists != "" {
		out.More, out.MoreText = v.link(refundsAddress(v.Tenant).with("lists", v.MoreLists)), w.Text("refunds.lists-more", nil)
	}
	return out
}

// list is a payment list: its total, its progress, its author, and the outcome of each payment.
func (v Refunds) list(forms *acts, season openapi.SeasonSummary, one openapi.PaymentList) matter {
	w := v.words()
	item := matter{Title: w.Text("refunds.list", map[string]any{"number": one.Number, "amount": w.Euro(one.Total.Amount)})}
	var open []openapi.Payment
	for _, payment := range one.Payments {
		if payment.Outcome == openapi.PaymentOutcomeOpen {
			open = append(open, payment)
		}
	}
	item.Lines = append(item.Lines, matterLine{Text: v.reached(one, len(open))})
	made := w.Text("refunds.list-made", map[string]any{"date": w.PlainDate(one.MadeAt.UTC())})
	if one.MadeBy != "" {
		made = w.Text("refunds.list-made-by", map[string]any{"date": w.PlainDate(one.MadeAt.UTC()), "name": one.MadeBy})
	}
	item.Lines = append(item.Lines, muted(strings.Join(present(
		season.Title, made, w.Text("refunds.list-from", map[string]any{"payer": one.Payer, "account": one.Account, "date": w.PlainDate(one.ExecuteOn.Time)}),
	), " · "))...)
	for _, payment := range one.Payments {
		item.Lines = append(item.Lines, matterLine{Text: v.payment(payment)})
	}
	if !v.Pays || one.Cancelled {
		return item
	}
	id := season.Id.String() + "." + one.Id.String()
	item.Forms = append(item.Forms, forms.form(actForm{Act: ActWrite, ID: id, Buttons: []actButton{
		{Name: "format", Value: string(openapi.PaymentDocumentFormatSepa), Text: w.Text("refunds.write-sepa", nil)},
		{Name: "format", Value: string(openapi.PaymentDocumentFormatCsv), Text: w.Text("refunds.write-csv", nil)},
	}}))
	if len(open) > 0 {
		item.Forms = append(item.Forms, forms.form(v.settling(id, open)))
	}
	if len(open) == len(one.Payments) {
		item.Forms = append(item.Forms, forms.form(v.cancellation(id, !one.WrittenAt.IsZero())))
	}
	return item
}

// reached describes the progress of a list with a number of open payments.
func (v Refunds) reached(one openapi.PaymentList, open int) string {
	w := v.words()
	switch {
	case one.Cancelled:
		return w.Text("refunds.list-cancelled", map[string]any{"reason": one.CancelReason})
	case open == 0:
		return w.Text("refunds.list-settled", nil)
	case open < len(one.Payments):
		return w.Text("refunds.list-part", map[string]any{"count": open})
	case !one.WrittenAt.IsZero():
		return w.Text("refunds.list-written", map[string]any{"date": w.PlainDate(one.WrittenAt.UTC())})
	}
	return w.Text("refunds.list-open", nil)
}

// of names a person and the amount paid to them.
func (v Refunds) of(player openapi.PlayerRef, amount openapi.Money) string {
	return v.words().Text("refunds.of", map[string]any{"name": player.Name, "amount": v.words().Euro(amount.Amount)})
}

// payment describes the outcome of a payment of a list.
func (v Refunds) payment(one openapi.Payment) string {
	w := v.words()
	of := v.of(one.Player, one.Amount)
	said := map[string]any{"date": w.PlainDate(one.SettledOn.Time), "remark": one.Remark}
	switch one.Outcome {
	case openapi.PaymentOutcomePaid:
		return of + " · " + w.Text("refunds.payment-paid", said)
	case openapi.PaymentOutcomeFailed:
		return of + " · " + w.Text("refunds.payment-failed", said)
	case openapi.PaymentOutcomeOpen:
	}
	return of
}

// settling is the form that records the bank's outcome of payments of a list: all open ones, or one.
func (v Refunds) settling(id string, open []openapi.Payment) actForm {
	w := v.words()
	which := []choice{{Name: w.Text("refunds.settle-all", map[string]any{"count": len(open)}), Current: true}}
	if len(open) > 1 {
		for _, one := range open {
			which = append(which, choice{Code: one.Refund.String(), Name: v.of(one.Player, one.Amount)})
		}
	}
	return actForm{
		Act: ActSettle, ID: id, Opener: w.Text("refunds.settle", nil),
		Fields: []actField{
			{Name: "of", Label: w.Text("refunds.settle-of", nil), Options: which},
			{Name: "on", Label: w.Text("refunds.settle-on", nil), Kind: "date", Required: true},
			{Name: "reference", Label: w.Text("refunds.settle-reference", nil), Most: 140, Required: true},
		},
		Buttons: []actButton{
			{Name: "outcome", Value: string(openapi.PaymentSettlementOutcomePaid), Text: w.Text("refunds.settle-paid", nil), Primary: true},
			{Name: "outcome", Value: string(openapi.PaymentSettlementOutcomeFailed), Text: w.Text("refunds.settle-failed", nil)},
		},
	}
}

// cancellation is the form that cancels a list; where a document of it was written, the bank may have it.
func (v Refunds) cancellation(id string, written bool) actForm {
	w := v.words()
	form := actForm{
		Act: ActCancel, ID: id, Opener: w.Text("refunds.cancel", nil), Lead: w.Text("refunds.cancel-lead", nil), Fields: []actField{reason(w, true)},
		Buttons: []actButton{{Text: w.Text("refunds.cancel-now", nil)}},
	}
	if written {
		form.Fields = append(form.Fields, actField{Name: "notAtBank", Label: w.Text("refunds.cancel-bank", nil), Kind: "checkbox"})
	}
	return form
}
