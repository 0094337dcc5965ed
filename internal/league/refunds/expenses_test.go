package refunds_test

import (
	"testing"
	"time"

	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/refunds"
	"referto/internal/league/rules"
)

// CN09 1.9: expenses of the journey, in the currency of payments, on a day that has begun
// somewhere: clocks are at most 14 hours ahead of UTC.
func TestExpensesThatAreClaimed(t *testing.T) {
	t.Parallel()
	now := time.Date(2010, 5, 9, 10, 0, 0, 0, time.UTC) // midnight of the 10th on the Line Islands
	for _, tt := range []struct {
		name     string
		cents    int64
		currency string
		on       rules.Day
		now      time.Time
		has      int // expenses
		want     string
	}{
		{"CN09 1.9 of the day of the final", 8000, "EUR", "2010-05-02", now, 0, ""},
		{"CN09 1.9 of a cent", 1, "EUR", "2010-05-02", now, 0, ""},
		{"CN09 1.9 in another currency", 9000, "CHF", "2010-05-02", now, 0, "faults /amount/currency: CN09 1.9: refund-currency (currency=EUR)"},
		{"of nothing", 0, "EUR", "2010-05-02", now, 0, "faults /amount/amount: amount-nothing"},
		{"of less than nothing", -1, "EUR", "2010-05-02", now, 0, "faults /amount/amount: amount-nothing"},
		{"of a day that has just begun at the first of all places", 100, "EUR", "2010-05-10", now, 0, ""},
		{"of a day that has begun nowhere", 100, "EUR", "2010-05-10", now.Add(-time.Second), 0, "faults /spentOn: day-in-future"},
		{
			"all of that", 0, "USD", "2011-01-01", now, 50,
			"faults /amount/currency: CN09 1.9: refund-currency (currency=EUR); /amount/amount: amount-nothing; /spentOn: day-in-future",
		},
		{"the fiftieth", 100, "EUR", "2010-05-02", now, 49, ""},
		{"the fifty-first", 100, "EUR", "2010-05-02", now, 50, "state refund-too-many (limit=50)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := claimOf(ended(t), champion, facts.RefundDraft, make([]int64, tt.has)...)
			n := refunds.NewExpense{What: "Treno", SpentOn: tt.on.Midnight(), Cents: tt.cents, Currency: tt.currency}
			if got := leaguetest.Answer(r.CheckExpense(n, tt.now)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// CN09 1.9: a receipt attests an amount of one of the claim's expenses.
func TestReceiptsThatAreTaken(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		expense int
		cents   int64
		has     int // receipts, each of the claim's two expenses
		want    string
	}{
		{"CN09 1.9 the first", 1, 9250, 0, ""},
		{"CN09 1.9 of more than the expense", 2, 1_000_000, 1, ""},
		{"of nothing", 1, 0, 0, "faults /amount: amount-nothing"},
		{"of less than nothing", 1, -1, 0, "faults /amount: amount-nothing"},
		{"of an expense that there is not", 3, 100, 0, "not found"},
		{"the tenth of an expense", 2, 100, 9, ""},
		{"the eleventh of an expense", 2, 100, 10, "state refund-too-many (limit=10)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := claimOf(ended(t), champion, facts.RefundDraft, 8000, 1205)
			r.Receipts = nil
			for range tt.has {
				r.Receipts = append(r.Receipts, facts.RefundReceipt{Expense: 1, Cents: 1}, facts.RefundReceipt{Expense: 2, Cents: 1})
			}
			if got := leaguetest.Answer(r.CheckReceipt(tt.expense, tt.cents)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// CN09 1.9: an attested expense is paid once, so a receipt counts once, even if another person submits it again.
func TestAReceiptCountsOnce(t *testing.T) {
	t.Parallel()
	r := claimOf(ended(t), champion, facts.RefundDraft)
	for known, want := range map[int]string{0: "", 1: "state CN09 1.9: receipt-twice", 2: "state CN09 1.9: receipt-twice"} {
		if got := leaguetest.Answer(r.RequireFresh(known)); got != want {
			t.Errorf("known %d times: %q, want %q", known, got, want)
		}
	}
}

// Removing an expense removes its receipts and its claimed amount.
func TestAnExpenseIsTakenAway(t *testing.T) {
	t.Parallel()
	r := claimOf(ended(t), champion, facts.RefundDraft, 8000, 1205, 500)
	r.ClaimedCents = 9705
	if _, err := r.RemoveExpense(4); leaguetest.Answer(err) != "not found" || len(r.Expenses) != 3 {
		t.Errorf("one that there is not: %v", err)
	}
	removed, err := r.RemoveExpense(2)
	if err != nil || removed.Cents != 1205 || r.ClaimedCents != 8500 {
		t.Errorf("%+v, %d left, %v", removed, r.ClaimedCents, err)
	}
	if len(r.Expenses) != 2 || r.Expenses[1].Number != 3 || len(r.Receipts) != 2 || r.Receipts[1].Expense != 3 {
		t.Errorf("left are %+v with %+v", r.Expenses, r.Receipts)
	}
	if got := leaguetest.Answer(r.MaySubmit(afterFinal)); got != "" {
		t.Errorf("what is left is handed in: %q", got)
	}
}
