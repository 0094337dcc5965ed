package tenantdb

import (
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// A Prelude queues statements that travel before a door's first ones, and may
// check their answers: an error from a queued callback is the door's error.
// Nil queues nothing.
type Prelude func(*Opening)

// ErrAskAgain is returned by a callback of a prelude that needs to be called once more, with everything sent again,
// because its first queries were not enough. No result of the caller's own statements was handed out before.
var ErrAskAgain = errors.New("tenantdb: the prelude asks again")

// Opening travels before a door's first statements.
type Opening struct {
	*pgx.Batch
	columns string
	args    []any
	answer  func(pgx.Row) error
}

// Beside adds columns to the very statement that sets the tenant or person, evaluated after it is set: an extra
// column costs less than an extra statement. Their parameters are $2 and the following.
func (o *Opening) Beside(columns string, answer func(row pgx.Row) error, args ...any) {
	o.columns, o.answer, o.args = columns, answer, args
}

// open queues the statement that sets the tenant or person, and the statements of the prelude before any other.
func (s setting) open(b *pgx.Batch, prelude Prelude) {
	if prelude == nil {
		s.queue(b)
		return
	}
	o := Opening{Batch: &pgx.Batch{}}
	prelude(&o)
	if o.columns == "" {
		s.queue(b)
	} else {
		s.queueBeside(b, o)
	}
	b.QueuedQueries = append(b.QueuedQueries, o.QueuedQueries...)
}

// queueBeside sets the tenant and reads columns. PostgreSQL computes the columns of a
// row from the left, and a query in one of them when its turn comes; before the tenant
// is set it would see no row of any.
func (s setting) queueBeside(b *pgx.Batch, o Opening) {
	tenant := ""
	if s.tenant != uuid.Nil {
		tenant = s.tenant.String()
	}
	b.Queue("select set_config('app.tenant_id', $1, true), "+o.columns, append([]any{tenant}, o.args...)...).QueryRow(func(row pgx.Row) error { return o.answer(behind{row}) })
}

// behind is a row without its first column.
type behind struct{ row pgx.Row }

// Scan reads the other columns.
func (b behind) Scan(into ...any) error { return b.row.Scan(append([]any{nil}, into...)...) }
