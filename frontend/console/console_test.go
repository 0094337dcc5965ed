package console

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"referto/frontend/pages"
)

// The server answers at the addresses of the screens that there are, and at no others.
func TestScreensAreTheFoldersOfRoutes(t *testing.T) {
	t.Parallel()
	var want []string
	parameter := regexp.MustCompile(`\[(\w+)\]`)
	err := filepath.WalkDir("src/routes", func(name string, _ fs.DirEntry, err error) error {
		if filepath.Base(name) == "+page.svelte" {
			folder := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(name)), "src/routes")
			want = append(want, Path+cmp.Or(parameter.ReplaceAllString(folder, ":$1"), "/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(Screens()))); diff != "" {
		t.Error(diff)
	}
}

// The server hands out the words that the script asks for.
func TestSpokenWordsAreThoseOfTheScript(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("src/lib/spoken.ts")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(source), "= [")
	var named []string
	for _, one := range regexp.MustCompile(`"([^"]+)"`).FindAllStringSubmatch(list, -1) {
		named = append(named, one[1])
	}
	if diff := gocmp.Diff(named, spoken); diff != "" {
		t.Error(diff)
	}
}

// The document lets its own script run, and no other; it is completed for its reader.
func TestShell(t *testing.T) {
	t.Parallel()
	p, err := pages.New()
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(p)
	if err != nil {
		t.Fatal(err)
	}
	if !c.Built() {
		t.Fatal("the console is not built: make console")
	}
	document, err := c.Shell(pages.Reader{Lang: "it", Theme: "dark"})
	if err != nil {
		t.Fatal(err)
	}
	text := string(document)
	for _, want := range []string{`<html lang="it" data-theme="dark">`, FilePath + "immutable/assets/", FilePath + "words/it.", `"report":"/console/t/{tenant}/events/{event}/report"`, `"leaving":"/t/{tenant}/people#leavings"`} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %s:\n%s", want, text)
		}
	}
	if strings.Count(text, "<script>") != 1 || !strings.Contains(c.Policy, "script-src 'self' 'sha256-") || !strings.Contains(c.Policy, "img-src 'self' blob: data:") || strings.Contains(c.Policy, "unsafe") {
		t.Errorf("%s\n%s", c.Policy, text)
	}
	if strings.Contains(text, " style=") {
		t.Error("a style within the document, which the policy forbids")
	}
	for _, one := range regexp.MustCompile(FilePath+`[^"]+`).FindAllString(text, -1) {
		if c.Files[strings.TrimPrefix(one, FilePath)] == nil {
			t.Errorf("%s is not there", one)
		}
	}
	if plain, err := c.Shell(pages.Reader{Lang: "bg", Theme: `"><script>`}); err != nil || !strings.Contains(string(plain), `<html lang="bg">`) {
		t.Errorf("%v %s", err, plain)
	}
}
