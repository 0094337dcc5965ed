package refunds_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/refunds"
	"referto/internal/league/rules"
)

// Nobody pays a claim of their own, or one that they approved; and an unpaid claim that has lost
// its right cannot be paid.
func TestWhatIsPutOnAList(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		who    uuid.UUID
		change change
		claim  func(*refunds.Claim)
		want   string
	}{
		{"CN09 1.9 an approved claim", pays, nil, nil, ""},
		{"CN09 1.9 one whose payment has failed", pays, nil, func(r *refunds.Claim) { r.State = facts.RefundFailed }, ""},
		{"CN09 1.9 one that is not approved", pays, nil, func(r *refunds.Claim) { r.State = facts.RefundSubmitted }, "CN09 1.9: refund-not-approved (state=submitted)"},
		{"CN09 1.9 by whose journey it was", travels, nil, nil, "CN09 1.9: refund-own"},
		{"CN09 1.9 by who claims for them", claims, nil, nil, "CN09 1.9: refund-own"},
		{"CN09 1.9 by who approved it", approves, nil, nil, "CN09 1.9: payment-own-approval"},
		{"CN09 1.9 without an account to pay to", pays, nil, func(r *refunds.Claim) { r.AccountShown = nil }, "CN09 1.9: refund-account-missing"},
		{"CN09 1.11 of an event that is invalid by now", pays, decided(largeEvent, facts.VerdictInvalidated), nil, "CN09 1.9: journey-place-void"},
		{"CN09 1.9 of one that is to be decided again", pays, decided(largeEvent, facts.VerdictReversed), nil, "CN09 1.9: journey-provisional"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := ended(t)
			if tt.change != nil {
				s = ended(t, tt.change)
			}
			r := claimOf(s, large, facts.RefundApproved, 4000)
			if tt.claim != nil {
				tt.claim(r)
			}
			if got := because(r.Unpayable(tt.who)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// Payments by the bank are recorded: once a document of the list was written, a payment may have
// been made with or without the right; and a failed one needs none.
func TestWhoRecordsWhatBecameOfAPayment(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name          string
		who           uuid.UUID
		right         bool
		paid, written bool
		want          string
	}{
		{"CN09 1.9 paid", pays, true, true, true, ""},
		{"CN09 1.9 paid, from a list of which no document was written", pays, true, true, false, ""},
		{"CN09 1.9 failed", pays, true, false, true, ""},
		{"CN09 1.9 paid after the right was gone", pays, false, true, true, ""},
		{"CN09 1.9 paid without right or document", pays, false, true, false, "CN09 1.9: journey-place-void"},
		{"CN09 1.9 failed without right or document", pays, false, false, false, ""},
		{"CN09 1.9 by who approved it", approves, true, true, true, "CN09 1.9: payment-own-approval"},
		{"CN09 1.9 by whose journey it was", travels, true, false, true, "CN09 1.9: refund-own"},
		{"CN09 1.9 by who claims for them", claims, true, true, true, "CN09 1.9: refund-own"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := ended(t)
			if !tt.right {
				s = ended(t, decided(largeEvent, facts.VerdictInvalidated))
			}
			if got := because(claimOf(s, large, facts.RefundListed, 4000).Unsettleable(tt.who, tt.paid, tt.written)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// An order names approved claims, each once; for a claim that cannot be paid the refusal names its
// position, and nothing is ordered.
func TestOrdersOfClaims(t *testing.T) {
	t.Parallel()
	s := ended(t)
	open := claimOf(s, opener, facts.RefundApproved, 100).Refund
	var known []facts.Refund
	for n, who := range []league.PlayerID{champion, regional, large} {
		r := claimOf(s, who, facts.RefundApproved, 4000).Refund
		r.ID = id(byte(70 + n))
		known = append(known, r)
	}
	open.ID, known[2].State = id(73), facts.RefundListed
	known = append(known, open)
	for _, tt := range []struct {
		name string
		ids  []uuid.UUID
		want string
	}{
		{"CN09 1.9 in the order in which they are named", []uuid.UUID{id(71), id(70)}, ""},
		{"a claim that there is not", []uuid.UUID{id(70), id(99)}, "faults /refunds/1: unknown-refund"},
		{"a claim twice", []uuid.UUID{id(70), id(71), id(70)}, "faults /refunds/2: refund-named-twice"},
		{"CN09 1.9 one that is on a list", []uuid.UUID{id(72)}, "faults /refunds/0: CN09 1.9: refund-not-approved (state=listed)"},
		{
			"CN09 1.8 one without the right, and others",
			[]uuid.UUID{id(73), id(70), id(99)},
			"faults /refunds/0: CN09 1.8: journey-not-paid-by (tier=Torneo open); /refunds/2: unknown-refund",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			claims, err := refunds.Payable(s, tt.ids, known, pays)
			if got := leaguetest.Answer(err); got != tt.want {
				t.Fatalf("got %q, want %q", got, tt.want)
			}
			for n, r := range claims {
				if err == nil && r.ID != tt.ids[n] {
					t.Errorf("claim %d is %s", n, r.ID)
				}
			}
		})
	}
}

// An order is carried out on a day that is not over, at Rome.
func TestDayOfAnOrder(t *testing.T) {
	t.Parallel()
	s := ended(t)
	night := time.Date(2010, 5, 9, 22, 0, 0, 0, time.UTC) // midnight of the 10th at Rome
	for _, tt := range []struct {
		on   rules.Day
		now  time.Time
		want string
	}{
		{"2010-05-09", night.Add(-time.Second), ""},
		{"2010-05-09", night, "faults /executeOn: day-past"},
		{"2010-05-10", night, ""},
	} {
		if got := leaguetest.Answer(refunds.CheckExecution(s, tt.on.Midnight(), tt.now)); got != tt.want {
			t.Errorf("on %s at %s: %q, want %q", tt.on, tt.now, got, tt.want)
		}
	}
}

// An account with a part in a claim, by making it, traveling or approving it, neither puts it on a
// list nor records its payment, in any state.
func TestDutiesAreSeparated(t *testing.T) {
	t.Parallel()
	s := ended(t)
	rapid.Check(t, func(t *rapid.T) {
		someone := rapid.SampledFrom([]uuid.UUID{travels, claims, approves, pays})
		r := claimOf(s, large, rapid.SampledFrom([]facts.RefundState{facts.RefundApproved, facts.RefundListed, facts.RefundFailed}).Draw(t, "state"), 4000)
		traveler, decider := someone.Draw(t, "traveler"), someone.Draw(t, "decider")
		r.PlayerAccount, r.CreatedBy, r.DecidedBy = &traveler, someone.Draw(t, "claimant"), &decider
		who := someone.Draw(t, "who")
		if who != traveler && who != r.CreatedBy && who != decider {
			return
		}
		if r.Unpayable(who) == nil || r.Unsettleable(who, rapid.Bool().Draw(t, "paid"), rapid.Bool().Draw(t, "written")) == nil {
			t.Fatalf("%s pays a claim by %s for %s that %s approved", who, r.CreatedBy, traveler, decider)
		}
	})
}

// listOf returns a list with payments to the champion, the winners of a regional final and of a
// Grande Torneo, for claims with the ids of the players, with the given outcomes.
func listOf(t *testing.T, outcomes map[league.PlayerID]string, changes ...change) *refunds.PaymentList {
	t.Helper()
	l := &refunds.PaymentList{Season: ended(t, changes...)}
	l.Sealed = []byte("sealed")
	for _, who := range []league.PlayerID{champion, regional, large} {
		l.Payments = append(l.Payments, facts.Payment{
			Position: len(l.Payments) + 1, RefundID: who.UUID, PlayerID: who, Outcome: outcomes[who], Sealed: l.Sealed,
		})
	}
	return l
}

// No document is written of a list whose bank data are erased, nor, by CN09 1.9 and 1.11, of
// one with a claim whose right is gone and which is not paid: the list is to be cancelled.
func TestAListWhoseRightsAreGone(t *testing.T) {
	t.Parallel()
	invalid := decided(largeEvent, facts.VerdictInvalidated)
	erased := listOf(t, nil)
	erased.Payments[1].Sealed = nil
	if got := leaguetest.Answer(erased.MayWrite()); got != "state payment-list-erased" {
		t.Errorf("where bank data are erased: %q", got)
	}
	if erased = listOf(t, nil); erased.MayWrite() != nil {
		t.Error("where they are not")
	}
	if erased.Sealed = nil; leaguetest.Answer(erased.MayWrite()) != "state payment-list-erased" {
		t.Error("where those of the payer are erased")
	}
	for _, tt := range []struct {
		name     string
		outcomes map[league.PlayerID]string
		changes  []change
		want     string
	}{
		{"CN09 1.9 all have theirs", nil, nil, ""},
		{"CN09 1.11 the third has none any more", nil, []change{invalid}, "state CN09 1.9: payment-right-gone (number=3)"},
		{"CN09 1.11 but is paid", map[league.PlayerID]string{large: "paid"}, []change{invalid}, ""},
		{"CN09 1.11 but their payment has failed", map[league.PlayerID]string{large: "failed"}, []change{invalid}, ""},
		{"CN09 1.9 nobody has played the final", map[league.PlayerID]string{champion: "paid"}, []change{toCome}, "state CN09 1.9: payment-right-gone (number=2)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := leaguetest.Answer(listOf(t, tt.outcomes, tt.changes...).MayWrite()); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// A list can be cancelled while none of its payments is settled; once a document was written the
// bank may have it, and a declaration that it does not is needed. The day of the refusal is in
// Rome's zone.
func TestAListThatIsTakenBack(t *testing.T) {
	t.Parallel()
	written := time.Date(2010, 5, 9, 22, 30, 0, 0, time.UTC)
	for _, tt := range []struct {
		name      string
		open      int
		written   *time.Time
		notAtBank bool
		want      string
	}{
		{"of which nothing was written", 3, nil, false, ""},
		{"which the bank may have", 3, &written, false, "state payment-list-written (day=2010-05-10)"},
		{"which the bank does not have", 3, &written, true, ""},
		{"of which a payment is settled", 2, nil, false, "state payments-settled"},
		{"of which a payment is settled, by the word that the bank does not have it", 2, &written, true, "state payments-settled"},
		{"of which all are settled", 0, nil, false, "state payments-settled"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := listOf(t, nil)
			if err := l.RequireStanding(); err != nil {
				t.Errorf("it stands: %v", err)
			}
			for i := range l.Payments[tt.open:] {
				l.Payments[i].Outcome = []string{"paid", "failed", "paid"}[i]
			}
			if l.WrittenAt = tt.written; l.Open() != tt.open {
				t.Errorf("%d payments are open, want %d", l.Open(), tt.open)
			}
			if got := leaguetest.Answer(l.MayCancel(refunds.Cancellation{Reason: "Da rifare", NotAtBank: tt.notAtBank})); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// A cancelled list cannot be continued.
func TestAListThatWasTakenBack(t *testing.T) {
	t.Parallel()
	l := listOf(t, nil)
	l.CancelledAt = &afterFinal
	if got := leaguetest.Answer(l.RequireStanding()); got != "state payment-list-cancelled" {
		t.Errorf("got %q", got)
	}
}

// The grounds of a refusal are those of a rule or state error; other errors have none.
func TestGroundsOfARefusal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err  error
		want string
	}{
		{nil, ""},
		{league.NotNow("payments-settled"), "payments-settled"},
		{&league.RuleError{Grounds: league.Grounds{Code: "CN09", Par: "1.8", Reason: "journey-not-paid-by"}}, "CN09 1.8: journey-not-paid-by"},
		{league.ErrNotFound, ""},
	} {
		if got := because(refunds.GroundsOf(tt.err)); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.err, got, tt.want)
		}
	}
}
