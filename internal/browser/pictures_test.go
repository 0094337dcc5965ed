//go:build pictures

package browser_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
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
	const manager, password = "manager@fic.example", "due-pecore-per-un-mattone"
	asManager := server.Anonymous()
	asManager.Email, asManager.Password = manager, password
	asManager.SignIn()
	of := func(slug string) string {
		var out struct{ Items []struct{ ID, Slug string } }
		asManager.Get("/tenants/fic/events?limit=100").Want(200).Into(&out)
		for _, one := range out.Items {
			if one.Slug == slug {
				return one.ID
			}
		}
		t.Fatalf("no %s", slug)
		return ""
	}
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
		{"player", "first /players/", "", "light", 1280, 1300},
		{"audit", "/t/fic/audit?lang=en", manager, "light", 1200, 900},
		{"audit-dark", "/t/fic/audit?lang=en", manager, "dark", 1200, 900},
		{"audit-phone", "/t/fic/audit?lang=en", manager, "light", 390, 844},
		{"console-report", "/console/t/fic/events/" + of("selezione-taranto") + "/report?lang=en", manager, "light", 390, 2475},
		{"console-homologation", "/console/t/fic/homologation/" + of("selezione-novara") + "?lang=en", manager, "light", 1360, 1641},
		{"console-prizes", "/console/t/fic/prizes?lang=en", manager, "light", 1360, 844},
		{"console-prizes-dark", "/console/t/fic/prizes?lang=en", manager, "dark", 1360, 844},
		{"console-prizes-phone", "/console/t/fic/prizes?lang=en", manager, "light", 390, 844},
		{"console-hosting", "/console/t/fic/hosting?lang=en", manager, "light", 1280, 900},
		{"console-finals", "/console/t/fic/finals?lang=en", manager, "light", 1280, 1300},
		{"console-finals-dark", "/console/t/fic/finals?lang=en", manager, "dark", 1280, 1300},
		{"console-finals-phone", "/console/t/fic/finals?lang=en", manager, "light", 390, 1400},
	} {
		b, there := tabs[one.as]
		if !there {
			b = open(t, chromium(t), server.Address+"/sign-in?lang=en")
			if one.as != "" {
				signIn(b, &apitest.Client{Email: one.as, Password: password})
			}
			tabs[one.as] = b
			b.wrong(int(server.Clock.Now().Sub(time.Now()) / time.Minute)) // days are counted by the demo's clock, not by today's
		}
		do(b, "size", chromedp.EmulateViewport(one.width, one.height))
		address := server.Address + one.at
		if part, first := strings.CutPrefix(one.at, "first "); first { // the page to which the picture before leads
			address = do(b, one.at, chromedp.Evaluate[string](`document.querySelector('main a[href*="`+part+`"]').href`))
		}
		do(b, "load "+one.at, chromedp.Navigate(address))
		eventually(t, one.name+" is there", func() bool {
			return b.is(`document.querySelector("h1") && (!location.pathname.startsWith("/console") || document.querySelector("main .sec, main #no-season") && !document.querySelector(".matters:not(:has(details))"))`)
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
