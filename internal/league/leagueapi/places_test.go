package leagueapi_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

func TestRegisterOfPlaces(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.alter(`update league.seasons set champion_id = $2 where id = $1`, f.id, f.person("Clara Campionessa"))
	first := f.played(apitest.JSON{"title": "Tappa di Aosta", "startsAt": "2009-03-01T08:00:00Z"}, 12, "Ada Uno", "Bea Due")
	t.Run("CN09 1.7 the winner of a stage has a place in the regional final, for the time being before it is homologated", func(t *testing.T) {
		p := f.holding("Ada Uno", regional)
		if !p.Provisional || p.State != "held" || p.Refund || cites(p.Steps[0].Explanation) != "CN09 1.7" || p.Steps[0].Kind != "won" || p.Region.Id != f.aosta {
			t.Errorf("got %+v", p)
		}
	})
	f.decide(first, "homologated")
	t.Run("CN09 1.11 a place is certain once its stage is homologated, and void with an invalid one", func(t *testing.T) {
		if p := f.holding("Ada Uno", regional); p.Provisional || p.Steps[1].Kind != "confirmed" {
			t.Errorf("got %+v", p)
		}
		invalid := f.played(apitest.JSON{"title": "Tappa di Cogne", "startsAt": "2009-03-08T08:00:00Z"}, 12, "Nadia Nulla")
		f.decide(invalid, "invalidated")
		if got := f.holders(regional); got != "Ada Uno held, - void" {
			t.Errorf("got %s", got)
		}
		lost := f.final(f.aosta).Lost
		if len(lost) != 1 || lost[0].State != "void" || cites(lost[0].Explanation) != "CN09 1.11" {
			t.Errorf("the list of the regional final: %+v", lost)
		}
		if elsewhere := f.final(f.piemonte).Lost; len(elsewhere) != 0 {
			t.Errorf("the list of another: %+v", elsewhere)
		}
	})
	t.Run("CN09 1.7 the winner of a Grande Torneo goes to the national final with the journey paid, the second to the regional one", func(t *testing.T) {
		f.sized(f.piemonte, "2009-04-05", 28, "Carlo Grande", "Dora Seconda")
		winner, second := f.holding("Carlo Grande", national), f.holding("Dora Seconda", regional)
		if !winner.Refund || cites(winner.RefundExplanation) != "CN09 1.9" || winner.Origin.Tier != "grande-torneo" || second.Refund {
			t.Errorf("got %+v and %+v", winner, second)
		}
	})
	t.Run("CN09 1.8 the winner of an open goes to the national final and pays the journey, the second only with 36", func(t *testing.T) {
		f.openEvent("2009-05-03", 16, "Elio Aperto", "Fanny Resta")
		f.openEvent("2009-05-10", 36, "Gino Evento", "Hilda Anche")
		for _, name := range []string{"Elio Aperto", "Gino Evento", "Hilda Anche"} {
			if p := f.holding(name, national); p.Refund || p.RefundExplanation.Reason != "journey-not-paid-by" || cites(p.RefundExplanation) != "CN09 1.8" {
				t.Errorf("%s: %+v", name, p)
			}
		}
		if strings.Contains(f.holders(national), "Fanny") {
			t.Error("the second of an open with 16 has a place")
		}
	})
	t.Run("CN09 1.9 the reigning champion has a place with the journey paid", func(t *testing.T) {
		if p := f.holding("Clara Campionessa", national); !p.Refund || p.Origin.Kind != "reigning-champion" || cites(p.Steps[0].Explanation) != "CN09 1.9" {
			t.Errorf("got %+v", p)
		}
	})
	f.listed(t)
}

// listed checks the ways to ask for places.
func (f *finals) listed(t *testing.T) {
	t.Helper()
	reader := f.server.Anonymous().In(t)
	for query, want := range map[string]string{
		"final=national-final":                    "Carlo Grande, Elio Aperto, Gino Evento, Hilda Anche, Clara Campionessa",
		"final=regional-final":                    "Ada Uno, , Dora Seconda",
		"state=void":                              "",
		"region=" + f.piemonte.String():           "Dora Seconda",
		"player=" + f.person("Ada Uno").String():  "Ada Uno",
		"final=national-final&state=held&limit=2": "Carlo Grande, Elio Aperto",
	} {
		var page openapi.PlacePage
		reader.Get(f.path + "/places?" + query).Want(200).Into(&page)
		var names []string
		for _, p := range page.Items {
			names = append(names, p.Holder.Name)
		}
		if got := strings.Join(names, ", "); got != want {
			t.Errorf("%s: got %q, want %q", query, got, want)
		}
	}
	page := reader.Get(f.path + "/places?limit=3").Want(200)
	rest := reader.Get(f.path + "/places?limit=100&cursor=" + url.QueryEscape(page.Text("nextCursor"))).Want(200)
	if page.Len("items")+rest.Len("items") != len(f.register()) {
		t.Errorf("%d and %d places", page.Len("items"), rest.Len("items"))
	}
	one := f.holding("Carlo Grande", national)
	if got := reader.Get(f.path + "/places/" + one.Id).Want(200); got.Text("holder.name") != "Carlo Grande" {
		t.Errorf("got %s", got.Body)
	}
	reader.Get(f.path+"/places/national-final."+uuid.NewString()+".1").Refused(404, "not-found")
	table := reader.Get(f.path + "/places?format=csv").Want(200)
	lines := strings.Split(strings.TrimSpace(string(table.Body)), "\r\n")
	if len(lines) != 1+len(f.register()) || !strings.HasPrefix(lines[0], "place,final,region") || !strings.Contains(string(table.Body), "Carlo Grande") {
		t.Errorf("got %s", table.Body)
	}
}

// How each number of finalists plays, and when the manager decides: TestDecideFinal and
// TestMayBePlayed of package register.
func TestFinalDecision(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	for i, winner := range []string{"Ada Uno", "Bea Due", "Cleo Tre", "Dina Quattro", "Elsa Cinque", "Fiona Sei"} {
		f.stage(f.aosta, fmt.Sprintf("2009-03-%02d", i+1), winner, "Ida Seconda")
	}
	manager := f.manager.In(t)
	if r := f.final(f.aosta); r.Format.Kind != "tournament" || r.Format.Field != 6 || cites(r.Format.Explanation) != "CN09 1.7" {
		t.Errorf("got %+v", r)
	}
	wrong := apitest.JSON{"region": f.aosta, "kind": "final", "semifinals": 3, "why": "Così piace a tutti"}
	for _, at := range []struct {
		path string
		body apitest.JSON
	}{{"/final-decisions", wrong}, {"/what-if", apitest.JSON{"decision": wrong}}} {
		if got := manager.Post(f.path+at.path, at.body).Refused(422, "final-not-at-its-tables"); !strings.Contains(got.Text("detail"), "tables: 3") {
			t.Errorf("got %s", got.Body)
		}
	}
	called := apitest.JSON{"region": f.aosta, "kind": "tournament", "calledUp": []uuid.UUID{f.person("Ada Uno")}, "why": "Perché sì"}
	if got := manager.Post(f.path+"/final-decisions", called).Refused(422, "invalid"); got.Text("errors.0.reason") != "holds-another-place" || got.Text("errors.0.pointer") != "/calledUp/0" {
		t.Errorf("got %s", got.Body)
	}
	decision := apitest.JSON{"region": f.aosta, "kind": "final", "semifinals": 2, "calledUp": []uuid.UUID{f.person("Wanda Chiamata"), f.person("Zita Chiamata")}}
	manager.Post(f.path+"/final-decisions", decision).Want(422)
	decision["why"] = "Due tavoli da quattro"
	if asked := manager.Post(f.path+"/what-if", apitest.JSON{"decision": decision}).Want(200); asked.Text("consequences.0.kind") != "region-format" {
		t.Errorf("got %s", asked.Body)
	}
	made := manager.Post(f.path+"/final-decisions", decision).Want(201)
	if made.Text("format.kind") != "final" || made.Int("format.field") != 8 || made.Text("decision.calledUp.0.name") != "Wanda Chiamata" {
		t.Errorf("got %s", made.Body)
	}
	if p := f.holding("Wanda Chiamata", regional); p.Origin.Kind != "decision" || !strings.Contains(p.Steps[0].Explanation.Text, "Due tavoli") {
		t.Errorf("got %+v", p)
	}
	if r := f.final(f.aosta); r.Format.Semifinals != 2 || r.Decision.Why != "Due tavoli da quattro" {
		t.Errorf("got %+v", r)
	}
	manager.Post(f.path+"/final-decisions/1/revocation", apitest.JSON{"reason": "Ripensamento"}).Want(200)
	manager.Post(f.path+"/final-decisions/1/revocation", apitest.JSON{"reason": "Ripensamento"}).Refused(404, "not-found")
	if r := f.final(f.aosta); r.Format.Kind != "tournament" {
		t.Errorf("got %+v", r)
	}
}

// Which regions cannot be merged, and the consequences: TestMerge and TestPart of package register.
func TestRegionsAreMerged(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.stage(f.aosta, "2009-03-01", "Ada Uno", "Ida Seconda")
	f.stage(f.piemonte, "2009-03-08", "Bea Due", "Lea Seconda")
	f.stage(f.piemonte, "2009-03-15", "Cleo Tre", "Mara Seconda")
	manager := f.manager.In(t)
	merge := func(region, into uuid.UUID) *apitest.Answer {
		return manager.Post(f.path+"/region-merges", apitest.JSON{"region": region, "into": into, "reason": "Regione confinante"})
	}
	if got := merge(f.aosta, f.toscana).Refused(422, "invalid"); got.Text("errors.0.reason") != "region-not-in-season" || got.Text("errors.0.pointer") != "/into" || paragraph(got) != "CN09 1.7.1" {
		t.Errorf("got %s", got.Body)
	}
	t.Run("CN09 1.7.1 the region with one finalist plays with the one that the manager names, and the numbers are judged again", func(t *testing.T) {
		merge(f.aosta, f.piemonte).Want(201)
		guest, host := f.final(f.aosta), f.final(f.piemonte)
		if guest.Format.Kind != "merged" || guest.Host.Id != f.piemonte || guest.Merge.Number != 1 {
			t.Errorf("got %+v", guest)
		}
		if host.Format.Field != 3 || cites(host.Format.Explanation) != "CN09 1.7.3" || len(host.Finalists) != 3 {
			t.Errorf("got %+v", host)
		}
	})
	manager.Post(f.path+"/region-merges/1/revocation", apitest.JSON{"reason": "Errore"}).Want(200)
	if got := f.final(f.aosta); got.Format.Kind != "merge" || got.Merge.Number != 0 {
		t.Errorf("got %+v", got)
	}
	merge(f.aosta, f.piemonte).Want(201)
	t.Run("CN09 2.2 the guests are convoked by the contact of the region that holds the final, not by their own", func(t *testing.T) {
		own := f.federation.Member("Bruno Referente", "regional-contact", apitest.Region(f.aosta))
		host := f.federation.Member("Piero Ospite", "regional-contact", apitest.Region(f.piemonte))
		f.call(own.In(t), "Ada Uno", regional).Want(403)
		f.call(host.In(t), "Ada Uno", regional).Want(201)
	})
	f.begin(f.regionalFinal(f.piemonte))
	manager.Post(f.path+"/region-merges/2/revocation", apitest.JSON{"reason": "Errore"}).Refused(409, "final-has-begun")
	t.Run("only the manager decides", func(t *testing.T) {
		contact := f.federation.Member("Bruno Referente", "regional-contact", apitest.Region(f.aosta)).In(t)
		contact.Post(f.path+"/region-merges", apitest.JSON{"region": f.aosta, "into": f.piemonte}).Want(403)
		f.server.Anonymous().In(t).Post(f.path+"/region-merges", apitest.JSON{"region": f.aosta, "into": f.piemonte}).Want(401)
	})
}
