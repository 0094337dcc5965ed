package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// On the projector clock, seats and standings take turns. The arrows change them and the space bar holds them; at
// 1080 p nothing is smaller than 26 pixels and nothing has to be scrolled. A result is on the wall by itself; without
// network the foot shows since when.
func TestTheScreenInTheRoom(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	b := open(t, chromium(t), strings.Replace(s.page, "?", "/screen?", 1))
	loadAxe(b)
	do(b, "a projector", chromedp.EmulateViewport(1920, 1080))
	do(b, "load", chromedp.Reload())
	heading := func() string { return b.text(".wall:not([hidden]) h2") }
	eventually(t, "the clock of the round", func() bool { return strings.Contains(heading(), "Round 1") })
	key := func(key string) {
		do(b, key, chromedp.Evaluate[bool](`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "`+key+`", bubbles: true, cancelable: true})), true`))
	}
	key("ArrowRight")
	if got := heading(); got != "Where you sit" {
		t.Errorf("the clock is followed by %q", got)
	}
	names := evaluate[[]string](b, `[...document.querySelectorAll(".az b")].map((one) => one.textContent)`)
	if len(names) != 12 || names[0] > names[1] {
		t.Errorf("the seats of %q", names)
	}
	key(" ")
	eventually(t, "held", func() bool { return strings.Contains(b.text("#says"), "held") })
	if b.is(`document.documentElement.scrollHeight > 1080`) {
		t.Errorf("%d high", b.number(`document.documentElement.scrollHeight`))
	}
	small := evaluate[[]string](b, `[...document.querySelectorAll("main *, footer *")].filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) &&
		!e.closest(".vh, .skip") && parseFloat(getComputedStyle(e).fontSize) < 26).map((e) => e.outerHTML)`)
	if len(small) > 0 {
		t.Errorf("smaller than can be read: %q", small)
	}
	key(" ")
	key("ArrowLeft")
	if b.is(`document.querySelector(".tb .pine")`) {
		t.Error("a table is done before its result")
	}
	s.result(1)
	eventually(t, "the result on the wall", func() bool { return b.is(`document.querySelector(".tb .pine")`) })
	if got := heading(); !strings.Contains(got, "Round 1") {
		t.Errorf("the news has turned the wall to %q", got)
	}
	accessible(b, "the screen")
	block(b, []*network.BlockPattern{{URLPattern: s.server.Address + "/*", Block: true}})
	eventually(t, "it says that there is no network", func() bool { return strings.Contains(b.text("#net"), "No network since") })
	do(b, "a phone", chromedp.EmulateViewport(360, 740))
	if wide := b.number(`document.documentElement.scrollWidth`); wide > 360 {
		t.Errorf("%d wide on a phone", wide)
	}
}
