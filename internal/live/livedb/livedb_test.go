package livedb_test

import (
	"context"
	"log/slog"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/live"
	"referto/internal/live/livedb"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

func TestMain(m *testing.M) { os.Exit(tenantdbtest.Run(m)) }

// replica is one process' hub on a database.
func replica(t *testing.T, db *tenantdb.DB) *live.Hub {
	t.Helper()
	hub := live.New()
	relay := livedb.New(db, hub, slog.New(slog.DiscardHandler))
	hub.Relay(relay.Publish)
	if err := relay.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = relay.Stop(t.Context()) })
	return hub
}

// eventually waits for something that another process' worth of code does.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 6000 {
		if is() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("never: %s", what)
}

// hearing waits until a replica hears of changes.
func hearing(t *testing.T, hub *live.Hub) {
	t.Helper()
	probe := live.Topic{Tenant: uuid.New(), Event: uuid.New()}
	eventually(t, "the replica hears", func() bool {
		hub.Changed(probe, hub.Latest(probe)+1)
		return hub.Latest(probe) > 0
	})
}

func TestChangesReachOtherReplicas(t *testing.T) {
	t.Parallel()
	database := tenantdbtest.Create(t)
	one, two := replica(t, tenantdbtest.Open(t, database)), replica(t, tenantdbtest.Open(t, database))
	hearing(t, one)
	hearing(t, two)
	topic := live.Topic{Tenant: uuid.New(), Event: uuid.New()}
	watcher := two.Subscribe(topic)
	defer watcher.End()
	for revision := int64(1); revision <= 120; revision++ {
		one.Committed(live.Topic{Tenant: topic.Tenant, Event: uuid.New()}, revision)
	}
	one.Committed(topic, 7)
	eventually(t, "the other replica knows revision 7", func() bool { return two.Latest(topic) == 7 })
	if watcher.Revision() != 7 {
		t.Errorf("its watcher is told of %d", watcher.Revision())
	}
}

// A replica whose connection swallows everything hears nothing; it notices within seconds, polls, and hears again by
// a new connection. Then it reports the missed changes.
func TestHalfOpenLine(t *testing.T) {
	t.Parallel()
	database, line := tenantdbtest.Create(t).Behind(t)
	topic, kept := live.Topic{Tenant: uuid.New(), Event: uuid.New()}, live.Topic{Tenant: uuid.New(), Event: uuid.New()}
	var revision atomic.Int64
	hub := live.New()
	hub.Interest(func() []live.Topic { return []live.Topic{kept} })
	relay := livedb.New(tenantdbtest.Open(t, database), hub, slog.New(slog.DiscardHandler))
	relay.Ask(func(_ context.Context, _ uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]int64, error) {
		out := map[uuid.UUID]int64{}
		for _, id := range ids {
			out[id] = revision.Load()
		}
		return out, nil
	})
	if err := relay.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = relay.Stop(t.Context()) })
	hearing(t, hub)
	watcher := hub.Subscribe(topic)
	defer watcher.End()
	revision.Store(7)
	line.Break()
	began := time.Now()
	eventually(t, "the replica notices that it is deaf", func() bool { _, deaf := hub.DeafSince(); return deaf })
	if took := time.Since(began); took > 40*time.Second {
		t.Errorf("noticed after %s", took)
	}
	eventually(t, "it hears again", func() bool { _, deaf := hub.DeafSince(); return !deaf })
	t.Logf("noticed and mended within %s", time.Since(began).Round(100*time.Millisecond))
	eventually(t, "the watcher is told what was missed", func() bool { return watcher.Revision() == 7 })
	eventually(t, "what is kept is known for certain", func() bool { return hub.Latest(kept) == 7 })
}

// As long as a replica hears nothing it asks, so that its watchers learn of changes all the
// same.
func TestDeafReplicaAsks(t *testing.T) {
	t.Parallel()
	database := tenantdbtest.Create(t)
	hub, topic := live.New(), live.Topic{Tenant: uuid.New(), Event: uuid.New()}
	asked := make(chan struct{}, 100)
	silent, line := database.Behind(t)
	relay := livedb.New(tenantdbtest.Open(t, silent), hub, slog.New(slog.DiscardHandler))
	relay.Ask(func(_ context.Context, _ uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]int64, error) {
		asked <- struct{}{}
		return map[uuid.UUID]int64{topic.Event: 5}, nil
	})
	line.Silence()
	if err := relay.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = relay.Stop(t.Context()) })
	watcher := hub.Subscribe(topic)
	defer watcher.End()
	eventually(t, "the watcher of a deaf replica is told", func() bool { return watcher.Revision() == 5 })
	if since, deaf := hub.DeafSince(); !deaf || since.IsZero() || hub.Latest(topic) != 0 {
		t.Errorf("deaf: %v since %v, latest %d: what a deaf hub was told is not for certain", deaf, since, hub.Latest(topic))
	}
	if len(asked) == 0 {
		t.Error("told without having asked")
	}
}

// News that cannot be sent go out once they can.
func TestNewsOutliveASilence(t *testing.T) {
	t.Parallel()
	database := tenantdbtest.Create(t)
	silent, line := database.Behind(t)
	one, two := replica(t, tenantdbtest.Open(t, silent)), replica(t, tenantdbtest.Open(t, database))
	hearing(t, one)
	hearing(t, two)
	topic := live.Topic{Tenant: uuid.New(), Event: uuid.New()}
	line.Silence()
	one.Committed(topic, 3)
	time.Sleep(4 * time.Second) // past the time that one sending may take
	line.Speak()
	for range 3 {
		time.Sleep(time.Second)
		if two.Latest(topic) == 3 {
			return
		}
	}
	eventually(t, "the other replica knows revision 3", func() bool { return two.Latest(topic) == 3 })
}

// A replica whose listening connection is cut knows that its knowledge is uncertain, and hears again.
func TestCutConnection(t *testing.T) {
	t.Parallel()
	database := tenantdbtest.Create(t)
	hub := replica(t, tenantdbtest.Open(t, database))
	hearing(t, hub)
	before := hub.Epoch()
	super, err := pgx.Connect(t.Context(), database.Superuser)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = super.Close(t.Context()) }()
	if _, err := super.Exec(t.Context(), `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query like 'listen%'`, database.Name); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the replica notices", func() bool { return hub.Epoch() != before })
	hearing(t, hub)
}
