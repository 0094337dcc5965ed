package conformance

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
)

// Driver takes cases through an implementation. It is safe for concurrent use.
type Driver interface {
	// Supports reports whether cases of a regulation and kind can be replayed.
	Supports(regulation, kind string) bool
	// Replay takes a case's input through the implementation under the case's readings and returns the outcome in
	// the form of the case's expected outcome, as any value that JSON can encode.
	Replay(ctx context.Context, c Case) (outcome any, err error)
}

// Report is the result of a run.
type Report struct {
	Passed int // cases without difference, in any of their readings
	Failed int
	// Replays counts the replays: cases and their alternatives.
	Replays int
	// NotYet counts the cases that the driver does not support, by regulation
	// and kind ("003 lifetime").
	NotYet map[string]int
}

// OK reports whether something ran and nothing failed.
func (r Report) OK() bool { return r.Failed == 0 && r.Passed > 0 }

// workers is the number of cases that are replayed at a time.
const workers = 8

// Run replays the cases and writes the differences case by case, the unsupported kinds of cases, and the counts
// as the last line: "18 passed, 0 failed".
func Run(ctx context.Context, driver Driver, cases []Case, out io.Writer) (Report, error) {
	report := Report{NotYet: make(map[string]int)}
	var supported []Case
	for _, c := range cases {
		if driver.Supports(c.Regulation, c.Kind) {
			supported = append(supported, c)
		} else {
			report.NotYet[c.Regulation+" "+c.Kind]++
		}
	}
	ctx, cancel := context.WithCancel(ctx) // writing may fail
	findings, wait := replayAll(ctx, driver, supported)
	defer wait()
	defer cancel()
	for _, finding := range findings {
		found := <-finding
		if err := ctx.Err(); err != nil {
			return report, err
		}
		report.Replays += found.replays
		if len(found.differences) == 0 {
			report.Passed++
			continue
		}
		report.Failed++
		for _, d := range found.differences {
			if _, err := fmt.Fprintln(out, d); err != nil {
				return report, err
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(report.NotYet)) {
		if _, err := fmt.Fprintf(out, "not yet: %s (%d cases)\n", name, report.NotYet[name]); err != nil {
			return report, err
		}
	}
	_, err := fmt.Fprintf(out, "%d passed, %d failed\n", report.Passed, report.Failed)
	return report, err
}

// finding holds the outcome of one case under all its readings.
type finding struct {
	replays     int
	differences []Difference
}

// replayAll replays some cases at a time. The findings come parallel to the cases; those after the end of the
// context are of no use. Wait returns once no replay is running.
func replayAll(ctx context.Context, driver Driver, cases []Case) (findings []chan finding, wait func()) {
	findings = make([]chan finding, len(cases))
	for i := range findings {
		findings[i] = make(chan finding, 1)
	}
	var next atomic.Int64
	var busy sync.WaitGroup
	for range workers {
		busy.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(cases); i = int(next.Add(1)) - 1 {
				if ctx.Err() != nil {
					findings[i] <- finding{}
					continue
				}
				findings[i] <- replay(ctx, driver, cases[i])
			}
		})
	}
	return findings, busy.Wait
}

// replay runs a case under the readings in force and under every alternative.
func replay(ctx context.Context, driver Driver, c Case) finding {
	f := finding{replays: 1, differences: once(ctx, driver, c, c.ID)}
	for _, a := range c.Alternatives {
		name := fmt.Sprintf("%s[%s=%s]", c.ID, a.Key, a.Reading)
		other, err := c.under(a)
		if err != nil {
			f.differences = append(f.differences, failure(name, err))
			continue
		}
		f.replays++
		f.differences = append(f.differences, once(ctx, driver, other, name)...)
	}
	return f
}

func once(ctx context.Context, driver Driver, c Case, name string) []Difference {
	outcome, err := driver.Replay(ctx, c)
	if err != nil {
		return []Difference{failure(name, err)}
	}
	got, err := copyOf(outcome)
	if err != nil {
		return []Difference{failure(name, err)}
	}
	differences := compare("", got, c.Expected)
	for i := range differences {
		differences[i].Case = name
	}
	return differences
}

func failure(name string, err error) Difference {
	return Difference{Case: name, Got: "error: " + err.Error(), Want: "an outcome"}
}
