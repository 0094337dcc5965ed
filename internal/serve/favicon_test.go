package serve_test

import (
	"bytes"
	"io"
	"net/http"
	"testing"

	"referto/internal/apitest"
)

// The icon of the site is at its usual address, in three sizes, cached for a day, and gives no session.
func TestTheIconIsAtItsUsualAddress(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	get := func(method string) (*http.Response, []byte) {
		r, err := http.NewRequestWithContext(t.Context(), method, server.Address+"/favicon.ico", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		return answer, body
	}
	answer, icon := get(http.MethodGet)
	if answer.StatusCode != 200 || answer.Header.Get("Content-Type") != "image/x-icon" || answer.Header.Get("Cache-Control") != "public, max-age=86400" || answer.Header.Get("Set-Cookie") != "" {
		t.Errorf("%d %v", answer.StatusCode, answer.Header)
	}
	if !bytes.HasPrefix(icon, []byte{0, 0, 1, 0, 3, 0}) {
		t.Errorf("no icon of three sizes: % x", icon[:min(len(icon), 6)])
	}
	if head, _ := get(http.MethodHead); head.StatusCode != 200 || head.Header.Get("ETag") != answer.Header.Get("ETag") || head.Header.Get("ETag") == "" {
		t.Errorf("%d %v", head.StatusCode, head.Header)
	}
}
