package leaguedb

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"referto/internal/tenant/tenantdb"
)

// For how long things are kept.
const (
	// KeepImports is for how long the file of an import, and the names that were found in it, are
	// kept after it was checked or stored last.
	KeepImports = 30 * 24 * time.Hour
	// KeepAccesses is for how long it is kept who has read private data.
	KeepAccesses = 2 * 365 * 24 * time.Hour
)

// ForgetImports empties imports of before a moment: their files and the people in them. One that
// waited to be stored is faulty from then on. It returns how many there were.
func ForgetImports(ctx context.Context, db *tenantdb.DB, before time.Time) (gone int64, err error) {
	return everywhere(ctx, db, `update league.imports set file = null, people = '[]', faults = '[]', decided = '{}',
			state = case when state = 'stored' then state else 'faulty' end, finished_at = coalesce(finished_at, created_at)
		where coalesce(finished_at, created_at) < $1 and (file is not null or people <> '[]' or faults <> '[]' or decided <> '{}')`, before)
}

// ForgetHistories empties tables of the past of before a moment: their files and what is shown of
// them. One that waited to be stored is faulty from then on, one whose work was stopped can be undone
// and does not go on. It returns how many there were.
func ForgetHistories(ctx context.Context, db *tenantdb.DB, before time.Time) (gone int64, err error) {
	return everywhere(ctx, db, `update league.histories set file = null, sample = '[]', faults = '[]', questions = '[]', differences = '[]',
			state = case when state in ('received', 'checking', 'questions', 'clean') then 'faulty' else state end, finished_at = coalesce(finished_at, created_at)
		where coalesce(finished_at, created_at) < $1 and state not in ('storing', 'undoing')
			and (file is not null or sample <> '[]' or faults <> '[]' or questions <> '[]' or differences <> '[]')`, before)
}

// ForgetAccesses deletes who had read private data before a moment, and returns how many lines
// there were.
func ForgetAccesses(ctx context.Context, db *tenantdb.DB, before time.Time) (gone int64, err error) {
	return everywhere(ctx, db, `delete from league.data_accesses where at < $1`, before)
}

// everywhere runs a statement in every tenant and returns how many rows it took.
func everywhere(ctx context.Context, db *tenantdb.DB, statement string, args ...any) (rows int64, err error) {
	err = tenantdb.Everywhere(ctx, db, func(tx tenantdb.Tx) error {
		tx.Defer(func(b *tenantdb.Batch) {
			b.Queue(statement, args...).Exec(func(tag pgconn.CommandTag) error {
				rows += tag.RowsAffected()
				return nil
			})
		})
		return nil
	})
	return rows, err
}
