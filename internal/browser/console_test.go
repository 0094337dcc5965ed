package browser_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
	"referto/openapi"
)

// enterConsole opens the console, signs in on the page to which it leads, and is back.
func enterConsole(b tab, who *apitest.Client) {
	b.t.Helper()
	sees(b, "the console asks to sign in", func() bool { return b.is(`document.getElementById("sign-in")`) })
	press(b, "#sign-in")
	sees(b, "the page of signing in", func() bool { return b.is(`document.getElementById("entry")`) })
	fill(b, "#email", who.Email)
	fill(b, "#password", who.Password)
	press(b, "#entry button[type=submit]")
	sees(b, "back in the console", func() bool { return b.text("#person .name") == who.Name })
}

// sees waits for something that a tab shows, and reports what it shows instead.
func sees(b tab, what string, is func() bool) {
	b.t.Helper()
	for began := time.Now(); time.Since(began) < enough; time.Sleep(100 * time.Millisecond) {
		if is() {
			return
		}
	}
	b.t.Fatalf("never: %s; %s", what, b.shown())
}

// cut takes the network from the API away, or gives it back.
func cut(b tab, s *stage, away bool) {
	b.t.Helper()
	var blocked []*network.BlockPattern
	if away {
		blocked = []*network.BlockPattern{{URLPattern: s.server.Address + "/v1/*", Block: true}, {URLPattern: s.server.Address + "/console/token", Block: true}}
	}
	block(b, blocked)
}

// block keeps a page from loading some addresses, and lets it load all others.
func block(b tab, addresses []*network.BlockPattern) {
	b.t.Helper()
	do(b, "the network", chromedp.Func(func(ctx context.Context, at *chromedp.Target) error {
		if _, err := cdp.Call(ctx, at, network.Enable, network.EnableParams{}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, at, network.SetBlockedURLs, network.SetBlockedURLsParams{URLPatterns: addresses})
		return err
	}))
}

// state returns the words of the list about a table.
func (b tab) state(table int) string {
	b.t.Helper()
	return evaluate[string](b, fmt.Sprintf(`document.querySelector('[data-table="%d"]')?.dataset.state ?? ""`, table))
}

// points returns the points of a table of the first round, as the API has them.
func (s *stage) points(table int) string {
	var out []string
	got := s.referee.Get(fmt.Sprintf("%s/rounds/1/tables/%d", s.path, table)).Want(200)
	if strings.Contains(string(got.Body), `"result"`) {
		for i := range 4 {
			out = append(out, fmt.Sprint(got.Int(fmt.Sprintf("result.seats.%d.vp", i))))
		}
	}
	return strings.Join(out, " ")
}

// run is the address of the tables of the event in the console.
func (s *stage) run() string {
	return s.server.Address + "/console/t" + strings.TrimPrefix(s.path, "/tenants")
}

// J08: a referee signs in, sees the pending tasks and the running event, and enters the first round of 22 players: a result with six taps, open,
// four scores, register, or five at a table of three. On a keyboard it takes seven keys. Once the round is closed the page has the order
// and the shares of the API, cut off after two digits and not rounded (CN09 3.2c).
func TestTheConsoleTakesAResultInSixTaps(t *testing.T) {
	t.Parallel()
	s := newStageOf(t, apitest.Start(t), 22)
	b := open(t, chromium(t), s.server.Address+"/console?lang=en")
	do(b, "a phone", chromedp.EmulateViewport(390, 844))
	enterConsole(b, s.referee)
	sees(b, "today", func() bool {
		return strings.HasPrefix(b.text("h1"), "Today, ") && b.is(`document.querySelector(".work a")`)
	})
	if b.is(`localStorage.length && JSON.stringify(localStorage).includes("ey") || sessionStorage.length && JSON.stringify(sessionStorage).includes("eyJ")`) {
		t.Error("a token is kept where scripts find it")
	}
	b.tap(`.work a[href$="/run"]`)
	sees(b, "the tables", func() bool { return b.number(`document.querySelectorAll("[data-table]").length`) == 6 })
	if b.is(`document.documentElement.scrollWidth > 390`) {
		t.Errorf("%d wide", b.number(`document.documentElement.scrollWidth`))
	}
	do(b, "count touches", chromedp.Evaluate[bool](`window.touched = 0, addEventListener("click", (event) => event.detail && window.touched++, true), true`))
	b.scores(1, 8, 10, 7, 6)
	if touched := b.number("window.touched"); touched != 6 || s.points(1) != "8 10 7 6" {
		t.Errorf("%d taps, %q", touched, s.points(1))
	}
	for _, key := range []string{"2", "\r"} {
		do(b, "key "+key, chromedp.KeyEvent(key))
	}
	sees(b, "the form of table 2", func() bool { return b.is(`document.activeElement?.name?.startsWith("vp-")`) })
	for _, key := range []string{"0", "8", "7", "5", "\r"} {
		do(b, "key "+key, chromedp.KeyEvent(key))
	}
	sees(b, "table 2 is confirmed", func() bool { return b.state(2) == "confirmed" })
	if s.points(2) != "10 8 7 5" {
		t.Errorf("by keyboard: %q", s.points(2))
	}
	b.scores(3, 10, 9, 8, 6)
	b.scores(4, 5, 6, 7, 10)
	b.scores(5, 10, 8, 6)
	if text := b.text("#why"); !b.is(`document.getElementById("close").disabled`) || !strings.Contains(text, "table 6") {
		t.Errorf("the round can be closed: %q", text)
	}
	b.scores(6, 7, 10, 9)
	b.tap("#close")
	eventually(t, "the round is closed", func() bool { return s.round(1).State == openapi.RoundStateClosed })
	s.asInTheAPI(open(t, chromium(t), s.page))
}

// scores enters a result by taps: it opens a table, presses the points of each seat, and registers.
func (b tab) scores(table int, points ...int) {
	b.t.Helper()
	b.tap(fmt.Sprintf(`[data-table="%d"]`, table))
	for seat, one := range points {
		b.tap(fmt.Sprintf(`fieldset.pl:nth-of-type(%d) input[value="%d"]`, seat+1, one))
	}
	b.tap("#register")
	sees(b, fmt.Sprintf("the result of table %d is confirmed", table), func() bool { return b.state(table) == "confirmed" })
}

// asInTheAPI compares the order and the shares on the page of an event with those of the API, after one round.
func (s *stage) asInTheAPI(b tab) {
	b.t.Helper()
	var standings openapi.Standings
	s.referee.Get(s.path + "/standings").Want(200).Into(&standings)
	cut := map[int]string{} // of each entry
	for _, table := range s.round(1).Tables {
		sum := 0
		for _, seat := range table.Result.Seats {
			sum += seat.Vp
		}
		for _, seat := range table.Result.Seats {
			cut[seat.Entry] = fmt.Sprintf("%d.%02d", seat.Vp*100/sum, seat.Vp*10000/sum%100)
		}
	}
	var order []int
	for _, row := range standings.Rows {
		order = append(order, row.Entry.Number)
		share := row.Figures[slices.IndexFunc(standings.Criteria, func(one openapi.Criterion) bool { return one.Key == "share" })]
		if share != cut[row.Entry.Number] {
			b.t.Errorf("%d has a share of %s, not %s", row.Entry.Number, share, cut[row.Entry.Number])
		}
		if !b.is(fmt.Sprintf(`[...document.querySelectorAll('tr[data-entry="%d"] td')].some((one) => one.textContent.includes(%q))`, row.Entry.Number, share)) {
			b.t.Errorf("the row of %d has no %s: %s", row.Entry.Number, share, b.text(fmt.Sprintf(`tr[data-entry="%d"]`, row.Entry.Number)))
		}
	}
	if got := b.above(); !slices.Equal(got, order) {
		b.t.Errorf("the page has the order %v, the API %v", got, order)
	}
}

// copied reports whether the console had a copy of one group when it was last asked: a browser that is busy writes it down a
// little after it is seen.
const copied = `(() => {
	const asked = indexedDB.open("referto-copies", 1);
	asked.onupgradeneeded = () => asked.transaction.abort(); // nothing was kept yet
	asked.onsuccess = () => {
		const keys = asked.result.transaction("copies").objectStore("copies").getAllKeys();
		keys.onsuccess = () => { window.kept = keys.result.map((one) => String(one).split("/")[0]); asked.result.close(); };
	};
	return window.kept?.includes(%q) === true;
})()`

// keeps waits until the console has a copy of a group, with which it starts without network.
func (b tab) keeps(group string) {
	b.t.Helper()
	eventually(b.t, "a copy of "+group, func() bool { return b.is(fmt.Sprintf(copied, group)) })
}

// Without network a result is pencil, and there after a reload; with network it arrives once. Where another device was
// first, both results are shown, and the referee decides.
func TestTheConsoleKeepsWhatItCannotSend(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	b := open(t, chromium(t), s.run()+"/run?lang=en")
	do(b, "a phone", chromedp.EmulateViewport(390, 844))
	enterConsole(b, s.referee)
	score := func(table int, points ...int) {
		t.Helper()
		b.tap(fmt.Sprintf(`[data-table="%d"]`, table))
		for seat, one := range points {
			b.tap(fmt.Sprintf(`fieldset.pl:nth-of-type(%d) input[value="%d"]`, seat+1, one))
		}
	}
	sees(b, "the tables", func() bool { return b.state(1) == "playing" })
	cut(b, s, true)
	score(1, 10, 8, 7, 6)
	b.tap("#register")
	sees(b, "table 1 in pencil", func() bool { return b.state(1) == "pencil" })
	sees(b, "it is said", func() bool { return strings.Contains(b.text("#sync"), "1 entry is kept on this device.") })
	if s.points(1) != "" {
		t.Errorf("arrived without network: %q", s.points(1))
	}
	block(b, []*network.BlockPattern{{URLPattern: s.server.Address + "/v1/*/result", Block: true}})
	do(b, "reload", chromedp.Reload())
	sees(b, "still in pencil after a reload", func() bool { return b.state(1) == "pencil" })
	cut(b, s, false)
	sees(b, "confirmed with network", func() bool { return b.state(1) == "confirmed" })
	if s.points(1) != "10 8 7 6" {
		t.Errorf("table 1: %q", s.points(1))
	}

	score(2, 6, 10, 5, 4)
	s.result(2) // another device records 10 8 7 5
	b.tap("#register")
	sees(b, "a conflict", func() bool { return b.state(2) == "conflict" })
	b.tap("#sync a")
	sees(b, "both results", func() bool {
		return strings.Contains(b.text("[data-act] tbody"), "6 10") || strings.Contains(b.text("[data-act] tbody"), "610")
	})
	do(b, "why", chromedp.SendKeys("[data-act] .reason input", "the sheet says so"))
	b.tap("[data-act] .acts .primary")
	sees(b, "the queue is empty", func() bool { return b.is(`!document.querySelector("[data-act]")`) })
	if s.points(2) != "6 10 5 4" {
		t.Errorf("table 2: %q", s.points(2))
	}
}

// From the tables a warning takes four acts, the reason among them. Before it is given its consequences stand there: the second one in an event expels
// (CN09 5.5a).
func TestTheConsoleTellsWhatAWarningLeadsTo(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	h := s.atTables(t, "")
	do(h.tab, "a phone", chromedp.EmulateViewport(390, 844))
	warn := func(label, follows string) {
		t.Helper()
		h.shows(".tabs")
		h.acts = 0
		h.tap(`.tabs a[href$="/sanctions"]`)
		h.tap("[data-entry]")
		h.says("#follows", follows)
		if h.text("#give") != label || !h.is(`document.getElementById("give").disabled`) {
			t.Errorf("%q before the reason is said", h.text("#give"))
		}
		h.write("#reason", "slow play")
		h.tap("#give")
		eventually(t, "it is given", func() bool { return !h.is(`document.getElementById("give")`) })
		if h.acts > 4 {
			t.Errorf("%d acts for a warning", h.acts)
		}
		t.Logf("%d acts from the tables to a warning", h.acts)
	}
	given := func() int {
		var out struct{ Items []struct{ Expels bool } }
		s.referee.Get(s.path + "/sanctions").Want(200).Into(&out)
		if len(out.Items) > 0 && out.Items[len(out.Items)-1].Expels != (len(out.Items) == 2) {
			t.Errorf("%v", out)
		}
		return len(out.Items)
	}
	warn("Warn", "")
	if given() != 1 {
		t.Errorf("%d sanctions", given())
	}
	h.says("[data-entry]", "warning")
	h.tap(`.tabs a[href$="/run"]`)
	h.shows(`[data-table="1"]`)
	warn("Warn and expel", "CN09 5.5a")
	if given() != 2 {
		t.Errorf("%d sanctions", given())
	}
}

// offline takes the network away from the page and its worker, or gives it back.
func (b tab) offline(is bool) {
	b.t.Helper()
	emulate := cdp.Command[map[string]any, any]{Method: "Network.emulateNetworkConditionsByRule"} // Debian's Chromium sets offline for all rules, not for each
	do(b, "the network", chromedp.Func(func(ctx context.Context, at *chromedp.Target) error {
		if _, err := cdp.Call(ctx, at, network.Enable, network.EnableParams{}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, at, emulate, map[string]any{
			"offline": is, "emulateOfflineServiceWorker": is, "matchedNetworkConditions": []any{map[string]any{"urlPattern": "", "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}},
		})
		return err
	}))
}

// Once it was open, the console starts without network, with the tables in their last state; results entered then
// arrive later.
func TestTheConsoleStartsWithoutNetwork(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	b := open(t, chromium(t), s.run()+"/run?lang=en")
	do(b, "a phone", chromedp.EmulateViewport(390, 844))
	enterConsole(b, s.referee)
	sees(b, "the tables", func() bool { return b.state(1) == "playing" })
	do(b, "ask what keeps it", chromedp.Evaluate[bool](`navigator.serviceWorker.ready.then((all) => { window.keeper = all.active; }), true`))
	sees(b, "the console is kept", func() bool { return b.is(`window.keeper?.state === "activated"`) })
	b.keeps("floor")
	b.offline(true)
	began := time.Now()
	do(b, "reload", chromedp.Reload())
	sees(b, "the tables without network", func() bool { return b.state(1) == "playing" && strings.Contains(b.text("#network"), "Offline") })
	t.Logf("from a reload without network to the tables: %s", time.Since(began).Round(10*time.Millisecond))
	b.tap(`[data-table="1"]`)
	for seat, points := range []int{10, 8, 7, 6} {
		b.tap(fmt.Sprintf(`fieldset.pl:nth-of-type(%d) input[value="%d"]`, seat+1, points))
	}
	b.tap("#register")
	sees(b, "table 1 in pencil", func() bool { return b.state(1) == "pencil" })
	b.offline(false)
	sees(b, "confirmed with network", func() bool { return b.state(1) == "confirmed" })
	if s.points(1) != "10 8 7 6" {
		t.Errorf("table 1: %q", s.points(1))
	}
}
