package pages_test

import (
	"io"
	"slices"
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
	}}}
}

// What can be done about a claim follows from its state.
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
