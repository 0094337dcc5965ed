package serve

import (
	"bytes"
	"errors"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
	"golang.org/x/sync/semaphore"
)

// formWith is a form of a page with a file, as a browser sends it.
func formWith(t *testing.T, file []byte, fields ...string) *http.Request {
	t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for i := 0; i+1 < len(fields); i += 2 {
		if err := w.WriteField(fields[i], fields[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	part, err := w.CreateFormFile("file", "past.csv")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write(file); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", &body)
	r.Header.Set("Content-Type", w.FormDataContentType())
	return r
}

// A large file of a form is in memory once, from its first byte to the operation that takes it.
func TestLargeFileIsHeldOnce(t *testing.T) {
	const size = 16 << 20
	sent := bytes.Repeat([]byte("Ada Lodi;12\n"), size/12)
	c := echo.New().NewContext(formWith(t, sent, "act", "send-table", "key", "k"), httptest.NewRecorder())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	file, err := readLargeForm(c, 2*size)
	if err != nil || file.name != "past.csv" || c.FormValue("key") != "k" || c.Request().PostForm.Get("act") != "send-table" {
		t.Fatalf("%v %s %v", err, file.name, c.Request().PostForm)
	}
	inner := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", newInMemory(file.content))
	body, err := wholeBody(inner, 2*size, &share{of: semaphore.NewWeighted(2 * size)})
	runtime.ReadMemStats(&after)
	if err != nil || !bytes.Equal(body, sent) {
		t.Fatalf("what arrives: %d bytes, %v", len(body), err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > size*5/4 {
		t.Errorf("%d bytes for a file of %d", took, size)
	}
}

// A form that is too large, or ends in the middle, is refused.
func TestLargeFormsAreRefused(t *testing.T) {
	t.Parallel()
	const most = 1 << 20
	cut := formWith(t, []byte("Ada"))
	whole := new(bytes.Buffer)
	if _, err := whole.ReadFrom(cut.Body); err != nil {
		t.Fatal(err)
	}
	for name, form := range map[string]struct {
		change func(*http.Request)
		want   int
	}{
		"a file that is too long":     {func(r *http.Request) { *r = *formWith(t, make([]byte, most)) }, http.StatusRequestEntityTooLarge},
		"of unknown length, too long": {func(r *http.Request) { *r = *formWith(t, make([]byte, most)); r.ContentLength = -1 }, http.StatusBadRequest},
		"a field that is too long":    {func(r *http.Request) { *r = *formWith(t, nil, "act", strings.Repeat("x", longestFields+1)) }, http.StatusBadRequest},
		"a field that is no text":     {func(r *http.Request) { *r = *formWith(t, nil, "act", "\x00") }, http.StatusBadRequest},
		"cut off": {func(r *http.Request) {
			*r = *httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", bytes.NewReader(whole.Bytes()[:whole.Len()-20]))
			r.Header.Set("Content-Type", cut.Header.Get("Content-Type"))
		}, http.StatusBadRequest},
		"no form": {func(r *http.Request) { r.Header.Set("Content-Type", "text/csv") }, http.StatusUnsupportedMediaType},
	} {
		r := formWith(t, []byte("Ada"))
		form.change(r)
		_, err := readLargeForm(echo.New().NewContext(r, httptest.NewRecorder()), most)
		if refused := (*echo.HTTPError)(nil); !errors.As(err, &refused) || refused.Code != form.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	body := newInMemory([]byte("Ada"))
	if _, err := wholeBody(httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", body), 2, &share{of: semaphore.NewWeighted(9)}); err == nil {
		t.Error("a body in memory that is too long is taken")
	}
	if _, err := wholeBody(httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", body), 9, &share{of: semaphore.NewWeighted(2)}); !errors.Is(err, errBodiesFull) {
		t.Errorf("a body in memory does not count as under way: %v", err)
	}
}
