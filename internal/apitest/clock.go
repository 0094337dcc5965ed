package apitest

import (
	"sync/atomic"
	"time"
)

// Clock is the server's clock. It stands still until it is moved. It is safe for
// concurrent use.
type Clock struct{ nanoseconds atomic.Int64 }

// NewClock is a clock that shows a time.
func NewClock(at time.Time) *Clock {
	c := &Clock{}
	c.Set(at)
	return c
}

// Now is the time it shows.
func (c *Clock) Now() time.Time { return time.Unix(0, c.nanoseconds.Load()).UTC() }

// Set moves it to a time.
func (c *Clock) Set(at time.Time) { c.nanoseconds.Store(at.UnixNano()) }

// Advance moves it on.
func (c *Clock) Advance(d time.Duration) { c.nanoseconds.Add(int64(d)) }
