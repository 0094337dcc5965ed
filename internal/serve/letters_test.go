package serve_test

import (
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/internal/apitest"
)

// namedIn returns the words in the first group of a pattern in the text of a file.
func namedIn(t *testing.T, file, pattern string) (names []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1) {
		names = append(names, match[1])
	}
	if len(names) == 0 {
		t.Fatalf("%s has nothing like %s", file, pattern)
	}
	return names
}

// Letters of every kind, and everything that waits, lead to a page that there is, on which something can be done or of which it is
// said why nothing can. That letters lead to these pages and to no others is seen wherever a test receives one.
func TestEveryLetterLeadsToAPage(t *testing.T) {
	t.Parallel()
	kinds := namedIn(t, "../mail/content.go", `kind\(\) string +\{ return "([a-z-]+)" \}`)
	for kind := range apitest.Leads {
		if !slices.Contains(kinds, kind) {
			t.Errorf("there is no letter %q", kind)
		}
	}
	for _, kind := range kinds {
		if len(apitest.Leads[kind]) == 0 {
			t.Errorf("no page of the letter %q is named", kind)
		}
		for _, lead := range apitest.Leads[kind] {
			if (lead.Does == "") == (lead.Told == "") {
				t.Errorf("%s of the letter %q has no act and no reason, or both", lead.Page, kind)
			}
		}
	}
	waiting := pages.WaitingPages()
	for _, kind := range namedIn(t, "../../openapi/openapi.gen.go", `WaitingKind\w+ +WaitingKind = "([a-z-]+)"`) {
		if kind != "mail-refused" && waiting[kind] == "" { // by what the letter was about
			t.Errorf("%s has no page", kind)
		}
	}

	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	season := federation.Manager.Post(federation.Path+"/seasons", apitest.JSON{"slug": "campionato", "title": "Campionato 2009", "ruleset": "catan-nazionale-2009"}).Want(201)
	federation.Manager.Post(federation.Path+"/seasons/"+season.Text("id")+"/opening", nil).Want(200)
	id := federation.Stage(apitest.JSON{})
	event := federation.Manager.Post(federation.Path+"/events/"+id.String()+"/announcement", nil).Want(200)
	player := federation.Manager.Post(federation.Path+"/players", apitest.JSON{"name": "Ada Lodi"}).Want(201).Text("id")
	asks := signIn(t, server, federation.Manager)
	for kind, leads := range apitest.Leads {
		for _, lead := range leads {
			if at, ours := strings.CutPrefix(lead.Page, "/console"); ours {
				isScreen(t, kind, at)
				continue
			}
			path, _, _ := strings.Cut(lead.Page, "#")
			path = strings.NewReplacer("/e/{event}", "/e/"+event.Text("slug"), "{tenant}", federation.Slug, "{event}", id.String(), "{season}", "campionato", "{id}", player).Replace(path)
			if p := asks.get(path); p.status != http.StatusOK && p.status != http.StatusSeeOther {
				t.Errorf("the letter %q leads to %s: %d", kind, path, p.status)
			}
		}
	}
	if p := asks.get("/t/" + federation.Slug + "/" + uuid.NewString()); p.status != http.StatusNotFound {
		t.Errorf("a page that there is not: %d", p.status)
	}
}

// isScreen reports a letter that leads to a screen, or a part of one, that the console does not have.
func isScreen(t *testing.T, kind, at string) {
	t.Helper()
	path, part, _ := strings.Cut(at, "#")
	path = strings.NewReplacer("{tenant}", "[tenant]", "{event}", "[event]").Replace(path)
	file := filepath.Join("../../frontend/console/src/routes", path, "+page.svelte")
	if _, err := os.Stat(file); err != nil {
		t.Errorf("the letter %q leads to %s: %v", kind, at, err)
	}
	found := part == ""
	err := fs.WalkDir(os.DirFS("../../frontend/console/src"), ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || found || filepath.Ext(path) != ".svelte" {
			return err
		}
		text, err := os.ReadFile(filepath.Join("../../frontend/console/src", path))
		found = strings.Contains(string(text), `id="`+part+`"`)
		return err
	})
	if err != nil || !found {
		t.Errorf("the letter %q leads to %s, a part that no screen has: %v", kind, at, err)
	}
}
