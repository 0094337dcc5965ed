package pages_test

import (
	"encoding/json"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"referto/frontend/pages"
)

// Each code has a page made of sentences, in each language: a heading that is not the code, an explanation, and
// advice.
func TestHelpOfEveryCode(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../words/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var catalog map[string]json.RawMessage
	if err := json.Unmarshal(raw, &catalog); err != nil {
		t.Fatal(err)
	}
	seen := 0
	templates, err := newPages()
	if err != nil {
		t.Fatal(err)
	}
	paragraph := regexp.MustCompile(`(?s)<h1>(.*?)</h1>\s*<p class="lead">(.*?)</p>.*?<p>(.*?)</p>`)
	for key := range catalog {
		code, is := strings.CutPrefix(key, "reason.")
		if !is {
			continue
		}
		seen++
		for _, lang := range []string{"en", "it", "bg"} {
			var page strings.Builder
			known, err := templates.Help(&page, pages.Help{Reader: pages.Reader{Lang: lang}, Code: code})
			if err != nil || !known {
				t.Fatalf("%s %s: %v, %v", lang, code, known, err)
			}
			_, main, _ := strings.Cut(page.String(), "<main")
			said := paragraph.FindStringSubmatch(main)
			switch {
			case said == nil:
				t.Errorf("%s %s: no heading, sentence and advice in\n%s", lang, code, main)
			case strings.ContainsAny(said[0], "{}`"):
				t.Errorf("%s %s: braces in %s", lang, code, said[0])
			case said[1] == code || said[2] == code || !strings.Contains(said[3], "."):
				t.Errorf("%s %s: %q is no sentence with what to do", lang, code, said[1:])
			}
		}
	}
	if seen < 700 {
		t.Errorf("only %d codes", seen)
	}
	if known, err := templates.Help(io.Discard, pages.Help{Reader: pages.Reader{Lang: "en"}, Code: "no-such-code"}); known || err != nil {
		t.Errorf("a code without words: %v, %v", known, err)
	}
}

// The status with which a code is answered decides the advice.
func TestHelpByStatus(t *testing.T) {
	t.Parallel()
	templates, err := newPages()
	if err != nil {
		t.Fatal(err)
	}
	for status, want := range map[int]string{412: "If-Match", 429: "Retry-After", 403: "needsRole", 500: "errors[].pointer", 0: "errors[].pointer"} {
		var page strings.Builder
		if _, err := templates.Help(&page, pages.Help{Reader: pages.Reader{Lang: "en"}, Code: "stale", Status: status}); err != nil || !strings.Contains(page.String(), want) {
			t.Errorf("%d: nothing of %s, %v", status, want, err)
		}
	}
}
