package recent_test

import (
	"sync"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/recent"
)

func TestTheBoundHolds(t *testing.T) {
	t.Parallel()
	for _, most := range []int{-1, 0, 1, 2, 7, 100} {
		c := recent.New[int, int](most)
		for n := range 1000 {
			c.Put(n, n)
			if got := c.Len(); got > max(0, most) {
				t.Fatalf("of at most %d there are %d", most, got)
			}
		}
		if _, known := c.Get(999); known != (most > 0) {
			t.Errorf("at most %d: the latest is known: %t", most, known)
		}
		if _, known := c.Get(0); known {
			t.Errorf("at most %d: the first is still known", most)
		}
	}
}

func TestWhatIsUsedStays(t *testing.T) {
	t.Parallel()
	c := recent.New[int, string](3)
	c.Put(-1, "used")
	for n := range 100 {
		c.Put(n, "new")
		if value, known := c.Get(-1); !known || value != "used" {
			t.Fatalf("forgotten after %d others although used after each", n+1)
		}
	}
}

func TestSizesAreAddedUp(t *testing.T) {
	t.Parallel()
	c := recent.Sized(10, func(key string, value int) int { return len(key) + value })
	c.Put("a", 3)
	c.Put("b", 4)
	c.Put("a", 4) // smaller than two of it
	if c.Len() != 2 {
		t.Errorf("%d kept of two that fit", c.Len())
	}
	c.Put("large", 1000)
	if _, known := c.Get("large"); !known || c.Len() != 1 {
		t.Errorf("a value larger than the bound is known: %t, among %d; want it alone", known, c.Len())
	}
	c.Put("c", 1)
	if _, known := c.Get("c"); !known || c.Len() != 1 {
		t.Errorf("the one after it is known: %t, among %d; want it alone", known, c.Len())
	}
}

func TestTheBetterValueStays(t *testing.T) {
	t.Parallel()
	c := recent.New[string, int](2)
	for _, revision := range []int{3, 5, 4} {
		c.PutUnless("event", revision, func(known int) bool { return known >= revision })
	}
	if got, _ := c.Get("event"); got != 5 {
		t.Errorf("revision %d stayed, want 5", got)
	}
}

func TestAllGetTheFirst(t *testing.T) {
	t.Parallel()
	c := recent.New[string, *int](2)
	first := c.GetOrPut("schedule", new(int))
	if again := c.GetOrPut("schedule", new(int)); again != first {
		t.Error("the second who asked got another value")
	}
}

// Whatever is put and asked for, in whatever order, the cache answers as a list would
// that is searched from its front.
func TestOrderOfForgetting(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const most = 4
		c, model := recent.New[int, int](most), []int{}
		forget := func(key int) (was bool) {
			for i, k := range model {
				if k == key {
					model = append(model[:i:i], model[i+1:]...)
					return true
				}
			}
			return false
		}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			key := rapid.IntRange(0, 7).Draw(t, "key")
			put := rapid.Bool().Draw(t, "put")
			was := forget(key)
			if put {
				c.Put(key, key)
			} else if value, known := c.Get(key); known != was || known && value != key {
				t.Fatalf("%d is known: %t (as %d), want %t", key, known, value, was)
			}
			if put || was {
				model = append([]int{key}, model[:min(len(model), most-1)]...)
			}
		}
	})
}

func TestSharedAtOnce(t *testing.T) {
	t.Parallel()
	c := recent.Sized(50, func(key, _ int) int { return key % 3 })
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			for n := range 2000 {
				key := (n * (worker + 1)) % 200
				c.Put(key, key)
				c.PutUnless(key, key, func(known int) bool { return known == key })
				if got := c.GetOrPut(key+1, key+1); got != key+1 {
					t.Errorf("%d has the value of %d", key+1, got)
				}
				if got, known := c.Get(key); known && got != key {
					t.Errorf("%d has the value of %d", key, got)
				}
			}
		})
	}
	all.Wait()
}
