package tenantdb

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// slots hands out the places at the pool's connections. Places are given in turn, but hanging work leaves room for
// other work: requests for one purpose (an operation of the API, a page, a kind of job) hold at most half of the
// connections at once, a quarter is kept for purposes that hold none, and all purposes that have lately run into a
// lock or a deadline share a half.
type slots struct {
	mu      sync.Mutex
	most    int
	used    int
	held    map[string]int
	stuck   map[string]time.Time // until when a purpose counts as one that hangs
	waiting []*place
	now     func() time.Time
	// tell is called with the time that a request waited for a place, and whether it got one; nil for no call.
	tell func(waited time.Duration, got bool)
}

// place is the place of one waiter.
type place struct {
	purpose string
	given   chan struct{}
}

// stuckFor is the time for which a purpose that ran into a lock shares the half of
// those that do.
const stuckFor = 5 * time.Second

func newSlots(most int) *slots {
	//nolint:forbidigo // the machine's clock: nothing is recorded
	return &slots{most: most, held: map[string]int{}, stuck: map[string]time.Time{}, now: time.Now}
}

// take waits for a place, at most for the time wait. The caller gives it back.
func (s *slots) take(ctx context.Context, purpose string, wait time.Duration) error {
	s.mu.Lock()
	if s.free(purpose) {
		s.give(purpose)
		s.mu.Unlock()
		return nil
	}
	p := &place{purpose: purpose, given: make(chan struct{})}
	s.waiting = append(s.waiting, p)
	began, tell := s.now(), s.tell
	s.mu.Unlock()
	err := s.await(ctx, p, wait)
	if tell != nil {
		tell(s.now().Sub(began), err == nil)
	}
	return err
}

// await waits until a waiter in the queue is given a place, at most for the time wait.
func (s *slots) await(ctx context.Context, p *place, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-p.given:
		return nil
	case <-ctx.Done():
		s.leave(p)
		return context.Cause(ctx)
	case <-timer.C:
		s.leave(p)
		return fmt.Errorf("tenantdb: no connection within %s: %w", wait, ErrBusy)
	}
}

// leave removes a waiter from the queue, or gives back the place that they were given meanwhile.
func (s *slots) leave(p *place) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-p.given:
		s.vacate(p.purpose)
		return
	default:
	}
	for i, other := range s.waiting {
		if other == p {
			s.waiting = append(s.waiting[:i], s.waiting[i+1:]...)
			return
		}
	}
}

// giveBack returns a place; late means that it was held in vain, by a lock or until a deadline.
func (s *slots) giveBack(purpose string, late bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if late && purpose != "" {
		s.stuck[purpose] = s.now().Add(stuckFor)
	}
	s.vacate(purpose)
}

func (s *slots) vacate(purpose string) {
	s.used--
	if s.held[purpose]--; s.held[purpose] == 0 {
		delete(s.held, purpose)
	}
	s.serve()
}

// serve gives free places to the waiters: first to the purpose that holds the fewest, then in order of arrival.
func (s *slots) serve() {
	for {
		best := -1
		for i, p := range s.waiting {
			if s.free(p.purpose) && (best < 0 || s.held[p.purpose] < s.held[s.waiting[best].purpose]) {
				best = i
			}
		}
		if best < 0 {
			return
		}
		p := s.waiting[best]
		s.waiting = append(s.waiting[:best], s.waiting[best+1:]...)
		s.give(p.purpose)
		close(p.given)
	}
}

func (s *slots) give(purpose string) {
	s.used++
	s.held[purpose]++
}

// free reports whether there is a place for a purpose. Callers without a purpose, as in tests, are limited only by
// the total number.
func (s *slots) free(purpose string) bool {
	if s.used >= s.most {
		return false
	}
	if purpose == "" {
		return true
	}
	half := max(1, s.most/2)
	if s.hangs(purpose) && s.heldByStuck() >= half {
		return false
	}
	return s.held[purpose] == 0 || s.held[purpose] < half && s.used < s.most-s.most/4
}

func (s *slots) hangs(purpose string) bool {
	until, noted := s.stuck[purpose]
	if noted && !s.now().Before(until) {
		delete(s.stuck, purpose)
		return false
	}
	return noted
}

func (s *slots) heldByStuck() (n int) {
	for purpose, held := range s.held {
		if s.hangs(purpose) {
			n += held
		}
	}
	return n
}
