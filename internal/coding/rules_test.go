package coding

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestWeights: RFC 9110 12.4.2, a weight is from 0 to 1; an unreadable weight is no choice.
func TestWeights(t *testing.T) {
	t.Parallel()
	for parameters, want := range map[string]float64{
		"": 1, " ": 1, "q=1": 1, "q=1.000": 1, "q=0.5": 0.5, " Q = 0.5 ": 0.5, "q=0.001": 0.001, "q=0": 0, "q=0.000": 0,
		"q=1.001": 0, "q=2": 0, "q=-1": 0, "q=": 0, "q": 0, "q=x": 0, "q=NaN": 0, "q=Inf": 0, "level=1": 0, "qq=1": 0, "q=0.5;x=1": 0,
	} {
		if got := weight(parameters); got != want {
			t.Errorf("%q weighs %v, want %v", parameters, got, want)
		}
	}
}

// TestChoices: RFC 9110 12.5.3, the coding with the highest weight, of two as high the better; no coding if that is
// weighed higher, or if no other is left.
func TestChoices(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]Coding{
		"gzip;q=0.8, br;q=0.8": Brotli, "gzip;q=0.9, br;q=0.8": Gzip, "gzip;q=0.8, br;q=0.9": Brotli,
		"identity;q=0.5, gzip;q=0.5": Gzip, "identity;q=0.6, gzip;q=0.5": Identity, "identity;q=0.5, br;q=0.5": Brotli,
		"identity;q=0": Identity, "identity;q=0, gzip": Gzip, "*;q=0.5": Brotli, "*;q=0.5, br;q=0.4": Gzip, "*;q=0.5, br;q=0, gzip;q=0": Identity,
		"x-gzip;q=0.5, br;q=0.4": Gzip, "gzip;q=0.3, x-gzip;q=0.9, br;q=0.5": Brotli, // gzip is named itself
		" BR ": Brotli, "br,,gzip": Brotli, ",": Identity, "br;": Brotli, "gzip;;q=1": Identity, "deflate, *;q=0.1": Brotli,
	} {
		if got := Accepted(header); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
}

// TestTypes: texts are worth compressing, compressed types are not, whatever parameters a type has.
func TestTypes(t *testing.T) {
	t.Parallel()
	for contentType, want := range map[string]bool{
		"text/html": true, "text/html; charset=utf-8": true, "TEXT/HTML": true, "application/json": true, "application/problem+json; x=y": true, "image/svg+xml": true,
		"text/css": true, "text/javascript": true, "text/csv": true, "text/plain": true, "text/xml": true, "application/xml": true, "application/yaml": true, "application/schema+json": true,
		"text/calendar; charset=utf-8; method=PUBLISH": true, "text/event-stream": false, "image/png": false, "application/zip": false, "application/pdf": false,
		"": false, "text": false, "text/html; charset": false, ";": false, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": false,
	} {
		if got := Compressible(contentType); got != want {
			t.Errorf("%q: %v", contentType, got)
		}
	}
}

// TestTags: RFC 9110 8.8.3.3, each coding has a tag of its own, and only an ending of ours
// is taken off.
func TestTags(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		tag   string
		c     Coding
		coded string
	}{
		{`"7"`, Brotli, `"7-br"`},
		{`"7"`, Gzip, `"7-gzip"`},
		{`"7"`, Identity, `"7"`},
		{`W/"7"`, Brotli, `W/"7-br"`},
		{`""`, Gzip, `"-gzip"`},
		{"", Brotli, ""},
		{"7", Brotli, "7"},
		{"*", Gzip, "*"},
	} {
		if got := Tag(tt.tag, tt.c); got != tt.coded {
			t.Errorf("%s in %q is %s, want %s", tt.tag, tt.c, got, tt.coded)
		}
		if got := plainTag(tt.coded, Gzip, Brotli, Identity); got != tt.tag {
			t.Errorf("%s comes back as %s, want %s", tt.coded, got, tt.tag)
		}
	}
	for list, want := range map[string]string{
		`"7-br"`: `"7"`, `"7-br", "8-gzip"`: `"7", "8-gzip"`, `"6-br" ,W/"7-br"`: `"6",W/"7"`, `"7-BR"`: `"7-BR"`, `"br"`: `"br"`, `"-br"`: `""`, `*`: `*`, ``: ``,
	} {
		if got := plainTags(list, Brotli); got != want {
			t.Errorf("%s becomes %s, want %s", list, got, want)
		}
	}
}

// TestNames: RFC 9110 13.1.2, a list names a tag by the weak comparison.
func TestNames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		list, tag string
		want      bool
	}{
		{`"7"`, `"7"`, true},
		{`W/"7"`, `"7"`, true},
		{`"6", "7"`, `"7"`, true},
		{`"6",W/"7" `, `"7"`, true},
		{`"70"`, `"7"`, false},
		{`7`, `"7"`, false},
		{`w/"7"`, `"7"`, false},
		{``, `"7"`, false},
		{`"7"`, ``, false},
		{``, ``, false},
		{`,`, ``, false},
	} {
		if got := Names(tt.list, tt.tag); got != tt.want {
			t.Errorf("%s names %s: %v", tt.list, tt.tag, got)
		}
	}
}

// TestAddVary: each header on which an answer depends is listed once, on one line, in any case.
func TestAddVary(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		has   []string
		names []string
		want  []string
	}{
		{nil, []string{"Accept"}, []string{"Accept"}},
		{[]string{"Accept"}, []string{"Accept-Encoding"}, []string{"Accept, Accept-Encoding"}},
		{[]string{"accept , Origin"}, []string{"Accept", "Origin"}, []string{"accept , Origin"}}, // unchanged
		{[]string{"Accept", "Origin"}, []string{"Accept"}, []string{"Accept, Origin"}},
		{[]string{"*"}, []string{"Accept"}, []string{"*"}},
		{[]string{"", ","}, []string{"Accept", "Accept"}, []string{"Accept"}},
		{[]string{"Accept-Encoding"}, []string{"Accept"}, []string{"Accept-Encoding, Accept"}}, // no part of a name
		{nil, nil, []string{""}},
	} {
		h := http.Header{}
		if tt.has != nil {
			h["Vary"] = tt.has
		}
		AddVary(h, tt.names...)
		if got := strings.Join(h["Vary"], "|"); got != strings.Join(tt.want, "|") {
			t.Errorf("%q and %q: %q, want %q", tt.has, tt.names, got, tt.want)
		}
	}
}

// TestWhatIsNoCoding: truncated or foreign data is not decoded.
func TestWhatIsNoCoding(t *testing.T) {
	t.Parallel()
	text := bytes.Repeat([]byte("Torneo di Aosta. "), 100)
	for _, c := range []Coding{Gzip, Brotli} {
		encoded := Encode(c, Often, text)
		if len(encoded) >= len(text)/5 {
			t.Errorf("%s: %d bytes of %d", c, len(encoded), len(text))
		}
		for _, broken := range [][]byte{encoded[:len(encoded)/2], encoded[:len(encoded)-1], text, {}} {
			if got, err := Decode(c, broken); err == nil && (c != Gzip || len(broken) != 0) {
				t.Errorf("%s: %d bytes came of %d", c, len(got), len(broken))
			}
		}
	}
}

// TestRoundTrips: whatever a text is, it comes back, by any effort, and compressors that
// were given back remember nothing.
func TestRoundTrips(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom([]Coding{Identity, Gzip, Brotli}).Draw(t, "coding")
		effort := rapid.SampledFrom([]Effort{Once, Often}).Draw(t, "effort")
		text := rapid.SliceOfN(rapid.Byte(), 0, 3000).Draw(t, "text")
		encoded := Encode(c, effort, text)
		got, err := Decode(c, encoded)
		if err != nil || !bytes.Equal(got, text) {
			t.Errorf("%q: %d bytes came back as %d: %v", c, len(text), len(got), err)
		}
	})
}

// TestShortest: 1024 bytes are compressed, one fewer are not and have a Content-Length,
// in however many pieces they are written.
func TestShortest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pieces []int
		coding string
		length string
	}{
		{[]int{1023}, "", "1023"}, {[]int{1024}, "br", ""}, {[]int{1000, 23}, "", "1023"}, {[]int{1000, 24}, "br", ""}, {[]int{1000, 24, 5}, "br", ""}, {nil, "", "0"}, {[]int{0}, "", "0"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", http.NoBody)
		r.Header.Set("Accept-Encoding", "br")
		w := httptest.NewRecorder()
		total := 0
		Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
			w.WriteHeader(http.StatusOK)
			for _, n := range tt.pieces {
				if wrote, err := w.Write(bytes.Repeat([]byte("a"), n)); wrote != n || err != nil {
					t.Errorf("%v: %d of %d written, %v", tt.pieces, wrote, n, err)
				}
				total += n
			}
		})).ServeHTTP(w, r)
		text, err := Decode(Coding(tt.coding), w.Body.Bytes())
		if err != nil || len(text) != total || w.Header().Get("Content-Encoding") != tt.coding || w.Header().Get("Content-Length") != tt.length {
			t.Errorf("%v: %d bytes in %q, length %q: %v", tt.pieces, len(text), w.Header().Get("Content-Encoding"), w.Header().Get("Content-Length"), err)
		}
	}
}

// TestAnswersWithoutBody: a status that has none has no Content-Length; early answers
// (103) go through, and only the first status of the others counts.
func TestAnswersWithoutBody(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		statuses []int
		status   int
		length   string
	}{
		{[]int{204}, 204, ""}, {[]int{304}, 304, ""}, {[]int{200}, 200, "0"}, {[]int{404, 200}, 404, "0"}, {[]int{500}, 500, "0"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", http.NoBody)
		r.Header.Set("Accept-Encoding", "gzip")
		w := httptest.NewRecorder()
		Handler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			for _, status := range tt.statuses {
				w.WriteHeader(status)
			}
		})).ServeHTTP(w, r)
		if w.Code != tt.status || w.Header().Get("Content-Length") != tt.length || w.Body.Len() > 0 {
			t.Errorf("%v: %d, length %q, %d bytes", tt.statuses, w.Code, w.Header().Get("Content-Length"), w.Body.Len())
		}
	}
}

// TestRequestsBehind: the headers that the server behind reads in a request, and that the original request is
// unchanged.
func TestRequestsBehind(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		match, none []string
		accepts     string
		wantMatch   string
		wantNone    string
	}{
		{[]string{`"7-br"`}, nil, "", `"7"`, ""},
		{[]string{`"7-gzip"`}, []string{`"7-gzip"`}, "br", `"7"`, `"7-gzip"`},
		{nil, []string{`"7-br", "8-br"`}, "br", "", `"7", "8"`},
		{nil, []string{`"7-br"`}, "", "", `"7-br"`},
		{[]string{`"7-br"`, `"8-br"`}, nil, "br", `"7-br"`, ""}, // two lines are left alone
		{nil, []string{`"7-br"`, `"8-br"`}, "br", "", `"7-br"`},
		{[]string{`"7"`}, []string{`"7"`}, "br", `"7"`, `"7"`},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPut, "/", http.NoBody)
		r.Header["If-Match"], r.Header["If-None-Match"] = tt.match, tt.none
		r.Header.Set("Accept-Encoding", tt.accepts)
		before := r.Header.Clone()
		Handler(http.HandlerFunc(func(_ http.ResponseWriter, behind *http.Request) {
			if behind.Header.Get("If-Match") != tt.wantMatch || behind.Header.Get("If-None-Match") != tt.wantNone {
				t.Errorf("%+v: %q and %q", tt, behind.Header.Get("If-Match"), behind.Header.Get("If-None-Match"))
			}
		})).ServeHTTP(httptest.NewRecorder(), r)
		for name, values := range before {
			if strings.Join(r.Header[name], "|") != strings.Join(values, "|") {
				t.Errorf("%s has changed to %q", name, r.Header[name])
			}
		}
	}
}

// TestFlushedAnswers: an answer that has become long before it is flushed is compressed, and flushed bytes can be
// decoded by then.
func TestFlushedAnswers(t *testing.T) {
	t.Parallel()
	for _, accepted := range []Coding{Gzip, Brotli} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", http.NoBody)
		r.Header.Set("Accept-Encoding", string(accepted))
		w := httptest.NewRecorder()
		first := bytes.Repeat([]byte("news of the day\n"), 100)
		Handler(http.HandlerFunc(func(out http.ResponseWriter, _ *http.Request) {
			out.Header().Set("Content-Type", "text/plain")
			if _, err := out.Write(first); err != nil {
				t.Error(err)
			}
			before := w.Body.Len()
			if err := http.NewResponseController(out).Flush(); err != nil || !w.Flushed || w.Body.Len() <= before {
				t.Errorf("%s: flushed: %v, %d bytes after %d: %v", accepted, w.Flushed, w.Body.Len(), before, err)
			}
			if _, err := out.Write([]byte("more")); err != nil {
				t.Error(err)
			}
		})).ServeHTTP(w, r)
		text, err := Decode(accepted, w.Body.Bytes())
		if err != nil || string(text) != string(first)+"more" || w.Header().Get("Content-Encoding") != string(accepted) {
			t.Errorf("%s: %d bytes in %q: %v", accepted, len(text), w.Header().Get("Content-Encoding"), err)
		}
	}
}
