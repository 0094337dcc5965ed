package serve

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/labstack/echo/v4"

	"referto/internal/live"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// A server that hears nothing of others says so at once, and is not ready when that lasts.
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
