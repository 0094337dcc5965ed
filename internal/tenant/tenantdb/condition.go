package tenantdb

import (
	"context"
	"time"
)

// Condition describes the state of the database, as the database reports it, for operators.
type Condition struct {
	// Ahead is the time by which this machine's clock is ahead of the database's clock, exact to some milliseconds.
	Ahead time.Duration
	// ArchiveFails reports that the last thing that was to be archived could not be: backups end there.
	ArchiveFails bool
}

// AskCondition asks the database for it; now is this machine's clock.
func AskCondition(ctx context.Context, db *DB, now func() time.Time) (c Condition, err error) {
	var row struct {
		Clock        time.Time
		ArchiveFails bool
	}
	asked := now()
	err = Global(ctx, db, nil, func(tx GlobalTx) error {
		asked = now()
		b := &Batch{}
		One(b, &row, `select clock_timestamp() as clock, current_setting('archive_mode') <> 'off' and coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as archive_fails from pg_stat_archiver`)
		return tx.Send(b)
	})
	c.ArchiveFails = row.ArchiveFails
	c.Ahead = asked.Add(now().Sub(asked) / 2).Sub(row.Clock) // it was read in the middle of the question
	return c, err
}
