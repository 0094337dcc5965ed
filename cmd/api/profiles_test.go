package main

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestProfilesAreForThisMachineOnly(t *testing.T) {
	t.Parallel()
	for address, good := range map[string]bool{
		"127.0.0.1:6060": true, "127.0.0.9:0": true, "[::1]:6060": true,
		"0.0.0.0:6060": false, ":6060": false, "[::]:6060": false, "192.0.2.7:6060": false, "localhost:6060": false, "127.0.0.1": false,
	} {
		_, err := readSettings([]string{"PPROF_LISTEN=" + address})
		if (err == nil) != good {
			t.Errorf("%s: %v", address, err)
		}
		if err != nil && !strings.Contains(err.Error(), "PPROF_LISTEN") {
			t.Errorf("%s: the fault does not name the setting: %v", address, err)
		}
	}
}

func TestProfilesHaveAListenerOfTheirOwn(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	address, err := serveProfiles(ctx, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Get(address + "/debug/pprof/goroutine?debug=1")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK || !strings.Contains(string(body), "goroutine profile") {
		t.Errorf("%d %.80s %v", response.StatusCode, body, err)
	}
	stop()
	for range 100 {
		if _, err = http.Get(address + "/debug/pprof/"); err != nil { //nolint:bodyclose // the body of a server about to end
			break
		}
	}
	if err == nil {
		t.Error("profiles outlive the server")
	}
	if address, err := serveProfiles(t.Context(), ""); address != "" || err != nil {
		t.Errorf("without the setting: %q, %v", address, err)
	}
}

// Metrics are served on a separate listener, and nothing else with them.
func TestMetricsHaveAListenerOfTheirOwn(t *testing.T) {
	t.Parallel()
	counted := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "requests 7\n") })
	address, err := serveMetrics(t.Context(), "127.0.0.1:0", counted)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]int{"/metrics": http.StatusOK, "/": http.StatusNotFound, "/metrics/x": http.StatusNotFound, "/debug/pprof/": http.StatusNotFound} {
		response, err := http.Get(address + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil || response.StatusCode != want || (want == http.StatusOK) != (string(body) == "requests 7\n") {
			t.Errorf("%s: %d %.80s %v", path, response.StatusCode, body, err)
		}
	}
	settings, err := readSettings(nil)
	if err != nil || checkLoopback(settings.MetricsListen) != nil {
		t.Errorf("by default on %q, error %v", settings.MetricsListen, err)
	}
	for value, good := range map[string]bool{"": true, "0.0.0.0:9090": true, ":9090": true, "9090": false} {
		if _, err := readSettings([]string{"METRICS_LISTEN=" + value}); (err == nil) != good {
			t.Errorf("METRICS_LISTEN=%s: %v", value, err)
		}
	}
}
