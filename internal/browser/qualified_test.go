package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// J06: the winner of a stage learns on their phone, when they try to enter the next one, that they are qualified,
// since which stage and day, and by which paragraph. The organizer, who may not admit them either, reads who may. The
// manager does so with a reason, and both acts are in the audit.
func TestSomebodyQualifiedTriesToEnter(t *testing.T) {
	t.Parallel()
	w := newPaperwork(t)
	won := w.stage("Tappa di Aosta", 12)
	w.evening()
	manager := w.federation.Manager
	winner := manager.Get(won + "/entries?limit=100").Want(200).ID("items.0.player.id").String()
	path, enter := w.another()
	anna := w.server.SignUp("Anna Vincitrice")
	code := manager.Post(w.federation.Path+"/players/"+winner+"/claim-code", nil).Want(201).Text("code")
	anna.Post(w.federation.Path+"/code-claims", apitest.JSON{"code": code}).Want(200)

	h := &hand{tab: open(t, chromium(t), enter)}
	loadAxe(h.tab)
	do(h.tab, "a phone", chromedp.EmulateViewport(390, 844))
	h.tap("#sign-in")
	signIn(h.tab, anna)
	h.tap(`main form:has([name="act"][value="enter"]) button`)
	h.says("#problem", "Already qualified for a final of this season: Tappa di Aosta, Sunday 1 March 2009.")
	h.says("#problem", "§ 1.5")
	h.sound("enter-qualified")

	name := manager.Get(w.federation.Path + "/players/" + winner).Want(200).Text("name")
	desk := screen(path, "entries")
	manager.Post(path+"/staff", apitest.JSON{"name": w.organizer.Name, "role": "organizer", "email": w.organizer.Email}).Want(201)
	for _, one := range invitations(w.organizer) {
		w.organizer.Accept(one)
	}
	o := atDesk(t, w.server, w.organizer, desk)
	o.write("#add", name)
	o.tap("#offers [data-player]")
	o.says("#barred", "Tappa di Aosta")
	o.says("#who-exempts", "the championship manager")
	if o.is(`document.getElementById("exempt")`) {
		t.Error("the organizer is offered to let them in")
	}

	m := atDesk(t, w.server, manager, desk)
	m.write("#add", name)
	m.tap("#offers [data-player]")
	m.says("#barred", "Already qualified for a final of this season: Tappa di Aosta, Sunday 1 March 2009.")
	m.says("#barred .ref", "CN09 1.5")
	m.sound("entries-barred")
	m.tap("#exempt")
	if got := manager.Get(path + "/entries").Want(200); got.Len("items") != 0 {
		t.Fatalf("entered without a reason: %s", got.Body)
	}
	m.write("#despite", "Completa i tavoli")
	m.tap("#exempt")
	m.says("#says", name+" has a place.")
	m.says("#entered", "1 entrant")

	do(m.tab, "who did what", chromedp.Navigate(w.server.Address+"/t/"+w.federation.Slug+"/audit?lang=en&event="+strings.Split(path, "/")[4]))
	m.says("main", "Completa i tavoli")
	m.says("main", name)
	accessible(m.tab, "who did what")
}
