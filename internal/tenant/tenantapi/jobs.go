package tenantapi

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz/letters"
	"referto/internal/outbox"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenantcopydb"
)

// ShowClosed has the pages of a tenant that was closed shown anew, once no server remembers it as open.
type ShowClosed struct {
	Closed   uuid.UUID `json:"closed"`
	Deletion uuid.UUID `json:"deletion"`
}

// Kind names the job.
func (ShowClosed) Kind() string { return "tenant.show-closed" }

// DeleteTenant deletes everything of a tenant, if the deletion was not taken back.
type DeleteTenant struct {
	Deletion uuid.UUID `json:"deletion"`
}

// Kind names the job.
func (DeleteTenant) Kind() string { return "tenant.delete" }

// Deletions leaves a job for each deletion that is due, whatever became of the one that was left when it was
// confirmed.
type Deletions struct{}

// Kind names the job.
func (Deletions) Kind() string { return "tenant.deletions" }

// The times of a deletion's work: how often it is looked for one that is due, how long one try goes on, well within the
// time of a job, and the pause before the next.
const (
	lookForDue = time.Hour
	deleteFor  = 15 * time.Second
	goOnAfter  = time.Second
)

// Work makes the API the worker of the jobs of deletions and archives.
func (a *API) Work(h *outbox.Handlers) {
	outbox.Handle(h, func(ctx context.Context, _ string, job ShowClosed) error {
		err := tenantdb.In(ctx, a.DB, job.Closed, nil, func(tx tenantdb.Tx) error {
			d, err := registrydb.Deletion(tx, a.Now())
			if err != nil || d == nil || d.ID != job.Deletion {
				return err
			}
			return registrydb.RaiseAll(tx)
		})
		return err
	})
	outbox.Handle(h, func(ctx context.Context, _ string, job MakeArchive) error { return a.makeArchive(ctx, job) })
	outbox.Handle(h, func(ctx context.Context, _ string, job DeleteTenant) error { return a.delete(ctx, job.Deletion) })
	outbox.Handle(h, func(ctx context.Context, _ string, _ Deletions) error {
		return tenantdb.Global(ctx, a.DB, nil, func(tx tenantdb.GlobalTx) error {
			due, err := registrydb.DueDeletions(tx, a.now())
			for _, id := range due {
				err = errors.Join(err, a.Outbox.Insert(tx, DeleteTenant{Deletion: id}))
			}
			return err
		})
	})
	a.Outbox.Every(lookForDue, Deletions{})
}

func (a *API) now() time.Time { return a.Now().UTC().Truncate(time.Microsecond) }

// delete continues a deletion and notifies the former managers of the tenant when it is done.
func (a *API) delete(ctx context.Context, id uuid.UUID) error {
	due, err := registrydb.DeletionDue(ctx, a.DB, id)
	if err != nil || due == nil {
		return err
	}
	if wait := due.Sub(a.now()); wait > 0 {
		return outbox.NotBefore(wait)
	}
	err = tenantcopydb.Delete(ctx, a.DB, a.Files, id, a.now, deleteFor, func(tx tenantdb.Tx, managers []uuid.UUID) error {
		for _, account := range managers {
			if err := a.Outbox.Insert(tx, letters.TenantDeleted{Deletion: id, Account: account}); err != nil {
				return err
			}
		}
		return nil
	})
	if errors.Is(err, tenantcopydb.ErrMore) {
		return outbox.NotBefore(goOnAfter)
	}
	return err
}
