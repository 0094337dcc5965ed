package leagueapi_test

import (
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

func TestRegionalFinalByNumber(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	f.stage(f.aosta, "2009-03-01", "Ada Uno", "Ida Seconda", "Ugo Terzo")
	t.Run("CN09 1.7.1 one finalist has to play with another region", func(t *testing.T) {
		if r := f.final(f.aosta); r.Format.Kind != "merge" || cites(r.Format.Explanation) != "CN09 1.7.1" || len(r.Finalists) != 1 {
			t.Errorf("got %+v", r)
		}
	})
	f.stage(f.aosta, "2009-03-08", "Bea Due", "Lea Seconda", "Rita Terza")
	t.Run("CN09 1.7.2 with two finalists the seconds of both stages are called up", func(t *testing.T) {
		if r := f.final(f.aosta); r.Format.Kind != "final" || r.Format.Field != 4 || len(r.CalledUp) != 2 || cites(r.Format.Explanation) != "CN09 1.7.2" {
			t.Errorf("got %+v", r)
		}
		if p := f.holding("Lea Seconda", regional); p.Origin.Kind != "call-up" || p.Origin.Rank != 2 || cites(p.Steps[0].Explanation) != "CN09 1.7.2" {
			t.Errorf("got %+v", p)
		}
	})
	t.Run("CN09 1.7.2 when one of the seconds cannot come three play", func(t *testing.T) {
		f.says("Lea Seconda", regional, false).Want(201)
		if r := f.final(f.aosta); r.Format.Field != 3 || len(r.CalledUp) != 1 {
			t.Errorf("got %+v", r)
		}
	})
	t.Run("CN09 1.7.2 when both cannot come the two play with another region", func(t *testing.T) {
		f.says("Ida Seconda", regional, false).Want(201)
		if r := f.final(f.aosta); r.Format.Kind != "merge" {
			t.Errorf("got %+v", r)
		}
		f.says("Ida Seconda", regional, true).Want(201)
		f.says("Lea Seconda", regional, true).Want(201)
	})
	f.stage(f.aosta, "2009-03-15", "Cleo Tre", "Mara Seconda", "Sara Terza")
	t.Run("CN09 1.7.3 three finalists play one game", func(t *testing.T) {
		if r := f.final(f.aosta); r.Format.Field != 3 || len(r.CalledUp) != 0 || cites(r.Format.Explanation) != "CN09 1.7.3" {
			t.Errorf("got %+v", r)
		}
		refused := f.manager.In(t).Post(f.path+"/final-decisions", apitest.JSON{"region": f.aosta, "kind": "tournament", "why": "Così piace a tutti"}).Refused(422, "regulation-has-rule")
		if paragraph(refused) != "CN09 1.7.3" {
			t.Errorf("got %s", refused.Body)
		}
	})
	f.stage(f.aosta, "2009-03-22", "Dina Quattro", "Nora Seconda", "Tina Terza")
	f.sized(f.aosta, "2009-03-29", 20, "Elsa Cinque", "Olga Seconda", "Vera Terza")
	t.Run("CN09 1.7.4 with five the second of the largest stage is called back for two tables of three", func(t *testing.T) {
		r := f.final(f.aosta)
		if r.Format.Field != 6 || r.Format.Semifinals != 2 || len(r.CalledUp) != 1 || cites(r.Format.Explanation) != "CN09 1.7.4" {
			t.Errorf("got %+v", r)
		}
		if p := f.holding("Olga Seconda", regional); p.Origin.Kind != "call-up" {
			t.Errorf("got %+v", p)
		}
	})
	f.unresolved(t)
	f.stage(f.aosta, "2009-04-05", "Fiona Sei", "Paola Seconda")
	t.Run("CN09 1.7 for six there is no form: a tournament, of which the manager may decide", func(t *testing.T) {
		if r := f.final(f.aosta); r.Format.Kind != "tournament" || r.Format.Field != 6 {
			t.Errorf("got %+v", r)
		}
		for semifinals, unseated := range map[int]string{0: "tables: 1", 3: "tables: 3"} {
			wrong := apitest.JSON{"region": f.aosta, "kind": "final", "semifinals": semifinals, "why": "Così piace a tutti"}
			for _, at := range []struct {
				path string
				body apitest.JSON
			}{{"/final-decisions", wrong}, {"/what-if", apitest.JSON{"decision": wrong}}} {
				if got := f.manager.In(t).Post(f.path+at.path, at.body).Refused(422, "final-not-at-its-tables"); !strings.Contains(got.Text("detail"), unseated) {
					t.Errorf("%d semifinals: %s", semifinals, got.Body)
				}
			}
		}
		decision := apitest.JSON{"region": f.aosta, "kind": "final", "semifinals": 2, "why": "Due tavoli da tre"}
		if asked := f.manager.In(t).Post(f.path+"/what-if", apitest.JSON{"decision": decision}).Want(200); asked.Text("consequences.0.kind") != "region-format" {
			t.Errorf("got %s", asked.Body)
		}
		f.manager.In(t).Post(f.path+"/final-decisions", decision).Want(201)
		if r := f.final(f.aosta); r.Format.Kind != "final" || r.Format.Semifinals != 2 || r.Decision.Why != "Due tavoli da tre" {
			t.Errorf("got %+v", r)
		}
	})
}

// unresolved checks five finalists for whom nobody can be called back.
func (f *finals) unresolved(t *testing.T) {
	t.Helper()
	for _, name := range []string{"Ida Seconda", "Lea Seconda", "Mara Seconda", "Nora Seconda", "Olga Seconda", "Ugo Terzo", "Rita Terza", "Sara Terza", "Tina Terza", "Vera Terza"} {
		f.says(name, regional, false).Want(201)
	}
	manager := f.manager.In(t)
	t.Run("CN09 1.7.4 without seconds and thirds the regulation has no rule: the manager decides and says why", func(t *testing.T) {
		if r := f.final(f.aosta); r.Format.Kind != "unresolved" || cites(r.Format.Explanation) != "CN09 1.7.4" {
			t.Errorf("got %+v", r)
		}
		decision := apitest.JSON{"region": f.aosta, "kind": "final", "calledUp": []uuid.UUID{f.person("Wanda Chiamata")}, "semifinals": 2}
		manager.Post(f.path+"/final-decisions", decision).Want(422)
		decision["why"] = "La migliore della classifica regionale"
		for who, reason := range map[string]string{"Ada Uno": "holds-another-place", "Ida Seconda": "cannot-come"} {
			wrong := apitest.JSON{"region": f.aosta, "kind": "final", "calledUp": []uuid.UUID{f.person(who)}, "why": "Perché sì"}
			if got := manager.Post(f.path+"/final-decisions", wrong).Refused(422, "invalid"); got.Text("errors.0.reason") != reason || got.Text("errors.0.pointer") != "/calledUp/0" {
				t.Errorf("%s: %s", who, got.Body)
			}
		}
		made := manager.Post(f.path+"/final-decisions", decision).Want(201)
		if made.Text("format.kind") != "final" || made.Int("format.field") != 6 || made.Text("decision.calledUp.0.name") != "Wanda Chiamata" {
			t.Errorf("got %s", made.Body)
		}
		if p := f.holding("Wanda Chiamata", regional); p.Origin.Kind != "decision" || !strings.Contains(p.Steps[0].Explanation.Text, "La migliore") {
			t.Errorf("got %+v", p)
		}
		manager.Post(f.path+"/final-decisions/1/revocation", apitest.JSON{"reason": "Ripensamento"}).Want(200)
		manager.Post(f.path+"/final-decisions/1/revocation", apitest.JSON{"reason": "Ripensamento"}).Refused(404, "not-found")
		if r := f.final(f.aosta); r.Format.Kind != "unresolved" {
			t.Errorf("got %+v", r)
		}
	})
}

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
	for name, tt := range map[string]struct {
		region, into uuid.UUID
		reason       string
	}{
		"CN09 1.7.1 a region into itself":           {f.aosta, f.aosta, "region-merges-into-itself"},
		"CN09 1.7.1 a region that takes no part":    {f.aosta, f.toscana, "region-not-in-season"},
		"CN09 1.7.1 a region of another federation": {uuid.Must(uuid.NewV7()), f.aosta, "region-not-in-season"},
	} {
		if got := merge(tt.region, tt.into).Refused(422, "invalid"); got.Text("errors.0.reason") != tt.reason || paragraph(got) != "CN09 1.7.1" {
			t.Errorf("%s: %s", name, got.Body)
		}
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
	if got := merge(f.piemonte, f.aosta).Refused(422, "invalid"); got.Text("errors.0.reason") != "region-merges-back" {
		t.Errorf("got %s", got.Body)
	}
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
	t.Run("CN09 1.7.1 what is played stands", func(t *testing.T) {
		merge(f.aosta, f.piemonte).Refused(409, "final-has-begun")
		manager.In(t).Post(f.path+"/region-merges/2/revocation", apitest.JSON{"reason": "Errore"}).Refused(409, "final-has-begun")
		manager.In(t).Post(f.path+"/final-decisions", apitest.JSON{"region": f.piemonte, "kind": "tournament", "why": "Tardi"}).Refused(409, "final-has-begun")
	})
	t.Run("only the manager decides", func(t *testing.T) {
		contact := f.federation.Member("Bruno Referente", "regional-contact", apitest.Region(f.aosta)).In(t)
		contact.Post(f.path+"/region-merges", apitest.JSON{"region": f.aosta, "into": f.piemonte}).Want(403)
		f.server.Anonymous().In(t).Post(f.path+"/region-merges", apitest.JSON{"region": f.aosta, "into": f.piemonte}).Want(401)
	})
}
