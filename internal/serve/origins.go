package serve

import (
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// hiddenOrigins notices that requests come through a proxy that is not configured as trusted: all callers then seem
// to have the proxy's address and share its network limit. The header may be forged, so nothing but a warning
// follows.
type hiddenOrigins struct {
	log    *slog.Logger
	noted  atomic.Int64
	warned atomic.Int64 // when, by the machine's clock, in seconds
}

// warnEvery is the time between two warnings.
const warnEvery = time.Hour

// note counts a request.
func (h *hiddenOrigins) note() {
	h.noted.Add(1)
	now, last := time.Now().Unix(), h.warned.Load() //nolint:forbidigo // the machine's clock, for its log
	if last != 0 && now-last < int64(warnEvery/time.Second) || !h.warned.CompareAndSwap(last, now) {
		return
	}
	h.log.Warn("requests come through a proxy that is not trusted: all of them seem to be of its address, and one person's failed sign-ins can lock everybody out; name its networks in TRUSTED_PROXIES")
}

func (h *hiddenOrigins) counter() prometheus.Collector {
	return prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "hidden_origins_total", Help: "Requests that say they come through a proxy, where none is trusted.",
	}, func() float64 { return float64(h.noted.Load()) })
}
