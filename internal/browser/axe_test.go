package browser_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
	"referto/internal/demo"
)

// axeScript is axe-core, which npm installs beside this test (package-lock.json; make test does it).
const axeScript = "node_modules/axe-core/axe.min.js"

// runAxe looks for violations of some rules and leaves them in window.found.
const runAxe = `window.found = undefined; axe.run(document, {runOnly: %s, resultTypes: ["violations"]}).then(
	(r) => { window.found = JSON.stringify(r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.target.join(" ") + " " + n.failureSummary).join("; "))); },
	(e) => { window.found = JSON.stringify(["axe: " + e]); }); true`

// allRules are those of WCAG 2.2 AA and of what axe holds for good practice; colorRules are those of them whose answer
// depends on whether a page is light or dark.
const (
	allRules   = `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]`
	colorRules = `["color-contrast", "link-in-text-block"]`
)

// The pages of the demo federations have no violation that axe finds, in light and dark, on a phone and on a desk: those
// of spectators, those of a player, and those on which the staff works. They fit on the smallest phone with letters of
// twice the size.
func TestPagesAreAccessible(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	if _, err := demo.Load(t.Context(), demo.Config{Server: server.Address, Mailbox: server.Mailbox.Dir(), Now: server.Clock.Now}); err != nil {
		t.Fatal(err)
	}
	ofDemo := func(mail string) *apitest.Client {
		return &apitest.Client{Email: mail, Password: "due-pecore-per-un-mattone"}
	}
	operator := server.Operator("Opal Gestora")
	for _, tt := range []struct {
		who   string
		as    *apitest.Client // nil: nobody
		pages []string        // "first a" is the page to which the first such link of the page before leads
	}{
		{"spectators", nil, []string{
			"/", "/tenants", "/sign-in", "/account/registration", "/t/fic", "/t/fic/e/tappa-bologna", "/t/fic/calendar", "/t/fic/qualification", "/t/fic/rules", "/t/fic/rules/catan-nazionale-2009", "/t/fic/e/tappa-aosta", "/t/fic/e/negozio-modena", "/t/fic/e/tappa-bologna/draw", "/t/fic/s/campionato-precedente/final", "/t/lzb/rankings/ranglista",
			"first /players/", "/t/lzb/rankings/ranglista/hall", "/t/armata-rossa/series/campionato-delle-serate", "/t/lzb/clubs", "first /clubs/",
		}},
		{"a player", ofDemo("player@lzb.example"), []string{"/account", "/account/records", "/account/data", "/account/founding", "/t/lzb/mine"}},
		{"the staff", ofDemo("manager@lzb.example"), []string{"/account", "/t/lzb/people", "/t/lzb/staff", "/t/lzb/logo", "/t/lzb/archives", "/t/lzb/deletion", "/t/lzb/histories", "/t/lzb/audit", "/t/lzb/refunds", "/t/lzb/people?name=%D0%BD%D0%B8", "first /people/"}},
		{"an operator", operator, []string{"/admin"}},
	} {
		t.Run(tt.who, func(t *testing.T) { // one after the other: a browser takes a core
			b := open(t, chromium(t), server.Address+"/sign-in?lang=en")
			loadAxe(b)
			if tt.as != nil {
				signIn(b, tt.as)
			}
			for _, at := range tt.pages {
				address := server.Address + at
				if part, first := strings.CutPrefix(at, "first "); first {
					address = do(b, at, chromedp.Evaluate[string](`document.querySelector('main a[href*="`+part+`"]').href`))
				}
				do(b, "load "+address, chromedp.Navigate(address))
				accessible(b, at)
				for _, language := range []string{"it", "bg"} {
					do(b, "load "+address, chromedp.Navigate(in(language, address)))
					fits(b, at+" in "+language)
				}
			}
		})
	}
}

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

// looks are the widths and themes in which a page is looked at. The first two are both widths and both themes, and all that
// `make test` looks at; the others differ from them in colors alone.
var looks = []struct {
	width int64
	theme string
	rules string
}{{1200, "light", allRules}, {360, "dark", allRules}, {1200, "dark", colorRules}, {360, "light", colorRules}}

// accessible reports what axe finds on the page of a tab. Everything that opens is open, and the window is as high as the page: no bar
// that stays in sight covers a part of what could be scrolled.
func accessible(b tab, name string) {
	b.t.Helper()
	if !b.is(`document.querySelector("h1") && !document.querySelector(".problem")`) {
		b.t.Errorf("%s is no page: %s", name, b.text("main"))
	}
	do(b, "open all", chromedp.Evaluate[bool](`document.querySelectorAll("main details").forEach((d) => { d.open = true; }), true`))
	all := looks
	if testing.Short() {
		all = looks[:2]
	}
	for _, as := range all {
		do(b, "width", chromedp.EmulateViewport(as.width, 740))
		high := 0
		eventually(b.t, name+" grows no more", func() bool { // what comes in late makes it higher
			before := high
			high = b.number(`document.documentElement.scrollHeight`)
			return high == before
		})
		do(b, "height", chromedp.EmulateViewport(as.width, int64(max(740, high))))
		do(b, "the foot", chromedp.Evaluate[bool](`scrollTo(0, document.documentElement.scrollHeight), true`)) // of a page that grows with its window
		do(b, as.theme, chromedp.Evaluate[bool](`document.documentElement.dataset.theme = "`+as.theme+`", true`))
		for _, one := range findings(b, as.rules) {
			b.t.Errorf("%s, %s, %d: %s", name, as.theme, as.width, one)
		}
	}
}

// findings lists the faults that axe finds by some rules. It holds the page for as long as it looks, which is half a second, or many
// where several browsers share a core.
func findings(b tab, rules string) (found []string) {
	b.t.Helper()
	const patience = 2 * time.Minute
	within(b, patience, "axe", chromedp.Evaluate[bool](fmt.Sprintf(runAxe, rules)))
	for began := time.Now(); time.Since(began) < patience; time.Sleep(20 * time.Millisecond) {
		if text := within(b, patience, "findings", chromedp.Evaluate[string](`window.found ?? ""`)); text != "" {
			if err := json.Unmarshal([]byte(text), &found); err != nil {
				b.t.Fatal(err)
			}
			return found
		}
	}
	b.t.Fatal("axe does not come to an end")
	return nil
}
