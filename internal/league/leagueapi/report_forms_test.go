package leagueapi_test

import (
	"encoding/csv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/openapi"
)

// table reads an answer in CSV, such as a table of a report.
func table(t *testing.T, answer *apitest.Answer) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(string(answer.Want(200).Body))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// The report of an event as a page and as tables, for readers with the permission.
func TestReportForms(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.played()
	x.photographs("winner")
	t.Run("CN09 2.3 as a page", func(t *testing.T) {
		page := x.organizer.In(t).Get(x.path + "/report?format=html").Want(200)
		if got := page.Header.Get("Content-Type"); !strings.HasPrefix(got, "text/html") || !strings.Contains(page.Header.Get("Content-Security-Policy"), "style-src 'self'") {
			t.Errorf("%s, policy %q", got, page.Header.Get("Content-Security-Policy"))
		}
		for _, part := range []string{"Giocatore AL", "Fabio Arbitro", "1.6.a", "Played without the program"} {
			if !strings.Contains(string(page.Body), part) {
				t.Errorf("it does not say %q", part)
			}
		}
	})
	t.Run("as tables", func(t *testing.T) {
		of := func(name string) [][]string {
			return table(t, x.organizer.In(t).Get(x.path+"/report?format=csv&table="+name))
		}
		want := [][]string{{"rank", "number", "name", "club"}, {"1", "1", "Giocatore AA", ""}, {"2", "2", "Giocatore AB", ""}, {"3", "3", "Giocatore AC", ""}}
		if diff := cmp.Diff(want, of("standings")); diff != "" {
			t.Error(diff)
		}
		if got := of("entrants"); len(got) != 13 || got[12][1] != "Giocatore AL" || got[12][3] != "playing" {
			t.Errorf("entrants %q", got)
		}
		if diff := cmp.Diff([][]string{{"role", "name"}, {"organizer", "Olga Organizzatrice"}, {"first-referee", "Fabio Arbitro"}}, of("staff")); diff != "" {
			t.Error(diff)
		}
		if got := len(of("games")) + len(of("penalties")); got != 2 { // their headers
			t.Errorf("%d rows", got)
		}
	})
	t.Run("the page leads to signing in, and of that no copy is kept", func(t *testing.T) {
		page := fetch(t, x.server.Address+"/t/"+x.federation.Slug+"/e/"+x.event().Slug+"/report", "")
		if got := page.header.Get("Cache-Control"); page.status != 200 || got != "no-store" || !strings.Contains(page.text, ` action="/sign-in"`) {
			t.Errorf("%d, Cache-Control is %q", page.status, got)
		}
	})
	for _, form := range []string{"html", "csv"} {
		x.server.Anonymous().Get(x.path + "/report?format=" + form).Want(401)
		x.server.SignUp("Nessuno " + form).Get(x.path + "/report?format=" + form).Want(403)
	}
}

// The report of an event that was played here has its games and penalties.
func TestReportOfGames(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 12, nil)
	x.referee = x.appoint("Fabio Primo Arbitro", "first-referee")
	x.organizer.Post(x.path+"/entry-opening", nil).Want(200)
	x.now("2009-03-01 09:00")
	x.referee.SignIn()
	x.startWith(x.players)
	x.referee.Post(x.path+"/sanctions", apitest.JSON{"entry": 3, "kind": "warning", "moment": "after-round", "reason": "=Ha parlato troppo"}).Want(201)
	games := table(t, x.organizer.Get(x.path+"/report?format=csv&table=games"))
	penalties := table(t, x.organizer.Get(x.path+"/report?format=csv&table=penalties"))
	if len(penalties) != 2 || penalties[1][1] != "Giocatore AC" || penalties[1][2] != "warning" {
		t.Errorf("penalties %q", penalties)
	}
	if got := penalties[1][9]; got != "'=Ha parlato troppo" {
		t.Errorf("a spreadsheet would calculate %q", got)
	}
	x.sql(`update league.sanctions set kind = 'points', points = '-7' where event_id = $1`, x.id)
	x.sql(`update league.events set revision = revision + 1 where id = $1`, x.id)
	if got := table(t, x.organizer.Get(x.path+"/report?format=csv&table=penalties"))[1][5]; got != "-7" {
		t.Errorf("a program that calculates would not read %q", got)
	}
	if len(games) != 1 {
		t.Errorf("games before the first round: %q", games)
	}
	round := x.referee.Post(x.path+"/rounds", apitest.JSON{}).Want(201)
	games = table(t, x.organizer.Get(x.path+"/report?format=csv&table=games"))
	if len(games) != 13 || games[1][0] != "1" || games[1][10] != "" || round.Len("tables") != 3 {
		t.Errorf("games %q", games)
	}
}

// imported applies a file whose people are all in the register by their very names.
func (x *tappa) imported(looked openapi.Import) (stored openapi.Import) {
	x.t.Helper()
	people := []apitest.JSON{}
	for _, p := range looked.People {
		for _, candidate := range p.Candidates {
			if candidate.Name == p.Name {
				people = append(people, apitest.JSON{"entry": p.Entry, "player": candidate.Player})
			}
		}
	}
	x.federation.Manager.Post(x.federation.Path+"/imports/"+looked.Id.String()+"/application", apitest.JSON{"people": people}).Want(200).Into(&stored)
	return stored
}

// An event that was played elsewhere goes out with its order and its reports, and comes
// back the same as an event of no season.
func TestAnEventElsewhereGoesOutAndComesBack(t *testing.T) {
	t.Parallel()
	x := newTappa(t, 13, apitest.JSON{"venue": apitest.JSON{"name": "Biblioteca", "city": "Aosta", "latitude": "45.737", "longitude": "7.3201"}})
	x.now("2009-03-01 20:00")
	outcome := x.outcome(nil)
	outcome["entrants"].([]apitest.JSON)[12]["played"] = false
	x.organizer.Post(x.path+"/outcome", outcome).Want(200)
	x.report(apitest.JSON{"notes": "Mancano le foto"}).Want(201)
	x.decide(x.contact, "return", apitest.JSON{"reason": "Mancano le foto"}).Want(200)
	x.report(apitest.JSON{"notes": "Ora c’è tutto"}).Want(201)
	manager := x.federation.Manager
	out := manager.Get(x.path + "/export").Want(200).Body
	sent := manager.Get(x.path + "/report").Want(200)
	first, err := eventfile.Decode(out)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(eventfile.Outcome{Ranking: []league.Entry{1, 2, 3}}, *first.Outcome); diff != "" {
		t.Error(diff)
	}
	if len(first.Reports) != 2 || first.Reports[0].Notes != "Mancano le foto" || first.Reports[1].Digest != sent.Text("sent.1.digest") {
		t.Errorf("reports %+v", first.Reports)
	}
	for _, form := range []string{"json", "xlsx", "csv"} {
		data := manager.Get(x.path + "/export?format=" + form).Want(200).Body
		got := x.imported(importFile(x.federation, eventfile.Form(form), data, "true"))
		if got.State != "stored" || got.Counts.Matched != 13 {
			t.Fatalf("%s: %+v", form, got)
		}
		path := x.federation.Path + "/events/" + got.Event.String()
		var event openapi.Event
		manager.Get(path).Want(200).Into(&event)
		if !event.Elsewhere || event.State != "finished" || event.Counts.Players != 12 || event.Venue.Latitude != "45.737" || event.Season != (openapi.SeasonID{}) {
			t.Errorf("%s: %+v", form, event)
		}
		if standings := manager.Get(path + "/standings").Want(200); standings.Len("rows") != 3 || standings.Text("rows.2.entry.player.name") != "Giocatore AC" {
			t.Errorf("%s: %s", form, standings.Body)
		}
		referee := x.federation.Member("Rino Arbitro "+form, "first-referee", apitest.Stage(event.Id.UUID))
		referee.Post(path+"/reopening", apitest.JSON{"reason": "Per giocarlo qui"}).Refused(409, "event-over")
		if diff := cmp.Diff(string(out), string(manager.Get(path+"/export").Want(200).Body)); diff != "" {
			t.Errorf("%s (-first +again)\n%s", form, diff)
		}
	}
	t.Run("into an event that is here it is recorded", func(t *testing.T) {
		here := x.championship.tappa(apitest.JSON{"startsAt": inRome(t, "2009-04-05 10:00")})
		var looked openapi.Import
		manager.In(t).Post(x.federation.Path+"/imports?dryRun=true", out).Want(201).Into(&looked)
		manager.In(t).Post(x.federation.Path+"/imports/"+looked.Id.String()+"/application", apitest.JSON{"event": here.id}).Refused(409, "outcome-into-new-event")
	})
}
