package letters

import (
	"github.com/labstack/echo/v4"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/jobs"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// Promotions writes to all players who move up from a waiting list, by any act of any operation: it is a
// middleware inside the gate and reads the facts that the operation has logged.
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

// NotifyPromoted queues letters to all players who have moved up from a waiting list in a call, and the jobs
// that let unconfirmed seats lapse.
func NotifyPromoted(later *outbox.Outbox, c *gate.Call) error {
	for id, promoted := range gate.Logged[leaguelog.EntryPromoted](c) {
		event, entry := league.EventID{UUID: id}, int(promoted.Entry)
		letter, err := letterOfSeat(c, event, entry)
		if err != nil {
			return err
		}
		if err := later.Insert(c.Tx(), letter); err != nil {
			return err
		}
		if promoted.ConfirmBy == nil {
			continue
		}
		lapse := jobs.SeatLapse{Tenant: c.Tenant.ID, Event: event, Entry: entry}
		if err := later.InsertAt(c.Tx(), lapse, *promoted.ConfirmBy); err != nil {
			return err
		}
	}
	return nil
}

// letterOfSeat returns the letter to a player who has moved up. A player who came by a form gets a link of its
// own, because they have no other way to answer.
func letterOfSeat(c *gate.Call, event league.EventID, entry int) (outbox.Job, error) {
	var form *facts.FormEntry
	b := &tenantdb.Batch{}
	leaguedb.LoadFormOfEntry(b, &form, event, entry)
	if err := c.Tx().Send(b); err != nil {
		return nil, err
	}
	if form != nil {
		return FormLetter{Tenant: c.Tenant.ID, Form: form.ID, Promoted: true}, nil
	}
	return EntryPromoted{Tenant: c.Tenant.ID, Event: event, Entry: entry}, nil
}
