package outbox_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/outbox"
	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

func TestMain(m *testing.M) { os.Exit(tenantdbtest.Run(m)) }

// notice is a job of the tests.
type notice struct {
	Text string `json:"text"`
}

func (notice) Kind() string { return "notice" }

// desk handles notices and records its work.
type desk struct {
	mu   sync.Mutex
	done []string // texts, in the order they were done
	ids  []string // of each try, failed ones too
	work func(ctx context.Context, text string) error
	news chan struct{}
}

func (d *desk) do(ctx context.Context, id string, job notice) error {
	err := d.work(ctx, job.Text)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ids = append(d.ids, id)
	if err == nil {
		d.done = append(d.done, job.Text)
	}
	select {
	case d.news <- struct{}{}:
	default:
	}
	return err
}

// wait waits until the desk has tried n times and returns its work.
func (d *desk) wait(t *testing.T, n int) []string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		d.mu.Lock()
		tries, done := len(d.ids), slices.Clone(d.done)
		d.mu.Unlock()
		if tries >= n {
			return done
		}
		select {
		case <-d.news:
		case <-ctx.Done():
			t.Fatalf("tried %d times, want %d", tries, n)
		}
	}
}

func newDesk() *desk {
	return &desk{news: make(chan struct{}, 1), work: func(context.Context, string) error { return nil }}
}

func open(t *testing.T, db *tenantdb.DB, d *desk) *outbox.Outbox {
	t.Helper()
	handlers := outbox.NewHandlers()
	outbox.Handle(handlers, d.do)
	return openWith(t, db, handlers)
}

func openWith(t *testing.T, db *tenantdb.DB, handlers *outbox.Handlers) *outbox.Outbox {
	t.Helper()
	box, err := outbox.New(db, slog.New(slog.DiscardHandler), handlers, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := box.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Errorf("stop: %v", err)
		}
	})
	return box
}

func start(t *testing.T, box *outbox.Outbox) {
	t.Helper()
	if err := box.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// put inserts jobs in one transaction that then commits or, for another error than
// nil, is rolled back.
func put(t *testing.T, db *tenantdb.DB, box *outbox.Outbox, end error, texts ...string) {
	t.Helper()
	err := tenantdb.Global(t.Context(), db, nil, func(tx tenantdb.GlobalTx) error {
		for _, text := range texts {
			if err := box.Insert(tx, notice{text}); err != nil {
				return err
			}
		}
		return end
	})
	if !errors.Is(err, end) {
		t.Fatalf("got %v, want %v", err, end)
	}
}

// T54: a job is there if and only if its transaction was committed.
func TestT54NothingLeavesForWhatWasRolledBack(t *testing.T) {
	t.Parallel()
	db, d := tenantdbtest.New(t), newDesk()
	box := open(t, db, d)
	start(t, box)
	put(t, db, box, errors.New("decided against it"), "ghost")
	put(t, db, box, nil, "committed")
	ours := tenant.Tenant{ID: uuid.New(), Slug: "ours", Name: "Ours", Kind: tenant.Club, Languages: []string{"en"}, CreatedAt: time.Now()}
	err := tenantdb.Global(t.Context(), db, nil, func(tx tenantdb.GlobalTx) error { return registrydb.AddTenant(tx, ours) })
	if err != nil {
		t.Fatal(err)
	}
	for text, end := range map[string]error{"of the tenant": nil, "ghost of the tenant": errors.New("decided against it")} {
		err := tenantdb.In(t.Context(), db, ours.ID, nil, func(tx tenantdb.Tx) error {
			return errors.Join(box.Insert(tx, notice{text}), end)
		})
		if !errors.Is(err, end) {
			t.Fatal(err)
		}
	}
	d.wait(t, 2)
	put(t, db, box, nil, "last") // whatever a ghost left would have been done before
	done := d.wait(t, 3)
	slices.Sort(done)
	if want := []string{"committed", "last", "of the tenant"}; !slices.Equal(done, want) {
		t.Errorf("done: %q, want %q", done, want)
	}
}

// T54: jobs committed before a crash are done by the next process.
func TestT54JobsOutliveTheProcess(t *testing.T) {
	t.Parallel()
	db, d := tenantdbtest.New(t), newDesk()
	put(t, db, open(t, db, d), nil, "left behind") // a server that never came to work
	start(t, open(t, db, d))
	if done := d.wait(t, 1); !slices.Equal(done, []string{"left behind"}) {
		t.Errorf("done: %q", done)
	}
}

// T54: a job whose process died at work is taken up by another after two minutes.
func TestT54JobsOfADeadProcessAreTakenUp(t *testing.T) {
	t.Parallel()
	base, d := tenantdbtest.Create(t), newDesk()
	db := tenantdbtest.Open(t, base)
	put(t, db, open(t, db, d), nil, "long ago", "just now")
	base.Alter(t, `update jobs.river_job set state = 'running', attempt = 1, attempted_by = '{dead}',
		attempted_at = now() - case when args->>'text' = 'long ago' then interval '125 seconds' else interval '100 seconds' end`)
	start(t, open(t, db, d))
	if done := d.wait(t, 1); !slices.Equal(done, []string{"long ago"}) {
		t.Errorf("done: %q", done)
	}
}

func TestTheSameJobWaitingIsOne(t *testing.T) {
	t.Parallel()
	base, d := tenantdbtest.Create(t), newDesk()
	db := tenantdbtest.Open(t, base)
	box := open(t, db, d)
	put(t, db, box, nil, "a", "b", "a")
	put(t, db, box, nil, "b")
	start(t, box)
	d.wait(t, 2)
	for base.Count(t, "select count(*) from jobs.river_job where state <> 'completed'") > 0 {
		time.Sleep(10 * time.Millisecond) // the queue notes it a moment after the desk has done it
	}
	put(t, db, box, nil, "a")
	done := d.wait(t, 3)
	slices.Sort(done)
	if !slices.Equal(done, []string{"a", "a", "b"}) {
		t.Errorf("done: %q", done)
	}
}

// A worker may have read what an act changes before the act is committed: the act's job is done after it.
func TestTheSameJobUnderWayIsDoneAgain(t *testing.T) {
	t.Parallel()
	base, d := tenantdbtest.Create(t), newDesk()
	db := tenantdbtest.Open(t, base)
	began, end := make(chan struct{}, 10), make(chan struct{})
	d.work = func(ctx context.Context, _ string) error {
		began <- struct{}{}
		select {
		case <-end:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	box := open(t, db, d)
	put(t, db, box, nil, "a")
	start(t, box)
	<-began
	put(t, db, box, nil, "a")
	for base.Count(t, "select count(*) from jobs.river_job where attempted_at is not null and state in ('available', 'scheduled')") == 0 { // the second has had its turn, and waits for the first
		time.Sleep(10 * time.Millisecond)
	}
	if len(began) > 0 {
		t.Error("the same job is done twice at once")
	}
	close(end)
	if done := d.wait(t, 2); len(done) != 2 {
		t.Errorf("done: %q", done)
	}
}

// Jobs that are put while the same one is under way, and none of them has begun, are one.
func TestTheSameJobUnderWayIsFollowedOnce(t *testing.T) {
	t.Parallel()
	base, d := tenantdbtest.Create(t), newDesk()
	db := tenantdbtest.Open(t, base)
	box := open(t, db, d)
	put(t, db, box, nil, "a")
	base.Alter(t, `update jobs.river_job set state = 'running', attempt = 1, attempted_by = '{elsewhere}', attempted_at = now()`)
	put(t, db, box, nil, "a", "a")
	put(t, db, box, nil, "a")
	if n := base.Count(t, "select count(*) from jobs.river_job"); n != 2 {
		t.Errorf("%d jobs: the one under way is followed by one", n)
	}
	base.Alter(t, `update jobs.river_job set state = 'running', attempt = 1, attempted_by = '{elsewhere}', attempted_at = now()`)
	put(t, db, box, nil, "a")
	put(t, db, box, nil, "a")
	if n := base.Count(t, "select count(*) from jobs.river_job"); n != 3 {
		t.Errorf("%d jobs: both under way are followed by one", n)
	}
}

// A job that was left after its follower, when the one before had ended, is done for both.
func TestAFollowerLeavesItToAnotherThatWaits(t *testing.T) {
	t.Parallel()
	base, d := tenantdbtest.Create(t), newDesk()
	db := tenantdbtest.Open(t, base)
	box := open(t, db, d)
	put(t, db, box, nil, "a")
	base.Alter(t, `update jobs.river_job set state = 'running', attempt = 1, attempted_by = '{elsewhere}', attempted_at = now()`)
	put(t, db, box, nil, "a") // the follower
	base.Alter(t, `update jobs.river_job set state = 'completed', finalized_at = now() where state = 'running'`)
	put(t, db, box, nil, "a")
	if n := base.Count(t, "select count(*) from jobs.river_job where state = 'available'"); n != 2 {
		t.Fatalf("%d jobs wait", n)
	}
	base.Alter(t, `update jobs.river_job set state = 'scheduled', scheduled_at = now() + interval '1 hour' where not 'following' = any(tags) and state = 'available'`)
	start(t, box)
	for base.Count(t, "select count(*) from jobs.river_job where 'following' = any(tags) and state = 'completed'") == 0 {
		time.Sleep(10 * time.Millisecond)
	}
	if done := d.wait(t, 0); len(done) > 0 {
		t.Errorf("done by the follower: %q", done)
	}
	base.Alter(t, `update jobs.river_job set state = 'available', scheduled_at = now() where state = 'scheduled'`)
	if done := d.wait(t, 1); len(done) != 1 {
		t.Errorf("done: %q", done)
	}
}

func TestFailuresAreTriedAgain(t *testing.T) {
	t.Parallel()
	db, d := tenantdbtest.New(t), newDesk()
	var tries sync.Map
	d.work = func(_ context.Context, text string) error {
		if _, again := tries.LoadOrStore(text, true); again {
			return nil
		}
		if text == "hopeless" {
			return outbox.Giveup(errors.New("refused for good"))
		}
		return errors.New("not today")
	}
	box := open(t, db, d)
	put(t, db, box, nil, "hopeless", "unlucky")
	start(t, box)
	done := d.wait(t, 3)
	if !slices.Equal(done, []string{"unlucky"}) {
		t.Errorf("done: %q", done)
	}
	slices.Sort(d.ids)
	if len(slices.Compact(slices.Clone(d.ids))) != 2 {
		t.Errorf("the ids of three tries at two jobs are %q", d.ids)
	}
}

// bundle is a job that leaves a notice.
type bundle struct {
	Text string `json:"text"`
}

func (bundle) Kind() string { return "bundle" }

// T54: the writes of a job are in the database once, wherever a process dies.
func TestT54WhatAJobLeavesIsThereOnce(t *testing.T) {
	t.Parallel()
	for name, cut := range map[string]struct {
		before, after func(base tenantdbtest.Database) error // the end of the first try's transaction
		tries         int
	}{
		"nothing happens":            {tries: 1},
		"it fails before the commit": {before: func(tenantdbtest.Database) error { return errors.New("cut off") }, tries: 2},
		"it dies after the commit":   {after: func(tenantdbtest.Database) error { return errors.New("cut off") }, tries: 1},
		"another process has taken it": {before: func(base tenantdbtest.Database) error {
			base.Alter(t, `update jobs.river_job set attempt = attempt + 1 where kind = 'bundle'`)
			return nil
		}, tries: 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			base, d := tenantdbtest.Create(t), newDesk()
			db := tenantdbtest.Open(t, base)
			handlers := outbox.NewHandlers()
			outbox.Handle(handlers, d.do)
			var box *outbox.Outbox
			var tries atomic.Int32
			first := func(step func(tenantdbtest.Database) error) error {
				if step == nil || tries.Load() > 1 {
					return nil
				}
				return step(base)
			}
			outbox.HandleOnce(handlers, func(ctx context.Context, job bundle, done func(tenantdb.Writer) error) error {
				tries.Add(1)
				err := tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
					return errors.Join(box.Insert(tx, notice(job)), first(cut.before), done(tx))
				})
				return errors.Join(err, first(cut.after))
			})
			box = openWith(t, db, handlers)
			err := tenantdb.Global(t.Context(), db, nil, func(tx tenantdb.GlobalTx) error { return box.Insert(tx, bundle{"part"}) })
			if err != nil {
				t.Fatal(err)
			}
			start(t, box)
			d.wait(t, 1)
			for base.Count(t, "select count(*) from jobs.river_job where state <> 'completed'") > 0 {
				time.Sleep(10 * time.Millisecond)
			}
			if done := d.wait(t, 1); !slices.Equal(done, []string{"part"}) || int(tries.Load()) != cut.tries {
				t.Errorf("after %d tries, want %d, there was done %q", tries.Load(), cut.tries, done)
			}
		})
	}
}

func TestStopWaitsForWhatIsUnderWay(t *testing.T) {
	t.Parallel()
	db, d := tenantdbtest.New(t), newDesk()
	began, finish := make(chan struct{}), make(chan struct{})
	d.work = func(context.Context, string) error {
		close(began)
		<-finish
		return nil
	}
	box := open(t, db, d)
	start(t, box)
	put(t, db, box, nil, "slow")
	<-began
	stopped := make(chan error, 1)
	go func() { stopped <- box.Stop(context.WithoutCancel(t.Context())) }()
	select {
	case err := <-stopped:
		t.Fatalf("stopped amid a job: %v", err)
	case <-time.After(200 * time.Millisecond):
	}
	close(finish)
	if err := <-stopped; err != nil {
		t.Fatal(err)
	}
	if done := d.wait(t, 1); !slices.Equal(done, []string{"slow"}) {
		t.Errorf("done: %q", done)
	}
}

func TestGivenUp(t *testing.T) {
	t.Parallel()
	hopeless := outbox.Giveup(errors.New("refused"))
	for _, tt := range []struct {
		err  error
		want bool
	}{{nil, false}, {errors.New("later"), false}, {hopeless, true}, {errors.Join(errors.New("later"), hopeless), true}} {
		if got := outbox.GivenUp(tt.err); got != tt.want {
			t.Errorf("%v: %t", tt.err, got)
		}
	}
}

// errand is a job of a tenant.
type errand struct {
	Tenant uuid.UUID `json:"tenant"`
}

func (errand) Kind() string { return "errand" }

// Jobs of a suspended tenant wait; those of others are done, and its own once it is not suspended any more.
func TestJobsOfATenantRest(t *testing.T) {
	t.Parallel()
	base, d := tenantdbtest.Create(t), newDesk()
	db := tenantdbtest.Open(t, base)
	resting, awake := uuid.New(), uuid.New()
	var rests atomic.Bool
	rests.Store(true)
	handlers := outbox.NewHandlers()
	outbox.Handle(handlers, func(ctx context.Context, id string, job errand) error {
		return d.do(ctx, id, notice{job.Tenant.String()})
	})
	handlers.Rest(func(_ context.Context, tenant uuid.UUID) (bool, error) { return tenant == resting && rests.Load(), nil })
	box := openWith(t, db, handlers)
	err := tenantdb.Global(t.Context(), db, nil, func(tx tenantdb.GlobalTx) error {
		return errors.Join(box.Insert(tx, errand{resting}), box.Insert(tx, errand{awake}))
	})
	if err != nil {
		t.Fatal(err)
	}
	start(t, box)
	if done := d.wait(t, 1); !slices.Equal(done, []string{awake.String()}) {
		t.Errorf("done: %q", done)
	}
	for base.Count(t, "select count(*) from jobs.river_job where state = 'scheduled' and attempt = 0") != 1 {
		time.Sleep(10 * time.Millisecond)
	}
	rests.Store(false)
	base.Alter(t, "update jobs.river_job set scheduled_at = now(), state = 'available' where state = 'scheduled'")
	if done := d.wait(t, 2); !slices.Contains(done, resting.String()) {
		t.Errorf("done: %q", done)
	}
}
