package tenantdb_test

import (
	"context"
	"database/sql"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// lastFree is the last migration that was written before servers had to go on serving while one runs. Those behind it keep
// writers from no table for longer than a moment (decision 0108).
const lastFree = 70

// fewRows lists the tables that may be read as a whole while writers are blocked, since they have few rows, with the
// reason.
var fewRows = map[string]string{
	"league.file_searches": "one row a tenant",
}

// blocked lists the tables for which statements block writers for as long as it takes to read or write all of their
// rows: on a large table that is minutes, in which every request for it waits. Reading by an index counts too, and so
// does the check of a reference, because the plan for an empty table says nothing about a large one. The statements
// are run in a transaction that is rolled back.
func blocked(ctx context.Context, conn *pgx.Conn, statements string) (found []string, err error) {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback(ctx) }()
	if _, err := tx.Exec(ctx, `create function pg_temp.scans(of oid) returns bigint language sql as $$
			select pg_stat_get_xact_numscans(of) + coalesce(sum(pg_stat_get_xact_numscans(indexrelid)), 0)::bigint from pg_index where indrelid = of $$;
		create table pg_temp.before as select c.oid, n.nspname || '.' || c.relname as name, c.relfilenode, pg_temp.scans(c.oid),
			array(select k.oid from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as refers
		from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ('league', 'platform', 'jobs');
		set local role `+tenantdb.OwnerRole); err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, statements); err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, "reset role"); err != nil {
		return nil, err
	}
	// A dropped table is ignored, because it is not needed any more.
	rows, err := tx.Query(ctx, `select b.name || case when c.relfilenode <> b.relfilenode then ' is written anew' else ' is read' end
		from pg_temp.before b join pg_class c on c.oid = b.oid
		where (c.relfilenode <> b.relfilenode or pg_temp.scans(c.oid) > b.scans or exists (
				select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.convalidated and k.oid <> all(b.refers))) and exists (
			select from pg_locks l where l.pid = pg_backend_pid() and l.relation = c.oid
				and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'))
		order by 1`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// comments matches the comments of SQL, goose's annotations among them.
var comments = regexp.MustCompile(`(?m)--.*$`)

// patience matches statements by which a migration waits longer for a lock that nobody waits for behind it.
var patience = regexp.MustCompile(`^(set lock_timeout = '\d+min'|reset lock_timeout)$`)

// A migration runs while servers serve, those of the previous release among them: it blocks writers of a table for a
// moment only, and removes nothing that they use. A change that needs all rows of a large table takes another way: an
// index is made CONCURRENTLY in a migration of its own (-- +goose NO TRANSACTION), a constraint comes NOT VALID and
// is validated by the next migration, a column is filled by a migration of its own or by a job.
func TestMigrationsKeepNobodyWaiting(t *testing.T) {
	t.Parallel()
	d := tenantdbtest.Create(t)
	name := d.Name + "_then"
	conn := connect(t, d.Superuser)
	if err := tenantdb.Roles(t.Context(), conn, name); err != nil {
		t.Fatal(err)
	}
	defer execute(t, conn, "drop database "+name+" with (force)")
	owner, err := sql.Open("pgx", strings.Replace(d.Owner, d.Name, name, 1))
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close()
	provider, err := goose.NewProvider(goose.DialectPostgres, owner, tenantdb.Migrations(), goose.WithTableName("public.schema_migrations"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(t.Context(), lastFree); err != nil {
		t.Fatal(err)
	}
	then := connect(t, strings.Replace(d.Superuser, d.Name, name, 1))
	before, err := usable(t.Context(), then)
	if err != nil {
		t.Fatal(err)
	}
	looked, reviewed := 0, map[string]bool{}
	for _, source := range provider.ListSources() {
		if source.Version <= lastFree {
			continue
		}
		text, err := fs.ReadFile(tenantdb.Migrations(), source.Path)
		if err != nil {
			t.Fatal(err)
		}
		looked++
		statements := comments.ReplaceAllString(string(text), "")
		if strings.Contains(string(text), "+goose NO TRANSACTION") {
			for one := range strings.SplitSeq(statements, ";") {
				if one = strings.ToLower(strings.TrimSpace(one)); one != "" && !strings.Contains(one, " concurrently ") && !patience.MatchString(one) {
					t.Errorf("%s: without a transaction indexes are made and dropped concurrently, with more patience for locks, and nothing else happens: %s", source.Path, one)
				}
			}
		} else if found, err := blocked(t.Context(), then, statements); err != nil {
			t.Errorf("%s: %v", source.Path, err)
		} else {
			for _, one := range found {
				if table, _, _ := strings.Cut(one, " "); fewRows[table] == "" {
					t.Errorf("%s: %s while nobody can write to it", source.Path, one)
				}
			}
		}
		if _, err := provider.UpTo(t.Context(), source.Version); err != nil {
			t.Fatal(err)
		}
		after, err := usable(t.Context(), then)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range taken(before, after) {
			if reviewed[one] = true; contractions[one] == "" {
				t.Errorf("%s: %s, and servers of the release before use it: what nobody uses any more goes a release later, with a line in contractions that says why", source.Path, one)
			}
		}
		before = after
	}
	for one := range contractions {
		if !reviewed[one] {
			t.Errorf("no migration has it that %s", one)
		}
	}
	if looked < 2 {
		t.Errorf("looked at %d migrations: the walk has missed them", looked)
	}
}

func TestWhatKeepsWritersWaiting(t *testing.T) {
	t.Parallel()
	conn := connect(t, tenantdbtest.Create(t).Superuser)
	const player = "alter table league.players "
	for _, tt := range []struct{ name, statements, want string }{
		{"a column", player + "add column note text", ""},
		{"a column with a constant", player + "add column note text not null default ''", ""},
		{"a column with a value for each row", player + "add column seen timestamptz not null default clock_timestamp()", "league.players is written anew"},
		{"another type", player + "alter column city type varchar(9)", "league.players is written anew"},
		{"a column that becomes necessary", player + "alter column account_id set not null", "league.players is read"},
		{"a condition", player + "add constraint short check (length(name) < 999)", "league.players is read"},
		{"a condition for what comes", player + "add constraint short check (length(name) < 999) not valid", ""},
		{"a reference", player + "add constraint there foreign key (account_id) references platform.accounts (id)", "league.players is read"},
		{"a reference for what comes", player + "add constraint there foreign key (account_id) references platform.accounts (id) not valid", ""},
		{"an index", "create index on league.players (tenant_id, city)", "league.players is read"},
		{"a value for all", "update league.players set city = ''", ""},
		{"a value for all, past the policy", player + "no force row level security; update league.players set city = ''; " + player + "force row level security", "league.players is read"},
		{"a new table that refers to it", "create table league.notes (player_id uuid references platform.accounts (id)); create index on league.notes (player_id)", ""},
		{"a table that goes", "drop table league.file_searches", ""},
		{"two of them", "create index on league.players (tenant_id, city); create index on league.events (tenant_id, title)", "league.events is read, league.players is read"},
	} {
		found, err := blocked(t.Context(), conn, tt.statements)
		if got := strings.Join(found, ", "); err != nil || got != tt.want {
			t.Errorf("%s: %q, want %q (error %v)", tt.name, got, tt.want, err)
		}
	}
	for table, why := range fewRows {
		var there bool
		if err := conn.QueryRow(t.Context(), "select to_regclass($1) is not null", table).Scan(&there); err != nil || !there || why == "" {
			t.Errorf("%s: there %t, why %q (error %v)", table, there, why, err)
		}
	}
}
