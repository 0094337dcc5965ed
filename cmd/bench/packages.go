package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// A packageTest is the test program of a package, whose benchmarks are run round
// by round.
type packageTest struct {
	binary string
	dir    string // of the package
}

// compileTest builds the test program of a package below the source tree.
func (b *bench) compileTest(ctx context.Context, dir, pkg string) (packageTest, error) {
	t := packageTest{binary: filepath.Join(dir, filepath.Base(pkg)+".test"), dir: filepath.Join(b.root, pkg)}
	build := exec.CommandContext(ctx, "go", "test", "-c", "-o", t.binary, "./"+pkg)
	build.Dir, build.Stderr = b.root, os.Stderr
	if err := build.Run(); err != nil {
		return t, fmt.Errorf("build tests of %s: %w", pkg, err)
	}
	return t, nil
}

// run runs the program and returns its output.
func (t packageTest) run(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, t.binary, args...)
	cmd.Dir = t.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", filepath.Base(t.binary), err, out)
	}
	return string(out), nil
}

// measured is one line of a benchmark.
type measured struct{ nanoseconds, allocations float64 }

var benchmarkLine = regexp.MustCompile(`(?m)^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op(?:.*?([\d.]+) allocs/op)?`)

// benchmark runs the benchmarks of a pattern once for each round and returns the measurements by name.
func (b *bench) benchmark(ctx context.Context, t packageTest, pattern string) (map[string][]measured, error) {
	out := map[string][]measured{}
	for range b.rounds {
		text, err := t.run(ctx, "-test.run=^$", "-test.bench="+pattern, "-test.benchmem", "-test.benchtime="+(b.slice/10).String())
		if err != nil {
			return nil, err
		}
		for _, found := range benchmarkLine.FindAllStringSubmatch(text, -1) {
			nanoseconds, err := strconv.ParseFloat(found[2], 64)
			if err != nil {
				return nil, err
			}
			allocations, _ := strconv.ParseFloat(found[3], 64) // "" is 0
			out[found[1]] = append(out[found[1]], measured{nanoseconds, allocations})
		}
		fmt.Fprint(b.progress, ".")
	}
	return out, nil
}

// pair is the figures of two benchmarks, round by round.
func pair(all map[string][]measured, base, ours string) (ratios, times []float64, allocations float64, err error) {
	if len(all[base]) == 0 || len(all[base]) != len(all[ours]) {
		return nil, nil, 0, fmt.Errorf("benchmarks %s and %s: %d and %d lines", base, ours, len(all[base]), len(all[ours]))
	}
	for i, one := range all[ours] {
		ratios = append(ratios, all[base][i].nanoseconds/one.nanoseconds)
		times = append(times, one.nanoseconds)
		allocations = max(allocations, one.allocations)
	}
	return ratios, times, allocations, nil
}

// decision is P9: the compiled table against casbin's Enforce.
func (b *bench) decision(ctx context.Context, r *report) error {
	return b.withTest(ctx, "internal/authz", func(t packageTest) error {
		all, err := b.benchmark(ctx, t, "^BenchmarkDecision$")
		if err != nil {
			return err
		}
		ratios, times, allocations, err := pair(all, "Decision/casbin", "Decision/table")
		if err != nil {
			return err
		}
		r.add("P9", "decision, ns", times, atMost(500))
		r.add("P9", "time of casbin's Enforce / table", ratios, atLeast(100))
		r.one("P9", "allocations of a decision", allocations, atMost(0))
		return nil
	})
}

var questionsAsked = regexp.MustCompile(`(\d+) questions, (\d+) allowed`)

// equality is P10: table and casbin asked every question there is.
func (b *bench) equality(ctx context.Context, r *report) error {
	return b.withTest(ctx, "internal/authz", func(t packageTest) error {
		text, err := t.run(ctx, "-test.run=^TestTableEqualsCasbin$", "-test.v")
		if err != nil {
			return err // a difference is no figure: it is a bug
		}
		found := questionsAsked.FindStringSubmatch(text)
		if found == nil {
			return errors.New("TestTableEqualsCasbin does not say how much it asked:\n" + text)
		}
		r.one("P10", "share of equal answers, %", 100, atLeast(100))
		r.addText("P10", "asked", strings.TrimSpace(found[0]))
		return nil
	})
}

// standings is P20: the standings of 2,000 by eight criteria.
func (b *bench) standings(ctx context.Context, r *report) error {
	return b.withTest(ctx, "internal/league/standings", func(t packageTest) error {
		all, err := b.benchmark(ctx, t, "^Benchmark(Rank|PlainInts)$")
		if err != nil {
			return err
		}
		ratios, times, allocations, err := pair(all, "PlainInts", "Rank")
		if err != nil {
			return err
		}
		for i := range times {
			times[i] /= 1e6
		}
		r.add("P20", "standings of 2,000 by 8 criteria, ms", times, atMost(0.5))
		r.one("P20", "allocations", allocations, atMost(0))
		r.add("P20", "time of summing and sorting bare integers / ours", ratios, target{})
		return nil
	})
}

// formulas is F1: scoring tables by formulas against the engine's own options.
func (b *bench) formulas(ctx context.Context, r *report) error {
	return b.withTest(ctx, "internal/league/scoring", func(t packageTest) error {
		all, err := b.benchmark(ctx, t, "^BenchmarkScoring$")
		if err != nil {
			return err
		}
		ratios, times, _, err := pair(all, "Scoring/formulas", "Scoring/builtin")
		if err != nil {
			return err
		}
		r.add("F1", "time of scoring a table by formulas / by options", ratios, atMost(10))
		r.add("F1", "a table by options, ns", times, target{})
		return nil
	})
}

// explained is F2: standings of 2,000 with the grounds of every row against
// sorting the same rows.
func (b *bench) explained(ctx context.Context, r *report) error {
	return b.withTest(ctx, "internal/league/tournament", func(t packageTest) error {
		all, err := b.benchmark(ctx, t, "^BenchmarkExplained$")
		if err != nil {
			return err
		}
		options, times, _, err := pair(all, "Explained/options", "Explained/sort")
		if err != nil {
			return err
		}
		formulas, _, _, err := pair(all, "Explained/formulas", "Explained/sort")
		if err != nil {
			return err
		}
		for i := range times {
			times[i] /= 1e6
		}
		r.add("F2", "time of explained standings of 2,000 / of sorting their rows", options, target{})
		r.add("F2", "the same with the best three games of a formula in front", formulas, target{})
		r.add("F2", "sorting the rows, ms", times, target{})
		return nil
	})
}

// withTest builds a package's test program for a while.
func (b *bench) withTest(ctx context.Context, pkg string, use func(packageTest) error) (err error) {
	dir, err := os.MkdirTemp("", "referto-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	t, err := b.compileTest(ctx, dir, pkg)
	if err != nil {
		return err
	}
	return use(t)
}
