// Package recent keeps values in memory up to a bound, and forgets the least recently used first.
//
// It does not know whether a value is still true: the caller stores something beside it that shows that (a revision,
// a stamp, an hour), and compares.
package recent

import "sync"

// Cache holds values by keys. Make one with [New] or [Sized]; it is safe for concurrent
// use. The values are shared by all who get them and must not be changed.
type Cache[K comparable, V any] struct {
	most int
	size func(K, V) int

	mu   sync.Mutex
	held int // the sizes of all values
	kept map[K]*entry[K, V]
	ends entry[K, V] // of the ring: next is the value used last, previous the one to go
}

type entry[K comparable, V any] struct {
	key            K
	value          V
	size           int
	previous, next *entry[K, V]
}

// New makes a cache of at most so many values; of none if that is not positive.
func New[K comparable, V any](most int) *Cache[K, V] {
	return Sized(most, func(K, V) int { return 1 })
}

// Sized makes a cache of values with a bounded sum of sizes. The value that was put last stays, however large it is.
// Size is called once for each value, under the lock of the cache.
func Sized[K comparable, V any](most int, size func(K, V) int) *Cache[K, V] {
	c := &Cache[K, V]{most: most, size: size, kept: map[K]*entry[K, V]{}}
	c.ends.previous, c.ends.next = &c.ends, &c.ends
	return c
}

// Get finds the value of a key.
func (c *Cache[K, V]) Get(key K) (value V, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.kept[key]
	if e == nil {
		return value, false
	}
	c.use(e)
	return e.value, true
}

// Put keeps a value, in the place of the one before.
func (c *Cache[K, V]) Put(key K, value V) {
	c.PutUnless(key, value, func(V) bool { return false })
}

// PutUnless keeps a value unless a better one is there already, under the lock of the cache, so that of several
// concurrent calls the best value stays.
func (c *Cache[K, V]) PutUnless(key K, value V, better func(known V) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.kept[key]; e != nil {
		if better(e.value) {
			return
		}
		c.drop(e)
	}
	c.add(key, value)
}

// GetOrPut returns the value of a key, or keeps the given one: all concurrent callers get the same.
func (c *Cache[K, V]) GetOrPut(key K, value V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.kept[key]; e != nil {
		c.use(e)
		return e.value
	}
	c.add(key, value)
	return value
}

// Forget drops the value of a key, if there is one.
func (c *Cache[K, V]) Forget(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.kept[key]; e != nil {
		c.drop(e)
	}
}

// Len is the number of values.
func (c *Cache[K, V]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.kept)
}

// add puts a new value first and drops the last ones until all fit.
func (c *Cache[K, V]) add(key K, value V) {
	if c.most <= 0 {
		return
	}
	e := &entry[K, V]{key: key, value: value, size: c.size(key, value)}
	c.kept[key] = e
	c.held += e.size
	c.link(e)
	for c.held > c.most && c.ends.previous != e {
		c.drop(c.ends.previous)
	}
}

func (c *Cache[K, V]) drop(e *entry[K, V]) {
	c.unlink(e)
	delete(c.kept, e.key)
	c.held -= e.size
}

// use puts a value first.
func (c *Cache[K, V]) use(e *entry[K, V]) {
	if c.ends.next != e {
		c.unlink(e)
		c.link(e)
	}
}

func (c *Cache[K, V]) link(e *entry[K, V]) {
	e.previous, e.next = &c.ends, c.ends.next
	e.previous.next, e.next.previous = e, e
}

func (c *Cache[K, V]) unlink(e *entry[K, V]) {
	e.previous.next, e.next.previous = e.next, e.previous
}
