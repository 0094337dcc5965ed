package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// U9: the result of a table of three takes five taps from the list of tables.
func TestAResultOfThreeTakesFiveTaps(t *testing.T) {
	t.Parallel()
	s := newStageOf(t, apitest.Start(t), 15)
	three := 0
	for table := 1; three == 0; table++ {
		if s.referee.Get(fmt.Sprintf("%s/rounds/1/tables/%d", s.path, table)).Want(200).Len("seats") == 3 {
			three = table
		}
	}
	h := s.atTables(t, "")
	do(h.tab, "a phone", chromedp.EmulateViewport(390, 844))
	h.acts = 0
	h.tap(fmt.Sprintf(`[data-table="%d"]`, three))
	for seat, points := range []int{10, 8, 7} {
		h.tap(fmt.Sprintf(`fieldset.pl:nth-of-type(%d) input[value="%d"]`, seat+1, points))
	}
	h.tap("#register")
	sees(h.tab, "the result is confirmed", func() bool { return h.state(three) == "confirmed" })
	if h.acts > 5 {
		t.Errorf("%d taps", h.acts)
	}
	t.Logf("%d taps for a result of three", h.acts)
}

// U16: on the page of a running event a player who types their name on a phone reads their table and their opponents
// there, without scrolling and in one act. A signed-in player needs none.
func TestWhereDoISit(t *testing.T) {
	t.Parallel()
	s := newStageOf(t, apitest.Start(t), 28)
	entry := s.referee.Get(s.path + "/rounds/1/tables/2").Want(200)
	name := entry.Text("seats.1.player.name")
	inSight := func(b tab) bool {
		return b.is(`(() => {
			const box = document.querySelector("[data-part=found] .you")?.getBoundingClientRect();
			return box && box.top >= 0 && box.bottom <= innerHeight;
		})()`)
	}
	h := &hand{tab: open(t, chromium(t), s.page)}
	do(h.tab, "a phone", chromedp.EmulateViewport(390, 844))
	if h.is(`document.querySelector("[data-part=found] .you")`) {
		t.Error("somebody is found for nobody")
	}
	h.tap("#q")
	h.acts = 0
	h.write("#q", strings.Fields(name)[1])
	h.says("[data-part=found]", name+"Table 2")
	if h.acts > 2 || !inSight(h.tab) {
		t.Errorf("%d acts, and in sight: %v", h.acts, inSight(h.tab))
	}

	anna := s.server.SignUp("Anna Tavolo")
	federation, _, _ := strings.Cut(s.path, "/events/")
	code := s.manager.Post(federation+"/players/"+entry.Text("seats.1.player.id")+"/claim-code", nil).Want(201).Text("code")
	anna.Post(federation+"/code-claims", apitest.JSON{"code": code}).Want(200)
	b := open(t, chromium(t), s.server.Address+"/sign-in?lang=en")
	signIn(b, anna)
	do(b, "a phone", chromedp.EmulateViewport(390, 844))
	do(b, "the event", chromedp.Navigate(s.page))
	eventually(t, "their table", func() bool { return strings.Contains(b.text("[data-part=found]"), name+"Table 2") && inSight(b) })
	fill(b, "#q", "nobody of that name")
	do(b, "typed", chromedp.Evaluate[bool](`document.getElementById("q").dispatchEvent(new Event("input", {bubbles: true}))`))
	eventually(t, "whom they look for comes first", func() bool { return strings.Contains(b.text("[data-part=found]"), "Nobody") && !inSight(b) })
}

// U17: ten clean stages are homologated with four keys each at most, the first one opened among them. With -short they are three.
func TestCleanStagesByKeyboard(t *testing.T) {
	t.Parallel()
	w := newPaperwork(t)
	stages := 10
	if testing.Short() {
		stages = 3
	}
	var paths []string
	for n := range stages {
		paths = append(paths, w.stage(fmt.Sprintf("Tappa %c", 'A'+n), 12))
	}
	w.evening()
	for _, path := range paths {
		w.report(path, "winner", "panorama", "final-table")
	}
	h := atDesk(t, w.server, w.contact, "/console/t/"+w.federation.Slug+"/homologation")
	h.shows("#begin")
	h.acts = 0
	h.press("j")
	left := func() (n int) {
		for _, path := range paths {
			if w.state(path) != "homologated" {
				n++
			}
		}
		return n
	}
	for n := range stages {
		h.shows("[data-choice=homologate]:enabled")
		at := h.value("location.pathname")
		h.strike("h")
		eventually(t, "homologating is chosen", func() bool { return h.is(`document.activeElement?.dataset.choice === "homologate"`) })
		h.press("\r")
		eventually(t, "it is homologated", func() bool { return left() == stages-n-1 })
		eventually(t, "the next one, or what was decided", func() bool { return h.value("location.pathname") != at || h.is(`document.getElementById("decisions")`) })
	}
	if h.acts > 4*stages {
		t.Errorf("%d keys for %d stages", h.acts, stages)
	}
	t.Logf("%d keys for %d clean stages", h.acts, stages)
}

// U22: entering an event, checking in and sending a report need no pointer, as in [TestTheConsoleByKeyboardAlone] for a
// round, and the focus is always visible.
func TestEnteringAndReportingByKeyboardAlone(t *testing.T) {
	t.Parallel()
	w := newPaperwork(t)
	path := w.stage("Tappa di Aosta", 12)
	gathers, s := w.another()
	h := &hand{tab: open(t, chromium(t), s)}
	do(h.tab, "a small window", chromedp.EmulateViewport(900, 560))
	h.reach(`[name="name"]`)
	h.press(strings.Split("Alba Tastiera", "")...)
	h.reach(`[name="email"]`)
	h.press(strings.Split("alba@example.org", "")...)
	h.press("\r")
	h.says(".said", "Look into your mail")
	token := apitest.Token(t, w.server.Mailbox.Wait("alba@example.org", "form-received"))
	do(h.tab, "the letter", chromedp.Navigate(w.server.Address+"/t/"+w.federation.Slug+"/entry?lang=en&token="+token))
	h.reach(`main form:has([name="act"][value="confirm"]) button`)
	h.press("\r")
	h.says("main", "You have a place.")

	door := atDesk(t, w.server, w.federation.Manager, screen(gathers, "checkin"))
	do(door.tab, "a small window", chromedp.EmulateViewport(900, 560))
	door.reach("#people [data-entry]")
	door.press("\r")
	door.says("#asked", "Alba Tastiera")
	door.reach(`[data-act="here"]`)
	door.press("\r")
	door.says("#tally", "1 of 1 here")

	w.evening()
	for _, kind := range []string{"winner", "panorama", "final-table"} {
		w.photograph(path, kind, 1)
	}
	r := atDesk(t, w.server, w.organizer, screen(path, "report"))
	do(r.tab, "a small window", chromedp.EmulateViewport(900, 560))
	for _, kind := range []string{"winner", "panorama", "final-table"} {
		r.reach(`[data-change="` + kind + `"]`)
	}
	r.reach("#notes")
	r.press(strings.Split("Tutto regolare", "")...)
	r.reach("#send")
	r.press("\r")
	r.says("#says", "The report is sent.")
	if got := w.state(path); got != "waiting" {
		t.Errorf("the report is %s", got)
	}
}

// another opens the entries of another stage of the championship, and returns its address in the API and that at which people enter it.
func (w *paperwork) another() (path, enter string) {
	manager := w.federation.Manager
	created := manager.Post(w.federation.Path+"/events", apitest.JSON{
		"kind": "stage", "title": "Tappa di Torino", "startsAt": "2009-03-22T09:00:00Z", "timeZone": "Europe/Rome", "venue": apitest.JSON{"name": "Circolo", "city": "Aosta"},
		"season": w.season, "region": w.region, "fee": apitest.JSON{"amount": "0.00", "currency": "EUR"},
	}).Want(201)
	path = w.federation.Path + "/events/" + created.Text("id")
	manager.Post(path+"/announcement", nil).Want(200)
	manager.Post(path+"/entry-opening", nil).Want(200)
	return path, w.server.Address + "/t/" + w.federation.Slug + "/e/" + created.Text("slug") + "/enter?lang=en"
}
