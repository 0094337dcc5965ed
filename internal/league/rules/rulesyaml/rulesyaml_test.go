package rulesyaml_test

import (
	"errors"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules/rulesyaml"
)

// bomb is YAML of which a reader that copies aliases makes gigabytes.
func bomb() string {
	text := "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
	for level := range 9 {
		name, of := string(rune('b'+level)), string(rune('a'+level))
		text += name + ": &" + name + " [" + strings.Repeat("*"+of+", ", 9) + "*" + of + "]\n"
	}
	return text
}

func TestDecodeRefusesWhatIsNoDocument(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ document, want string }{
		"a key given twice":     {"id: a\nid: b\n", "/id yaml-duplicate-key"},
		"a second document":     {"id: a\n---\nid: b\n", " trailing-data"},
		"torn YAML":             {"id: [", " yaml-syntax"},
		"aliases of aliases":    {bomb(), "/a yaml-alias"},
		"a number of YAML 1.1":  {"time: {minutes: {base: 013}}", "/time/minutes/base yaml-number"},
		"a tag of a language":   {"id: !!python/object:x y", "/id yaml-tag"},
		"half a character":      {`{"id": "\ud800"}`, "/id lone-surrogate"},
		"a word that is no yes": {"discipline: {expulsion: {needsConfirmation: yes}}", "/discipline/expulsion/needsConfirmation wrong-kind"},
	} {
		_, err := rulesyaml.Decode([]byte(c.document))
		var faults league.Faults
		if !errors.As(err, &faults) || len(faults) != 1 {
			t.Errorf("%s: got %v", name, err)
			continue
		}
		if got := faults[0].Field + " " + faults[0].Reason; got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}
