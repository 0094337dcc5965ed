package attack_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// hashes are the rows of every table as the superuser sees them, by table: how
// many, and a hash over all of them whatever their order. Nothing is left out, the
// jobs' and the audit's tables neither: what was refused has changed nothing.
func (a *arena) hashes() map[string]string {
	a.t.Helper()
	ctx := a.t.Context()
	var tables []string
	rows, err := a.rows.Query(ctx, `select format('%I.%I', schemaname, tablename) from pg_tables
		where schemaname not in ('pg_catalog', 'information_schema') order by 1`)
	if err != nil {
		a.t.Fatal(err)
	}
	for rows.Next() {
		var table string
		if err := rows.Scan(&table); err != nil {
			a.t.Fatal(err)
		}
		tables = append(tables, table)
	}
	if err := rows.Err(); err != nil || len(tables) < 20 {
		a.t.Fatalf("%d tables, %v", len(tables), err)
	}
	questions := make([]string, len(tables))
	for i, table := range tables {
		questions[i] = fmt.Sprintf(`select '%s', count(*) || ' ' || md5(coalesce(string_agg(h, '' order by h), '')) from (select md5(t::text) as h from %s t) x`, table, table)
	}
	out := map[string]string{}
	rows, err = a.rows.Query(ctx, strings.Join(questions, " union all "))
	if err != nil {
		a.t.Fatal(err)
	}
	for rows.Next() {
		var table, hash string
		if err := rows.Scan(&table, &hash); err != nil {
			a.t.Fatal(err)
		}
		out[table] = hash
	}
	if err := rows.Err(); err != nil {
		a.t.Fatal(err)
	}
	return out
}

// changed are the tables whose rows differ.
func changed(before, after map[string]string) []string {
	var out []string
	for _, table := range slices.Sorted(maps.Keys(after)) {
		if before[table] != after[table] {
			out = append(out, table)
		}
	}
	return out
}
