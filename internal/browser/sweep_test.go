package browser_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
	"referto/internal/sampling"
)

// languages are the languages of the product.
var languages = []string{"it", "bg", "en"}

// unseen are the addresses that are no pages to look at, and those that only lead to a page; why stands behind each.
var unseen = map[string]string{
	"/assets/*": "files", "/console/_app/*": "files", "/console/service-worker.js": "a file", "/docs/": "the viewer of the contract, somebody else's", "/docs/rapidoc-9.3.8.js": "a file", "/robots.txt": "a file", "/favicon.ico": "a picture",
	"/livez": "a probe", "/readyz": "a probe", "/v1/openapi.json": "a document", "/t/:tenant/s/:season/calendar.ics": "a feed",
	"/t/:tenant/e/:event/date.ics": "a feed", "/t/:tenant/my-calendar/:file": "a feed", "/t/:tenant/audit/acts.csv": "a table", "/t/:tenant/refunds/receipt": "a picture",
	"/t/:tenant/mine/photos/:event/:photo": "a picture", "/account/data/:copy": "a file", "/t/:tenant/archives/:archive": "a file",
	"/t/:tenant/events/:event": "leads on", "/t/:tenant/events/:event/report": "leads on", "/t/:tenant/calendar": "leads on", "/t/:tenant/qualification": "leads on", "/t/:tenant/": "the home",
	"/console": "the same without a slash",
}

// Every page and every screen has no violation that axe finds, in each language, light and dark, on a desk, a phone and the smallest
// phone (U21); it fits there with letters of twice the size and with long words (U23, U25); and no text on it is a raw
// key or in another language than the page (U24). `make test` looks at each page in one language, width and theme, drawn with
// the seed of package sampling; `make e2e` in all.
func everyPageInEveryLook(t *testing.T, server *apitest.Server) {
	ofDemo := func(mail string) *apitest.Client {
		c := server.Anonymous()
		c.Email, c.Password = mail, demoPassword
		c.SignIn()
		return c
	}
	of := func(c *apitest.Client, list, slug string) string {
		var out struct{ Items []struct{ ID, Slug string } }
		c.Get(list + "?limit=100").Want(200).Into(&out)
		for _, one := range out.Items {
			if one.Slug == slug {
				return one.ID
			}
		}
		t.Fatalf("no %s", slug)
		return ""
	}
	referee, manager := ofDemo("first-referee@fic.example"), ofDemo("manager@fic.example")
	bologna, torino := of(manager, "/tenants/fic/events", "tappa-bologna"), of(manager, "/tenants/fic/events", "tappa-torino")
	latina := of(manager, "/tenants/fic/events", "selezione-latina")
	code := referee.Get("/tenants/fic/events/" + bologna + "/rounds/2/table-codes").Want(200).Text("items.0.url")
	history := manager.Post("/tenants/fic/histories?subject=players&name=past.csv", []byte("name,club\nAnna Bruni,Corvi\n"), apitest.Header("Content-Type", "application/octet-stream")).Want(201).Text("id")
	run := "/console/t/fic/events/" + bologna + "/run"
	patterns, visited := server.Patterns(), map[string]bool{}
	for _, tt := range []struct {
		who   string
		as    *apitest.Client // nil: anonymous
		pages []string        // "first a" is the page to which the first such link of the page before leads
	}{
		{"spectators", nil, []string{
			"/", "/tenants", "/accessibility", "/privacy", "/sign-in", "/account/registration", "/account/sign-in-link", "/account/sign-in?token=x", "/account/verification?token=x", "/account/forgotten-password", "/account/new-password?token=x", "/problems/not-found",
			"/t/fic", "/t/fic/calendar", "/t/fic/qualification", "/t/fic/s/campionato-precedente/final", "/t/fic/rules", "/t/fic/rules/catan-nazionale-2009", "/t/fic/rules/risiko-squadre-2000/calculator", "/t/fic/convocation?token=x", "/t/fic/entry?token=x", "/t/fic/address?token=x",
			"/t/fic/e/tappa-bologna", "/t/fic/e/tappa-aosta", "/t/fic/e/negozio-modena", "/t/fic/e/squadre-parma", "/t/fic/e/tappa-torino", "/t/fic/e/tappa-torino/enter", "/t/fic/e/tappa-bologna/draw", "/t/fic/e/tappa-bologna/screen", strings.TrimPrefix(code, apitest.PublicURL),
			"/t/fic/e/tappa-torino/print/poster", "/t/fic/e/tappa-bologna/print/seats", "/t/fic/e/tappa-bologna/print/standings", "/t/fic/e/tappa-bologna/print/sheets", "/t/fic/e/tappa-aosta/print/certificates",
			"/t/lzb", "/t/lzb/rankings", "/t/lzb/rankings/ranglista", "first /players/", "/t/lzb/rankings/ranglista/hall", "/t/armata-rossa/series/campionato-delle-serate", "/t/lzb/clubs", "first /clubs/",
		}},
		{"a player", ofDemo("player@lzb.example"), []string{"/account", "/account/invitations", "/account/password", "/account/records", "/account/data", "/account/founding", "/t/lzb/mine", "/t/lzb/rankings/ranglista", "first /players/", "claim"}},
		{"the staff of a ranking", ofDemo("manager@lzb.example"), []string{"/t/lzb/people", "/t/lzb/staff", "/t/lzb/logo", "/t/lzb/archives", "/t/lzb/deletion", "/t/lzb/histories", "/t/lzb/audit", "/t/lzb/people?name=%D0%BD%D0%B8", "first /people/"}},
		{"the manager", manager, []string{
			"/account", "/t/fic/histories/" + history, "/t/fic/refunds", "/t/fic/e/selezione-latina/report", "/t/fic/e/tappa-torino/print/names", "/t/fic/e/tappa-torino/print/check-in", "/t/fic/e/tappa-torino/print/codes",
			"/console", "/console/t/fic", "/console/t/fic/clubs", "/console/t/fic/finals", "/console/t/fic/homologation", "/console/t/fic/hosting", "/console/t/fic/prizes", "/console/t/fic/events/new",
			"/console/t/fic/events/" + torino + "/setup", "/console/t/fic/events/" + torino + "/entries", "/console/t/fic/events/" + torino + "/checkin", "/console/t/fic/events/" + bologna + "/report", "/console/t/fic/homologation/" + latina,
		}},
		{"the manager of a club", ofDemo("captain@armata-rossa.example"), []string{"/console/t/armata-rossa/hostings"}},
		{"a referee", referee, []string{run, run + "/t/2", run + "/players", run + "/rulings", run + "/sanctions", run + "/standings", run + "/next", run + "/queue"}},
		{"an operator", server.Operator("Opal Gestora"), []string{"/admin"}},
	} {
		b := open(t, chromium(t), server.Address+"/sign-in?lang=en") // one after the other: a browser takes a core
		loadAxe(b)
		if tt.as != nil {
			signIn(b, tt.as)
		}
		previous := ""
		for _, at := range tt.pages {
			address := server.Address + at
			if part, first := strings.CutPrefix(at, "first "); first {
				address = do(b, at, chromedp.Evaluate[string](`document.querySelector('main a[href*="`+part+`"]').href.split("?")[0]`))
			} else if at == "claim" {
				address = previous + "/claim"
			}
			address, _, _ = strings.Cut(address, "#")
			previous, _, _ = strings.Cut(address, "?")
			named := anyID.ReplaceAllString(at, "…") // ids differ each time: with them a page would be looked at otherwise each time
			for _, language := range sampling.Of(named+" language", languages) {
				do(b, "load "+address, chromedp.Navigate(in(language, address)))
				sees(b, at, func() bool { return b.is(`document.querySelector("main h1")`) })
				name := named + " in " + language
				accessible(b, name)
				speaks(b, name, language)
				light(b, name, server.Address)
				fits(b, name)
			}
			path := evaluate[string](b, `location.pathname`)
			for _, pattern := range patterns {
				visited[pattern] = visited[pattern] || matches(pattern, path)
			}
		}
	}
	for _, pattern := range patterns {
		if !strings.HasPrefix(pattern, "/v1/") && !visited[pattern] && unseen[pattern] == "" {
			t.Errorf("nobody has looked at %s", pattern)
		}
	}
}

// anyID is an id in an address.
var anyID = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// weight lists the files that a page has loaded: address, type, and bytes as transferred.
const weight = `performance.getEntriesByType("resource").map((one) => ({From: one.name, As: /\.(css|js|woff2?)(\?|$)/.exec(one.name)?.[1] ?? one.initiatorType, Bytes: one.encodedBodySize}))`

// light reports a page that loads more than it may: scripts of 30,000 bytes, or of the console 110,000 (U1, U2), styles of 10,000 (U3),
// and nothing from elsewhere. There are no fonts. Other screens that the console prepares are loaded as well, later, and count too.
func light(b tab, name, server string) {
	b.t.Helper()
	bytes := map[string]int{}
	for _, one := range evaluate[[]struct {
		From, As string
		Bytes    int
	}](b, weight) {
		if !strings.HasPrefix(one.From, server) && !strings.HasPrefix(one.From, "data:") && !strings.HasPrefix(one.From, "blob:") {
			b.t.Errorf("%s loads %s", name, one.From)
		}
		bytes[one.As] += one.Bytes
	}
	scripts, styles := 30_000, 10_000
	if b.is(`location.pathname.startsWith("/console")`) {
		scripts = 110_000
	}
	if b.is(`navigator.serviceWorker?.controller`) { // its answers were unpacked before: bytes are reported for first visits alone
		return
	}
	if bytes["css"] == 0 {
		b.t.Errorf("%s has no style among what it loads: %v", name, bytes)
	}
	if bytes["js"] > scripts || bytes["css"] > styles || bytes["woff"]+bytes["woff2"] > 0 {
		b.t.Errorf("%s loads %v bytes", name, bytes)
	}
}

// matches reports whether a path is one of a pattern.
func matches(pattern, path string) bool {
	want, got := strings.Split(pattern, "/"), strings.Split(path, "/")
	return slices.EqualFunc(want, got, func(step, is string) bool { return step == is || strings.HasPrefix(step, ":") && is != "" })
}

// texts lists the page's own texts in its language, and those for screen readers and fields. Texts that people have
// written, and texts marked as in another language, are left out.
const texts = `(() => {
	const page = document.documentElement.lang, out = [document.title];
	const other = (one) => one.closest("script, style, code, textarea, .mono") || (one.closest("[lang]")?.lang ?? page) !== page;
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node; (node = walk.nextNode()); ) if (node.data.trim() && !other(node.parentElement)) out.push(node.data);
	for (const one of document.querySelectorAll("[aria-label], [title], [alt], [placeholder]"))
		if (!other(one)) for (const name of ["aria-label", "title", "alt", "placeholder"]) if (one.getAttribute(name)) out.push(one.getAttribute(name));
	return out.map((text) => text.trim().replace(/\s+/g, " "));
})()`

// speaks reports raw keys on a page, and English texts if its language is another (U24).
func speaks(b tab, name, language string) {
	b.t.Helper()
	if got := b.value(`document.documentElement.lang`); got != language {
		b.t.Errorf("%s is in %q", name, got)
	}
	said := evaluate[[]string](b, texts)
	for _, fault := range foreign(b.t, said, language) {
		b.t.Errorf("%s: %s", name, fault)
	}
}

var (
	likeKey = regexp.MustCompile(`[a-z]+(\.[a-z0-9-]+)+`)
	// english are words that are in most English sentences and in none of Italian or Bulgarian.
	english = regexp.MustCompile(`(?i)(^|[^\pL])(the|and|with|from|this|that|has|have|was|were|your|you|which|not|of)([^\pL]|$)`)
	value   = regexp.MustCompile(`\{[^}]*\}`)
)

// foreign lists texts that are a key of the catalog, or English though their language is another: whole messages that
// differ in that language, and sentences that are in no catalog.
func foreign(t *testing.T, said []string, language string) (faults []string) {
	t.Helper()
	own, other := catalog(t, language), catalog(t, "en")
	mine := map[string]bool{}
	for _, text := range own {
		mine[text] = true
	}
	theirs := map[string]string{}
	for key, text := range other {
		if !mine[text] && len(value.FindString(text)) == 0 && strings.Contains(text, " ") {
			theirs[text] = key
		}
	}
	for _, text := range said {
		for _, word := range likeKey.FindAllString(text, -1) {
			if _, is := other[word]; is {
				faults = append(faults, fmt.Sprintf("a raw key: %q", text))
			}
		}
		if language == "en" {
			continue
		}
		if key, is := theirs[text]; is {
			faults = append(faults, fmt.Sprintf("%s in English: %q", key, text))
		} else if english.MatchString(text) {
			faults = append(faults, fmt.Sprintf("English: %q", text))
		}
	}
	return faults
}

// catalog returns the messages of a language, those with plural forms in the form for many.
func catalog(t *testing.T, language string) map[string]string {
	t.Helper()
	file, err := os.ReadFile("../../frontend/words/" + language + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var messages map[string]json.RawMessage
	if err := json.Unmarshal(file, &messages); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for key, raw := range messages {
		var text string
		if json.Unmarshal(raw, &text) != nil {
			var forms map[string]string
			if err := json.Unmarshal(raw, &forms); err != nil {
				t.Fatal(err)
			}
			text = forms["other"]
		}
		out[key] = text
	}
	return out
}

// A text in another language than the page's is found, and a permitted one is not.
func TestForeignTextsAreFound(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		language, text string
		want           bool
	}{
		{"it", "account.accept", true},
		{"en", "account.accept", true},
		{"it", "Nobody has yet.", true},
		{"it", "Bank account", true},
		{"bg", "The table is full", true},
		{"it", "Conto bancario", false},
		{"bg", "Банкова сметка", false},
		{"en", "The table is full", false},
		{"it", "anna.lodi@example.org", false},
		{"it", "La Tana dei Corvi", false},
	} {
		if got := foreign(t, []string{tt.text}, tt.language); (len(got) > 0) != tt.want {
			t.Errorf("%q in %s: %v", tt.text, tt.language, got)
		}
	}
}
