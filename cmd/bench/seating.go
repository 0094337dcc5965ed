package main

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
)

const (
	schedulePackage = "internal/league/schedule"
	seatingPackage  = "internal/league/seating"
)

// schedules is P16: the repeats of fixed schedules, and the time to make one.
func (b *bench) schedules(ctx context.Context, r *report) error {
	return b.withTest(ctx, schedulePackage, func(t packageTest) error {
		optimal, err := t.counted(ctx, "TestOptimal", `(\d+) of (\d+) cases have the fewest repeats`)
		if err != nil {
			return err
		}
		fewer, err := t.counted(ctx, "TestNoMoreThanByTrial", `(\d+) of (\d+) fields have fewer repeats than by trial, none has more`)
		if err != nil {
			return err
		}
		all, err := b.benchmark(ctx, t, "^BenchmarkMake$")
		if err != nil {
			return err
		}
		ratios, _, _, err := pair(all, "Make/roundByRound", "Make/full")
		if err != nil {
			return err
		}
		var times []float64
		for _, one := range all["Make/all"] {
			times = append(times, one.nanoseconds/1e6)
		}
		r.one("P16", fmt.Sprintf("fields with the fewest repeats that are possible, of %.0f", optimal[1]), optimal[0], atLeast(257))
		r.one("P16", fmt.Sprintf("full fields with fewer repeats than round by round, none more, of %.0f", fewer[1]), fewer[0], target{})
		r.add("P16", "the median field, ms", times, atMost(0.1))
		r.add("P16", "time of making full fields round by round / ours", ratios, target{})
		return nil
	})
}

// shortTables is P17: how evenly tables of three are spread.
func (b *bench) shortTables(ctx context.Context, r *report) error {
	return b.withTest(ctx, schedulePackage, func(t packageTest) error {
		wide, err := t.counted(ctx, "TestShortTables", `(\d+) of (\d+) cases have short tables more than one apart`)
		if err != nil {
			return err // a wider one than the goal has is a bug
		}
		r.one("P17", fmt.Sprintf("fields with threes more than one apart (13, 14 and 17/2 have to), of %.0f", wide[1]), wide[0], atMost(7))
		return nil
	})
}

// byStandings is P18: a large field by the standings, without rematches.
func (b *bench) byStandings(ctx context.Context, r *report) error {
	return b.withTest(ctx, seatingPackage, func(t packageTest) error {
		again, err := t.counted(ctx, "TestNoRematches", `2000 entrants: (\d+) rematches, (\d+) by the standings alone`)
		if err != nil {
			return err
		}
		all, err := b.benchmark(ctx, t, "^BenchmarkByStandings$")
		if err != nil {
			return err
		}
		ratios, times, _, err := pair(all, "ByStandings/2000/alone", "ByStandings/2000/apart")
		if err != nil {
			return err
		}
		for i := range times {
			times[i] /= 1e6
		}
		r.add("P18", "seating 2,000 by the standings without rematches, ms", times, atMost(1))
		r.one("P18", "rematches in four rounds", again[0], atMost(0))
		r.addText("P18", "rematches by the standings alone", number(again[1]))
		r.add("P18", "time of seating by the standings alone / ours", ratios, target{})
		return nil
	})
}

// counted runs a test and reads the figures that it logs.
func (t packageTest) counted(ctx context.Context, test, line string) ([]float64, error) {
	text, err := t.run(ctx, "-test.run=^"+test+"$", "-test.v")
	if err != nil {
		return nil, err
	}
	found := regexp.MustCompile(line).FindStringSubmatch(text)
	if found == nil {
		return nil, fmt.Errorf("%s does not say what it counted:\n%s", test, text)
	}
	figures := make([]float64, len(found)-1)
	for i, figure := range found[1:] {
		if figures[i], err = strconv.ParseFloat(figure, 64); err != nil {
			return nil, err
		}
	}
	return figures, nil
}
