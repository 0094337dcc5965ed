package live

import "sync"

// Crowd counts the open streams by reader, and limits their number for each reader. It counts the streams of this
// process only, because a stream stays at the process where it was opened. The zero Crowd is ready for use. It is
// safe for concurrent use.
type Crowd struct {
	mu     sync.Mutex
	inside map[any]int
}

// Enter counts a stream of a reader, who may have at most the given number (0: any number), until leave is called; ok
// is false for one too many, which is not counted.
func (c *Crowd) Enter(reader any, most int) (leave func(), ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if most > 0 && c.inside[reader] >= most {
		return nil, false
	}
	if c.inside == nil {
		c.inside = map[any]int{}
	}
	c.inside[reader]++
	return sync.OnceFunc(func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.inside[reader]--; c.inside[reader] == 0 {
			delete(c.inside, reader)
		}
	}), true
}
