package register_test

import (
	"strconv"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/register"
	"referto/internal/league/register/registertest"
	"referto/internal/league/rules"
)

// locals writes n small stages of a region by the ruleset of three tiers, with their first five
// places.
func locals(n int, more string) string {
	var out strings.Builder
	out.WriteString("regions aosta piemonte\n")
	for i := range n {
		of := strconv.Itoa(i + 1)
		out.WriteString("l" + of + " stage aosta 2009-06-0" + of + " 6: first" + of + " second" + of + " third" + of + " fourth" + of + " fifth" + of + "\n")
	}
	return out.String() + more
}

// A regulation with other numbers plays its finals otherwise, each by its own paragraph.
func TestFinalsOfAnotherRegulation(t *testing.T) {
	t.Parallel()
	const f = "f regional aosta 2010-05-30"
	nobody := func(n int, places ...string) string {
		var out strings.Builder
		for i := range n {
			for _, place := range places {
				out.WriteString("no " + place + strconv.Itoa(i+1) + " regional\n")
			}
		}
		return out.String()
	}
	for _, tt := range []struct{ name, book, plays, mayBePlayed, mayDecide string }{
		{"TT 7.1/one finalist: the manager decides", locals(1, f), "unresolved (TT 7.1) first1", "now TT 7.1: final-unresolved (finalists=1)", ""},
		{"TT 7.2/two, and the third of the first stage", locals(2, f), "final (TT 7.2) first1 first2 third1+", "", "rule TT 7.2: regulation-has-rule (finalists=2)"},
		{"TT 7.2/that of the second, if he cannot", locals(2, "no third1 regional\n"+f), "final (TT 7.2) first1 first2 third2+", "", "rule TT 7.2: regulation-has-rule (finalists=2)"},
		{"TT 7.2/then a fourth", locals(2, "no third1 regional\nno third2 regional\n"+f), "final (TT 7.2) first1 first2 fourth1+", "", "rule TT 7.2: regulation-has-rule (finalists=2)"},
		{"TT 7.2/without any of them a tournament", locals(2, nobody(2, "third", "fourth")+f), "tournament (TT 7.2) first1 first2", "", ""},
		{"TT 7.3/three play with another region", locals(3, f), "merge (TT 7.3) first1 first2 first3", "now TT 7.3: final-to-merge (finalists=3)", "rule TT 7.3: regulation-has-rule (finalists=3)"},
		{"TT 7.4/four at one table", locals(4, f), "final (TT 7.4) first1 first2 first3 first4", "", "rule TT 7.4: regulation-has-rule (finalists=4)"},
		{"TT 7.5/five a tournament, of which the manager may decide", locals(5, f), "tournament (TT 7.5) first1 first2 first3 first4 first5", "", ""},
		{"TT 7.6/six at two tables", locals(6, f), "final (TT 7.6) first1 first2 first3 first4 first5 first6", "", "rule TT 7.6: regulation-has-rule (finalists=6)"},
		{"TT 7.7/seven, and the fifths of two stages", locals(7, f), "final (TT 7.7) first1 first2 first3 first4 first5 first6 first7 fifth7+ fifth6+", "", "rule TT 7.7: regulation-has-rule (finalists=7)"},
		{"TT 7.7/without a fifth the manager decides", locals(7, nobody(7, "fifth")+f), "unresolved (TT 7.7) first1 first2 first3 first4 first5 first6 first7", "now TT 7.7: final-unresolved (finalists=7)", ""},
		{"TT 5/eight a tournament by the paragraph on who comes", locals(8, f), "tournament (TT 5) first1 first2 first3 first4 first5 first6 first7 first8", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, "three-tiers", tt.book)
			s := b.Season()
			is(t, "plays", regions(b, s, "aosta"), tt.plays)
			is(t, "may be played", registertest.Why(s.MayBePlayed(b.Event("f"), b.At("2010-05-20 12:00"))), tt.mayBePlayed)
			is(t, "the manager decides", registertest.Why(s.MayDecide(b.Decision("aosta tournament 0 as we like"))), tt.mayDecide)
		})
	}
	b := registertest.Read(t, "three-tiers", locals(3, ""))
	after, err := b.Season().Merge(facts.RegionMerge{RegionID: b.Region("aosta"), IntoID: b.Region("piemonte")})
	is(t, "TT 7.3 with the one that the manager names, where three have to move on again", regions(b, after, "aosta")+registertest.Why(err), "merged (TT 7.3) with piemonte first1 first2 first3")
	_, err = b.Season().Merge(facts.RegionMerge{RegionID: b.Region("aosta"), IntoID: b.Region("aosta")})
	is(t, "TT 7.3", registertest.Why(err), "/into TT 7.3: region-merges-into-itself")
}

// Who follows, who is paid and the paragraph of a refusal depend on the regulation.
func TestPlacesOfAnotherRegulation(t *testing.T) {
	t.Parallel()
	const royal = "regions aosta piemonte\nr1 stage aosta 2009-06-01 50: anna bea cleo dina elsa\nl1 stage aosta 2009-06-08 6: first second third\ng1 open 2009-06-07 6: elio fanny\n"
	for _, tt := range []struct{ name, more, who, final, want string }{
		{"TT 6/of a small stage the third steps in", "", "first", "regional", "third (TT 6)"},
		{"TT 6/of a royal one the fourth for the first", "", "anna", "national", "dina (TT 6)"},
		{"TT 6/and the fifth for the second", "", "bea", "national", "elsa (TT 6)"},
		{"TT 7/for the third nobody", "", "cleo", "national", "- (TT 7)"},
		{"TT 7/nor in an open event", "", "elio", "national", "- (TT 7)"},
	} {
		b := registertest.Read(t, "three-tiers", royal+tt.more)
		s := b.Season()
		next := s.Follows(b.Place(s, tt.who, tt.final))
		is(t, tt.name, b.Name(next.Player.UUID)+" ("+next.Grounds.Cite()+")", tt.want)
	}
	for _, tt := range []struct{ name, more, who, want string }{
		{"TT 5/the first of a royal stage is not paid", "call anna national yes", "anna", "rule TT 5: journey-not-paid-by (tier=Royal)"},
		{"TT 6/the second is", "call bea national yes", "bea", ""},
		{"TT 6/not who steps in for him", "no bea national\ncall elsa national yes", "elsa", "rule TT 6: journey-of-substitute-not-paid"},
		{"TT 6/nor who has no place", "", "zita", "rule TT 6: journey-no-place"},
		{"TT 6/nor before he has said that he comes", "call bea national", "bea", "now TT 6: refund-not-accepted"},
	} {
		b := registertest.Read(t, "three-tiers", royal+tt.more)
		is(t, tt.name, registertest.Why(b.Season().Claimable(b.Player(tt.who))), tt.want)
	}
	for _, tt := range []struct{ name, more, word, want string }{
		{"TT 7/an answer after its time, by the paragraph on answers", "call elio national", "elio national yes", "now TT 7: answer-too-late (until=2010-01-17T23:59:00+02:00)"},
		{"TT 5/no place in a regional final, by the paragraph on who comes", "", "fanny regional yes", "now TT 5: no-place-in-final"},
		{"TT 7/nor in the national one", "", "fanny national yes", "now TT 7: no-place-in-final"},
	} {
		b := registertest.Read(t, "three-tiers", royal+tt.more)
		is(t, tt.name, answered(b, tt.word, byAccount, tooLate), tt.want)
	}
	straight := registertest.Read(t, "straight-on", "g1 open 2009-06-07 4: elio fanny\nnat national 2010-03-14")
	s := straight.Season()
	is(t, "SO 2 the first two of an open event", straight.Holders(s, "national"), "elio held, fanny held")
	is(t, "SO 2 for whom nobody steps in", s.Follows(straight.Place(s, "elio", "national")).Grounds.String(), "SO 2: nobody-may-step-in")
	is(t, "SO 2 a final without regional ones", registertest.Why(s.MayBePlayed(straight.Event("nat"), straight.At("2009-12-01 12:00"))), "")
}

// An event is judged by its own ruleset, even if the season has another one now.
func TestEventWithItsOwnRuleset(t *testing.T) {
	t.Parallel()
	longer, part := *registertest.Ruleset(t, registertest.CN09), *registertest.Ruleset(t, registertest.CN09).Season
	part.Report.Days, longer.Season = 10, &part
	b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-03-01 12 unreported: anna\na2 stage aosta 2009-03-01 12 unreported: bea")
	b.Own = map[string]*rules.Ruleset{"a2": &longer}
	s := b.Season()
	for name, day := range map[string]rules.Day{"a1": "2009-03-08", "a2": "2009-03-11"} {
		if got := s.ReportBy(b.Event(name)); got != day {
			t.Errorf("CN09 1.11 the report of %s is due on %s, want %s", name, got, day)
		}
		if _, late := s.Late(b.Event(name).ID, b.At("2009-03-10 12:00")); late != (name == "a1") {
			t.Errorf("CN09 1.11 on the tenth %s is late: %t", name, late)
		}
	}
	if s.RulesOf(facts.Event{}) != s.Rules {
		t.Error("what the season does not know yet is by its own ruleset")
	}
}

// A closed season keeps its frozen state, even if its facts change.
func TestKeptState(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "g1 open 2009-05-03 16: elio fanny")
	kept := b.Season().State
	b.Add("no elio national")
	open := b.Season()
	closed := register.New(b.SeasonFacts, register.InForce{Rules: b.Rules}, map[league.EventID]*rules.Ruleset{b.Event("g1").ID: b.Rules}, &kept)
	is(t, "CN09 1.9 derived", b.Holders(open, "national"), "+fanny held")
	is(t, "CN09 1.9 kept", b.Holders(closed, "national"), "elio held")
}

// Asked finds the place to which a player was convoked even if it is gone.
func TestAsked(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, book, who, final, want string }{
		{"CN09 1.9/he has it", "g1 open 2009-05-03 16: elio fanny\ncall elio national", "elio", "national", "elio"},
		{"CN09 1.9/another has it", "g1 open 2009-05-03 16: elio fanny\ncall elio national\nno elio national", "elio", "national", "fanny"},
		{"CN09 1.7.2/who was called up and said no: before that", twoFinalists + "call ida regional\nno ida regional", "ida", "regional", "ida"},
		{"CN09 1.7.3/who was called up, and is not any more", twoFinalists + "call ida regional\na3 stage aosta 2009-09-01 12: cleo", "ida", "regional", ""},
	} {
		b := registertest.Read(t, registertest.CN09, tt.book)
		_, p, known := b.Season().Asked(b.Call(tt.who, tt.final))
		got := ""
		if known {
			got = b.Name(p.Holder.UUID)
		}
		is(t, tt.name, got, tt.want)
	}
}
