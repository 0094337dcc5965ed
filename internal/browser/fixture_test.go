package browser_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

func TestMain(m *testing.M) {
	code := apitest.Run(m)
	quit()
	if n := looks.Load(); n > 0 {
		fmt.Printf("axe: %d looks, %d findings\n", n, faults.Load())
	}
	os.Exit(code)
}

// stage is a running event with its first round drawn: three tables of four.
type stage struct {
	server  *apitest.Server
	path    string // in the API
	home    string // address of the federation
	page    string // address of the event
	referee *apitest.Client
	manager *apitest.Client // of the federation
}

func newStage(t *testing.T, server *apitest.Server) *stage {
	t.Helper()
	return newStageOf(t, server, 12)
}

// newStageOf is a stage of so many players.
func newStageOf(t *testing.T, server *apitest.Server, players int) *stage {
	t.Helper()
	return newEventBy(t, server, players, stageBy(players))
}

// stageBy is a stage by CN09 with room for so many players.
func stageBy(players int) apitest.JSON {
	return apitest.JSON{"kind": "stage", "ruleset": "catan-nazionale-2009", "formula": "club", "timeLimitMinutes": 80, "capacity": max(players, 100)}
}

// newEventBy is an event by a regulation, of so many players, with its first round drawn. The lots came out of a hat,
// in the order of entries.
func newEventBy(t *testing.T, server *apitest.Server, players int, by apitest.JSON) *stage {
	t.Helper()
	return newEventDrawn(t, server, players, by, true)
}

// newEventDrawn is [newEventBy] with lots out of a hat, or from the secret.
func newEventDrawn(t *testing.T, server *apitest.Server, players int, by apitest.JSON, hat bool) *stage {
	t.Helper()
	drawn := apitest.JSON{}
	if hat {
		var lots []apitest.JSON
		for n := 1; n <= players; n++ {
			lots = append(lots, apitest.JSON{"entry": n, "number": n})
		}
		drawn = apitest.JSON{"lots": lots, "reason": "sorteggio con i bussolotti"}
	}
	return newEventStarted(t, server, players, by, drawn)
}

// newEventStarted is [newEventBy] with the start's lots or places, and with a "structure" instead of the formula's, where it has one.
func newEventStarted(t *testing.T, server *apitest.Server, players int, by, start apitest.JSON) *stage {
	t.Helper()
	federation := server.Federation("Federazione")
	manager := federation.Manager
	event := apitest.JSON{
		"title": "Tappa di Aosta", "startsAt": "2009-02-08T09:00:00Z", "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Biblioteca", "city": "Aosta"}, "fee": apitest.JSON{"amount": "5.00", "currency": "EUR"},
	}
	maps.Copy(event, by)
	structure := event["structure"]
	delete(event, "structure")
	created := manager.Post(federation.Path+"/events", event).Want(201)
	s := &stage{server: server, path: federation.Path + "/events/" + created.Text("id"), home: server.Address + "/t/" + federation.Slug, manager: manager}
	s.page = s.home + "/e/" + created.Text("slug") + "?lang=en"
	organizer := s.appoint(manager, "Olga Organizzatrice", "organizer")
	s.referee = s.appoint(manager, "Fabio Primo Arbitro", "first-referee")
	if structure != nil {
		organizer.Post(s.path+"/structure", structure).Want(200)
		manager.Post(s.path+"/structure/approval", nil).Want(200)
	}
	organizer.Post(s.path+"/announcement", nil).Want(200)
	organizer.Post(s.path+"/entry-opening", nil).Want(200)
	for n := 1; n <= players; n++ {
		name := fmt.Sprintf("Giocatore %c", 'A'+n)
		if players > 24 {
			name = fmt.Sprintf("Giocatore %03d", n)
		}
		player := organizer.Post(federation.Path+"/players", apitest.JSON{"name": name, "sameNameAccepted": true}).Want(201)
		organizer.Post(s.path+"/entries", apitest.JSON{"player": player.ID("id")}).Want(201)
		organizer.Post(fmt.Sprintf("%s/entries/%d/check-in", s.path, n), nil).Want(200)
	}
	s.referee.Post(s.path+"/start", start).Want(200)
	s.referee.Post(s.path+"/rounds", apitest.JSON{}).Want(201)
	return s
}

func (s *stage) appoint(manager *apitest.Client, name, role string) *apitest.Client {
	c := s.server.SignUp(name)
	manager.Post(s.path+"/staff", apitest.JSON{"name": name, "role": role, "email": c.Email}).Want(201)
	c.Accept(c.Get("/me/invitations").Want(200).ID("items.0.id"))
	return c
}

// result records a result of a table of the first round.
func (s *stage) result(table int) { s.resultOf(1, table, 10, 8, 7, 5) }

// resultOf records the points of a table of a round; the first seat has declared the end.
func (s *stage) resultOf(round, table int, points ...int) {
	at := fmt.Sprintf("%s/rounds/%d", s.path, round)
	var seats []apitest.JSON
	for i, points := range points {
		seats = append(seats, apitest.JSON{"entry": s.referee.Get(at).Want(200).Int(fmt.Sprintf("tables.%d.seats.%d.number", table-1, i)), "vp": points})
	}
	s.referee.Post(fmt.Sprintf("%s/tables/%d/result", at, table), apitest.JSON{"ended": "declared", "declaredBy": seats[0]["entry"], "seats": seats}).Want(201)
}

// shared is the one browser of all tests, which starts when the first of them needs it: a browser of its own for each cost
// more than all that most of them do in it. Where there is the Chromium without windows, it is that one, which does the
// same with a third less of processor time. quit ends it.
var (
	running, quit = context.WithCancel(context.Background())
	shared        = sync.OnceValues(func() (context.Context, error) {
		allocator, _ := chromedp.NewExecAllocator(running, options()...)
		browser, _ := chromedp.NewContext(allocator)
		_, err := chromedp.Run(browser, chromedp.Evaluate[bool]("true"))
		return browser, err
	})
)

// options say how a browser is started.
func options() []chromedp.ExecAllocatorOption {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.Flag("no-sandbox", true), chromedp.WSURLReadTimeout(2*time.Minute),
		chromedp.Flag("disable-features", "Translate,BlinkGenPropertyTrees,SpareRendererForSitePerProcess")) // no process is kept waiting for the next page
	if shell, err := exec.LookPath("chromium-headless-shell"); err == nil {
		options = append(options, chromedp.ExecPath(shell))
	}
	return options
}

// ownBrowser is a browser of a test's own, with the stored data of a profile.
func ownBrowser(t *testing.T, profile string) context.Context {
	t.Helper()
	allocator, quit := chromedp.NewExecAllocator(context.WithoutCancel(t.Context()), append(options(), chromedp.UserDataDir(profile))...)
	t.Cleanup(quit)
	browser, closed := chromedp.NewContext(allocator)
	t.Cleanup(closed)
	if _, err := chromedp.Run(browser, chromedp.Evaluate[bool]("true")); err != nil {
		t.Fatalf("a browser on %s: %v", profile, err)
	}
	return browser
}

// chromium is a fresh browser: without cookies, storage or cache of another test. It ends with the test.
func chromium(t *testing.T) context.Context {
	t.Helper()
	all, err := shared()
	if err != nil {
		t.Fatalf("Chromium does not start (Debian has it as package chromium-headless-shell): %v", err)
	}
	browser, closed := chromedp.NewContext(all, chromedp.WithNewBrowserContext())
	t.Cleanup(closed)
	if _, err := chromedp.Run(browser, chromedp.Evaluate[bool]("true")); err != nil {
		t.Fatalf("a new browser: %v", err)
	}
	return browser
}

// tab is an open page of a browser.
type tab struct {
	t   *testing.T
	ctx context.Context
}

// countStreams lets a page count its streams that are not closed, and say whether it hears: whether one of them is open. One that is
// about to be opened is counted, and hears nothing yet. It notes the errors of its scripts for [tab.shown].
const countStreams = `{
	const all = [];
	const Real = EventSource;
	window.EventSource = class extends Real { constructor(...args) { super(...args); all.push(this); } };
	window.streams = () => all.filter((one) => one.readyState !== Real.CLOSED).length;
	window.hears = () => all.some((one) => one.readyState === Real.OPEN);
	window.wrong = [];
	addEventListener("error", ({ message }) => window.wrong.push(message));
	addEventListener("unhandledrejection", ({ reason }) => window.wrong.push(String(reason)));
}`

// open opens an address in a tab of its own. The test ends if it does not load.
func open(t *testing.T, browser context.Context, address string) tab {
	t.Helper()
	ctx, closed := chromedp.NewContext(browser)
	t.Cleanup(closed)
	opened := tab{t, ctx}
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("true")); err != nil {
		t.Fatalf("a new tab: %v", err)
	}
	do(opened, "count streams", chromedp.Func(func(ctx context.Context, at *chromedp.Target) error {
		_, err := cdp.Call(ctx, at, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: countStreams})
		return err
	}))
	do(opened, "load "+address, chromedp.Navigate(address))
	return opened
}

// do does something in a tab within 30 seconds.
func do[T any](b tab, what string, action chromedp.Action[T]) T {
	b.t.Helper()
	return within(b, 30*time.Second, what, action)
}

// within does something in a tab within a time.
func within[T any](b tab, most time.Duration, what string, action chromedp.Action[T]) T {
	b.t.Helper()
	ctx, end := context.WithTimeout(b.ctx, most)
	defer end()
	value, err := chromedp.Run(ctx, action)
	if err != nil {
		b.t.Fatalf("%s: %v", what, err)
	}
	return value
}

// left are the errors with which a browser reports that a page was left for the next one during a query. The last is
// for a page of which nothing has arrived yet.
var left = []string{"Inspected target navigated or closed", "Execution context was destroyed", "Cannot find context with specified id", "Cannot read properties of null"}

// evaluate returns the value of an expression that changes nothing. Where the page is left for the next one meanwhile, that one
// is asked.
func evaluate[T any](b tab, expression string, opts ...chromedp.EvaluateOption) T {
	b.t.Helper()
	return evaluateWithin[T](b, 30*time.Second, expression, opts...)
}

// evaluateWithin is [evaluate] for slow expressions.
func evaluateWithin[T any](b tab, most time.Duration, expression string, opts ...chromedp.EvaluateOption) T {
	b.t.Helper()
	ctx, end := context.WithTimeout(b.ctx, most)
	defer end()
	for {
		value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, opts...))
		if err == nil {
			return value
		}
		if ctx.Err() != nil || !slices.ContainsFunc(left, func(text string) bool { return strings.Contains(err.Error(), text) }) {
			b.t.Fatalf("%s: %v", expression, err)
		}
	}
}

// tap presses an element with a pointer, as soon as it can be pressed, lies still and is uncovered: a bar at the
// foot, or an element that slides in, would be pressed in its place.
func (b tab) tap(selector string) {
	b.t.Helper()
	lies := ""
	for began := time.Now(); lies != "free"; time.Sleep(100 * time.Millisecond) {
		lies = evaluate[string](b, fmt.Sprintf(`(() => {
			const target = document.querySelector(%q);
			if (!target?.checkVisibility() || target.disabled) {
				window.lay = "";
				return !target ? "is not there" : target.disabled ? "is disabled" : "is hidden";
			}
			const {x, y, width, height} = target.getBoundingClientRect();
			const at = JSON.stringify([x, y, width, height]);
			const still = at === window.lay;
			window.lay = at;
			if (!still) return "moves";
			let top;
			for (const block of ["nearest", "center"]) { // what stays at the foot of the window may cover it
				target.scrollIntoView({block, behavior: "instant"});
				const now = target.getBoundingClientRect();
				top = document.elementFromPoint(now.x + now.width / 2, now.y + now.height / 2);
				if (top && (target.contains(top) || top.contains(target) || (top.closest("label")?.contains(target)))) return "free";
			}
			return "lies under " + (top?.outerHTML.slice(0, 80) ?? "nothing of the page");
		})()`, selector))
		if lies != "free" && time.Since(began) > enough {
			b.t.Fatalf("never pressed: %s %s; %s", selector, lies, b.shown())
		}
	}
	do(b, "watch "+selector, chromedp.Evaluate[bool](fmt.Sprintf(`{
		window.pressed = false;
		const heard = ({target}) => {
			if (!target.closest?.(%q)) return;
			window.pressed = true;
			removeEventListener("click", heard, true);
		};
		addEventListener("click", heard, true);
	}; true`, selector)))
	b.hit(selector)
	if b.is(`window.pressed === false`) { // the page has moved under the finger: a person presses once more
		b.tap(selector)
	}
}

// shown tells what a page shows and waits for, for a test that has waited in vain.
func (b tab) shown() string {
	b.t.Helper()
	return b.value(`JSON.stringify({
		at: location.href, hidden: document.hidden, head: document.querySelector("#network")?.textContent.trim(), main: document.querySelector("main")?.innerText.slice(0, 600),
		last: performance.getEntriesByType("resource").slice(-6).map((one) => [new URL(one.name).pathname, Math.round(one.startTime), Math.round(one.responseEnd), one.responseStatus].join(" ")), now: Math.round(performance.now()), wrong: window.wrong,
	}, null, " ")`)
}

// hit presses the element that is there now. If the page replaces it at that moment, the browser reports that it is
// gone, whether or not the press has reached it.
func (b tab) hit(selector string) {
	b.t.Helper()
	ctx, end := context.WithTimeout(b.ctx, time.Minute)
	defer end()
	_, err := chromedp.Run(ctx, chromedp.Click(selector))
	if err != nil && !strings.Contains(err.Error(), "Could not find node with given id") {
		b.t.Fatalf("tap %s: %v", selector, err)
	}
}

// is reports whether an expression of JavaScript is true in the page.
func (b tab) is(expression string) bool {
	b.t.Helper()
	return evaluate[bool](b, "Boolean("+expression+")")
}

// number is the value of an expression.
func (b tab) number(expression string) int {
	b.t.Helper()
	return evaluate[int](b, expression)
}

// text returns the text of a part of the page.
func (b tab) text(selector string) string {
	b.t.Helper()
	text := evaluate[string](b, fmt.Sprintf("document.querySelector(%q)?.textContent ?? ''", selector))
	return strings.Join(strings.Fields(text), " ")
}

// enough is longer than anything takes that the pages do by themselves, beside all other tests on a slow machine.
const enough = 3 * time.Minute

// eventually waits for something that the pages do by themselves.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for began := time.Now(); time.Since(began) < enough; time.Sleep(100 * time.Millisecond) {
		if is() {
			return
		}
	}
	t.Fatalf("never: %s", what)
}
