package refunds_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/planning"
	"referto/internal/league/refunds"
	"referto/internal/league/rules"
)

// CN09 1.9: full refund of attested expenses only, for the finalists who qualified by the regional
// finals and the Grandi Tornei, and for the reigning champion who takes part. CN09 1.8: none for
// those who qualified by an open event.
func TestWhoHasTheRight(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		who    league.PlayerID
		change change // nil changes nothing
		submit string // the refusal of the submission
	}{
		{"CN09 1.9 the winner of a regional final", regional, nil, ""},
		{"CN09 1.9 the winner of a Grande Torneo", large, nil, ""},
		{"CN09 1.9 the reigning champion", champion, nil, ""},
		{"CN09 1.8 the winner of an open event", opener, nil, "rule CN09 1.8: journey-not-paid-by (tier=Torneo open)"},
		{"CN09 1.9 the second of a Grande Torneo", second, nil, "rule CN09 1.9: journey-no-place"},
		{"CN09 1.9 the champion who does not take part", champion, toCome, "state CN09 1.9: refund-not-accepted"},
		{
			"CN09 1.9 the champion who will take part, before the final",
			champion, func(f *facts.SeasonFacts, r *rules.Season) { toCome(f, r); accepted(champion)(f, r) }, "state CN09 1.9: refund-before-final",
		},
		{"CN09 1.11 of an event that is invalid", large, decided(largeEvent, facts.VerdictInvalidated), "rule CN09 1.9: journey-place-void"},
		{"CN09 1.11 of another that is", regional, decided(largeEvent, facts.VerdictInvalidated), ""},
		{"CN09 1.9 of a Grande Torneo whose homologation was taken back", large, decided(largeEvent, facts.VerdictReversed), "state CN09 1.9: journey-provisional"},
		{"CN09 1.9 of a regional final that is not homologated", regional, decided(regionalFinal, facts.VerdictReversed), "state CN09 1.9: journey-provisional"},
		{
			"CN09 1.9 when the season is closed",
			large, func(f *facts.SeasonFacts, _ *rules.Season) { f.Season.State = planning.SeasonClosed }, "state CN09 1.9: refunds-closed",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := ended(t)
			if tt.change != nil {
				s = ended(t, tt.change)
			}
			if got := leaguetest.Answer(claimOf(s, tt.who, facts.RefundDraft, 4000).MaySubmit(afterFinal)); got != tt.submit {
				t.Errorf("handed in: %q, want %q", got, tt.submit)
			}
			begins := tt.submit // a right that may still come about is no reason not to begin
			if strings.HasSuffix(begins, "refund-before-final") || strings.HasSuffix(begins, "journey-provisional") {
				begins = ""
			}
			player := &facts.Player{ID: tt.who}
			if got := leaguetest.Answer(refunds.MayOpen(s, player, nil, afterFinal)); got != begins {
				t.Errorf("begun: %q, want %q", got, begins)
			}
			mine, notYet := refunds.Mine(s, player, nil, afterFinal), ""
			if strings.HasPrefix(begins, "state ") {
				notYet = strings.TrimPrefix(begins, "state ")
			}
			if because(mine.NotYet) != notYet || mine.Journey.Paid == strings.HasPrefix(begins, "rule ") || mine.Claim != nil {
				t.Errorf("told: not yet for %q, want %q; paid is %t", because(mine.NotYet), notYet, mine.Journey.Paid)
			}
		})
	}
}

// CN09 1.9 names no deadline for claims; a ruleset may. It ends with the last day in the season's
// zone, Rome, and does not apply to answers to a question, as the claim was submitted before.
func TestLastDayToHandIn(t *testing.T) {
	t.Parallel()
	lastSecond := time.Date(2010, 5, 12, 21, 59, 59, 0, time.UTC) // of the tenth day after the final
	for _, tt := range []struct {
		name  string
		days  int
		state facts.RefundState
		now   time.Time
		want  string
	}{
		{"CN09 1.9 years later", 0, facts.RefundDraft, lastSecond.AddDate(20, 0, 0), ""},
		{"in the last second", 10, facts.RefundDraft, lastSecond, ""},
		{"a second later", 10, facts.RefundDraft, lastSecond.Add(time.Second), "state CN09 1.9: refund-late (day=2010-05-12)"},
		{"a question is answered later", 10, facts.RefundAsked, lastSecond.AddDate(0, 1, 0), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := leaguetest.Answer(claimOf(ended(t, within(tt.days)), champion, tt.state, 4000).MaySubmit(tt.now)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// acts are the acts on a claim, each with the reason of its refusal in a wrong state.
var acts = []struct {
	name, reason string
	may          func(*refunds.Claim) error
}{
	{"change", "refund-not-open", (*refunds.Claim).RequireOpen},
	{"submit", "refund-not-open", func(r *refunds.Claim) error { return r.MaySubmit(afterFinal) }},
	{"decide", "refund-not-submitted", func(r *refunds.Claim) error { return r.MayDecide(approves) }},
	{"withdraw", "refund-not-withdrawable", func(r *refunds.Claim) error { return r.RequireUnlisted("refund-not-withdrawable") }},
	{"list", "refund-not-approved", func(r *refunds.Claim) error {
		if g := r.Unpayable(pays); g != nil {
			return &league.StateError{Grounds: *g, Current: map[string]any{"state": r.State}}
		}
		return nil
	}},
	{"claim-again", "refund-claimed", func(r *refunds.Claim) error {
		return refunds.MayOpen(r.Season, &facts.Player{ID: r.PlayerID}, &r.Refund, afterFinal)
	}},
}

// The states of a claim: its claimant changes it until the submission and after a question,
// somebody else decides on it, and an approved or failed claim is paid. It can be withdrawn until
// it is on a list; after a refused or withdrawn one, another can be made.
func TestWayOfAClaim(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		state facts.RefundState
		may   string
	}{
		{facts.RefundDraft, "change submit withdraw"},
		{facts.RefundSubmitted, "decide withdraw"},
		{facts.RefundAsked, "change submit withdraw"},
		{facts.RefundApproved, "withdraw list"},
		{facts.RefundRefused, "claim-again"},
		{facts.RefundWithdrawn, "claim-again"},
		{facts.RefundListed, ""},
		{facts.RefundPaid, ""},
		{facts.RefundFailed, "withdraw list"},
	} {
		t.Run("CN09 1.9 "+string(tt.state), func(t *testing.T) {
			t.Parallel()
			for _, act := range acts {
				want := ""
				if !slices.Contains(strings.Fields(tt.may), act.name) {
					want = "state CN09 1.9: " + act.reason
					if act.name != "claim-again" {
						want += " (state=" + string(tt.state) + ")"
					}
				}
				if got := leaguetest.Answer(act.may(claimOf(ended(t), champion, tt.state, 4000))); got != want {
					t.Errorf("%s: %q, want %q", act.name, got, want)
				}
			}
		})
	}
}

// A claim belongs to the account that made it and to that of its player.
func TestWhoseClaim(t *testing.T) {
	t.Parallel()
	r := claimOf(ended(t), champion, facts.RefundDraft)
	for who, own := range map[uuid.UUID]bool{claims: true, travels: true, approves: false, {}: false} {
		if r.Of(who) != own {
			t.Errorf("%s: own is %t", who, !own)
		}
	}
	if r.PlayerAccount = nil; r.Of(travels) || !r.Of(claims) {
		t.Error("of somebody without account")
	}
}

// An account without a record has no journey to be paid.
func TestWhoIsNotInTheRegister(t *testing.T) {
	t.Parallel()
	s := ended(t, within(10))
	if got := leaguetest.Answer(refunds.MayOpen(s, nil, nil, afterFinal)); got != "rule CN09 1.9: journey-no-place" {
		t.Errorf("begun: %q", got)
	}
	if mine := refunds.Mine(s, nil, nil, afterFinal); mine.Journey.Paid || mine.Journey.String() != "CN09 1.9: journey-no-place" || mine.NotYet != nil || mine.ClaimBy != "2010-05-12" {
		t.Errorf("told: %+v", mine)
	}
}

// A claimant sees their claim, and no information about beginning one; none can be begun too late.
func TestWhatClaimantsRead(t *testing.T) {
	t.Parallel()
	s, player := ended(t, within(10)), &facts.Player{ID: champion}
	late := afterFinal.AddDate(0, 0, 10)
	claim := claimOf(s, champion, facts.RefundDraft)
	if mine := refunds.Mine(s, player, claim, late); mine.Claim != claim || mine.NotYet != nil || !mine.Journey.Paid {
		t.Errorf("with a claim: %+v", mine)
	}
	if mine := refunds.Mine(s, player, nil, late); because(mine.NotYet) != "CN09 1.9: refund-late (day=2010-05-12)" {
		t.Errorf("too late: %s", because(mine.NotYet))
	}
	if mine := refunds.Mine(ended(t), player, nil, late); mine.NotYet != nil || mine.ClaimBy != "" {
		t.Errorf("CN09 1.9 names no day: %+v", mine)
	}
}
