package serve_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/openapi"
)

// openStage is a stage of a federation that takes entries, with its page.
func openStage(t *testing.T, server *apitest.Server) (federation *apitest.Tenant, event, page string) {
	t.Helper()
	federation = server.Federation("Federazione")
	made := federation.Manager.Post(federation.Path+"/events", apitest.JSON{
		"kind": "stage", "title": "Tappa di Aosta", "startsAt": "2009-03-08T09:00:00Z", "timeZone": "Europe/Rome", "ruleset": "catan-nazionale-2009",
		"venue": apitest.JSON{"name": "Biblioteca", "city": "Aosta"}, "capacity": 12,
	}).Want(201)
	event = federation.Path + "/events/" + made.ID("id").String()
	return federation, event, "/t/" + federation.Slug + "/e/" + made.Text("slug")
}

// A person without an account enters by the page of an event, confirms by the letter's link, sees the state of the
// entry and gives the place up, all without script.
func TestEnteringByForm(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation, event, page := openStage(t, server)
	r, enter := &reader{t: t, server: server}, page+"/enter"
	if p := r.get(enter); p.status != http.StatusNotFound {
		t.Errorf("a draft can be entered: %d", p.status)
	}
	federation.Manager.Post(event+"/announcement", nil).Want(200)
	if p := r.get(enter); p.status != 200 || strings.Contains(p.text, "<form class") {
		t.Errorf("before entries are open: %d %s", p.status, p.text)
	}
	federation.Manager.Post(event+"/entry-opening", nil).Want(200)
	if p := r.get(page); !strings.Contains(p.text, `href="`+enter) {
		t.Errorf("the event's page leads nowhere: %s", p.text)
	}
	form := url.Values{"act": {"form"}, "name": {"Alice Venturelli"}, "email": {"alice at home"}, "city": {"Ferrara"}}
	if p := r.post(enter, form); p.status != 422 || !strings.Contains(p.text, `value="Ferrara"`) || !strings.Contains(p.text, `id="form-email-fault"`) {
		t.Errorf("a wrong address: %d %s", p.status, p.text)
	}
	form.Set("email", "alice@example.org")
	r.post(enter, form).leadsTo(t, enter+"?after=sent")
	token := apitest.Token(t, server.Mailbox.Wait("alice@example.org", "form-received"))

	link := "/t/" + federation.Slug + "/entry"
	if p := r.get(link + "?token=" + token); p.status != 200 || !strings.Contains(p.text, "Alice Venturelli") || p.header.Get("Cache-Control") != "no-store" {
		t.Errorf("the letter leads to %d %v %s", p.status, p.header, p.text)
	}
	if n := federation.Manager.Get(event + "/entries").Want(200).Len("items"); n != 0 {
		t.Errorf("opening the link has entered %d", n)
	}
	answered := link + "?token=" + token
	r.post(link, url.Values{"act": {"confirm"}, "token": {token}}).leadsTo(t, answered)
	if p := r.get(answered); !strings.Contains(p.text, `class="figure"`) || !strings.Contains(p.text, page+"/date.ics") {
		t.Errorf("confirmed: %s", p.text)
	}
	if p := r.get(page + "/date.ics"); p.status != 200 || !strings.Contains(p.text, "SUMMARY:Tappa di Aosta") {
		t.Errorf("the date: %d %s", p.status, p.text)
	}
	r.post(link, url.Values{"act": {"give-up"}, "token": {token}}).leadsTo(t, answered)
	if n := federation.Manager.Get(event + "/entries?state=entered").Want(200).Len("items"); n != 0 {
		t.Errorf("%d are entered after the place was given up", n)
	}
	for _, wrong := range []string{"", "?token=", "?token=" + strings.Repeat("x", 24)} {
		if p := r.get(link + wrong); !strings.Contains(p.text, `id="problem"`) {
			t.Errorf("the link %q shows %s", wrong, p.text)
		}
	}
	if p := r.post(link, url.Values{"act": {"nothing"}, "token": {token}}); p.status != 422 {
		t.Errorf("an answer there is not: %d", p.status)
	}
}

// A signed-in person enters by one button and withdraws the entry.
func TestEnteringWithAnAccount(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation, event, page := openStage(t, server)
	federation.Manager.Post(event+"/announcement", nil).Want(200)
	federation.Manager.Post(event+"/entry-opening", nil).Want(200)
	r, enter := signIn(t, server, server.SignUp("Ada Lodi")), page+"/enter"
	if p := r.get(enter); !strings.Contains(p.text, "Ada Lodi") || strings.Contains(p.text, `name="email"`) {
		t.Errorf("who has signed in is asked: %s", p.text)
	}
	r.post(enter, url.Values{"act": {"enter"}}).leadsTo(t, enter)
	if p := r.get(enter); !strings.Contains(p.text, `value="leave"`) {
		t.Errorf("entered: %s", p.text)
	}
	if p := r.post(enter, url.Values{"act": {"enter"}}); p.status != http.StatusConflict && p.status != 422 {
		t.Errorf("twice: %d", p.status)
	}
	if p := r.post(enter, url.Values{"act": {"leave-play"}, "reason": {"il treno"}}); p.status != http.StatusUnprocessableEntity || !strings.Contains(p.text, `class="fault"`) {
		t.Errorf("to leave what is not played yet: %d %s", p.status, p.text)
	}
	r.post(enter, url.Values{"act": {"leave"}}).leadsTo(t, enter)
	if n := federation.Manager.Get(event + "/entries?state=entered").Want(200).Len("items"); n != 0 {
		t.Errorf("%d are entered", n)
	}
	stranger := &reader{t: t, server: server}
	if p := stranger.post(enter, url.Values{"act": {"enter"}}); p.status != http.StatusUnauthorized || field(t, p.text, "next") != enter {
		t.Errorf("a form of whoever has not signed in: %d %s", p.status, p.text)
	}
	// A person who signed in while the form was open is not entered by it anonymously.
	if p := r.post(enter, url.Values{"act": {"form"}, "name": {"Ada Lodi"}, "email": {"ada@example.org"}}); p.status != 200 || !strings.Contains(p.text, `value="enter"`) {
		t.Errorf("a form of before signing in: %d %s", p.status, p.text)
	}
}

// Forty signed-in people press the button for twelve seats at the same moment, each of them twice, as with two taps.
// Each has one entry: twelve sit and twenty-eight wait, in one order without gaps, and the page of each shows their
// place. With -short they are sixteen.
func TestFortyEnterByOneTapAtOnce(t *testing.T) {
	t.Parallel()
	const seats = 12
	people := 40
	if testing.Short() {
		people = 16
	}
	server := apitest.Start(t)
	federation, event, page := openStage(t, server)
	federation.Manager.Post(event+"/announcement", nil).Want(200)
	federation.Manager.Post(event+"/entry-opening", nil).Want(200)
	enter := page + "/enter"
	readers, forms := make([]*reader, people), make([]url.Values, people)
	for i := range people {
		readers[i] = signIn(t, server, server.SignUp(fmt.Sprintf("Persona %c%c", 'A'+i/26, 'a'+i%26)))
		forms[i] = url.Values{"act": {"enter"}, "key": {field(t, readers[i].get(enter).text, "key")}}
	}
	began, start := time.Now(), make(chan struct{})
	var taps sync.WaitGroup
	for i := range 2 * people {
		taps.Go(func() {
			<-start
			r, form := readers[i%people], forms[i%people]
			for { // a caller who waits too long for their turn is asked to come again
				p := r.send(http.MethodPost, enter, form)
				if p.status == http.StatusServiceUnavailable {
					continue
				}
				if p.status != http.StatusSeeOther {
					t.Errorf("tap %d: %d %.300s", i, p.status, p.text)
				}
				return
			}
		})
	}
	close(start)
	taps.Wait()
	t.Logf("%d taps of %d people in %s", 2*people, people, time.Since(began).Round(time.Millisecond))
	var entries openapi.EntryPage
	federation.Manager.Get(event + "/entries?limit=100").Want(200).Into(&entries)
	if len(entries.Items) != people {
		t.Fatalf("%d entries of %d people", len(entries.Items), people)
	}
	for i, one := range entries.Items {
		if one.Number != i+1 || (one.State == openapi.EntryStateEntered) != (i < seats) || one.WaitingPosition != max(0, i+1-seats) {
			t.Errorf("entry %d is number %d, %s, and waits as %d", i+1, one.Number, one.State, one.WaitingPosition)
		}
	}
	figures := map[string]int{}
	for _, r := range readers {
		_, figure, _ := strings.Cut(r.get(enter).text, `class="figure"><b>`)
		figure, _, _ = strings.Cut(figure, "<")
		figures[figure]++
	}
	if len(figures) != max(seats, people-seats) || figures["1"] != 2 {
		t.Errorf("the pages say %v", figures)
	}
}
