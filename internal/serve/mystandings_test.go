package serve_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/openapi"
)

// results stores a table of past results.
func (p *pastOf) results(table string) {
	p.t.Helper()
	manager, at := p.federation.Manager, p.federation.Path+"/histories"
	var h openapi.History
	manager.Post(at+"?subject=results&name=risultati.csv&ranking="+p.ranking, []byte(table), func(r *http.Request) { r.Header.Set("Content-Type", "application/octet-stream") }).Want(201).Into(&h)
	at += "/" + h.Id.String()
	manager.Post(at+"/check", apitest.JSON{"mapping": h.Suggested, "ranking": p.ranking, "kind": "ranking", "timeZone": "Europe/Rome"}).Want(200)
	await := func(want string) {
		p.t.Helper()
		for began := time.Now(); ; time.Sleep(50 * time.Millisecond) {
			state := manager.Get(at).Want(200).Text("state")
			if state == want {
				return
			}
			if time.Since(began) > time.Minute {
				p.t.Fatalf("%s, and never %s", state, want)
			}
		}
	}
	await("clean")
	manager.Post(at+"/application", nil).Want(200)
	await("stored")
}

var standingsOf = regexp.MustCompile(`(?s)<section class="sec matters" id="rankings".*?</section>`)

// A person reads where they stand in each ranking that knows them, now and at the end of any day, and comes from
// there to their row. Merged records are one. BG 1: who has reached the cap is in the hall.
func TestWhereAPersonStands(t *testing.T) {
	t.Parallel()
	p := newPastOf(t)
	manager, server, home := p.federation.Manager, p.federation.Manager.Server, "/t/"+p.federation.Slug
	manager.Post(p.federation.Path+"/rankings", apitest.JSON{
		"slug": "nobody", "title": "Di nessuno", "ruleset": "catan-ranglista-bg", "counted": []string{"stage"}, "national": []string{},
	}).Want(201)
	p.results("event,day,name,place,points\nPrimo,2008-03-08,Ada Lodi,1,200\nPrimo,2008-03-08,Bea Verdi,2,8\nSecondo,2008-06-01,Ada Lodi,1,150\nSecondo,2008-06-01,Bea Verdi,2,70.5\n")
	record := func(name string) string {
		return manager.Get(p.federation.Path + "/players?name=" + url.QueryEscape(name)).Want(200).Text("items.0.id")
	}
	imported := record("Ada Lodi")
	kept := manager.Post(p.federation.Path+"/players", apitest.JSON{"name": "Ada Lodi", "sameNameAccepted": true}).Want(201).ID("id").String()
	signedIn := func(name, id string) *reader {
		account := server.SignUp(name)
		code := manager.Post(p.federation.Path+"/players/"+id+"/claim-code", nil).Want(201).Text("code")
		r := signIn(t, server, account)
		r.post("/account/records", url.Values{"act": {"code"}, "tenant": {p.federation.Slug}, "code": {code}}).leadsTo(t, "/account/records")
		return r
	}
	ada, bea := signedIn("Ada Lodi", kept), signedIn("Bea Verdi", record("Bea Verdi"))
	stands := func(r *reader, query string) string {
		t.Helper()
		got := r.get(home + "/mine" + query)
		if got.status != 200 {
			t.Fatalf("%d %s", got.status, got.text)
		}
		return standingsOf.FindString(got.text)
	}
	if got := stands(ada, ""); got != "" {
		t.Errorf("no ranking knows the record yet: %s", got)
	}
	manager.Post(p.federation.Path+"/players/"+imported+"/merging", apitest.JSON{"into": kept, "reason": "è la stessa persona"}).Want(200)
	row := func(list, player, day string) string {
		at := home + "/rankings/classifica" + list + "?around=" + player
		if day != "" {
			at += "&amp;asOf=" + day
		}
		return `<a href="` + at + `">Classifica</a>`
	}
	bees := record("Bea Verdi")
	for _, tt := range []struct {
		name, query string
		reader      *reader
		want        []string
	}{
		{"now, in the hall", "", ada, []string{row("/hall", kept, ""), "Hall of fame, no. 1 · 350 points"}},
		{"now", "", bea, []string{row("", bees, ""), "1 of 1 · 78.5 points · 221.5 to go to 300", `type="date" value=""`}},
		{"between the events", "?asOf=2008-03-31", ada, []string{row("", kept, "2008-03-31"), "1 of 2 · 200 points · 100 to go to 300", "as of 31 March 2008", `value="2008-03-31"`}},
		{"on the day itself", "?asOf=2008-03-08&theme=dark", bea, []string{"2 of 2 · 8 points · 292 to go to 300", `<input type="hidden" name="theme" value="dark">`}},
		{"before the first event", "?asOf=2008-03-07", ada, []string{"In no ranking at the end of that day.", `href="` + home + `/mine"`}},
	} {
		got := stands(tt.reader, tt.query)
		for _, want := range tt.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in %s", tt.name, want, got)
			}
		}
		if strings.Contains(got, "Di nessuno") {
			t.Errorf("%s: a ranking that does not know the person: %s", tt.name, got)
		}
	}
	// The links lead to the row.
	for _, path := range []string{"/hall?around=" + kept, "?around=" + imported + "&asOf=2008-03-31"} {
		if got := bea.get(home + "/rankings/classifica" + path); got.status != 200 || !strings.Contains(got.text, `id="found"`) {
			t.Errorf("%s: %d", path, got.status)
		}
	}
	for day, want := range map[string]int{"soon": http.StatusNotFound, time.Now().AddDate(1, 0, 0).Format(time.DateOnly): http.StatusBadRequest} {
		if got := ada.get(home + "/mine?asOf=" + day); got.status != want {
			t.Errorf("as of %s: %d %.300s", day, got.status, got.text)
		}
	}
}

// The form for a day on a page around a player keeps the player. Where they were not in the list on that day, the page
// says so and begins with the first row.
func TestADayAroundAPlayer(t *testing.T) {
	t.Parallel()
	p := newPastOf(t)
	p.results("event,day,name,place,points\nPrimo,2008-03-08,Ada Lodi,1,200\nSecondo,2008-06-01,Ada Lodi,1,150\nSecondo,2008-06-01,Bea Verdi,2,70\n")
	at := "/t/" + p.federation.Slug + "/rankings/classifica"
	bea := p.federation.Manager.Get(p.federation.Path + "/players?name=Bea").Want(200).Text("items.0.id")
	anybody := &reader{t: t, server: p.federation.Manager.Server}
	keeps := fmt.Sprintf(`<input type="hidden" name="around" value="%s">`, bea)
	for _, tt := range []struct {
		name, query   string
		found, absent bool
	}{
		{"now", "?around=" + bea, true, false},
		{"a day", "?asOf=2008-06-01&around=" + bea, true, false},
		{"before they came", "?asOf=2008-05-31&around=" + bea, false, true},
	} {
		got := anybody.get(at + tt.query)
		if got.status != 200 || strings.Count(got.text, keeps) != 1 {
			t.Errorf("%s: %d, the form forgets the player: %.200s", tt.name, got.status, got.text)
		}
		if found, absent := strings.Contains(got.text, `id="found"`), strings.Contains(got.text, "was not in this list on that day"); found != tt.found || absent != tt.absent {
			t.Errorf("%s: found %t, absent %t", tt.name, found, absent)
		}
	}
	if got := anybody.get(at + "?around=00000000-0000-4000-8000-000000000000"); got.status != http.StatusNotFound {
		t.Errorf("nobody's row: %d", got.status)
	}
}
