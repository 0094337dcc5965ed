package main

import (
	"strings"
	"testing"
	"time"

	"referto/cmd/bench/internal/load"
)

func TestSpreadIsMedianAndQuartiles(t *testing.T) {
	t.Parallel()
	tests := []struct {
		figures []float64
		want    spread
	}{
		{nil, spread{}},
		{[]float64{7}, spread{7, 7, 7}},
		{[]float64{4, 1, 3, 2, 5}, spread{2, 3, 4}},
		{[]float64{1, 2, 3, 4}, spread{1.75, 2.5, 3.25}},
	}
	for _, tt := range tests {
		if got := spreadOf(tt.figures); got != tt.want {
			t.Errorf("%v: got %v, want %v", tt.figures, got, tt.want)
		}
	}
}

func TestVerdict(t *testing.T) {
	t.Parallel()
	tests := []struct {
		target target
		figure float64
		want   string
	}{
		{atLeast(0.75), 0.75, "ok"},
		{atLeast(0.75), 0.74, "SHORT"},
		{atMost(5), 5, "ok"},
		{atMost(5), 5.1, "SHORT"},
		{target{}, 1, ""},
		{atMost(0), 0, "ok"},
		{atMost(0), 1, "SHORT"},
	}
	for _, tt := range tests {
		if got := tt.target.verdict(tt.figure); got != tt.want {
			t.Errorf("%v of %v: got %q, want %q", tt.figure, tt.target, got, tt.want)
		}
	}
}

// The goal is the median of the ratios inside a round, not the ratio of medians: a
// round in which the machine was slow counts as one.
func TestComparisonIsByRound(t *testing.T) {
	t.Parallel()
	side := func(µs int) sample {
		return sample{Outcome: load.Outcome{Answers: 1000, Elapsed: time.Second, Latencies: []time.Duration{time.Millisecond}}, server: time.Duration(µs) * time.Millisecond}
	}
	r := &report{}
	r.addComparison("P1", "row", [][]sample{{side(50), side(100)}, {side(400), side(500)}, {side(60), side(100)}}, 0, atLeast(0.75))
	var out strings.Builder
	if err := r.write(&out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "0.60") || !strings.Contains(out.String(), "SHORT") {
		t.Errorf("want the median of 0.5, 0.8 and 0.6, short of 0.75:\n%s", out.String())
	}
}

func TestBenchmarkLines(t *testing.T) {
	t.Parallel()
	text := `goos: linux
BenchmarkDecision/table-2         	 1562512	        74.81 ns/op	       0 B/op	       0 allocs/op
BenchmarkDecision/casbin-2        	    6320	     18910 ns/op	    7704 B/op	     141 allocs/op
PASS`
	found := benchmarkLine.FindAllStringSubmatch(text, -1)
	if len(found) != 2 || found[0][1] != "Decision/table" || found[0][2] != "74.81" || found[0][3] != "0" || found[1][1] != "Decision/casbin" || found[1][3] != "141" {
		t.Errorf("got %q", found)
	}
}

func TestChoose(t *testing.T) {
	t.Parallel()
	for only, want := range map[string]string{"": "P1 P2 P3 P4 P5 P6 P7 P8 P9 P10 P11 P12 P14 P15 P16 P17 P18 P19 P20 P21 P22 P23 P24 F1 F2", "p4, P9": "P4 P9"} {
		wanted, err := choose(only)
		var ids []string
		for _, g := range wanted {
			ids = append(ids, g.id)
		}
		if got := strings.Join(ids, " "); err != nil || got != want {
			t.Errorf("%q: got %q, %v, want %q", only, got, err, want)
		}
	}
	if _, err := choose("P13"); err == nil {
		t.Error("P13 is measured by nothing, and not refused")
	}
}
