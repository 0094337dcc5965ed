package ratelimit

import (
	"encoding/binary"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// clock is one that the test moves.
type clock struct{ at atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.at.Store(noon.UnixNano())
	return c
}

func (c *clock) now() time.Time          { return time.Unix(0, c.at.Load()) }
func (c *clock) advance(d time.Duration) { c.at.Add(int64(d)) }

func account(n int) Key { return key(Account, n) }

func key(kind Kind, n int) Key {
	k := Key{Kind: kind}
	binary.BigEndian.PutUint64(k.ID[8:], uint64(n))
	return k
}

func TestTake(t *testing.T) {
	t.Parallel()
	at := newClock()
	l := New(Limits{Account: 60}, at.now)
	steps := []struct {
		rule  string
		after time.Duration
		who   Key
		cost  int
		want  Verdict
	}{
		{"the first", 0, account(1), 20, Verdict{true, Account, 60, 40, 20 * time.Second, 0}},
		{"the rest at once", 0, account(1), 40, Verdict{true, Account, 60, 0, time.Minute, 0}},
		{"one more", 0, account(1), 1, Verdict{false, Account, 60, 0, time.Minute, time.Second}},
		{"a dear one", 0, account(1), 20, Verdict{false, Account, 60, 0, time.Minute, 20 * time.Second}},
		{"somebody else", 0, account(2), 1, Verdict{true, Account, 60, 59, time.Second, 0}},
		{"after its wait", 20 * time.Second, account(1), 20, Verdict{true, Account, 60, 0, time.Minute, 0}},
		{"dearer than a minute", time.Minute, account(1), 1000, Verdict{true, Account, 60, 0, time.Minute, 0}},
		{"full after a minute, and no fuller", time.Hour, account(1), 1, Verdict{true, Account, 60, 59, time.Second, 0}},
		{"a kind without limit", 0, key(Network, 1), 1000, Verdict{Passes: true, Kind: Network}},
	}
	for _, tt := range steps {
		at.advance(tt.after)
		if got := l.Take(tt.who, Key{}, tt.cost); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.rule, got, tt.want)
		}
	}
}

// No stretch of time sees more points than those of a minute and those refilled meanwhile.
func TestNoStretchSeesMore(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		at := newClock()
		l := New(Limits{Account: 120}, at.now)
		passed := 0
		for range 300 {
			at.advance(time.Duration(rapid.Int64Range(0, int64(2*time.Second)).Draw(t, "pause")))
			if cost := rapid.IntRange(1, 20).Draw(t, "cost"); l.Take(account(1), Key{}, cost).Passes {
				passed += cost
			}
			if most := 120 + int(2*at.now().Sub(noon).Seconds()) + 1; passed > most {
				t.Fatalf("%d points in %s, want %d at most", passed, at.now().Sub(noon), most)
			}
		}
	})
}

// A hundred callers who ask without pause leave all answers to one who asks for less than they may, in the same
// tenant and in another, and get together the points of the tenant's bucket.
func TestAHundredGreedyLeaveAPoliteOneItsRate(t *testing.T) {
	t.Parallel()
	const minutes, asks = 5, 10 // the greedy ask ten times a second each
	for _, tt := range []struct {
		rule      string
		perSecond int // of the polite one, which may ask for 20
		tenant    Key
		least     int // percent of its requests
	}{
		{"in the same tenant", 2, key(Tenant, 1), 100},
		{"nearly at its limit, in the same tenant", 18, key(Tenant, 1), 80},
		{"in another tenant", 18, key(Tenant, 2), 100},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			at := newClock()
			l := New(Limits{Account: 1200, Tenant: 3000}, at.now)
			greedy, polite := 0, 0
			for range minutes * 60 {
				for tick := range asks {
					for n := range 100 {
						if l.Take(account(100+n), key(Tenant, 1), 5).Passes {
							greedy += 5
						}
					}
					for range (tt.perSecond + asks - 1 - tick) / asks {
						if l.Take(account(1), tt.tenant, 1).Passes {
							polite++
						}
					}
					at.advance(time.Second / asks)
				}
			}
			asked := minutes * 60 * tt.perSecond
			t.Logf("the polite one got %d of %d, the greedy %d points", polite, asked, greedy)
			if polite*100 < asked*tt.least {
				t.Errorf("the polite one got %d of %d, want %d %%", polite, asked, tt.least)
			}
			// At the start each of the greedy is polite until half of its bucket is gone: 600 points, which
			// go by 30 a second more than come in, while it gets 50.
			if most := 3000*(minutes+1) + 100*600*50/30 + 100*5; greedy > most || greedy < 3000*minutes {
				t.Errorf("the greedy got %d points, want %d at most", greedy, most)
			}
		})
	}
}

// A caller who asks three replicas in turn gets as much as from one, except for the first minute's points.
func TestReplicasTellWhatWasSpent(t *testing.T) {
	t.Parallel()
	at := newClock()
	replicas := []*Limiter{New(Limits{Account: 600}, at.now), New(Limits{Account: 600}, at.now), New(Limits{Account: 600}, at.now)}
	tell := func() {
		for i, from := range replicas {
			for _, message := range from.Spent() {
				for j, to := range replicas {
					if i != j {
						to.Heard(message)
					}
				}
			}
		}
	}
	const seconds = 1200
	passed := 0
	for n := range seconds * 100 { // a hundred requests a second; ten may pass
		if replicas[n%3].Take(account(1), Key{}, 1).Passes {
			passed++
		}
		at.advance(10 * time.Millisecond)
		if n%200 == 199 { // every two seconds
			tell()
		}
	}
	t.Logf("%d of %d", passed, seconds*100)
	if least, most := seconds*10*9/10, seconds*10+3*600; passed < least || passed > most {
		t.Errorf("%d passed, want %d to %d", passed, least, most)
	}
	if !replicas[0].Take(account(2), Key{}, 1).Passes {
		t.Error("somebody else is refused")
	}
	t.Run("what is no message changes nothing", func(t *testing.T) {
		for _, message := range [][]byte{nil, {1}, make([]byte, 20), append([]byte{99}, make([]byte, 20)...)} {
			replicas[0].Heard(message)
		}
		if v := replicas[0].Take(account(3), Key{}, 1); v.Left != 599 {
			t.Errorf("%d are left", v.Left)
		}
	})
	t.Run("messages are short", func(t *testing.T) {
		l := New(Limits{Account: 4}, at.now)
		for n := range 3000 {
			l.Take(account(n), Key{}, 2)
		}
		messages := l.Spent()
		for _, message := range messages {
			if len(message) > 5000 {
				t.Errorf("%d bytes", len(message))
			}
		}
		if len(messages) != mostTold/mostInOne || len(l.Spent()) != 0 {
			t.Errorf("%d messages, and %d afterwards", len(messages), len(l.Spent()))
		}
	})
}

// T70: requests from hundreds of thousands of networks take no more memory than the bound.
func TestMemoryIsBounded(t *testing.T) {
	l := New(Limits{Network: 3000}, newClock().now)
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	for n := range 200_000 {
		l.Take(key(Network, n), Key{}, 1000)
	}
	grown := int64(heap()) - int64(before)
	t.Logf("%d KiB", grown>>10)
	if l.buckets.Len() > mostBuckets || grown > 12<<20 {
		t.Errorf("%d buckets in %d KiB", l.buckets.Len(), grown>>10)
	}
}

// Requests at once take as many points as one after the other.
func TestTakenAtOnce(t *testing.T) {
	t.Parallel()
	l := New(Limits{Account: 100, Tenant: 100_000}, newClock().now)
	var passed atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				if l.Take(account(1), key(Tenant, 1), 1).Passes {
					passed.Add(1)
				}
				l.Spent()
			}
		})
	}
	all.Wait()
	if passed.Load() != 100 {
		t.Errorf("%d passed", passed.Load())
	}
}

func BenchmarkTake(b *testing.B) {
	l := New(Limits{Account: 1_000_000_000, Tenant: 1_000_000_000}, time.Now)
	for b.Loop() {
		l.Take(account(1), key(Tenant, 1), 1)
	}
}
