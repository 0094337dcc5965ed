package tenantdb

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"
)

// taker takes places and gives them back.
type taker struct {
	t *testing.T
	s *slots
}

func (k taker) takes(purpose string) bool {
	return k.s.take(k.t.Context(), purpose, time.Millisecond) == nil
}

func (k taker) takesOf(purpose string, n int) (got int) {
	for range n {
		if k.takes(purpose) {
			got++
		}
	}
	return got
}

// One purpose has at most half of the places, a quarter is kept for purposes that hold none, and callers without a
// purpose have all.
func TestPlacesAreSharedByPurpose(t *testing.T) {
	t.Parallel()
	k := taker{t, newSlots(16)}
	if got := k.takesOf("events", 16); got != 8 {
		t.Errorf("one purpose has %d of 16", got)
	}
	if got := k.takesOf("results", 16); got != 4 {
		t.Errorf("a second one has %d of the other 8: a quarter is kept", got)
	}
	for i, purpose := range []string{"regions", "tenants", "me", "log"} {
		if !k.takes(purpose) || k.takes(purpose) {
			t.Errorf("newcomer %d has not exactly one of the places that are kept", i)
		}
	}
	if err := k.s.take(t.Context(), "more", time.Millisecond); !errors.Is(err, ErrBusy) {
		t.Errorf("without a place: %v", err)
	}
	unnamed := taker{t, newSlots(5)}
	if got := unnamed.takesOf("", 9); got != 5 {
		t.Errorf("without a purpose %d of 5", got)
	}
	if small := (taker{t, newSlots(2)}); small.takesOf("a", 2) != 1 || small.takesOf("b", 2) != 1 {
		t.Error("of two places each of two purposes has one")
	}
}

// Purposes that have run into a lock share a half, for some time.
func TestWhatHangsSharesAHalf(t *testing.T) {
	t.Parallel()
	s := newSlots(16)
	now := time.Now()
	s.now = func() time.Time { return now }
	k := taker{t, s}
	for _, purpose := range []string{"events", "results"} {
		if !k.takes(purpose) {
			t.Fatal("no place")
		}
		s.giveBack(purpose, true)
	}
	if got := k.takesOf("events", 16) + k.takesOf("results", 16); got != 8 {
		t.Errorf("two that hang have %d of 16", got)
	}
	now = now.Add(stuckFor)
	if got := k.takesOf("results", 16); got != 4 {
		t.Errorf("the second has %d more once that is over", got)
	}
}

// A waiter gets the place of a caller who leaves: first the one whose purpose holds fewest.
func TestOfAllAtOnceWhoHoldsFewestIsNext(t *testing.T) {
	t.Parallel()
	s := newSlots(4)
	k := taker{t, s}
	if k.takesOf("", 2)+k.takesOf("events", 2) != 3 {
		t.Fatal("the first three places")
	}
	if !k.takes("results") {
		t.Fatal("the place that is kept")
	}
	order := make(chan string, 2)
	var waiting sync.WaitGroup
	for _, purpose := range []string{"events", "regions"} {
		waiting.Go(func() {
			if s.take(t.Context(), purpose, time.Minute) == nil {
				order <- purpose
			}
		})
		for n := 0; n == 0 || purpose == "regions" && n < 2; {
			s.mu.Lock()
			n = len(s.waiting)
			s.mu.Unlock()
		}
	}
	s.giveBack("results", false)
	if first := <-order; first != "regions" {
		t.Errorf("%s is served first, which holds one and came first", first)
	}
	s.giveBack("", false)
	s.giveBack("", false)
	waiting.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := newSlots(0).take(ctx, "", time.Minute); !errors.Is(err, context.Canceled) {
		t.Errorf("gone while waiting: %v", err)
	}
}

// No place is lost or given twice, whenever a waiting caller gives up.
func TestPlacesTakenAtOnceAreCounted(t *testing.T) {
	t.Parallel()
	s := newSlots(4)
	var all sync.WaitGroup
	for i := range 64 {
		all.Go(func() {
			purpose := []string{"a", "b", "c", ""}[i%4]
			for n := range 200 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(n%5)*100*time.Microsecond)
				if s.take(ctx, purpose, 200*time.Microsecond) == nil {
					s.giveBack(purpose, n%7 == 0)
				}
				cancel()
			}
		})
	}
	all.Wait()
	if s.used != 0 || len(s.held) != 0 || len(s.waiting) != 0 {
		t.Errorf("%d in use, %v held, %d wait after the end", s.used, s.held, len(s.waiting))
	}
}

// The time of each wait for a place is reported, and whether the waiter got one.
func TestWaitsAreTold(t *testing.T) {
	t.Parallel()
	s := newSlots(1)
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	s.now = func() time.Time { now = now.Add(time.Second); return now } // each look at the clock is a second later
	type wait struct {
		waited time.Duration
		got    bool
	}
	told := make(chan wait, 4)
	db := &DB{slots: s}
	db.OnWait(func(waited time.Duration, got bool) { told <- wait{waited, got} })
	if err := s.take(t.Context(), "", time.Minute); err != nil || len(told) != 0 {
		t.Errorf("who need not wait is told of: %v, %d", err, len(told))
	}
	if err := s.take(t.Context(), "", time.Millisecond); !errors.Is(err, ErrBusy) {
		t.Errorf("without a place: %v", err)
	}
	if got := <-told; got != (wait{time.Second, false}) {
		t.Errorf("of who got none %v is told", got)
	}
	served := make(chan error)
	go func() { served <- s.take(t.Context(), "", time.Minute) }()
	for db.Queued() == 0 {
		time.Sleep(time.Millisecond)
	}
	s.giveBack("", false)
	if err := <-served; err != nil {
		t.Fatal(err)
	}
	if got := <-told; got != (wait{time.Second, true}) || db.Queued() != 0 {
		t.Errorf("of who got one %v is told, %d wait", got, db.Queued())
	}
}
