package worlddbtest

import (
	"context"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
)

// written finds the columns of tenants' rows that hold documents or texts.
const written = `select n.nspname || '.' || c.relname, a.attname::text, a.atttypid = 'jsonb'::regtype
	from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
	where c.relkind = 'r' and n.nspname !~ '^pg_' and a.attnum > 0 and not a.attisdropped and a.attname <> 'tenant_id'
		and a.atttypid in ('jsonb'::regtype, 'text'::regtype, 'text[]'::regtype)
		and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped)`

// AccountsInside finds where ids of accounts stand in documents and texts of tenants' rows: the places as
// "schema.table.column", with ".field" where it is the field of a document.
func (c Copy) AccountsInside(t testing.TB) (places []string) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	rows, err := c.super.Query(ctx, written)
	if err != nil {
		t.Fatal(err)
	}
	var table, column string
	var document bool
	var questions []string
	if _, err := pgx.ForEachRow(rows, []any{&table, &column, &document}, func() error {
		field, value := "''", column+"::text"
		from := table
		if document {
			field, value = "'.' || e.key", "e.value"
			from += `, lateral jsonb_each_text(case jsonb_typeof(` + column + `) when 'object' then ` + column + ` else jsonb_build_object('*', ` + column + `) end) e`
		}
		questions = append(questions, `select distinct '`+table+`.`+column+`' || `+field+` from `+from+`, lateral regexp_matches(`+value+`, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') m
			join platform.accounts a on a.id = m[1]::uuid`)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, question := range questions {
		found, err := c.super.Query(ctx, question)
		if err != nil {
			t.Fatal(err)
		}
		some, err := pgx.CollectRows(found, pgx.RowTo[string])
		if err != nil {
			t.Fatalf("%v: %s", err, question)
		}
		places = append(places, some...)
	}
	slices.Sort(places)
	return places
}
