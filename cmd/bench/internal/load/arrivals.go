package load

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// Arrival is a request of an open load: it is due at its time, whether or not earlier ones have been answered.
type Arrival struct {
	Due  time.Duration // since the beginning
	Kind int           // place in the shares of the mix
}

// Arrivals draws the arrivals of a time, in order, at a mean rate a second. Callers know nothing of each other, so the
// gaps between them are exponential; kinds come as often as their shares say.
func Arrivals(chance *rand.Rand, rate float64, during time.Duration, shares []int) []Arrival {
	all := 0
	for _, share := range shares {
		all += share
	}
	var arrivals []Arrival
	for due := gap(chance, rate); due < during; due += gap(chance, rate) {
		kind, n := 0, chance.IntN(all)
		for n >= shares[kind] {
			n -= shares[kind]
			kind++
		}
		arrivals = append(arrivals, Arrival{Due: due, Kind: kind})
	}
	return arrivals
}

// gap is the time between two arrivals.
func gap(chance *rand.Rand, rate float64) time.Duration {
	return time.Duration(chance.ExpFloat64() / rate * float64(time.Second))
}

// Served is an arrival with its answer.
type Served struct {
	Arrival
	// Latency counts from the moment at which the request was due, and so includes the time for which it waited for a
	// free caller.
	Latency time.Duration
	Err     error
}

// ErrGivenUp is that of a request that was not sent, because no caller was free for longer than an answer may take.
var ErrGivenUp = errors.New("load: given up before it was sent")

// Serve has so many callers send the arrivals, each at its time or, if all callers are waiting for answers, as soon as
// one is free. It returns them in order, those that the context cut off without any answer left out.
func Serve(ctx context.Context, arrivals []Arrival, callers int, send func(ctx context.Context, caller int, a Arrival) error) []Served {
	served := make([]Served, len(arrivals))
	due := make(chan int, len(arrivals)) // nothing holds an arrival up
	began := time.Now()
	var calling sync.WaitGroup
	for caller := range callers {
		calling.Go(func() {
			for i := range due {
				err := ErrGivenUp
				if time.Since(began.Add(arrivals[i].Due)) < answerTime {
					err = send(ctx, caller, arrivals[i])
				}
				served[i] = Served{arrivals[i], time.Since(began.Add(arrivals[i].Due)), err}
			}
		})
	}
	for i, a := range arrivals {
		if !wait(ctx, time.Until(began.Add(a.Due))) {
			served = served[:i]
			break
		}
		due <- i
	}
	close(due)
	calling.Wait()
	return served
}

// wait waits, and reports whether the context lives on.
func wait(ctx context.Context, long time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(long):
		return true
	}
}

// Count is the number of requests of some kinds.
func Count(served []Served, kinds ...int) (n int) {
	for _, s := range served {
		if slices.Contains(kinds, s.Kind) {
			n++
		}
	}
	return n
}

// Within is the time within which a share of some kinds of requests were answered well; 0 if none were.
func Within(served []Served, share float64, kinds ...int) time.Duration {
	var o Outcome
	for _, s := range served {
		if s.Err == nil && slices.Contains(kinds, s.Kind) {
			o.Latencies = append(o.Latencies, s.Latency)
		}
	}
	slices.Sort(o.Latencies)
	return o.Quantile(share)
}
