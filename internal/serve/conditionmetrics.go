package serve

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"referto/internal/tenant/tenantdb"
)

// conditionEvery is the least time between two questions to the database about its condition.
const conditionEvery = time.Minute

var (
	clockAhead   = prometheus.NewDesc("database_clock_ahead_seconds", "How far the clock of this server is ahead of that of the database; below 0 behind it.", nil, nil)
	archiveFails = prometheus.NewDesc("database_archive_failing", "1 where what was last to be archived of the database could not be; 0 also where nothing is archived.", nil, nil)
)

// conditionOf collects the state that the database reports of itself, and the difference between its clock and this
// machine's.
func conditionOf(db *tenantdb.DB) *askedFigures {
	return &askedFigures{every: conditionEvery, names: []*prometheus.Desc{clockAhead, archiveFails}, ask: func(ctx context.Context) ([]prometheus.Metric, error) {
		said, err := tenantdb.AskCondition(ctx, db, time.Now) //nolint:forbidigo // it compares the machine's clock
		if err != nil {
			return nil, err
		}
		fails := 0.0
		if said.ArchiveFails {
			fails = 1
		}
		return []prometheus.Metric{
			prometheus.MustNewConstMetric(clockAhead, prometheus.GaugeValue, said.Ahead.Seconds()),
			prometheus.MustNewConstMetric(archiveFails, prometheus.GaugeValue, fails),
		}, nil
	}}
}
