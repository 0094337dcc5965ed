package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// A club asks a federation to let it hold a stage, answers its question, changes the request, reads the decision, and
// is led to the page on which the stage is announced (CN09 1.2c, 2.2). Its menu has no screens of federations, and
// the request to join waits for the manager.
func TestAClubAsksToHoldAStage(t *testing.T) {
	t.Parallel()
	w := newPaperwork(t)
	club := w.server.Club("Circolo")
	h := atDesk(t, w.server, club.Manager, "/console/t/"+club.Slug)
	h.tap(`.sections a[href$="/hostings"]`)
	h.says("#no-federation", "The club belongs to no federation that could be asked.")
	if h.is(`document.querySelector('a[href$="/finals"], a[href$="/hosting"], a[href$="/homologation"]')`) {
		t.Errorf("a club's menu has screens of a federation: %s", h.text("header nav"))
	}
	h.sound("hostings-none")
	h.tap("#no-federation a")
	h.write("#federation", w.federation.Slug)
	h.tap("#ask")
	h.says("#says", "Federazione is asked.")

	m := atDesk(t, w.server, w.federation.Manager, "/console/t/"+w.federation.Slug)
	if !m.is(`document.querySelector('.sections a[href$="/homologation"]') && !document.querySelector('a[href$="/hostings"]')`) {
		t.Errorf("the menu of a federation: %s", m.text("header nav"))
	}
	m.says(".due", "Decide whether Circolo belongs to the federation")
	m.tap(`.due a[href*="/clubs"]`)
	m.tap(`[data-act="accept"]`)
	m.says("#says", "Circolo belongs to the federation.")
	if waits := w.federation.Manager.Get(w.federation.Path + "/waiting").Want(200); waits.Len("items") != 0 {
		t.Errorf("it still waits: %s", waits.Body)
	}

	h.tap(`.screens a[href$="/hostings"]`)
	h.acts = 0
	h.tap("#new")
	h.write(`[name="title"]`, "Tappa del circolo")
	h.write(`[name="region"]`, w.region.String())
	h.write(`[name="day"]`, "2009-03-04")
	h.write(`[name="place"]`, "Circolo")
	h.write(`[name="city"]`, "Aosta")
	h.write(`[name="fee"]`, "5")
	h.write(`[name="expected"]`, "30")
	h.sound("hostings-new")
	do(h.tab, "the tab is closed and opened again", chromedp.Reload())
	h.tap("#new")
	eventually(t, "what was typed is still there", func() bool {
		return h.is(`document.querySelector('[name="title"]')?.value === "Tappa del circolo" && document.querySelector('[name="region"]')?.value !== ""`)
	})
	h.tap("#send")
	h.says("#says", "Federazione is asked: Tappa del circolo.")
	if h.acts != 10 {
		t.Errorf("%d acts to ask", h.acts)
	}
	h.says(`[data-hosting="requested"]`, "waits for the federation")
	theirs := w.federation.Path + "/hosting-requests/" + w.contact.Get(w.federation.Path+"/hosting-requests").Want(200).Text("items.0.id")
	w.contact.Post(theirs+"/question", apitest.JSON{"text": "Quanti tavoli avete?"}).Want(200)

	do(h.tab, "again", chromedp.Reload())
	h.says(`[data-hosting="asked"]`, "Quanti tavoli avete?")
	h.sound("hostings-asked")
	h.acts = 0
	h.write(`[data-form="answer"] textarea`, "Dieci")
	h.tap(`[data-form="answer"] [data-act="now"]`)
	h.says("#says", "Federazione has your answer.")
	if h.acts != 2 {
		t.Errorf("%d acts to answer", h.acts)
	}

	h.tap(`[data-act="change"]`)
	eventually(t, "the fields hold what was asked for", func() bool { return h.is(`document.querySelector('[name="expected"]')?.value === "30"`) })
	h.write(`[name="expected"]`, "40")
	w.contact.Post(theirs+"/question", apitest.JSON{"text": "E parcheggi?"}).Want(200)
	h.tap("#send") // the question asked meanwhile is shown first
	h.shows("main [role=alert]")
	if left := h.value(`document.querySelector('[name="expected"]').value`); left != "40" {
		t.Errorf("what was typed is gone: %q", left)
	}
	h.says(`[data-hosting="asked"]`, "E parcheggi?")
	do(h.tab, "again", chromedp.Reload())
	h.tap(`[data-act="change"]`)
	eventually(t, "the fields hold what was asked for", func() bool { return h.is(`document.querySelector('[name="expected"]')?.value === "30"`) })
	h.write(`[name="expected"]`, "40")
	h.tap("#send")
	h.says("#says", "The request is changed: Tappa del circolo.")
	if got := w.contact.Get(theirs).Want(200); got.Int("request.expected") != 40 {
		t.Errorf("%s", got.Body)
	}

	w.contact.Post(theirs+"/approval", apitest.JSON{}).Want(200)
	do(h.tab, "again", chromedp.Reload())
	h.says(`#decided [data-hosting="approved"]`, "Tappa del circolo")
	h.sound("hostings-decided")
	h.tap(`#decided a[href*="/setup"]`)
	h.says("main h1", "Tappa del circolo")

	do(h.tab, "back", chromedp.Navigate(w.server.Address+"/console/t/"+club.Slug+"/hostings"))
	h.tap("#new")
	h.write(`[name="title"]`, "Seconda tappa")
	h.write(`[name="region"]`, w.region.String())
	h.write(`[name="day"]`, "2009-03-18")
	h.write(`[name="place"]`, "Circolo")
	h.write(`[name="city"]`, "Aosta")
	h.tap("#send")
	h.says("#says", "Seconda tappa")
	h.tap(`[data-act="withdraw"]`)
	h.says(`[data-form="withdraw"]`, "Federazione reads why by mail")
	h.write(`[data-form="withdraw"] textarea`, "La sala è occupata")
	h.tap(`[data-form="withdraw"] [data-act="now"]`)
	h.says(`#decided [data-hosting="withdrawn"]`, "La sala è occupata")
}

// A helper at one event of a club is offered nothing that concerns the club as a whole.
func TestHelpersOfAClubHaveNoScreensOfIt(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	club := server.Club("Circolo")
	event := club.Manager.Post(club.Path+"/events", apitest.JSON{
		"kind": "club", "ruleset": "catan-nazionale-2009", "title": "Serata", "startsAt": "2009-02-08T09:00:00Z", "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Circolo", "city": "Aosta"},
	}).Want(201).ID("id")
	organizer := club.Member("Olga", "organizer", apitest.JSON{"kind": "stage", "id": event})
	h := atDesk(t, server, organizer, "/console/t/"+club.Slug)
	h.says("#work", "")
	h.shows(`.sections a[href$="/people"]`) // the control: organizers do have it
	if h.is(`document.querySelector('.sections a[href$="/hostings"], .sections a[href$="/clubs"]')`) {
		t.Errorf("the menu: %s", h.text("header nav"))
	}
}
