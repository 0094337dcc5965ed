package browser_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
	"referto/internal/embedpg"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// read gets an address as a browser does.
func read(t *testing.T, address string) (status int, header http.Header, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/html")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, answer.Header, string(text)
}

// A PostgreSQL is stopped and started. Meanwhile pages read before are there, with their age; afterwards an open page
// shows the news by itself.
func TestDatabaseAway(t *testing.T) {
	t.Parallel()
	state := embedpg.Options{State: t.TempDir() + "/pg"}
	postgres, err := embedpg.Start(t.Context(), state)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := postgres.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	server := apitest.StartHurried(t, tenantdbtest.CreateOn(t, postgres.DSN("postgres", "postgres")))
	s := newStage(t, server)
	browser := chromium(t)
	page := open(t, browser, s.page)
	if page.is(`!document.getElementById("aged").hidden`) {
		t.Fatal("a fresh page says that it is old")
	}
	data := server.Address + "/v1" + s.path + "/standings"
	for _, address := range []string{s.page, s.home, data} {
		if status, header, _ := read(t, address); status != http.StatusOK || header.Get("Age") != "" {
			t.Fatalf("%s: %d %v", address, status, header)
		}
	}

	server.ErrorsDue()
	if err := postgres.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{s.page, s.home, data} {
		status, header, body := read(t, address)
		if status != http.StatusOK || header.Get("Age") == "" || !strings.HasPrefix(header.Get("Warning"), "111 ") || header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s without a database: %d %v", address, status, header)
		}
		if address != data && !strings.Contains(body, `<p class="offline" id="aged" role="status">`) {
			t.Errorf("%s does not say that it is old", address)
		}
	}
	if status, header, body := read(t, s.home+"/e/nobody-has-read-this"); status != http.StatusServiceUnavailable || header.Get("Retry-After") == "" || !strings.Contains(body, "<h1>") {
		t.Errorf("what nobody has read: %d %v", status, header)
	}
	do(page, "load again", chromedp.Navigate(s.page))
	if text := page.text("#aged"); page.is(`document.getElementById("aged").hidden`) || !strings.Contains(text, "It shows what was known at 2/8/2009") {
		t.Errorf("a reader sees %q", text)
	}

	if postgres, err = embedpg.Start(t.Context(), state); err != nil {
		t.Fatal(err)
	}
	eventually(t, "pages are up to date again", func() bool {
		status, header, _ := read(t, s.page)
		return status == http.StatusOK && header.Get("Age") == ""
	})
	s.result(1)
	eventually(t, "the open page shows the result", func() bool { return page.number(`document.querySelectorAll("[data-news]").length`) == 1 })
	if page.is(`!document.getElementById("aged").hidden`) {
		t.Error("a page that is up to date says that it is old")
	}
}
