package letters

import (
	"github.com/labstack/echo/v4"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/leaguelog"
	"referto/internal/outbox"
	"referto/openapi"
)

// Promotions writes to everybody who moves up from a waiting list, by whatever act of
// whatever operation: it is a middleware inside the gate and goes by the facts that the
// operation has logged.
func Promotions(later *outbox.Outbox) openapi.StrictMiddlewareFunc {
	return func(next openapi.StrictHandlerFunc, _ string) openapi.StrictHandlerFunc {
		return func(e echo.Context, request any) (any, error) {
			response, err := next(e, request)
			if err != nil {
				return response, err
			}
			return response, NotifyPromoted(later, gate.From(e.Request().Context()))
		}
	}
}

// NotifyPromoted queues letters to everybody who has moved up from a waiting list in a call.
func NotifyPromoted(later *outbox.Outbox, c *gate.Call) error {
	for event, promoted := range gate.Logged[leaguelog.EntryPromoted](c) {
		letter := EntryPromoted{Tenant: c.Tenant.ID, Event: league.EventID{UUID: event}, Entry: int(promoted.Entry)}
		if err := later.Insert(c.Tx(), letter); err != nil {
			return err
		}
	}
	return nil
}
