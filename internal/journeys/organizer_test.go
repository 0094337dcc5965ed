package journeys

import (
	"strconv"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// An organizer of a club: from the request to host to the report.
func TestOrganizerOfAClub(t *testing.T) {
	t.Parallel()
	f := newFederation(t)
	f.announce()
	piero := f.person("Piero Giocatore")
	stage, late := "", ""

	f.part("CN09 2.2 she asks to host, and her stage is a draft once the contact has approved", func(t *testing.T) {
		stage = f.hosted(f.carla, nil)
		late = f.hosted(f.carla, apitest.JSON{"title": "Tappa di Cogne", "startsAt": rome(t, "2009-04-19 10:00")})
		hosted := f.olga.Get(f.club.Path + "/hostings").Want(200)
		if hosted.Len("items") != 2 || hosted.Text("items.1.state") != "approved" || hosted.Text("items.1.event.state") != "draft" {
			t.Errorf("got %s", hosted.Body)
		}
		f.server.Anonymous().Get(stage).Refused(404, "not-found")
	})

	f.part("CN09 1.2 of the federation she sees her stages and nothing else", func(t *testing.T) {
		other := f.final(f.manager, national, "Finale nazionale", "2010-03-14 10:00", nil)
		draft := f.event(f.manager.Post(f.Path+"/events", apitest.JSON{
			"season": f.id, "kind": "stage", "region": f.toscana, "title": "Tappa di altri", "startsAt": rome(t, "2009-05-10 10:00"),
			"timeZone": "Europe/Rome", "venue": apitest.JSON{"name": "Sala", "city": "Pisa"},
		}).Want(201).ID("id"))
		f.olga.Get(stage).Want(200)
		f.olga.Get(draft).Refused(404, "not-found")
		for _, path := range []string{other + "/entries", other + "/report", f.Path + "/audit", f.Path + "/hosting-requests", f.season + "/calendar-draft"} {
			if got := f.olga.Get(path); got.Status != 403 {
				t.Errorf("%s: %d %s", path, got.Status, got.Body)
			}
		}
		f.olga.Post(other+"/entry-opening", nil).Refused(403, "out-of-scope")
	})

	f.part("CN09 2.3 published two weeks before, it is in time", func(t *testing.T) {
		f.at("2009-03-15 23:59")
		if got := notices(f.olga.Post(stage+"/announcement", nil)); strings.Contains(got, "CN09 2.3") {
			t.Errorf("got %s", got)
		}
	})

	f.part("CN09 1.5 she takes entries: players enter by themselves, the fee is known in advance", func(t *testing.T) {
		f.at("2009-03-20 10:00")
		f.olga.Post(stage+"/entry-opening", nil).Want(200)
		if got := f.server.Anonymous().Get(stage).Want(200); got.Text("fee.amount") != "5.00" || got.Text("state") != "open" {
			t.Errorf("got %s", got.Body)
		}
		f.people["Piero Giocatore"] = piero.Post(stage+"/my-entry", apitest.JSON{}).Want(201).ID("player.id")
		for _, player := range f.field(11) {
			f.olga.Post(stage+"/entries", apitest.JSON{"player": player}).Want(201)
		}
		if got := f.olga.Get(stage + "/entries?limit=100").Want(200); got.Len("items") != 12 {
			t.Errorf("got %s", got.Body)
		}
		tier := f.server.Anonymous().Get(stage).Want(200)
		if tier.Int("inSeason.entered") != 12 || tier.Text("inSeason.nextTier.name") != "Grande Torneo" || tier.Int("inSeason.missingForNext") != 16 {
			t.Errorf("CN09 1.7 what is at stake is shown: %s", tier.Body)
		}
	})

	f.part("CN09 2.5 she does not run the tables: start, draw and results are the referees'", func(t *testing.T) {
		f.olga.Post(stage+"/start", apitest.JSON{}).Refused(403, "role-missing")
		f.olga.Post(stage+"/rounds", apitest.JSON{}).Refused(403, "role-missing")
	})

	f.part("CN09 1.6 she records how the stage ended and sends three photos in parts", func(t *testing.T) {
		f.at("2009-03-29 20:00")
		players := append(f.field(0, "Piero Giocatore"), f.field(11)...)
		f.olga.Post(stage+"/outcome", outcome(players)).Want(200)
		for _, kind := range []string{"winner", "panorama"} {
			f.inParts(stage, kind)
		}
		f.olga.Post(stage+"/report", apitest.JSON{"notes": "Due foto per ora"}).Want(201)
		report := f.olga.Get(stage + "/report").Want(200)
		if got := failing(report); got != "photos-missing final-table CN09 1.6.a" {
			t.Errorf("CN09 1.6.a the photo that is missing is named: %s", got)
		}
		f.carla.Post(stage+"/homologation", apitest.JSON{"decision": "return", "reason": "Manca il tavolo della finale"}).Want(200)
		f.inParts(stage, "final-table")
		report = f.olga.Post(stage+"/report", apitest.JSON{"notes": "Con la terza foto"}).Want(201)
		if got := failing(report); got != "" {
			t.Errorf("got %s", got)
		}
		f.carla.Post(stage+"/homologation", apitest.JSON{"decision": "homologate"}).Want(200)
		if got := f.server.Anonymous().Get(stage + "/photos").Want(200); got.Len("items") != 3 {
			t.Errorf("got %s", got.Body)
		}
	})

	f.part("CN09 2.3 published a day later, the breach is said before and stays on record", func(t *testing.T) {
		f.at("2009-04-06 00:00")
		if got := notices(f.olga.Get(late)); !strings.Contains(got, "announced-too-late CN09 2.3") {
			t.Errorf("before: %s", got)
		}
		if got := notices(f.olga.Post(late+"/announcement", nil)); !strings.Contains(got, "announced-too-late CN09 2.3") {
			t.Errorf("after: %s", got)
		}
	})

	f.part("CN09 1.11 on the eighth day the report is late: she is told, sends it as such, and the stage cannot be homologated", func(t *testing.T) {
		f.at("2009-04-19 20:00")
		f.olga.Post(late+"/outcome", outcome(f.field(12, "Bea Cogne", "Lea Cogne"))).Want(200)
		for _, kind := range []string{"winner", "panorama", "final-table"} {
			f.send(f.olga, late, kind)
		}
		f.at("2009-04-27 00:00")
		refused := f.olga.Post(late+"/report", apitest.JSON{"notes": "Tardi"}).Refused(422, "invalid")
		if paragraph(refused) != "CN09 1.11" || refused.Text("errors.0.pointer") != "/late" {
			t.Errorf("got %s", refused.Body)
		}
		report := f.olga.Post(late+"/report", apitest.JSON{"notes": "Tardi", "late": true}).Want(201)
		if got := failing(report); got != "results-late CN09 1.11" {
			t.Errorf("got %s", got)
		}
		f.carla.Post(late+"/homologation", apitest.JSON{"decision": "homologate"}).Refused(422, "invalid")
		f.carla.Post(late+"/homologation", apitest.JSON{"decision": "invalidate", "demands": []string{"results-late"}, "reason": "Otto giorni"}).Want(200)
		if got := f.olga.Get(late).Want(200); got.Text("inSeason.standing") != "invalidated" {
			t.Errorf("got %s", got.Body)
		}
	})
}

// notices are an event's notices with their paragraphs.
func notices(a *apitest.Answer) string {
	a.T.Helper()
	var event openapi.Event
	a.Want(200).Into(&event)
	var out []string
	for _, n := range event.Notices {
		out = append(out, n.Reason+" "+cites(n))
	}
	return strings.Join(out, ", ")
}

// failing are the demands on a stage that its report does not meet, with their kinds
// and paragraphs.
func failing(report *apitest.Answer) string {
	report.T.Helper()
	var r openapi.EventReport
	report.Into(&r)
	var out []string
	for _, d := range r.Checklist.Demands {
		if d.Result == "failed" {
			out = append(out, strings.Join(strings.Fields(string(d.Demand)+" "+d.Kind+" "+cites(d.Explanation)), " "))
		}
	}
	return strings.Join(out, ", ")
}

// inParts sends a photo of the stage as a phone with a bad connection does: announced,
// cut, asked how far it got, and sent from there.
func (f *federation) inParts(event, kind string) {
	f.t.Helper()
	file := photograph(f.t)
	id := f.olga.Post(event+"/photos", shown(kind, file)).Want(201).Text("id")
	upload := event + "/uploads/" + id
	part := func(from, to int) *apitest.Answer {
		return f.olga.Do("PATCH", upload, file[from:to], apitest.Header("Content-Type", "application/octet-stream"), apitest.Header("Upload-Offset", strconv.Itoa(from)))
	}
	part(0, 100).Want(200)
	at, err := strconv.Atoi(f.olga.Do("HEAD", upload, nil).Want(200).Header.Get("Upload-Offset"))
	if err != nil || at != 100 {
		f.t.Fatalf("it goes on at %d: %v", at, err)
	}
	part(at, len(file)).Want(200)
	f.ready(f.olga, event, id)
}
