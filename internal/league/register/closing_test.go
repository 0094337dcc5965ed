package register_test

import (
	"testing"

	"referto/internal/league/facts"
	"referto/internal/league/register/registertest"
)

// A season can be closed once nothing in its register can change and nobody waits for money.
func TestMayClose(t *testing.T) {
	t.Parallel()
	const over = threeStages + "champion rex\nf regional aosta 2010-01-31 3: anna bea cleo\n"
	const played = over + "nat national 2010-03-14 4: anna\n"
	for _, tt := range []struct {
		name, book string
		claims     map[facts.RefundState]int
		want       string
	}{
		{"CN09 1.9/all is decided and the national final is over", played, nil, ""},
		{"CN09 1.11/a stage waits for its verdict", played + "a9 stage aosta 2009-12-20 12 pending: dina", nil, "now season-events-undecided (event=a9, number=1)"},
		{"CN09 1.11/a report was returned", played + "a9 stage aosta 2009-12-20 12 returned: dina\na8 stage aosta 2009-12-13", nil, "now season-events-undecided (event=a8, number=2)"},
		{"CN09 1.7/a regional final is announced", played + "f2 regional aosta 2010-02-07", nil, "now season-events-undecided (event=f2, number=1)"},
		{"CN09 1.9/the national final is not announced", over, nil, "now CN09 1.9: national-final-not-over"},
		{"CN09 1.9/it is to come", over + "nat national 2010-03-14", nil, "now CN09 1.9: national-final-not-over"},
		{"CN09 1.9/it is played", over + "nat national 2010-03-14 running: anna", nil, "now CN09 1.9: national-final-not-over"},
		{"CN09 1.9/none is needed where nobody has a place in it", threeStages, nil, ""},
		{"CN09 1.9/nor where all have given theirs up", threeStages + "champion rex\nno rex national", nil, ""},
		{"CN09 1.10/prizes of an invalid stage are to come back", played + "a9 stage aosta 2009-12-20 11 invalid prizes=2500: dina", nil, "now CN09 1.10: season-prizes-due (event=a9)"},
		{"CN09 1.10/they have", played + "a9 stage aosta 2009-12-20 11 invalid prizes=2500 settled: dina", nil, ""},
		{"CN09 1.10/they may be kept for a next stage", played + "a9 stage aosta 2009-12-20 11 invalid prizes=2500 kept: dina", nil, ""},
		{"CN09 1.10/those of a valid stage are its players'", played + "a9 stage aosta 2009-12-20 12 prizes=2500: dina", nil, ""},
		{"CN09 1.9/journeys are to be paid", played, map[facts.RefundState]int{facts.RefundDraft: 1, facts.RefundSubmitted: 2, facts.RefundAsked: 3, facts.RefundApproved: 4, facts.RefundListed: 5, facts.RefundFailed: 6}, "now CN09 1.9: season-claims-open (number=21)"},
		{"CN09 1.9/they are, or were refused, or nobody claims them any more", played, map[facts.RefundState]int{facts.RefundPaid: 3, facts.RefundRefused: 2, facts.RefundWithdrawn: 1}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, tt.book)
			is(t, "closed", registertest.Why(b.Season().MayClose(tt.claims)), tt.want)
		})
	}
}
