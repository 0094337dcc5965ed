package conformance

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
)

// Driver takes cases through an implementation.
type Driver interface {
	// Supports tells whether cases of a regulation and kind can be replayed.
	Supports(regulation, kind string) bool
	// Replay takes a case's input through the implementation under the case's
	// readings and tells the outcome in the form of the case's expected
	// outcome. Anything that JSON can write will do.
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

// OK tells whether something ran and nothing failed.
func (r Report) OK() bool { return r.Failed == 0 && r.Passed > 0 }

// Run replays the cases and writes each difference as it is found, what is not
// supported yet, and the counts as the last line: "18 passed, 0 failed".
func Run(ctx context.Context, driver Driver, cases []Case, out io.Writer) (Report, error) {
	report := Report{NotYet: make(map[string]int)}
	for _, c := range cases {
		if !driver.Supports(c.Regulation, c.Kind) {
			report.NotYet[c.Regulation+" "+c.Kind]++
			continue
		}
		if err := ctx.Err(); err != nil {
			return report, err
		}
		differences := report.replay(ctx, driver, c)
		if len(differences) == 0 {
			report.Passed++
			continue
		}
		report.Failed++
		for _, d := range differences {
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

// replay runs a case under the readings in force and under every alternative.
func (r *Report) replay(ctx context.Context, driver Driver, c Case) []Difference {
	differences := r.once(ctx, driver, c, c.ID)
	for _, a := range c.Alternatives {
		name := fmt.Sprintf("%s[%s=%s]", c.ID, a.Key, a.Reading)
		other, err := c.under(a)
		if err != nil {
			differences = append(differences, failure(name, err))
			continue
		}
		differences = append(differences, r.once(ctx, driver, other, name)...)
	}
	return differences
}

func (r *Report) once(ctx context.Context, driver Driver, c Case, name string) []Difference {
	r.Replays++
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
