package pages

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"referto/frontend/words"
	"referto/openapi"
)

// RefundsPath is the address, below a tenant's, of the refund claims to be decided.
const RefundsPath = "/refunds"

// ReceiptPath is the address, below a tenant's, of the file of a receipt, whose ids are in ?of=.
const ReceiptPath = RefundsPath + "/receipt"

// ReceiptsPath is the address, below a tenant's, that takes the file of a receipt.
const ReceiptsPath = MyRecordPath + "/receipts"

// The acts of the forms about a refund claim or a payment list. The ids in their field "id" are those of the season,
// the claim or list and the number of the expense, as far as they exist, separated by points.
const (
	ActClaim       = "claim"    // begin a claim
	ActSpend       = "spend"    // add an expense
	ActUnspend     = "unspend"  // take an expense away
	ActReceipt     = "receipt"  // add a receipt to an expense
	ActPayTo       = "pay-to"   // name the account to pay to
	ActHandIn      = "hand-in"  // the claim
	ActUnclaim     = "unclaim"  // take the claim back
	ActApprove     = "approve"  // a claim, all of it or less
	ActAsk         = "ask"      // give a claim back with a question
	ActRefuseClaim = "disclaim" // refuse a claim
	ActOrder       = "order"    // make a list of payments of approved claims
	ActWrite       = "write"    // download a list, in the format of the button
	ActSettle      = "settle"   // record the bank's outcome of payments of a list
	ActCancel      = "cancel"   // a list
)

// Refunds lists the claims of the latest seasons that wait for a decision, and those that wait to be paid.
type Refunds struct {
	Reader
	Tenant openapi.Tenant
	// Key is the idempotency key of the acts on the page; Sent is the refused form, nil for none.
	Key     string
	Sent    *Sent
	Seasons []RefundsOf
	// MoreLists continues the lists of payments (?lists=); "" at their end.
	MoreLists string
	// Decides: the reader may decide about claims; Pays: they may pay them.
	Decides, Pays bool
}

// RefundsOf are the claims of a season: those that wait for a decision, those that wait to be paid, among them those
// that the bank did not pay, and the lists of payments, the latest first.
type RefundsOf struct {
	Season                      openapi.SeasonSummary
	Submitted, Approved, Failed []openapi.Refund
	Lists                       []openapi.PaymentList
	// More: there are more claims.
	More bool
}

// LastList is the id of the last list of payments of the page; "" without one.
func (v Refunds) LastList() (id string) {
	for _, of := range v.Seasons {
		for _, one := range of.Lists {
			id = one.Id.String()
		}
	}
	return id
}

// ApprovedField begins the names of the fields of [ActApprove] about an expense. Its place in the claim follows, from 0, then
// /number, /amount or /reason.
const ApprovedField = "expenses/"

func refundsAddress(t openapi.Tenant) address {
	return address{path: homeAddress(t).path + RefundsPath}
}

// Refunds writes the page.
func (p *Pages) Refunds(out io.Writer, v Refunds) error {
	v.Reader = v.citing(v.Tenant, openapi.RulesetRef{})
	w := v.words()
	m, forms := v.begun(v.Tenant, refundsAddress(v.Tenant), "refunds.title", "refunds.lead", v.Key, v.Sent)
	open := matters{ID: "decide", Title: w.Text("refunds.decide", nil), Empty: w.Text("refunds.decide-none", nil)}
	approved := matters{ID: "pay", Title: w.Text("refunds.pay", nil), Lead: w.Text("refunds.pay-lead", nil), Empty: w.Text("refunds.pay-none", nil)}
	for _, of := range v.Seasons {
		for _, one := range of.Submitted {
			open.Items = append(open.Items, v.submitted(forms, of.Season, one))
		}
		if of.More {
			m.Lead = w.Text("refunds.lead", nil) + " " + w.Text("refunds.more", nil)
		}
		payable := slices.Concat(of.Approved, of.Failed)
		for _, one := range payable {
			approved.Items = append(approved.Items, v.claim(of.Season, one))
		}
		if v.Pays && len(payable) > 0 {
			approved.Forms = append(approved.Forms, forms.form(v.order(of.Season, payable)))
		}
	}
	m.Parts = []matters{open, approved, v.lists(forms)}
	m.Fault, m.Rule = forms.unplaced()
	return p.render(out, m.Lang, "register", m)
}

// claim is a claim with its expenses and receipts.
func (v Refunds) claim(season openapi.SeasonSummary, one openapi.Refund) matter {
	w := v.words()
	item := matter{Title: one.Player.Name, Lines: []matterLine{v.sentence(one.Journey.Why)}}
	item.Lines = append(item.Lines, muted(strings.Join(present(season.Title, comesTo(w, one), one.Account), " · "))...)
	return expenses(v.Reader, v.Tenant, item, season, one)
}

// comesTo shows the amount of a claim: the approved sum, and the claimed sum if it was higher.
func comesTo(w *words.Words, one openapi.Refund) string {
	switch one.Approved.Amount {
	case "":
		return w.Euro(one.Claimed.Amount)
	case one.Claimed.Amount:
		return w.Euro(one.Approved.Amount)
	}
	return w.Text("refunds.less", map[string]any{"amount": w.Euro(one.Approved.Amount), "claimed": w.Euro(one.Claimed.Amount)})
}

// expenses adds to a claim a line for each expense, with why it is not paid as a whole, and a link for each of its receipts.
func expenses(v Reader, tenant openapi.Tenant, item matter, season openapi.SeasonSummary, claim openapi.Refund) matter {
	for _, one := range claim.Expenses {
		line := matterLine{Text: expense(v, one)}
		for n, receipt := range one.Receipts {
			if receipt.Erased {
				continue
			}
			of := strings.Join([]string{season.Id.String(), claim.Id.String(), receipt.Id.String()}, ".")
			line.Links = append(line.Links, choice{
				Name:    v.words().Text("refunds.receipt", map[string]any{"number": n + 1, "amount": v.words().Euro(receipt.Amount.Amount)}),
				Address: v.link(address{path: homeAddress(tenant).path + ReceiptPath}.with("of", of)),
			})
		}
		item.Lines = append(item.Lines, line)
		if one.Approved.Amount != "" && one.Approved.Amount != one.Amount.Amount {
			item.Lines = append(item.Lines, matterLine{
				Text: v.words().Text("refunds.cut", map[string]any{"amount": v.words().Euro(one.Approved.Amount), "reason": one.CutReason}), Rule: v.cite(claim.Journey.Why.Rule),
			})
		}
	}
	return item
}

func expense(v Reader, one openapi.Expense) string {
	return strings.Join(present(one.What, v.span(one.SpentOn.Format("2006-01-02"), ""), v.words().Euro(one.Amount.Amount)), " · ")
}

// submitted is a claim that waits for a decision. The approved amount of each expense may be lower than the claimed
// one, with a reason.
func (v Refunds) submitted(forms *acts, season openapi.SeasonSummary, one openapi.Refund) matter {
	w := v.words()
	item := v.claim(season, one)
	if !v.Decides {
		return item
	}
	id := season.Id.String() + "." + one.Id.String()
	text := func(key string) string {
		return w.Text(key, map[string]any{"name": one.Player.Name, "amount": w.Euro(one.Claimed.Amount)})
	}
	item.Forms = []actForm{
		forms.form(approval(w, id, one)),
		forms.form(actForm{Act: ActAsk, ID: id, Opener: text("refunds.ask"), Lead: text("refunds.ask-lead"), Fields: []actField{reason(w, true)}, Buttons: []actButton{{Text: text("refunds.ask"), Primary: true}}}),
		forms.form(actForm{Act: ActRefuseClaim, ID: id, Opener: text("refunds.refuse"), Lead: text("refunds.refuse-lead"), Fields: []actField{reason(w, true)}, Buttons: []actButton{{Text: text("refunds.refuse-now")}}}),
	}
	return item
}

// approval is the form that approves a claim. Its fields are named like those of the API, with the position of the
// expense in the claim, so that the API's faults of an expense are shown beside it.
func approval(w *words.Words, id string, one openapi.Refund) actForm {
	text := func(key string, more map[string]any) string { return w.Text("refunds.approve"+key, more) }
	form := actForm{
		Act: ActApprove, ID: id, Opener: text("", nil), Lead: text("-lead", map[string]any{"name": one.Player.Name}),
		Buttons: []actButton{{Text: text("-now", nil), Primary: true}},
	}
	for n, spent := range one.Expenses {
		field := ApprovedField + strconv.Itoa(n) + "/"
		form.Hidden = append(form.Hidden, param{field + "number", strconv.Itoa(spent.Number)})
		form.Fields = append(form.Fields,
			actField{Name: field + "amount", Label: text("-amount", map[string]any{"what": spent.What, "amount": w.Euro(spent.Amount.Amount)}), Value: spent.Amount.Amount, Most: 10, Required: true, Inputmode: "decimal"},
			actField{Name: field + "reason", Label: text("-reason", map[string]any{"what": spent.What}), Most: 500},
		)
	}
	return form
}

// claimForms are the forms for a person's own refund claim: begin it, list expenses with receipts, name the account
// to pay to, hand it in, and withdraw it.
func (v MyRecord) claimForms(forms *acts, one MyJourney) (item matter) {
	w, claim, season := v.words(), one.Refund.Claim, one.Season.Id.String()
	text := func(key string) string { return w.Text("mine.claim-"+key, nil) }
	if claim.State == "" {
		if one.Refund.Claimable {
			item.Forms = []actForm{forms.form(actForm{Act: ActClaim, ID: season, Lead: text("lead"), Buttons: []actButton{{Text: text("begin"), Primary: true}}})}
		}
		return item
	}
	item = expenses(v.Reader, v.Tenant, item, one.Season, claim)
	id := season + "." + claim.Id.String()
	if claim.State == openapi.RefundStateDraft || claim.State == openapi.RefundStateAsked {
		for _, spent := range claim.Expenses {
			number := id + "." + strconv.Itoa(spent.Number)
			item.Forms = append(item.Forms, forms.form(actForm{
				Act: ActReceipt, ID: number, Action: v.link(address{path: homeAddress(v.Tenant).path + ReceiptsPath}), File: true,
				Opener: w.Text("mine.claim-receipt", map[string]any{"what": spent.What}), Lead: text("receipt-lead"),
				Fields:  []actField{{Name: "amount", Label: text("amount"), Value: spent.Amount.Amount, Most: 10, Required: true, Inputmode: "decimal"}, {Name: "file", Label: text("file"), Kind: "file", Required: true, Accept: "image/jpeg,image/png,application/pdf"}},
				Buttons: []actButton{{Text: text("receipt-send"), Primary: true}},
			}), forms.form(actForm{
				Act: ActUnspend, ID: number, Opener: w.Text("mine.claim-unspend", map[string]any{"what": spent.What}), Lead: text("unspend-lead"), Buttons: []actButton{{Text: text("unspend-now")}},
			}))
		}
		item.Forms = append(item.Forms, forms.form(actForm{
			Act: ActSpend, ID: id, Opener: text("spend"),
			Fields: []actField{
				{Name: "what", Label: text("what"), Most: 200, Required: true},
				{Name: "spentOn", Label: text("spent-on"), Kind: "date", Required: true},
				{Name: "amount", Label: text("amount"), Most: 10, Required: true, Inputmode: "decimal"},
			},
			Buttons: []actButton{{Text: text("spend-send"), Primary: true}},
		}), forms.form(actForm{
			Act: ActPayTo, ID: id, Hidden: []param{{"version", strconv.Itoa(claim.Version)}}, Opener: text("account"), Lead: text("account-lead"),
			Fields:  []actField{{Name: "holder", Label: text("holder"), Value: v.Record.Name, Most: 70, Required: true, Autocomplete: "name"}, {Name: "iban", Label: "IBAN", Most: 42, Required: true}},
			Buttons: []actButton{{Text: text("account-send"), Primary: true}},
		}), forms.form(actForm{Act: ActHandIn, ID: id, Opener: text("hand-in"), Lead: text("hand-in-lead"), Buttons: []actButton{{Text: text("hand-in-now"), Primary: true}}}))
	}
	switch claim.State {
	case openapi.RefundStateDraft, openapi.RefundStateAsked, openapi.RefundStateSubmitted:
		item.Forms = append(item.Forms, forms.form(actForm{Act: ActUnclaim, ID: id, Opener: text("take-back"), Lead: text("take-back-lead"), Buttons: []actButton{{Text: text("take-back-now")}}}))
	}
	return item
}
