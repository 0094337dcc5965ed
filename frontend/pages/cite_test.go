package pages_test

import (
	"io"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"referto/frontend/pages"
	"referto/frontend/pages/preview/sample"
	"referto/openapi"
)

// A citation links to the ruleset of the event, and is marked, because it would look like a figure otherwise.
func TestACitationLeadsToItsParagraph(t *testing.T) {
	t.Parallel()
	page := stagePage(t, stageView(t, "it", sample.Running))
	cut := within(page.one(class("cut")), class("ref"))[0]
	if got := attribute(cut, "href") + " " + text(cut) + " " + attribute(cut, "title"); got != "/t/fic/rules/catan-nazionale-2009#p3.2d § 3.2d CN09 §\u00a03.2d" {
		t.Errorf("got %q", got)
	}
	for _, slug := range sample.Slugs() {
		for _, ref := range storyPage(t, "it", slug, sample.Finished, 0).all(class("ref")) {
			if !strings.HasPrefix(attribute(ref, "href"), "/t/fic/rules/") {
				t.Errorf("%s: %q leads to %q", slug, text(ref), attribute(ref, "href"))
			}
		}
	}
}

// The ruleset of another code is looked up by it; where there is no tenant there are no rules to
// read.
func TestACitationOfAnotherRegulation(t *testing.T) {
	t.Parallel()
	tenant := sample.Tenant()
	for _, tt := range []struct {
		name   string
		tenant *openapi.Tenant
		rule   openapi.Rule
		want   string
	}{
		{"by its code", &tenant, openapi.Rule{Code: "BG", Paragraph: "FP 3"}, "/t/fic/rules/BG#pFP3 FP 3"},
		{"without a tenant", nil, openapi.Rule{Code: "CN09", Paragraph: "1.5"}, " § 1.5"},
		{"without a code", &tenant, openapi.Rule{Paragraph: "1.5"}, " § 1.5"},
	} {
		page := rendered(t, func(p *pages.Pages, out io.Writer) error {
			return p.Problem(out, pages.Problem{Tenant: tt.tenant, Problem: openapi.Problem{Status: 422, Detail: "No.", Rule: tt.rule}})
		})
		ref := page.one(class("ref"))
		if got := attribute(ref, "href") + " " + text(ref); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A link inside of a link, a button or a control that opens something cannot be followed.
func TestNoLinkStandsInWhatIsPressed(t *testing.T) {
	t.Parallel()
	everyPage(t, func(t *testing.T, _ string, page document) {
		for _, outer := range page.all(func(n *html.Node) bool { return n.Data == "a" || n.Data == "button" || n.Data == "summary" }) {
			if found := within(outer, tag("a")); len(found) > 0 {
				t.Errorf("%q stands in %q", text(found[0]), text(outer))
			}
		}
	})
}
