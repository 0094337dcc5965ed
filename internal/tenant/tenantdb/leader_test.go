package tenantdb_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/embedpg"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// Two nodes of one database that both take writes: "first" has led, "second" has taken over from it without first's
// knowledge, as from a suspended machine. A client that has to choose takes the second.
func TestNodesOfOneDatabase(t *testing.T) {
	t.Parallel()
	first, second := twoNodes(t)
	for what, test := range map[string]func(t *testing.T, first, second *node){
		"the one that took over leads":                        ofNodesThatTakeWritesTheOneThatTookOverLeads,
		"a node that wakes up is not listened to":             aNodeThatWakesUpIsNotListenedTo,
		"connections are kept while nothing is silent":        connectionsAreKeptWhileNothingIsSilent,
		"one that has seen the new node tells all others":     oneThatHasSeenTheNewNodeTellsAllOthers,
		"one place is not led back":                           onePlaceIsNotLedBack,
		"who asked while it was silent is not answered by it": whoAskedWhileItWasSilent,
		"nobody leads": nobodyLeads,
		"the look for readiness takes note of silence": theLookForReadinessTakesNoteOfSilence,
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			test(t, first, second)
		})
	}
}

func ofNodesThatTakeWritesTheOneThatTookOverLeads(t *testing.T, first, second *node) {
	t.Helper()
	for _, tt := range []struct {
		what  string
		nodes []*node
		want  string
	}{
		{"the first alone", []*node{first}, "first"},
		{"the second alone", []*node{second}, "second"},
		{"both, the first named first", []*node{first, second}, "second"},
		{"both, the second named first", []*node{second, first}, "second"},
	} {
		db := openNodes(t, tt.nodes...)
		for what, got := range map[string]string{"a reader": read(t, db), "a job": readAsJob(t, db), "who looks aside": readAside(t, db)} {
			if got != tt.want {
				t.Errorf("%s: %s is at the %s, want %s", tt.what, what, got, tt.want)
			}
		}
	}
}

// A server has connections to the first. It is silent, the second takes over, and the first wakes up: the connections
// to it are whole, and are still not used. It does not matter which operation noticed that it was silent.
func aNodeThatWakesUpIsNotListenedTo(t *testing.T, first, second *node) {
	t.Helper()
	for what, notice := range map[string]func(*tenantdb.DB) error{
		"a connection that has rested": func(db *tenantdb.DB) error {
			time.Sleep(1100 * time.Millisecond) // those that have not are used unasked
			_, err := readWithin(db, 5*time.Second)
			return err
		},
		"a question that is never answered": func(db *tenantdb.DB) error {
			_, err := readWithin(db, 500*time.Millisecond)
			return err
		},
		"a transaction that is never answered": func(db *tenantdb.DB) error {
			ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
			defer cancel()
			return tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error { return tx.Send(&tenantdb.Batch{}) })
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			one, other := first.behind(t), second.behind(t)
			other.line.Silence() // not noticed yet
			db := openNodes(t, one, other)
			restBusily(t, db)
			if got := read(t, db); got != "first" {
				t.Fatalf("before: at the %s", got)
			}
			one.line.Silence()
			if err := notice(db); err == nil {
				t.Fatal("a silent node has answered")
			}
			other.line.Speak()
			one.line.Speak()
			for n := range 2 * connections {
				if got := read(t, db); got != "second" {
					t.Fatalf("read %d: at the %s, want the second", n, got)
				}
			}
			if got := readAsJob(t, db); got != "second" {
				t.Errorf("a job is at the %s, want the second", got)
			}
		})
	}
}

// Without silence connections are kept: the second leads, and is found only by new connections.
func connectionsAreKeptWhileNothingIsSilent(t *testing.T, first, second *node) {
	t.Helper()
	other := second.behind(t)
	other.line.Silence()
	db := openNodes(t, first, other)
	read(t, db)
	other.line.Speak()
	for range 20 {
		if got := read(t, db); got != "first" {
			t.Fatalf("at the %s, want the first", got)
		}
	}
}

// One connection to a node that has taken over ends all to the one of before.
func oneThatHasSeenTheNewNodeTellsAllOthers(t *testing.T, first, second *node) {
	t.Helper()
	other := second.behind(t)
	other.line.Silence()
	db := openNodes(t, first, other)
	restBusily(t, db)
	other.line.Speak()
	time.Sleep(1100 * time.Millisecond) // a look stands for a second
	if got := readAside(t, db); got != "second" {
		t.Fatalf("who connects anew is at the %s, want the second", got)
	}
	for range 2 * connections {
		if got := read(t, db); got != "second" {
			t.Fatalf("at the %s, want the second", got)
		}
	}
}

// An address that names one place, behind which a node is chosen, is never led back to the one of before.
func onePlaceIsNotLedBack(t *testing.T, first, second *node) {
	t.Helper()
	place := second.behind(t)
	db := openNodes(t, place)
	if got := read(t, db); got != "second" {
		t.Fatalf("at the %s", got)
	}
	place.line.Lead(first.database)
	if _, err := readWithin(db, 5*time.Second); !errors.Is(err, tenantdb.ErrUnavailable) {
		t.Fatalf("led back: %v, want unavailable", err)
	}
	if _, err := db.Connect(t.Context()); !errors.Is(err, tenantdb.ErrUnavailable) || !strings.Contains(err.Error(), "timeline 1") {
		t.Errorf("led back: %v, want the timeline that is too low", err)
	}
	place.line.Lead(second.database)
	if got := read(t, db); got != "second" {
		t.Errorf("afterwards at the %s", got)
	}
}

// Two ask a silent node. Once the first of them has noticed, and the node has woken up, the second still waits on a
// connection of before, which answers now.
func whoAskedWhileItWasSilent(t *testing.T, first, second *node) {
	t.Helper()
	one, other := first.behind(t), second.behind(t)
	other.line.Silence()
	db := openNodes(t, one, other)
	restBusily(t, db)
	time.Sleep(1100 * time.Millisecond) // connections that have rested are asked before they are used
	one.line.Silence()
	type told struct {
		name string
		err  error
	}
	answers := [2]chan told{make(chan told, 1), make(chan told, 1)}
	for _, answer := range answers {
		go func() {
			name, err := readWithin(db, 5*time.Second)
			answer <- told{name, err}
		}()
		time.Sleep(500 * time.Millisecond)
	}
	if got := <-answers[0]; got.err == nil {
		t.Fatalf("a silent node has answered %q", got.name)
	}
	other.line.Speak()
	one.line.Speak()
	if got := <-answers[1]; got.name == "first" {
		t.Error("the node that was silent has answered")
	}
}

// If no node takes writes the caller gets an error, and the next call asks all nodes again.
func nobodyLeads(t *testing.T, first, second *node) {
	t.Helper()
	one, other := first.behind(t), second.behind(t)
	db := openNodes(t, one, other)
	read(t, db)
	one.line.Silence()
	other.line.Silence()
	if _, err := readWithin(db, 300*time.Millisecond); err == nil {
		t.Fatal("silent nodes have answered")
	}
	if _, err := readWithin(db, 10*time.Second); !errors.Is(err, tenantdb.ErrUnavailable) {
		t.Errorf("%v, want unavailable", err)
	}
	one.line.Speak()
	other.line.Speak()
	recovered := func() (got string, err error) {
		for range 100 {
			if got, err = readWithin(db, 5*time.Second); err == nil {
				return got, nil
			}
			time.Sleep(50 * time.Millisecond)
		}
		return "", err
	}
	if got, err := recovered(); got != "second" {
		t.Errorf("at the %q, %v", got, err)
	}
}

// The look for readiness takes note of silence, and leaves a node that was given up.
func theLookForReadinessTakesNoteOfSilence(t *testing.T, first, second *node) {
	t.Helper()
	one, other := first.behind(t), second.behind(t)
	other.line.Silence()
	db := openNodes(t, one, other)
	restBusily(t, db)
	probe := db.Probe()
	t.Cleanup(probe.Close)
	if err := probe.Check(t.Context()); !errors.Is(err, tenantdb.ErrOutdated) { // nothing is migrated here
		t.Fatalf("%v", err)
	}
	one.line.Silence()
	time.Sleep(1100 * time.Millisecond) // a look stands for a second
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	if err := probe.Check(ctx); err == nil || errors.Is(err, tenantdb.ErrOutdated) {
		t.Fatalf("a silent node: %v", err)
	}
	other.line.Speak()
	one.line.Speak()
	if got := read(t, db); got != "second" {
		t.Errorf("at the %s, want the second", got)
	}
}

// connections is the number of connections of a client that chooses.
const connections = 4

// node is one of two.
type node struct {
	database tenantdbtest.Database
	line     *tenantdbtest.SilentLine // nil: reached directly
}

// twoNodes starts a database and another that goes on from a copy of it on the next timeline.
func twoNodes(t *testing.T) (first, second *node) {
	t.Helper()
	folder, err := os.MkdirTemp("", "nodes-test-*") //nolint:usetesting // every account has to reach it
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	start := func(name string) *embedpg.Server {
		server, err := embedpg.Start(t.Context(), embedpg.Options{State: filepath.Join(folder, name), Settings: map[string]string{"cluster_name": name, "restore_command": "false"}})
		if err != nil {
			t.Fatal(err)
		}
		return server
	}
	stop := func(server *embedpg.Server) {
		if err := server.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}
	const name = "nodes"
	server := start("first")
	if err := tenantdb.Prepare(t.Context(), server.DSN("postgres", "postgres"), name); err != nil {
		t.Fatal(err)
	}
	data := server.Data()
	stop(server)
	copied := strings.Replace(data, "/first/", "/second/", 1)
	if copied == data {
		t.Fatalf("the data are at %s", data)
	}
	if err := os.MkdirAll(filepath.Dir(copied), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"cp", "-a", data, copied}, {"cp", "-a", filepath.Join(data, "PG_VERSION"), filepath.Join(copied, "recovery.signal")}} {
		if out, err := exec.CommandContext(t.Context(), args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	reach := func(name string) *node {
		server := start(name)
		t.Cleanup(func() { stop(server) })
		n := &node{database: tenantdbtest.Database{Application: server.DSN("nodes", tenantdb.ApplicationRole)}}
		db := openNodes(t, n)
		for range 100 { // it takes writes once it has found the end of the copy
			if _, err := readWithin(db, 5*time.Second); err == nil && takesWrites(t, db) {
				return n
			}
			time.Sleep(50 * time.Millisecond)
		}
		t.Fatalf("the %s never takes writes", name)
		return nil
	}
	return reach("first"), reach("second")
}

// behind is the same node, reached through a line of its own.
func (n *node) behind(t *testing.T) *node {
	t.Helper()
	database, line := n.database.Behind(t)
	return &node{database, line}
}

// openNodes opens a database that nodes keep.
func openNodes(t *testing.T, nodes ...*node) *tenantdb.DB {
	t.Helper()
	var hosts, ports []string
	for _, n := range nodes {
		if n.line == nil && len(nodes) > 1 {
			n = n.behind(t)
		}
		settings := map[string]string{}
		for _, setting := range strings.Fields(n.database.Application) {
			name, value, _ := strings.Cut(setting, "=")
			settings[name] = value
		}
		hosts, ports = append(hosts, settings["host"]), append(ports, settings["port"])
	}
	dsn := fmt.Sprintf("host=%s port=%s dbname=nodes user=%s sslmode=disable target_session_attrs=read-write", strings.Join(hosts, ","), strings.Join(ports, ","), tenantdb.ApplicationRole)
	if len(nodes) == 1 {
		dsn = strings.ReplaceAll(dsn, "read-write", "any")
	}
	db, err := tenantdb.Open(t.Context(), dsn, connections)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

// restBusily leaves all connections at rest that requests may have.
func restBusily(t *testing.T, db *tenantdb.DB) {
	t.Helper()
	done := make(chan error, connections)
	for range connections {
		go func() {
			done <- tenantdb.Global(t.Context(), db, nil, func(tx tenantdb.GlobalTx) error {
				b := &tenantdb.Batch{}
				b.Queue(`select pg_sleep(0.3)`)
				return tx.Send(b)
			})
		}()
	}
	for range connections {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	if _, idle, _ := db.Stats(); idle != connections {
		t.Fatalf("%d connections rest, want %d", idle, connections)
	}
}

const whichNode = `select current_setting('cluster_name')`

// read returns the node that answers a request.
func read(t *testing.T, db *tenantdb.DB) string {
	t.Helper()
	name, err := readWithin(db, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	return name
}

func readWithin(db *tenantdb.DB, patience time.Duration) (name string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	door, err := tenantdb.Read(ctx, db, uuid.New(), nil)
	if err != nil {
		return "", err
	}
	b := &tenantdb.Batch{}
	tenantdb.Scalar(b, &name, whichNode)
	return name, door.Send(b)
}

func takesWrites(t *testing.T, db *tenantdb.DB) (takes bool) {
	t.Helper()
	door, err := tenantdb.Read(t.Context(), db, uuid.New(), nil)
	if err != nil {
		t.Fatal(err)
	}
	b := &tenantdb.Batch{}
	tenantdb.Scalar(b, &takes, `select not pg_is_in_recovery()`)
	return door.Send(b) == nil && takes
}

func readAsJob(t *testing.T, db *tenantdb.DB) (name string) {
	t.Helper()
	if err := db.Pool().QueryRow(t.Context(), whichNode).Scan(&name); err != nil {
		t.Fatal(err)
	}
	return name
}

func readAside(t *testing.T, db *tenantdb.DB) (name string) {
	t.Helper()
	conn, err := db.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tenantdb.Hangup(conn)
	if err := conn.QueryRow(t.Context(), whichNode).Scan(&name); err != nil {
		t.Fatal(err)
	}
	return name
}
