package livedb_test

import (
	"log/slog"
	"os"
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
	hub.Relay(relay.Tell)
	if err := relay.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = relay.Stop(t.Context()) })
	return hub
}

// eventually waits for something that another process' worth of code does.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 500 {
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

// A replica whose listening connection is cut knows that it knows nothing, and
// hears again.
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
