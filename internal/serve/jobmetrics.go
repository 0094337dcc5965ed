package serve

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"referto/internal/outbox"
)

// countJobs adds to the metrics the outcomes of the jobs that were tried here, and the backlog in the database.
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
	m.registry.MustRegister(tries, backlogOf(queue))
}

// backlogEvery is the least time between two questions to the database about the backlog of jobs.
const backlogEvery = 10 * time.Second

var (
	jobsDue    = prometheus.NewDesc("jobs_due", "Jobs that should have been done by now, or are being done, by kind.", []string{"kind"}, nil)
	jobsOldest = prometheus.NewDesc("jobs_oldest_seconds", "Time for which the oldest of them has been due, by kind.", []string{"kind"}, nil)
	jobsDead   = prometheus.NewDesc("jobs_dead", "Jobs of the last week that have failed at their last try, by kind.", []string{"kind"}, nil)
)

// backlogOf collects the numbers of unfinished jobs. They are in the database, so that all servers report the same.
func backlogOf(queue *outbox.Outbox) *askedFigures {
	return &askedFigures{every: backlogEvery, names: []*prometheus.Desc{jobsDue, jobsOldest, jobsDead}, ask: func(ctx context.Context) (figures []prometheus.Metric, err error) {
		found, err := queue.Backlog(ctx)
		if err != nil {
			return nil, err
		}
		waiting := map[string]outbox.Backlog{}
		for _, kind := range queue.Kinds() {
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
		return figures, nil
	}}
}
