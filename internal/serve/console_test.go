package serve_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"referto/internal/apitest"
)

// Every address of the console gives the same document, in the language of the reader, and its files are cached for
// ever; other addresses do not exist.
func TestConsoleIsServed(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione Console")
	r := &reader{t: t, server: server}
	var first page
	for _, at := range []string{"/console", "/console/", "/console/t/" + federation.Slug} {
		got := r.send(http.MethodGet, at, nil)
		if got.status != http.StatusOK || !strings.Contains(got.text, `<html lang="en">`) || got.header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %d %v", at, got.status, got.header)
		}
		if policy := got.header.Get("Content-Security-Policy"); !strings.Contains(policy, "script-src 'self' 'sha256-") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: %s", at, policy)
		}
		if first.text == "" {
			first = got
		} else if got.text != first.text {
			t.Errorf("%s is another document", at)
		}
	}
	if got := r.send(http.MethodGet, "/console", nil, "Accept-Language", "bg"); !strings.Contains(got.text, `<html lang="bg">`) {
		t.Errorf("in Bulgarian: %d %.200s", got.status, got.text)
	}
	for _, at := range []string{"/console/x", "/console/t/nobody-there", "/console/_app/immutable/entry/none.js", "/console/_app/index.html", "/console/token"} {
		if got := r.send(http.MethodGet, at, nil); got.status != http.StatusNotFound && got.status != http.StatusMethodNotAllowed {
			t.Errorf("%s: %d", at, got.status)
		}
	}
	loaded := regexp.MustCompile(`(?:href|import\()="?(/console/_app/[^"]+)"`).FindAllStringSubmatch(first.text, -1)
	if len(loaded) < 3 {
		t.Fatalf("loads nothing:\n%s", first.text)
	}
	for _, one := range loaded {
		got := r.send(http.MethodGet, one[1], nil, "Accept-Encoding", "br")
		if got.status != http.StatusOK || !strings.Contains(got.header.Get("Cache-Control"), "immutable") || got.header.Get("Content-Encoding") != "br" {
			t.Errorf("%s: %d %v", one[1], got.status, got.header)
		}
	}
	if got := r.send(http.MethodGet, "/console/_app/version.json", nil); got.status != http.StatusOK || got.header.Get("Cache-Control") != "no-cache" {
		t.Errorf("the version: %d %v", got.status, got.header)
	}
}

// U2: the service worker, which keeps the console on the device, is downloaded in 15,000 bytes.
func TestTheServiceWorkerIsSmall(t *testing.T) {
	t.Parallel()
	got := (&reader{t: t, server: apitest.Start(t)}).send(http.MethodGet, "/console/service-worker.js", nil)
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := io.WriteString(w, got.text); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	if got.status != http.StatusOK || packed.Len() < 500 || packed.Len() > 15_000 {
		t.Errorf("%d, %d bytes", got.status, packed.Len())
	}
}

// The console gets an access token for the session of its browser, which goes on being the browser's.
func TestConsoleToken(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	anna := server.SignUp("Anna Console")
	r := &reader{t: t, server: server}
	if got := r.send(http.MethodPost, "/console/token", nil, "Origin", apitest.PublicURL, "Accept", "application/json"); got.status != http.StatusUnauthorized {
		t.Errorf("for nobody: %d %s", got.status, got.text)
	}
	signedIn := r.send(http.MethodPost, "/sign-in", url.Values{"email": {anna.Email}, "password": {anna.Password}})
	r.held = signedIn.set.Value
	for range 3 {
		got := r.send(http.MethodPost, "/console/token", nil, "Origin", apitest.PublicURL, "Accept", "application/json")
		if got.status != http.StatusOK || got.set != nil || !strings.Contains(got.text, `"accessToken":"`) || !strings.Contains(got.text, `"expiresAt":"`) {
			t.Fatalf("%d %v %s", got.status, got.set, got.text)
		}
	}
	for _, from := range []string{"https://evil.example", "null", ""} {
		if got := r.send(http.MethodPost, "/console/token", nil, "Origin", from, "Accept", "application/json"); got.status != http.StatusForbidden || strings.Contains(got.text, "accessToken") {
			t.Errorf("from %q: %d %s", from, got.status, got.text)
		}
	}
}
