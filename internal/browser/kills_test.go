package browser_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
	"referto/internal/sampling"
)

// falters makes a tab stop at a step of sending requests to addresses with an end: before it is sent ("unsent"), once
// the server has done it and no answer has arrived ("unheard"), or as the answer arrives ("answered"). Then
// window.lost is true.
func (h *hand) falters(step, end string) {
	h.t.Helper()
	do(h.tab, step, chromedp.Evaluate[bool](fmt.Sprintf(`{
		const real = window.fetch, step = %q;
		window.fetch = async (asked, ...more) => {
			if (asked.method !== "POST" || !asked.url.endsWith(%q)) return real(asked, ...more);
			if (step !== "unsent") var answer = await real(asked, ...more);
			window.lost = true;
			return step === "answered" ? answer : new Promise(() => {});
		};
	}; true`, step, end)))
}

// A tab is killed twenty times, five times at each step of an act: while the act waits on the device without network,
// before it is sent, once it is done and the answer is lost, and as the answer arrives. The next tab sends the
// remaining acts, and each act is done once: none is lost or doubled. `make test` kills two of them.
func TestTwentyTabsAreKilled(t *testing.T) {
	t.Parallel()
	s := newStageOf(t, apitest.Start(t), 24)
	browser := chromium(t)
	b := open(t, browser, s.run()+"/run/sanctions?lang=en")
	enterConsole(b, s.referee)
	var kills []string
	for range 5 {
		kills = append(kills, "kept", "unsent", "unheard", "answered")
	}
	kills = sampling.Of("kills", kills)
	for n, step := range kills {
		entry := n + 1
		h := &hand{tab: open(t, browser, s.run()+"/run/sanctions?lang=en")}
		h.tap(fmt.Sprintf(`[data-entry="%d"]`, entry))
		h.shows("#follows")
		h.write("#reason", fmt.Sprintf("slow play %d", entry))
		if step == "kept" {
			cut(h.tab, s, true)
		} else {
			h.falters(step, "/sanctions")
		}
		h.tap("#give")
		if step == "kept" {
			h.shows(fmt.Sprintf(`[data-entry="%d"] [data-pencil="sanction"]`, entry))
		} else {
			eventually(t, step, func() bool { return h.is("window.lost") })
		}
		h.die()
	}
	last := &hand{tab: open(t, browser, s.run()+"/run?lang=en")}
	last.shows(`[data-table="1"]`)
	last.hasSentAll()
	var given struct {
		Items []struct{ Entry struct{ Number int } }
	}
	s.referee.Get(s.path + "/sanctions").Want(200).Into(&given)
	var got, want []int
	for n, one := range given.Items {
		got, want = append(got, one.Entry.Number), append(want, n+1)
	}
	slices.Sort(got)
	if len(given.Items) != len(kills) || !slices.Equal(got, want) {
		t.Errorf("after %d kills %v are warned", len(kills), got)
	}
	t.Logf("%d kills: nothing lost, nothing doubled", len(kills))
}

// The browser itself is killed while results wait without network (J13). Started again on the same profile it shows
// the kept results, and sends them once there is network.
func TestTheBrowserIsKilled(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	profile := t.TempDir()
	first := ownBrowser(t, profile)
	h := &hand{tab: open(t, first, s.run()+"/run?lang=en")}
	enterConsole(h.tab, s.referee)
	h.shows(`[data-table="1"][data-state="playing"]`)
	do(h.tab, "ask what keeps it", chromedp.Evaluate[bool](`navigator.serviceWorker.ready.then((all) => { window.keeper = all.active; }), true`))
	eventually(t, "the console is kept", func() bool { return h.is(`window.keeper?.state === "activated"`) })
	h.keeps("floor")
	h.offline(true)
	for _, table := range []string{"1", "2"} {
		h.tap(`[data-table="` + table + `"]`)
		for seat, points := range []string{"8", "10", "7", "5"} {
			h.tap(fmt.Sprintf(`fieldset.pl:nth-of-type(%d) input[value="%s"]`, seat+1, points))
		}
		h.tap("#register")
		h.shows(`[data-table="` + table + `"][data-state="pencil"]`)
	}
	ctx, end := context.WithTimeout(t.Context(), 10*time.Second)
	defer end()
	_ = chromedp.FromContext(first).Browser.Call(ctx, "Browser.crash", nil, nil) // nothing is left that could answer
	again := &hand{tab: open(t, ownBrowser(t, profile), s.run()+"/run?lang=en")}
	again.shows(`#sign-in, [data-table="1"]`)
	if again.is(`document.getElementById("sign-in")`) { // Chromium writes cookies down twice a minute
		enterConsole(again.tab, s.referee)
	}
	sees(again.tab, "what was kept", func() bool { return again.state(1) == "confirmed" })
	again.shows(`[data-table="2"][data-state="confirmed"]`)
	again.hasSentAll()
	if s.points(1) != "8 10 7 5" || s.points(2) != "8 10 7 5" {
		t.Errorf("tables: %q, %q", s.points(1), s.points(2))
	}
}
