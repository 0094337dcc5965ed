package words

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
)

//go:embed en.json it.json bg.json
var files embed.FS

// languages are those the product speaks; the first is the last resort.
var languages = []string{"en", "it", "bg"}

// catalog is every language's words, read once. The files are part of the
// program, so that a fault in them is a bug, found by the first test.
var catalog = sync.OnceValue(func() map[string]*Words {
	all := make(map[string]*Words, len(languages))
	for _, lang := range languages {
		words, err := load(lang)
		if err != nil {
			panic("words: " + err.Error())
		}
		all[lang] = words
	}
	return all
})

// Languages are the languages the product speaks, as BCP 47 tags.
func Languages() []string { return append([]string(nil), languages...) }

// Fingerprint changes whenever a word does, in any language: a cache of texts written with these words includes it in
// its key. It is hexadecimal.
func Fingerprint() string { return fingerprint() }

var fingerprint = sync.OnceValue(func() string {
	hash := sha256.New()
	for _, lang := range languages {
		content, err := files.ReadFile(lang + ".json")
		if err != nil {
			panic("words: " + err.Error())
		}
		hash.Write(content)
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
})

// For is the words of a language; of English when it is not one of [Languages].
func For(lang string) *Words {
	if words, ok := catalog()[lang]; ok {
		return words
	}
	return catalog()[languages[0]]
}

// Selection returns some messages of a language as in the catalog, as JSON: whole groups ("role") and single messages
// ("table.word"). It is for a program that fills them in itself.
func Selection(lang string, names ...string) ([]byte, error) {
	content, err := files.ReadFile(lang + ".json")
	if err != nil {
		return nil, fmt.Errorf("words: %w", err)
	}
	var entries map[string]json.RawMessage
	if err := json.Unmarshal(content, &entries); err != nil {
		return nil, fmt.Errorf("words: %s.json: %w", lang, err)
	}
	for key := range entries {
		if group, _, _ := strings.Cut(key, "."); !slices.Contains(names, group) && !slices.Contains(names, key) {
			delete(entries, key)
		}
	}
	return json.Marshal(entries)
}

func load(lang string) (*Words, error) {
	content, err := files.ReadFile(lang + ".json")
	if err != nil {
		return nil, err
	}
	var entries map[string]json.RawMessage
	if err := json.Unmarshal(content, &entries); err != nil {
		return nil, fmt.Errorf("%s.json: %w", lang, err)
	}
	w := &Words{lang: lang, tag: language.MustParse(lang), symbols: symbolsOf[lang], messages: make(map[string]message, len(entries))}
	for key, raw := range entries {
		m, err := parseMessage(raw)
		if err != nil {
			return nil, fmt.Errorf("%s.json: %s: %w", lang, key, err)
		}
		w.messages[key] = m
	}
	return w, nil
}
