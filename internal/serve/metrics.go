package serve

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"referto/internal/live"
	"referto/internal/publication"
	"referto/internal/release"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// metrics are the figures that the listener of metrics serves: requests by route and operation,
// connections, jobs, mails, the process.
type metrics struct {
	registry *prometheus.Registry
	routes   map[string]map[string]string // the patterns there are, with the operation of each method
	requests *prometheus.HistogramVec
	limits   *prometheus.CounterVec
	refusals *prometheus.CounterVec
}

func newMetrics(db *tenantdb.DB, shelf *publication.Shelf, hub *live.Hub, audience *live.Audience) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		routes:   map[string]map[string]string{},
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "http_request_duration_seconds",
			Help:    "Time to answer, by method, route pattern, operation of the API (none: a page) and status.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5},
		}, []string{"method", "route", "operation", "status"}),
		limits: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "limits_hit_total", Help: "Requests refused because somebody has asked for too much, or the server holds as much as it may, by the reason of the answer.",
		}, []string{"reason"}),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "refusals_total", Help: "Requests refused to whoever has not signed in (401), may not (403) or asks too often (429).",
		}, []string{"status"}),
	}
	gauge := func(name, help string, value func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value)
	}
	counter := func(name, help string, value func() float64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, value)
	}
	m.registry.MustRegister(m.requests, m.limits, m.refusals, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		gaugeOf(release.Current()),
		counter("publication_hits_total", "Public answers given from memory.", func() float64 { return float64(shelf.Counts().Hits) }),
		counter("publication_unchanged_total", "Readers told that they have the latest.", func() float64 { return float64(shelf.Counts().Unchanged) }),
		counter("publication_aged_total", "Public answers given from memory because the server could not answer.", func() float64 { return float64(shelf.Counts().Aged) }),
		counter("publication_evicted_total", "Public answers that went from memory to make room.", func() float64 { return float64(shelf.Counts().Evicted) }),
		gauge("publication_answers", "Public answers in memory.", func() float64 { return float64(shelf.Counts().Answers) }),
		gauge("publication_bytes", "What they take in memory, in bytes.", func() float64 { return float64(shelf.Counts().Bytes) }),
		gauge("live_watchers", "Open streams of events.", func() float64 { return float64(audience.Size()) }),
		gauge("live_deaf_seconds", "Time for which the server has heard no news of others; 0: it hears them.", func() float64 { return deafFor(hub).Seconds() }),
		gauge("database_connections_in_use", "Connections that serve a request.", func() float64 { n, _, _ := db.Stats(); return float64(n) }),
		gauge("database_connections_idle", "Connections that wait.", func() float64 { _, n, _ := db.Stats(); return float64(n) }),
		gauge("database_connections_limit", "Connections at most.", func() float64 { _, _, n := db.Stats(); return float64(n) }),
		gauge("database_waiting", "Those who wait for a connection.", func() float64 { return float64(db.Queued()) }))
	for _, reason := range []string{tooManyRequests, serverFull} {
		m.limits.WithLabelValues(reason)
	}
	for _, status := range []string{"401", "403", "429"} {
		m.refusals.WithLabelValues(status)
	}
	m.timeWaits(db)
	m.registry.MustRegister(conditionOf(db))
	return m
}

// timeWaits measures how long is waited for a connection.
func (m *metrics) timeWaits(db *tenantdb.DB) {
	waits := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "database_wait_seconds",
		Help:    "Time that those have waited for a connection who did not have one at once, by whether they got it.",
		Buckets: []float64{.001, .005, .01, .025, .05, .1, .25, .5, 1, 5, 20},
	}, []string{"outcome"})
	got, refused := waits.WithLabelValues("got"), waits.WithLabelValues("refused")
	m.registry.MustRegister(waits)
	db.OnWait(func(waited time.Duration, served bool) {
		if served {
			got.Observe(waited.Seconds())
		} else {
			refused.Observe(waited.Seconds())
		}
	})
}

// deafFor is the time for which a hub has heard nothing; 0 where it hears.
func deafFor(hub *live.Hub) time.Duration {
	since, deaf := hub.DeafSince()
	if !deaf {
		return 0
	}
	return time.Since(since) //nolint:forbidigo // the machine's clock, as the hub's
}

// gaugeOf is always 1; its labels name the release that answers.
func gaugeOf(r release.Release) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "build_info", Help: "The release that answers, in the labels.",
		ConstLabels: prometheus.Labels{"version": r.Version, "commit": r.Commit, "go": r.Go},
	}, func() float64 { return 1 })
}

// other stands for every method that no operation has, so that invented methods do not fill the memory.
const other = "other"

// methods are those that answers are counted under.
var methods = map[string]bool{
	http.MethodGet: true, http.MethodHead: true, http.MethodPost: true, http.MethodPut: true, http.MethodPatch: true, http.MethodDelete: true,
	http.MethodOptions: true,
}

// method is the name a method is counted and logged under.
func method(name string) string {
	if methods[name] {
		return name
	}
	return other
}

// knows takes the routes to be counted, and the operations by method and pattern. It is called once,
// before the first answer.
func (m *metrics) knows(routes []*echo.Route, operations map[string]*entry) {
	for _, route := range routes {
		if m.routes[route.Path] == nil {
			m.routes[route.Path] = map[string]string{}
		}
		if e := operations[route.Method+" "+route.Path]; e != nil {
			m.routes[route.Path][route.Method] = openapi.WrittenID(e.route.Operation)
		}
	}
}

// operation names the thing that a request asks for: the operation's id, or method and pattern of a page.
func (m *metrics) operation(c echo.Context) string {
	name := c.Request().Method
	if operation := m.routes[c.Path()][name]; operation != "" {
		return operation
	}
	if m.routes[c.Path()] == nil {
		return method(name)
	}
	return method(name) + " " + c.Path()
}

// observe counts an answer. The route is the pattern, so that the number of series does not grow with addresses; an
// unknown address is counted under "".
func (m *metrics) observe(name, route string, status int, took time.Duration) {
	operations, known := m.routes[route]
	if !known {
		route = ""
	}
	m.requests.WithLabelValues(method(name), route, operations[name], strconv.Itoa(status)).Observe(took.Seconds())
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
