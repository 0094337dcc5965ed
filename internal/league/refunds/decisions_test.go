package refunds_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/refunds"
)

// CN09 1.9: attested expenses only ("solo spese attestate"). The missing parts of a claim are
// listed expense by expense, on submission and again on approval.
func TestWhatAClaimLacks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		change func(*refunds.Claim)
		want   string
	}{
		{"CN09 1.9 nothing", func(*refunds.Claim) {}, ""},
		{"CN09 1.9 less is claimed than attested", func(r *refunds.Claim) { r.Receipts[0].Cents = 9250 }, ""},
		{
			"CN09 1.9 two receipts attest an expense together",
			func(r *refunds.Claim) {
				r.Receipts[1].Cents = 1200
				r.Receipts = append(r.Receipts, facts.RefundReceipt{Expense: 2, Cents: 5})
			}, "",
		},
		{
			"CN09 1.9 expenses",
			func(r *refunds.Claim) { r.Expenses = nil },
			"faults /expenses: CN09 1.9: refund-no-expenses",
		},
		{
			"CN09 1.9 the receipt of one",
			func(r *refunds.Claim) { r.Receipts = r.Receipts[:1] },
			"faults /expenses/2: CN09 1.9: refund-receipt-missing (expense=2)",
		},
		{
			"CN09 1.9 a cent of what is attested",
			func(r *refunds.Claim) { r.Receipts[0].Cents = 7999 },
			"faults /expenses/1: CN09 1.9: refund-above-receipts (amount=79.99, expense=1)",
		},
		{
			"CN09 1.9 a receipt of another expense attests nothing",
			func(r *refunds.Claim) { r.Receipts[1].Expense = 1 },
			"faults /expenses/2: CN09 1.9: refund-receipt-missing (expense=2)",
		},
		{
			"CN09 1.9 an account to pay to",
			func(r *refunds.Claim) { r.AccountShown = nil },
			"faults /account: CN09 1.9: refund-account-missing",
		},
		{
			"CN09 1.9 everything",
			func(r *refunds.Claim) { r.Expenses, r.AccountShown = nil, nil },
			"faults /expenses: CN09 1.9: refund-no-expenses; /account: CN09 1.9: refund-account-missing",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := claimOf(ended(t), champion, facts.RefundDraft, 8000, 1205)
			tt.change(r)
			if got := leaguetest.Answer(r.MaySubmit(afterFinal)); got != tt.want {
				t.Errorf("handed in: %q, want %q", got, tt.want)
			}
			if got := leaguetest.Answer(r.Approve(nil)); got != tt.want {
				t.Errorf("approved: %q, want %q", got, tt.want)
			}
		})
	}
}

// Nobody decides on a claim of their own: neither one they made nor one of their journey.
func TestWhoDecides(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		who  uuid.UUID
		want string
	}{
		{"CN09 1.9 somebody else", approves, ""},
		{"CN09 1.9 whose journey it was", travels, "rule CN09 1.9: refund-own"},
		{"CN09 1.9 who claims for them", claims, "rule CN09 1.9: refund-own"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := leaguetest.Answer(claimOf(ended(t), champion, facts.RefundSubmitted, 4000).MayDecide(tt.who)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// A claim is refused by a paragraph of the regulation: that on refunds, or another.
func TestParagraphOfARefusal(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"": "1.9", "1.9": "1.9", "1.8": "1.8", "9.9": "faults /paragraph: unknown-paragraph (paragraph=9.9)",
	} {
		got, err := claimOf(ended(t), champion, facts.RefundSubmitted, 4000).Paragraph(given)
		if err != nil {
			got = leaguetest.Answer(err)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", given, got, want)
		}
	}
}

// CN09 1.9: the approved amounts of a claim of 80.00, attested by 92.50, and 12.05: for each
// expense no more than was claimed, and less only with a reason.
func TestWhatIsApproved(t *testing.T) {
	t.Parallel()
	type cuts = []refunds.ApprovedExpense
	for _, tt := range []struct {
		name string
		cuts cuts
		want string // the approved sum with its parts, or the refusal
	}{
		{"CN09 1.9 all that was claimed", nil, "9205: 8000 1205"},
		{"CN09 1.9 a cent less of one", cuts{{Number: 1, Cents: 7999, Reason: "Senza la prenotazione"}}, "9204: 7999 1205"},
		{"CN09 1.9 nothing of one", cuts{{Number: 2, Reason: "Non è il viaggio"}}, "8000: 8000 0"},
		{"CN09 1.9 the same needs no reason", cuts{{Number: 1, Cents: 8000}}, "9205: 8000 1205"},
		{"CN09 1.9 more than the receipts", cuts{{Number: 1, Cents: 9251}}, "faults /expenses/0/amount: CN09 1.9: refund-above-receipts (amount=92.50, expense=1)"},
		{"CN09 1.9 more than was claimed", cuts{{Number: 1, Cents: 8001}}, "faults /expenses/0/amount: CN09 1.9: refund-above-claim (amount=80.00, expense=1)"},
		{
			"CN09 1.9 more of both",
			cuts{{Number: 2, Cents: 1206}, {Number: 1, Cents: 9250}},
			"faults /expenses/0/amount: CN09 1.9: refund-above-receipts (amount=12.05, expense=2); " +
				"/expenses/1/amount: CN09 1.9: refund-above-claim (amount=80.00, expense=1)",
		},
		{"less without a reason", cuts{{Number: 2, Cents: 1204}}, "faults /expenses/0/reason: refund-cut-unexplained"},
		{"nothing at all", cuts{{Number: 1, Reason: "No"}, {Number: 2, Reason: "No"}}, "faults /expenses: refund-nothing-approved"},
		{"an expense that there is not", cuts{{Number: 3, Cents: 1}}, "faults /expenses/0/number: unknown-expense (expense=3)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := claimOf(ended(t), champion, facts.RefundSubmitted, 8000, 1205)
			r.Receipts[0].Cents = 9250
			got := leaguetest.Answer(r.Approve(tt.cuts))
			if got == "" {
				got = approvedOf(r)
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// approvedOf writes the approved sum of a claim, and the amounts of its expenses.
func approvedOf(r *refunds.Claim) string {
	var parts []string
	for _, e := range r.Expenses {
		parts = append(parts, fmt.Sprint(*e.ApprovedCents))
	}
	return fmt.Sprintf("%d: %s", r.ApprovedCents, strings.Join(parts, " "))
}

// A claim is approved only if the player has the right.
func TestNothingIsApprovedWithoutTheRight(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		change change
		want   string
	}{
		{"CN09 1.11 the event is invalid by now", decided(largeEvent, facts.VerdictInvalidated), "rule CN09 1.9: journey-place-void"},
		{"CN09 1.9 the event is to be decided again", decided(largeEvent, facts.VerdictReversed), "state CN09 1.9: journey-provisional"},
		{"CN09 1.9 they did not play the final", toCome, "state CN09 1.9: refund-before-final"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := leaguetest.Answer(claimOf(ended(t, tt.change), large, facts.RefundSubmitted, 4000).Approve(nil)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// Whatever is cut: the approved sum is the sum of its parts, each no more than was claimed and
// attested, and an expense that is not cut is paid as claimed.
func TestApprovedIsWithinWhatWasClaimed(t *testing.T) {
	t.Parallel()
	s := ended(t)
	rapid.Check(t, func(t *rapid.T) {
		cents := rapid.SliceOfN(rapid.Int64Range(1, 10_000), 1, 6).Draw(t, "claimed")
		r := claimOf(s, champion, facts.RefundSubmitted, cents...)
		for i := range r.Receipts {
			r.Receipts[i].Cents += rapid.Int64Range(0, 500).Draw(t, "attested beyond")
		}
		cut := map[int]int64{}
		var cuts []refunds.ApprovedExpense
		for _, n := range rapid.SliceOfNDistinct(rapid.IntRange(1, len(cents)), 0, len(cents), rapid.ID[int]).Draw(t, "cut") {
			cut[n] = rapid.Int64Range(0, 10_500).Draw(t, "to")
			cuts = append(cuts, refunds.ApprovedExpense{Number: n, Cents: cut[n], Reason: "Meno"})
		}
		sum, above := int64(0), false
		for n, c := range cents {
			if to, is := cut[n+1]; is {
				above, c = above || to > c, to
			}
			sum += c
		}
		switch err := r.Approve(cuts); {
		case (above || sum == 0) != (err != nil):
			t.Fatalf("approved %d, more than claimed: %t: %v", sum, above, err)
		case err == nil && r.ApprovedCents != sum:
			t.Fatalf("%d approved, want %d", r.ApprovedCents, sum)
		}
		for _, e := range r.Expenses {
			if _, is := cut[e.Number]; !is && *e.ApprovedCents != e.Cents {
				t.Fatalf("of expense %d of %d, which nobody cuts, %d is paid", e.Number, e.Cents, *e.ApprovedCents)
			}
		}
	})
}
