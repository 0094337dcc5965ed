//go:build pictures

package browser_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
	"referto/internal/demo"
)

var folder = flag.String("pictures", "", "folder for the pictures of the documentation")

// documented is a picture of the documentation: a page of the demo, as somebody sees it.
type documented struct {
	name, at, as  string // as: address of who has signed in; "" for nobody
	theme         string
	width, height int64
}

// TestPictures takes the pictures of docs/images that show pages and screens of the demo (make pictures).
func TestPictures(t *testing.T) {
	server := apitest.Start(t)
	server.Clock.Set(time.Date(2026, 3, 14, 14, 0, 0, 0, time.UTC))
	if _, err := demo.Load(t.Context(), demo.Config{Server: server.Address, Mailbox: server.Mailbox.Dir(), Now: server.Clock.Now}); err != nil {
		t.Fatal(err)
	}
	server.Clock.Advance(23 * time.Minute) // the demo was loaded in one moment, and its rounds have begun in it
	const manager = "manager@fic.example"
	tabs := map[string]tab{}
	for _, one := range []documented{
		{"stage", "/t/fic/e/tappa-bologna?lang=it", "", "light", 1200, 1350},
		{"stage-bg", "/t/lzb/e/sofia-tekusht?lang=bg", "", "light", 1280, 1280},
		{"stage-fg14", "/t/fic/e/fiera-firenze?lang=it", "", "light", 1280, 1500},
		{"stage-jp22", "/t/fic/e/negozio-modena?lang=it", "", "light", 1280, 1280},
		{"stage-sq00", "/t/fic/e/squadre-parma?lang=it", "", "light", 1280, 1460},
		{"season-board", "/t/fic/qualification?lang=it", "", "light", 1280, 1500},
		{"season-board-dark", "/t/fic/qualification?lang=it", "", "dark", 1280, 1500},
		{"season-board-phone", "/t/fic/qualification?lang=it", "", "light", 500, 1600},
		{"season-calendar", "/t/fic/calendar?lang=it", "", "light", 1280, 1560},
		{"ranking", "/t/lzb/rankings/ranglista?lang=bg", "", "light", 1280, 1400},
		{"console-hosting", "/console/t/fic/hosting?lang=en", manager, "light", 1280, 900},
		{"console-finals", "/console/t/fic/finals?lang=en", manager, "light", 1280, 1300},
		{"console-finals-dark", "/console/t/fic/finals?lang=en", manager, "dark", 1280, 1300},
		{"console-finals-phone", "/console/t/fic/finals?lang=en", manager, "light", 390, 1400},
	} {
		b, there := tabs[one.as]
		if !there {
			b = open(t, chromium(t), server.Address+"/sign-in?lang=en")
			if one.as != "" {
				signIn(b, &apitest.Client{Email: one.as, Password: "due-pecore-per-un-mattone"})
			}
			tabs[one.as] = b
		}
		do(b, "size", chromedp.EmulateViewport(one.width, one.height))
		do(b, "load "+one.at, chromedp.Navigate(server.Address+one.at))
		eventually(t, one.name+" is there", func() bool {
			return b.is(`document.querySelector("h1") && (!location.pathname.startsWith("/console") || document.querySelector("main .sec, main #no-season"))`)
		})
		do(b, one.theme, chromedp.Evaluate[bool](`document.documentElement.dataset.theme = "`+one.theme+`", scrollTo(0, 0), true`))
		if b.is(`document.querySelector(".problem")`) {
			t.Errorf("%s is no page: %s", one.at, b.text("main"))
		}
		shot := do(b, "picture", chromedp.CaptureScreenshot())
		if err := os.WriteFile(filepath.Join(*folder, one.name+".png"), shot, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
