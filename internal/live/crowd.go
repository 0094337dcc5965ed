package live

import "sync"

// Crowd counts the streams that are open, by whoever reads them, and lets in no more of one reader
// than a number. It counts those of this process: a stream is held by the one that it was opened at. The
// zero Crowd lets everybody in. It is safe for concurrent use.
type Crowd struct {
	mu     sync.Mutex
	inside map[any]int
}

// Enter counts a stream of a reader, who may have so many (0: any number), until leave is called; ok is
// false for one too many, which is not counted.
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
