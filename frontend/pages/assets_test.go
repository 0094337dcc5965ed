package pages_test

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"path"
	"strings"
	"testing"

	"referto/frontend/pages"
)

func TestAssets(t *testing.T) {
	t.Parallel()
	p, err := newPages()
	if err != nil {
		t.Fatal(err)
	}
	// Budgets of bytes after gzip, for the files of a first visit; the style sheets of one page have some 10,000
	// together.
	for name, budget := range map[string]int{"referto.css": 8_500, "season.css": 2_740, "ranking.css": 2_500, "series.css": 600, "rules.css": 400, "audit.css": 400, "front.css": 1_300, "live.js": 6_000, "account.js": 1_000, "draw.js": 3_200, "print.js": 300, "icon.svg": 1_000, "favicon.ico": 4_000} {
		url, err := p.AssetURL(name)
		if err != nil {
			t.Fatal(err)
		}
		hashed := strings.TrimPrefix(url, pages.AssetPath)
		if hashed == name || path.Ext(hashed) != path.Ext(name) {
			t.Errorf("%s is served as %s", name, hashed)
		}
		content, err := fs.ReadFile(p.Assets(), hashed)
		if err != nil {
			t.Fatal(err)
		}
		if size := zipped(t, content); size > budget {
			t.Errorf("%s has %d bytes, more than %d", name, size, budget)
		}
		if _, err := fs.ReadFile(p.Assets(), name); err == nil {
			t.Errorf("%s is served without its hash: it would be kept for ever", name)
		}
	}
	if url, err := p.AssetURL("nothing.css"); err == nil {
		t.Errorf("an unknown asset has the address %q", url)
	}
}

// Two releases of the same content agree, so that replicas do.
func TestVersion(t *testing.T) {
	t.Parallel()
	first, err := newPages()
	if err != nil {
		t.Fatal(err)
	}
	second, err := pages.New()
	if err != nil {
		t.Fatal(err)
	}
	if first.Version() != second.Version() || len(first.Version()) != 12 {
		t.Errorf("got %q and %q", first.Version(), second.Version())
	}
}

func zipped(t *testing.T, content []byte) int {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Len()
}
