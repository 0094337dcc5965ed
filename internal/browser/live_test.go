package browser_test

import (
	"context"
	"regexp"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// An opened row stays open, and news waits; once the news is shown, by the button or by itself, the keyboard is in
// that row again, wherever the row now stands.
func TestTheKeyboardStaysInItsRow(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	s.result(1)
	b := open(t, chromium(t), s.page)
	do(b, "focus", chromedp.Func(func(ctx context.Context, at *chromedp.Target) error {
		_, err := cdp.Call(ctx, at, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
		return err
	}))
	const last = `document.querySelector("tr[data-entry='12']")`
	const press = `document.querySelector("[data-part=standings] tbody").dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}))`
	stays := func(when string) {
		t.Helper()
		if !b.is(`document.activeElement === `+last+`.querySelector("summary")`) || !b.is(last+`.querySelector("details").open`) {
			t.Errorf("%s: the keyboard is at %q", when, evaluate[string](b, `document.activeElement.outerHTML.slice(0, 120)`))
		}
	}
	eventually(t, "the standings", func() bool { return b.is(last + ` !== null`) })
	do(b, "open the last row", chromedp.Evaluate[bool](last+`.querySelector("summary").focus(), `+last+`.querySelector("summary").click(), true`))
	do(b, "a finger that stays", chromedp.Evaluate[bool](`window.finger = setInterval(() => `+press+`, 500), `+press+`, true`))
	s.result(2)
	eventually(t, "news waits", func() bool { return b.is(`document.querySelector("[data-part=standings] .news") !== null`) })
	stays("while news waits")
	do(b, "let it in", chromedp.Evaluate[bool](`document.querySelector(".news").focus(), document.querySelector(".news").click(), true`))
	stays("once it is let in")
	do(b, "the finger goes", chromedp.Evaluate[bool](`clearInterval(window.finger), true`))
	do(b, "and so does the mark of the keyboard", chromedp.Evaluate[bool](`const real = Element.prototype.querySelector;
		Element.prototype.querySelector = function (what) { return what === "tbody :focus-visible" ? null : real.call(this, what); }; true`))
	shown := b.text("#standings header")
	s.result(3)
	eventually(t, "the news is shown", func() bool {
		return b.text("#standings header") != shown && b.is(`document.querySelector(".news") === null`)
	})
	stays("after news that nobody held")
}

// Once the server is silent the page shows since when, and when it is back the page shows that.
func TestAPageWithoutConnectionSaysSo(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	b := open(t, chromium(t), s.page)
	b.hidden(false)
	eventually(t, "it hears", func() bool { return b.is("hears()") })
	block(b, []*network.BlockPattern{{URLPattern: s.server.Address + "/*", Block: true}})
	b.hidden(true) // the stream that is open would stay so
	b.hidden(false)
	said := regexp.MustCompile(`^No connection since \d\d:\d\d\.`)
	eventually(t, "it says so", func() bool {
		return b.is(`!document.getElementById("connection").hidden`) && said.MatchString(b.text("#connection"))
	})
	block(b, nil)
	eventually(t, "it is back", func() bool { return b.is(`document.getElementById("connection").hidden`) })
}
