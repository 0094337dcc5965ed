package serve

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"referto/internal/tenant/tenantdb"
)

// askWithin bounds the time for which the database is asked for figures.
const askWithin = 2 * time.Second

// askedFigures is a collector of figures that are queried from the database at intervals. It reports nothing while
// the database does not answer, because the database has alerts of its own.
type askedFigures struct {
	every time.Duration // how often it is asked at most
	names []*prometheus.Desc
	ask   func(context.Context) ([]prometheus.Metric, error)

	mu    sync.Mutex
	asked time.Time
	last  []prometheus.Metric
}

// Describe names the figures.
func (f *askedFigures) Describe(out chan<- *prometheus.Desc) {
	for _, name := range f.names {
		out <- name
	}
}

// Collect sends the current figures, or the cached ones if they are recent.
func (f *askedFigures) Collect(out chan<- prometheus.Metric) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := time.Now(); now.Sub(f.asked) >= f.every { //nolint:forbidigo // the machine's clock: the distance between two questions
		f.last, f.asked = f.now(), now
	}
	for _, figure := range f.last {
		out <- figure
	}
}

// now asks the database; nothing where it does not answer.
func (f *askedFigures) now() []prometheus.Metric {
	ctx, cancel := context.WithTimeout(tenantdb.For(context.Background(), "metrics"), askWithin)
	defer cancel()
	figures, err := f.ask(ctx)
	if err != nil {
		return nil
	}
	return figures
}
