package pages

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"maps"
	"slices"
	"sync"
	"time"

	"referto/frontend/words"
	"referto/internal/release"
)

//go:embed templates/*.html
var templateFiles embed.FS

// Policy is the content policy under which pages work: nothing inline, nothing of a third
// party. It is sent as Content-Security-Policy.
const Policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Pages renders pages. It is safe for concurrent use.
type Pages struct {
	assets assets
	// templates are the parsed templates by language.
	templates map[string]*template.Template
	release   release.Release
	version   string
	zones     sync.Map // time zone name → *time.Location
}

// New parses the templates and hashes the assets. An error is a fault of the
// program, not of its surroundings.
func New() (*Pages, error) { return newOf(release.Current()) }

// newOf makes the pages of a release, which their foot names.
func newOf(running release.Release) (*Pages, error) {
	assets, err := hashAssets()
	if err != nil {
		return nil, fmt.Errorf("pages: %w", err)
	}
	p := &Pages{assets: assets, templates: make(map[string]*template.Template), release: running}
	for _, lang := range words.Languages() {
		t, err := template.New("").Funcs(template.FuncMap{
			"t":       texts(words.For(lang)),
			"asset":   p.AssetURL,
			"release": running.Short,
		}).ParseFS(templateFiles, "templates/*.html")
		if err != nil {
			return nil, fmt.Errorf("pages: %w", err)
		}
		p.templates[lang] = t
	}
	if p.version, err = p.fingerprint(); err != nil {
		return nil, fmt.Errorf("pages: %w", err)
	}
	return p, nil
}

// Version changes whenever the same view may be rendered to other bytes: with
// the templates, the assets they name, the words, and the release at the foot. It belongs into every
// entity tag made from a revision, or a reader keeps a page of the last release
// that asks for a style sheet which is no longer there. It is hexadecimal.
func (p *Pages) Version() string { return p.version }

func (p *Pages) fingerprint() (string, error) {
	hash := sha256.New()
	names, err := fs.Glob(templateFiles, "templates/*.html")
	if err != nil {
		return "", err
	}
	for _, name := range names {
		content, err := fs.ReadFile(templateFiles, name)
		if err != nil {
			return "", err
		}
		hash.Write(content)
	}
	for _, name := range slices.Sorted(maps.Keys(p.assets.plain)) {
		hash.Write([]byte(name))
	}
	hash.Write([]byte(words.Fingerprint()))
	hash.Write([]byte(p.release.Short()))
	return hex.EncodeToString(hash.Sum(nil)[:6]), nil
}

// texts is the template function t: a key and its parameters by turns of name
// and value.
func texts(w *words.Words) func(key string, params ...any) (string, error) {
	return func(key string, params ...any) (string, error) {
		if !w.Has(key) {
			return "", fmt.Errorf("no words for %q", key)
		}
		if len(params) == 0 {
			return w.Text(key, nil), nil
		}
		values := make(map[string]any, len(params)/2)
		for i := 0; i+1 < len(params); i += 2 {
			values[params[i].(string)] = params[i+1]
		}
		return w.Text(key, values), nil
	}
}

// render writes a page when all of it could be made, and nothing otherwise.
func (p *Pages) render(out io.Writer, lang, name string, model any) error {
	var page bytes.Buffer
	if err := p.templates[lang].ExecuteTemplate(&page, name, model); err != nil {
		return fmt.Errorf("pages: %s: %w", name, err)
	}
	_, err := page.WriteTo(out)
	return err
}

// zone is a time zone by its IANA name; UTC where there is none of that name.
func (p *Pages) zone(name string) *time.Location {
	if known, ok := p.zones.Load(name); ok {
		return known.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	p.zones.Store(name, zone)
	return zone
}
