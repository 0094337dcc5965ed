package browser_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// hand acts like a person in the console, and counts the acts.
type hand struct {
	tab
	acts    int
	letters int // typed
}

// effort is the time that a practised person needs for the acts, without waiting times, by the keystroke-level model:
// 1.35 s to think of each act, 1.3 s to point and press, and 0.28 s a letter.
func (h *hand) effort() time.Duration {
	return time.Duration(h.acts)*2650*time.Millisecond + time.Duration(h.letters)*280*time.Millisecond
}

// acted counts the acts of each test.
var acted sync.Map

// did counts acts: those of the hand, which tests set back to count a part, and all of the test, which its log has in the end.
func (h *hand) did(acts int) {
	h.acts += acts
	all, counted := acted.LoadOrStore(h.t, new(atomic.Int64))
	sum := all.(*atomic.Int64)
	if sum.Add(int64(acts)); counted {
		return
	}
	h.t.Cleanup(func() {
		acted.Delete(h.t)
		h.t.Logf("%d acts of all its people: presses, fields and keys", sum.Load())
	})
}

// tap presses an element like [tab.tap], and counts the act.
func (h *hand) tap(selector string) {
	h.t.Helper()
	h.tab.tap(selector)
	h.did(1)
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
	h.did(1)
	h.letters += len([]rune(text))
}

// shows waits until something is on the screen.
func (h *hand) shows(selector string) {
	h.t.Helper()
	sees(h.tab, selector, func() bool { return h.is(fmt.Sprintf(`document.querySelector(%q)?.checkVisibility()`, selector)) })
}

// says waits until a part of the screen contains a text.
func (h *hand) says(selector, part string) {
	h.t.Helper()
	sees(h.tab, selector+" says "+part, func() bool { return strings.Contains(h.text(selector), part) })
}

// atDesk is a person signed in to the console at an address.
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

// sound reports the findings of axe on a screen, light and dark, on a phone and on a desk, and elements wider than a
// phone. With SCREENS it saves pictures in that folder.
func (h *hand) sound(name string) {
	h.t.Helper()
	accessible(h.tab, name)
	folder := os.Getenv("SCREENS")
	for _, width := range []int64{1360, 390} {
		do(h.tab, "width", chromedp.EmulateViewport(width, 844))
		if has := h.number(`document.documentElement.scrollWidth`); int64(has) > width {
			h.t.Errorf("%s is %d wide on %d: %s", name, has, width, h.value(wide))
		}
		if h.is(`[...document.querySelectorAll("nav.screens")].some((one) => one.scrollWidth > one.clientWidth)`) {
			h.t.Errorf("the way to other screens scrolls sideways in %s on %d", name, width)
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
	return newGatheringBy(t, apitest.JSON{"kind": "stage", "ruleset": "catan-nazionale-2009", "timeLimitMinutes": 80}, names...)
}

// newGatheringBy opens the entries of an event by a regulation for people of these names.
func newGatheringBy(t *testing.T, by apitest.JSON, names ...string) gathering {
	t.Helper()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	event := apitest.JSON{
		"title": "Tappa di Aosta", "startsAt": "2009-02-08T09:00:00Z", "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Biblioteca", "city": "Aosta"}, "fee": apitest.JSON{"amount": "8.00", "currency": "EUR"},
	}
	maps.Copy(event, by)
	created := federation.Manager.Post(federation.Path+"/events", event).Want(201)
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

// At the door the row of a name is pressed, the name is repeated beside a similar one, and the plan of the tables
// follows the attendance: 21 of 24 make three tables of four and three of three (CN09 3.2a). A mark is undone. The
// first referee reads the consequences, and starts.
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

// A player is entered with two taps: a known one, a new one, and a namesake of a known one. A pasted list is read
// line by line, and a person without a decided identity is not entered. An entry is withdrawn with a reason.
func TestTheConsoleEntersPeople(t *testing.T) {
	t.Parallel()
	s := newGathering(t, "Prima Iscritta")
	federation, _, _ := strings.Cut(s.path, "/events/")
	register := federation + "/players"
	for _, known := range []apitest.JSON{{"name": "Ada Lodi", "club": "Torre"}, {"name": "Ugo Bassi", "club": "Corvi"}, {"name": "Ugo Bassi", "club": "Torre", "sameNameAccepted": true}, {"name": "Zoe Neri"}} {
		s.keeper.Post(register, known).Want(201)
	}
	h := atDesk(t, s.server, s.keeper, s.desk("entries"))
	h.says("#entered", "1 entrant")
	h.write("#add", "lodi")
	before := h.acts
	h.shows("#offers [data-player]")
	h.tap("#offers [data-player]")
	h.says("#says", "Ada Lodi has a place.")
	if taps := h.acts - before; taps != 1 {
		t.Errorf("%d taps after the name", taps)
	}
	h.write("#add", "Nina Nuova")
	h.tap("#add-new")
	h.says("#says", "Nina Nuova has a place.")
	h.write("#add", "Zoe Neri")
	h.tap("#add-new")
	h.says("#namesake", "The register has somebody called Zoe Neri already.")
	h.tap("#the-same")
	h.says("#entered", "4 entrants")

	h.write("#paste", "1. Ada Lodi, Torre\n2. Ugo Bassi\n3. Piero Primo, Corvi\n4. Carla Seconda")
	h.tap("#read")
	h.says("#undecided", "3 lines wait for your answer.")
	if n := h.number(`performance.getEntriesByType("resource").filter((one) => one.name.endsWith("/player-lookups")).length`); n != 1 {
		t.Errorf("%d requests to look up four names", n)
	}
	h.says(`[data-line="Ada Lodi"]`, "is in")
	h.sound("entries-list")
	second := do(h.tab, "the second Bassi", chromedp.Evaluate[string](`document.querySelector('[data-line="Ugo Bassi"] option:nth-of-type(3)').value`))
	h.write(`[data-line="Ugo Bassi"] select`, second)
	h.write(`[data-line="Piero Primo"] select`, "new")
	h.write(`[data-line="Carla Seconda"] select`, "none")
	h.tap("#enter-list")
	h.says("#says", "2 people entered.")
	h.says("#entered", "6 entrants")
	if got := s.keeper.Get(register + "?name=Piero+Primo").Want(200); got.Text("items.0.club") != "Corvi" {
		t.Errorf("the club of the list is %q", got.Text("items.0.club"))
	}

	h.tablePasted(s.keeper, register)

	h.tap(`[data-entry="1"] button`)
	h.write("#reason", "malata")
	h.sound("entries-out")
	h.tap("#take-out")
	h.says("#says", "Prima Iscritta is taken out.")
	h.says("#entered", "7 entrants")
	h.tap(`[data-entry="2"] button`)
	h.sound("entries-change")
	h.tap("#reserve-name")
	h.says("#says", "until check-in")
	h.says(`[data-entry="2"]`, "name reserved")
	if got := s.keeper.Get(s.path + "/entrants").Want(200); got.Int("items.0.number") != 2 || got.Value("items.0.nameReserved") != true {
		t.Errorf("the public list has %s", got.Body)
	}
	h.tap("#promotions")
	h.says("#says", "has to confirm")
	if got := s.keeper.Get(s.path).Want(200).Text("promotions"); got != "confirmed" {
		t.Errorf("who moves up: %s", got)
	}
	h.tap("#close-entries")
	h.says("#state", "Entries closed")
	h.tap("#open-entries")
	h.says("#state", "Entries open")
}

// tablePasted enters people from a file of a spreadsheet; a workbook is no list. Its heading row is no person, the meaning of its columns is
// shown before any look-up and can be changed, and the data of new people goes to the register.
func (h *hand) tablePasted(keeper *apitest.Client, register string) {
	h.t.Helper()
	h.chooseList("iscritti.xlsx", "PK\x03\x04\x00")
	h.says("#unread", "iscritti.xlsx cannot be read as a list.")
	h.chooseList("iscritti.csv", "N.;Cognome;Nome;Circolo;E-mail\r\n1;\"Neri\";Zoe;Torre;zoe@torre.example\r\n2;Quinta;Dora;Corvi;dora@corvi.example\r\n3;Sest\xe0;Eva;Siena;\r\n")
	h.says("#read", "Look up 3 names")
	h.sound("entries-columns")
	h.write(`[data-column="3"] select`, "city")
	h.tap("#read")
	h.says("#undecided", "2 lines wait for your answer.")
	h.says(`[data-line="Zoe Neri"]`, "is in")
	h.says(`[data-line="Dora Quinta"]`, "Corvi, dora@corvi.example")
	h.sound("entries-table")
	h.tap("#all-new")
	h.tap("#enter-list")
	h.says("#says", "2 people entered.")
	h.says("#entered", "8 entrants")
	if got := keeper.Get(register + "?name=Eva").Want(200).Text("items.0.name"); got != "Eva Sestà" {
		h.t.Errorf("the name in Windows-1252 is %q", got)
	}
	if got := keeper.Get(register + "?name=Dora+Quinta").Want(200); got.Text("items.0.city") != "Corvi" || got.Text("items.0.email") != "dora@corvi.example" || got.Text("items.0.club") != "" {
		h.t.Errorf("the register has %s", got.Body)
	}
}

// chooseList gives a file to the field for a list of people, byte by byte.
func (h *hand) chooseList(name, content string) {
	h.t.Helper()
	h.shows("#list-file")
	do(h.tab, "choose "+name, chromedp.Evaluate[bool](fmt.Sprintf(`{
		const chosen = new DataTransfer(), field = document.querySelector("#list-file");
		chosen.items.add(new File([Uint8Array.from(atob(%q), (one) => one.charCodeAt(0))], %q));
		field.files = chosen.files;
		field.dispatchEvent(new Event("change", {bubbles: true}));
	}; true`, base64.StdEncoding.EncodeToString([]byte(content)), name)))
	h.did(2)
}

// An organizer's typed values are there again after the page was closed, and a request repeated because the answer
// was lost is done once: a new person of a list, a changed event, and a person named for its staff.
func TestTheConsoleKeepsWhatOrganizersType(t *testing.T) {
	t.Parallel()
	s := newGathering(t, "Prima Iscritta")
	federation, _, _ := strings.Cut(s.path, "/events/")
	h := atDesk(t, s.server, s.keeper, s.desk("entries"))
	h.says("#entered", "1 entrant")
	h.write("#paste", "Nina Nuova, Torre\nOlga Nuova")
	h.tap("#read")
	h.write(`[data-line="Nina Nuova"] select`, "new")
	h.write(`[data-line="Olga Nuova"] select`, "none")
	h.deaf("/entry-lists")
	h.tap("#enter-list")
	eventually(t, "the answer is lost", func() bool { return h.is("window.lost") })
	do(h.tab, "reload", chromedp.Reload())
	h.says("#entered", "2 entrants")
	eventually(t, "the lines are as they were", func() bool {
		return h.is(`document.querySelector('[data-line="Nina Nuova"] select')?.value === "new" && document.querySelector('[data-line="Olga Nuova"] select')?.value === "none"`)
	})
	h.tap("#enter-list")
	h.says("#says", "1 person entered.")
	if n := s.keeper.Get(federation + "/players?name=Nina+Nuova").Want(200).Len("items"); n != 1 {
		t.Errorf("the register has them %d times", n)
	}
	h.shows("#paste")
	if h.is(`document.getElementById("paste").value !== "" || Object.keys(localStorage).some((one) => one.startsWith("console.typed") || one.startsWith("console.keys"))`) {
		t.Error("what has arrived is still kept")
	}

	do(h.tab, "set-up", chromedp.Navigate(in("en", s.server.Address+s.desk("setup"))))
	h.tap("#edit")
	h.write("[name=title]", "Tappa spostata")
	h.write("[name=staff-name]", "Aldo Aiuto")
	h.write("[name=staff-role]", "helper")
	do(h.tab, "reload", chromedp.Reload())
	eventually(t, "the fields are as they were", func() bool {
		return h.is(`document.querySelector("[name=title]")?.value === "Tappa spostata" && document.querySelector("[name=staff-name]")?.value === "Aldo Aiuto"`)
	})
	staff := s.count("/staff")
	h.deaf("/staff")
	h.tap("#invite")
	eventually(t, "the answer is lost", func() bool { return h.is("window.lost") })
	do(h.tab, "reload", chromedp.Reload())
	h.shows("[name=staff-name]")
	h.tap("#invite")
	eventually(t, "the fields are empty", func() bool { return h.is(`document.querySelector("[name=staff-name]")?.value === ""`) })
	if got := s.count("/staff"); got != staff+1 {
		t.Errorf("%d were named", got-staff)
	}
}

// returnsByMail leaves the console, and comes back to it in another tab when the session is over: by the link of a letter, without password.
// It returns the hand in that tab, which counts on from the acts before.
func (h *hand) returnsByMail(server *apitest.Server, who *apitest.Client) *hand {
	h.t.Helper()
	left := h.value("location.href")
	do(h.tab, "the session ends", chromedp.Func(func(ctx context.Context, at *chromedp.Target) error {
		_, err := cdp.Call(ctx, at, network.ClearBrowserCookies, cdp.Empty{})
		return err
	}))
	do(h.tab, "leave", chromedp.Navigate("about:blank"))
	again := &hand{tab: open(h.t, h.ctx, left)}
	loadAxe(again.tab)
	again.tap("#sign-in")
	again.tap(`#also a[href*="/account/sign-in-link"]`)
	again.write("#email", who.Email)
	again.tap("#entry button[type=submit]")
	again.shows(".said")
	do(again.tab, "the link of the letter", chromedp.Navigate(server.Address+linked(server, who.Email, "sign-in")))
	again.tap("#entry button[type=submit]")
	again.says("#person .name", who.Name)
	again.acts, again.letters = h.acts, h.letters
	return again
}

// Tomorrow's event is set up in four steps and announced, and its entries are open, within 45 acts counted from
// signing in; a copy of it within twelve. Typed values stay when the page is left. The regulation's objections to the
// day are shown before (CN09 2.3), and again before the day is changed; calling off lists the people concerned. J02: at the third step the
// console is left, and entered again at that step by the link of a letter.
func TestTheConsoleSetsUp(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	region := federation.Region("Valle d'Aosta")
	season := federation.Manager.Post(federation.Path+"/seasons", apitest.JSON{
		"slug": "campionato", "title": "Campionato 2009", "ruleset": "catan-nazionale-2009", "regions": []any{region}, "playsFrom": "2009-01-01", "playsTo": "2009-10-31", "finalsBy": "2009-12-31",
	}).Want(201)
	federation.Manager.Post(federation.Path+"/seasons/"+season.Text("id")+"/opening", nil).Want(200)

	h := atDesk(t, server, federation.Manager, "/console/t/"+federation.Slug)
	h.tap(`.sections a[href$="/events/new"]`)
	h.write("[name=title]", "Tappa di Aosta")
	h.write("[name=day]", "2009-02-09")
	h.write("[name=hour]", "10:30")
	h.write("[name=place]", "Biblioteca")
	h.write("[name=city]", "Aosta")
	h.write("[name=region]", region.String())
	h.tap("#next")
	h.write("[name=formula]", "convention")
	do(h.tab, "leave", chromedp.Reload())
	eventually(t, "what was written is there", func() bool { return h.is(`document.querySelector("[name=formula]")?.value === "convention"`) })
	h.sound("setup-format")
	h.write("[name=capacity]", "24")
	h.tap("#next")
	h.write("[name=fee]", "8,50")
	h = h.returnsByMail(server, federation.Manager)
	eventually(t, "the third step is there with its fee", func() bool { return h.is(`document.querySelector("[name=fee]")?.value === "8,50"`) })
	h.says("#steps", "Tappa di Aosta")
	h.tap("#next")
	h.shows("#publish-open")
	h.says(`[data-notice="announced-too-late"]`, "Announced 13 days too late")
	h.says(`[data-notice="announced-too-late"]`, "On its page this stays until it is homologated.")
	h.sound("setup-ready")
	h.tap("#publish-open")
	h.says("#says", "Entries are open.")
	if h.acts > 45 {
		t.Errorf("%d acts to announce tomorrow's event", h.acts)
	}
	t.Logf("%d acts from signing in to open entries", h.acts)
	h.shows("#address")
	address := evaluate[string](h.tab, `document.getElementById("address").value`)
	events := federation.Manager.Get(federation.Path + "/events").Want(200)
	if got := events; got.Text("items.0.state") != "open" || got.Text("items.0.startsAt") != "2009-02-09T09:30:00Z" || got.Text("items.0.fee.amount") != "8.50" ||
		got.Text("items.0.formula") != "convention" || got.Int("items.0.capacity") != 24 || !strings.HasSuffix(address, "/e/"+got.Text("items.0.slug")) {
		t.Errorf("%s %s", address, got.Body)
	}
	h.write("[name=staff-name]", "Fabio Arbitro")
	h.write("[name=staff-mail]", "fabio.arbitro@example.org")
	h.tap("#invite")
	h.says("#staff-list", "Fabio Arbitro")
	server.Mailbox.Wait("fabio.arbitro@example.org", "invitation")
	h.tap("#staff-list li > .btn")
	h.says("#staff-list .says", "name another")
	h.tap("#staff-list .says .btn.primary")
	h.says("#says", "Fabio Arbitro is no longer on the staff")
	h.says("#staff-list", "Nobody is named yet")

	h.tap("#edit")
	h.write("[name=day]", "2009-03-07")
	h.tap("#look")
	h.says("#preview", "Saturday, March 7")
	if h.is(`document.querySelector("#preview [data-notice='announced-too-late'], #preview [data-notice='moved-too-late']")`) {
		t.Errorf("in a month it is late: %s", h.text("#preview"))
	}
	h.write("[name=day]", "2009-02-14")
	h.tap("#look")
	h.says("#preview", "Saturday, February 14")
	h.shows("#preview [data-notice]")
	h.sound("setup-moved")
	h.tap("#save")
	h.says("#says", "Changed.")
	path := federation.Path + "/events/" + events.Text("items.0.id")
	if got := federation.Manager.Get(path).Want(200); got.Text("localDate") != "2009-02-14" {
		t.Errorf("it is on %s", got.Text("localDate"))
	}
	h.tap("#call-off")
	h.says("#off-says", "0 people have entered.")
	h.write("#off-reason", "la sala è chiusa")
	h.tap("#call-off-now")
	h.says("#says", "It is called off.")

	c := atDesk(t, server, federation.Manager, "/console/t/"+federation.Slug+"/events/new")
	c.write("#copy", events.Text("items.0.id"))
	c.write("[name=day]", "2009-03-14")
	c.tap("#next")
	c.tap("#publish-open")
	c.says("#says", "Entries are open.")
	if c.acts > 12 || c.effort() > time.Minute {
		t.Errorf("%d acts and %s to announce a copy", c.acts, c.effort())
	}
	t.Logf("%d acts for a copy, signing in among them: %s of a person", c.acts, c.effort())
	if got := federation.Manager.Get(federation.Path + "/events?from=2009-03-14").Want(200); got.Text("items.0.state") != "open" || got.Text("items.0.formula") != "convention" || got.Text("items.0.venue.city") != "Aosta" {
		t.Errorf("the copy: %s", got.Body)
	}
}
