package journeys_test

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The tests that docs/journeys.md names exist, and those within a test.
func TestJourneysAreWalked(t *testing.T) {
	t.Parallel()
	list, err := os.ReadFile("../../docs/journeys.md")
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	err = fs.WalkDir(os.DirFS("../.."), ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "var"):
			return fs.SkipDir
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile("../../" + path)
		for _, found := range regexp.MustCompile(`(?m)^func (Test\w+)\(|^\t\t"(\w+)": `).FindAllSubmatch(text, -1) {
			have[string(found[1])+string(found[2])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`(Test\\w+)(/(\\w+))?`").FindAllSubmatch(list, -1)
	if len(named) < 30 {
		t.Errorf("%d tests are named", len(named))
	}
	for _, one := range named {
		if within := string(one[3]); !have[string(one[1])] || within != "" && !have[within] {
			t.Errorf("%s does not exist", one[0])
		}
	}
}
