package serve

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/labstack/echo/v4"

	"referto/internal/live"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// A server that hears no news of others reports it at once, and is not ready when that lasts.
func TestReadinessKnowsDeafness(t *testing.T) {
	t.Parallel()
	h := &health{probe: tenantdbtest.New(t).Probe(), hub: live.New(), log: slog.New(slog.DiscardHandler), deafAtMost: time.Hour}
	t.Cleanup(h.probe.Close)
	ready := func() (int, string) {
		w := httptest.NewRecorder()
		if err := h.ready(echo.New().NewContext(httptest.NewRequest(http.MethodGet, "/readyz", nil), w)); err != nil {
			t.Fatal(err)
		}
		return w.Code, w.Body.String()
	}
	if status, text := ready(); status != http.StatusOK || text != "ready\n" {
		t.Errorf("before it listens: %d %q", status, text)
	}
	h.hub.Deaf()
	if status, text := ready(); status != http.StatusOK || !strings.Contains(text, "not been heard") {
		t.Errorf("deaf for a moment: %d %q", status, text)
	}
	h.deafAtMost = 0
	if status, text := ready(); status != http.StatusServiceUnavailable || !strings.Contains(text, "not been heard") {
		t.Errorf("deaf for long: %d %q", status, text)
	}
	h.hub.Hearing()
	if status, text := ready(); status != http.StatusOK || text != "ready\n" {
		t.Errorf("hearing again: %d %q", status, text)
	}
}

// A request with exclude=database, as the chart's probe sends it, gets a positive answer while only the database is
// away: all servers have the same one, and a balancer without a server answers worse than this one can. Everything
// else counts as usual.
func TestReadinessWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	database := tenantdbtest.Create(t)
	behind, line := database.Behind(t)
	h := &health{probe: tenantdbtest.Open(t, behind).Probe(), hub: live.New(), log: slog.New(slog.DiscardHandler), deafAtMost: time.Hour}
	t.Cleanup(h.probe.Close)
	ask := func(query string) string {
		w := httptest.NewRecorder()
		if err := h.ready(echo.New().NewContext(httptest.NewRequest(http.MethodGet, "/readyz"+query, nil), w)); err != nil {
			t.Fatal(err)
		}
		if again := w.Header().Get("Retry-After"); (again != "") != (w.Code == http.StatusServiceUnavailable) {
			t.Errorf("%d with Retry-After %q", w.Code, again)
		}
		return fmt.Sprint(w.Code, " ", strings.TrimSpace(w.Body.String()))
	}
	const balancer = "?exclude=database"
	// A result of the probe is valid for the next second.
	becomes := func(query, want string) {
		t.Helper()
		got := ""
		for range 300 {
			if got = ask(query); strings.HasPrefix(got, want) {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
		t.Fatalf("%q is answered %q, want %q", query, got, want)
	}

	if got := ask("?exclude=schema"); !strings.HasPrefix(got, "400 exclude: only database") {
		t.Errorf("something that cannot be left out: %q", got)
	}
	line.Silence()
	if got := ask(balancer); got != "503 database unavailable" {
		t.Errorf("before the database was ever reached: %q", got)
	}
	line.Speak()
	becomes(balancer, "200 ready")

	line.Silence()
	becomes("", "503 database unavailable")
	if got := ask(balancer); got != "200 ready; database unavailable" {
		t.Errorf("the database alone is away: %q", got)
	}
	h.draining.Store(true)
	if got := ask(balancer); got != "503 stopping" {
		t.Errorf("about to stop: %q", got)
	}
	h.draining.Store(false)

	h.hub.Deaf()
	time.Sleep(3 * time.Second)
	since, _ := h.hub.DeafSince()
	h.deafAtMost = time.Since(since)
	if got := ask(balancer); got != "200 ready; database unavailable" {
		t.Errorf("nobody hears anything without the database: %q", got)
	}
	line.Speak()
	becomes(balancer, "200 ready; news of other servers have not been heard for 0s")
	h.deafAtMost = 0
	if got := ask(balancer); !strings.HasPrefix(got, "503 news of other servers") {
		t.Errorf("deaf while the database answers: %q", got)
	}
	h.hub.Hearing()
	becomes(balancer, "200 ready")

	database.Alter(t, `delete from public.schema_migrations where version_id = 32`)
	becomes(balancer, "503 "+tenantdb.ErrOutdated.Error())
	line.Silence()
	becomes("", "503 database unavailable")
	if got := ask(balancer); got != "503 database unavailable" {
		t.Errorf("away, and it lacked a migration when it was last seen: %q", got)
	}
	line.Speak()
}

// Why requests are answered by 503 is reported once a burst, with the number of them at
// its end; another reason is another burst, and a later one is reported again.
func TestCausesAreReportedOnceABurst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		c := newCauses(slog.New(slog.NewTextHandler(&out, nil)))
		for range 2 {
			for range 500 {
				c.note("request-1", "busy", errors.New("lock timeout"))
				time.Sleep(10 * time.Millisecond)
			}
			c.note("request-2", "database-unavailable", errors.New("connection refused"))
			time.Sleep(3 * quiet)
		}
		synctest.Wait()
		for text, want := range map[string]int{
			"lock timeout": 2, "connection refused": 2, "answered again": 4, "unanswered=500": 2, "unanswered=1 ": 2,
		} {
			if got := strings.Count(out.String(), text); got != want {
				t.Errorf("%q is told %d times, want %d\n%s", text, got, want, out.String())
			}
		}
	})
}
