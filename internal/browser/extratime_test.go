package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// extra returns the additional seconds of table 2, from the API.
func (s *stage) extra() int {
	var clock struct {
		Tables []struct{ Table, ExtraSeconds int }
	}
	s.referee.Get(s.path + "/rounds/1/clock").Want(200).Into(&clock)
	for _, one := range clock.Tables {
		if one.Table == 2 {
			return one.ExtraSeconds
		}
	}
	return 0
}

// A referee gives one table extra time with four taps, and sees before until when it then plays (CN09 3.4). The projector, the page of the
// event and another device show it. Without network it is kept, arrives once, and is taken back.
func TestTheConsoleGivesATableExtraTime(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	h := s.atTables(t, "")
	h.shows(`[data-table="2"]`)
	h.tap("#clock-start")
	h.shows(`#clock[data-phase="running"][data-waits="false"]`)
	browser := chromium(t)
	wall := open(t, browser, strings.Replace(s.page, "?", "/screen?", 1))
	public := open(t, browser, s.page)
	other := open(t, browser, s.run()+"/run?lang=en")
	enterConsole(other, s.referee)

	before := h.acts
	h.tap(`[data-table="2"]`)
	h.tap("#extra summary")
	h.says("#extra-follows", "CN09 3.4")
	h.tap(`#extra label:has(input[value="5"])`)
	h.tap("#give-extra")
	h.says("#done", "Table 2 has 5 minutes more")
	if taps := h.acts - before; taps != 4 {
		t.Errorf("%d taps", taps)
	}
	h.says("#has-extra", "5 minutes extra")
	h.sound("extra-time")
	if left := h.text(`.ehd [role="timer"]`); !strings.HasPrefix(left, "84:") && left != "85:00" {
		t.Errorf("table 2 has %s left", left)
	}
	eventually(t, "the projector shows it", func() bool { return strings.Contains(wall.text(".tb"), "+5 min") })
	eventually(t, "the page of the event shows it", func() bool { return strings.Contains(public.text("[data-part=tables]"), "5 minutes extra, until") })
	sees(other, "the other device shows it", func() bool { return strings.Contains(other.text(`[data-table="2"] [data-extra]`), "5 minutes extra") })

	block(h.tab, []*network.BlockPattern{{URLPattern: s.server.Address + "/v1/*", Block: true}})
	h.tap(`#extra label:has(input[value="1"])`)
	h.tap("#give-extra")
	h.says(`#extra [data-pencil="clock"]`, "1 minute extra")
	h.says("#has-extra", "6 minutes extra")
	h.sound("extra-time-waits")
	if got := s.extra(); got != 300 {
		t.Errorf("%d seconds have arrived without network", got)
	}
	s.referee.Post(s.path+"/rounds/1/clock/commands", apitest.JSON{"command": "pause"}).Want(200) // by another device, meanwhile
	block(h.tab, nil)
	do(h.tab, "the network is back", chromedp.Evaluate[bool](`dispatchEvent(new Event("online")), true`))
	eventually(t, "it has arrived", func() bool { return s.extra() == 360 })
	h.says("#extra-follows", "longer than the others")
	h.tap("#take-extra")
	eventually(t, "it is taken back", func() bool { return s.extra() == 0 })
	h.says("#done", "6 minutes less") // the server has it before the page does
	h.tap("#undo")
	eventually(t, "and given again", func() bool { return s.extra() == 360 })
	h.tap(".ehd .btn")
	h.tap("#clock-resume")
	h.shows(`#clock[data-phase="running"][data-waits="false"]`)
}

// When time is up the button of the clock names the next phase: the last turn (CN09 3.4).
func TestTheConsoleGoesOnWhenTimeIsUp(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	s.referee.Post(s.path+"/rounds/1/clock/commands", apitest.JSON{"command": "start"}).Want(200)
	s.referee.Post(s.path+"/rounds/1/clock/commands", apitest.JSON{"command": "extend", "seconds": -4800}).Want(200)
	h := s.atTables(t, "")
	h.says("#clock-last-turn", "Last turn")
	h.sound("time-is-up")
	h.tap("#clock-last-turn")
	h.shows(`#clock[data-phase="last-turn"][data-waits="false"]`)
	if s.phase() != "last-turn" || h.is(`document.querySelector("#clock .btn")`) {
		t.Errorf("%s, and then: %q", s.phase(), h.text("#clock"))
	}
}
