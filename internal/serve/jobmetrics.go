package serve

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
)

// countJobs adds to the metrics what became of the jobs that were tried here, and what waits in the database.
func (m *metrics) countJobs(queue *outbox.Outbox) {
	tries := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "jobs_total", Help: "Tries of jobs by kind and what became of them: done, failed for now, given up as of no use, dead after the last try.",
	}, []string{"kind", "outcome"})
	for _, kind := range queue.Kinds() {
		for _, how := range outbox.Outcomes() {
			tries.WithLabelValues(kind, string(how))
		}
	}
	queue.OnEnd(func(kind string, how outbox.Outcome) { tries.WithLabelValues(kind, string(how)).Inc() })
	m.registry.MustRegister(tries, &backlog{queue: queue})
}

// How often at most, and for how long at most, the database is asked for the backlog of jobs.
const (
	backlogEvery  = 10 * time.Second
	backlogWithin = 2 * time.Second
)

// backlog is the collector of jobs that are not done. They stand in the database, so that all servers say the
// same; nothing is said while it does not answer.
type backlog struct {
	queue *outbox.Outbox

	mu    sync.Mutex
	asked time.Time
	last  []prometheus.Metric
}

var (
	jobsDue    = prometheus.NewDesc("jobs_due", "Jobs that should have been done by now, or are being done, by kind.", []string{"kind"}, nil)
	jobsOldest = prometheus.NewDesc("jobs_oldest_seconds", "Time for which the oldest of them has been due, by kind.", []string{"kind"}, nil)
	jobsDead   = prometheus.NewDesc("jobs_dead", "Jobs of the last week that have failed at their last try, by kind.", []string{"kind"}, nil)
)

// Describe names the figures.
func (b *backlog) Describe(out chan<- *prometheus.Desc) {
	out <- jobsDue
	out <- jobsOldest
	out <- jobsDead
}

// Collect sends what the database says, or said a moment ago.
func (b *backlog) Collect(out chan<- prometheus.Metric) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if now := time.Now(); now.Sub(b.asked) >= backlogEvery { //nolint:forbidigo // the machine's clock: the distance between two questions
		b.last, b.asked = b.ask(), now
	}
	for _, figure := range b.last {
		out <- figure
	}
}

func (b *backlog) ask() (figures []prometheus.Metric) {
	ctx, cancel := context.WithTimeout(tenantdb.For(context.Background(), "metrics"), backlogWithin)
	defer cancel()
	found, err := b.queue.Backlog(ctx)
	if err != nil {
		return nil // the database has alerts of its own
	}
	waiting := map[string]outbox.Backlog{}
	for _, kind := range b.queue.Kinds() {
		waiting[kind] = outbox.Backlog{}
	}
	for _, of := range found {
		waiting[of.Kind] = of
	}
	for kind, of := range waiting {
		for desc, value := range map[*prometheus.Desc]float64{jobsDue: float64(of.Due), jobsOldest: of.Oldest.Seconds(), jobsDead: float64(of.Dead)} {
			figures = append(figures, prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, kind))
		}
	}
	return figures
}
