package letters

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz/authzdb"
	"referto/internal/mail"
	"referto/internal/outbox"
	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantdb"
)

// DeletionStep is a step of the deletion of a tenant that is reported by a letter.
type DeletionStep string

// The steps.
const (
	DeletionAsked     DeletionStep = "asked"
	DeletionClosed    DeletionStep = "closed"
	DeletionInAWeek   DeletionStep = "week"
	DeletionTomorrow  DeletionStep = "day"
	DeletionWithdrawn DeletionStep = "withdrawn"
)

// TenantDeletion notifies all managers of a tenant of a step of its deletion. The tenant is not in the field that
// suspends the jobs of closed tenants.
type TenantDeletion struct {
	Of       uuid.UUID    `json:"of"`
	Deletion uuid.UUID    `json:"deletion"`
	Step     DeletionStep `json:"step"`
	By       uuid.UUID    `json:"by"` // the account that took the step
}

// Kind names the job.
func (TenantDeletion) Kind() string { return "letter.tenant-deletion" }

// TenantDeleted notifies a former manager of a tenant that all its data is deleted.
type TenantDeleted struct {
	Deletion uuid.UUID `json:"deletion"`
	Account  uuid.UUID `json:"account"`
}

// Kind names the job.
func (TenantDeleted) Kind() string { return "letter.tenant-deleted" }

// aheadOf holds how long before a deletion the letters that announce it are sent.
var aheadOf = map[DeletionStep]time.Duration{DeletionInAWeek: 7 * 24 * time.Hour, DeletionTomorrow: 24 * time.Hour}

// At is the time for the letter of a step about a deletion that is due at a time; the zero time is at once.
func (s DeletionStep) At(due time.Time) time.Time {
	if before := aheadOf[s]; before > 0 {
		return due.Add(-before)
	}
	return time.Time{}
}

func (o Office) tenantDeletion(ctx context.Context, id string, job TenantDeletion) error {
	var of tenant.Tenant
	var d *tenant.Deletion
	err := tenantdb.In(ctx, o.DB, job.Of, nil, func(tx tenantdb.Tx) (err error) {
		if of, err = registrydb.Tenant(tx, job.Of); err == nil {
			d, err = registrydb.Deletion(tx, o.now())
		}
		return err
	})
	switch {
	case errors.Is(err, tenantdb.ErrNotFound): // it is gone meanwhile
		return nil
	case err != nil:
		return err
	case job.Step == DeletionWithdrawn && d != nil, job.Step != DeletionWithdrawn && (d == nil || d.ID != job.Deletion):
		return nil // the deletion has changed meanwhile
	}
	if before := aheadOf[job.Step]; before > 0 && d.DueAt != nil {
		if wait := d.DueAt.Add(-before).Sub(o.now()); wait > 0 {
			return outbox.NotBefore(wait)
		}
	}
	by, err := o.nameOf(ctx, job.By)
	if err != nil {
		return err
	}
	content := mail.TenantDeletion{Tenant: of.Name, Step: string(job.Step), By: by, Link: o.PublicURL + "/t/" + of.Slug + "/deletion"}
	if d != nil {
		content.Reason, content.Alone = d.Reason, d.Alone()
		content.Until = d.AskedAt.Add(tenant.AskedFor)
		content.From = d.AskedAt.Add(tenant.AloneAfter)
		if d.DueAt != nil {
			content.Until = *d.DueAt
		}
	}
	return o.sendToManagers(ctx, id, tenant.Ref{ID: of.ID, Slug: of.Slug, Name: of.Name}, content)
}

// nameOf returns the current name of an account.
func (o Office) nameOf(ctx context.Context, id uuid.UUID) (name string, err error) {
	err = tenantdb.Global(ctx, o.DB, nil, func(tx tenantdb.GlobalTx) error {
		account, err := authzdb.AccountByID(tx, id)
		name = account.Name
		return err
	})
	return name, err
}

func (o Office) tenantDeleted(ctx context.Context, id string, job TenantDeleted) error {
	to, err := o.reader(ctx, job.Account)
	if err != nil || to == nil {
		return err
	}
	var name string
	var at time.Time
	err = tenantdb.Global(ctx, o.DB, nil, func(tx tenantdb.GlobalTx) (err error) {
		name, at, err = registrydb.DeletedTenant(tx, job.Deletion)
		return err
	})
	if err != nil {
		return err
	}
	return o.send(ctx, id, *to, mail.TenantDeletion{Tenant: name, Step: "deleted", Until: at, Link: o.PublicURL + "/"})
}

// PlatformAccess notifies the managers of a tenant that an operator of the platform has got access to it.
type PlatformAccess struct {
	Of     uuid.UUID `json:"of"`
	Access uuid.UUID `json:"access"`
}

// Kind names the job.
func (PlatformAccess) Kind() string { return "letter.platform-access" }

func (o Office) platformAccess(ctx context.Context, id string, job PlatformAccess) error {
	var of tenant.Tenant
	var access authzdb.Access
	err := tenantdb.Global(ctx, o.DB, nil, func(tx tenantdb.GlobalTx) (err error) {
		if of, err = registrydb.Tenant(tx, job.Of); err == nil {
			access, err = authzdb.AccessOf(tx, job.Access)
		}
		return err
	})
	if errors.Is(err, tenantdb.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return o.sendToManagers(ctx, id, tenant.Ref{ID: of.ID, Slug: of.Slug, Name: of.Name}, mail.PlatformAccess{
		Tenant: of.Name, By: access.Name, Reason: access.Reason, Until: access.Until, Link: o.PublicURL + "/t/" + of.Slug + "/staff",
	})
}

// TenantArchive notifies the managers of a tenant that an archive of the tenant is ready, or could not be made. The
// tenant is not in the field that suspends the jobs of closed tenants.
type TenantArchive struct {
	Of      uuid.UUID `json:"of"`
	Archive uuid.UUID `json:"archive"`
}

// Kind names the job.
func (TenantArchive) Kind() string { return "letter.tenant-archive" }

func (o Office) tenantArchive(ctx context.Context, id string, job TenantArchive) error {
	var of tenant.Tenant
	var x *tenant.Archive
	err := tenantdb.In(ctx, o.DB, job.Of, nil, func(tx tenantdb.Tx) (err error) {
		if of, err = registrydb.Tenant(tx, job.Of); err == nil {
			x, err = registrydb.Archive(tx, job.Archive)
		}
		return err
	})
	if errors.Is(err, tenantdb.ErrNotFound) || err == nil && x == nil { // it is gone meanwhile
		return nil
	}
	if err != nil {
		return err
	}
	return o.sendToManagers(ctx, id, tenant.Ref{ID: of.ID, Slug: of.Slug, Name: of.Name}, mail.TenantArchive{
		Tenant: of.Name, By: x.Asker, Ready: x.State != tenant.ArchiveFailed, Until: x.ExpiresAt, Link: o.PublicURL + "/t/" + of.Slug + "/archives",
	})
}
