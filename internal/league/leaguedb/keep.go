package leaguedb

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"referto/internal/tenant/tenantdb"
)

// For how long things are kept.
const (
	// KeepImports is the time for which the file of an import, and the names found in it, are kept after it was
	// last checked or stored.
	KeepImports = 30 * 24 * time.Hour
	// KeepAccesses is the time for which accesses to private data are kept.
	KeepAccesses = 2 * 365 * 24 * time.Hour
)

// ForgetImports empties imports from before a moment: their files and the people in them. An import that waited
// to be stored is faulty from then on. It returns their number.
func ForgetImports(ctx context.Context, db *tenantdb.DB, before time.Time) (gone int64, err error) {
	return everywhere(ctx, db, `update league.imports set file = null, people = '[]', faults = '[]', decided = '{}',
			state = case when state = 'stored' then state else 'faulty' end, finished_at = coalesce(finished_at, created_at)
		where coalesce(finished_at, created_at) < $1 and (file is not null or people <> '[]' or faults <> '[]' or decided <> '{}')`, before)
}

// ForgetHistories empties tables of the past from before a moment: their files and the excerpts shown of them.
// A table that waited to be stored is faulty from then on; one whose work was stopped can be undone, but not
// continued. It returns the number of emptied tables.
func ForgetHistories(ctx context.Context, db *tenantdb.DB, before time.Time) (gone int64, err error) {
	return everywhere(ctx, db, `update league.histories set file = null, sample = '[]', faults = '[]', questions = '[]', differences = '[]',
			state = case when state in ('received', 'checking', 'questions', 'clean') then 'faulty' else state end, finished_at = coalesce(finished_at, created_at)
		where coalesce(finished_at, created_at) < $1 and state not in ('storing', 'undoing')
			and (file is not null or sample <> '[]' or faults <> '[]' or questions <> '[]' or differences <> '[]')`, before)
}

// ForgetAccesses deletes the accesses to private data before a moment, and returns the number of deleted lines.
func ForgetAccesses(ctx context.Context, db *tenantdb.DB, before time.Time) (gone int64, err error) {
	return everywhere(ctx, db, `delete from league.data_accesses where at < $1`, before)
}

// everywhere runs a statement in every tenant and returns the number of changed rows.
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
