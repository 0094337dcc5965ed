package words

import (
	"strings"
	"testing"
)

// Every code can be explained without a case: its sentence has a value in each place.
func TestEveryReasonHasAnExample(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "it", "bg"} {
		w, seen := For(language), 0
		for key, m := range w.messages {
			code, is := strings.CutPrefix(key, "reason.")
			if !is {
				continue
			}
			seen++
			got, madeUp, ok := w.Example(code)
			if !ok || strings.TrimSpace(got) == "" || strings.ContainsAny(got, "{}") || strings.Contains(got, "  ") || strings.HasSuffix(got, ": .") {
				t.Errorf("%s %s: %q", language, code, got)
			}
			if madeUp != (len(placeholders(m)) > 0) {
				t.Errorf("%s %s: made up %v, placeholders %v", language, code, madeUp, placeholders(m))
			}
			for name, format := range formatsOf(m) {
				if format == "who" {
					continue
				}
				if value := w.value(w.example(code, name, format), format, exampleName); value == "" || !strings.Contains(strings.ToLower(got), strings.ToLower(value)) {
					t.Errorf("%s %s: %q says nothing for %s, %q", language, code, got, name, value)
				}
			}
		}
		if seen < 700 {
			t.Errorf("%s: only %d codes", language, seen)
		}
	}
	if _, _, ok := For("en").Example("no-such-code"); ok {
		t.Error("a code without words has an example")
	}
}

// formatsOf are the formats of a message's placeholders, by their names; of several of
// one name the last.
func formatsOf(m message) map[string]string {
	out := map[string]string{}
	for _, form := range m.forms {
		for _, p := range form {
			if p.name != "" && p.name != m.by {
				out[p.name] = p.format
			}
		}
	}
	return out
}
