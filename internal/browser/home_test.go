package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// On a touch screen, on which rows are higher, the home of the demo federation, with a season of a year and the
// running events, is three screens of a phone long at most.
func homeIsThreeScreensOfAPhone(t *testing.T, server *apitest.Server) {
	b := open(t, chromium(t), server.Address+"/sign-in")
	do(b, "a phone", chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	for _, home := range []string{"/t/fic", "/t/lzb", "/t/armata-rossa"} {
		do(b, home, chromedp.Navigate(server.Address+home))
		if high := b.number(`document.documentElement.scrollHeight`); high > 3*844 {
			t.Errorf("%s is %d high: %.1f screens", home, high, float64(high)/844)
		} else {
			t.Logf("%s: %.1f screens", home, float64(high)/844)
		}
	}
}
