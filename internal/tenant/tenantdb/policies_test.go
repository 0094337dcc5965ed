package tenantdb_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// T03: every table of tenants, whatever migration added it, is asked for
// everything by its own tenant, another, none, the person a row names, a
// stranger, the owner role.
func TestPolicies(t *testing.T) {
	t.Parallel()
	base := tenantdbtest.Create(t)
	superuser := connect(t, base.Superuser)
	c := readCatalog(t, superuser)
	made := newRows(c, superuser)
	s := sessions{superuser: superuser, owner: connect(t, base.Owner), application: connect(t, base.Application)}
	asked := 0
	for _, table := range c.tenantTables() {
		t.Run(table.Name, func(t *testing.T) {
			example, err := newSample(t.Context(), made, table.Name)
			if err != nil {
				t.Fatal(err)
			}
			all, err := newExam(table, example).questions(c)
			if err != nil {
				t.Fatal(err)
			}
			for _, conn := range []*pgx.Conn{s.superuser, s.owner, s.application} {
				execute(t, conn, "begin")
				defer execute(t, conn, "rollback")
			}
			found, err := wrongAnswers(t.Context(), s, table.Name, all)
			for _, finding := range found {
				t.Error(finding)
			}
			if err != nil {
				t.Fatal(err)
			}
			asked++
		})
	}
	if asked == 0 {
		t.Error("no table was asked about")
	}
	t.Run("every table that the person's own door reads is asked about", func(t *testing.T) {
		for _, finding := range stale(selfReads, func(name string) bool { _, ok := c.table(name); return ok }) {
			t.Error(finding)
		}
	})
	t.Run("T05 without a tenant there are no rows and no errors", func(t *testing.T) {
		for name, prepare := range map[string]string{
			"on a connection that never heard of one": "select 1",
			"on one that served a tenant before":      "begin; select set_config('app.tenant_id', '" + uuid.NewString() + "', true); commit",
		} {
			t.Run(name, func(t *testing.T) {
				conn := connect(t, base.Application)
				execute(t, conn, prepare)
				for _, table := range c.tenantTables() {
					withoutTenant(t, c, superuser, conn, table)
				}
			})
		}
	})
}

// withoutTenant reads and changes all rows of a table, of which there are some.
func withoutTenant(t *testing.T, c catalog, superuser, conn *pgx.Conn, table table) {
	t.Helper()
	column := exam{table: table}.changeable(c)
	statements := map[string]string{
		"SELECT": "select from " + table.Name,
		"UPDATE": "update " + table.Name + " set " + column + " = " + column,
		"DELETE": "delete from " + table.Name,
	}
	for command, sql := range statements {
		if !table.may(command) {
			continue
		}
		tag, err := conn.Exec(t.Context(), sql)
		if err != nil || tag.RowsAffected() != 0 {
			t.Errorf("%s: %d rows, error %v", sql, tag.RowsAffected(), err)
		}
	}
	tag, err := superuser.Exec(t.Context(), statements["SELECT"])
	if err != nil || tag.RowsAffected() == 0 {
		t.Errorf("the superuser finds no row in %s, error %v", table.Name, err)
	}
}

// execute runs statements that must succeed.
func execute(t testing.TB, conn *pgx.Conn, sql string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}
