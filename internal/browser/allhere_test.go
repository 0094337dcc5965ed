package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// All missing players are marked as here with one act after a look at the list, by the keyboard and on a phone alike. A player who must be
// checked first (CN09 1.5) is listed separately, and a fee paid at the door is marked together with them. All marks can be undone at once,
// and each of them alone.
func TestTheConsoleMarksEverybodyAsHere(t *testing.T) {
	t.Parallel()
	s := newGathering(t, "Ada Bruni", "Bice Corti", "Carlo Dosi", "Dino Elli", "Elsa Fava", "Mario Rossi")
	s.bars("Rossi Mario")
	s.referee.Post(s.path+"/entry-marks", apitest.JSON{"marks": []apitest.JSON{{"entry": 1, "feePaid": true}}}).Want(200)

	h := atDesk(t, s.server, s.referee, s.desk("checkin"))
	h.says("#tally", "0 of 6 here")
	do(h.tab, "a small window", chromedp.EmulateViewport(900, 560))
	h.reach("#all-here")
	before := h.acts
	h.press("\r")
	h.says("#all-apart", "To be looked at one by one: Mario Rossi.")
	if got := h.value(`[...document.querySelectorAll("#all-listed input")].map((one) => one.value + one.checked).join()`); got != "1true,2true,3true,4true,5true" {
		t.Errorf("ticked are %s", got)
	}
	h.sound("checkin-all")
	do(h.tab, "a phone", chromedp.EmulateViewport(390, 844))
	h.reach(`#all-listed [value="4"]`)
	h.press(" ")
	h.says("#all-paid", "4 are here, each has paid")
	h.reach("#all-paid")
	h.press("\r")
	h.says("#toast", "4 players marked as here")
	h.says("#tally", "4 of 6 here")
	h.says("#paid", "4 of 4 here have paid")
	t.Logf("by the keyboard: %d keys", h.acts-before)
	h.tap("#undo")
	h.says("#tally", "0 of 6 here")
	h.says(`[data-entry="1"]`, "paid")
	if h.is(`document.querySelector('[data-entry="3"]').textContent.includes("paid")`) {
		t.Error("what was paid is not taken back with it")
	}

	h.tap("#all-here")
	h.tap("#all-now")
	h.says("#toast", "5 players marked as here")
	h.says("#tally", "5 of 6 here")
	h.tap(`[data-entry="4"]`)
	h.tap(`[data-act="gone"]`)
	h.says("#tally", "4 of 6 here")
	h.hasSentAll()
	entries := string(s.referee.Get(s.path + "/entries").Want(200).Body)
	here, paid := strings.Count(entries, `"state":"checked-in"`), strings.Count(entries, `"feePaid":true`)
	if here != 4 || paid != 1 {
		t.Errorf("the server has %d here, %d paid, want 4 and 1", here, paid)
	}
}

// Under a regulation that counts minutes (SQ00 base 1) a late player has no tick, and the list shows how late they are.
func TestTheConsoleMarksNobodyAsHereWhoComesLate(t *testing.T) {
	t.Parallel()
	s := newGatheringBy(t, apitest.JSON{"kind": "open", "ruleset": "risiko-squadre-2000"}, "Ada Bruni", "Bice Corti", "Carlo Dosi", "Dino Elli")
	h := atDesk(t, s.server, s.referee, s.desk("checkin"))
	do(h.tab, "a phone", chromedp.EmulateViewport(390, 844))
	h.tap(`#people [data-entry="2"]`)
	h.write(`.sheet input[type="number"]`, "15")
	h.tap(`[data-act="late"]`)
	h.says(`#people [data-entry="2"]`, "15 minutes late")
	h.tap("#all-here")
	h.says(`#all-listed li:nth-child(2)`, "15 minutes late")
	h.sound("checkin-all-late")
	h.tap("#all-now")
	h.says("#tally", "3 of 4 here")
	h.says(`#people [data-entry="2"]`, "Missing")
}
