package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
)

// States of a copy of a person's data.
const (
	ExportWaiting = "waiting"
	ExportReady   = "ready"
	ExportFailed  = "failed"
	ExportExpired = "expired"
)

// DataExport is a copy of all data about a person, which a job makes.
type DataExport struct {
	ID         uuid.UUID
	AccountID  uuid.UUID
	State      string
	Done       int // steps of Total
	Total      int
	Bytes      int64
	AskedAt    time.Time
	FinishedAt *time.Time
	ExpiresAt  time.Time
}

const exportColumns = `id, account_id, state, done, total, bytes, asked_at, finished_at, expires_at`

// AskDataExport queues an account's request for a copy; out is the waiting copy, which may have been requested
// before.
func AskDataExport(b *pgx.Batch, out *DataExport, x DataExport) {
	b.Queue(`insert into platform.data_exports (id, account_id, state, asked_at, expires_at) values ($1, $2, 'waiting', $3, $4)
		on conflict (account_id) where state = 'waiting' do nothing`, x.ID, x.AccountID, x.AskedAt, x.ExpiresAt)
	tenantdb.One(b, out, `select `+exportColumns+` from platform.data_exports where account_id = $1 and state = 'waiting'`, x.AccountID)
}

// LoadDataExports queues the copies of an account, the latest first.
func LoadDataExports(b *pgx.Batch, out *[]DataExport, account uuid.UUID, limit int) {
	tenantdb.Many(b, out, `select `+exportColumns+` from platform.data_exports where account_id = $1 order by id desc limit $2`, account, limit)
}

// LoadDataExport queues a copy of an account; out stays nil without it.
func LoadDataExport(b *pgx.Batch, out **DataExport, id, account uuid.UUID) {
	tenantdb.Maybe(b, out, `select `+exportColumns+` from platform.data_exports where id = $1 and account_id = $2`, id, account)
}

// LoadAskedExport queues a copy by its id alone, for the job that makes it.
func LoadAskedExport(b *pgx.Batch, out **DataExport, id uuid.UUID) {
	tenantdb.Maybe(b, out, `select `+exportColumns+` from platform.data_exports where id = $1`, id)
}

// StepDataExport queues how far a copy is that waits.
func StepDataExport(b *pgx.Batch, id uuid.UUID, done, total int) {
	b.Queue(`update platform.data_exports set done = $2, total = $3 where id = $1 and state = 'waiting'`, id, done, total)
}

// EndDataExport queues the outcome of a waiting copy, and the key under which its file is encrypted. It returns
// [tenantdb.ErrNotFound] for a copy that waits no more.
func EndDataExport(b *pgx.Batch, x DataExport, sealedUnder string) {
	tenantdb.Exec(b, `update platform.data_exports set state = $2, done = $3, total = $4, bytes = $5, finished_at = $6, expires_at = $7, sealed_under = $8
		where id = $1 and state = 'waiting'`, x.ID, x.State, x.Done, x.Total, x.Bytes, x.FinishedAt, x.ExpiresAt, sealedUnder)
}

// LoadDueExports queues copies whose time is over and whose files may still be there.
func LoadDueExports(b *pgx.Batch, out *[]DataExport, now time.Time, limit int) {
	tenantdb.Many(b, out, `select `+exportColumns+` from platform.data_exports where state <> 'expired' and expires_at <= $1 order by expires_at limit $2`, now, limit)
}

// ExpireDataExport queues that the file of a copy was deleted.
func ExpireDataExport(b *pgx.Batch, id uuid.UUID) {
	b.Queue(`update platform.data_exports set state = 'expired' where id = $1`, id)
}

// DropDataExports queues that the copies of an account are due to go.
func DropDataExports(b *pgx.Batch, account uuid.UUID, now time.Time) {
	b.Queue(`update platform.data_exports set expires_at = least(expires_at, $2) where account_id = $1 and state <> 'expired'`, account, now)
}

// ForgetAccount queues that a tenant no longer shows a deleted account: on the staff of events it has the
// neutral name, its requests are withdrawn and its calendar ends.
func ForgetAccount(b *pgx.Batch, account uuid.UUID, name string, now time.Time) {
	b.Queue(`update league.events set revision = revision + 1 where id in (select event_id from league.event_staff where account_id = $1 and name <> $2)`, account, name)
	b.Queue(`update league.event_staff set name = $2 where account_id = $1`, account, name)
	b.Queue(`update league.player_requests set words = '', name = '', decided_at = coalesce(decided_at, $2), outcome = coalesce(outcome, 'withdrawn') where account_id = $1`, account, now)
	b.Queue(`update league.calendar_links set ended_at = $2 where account_id = $1 and ended_at is null`, account, now)
}

// PartAccount queues that an account has no record in a tenant any more.
func PartAccount(b *pgx.Batch, account uuid.UUID) {
	b.Queue(`update league.players set account_id = null, version = version + 1 where account_id = $1`, account)
	b.Queue(`delete from league.player_accounts where account_id = $1`, account)
}

// LoadReadyDataExports queues the copies whose file is kept still.
func LoadReadyDataExports(b *pgx.Batch, out *[]DataExport, now time.Time) {
	tenantdb.Many(b, out, `select `+exportColumns+` from platform.data_exports where state = 'ready' and expires_at > $1 order by id`, now)
}
