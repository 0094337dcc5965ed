package load_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/cmd/bench/internal/load"
)

func TestArrivalsComeAtTheirRateAndInTheirShares(t *testing.T) {
	t.Parallel()
	const rate, during = 200, 3 * time.Minute
	shares := []int{70, 20, 8, 2}
	arrivals := load.Arrivals(rand.New(rand.NewPCG(1, 2)), rate, during, shares)
	if got, want := float64(len(arrivals)), rate*during.Seconds(); got < 0.98*want || got > 1.02*want {
		t.Errorf("%.0f arrivals, want some %.0f", got, want)
	}
	if !slices.IsSortedFunc(arrivals, func(a, b load.Arrival) int { return int(a.Due - b.Due) }) || arrivals[len(arrivals)-1].Due >= during {
		t.Error("not in order, or past the end")
	}
	kinds := make([]int, len(shares))
	for _, a := range arrivals {
		kinds[a.Kind]++
	}
	for kind, share := range shares {
		if got, want := float64(kinds[kind]), float64(len(arrivals)*share)/100; got < 0.93*want || got > 1.07*want {
			t.Errorf("%.0f of kind %d, want some %.0f", got, kind, want)
		}
	}
}

// The gaps of callers who know nothing of each other deviate from their mean by as much as it is: a steady beat would
// be an easier load.
func TestArrivalsCluster(t *testing.T) {
	t.Parallel()
	arrivals := load.Arrivals(rand.New(rand.NewPCG(3, 4)), 100, 5*time.Minute, []int{1})
	close := 0
	for i := range arrivals[1:] {
		if arrivals[i+1].Due-arrivals[i].Due < time.Millisecond {
			close++
		}
	}
	// 1 - exp(-0.1) of the gaps are below a tenth of the mean.
	if share := float64(close) / float64(len(arrivals)); share < 0.085 || share > 0.105 {
		t.Errorf("%.3f of the gaps are below a tenth of the mean, want some 0.095", share)
	}
}

// One caller, answers that take 30 ms, requests due every 10 ms: each waits for those before it, and its latency says so.
func TestLatencyCountsFromTheMomentAtWhichARequestWasDue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		arrivals := []load.Arrival{{Due: 10 * time.Millisecond}, {Due: 20 * time.Millisecond}, {Due: 30 * time.Millisecond}, {Due: 200 * time.Millisecond}}
		served := load.Serve(t.Context(), arrivals, 1, answerIn(30*time.Millisecond))
		want := []time.Duration{30 * time.Millisecond, 50 * time.Millisecond, 70 * time.Millisecond, 30 * time.Millisecond}
		if diff := cmp.Diff(want, latencies(served)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	})
}

func TestArrivalsDoNotWaitForAnswers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		sent := make([]time.Duration, 3)
		arrivals := []load.Arrival{{Due: 10 * time.Millisecond, Kind: 0}, {Due: 20 * time.Millisecond, Kind: 1}, {Due: 20 * time.Millisecond, Kind: 2}}
		served := load.Serve(t.Context(), arrivals, 3, func(_ context.Context, _ int, a load.Arrival) error {
			sent[a.Kind] = time.Since(began)
			time.Sleep(time.Second)
			return nil
		})
		if diff := cmp.Diff([]time.Duration{10 * time.Millisecond, 20 * time.Millisecond, 20 * time.Millisecond}, sent); diff != "" {
			t.Errorf("sent (-want +got)\n%s", diff)
		}
		if diff := cmp.Diff([]time.Duration{time.Second, time.Second, time.Second}, latencies(served)); diff != "" {
			t.Errorf("latencies (-want +got)\n%s", diff)
		}
	})
}

// Callers who hang on an overloaded server for long leave no queue that would never end.
func TestARequestThatNobodyCouldSendIsGivenUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		arrivals := []load.Arrival{{Due: time.Second}, {Due: 2 * time.Second}, {Due: 20 * time.Second}}
		served := load.Serve(t.Context(), arrivals, 1, answerIn(40*time.Second))
		var given []bool
		for _, s := range served {
			given = append(given, errors.Is(s.Err, load.ErrGivenUp))
		}
		if diff := cmp.Diff([]bool{false, true, false}, given); diff != "" {
			t.Errorf("given up (-want +got)\n%s", diff)
		}
	})
}

func TestServingEndsWithTheContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 15*time.Millisecond)
		defer cancel()
		served := load.Serve(ctx, []load.Arrival{{Due: 10 * time.Millisecond}, {Due: time.Hour}}, 2, answerIn(time.Millisecond))
		if diff := cmp.Diff([]time.Duration{time.Millisecond}, latencies(served)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	})
}

func TestWithinLeavesOutOtherKindsAndFailures(t *testing.T) {
	t.Parallel()
	of := func(kind int, latency time.Duration, err error) load.Served {
		return load.Served{Arrival: load.Arrival{Kind: kind}, Latency: latency, Err: err}
	}
	served := []load.Served{of(0, 3, nil), of(1, 9, nil), of(0, 1, nil), of(0, 100, errors.New("refused")), of(2, 50, nil)}
	if got := load.Within(served, 0.5, 0, 1); got != 3 {
		t.Errorf("half of kinds 0 and 1 within %d, want 3", got)
	}
	if got := load.Within(served, 0.95, 0, 1); got != 9 {
		t.Errorf("95 of 100 of kinds 0 and 1 within %d, want 9", got)
	}
	if got := load.Within(served, 0.5, 7); got != 0 {
		t.Errorf("of no request: %d", got)
	}
}

func answerIn(long time.Duration) func(context.Context, int, load.Arrival) error {
	return func(context.Context, int, load.Arrival) error {
		time.Sleep(long)
		return nil
	}
}

func latencies(served []load.Served) (all []time.Duration) {
	for _, s := range served {
		all = append(all, s.Latency)
	}
	return all
}
