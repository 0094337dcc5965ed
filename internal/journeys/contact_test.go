package journeys

import (
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// The contact of Valle d'Aosta: from a club's request to host to the regional final.
func TestRegionalContact(t *testing.T) {
	t.Parallel()
	f := newFederation(t)
	f.announce()
	request, stage, second := "", "", ""

	f.part("CN09 2.2 a club asks to host, and the contact of the region gets a letter", func(t *testing.T) {
		request = f.Path + "/hosting-requests/" + f.olga.Post(f.club.Path+"/hostings", f.wish(nil)).Want(201).Text("id")
		if mail := f.server.Mailbox.Wait(f.carla.Email, "hosting"); !strings.Contains(mail.Text, "Tappa di Aosta") {
			t.Errorf("got %s", mail.Text)
		}
		if waits := f.carla.Get(f.Path + "/hosting-requests?state=requested").Want(200); waits.Len("items") != 1 {
			t.Errorf("got %s", waits.Body)
		}
		f.rita.Post(request+"/approval", apitest.JSON{}).Refused(403, "out-of-scope")
	})

	f.part("CN09 2.2 she chooses the date with the organizer: asks, is answered, approves", func(t *testing.T) {
		f.carla.Post(request+"/question", apitest.JSON{"text": "Quanti tavoli avete?"}).Want(200)
		f.olga.Post(strings.Replace(request, f.Path+"/hosting-requests", f.club.Path+"/hostings", 1)+"/answer", apitest.JSON{"text": "Dieci"}).Want(200)
		stage = f.event(f.carla.Post(request+"/approval", apitest.JSON{}).Want(200).ID("event.id"))
		f.olga.Post(stage+"/announcement", nil).Want(200)
		second = f.hosted(f.carla, apitest.JSON{"title": "Tappa di Cogne", "startsAt": rome(t, "2009-04-19 10:00")})
		f.olga.Post(second+"/announcement", nil).Want(200)
	})

	f.part("CN09 1.6 what waits for her is ordered by deadline, with what is missing", func(t *testing.T) {
		f.at("2009-03-29 20:00")
		f.olga.Post(stage+"/outcome", outcome(f.field(12, "Ada Aosta", "Ida Aosta"))).Want(200)
		for _, kind := range []string{"winner", "panorama", "final-table"} {
			f.send(f.olga, stage, kind)
		}
		if waits := f.waiting("awaits-report"); waits != "Tappa di Aosta by 2009-04-05" {
			t.Errorf("got %s", waits)
		}
		f.olga.Post(stage+"/report", apitest.JSON{"notes": "Tutto regolare"}).Want(201)
		if waits := f.waiting("waiting"); waits != "Tappa di Aosta by 2009-04-05" {
			t.Errorf("got %s", waits)
		}
		f.rita.Get(stage + "/homologation").Want(403)
	})

	f.part("CN09 2.2 she returns it with a question, which the organizer reads and answers", func(t *testing.T) {
		f.carla.Post(stage+"/homologation", apitest.JSON{"decision": "return", "reason": "Chi ha arbitrato la finale?"}).Want(200)
		f.carla.Post(stage+"/homologation", apitest.JSON{"decision": "homologate"}).Refused(409, "report-returned")
		if got := f.olga.Get(stage + "/homologation").Want(200); got.Text("decisions.0.reason") != "Chi ha arbitrato la finale?" || got.Text("checklist.state") != "returned" {
			t.Errorf("got %s", got.Body)
		}
		f.olga.Post(stage+"/report", apitest.JSON{"notes": "La finale l'ha arbitrata Fabio"}).Want(201)
		if got := f.carla.Get(stage + "/report").Want(200); got.Len("sent") != 2 || got.Text("sent.1.notes") != "La finale l'ha arbitrata Fabio" {
			t.Errorf("got %s", got.Body)
		}
	})

	f.part("CN09 2.2 she sees what follows, homologates, and everybody sees it", func(t *testing.T) {
		before := f.places(regional)
		preview := f.carla.Post(stage+"/homologation/preview", apitest.JSON{"decision": "homologate"}).Want(200)
		if preview.Len("consequences") == 0 || f.place("Ada Aosta", regional).Provisional != true || f.places(regional) != before {
			t.Errorf("a look has changed something: %s", preview.Body)
		}
		f.carla.Post(stage+"/homologation", apitest.JSON{"decision": "homologate"}).Want(200)
		if f.place("Ada Aosta", regional).Provisional || f.server.Anonymous().Get(stage).Want(200).Text("inSeason.standing") != "homologated" {
			t.Error("nobody sees it")
		}
		if waits := f.waiting("waiting"); waits != "" {
			t.Errorf("it still waits: %s", waits)
		}
	})

	final := ""
	f.part("CN09 1.7 her regional final waits until the last of its stages is homologated", func(t *testing.T) {
		f.at("2009-04-19 20:00")
		f.olga.Post(second+"/outcome", outcome(f.field(12, "Bea Cogne", "Lea Cogne"))).Want(200)
		f.documents(f.olga, second)
		final = f.final(f.carla, regional, "Finale della Valle d'Aosta", "2010-01-31 10:00", f.aosta)
		refused := f.carla.Post(final+"/entry-opening", nil).Refused(409, "stages-undecided")
		if paragraph(refused) != "CN09 1.7" || !strings.Contains(refused.Text("detail"), "Tappa di Cogne") {
			t.Errorf("got %s", refused.Body)
		}
		f.carla.Post(second+"/homologation", apitest.JSON{"decision": "homologate"}).Want(200)
		f.carla.Post(final+"/entry-opening", nil).Want(200)
	})

	f.part("CN09 2.2, 1.7.2 she convokes the four of her final, and nobody of another", func(t *testing.T) {
		f.at("2010-01-04 10:00")
		if r := f.format(f.aosta); r.Format.Field != 4 || cites(r.Format.Explanation) != "CN09 1.7.2" {
			t.Errorf("got %+v", r)
		}
		f.convoke(f.rita, regional, "Ada Aosta").Refused(403, "out-of-scope")
		f.come(f.carla, regional, "Ada Aosta", "Bea Cogne", "Ida Aosta")
		f.convoke(f.carla, regional, "Lea Cogne").Want(201)
		f.leaCannotCome(t)
		if r := f.format(f.aosta); r.Format.Field != 3 || cites(r.Format.Explanation) != "CN09 1.7.2" {
			t.Errorf("CN09 1.7.2 a final of three when one cannot come: %+v", r)
		}
		var entries openapi.EntryPage
		f.carla.Get(final + "/entries").Want(200).Into(&entries)
		if len(entries.Items) != 3 {
			t.Errorf("who comes is entered: %+v", entries.Items)
		}
	})

	f.part("CN09 2.2 she reports the final to the manager, who decides about it", func(t *testing.T) {
		f.at("2010-01-31 20:00")
		f.carla.Post(final+"/outcome", outcome(f.field(0, "Ida Aosta", "Ada Aosta", "Bea Cogne"))).Want(200)
		f.documents(f.carla, final)
		f.carla.Post(final+"/homologation", apitest.JSON{"decision": "homologate"}).Refused(422, "decided-by-manager")
		f.manager.Post(final+"/homologation", apitest.JSON{"decision": "homologate"}).Want(200)
		if p := f.place("Ida Aosta", national); !p.Refund || p.Provisional {
			t.Errorf("got %+v", p)
		}
	})
}

// leaCannotCome makes a called-up player decline by the link of her letter, after which there is no place to hold:
// she still reads her answer, and so does the contact.
func (f *federation) leaCannotCome(t *testing.T) {
	link := apitest.JSON{"token": apitest.Token(t, f.server.Mailbox.Wait(address("Lea Cogne"), "convocation"))}
	opened := f.server.Anonymous().Post(f.Path+"/convocation-links", link).Want(200)
	if opened.Text("answer") != "waiting" || opened.Text("right.rule.paragraph") != "1.7.2" || opened.Text("follows.explanation.reason") == "" {
		t.Errorf("got %s", opened.Body)
	}
	said := f.server.Anonymous().Post(f.Path+"/convocation-answers", apitest.JSON{"token": link["token"], "coming": false}).Want(200)
	read := f.server.Anonymous().Post(f.Path+"/convocation-links", link).Want(200)
	if said.Text("answer") != "not-coming" || read.Text("answer") != "not-coming" {
		t.Errorf("got %s and %s", said.Body, read.Body)
	}
	if got := f.carla.Get(f.season + "/convocations").Want(200); got.Len("items") != 4 || got.Text("items.3.state") != "not-coming" {
		t.Errorf("the contact reads %s", got.Body)
	}
}

// waiting lists the tasks of the contact of Valle d'Aosta in a state.
func (f *federation) waiting(state string) string {
	f.t.Helper()
	var page openapi.HomologationPage
	f.carla.Get(f.season + "/homologations?state=" + state).Want(200).Into(&page)
	var out []string
	for _, w := range page.Items {
		out = append(out, w.Title+" by "+w.Checklist.ReportBy.String())
	}
	return strings.Join(out, ", ")
}

// paragraph is the one that a refusal cites first.
func paragraph(a *apitest.Answer) string {
	a.T.Helper()
	return a.Text("rule.code") + " " + a.Text("rule.paragraph")
}
