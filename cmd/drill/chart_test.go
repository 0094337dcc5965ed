package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The drill follows the chart's settings, and they all exist.
func TestReadChart(t *testing.T) {
	t.Parallel()
	got, err := readChart("../../deploy/helm/rendered/two-servers.install.yaml")
	if err != nil {
		t.Fatal(err)
	}
	want := chart{
		readiness: probe{Path: "/readyz?exclude=database", Period: 2 * time.Second, Timeout: 3 * time.Second, Failures: 2},
		drain:     "15s", grace: time.Minute, settled: 5 * time.Second, replicas: 2,
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(chart{})); diff != "" {
		t.Errorf("chart (-want +got):\n%s", diff)
	}
	none := filepath.Join(t.TempDir(), "none.yaml")
	if err := os.WriteFile(none, []byte("kind: Service\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{none, "../../deploy/helm/rendered/one-server.install.yaml", "nowhere"} {
		if _, err := readChart(file); err == nil {
			t.Errorf("%s is taken for two servers", file)
		}
	}
}
