package worlddbtest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// Hashes are the rows of every table, by table: how many, and a hash over their places
// and the transactions that wrote them. A row that was written anew differs even where
// its values do not, and its values need not be read: a world has megabytes of them.
// Nothing is left out, the tables of jobs, audit, sessions and remembered answers
// neither.
type Hashes map[string]string

// Hashes reads all rows of all tables.
func (c Copy) Hashes(t testing.TB) Hashes {
	t.Helper()
	return hashes(t, c.super)
}

// HashesOf reads all rows of all tables of a test's own database but those of jobs,
// which a running server works on by itself.
func HashesOf(t testing.TB, d tenantdbtest.Database) Hashes {
	t.Helper()
	var all Hashes
	d.WithSuperuser(t, func(super *pgx.Conn) error { all = hashes(t, super); return nil })
	maps.DeleteFunc(all, func(table, _ string) bool { return strings.HasPrefix(table, tenantdb.JobSchema+".") })
	return all
}

func hashes(t testing.TB, super *pgx.Conn) Hashes {
	t.Helper()
	rows, err := super.Query(t.Context(), `select format('%I.%I', schemaname, tablename) from pg_tables
		where schemaname not in ('pg_catalog', 'information_schema') order by 1`)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	questions := make([]string, len(tables))
	for i, table := range tables {
		questions[i] = fmt.Sprintf(`select '%s', count(*) || ' ' || coalesce(bit_xor(hash_record_extended(row(ctid, xmin), 0)), 0) from %s`, table, table)
	}
	out := Hashes{}
	rows, err = super.Query(t.Context(), strings.Join(questions, " union all "))
	if err != nil {
		t.Fatal(err)
	}
	var table, hash string
	if _, err := pgx.ForEachRow(rows, []any{&table, &hash}, func() error { out[table] = hash; return nil }); err != nil {
		t.Fatal(err)
	}
	return out
}

// Changed returns the tables whose rows differ from the earlier hashes.
func (h Hashes) Changed(before Hashes) []string {
	var out []string
	for _, table := range slices.Sorted(maps.Keys(h)) {
		if before[table] != h[table] {
			out = append(out, table)
		}
	}
	return out
}
