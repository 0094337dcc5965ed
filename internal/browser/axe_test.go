package browser_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"referto/internal/sampling"
)

// axeScript is axe-core, which npm installs beside this test (package-lock.json; make test does it).
const axeScript = "node_modules/axe-core/axe.min.js"

// runAxe looks for violations of some rules and leaves them in window.axeFound.
const runAxe = `window.axeFound = undefined; window.axeLooks = true; axe.run(document, {runOnly: %s, resultTypes: ["violations"]}).then(
	(r) => { window.axeFound = JSON.stringify(r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.target.join(" ") + " " + n.failureSummary).join("; "))); },
	(e) => { window.axeFound = JSON.stringify(["axe: " + e]); }); true`

// allRules are the rules of WCAG 2.2 AA and axe's best practices; colorRules are those of them whose result depends
// on whether a page is light or dark.
const (
	allRules   = `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]`
	colorRules = `["color-contrast", "link-in-text-block"]`
)

// looks counts how often axe has looked at a page, in a width and a theme, and faults what it has found.
var looks, faults atomic.Int64

// loadAxe has every page that the tab opens from now on carry axe.
func loadAxe(b tab) {
	b.t.Helper()
	source, err := os.ReadFile(axeScript)
	if err != nil {
		b.t.Fatalf("axe-core is not installed; `make test` does that: %v", err)
	}
	do(b, "carry axe", chromedp.Func(func(ctx context.Context, at *chromedp.Target) error {
		_, err := cdp.Call(ctx, at, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: string(source)})
		return err
	}))
}

// widths and themes are those in which a page is looked at: a desk, a phone and the smallest phone, or a letter four times as
// large as meant (U21, U23 of the design). `make test` draws one of each for every page and state, `make e2e` has all.
var (
	widths = []int64{1440, 390, 320}
	themes = []string{"light", "dark"}
)

// accessible reports the findings of axe on the page of a tab. Everything that opens is open, and the window is as
// high as the page, so that a fixed bar does not cover a part that could be scrolled. Menus are closed in the end.
func accessible(b tab, name string) {
	b.t.Helper()
	if !b.is(`document.querySelector("h1") && (!document.querySelector(".problem") || location.pathname.startsWith("/problems/"))`) {
		b.t.Errorf("%s is no page: %s", name, b.text("main"))
	}
	do(b, "open all", chromedp.Evaluate[bool](openAll))
	for _, width := range sampling.Of(name+" width", widths) {
		do(b, "width", chromedp.EmulateViewport(width, 740))
		high := 0
		eventually(b.t, name+" grows no more", func() bool { // content that arrives late makes it higher
			before := high
			high = b.number(`document.documentElement.scrollHeight`)
			return high == before
		})
		do(b, "height", chromedp.EmulateViewport(width, int64(max(740, high))))
		do(b, "the foot", chromedp.Evaluate[bool](`scrollTo(0, document.documentElement.scrollHeight), true`)) // of a page that grows with its window
		rules := allRules
		for _, theme := range sampling.Of(name+" theme", themes) {
			for _, one := range findings(b, theme, rules) {
				faults.Add(1)
				b.t.Errorf("%s, %s, %d: %s", name, theme, width, one)
			}
			looks.Add(1)
			rules = colorRules // the other theme differs in colors alone
		}
	}
	do(b, "close menus", chromedp.Evaluate[bool](`document.querySelectorAll("main .menu").forEach((d) => { d.open = false; }), true`)) // they would cover the next target
}

// openAll opens everything on a page that can be opened, but for the menu of the bar at the foot: it lies over the page.
const openAll = `document.querySelectorAll("main details:not(.tabs details)").forEach((d) => { d.open = true; }), true`

// findings lists the faults that axe finds by some rules in a theme. It holds the page for as long as it looks, which is half a
// second, or many where several browsers share a core. A page that has loaded itself anew meanwhile is looked at again.
func findings(b tab, theme, rules string) (found []string) {
	b.t.Helper()
	const patience = 2 * time.Minute
	for began := time.Now(); time.Since(began) < patience; time.Sleep(20 * time.Millisecond) {
		switch text := evaluateWithin[string](b, patience, `window.axeFound ?? (window.axeLooks ? "" : "anew")`); text {
		case "":
		case "anew":
			evaluate[bool](b, openAll)
			evaluate[bool](b, `document.documentElement.dataset.theme = "`+theme+`", true`)
			evaluateWithin[bool](b, patience, fmt.Sprintf(runAxe, rules))
		default:
			evaluate[bool](b, `window.axeFound = window.axeLooks = undefined, true`)
			if err := json.Unmarshal([]byte(text), &found); err != nil {
				b.t.Fatal(err)
			}
			return found
		}
	}
	b.t.Fatal("axe does not come to an end")
	return nil
}
