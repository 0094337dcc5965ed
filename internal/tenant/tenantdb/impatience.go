package tenantdb

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// answerWithin is the time within which the database answers a statement of the job queue. It ends
// statements itself before; one that has not answered by then stands still, or nothing comes from it.
const answerWithin = unhurriedStatements + 5*time.Second

// impatient gives each statement without a deadline one, after which its connection is closed. The job
// queue asks for jobs without any (river's producer): of a database that stands still and never goes on, as a
// node does that another has taken the place of, it would wait for an answer for ever and work nothing more.
type impatient struct{ within time.Duration }

type endKey struct{}

// TraceQueryStart is called before a statement is sent.
func (i impatient) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	if _, has := ctx.Deadline(); has {
		return ctx
	}
	ctx, end := context.WithTimeout(ctx, i.within)
	return context.WithValue(ctx, endKey{}, end)
}

// TraceQueryEnd is called when all of the answer is there.
func (impatient) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) {
	if end, is := ctx.Value(endKey{}).(context.CancelFunc); is {
		end()
	}
}
