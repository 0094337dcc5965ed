package tenantapi

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz/authzdb"
	"referto/internal/authz/gate"
	"referto/internal/authz/letters"
	"referto/internal/media"
	"referto/internal/outbox"
	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenantcopydb"
	"referto/openapi"
)

// mostArchives bounds the archives that are listed.
const mostArchives = 20

// MakeArchive is the job that makes an archive of a tenant. The tenant is not in the field that suspends the jobs of
// closed tenants, because archives may be made until the day of the deletion.
type MakeArchive struct {
	Of      uuid.UUID `json:"of"`
	Archive uuid.UUID `json:"archive"`
}

// Kind names the job.
func (MakeArchive) Kind() string { return "tenant.archive" }

// Takes returns the time limit of one try: enough for a tenant with some gigabytes of photos.
func (MakeArchive) Takes() time.Duration { return 15 * time.Minute }

// AskTenantArchive asks for an archive of the whole tenant. The caller confirms it with their password.
func (a *API) AskTenantArchive(ctx context.Context, r openapi.AskTenantArchiveRequestObject) (openapi.AskTenantArchiveResponseObject, error) {
	call := gate.From(ctx)
	if err := call.IdentifyApart(); err != nil {
		return nil, err
	}
	if err := a.Confirm(ctx, call, r.Body.Password); err != nil {
		return nil, err
	}
	if err := a.Archiving(call); err != nil {
		return nil, err
	}
	tx := call.Tx()
	asked, err := registrydb.AskArchive(tx, tenant.Archive{ID: newID(), AskedBy: call.Account(), AskedAt: call.Now, ExpiresAt: call.Now.Add(tenant.ArchiveTried)})
	if err != nil {
		return nil, err
	}
	call.Audit(archiveSubject(asked.ID), "", nil, map[string]any{"archive": "asked"})
	return openapi.AskTenantArchive202JSONResponse(toArchive(asked)), a.Outbox.Insert(tx, MakeArchive{Of: call.Tenant.ID, Archive: asked.ID})
}

// archiveSubject names an archive in the audit.
func archiveSubject(id uuid.UUID) string { return "archive:" + id.String() }

// ListTenantArchives answers with the archives of the tenant.
func (a *API) ListTenantArchives(ctx context.Context, _ openapi.ListTenantArchivesRequestObject) (openapi.ListTenantArchivesResponseObject, error) {
	found, err := registrydb.Archives(gate.From(ctx).Door(), mostArchives)
	return openapi.ListTenantArchives200JSONResponse{Items: openapi.Each(found, toArchive)}, err
}

// GetTenantArchive answers with how far an archive is.
func (a *API) GetTenantArchive(ctx context.Context, r openapi.GetTenantArchiveRequestObject) (openapi.GetTenantArchiveResponseObject, error) {
	found, err := registrydb.Archive(gate.From(ctx).Door(), r.Archive)
	if err == nil && found == nil {
		err = tenant.ErrNoArchive
	}
	if err != nil {
		return nil, err
	}
	return openapi.GetTenantArchive200JSONResponse(toArchive(*found)), nil
}

// GetTenantArchiveFile answers with the file of an archive, to be saved, to the account that asked for it, and
// records the download in the audit.
func (a *API) GetTenantArchiveFile(ctx context.Context, r openapi.GetTenantArchiveFileRequestObject) (openapi.GetTenantArchiveFileResponseObject, error) {
	call := gate.From(ctx)
	found, err := registrydb.Archive(call.Door(), r.Archive)
	if err == nil {
		err = found.Fetch(call.Account(), call.Now)
	}
	if err != nil {
		return nil, err
	}
	file, err := a.keeper().Open(ctx, call.Tenant.ID, *found)
	if err != nil {
		return nil, err
	}
	by := call.Account()
	err = tenantdb.In(ctx, a.DB, call.Tenant.ID, nil, func(tx tenantdb.Tx) error {
		tx.Defer(func(b *tenantdb.Batch) {
			authzdb.AddAudit(b, authzdb.Audit{
				At: call.Now, Account: &by, Operation: call.Operation.ID, Subject: archiveSubject(found.ID), RequestID: call.RequestID, WhileClosed: call.Operation.WhileClosed,
			})
		})
		return nil
	})
	if err != nil {
		return nil, err
	}
	for header, value := range media.Attachment("application/zip", call.Tenant.Slug+"-"+found.AskedAt.Format("2006-01-02")+".zip") {
		if header != "Content-Type" { // the generated answer sets it
			call.Header(header, value)
		}
	}
	call.Header("Cache-Control", "no-store")
	return openapi.GetTenantArchiveFile200ApplicationzipResponse{Body: file, ContentLength: found.Bytes}, nil
}

func (a *API) keeper() tenantcopydb.Keeper {
	return tenantcopydb.Keeper{DB: a.DB, Files: a.Files, Keys: a.Keys}
}

// shownSteps bounds how often it is written down how far an archive is.
const shownSteps = 20

// makeArchive makes an archive, stores its file, records that it is ready and notifies the managers.
func (a *API) makeArchive(ctx context.Context, job MakeArchive) error {
	var x *tenant.Archive
	err := tenantdb.In(ctx, a.DB, job.Of, nil, func(tx tenantdb.Tx) (err error) {
		x, err = registrydb.Archive(tx, job.Archive)
		return err
	})
	if err != nil || x == nil || x.State != tenant.ArchiveWaiting {
		return err
	}
	x.Bytes, x.SealedUnder, err = a.keeper().Keep(ctx, job.Of, job.Archive, a.now(), func(done, total int) {
		x.Total = total
		if every := max(total/shownSteps, 1); done%every == 0 {
			_ = tenantdb.In(ctx, a.DB, job.Of, nil, func(tx tenantdb.Tx) error { return registrydb.StepArchive(tx, job.Archive, done, total) }) // the archive is worth more than this line
		}
	})
	now := a.now()
	switch {
	case err == nil:
		x.State, x.FinishedAt, x.ExpiresAt, x.Done = tenant.ArchiveReady, &now, now.Add(tenant.ArchiveKept), x.Total
	case outbox.LastTry(ctx):
		x.State, x.FinishedAt, x.SealedUnder = tenant.ArchiveFailed, &now, nil
	default:
		return err
	}
	return errors.Join(err, a.endArchive(ctx, job, *x))
}

// endArchive records the outcome of an archive. If the archive is not waiting any more, because its tenant is deleted
// or another try is done, the useless parts of the file are deleted.
func (a *API) endArchive(ctx context.Context, job MakeArchive, x tenant.Archive) error {
	if x.SealedUnder == nil {
		x.SealedUnder = []string{}
	}
	err := tenantdb.In(ctx, a.DB, job.Of, nil, func(tx tenantdb.Tx) error {
		if err := registrydb.EndArchive(tx, x); err != nil {
			return err
		}
		return a.Outbox.Insert(tx, letters.TenantArchive{Of: job.Of, Archive: x.ID})
	})
	if !errors.Is(err, tenantdb.ErrNotFound) {
		return err
	}
	door, err := tenantdb.Read(ctx, a.DB, job.Of, nil)
	if err != nil {
		return err
	}
	still, err := registrydb.Archive(door, job.Archive)
	if err != nil || still != nil && still.State != tenant.ArchiveExpired {
		return err
	}
	return a.keeper().Drop(ctx, job.Of, job.Archive)
}

func toArchive(x tenant.Archive) openapi.TenantArchive {
	out := openapi.TenantArchive{
		Id: x.ID, By: x.Asker, Account: x.AskedBy, State: openapi.TenantArchiveState(x.State), Done: x.Done, Total: x.Total, Bytes: int(x.Bytes), AskedAt: x.AskedAt, ExpiresAt: x.ExpiresAt,
	}
	if x.FinishedAt != nil {
		out.FinishedAt = *x.FinishedAt
	}
	return out
}
