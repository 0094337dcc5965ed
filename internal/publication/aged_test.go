package publication_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"referto/internal/publication"
)

// While the server cannot answer, readers get the last page with its age; once it is back they get the current one.
func TestPagesWhileTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	w := newWorld()
	fresh := w.get("/t/fic/e/aosta")
	w.now = w.now.Add(5 * time.Minute)
	w.hub.Deaf()
	w.down.Store(true)
	w.revision.Store(2)
	began := time.Now()
	for range 3 {
		got := w.get("/t/fic/e/aosta")
		h := got.Header()
		if got.Code != http.StatusOK || got.Body.String() != "as of 12:00:00: revision 1 in " {
			t.Fatalf("got %d %q", got.Code, got.Body)
		}
		if h.Get("Age") != "300" || !strings.HasPrefix(h.Get("Warning"), "111 ") || h.Get("Cache-Control") != "no-cache" {
			t.Errorf("headers %v", h)
		}
		if h.Get("ETag") == fresh.Header().Get("ETag") {
			t.Error("the aged page has the tag of the fresh one")
		}
		if again := w.get("/t/fic/e/aosta", "If-None-Match", h.Get("ETag")); again.Code != http.StatusNotModified || again.Header().Get("Age") != "300" {
			t.Errorf("who has it gets %d %v", again.Code, again.Header())
		}
		if again := w.get("/t/fic/e/aosta", "If-None-Match", fresh.Header().Get("ETag")); again.Code != http.StatusOK {
			t.Errorf("who has the fresh page is not told that it is old: %d", again.Code)
		}
	}
	if n, most := w.asked.Load(), 2+int64(time.Since(began)/time.Second); n < 2 || n > most {
		t.Errorf("the server was asked %d times, not once and then once a second", n)
	}
	if got := w.get("/t/fic/e/nobody-has-read"); got.Code != http.StatusServiceUnavailable {
		t.Errorf("what nobody has read: %d", got.Code)
	}
	if counts := w.shelf.Counts(); counts.Aged != 9 {
		t.Errorf("%+v", counts)
	}
	w.down.Store(false)
	w.hub.Hearing()
	got := w.get("/t/fic/e/aosta")
	for end := time.Now().Add(time.Minute); got.Header().Get("Age") != "" && time.Now().Before(end); got = w.get("/t/fic/e/aosta") {
		time.Sleep(100 * time.Millisecond) // until it is asked again
	}
	if got.Body.String() != "revision 2 in " || got.Header().Get("Age") != "" || got.Header().Get("Warning") != "" {
		t.Errorf("back: %q %v", got.Body, got.Header())
	}
}

// Data have no place for a sentence: their headers say it.
func TestDataWhileTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	w := newWorld()
	c := w.config()
	serve := c.Next
	c.Next = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { serve.ServeHTTP(asJSON{rw}, r) })
	w.shelf = publication.New(c)
	tag := w.get("/t/fic/e/aosta").Header().Get("ETag")
	w.hub.Deaf()
	w.down.Store(true)
	got := w.get("/t/fic/e/aosta")
	if got.Body.String() != "revision 1 in " || got.Header().Get("ETag") != tag || got.Header().Get("Age") != "0" {
		t.Errorf("%q %v", got.Body, got.Header())
	}
	if got := w.get("/t/fic/e/aosta", "If-None-Match", tag); got.Code != http.StatusNotModified || got.Header().Get("Warning") == "" {
		t.Errorf("%d %v", got.Code, got.Header())
	}
}

// asJSON is a writer of data.
type asJSON struct{ http.ResponseWriter }

func (a asJSON) WriteHeader(status int) {
	a.Header().Set("Content-Type", "application/json")
	a.ResponseWriter.WriteHeader(status)
}

func (a asJSON) Write(p []byte) (int, error) {
	a.Header().Set("Content-Type", "application/json")
	return a.ResponseWriter.Write(p)
}

// An answer that depends on more than one revision is requested every time, and kept for the time when the server
// cannot answer.
func TestSpareAnswers(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.get("/t/spare")
	w.revision.Store(2)
	if got := w.get("/t/spare"); got.Body.String() != "revision 2 in " {
		t.Errorf("got %q", got.Body)
	}
	if got := w.get("/t/spare", "If-None-Match", `"r2"`); got.Code != http.StatusNotModified {
		t.Errorf("who has it gets %d", got.Code)
	}
	w.down.Store(true)
	if got := w.get("/t/spare"); got.Body.String() != "as of 12:00:00: revision 2 in " {
		t.Errorf("got %q", got.Body)
	}
}

// A server that hangs delays no reader for whom there is a kept answer, and its late answer is kept.
func TestHangingServer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld()
		w.get("/t/fic/e/aosta")
		gate := make(chan struct{})
		w.hangs.Store(&gate)
		w.change()
		began := time.Now()
		var readers sync.WaitGroup
		for range 50 {
			readers.Go(func() {
				if got := w.get("/t/fic/e/aosta"); !strings.HasPrefix(got.Body.String(), "as of ") {
					t.Errorf("got %q", got.Body)
				}
			})
		}
		readers.Wait()
		if took := time.Since(began); took != w.shelf.Patience {
			t.Errorf("50 readers waited %s", took)
		}
		if n := w.asked.Load(); n != 2 {
			t.Errorf("the server was asked %d times", n)
		}
		w.hangs.Store(nil)
		close(gate)
		synctest.Wait()
		if got := w.get("/t/fic/e/aosta"); got.Body.String() != "revision 2 in " {
			t.Errorf("once the server has answered: got %q", got.Body)
		}
	})
}

// After a change one request is made for all readers, and none is answered by a request from before the change.
func TestOneQuestionAfterAChange(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.get("/t/fic/e/aosta")
	for range 20 {
		w.change()
		before := w.asked.Load()
		var readers sync.WaitGroup
		for range 200 {
			readers.Go(func() {
				known := w.revision.Load()
				if got := w.get("/t/fic/e/aosta"); got.Body.String() != "revision "+strconv.FormatInt(known, 10)+" in " {
					t.Errorf("revision %d: got %q", known, got.Body)
				}
			})
		}
		readers.Wait()
		if n := w.asked.Load() - before; n != 1 {
			t.Errorf("200 readers asked %d times", n)
		}
	}
}

// After a restart nothing is kept: readers of one page wait for one answer, however long the server takes. Readers who
// come after a change wait for the answer that shows it, and an answer that may not be shared is for its reader only.
func TestOneQuestionAfterARestart(t *testing.T) {
	t.Parallel()
	herd := func(w *world, path, want string) {
		for range 100 {
			go func() {
				if got := w.get(path); got.Body.String() != want {
					t.Errorf("%s: got %q, want %q", path, got.Body, want)
				}
			}()
		}
		synctest.Wait()
	}
	for path, asked := range map[string]int64{"/t/fic/e/aosta": 1, "/t/spare": 2, "/t/private": 200} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld()
			gate := make(chan struct{})
			w.hangs.Store(&gate)
			herd(w, path, "revision 2 in ") // the server looks once it does not hang any more
			time.Sleep(2 * w.shelf.Patience)
			w.change()
			herd(w, path, "revision 2 in ")
			if n := w.asked.Load(); n != 1 {
				t.Errorf("%s: %d questions while the server hangs", path, n)
			}
			time.Sleep(time.Nanosecond) // what is asked from here on is asked after everybody came
			close(gate)
			synctest.Wait()
			if n := w.asked.Load(); n != asked {
				t.Errorf("%s: the server was asked %d times, want %d", path, n, asked)
			}
		})
	}
}

// Revisions change while readers read: no reader gets a revision that was outdated when they asked.
func TestNobodyReadsWhatIsOverRace(t *testing.T) {
	t.Parallel()
	w := newWorld()
	over := make(chan struct{})
	var readers sync.WaitGroup
	for range 16 {
		readers.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
				}
				known := w.hub.Latest(w.topic)
				got := w.get("/t/fic/e/aosta").Body.String()
				if shown := number(got); shown < known {
					t.Errorf("knowing %d got %q", known, got)
					return
				}
			}
		})
	}
	for range 300 {
		w.change()
		time.Sleep(time.Millisecond)
	}
	close(over)
	readers.Wait()
}

// An answer that breaks off, as with the panic that closes a connection, affects no other reader.
func TestBrokenOffAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld()
	c := w.config()
	breaks := false
	serve := c.Next
	c.Next = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if breaks {
			panic(http.ErrAbortHandler)
		}
		serve.ServeHTTP(rw, r)
	})
	w.shelf = publication.New(c)
	w.get("/t/fic/e/aosta")
	w.change()
	breaks = true
	if got := w.get("/t/fic/e/aosta"); !strings.HasPrefix(got.Body.String(), "as of ") {
		t.Errorf("got %q", got.Body)
	}
}

// number is the revision that a page shows.
func number(page string) (revision int64) {
	_, _ = fmt.Sscanf(page, "revision %d", &revision)
	return revision
}
