package tenantdb_test

import (
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// Words of facts may be erased by the application role, and nothing else of them changes: neither to
// other words, nor back.
func TestWordsAreOnlyEmptied(t *testing.T) {
	t.Parallel()
	base := tenantdbtest.Create(t)
	superuser, application := connect(t, base.Superuser), connect(t, base.Application)
	c := readCatalog(t, superuser)
	made := newRows(c, superuser)
	beside := map[string]string{"league.bans": ", sanction_id = null, event_id = null, withdrawal_id = null"} // it has the one or the other
	for table, columns := range emptied {
		for _, column := range columns {
			if table == "league.reports" && column == "document" {
				continue
			}
			t.Run(table+"."+column, func(t *testing.T) {
				words := `'Anna Rossi'`
				if column == "before" || column == "after" {
					words = `'{"name": "Anna Rossi"}'`
				}
				added, err := made.add(t.Context(), table, nil)
				if err != nil {
					t.Fatal(err)
				}
				where, err := added.condition(c, table)
				if err != nil {
					t.Fatal(err)
				}
				execute(t, superuser, "set session_replication_role = replica; update "+table+" set "+column+" = "+words+beside[table]+" where "+where+"; set session_replication_role = origin")
				where = "tenant_id = '" + added[tenantColumn] + "' and " + column + " = " + words
				execute(t, application, "select set_config('app.tenant_id', '"+added[tenantColumn]+"', false)")
				change := func(to, where string) (int64, string) {
					tag, err := application.Exec(t.Context(), "update "+table+" set "+column+" = "+to+" where "+where)
					var refused *pgconn.PgError
					if err != nil {
						refused, _ = err.(*pgconn.PgError) //nolint:errorlint // as the driver gives it
						return 0, refused.Code
					}
					return tag.RowsAffected(), ""
				}
				other := `'somebody else'`
				erased := `'[…]'`
				if words != `'Anna Rossi'` {
					other, erased = `'{"name": "somebody else"}'`, `null`
				}
				if _, code := change(other, where); code != "23514" {
					t.Errorf("changed to other words: %q, want to be refused with 23514", code)
				}
				if n, code := change(erased, where); n != 1 || code != "" {
					t.Errorf("erased: %d rows, %q", n, code)
				}
				if _, code := change(words, "tenant_id = '"+added[tenantColumn]+"'"); code != "23514" {
					t.Errorf("changed back: %q, want to be refused with 23514", code)
				}
			})
		}
	}
}
