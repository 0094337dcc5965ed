package leagueapi_test

import (
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// The report of an event (CN09 1.6, 2.3).
func TestReport(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.report(nil).Refused(409, "report-before-end")
	x.played()
	x.photographs("winner")
	var report openapi.EventReport
	x.organizer.Get(x.path + "/report").Want(200).Into(&report)
	t.Run("CN09 2.3 it is made of the data", func(t *testing.T) {
		if report.Entered != 12 || report.Played != 12 || len(report.Ranking) != 3 || len(report.Staff) != 2 || len(report.Photos) != 2 || len(report.Document) == 0 {
			t.Errorf("got %+v", report)
		}
	})
	if report.Checklist.ReportBy.String() != "2009-03-08" || report.Checklist.DaysLeft != 7 || report.Checklist.Late || report.Checklist.State != "awaits-report" {
		t.Errorf("got %+v", report.Checklist)
	}
	t.Run("CN09 1.11, 1.3 what is computed of it: the ranking names three of twelve, the first referee is named", func(t *testing.T) {
		found := map[string]openapi.FindingResult{}
		for _, f := range report.Checklist.Findings {
			found[f.Explanation.Reason+" "+f.Explanation.Rule.Paragraph] = f.Result
		}
		if len(found) != 3 || found["ranking-complete 1.11"] != "failed" || found["first-referee-in-report 1.3"] != "met" || found["games-on-paper-only 1.11"] != "open" {
			t.Errorf("got %+v", found)
		}
	})
	x.server.Anonymous().Get(x.path + "/report").Want(401)
	x.server.SignUp("Nessuno").Get(x.path + "/report").Want(403)
	x.report(apitest.JSON{"notes": "Con due foto"}).Want(201)
	t.Run("CN09 1.6.a the photo that is missing is named", func(t *testing.T) {
		same(t, x.failing(), "photos-missing winner")
	})
	t.Run("it is sent once", func(t *testing.T) { x.report(nil).Refused(409, "report-sent") })
	same(t, faults(x.decide(x.contact, "homologate", nil).Want(422)), "/decision photos-missing")
	x.decide(x.contact, "return", apitest.JSON{"reason": "Manca la foto del vincitore"}).Want(200)
	if got := x.homologation().Checklist; got.State != "returned" {
		t.Errorf("got %+v", got)
	}
	x.decide(x.contact, "homologate", nil).Refused(409, "report-returned")
	x.send(snapshot(t, 64, 48), apitest.JSON{"kind": "winner"})
	again := x.report(nil).Want(201)
	if again.Len("sent") != 2 || again.Text("sent.0.digest") == again.Text("sent.1.digest") || again.Text("checklist.state") != "waiting" {
		t.Errorf("got %s", again.Body)
	}
	x.decide(x.contact, "homologate", nil).Want(200)
	t.Run("CN09 1.11 results are sound once somebody has looked at them", func(t *testing.T) {
		same(t, []string{again.Text("checklist.demands.5.demand"), again.Text("checklist.demands.5.result")}, "results-unsound", "open")
		if got := x.homologation().Checklist.Demands[5]; got.Demand != "results-unsound" || got.Result != "met" {
			t.Errorf("got %+v", got)
		}
	})
	if got := x.homologation(); len(got.Decisions) != 2 || got.Decisions[0].Decision != "returned" || got.Decisions[1].Report != 2 || got.Checklist.State != "homologated" {
		t.Errorf("got %+v", got)
	}
	x.report(nil).Refused(409, "event-decided")
}

// CN09 1.6.a: the panorama is of the first or second round.
func TestPanoramaOfALaterRound(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.played()
	x.photographs("panorama")
	x.send(snapshot(t, 64, 48), apitest.JSON{"kind": "panorama", "round": 3})
	x.report(nil).Want(201)
	t.Run("CN09 1.6.a a panorama of the third round is none", func(t *testing.T) { same(t, x.failing(), "photos-missing panorama") })
	t.Run("CN09 1.6.a nobody waives a photo", func(t *testing.T) {
		refused := x.decide(x.federation.Manager.In(t), "homologate", apitest.JSON{"demands": []string{"photos-missing"}, "reason": "Erano distratti"})
		same(t, faults(refused.Want(422)), "/demands/0 demand-never-waived")
	})
}

// CN09 1.11: the week for the results begins with the end of the event, on whatever day it
// began.
func TestReportOfAnEventOfTwoDays(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.now("2009-03-02 20:00")
	recorded := func(changes apitest.JSON) *apitest.Answer {
		return x.organizer.Post(x.path+"/outcome", x.outcome(changes))
	}
	for _, last := range []string{"2009-02-28", "2009-03-03"} {
		same(t, faults(recorded(apitest.JSON{"endedOn": last}).Want(422)), "/endedOn end-outside-days")
	}
	recorded(apitest.JSON{"endedOn": "2009-03-02"}).Want(200)
	if got := x.homologation().Checklist; got.ReportBy.String() != "2009-03-09" || got.DaysLeft != 7 {
		t.Errorf("got %+v", got)
	}
	if got := x.server.Anonymous().Get(x.path).Want(200); got.Text("endedOn") != "2009-03-02" || got.Text("localDate") != "2009-03-01" {
		t.Errorf("got %s", got.Body)
	}
	recorded(apitest.JSON{"reason": "Mancava un nome"}).Want(200)
	if got := x.homologation().Checklist; got.ReportBy.String() != "2009-03-09" {
		t.Errorf("a correction that says nothing of the day: got %+v", got)
	}
	recorded(apitest.JSON{"endedOn": "2009-03-01", "reason": "Finì la domenica"}).Want(200)
	if got := x.homologation().Checklist; got.ReportBy.String() != "2009-03-08" {
		t.Errorf("got %+v", got)
	}
}

// CN09 1.11: a week is seven calendar days at the venue, also when the clock is changed
// in one of its nights; the other nights are tested in package homologation.
func TestReportOnTheEighthDay(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, apitest.JSON{"startsAt": inRome(t, "2009-03-28 10:00")})
	x.now("2009-03-28 20:00")
	x.organizer.Post(x.path+"/outcome", x.outcome(nil)).Want(200)
	x.now("2009-04-04 23:59")
	if got := x.homologation().Checklist; got.DaysLeft != 0 || got.Late {
		t.Errorf("on the last evening %+v", got)
	}
	x.now("2009-04-05 00:00")
	if got := x.homologation().Checklist; got.DaysLeft != -1 || !got.Late || got.LateBecause.Reason != "report-late-manager" {
		t.Errorf("a minute later %+v", got)
	}
	refused := x.report(nil).Refused(422, "invalid")
	if paragraph(refused) != "CN09 1.11" {
		t.Errorf("got %s", refused.Body)
	}
	same(t, faults(refused), "/late report-late-manager")
	x.photographs()
	sent := x.report(apitest.JSON{"late": true}).Want(201)
	if sent.Value("sent.0.late") != true {
		t.Errorf("got %s", sent.Body)
	}
	same(t, x.failing(), "results-late ")
}

// Papers that came by post have the day on which they came, as stated by the person who checks them.
func TestReportByPost(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.played()
	x.photographs()
	x.now("2009-03-20 09:00")
	at := func(text string) apitest.JSON { return apitest.JSON{"receivedAt": inRome(t, text)} }
	same(t, faults(x.report(at("2009-03-06 12:00")).Want(422)), "/receivedAt receipt-by-checker-only")
	post := func(body apitest.JSON) *apitest.Answer { return x.contact.Post(x.path+"/report", body) }
	same(t, faults(post(at("2009-03-21 12:00")).Want(422)), "/receivedAt received-in-future")
	same(t, faults(post(at("2009-02-28 23:59")).Want(422)), "/receivedAt received-before-event")
	same(t, faults(post(at("2009-03-09 00:00")).Want(422)), "/late report-late-manager")
	post(at("2009-03-06 12:00")).Want(201)
	same(t, x.failing())
	t.Run("CN09 2.2 who has said when they came does not decide", func(t *testing.T) {
		x.decide(x.contact.In(t), "homologate", nil).Refused(422, "own-event-reporter")
		x.decide(x.federation.Manager.In(t), "homologate", nil).Want(200)
	})
}

// A stage on paper has photos too (CN09 1.6.a): the person who records its outcome sends them, and nobody has
// to be appointed for that. For a stage that is run here its organizer and its referees send them.
func TestWhoRecordsAPaperStageSendsItsPhotos(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	other := x.federation.Member("Dino Referente", "regional-contact", apitest.Region(x.championship.piemonte))
	send := func(by *apitest.Client, status int) {
		t.Helper()
		by.Post(x.path+"/photos", photo(snapshot(t, 64, 48), apitest.JSON{"kind": "winner"})).Want(status)
	}
	send(x.contact, 403)
	send(x.federation.Manager, 403)
	x.now("2009-03-01 20:00")
	x.contact.Post(x.path+"/outcome", x.outcome(nil)).Want(200)
	send(x.contact, 201)
	send(x.federation.Manager, 201)
	other.SignIn()
	send(other, 403)
	x.federation.Manager.Post(x.path+"/outcome/withdrawal", apitest.JSON{"reason": "Di un altro torneo"}).Want(200)
	send(x.federation.Manager, 403)
}
