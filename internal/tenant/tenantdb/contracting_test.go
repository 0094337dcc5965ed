package tenantdb_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// contractions are the things that migrations take from servers of the release before, and why these do without them: a thing that is gone has
// not been used by them any more, or never was.
var contractions = map[string]string{}

// element is something in the database that a statement of a server may name.
type element struct {
	name  string // table, table.column, or function(types)
	shape string // of a column its type; of a function its result
	needs bool   // a column that an INSERT has to name
}

// asked is a connection or a transaction.
type asked interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// usable lists tables, columns and functions that servers may use, by name. Triggers call their functions themselves.
func usable(ctx context.Context, conn asked) (map[string]element, error) {
	rows, err := conn.Query(ctx, `
		with ours as (select oid, nspname from pg_namespace where nspname in ('league', 'platform', 'jobs'))
		select n.nspname || '.' || c.relname, '', false from pg_class c join ours n on n.oid = c.relnamespace where c.relkind in ('r', 'p', 'v')
		union all
		select n.nspname || '.' || c.relname || '.' || a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull and not a.atthasdef and a.attidentity = ''
			from pg_attribute a join pg_class c on c.oid = a.attrelid join ours n on n.oid = c.relnamespace
			where c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
		union all
		select n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', pg_get_function_result(p.oid), false
			from pg_proc p join ours n on n.oid = p.pronamespace where p.prorettype <> 'trigger'::regtype`)
	if err != nil {
		return nil, err
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (e element, err error) {
		err = row.Scan(&e.name, &e.shape, &e.needs)
		return e, err
	})
	out := make(map[string]element, len(all))
	for _, e := range all {
		out[e.name] = e
	}
	return out, err
}

// taken lists the parts of a catalog that statements written for it miss in a later one: removed or renamed elements,
// changed types, and columns of older tables that an INSERT now has to name. A dropped table is listed once, without
// its columns.
func taken(before, after map[string]element) (out []string) {
	for name, was := range before {
		table := name[:max(strings.LastIndex(name, "."), 0)]
		_, older := before[table]
		_, there := after[table]
		is, stays := after[name]
		switch {
		case older && !there: // gone with its table
		case !stays:
			out = append(out, name+" is gone")
		case is.shape != was.shape:
			out = append(out, name+" is of another type")
		case is.needs && !was.needs:
			out = append(out, name+" has to be named")
		}
	}
	for name, is := range after {
		table := name[:max(strings.LastIndex(name, "."), 0)]
		_, older := before[table]
		if _, was := before[name]; !was && older && is.needs {
			out = append(out, name+" has to be named")
		}
	}
	slices.Sort(out)
	return out
}

// Each way to take something from servers of the release before is seen, and none that only adds.
func TestWhatTakesFromTheReleaseBefore(t *testing.T) {
	t.Parallel()
	conn := connect(t, tenantdbtest.Create(t).Superuser)
	before, err := usable(t.Context(), conn)
	if err != nil || len(before) < 500 {
		t.Fatalf("%d elements: %v", len(before), err)
	}
	const player = "alter table league.players "
	for _, tt := range []struct{ name, statements, want string }{
		{"a column", player + "add column note text", ""},
		{"a column with a constant", player + "add column note text not null default ''", ""},
		{"a column that nobody can leave out", player + "add column note text; " + player + "alter column note set not null", "league.players.note has to be named"},
		{"a column that becomes necessary", player + "alter column account_id set not null", "league.players.account_id has to be named"},
		{"a constant that goes", player + "alter column city drop default", "league.players.city has to be named"},
		{"a column that need not be said any more", player + "alter column name drop not null", ""},
		{"a column that goes", player + "drop column city", "league.players.city is gone"},
		{"a column with another name", player + "rename column city to town", "league.players.city is gone"},
		{"a column with another type", player + "alter column city type varchar(9)", "league.players.city is of another type"},
		{"a table", "create table league.notes (note text not null)", ""},
		{"a table that goes", "drop table league.file_searches", "league.file_searches is gone"},
		{"a table with another name", "alter table league.file_searches rename to searches", "league.file_searches is gone"},
		{"a table in another room", "alter table league.file_searches set schema platform", "league.file_searches is gone"},
		{"a function", "create function league.one() returns int language sql return 1", ""},
		{"a function that goes", "drop function platform.delete_of_tenant(text, bigint)", "platform.delete_of_tenant(relation text, most bigint) is gone"},
		{"a condition", player + "add constraint short check (length(name) < 999) not valid", ""},
	} {
		tx, err := conn.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), "set local role "+tenantdb.OwnerRole+"; "+tt.statements); err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		after, err := usable(t.Context(), tx)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(taken(before, after), ", "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if err := tx.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
