package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// spread is a figure over the rounds: the median with its quartiles.
type spread struct{ low, median, high float64 }

// spreadOf summarizes the figures of all rounds.
func spreadOf(figures []float64) spread {
	sorted := slices.Sorted(slices.Values(figures))
	at := func(share float64) float64 { // between the two nearest
		if len(sorted) == 0 {
			return 0
		}
		place := share * float64(len(sorted)-1)
		i := int(place)
		if i+1 == len(sorted) {
			return sorted[i]
		}
		return sorted[i] + (place-float64(i))*(sorted[i+1]-sorted[i])
	}
	return spread{at(0.25), at(0.5), at(0.75)}
}

// target is a number that a figure has to reach; the zero target is none.
type target struct {
	bound  float64
	atMost bool
}

func atLeast(bound float64) target { return target{bound: bound} }
func atMost(bound float64) target  { return target{bound: bound, atMost: true} }

// verdict is ok or short; "" without a target.
func (t target) verdict(figure float64) string {
	switch {
	case t == target{}:
		return ""
	case t.atMost && figure <= t.bound, !t.atMost && figure >= t.bound:
		return "ok"
	default:
		return "SHORT"
	}
}

func (t target) String() string {
	switch {
	case t == target{}:
		return ""
	case t.atMost:
		return "≤ " + number(t.bound)
	default:
		return "≥ " + number(t.bound)
	}
}

// report collects the lines of the table.
type report struct {
	lines   [][5]string // goal, figure, value, quartiles, target and verdict
	machine []string
}

// add adds a figure over the rounds.
func (r *report) add(goal, what string, figures []float64, t target) {
	s := spreadOf(figures)
	r.lines = append(r.lines, [5]string{
		goal, what, number(s.median), number(s.low) + " – " + number(s.high), strings.TrimSpace(t.String() + "  " + t.verdict(s.median)),
	})
}

// addText adds a line of words, which has no target.
func (r *report) addText(goal, what, value string) {
	r.lines = append(r.lines, [5]string{goal, what, value, "", ""})
}

// one adds a single figure.
func (r *report) one(goal, what string, figure float64, t target) {
	r.lines = append(r.lines, [5]string{goal, what, number(figure), "", strings.TrimSpace(t.String() + "  " + t.verdict(figure))})
}

// number writes a figure with three digits that mean something.
func number(f float64) string {
	switch {
	case f >= 100 || f == 0:
		return fmt.Sprintf("%.0f", f)
	case f >= 10:
		return fmt.Sprintf("%.1f", f)
	default:
		return fmt.Sprintf("%.2f", f)
	}
}

// write prints the table.
func (r *report) write(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "GOAL\tFIGURE\tMEDIAN\tQUARTILES\tTARGET")
	goal := ""
	for _, line := range r.lines {
		if line[0] == goal {
			line[0] = ""
		} else {
			goal = line[0]
		}
		fmt.Fprintln(w, strings.TrimRight(strings.Join(line[:], "\t"), "\t"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "\n%s\n", strings.Join(r.machine, "\n"))
	return err
}

// machine describes the measurement: its subject, the machine and the method.
func (b *bench) machine(ctx context.Context) []string {
	postgres := ""
	if b.stack != nil {
		postgres = fmt.Sprintf(", PostgreSQL %d", b.stack.postgres.Major())
	}
	return []string{
		fmt.Sprintf("machine: %s, %d cores, load %s; %s %s/%s%s", processor(), runtime.NumCPU(), loadAverage(), runtime.Version(), runtime.GOOS, runtime.GOARCH, postgres),
		fmt.Sprintf("run:     %s, commit %s, %d rounds, slices of %s", time.Now().UTC().Format("2006-01-02 15:04 UTC"), commit(ctx, b.root), b.rounds, b.slice),
	}
}

// processor is the name of the processor.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown processor"
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

// loadAverage returns how many processes wanted to run, over 1, 5 and 15 minutes.
func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	fields := strings.Fields(string(text))
	return strings.Join(fields[:min(3, len(fields))], " ")
}

// commit is the commit of the source tree; "unknown" outside of git.
func commit(ctx context.Context, root string) string {
	git := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty")
	git.Dir = root
	out, err := git.Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}
