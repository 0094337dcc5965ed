//go:build pictures

package browser_test

import (
	"encoding/base64"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
	"referto/internal/demo"
	"referto/openapi"
)

var folder = flag.String("pictures", "", "folder for the pictures of the documentation")

// documented is a picture of the documentation: a page of the demo, as seen by an account.
type documented struct {
	name, at, as  string // as: address of the signed-in account; "" for none
	theme         string
	width, height int64
	calm          bool // it is there when its text stays as it is, whatever its parts are
}

// TestPictures takes the pictures of docs/images that show pages and screens of the demo (make pictures).
func TestPictures(t *testing.T) {
	server, of := theDemo(t)
	const manager = "manager@fic.example"
	shots := album{t: t, server: server, tabs: map[string]tab{}}
	for _, one := range []documented{
		{"stage", "/t/fic/e/tappa-bologna?lang=it", "", "light", 1200, 1350, false},
		{"stage-bg", "/t/lzb/e/sofia-tekusht?lang=bg", "", "light", 1280, 1280, false},
		{"stage-fg14", "/t/fic/e/fiera-firenze?lang=it", "", "light", 1280, 1500, false},
		{"stage-jp22", "/t/fic/e/negozio-modena?lang=it", "", "light", 1280, 1280, false},
		{"stage-sq00", "/t/fic/e/squadre-parma?lang=it", "", "light", 1280, 1460, false},
		{"season-board", "/t/fic/qualification?lang=it", "", "light", 1280, 1500, false},
		{"season-board-dark", "/t/fic/qualification?lang=it", "", "dark", 1280, 1500, false},
		{"season-board-phone", "/t/fic/qualification?lang=it", "", "light", 500, 1600, false},
		{"season-calendar", "/t/fic/calendar?lang=it", "", "light", 1280, 1560, false},
		{"ranking", "/t/lzb/rankings/ranglista?lang=bg", "", "light", 1280, 1400, false},
		{"player", "first /players/", "", "light", 1280, 1300, false},
		{"club", "first /clubs/", "", "light", 1280, 590, false},
		{"hall", "/t/lzb/rankings/ranglista/hall?lang=bg", "", "light", 1280, 620, false},
		{"series", "/t/armata-rossa/series/campionato-delle-serate?lang=it", "", "light", 1280, 1200, false},
		{"series-dark", "/t/armata-rossa/series/campionato-delle-serate?lang=it", "", "dark", 1280, 1200, false},
		{"series-phone", "/t/armata-rossa/series/campionato-delle-serate?lang=it", "", "light", 390, 1200, false},
		{"audit", "/t/fic/audit?lang=en", manager, "light", 1200, 900, false},
		{"audit-dark", "/t/fic/audit?lang=en", manager, "dark", 1200, 900, false},
		{"audit-phone", "/t/fic/audit?lang=en", manager, "light", 390, 844, false},
		{"console-report", "/console/t/fic/events/" + of("selezione-taranto") + "/report?lang=en", manager, "light", 390, 2475, false},
		{"console-homologation", "/console/t/fic/homologation/" + of("selezione-novara") + "?lang=en", manager, "light", 1360, 1641, false},
		{"console-prizes", "/console/t/fic/prizes?lang=en", manager, "light", 1360, 844, false},
		{"console-prizes-dark", "/console/t/fic/prizes?lang=en", manager, "dark", 1360, 844, false},
		{"console-prizes-phone", "/console/t/fic/prizes?lang=en", manager, "light", 390, 844, false},
		{"console-hostings", "/console/t/tana-dei-corvi/hostings?lang=en", "club@fic.example", "light", 1360, 844, false},
		{"console-hostings-dark", "/console/t/tana-dei-corvi/hostings?lang=en", "club@fic.example", "dark", 1360, 844, false},
		{"console-hostings-phone", "/console/t/tana-dei-corvi/hostings?lang=en", "club@fic.example", "light", 390, 844, false},
		{"console-hosting", "/console/t/fic/hosting?lang=en", manager, "light", 1280, 900, false},
		{"console-finals", "/console/t/fic/finals?lang=en", manager, "light", 1280, 1300, false},
		{"console-finals-dark", "/console/t/fic/finals?lang=en", manager, "dark", 1280, 1300, false},
		{"console-finals-phone", "/console/t/fic/finals?lang=en", manager, "light", 390, 1400, false},
	} {
		shots.save(one.name, shots.take(one, ""))
	}
	shots.save("score-sheet", shots.take(documented{"score-sheet", "/t/fic/e/tappa-bologna/print/sheets?lang=en", "first-referee@fic.example", "light", 830, 600, false}, ".leaf"))
	shots.saturday("/tenants/fic/events/" + of("tappa-bologna"))
}

// theDemo starts a server with the demo on a Saturday, and returns the ids of the federation's events by their slugs.
func theDemo(t *testing.T) (*apitest.Server, func(slug string) string) {
	t.Helper()
	server := apitest.Start(t)
	server.Clock.Set(time.Date(2026, 3, 14, 14, 0, 0, 0, time.UTC))
	if _, err := demo.Load(t.Context(), demo.Config{Server: server.Address, Mailbox: server.Mailbox.Dir(), Now: server.Clock.Now}); err != nil {
		t.Fatal(err)
	}
	// The demo was loaded in one moment, and its rounds have begun in it. The clock of the server stands still, and a
	// round number of minutes would look like a clock that nobody has started.
	server.Clock.Advance(22*time.Minute + 46*time.Second)
	asManager := server.Anonymous()
	asManager.Email, asManager.Password = "manager@fic.example", password
	asManager.SignIn()
	return server, func(slug string) string {
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
}

// album takes pictures, each as seen by its signed-in account.
type album struct {
	t      *testing.T
	server *apitest.Server
	tabs   map[string]tab // by address of the signed-in account
}

const password = "due-pecore-per-un-mattone"

// take is a picture of a page, or of nothing but its first part by a selector.
func (a album) take(one documented, part string) []byte {
	t := a.t
	t.Helper()
	b, there := a.tabs[one.as]
	if !there {
		b = open(t, chromium(t), a.server.Address+"/sign-in?lang=en")
		if one.as != "" {
			signIn(b, &apitest.Client{Email: one.as, Password: password})
		}
		a.tabs[one.as] = b
		b.wrong(int(time.Until(a.server.Clock.Now()) / time.Minute)) // days are counted by the demo's clock, not by today's
		b.beforehand(`{ const header = Headers.prototype.get; Headers.prototype.get = function (name) { return name === "Date" ? new Date().toUTCString() : header.call(this, name); }; }`)
	}
	do(b, "size", chromedp.EmulateViewport(one.width, one.height))
	address := a.server.Address + one.at
	if part, first := strings.CutPrefix(one.at, "first "); first { // the page to which the picture before leads
		address = do(b, one.at, chromedp.Evaluate[string](`document.querySelector('main a[href*="`+part+`"]').href`))
	}
	do(b, "load "+one.at, chromedp.Navigate(address))
	if one.calm {
		b.calms()
	} else {
		eventually(t, one.name+" is there", func() bool {
			return b.is(`document.querySelector("h1") && (!location.pathname.startsWith("/console") || document.querySelector("main .sec, main #no-season, main [data-table], main form, main .desk") && !document.querySelector(".matters:not(:has(details))"))`)
		})
	}
	do(b, one.theme, chromedp.Evaluate[bool](`document.documentElement.dataset.theme = "`+one.theme+`", scrollTo(0, 0), true`))
	if b.is(`document.querySelector(".problem")`) {
		t.Errorf("%s is no page: %s", one.at, b.text("main"))
	}
	if part != "" {
		do(b, "only "+part, chromedp.Evaluate[bool](`for (let e = document.querySelector("`+part+`"); e !== document.body; e = e.parentElement)
			for (const other of e.parentElement.children) if (other !== e) other.style.display = "none";
			scrollTo(0, 0), true`))
	}
	return do(b, "picture", chromedp.CaptureScreenshot())
}

// calms waits until the text of a page has stayed the same for most of a second, four seconds at most: some screens have a
// clock.
func (b tab) calms() {
	for last, since := "", 0; since < 40; since++ {
		now := do(b, "its text", chromedp.Evaluate[string](`document.querySelector("main")?.innerText.replace(/\d+:\d\d/g, "") ?? ""`))
		if now == last && len(now) > 120 && since >= 8 {
			return
		}
		last = now
		time.Sleep(100 * time.Millisecond)
	}
}

func (a album) save(name string, shot []byte) {
	a.t.Helper()
	if err := os.WriteFile(filepath.Join(*folder, name+".png"), shot, 0o644); err != nil {
		a.t.Fatal(err)
	}
}

// saturday shows side by side the console of a referee with one declared result and one call of a table, the page of
// the first table, and the screen in the room.
func (a album) saturday(event string) {
	const referee, page = "first-referee@fic.example", "/t/fic/e/tappa-bologna"
	asReferee, nobody := a.server.Anonymous(), a.server.Anonymous()
	asReferee.Email, asReferee.Password = referee, password
	asReferee.SignIn()
	var codes openapi.TableCodeList
	asReferee.Get(event + "/rounds/2/table-codes").Want(200).Into(&codes)
	var table openapi.Table
	asReferee.Get(event + "/rounds/2/tables/1").Want(200).Into(&table)
	var seats []apitest.JSON
	for i, seat := range table.Seats {
		seats = append(seats, apitest.JSON{"entry": seat.Number, "vp": []int{10, 8, 7, 5}[i]})
	}
	first := table.Seats[0].Number
	nobody.Post(event+"/declarations", apitest.JSON{"code": codes.Items[0].Code, "entry": first, "ended": "declared", "declaredBy": first, "seats": seats}).Want(200)
	nobody.Post(event+"/referee-calls", apitest.JSON{"code": codes.Items[2].Code, "reason": "rules", "note": "Building on a road"}).Want(200)
	html := `<body style="margin: 0; display: inline-flex; gap: 6px; padding: 0 6px; background: #8a929b">`
	for _, one := range []documented{
		{"saturday: the console", "/console" + strings.Replace(event, "/tenants/", "/t/", 1) + "/run?lang=en", referee, "light", 390, 780, false},
		{"saturday: the table", page + "/table/" + codes.Items[0].Code + "?lang=en", "", "light", 390, 780, false},
		{"saturday: the screen", page + "/screen?lang=en", "", "dark", 1387, 780, false},
	} {
		html += `<img src="data:image/png;base64,` + base64.StdEncoding.EncodeToString(a.take(one, "")) + `">`
	}
	b := open(a.t, chromium(a.t), "about:blank")
	do(b, "size", chromedp.EmulateViewport(2191, 780))
	do(b, "side by side", chromedp.Evaluate[bool](`document.documentElement.innerHTML = "`+strings.ReplaceAll(html, `"`, `'`)+`", Promise.all([...document.images].map((one) => one.decode())).then(() => true)`, chromedp.EvalAwaitPromise))
	a.save("saturday", do(b, "picture", chromedp.CaptureScreenshot()))
}
