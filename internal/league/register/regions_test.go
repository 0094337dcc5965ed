package register_test

import (
	"strings"
	"testing"

	"referto/internal/league/facts"
	"referto/internal/league/register/registertest"
	"referto/internal/league/season"
)

// oneAndTwo has two regions, the first with one finalist, the second with two.
const oneAndTwo = `
	regions aosta piemonte toscana
	a1 stage aosta 2009-03-01 12: anna ida
	p1 stage piemonte 2009-03-08 12: bea lea
	p2 stage piemonte 2009-03-15 12: cleo mara
`

// CN09 1.7.1: a region that cannot play alone plays with the region that the manager names.
func TestMerge(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, more, region, into, want string }{
		{"CN09 1.7.1/the region with one finalist, judged again together", "", "aosta", "piemonte", "merged (CN09 1.7.1) with piemonte anna | final (CN09 1.7.3) bea cleo anna"},
		{"CN09 1.7.1/a region that can play alone does", "", "piemonte", "aosta", "final (CN09 1.7.2) bea cleo lea+ mara+ | merge (CN09 1.7.1) anna"},
		{"CN09 1.7.1/the last word on a region counts", "merge aosta toscana", "aosta", "piemonte", "merged (CN09 1.7.1) with piemonte anna | final (CN09 1.7.3) bea cleo anna"},
		{"CN09 1.7.1/with itself", "", "aosta", "aosta", "/into CN09 1.7.1: region-merges-into-itself"},
		{"CN09 1.7.1/with one that takes no part", "", "aosta", "umbria", "/into CN09 1.7.1: region-not-in-season"},
		{"CN09 1.7.1/one that takes no part", "", "umbria", "aosta", "/region CN09 1.7.1: region-not-in-season"},
		{"CN09 1.7.1/two that take no part", "", "umbria", "lazio", "/region CN09 1.7.1: region-not-in-season; /into CN09 1.7.1: region-not-in-season"},
		{"CN09 1.7.1/back to who plays with it", "merge aosta piemonte", "piemonte", "aosta", "/into CN09 1.7.1: region-merges-back"},
		{"CN09 1.7.1/back over a third", "merge aosta piemonte\nmerge piemonte toscana", "toscana", "aosta", "/into CN09 1.7.1: region-merges-back"},
		{"CN09 1.7.1/not back to whom it was named before", "merge aosta piemonte\nmerge aosta toscana", "piemonte", "aosta", "final (CN09 1.7.2) bea cleo lea+ mara+ | merged (CN09 1.7.1) with toscana anna"},
		{"CN09 1.7/once its own final has begun", "f regional aosta 2010-01-10 running", "aosta", "piemonte", "now CN09 1.7: final-has-begun (event=f)"},
		{"CN09 1.7/once the final there has begun", "f regional piemonte 2010-01-10 running", "aosta", "piemonte", "now CN09 1.7: final-has-begun (event=f)"},
		{"CN09 1.7.1/while its own final is announced", "f regional aosta 2010-01-31", "aosta", "piemonte", "now CN09 1.7.1: region-has-final (event=f)"},
		{"CN09 1.7.1/while the final there is announced", "f regional piemonte 2010-01-31", "aosta", "piemonte", "merged (CN09 1.7.1) with piemonte anna | final (CN09 1.7.3) bea cleo anna"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, oneAndTwo+tt.more)
			s := b.Season()
			after, err := s.Merge(facts.RegionMerge{Ordinal: 9, RegionID: b.Region(tt.region), IntoID: b.Region(tt.into)})
			got := registertest.Why(err)
			if err == nil {
				got = regions(b, after, tt.region) + " | " + regions(b, after, map[string]string{"aosta": "piemonte", "piemonte": "aosta"}[tt.region])
			}
			is(t, "merged", got, tt.want)
			if len(s.Merges) != len(b.Merges) {
				t.Error("the season at hand has changed")
			}
		})
	}
}

// A merger is taken back until the final begins.
func TestPart(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, oneAndTwo+"merge aosta piemonte")
	_, _, err := b.Season().Part(2)
	is(t, "there is none of that number", registertest.Why(err), "not found")
	m, after, err := b.Season().Part(1)
	if err != nil || m.IntoID.UUID != b.ID("piemonte") {
		t.Fatalf("got %+v, %v", m, err)
	}
	is(t, "CN09 1.7.1 it has to play with another again", regions(b, after, "aosta"), "merge (CN09 1.7.1) anna")
	is(t, "CN09 1.7.2 and the other plays alone", regions(b, after, "piemonte"), "final (CN09 1.7.2) bea cleo lea+ mara+")
	b.Add("f regional piemonte 2010-01-10 running")
	_, _, err = b.Season().Part(1)
	is(t, "CN09 1.7 once the final has begun", registertest.Why(err), "now CN09 1.7: final-has-begun (event=f)")
}

// unresolved has five finalists and nobody who can be called up (CN09 1.7.4).
var unresolved = fiveStages + cannot("ida lea mara nora olga ugo rita sara tina vera")

// CN09 1.7.4, and six finalists or more: if the regulation has no rule, the manager decides and
// gives a reason.
func TestDecideFinal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, book, word, want string }{
		{"CN09 1.7.4/somebody is brought in for two tables of three", unresolved, "aosta final 2 the best of the region: wanda", "final (CN09 1.7.4) anna bea cleo dina elsa wanda+"},
		{"CN09 1.7.4/five do not fill two tables", unresolved, "aosta final 2 as it is", "rule CN09 1.7.4: final-not-at-its-tables (field=5, players=5, tables=2)"},
		{"CN09 1.7.4/nor do they sit at one", unresolved, "aosta final 0 as it is", "rule CN09 1.7.4: final-not-at-its-tables (field=5, players=5, tables=1)"},
		{"CN09 1.7.4/a tournament of any number", unresolved, "aosta tournament 0 a small one", "tournament (CN09 1.7.4) anna bea cleo dina elsa"},
		{"CN09 1.7.4/with another region", unresolved, "aosta merge 0 with Piemonte", "merge (CN09 1.7.4) anna bea cleo dina elsa"},
		{"CN09 1.7.4/who has a place there is not brought in", unresolved, "aosta final 2 again: anna", "/calledUp/0 CN09 1.7: holds-another-place"},
		{"CN09 1.7.4/nor who is to come to the national final", unresolved + "g1 open 2009-05-03 16: elio", "aosta final 2 again: elio", "/calledUp/0 CN09 1.7: holds-another-place"},
		{"CN09 1.7.4/nor who cannot come", unresolved, "aosta final 2 again: wanda ida", "/calledUp/1 CN09 1.7: cannot-come"},
		{"CN09 1.7.4/all who cannot are named", unresolved, "aosta final 2 again: lea anna", "/calledUp/0 CN09 1.7: cannot-come; /calledUp/1 CN09 1.7: holds-another-place"},
		{"CN09 1.7.4/whom his last word brought in may be so again", unresolved + "decide aosta final 2 first: wanda\n", "aosta final 2 again: wanda", "final (CN09 1.7.4) anna bea cleo dina elsa wanda+"},
		{"CN09 1.7/for six there is no form: two tables of three", sixFinalists, "aosta final 2 two tables", "final (CN09 1.7) anna bea cleo dina elsa fiona"},
		{"CN09 1.7/not one table", sixFinalists, "aosta final 0 one table", "rule CN09 1.7: final-not-at-its-tables (field=6, players=6, tables=1)"},
		{"CN09 1.7/nor three", sixFinalists, "aosta final 3 three tables", "rule CN09 1.7: final-not-at-its-tables (field=6, players=6, tables=3)"},
		{"CN09 1.7.1/one finalist: the regulation has a rule", "regions aosta\na1 stage aosta 2009-03-01 12: anna", "aosta tournament 0 as we like", "rule CN09 1.7.1: regulation-has-rule (finalists=1)"},
		{"CN09 1.7.2/two too, who are not those called up", twoFinalists, "aosta tournament 0 as we like", "rule CN09 1.7.2: regulation-has-rule (finalists=2)"},
		{"CN09 1.7.3/three too", threeStages, "aosta tournament 0 as we like", "rule CN09 1.7.3: regulation-has-rule (finalists=3)"},
		{"CN09 1.7/four too", fourStages, "aosta tournament 0 as we like", "rule CN09 1.7: regulation-has-rule (finalists=4)"},
		{"CN09 1.7.4/five too, where somebody can be called back", fiveStages, "aosta tournament 0 as we like", "rule CN09 1.7.4: regulation-has-rule (finalists=5)"},
		{"CN09 1.7/and none", "regions aosta", "aosta tournament 0 as we like", "rule CN09 1.7: regulation-has-rule (finalists=0)"},
		{"CN09 1.7/a region that takes no part", sixFinalists, "umbria tournament 0 as we like", "/region CN09 1.7: region-not-in-season"},
		{"CN09 1.7/once it has begun", sixFinalists + "f regional aosta 2010-01-10 running", "aosta tournament 0 as we like", "now CN09 1.7: final-has-begun (event=f)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, tt.book)
			s, word := b.Season(), b.Decision(tt.word)
			err := s.MayDecide(word)
			if err == nil {
				s, err = s.DecideFinal(word)
			}
			got := registertest.Why(err)
			if err == nil {
				got = regions(b, s, "aosta")
			}
			is(t, "decided", got, tt.want)
		})
	}
}

// The register keeps the manager's reason for a decision.
func TestDecisionSaysWhy(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, unresolved)
	after, err := b.Season().DecideFinal(b.Decision("aosta final 2 the best of the region: wanda"))
	if err != nil {
		t.Fatal(err)
	}
	wanda := b.Place(after, "wanda", "regional")
	is(t, "CN09 1.7.4", wanda.Steps[0].String(), "CN09 1.7.4: manager-decided (why=the best of the region)")
	if wanda.Origin.Kind != season.FromDecision {
		t.Errorf("her place comes from %s", wanda.Origin.Kind)
	}
}

// The manager's word on a final is taken back until it begins.
func TestTakeDecisionBack(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, unresolved+"decide aosta final 2 first: wanda\n")
	_, _, err := b.Season().TakeDecisionBack(2)
	is(t, "there is none of that number", registertest.Why(err), "not found")
	n, after, err := b.Season().TakeDecisionBack(1)
	if err != nil || n.Why != "first" {
		t.Fatalf("got %+v, %v", n, err)
	}
	is(t, "CN09 1.7.4 the regulation has no rule again", regions(b, after, "aosta"), "unresolved (CN09 1.7.4) anna bea cleo dina elsa")
	if got := b.Holders(after, "regional"); strings.Contains(got, "wanda") {
		t.Errorf("CN09 1.7.4 who was brought in has a place still: %s", got)
	}
	b.Add("f regional aosta 2010-01-10 running")
	_, _, err = b.Season().TakeDecisionBack(1)
	is(t, "CN09 1.7 once it has begun", registertest.Why(err), "now CN09 1.7: final-has-begun (event=f)")
}
