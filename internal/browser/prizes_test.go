package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// A manager takes prizes into stock, sets some aside for a stage and records them as sent. When the stage turns out
// invalid the screen shows the deadline of their return or the sum to pay instead, with the paragraph, and recording
// either ends it (CN09 1.10).
func TestTheConsoleKeepsPrizes(t *testing.T) {
	t.Parallel()
	w := newPaperwork(t)
	path := w.stage("Tappa di Aosta", 12)
	m := atDesk(t, w.server, w.federation.Manager, "/console/t/"+w.federation.Slug+"/prizes")
	m.says("#prizes", "Nothing is in stock.")
	m.acts = 0
	m.tap(`[data-act="add"]`)
	m.write(`[name="name"]`, "I Coloni di Catan")
	m.write(`[name="price"]`, "25")
	m.write(`[name="quantity"]`, "3")
	m.sound("prizes-add")
	m.tap(`[data-act="add-now"]`)
	m.says("#says", "I Coloni di Catan: 3 are in stock.")
	if m.acts != 5 {
		t.Errorf("%d acts to take a prize into stock", m.acts)
	}
	m.tap(`[data-act="out"]`)
	m.write(`[name="count"]`, "4")
	m.write(`[data-form="out"] [name="words"]`, "Rotta")
	m.tap(`[data-form="out"] [data-act="now"]`)
	m.shows("main [role=alert]") // there are three, and the typed values are kept
	if left := m.value(`document.querySelector('[data-form="out"] [name="words"]').value`); left != "Rotta" {
		t.Errorf("what was typed is gone: %q", left)
	}
	m.write(`[name="count"]`, "1")
	m.tap(`[data-form="out"] [data-act="now"]`)
	m.says("#says", "I Coloni di Catan: 2 are in stock.")

	m.tap(`[data-act="allocate"]`)
	m.write(`[name="event"]`, path[strings.LastIndex(path, "/")+1:])
	m.write(`[name="prize"]`, m.value(`document.querySelector('[name="prize"] option:nth-child(2)').value`))
	m.tap(`[data-act="allocate-now"]`)
	m.says(`[data-shipment="allocated"]`, "1 × I Coloni di Catan")
	m.tap(`[data-shipment="allocated"] [data-act="dispatch"]`)
	m.write(`[name="on"]`, "2009-02-01")
	m.write(`[name="money"]`, "7,50")
	m.write(`[name="words"]`, "Corriere")
	m.sound("prizes-dispatch")
	m.tap(`[data-form="dispatch"] [data-act="now"]`)
	m.says(`[data-shipment="sent"]`, "32.50 EUR")
	if m.is(`document.querySelector("[data-duty]")`) {
		t.Error("something is due while the stage counts")
	}

	w.evening()
	w.report(path)
	w.contact.SignIn()
	w.contact.Post(path+"/homologation", apitest.JSON{"decision": "invalidate", "unsound": true, "reason": "I risultati non tornano"}).Want(200)
	m = atDesk(t, w.server, w.federation.Manager, "/console/t/"+w.federation.Slug+"/prizes")
	m.says("[data-duty]", "Paid for, that is 32.50 EUR.")
	m.says("[data-duty] .ref", "CN09 1.10")
	m.sound("prizes-due")
	o := w.owesPrizes(path)
	m.tap(`[data-act="paid"]`)
	m.write(`[name="money"]`, "10")
	m.write(`[name="on"]`, "2009-03-02")
	m.tap(`[data-form="paid"] [data-act="now"]`)
	m.shows("main [role=alert]")
	m.write(`[name="money"]`, "32.50")
	m.tap(`[data-form="paid"] [data-act="now"]`)
	m.says("#says", "They are paid for: Tappa di Aosta.")
	m.says(`[data-shipment="paid"]`, "32.50 EUR")
	do(o.tab, "reload", chromedp.Reload())
	o.shows("#last")
	if o.is(`document.getElementById("prizes")`) {
		t.Errorf("they are paid for, and the report still says %s", o.text("#prizes"))
	}

	o = atDesk(t, w.server, w.federation.Member("Anna Revisora", "auditor", apitest.WholeTenant()), "/console/t/"+w.federation.Slug+"/prizes")
	do(o.tab, "again", chromedp.Reload())
	o.says(`[data-shipment="paid"]`, "Tappa di Aosta")
	if o.is(`document.querySelector("main [data-act]")`) {
		t.Error("an auditor may change something")
	}
}

// owesPrizes is the organizer of an invalid stage. What waits leads them to its report, which says the prizes that go back, until when and by which paragraph,
// the sum instead, and to whom (CN09 1.10).
func (w *paperwork) owesPrizes(path string) *hand {
	w.t.Helper()
	o := atDesk(w.t, w.server, w.organizer, "/console/t/"+w.federation.Slug)
	do(o.tab, "a phone", chromedp.EmulateViewport(390, 844))
	o.tap(`.due a[href$="#prizes"]`)
	eventually(w.t, "the prizes are in sight", func() bool {
		return o.is(`document.getElementById("prizes")?.getBoundingClientRect().bottom < innerHeight`)
	})
	o.says("#prizes", "1 × I Coloni di Catan")
	o.says("#prizes .ref", "CN09 1.10")
	o.says("#prizes", "32.50 EUR")
	o.says("#prizes", "They go to Federazione")
	if !o.is(fmt.Sprintf(`location.pathname.endsWith("/events/%s/report")`, path[strings.LastIndex(path, "/")+1:])) {
		w.t.Errorf("it leads to %s", o.value("location.pathname"))
	}
	o.says("#owed", "Only the prizes below are still owed")
	if asked := o.number(`document.querySelectorAll("main input[type=file]").length`); asked != 0 || o.is(`document.querySelector("#photos")`) && !o.is(`document.querySelector(".places [data-photo], .places img")`) {
		w.t.Errorf("photos are asked for: %s", o.text("main"))
	}
	o.sound("report-prizes")
	return o
}
