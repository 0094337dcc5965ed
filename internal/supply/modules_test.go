package supply_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// Every module that is imported directly has a sentence in a decision (0010): a dependency is code that we answer for.
// A module below another one (rivertype below river) is covered by that one's sentence.
func TestEveryDependencyHasAReason(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	module, err := modfile.Parse("go.mod", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("../../docs/decisions/*.md")
	if err != nil || len(pages) < 100 {
		t.Fatalf("%d decisions, %v", len(pages), err)
	}
	var decisions strings.Builder
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		decisions.Write(text)
	}
	version := regexp.MustCompile(`/v\d+$`)
	named := 0
	for _, r := range module.Require {
		if r.Indirect {
			continue
		}
		// Pages name modules as people do: "minio-go", "jackc/pgx", "OpenTelemetry".
		parts := strings.Split(version.ReplaceAllString(r.Mod.Path, ""), "/")
		owner, name := parts[min(1, len(parts)-1)], parts[len(parts)-1]
		words := []string{owner + "/" + parts[min(2, len(parts)-1)]}
		if strings.HasSuffix(parts[0], "opentelemetry.io") {
			words = append(words, "OpenTelemetry") // one project in several modules
		}
		if !slices.Contains([]string{"crypto", "image", "mod", "sdk", "sync", "term", "text", "tools"}, name) { // words of many meanings
			words = append(words, name)
		}
		found := false
		for _, word := range words {
			found = found || regexp.MustCompile(`(?i)\b`+regexp.QuoteMeta(word)+`\b`).MatchString(decisions.String())
		}
		if !found {
			t.Errorf("no decision names %s", r.Mod.Path)
		}
		named++
	}
	if named < 30 {
		t.Errorf("%d direct modules", named)
	}
}
