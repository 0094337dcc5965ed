package tenantdb_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// denied is the SQLSTATE for a lack of rights.
const denied = "42501"

// T60: the backup role reads every row of every table, in the way of pg_dump. No other role can: the owner is
// refused, or sees no rows of tenants without an error.
func TestTheBackupRoleReadsEverything(t *testing.T) {
	t.Parallel()
	base := tenantdbtest.Create(t)
	superuser := connect(t, base.Superuser)
	c := readCatalog(t, superuser)
	made := newRows(c, superuser)
	for _, table := range c.tenantTables() {
		if _, err := made.add(t.Context(), table.Name, nil); err != nil {
			t.Fatal(err)
		}
	}
	dumping := connect(t, address(base.Backup, "row_security=off"))
	owner, whatTheOwnerSees := connect(t, address(base.Owner, "row_security=off")), connect(t, base.Owner)
	for _, table := range where(c.Tables, table.stores) {
		all := copied(t, superuser, table.Name)
		if got := copied(t, dumping, table.Name); got != all || table.Schema == tenantSchema && all == 0 {
			t.Errorf("%s: the backup role copies %d rows of %d", table.Name, got, all)
		}
		if table.Schema != tenantSchema {
			continue
		}
		if _, err := copyOut(t, owner, table.Name); !isDenied(err) {
			t.Errorf("%s: the owner dumps it: %v", table.Name, err)
		}
		if got := copied(t, whatTheOwnerSees, table.Name); got != 0 {
			t.Errorf("%s: the owner is shown %d rows", table.Name, got)
		}
	}
	for _, s := range c.Sequences { // of which pg_dump reads the last value
		if _, err := dumping.Exec(t.Context(), "select last_value from "+s.Name); err != nil {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
}

// copied is the number of rows that a role is given of a table.
func copied(t *testing.T, conn *pgx.Conn, table string) int64 {
	t.Helper()
	n, err := copyOut(t, conn, table)
	if err != nil {
		t.Errorf("copy %s: %v", table, err)
	}
	return n
}

func copyOut(t *testing.T, conn *pgx.Conn, table string) (int64, error) {
	t.Helper()
	tag, err := conn.PgConn().CopyTo(t.Context(), io.Discard, "copy "+table+" to stdout")
	return tag.RowsAffected(), err
}

// isDenied reports whether an error means a lack of rights.
func isDenied(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == denied
}

// T60: the backup role changes nothing, makes nothing, and has no other privilege. A role with the right succeeds in
// everything that the backup role is refused.
func TestTheBackupRoleOnlyReads(t *testing.T) {
	t.Parallel()
	base := tenantdbtest.Create(t)
	superuser, backup := connect(t, base.Superuser), connect(t, base.Backup)
	c := readCatalog(t, superuser)
	try := func(conn *pgx.Conn, sql string) error {
		tx, err := conn.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		_, err = tx.Exec(t.Context(), sql)
		return errors.Join(err, tx.Rollback(t.Context()))
	}
	statements := []string{
		"create table league.mine ()", "create table public.mine ()", "create temporary table mine ()", "create schema mine",
		"drop table league.players cascade", "alter table league.players no force row level security", "set local role " + tenantdb.OwnerRole,
		"create role another in role " + tenantdb.BackupRole,
	}
	for _, table := range where(c.Tables, table.stores) {
		column := c.columnsOf(table.Name)[0].Name
		statements = append(statements, "insert into "+table.Name+" select from "+table.Name+" where false", "delete from "+table.Name,
			fmt.Sprintf("update %s set %s = %[2]s", table.Name, column), "truncate "+table.Name+" cascade", "lock table "+table.Name+" in share mode")
	}
	for _, sql := range statements {
		// PostgreSQL reports a lack of ownership for objects of others.
		if err := try(backup, sql); !isDenied(err) {
			t.Errorf("%s: %v, want no right to it", sql, err)
		}
		if strings.HasPrefix(sql, "create temporary") || strings.HasPrefix(sql, "update") {
			continue // of some tables the first column is computed
		}
		if err := try(superuser, sql); err != nil {
			t.Errorf("%s: the superuser is refused as well: %v", sql, err)
		}
	}
	var of struct {
		Powers []string
		Owned  int
	}
	b := &pgx.Batch{}
	tenantdb.One(b, &of, readRole, tenantdb.BackupRole)
	if err := superuser.SendBatch(t.Context(), b).Close(); err != nil {
		t.Fatal(err)
	}
	if want := []string{"BYPASSRLS", "member of pg_read_all_data"}; !slices.Equal(of.Powers, want) || of.Owned != 0 {
		t.Errorf("it has %q and owns %d, want %q alone", of.Powers, of.Owned, want)
	}
	t.Run("and no server serves as it", func(t *testing.T) {
		db, err := tenantdb.Open(t.Context(), base.Backup, 2)
		if err == nil {
			db.Close()
			t.Error("opened as a role that sees the rows of all tenants")
		}
	})
}
