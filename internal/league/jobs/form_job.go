package jobs

import (
	"context"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/officiating"
	"referto/internal/outbox"
)

// FormLapse ends a form that was not confirmed in time. It waits until then.
type FormLapse struct {
	Tenant uuid.UUID      `json:"tenant"`
	Event  league.EventID `json:"event"`
	Form   uuid.UUID      `json:"form"`
}

// Kind names the job.
func (FormLapse) Kind() string { return "form.lapse" }

func (w Workshop) lapseForm(ctx context.Context, job FormLapse) error {
	return w.lapse(ctx, job.Tenant, func(c *gate.Call, act desk.Act) (*officiating.Situation, time.Duration, error) {
		return entrydesk.At(w.Desk).LapseForm(c.Tx(), act, job.Form, job.Event)
	})
}

// SeatLapse gives the seat of a player who has moved up, and has not confirmed it in time, to the next one. It
// waits until then.
type SeatLapse struct {
	Tenant uuid.UUID      `json:"tenant"`
	Event  league.EventID `json:"event"`
	Entry  int            `json:"entry"`
}

// Kind names the job.
func (SeatLapse) Kind() string { return "seat.lapse" }

func (w Workshop) lapseSeat(ctx context.Context, job SeatLapse) error {
	return w.lapse(ctx, job.Tenant, func(c *gate.Call, act desk.Act) (*officiating.Situation, time.Duration, error) {
		return entrydesk.At(w.Desk).LapseSeat(c.Tx(), act, job.Event, job.Entry)
	})
}

// lapse acts without an account, by the operation with which the holder of a form's letter could have ended it
// themself. The function ends returns no event if there is nothing to do, and the time that is still to be
// waited.
func (w Workshop) lapse(ctx context.Context, tenant uuid.UUID, ends func(*gate.Call, desk.Act) (*officiating.Situation, time.Duration, error)) error {
	var early time.Duration
	err := w.Entrance().Work(ctx, tenant, authz.Principal{}, "AnswerFormEntry", func(c *gate.Call) error {
		s, left, err := ends(c, desk.Act{Now: c.Now, Record: c})
		early = left
		if err != nil || s == nil {
			return err
		}
		w.publish(c)(s)
		return w.Promoted(c)
	})
	if err == nil && early > 0 { // by this clock
		return outbox.NotBefore(early)
	}
	return err
}
