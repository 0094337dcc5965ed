package serve

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
)

// requestIDKey names the id of the request in echo's context.
const requestIDKey = "request-id"

func requestID(c echo.Context) string {
	id, _ := c.Get(requestIDKey).(string)
	return id
}

// identify gives the request an id of our own making; one sent along would be a
// stranger's text in our logs.
func identify(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		id := uuid.Must(uuid.NewV7()).String()
		c.Set(requestIDKey, id)
		c.Response().Header().Set("X-Request-Id", id)
		return next(c)
	}
}

// accessLog writes one line for each request, when it is answered. It holds ids
// and the route's pattern: no address, no query, nothing personal.
func accessLog(log *slog.Logger, now func() time.Time, metrics *metrics) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			began := now()
			err := next(c)
			if err != nil {
				c.Error(err) // the answer decides the status of the line
			}
			took := now().Sub(began)
			status := c.Response().Status
			metrics.observe(c.Request().Method, c.Path(), status, took)
			ctx := c.Request().Context()
			if !log.Enabled(ctx, slog.LevelInfo) {
				return nil
			}
			// Logger.LogAttrs would look for its caller each time, which is this line.
			record := slog.NewRecord(began.Add(took), slog.LevelInfo, "request", 0)
			record.AddAttrs(
				slog.String("request", requestID(c)),
				slog.String("method", method(c.Request().Method)),
				slog.String("route", c.Path()),
				slog.String("tenant", loggedTenant(c.Param("tenant"))),
				slog.Int("status", status),
				slog.Int64("bytes", c.Response().Size),
				slog.Duration("took", took))
			_ = log.Handler().Handle(ctx, record) // a log that cannot be written keeps no answer back
			return nil
		}
	}
}

// loggedTenant returns the tenant of an address for the log; "" if it is longer than any tenant's name.
func loggedTenant(named string) string {
	if len(named) > 40 {
		return ""
	}
	return named
}

// panicError is a bug that a request ran into.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.value, e.stack) }

// recovered turns a panic into an error, so that the process survives and the
// answer is a problem like any other.
func recovered(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer func() {
			if value := recover(); value != nil {
				if value == http.ErrAbortHandler { //nolint:errorlint // net/http compares it so
					panic(value)
				}
				err = &panicError{value, debug.Stack()}
			}
		}()
		return next(c)
	}
}

// apiPolicy is for answers that are data and nothing else.
const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

// Values of the headers that every answer has. All answers share these slices; to set another value, put another
// slice there.
var (
	nosniff    = []string{"nosniff"}
	sameOrigin = []string{"same-origin"}
	dataOnly   = []string{apiPolicy}
	notStored  = []string{"private, no-store"}
)

// secured sets the headers every answer has. Pages set their own content policy.
func secured(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h["X-Content-Type-Options"] = nosniff
		h["Referrer-Policy"] = sameOrigin
		h["Cross-Origin-Opener-Policy"] = sameOrigin
		h["Content-Security-Policy"] = dataOnly
		if c.Request().Header.Get("Authorization") != "" {
			h["Cache-Control"] = notStored
		}
		return next(c)
	}
}
