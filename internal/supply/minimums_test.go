package supply

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/mod/semver"
)

func TestDependenciesAreAboveTheirMinimum(t *testing.T) {
	t.Parallel()
	table := mustCurrent(t)
	for _, name := range []string{"../../go.mod", "../../tools/go.mod", "../../tools/image/go.mod", "../../tools/chart/go.mod", "../../tools/promql/go.mod", "../../tools/cluster/go.mod", "../../cmd/bench/pocketbase/go.mod", "../../cmd/bench/prest/go.mod"} {
		goMod, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		findings, err := table.Findings(name, goMod)
		if err != nil {
			t.Fatal(err)
		}
		for _, finding := range findings {
			t.Error(finding)
		}
	}
	if table.Stale(time.Now()) {
		t.Logf("minimums.txt was last reviewed on %s: make check-freshness fails", table.Checked.Format(time.DateOnly))
	}
}

func TestToolchainIsAboveItsMinimum(t *testing.T) {
	t.Parallel()
	for _, m := range mustCurrent(t).Minimums {
		if m.Module != "go" {
			continue
		}
		have, _, _ := strings.Cut(strings.TrimPrefix(runtime.Version(), "go"), " ")
		if semver.Compare(semantic(have), semantic(m.Version)) < 0 {
			t.Errorf("built by go %s, want %s or later: %s", have, m.Version, m.Reason)
		}
		return
	}
	t.Error("minimums.txt has no row for go")
}

func TestFindings(t *testing.T) {
	t.Parallel()
	table, err := parse("checked 2026-11-20\ngo 1.26.8 a\nexample.com/m v1.10.0 b hole\n")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, goMod string
		want        []string
	}{
		{"equal is enough", "go 1.26.8\nrequire example.com/m v1.10.0", nil},
		{
			"numbers, not letters, are compared", "go 1.26.8\nrequire example.com/m v1.9.9",
			[]string{`go.mod: example.com/m is at "v1.9.9", want v1.10.0 or later: b hole`},
		},
		{
			"an indirect requirement counts", "go 1.26.8\nrequire example.com/m v1.0.0 // indirect",
			[]string{`go.mod: example.com/m is at "v1.0.0", want v1.10.0 or later: b hole`},
		},
		{
			"a pre-release is below the release", "go 1.26.8\nrequire example.com/m v1.10.0-rc.1",
			[]string{`go.mod: example.com/m is at "v1.10.0-rc.1", want v1.10.0 or later: b hole`},
		},
		{"the language", "go 1.26.7", []string{`go.mod: go is at "1.26.7", want 1.26.8 or later: a`}},
		{"a module that is not used", "go 1.26.8\nrequire example.com/other v0.1.0", nil},
		{
			"the replacement counts", "go 1.26.8\nrequire example.com/m v1.11.0\nreplace example.com/m => example.com/fork v1.2.0",
			[]string{`go.mod: example.com/m is at "v1.2.0", want v1.10.0 or later: b hole`},
		},
		{
			"a folder has no version", "go 1.26.8\nrequire example.com/m v1.11.0\nreplace example.com/m => ../m",
			[]string{`go.mod: example.com/m is at "", want v1.10.0 or later: b hole`},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := table.Findings("go.mod", []byte("module x\n"+tt.goMod+"\n"))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"no date":        "go 1.26.8 why",
		"a wrong date":   "checked 2026-13-01",
		"no reason":      "checked 2026-11-20\ngo 1.26.8",
		"a bare number":  "checked 2026-11-20\nexample.com/m latest why",
		"an empty table": "",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := parse(text); err == nil {
				t.Errorf("accepted %q", text)
			}
		})
	}
}

func TestStale(t *testing.T) {
	t.Parallel()
	table := Table{Checked: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)}
	if table.Stale(time.Date(2027, 1, 4, 0, 0, 0, 0, time.UTC)) {
		t.Error("stale after 45 days, want after more than 45")
	}
	if !table.Stale(time.Date(2027, 1, 4, 0, 0, 1, 0, time.UTC)) {
		t.Error("fresh after 45 days and a second")
	}
}

func mustCurrent(t *testing.T) Table {
	t.Helper()
	table, err := Current()
	if err != nil {
		t.Fatal(err)
	}
	return table
}
