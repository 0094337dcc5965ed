// Package worlddbtest keeps a database that took long to fill, hands out copies of
// it, and reports whether a row of a copy has changed.
//
// A [Template] outlives the test that filled it. A [Copy] takes a fraction of a second and is dropped with its test.
// [Copy.Hashes] reads as the superuser, past row-level security and past the rights of the server's role, so that no
// change goes unseen.
package worlddbtest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// Template is a database to be copied. It must have no connections.
type Template struct {
	name  string
	super string // connection string of the superuser
}

// Keep makes a template of a test's database, which must have no connections any more.
func Keep(t testing.TB, d tenantdbtest.Database) Template {
	t.Helper()
	d.Alter(t, "analyze")
	d.LeaveAlone(t.Context())
	kept := Template{name: newName("template"), super: d.Superuser}
	if err := kept.administer(t.Context(), "create database "+kept.name+" template "+d.Name); err != nil {
		t.Fatalf("keep the database: %v", err)
	}
	return kept
}

// Drop removes the template. It is for where PostgreSQL outlives the test binary.
func (f Template) Drop(ctx context.Context) error {
	return f.administer(ctx, "drop database "+f.name)
}

// Copy is a database of a test's own.
type Copy struct {
	Application string // connection string of the application role, as the server uses it
	super       *pgx.Conn
}

// Copy makes a copy that is dropped when the test ends.
func (f Template) Copy(t testing.TB) Copy {
	t.Helper()
	ctx, name := context.WithoutCancel(t.Context()), newName("test")
	if err := f.administer(ctx, "create database "+name+" template "+f.name+" owner "+tenantdb.OwnerRole); err != nil {
		t.Fatalf("copy the database: %v", err)
	}
	t.Cleanup(func() {
		if err := f.administer(ctx, "drop database "+name+" with (force)"); err != nil {
			t.Errorf("drop the copy: %v", err)
		}
	})
	config, err := pgx.ParseConfig(f.super)
	if err != nil {
		t.Fatal(err)
	}
	config.Database = name
	super, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		t.Fatalf("connect to the copy: %v", err)
	}
	t.Cleanup(func() { _ = super.Close(ctx) })
	if err := tenantdb.Restrict(ctx, super, name); err != nil {
		t.Fatal(err)
	}
	return Copy{
		Application: fmt.Sprintf("host=%s port=%d user=%s dbname=%s sslmode=disable", config.Host, config.Port, tenantdb.ApplicationRole, name),
		super:       super,
	}
}

func newName(kind string) string {
	return kind + "_" + strings.ReplaceAll(uuid.NewString(), "-", "")
}

// administer runs a statement as the superuser, outside of the tests' databases.
func (f Template) administer(ctx context.Context, sql string) error {
	config, err := pgx.ParseConfig(f.super)
	if err != nil {
		return err
	}
	config.Database = "postgres"
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, sql)
	return err
}

// Watch looks at a test's own database, as at a copy.
func Watch(t testing.TB, d tenantdbtest.Database) Copy {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	super, err := pgx.Connect(ctx, d.Superuser)
	if err != nil {
		t.Fatalf("connect to the database: %v", err)
	}
	t.Cleanup(func() { _ = super.Close(ctx) })
	return Copy{Application: d.Application, super: super}
}

// ForgetAllowances makes everything be allowed as often as ever: for tests that write to the same people more
// often than anybody does in earnest.
func (c Copy) ForgetAllowances(t testing.TB) {
	t.Helper()
	if _, err := c.super.Exec(context.WithoutCancel(t.Context()), "delete from platform.allowances"); err != nil {
		t.Fatalf("forget allowances: %v", err)
	}
}
