package refunds_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/refunds"
	"referto/internal/league/rules"
)

// The claims of a settlement: those it names, or all with open payments, on a day that has begun in
// Rome.
func TestWhatIsSettled(t *testing.T) {
	t.Parallel()
	night := time.Date(2010, 5, 9, 22, 0, 0, 0, time.UTC) // midnight of the 10th at Rome
	all := []uuid.UUID{champion.UUID, regional.UUID, large.UUID}
	paid := map[league.PlayerID]string{champion: "paid", regional: "failed"}
	for _, tt := range []struct {
		name     string
		outcomes map[league.PlayerID]string
		named    []uuid.UUID
		on       rules.Day
		want     []uuid.UUID
		no       string
	}{
		{"all that are open", nil, nil, "2010-05-09", all, ""},
		{"what is left of them", paid, nil, "2010-05-09", all[2:], ""},
		{"those that are named", nil, all[1:2], "2010-05-09", all[1:2], ""},
		{"on a day that has just begun", nil, nil, "2010-05-10", all, ""},
		{"on a day to come", nil, nil, "2010-05-11", nil, "faults /on: day-in-future"},
		{"when nothing is open", map[league.PlayerID]string{champion: "paid", regional: "paid", large: "failed"}, nil, "2010-05-09", nil, "state payments-settled"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := listOf(t, tt.outcomes).ToSettle(refunds.Settlement{Refunds: tt.named, On: tt.on.Midnight()}, night)
			if leaguetest.Answer(err) != tt.no || !slices.Equal(got, tt.want) {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
}

// CN09 1.9: the outcome of a payment is recorded on the list and for the claim; a player who was
// paid after losing the right keeps the money, and the paragraph is recorded.
func TestWhatBecameOfAPayment(t *testing.T) {
	t.Parallel()
	on := rules.Day("2010-05-09").Midnight()
	for _, tt := range []struct {
		name          string
		change        change
		paid, written bool
		state         facts.RefundState
		par, no       string
	}{
		{"CN09 1.9 paid", nil, true, false, facts.RefundPaid, "", ""},
		{"CN09 1.9 failed", nil, false, true, facts.RefundFailed, "", ""},
		{"CN09 1.11 paid after the event turned out invalid", decided(largeEvent, facts.VerdictInvalidated), true, true, facts.RefundPaid, "1.9", ""},
		{"CN09 1.11 failed after the event turned out invalid", decided(largeEvent, facts.VerdictInvalidated), false, true, facts.RefundFailed, "", ""},
		{"CN09 1.11 paid before a document was written", decided(largeEvent, facts.VerdictInvalidated), true, false, "", "", "CN09 1.9: journey-place-void"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := listOf(t, nil)
			if tt.change != nil {
				l = listOf(t, nil, tt.change)
			}
			if tt.written {
				l.WrittenAt = &afterFinal
			}
			r := claimOf(l.Season, large, facts.RefundListed, 4000)
			r.ID = large.UUID
			done, no := l.Settle(r, refunds.Settlement{Paid: tt.paid, On: on, Reference: "CRO 9"}, pays, afterFinal)
			if because(no) != tt.no || done.State != tt.state || done.Paragraph != tt.par {
				t.Fatalf("%+v, %s", done, because(no))
			}
			p := l.Payments[2]
			if noted := p.Outcome != "" && p.SettledOn.Equal(on) && p.Reference == "CRO 9" && *p.SettledBy == pays && p.SettledAt.Equal(afterFinal); noted != (no == nil) {
				t.Errorf("on the list stands %+v", p)
			}
			if no == nil && (p.Outcome != string(done.State) || done.Payment.Outcome != p.Outcome) {
				t.Errorf("%s on the list, %s of the claim", p.Outcome, done.State)
			}
		})
	}
}

// Every claim that cannot be settled is named with its place; an error is none of theirs.
func TestAllAreSettledOrNamed(t *testing.T) {
	t.Parallel()
	l := listOf(t, map[league.PlayerID]string{champion: "paid"})
	named := []uuid.UUID{champion.UUID, regional.UUID, id(99), large.UUID}
	var asked []uuid.UUID
	err := l.SettleAll(named, func(claim uuid.UUID) (*league.Grounds, error) {
		asked = append(asked, claim)
		if claim == large.UUID {
			return &league.Grounds{Reason: "refund-own"}, nil
		}
		return nil, nil
	})
	if got := leaguetest.Answer(err); got != "faults /refunds/0: payment-settled; /refunds/2: unknown-refund; /refunds/3: refund-own" {
		t.Errorf("got %q", got)
	}
	if !slices.Equal(asked, []uuid.UUID{regional.UUID, large.UUID}) {
		t.Errorf("asked for %v", asked)
	}
	broken := errors.New("the database is away")
	if err := l.SettleAll(named[1:], func(uuid.UUID) (*league.Grounds, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}
