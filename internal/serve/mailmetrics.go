package serve

import (
	"github.com/prometheus/client_golang/prometheus"

	"referto/internal/mail"
)

// countMails adds to the metrics the outcomes of mails.
func (m *metrics) countMails(c *mail.Counted) {
	outcome := func(name string, value func() int64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "mails_total", Help: "Mails by what became of them: taken by the mail server, refused for good, failed for now.",
			ConstLabels: prometheus.Labels{"outcome": name},
		}, func() float64 { return float64(value()) })
	}
	m.registry.MustRegister(
		outcome("sent", func() int64 { n, _, _ := c.Counts(); return n }),
		outcome("refused", func() int64 { _, n, _ := c.Counts(); return n }),
		outcome("failed", func() int64 { _, _, n := c.Counts(); return n }))
}
