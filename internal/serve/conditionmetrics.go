package serve

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"referto/internal/tenant/tenantdb"
)

// How often at most, and for how long at most, the database is asked how it is.
const (
	conditionEvery  = time.Minute
	conditionWithin = 2 * time.Second
)

// condition is the collector of what the database says of itself and of this machine's clock; nothing is said while it
// does not answer.
type condition struct {
	db *tenantdb.DB

	mu    sync.Mutex
	asked time.Time
	last  []prometheus.Metric
}

var (
	clockAhead   = prometheus.NewDesc("database_clock_ahead_seconds", "How far the clock of this server is ahead of that of the database; below 0 behind it.", nil, nil)
	archiveFails = prometheus.NewDesc("database_archive_failing", "1 where what was last to be archived of the database could not be; 0 also where nothing is archived.", nil, nil)
)

// Describe names the figures.
func (c *condition) Describe(out chan<- *prometheus.Desc) {
	out <- clockAhead
	out <- archiveFails
}

// Collect sends what the database says, or said a moment ago.
func (c *condition) Collect(out chan<- prometheus.Metric) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := time.Now(); now.Sub(c.asked) >= conditionEvery { //nolint:forbidigo // the machine's clock: the distance between two questions
		c.last, c.asked = c.ask(), now
	}
	for _, figure := range c.last {
		out <- figure
	}
}

func (c *condition) ask() []prometheus.Metric {
	ctx, cancel := context.WithTimeout(tenantdb.For(context.Background(), "metrics"), conditionWithin)
	defer cancel()
	said, err := tenantdb.AskCondition(ctx, c.db, time.Now) //nolint:forbidigo // the machine's clock is what is compared
	if err != nil {
		return nil // the database has alerts of its own
	}
	fails := 0.0
	if said.ArchiveFails {
		fails = 1
	}
	return []prometheus.Metric{
		prometheus.MustNewConstMetric(clockAhead, prometheus.GaugeValue, said.Ahead.Seconds()),
		prometheus.MustNewConstMetric(archiveFails, prometheus.GaugeValue, fails),
	}
}
