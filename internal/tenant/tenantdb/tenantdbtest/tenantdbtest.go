// Package tenantdbtest gives tests a real database of their own.
//
// `make test` starts one PostgreSQL for the whole run and names it in the
// environment variable TEST_POSTGRES; a package that is tested alone starts one
// for itself. Call [Run] from TestMain so that it is stopped. Each [New] is a
// fresh database, copied from a migrated template in some 50 ms, opened as the
// application role: a test that passes has passed row-level security. Where an empty
// database will do that others have used before, [Borrow] gives one in a fraction of that
// time, with connections that know their queries.
package tenantdbtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/embedpg"
	"referto/internal/tenant/tenantdb"
)

// cluster is the PostgreSQL of this test binary.
var cluster struct {
	once   sync.Once
	server *embedpg.Server // nil if the server is run from outside
	super  string          // connection string of the superuser
	err    error
}

// Run runs the tests of a package and stops the servers and databases that they started.
func Run(m *testing.M) int {
	code := m.Run()
	if err := endTurns(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "tenantdbtest: drop the lent databases:", err)
		code = 1
	}
	if cluster.server != nil {
		if err := cluster.server.Stop(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, "tenantdbtest: stop PostgreSQL:", err)
			return 1
		}
	}
	return code
}

func superuser(ctx context.Context) (string, error) {
	cluster.once.Do(func() {
		if cluster.super = os.Getenv("TEST_POSTGRES"); cluster.super != "" {
			return
		}
		cluster.server, cluster.err = embedpg.Start(ctx, embedpg.Options{Settings: map[string]string{"max_connections": "200"}})
		if cluster.err == nil {
			cluster.super = cluster.server.DSN("postgres", "postgres")
		}
	})
	return cluster.super, cluster.err
}

// A Database is one database of its own for a test, with the connection strings
// of the roles that use it.
type Database struct {
	Name        string
	Application string // of the application role, as the server uses it
	Owner       string // of the owner of tables, as migrations use it
	Backup      string // of the role that reads everything, as dumps use it
	Superuser   string // for reading past row-level security
}

// Create makes a migrated database that is dropped when the test ends.
func Create(t testing.TB) Database {
	t.Helper()
	super, err := superuser(context.WithoutCancel(t.Context()))
	if err != nil {
		t.Fatalf("start PostgreSQL: %v", err)
	}
	return CreateOn(t, super)
}

// CreateOn is [Create] on a PostgreSQL that the test runs itself, named by the connection
// string of its superuser: for tests that stop it.
func CreateOn(t testing.TB, super string) Database {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 5*time.Minute) // all migrations, on a machine that does much else
	defer cancel()
	d, err := create(ctx, super)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { drop(t, super, d) })
	return d
}

// create makes a migrated database.
func create(ctx context.Context, super string) (Database, error) {
	conn, err := pgx.Connect(ctx, super)
	if err != nil {
		return Database{}, fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	defer conn.Close(ctx)
	template, err := migratedTemplate(ctx, conn, super)
	if err != nil {
		return Database{}, err
	}
	name := "test_" + strings.ReplaceAll(uuid.NewString(), "-", "")
	if _, err := conn.Exec(ctx, "create database "+name+" template "+template+" owner "+tenantdb.OwnerRole); err != nil {
		return Database{}, fmt.Errorf("create database: %w", err)
	}
	if err := tenantdb.Restrict(ctx, conn, name); err != nil {
		return Database{}, err
	}
	if unheard.Load() {
		if err := silence(ctx, address(super, name, "")); err != nil {
			return Database{}, fmt.Errorf("silence database: %w", err)
		}
	}
	return Database{
		Name:        name,
		Application: address(super, name, tenantdb.ApplicationRole),
		Owner:       address(super, name, tenantdb.OwnerRole),
		Backup:      address(super, name, tenantdb.BackupRole),
		Superuser:   address(super, name, ""),
	}, nil
}

// New makes a database as [Create] does and opens it as the application role.
func New(t testing.TB) *tenantdb.DB {
	t.Helper()
	return Open(t, Create(t))
}

// poolSize bounds the connections of the requests of a test.
const poolSize = 8

// Open opens a test's database as the application role. Requests wait for it as long as work that answers none, so
// that no test fails because the machine does much else.
func Open(t testing.TB, d Database) *tenantdb.DB {
	t.Helper()
	return opened(t, d, tenantdb.OpenUnhurried)
}

// OpenHurried is [Open] with requests that wait as they do in a server.
func OpenHurried(t testing.TB, d Database) *tenantdb.DB {
	t.Helper()
	return opened(t, d, tenantdb.Open)
}

func opened(t testing.TB, d Database, open func(ctx context.Context, dsn string, maxConns int) (*tenantdb.DB, error)) *tenantdb.DB {
	t.Helper()
	db, err := open(t.Context(), d.Application, poolSize)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	return db
}

func drop(t testing.TB, super string, d Database) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Minute)
	defer cancel()
	if err := dropDatabase(ctx, super, d); err != nil {
		t.Errorf("drop the test's database: %v", err)
	}
}

func dropDatabase(ctx context.Context, super string, d Database) error {
	d.LeaveAlone(ctx)
	conn, err := pgx.Connect(ctx, super)
	if err != nil {
		return fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, "drop database "+d.Name+" with (force)")
	return err
}

// migratedTemplate makes the template of these migrations unless another test
// binary of the run has made it.
func migratedTemplate(ctx context.Context, conn *pgx.Conn, super string) (string, error) {
	digest, err := migrationsDigest()
	if err != nil {
		return "", err
	}
	name := "template_" + digest
	const key = 4711 // any number, the same in every test binary
	if _, err := conn.Exec(ctx, "select pg_advisory_lock($1)", key); err != nil {
		return "", fmt.Errorf("wait for the template: %w", err)
	}
	defer func() { _, _ = conn.Exec(ctx, "select pg_advisory_unlock($1)", key) }()
	var ready bool
	if err := conn.QueryRow(ctx, "select exists (select from pg_database where datname = $1 and datistemplate)", name).Scan(&ready); err != nil || ready {
		return name, err
	}
	if _, err := conn.Exec(ctx, "drop database if exists "+name+" with (force)"); err != nil {
		return "", fmt.Errorf("drop a half-made template: %w", err)
	}
	if err := tenantdb.Roles(ctx, conn, name); err != nil {
		return "", err
	}
	if _, err := tenantdb.Migrate(ctx, address(super, name, tenantdb.OwnerRole)); err != nil {
		return "", err
	}
	_, err = conn.Exec(ctx, "alter database "+name+" is_template true")
	return name, err
}

// migrationsDigest names a set of migrations, so that a changed one never meets
// an older template.
func migrationsDigest() (string, error) {
	sum := sha256.New()
	files, err := fs.Glob(tenantdb.Migrations(), "*.sql")
	if err != nil {
		return "", err
	}
	for _, file := range files {
		text, err := fs.ReadFile(tenantdb.Migrations(), file)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, "%s %d\n", file, len(text))
		sum.Write(text)
	}
	return hex.EncodeToString(sum.Sum(nil))[:16], nil
}

// pooler names the variable with the address of a pooler between servers and database. If TEST_POOLER is set
// ("host=127.0.0.1 port=6432"), tests connect as the application role through it, as in `make drill-pooler`.
const pooler = "TEST_POOLER"

// address is the superuser's connection string for another database and role;
// an empty role keeps the superuser.
func address(super, database, role string) string {
	config, err := pgx.ParseConfig(super)
	if err != nil {
		panic(fmt.Sprintf("TEST_POSTGRES: %v", err))
	}
	if role == "" {
		role = config.User
	}
	host := fmt.Sprintf("host=%s port=%d", config.Host, config.Port)
	if through := os.Getenv(pooler); through != "" && role == tenantdb.ApplicationRole {
		host = through
	}
	dsn := fmt.Sprintf("%s user=%s dbname=%s sslmode=disable", host, role, database)
	if config.Password != "" && role == config.User {
		dsn += " password=" + config.Password
	}
	return dsn
}
