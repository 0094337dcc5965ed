package registrydb

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

// open is the condition of the one deletion of a tenant that is under way.
const open = `d.withdrawn_at is null and d.done_at is null`

const deletionColumns = `d.id, d.slug, d.name, d.reason, d.counts, d.asked_by, coalesce((select a.name from platform.accounts a where a.id = d.asked_by), '') as asker, d.asked_at,
	d.closed_at, d.due_at, d.begun_at, array(select distinct g.account_id from league.grants g join platform.accounts a on a.id = g.account_id
		where g.role = 'championship-manager' and g.scope = 'tenant' and g.revoked_at is null and g.valid_from <= $1 and (g.valid_until is null or g.valid_until > $1)
			and a.suspended_at is null) as managers`

// Deletion is the deletion of the door's tenant that is under way at a moment; nil for none.
func Deletion(door tenantdb.Door, now time.Time) (d *tenant.Deletion, err error) {
	return deletion(door, "", now)
}

// LockedDeletion is [Deletion], kept from other changes until the end of the transaction.
func LockedDeletion(tx tenantdb.Tx, now time.Time) (*tenant.Deletion, error) {
	return deletion(tx, " for update of d", now)
}

func deletion(door tenantdb.Door, lock string, now time.Time) (d *tenant.Deletion, err error) {
	b := &pgx.Batch{}
	tenantdb.Maybe(b, &d, `select `+deletionColumns+` from platform.tenant_deletions d where d.tenant = platform.current_tenant() and `+open+lock, now)
	return d, door.Send(b)
}

// CountDeletion counts the rows that would be deleted with the door's tenant.
func CountDeletion(door tenantdb.Door) (n tenant.DeletionCounts, err error) {
	b := &pgx.Batch{}
	tenantdb.One(b, &n, `select (select count(*) from league.events) as events, (select count(*) from league.seasons) as seasons, (select count(*) from league.rankings) as rankings,
		(select count(*) from league.players) as players, (select count(*) from league.photos) as photos,
		(select count(*) from (select account_id from league.grants where tenant_id = platform.current_tenant() and revoked_at is null
			union select account_id from league.player_accounts where tenant_id = platform.current_tenant()) a) as accounts`)
	return n, door.Send(b)
}

// AskDeletion stores the request to delete the transaction's tenant. It marks a lapsed request as withdrawn.
func AskDeletion(tx tenantdb.Tx, t tenant.Tenant, d tenant.Deletion) error {
	b := &pgx.Batch{}
	b.Queue(`update platform.tenant_deletions d set withdrawn_at = $1, withdrawn_by = $2 where d.tenant = platform.current_tenant() and d.closed_at is null and `+open, d.AskedAt, d.AskedBy)
	tenantdb.Exec(b, `insert into platform.tenant_deletions (id, tenant, slug, name, kind, reason, counts, asked_by, asked_at)
		values ($1, platform.current_tenant(), $2, $3, $4, $5, $6, $7, $8)`, d.ID, t.Slug, t.Name, string(t.Kind), d.Reason, d.Counts, d.AskedBy, d.AskedAt)
	return tx.Send(b)
}

// CloseTenant stores that an account has confirmed a deletion.
func CloseTenant(tx tenantdb.Tx, d tenant.Deletion, by uuid.UUID) error {
	b := &pgx.Batch{}
	tenantdb.Exec(b, `update platform.tenant_deletions set closed_by = $2, closed_at = $3, due_at = $4 where id = $1 and closed_at is null`, d.ID, by, d.ClosedAt, d.DueAt)
	return tx.Send(b)
}

// WithdrawDeletion stores that an account has taken a deletion back.
func WithdrawDeletion(tx tenantdb.Tx, id, by uuid.UUID, now time.Time) error {
	b := &pgx.Batch{}
	tenantdb.Exec(b, `update platform.tenant_deletions set withdrawn_by = $2, withdrawn_at = $3 where id = $1 and withdrawn_at is null and begun_at is null`, id, by, now)
	return tx.Send(b)
}

// RaiseAll raises the revision of everything in the transaction's tenant that has public pages, so that cached pages
// of an earlier state are not shown any more.
func RaiseAll(tx tenantdb.Tx) error {
	var raised []struct {
		ID       uuid.UUID
		Revision int64
	}
	b := &pgx.Batch{}
	tenantdb.Many(b, &raised, `with events as (update league.events set revision = revision + 1 returning id, revision),
		seasons as (update league.seasons set revision = revision + 1 returning id, revision),
		series as (update league.series set revision = revision + 1 returning id, revision),
		rankings as (update league.rankings set revision = revision + 1 returning id, revision)
		select * from events union all select * from seasons union all select * from series union all select * from rankings`)
	if err := tx.Send(b); err != nil {
		return err
	}
	for i := range raised {
		tx.Publish(raised[i].ID, &raised[i].Revision)
	}
	return nil
}

// DueDeletions retrieves the ids of the deletions whose days of grace are over and that are not done.
func DueDeletions(tx tenantdb.GlobalTx, now time.Time) (ids []uuid.UUID, err error) {
	b := &pgx.Batch{}
	tenantdb.Scalar(b, &ids, `select coalesce(array_agg(d.id), '{}') from platform.tenant_deletions d where d.due_at <= $1 and `+open, now)
	return ids, tx.Send(b)
}

// DeletionDue is the moment from which on a deletion is done; nil where it was taken back or is done.
func DeletionDue(ctx context.Context, db *tenantdb.DB, id uuid.UUID) (due *time.Time, err error) {
	var found *struct{ DueAt *time.Time }
	err = tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
		b := &pgx.Batch{}
		tenantdb.Maybe(b, &found, `select d.due_at from platform.tenant_deletions d where d.id = $1 and `+open, id)
		return tx.Send(b)
	})
	if err != nil || found == nil {
		return nil, err
	}
	return found.DueAt, nil
}

// BeginDeletion begins a deletion that is due, if it has not begun yet, and returns the tenant; [uuid.Nil] for one that
// was taken back, is done or is not due. From then on it cannot be taken back.
func BeginDeletion(ctx context.Context, db *tenantdb.DB, id uuid.UUID, now time.Time) (of uuid.UUID, err error) {
	var found *struct{ Tenant uuid.UUID }
	err = tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
		b := &pgx.Batch{}
		tenantdb.Maybe(b, &found, `select d.tenant from platform.tenant_deletions d where d.id = $1 and d.due_at <= $2 and `+open, id, now)
		return tx.Send(b)
	})
	if err != nil || found == nil {
		return uuid.Nil, err
	}
	err = tenantdb.In(ctx, db, found.Tenant, nil, func(tx tenantdb.Tx) error {
		d, err := LockedDeletion(tx, now)
		if err != nil || d == nil || d.ID != id {
			return err
		}
		of = found.Tenant
		if d.BegunAt != nil {
			return nil
		}
		b := &pgx.Batch{}
		tenantdb.Exec(b, `update platform.tenant_deletions set begun_at = $2, managers = $3 where id = $1`, id, now, d.Managers)
		return tx.Send(b)
	})
	return of, err
}

// CountDeletedFiles adds files that were deleted to a deletion.
func CountDeletedFiles(ctx context.Context, db *tenantdb.DB, id uuid.UUID, n int) error {
	return tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
		b := &pgx.Batch{}
		tenantdb.Exec(b, `update platform.tenant_deletions set file_count = file_count + $2 where id = $1`, id, n)
		return tx.Send(b)
	})
}

// EndDeletion stores that everything is deleted, and returns the accounts that managed the tenant. It clears the
// managers and the reason from the row, and deletes jobs and remembered answers that name the tenant.
func EndDeletion(tx tenantdb.Tx, id uuid.UUID, now time.Time) (managers []uuid.UUID, err error) {
	of := tx.Tenant().String()
	b := &pgx.Batch{}
	tenantdb.Scalar(b, &managers, `select managers from platform.tenant_deletions where id = $1`, id)
	tenantdb.Exec(b, `update platform.tenant_deletions set done_at = $2, managers = '{}', reason = '' where id = $1 and done_at is null`, id, now)
	b.Queue(`delete from jobs.river_job where state <> 'running' and args::text like '%' || $1 || '%'`, of)
	b.Queue(`delete from platform.idempotency where position(convert_to($1, 'UTF8') in body) > 0`, of)
	return managers, tx.Send(b)
}

// DeletedTenant is the name of a tenant that was deleted, and when that was done.
func DeletedTenant(tx tenantdb.GlobalTx, id uuid.UUID) (name string, at time.Time, err error) {
	var found struct {
		Name   string
		DoneAt time.Time
	}
	b := &pgx.Batch{}
	tenantdb.One(b, &found, `select name, done_at from platform.tenant_deletions where id = $1 and done_at is not null`, id)
	err = tx.Send(b)
	return found.Name, found.DoneAt, err
}

// DeletedTenants are the tenants that were deleted, with when that was done.
func DeletedTenants(tx tenantdb.GlobalTx) (map[uuid.UUID]time.Time, error) {
	var found []struct {
		Tenant uuid.UUID
		DoneAt time.Time
	}
	b := &pgx.Batch{}
	tenantdb.Many(b, &found, `select tenant, done_at from platform.tenant_deletions where done_at is not null`)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	deleted := make(map[uuid.UUID]time.Time, len(found))
	for _, d := range found {
		deleted[d.Tenant] = d.DoneAt
	}
	return deleted, nil
}
