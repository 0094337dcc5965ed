package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// shifts is a script that adds up, from now on, by how much things in a page have moved by themselves; -1 where nothing measures it.
const shifts = `(() => {
	if (!PerformanceObserver.supportedEntryTypes.includes("layout-shift")) return -1;
	window.shifted = 0;
	new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value; }).observe({ type: "layout-shift" });
	return 0;
})()`

// measuresShifts begins to add up what moves by itself.
func (b tab) measuresShifts() {
	b.t.Helper()
	if got := b.number(shifts); got != 0 {
		b.t.Fatalf("the browser does not measure what moves: %d", got)
	}
}

// shifted returns by how much things have moved, in thousandths (U5 allows 20).
func (b tab) shifted() int { return b.number(`Math.round(window.shifted * 1000)`) }

// U5: on a phone no table moves when the network goes, while it is away, and when it comes back: the line that says so has its place.
func TestNothingMovesWhenTheNetworkGoes(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	h := s.atTables(t, "")
	do(h.tab, "a phone", chromedp.EmulateViewport(390, 844))
	h.says("#sync", "Connected")
	top := func() int {
		return h.number(`Math.round(document.querySelector("[data-table]").closest("ul").getBoundingClientRect().top + scrollY)`)
	}
	connected := top()
	h.sound("tables-connected")

	h.tap(`[data-table="1"]`)
	h.shows("#register")
	keys := func() string {
		return h.value(`JSON.stringify([...document.querySelectorAll("fieldset.pl:first-of-type input, #register")].map((one) => Math.round(one.getBoundingClientRect().top)))`)
	}
	before := keys()
	h.loses(s, "#stays-here")
	if got := keys(); got != before {
		t.Errorf("without network the keys are at %s, with it at %s", got, before)
	}
	h.sound("result-lost")
	for seat, points := range []int{10, 8, 7, 6} {
		h.tap(fmt.Sprintf(`fieldset.pl:nth-of-type(%d) input[value="%d"]`, seat+1, points))
	}
	h.tap("#register")
	h.says("#sync", "No network since")
	h.says("#sync", "1 entry is kept on this device")
	if got := top(); got != connected {
		t.Errorf("without network the tables begin at %d, with it at %d", got, connected)
	}
	h.sound("tables-lost")

	h.measuresShifts()
	cut(h.tab, s, false)
	sees(h.tab, "connected again", func() bool { return h.state(1) == "confirmed" && h.is(`document.querySelector("#sync.quiet")`) })
	if got := top(); got != connected {
		t.Errorf("with network again the tables begin at %d, at first %d", got, connected)
	}
	if got := h.shifted(); got > 20 {
		t.Errorf("%d thousandths have moved", got)
	}
	t.Logf("%d thousandths moved when the network came back", h.shifted())
}

// loses takes the network away, and waits until the screen says so and nothing arrives any more that was asked before:
// the device notices that it is gone, and that it seems to be back, upon which screens and streams ask anew.
func (h *hand) loses(s *stage, says string) {
	h.t.Helper()
	cut(h.tab, s, true)
	said := 0
	eventually(h.t, says, func() bool {
		said++
		if !h.is(`document.querySelector("` + says + `")?.checkVisibility()`) {
			do(h.tab, "no network", chromedp.Evaluate[bool](`for (const event of ["offline", "online"]) dispatchEvent(new Event(event)); true`))
			said = 0
		}
		return said == 5
	})
}

// covering names what of the parts at the foot lies under the menu of a phone.
const covering = `(() => {
	const top = document.querySelector(".dock")?.checkVisibility() ? document.querySelector(".dock").getBoundingClientRect().top : innerHeight;
	return [...document.querySelectorAll(".planbar, .foot .offline")].filter((one) => one.getBoundingClientRect().top < innerHeight && one.getBoundingClientRect().bottom > top + 1).map((one) => one.className).join(" ");
})()`

// What the screens that need the network say when it goes has its place at the foot, above the menu of a phone; at the
// desk it is the line about what has not been sent yet.
func TestNothingMovesOnOtherScreens(t *testing.T) {
	t.Parallel()
	var names []string
	for letter := 'A'; letter < 'O'; letter++ { // more than a phone shows at once
		names = append(names, "Giocatore "+string(letter))
	}
	s := newGathering(t, names...)
	slug := s.home[strings.LastIndex(s.home, "/")+1:]
	for name, at := range map[string]struct{ address, watched, says string }{
		"today":   {"/console/t/" + slug, "h1", ".foot .offline"},
		"entries": {s.desk("entries"), "[data-entry]", ".foot .offline"},
		"checkin": {s.desk("checkin"), "[data-entry]", "#sync b"},
	} {
		h := atDesk(t, s.server, s.keeper, at.address)
		for _, width := range []int64{1360, 390} {
			do(h.tab, "width", chromedp.EmulateViewport(width, 844))
			h.shows(at.watched)
			top := func() int {
				return h.number(`Math.round(document.querySelector("` + at.watched + `").getBoundingClientRect().top + scrollY)`)
			}
			connected := top()
			h.loses(s.stage, at.says)
			if got := top(); got != connected {
				t.Errorf("%s, %d wide: without network it begins at %d, with it at %d", name, width, got, connected)
			}
			if covers := h.value(covering); covers != "" {
				t.Errorf("%s, %d wide: the menu at the foot lies on %s", name, width, covers)
			}
			if width == 390 {
				h.sound(name + "-lost")
			}
			cut(h.tab, s.stage, false)
			do(h.tab, "it is back", chromedp.Evaluate[bool](`dispatchEvent(new Event("online")), true`))
			eventually(t, "connected again", func() bool { return !h.is(`document.querySelector("` + at.says + `")`) })
		}
	}
}

// A connection that a phone has lost can stay open without a word. A screen stops waiting for such an answer and asks again
// by itself: for the session, and for what has happened at the tables.
func TestAnAnswerThatNeverComes(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	h := s.atTables(t, "")
	h.shows(`[data-table="3"]`)
	h.beforehand(`{
		const real = window.fetch, awaited = ["token", "rounds"];
		window.fetch = (asked, options) => {
			const path = new URL(asked.url ?? asked, location.href).pathname.replace(/.*\//, "");
			if (!awaited.includes(path) || sessionStorage.getItem(path)) return real(asked, options);
			sessionStorage.setItem(path, "swallowed");
			const { signal } = options ?? asked;
			return new Promise((_, fails) => signal.addEventListener("abort", () => fails(signal.reason)));
		};
	}`)
	do(h.tab, "once more", chromedp.Reload())
	sees(h.tab, "both are asked", func() bool { return h.is(`sessionStorage.getItem("token") && sessionStorage.getItem("rounds")`) })
	s.result(1)
	sees(h.tab, "the result and the connection", func() bool { return h.state(1) == "confirmed" && strings.Contains(h.text("#sync"), "Connected") })
}

// U4, U5 and U6 as counts: what a phone loads to read the page of a running event (the seconds follow from it and from the machine),
// what a result from a table costs it, and that nothing on it moves by itself meanwhile.
func TestWhatAPageCosts(t *testing.T) {
	t.Parallel()
	s := newStageOf(t, apitest.Start(t), 28)
	b := open(t, chromium(t), s.page)
	do(b, "a phone", chromedp.EmulateViewport(390, 844))
	do(b, "once more", chromedp.Navigate(s.page))
	const loaded = `performance.getEntriesByType("resource").filter((one) => !one.name.endsWith("/stream"))`
	eventually(t, "all is loaded", func() bool { return b.is(`document.readyState === "complete"`) })
	if bytes := b.number(`performance.getEntriesByType("navigation")[0].encodedBodySize`); bytes == 0 || bytes > 40_000 {
		t.Errorf("the page has %d bytes", bytes)
	}
	if others := b.number(`performance.getEntriesByType("resource").filter((one) => new URL(one.name).origin !== location.origin).length`); others != 0 {
		t.Errorf("%d requests to others", others)
	}
	requests := b.number(loaded + ".length")
	if requests > 4 {
		t.Errorf("%d requests for the page", requests)
	}
	b.measuresShifts()
	s.result(1)
	eventually(t, "the result", func() bool { return b.number(`document.querySelectorAll("[data-news]").length`) == 1 })
	more := b.number(loaded+".length") - requests
	if more < 1 || more > 2 {
		t.Errorf("%d requests for a result", more)
	}
	if got := b.shifted(); got > 20 {
		t.Errorf("%d thousandths have moved", got)
	}
	t.Logf("%d bytes and %d requests for the page, %d for a result, %d thousandths moved", b.number(`performance.getEntriesByType("navigation")[0].encodedBodySize`), requests, more, b.shifted())
}

// Whoever organizes a stage notes at the door to what a person agrees: no box is ticked beforehand, how it is known has to be said, and
// it can be taken back. Where a name is entered the console says that playing takes no consent. A referee sees none of it.
func TestTheConsoleNotesConsents(t *testing.T) {
	t.Parallel()
	s := newGathering(t, "Prima Iscritta")
	organizer := s.appoint(s.keeper, "Olga Organizzatrice", "organizer")
	player := s.keeper.Get(s.path + "/entries/1").Want(200).ID("player.id").String()
	consents := s.federation() + "/players/" + player + "/consents"

	h := atDesk(t, s.server, organizer, s.desk("checkin"))
	do(h.tab, "a phone", chromedp.EmulateViewport(390, 844))
	h.tap(`[data-entry="1"]`)
	h.tap("#consents summary")
	h.shows("#consent-proof")
	if n := h.number(`document.querySelectorAll("#consents input:checked").length`); n != 0 {
		t.Errorf("%d boxes are ticked", n)
	}
	if h.is(`document.querySelector('#consents input[value="full-name"]')`) || !h.is(`document.getElementById("consent-note").disabled`) {
		t.Errorf("the form is %s", h.text("#consents"))
	}
	h.tap(`#consents label:has(input[value="letters"])`)
	h.tap(`#consents label:has(input[value="photos"])`)
	h.write("#consent-proof", "detto al banco")
	h.sound("checkin-consents")
	h.tap("#consent-note")
	h.says("#consents-held", "noted by Olga Organizzatrice: detto al banco")
	eventually(t, "both are noted", func() bool { return h.number(`document.querySelectorAll("#consents-held li").length`) == 2 })
	got := s.keeper.Get(consents).Want(200)
	if got.Len("items") != 2 || got.Text("items.0.proof") != "detto al banco" {
		t.Errorf("noted: %s", got.Body)
	}
	h.sound("checkin-consents-held")

	e := atDesk(t, s.server, organizer, s.desk("entries"))
	e.says("#no-consent", "Playing takes no consent")
	e.tap(`[data-entry="1"] button`)
	e.tap("#consents summary")
	e.tap(`[data-consent="letters"] button`)
	e.write("#consent-reason", "ha cambiato idea")
	e.sound("entries-consents")
	e.tap("#consent-end")
	eventually(t, "one is left", func() bool { return e.number(`document.querySelectorAll("#consents-held li").length`) == 1 })
	if got := s.keeper.Get(consents).Want(200); got.Text("items.0.withdrawnReason")+got.Text("items.1.withdrawnReason") != "ha cambiato idea" {
		t.Errorf("taken back: %s", got.Body)
	}

	r := atDesk(t, s.server, s.referee, s.desk("checkin"))
	r.tap(`[data-entry="1"]`)
	r.shows(`[data-act="here"]`)
	if r.is(`document.getElementById("consents")`) {
		t.Error("the referee is asked about consents")
	}
}

// Photos are published after an event: consents are noted when it has started as well, though nobody is checked in any
// more, and the first referee has nothing to press there.
func TestTheConsoleNotesConsentsAfterTheStart(t *testing.T) {
	t.Parallel()
	s := newStageOf(t, apitest.Start(t), 12)
	address := "/console/t" + strings.TrimPrefix(s.path, "/tenants")
	organizer := s.appoint(s.manager, "Oreste Organizzatore", "organizer")
	player := s.manager.Get(s.path + "/entries/1").Want(200).ID("player.id").String()
	federation, _, _ := strings.Cut(s.path, "/events/")
	consents := federation + "/players/" + player + "/consents"

	h := atDesk(t, s.server, organizer, address+"/checkin")
	do(h.tab, "a phone", chromedp.EmulateViewport(390, 844))
	h.tap(`[data-entry="1"]`)
	h.tap("#consents summary")
	h.tap(`#consents label:has(input[value="photos"])`)
	h.write("#consent-proof", "modulo firmato")
	h.sound("checkin-consents-started")
	if h.is(`document.querySelector('[data-act="here"]')`) {
		t.Error("somebody is checked in after the start")
	}
	h.tap("#consent-note")
	h.says("#consents-held", "noted by Oreste Organizzatore: modulo firmato")
	if got := s.manager.Get(consents).Want(200); got.Len("items") != 1 || got.Text("items.0.proof") != "modulo firmato" {
		t.Errorf("noted: %s", got.Body)
	}

	e := atDesk(t, s.server, organizer, address+"/entries")
	e.tap(`[data-entry="1"] button`)
	e.tap("#consents summary")
	e.says("#consents-held", "modulo firmato")
	e.sound("entries-consents-started")

	r := atDesk(t, s.server, s.referee, address+"/checkin")
	r.shows(`[data-entry="1"]`)
	if !r.is(`document.querySelector('[data-entry="1"]').disabled`) {
		t.Error("the referee presses a row after the start")
	}
}
