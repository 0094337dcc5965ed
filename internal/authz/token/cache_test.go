package token

import (
	"crypto/sha256"
	"encoding/binary"
	"sync"
	"testing"
	"time"
)

func digestOf(n int) (d [sha256.Size]byte) {
	binary.BigEndian.PutUint64(d[:], uint64(n))
	return d
}

func TestCacheIsBounded(t *testing.T) {
	t.Parallel()
	now := time.Unix(1000, 0)
	for _, size := range []int{-1, 0, 1, 2, 7, 100} {
		c := newCache(size)
		for n := range 1000 {
			c.put(digestOf(n), Claims{IssuedAt: now, ExpiresAt: now.Add(time.Minute)})
			if got := c.tokens.Len(); got > max(0, size) {
				t.Fatalf("size %d: %d remembered", size, got)
			}
		}
		if _, ok := c.get(digestOf(999), now); ok != (size > 0) {
			t.Errorf("size %d: the latest remembered: %t", size, ok)
		}
		if _, ok := c.get(digestOf(0), now); ok {
			t.Errorf("size %d: the first is still remembered", size)
		}
	}
}

func TestCacheKeepsWhatIsUsed(t *testing.T) {
	t.Parallel()
	now := time.Unix(1000, 0)
	c := newCache(10)
	claims := Claims{IssuedAt: now, ExpiresAt: now.Add(time.Minute)}
	c.put(digestOf(-1), claims)
	for n := range 1000 {
		c.put(digestOf(n), claims)
		if _, ok := c.get(digestOf(-1), now); !ok {
			t.Fatalf("forgotten after %d others although used after each", n+1)
		}
	}
}

func TestCacheLooksAtTheTimeAtEachHit(t *testing.T) {
	t.Parallel()
	issued := time.Unix(1000, 0)
	c := newCache(10)
	c.put(digestOf(1), Claims{IssuedAt: issued, ExpiresAt: issued.Add(time.Minute)})
	for _, at := range []struct {
		now  time.Time
		want bool
	}{
		{issued, true},
		{issued.Add(time.Minute - 1), true},
		{issued.Add(time.Minute), false},
		{issued.Add(-skew), true},
		{issued.Add(-skew - 1), false},
	} {
		if _, ok := c.get(digestOf(1), at.now); ok != at.want {
			t.Errorf("at %s: %t", at.now.Sub(issued), ok)
		}
	}
}

func TestCacheIsSharedSafely(t *testing.T) {
	t.Parallel()
	now := time.Unix(1000, 0)
	c := newCache(50)
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for n := range 500 {
				want := Claims{IssuedAt: now, ExpiresAt: now.Add(time.Duration(n+1) * time.Minute)}
				c.put(digestOf(n), want)
				if got, ok := c.get(digestOf(n), now); ok && got != want {
					t.Errorf("worker %d: token %d has the claims of another", worker, n)
				}
			}
		})
	}
	wg.Wait()
}
