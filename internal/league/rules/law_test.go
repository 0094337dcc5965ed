package rules_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// parted are the paragraphs that say several things, of which each is the name of a test: by one of them
// the others would pass for computed. A name has all of some words.
var parted = map[string]map[string][]string{
	"BG 1": {
		"the score of seven figures":             {"seven figures"},
		"the cap, before it is reached":          {"299 points", "plays on"},
		"the cap":                                {"300 points"},
		"the place in the eternal ranking":       {"eternal ranking"},
		"no part in ranking tournaments with it": {"ranking tournaments", "closed"},
		"national points":                        {"national points", "apart"},
	},
}

// TestEveryComputedParagraphIsTested holds the law: a paragraph that the
// platform computes is the name of at least one test, and of one for each of what it says
// where that is [parted].
func TestEveryComputedParagraphIsTested(t *testing.T) {
	t.Parallel()
	var tests strings.Builder
	files, err := filepath.Glob("../*/*_test.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no tests found", err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tests.Write(source)
	}
	for _, id := range presets.IDs() {
		r, err := presets.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range r.Texts {
			if text.Kind == rules.Computed && !strings.Contains(tests.String(), `"`+r.Code+" "+text.Paragraph+" ") {
				t.Errorf("no test is named after %s %s (%s)", r.Code, text.Paragraph, text.Title)
			}
			named := regexp.MustCompile(`"`+regexp.QuoteMeta(r.Code+" "+text.Paragraph)+` [^"\n]*"`).FindAllString(tests.String(), -1)
			for part, words := range parted[r.Code+" "+text.Paragraph] {
				if !slices.ContainsFunc(named, func(name string) bool {
					return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(name, word) })
				}) {
					t.Errorf("no test is named after %s %s for %s, by the words %q", r.Code, text.Paragraph, part, words)
				}
			}
		}
	}
}

// cited are the paragraphs that the options of a value cite, each with the place
// of a field that does. Texts only are cited.
func cited(value reflect.Value, at string, found map[string]string) {
	switch value.Kind() {
	case reflect.Pointer:
		if !value.IsNil() {
			cited(value.Elem(), at, found)
		}
	case reflect.Slice:
		for i := range value.Len() {
			cited(value.Index(i), at, found)
		}
	case reflect.Map:
		for _, key := range value.MapKeys() {
			cited(value.MapIndex(key), at, found)
		}
	case reflect.Struct:
		if value.Type() == reflect.TypeFor[rules.Text]() {
			return
		}
		for i := range value.NumField() {
			field := value.Type().Field(i)
			here := at + "." + field.Name
			cites := strings.HasSuffix(field.Name, "Paragraph") || slices.Contains([]string{".Pairings.FirstRound", ".Rows.Frozen"}, tail(here))
			if text := value.Field(i); cites && text.Kind() == reflect.String && text.String() != "" {
				found[text.String()] = here
			}
			if field.IsExported() {
				cited(value.Field(i), here, found)
			}
		}
	}
}

// tail are the last two steps of a place.
func tail(at string) string {
	steps := strings.Split(at, ".")
	return "." + strings.Join(steps[max(0, len(steps)-2):], ".")
}

// TestEveryCitedParagraphIsComputed: from a paragraph that an option, a reading, a
// reason to bar somebody, an offense, a prize, a phase of the clock or a
// calculator cites, something follows, so that it needs a test too.
func TestEveryCitedParagraphIsComputed(t *testing.T) {
	t.Parallel()
	for _, id := range presets.IDs() {
		r := preset(t, id)
		found := make(map[string]string)
		cited(reflect.ValueOf(*r), r.Code, found)
		if len(found) < 5 {
			t.Errorf("%s cites only %v", id, found)
		}
		for paragraph, at := range found {
			if text, ok := r.Text(paragraph); !ok || text.Kind != rules.Computed {
				t.Errorf("%s cites %s, which is a %s", at, paragraph, text.Kind)
			}
		}
	}
}

// TestLifetimeIsCitedWhereItIs: BG 1 leads to the part of the ruleset that has the cap, the hall and national points.
func TestLifetimeIsCitedWhereItIs(t *testing.T) {
	t.Parallel()
	r := preset(t, "catan-ranglista-bg")
	text, _ := r.Text("1")
	if text.Where != "/lifetime" || r.Lifetime == nil || r.Lifetime.Points != 300 || r.Lifetime.Hall == "" || r.Lifetime.National == "" || r.Lifetime.Paragraph != "1" {
		t.Errorf("BG 1 leads to %s, where %+v stands", text.Where, r.Lifetime)
	}
}

// The reasons for a penalty that each regulation names.
func TestOffenses(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, preset, paragraph, want string }{
		{"CN09 5.1 irregular moves in bad faith", "catan-nazionale-2009", "5.1", "irregular-move"},
		{"CN09 5.2 slow play", "catan-nazionale-2009", "5.2", "slow-play"},
		{"CN09 5.3 five kinds of cheating", "catan-nazionale-2009", "5.3", "looking-at-cards false-information outside-advice arranged-outcome lying-to-referee"},
		{"CN09 5.4 unsporting conduct", "catan-nazionale-2009", "5.4", "unsporting-conduct"},
		{"FG14 6.1 irregular moves in bad faith", "firenzegioca-2014", "6.1", "irregular-move"},
		{"FG14 6.2 slow play", "firenzegioca-2014", "6.2", "slow-play"},
		{"FG14 6.3 five kinds of cheating", "firenzegioca-2014", "6.3", "looking-at-cards false-information outside-advice arranged-outcome lying-to-referee"},
		{"FG14 6.4 unsporting conduct", "firenzegioca-2014", "6.4", "unsporting-conduct"},
		{"FG14 6.5 cheating and the like", "firenzegioca-2014", "6.5", "cheating"},
		{"BG FP 18 breaking fair play", "catan-ranglista-bg", "FP 18", "fair-play"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, o := range preset(t, tt.preset).Discipline.Offenses {
				if o.Paragraph == tt.paragraph {
					got = append(got, o.Code)
				}
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("got %q", got)
			}
		})
	}
}
