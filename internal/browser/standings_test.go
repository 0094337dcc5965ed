package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// goesTo goes to another screen of the running event by the bar at the foot, on a phone through the menu of its last
// entry if there is no room for the screen.
func (h *hand) goesTo(screen string) {
	h.t.Helper()
	link := fmt.Sprintf(`.tabs a[href$="/run%s"]`, screen)
	h.shows(".tabs")
	if !h.is(fmt.Sprintf(`document.querySelector(%q)?.checkVisibility()`, link)) {
		h.tap(".tabs summary")
	}
	h.tap(link)
}

// order lists the start numbers in the order of the standings on the screen.
func (h *hand) order() string {
	return h.value(`[...document.querySelectorAll("tr[data-entry]")].map((row) => row.dataset.entry).join(" ")`)
}

// The standings are among the screens of the tables. They are provisional while tables play, a result changes them at
// once, a row explains why it stands below the one above and keeps the keyboard where it moves to, and the line under
// the last finalist has its paragraph (CN09 3.2d). Without network they show the cached state, and mark results that
// are on the device alone.
func TestTheConsoleHasTheStandings(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	h := s.atTables(t, "")
	do(h.tab, "a phone", chromedp.EmulateViewport(320, 640))
	h.shows(`[data-table="1"]`)
	h.goesTo("/standings")
	h.says(".empty", "after the first result")
	s.resultOf(1, 1, 10, 8, 5, 4)
	h.says("#counted", "1 of 3 tables counted")
	h.says("#state", "Provisional standings")
	first := s.referee.Get(s.path + "/standings").Want(200)
	winner, second := first.Int("rows.0.entry.number"), first.Int("rows.1.entry.number")
	if !strings.HasPrefix(h.order(), fmt.Sprintf("%d %d ", winner, second)) {
		t.Errorf("%s, and the API has %d before %d", h.order(), winner, second)
	}
	h.says("#cut", "The first four go on to the final")
	h.says("#cut .ref", "CN09 3.2d")

	row := fmt.Sprintf(`tr[data-entry="%d"]`, second)
	h.reach(row + " summary")
	h.press("\r")
	why := fmt.Sprintf(`[data-why="%d"]`, second)
	h.says(why, "on wins: 1 to 0. CN09 3.2b")
	h.says(why+" [data-sum]", "8 of 27 = 29.62 CN09 3.2c")
	before := h.order()
	s.resultOf(1, 2, 10, 9, 4, 3)
	h.says("#counted", "2 of 3 tables counted")
	if h.order() == before {
		t.Errorf("the order is still %s", before)
	}
	eventually(t, "the row has the keyboard, and its reason", func() bool {
		return h.is(`document.activeElement?.matches('`+row+` summary')`) && h.is(`document.querySelector('`+why+` [data-sum]')`)
	})
	accessible(h.tab, "standings")

	cut(h.tab, s, true)
	h.goesTo("")
	h.tap(`[data-table="3"]`)
	for seat, points := range []int{10, 8, 7, 6} {
		h.tap(fmt.Sprintf(`fieldset.pl:nth-of-type(%d) input[value="%d"]`, seat+1, points))
	}
	h.tap("#register")
	h.shows(`[data-table="3"][data-state="pencil"]`)
	h.goesTo("/standings")
	h.says("#sync", "No network since")
	h.says("#uncounted", "1 result kept on this device is not counted yet.")
	h.says("#counted", "2 of 3 tables counted")
	h.tap(row + " summary")
	h.says(why+" [data-sum]", "8 of 27 = 29.62 CN09 3.2c")
}

// Who left without a good reason may not enter further tournaments (BG 1.1.7): the standings name them with the paragraph, to the staff alone.
func TestTheConsoleSaysWhoMayNotEnterAgain(t *testing.T) {
	t.Parallel()
	s := newEventBy(t, apitest.Start(t), 12, apitest.JSON{"kind": "ranking", "ruleset": "catan-ranglista-bg"})
	h := s.atTables(t, "/standings")
	h.shows("#state")
	if h.is(`document.getElementById("barred")`) {
		t.Error("somebody is barred before anybody has left")
	}
	left := s.referee.Post(s.path+"/withdrawals", apitest.JSON{"entry": 3, "reason": "se ne va senza dire perché", "unexcused": true}).Want(201)
	h.says("#barred li", left.Text("entry.player.name"))
	h.says("#barred .ref", "BG 1.1.7")
	h.says("#barred", "Only the staff reads this.")
	h.sound("standings-barred")
}
