package serve

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/refusals"
	"referto/internal/refusals/refusalsdb"
	"referto/internal/tenant/tenantdb"
)

// SecurityLog configures the log of refusals. The zero value keeps none.
type SecurityLog struct {
	// Keep is for how long.
	Keep time.Duration
	// Every is the interval at which the notes in memory are written.
	Every time.Duration
}

// refuses reports whether a status is a refusal: not signed in, not permitted, or too many requests.
func refuses(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden || status == http.StatusTooManyRequests
}

// refusalNotes records who was refused which act. Notes are taken in memory, without delaying answers, and are
// written at intervals to the security log and to the audits of tenants.
type refusalNotes struct {
	metrics *metrics
	table   authz.Table
	ledger  *refusals.Ledger // nil: only counted
	db      *tenantdb.DB
	log     *slog.Logger
	now     clock
	every   time.Duration
	stop    context.CancelFunc
	done    chan struct{}
}

func newRefusalNotes(c Config, m *metrics, table authz.Table) *refusalNotes {
	n := &refusalNotes{metrics: m, table: table, db: c.DB, log: c.Log, now: c.Now, every: c.SecurityLog.Every}
	if c.SecurityLog.Every > 0 {
		n.ledger = refusals.New()
	}
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "security_log_folded_total", Help: "Refusals that have no line of their own in the security log or audit, because there were too many.",
	}, func() float64 {
		if n.ledger == nil {
			return 0
		}
		return float64(n.ledger.Folded())
	}))
	return n
}

// note records a refusal.
func (n *refusalNotes) note(c echo.Context, status int, reason string) {
	n.metrics.refusals.WithLabelValues(strconv.Itoa(status)).Inc()
	if status == http.StatusTooManyRequests {
		n.metrics.limits.WithLabelValues(reason).Inc()
	}
	if n.ledger == nil {
		return
	}
	at := n.now().UTC().Truncate(time.Microsecond)
	refused := refusals.Refusal{Status: status, Reason: reason, Operation: n.metrics.operation(c)}
	if from, err := netip.ParseAddr(c.RealIP()); err == nil {
		refused.Address = from.Unmap().WithZone("")
	}
	call, known := gate.Asked(c)
	if known {
		refused.Account, refused.Tenant = call.Suspect(), call.Tenant.ID
	} else {
		refused.Account, _ = c.Get(visitorKey).(uuid.UUID)
	}
	n.ledger.Note(refused, requestID(c), at)
	if known && status == http.StatusForbidden && n.sensitive(call) {
		n.ledger.NoteAct(refusals.Act{
			Tenant: call.Tenant.ID, Account: call.Account(), Event: call.Target().Stage, Operation: call.Operation.ID, Reason: reason,
		}, requestID(c), at)
	}
}

// sensitive reports whether a refused act is written to the tenant's audit: a write there by a signed-in person,
// under a permission that the policy marks as sensitive.
func (n *refusalNotes) sensitive(call *gate.Call) bool {
	op := call.Operation
	return op.InTenant() && !op.Reads() && !op.Previews && call.Account() != uuid.Nil && n.table.Sensitive(authz.Permission(op.Permission))
}

// Start begins to write the notes at intervals.
func (n *refusalNotes) Start(ctx context.Context) error {
	if n.ledger == nil {
		return nil
	}
	ctx, n.stop = context.WithCancel(tenantdb.For(context.WithoutCancel(ctx), "security log"))
	n.done = make(chan struct{})
	go func() {
		defer close(n.done)
		tick := time.NewTicker(n.every)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				n.write(ctx)
			}
		}
	}()
	return nil
}

// Stop ends the writing, and writes the remaining notes, even if Start was never called.
func (n *refusalNotes) Stop(ctx context.Context) error {
	if n.ledger == nil {
		return nil
	}
	if n.stop != nil {
		n.stop()
		<-n.done
	}
	n.write(tenantdb.For(ctx, "security log"))
	return nil
}

// write stores the notes. Notes that the database does not accept are written the next time.
func (n *refusalNotes) write(ctx context.Context) {
	lines, attempts := n.ledger.Take()
	if err := refusalsdb.AddLines(ctx, n.db, lines); err != nil {
		n.ledger.Return(lines, nil)
		n.report(ctx, err)
	}
	of := map[uuid.UUID][]refusals.Attempt{}
	for _, a := range attempts {
		of[a.Tenant] = append(of[a.Tenant], a)
	}
	for tenant, attempts := range of {
		if err := refusalsdb.AddAttempts(ctx, n.db, tenant, attempts); err != nil {
			n.ledger.Return(nil, attempts)
			n.report(ctx, err)
		}
	}
}

func (n *refusalNotes) report(ctx context.Context, err error) {
	n.log.WarnContext(ctx, "refusals are not written yet", "error", err.Error())
}
