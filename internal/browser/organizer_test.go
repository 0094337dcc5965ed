package browser_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// hand does what a person would do in the console, and counts it.
type hand struct {
	tab
	acts int
}

// tap presses something with a pointer, as soon as it is there.
func (h *hand) tap(selector string) {
	h.t.Helper()
	h.shows(selector)
	do(h.tab, "tap "+selector, chromedp.Click(selector))
	h.acts++
}

// write fills in a field, or chooses of a list.
func (h *hand) write(selector, text string) {
	h.t.Helper()
	h.shows(selector)
	do(h.tab, "write "+selector, chromedp.Evaluate[bool](fmt.Sprintf(`{
		const field = document.querySelector(%q);
		Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, %q);
		["input", "change"].forEach((kind) => field.dispatchEvent(new Event(kind, {bubbles: true})));
	}; true`, selector, text)))
	h.acts++
}

// shows waits until something is on the screen.
func (h *hand) shows(selector string) {
	h.t.Helper()
	defer func() {
		if h.t.Failed() {
			h.t.Logf("on the screen: %s", h.text("body"))
		}
	}()
	eventually(h.t, selector, func() bool { return h.is(fmt.Sprintf(`document.querySelector(%q)?.checkVisibility()`, selector)) })
}

// says waits until a part of the screen says something.
func (h *hand) says(selector, part string) {
	h.t.Helper()
	eventually(h.t, selector+" says "+part, func() bool { return strings.Contains(h.text(selector), part) })
}

// atDesk is somebody who has signed in to the console at an address.
func atDesk(t *testing.T, server *apitest.Server, who *apitest.Client, at string) *hand {
	t.Helper()
	h := &hand{tab: open(t, chromium(t), server.Address+at+"?lang=en")}
	loadAxe(h.tab)
	h.tap("#sign-in")
	h.write("#email", who.Email)
	h.write("#password", who.Password)
	h.tap("#entry button[type=submit]")
	h.says("#person .name", who.Name)
	return h
}

// sound reports what axe finds on a screen, light and dark, on a phone and on a desk, and what is wider than a phone. With
// SCREENS it leaves pictures in that folder.
func (h *hand) sound(name string) {
	h.t.Helper()
	accessible(h.tab, name)
	folder := os.Getenv("SCREENS")
	for _, width := range []int64{1360, 390} {
		do(h.tab, "width", chromedp.EmulateViewport(width, 844))
		if wide := h.number(`document.documentElement.scrollWidth`); int64(wide) > width {
			h.t.Errorf("%s is %d wide on %d", name, wide, width)
		}
		if folder == "" {
			continue
		}
		for _, theme := range []string{"dark", "light"} {
			do(h.tab, theme, chromedp.Evaluate[bool](`document.documentElement.dataset.theme = "`+theme+`", true`))
			picture := do(h.tab, "picture", chromedp.CaptureScreenshot())
			if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%s-%d-%s.png", name, width, theme)), picture, 0o600); err != nil {
				h.t.Error(err)
			}
		}
	}
}

// gathering is a stage whose entries are open.
type gathering struct {
	*stage
	keeper *apitest.Client // of the federation
}

// newGathering opens the entries of a stage for people of these names.
func newGathering(t *testing.T, names ...string) gathering {
	t.Helper()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	created := federation.Manager.Post(federation.Path+"/events", apitest.JSON{
		"kind": "stage", "title": "Tappa di Aosta", "startsAt": "2009-02-08T09:00:00Z", "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Biblioteca", "city": "Aosta"}, "ruleset": "catan-nazionale-2009",
		"fee": apitest.JSON{"amount": "8.00", "currency": "EUR"}, "timeLimitMinutes": 80,
	}).Want(201)
	s := gathering{&stage{server: server, path: federation.Path + "/events/" + created.Text("id"), home: server.Address + "/t/" + federation.Slug}, federation.Manager}
	s.referee = s.appoint(federation.Manager, "Fabio Primo Arbitro", "first-referee")
	federation.Manager.Post(s.path+"/announcement", nil).Want(200)
	federation.Manager.Post(s.path+"/entry-opening", nil).Want(200)
	for _, name := range names {
		player := federation.Manager.Post(federation.Path+"/players", apitest.JSON{"name": name, "club": "La Tana dei Corvi", "sameNameAccepted": true}).Want(201)
		federation.Manager.Post(s.path+"/entries", apitest.JSON{"player": player.ID("id")}).Want(201)
	}
	return s
}

// desk is the address of a screen of the stage in the console.
func (s gathering) desk(screen string) string {
	return "/console/t" + strings.TrimPrefix(s.path, "/tenants") + "/" + screen
}

// At the door the row of a name is pressed, the name is said again beside the one that it may be mistaken for, and the plan
// of the tables follows who is here: 21 of 24 make three tables of four and three of three (CN09 3.2a). What was marked is
// taken back. The first referee reads what follows, and starts.
func TestTheConsoleChecksIn(t *testing.T) {
	t.Parallel()
	names := []string{"Andrea Bonfigli", "Andrea Bonfiglioli"}
	for n := range 22 {
		names = append(names, fmt.Sprintf("Giocatore %c", 'C'+n))
	}
	s := newGathering(t, names...)
	for n := 5; n <= 23; n++ { // nineteen of them; Bonfigli is 1, Bonfiglioli 2
		s.referee.Post(fmt.Sprintf("%s/entries/%d/check-in", s.path, n), nil).Want(200)
	}
	h := atDesk(t, s.server, s.referee, s.desk("checkin"))
	do(h.tab, "a phone", chromedp.EmulateViewport(390, 844))
	h.says("#tally", "19 of 24 here")
	if first := h.text(`#people li:first-child .nm`); !strings.HasPrefix(first, "Andrea Bonfigli") {
		t.Errorf("the list begins with %q", first)
	}
	if least := h.number(`Math.min(...[...document.querySelectorAll("#people button")].map((one) => one.getBoundingClientRect().height))`); least < 44 {
		t.Errorf("a row is %d high", least)
	}
	h.tap(`[data-entry="2"]`)
	h.says("#asked", "Andrea Bonfiglioli")
	h.says(".sheet", "Also on the list: Andrea Bonfigli, La Tana dei Corvi")
	h.sound("checkin-asked")
	h.tap(`[data-act="cancel"]`)
	h.write("#find", "bonfigli")
	h.tap(`[data-entry="1"]`)
	h.tap(`[data-act="here-paid"]`)
	h.says("#toast", "Andrea Bonfigli is here and has paid")
	h.says("#plan", "With 20: 5 tables of 4. 3 rounds and final")
	h.tap(`[data-entry="3"]`)
	h.tap(`[data-act="here"]`)
	h.says("#plan", "With 21: 3 tables of 4 and 3 tables of 3.")
	h.says("#paid", "1 of 21 here have paid")
	h.tap("#undo")
	h.says("#plan", "With 20: 5 tables of 4.")
	h.tap(`[data-entry="3"]`)
	h.tap(`[data-act="here"]`)
	h.says("#tally", "21 of 24 here")
	h.tap("#only-missing")
	eventually(t, "only those who are missing", func() bool { return h.number(`document.querySelectorAll("#people button").length`) == 3 })
	h.tap("#only-missing")
	h.tap("#start")
	h.says("#start-says", "3 players count as absent: Andrea Bonfiglioli, Giocatore D, and Giocatore X.")
	h.sound("checkin")
	h.tap("#start-now")
	eventually(t, "the tables of the event", func() bool { return h.is(`location.pathname.endsWith("/run")`) })
	if got := s.referee.Get(s.path).Want(200); got.Text("state") != "running" || got.Int("counts.players") != 21 {
		t.Errorf("%s with %d", got.Text("state"), got.Int("counts.players"))
	}
}
