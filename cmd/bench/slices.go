package main

import (
	"context"
	"fmt"
	"time"

	"referto/cmd/bench/internal/load"
	"referto/cmd/bench/internal/usage"
)

// contender is one side of a comparison: the requests, and the server.
type contender struct {
	name   string
	server usage.Process
	plan   load.Plan
}

// sample is one slice of a contender.
type sample struct {
	load.Outcome
	server, database time.Duration // processor time
}

// cost is the processor time of an answer, of server and database, in
// microseconds.
func (s sample) cost() float64 { return s.serverCost() + s.databaseCost() }

func (s sample) serverCost() float64 { return float64(s.server.Microseconds()) / float64(s.Answers) }

func (s sample) databaseCost() float64 {
	return float64(s.database.Microseconds()) / float64(s.Answers)
}

// compare asks the contenders in turns, a slice each, round after round, after
// one slice each that does not count. The first index of the samples is the round,
// the second the contender.
func (b *bench) compare(ctx context.Context, contenders ...contender) ([][]sample, error) {
	generators := make([]*load.Generator, len(contenders))
	for i, c := range contenders {
		var err error
		if generators[i], err = load.Open(ctx, c.plan); err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		defer generators[i].Close()
	}
	rounds := make([][]sample, b.rounds+1)
	for n := range rounds {
		rounds[n] = make([]sample, len(contenders))
		for i, c := range contenders {
			s, err := b.sliceOf(ctx, c, generators[i])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.name, err)
			}
			rounds[n][i] = s
		}
		fmt.Fprint(b.progress, ".")
	}
	return rounds[1:], nil
}

// sliceOf is one slice of a contender.
func (b *bench) sliceOf(ctx context.Context, c contender, g *load.Generator) (s sample, err error) {
	server, err := begin(c.server)
	if err != nil {
		return s, err
	}
	database, err := begin(b.stack.database)
	if err != nil {
		return s, err
	}
	if s.Outcome, err = g.Run(ctx, b.slice); err != nil {
		return s, err
	}
	if s.server, err = server(); err != nil {
		return s, err
	}
	if s.database, err = database(); err != nil {
		return s, err
	}
	if s.Answers == 0 {
		return s, fmt.Errorf("no answer in a slice of %s", b.slice)
	}
	return s, ctx.Err()
}

// begin starts the stop watch of processes.
func begin(processes interface{ Read(usage.Reading) error }) (end func() (time.Duration, error), err error) {
	before := usage.Reading{}
	if err := processes.Read(before); err != nil {
		return nil, err
	}
	return func() (time.Duration, error) {
		after := usage.Reading{}
		err := processes.Read(after)
		return after.Since(before), err
	}, nil
}

// over is a figure of each round.
func over(rounds [][]sample, figure func(round []sample) float64) []float64 {
	out := make([]float64, len(rounds))
	for i, round := range rounds {
		out[i] = figure(round)
	}
	return out
}

// ours is the place of the product among contenders; the others are bases.
const ours = 1

// addComparison adds the lines of every comparison with a base: the ratio of processor times, which has the target,
// and the other figures.
func (r *report) addComparison(goal, what string, rounds [][]sample, base int, t target) {
	r.addComparisonOf(goal, what, rounds, base, ours, t)
}

// addComparisonOf is [report.addComparison] of one of several that are the product's.
func (r *report) addComparisonOf(goal, what string, rounds [][]sample, base, ours int, t target) {
	r.add(goal, what+": processor time of the base / ours", over(rounds, func(s []sample) float64 { return s[base].cost() / s[ours].cost() }), t)
	r.add(goal, "answers a second, ours / base", over(rounds, func(s []sample) float64 { return s[ours].Rate() / s[base].Rate() }), target{})
	r.add(goal, "p99, ours / base", over(rounds, func(s []sample) float64 {
		return s[ours].Quantile(0.99).Seconds() / s[base].Quantile(0.99).Seconds()
	}), target{})
	r.addText(goal, "one answer, base → ours", fmt.Sprintf("%s → %s µs, p99 %s → %s, %s → %s /s",
		costs(rounds, base), costs(rounds, ours),
		p99(rounds, base), p99(rounds, ours),
		median(rounds, base, rate), median(rounds, ours, rate)))
}

// costs is a contender's processor time, of server and database.
func costs(rounds [][]sample, i int) string {
	return median(rounds, i, sample.serverCost) + " + " + median(rounds, i, sample.databaseCost)
}

func rate(s sample) float64 { return s.Rate() }

// median is a contender's figure.
func median(rounds [][]sample, i int, figure func(sample) float64) string {
	return number(spreadOf(over(rounds, func(s []sample) float64 { return figure(s[i]) })).median)
}

// p99 is a contender's 99th percentile.
func p99(rounds [][]sample, i int) string {
	return median(rounds, i, func(s sample) float64 { return s.Quantile(0.99).Seconds() * 1000 }) + " ms"
}
