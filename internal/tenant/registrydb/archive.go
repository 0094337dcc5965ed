package registrydb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

const archives = `select a.id, a.asked_by, coalesce((select p.name from platform.accounts p where p.id = a.asked_by), '') as asker, a.state, a.done, a.total, a.bytes,
	a.asked_at, a.finished_at, a.expires_at, a.sealed_under from league.tenant_archives a`

// AskArchive stores that an account asks for an archive of the transaction's tenant, and returns the one that is being
// made, which may have been asked for before.
func AskArchive(tx tenantdb.Tx, asked tenant.Archive) (a tenant.Archive, err error) {
	b := &pgx.Batch{}
	b.Queue(`insert into league.tenant_archives (id, asked_by, state, asked_at, expires_at) values ($1, $2, 'waiting', $3, $4)
		on conflict (tenant_id) where state = 'waiting' do nothing`, asked.ID, asked.AskedBy, asked.AskedAt, asked.ExpiresAt)
	tenantdb.One(b, &a, archives+` where a.state = 'waiting'`)
	return a, tx.Send(b)
}

// Archives retrieves at most limit archives of the door's tenant, the latest first.
func Archives(door tenantdb.Door, limit int) (list []tenant.Archive, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, archives+` order by a.id desc limit $1`, limit)
	return list, door.Send(b)
}

// Archive is one of them; nil without it.
func Archive(door tenantdb.Door, id uuid.UUID) (a *tenant.Archive, err error) {
	b := &pgx.Batch{}
	tenantdb.Maybe(b, &a, archives+` where a.id = $1`, id)
	return a, door.Send(b)
}

// StepArchive stores the progress of an archive that is being made.
func StepArchive(tx tenantdb.Tx, id uuid.UUID, done, total int) error {
	b := &pgx.Batch{}
	b.Queue(`update league.tenant_archives set done = $2, total = $3 where id = $1 and state = 'waiting'`, id, done, total)
	return tx.Send(b)
}

// EndArchive stores the outcome of an archive that was being made. It returns [tenantdb.ErrNotFound] if the archive
// is no longer waiting.
func EndArchive(tx tenantdb.Tx, a tenant.Archive) error {
	b := &pgx.Batch{}
	tenantdb.Exec(b, `update league.tenant_archives set state = $2, done = $3, total = $4, bytes = $5, finished_at = $6, expires_at = $7, sealed_under = $8
		where id = $1 and state = 'waiting'`, a.ID, string(a.State), a.Done, a.Total, a.Bytes, a.FinishedAt, a.ExpiresAt, a.SealedUnder)
	return tx.Send(b)
}

// DueArchives retrieves the archives of the door's tenant that are past their expiry and whose files may still exist.
func DueArchives(door tenantdb.Door, now time.Time) (list []tenant.Archive, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, archives+` where a.state <> 'expired' and a.expires_at <= $1`, now)
	return list, door.Send(b)
}

// ExpireArchive stores that the file of an archive is gone.
func ExpireArchive(tx tenantdb.Tx, id uuid.UUID) error {
	b := &pgx.Batch{}
	tenantdb.Exec(b, `update league.tenant_archives set state = 'expired', sealed_under = '{}' where id = $1`, id)
	return tx.Send(b)
}

// ReadyArchives are the archives of the door's tenant that can be fetched at a moment.
func ReadyArchives(door tenantdb.Door, now time.Time) (list []tenant.Archive, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, archives+` where a.state = 'ready' and a.expires_at > $1 order by a.id`, now)
	return list, door.Send(b)
}

// HoldArchive holds an archive until the transaction ends, so that it does not expire meanwhile; false if it has.
func HoldArchive(b *pgx.Batch, kept *bool, id uuid.UUID) {
	tenantdb.Scalar(b, kept, `with held as (select state from league.tenant_archives where id = $1 for update)
		select exists (select from held where state = 'ready')`, id)
}

// NoteArchiveSealed queues under which key a part of an archive is encrypted, the first being 0.
func NoteArchiveSealed(b *pgx.Batch, id uuid.UUID, part int, under string) {
	tenantdb.Exec(b, `update league.tenant_archives set sealed_under[$2] = $3 where id = $1`, id, part+1, under)
}
