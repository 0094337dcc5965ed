package tenantdb

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

//go:embed migrations/*.sql
var embedded embed.FS

// Migrations are the embedded files, in the order of their names.
func Migrations() fs.FS {
	files, err := fs.Sub(embedded, "migrations")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return files
}

// The roles a database needs before the first migration. The owner runs
// migrations and owns everything; the application serves and owns nothing. The backup role reads
// everything of all tenants, which neither of them can, and changes nothing: row-level security
// is forced, so that a dump by the owner fails, or lacks every row of a tenant.
const (
	OwnerRole       = "referto_owner"
	ApplicationRole = "referto_app"
	BackupRole      = "referto_backup"
)

// roles are the statements that make each role.
var roles = []struct{ name, make string }{
	{OwnerRole, "create role " + OwnerRole + " login nosuperuser nobypassrls nocreatedb nocreaterole"},
	{ApplicationRole, "create role " + ApplicationRole + " login nosuperuser nobypassrls nocreatedb nocreaterole"},
	{BackupRole, "create role " + BackupRole + " login nosuperuser bypassrls nocreatedb nocreaterole in role pg_read_all_data"},
}

// JobSchema is the schema of the job queue's own tables.
const JobSchema = "jobs"

// Roles makes the roles where they are missing, and the database owned by
// the owner role. It is run by a superuser, once: by the embedded PostgreSQL
// and by tests; elsewhere a database administrator does the same.
func Roles(ctx context.Context, superuser *pgx.Conn, database string) error {
	for _, role := range roles {
		var there bool
		if err := superuser.QueryRow(ctx, `select exists (select from pg_roles where rolname = $1)`, role.name).Scan(&there); err != nil {
			return fmt.Errorf("tenantdb: roles: %w", err)
		}
		if there {
			continue
		}
		if _, err := superuser.Exec(ctx, role.make); err != nil {
			return fmt.Errorf("tenantdb: create role %s: %w", role.name, err)
		}
	}
	var there bool
	if err := superuser.QueryRow(ctx, `select exists (select from pg_database where datname = $1)`, database).Scan(&there); err != nil {
		return fmt.Errorf("tenantdb: databases: %w", err)
	}
	if !there {
		if _, err := superuser.Exec(ctx, "create database "+pgx.Identifier{database}.Sanitize()+" owner "+OwnerRole); err != nil {
			return fmt.Errorf("tenantdb: create database: %w", err)
		}
	}
	return Restrict(ctx, superuser, database)
}

// Prepare connects as a superuser and makes roles and database with [Roles].
func Prepare(ctx context.Context, superuserDSN, database string) error {
	conn, err := pgx.Connect(ctx, superuserDSN)
	if err != nil {
		return fmt.Errorf("tenantdb: connect as superuser: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	return Roles(ctx, conn, database)
}

// Restrict revokes from all roles the rights that the server does not use: temporary tables would outlive a request
// on a pooled connection. It has to be repeated on a copy of the database.
func Restrict(ctx context.Context, superuser *pgx.Conn, database string) error {
	if _, err := superuser.Exec(ctx, "revoke temporary on database "+pgx.Identifier{database}.Sanitize()+" from public"); err != nil {
		return fmt.Errorf("tenantdb: restrict database: %w", err)
	}
	return nil
}

// lockPatience is the time for which a migration waits for a lock: while it waits, every other user of the table
// waits behind it. A migration that gives up has changed nothing and is run again.
const lockPatience = "4s"

// askAgain is the time after which who waits for another process that migrates asks again.
const askAgain = 200 * time.Millisecond

// Migrate brings the database to the newest version as the owner role, one
// process at a time, and returns how many migrations it ran. It gives up where a lock
// is not to be had within some seconds (lock_timeout in the address sets how many).
func Migrate(ctx context.Context, ownerDSN string) (ran int, err error) {
	config, err := pgxpool.ParseConfig(ownerDSN)
	if err != nil {
		return 0, fmt.Errorf("tenantdb: owner's database address: %w", err)
	}
	if _, set := config.ConnConfig.RuntimeParams["lock_timeout"]; !set {
		config.ConnConfig.RuntimeParams["lock_timeout"] = lockPatience
	}
	handle := stdlib.OpenDB(*config.ConnConfig)
	handle.SetMaxOpenConns(MigrationConnections - 2)
	config.MaxConns = 1
	defer func() { _ = handle.Close() }()
	unlock, err := migrationLock(ctx, config.ConnConfig)
	if err != nil {
		return 0, err
	}
	defer unlock()
	provider, err := goose.NewProvider(goose.DialectPostgres, handle, Migrations(), goose.WithTableName("public.schema_migrations"))
	if err != nil {
		return 0, fmt.Errorf("tenantdb: migrations: %w", err)
	}
	done, err := provider.Up(ctx)
	if err != nil {
		return len(done), fmt.Errorf("tenantdb: migrate: %w", err)
	}
	queued, err := migrateJobs(ctx, config)
	return len(done) + queued, err
}

// migrationLock lets one process migrate at a time. It waits for as long as the others take, unlike a migration that waits
// for a table. It asks again and again: a statement that waited would hold a snapshot of the database, and an index that another process
// makes concurrently waits for all of those.
func migrationLock(ctx context.Context, config *pgx.ConnConfig) (unlock func(), err error) {
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("tenantdb: connect as owner: %w", err)
	}
	const key = 7236823 // any number, the same in every process
	for got := false; !got; {
		if err := conn.QueryRow(ctx, `select pg_try_advisory_lock($1)`, key).Scan(&got); err != nil {
			Hangup(conn)
			return nil, fmt.Errorf("tenantdb: wait for other migrations: %w", err)
		}
		if !got {
			select {
			case <-ctx.Done():
				Hangup(conn)
				return nil, fmt.Errorf("tenantdb: wait for other migrations: %w", ctx.Err())
			case <-time.After(askAgain):
			}
		}
	}
	return func() { Hangup(conn) }, nil // the lock goes with the connection
}

// migrateJobs runs the migrations that come with the job queue, in its schema.
func migrateJobs(ctx context.Context, config *pgxpool.Config) (int, error) {
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return 0, fmt.Errorf("tenantdb: connect as owner: %w", err)
	}
	defer pool.Close()
	if _, err := pool.Exec(ctx, "create schema if not exists "+JobSchema); err != nil {
		return 0, fmt.Errorf("tenantdb: schema of jobs: %w", err)
	}
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Schema: JobSchema})
	if err != nil {
		return 0, fmt.Errorf("tenantdb: migrations of jobs: %w", err)
	}
	done, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	if err != nil {
		return 0, fmt.Errorf("tenantdb: migrate jobs: %w", err)
	}
	for _, statement := range []string{
		"grant usage on schema " + JobSchema + " to " + ApplicationRole,
		"grant select, insert, update, delete on all tables in schema " + JobSchema + " to " + ApplicationRole,
		"revoke all on " + JobSchema + ".river_migration from " + ApplicationRole,
		"grant usage, select on all sequences in schema " + JobSchema + " to " + ApplicationRole,
	} {
		if _, err := pool.Exec(ctx, statement); err != nil {
			return 0, fmt.Errorf("tenantdb: grants on jobs: %w", err)
		}
	}
	return len(done.Versions), nil
}
