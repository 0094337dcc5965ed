package demo_test

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"referto/internal/coding"
	"referto/internal/demo"
)

// mostOnTheLine bounds the transferred bytes of a page for a first-time reader: with its style sheets, scripts and
// pictures.
const mostOnTheLine = 40 << 10

// checkWeight requests every page of the demo in every coding. The bytes are logged as a table, for
// docs/benchmarks.md.
func checkWeight(t *testing.T, summary demo.Summary) {
	t.Helper()
	var heaviest int
	addresses := []string{}
	for _, p := range summary.Pages {
		addresses = append(addresses, p.Path)
	}
	file := regexp.MustCompile(`(?:href|src)="(/assets/[^"]+)"`)
	for _, address := range append(addresses, addresses[1]+"?lang=bg", strings.TrimSuffix(addresses[1], "/qualification")+"/final") {
		sizes, all := map[coding.Coding]int{}, map[coding.Coding]int{}
		for _, c := range []coding.Coding{coding.Identity, coding.Gzip, coding.Brotli} {
			body := weigh(t, summary.Server+address, c)
			files := map[string]bool{}
			text, err := coding.Decode(c, body)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range file.FindAllSubmatch(text, -1) {
				files[string(found[1])] = true
			}
			for one := range files {
				all[c] += len(weigh(t, summary.Server+one, c))
			}
			all[c] += len(body)
			sizes[c] = len(body)
			if c != coding.Identity && all[c] > mostOnTheLine {
				t.Errorf("%s with its files takes %d bytes in %s", address, all[c], c)
			}
			heaviest = max(heaviest, len(body))
		}
		t.Logf("%-60s %7d plain %6d gzip %6d br; with its files %7d, %6d, %6d; to 200 watchers %9d plain %8d br",
			address, sizes[""], sizes["gzip"], sizes["br"], all[""], all["gzip"], all["br"], 200*sizes[""], 200*sizes["br"])
	}
	if heaviest < 60<<10 {
		t.Errorf("the heaviest page has %d bytes: the season is no measure", heaviest)
	}
}

// weigh returns the bytes sent for an address in a coding.
func weigh(t *testing.T, address string, c coding.Coding) []byte {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", string(c))
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %v", address, answer.StatusCode, err)
	}
	if got := answer.Header.Get("Content-Encoding"); got != string(c) && len(body) > 1024 {
		t.Fatalf("%s: %d bytes in %q, not %q", address, len(body), got, c)
	}
	return body
}
