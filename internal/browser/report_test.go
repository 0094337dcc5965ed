package browser_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/jpeg"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// paperwork is a championship whose stages were played at Aosta on Sunday 1 March 2009, with the people who decide
// about them.
type paperwork struct {
	t          *testing.T
	server     *apitest.Server
	federation *apitest.Tenant
	region     uuid.UUID
	season     uuid.UUID
	contact    *apitest.Client // of Valle d'Aosta
	organizer  *apitest.Client // of all stages
	players    int
	outcomes   map[string]apitest.JSON // of the stages, until they are over
}

func newPaperwork(t *testing.T) *paperwork {
	t.Helper()
	server := apitest.Start(t)
	w := &paperwork{t: t, server: server, federation: server.Federation("Federazione"), outcomes: map[string]apitest.JSON{}}
	w.region = w.federation.Region("Valle d'Aosta")
	w.season = w.federation.Manager.Post(w.federation.Path+"/seasons", apitest.JSON{
		"slug": "campionato", "title": "Campionato 2009", "ruleset": "catan-nazionale-2009", "regions": []any{w.region},
	}).Want(201).ID("id")
	w.federation.Manager.Post(w.federation.Path+"/seasons/"+w.season.String()+"/opening", nil).Want(200)
	w.contact = w.federation.Member("Carla Referente", "regional-contact", apitest.Region(w.region))
	w.organizer = server.SignUp("Olga Organizzatrice")
	return w
}

// stage is one that so many people play.
func (w *paperwork) stage(title string, players int) (path string) {
	w.t.Helper()
	manager := w.federation.Manager
	path = w.federation.Path + "/events/" + manager.Post(w.federation.Path+"/events", apitest.JSON{
		"kind": "stage", "title": title, "startsAt": "2009-03-01T09:00:00Z", "timeZone": "Europe/Rome", "venue": apitest.JSON{"name": "Biblioteca", "city": "Aosta"},
		"season": w.season, "region": w.region, "fee": apitest.JSON{"amount": "0.00", "currency": "EUR"},
	}).Want(201).Text("id")
	manager.Post(path+"/staff", apitest.JSON{"name": w.organizer.Name, "role": "organizer", "email": w.organizer.Email}).Want(201)
	for _, one := range invitations(w.organizer) {
		w.organizer.Accept(one)
	}
	manager.Post(path+"/announcement", nil).Want(200)
	entrants, ranking := []apitest.JSON{}, []any{}
	for range players {
		w.players++
		player := manager.Post(w.federation.Path+"/players", apitest.JSON{"name": fmt.Sprintf("Giocatore %c%c", 'A'+w.players/26, 'A'+w.players%26), "sameNameAccepted": true}).Want(201).ID("id")
		entrants, ranking = append(entrants, apitest.JSON{"player": player, "played": true}), append(ranking, player)
	}
	w.outcomes[path] = apitest.JSON{"entrants": entrants, "ranking": ranking, "referees": []apitest.JSON{{"name": "Fabio Arbitro", "first": true}}}
	return path
}

// evening is the one after the stages, which are over.
func (w *paperwork) evening() {
	w.t.Helper()
	w.day(2)
	for path, outcome := range w.outcomes {
		w.organizer.Post(path+"/outcome", outcome).Want(200)
	}
}

// day is the evening of a day of March, on which everybody signs in once more.
func (w *paperwork) day(of int) {
	w.t.Helper()
	w.server.Clock.Set(time.Date(2009, 3, of, 19, 0, 0, 0, time.UTC))
	for _, one := range []*apitest.Client{w.federation.Manager, w.contact, w.organizer} {
		one.SignIn()
	}
}

func invitations(of *apitest.Client) (all []uuid.UUID) {
	var page struct{ Items []struct{ ID uuid.UUID } }
	of.Get("/me/invitations").Want(200).Into(&page)
	for _, one := range page.Items {
		all = append(all, one.ID)
	}
	return all
}

// snapshot is a photo that cannot be compressed.
func snapshot(t *testing.T, side int) []byte {
	t.Helper()
	random := rand.New(rand.NewPCG(1, uint64(side)))
	picture := image.NewRGBA(image.Rect(0, 0, side, side*2/3))
	for i := range picture.Pix {
		picture.Pix[i] = byte(random.Uint32())
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, picture, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// photograph sends a photo over the API, in a round or in none.
func (w *paperwork) photograph(path, kind string, round int) {
	w.t.Helper()
	file := snapshot(w.t, 60)
	body := apitest.JSON{"kind": kind, "alternativeText": "Una foto", "consent": apitest.JSON{"people": true, "minors": false, "guardians": false}, "bytes": len(file), "content": file}
	if round > 0 {
		body["round"] = round
	}
	w.organizer.Post(path+"/photos", body).Want(201)
	eventually(w.t, "the photo is developed", func() bool { return !strings.Contains(w.states(path), "ing") })
}

// states returns the states of the photos of an event, in the order in which they were sent.
func (w *paperwork) states(path string) string {
	w.t.Helper()
	var all []string
	for _, one := range w.photos(path) {
		all = append(all, fmt.Sprintf("%s/%d %s", one.Kind, one.Round, one.State))
	}
	return strings.Join(all, ", ")
}

func (w *paperwork) photos(path string) []openapi.Photo {
	w.t.Helper()
	var page openapi.PhotoPage
	w.organizer.Get(path + "/photos").Want(200).Into(&page)
	return page.Items
}

// report sends the report of a stage with photos of these kinds.
func (w *paperwork) report(path string, kinds ...string) {
	w.t.Helper()
	for _, kind := range kinds {
		w.photograph(path, kind, 1)
	}
	w.organizer.Post(path+"/report", apitest.JSON{"notes": "Tutto regolare"}).Want(201)
}

// state returns the step that the homologation of a stage has come to.
func (w *paperwork) state(path string) string {
	w.t.Helper()
	return w.federation.Manager.Get(path + "/homologation").Want(200).Text("checklist.state")
}

// demanded returns the state of a photo that is demanded.
func (w *paperwork) demanded(path, kind string) string {
	w.t.Helper()
	var known openapi.Homologation
	w.organizer.Get(path + "/homologation").Want(200).Into(&known)
	for _, one := range known.Checklist.Demands {
		if one.Kind == kind {
			return fmt.Sprint(one.Result, one.Rounds)
		}
	}
	return ""
}

// screen is the address of a screen of an event in the console.
func screen(path, name string) string {
	return "/console/t" + strings.TrimPrefix(path, "/tenants") + "/" + name
}

// chooses gives a file to the field of a kind of photo, as the camera or the gallery of a phone does after a tap of its own.
func (h *hand) chooses(kind, name string, file []byte) {
	h.t.Helper()
	field := fmt.Sprintf(`input[data-take=%q]:not([capture])`, kind)
	eventually(h.t, field, func() bool { return h.is(fmt.Sprintf(`document.querySelector('%s')`, field)) })
	do(h.tab, "choose "+name, chromedp.Evaluate[bool](fmt.Sprintf(`{
		const chosen = new DataTransfer();
		chosen.items.add(new File([Uint8Array.from(atob(%q), (one) => one.charCodeAt(0))], %q));
		const field = document.querySelector('%s');
		field.files = chosen.files;
		field.dispatchEvent(new Event("change", {bubbles: true}));
	}; true`, base64.StdEncoding.EncodeToString(file), name, field)))
	h.did(2)
}

// press presses keys, and counts them.
func (h *hand) press(keys ...string) {
	h.t.Helper()
	for _, key := range keys {
		do(h.tab, "key "+key, chromedp.KeyEvent(key))
		h.did(1)
	}
}

// strike presses a letter like a keyboard: a keydown that was handled writes nothing.
func (h *hand) strike(letter string) {
	h.t.Helper()
	dispatch := cdp.Command[map[string]any, any]{Method: "Input.dispatchKeyEvent"}
	upper := strings.ToUpper(letter)
	do(h.tab, "key "+letter, chromedp.Func(func(ctx context.Context, at *chromedp.Target) error {
		for _, kind := range []string{"keyDown", "keyUp"} {
			key := map[string]any{"type": kind, "key": letter, "code": "Key" + upper, "windowsVirtualKeyCode": int(upper[0])}
			if kind == "keyDown" {
				key["text"] = letter
			}
			if _, err := cdp.Call(ctx, at, dispatch, key); err != nil {
				return err
			}
		}
		return nil
	}))
	h.did(1)
}

// upload lets so many bytes a second leave the browser; 0 any number.
func upload(b tab, rate int) {
	b.t.Helper()
	if rate == 0 {
		rate = -1
	}
	emulate := cdp.Command[map[string]any, any]{Method: "Network.emulateNetworkConditionsByRule"}
	do(b, "the network", chromedp.Func(func(ctx context.Context, at *chromedp.Target) error {
		if _, err := cdp.Call(ctx, at, network.Enable, network.EnableParams{}); err != nil {
			return err
		}
		_, err := cdp.Call(ctx, at, emulate, map[string]any{
			"offline": false, "matchedNetworkConditions": []any{map[string]any{"urlPattern": "", "latency": 0, "downloadThroughput": -1, "uploadThroughput": rate}},
		})
		return err
	}))
}

// From the pending task, on a phone, the report is sent with three photos in twelve taps, those of the camera or the
// gallery among them. A page that is left in the middle of a photo continues with it at the next screen of the
// console; a photo without network is kept. A file that the browser cannot read is explained, a missing photo is
// named, and a question of the contact is answered with another report.
func TestTheConsoleSendsAReport(t *testing.T) {
	t.Parallel()
	w := newPaperwork(t)
	path := w.stage("Tappa di Aosta", 12)
	w.evening()
	h := atDesk(t, w.server, w.organizer, "/console/t/"+w.federation.Slug)
	do(h.tab, "a phone", chromedp.EmulateViewport(390, 844))
	h.acts = 0
	h.tap(`.due a[href*="/report"]`)
	h.says("#left", "6 days left")
	h.says(`[data-kind="panorama"]`, "of round 1 or round 2")
	h.says(`[data-kind="panorama"]`, "CN09 1.6.a")
	h.says("#send", "Send without 3 photos")
	h.sound("report")
	do(h.tab, "a phone", chromedp.EmulateViewport(390, 844))
	h.tap("#people")

	upload(h.tab, 300_000)
	large := snapshot(t, 1800)
	h.chooses("winner", "IMG_1.jpg", large)
	h.says(`[data-kind="winner"] [data-shot]`, "% sent")
	h.says("#coming", "1 photo is still on its way")
	if !h.is(`document.getElementById("send").disabled`) {
		t.Error("the report goes without what is on its way")
	}
	do(h.tab, "the page is left", chromedp.Navigate("about:blank"))
	photos := w.photos(path)
	if len(photos) != 1 || photos[0].State != "uploading" || photos[0].Upload.Received == 0 || photos[0].Upload.Received == len(large) {
		t.Fatalf("in the middle of a photo of %d bytes: %+v", len(large), photos)
	}
	upload(h.tab, 0)
	do(h.tab, "another screen", chromedp.Navigate(w.server.Address+"/console?lang=en"))
	eventually(t, "the photo has arrived", func() bool { return w.states(path) == "winner/0 ready" })
	do(h.tab, "back", chromedp.Navigate(w.server.Address+screen(path, "report")))
	h.says(`[data-kind="winner"] [data-photo="ready"]`, "Arrived")
	h.tap("#people")
	h.acts-- // it is chosen already; the page was left

	block(h.tab, []*network.BlockPattern{{URLPattern: w.server.Address + "/v1/*", Block: true}, {URLPattern: w.server.Address + "/console/token", Block: true}})
	h.chooses("panorama", "IMG_2.jpg", snapshot(t, 200))
	h.says(`[data-kind="panorama"] [data-shot="waiting"]`, "Kept on this device")
	do(h.tab, "reload", chromedp.Reload())
	h.says(`[data-kind="panorama"] [data-shot="waiting"]`, "Kept on this device")
	block(h.tab, nil)
	do(h.tab, "the network is back", chromedp.Evaluate[bool](`dispatchEvent(new Event("online"))`))
	eventually(t, "the panorama has arrived", func() bool { return w.states(path) == "winner/0 ready, panorama/1 ready" })

	before := h.acts
	h.chooses("final-table", "IMG_3.HEIC", []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00"))
	h.says(`[data-kind="final-table"] [data-trouble]`, "cannot read HEIC")
	h.acts = before // a phone that gives JPEG needs no second attempt
	h.says("#send", "Send without 1 photo")
	h.chooses("final-table", "IMG_3.jpg", snapshot(t, 240))
	h.says("#send", "Send the report")
	h.tap("#send")
	h.says("#says", "The report is sent.")
	if h.acts > 12 {
		t.Errorf("%d taps", h.acts)
	}
	t.Logf("%d taps from what waits to the report that is sent, two of them for each photo", h.acts)
	if got := w.states(path); got != "winner/0 ready, panorama/1 ready, final-table/0 ready" || w.state(path) != "waiting" {
		t.Errorf("%s, %s", w.state(path), got)
	}
	if photos = w.photos(path); !photos[0].Public || photos[0].AlternativeText != "The winner, Tappa di Aosta" {
		t.Errorf("%+v", photos[0])
	}

	w.contact.Post(path+"/homologation", apitest.JSON{"decision": "return", "reason": "chi è il secondo arbitro?"}).Want(200)
	h.says("#question", "chi è il secondo arbitro?")
	h.write("#notes", "Nessuno.")
	h.tap("#send")
	h.says("#last", "Nessuno.")
	h.says("#sending", "To be homologated")
	h.sound("report-sent")
}

// A panorama is of the first or second round (CN09 1.6.a): the round is chosen with it, and one of another round is
// no panorama until that is changed.
func TestPanoramaOfALaterRound(t *testing.T) {
	t.Parallel()
	w := newPaperwork(t)
	path := w.stage("Tappa di Aosta", 12)
	w.evening()
	w.photograph(path, "panorama", 3)
	if got := w.demanded(path, "panorama"); got != "open[1 2]" {
		t.Errorf("before: %s", got)
	}
	h := atDesk(t, w.server, w.organizer, screen(path, "report"))
	h.says(`[data-kind="panorama"]`, "Taken in round 3, asked for is round 1 or round 2")
	h.tap(`[data-change="panorama"]`)
	h.tap(`[data-kind="panorama"] .prints input[value="2"]`)
	h.sound("report-change")
	h.tap(`[data-act="save"]`)
	eventually(t, "it is of the second round", func() bool { return w.states(path) == "panorama/2 ready" && w.demanded(path, "panorama") == "met[1 2]" })
	h.says(`[data-kind="panorama"] [data-photo]`, "Arrived round 2")
	h.tap(`[data-change="panorama"]`)
	h.tap(`[data-act="remove"]`)
	h.tap(`[data-act="remove-now"]`)
	eventually(t, "it is gone", func() bool { return w.states(path) == "" })
	eventually(t, "the page knows", func() bool { return !h.is(`document.querySelector('[data-kind="panorama"] [data-photo]')`) }) // it moves the content below
	h.tap(`[data-kind="panorama"] .one input[value="2"]`)
	eventually(t, "the second round is chosen", func() bool {
		return h.is(`document.querySelector('[data-kind="panorama"] .one input[value="2"]').checked`)
	})
	h.chooses("panorama", "IMG_2.jpg", snapshot(t, 200))
	eventually(t, "another one of the second round", func() bool { return w.states(path) == "panorama/2 ready" })
	h.says(`[data-kind="panorama"][data-result="met"]`, "The tables")
}

// By keyboard alone a clean stage is homologated with two keys, and the next one is there. One that lacks a photo is
// returned with a question, one with too few players is declared invalid after reading the consequences, and the
// verdict is reversed.
func TestTheConsoleHomologatesByKeyboard(t *testing.T) {
	t.Parallel()
	w := newPaperwork(t)
	var stages []string
	for n, players := range []int{12, 12, 12, 9} {
		stages = append(stages, w.stage(fmt.Sprintf("Tappa %c", 'A'+n), players))
	}
	w.evening()
	for n, path := range stages {
		kinds := []string{"winner", "panorama", "final-table"}
		if n == 2 {
			kinds = kinds[:2]
		}
		w.report(path, kinds...)
	}
	h := atDesk(t, w.server, w.contact, "/console/t/"+w.federation.Slug)
	h.says(`.due`, "Homologate Tappa A")
	h.shows(fmt.Sprintf(`.due a[href*="/homologation/%s"]`, strings.Split(stages[0], "/")[4]))
	do(h.tab, "the queue", chromedp.Navigate(w.server.Address+"/console/t/"+w.federation.Slug+"/homologation"))
	h.shows("#begin")
	h.sound("homologation-queue")
	chosen := func(what string) {
		t.Helper()
		eventually(t, what+" is chosen", func() bool { return h.is(fmt.Sprintf(`document.activeElement?.dataset.choice === %q`, what)) })
	}
	var left []string // the order of the list
	for _, path := range stages {
		left = append(left, strings.Split(path, "/")[4])
	}
	at := func() string { return evaluate[string](h.tab, `location.pathname.split("/").at(-1)`) }
	h.press("j")
	clean := 0
	for range stages {
		eventually(t, "a stage is shown", func() bool {
			return h.is(`document.querySelector("#state")`) && h.is(`document.querySelector("[data-choice=homologate]:enabled") || document.querySelector("#homologate .fol, #homologate [role=alert]")`)
		})
		here := at()
		path := w.federation.Path + "/events/" + here
		h.acts = 0
		switch here {
		case left[0], left[1]:
			if clean == 0 {
				h.says("#checks", "Players: 12. A tournament is valid from 12.")
				h.says("#homologate", "Giocatore")
				if n := h.number(`document.querySelectorAll(".wall figure").length`); n != 3 {
					t.Errorf("%d photos side by side", n)
				}
				eventually(t, "the photos are seen", func() bool {
					return h.number(`[...document.querySelectorAll(".wall img")].filter((one) => one.naturalWidth > 0).length`) == 3
				})
				h.press("2")
				eventually(t, "the second photo is large", func() bool { return h.is(`document.querySelector("dialog.print[open] img")?.naturalWidth > 0`) })
				h.press("2")
				eventually(t, "it is small again", func() bool { return !h.is(`document.querySelector("dialog[open]")`) })
				h.press("?")
				h.shows("#keys-title")
				h.press("?")
				h.sound("homologation")
				h.acts = 0
			}
			h.strike("h")
			chosen("homologate")
			h.press("\r")
			eventually(t, "it is homologated", func() bool { return w.state(path) == "homologated" })
			if clean++; h.acts > 2 {
				t.Errorf("%d keys for a clean stage", h.acts)
			}
		case left[2]:
			h.says("#homologate", "The report needs this photo: the table of the final.")
			h.strike("h") // leads nowhere
			h.strike("a")
			chosen("return")
			h.press(strings.Split("dov'è la finale?", "")...)
			h.press("\r")
			eventually(t, "it is returned", func() bool { return w.state(path) == "returned" })
			if got := w.organizer.Get(path + "/homologation").Want(200).Text("decisions.0.reason"); got != "dov'è la finale?" {
				t.Errorf("asked is %q", got)
			}
		case left[3]:
			h.says("#homologate", "Players: 9. A tournament is valid from 12.")
			h.strike("i")
			chosen("invalidate")
			h.press(" ")
			h.says("#invalidate", "What everybody who played is told")
			eventually(t, "what follows", func() bool { return h.is(`document.querySelector("#invalidate .fol li")`) })
			h.sound("homologation-invalid")
			do(h.tab, "desk", chromedp.EmulateViewport(1360, 900))
			h.reach("#invalidate input[name=invalid]")
			h.press(strings.Split("solo nove giocatori", "")...)
			h.press("\r")
			eventually(t, "it is invalid", func() bool { return w.state(path) == "invalidated" })
		}
		eventually(t, "the next one, or what has become of it", func() bool { return at() != here || h.is(`document.querySelector("#decisions")`) })
	}
	for n, want := range []string{"homologated", "homologated", "returned", "invalidated"} {
		if got := w.state(stages[n]); got != want {
			t.Errorf("%s is %s, want %s", stages[n], got, want)
		}
	}

	do(h.tab, "the invalid one", chromedp.Navigate(w.server.Address+"/console/t/"+w.federation.Slug+"/homologation/"+left[3]))
	h.says("#decisions", "Declared invalid: solo nove giocatori")
	h.strike("z")
	chosen("reverse")
	h.press(strings.Split("erano dodici", "")...)
	h.press("\r")
	eventually(t, "it is taken back", func() bool { return w.state(stages[3]) == "waiting" })
	sees(h.tab, "it is among the decisions", func() bool { return strings.Contains(h.text("#decisions"), "Taken back: erano dodici") })
	h.shows("#invalidate")
	h.sound("homologation-back")
	h.tap("#keys")
	h.strike("i")
	if h.is(`document.activeElement?.dataset.choice === "invalidate"`) {
		t.Error("a key works that was turned off")
	}
}

// After the last day a report is sent as a late one (CN09 1.11). The championship manager reads it, waives that by keyboard with a reason, and
// homologates then.
func TestTheConsoleWaivesALateReport(t *testing.T) {
	t.Parallel()
	w := newPaperwork(t)
	path := w.stage("Tappa di Aosta", 12)
	w.evening()
	for _, kind := range []string{"winner", "panorama", "final-table"} {
		w.photograph(path, kind, 1)
	}
	w.day(10)
	h := atDesk(t, w.server, w.organizer, screen(path, "report"))
	h.says("#left", "2 days late")
	h.says(".side", "CN09 1.11")
	h.says("#send", "Send although it is late")
	h.sound("report-late")
	h.tap("#send")
	h.says("#says", "The report is sent.")

	event := strings.Split(path, "/")[4]
	m := atDesk(t, w.server, w.federation.Manager, "/console/t/"+w.federation.Slug+"/homologation/"+event)
	m.says("#homologate", "As it is it cannot be homologated:")
	m.strike("w")
	eventually(t, "waiving is chosen", func() bool { return m.is(`document.activeElement?.dataset.choice === "waive"`) })
	m.press(" ")
	m.reach("#waive input[name=waiving]")
	m.press(strings.Split("neve", "")...)
	eventually(t, "what follows is known", func() bool { return m.is(`!document.querySelector("#waive button").disabled`) })
	m.press("\r")
	m.says("#decisions", "Waived: neve")
	m.strike("h")
	eventually(t, "homologating is chosen", func() bool { return m.is(`document.activeElement?.dataset.choice === "homologate"`) })
	m.press("\r")
	eventually(t, "it is homologated", func() bool { return w.state(path) == "homologated" })
	m.says("#state", "Homologated")
	m.sound("homologation-decided")
}

// The person who decides about an event sees the final order with the first figures behind it, the same as in the
// API.
func TestTheConsoleShowsWhatGaveTheFinalOrder(t *testing.T) {
	t.Parallel()
	w := newPaperwork(t)
	s := &stage{server: w.server, path: w.stage("Tappa giocata", 12), manager: w.federation.Manager}
	s.referee = s.appoint(s.manager, "Fabio Primo Arbitro", "first-referee")
	players, marks := []any{}, []apitest.JSON{}
	for n, one := range w.outcomes[s.path]["ranking"].([]any) {
		players, marks = append(players, one), append(marks, apitest.JSON{"entry": n + 1, "here": true, "feePaid": true})
	}
	w.organizer.Post(s.path+"/entry-opening", nil).Want(200)
	w.organizer.Post(s.path+"/entry-lists", apitest.JSON{"players": players}, apitest.Key(uuid.NewString())).Want(201)
	s.referee.Post(s.path+"/entry-marks", apitest.JSON{"marks": marks}).Want(200)
	s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200)
	s.referee.Post(s.path+"/rounds", apitest.JSON{}).Want(201)
	s.playOut()
	parts := strings.Split(s.path, "/")
	h := atDesk(t, s.server, w.contact, "/console/t/"+parts[2]+"/homologation/"+parts[4])
	sees(h.tab, "the final order", func() bool { return h.is(`document.querySelectorAll(".ranked tbody tr").length >= 12`) })
	final := s.manager.Get(s.path + "/standings").Want(200)
	for n := range 5 {
		row := fmt.Sprintf("rows.%d.", n)
		want := []string{fmt.Sprint(final.Int(row + "rank")), final.Text(row + "entry.player.name")}
		for i := range 3 {
			want = append(want, final.Text(fmt.Sprintf("%sfigures.%d", row, i)))
		}
		got := evaluate[[]string](h.tab, fmt.Sprintf(`[...document.querySelectorAll(".ranked tbody tr")[%d].children].map((one) => one.firstChild.textContent)`, n))
		if !slices.Equal(got, want) {
			t.Errorf("row %d is %q, not %q", n+1, got, want)
		}
	}
	h.sound("final-order")

	s.manager.Post(w.federation.Path+"/rankings", apitest.JSON{"slug": "ladder", "title": "Ladder", "ruleset": "catan-ranglista-bg", "counted": []string{"stage"}}).Want(201)
	for _, kind := range []string{"winner", "panorama", "final-table"} {
		w.photograph(s.path, kind, 1)
	}
	w.day(2)
	w.organizer.Post(s.path+"/report", apitest.JSON{"notes": "Tutto regolare"}).Want(201)
	h = atDesk(t, s.server, w.contact, "/console/t/"+parts[2]+"/homologation/"+parts[4])
	h.says("#homologate", "No letter about a convocation goes out at once.")
	h.says("#homologate", "written to by the reminders, within a quarter of an hour")
	h.says("#homologate .posted", "Ladder: points for 12 people")
	h.unfold("#homologate .posted")
	h.says("#homologate .posted tr:first-child", final.Text("rows.0.entry.player.name"))
	h.sound("homologation-points")
}
