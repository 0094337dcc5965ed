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
	"referto/internal/outbox"
)

// FormLapse ends a form that nobody has confirmed in time. It waits until then.
type FormLapse struct {
	Tenant uuid.UUID      `json:"tenant"`
	Event  league.EventID `json:"event"`
	Form   uuid.UUID      `json:"form"`
}

// Kind names the job.
func (FormLapse) Kind() string { return "form.lapse" }

// lapseForm acts for nobody, by the operation with which whoever has the letter could have ended the
// form themself.
func (w Workshop) lapseForm(ctx context.Context, job FormLapse) error {
	var early time.Duration
	err := w.Entrance().Work(ctx, job.Tenant, authz.Principal{}, "AnswerFormEntry", func(c *gate.Call) error {
		s, left, err := entrydesk.At(w.Desk).LapseForm(c.Tx(), desk.Act{Now: c.Now, Record: c}, job.Form, job.Event)
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
