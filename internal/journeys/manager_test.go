package journeys

import (
	"slices"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// The championship manager runs a season, from its announcement to the list of the
// national final with its refunds.
func TestChampionshipManager(t *testing.T) {
	t.Parallel()
	f := newFederation(t)
	champion, carlo := f.person("Clara Campionessa"), f.person("Carlo Grande")
	events := map[string]string{}

	f.part("CN09 1.1, 1.4 the season is created by its regulation, with its regions and days, and announced", func(t *testing.T) {
		f.announce()
		season := f.server.Anonymous().Get(f.season).Want(200)
		if season.Text("playsFrom") != "2009-02-01" || season.Text("playsTo") != "2009-12-31" || season.Text("finalsBy") != "2010-02-14" || season.Len("regions") != 3 {
			t.Errorf("got %s", season.Body)
		}
	})

	// The regions of the club's stages: those of regions without a contact of their own wait for the manager.
	stages := []struct {
		name, day, kind string
		region          any
		checker         *apitest.Client
		players         int
		first           []string
	}{
		{"Tappa di Aosta", "2009-03-29", "stage", f.aosta, f.carla, 12, []string{"Ada Aosta", "Ida Aosta"}},
		{"Grande Torneo di Torino", "2009-04-05", "stage", f.piemonte, f.manager, 28, []string{"Carlo Grande", "Bea Torino", "Lea Torino"}},
		{"Tappa di Alba", "2009-04-18", "stage", f.piemonte, f.manager, 12, []string{"Cleo Alba", "Mara Alba"}},
		{"Tappa di Asti", "2009-05-02", "stage", f.piemonte, f.manager, 12, []string{"Dora Asti", "Nora Asti"}},
		{"Tappa di Cuneo", "2009-05-16", "stage", f.piemonte, f.manager, 12, []string{"Elsa Cuneo", "Olga Cuneo"}},
		{"Tappa di Biella", "2009-05-30", "stage", f.piemonte, f.manager, 12, []string{"Fede Biella", "Pia Biella"}},
		{"Tappa di Pisa", "2009-06-06", "stage", f.toscana, f.rita, 16, []string{"Gaia Pisa", "Rosa Pisa"}},
		{"Tappa di Siena", "2009-06-20", "stage", f.toscana, f.rita, 12, []string{"Lara Siena", "Sara Siena"}},
		{"Open di Modena", "2009-09-12", "open", nil, f.manager, 16, []string{"Elio Aperto", "Tea Aperto"}},
	}

	f.part("CN09 2.2, 1.8 the contacts approve stages of their regions, the manager the others and the open tournament", func(t *testing.T) {
		for _, s := range stages {
			changes := apitest.JSON{"title": s.name, "kind": s.kind, "region": s.region, "startsAt": rome(t, s.day+" 10:00")}
			events[s.name] = f.hosted(s.checker, changes)
		}
	})

	f.part("CN09 2.3 the calendar is released, and every event of it is public", func(t *testing.T) {
		var edition openapi.CalendarEdition
		f.manager.Post(f.season+"/calendar-editions", apitest.JSON{"note": "Il calendario 2009", "drafts": true}).Want(201).Into(&edition)
		if len(edition.Lines) != len(stages) || edition.Lines[0].Title != "Tappa di Aosta" {
			t.Errorf("got %+v", edition.Lines)
		}
		for name, event := range events {
			if got := f.server.Anonymous().Get(event).Want(200); got.Text("state") != "announced" || got.Text("inSeason.standing") != "planned" {
				t.Errorf("%s: %s", name, got.Body)
			}
		}
	})

	// Carlo enters by his account, so that he may read his own data later.
	large := events["Grande Torneo di Torino"]
	f.olga.Post(large+"/entry-opening", nil).Want(200)
	for name, c := range map[string]*apitest.Client{"Carlo Grande": carlo, "Clara Campionessa": champion} {
		f.people[name] = c.Post(large+"/my-entry", apitest.JSON{}).Want(201).ID("player.id")
	}
	champion.Delete(large + "/my-entry").Want(204)

	f.part("CN09 1.9 the reigning champion is entered in the season", func(t *testing.T) {
		tag := f.manager.Get(f.season).ETag()
		f.manager.Patch(f.season, apitest.JSON{"champion": f.people["Clara Campionessa"]}, apitest.Match(tag)).Want(200)
		if p := f.place("Clara Campionessa", national); !p.Refund || cites(p.Steps[0].Explanation) != "CN09 1.9" {
			t.Errorf("got %+v", p)
		}
	})

	f.part("CN09 1.6, 1.11 each event is reported and homologated", func(t *testing.T) {
		for _, s := range stages {
			f.played(events[s.name], s.day, s.checker, s.players, s.first...)
			if got := f.server.Anonymous().Get(events[s.name]).Want(200); got.Text("inSeason.standing") != "homologated" {
				t.Errorf("%s: %s", s.name, got.Body)
			}
		}
	})

	f.part("CN09 1.7, 1.8 the register says who goes where and whose journey is paid", func(t *testing.T) {
		if got := f.places(regional); got != "Ada Aosta held, Bea Torino held, Cleo Alba held, Dora Asti held, Elsa Cuneo held, Fede Biella held, Gaia Pisa held, Lara Siena held, Mara Alba held, Rosa Pisa held, Sara Siena held" {
			t.Errorf("regional finals: %s", got)
		}
		for name, want := range map[string]struct {
			refund    bool
			paragraph string
		}{"Carlo Grande": {true, "CN09 1.9"}, "Elio Aperto": {false, "CN09 1.8"}, "Clara Campionessa": {true, "CN09 1.9"}} {
			if p := f.place(name, national); p.Refund != want.refund || cites(p.RefundExplanation) != want.paragraph {
				t.Errorf("%s: %+v", name, p)
			}
		}
	})

	f.part("CN09 1.7.1 Valle d'Aosta with one finalist is merged into Piemonte, after a look at what follows", func(t *testing.T) {
		if r := f.format(f.aosta); r.Format.Kind != "merge" || cites(r.Format.Explanation) != "CN09 1.7.1" {
			t.Errorf("got %+v", r)
		}
		merge := apitest.JSON{"region": f.aosta, "into": f.piemonte, "reason": "Regione confinante"}
		before := f.register()
		preview := f.manager.Post(f.season+"/what-if", apitest.JSON{"merge": merge}).Want(200)
		if preview.Len("consequences") == 0 || len(f.register()) != len(before) || f.format(f.aosta).Format.Kind != "merge" {
			t.Errorf("a look has changed something: %s", preview.Body)
		}
		f.manager.Post(f.season+"/region-merges", merge).Want(201)
		if r := f.format(f.aosta); r.Host.Id != f.piemonte {
			t.Errorf("got %+v", r)
		}
		refused := f.manager.Post(f.Path+"/events", f.finalOf(regional, "Finale della Valle d'Aosta", "2009-09-12 21:00", f.aosta)).Refused(422, "invalid")
		if paragraph(refused) != "CN09 1.7.1" || refused.Text("errors.0.reason") != "merged" || refused.Text("errors.0.pointer") != "/region" {
			t.Errorf("got %s", refused.Body)
		}
	})

	f.part("CN09 1.7 for six the regulation has no form: the manager decides and says why", func(t *testing.T) {
		if r := f.format(f.piemonte); r.Format.Kind != "tournament" || r.Format.Field != 6 {
			t.Errorf("got %+v", r.Format)
		}
		f.manager.Post(f.season+"/final-decisions", apitest.JSON{"region": f.piemonte, "kind": "final", "semifinals": 2, "why": "Come con cinque: due tavoli da tre"}).Want(201)
		if r := f.format(f.piemonte); r.Format.Kind != "final" || r.Format.Semifinals != 2 {
			t.Errorf("got %+v", r.Format)
		}
	})

	finals := map[string]string{}
	f.at("2009-12-01 10:00")
	f.part("CN09 1.7.2 for Toscana with two finalists the seconds are called up, and its contact convokes all four", func(t *testing.T) {
		if r := f.format(f.toscana); r.Format.Field != 4 || len(r.CalledUp) != 2 || cites(r.Format.Explanation) != "CN09 1.7.2" {
			t.Errorf("got %+v", r)
		}
		finals["Toscana"] = f.final(f.rita, regional, "Finale della Toscana", "2010-01-17 10:00", f.toscana)
		finals["Piemonte"] = f.final(f.manager, regional, "Finale interregionale", "2010-01-24 10:00", f.piemonte)
		finals["Italia"] = f.final(f.manager, national, "Finale nazionale", "2010-03-14 10:00", nil)
		f.at("2010-01-04 10:00")
		f.come(f.rita, regional, "Gaia Pisa", "Lara Siena", "Rosa Pisa", "Sara Siena")
		f.come(f.manager, regional, "Ada Aosta", "Bea Torino", "Cleo Alba", "Dora Asti", "Elsa Cuneo", "Fede Biella")
		if got := f.places(regional); strings.Contains(got, "held") || strings.Contains(got, "offered") {
			t.Errorf("somebody has not been asked: %s", got)
		}
	})

	f.part("CN09 1.9 the regional champions go to the national final, with the journey paid", func(t *testing.T) {
		for _, final := range []struct {
			region, day string
			by          *apitest.Client
			order       []string
		}{
			{"Toscana", "2010-01-17", f.rita, []string{"Rosa Pisa", "Gaia Pisa", "Lara Siena", "Sara Siena"}},
			{"Piemonte", "2010-01-24", f.manager, []string{"Ada Aosta", "Bea Torino", "Cleo Alba", "Dora Asti", "Elsa Cuneo", "Fede Biella"}},
		} {
			f.at(final.day + " 20:00")
			final.by.Post(finals[final.region]+"/outcome", outcome(f.field(0, final.order...))).Want(200)
			f.documents(final.by, finals[final.region])
			f.dina.Post(finals[final.region]+"/homologation", apitest.JSON{"decision": "homologate"}).Want(200)
		}
		for _, name := range []string{"Rosa Pisa", "Ada Aosta"} {
			if p := f.place(name, national); p.State != "held" || !p.Refund || p.Provisional {
				t.Errorf("%s: %+v", name, p)
			}
		}
	})

	f.at("2010-02-15 10:00")
	f.part("CN09 1.9 who cannot come is replaced by the second of the same tournament and by nobody else", func(t *testing.T) {
		f.come(f.manager, national, "Rosa Pisa", "Ada Aosta")
		f.convoke(f.manager, national, "Elio Aperto").Want(201)
		f.reply(address("Elio Aperto"), false)
		if got := f.manager.Get(f.season + "/convocation-proposals").Want(200); !strings.Contains(string(got.Body), "Tea Aperto") {
			t.Errorf("got %s", got.Body)
		}
		f.come(f.manager, national, "Tea Aperto")
		f.convoke(f.manager, national, "Carlo Grande", "Clara Campionessa").Want(201)
		for _, c := range []*apitest.Client{carlo, champion} {
			c.Post(f.season+"/my-answer", apitest.JSON{"final": national, "coming": true}).Want(200)
		}
	})

	f.part("CN09 1.9 the national final has its field of those who come", func(t *testing.T) {
		f.manager.Post(finals["Italia"]+"/entry-opening", nil).Want(200)
		f.manager.Post(finals["Italia"]+"/entries-from-places", nil).Want(200)
		var entries openapi.EntryPage
		f.manager.Get(finals["Italia"] + "/entries?limit=100").Want(200).Into(&entries)
		var names []string
		for _, e := range entries.Items {
			names = append(names, e.Player.Name)
		}
		slices.Sort(names)
		if got := strings.Join(names, ", "); got != "Ada Aosta, Carlo Grande, Clara Campionessa, Rosa Pisa, Tea Aperto" {
			t.Errorf("got %s", got)
		}
		f.at("2010-03-14 20:00")
		players := f.field(0, "Carlo Grande", "Clara Campionessa", "Ada Aosta", "Rosa Pisa", "Tea Aperto")
		f.manager.Post(finals["Italia"]+"/outcome", outcome(players)).Want(200)
		f.manager.Post(finals["Italia"]+"/report", apitest.JSON{"notes": "Finale nazionale regolare"}).Want(201)
	})

	treasurer := f.member("Tea Tesoriera", "treasurer", apitest.WholeTenant())
	f.part("CN09 1.9 attested journeys are paid: claimed, approved by the manager, paid by the treasurer", func(t *testing.T) {
		claims := []string{f.claim(carlo, "84.50"), f.claim(champion, "31.20")}
		for _, claim := range claims {
			f.manager.Post(f.season+"/refunds/"+claim+"/approval", apitest.JSON{}).Want(200)
		}
		paid := f.pay(treasurer, claims...)
		if !strings.Contains(string(paid.Body), "115.70") {
			t.Errorf("got %s", paid.Body)
		}
		totals := f.manager.Get(f.season + "/refunds?state=paid").Want(200)
		if totals.Text("totals.0.approved.amount") != "115.70" || totals.Len("items") != 2 {
			t.Errorf("got %s", totals.Body)
		}
	})

	f.part("CN09 1.9 the season is closed, and the list of the national final stays with who came, why, and whose journey was paid", func(t *testing.T) {
		f.manager.Post(f.season+"/closing", nil).Want(200)
		var list openapi.FinalList
		f.server.Anonymous().Get(f.season + "/finals").Want(200).Into(&list)
		var got []string
		for _, p := range list.National.Places {
			paid := "pays"
			if p.Refund {
				paid = "is paid"
			}
			got = append(got, p.Holder.Name+" "+string(p.State)+" "+paid+" "+cites(p.RefundExplanation))
		}
		slices.Sort(got)
		want := []string{
			"Ada Aosta accepted is paid CN09 1.9", "Carlo Grande accepted is paid CN09 1.9", "Clara Campionessa accepted is paid CN09 1.9",
			"Rosa Pisa accepted is paid CN09 1.9", "Tea Aperto accepted pays CN09 1.8",
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q", got)
		}
	})
}
