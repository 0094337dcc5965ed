package jobs

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/google/uuid"

	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

// ImportJob is a long file to be worked on after the answer.
type ImportJob struct {
	Tenant uuid.UUID `json:"tenant"`
	Import uuid.UUID `json:"import"`
	// Store reports whether its event is to be stored if the file is clean.
	Store bool `json:"store"`
}

// Kind names the job.
func (ImportJob) Kind() string { return "import" }

func (w Workshop) importLong(ctx context.Context, job ImportJob) error {
	row, err := loadImport(ctx, w.DB, job)
	if err != nil || row.State != facts.ImportWaiting || row.File == nil {
		return err
	}
	progress := func(phase string, done, lines int) {
		err = tenantdb.In(ctx, w.DB, job.Tenant, nil, func(tx tenantdb.Tx) error {
			b := &tenantdb.Batch{}
			leaguedb.SaveProgress(b, row.ID, phase, done, lines)
			return tx.Send(b)
		})
		if err != nil {
			w.Log.WarnContext(ctx, "progress of an import not told", "import", row.ID.String(), "error", err.Error())
		}
	}
	err = w.Entrance().Work(ctx, job.Tenant, authz.User(row.CreatedBy, row.Session), "ApplyImport", func(c *gate.Call) error {
		at := row // a transaction that lost a race begins again
		return Work(w.Desk, c.Tx(), desk.Act{By: c.Account(), Now: c.Now, Record: c}, &at, job.Store, progress, w.publish(c))
	})
	if no, refused := refusalOf(err); refused {
		return w.giveUp(ctx, job, row, no)
	}
	return err
}

func loadImport(ctx context.Context, db *tenantdb.DB, job ImportJob) (row facts.Import, err error) {
	door, err := tenantdb.Read(ctx, db, job.Tenant, nil)
	if err != nil {
		return row, err
	}
	b := &tenantdb.Batch{}
	leaguedb.LoadImport(b, &row, job.Import)
	return row, door.Send(b)
}

// refusalOf returns the reason why a job will fail however often it is tried.
func refusalOf(err error) (league.Grounds, bool) {
	var state *league.StateError
	var rule *league.RuleError
	var faults league.Faults
	var role *authz.Refusal
	switch {
	case errors.As(err, &state):
		return state.Grounds, true
	case errors.As(err, &rule):
		return rule.Grounds, true
	case errors.As(err, &faults) && len(faults) > 0:
		return faults[0].Grounds, true
	case errors.As(err, &role), errors.Is(err, gate.ErrUnauthenticated):
		return league.Grounds{Reason: "no-longer-allowed"}, true
	case errors.Is(err, league.ErrNotFound), errors.Is(err, tenantdb.ErrNotFound):
		return league.Grounds{Reason: "not-found"}, true
	}
	return league.Grounds{}, false
}

// giveUp ends an import that is refused.
func (w Workshop) giveUp(ctx context.Context, job ImportJob, row facts.Import, why league.Grounds) (err error) {
	now := w.Entrance().Now()
	row.State, row.File, row.FinishedAt = facts.ImportFaulty, nil, &now
	if row.Faults, err = json.Marshal(eventfile.Faults{{Fault: league.Fault{Grounds: why}}}); err != nil {
		return err
	}
	return tenantdb.In(ctx, w.DB, job.Tenant, nil, func(tx tenantdb.Tx) error {
		b := &tenantdb.Batch{}
		leaguedb.ChangeImport(b, row, facts.ImportWaiting)
		return tx.Send(b)
	})
}
