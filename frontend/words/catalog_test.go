package words

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/feature/plural"
)

func TestEveryLanguageHasTheSameKeys(t *testing.T) {
	t.Parallel()
	want := slices.Sorted(maps.Keys(For("en").messages))
	for _, lang := range Languages() {
		if diff := cmp.Diff(want, slices.Sorted(maps.Keys(For(lang).messages))); diff != "" {
			t.Errorf("en and %s differ: %s", lang, diff)
		}
	}
}

// A translation may use a placeholder twice or in another order, but never one that the others lack, because it would
// have no value.
func TestEveryLanguageHasTheSamePlaceholders(t *testing.T) {
	t.Parallel()
	for key, english := range For("en").messages {
		want := placeholders(english)
		for _, lang := range Languages() {
			m := For(lang).messages[key]
			if diff := cmp.Diff(want, placeholders(m)); diff != "" {
				t.Errorf("%s: en and %s differ: %s", key, lang, diff)
			}
			if m.by != english.by {
				t.Errorf("%s: chosen by %q in en, by %q in %s", key, english.by, m.by, lang)
			}
		}
	}
}

// "1 table" and "2 tables" must not say the same of different numbers.
func TestEveryPluralFormNamesItsCount(t *testing.T) {
	t.Parallel()
	for _, lang := range Languages() {
		for key, m := range For(lang).messages {
			if m.by == "" || key == "places.free" || key == "places.taken" { // written beside its figure
				continue
			}
			for form, text := range m.forms {
				if !slices.ContainsFunc(text, func(p piece) bool { return p.name == m.by }) {
					t.Errorf("%s: %s: form %v does not name {%s}", lang, key, form, m.by)
				}
			}
		}
	}
}

func TestFormatsOfPlaceholdersAreGroupsOfMessages(t *testing.T) {
	t.Parallel()
	for _, lang := range Languages() {
		w := For(lang)
		for key, m := range w.messages {
			for _, format := range placeholders(m) {
				known := slices.Contains([]string{"", "decimal", "who", "list", "tally", "day", "moment"}, format) || len(w.group(format)) > 0
				if !known {
					t.Errorf("%s: %s: no format and no group of messages is called %q", lang, key, format)
				}
			}
		}
	}
}

// Straight quotes, three dots, doubled and outer spaces are slips of the
// keyboard in all three languages; a Latin letter inside a Bulgarian word looks
// right and sorts wrong.
func TestTextsAreCleanlyTyped(t *testing.T) {
	t.Parallel()
	slip := regexp.MustCompile(`[A-Za-zА-Яа-я]'|"|\.\.\.|  |!`)
	mixed := regexp.MustCompile(`[а-яА-Я][a-zA-Z]|[a-zA-Z][а-яА-Я]`)
	for _, lang := range Languages() {
		for key, text := range rawTexts(t, lang) {
			if text == "" {
				t.Errorf("%s: %s is empty", lang, key)
			}
			if found := slip.FindString(text); found != "" {
				t.Errorf("%s: %s: %q in %q", lang, key, found, text)
			}
			if mixed.MatchString(text) {
				t.Errorf("%s: %s mixes alphabets: %q", lang, key, text)
			}
		}
	}
}

func TestBulgarianIsWrittenInCyrillic(t *testing.T) {
	t.Parallel()
	latin := regexp.MustCompile(`[A-Za-z]+`)
	allowed := []string{
		"API", "JSON", "SHA", "UTF", "ASCII", "If", "Match", "Idempotency", "Key", "UTF", "Club", "Convention",
		"null", "application", "json", "CSV", "ICS", "F", "T", "Z", "Idempotency", "Key", "If", "Match", "HEIC", "JPEG", "PNG", "SVG", "WebP", "PDF", "iPhone", "IBAN", "WCAG", "AA", "axe",
		"Retry", "After", "ETag", "errors", "pointer", "rule", "needsRole", // names of the API
	}
	for key, text := range rawTexts(t, "bg") {
		if strings.HasPrefix(key, "draw.verify.") { // formulas
			continue
		}
		withoutPlaceholders := regexp.MustCompile(`\{[^}]*\}`).ReplaceAllString(text, "")
		for _, word := range latin.FindAllString(withoutPlaceholders, -1) {
			if !slices.Contains(allowed, word) {
				t.Errorf("%s: %q in %q", key, word, text)
			}
		}
	}
}

func TestParseMessage(t *testing.T) {
	t.Parallel()
	for _, faulty := range []string{
		`7`, `null`, `["a"]`, `{"one": "x", "other": "y"}`, `{"by": "n", "other": "y"}`,
		`{"by": "n", "one": "x", "few": "z", "other": "y"}`, `"an {open brace"`, `{"by": "n", "one": "{", "other": "y"}`,
	} {
		if m, err := parseMessage(json.RawMessage(faulty)); err == nil {
			t.Errorf("%s: accepted as %v", faulty, m)
		}
	}
}

func (w *Words) group(name string) []string {
	var keys []string
	for key := range w.messages {
		if strings.HasPrefix(key, name+".") {
			keys = append(keys, key)
		}
	}
	return keys
}

// placeholders are the names a message uses with their formats.
func placeholders(m message) map[string]string {
	found := make(map[string]string)
	for _, form := range []plural.Form{plural.One, plural.Other} {
		for _, p := range m.forms[form] {
			if p.name != "" {
				found[p.name] = p.format
			}
		}
	}
	return found
}

// rawTexts are the texts of a language's file by key and plural form.
func rawTexts(t *testing.T, lang string) map[string]string {
	t.Helper()
	content, err := files.ReadFile(lang + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var entries map[string]any
	if err := json.Unmarshal(content, &entries); err != nil {
		t.Fatal(err)
	}
	texts := make(map[string]string)
	for key, entry := range entries {
		if text, ok := entry.(string); ok {
			texts[key] = text
			continue
		}
		for form, text := range entry.(map[string]any) {
			if form != "by" {
				texts[key+"/"+form] = text.(string)
			}
		}
	}
	return texts
}
