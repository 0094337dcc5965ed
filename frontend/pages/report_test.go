package pages_test

import (
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
	"referto/openapi"
)

func reportPage(t *testing.T, change func(*pages.Report)) document {
	t.Helper()
	view, err := sample.Report(pages.Reader{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	change(&view)
	return rendered(t, func(p *pages.Pages, out io.Writer) error { return p.Report(out, view) })
}

// section returns the text of a section of the report, by the id of its heading.
func (d document) section(heading string) string {
	d.t.Helper()
	return text(d.one(with("aria-labelledby", heading)))
}

// CN09 1.6, 2.2, 2.3: the report lists the entrants and players, the final order, every game, the staff, the
// penalties with their reasons, and the missing parts.
func TestReportPage(t *testing.T) {
	t.Parallel()
	page := reportPage(t, func(*pages.Report) {})
	for heading, want := range map[string][]string{
		"h-demands":   {"Met Giocatori: 22", "Not met Manca una foto: il vincitore. § 1.6.a", "What the program finds Not met Espulsioni non convalidate dal primo arbitro: 1. § 5.5b"},
		"h-standings": {"Final standings"},
		"h-entrants":  {"Ivo Assente", "did not come"},
		"h-games":     {"Round 1 Table", "Round 3 Table", "Final Table", "Table 5", "(winner)"},
		"h-staff":     {"Renato Ghisolfi first referee", "Ombretta Cini organizer"},
		"h-penalties": {"warning § 5.2, Round 2. Ha guardato le carte del vicino (Renato Ghisolfi)"},
		"h-refused":   {"Ivo Assente: È arbitro di questo torneo. § 1.5"},
		"h-photos":    {"The tables, round 1", "The final’s table"},
		"h-sent":      {"Ombretta Cini late Tutto regolare SHA-256 9f86d081"},
	} {
		for _, part := range want {
			if got := page.section(heading); !strings.Contains(got, part) {
				t.Errorf("%s does not say %q: %s", heading, part, got)
			}
		}
	}
	games := 0
	for _, n := range within(page.one(with("aria-labelledby", "h-games")), class("seats")) {
		games += len(within(n, tag("li")))
	}
	if want := 3*22 + 4; games != want {
		t.Errorf("%d seats of games, not %d", games, want)
	}
}

// On paper nothing is hidden: the report folds nothing that print leaves closed, and its
// links to files stay on the screen.
func TestReportForPaper(t *testing.T) {
	t.Parallel()
	page := reportPage(t, func(*pages.Report) {})
	files := map[string]string{}
	for _, n := range page.all(has("download")) {
		files[attribute(n, "download")] = attribute(n, "href")
		if !class("noprint")(n.Parent) {
			t.Errorf("%s is printed", attribute(n, "download"))
		}
	}
	want := map[string]string{}
	for _, table := range []string{"standings", "entrants", "games", "staff", "penalties"} {
		want[table+".csv"] = "/v1/tenants/fic/events/" + eventID(t) + "/report?format=csv&table=" + table
	}
	if diff := cmp.Diff(want, files); diff != "" {
		t.Error(diff)
	}
	for _, n := range within(page.one(tag("main")), tag("details")) {
		if !class("st")(ancestor(n, "table")) {
			t.Error("something is folded beside the sums of the standings")
		}
	}
}

func eventID(t *testing.T) string {
	t.Helper()
	view, err := sample.Report(pages.Reader{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	return view.Event.Id.String()
}

// ancestor is the nearest element of a name around a node; an empty one if there is none.
func ancestor(n *html.Node, name string) *html.Node {
	for n = n.Parent; n != nil; n = n.Parent {
		if n.Data == name {
			return n
		}
	}
	return &html.Node{}
}

// Of an event played elsewhere only its order is known.
func TestReportOfAnEventElsewhere(t *testing.T) {
	t.Parallel()
	page := reportPage(t, func(v *pages.Report) {
		v.Papers.Checklist.Breaches = []openapi.Explanation{{Text: "Annunciato tardi."}}
		v.Event.Elsewhere, v.Rounds, v.Penalties, v.Papers.Sent = true, nil, nil, nil
	})
	if len(page.all(with("aria-labelledby", "h-games"))) > 0 || len(page.all(with("aria-labelledby", "h-sent"))) > 0 {
		t.Error("it tells of games that nobody knows, or of a report that was not sent")
	}
	if got := page.section("h-demands"); !strings.Contains(got, "Noted Annunciato tardi.") {
		t.Errorf("what is noted: %q", got)
	}
	if got := page.section("h-penalties"); got != "Penalties None." {
		t.Errorf("penalties: %q", got)
	}
	if got := text(page.one(class("facts"))); !strings.Contains(got, "Rounds Played without the program") {
		t.Errorf("facts: %q", got)
	}
}

// Names and reasons are texts of people.
func TestTextsOfTheReportAreText(t *testing.T) {
	t.Parallel()
	const attack = `<img src=x onerror=alert(1)>`
	page := reportPage(t, func(v *pages.Report) {
		v.Penalties[0].Reason, v.Papers.Sent[0].Notes, v.Entries[0].Player.Name, v.Papers.Staff[0].Name = attack, attack, attack, attack
	})
	if len(page.all(tag("img"))) > 0 || strings.Count(page.source, "&lt;img") != 4 {
		t.Error("a text has become markup")
	}
}

// Tables are linked beside the page for a signed-in reader of this site, and in the API for programs.
func TestTablesOfTheReportFollowWhoReads(t *testing.T) {
	t.Parallel()
	for want, visitor := range map[string]*pages.Visitor{"/v1/tenants/": nil, "/t/": {Name: "Olga"}} {
		page := reportPage(t, func(v *pages.Report) { v.Visitor = visitor })
		for _, link := range page.all(has("download")) {
			if !strings.HasPrefix(attribute(link, "href"), want) {
				t.Errorf("%s leads to %s, want %s", text(link), attribute(link, "href"), want)
			}
		}
	}
}
