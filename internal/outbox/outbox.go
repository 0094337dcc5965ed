// Package outbox does the work outside the database that follows from a decision inside: mails now, webhooks and
// notices later.
//
// A [Job] is inserted in the transaction of the fact ([Outbox.Insert]), so there is one if and only if the fact was
// committed; a rollback leaves none. It holds ids only and nothing secret or personal: its worker reads the data when
// it runs, and finds out by then that an invitation was withdrawn or an account suspended.
//
// A job is done at least once. Workers are therefore idempotent as far as possible: a repeat sends the same message
// id, for example, and work that only writes to the database is done once ([HandleOnce]). The same job twice in
// waiting is one, and one that is left while the same is under way is done after it. A job that fails is tried again after growing pauses for half a day ([Giveup] ends that early); one
// whose process died is taken up by another after two minutes.
//
// The queue is River's, in the schema jobs. Workers are woken by a notification that comes with the commit, and also
// poll, twice a second by default.
package outbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tracing"
)

// Job is something to be done: a struct with JSON tags that names its kind. Kinds
// and fields stay readable for as long as old jobs may wait.
type Job interface{ Kind() string }

// Long is a job whose tries may take longer than those of others. A job whose process was killed is tried again after
// that time.
type Long interface {
	Job
	// Takes bounds the time of one try.
	Takes() time.Duration
}

// The bounds on working jobs: numbers and times.
const (
	workers      = 4
	lookEvery    = 500 * time.Millisecond
	cooldown     = 20 * time.Millisecond
	jobTimeout   = 30 * time.Second
	rescueAfter  = 2 * time.Minute
	stopPatience = 5 * time.Second
	// attempts with pauses of n⁴ seconds between them: half a day.
	attempts = 12
	// keepDone is the time for which a finished job stays to be looked at.
	keepDone = time.Hour
)

// unfinished are the states in which the same job is not inserted again.
var unfinished = []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable,
	rivertype.JobStateRunning, rivertype.JobStateScheduled,
}

// once: the same job twice in waiting is one.
var once = river.UniqueOpts{ByArgs: true, ByState: unfinished}

// Handlers are the workers, by kind of job. Make them with [Handle].
type Handlers struct {
	workers *river.Workers
	kinds   []string
	rests   func(ctx context.Context, tenant uuid.UUID) (bool, error) // nil: none
	db      *tenantdb.DB                                              // of the outbox
}

// restFor is the time after which it is looked again whether the jobs of a tenant rest.
const restFor = time.Hour

// Rest suspends the jobs whose field "tenant" names a tenant for which rests returns true.
func (h *Handlers) Rest(rests func(ctx context.Context, tenant uuid.UUID) (bool, error)) {
	h.rests = rests
}

// waits is a [NotBefore] for the job of a tenant that rests.
func (h *Handlers) waits(ctx context.Context, args []byte) error {
	var of struct {
		Tenant uuid.UUID `json:"tenant"`
	}
	if h.rests == nil || json.Unmarshal(args, &of) != nil || of.Tenant == uuid.Nil {
		return nil
	}
	if rests, err := h.rests(ctx, of.Tenant); err != nil || !rests {
		return err
	}
	return NotBefore(restFor)
}

// worker works the jobs of a type.
type worker[J Job] struct {
	river.WorkerDefaults[J]
	work func(context.Context, *river.Job[J]) error
}

// Work does a job's work.
func (w worker[J]) Work(ctx context.Context, job *river.Job[J]) error { return w.work(ctx, job) }

// Timeout returns the time limit of a job that is [Long]; others have the queue's.
func (w worker[J]) Timeout(job *river.Job[J]) time.Duration {
	if long, is := any(job.Args).(Long); is {
		return long.Takes()
	}
	return w.WorkerDefaults.Timeout(job)
}

// add registers a worker.
func add[J Job](h *Handlers, work func(context.Context, *river.Job[J]) error) {
	river.AddWorker(h.workers, worker[J]{work: func(ctx context.Context, job *river.Job[J]) error {
		if err := h.waits(patient(ctx, job.Kind), job.EncodedArgs); err != nil {
			return err
		}
		if done, err := h.turn(patient(ctx, job.Kind), job.JobRow); done || err != nil {
			return err
		}
		return work(ctx, job)
	}})
	var job J
	h.kinds = append(h.kinds, job.Kind())
}

// NewHandlers is an empty set.
func NewHandlers() *Handlers { return &Handlers{workers: river.NewWorkers()} }

// Handle registers the worker for jobs of a type. It panics on a second worker for the kind.
// The id is the job's own, the same each time it is tried and no other's: letters,
// digits, dots and dashes. An error from work means that the job is tried again
// later, unless it is [Giveup]. The context ends after half a minute, or the time
// of a job that is [Long].
func Handle[J Job](h *Handlers, work func(ctx context.Context, id string, job J) error) {
	add(h, func(ctx context.Context, job *river.Job[J]) error {
		// The time keeps apart the jobs of databases that count from one.
		ctx = context.WithValue(ctx, lastTry{}, job.Attempt >= job.MaxAttempts)
		return work(patient(ctx, job.Kind), fmt.Sprintf("%s-%d-%d", job.Kind, job.ID, job.CreatedAt.UnixMicro()), job.Args)
	})
}

// patient is the context of a job's work: it may wait longer for the database than a
// request, and one kind that hangs leaves connections to the others.
func patient(ctx context.Context, kind string) context.Context {
	return tenantdb.For(tenantdb.Unhurried(ctx), "job "+kind)
}

// lastTry is the key of whether a job has no further try.
type lastTry struct{}

// LastTry reports whether a job, in the context of its work, will not be tried again if it fails.
func LastTry(ctx context.Context) bool {
	last, _ := ctx.Value(lastTry{}).(bool)
	return last
}

// errOvertaken: the try took so long that the job was given to another process.
var errOvertaken = errors.New("outbox: the job was taken up by another process")

// HandleOnce is [Handle] for work that only writes to the database: it calls done in the transaction in which it
// writes, which then is the end of the job as well. Its writes happen once, however often it is tried and wherever it
// is cut off.
func HandleOnce[J Job](h *Handlers, work func(ctx context.Context, job J, done func(tenantdb.Writer) error) error) {
	add(h, func(ctx context.Context, job *river.Job[J]) error {
		return work(patient(ctx, job.Kind), job.Args, func(tx tenantdb.Writer) error { return finish(tx, job) })
	})
}

func finish[J Job](tx tenantdb.Writer, job *river.Job[J]) error {
	pg, err := tx.Pgx()
	if err != nil {
		return err
	}
	ended, err := river.JobCompleteTx[*riverpgxv5.Driver](tx.Context(), pg, job)
	if err != nil {
		return fmt.Errorf("outbox: finish %s: %w", job.Kind, tenantdb.Translate(err))
	}
	// River leaves a job alone that does not run, and ends a later try's as if it were ours.
	if ended.State != rivertype.JobStateCompleted || ended.Attempt != job.Attempt {
		return errOvertaken
	}
	return nil
}

// Giveup is err as the end of a job: trying again is of no use.
func Giveup(err error) error { return river.JobCancel(err) }

// NotBefore is the end of a job's turn that came too early: it has another one after
// that time. It may come too early again.
func NotBefore(wait time.Duration) error { return river.JobSnooze(wait) }

// isEarly reports whether err is or holds a [NotBefore].
func isEarly(err error) bool {
	var snooze *river.JobSnoozeError
	return errors.As(err, &snooze)
}

// GivenUp reports whether err is or holds a [Giveup].
func GivenUp(err error) bool {
	var cancel *river.JobCancelError
	return errors.As(err, &cancel)
}

// Outbox inserts jobs and, once started, works them.
type Outbox struct {
	insert func(tenantdb.Writer, Job, time.Time) error
	again  func(tenantdb.Writer, int64) (string, error)
	client interface {
		Start(context.Context) error
		Stop(context.Context) error
		PeriodicJobs() *river.PeriodicJobBundle
	}
	db       *tenantdb.DB
	handlers *Handlers
	ends     *ends
}

// New makes the outbox of a database. Every kind that is inserted needs a worker. Look is the interval at which jobs
// without a notification are looked for; zero means half a second. A shorter one suits a database that delivers no
// notifications: each look is a query, and each job waits for half an interval.
func New(db *tenantdb.DB, log *slog.Logger, h *Handlers, look time.Duration) (*Outbox, error) {
	ends := &ends{}
	h.db = db
	client, err := river.NewClient(riverpgxv5.New(db.Pool()), &river.Config{
		Schema:                      tenantdb.JobSchema,
		Logger:                      slog.New(lenient{log.Handler()}),
		Workers:                     h.workers,
		Middleware:                  []rivertype.Middleware{ends},
		Queues:                      map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: workers}},
		FetchPollInterval:           cmp.Or(look, lookEvery),
		FetchCooldown:               cooldown,
		JobTimeout:                  jobTimeout,
		RescueStuckJobsAfter:        rescueAfter,
		SoftStopTimeout:             stopPatience,
		MaxAttempts:                 attempts,
		CompletedJobRetentionPeriod: keepDone,
		CancelledJobRetentionPeriod: keepDone,
		ReindexerIndexNames:         []string{}, // indexes belong to the owner role
	})
	if err != nil {
		return nil, fmt.Errorf("outbox: %w", err)
	}
	insert := func(tx tenantdb.Writer, job Job, at time.Time) error {
		pg, err := tx.Pgx()
		if err != nil {
			return err
		}
		insert := func(opts *river.InsertOpts) (*rivertype.JobInsertResult, error) {
			done, err := client.InsertTx(tx.Context(), pg, job, opts)
			if err != nil {
				return nil, fmt.Errorf("outbox: insert %s: %w", job.Kind(), tenantdb.Translate(err))
			}
			return done, nil
		}
		opts := river.InsertOpts{ScheduledAt: at, UniqueOpts: once, Metadata: tracing.OriginOf(tx.Context())}
		done, err := insert(&opts)
		if err != nil || !done.UniqueSkippedAsDuplicate || done.Job.State != rivertype.JobStateRunning {
			return err
		}
		return follow(tx, job, insert, opts)
	}
	again := func(tx tenantdb.Writer, id int64) (string, error) {
		pg, err := tx.Pgx()
		if err != nil {
			return "", err
		}
		job, err := client.JobRetryTx(tx.Context(), pg, id)
		if errors.Is(err, river.ErrNotFound) {
			return "", tenantdb.ErrNotFound
		}
		if err != nil {
			return "", fmt.Errorf("outbox: try again: %w", tenantdb.Translate(err))
		}
		return job.Kind, nil
	}
	return &Outbox{insert: insert, again: again, client: client, db: db, handlers: h, ends: ends}, nil
}

// Insert leaves a job with the transaction. The same job still waiting is one. One that is under way may have read what the transaction
// changes: another one is done after it.
func (o *Outbox) Insert(tx tenantdb.Writer, job Job) error { return o.insert(tx, job, time.Time{}) }

// InsertAt is [Outbox.Insert] of a job that is not worked before a time.
func (o *Outbox) InsertAt(tx tenantdb.Writer, job Job, at time.Time) error {
	return o.insert(tx, job, at)
}

// Again has a job tried again now that has failed, with a further try where it has had all, and returns its kind. The
// error is [tenantdb.ErrNotFound] where there is no such job.
func (o *Outbox) Again(tx tenantdb.Writer, id int64) (kind string, err error) { return o.again(tx, id) }

// Every has a job inserted after each pause, for as long as the outbox is started, by one
// of the processes that share the database.
func (o *Outbox) Every(pause time.Duration, job Job) {
	o.client.PeriodicJobs().Add(river.NewPeriodicJob(river.PeriodicInterval(pause), func() (river.JobArgs, *river.InsertOpts) {
		return job, &river.InsertOpts{UniqueOpts: once}
	}, nil))
}

// Start begins to work jobs, until [Outbox.Stop].
func (o *Outbox) Start(ctx context.Context) error {
	if err := o.client.Start(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("outbox: start: %w", err)
	}
	return nil
}

// Stop takes up no more jobs and waits for those under way, at most until the
// context ends. Jobs that do not finish within some seconds are cut off and done
// again later. It may be called without Start, and twice.
func (o *Outbox) Stop(ctx context.Context) error {
	if err := o.client.Stop(ctx); err != nil && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("outbox: stop: %w", err)
	}
	return nil
}
