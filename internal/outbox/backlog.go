package outbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"go.opentelemetry.io/otel/trace"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tracing"
)

// Outcome names the end of a try of a job.
type Outcome string

// The outcomes.
const (
	Done    Outcome = "done"
	Failed  Outcome = "failed"   // it is tried again later
	Dropped Outcome = "given-up" // by a [Giveup]: another try would be of no use
	Dead    Outcome = "dead"     // it failed, and has no further try
)

// Outcomes are all of them.
func Outcomes() []Outcome { return []Outcome{Done, Failed, Dropped, Dead} }

// Trace has the tries of jobs traced, each linked to the request in which it was left. It is set before
// [Outbox.Start].
func (o *Outbox) Trace(tracer trace.Tracer) { o.ends.tracer = tracer }

// OnEnd has fn called with the end of each try of a job in this process. It is set before [Outbox.Start].
// A job that came too early ([NotBefore]) has not been tried.
func (o *Outbox) OnEnd(fn func(kind string, how Outcome)) { o.ends.tell = fn }

// Kinds are the kinds of jobs for which there is a worker, sorted.
func (o *Outbox) Kinds() []string { return slices.Sorted(slices.Values(o.handlers.kinds)) }

// Backlog counts the jobs of one kind that are not done.
type Backlog struct {
	Kind string
	// Due are the jobs that should have been done by now, or are being done.
	Due int
	// Oldest is the time for which the oldest of those has been due, since its first try at the latest.
	Oldest time.Duration
	// Dead is the number of jobs of the last week that failed at their last try.
	Dead int
}

// Backlog reads the unfinished jobs, by kind; kinds without any are left out.
func (o *Outbox) Backlog(ctx context.Context) (list []Backlog, err error) {
	err = tenantdb.Global(ctx, o.db, nil, func(tx tenantdb.GlobalTx) error {
		list, err = BacklogBy(tx)
		return err
	})
	return list, err
}

// BacklogBy is [Outbox.Backlog] through a door.
func BacklogBy(door tenantdb.Door) ([]Backlog, error) {
	var found []struct {
		Kind      string
		Due, Dead int
		Seconds   float64
	}
	b := &tenantdb.Batch{}
	// A job that is tried again is due later and later: it has been since its first fault.
	tenantdb.Many(b, &found, `
		select kind, count(*) filter (where state <> 'discarded') as due, count(*) filter (where state = 'discarded') as dead,
			coalesce(extract(epoch from now() - min(least(scheduled_at, (errors[1]->>'at')::timestamptz)) filter (where state <> 'discarded')), 0)::float8 as seconds
		from `+tenantdb.JobSchema+`.river_job
		where state in ('available', 'running', 'retryable', 'discarded')
		group by kind order by kind`)
	if err := door.Send(b); err != nil {
		return nil, fmt.Errorf("outbox: backlog: %w", err)
	}
	out := make([]Backlog, len(found))
	for i, f := range found {
		out[i] = Backlog{Kind: f.Kind, Due: f.Due, Oldest: max(0, time.Duration(f.Seconds*float64(time.Second))), Dead: f.Dead}
	}
	return out, nil
}

// ends reports the end of each try, and traces it.
type ends struct {
	river.MiddlewareDefaults
	tell   func(kind string, how Outcome)
	tracer trace.Tracer // nil: none
}

// Work does a job's work and reports its outcome. A panic, which the library recovers from further out, is a fault
// like others.
func (e *ends) Work(ctx context.Context, job *rivertype.JobRow, work func(context.Context) error) error {
	how, tried := Failed, true
	if job.Attempt >= job.MaxAttempts {
		how = Dead
	}
	if e.tell != nil {
		defer func() {
			if tried {
				e.tell(job.Kind, how)
			}
		}()
	}
	err := e.traced(ctx, job, work)
	switch {
	case err == nil:
		how = Done
	case GivenUp(err):
		how = Dropped
	case isEarly(err):
		tried = false
	}
	return err
}

// traced does a job's work in a span of its own, where that is traced.
func (e *ends) traced(ctx context.Context, job *rivertype.JobRow, work func(context.Context) error) (err error) {
	if e.tracer == nil {
		return work(ctx)
	}
	ctx, span := tracing.StartJob(ctx, e.tracer, job.Kind, job.ID, job.Attempt, job.Metadata)
	err = errPanicked // unless the work returns
	defer func() { tracing.End(span, err) }()
	return work(ctx)
}

// errPanicked ends the span of work that has not returned.
var errPanicked = errors.New("outbox: panic")

// FailedJob is a job that has failed at its last try.
type FailedJob struct {
	ID     int64
	Kind   string
	Dead   bool // it is not tried again by itself
	Tries  int
	At     time.Time
	Error  string // its beginning
	Tenant uuid.NullUUID
}

// FailedJobs are the jobs that have failed and are not done since, the latest first, limit at most.
func FailedJobs(door tenantdb.Door, limit int) (list []FailedJob, err error) {
	b := &tenantdb.Batch{}
	tenantdb.Many(b, &list, `select id, kind, state = 'discarded' as dead, attempt::int as tries, coalesce(attempted_at, created_at) as at,
			left(coalesce(errors[array_upper(errors, 1)]->>'error', ''), 300) as error,
			case when args->>'tenant' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (args->>'tenant')::uuid end as tenant
		from `+tenantdb.JobSchema+`.river_job where state in ('retryable', 'discarded') order by at desc, id desc limit $1`, limit)
	return list, door.Send(b)
}
