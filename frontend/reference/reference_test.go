package reference

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

func TestPageNamesTheDocumentAndItsOwnScript(t *testing.T) {
	t.Parallel()
	page := get(t, "/", "")
	if page.Code != http.StatusOK || !strings.HasPrefix(page.Header().Get("Content-Type"), "text/html") {
		t.Fatalf("answered %d %s", page.Code, page.Header())
	}
	body := page.Body.String()
	if !strings.Contains(body, `spec-url="/v1/openapi.json"`) {
		t.Error("the page does not show the document")
	}
	src := regexp.MustCompile(`<script src="([^"]+)"`).FindStringSubmatch(body)
	if src == nil {
		t.Fatal("the page has no script")
	}
	if script := get(t, "/"+src[1], "gzip"); script.Code != http.StatusOK {
		t.Errorf("its script %s answered %d", src[1], script.Code)
	}
}

// The navigation shows the summaries of operations, not their addresses.
func TestNavigationShowsSummaries(t *testing.T) {
	t.Parallel()
	if page := get(t, "/", "").Body.String(); !strings.Contains(page, `use-path-in-nav-bar="false"`) {
		t.Error("the navigation shows paths")
	}
}

func TestPageTalksToNoOtherHost(t *testing.T) {
	t.Parallel()
	page := get(t, "/", "")
	if found := regexp.MustCompile(`(?:https?:)?//[^\s"<]+`).FindAllString(page.Body.String(), -1); found != nil {
		t.Errorf("the page names %s", found)
	}
	csp := page.Header().Get("Content-Security-Policy")
	for _, directive := range []string{"default-src 'none'", "script-src 'self'", "connect-src 'self'"} {
		if !strings.Contains(csp+";", directive+";") {
			t.Errorf("policy %q lacks %q", csp, directive)
		}
	}
}

func TestScriptIsTheVersionItSays(t *testing.T) {
	t.Parallel()
	script := plain(t, get(t, "/rapidoc-"+Version+".js", "").Body)
	if want := "/*! RapiDoc " + Version + " "; !bytes.HasPrefix(script, []byte(want)) {
		t.Errorf("begins with %.40q, want %q", script, want)
	}
}

func TestScriptIsTheSameCompressedOrNot(t *testing.T) {
	t.Parallel()
	unpacked := get(t, "/rapidoc-"+Version+".js", "gzip;q=0")
	packed := get(t, "/rapidoc-"+Version+".js", "br, gzip;q=0.8")
	if got := packed.Header().Get("Content-Encoding"); got != "gzip" {
		t.Fatalf("encoded as %q, want gzip", got)
	}
	reader, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(plain(t, reader), plain(t, unpacked.Body)) {
		t.Error("the two differ")
	}
}

func TestAcceptsGzip(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]bool{
		"":                    false,
		"gzip":                true,
		"deflate, GZIP, br":   true,
		"gzip;q=0":            false,
		"gzip; q=0.5":         true,
		"gzip;q=much":         false,
		"*":                   true,
		"*;q=0":               false,
		"gzip;q=0, *":         false,
		"identity, br;q=0.9":  false,
		"*;q=0, gzip;q=0.001": true,
	} {
		if got := acceptsGzip(header); got != want {
			t.Errorf("%q: %t, want %t", header, got, want)
		}
	}
}

func TestOtherPathsAreNotFound(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/page.html", "/rapidoc/LICENSE.txt", "/rapidoc-9.0.0.js"} {
		if got := get(t, path, "").Code; got != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", path, got)
		}
	}
}

func get(t *testing.T, path, acceptEncoding string) *httptest.ResponseRecorder {
	t.Helper()
	handler, err := Handler("/v1/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
	request.Header.Set("Accept-Encoding", acceptEncoding)
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	return recorder
}

func plain(t *testing.T, r io.Reader) []byte {
	t.Helper()
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
