package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// A page shorter than the window has one color to its lower edge, light and dark: the body is a container of its own,
// whose background would end with it.
func TestShortPagesHaveOneColor(t *testing.T) {
	t.Parallel()
	b := open(t, chromium(t), apitest.Start(t).Address+"/t/nobody?lang=en")
	do(b, "a tall window", chromedp.EmulateViewport(1280, 2400))
	seen := map[string]bool{}
	for _, theme := range []string{"light", "dark"} {
		paper := do(b, theme, chromedp.Evaluate[string](`{
			document.documentElement.dataset.theme = "`+theme+`";
			const probe = document.body.appendChild(document.createElement("i"));
			probe.style.background = "var(--paper)";
			const paper = getComputedStyle(probe).backgroundColor;
			probe.remove();
			document.body.offsetHeight < innerHeight && getComputedStyle(document.documentElement).backgroundColor === paper ? paper : "";
		}`))
		if paper == "" || seen[paper] {
			t.Errorf("%s: the page ends in another color, or has that of the other theme (%q)", theme, paper)
		}
		seen[paper] = true
	}
}
