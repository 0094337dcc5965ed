package register_test

import (
	"testing"

	"referto/internal/league/planning"
	"referto/internal/league/register/registertest"
)

// travelers has players with places in the national final of every kind, and those who play it.
const travelers = `
	regions aosta piemonte
	champion rex
	a1 stage aosta 2009-03-01 12: anna ida
	a2 stage aosta 2009-03-08 12: bea lea
	a3 stage aosta 2009-03-15 12: cleo mara
	gt stage piemonte 2009-04-05 28: carlo dora eva
	g1 open 2009-05-03 16: elio fanny
	ge open 2009-05-10 36: gino hilda
	f regional aosta 2010-01-09 3: anna bea cleo
`

// CN09 1.9 pays the journey of regional champions, of the winners of a Grande Torneo, and of the
// reigning champion. A claim is possible once they have accepted.
func TestClaimable(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, more, who, want string }{
		{"CN09 1.9/the champion of a region", "call anna national yes", "anna", ""},
		{"CN09 1.9/the winner of a Grande Torneo", "call carlo national yes", "carlo", ""},
		{"CN09 1.9/the reigning champion", "call rex national yes", "rex", ""},
		{"CN09 1.8/never who comes from an open tournament", "call elio national yes", "elio", "rule CN09 1.8: journey-not-paid-by (tier=Torneo open)"},
		{"CN09 1.8/nor from a Grande Evento, first or second", "call hilda national yes", "hilda", "rule CN09 1.8: journey-not-paid-by (tier=Grande Evento)"},
		{"CN09 1.9/who steps in for somebody whose journey is paid (reading A002-10)", "no carlo national\ncall dora national yes", "dora", ""},
		{"CN09 1.9/who steps in for somebody whose journey is not", "no elio national\ncall fanny national yes", "fanny", "rule CN09 1.8: journey-not-paid-by (tier=Torneo open)"},
		{"CN09 1.9/who has no place", "", "zita", "rule CN09 1.9: journey-no-place"},
		{"CN09 1.9/who has given it up", "no carlo national", "carlo", "rule CN09 1.9: journey-place-lost"},
		{"CN09 1.9/whose event is invalid", "g3 stage piemonte 2009-06-07 28 invalid: nina", "nina", "rule CN09 1.9: journey-place-void"},
		{"CN09 1.9/who has not said that he comes", "call carlo national", "carlo", "now CN09 1.9: refund-not-accepted"},
		{"CN09 1.9/who was not even asked", "", "rex", "now CN09 1.9: refund-not-accepted"},
		{"CN09 1.9/who has played there all the same", "nat national 2010-03-14 4: carlo elio", "carlo", ""},
		{"CN09 1.9/who plays there", "nat national 2010-03-14 running: carlo elio", "carlo", ""},
		{"CN09 1.9/a provisional place is enough to claim", "g3 stage piemonte 2009-06-07 28 pending: nina\ncall nina national yes", "nina", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, travelers+tt.more)
			is(t, "claimed", registertest.Why(b.Season().Claimable(b.Player(tt.who))), tt.want)
		})
	}
	b := registertest.Read(t, registertest.CN09, travelers+"call carlo national yes")
	b.SeasonFacts.Season.State = planning.SeasonClosed
	is(t, "CN09 1.9 nothing is claimed in a closed season", registertest.Why(b.Season().Claimable(b.Player("carlo"))), "now CN09 1.9: refunds-closed")
	alone, err := registertest.Ruleset(t, registertest.CN09).WithReading("A002-10", "no_refund")
	if err != nil {
		t.Fatal(err)
	}
	b = registertest.By(t, alone, travelers+"no carlo national\ncall dora national yes")
	is(t, "CN09 1.9 by the other reading of A002-10 only who qualified is paid", registertest.Why(b.Season().Claimable(b.Player("dora"))), "rule CN09 1.9: journey-of-substitute-not-paid")
}

// CN09 1.9: a player who has made the journey is paid, once the right to it is certain.
func TestPayable(t *testing.T) {
	t.Parallel()
	const nat = "\nnat national 2010-03-14 8: carlo elio nina"
	for _, tt := range []struct{ name, more, who, want string }{
		{"CN09 1.9/who has played", nat, "carlo", ""},
		{"CN09 1.9/who has said that he comes and has not played yet", "call carlo national yes", "carlo", "now CN09 1.9: refund-before-final"},
		{"CN09 1.9/who was not there", "call rex national yes" + nat, "rex", "now CN09 1.9: refund-before-final"},
		{"CN09 1.8/who has no right to it", nat, "elio", "rule CN09 1.8: journey-not-paid-by (tier=Torneo open)"},
		{"CN09 1.11/whose event nobody has homologated", "g3 stage piemonte 2009-06-07 28 pending: nina" + nat, "nina", "now CN09 1.9: journey-provisional"},
		{"CN09 1.11/whose event is homologated", "g3 stage piemonte 2009-06-07 28: nina" + nat, "nina", ""},
		{"CN09 1.11/whose event is invalid", "g3 stage piemonte 2009-06-07 28 invalid: nina" + nat, "nina", "rule CN09 1.9: journey-place-void"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, travelers+tt.more)
			is(t, "paid", registertest.Why(b.Season().Payable(b.Player(tt.who))), tt.want)
		})
	}
}

// CN09 1.9 names no day by which a journey is claimed; another ruleset has thirty.
func TestClaimLate(t *testing.T) {
	t.Parallel()
	none := registertest.Read(t, registertest.CN09, "nat national 2010-03-14")
	thirty := registertest.Read(t, "three-tiers", "nat national 2010-06-13")
	before := registertest.Read(t, "three-tiers", "")
	for _, tt := range []struct {
		name string
		in   *registertest.Book
		now  string
		want string
	}{
		{"CN09 1.9/no day is set", none, "2020-01-01 00:00", ""},
		{"TT 6/the last moment, by the clocks of the final", thirty, "2010-07-14 00:59", ""},
		{"TT 6/the day after", thirty, "2010-07-14 01:00", "now TT 6: refund-late (day=2010-07-13)"},
		{"TT 6/before the final has a day", before, "2020-01-01 00:00", ""},
	} {
		is(t, tt.name, registertest.Why(tt.in.Season().ClaimLate(tt.in.At(tt.now))), tt.want)
	}
	if !none.Season().ClaimEnd().IsZero() {
		t.Error("CN09 1.9 claims end on no day")
	}
}
