package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// atTable returns the table of an entrant in the coming round.
func (h *hand) atTable(entry int) int {
	h.t.Helper()
	return h.number(fmt.Sprintf(`Number(document.querySelector('[data-entry="%d"]')?.closest("[data-table]").dataset.table ?? 0)`, entry))
}

// Two people change places, one by pointer and one by key; a reason and a second name are needed, and stand with the tables.
// The draw is undone, discarded on its screen, and a closed round is opened again.
func TestTheConsoleDrawsByHand(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	for table := 1; table <= 3; table++ {
		s.result(table)
	}
	h := s.atTables(t, "")
	h.tap("#close")
	h.says("#done", "is closed")
	h.shows("#draw")
	h.tap("#hand")
	h.shows(`.seating [data-entry]`)
	one := h.number(`Number(document.querySelector('.seating[data-table="1"] [data-entry]').dataset.entry)`)
	other := h.number(`Number(document.querySelector('.seating[data-table="2"] [data-entry]').dataset.entry)`)
	h.tap(fmt.Sprintf(`[data-entry="%d"]`, one))
	h.says("#said", "is chosen")
	h.sound("hand-chosen")
	h.slow("/what-if")
	do(h.tab, "the other by key", chromedp.Evaluate[bool](fmt.Sprintf(`document.querySelector('[data-entry="%d"]').focus(), true`, other)))
	do(h.tab, "Enter", chromedp.KeyEvent("\r"))
	h.says("#said", "have changed places")
	h.says("#checking", "are being checked")
	if !h.is(`document.getElementById("draw").disabled && !document.getElementById("checked")`) {
		t.Error("tables that are being checked look like checked ones")
	}
	h.sound("hand-checking")
	do(h.tab, "the answer", chromedp.Evaluate[bool](`window.answer(), true`))
	h.says("#told", "meet again at table 2, as in round 1")
	h.offline(true)
	third := h.number(`Number(document.querySelector('.seating[data-table="3"] [data-entry]').dataset.entry)`)
	h.tap(fmt.Sprintf(`[data-entry="%d"]`, one))
	h.tap(fmt.Sprintf(`[data-entry="%d"]`, third))
	h.says("#unchecked", "needs the network")
	h.offline(false)
	h.tap(fmt.Sprintf(`[data-entry="%d"]`, one)) // and back
	h.tap(fmt.Sprintf(`[data-entry="%d"]`, third))
	h.says("#told", "meet again at table 2, as in round 1")
	if h.atTable(one) != 2 || h.atTable(other) != 1 {
		t.Errorf("%d sits at %d, %d at %d", one, h.atTable(one), other, h.atTable(other))
	}
	if !h.is(`document.getElementById("draw").disabled`) {
		t.Error("it can be drawn without a reason")
	}
	h.write("#hand-reason", "brothers at one table")
	h.write("#hand-second", "Giulia Seconda")
	h.sound("hand")
	h.tap("#draw")
	h.says("#by-hand", "Giulia Seconda")
	h.says("#by-hand", "brothers at one table")
	h.says("#done", "is drawn")
	h.sound("by-hand")
	round := s.referee.Get(s.path + "/rounds/2").Want(200)
	if round.Text("method") != "by-hand" || round.Int("tables.1.seats.0.number") != one {
		t.Errorf("the API says %s", round.Body)
	}
	h.tap("#undo")
	h.says("#done", "Taken back")
	s.referee.Get(s.path + "/rounds/2").Want(404)

	h.goesTo("/next")
	h.tap("#draw")
	h.shows("#close") // the tables
	h.goesTo("/next")
	h.takeBack("draw", "the wrong lots")
	h.shows("#draw")
	s.referee.Get(s.path + "/rounds/2").Want(404)
	h.takeBack("round", "table 2 was mistaken")
	h.shows(`[data-table="2"][data-state="confirmed"]`)
	if state := s.referee.Get(s.path + "/rounds/1").Want(200).Text("state"); state != "open" {
		t.Errorf("the round is %s", state)
	}
}

// takeBack undoes the last step, after reading the consequences.
func (h *hand) takeBack(step, reason string) {
	h.t.Helper()
	h.unfold(fmt.Sprintf(`#take-back[data-step="%s"]`, step))
	h.says("#take-back", "What follows")
	h.write("#take-back-reason", reason)
	h.sound("take-back-" + step)
	do(h.tab, "out from under the bars", chromedp.Evaluate[bool](`document.getElementById("take-back-now").scrollIntoView({block: "center"}), true`))
	h.tap("#take-back-now")
}

// A corrected result shows each version with the person who entered it and the reason.
func TestTheConsoleShowsWhatWasCorrected(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	s.result(1)
	h := s.atTables(t, "/t/1")
	h.tap(`fieldset.pl:nth-of-type(2) input[value="6"]`)
	h.write("#reason", "read from the wrong line")
	h.tap("#register")
	eventually(t, "it is corrected", func() bool { return s.points(1) == "10 6 7 5" })
	h.tap(`[data-table="1"]`)
	h.tap("#versions summary")
	h.says("#versions", "read from the wrong line")
	h.sound("versions")
	if text := h.text("#versions"); !strings.Contains(text, " 8, ") || !strings.Contains(text, " 6, ") || !strings.Contains(text, s.referee.Name) {
		t.Errorf("it says %q", text)
	}
}

// slow holds back a tab's answers from an address until it calls answer.
func (h *hand) slow(end string) {
	h.t.Helper()
	do(h.tab, "slow", chromedp.Evaluate[bool](fmt.Sprintf(`{
		const real = window.fetch;
		const free = new Promise((is) => { window.answer = () => { window.fetch = real; is(); }; });
		window.fetch = async (asked, ...more) => {
			if (String(asked.url ?? asked).endsWith(%q)) await free;
			return real(asked, ...more);
		};
	}; true`, end)))
}

// A referee who is not the first one reads the proposed seats, and the reasons. Acts of the first referee alone are
// not offered.
func TestTheConsoleOffersADrawToTheFirstRefereeAlone(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	other := s.appoint(s.manager, "Sara Seconda", "referee")
	for table := 1; table <= 3; table++ {
		s.result(table)
	}
	s.referee.Post(s.path+"/rounds/1/closing", nil).Want(200)
	for _, who := range []struct {
		is    *apitest.Client
		draws bool
	}{{other, false}, {s.referee, true}} {
		h := &hand{tab: open(t, chromium(t), s.run()+"/run/next?lang=en")}
		loadAxe(h.tab)
		enterConsole(h.tab, who.is)
		h.shows(".reasons li")
		h.shows(`.seating[data-table="1"]`)
		if who.draws {
			h.shows("#hand")
			h.shows("#draw")
			continue
		}
		h.says("#who-draws", "The first referee draws")
		h.sound("who-draws")
		if h.is(`document.getElementById("hand") || document.getElementById("draw")`) {
			t.Error("a draw is offered to whoever may not")
		}
		other.Post(s.path+"/rounds", apitest.JSON{}).Want(403)
	}
}
