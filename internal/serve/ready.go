package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"

	"referto/internal/live"
	"referto/internal/tenant/tenantdb"
)

// Times of readiness.
const (
	// checkWithin limits how long a look at the database may take.
	checkWithin = 2 * time.Second
	// checkSchemaEvery is the interval at which a server whose database lacks a migration checks whether it has been
	// run.
	checkSchemaEvery = 2 * time.Second
	// deafAtMost is the time for which a server that hears nothing of others is ready:
	// a lost connection is back long before.
	deafAtMost = 15 * time.Second
)

// health is the knowledge from which readiness is answered: the database as a connection of its own
// sees it, and whether news of other servers are heard.
type health struct {
	probe    *tenantdb.Probe
	hub      *live.Hub
	log      *slog.Logger
	draining atomic.Bool
	// deafAtMost is the time for which a server that hears nothing of others is
	// ready.
	deafAtMost time.Duration
	// outdated is set while the database is known to lack a migration.
	outdated atomic.Bool
	// seen is set once the database has answered and had all migrations.
	seen atomic.Bool
	// answering is the time, in nanoseconds of Unix, since which the database has answered each
	// look; 0 while it does not.
	answering atomic.Int64
}

// withoutDatabase is the value of the parameter exclude of /readyz for a balancer that has no other choice, because
// all servers behind it share the database. The word is the one of Kubernetes' own /readyz.
const withoutDatabase = "database"

// check looks at the database and remembers whether it lacks a migration and since when it answers,
// and logs when the former changes.
func (h *health) check(ctx context.Context) error {
	within, cancel := context.WithTimeout(ctx, checkWithin)
	defer cancel()
	err := h.probe.Check(within)
	switch {
	case err == nil:
		h.seen.Store(true)
		h.answering.CompareAndSwap(0, time.Now().UnixNano()) //nolint:forbidigo // the machine's clock, as the hub's
	case !errors.Is(err, tenantdb.ErrOutdated) && ctx.Err() == nil: // else the caller does not wait for the answer any more
		h.answering.Store(0)
	}
	switch {
	case errors.Is(err, tenantdb.ErrOutdated):
		if !h.outdated.Swap(true) {
			h.log.ErrorContext(ctx, "not ready", "error", err.Error())
		}
	case err == nil && h.outdated.Swap(false):
		h.log.InfoContext(ctx, "the database has all migrations now")
	}
	return err
}

// awaitSchema returns once the database is not known to lack a migration; false if the
// context ends before.
func (h *health) awaitSchema(ctx context.Context) bool {
	for {
		if err := h.check(ctx); !errors.Is(err, tenantdb.ErrOutdated) {
			return ctx.Err() == nil
		}
		select {
		case <-ctx.Done():
			return false
		case <-time.After(checkSchemaEvery):
		}
	}
}

// ready answers whether requests should be sent here: the database answers and has the schema that the program needs,
// news of other servers are received, and the server is not about to stop. With exclude=database the answer stays
// positive while the database does not answer, if it has answered before: pages in memory are served meanwhile, and
// everything else is refused with a Retry-After.
func (h *health) ready(c echo.Context) error {
	refuse := func(why string) error {
		c.Response().Header().Set("Retry-After", "2")
		return c.String(http.StatusServiceUnavailable, why+"\n")
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	excluded := c.QueryParam("exclude")
	if excluded != "" && excluded != withoutDatabase {
		return c.String(http.StatusBadRequest, "exclude: only database can be left out\n")
	}
	if h.draining.Load() {
		return refuse("stopping")
	}
	switch err := h.check(c.Request().Context()); {
	case errors.Is(err, tenantdb.ErrOutdated):
		return refuse(err.Error())
	case err != nil && excluded == withoutDatabase && h.seen.Load() && !h.outdated.Load():
		return c.String(http.StatusOK, "ready; database unavailable\n")
	case err != nil:
		return refuse("database unavailable")
	}
	since, deaf := h.hub.DeafSince()
	if !deaf {
		return c.String(http.StatusOK, "ready\n")
	}
	// Without the database no server receives news, so only the time since its return counts against this server.
	if answering := time.Unix(0, h.answering.Load()); answering.After(since) {
		since = answering
	}
	//nolint:forbidigo // the machine's clock, as the hub's
	hears := fmt.Sprintf("news of other servers have not been heard for %s", time.Since(since).Round(time.Second))
	if time.Since(since) > h.deafAtMost { //nolint:forbidigo // the same
		return refuse(hears)
	}
	return c.String(http.StatusOK, "ready; "+hears+"\n")
}

// leave closes every connection whose request is answered while the server stops, so that the client connects to
// another server: none of the connections left at the end has just been given a request.
func (h *health) leave(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h.draining.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// current refuses requests that need the database as long as it lacks a migration, because they would fail halfway.
func (h *health) current(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		path := c.Path()
		if h.outdated.Load() && (strings.HasPrefix(path, "/t/") || strings.HasPrefix(path, "/v1/") && path != "/v1/openapi.json") {
			return tenantdb.ErrOutdated
		}
		return next(c)
	}
}
