package leagueapi_test

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// pagesWith requests, as a person who has signed in, every page of the server whose path parameters are known,
// and lists those with a word. It reports how many pages were there.
func (s *stage) pagesWith(reader *browser, word string, places map[string]string) (found []string, there int) {
	s.t.Helper()
	for _, pattern := range s.server.Patterns() {
		steps := strings.Split(pattern, "/")
		for i, step := range steps {
			if is, ok := places[strings.TrimPrefix(step, ":")]; ok && strings.HasPrefix(step, ":") {
				steps[i] = is
			}
		}
		if i := slices.Index(steps, "events"); i > 0 && i+1 < len(steps) { // by its id, everywhere else by its slug
			steps[i+1] = s.id.String()
		}
		path := strings.Join(steps, "/")
		if strings.HasPrefix(path, "/v1/") || strings.ContainsAny(path, ":*") {
			continue
		}
		status, text := reader.get(path)
		if status == http.StatusOK {
			there++
		}
		if strings.Contains(text, word) {
			found = append(found, pattern)
		}
	}
	slices.Sort(found)
	return found, there
}

// heard holds the text that a stream has sent until now.
type heard struct {
	mu   sync.Mutex
	text strings.Builder
}

func (h *heard) Write(part []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.Write(part)
}

func (h *heard) told() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.String()
}

// listen reads the stream of the event with these cookies, until the test ends.
func (s *stage) listen(t *testing.T, held string) *heard {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.server.Address+"/v1"+s.path+"/stream", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	if held != "" {
		r.Header.Set("Cookie", held)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		t.Fatalf("the stream answers %d", response.StatusCode)
	}
	t.Cleanup(func() { response.Body.Close() })
	h := &heard{}
	go func() { _, _ = io.Copy(h, response.Body) }() // ends with the test
	return h
}

// until waits for a stream to have told something, and returns all of it.
func (h *heard) until(t *testing.T, word string) string {
	t.Helper()
	for range 400 {
		if text := h.told(); strings.Contains(text, word) {
			return text
		}
		time.Sleep(25 * time.Millisecond)
	}
	t.Fatalf("the stream has not told %q: %s", word, h.told())
	return ""
}
