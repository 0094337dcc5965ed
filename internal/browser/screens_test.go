//go:build pictures

package browser_test

import (
	"encoding/base64"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
	"referto/openapi"
)

var (
	sheets  = flag.String("sheets", "", "folder for the sheets of screens, each of them light and dark, on a desk and on a phone")
	mockups = flag.String("mockups", "", "folder of the mockups that are put beside the screens, in pictures in its place of the sheets")
)

// shown is a page or a screen of the console, as seen by an account.
type shown struct {
	name, at, as string
	part         string // the only part that is shown; "" for all of it
	mockup       string // name of its mockup; "" for none
}

// TestScreens takes the sheets of docs/screens.md (make screens), or with -mockups puts screens beside their mockups (make mockups).
func TestScreens(t *testing.T) {
	server, of := theDemo(t)
	shots := album{t: t, server: server, tabs: map[string]tab{}}
	for _, one := range screensOf(t, server, of) {
		if *mockups == "" {
			shots.sheet(one)
		} else if one.mockup != "" {
			shots.besideMockup(one)
		}
	}
}

// screensOf are the screens of a tournament day, from the front page to the printed score sheets.
func screensOf(t *testing.T, server *apitest.Server, of func(string) string) []shown {
	t.Helper()
	const manager, referee = "manager@fic.example", "first-referee@fic.example"
	open, path := openEvent(t, server)
	running := "/console/t/fic/events/" + of("tappa-bologna")
	var codes openapi.TableCodeList
	asReferee := server.Anonymous()
	asReferee.Email, asReferee.Password = referee, password
	asReferee.SignIn()
	asReferee.Get("/tenants/fic/events/" + of("tappa-bologna") + "/rounds/2/table-codes").Want(200).Into(&codes)
	server.Anonymous().Post(path+"/form-entries", apitest.JSON{"name": "Alice Venturelli", "email": "alice@posta.example", "club": "Tana dei Corvi", "language": "en"}).Want(202)
	token := apitest.Token(t, server.Mailbox.Wait("alice@posta.example", "form-received"))
	return []shown{
		{name: "front", at: "/", mockup: "front"},
		{name: "home", at: "/t/fic", mockup: "home"},
		{name: "enter", at: "/t/fic/e/" + open.Slug + "/enter", mockup: "enter"},
		{name: "entry", at: "/t/fic/entry?token=" + url.QueryEscape(token)},
		{name: "today", at: "/console/", as: manager, mockup: "today"},
		{name: "new-event", at: "/console/t/fic/events/new", as: manager},
		{name: "setup", at: "/console/t/fic/events/" + open.ID + "/setup", as: manager, mockup: "setup"},
		{name: "check-in", at: "/console/t/fic/events/" + open.ID + "/checkin", as: manager, mockup: "checkin"},
		{name: "entries", at: "/console/t/fic/events/" + open.ID + "/entries", as: manager},
		{name: "tables", at: running + "/run", as: referee, mockup: "referee"},
		{name: "result", at: running + "/run/t/2", as: referee, mockup: "referee"},
		{name: "sanctions", at: running + "/run/sanctions", as: referee, mockup: "referee"},
		{name: "next", at: running + "/run/next", as: referee},
		{name: "players", at: running + "/run/players", as: referee},
		{name: "queue", at: running + "/run/queue", as: referee},
		{name: "report", at: "/console/t/fic/events/" + of("selezione-taranto") + "/report", as: manager},
		{name: "homologations", at: "/console/t/fic/homologation", as: manager},
		{name: "homologation", at: "/console/t/fic/homologation/" + of("selezione-novara"), as: manager, mockup: "homologation"},
		{name: "hosting", at: "/console/t/fic/hosting", as: manager},
		{name: "hostings", at: "/console/t/tana-dei-corvi/hostings", as: "club@fic.example"},
		{name: "table", at: "/t/fic/e/tappa-bologna/table/" + codes.Items[0].Code},
		{name: "screen", at: "/t/fic/e/tappa-bologna/screen", mockup: "projector"},
		{name: "live", at: "/t/fic/e/tappa-bologna", mockup: "live"},
		{name: "print", at: "/t/fic/e/tappa-bologna/print/sheets", as: referee},
	}
}

type opened struct{ ID, Slug string }

// openEvent is the first event of the demo's federation whose entries are open, and its address in the API.
func openEvent(t *testing.T, server *apitest.Server) (opened, string) {
	t.Helper()
	var out struct{ Items []opened }
	server.Anonymous().Get("/tenants/fic/events?state=open&order=earliest-first&limit=1").Want(200).Into(&out)
	if len(out.Items) == 0 {
		t.Fatal("no event is open")
	}
	return out.Items[0], "/tenants/fic/events/" + out.Items[0].ID
}

// shots are the pictures of a screen in a theme, on a desk and on a phone.
func (a album) shots(one shown, theme string) (desk, phone []byte) {
	a.t.Helper()
	at := one.at + "?lang=en"
	if strings.Contains(one.at, "?") {
		at = one.at + "&lang=en"
	}
	return a.take(documented{one.name + ", " + theme, at, one.as, theme, 1280, 900, true}, one.part),
		a.take(documented{one.name + " on a phone, " + theme, at, one.as, theme, 390, 900, true}, one.part)
}

// sheet saves a screen light and dark, on a desk and on a phone, side by side.
func (a album) sheet(one shown) {
	a.t.Helper()
	desk, phone := a.shots(one, "light")
	darkDesk, darkPhone := a.shots(one, "dark")
	a.compose(filepath.Join(*sheets, "screen-"+one.name+".png"), 600, desk, darkDesk, phone, darkPhone)
}

// besideMockup saves a screen and its mockup, light, on a desk and on a phone, side by side.
func (a album) besideMockup(one shown) {
	a.t.Helper()
	address, err := filepath.Abs(filepath.Join(*mockups, one.mockup+".html"))
	if err != nil {
		a.t.Fatal(err)
	}
	desk, phone := a.shots(one, "light")
	var meant [][]byte
	for _, width := range []int64{1280, 390} {
		b := open(a.t, chromium(a.t), "about:blank")
		do(b, "size", chromedp.EmulateViewport(width, 900))
		do(b, "mockup "+one.mockup, chromedp.Navigate("file://"+address))
		meant = append(meant, do(b, "picture", chromedp.CaptureScreenshot()))
	}
	a.compose(filepath.Join(*sheets, "mockup-"+one.name+".png"), 900, desk, meant[0], phone, meant[1])
}

// compose saves pictures side by side, of one height in pixels.
func (a album) compose(file string, height int, shots ...[]byte) {
	a.t.Helper()
	html := fmt.Sprintf(`<body style='margin: 0; display: inline-flex; gap: 8px; padding: 8px; background: #8a929b'><style>img { height: %dpx; display: block }</style>`, height)
	for _, shot := range shots {
		html += `<img src='data:image/png;base64,` + base64.StdEncoding.EncodeToString(shot) + `'>`
	}
	b := open(a.t, chromium(a.t), "about:blank")
	width := do(b, "side by side", chromedp.Evaluate[float64](`document.documentElement.innerHTML = "`+html+`", Promise.all([...document.images].map((one) => one.decode())).then(() => document.body.scrollWidth)`, chromedp.EvalAwaitPromise))
	do(b, "size", chromedp.EmulateViewport(int64(width), int64(height+16)))
	if err := os.WriteFile(file, do(b, "picture", chromedp.CaptureScreenshot()), 0o644); err != nil {
		a.t.Fatal(err)
	}
}
