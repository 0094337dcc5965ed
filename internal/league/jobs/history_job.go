package jobs

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/historydesk"
	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
)

// HistoryJob is a long table with some of a federation's past, to be worked on after the answer.
type HistoryJob struct {
	Tenant  uuid.UUID `json:"tenant"`
	History uuid.UUID `json:"history"`
	// Ask distinguishes successive orders for one table.
	Ask uuid.UUID `json:"ask"`
}

// Kind names the job.
func (HistoryJob) Kind() string { return "history" }

// stepsAtOnce is the number of steps of one turn of a job: each reads the table once.
const stepsAtOnce = 6

// OpeningWords returns the texts that an import stores: the reason of opening balances and the
// venue of events, in the language of the table.
func OpeningWords(h facts.History) historydesk.Words {
	why := league.Grounds{Reason: "opening-balance", Params: map[string]string{"file": h.Name}}
	venue := league.Grounds{Reason: "venue-not-told"}
	return historydesk.Words{Opening: words.For(h.Language).Reason(why.Reason, why.Params, nil), Venue: words.For(h.Language).Reason(venue.Reason, venue.Params, nil)}
}

// WorkHistory does all work on a short table at once.
func WorkHistory(d *desk.Desk, tx tenantdb.Tx, by desk.Act, h *facts.History) error {
	room := historydesk.At(d)
	switch h.State {
	case facts.HistoryChecking:
		return room.Check(tx, by.Now, h, words.Fold)
	case facts.HistoryUndoing:
		for h.State == facts.HistoryUndoing {
			if err := room.UndoStep(tx, by, h); err != nil {
				return err
			}
		}
	case facts.HistoryStoring:
		p, err := room.Resume(tx, *h, words.Fold)
		for err == nil && h.State == facts.HistoryStoring {
			err = room.Step(tx, by, h, p, OpeningWords(*h))
		}
		return err
	}
	return nil
}

// operations maps the state of a table to the operation by which its steps are done.
var operations = map[facts.HistoryState]string{
	facts.HistoryChecking: "CheckHistory", facts.HistoryStoring: "ApplyHistory", facts.HistoryUndoing: "UndoHistory",
}

// workHistory does some steps of a long table, each in a transaction of its own. An interrupted job continues
// where the last step ended.
func (w Workshop) workHistory(ctx context.Context, job HistoryJob) error {
	row, err := w.loadHistory(ctx, job)
	if err != nil {
		return err
	}
	var plan *historydesk.Plan
	for n := 0; operations[row.State] != ""; n++ {
		if n == stepsAtOnce {
			return outbox.NotBefore(0) // others have their turn
		}
		err := w.Entrance().Work(ctx, job.Tenant, authz.User(row.CreatedBy, row.Session), operations[row.State], func(c *gate.Call) (err error) {
			plan, err = w.historyStep(c, job, plan, &row)
			return err
		})
		if why, refused := refusalOf(err); refused {
			return w.stopHistory(ctx, job, why)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// historyStep does one step of a table and returns the plan for the next.
func (w Workshop) historyStep(c *gate.Call, job HistoryJob, plan *historydesk.Plan, row *facts.History) (*historydesk.Plan, error) {
	var h facts.History
	b := &tenantdb.Batch{}
	leaguedb.TakeHistory(b, &h, job.History)
	if err := c.Tx().Send(b); err != nil {
		return plan, err
	}
	act, room, err := desk.Act{By: c.Account(), Now: c.Now, Record: c}, historydesk.At(w.Desk), error(nil)
	switch h.State {
	case facts.HistoryStoring:
		if plan == nil {
			if plan, err = room.Resume(c.Tx(), h, words.Fold); err != nil {
				return nil, err
			}
		}
		err = room.Step(c.Tx(), act, &h, plan, OpeningWords(h))
	case facts.HistoryUndoing:
		err = room.UndoStep(c.Tx(), act, &h)
	case facts.HistoryChecking:
		err = room.Check(c.Tx(), c.Now, &h, words.Fold)
	}
	if err != nil {
		return plan, err
	}
	*row = h
	c.Tx().Defer(func(b *tenantdb.Batch) { leaguedb.ChangeHistory(b, h) })
	return plan, nil
}

func (w Workshop) loadHistory(ctx context.Context, job HistoryJob) (h facts.History, err error) {
	door, err := tenantdb.Read(ctx, w.DB, job.Tenant, nil)
	if err != nil {
		return h, err
	}
	b := &tenantdb.Batch{}
	leaguedb.LoadHistory(b, &h, job.History)
	return h, door.Send(b)
}

// stopHistory ends work that is refused. Parts stored or undone until then stay so; the work continues, or is
// undone, when a person asks for it again.
func (w Workshop) stopHistory(ctx context.Context, job HistoryJob, why league.Grounds) error {
	faults, err := json.Marshal(eventfile.Faults{{Fault: league.Fault{Grounds: why}}})
	if err != nil {
		return err
	}
	return tenantdb.In(ctx, w.DB, job.Tenant, nil, func(tx tenantdb.Tx) error {
		var h facts.History
		b := &tenantdb.Batch{}
		leaguedb.TakeHistory(b, &h, job.History)
		if err := tx.Send(b); err != nil {
			return err
		}
		stopped := facts.HistoryStopped
		if h.State == facts.HistoryChecking {
			stopped = facts.HistoryFaulty
		}
		h.State, h.Faults = stopped, faults
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeHistory(b, h) })
		return nil
	})
}
