package coding_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"referto/internal/coding"
)

func TestAccepted(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]coding.Coding{
		"": "", "identity": "", "gzip": "gzip", "br": "br", "gzip, deflate, br, zstd": "br", "*": "br", "GZIP": "gzip", "x-gzip": "gzip",
		"br;q=0, gzip": "gzip", "gzip;q=0": "", "*;q=0": "", "gzip;q=1.0, br;q=0.5": "gzip", "br;q=0.5,identity": "", "br;q=2": "", "br;q=x": "", "gzip;q=0.001": "gzip",
		"deflate": "", "*, br;q=0": "gzip", "gzip;level=9": "",
	} {
		if got := coding.Accepted(header); got != want {
			t.Errorf("Accepted(%q) is %q, want %q", header, got, want)
		}
	}
}

func TestEncodeAndDecode(t *testing.T) {
	t.Parallel()
	for _, text := range [][]byte{nil, []byte("a"), bytes.Repeat([]byte("Torneo di Aosta. "), 10_000)} {
		for _, c := range []coding.Coding{coding.Identity, coding.Gzip, coding.Brotli} {
			for _, effort := range []coding.Effort{coding.Once, coding.Often, coding.Ever} {
				for range 2 { // the second time with the decoded text
					encoded := coding.Encode(c, effort, text)
					got, err := coding.Decode(c, encoded)
					if err != nil || !bytes.Equal(got, text) {
						t.Fatalf("%q %d: %d bytes came back as %d: %v", c, effort, len(text), len(got), err)
					}
					if !bytes.Equal(encoded, coding.Encode(c, effort, text)) {
						t.Errorf("%q: one text has two forms", c)
					}
				}
			}
		}
	}
	if _, err := coding.Decode(coding.Gzip, []byte("no gzip")); err == nil {
		t.Error("what is no gzip was unpacked")
	}
}

// long is a text that is worth compressing.
var long = strings.Repeat("Torneo di Aosta. ", 400)

// answer serves an answer with headers, by turns of name and value.
func answer(status int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		for rest := body; len(rest) > 0; { // in pieces, as an encoder of JSON writes
			n := min(len(rest), 700)
			_, _ = io.WriteString(w, rest[:n])
			rest = rest[n:]
		}
	}
}

func ask(h http.HandlerFunc, method string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(context.Background(), method, "/", http.NoBody)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	coding.Handler(h).ServeHTTP(w, r)
	return w
}

func TestWhatIsCompressed(t *testing.T) {
	t.Parallel()
	page := answer(200, long, "Content-Type", "text/html; charset=utf-8", "ETag", `"7"`, "Content-Length", strconv.Itoa(len(long)))
	tests := []struct {
		name, method, accepts string
		serve                 http.HandlerFunc
		coding, tag, vary     string
	}{
		{"a page", "GET", "gzip, br", page, "br", `"7-br"`, "Accept-Encoding"},
		{"a page for whoever has gzip only", "GET", "gzip", page, "gzip", `"7-gzip"`, "Accept-Encoding"},
		{"a page for whoever has neither", "GET", "", page, "", `"7"`, "Accept-Encoding"},
		{"an answer to a write, where secrets are", "POST", "br", page, "", `"7"`, ""},
		{"a short answer", "GET", "br", answer(200, "kurz", "Content-Type", "application/json", "ETag", `"7"`), "", `"7"`, "Accept-Encoding"},
		{"a photo", "GET", "br", answer(200, long, "Content-Type", "image/jpeg", "ETag", `"7"`), "", `"7"`, ""},
		{"bytes of no type", "GET", "br", answer(200, long), "", "", ""},
		{"compressed already", "GET", "br", answer(200, long, "Content-Type", "text/html", "Content-Encoding", "br", "ETag", `"7"`), "br", `"7-br"`, "Accept-Encoding"},
		{"a part", "GET", "br", answer(206, long, "Content-Type", "text/css", "Content-Range", "bytes 0-9/20"), "", "", ""},
		{"a long problem", "GET", "br", answer(404, long, "Content-Type", "application/problem+json"), "br", "", "Accept-Encoding"},
		{"what varies already", "GET", "br", answer(200, long, "Content-Type", "text/html", "Vary", "Accept-Language, accept-encoding"), "br", "", "Accept-Language, accept-encoding"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := ask(tt.serve, tt.method, "Accept-Encoding", tt.accepts)
			h := got.Header()
			if h.Get("Content-Encoding") != tt.coding || h.Get("ETag") != tt.tag || h.Get("Vary") != tt.vary {
				t.Errorf("coding %q, tag %s, vary %q", h.Get("Content-Encoding"), h.Get("ETag"), h.Get("Vary"))
			}
			if tt.name == "compressed already" {
				return // no coding, here
			}
			text, err := coding.Decode(coding.Coding(tt.coding), got.Body.Bytes())
			if err != nil || string(text) != long && string(text) != "kurz" {
				t.Errorf("%d bytes: %v", len(text), err)
			}
			if length := h.Get("Content-Length"); length != "" && length != strconv.Itoa(got.Body.Len()) {
				t.Errorf("length %s of %d bytes", length, got.Body.Len())
			}
		})
	}
}

// A reader has an answer in one coding. In another it is another.
func TestWhoHasIt(t *testing.T) {
	t.Parallel()
	page := answer(200, long, "Content-Type", "text/html", "ETag", `"7"`)
	aware := func(w http.ResponseWriter, r *http.Request) { // as the gate does
		if r.Header.Get("If-None-Match") == `"7"` {
			w.Header().Set("ETag", `"7"`)
			w.WriteHeader(http.StatusNotModified)
			return
		}
		page(w, r)
	}
	for _, tt := range []struct {
		accepts, has string
		status       int
		tag          string
	}{
		{"br", `"7-br"`, 304, `"7-br"`},
		{"br", `"7"`, 304, `"7"`},
		{"br", `"6-br", W/"7-br"`, 304, `"7-br"`},
		{"br", `"7-gzip"`, 200, `"7-br"`},
		{"gzip", `"7-gzip"`, 304, `"7-gzip"`},
		{"", `"7-br"`, 200, `"7"`},
		{"", `"7"`, 304, `"7"`},
		{"br", `"6-br"`, 200, `"7-br"`},
	} {
		for name, h := range map[string]http.HandlerFunc{"handler": page, "server": aware} {
			if name == "server" && strings.Contains(tt.has, ",") {
				continue
			}
			got := ask(h, http.MethodGet, "Accept-Encoding", tt.accepts, "If-None-Match", tt.has)
			if got.Code != tt.status || got.Header().Get("ETag") != tt.tag || got.Header().Get("Vary") != "Accept-Encoding" {
				t.Errorf("%s: accepting %q, having %s: %d %s, vary %q", name, tt.accepts, tt.has, got.Code, got.Header().Get("ETag"), got.Header().Get("Vary"))
			}
			if tt.status == 304 && (got.Body.Len() > 0 || got.Header().Get("Content-Encoding") != "") {
				t.Errorf("%s: 304 with %d bytes in %q", name, got.Body.Len(), got.Header().Get("Content-Encoding"))
			}
		}
	}
}

// A change names the version in whatever coding it was read.
func TestTagsOfChanges(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{`"7-br"`: `"7"`, `"7-gzip"`: `"7"`, `"7"`: `"7"`, `W/"7-br"`: `W/"7"`, "*": "*", `"7-brr"`: `"7-brr"`} {
		got := ""
		ask(func(_ http.ResponseWriter, r *http.Request) { got = r.Header.Get("If-Match") }, http.MethodPut, "If-Match", sent, "Accept-Encoding", "br")
		if got != want {
			t.Errorf("%s arrives as %s, want %s", sent, got, want)
		}
	}
}

// An answer that is flushed before it has become long is a stream, and is sent at once.
func TestStreams(t *testing.T) {
	t.Parallel()
	arrived := make(chan string)
	server := httptest.NewServer(coding.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		for range 2 {
			_, _ = io.WriteString(w, "news\n")
			if err := http.NewResponseController(w).Flush(); err != nil {
				t.Error(err)
			}
			<-arrived
		}
	})))
	defer server.Close()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "br")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	for range 2 {
		line := make([]byte, 5)
		if _, err := io.ReadFull(answer.Body, line); err != nil || string(line) != "news\n" {
			t.Fatalf("%q %v", line, err)
		}
		arrived <- ""
	}
	if answer.Header.Get("Content-Encoding") != "" {
		t.Error("a stream is compressed")
	}
}

// A handler that fails in the middle of an answer cuts it: no end is written.
func TestCutAnswers(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(coding.Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		_, _ = io.WriteString(w, long)
		panic(http.ErrAbortHandler)
	})))
	defer server.Close()
	answer, err := http.Get(server.URL)
	if err == nil {
		_, err = io.ReadAll(answer.Body)
		_ = answer.Body.Close()
	}
	if err == nil {
		t.Error("half an answer looks whole")
	}
}
