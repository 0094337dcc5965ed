package pages_test

import (
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	openapitypes "github.com/oapi-codegen/runtime/types"
	"golang.org/x/net/html"

	"referto/frontend/pages"
	"referto/openapi"
)

// spent is a claim of a journey with an attested expense.
func spent(state openapi.RefundState) openapi.Refund {
	euros := openapi.Money{Amount: "42.50", Currency: "EUR"}
	return openapi.Refund{
		Id: uuid.New(), Player: openapi.PlayerRef{Name: "Ada Lodi"}, State: state, Claimed: euros, Account: "IT…3456", Version: 2,
		Journey: openapi.Journey{Paid: true, Why: openapi.Explanation{Text: "Paid.", Rule: openapi.Rule{Code: "CN09", Paragraph: "1.9"}}},
		Expenses: []openapi.Expense{{Number: 1, What: "Treno", SpentOn: openapitypes.Date{Time: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)}, Amount: euros, Receipts: []openapi.Receipt{
			{Id: uuid.New(), Amount: euros}, {Id: uuid.New(), Amount: euros, Erased: true},
		}}},
	}
}

func refunds(reader pages.Reader, tenant openapi.Tenant) pages.Refunds {
	return pages.Refunds{Reader: reader, Tenant: tenant, Decides: true, Seasons: []pages.RefundsOf{{
		Season: openapi.SeasonSummary{Title: "2026"}, Submitted: []openapi.Refund{spent(openapi.RefundStateSubmitted)}, Approved: []openapi.Refund{spent(openapi.RefundStateApproved)}, More: true,
		Lists: []openapi.PaymentList{listed(openapi.PaymentOutcomeOpen, openapi.PaymentOutcomePaid, openapi.PaymentOutcomeFailed)},
	}}, MoreLists: uuid.NewString()}
}

// listed is a list of payments with these outcomes.
func listed(outcomes ...openapi.PaymentOutcome) openapi.PaymentList {
	day := time.Date(2026, 5, 9, 0, 0, 0, 0, time.UTC)
	list := openapi.PaymentList{
		Id: uuid.New(), Number: 1, Payer: "Lega", Account: "IT…3456", ExecuteOn: openapitypes.Date{Time: day}, Total: openapi.Total{Amount: "1204.50", Currency: "EUR"}, MadeAt: day, MadeBy: "Ugo Cassa",
	}
	for _, outcome := range outcomes {
		list.Payments = append(list.Payments, openapi.Payment{
			Refund: uuid.New(), Player: openapi.PlayerRef{Name: "Ada Lodi"}, Amount: openapi.Money{Amount: "42.50", Currency: "EUR"}, Outcome: outcome, SettledOn: openapitypes.Date{Time: day}, Remark: "CRO 1",
		})
	}
	return list
}

// The content of a payment list, and the forms for the treasurer, follow from its progress; others have no forms.
func TestPaymentListForms(t *testing.T) {
	t.Parallel()
	const open, paid = openapi.PaymentOutcomeOpen, openapi.PaymentOutcomePaid
	at := time.Date(2026, 5, 8, 0, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		list openapi.PaymentList
		set  func(*openapi.PaymentList)
		says string
		acts []string
	}{
		"just made":       {listed(open, open), func(*openapi.PaymentList) {}, "Not written for the bank yet.", []string{"cancel", "order", "settle", "write"}},
		"written":         {listed(open), func(l *openapi.PaymentList) { l.WrittenAt = at }, "Written for the bank on", []string{"cancel", "order", "settle", "write"}},
		"settled in part": {listed(open, paid), func(*openapi.PaymentList) {}, "1 payment is still open.", []string{"order", "settle", "write"}},
		"settled":         {listed(paid), func(*openapi.PaymentList) {}, "The bank has said what became of each payment.", []string{"order", "write"}},
		"cancelled":       {listed(open), func(l *openapi.PaymentList) { l.Cancelled, l.CancelReason = true, "Twice." }, "Cancelled: Twice.", []string{"order"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := refunds(pages.Reader{Lang: "en"}, openapi.Tenant{Slug: "lega"})
			c.set(&c.list)
			v.Decides, v.Seasons[0].Lists = false, []openapi.PaymentList{c.list}
			for pays, want := range map[bool][]string{true: c.acts, false: {}} {
				v.Pays = pays
				shown := rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Refunds(out, v) })
				got := []string{}
				for _, input := range shown.all(with("name", "act")) {
					got = append(got, attribute(input, "value"))
				}
				slices.Sort(got)
				if !slices.Equal(got, want) {
					t.Errorf("pays %t: %v, want %v", pays, got, want)
				}
				if n := len(shown.all(with("name", "notAtBank"))); n != 0 != (pays && name == "written") {
					t.Errorf("pays %t: it is asked %d times whether the bank has the list", pays, n)
				}
				var out strings.Builder
				p, err := pages.New()
				if err == nil {
					err = p.Refunds(&out, v)
				}
				if err != nil || !strings.Contains(out.String(), c.says) || !strings.Contains(out.String(), "by Ugo Cassa") {
					t.Errorf("pays %t: %v not said %q in %s", pays, err, c.says, out.String())
				}
			}
		})
	}
}

// The forms of a claim follow from its state.
func TestRefundForms(t *testing.T) {
	t.Parallel()
	own := []string{"claim", "spend", "unspend", "receipt", "pay-to", "hand-in", "unclaim"}
	for state, want := range map[openapi.RefundState][]string{
		"":                           {"claim"},
		openapi.RefundStateDraft:     own[1:],
		openapi.RefundStateAsked:     own[1:],
		openapi.RefundStateSubmitted: {"unclaim"},
		openapi.RefundStateApproved:  nil,
		openapi.RefundStateListed:    nil,
		openapi.RefundStatePaid:      nil,
		openapi.RefundStateRefused:   nil,
		openapi.RefundStateWithdrawn: nil,
	} {
		v := pages.MyRecord{Reader: pages.Reader{Lang: "en"}, Tenant: openapi.Tenant{Slug: "lega"}, Journeys: []pages.MyJourney{{Refund: openapi.MyRefund{Claimable: state == ""}}}}
		if state != "" {
			v.Journeys[0].Refund.Claim = spent(state)
		}
		shown := rendered(t, func(p *pages.Pages, out io.Writer) error { return p.MyRecord(out, v) })
		var got []string
		for _, input := range shown.all(with("name", "act")) {
			if act := attribute(input, "value"); slices.Contains(own, act) {
				got = append(got, act)
			}
		}
		slices.Sort(got)
		want = slices.Sorted(slices.Values(want))
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", state, got, want)
		}
	}
	v := refunds(pages.Reader{Lang: "en"}, openapi.Tenant{Slug: "lega"})
	for decides, want := range map[bool]int{true: 3, false: 0} {
		v.Decides = decides
		shown := rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Refunds(out, v) })
		if got := len(shown.all(with("name", "act"))); got != want {
			t.Errorf("decides %t: %d forms", decides, got)
		}
		if got := len(shown.all(func(n *html.Node) bool { return n.Data == "a" && len(attribute(n, "href")) > 40 })); got < 2 {
			t.Errorf("decides %t: %d links to receipts", decides, got)
		}
	}
}

// A claim is approved expense by expense, each with the claimed amount; if less was approved the page shows how much
// and why.
func TestLessIsApprovedThanWasClaimed(t *testing.T) {
	t.Parallel()
	v := refunds(pages.Reader{Lang: "en"}, openapi.Tenant{Slug: "lega"})
	shown := rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Refunds(out, v) })
	for name, value := range map[string]string{"expenses/0/number": "1", "expenses/0/amount": "42.50", "expenses/0/reason": ""} {
		if fields := shown.all(with("name", name)); len(fields) != 1 || attribute(fields[0], "value") != value {
			t.Errorf("%s: %d fields", name, len(fields))
		}
	}
	const cut, whole = "Approved of it: €30.00. Second class.", "€30.00 approved of €42.50"
	says := func(claim openapi.Refund) (said int) {
		mine := pages.MyRecord{Reader: v.Reader, Tenant: v.Tenant, Journeys: []pages.MyJourney{{Refund: openapi.MyRefund{Claim: claim}}}}
		v.Seasons[0].Approved = []openapi.Refund{claim}
		for _, page := range []func(*pages.Pages, io.Writer) error{
			func(p *pages.Pages, out io.Writer) error { return p.MyRecord(out, mine) }, func(p *pages.Pages, out io.Writer) error { return p.Refunds(out, v) },
		} {
			var out strings.Builder
			p, err := pages.New()
			if err == nil {
				err = page(p, &out)
			}
			if err != nil {
				t.Fatal(err)
			}
			said += strings.Count(out.String(), cut) + strings.Count(out.String(), whole)
		}
		return said
	}
	claim := spent(openapi.RefundStateApproved)
	claim.Approved, claim.Expenses[0].Approved = claim.Claimed, claim.Claimed
	if n := says(claim); n != 0 {
		t.Errorf("all is approved, and less is said %d times", n)
	}
	less := openapi.Money{Amount: "30.00", Currency: "EUR"}
	claim.Approved, claim.Expenses[0].Approved, claim.Expenses[0].CutReason = less, less, "Second class."
	if n := says(claim); n != 4 {
		t.Errorf("what is approved is said %d times, want 4", n)
	}
}
