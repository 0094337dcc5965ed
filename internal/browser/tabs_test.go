package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// hidden sets whether a tab is out of sight.
func (b tab) hidden(hide bool) {
	b.t.Helper()
	const set = `Object.defineProperty(document, "hidden", { configurable: true, get: () => %HIDE% });
		Object.defineProperty(document, "visibilityState", { configurable: true, get: () => (%HIDE% ? "hidden" : "visible") });
		document.dispatchEvent(new Event("visibilitychange"))`
	text := "true"
	if !hide {
		text = "false"
	}
	do(b, "hide", chromedp.Evaluate[bool](strings.ReplaceAll(set, "%HIDE%", text)))
}

// Twelve tabs on the page of a running event, all of them visible: one listens, all show the news, and the thirteenth
// page of the site loads.
func TestManyTabs(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	browser := chromium(t)
	var tabs []tab
	for range 12 {
		opened := open(t, browser, s.page)
		opened.hidden(false)
		tabs = append(tabs, opened)
	}
	streams := func() (n int) {
		for _, one := range tabs {
			n += one.number("streams()")
		}
		return n
	}
	eventually(t, "one of twelve tabs listens", func() bool { return streams() == 1 })
	for table := 1; table <= 2; table++ {
		s.result(table)
		for i, one := range tabs {
			eventually(t, "a tab shows the result", func() bool { return one.number(`document.querySelectorAll("[data-news]").length`) == table })
			if one.is(`!document.getElementById("connection").hidden`) {
				t.Errorf("tab %d says that the connection is lost", i)
			}
		}
	}
	thirteenth := open(t, browser, s.home)
	if thirteenth.text("h1") == "" {
		t.Error("the thirteenth page is empty")
	}

	// The listening tab goes out of sight: another takes over. When all are out of sight, none listens; a tab that
	// comes back is up to date.
	for i, one := range tabs[:11] {
		one.hidden(true)
		eventually(t, "one of the others listens", func() bool { return streams() == 1 && one.number("streams()") == 0 })
		if t.Failed() {
			t.Fatalf("after tab %d", i)
		}
	}
	tabs[11].hidden(true)
	eventually(t, "nobody listens", func() bool { return streams() == 0 })
	s.result(3)
	tabs[3].hidden(false)
	eventually(t, "who comes back sees the result", func() bool { return tabs[3].number(`document.querySelectorAll("[data-news]").length`) == 3 })
	eventually(t, "and listens", func() bool { return streams() == 1 && tabs[3].number("streams()") == 1 })
}
