package browser_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// count counts the things that the API lists.
func (s *stage) count(list string) int {
	return s.referee.Get(s.path + list).Want(200).Len("items")
}

// phase returns the phase of the first round's clock.
func (s *stage) phase() string {
	return s.referee.Get(s.path + "/rounds/1/clock").Want(200).Text("phase")
}

// Without network a player is warned, another leaves and the clock is stopped: all of it is in pencil, there after a
// reload, and arrives once.
func TestTheConsoleKeepsEveryAct(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	h := s.atTables(t, "/sanctions")
	h.shows(`[data-entry="1"]`)
	h.keeps("sanctions")
	h.goesTo("/players")
	h.says("#count", "12 of 12 play")
	h.keeps("players")
	h.tap(`.tabs a[href$="/run"]`)
	h.tap("#clock-start")
	h.shows(`#clock[data-phase="running"][data-waits="false"]`)
	h.keeps("floor")

	cut(h.tab, s, true)
	h.tap("#clock-pause")
	h.shows(`#clock[data-phase="paused"][data-waits="true"] .pencil`)
	h.tap(`.tabs a[href$="/run/sanctions"]`)
	h.tap(`[data-entry="3"]`)
	h.says("#unknown", "without the network")
	h.write("#reason", "slow play")
	h.sound("queue-warning")
	h.tap("#give")
	h.shows(`[data-entry="3"] [data-pencil="sanction"]`)
	h.goesTo("/players")
	h.tap(`[data-entry="2"]`)
	h.shows("#unknown")
	h.tap("#give")
	h.shows(`[data-entry="2"] [data-pencil="withdrawal"]`)
	h.says("#sync", "3 entries are kept on this device")
	h.sound("queue-players")

	do(h.tab, "reload", chromedp.Reload())
	h.shows(`[data-entry="2"] [data-pencil="withdrawal"]`)
	h.shows(`[data-entry="3"] [data-pencil="sanction"]`)
	if s.count("/sanctions") != 0 || s.count("/withdrawals") != 0 || s.phase() != "running" {
		t.Error("something has arrived without network")
	}
	h.tap("#sync a")
	h.says(`[data-kind="sanction"]`, "warning")
	h.says(`[data-kind="sanction"]`, "slow play")
	h.says(`[data-kind="clock"]`, "Pause")
	h.sound("queue")
	cut(h.tab, s, false)
	h.push(".act .btn")
	h.says(".queue", "Everything has arrived.")
	if s.count("/sanctions") != 1 || s.count("/withdrawals") != 1 || s.phase() != "paused" || s.entryState(2) != "withdrawn" {
		t.Errorf("%d sanctions, %d withdrawals, the clock is %s", s.count("/sanctions"), s.count("/withdrawals"), s.phase())
	}
}

// An act that the server refuses is on the list with the reason, beside the acts of another device meanwhile and
// their author, and is given up or tried again.
func TestTheConsoleShowsWhatIsRefusedLater(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	organizer, other := s.appoint(s.manager, "Oreste Seconda", "organizer"), s.appoint(s.manager, "Sara Seconda", "referee")
	h := s.atTables(t, "/players")
	h.says("#count", "12 of 12 play")
	cut(h.tab, s, true)
	h.tap(`[data-entry="2"]`)
	h.shows("#unknown")
	h.tap("#give")
	h.shows(`[data-entry="2"] [data-pencil="withdrawal"]`)
	h.tap(`.tabs a[href$="/run/sanctions"]`)
	h.tap(`[data-entry="3"]`)
	h.shows("#unknown")
	h.write("#reason", "slow play")
	h.tap("#give")
	h.shows(`[data-entry="3"] [data-pencil="sanction"]`)
	organizer.Post(s.path+"/withdrawals", apitest.JSON{"entry": 2, "reason": "has to catch a train"}).Want(201)
	other.Post(s.path+"/sanctions", apitest.JSON{"entry": 3, "kind": "expulsion", "moment": "during-game", "reason": "looked at the cards of others"}).Want(201)
	s.referee.Post(s.path+"/sanctions/"+s.referee.Get(s.path+"/sanctions").Want(200).Text("items.0.id")+"/confirmation", nil).Want(200)
	h.tap("#sync a")
	cut(h.tab, s, false)
	h.push(".act .btn")
	h.shows(`[data-kind="withdrawal"] .says.harm`)
	h.says(`[data-kind="withdrawal"] [data-instead="withdrawal"]`, "Oreste Seconda")
	h.says(`[data-kind="withdrawal"] [data-instead]`, "has to catch a train")
	h.says(`[data-kind="sanction"] [data-instead="sanction"] td.pencil`, "warning slow play")
	h.says(`[data-kind="sanction"] [data-instead] td.differs`, "expulsion")
	h.says(`[data-kind="sanction"] [data-instead] th:nth-child(2)`, "Sara Seconda, Fabio Primo Arbitro")
	h.says(`[data-kind="sanction"] [data-instead]`, "looked at the cards of others")
	h.sound("queue-refused")
	h.tap(`[data-kind="withdrawal"] [data-does="again"]`)
	h.shows(`[data-kind="withdrawal"] .says.harm`)
	h.push(`[data-kind="withdrawal"] [data-does="give-up"]`)
	h.push(`[data-kind="sanction"] [data-does="give-up"]`)
	h.says(".queue", "Everything has arrived.")
	if s.count("/withdrawals") != 1 || s.count("/sanctions") != 1 {
		t.Errorf("%d withdrawals, %d sanctions", s.count("/withdrawals"), s.count("/sanctions"))
	}
}

// Two tabs of a browser have one queue: an act kept by one is at once shown and sent by the other, and the first sees
// that it has arrived.
func TestTheTabsOfABrowserShareTheQueue(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	browser := chromium(t)
	one := &hand{tab: open(t, browser, s.run()+"/run?lang=en")}
	enterConsole(one.tab, s.referee)
	one.shows(`[data-table="1"][data-state="playing"]`)
	other := &hand{tab: open(t, browser, s.run()+"/run?lang=en")}
	other.shows(`[data-table="1"][data-state="playing"]`)
	cut(one.tab, s, true)
	cut(other.tab, s, true)
	one.tap("#clock-start")
	other.shows(`#clock[data-phase="running"][data-waits="true"]`)
	other.says("#sync", "1 entry is kept on this device")
	cut(other.tab, s, false)
	do(other.tab, "the network is back", chromedp.Evaluate[bool](`dispatchEvent(new Event("online")), true`))
	other.shows(`#clock[data-phase="running"][data-waits="false"]`)
	eventually(t, "the first tab has nothing to send any more", func() bool { return one.is(`!document.querySelector("#sync")?.textContent.includes("kept")`) })
	if got := s.referee.Get(s.path + "/rounds/1/clock").Want(200).Int("version"); got != 1 {
		t.Errorf("the clock was commanded %d times", got)
	}
}

// At the door people are marked without network, and one mark is taken back before it has left the device.
func TestTheConsoleChecksInWithoutNetwork(t *testing.T) {
	t.Parallel()
	s := newGathering(t, "Anna Bruni", "Carlo Doria", "Elena Fusi", "Gino Longo")
	h := atDesk(t, s.server, s.referee, s.desk("checkin"))
	do(h.tab, "a phone", chromedp.EmulateViewport(390, 844))
	h.says("#tally", "0 of 4 here")
	h.keeps("gathering")
	cut(h.tab, s.stage, true)
	h.tap(`[data-entry="1"]`)
	h.tap(`[data-act="here-paid"]`)
	h.shows(`[data-entry="1"][data-here="true"][data-pencil="true"]`)
	h.tap(`[data-entry="2"]`)
	h.tap(`[data-act="here"]`)
	h.says("#tally", "2 of 4 here")
	h.tap("#undo")
	h.says("#tally", "1 of 4 here")
	h.sound("queue-checkin")
	do(h.tab, "reload", chromedp.Reload())
	h.shows(`[data-entry="1"][data-here="true"][data-pencil="true"]`)
	if s.entryState(1) != "entered" {
		t.Errorf("arrived without network: %s", s.entryState(1))
	}
	cut(h.tab, s.stage, false)
	do(h.tab, "the network is back", chromedp.Evaluate[bool](`window.dispatchEvent(new Event("online"))`))
	h.shows(`[data-entry="1"][data-here="true"][data-pencil="false"]`)
	eventually(t, "what was taken back is taken back", func() bool { return s.entryState(1) == "checked-in" && s.entryState(2) == "entered" })
}

// Two devices at the door: a mark made without network does not silently undo the other's mark made meanwhile. Its
// author sees the present mark and may mark anew; two marks of one device, one after the other, are no conflict.
func TestTheConsoleMarksOverNobodyElsesMark(t *testing.T) {
	t.Parallel()
	s := newGathering(t, "Anna Bruni", "Carlo Doria", "Elena Fusi", "Gino Longo")
	h := atDesk(t, s.server, s.referee, s.desk("checkin"))
	do(h.tab, "a phone", chromedp.EmulateViewport(390, 844))
	h.says("#tally", "0 of 4 here")
	mark := func(entry int, act string) {
		t.Helper()
		h.tap(fmt.Sprintf(`[data-entry="%d"]`, entry))
		h.tap(fmt.Sprintf(`[data-act=%q]`, act))
		eventually(t, "the sheet is closed", func() bool { return h.is(`!document.querySelector("dialog[open]")`) })
	}
	cut(h.tab, s.stage, true)
	mark(1, "here")
	mark(2, "here")
	mark(2, "fee")
	h.shows(`[data-entry="2"][data-here="true"][data-pencil="true"]`)
	for _, here := range []bool{true, false} { // an entrant has come, and has gone home
		s.referee.Post(s.path+"/entry-marks", apitest.JSON{"marks": []apitest.JSON{{"entry": 1, "here": here}}}).Want(200)
	}
	cut(h.tab, s.stage, false)
	do(h.tab, "the network is back", chromedp.Evaluate[bool](`dispatchEvent(new Event("online")), true`))
	h.shows(`[data-entry="2"][data-here="true"][data-pencil="false"]`)
	h.shows(`[data-entry="1"][data-here="false"]`)
	if two := s.referee.Get(s.path + "/entries/2").Want(200); s.entryState(1) != "entered" || s.entryState(2) != "checked-in" || !strings.Contains(string(two.Body), `"feePaid":true`) {
		t.Fatalf("the first is %s, the second %s: %s", s.entryState(1), s.entryState(2), two.Body)
	}
	h.push("#sync a")
	h.says(`[data-kind="mark"] .says.harm`, "Somebody else has changed these entries meanwhile: 1.")
	h.says(`[data-kind="mark"] [data-instead="entry"] td.differs`, "not paid")
	h.says(`[data-kind="mark"] [data-instead="entry"] th:last-child`, "Fabio Primo Arbitro")
	h.sound("queue-mark")
	h.tap(`[data-kind="mark"] [data-does="again"]`)
	h.says(".queue", "Everything has arrived.")
	eventually(t, "it is marked anew", func() bool { return s.entryState(1) == "checked-in" })
}

// deaf lets a tab send to an address and never hear the answer.
func (h *hand) deaf(end string) {
	h.t.Helper()
	do(h.tab, "deaf", chromedp.Evaluate[bool](fmt.Sprintf(`{
		const real = window.fetch;
		window.fetch = async (asked, ...more) => {
			const answer = await real(asked, ...more);
			if (asked.method !== "POST" || !asked.url.endsWith(%q)) return answer;
			window.lost = true;
			return new Promise(() => {});
		};
	}; true`, end)))
}

// die closes a tab without letting it finish anything.
func (h *hand) die() {
	h.t.Helper()
	closes := cdp.Command[map[string]any, any]{Method: "Page.close"}
	ctx, end := context.WithCancel(h.ctx)
	defer end()
	_, _ = chromedp.Run(ctx, chromedp.Func(func(ctx context.Context, at *chromedp.Target) error {
		_, err := cdp.Call(ctx, at, closes, map[string]any{})
		return err
	}))
}

// A tab is killed after the server has done its act and before the answer arrives; the next tab sends it again, and
// it is done once.
func TestTheConsoleDoublesNothingWhenATabIsKilled(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	for table := 1; table <= 3; table++ {
		s.result(table)
	}
	browser := chromium(t)
	first := &hand{tab: open(t, browser, s.run()+"/run/sanctions?lang=en")}
	enterConsole(first.tab, s.referee)
	first.tap(`[data-entry="3"]`)
	first.shows("#follows")
	first.write("#reason", "slow play")
	first.deaf("/sanctions")
	first.tap("#give")
	eventually(t, "the answer is lost", func() bool { return first.is("window.lost") })
	first.die()
	second := &hand{tab: open(t, browser, s.run()+"/run?lang=en")}
	second.shows("#close")
	second.hasSentAll()
	if s.count("/sanctions") != 1 {
		t.Errorf("%d sanctions", s.count("/sanctions"))
	}
	second.deaf("/closing")
	second.tap("#close")
	eventually(t, "the answer is lost", func() bool { return second.is("window.lost") })
	second.die()
	third := &hand{tab: open(t, browser, s.run()+"/run?lang=en")}
	third.shows("#next")
	third.hasSentAll()
	if state := s.referee.Get(s.path + "/rounds/1").Want(200).Text("state"); state != "closed" {
		t.Errorf("the round is %s", state)
	}
}

// hasSentAll waits until nothing is left on the device that has not arrived.
func (h *hand) hasSentAll() {
	h.t.Helper()
	eventually(h.t, "all has arrived", func() bool {
		return h.is(`(() => {
			const asked = indexedDB.open("referto-console", 1);
			asked.onsuccess = () => {
				const kept = asked.result.transaction("acts").objectStore("acts").count();
				kept.onsuccess = () => { window.queued = kept.result; asked.result.close(); };
			};
			return window.queued === 0;
		})()`)
	})
}

// playOut plays all rounds of an event and finishes it: the first seat wins.
func (s *stage) playOut() {
	for n := 1; ; n++ {
		var round struct {
			Tables []struct {
				Number int
				Seats  []struct{ Number int }
			}
		}
		s.referee.Get(fmt.Sprintf("%s/rounds/%d", s.path, n)).Want(200).Into(&round)
		for _, table := range round.Tables {
			var seats []apitest.JSON
			for i, seat := range table.Seats {
				seats = append(seats, apitest.JSON{"entry": seat.Number, "vp": []int{10, 8, 7, 5}[i]})
			}
			s.referee.Post(fmt.Sprintf("%s/rounds/%d/tables/%d/result", s.path, n, table.Number), apitest.JSON{"ended": "declared", "declaredBy": seats[0]["entry"], "seats": seats}).Want(201)
		}
		s.referee.Post(fmt.Sprintf("%s/rounds/%d/closing", s.path, n), nil).Want(200)
		if s.referee.Post(s.path+"/rounds", apitest.JSON{}).Status != 201 {
			break
		}
	}
	s.referee.Post(s.path+"/completion", nil).Want(200)
}

// A tournament that was finished too early is opened again, with a reason.
func TestTheConsoleOpensAFinishedTournamentAgain(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	s.playOut()
	h := s.atTables(t, "/next")
	h.takeBack("event", "table 2 of the first round was mistaken")
	h.shows("#finish")
	if state := s.referee.Get(s.path).Want(200).Text("state"); state != "running" {
		t.Errorf("the event is %s", state)
	}
	h.tap("#finish")
	eventually(t, "it is finished again", func() bool { return s.referee.Get(s.path).Want(200).Text("state") == "finished" })
}

// By a regulation that has these acts: a player comes late, another not at all, two are kept apart, and points are
// taken. Each can be undone.
func TestTheConsoleTakesWhatOnlySomeRegulationsKnow(t *testing.T) {
	t.Parallel()
	s := newEventBy(t, apitest.Start(t), 12, apitest.JSON{"kind": "open", "ruleset": "risiko-squadre-2000", "capacity": 100})
	s.referee.Post(s.path+"/rounds/1/discarding", apitest.JSON{"reason": "somebody is missing"}).Want(204) // a missing player is known before the draw
	h := s.atTables(t, "/players")
	chosen := func(entry int, act string) {
		t.Helper()
		h.tap(fmt.Sprintf(`[data-entry="%d"]`, entry))
		h.tap(fmt.Sprintf(`label:has(input[value="%s"])`, act))
	}
	chosen(2, "late")
	h.write("#minutes", "20")
	h.shows("#follows")
	h.sound("late")
	h.tap("#give")
	h.says("#done", "comes late")
	chosen(3, "absent")
	h.shows("#follows")
	h.tap("#give")
	h.says("#done", "does not come")
	h.tap("#undo")
	h.says("#done", "Taken back")
	chosen(4, "apart")
	h.write("#other", "5")
	h.write("#reason", "siblings")
	h.sound("apart")
	h.tap("#give")
	h.says("#done", "is kept apart")
	if late, apart := s.count("/attendance"), s.count("/kept-apart"); late != 2 || apart != 1 {
		t.Errorf("%d late or absent, %d pairs", late, apart)
	}
	if got := s.referee.Get(s.path + "/attendance").Want(200); !strings.Contains(string(got.Body), "revokedAt") {
		t.Errorf("nothing is taken back: %s", got.Body)
	}
	s.referee.Post(s.path+"/rounds", apitest.JSON{}).Want(201)
	h.tap(`.tabs a[href$="/run/sanctions"]`)
	h.tap(`[data-entry="6"]`)
	h.tap(`label:has(input[value="points"])`)
	h.tap(`label:has(input[value="disturbance"])`)
	h.shows("#follows")
	h.write("#reason", "disturbed the table")
	h.sound("points")
	h.tap("#give")
	h.says(`[data-entry="6"]`, "points")
	if got := s.referee.Get(s.path + "/sanctions").Want(200); got.Text("items.0.points") != "-7" {
		t.Errorf("the API says %s", got.Body)
	}
}

// An expulsion by another referee waits for the first referee, who confirms it with one button (CN09 5.5b).
func TestTheConsoleConfirmsASanction(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	other := s.appoint(s.manager, "Sara Seconda", "referee")
	other.Post(s.path+"/sanctions", apitest.JSON{"entry": 4, "kind": "expulsion", "moment": "during-game", "reason": "looked at the cards of others"}).Want(201)
	h := s.atTables(t, "/sanctions")
	h.says(`[data-confirm="4"]`, "Sara Seconda")
	h.sound("confirm-sanction")
	h.tap(`[data-confirm="4"] .btn`)
	eventually(t, "it is confirmed", func() bool { return h.is(`!document.querySelector("[data-confirm]")`) && s.entryState(4) == "expelled" })
}

// The session ends while results wait: they stay in sight, a person who signs in again in another tab continues where
// they were, and they arrive once.
func TestTheConsoleKeepsTheQueueOverASignIn(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	browser := chromium(t)
	h := &hand{tab: open(t, browser, s.run()+"/run?lang=en")}
	loadAxe(h.tab)
	enterConsole(h.tab, s.referee)
	h.shows(`[data-table="1"][data-state="playing"]`)
	cut(h.tab, s, true)
	for table, points := range map[int][]int{1: {10, 8, 7, 6}, 2: {4, 9, 10, 5}} {
		h.tap(fmt.Sprintf(`[data-table="%d"]`, table))
		for seat, one := range points {
			h.tap(fmt.Sprintf(`fieldset.pl:nth-of-type(%d) input[value="%d"]`, seat+1, one))
		}
		h.tap("#register")
		h.shows(fmt.Sprintf(`[data-table="%d"][data-state="pencil"]`, table))
	}
	other := open(t, browser, s.page)
	press(other, "#visitor button[type=submit]")
	eventually(t, "signed out", func() bool { return other.is(`document.getElementById("sign-in")`) })

	cut(h.tab, s, false)
	do(h.tab, "back to the tab", chromedp.Evaluate[bool](`dispatchEvent(new Event("online")), true`))
	h.says("#signed-out", "You are signed out")
	h.shows(`[data-table="1"][data-state="pencil"]`)
	h.sound("signed-out")
	if s.points(1) != "" {
		t.Errorf("nobody is signed in, and table 1 has %q", s.points(1))
	}

	again := open(t, browser, s.server.Address+"/sign-in?lang=en")
	signIn(again, s.referee)
	do(h.tab, "back to the tab", chromedp.Evaluate[bool](`dispatchEvent(new Event("focus")), true`))
	for table, points := range map[int]string{1: "10 8 7 6", 2: "4 9 10 5"} {
		h.shows(fmt.Sprintf(`[data-table="%d"][data-state="confirmed"]`, table))
		if got := s.points(table); got != points {
			t.Errorf("table %d: %q", table, got)
		}
	}
	if h.is(`document.getElementById("signed-out")`) {
		t.Error("still asked to sign in")
	}
}
