package serve

import (
	"log/slog"
	"sync"
	"time"
)

// quiet is the time for which no answer of a reason has to be due for its burst to be over.
const quiet = 10 * time.Second

// causes logs why requests are answered by 503: the first of a burst at once with its
// cause, and how many they were once it is over. Each of thousands would bury the first.
type causes struct {
	log *slog.Logger

	mu   sync.Mutex
	open map[string]*burst // by reason
}

// burst is one reason for as long as answers by it follow one another.
type burst struct {
	began, last time.Time
	number      int
}

func newCauses(log *slog.Logger) *causes { return &causes{log: log, open: map[string]*burst{}} }

// note records a 503 answer.
func (c *causes) note(request, reason string, cause error) {
	now := time.Now() //nolint:forbidigo // of the machine: the distance between two answers
	c.mu.Lock()
	defer c.mu.Unlock()
	if b := c.open[reason]; b != nil {
		b.last = now
		b.number++
		return
	}
	c.open[reason] = &burst{began: now, last: now, number: 1}
	c.log.Warn("requests cannot be answered", "reason", reason, "request", request, "error", cause.Error())
	time.AfterFunc(quiet, func() { c.look(reason) })
}

// look ends a burst that is over, or looks again later.
func (c *causes) look(reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.open[reason]
	if left := quiet - time.Since(b.last); left > 0 { //nolint:forbidigo // as above
		time.AfterFunc(left, func() { c.look(reason) })
		return
	}
	delete(c.open, reason)
	c.log.Warn("requests can be answered again", "reason", reason, "unanswered", b.number, "took", b.last.Sub(b.began))
}
