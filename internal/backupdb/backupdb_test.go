package backupdb_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"referto/internal/backupdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

func TestMain(m *testing.M) { os.Exit(tenantdbtest.Run(m)) }

const (
	ours   = "6f3cbb9e-0000-4000-8000-000000000001"
	theirs = "6f3cbb9e-0000-4000-8000-000000000002"
)

// populated is a database with two tenants: ours has three regions, theirs one.
func populated(t *testing.T) tenantdbtest.Database {
	t.Helper()
	database := tenantdbtest.Create(t)
	for _, tenant := range []string{ours, theirs} {
		database.Alter(t, `insert into platform.tenants (id, slug, name, kind, created_at) values ($1::uuid, 'fed-' || right($1::text, 1), 'Fed', 'federation', now())`, tenant)
	}
	for i, tenant := range []string{ours, ours, ours, theirs} {
		database.Alter(t, `insert into league.regions (tenant_id, id, name, created_at) values ($1, gen_random_uuid(), $2, now())`, tenant, fmt.Sprintf("a name\nof two lines\twith a tab, %d", i))
	}
	database.Alter(t, `insert into league.idempotency (tenant_id, principal, operation, key, fingerprint, status, header, body, created_at)
		values ($1, 'a', 'b', 'c', '', 200, '{}', '', now())`, ours)
	return database
}

// dumped writes a database as pg_dump does for a role that row-level security is asked about, or
// not: COPY, the rows, the end.
func dumped(t *testing.T, dsn string) *bytes.Buffer {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	rows, err := conn.Query(t.Context(), `select quote_ident(table_schema) || '.' || quote_ident(table_name) || ' (' || string_agg(quote_ident(column_name), ', ' order by ordinal_position) || ')'
		from information_schema.columns join information_schema.tables using (table_schema, table_name)
		where table_schema in ('league', 'platform') and table_type = 'BASE TABLE' and is_generated = 'NEVER' group by table_schema, table_name`)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	out := bytes.NewBufferString("--\n-- PostgreSQL database dump\n--\n\nSET row_security = off;\n\n")
	for _, table := range tables {
		fmt.Fprintf(out, "COPY %s FROM stdin;\n", table)
		if _, err := conn.PgConn().CopyTo(t.Context(), out, "copy "+table+" to stdout"); err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(out, "\\.\n\n\n")
	}
	fmt.Fprint(out, "--\n-- PostgreSQL database dump complete\n--\n\n")
	return out
}

// count is Count as the backup role, without the rows of migrations.
func count(t *testing.T, dsn string) backupdb.Counts {
	t.Helper()
	c, err := backupdb.Count(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	delete(c.Rows, backupdb.Place{Table: "public.schema_migrations"})
	delete(c.Rows, backupdb.Place{Table: "jobs.river_migration"})
	return c
}

// T60: rows are counted by table and tenant, by a role that is shown all of them.
func TestCount(t *testing.T) {
	t.Parallel()
	database := populated(t)
	want := map[backupdb.Place]int64{
		{Table: "platform.tenants"}:                 2,
		{Table: "league.regions", Tenant: ours}:     3,
		{Table: "league.regions", Tenant: theirs}:   1,
		{Table: "league.idempotency", Tenant: ours}: 1,
	}
	got := count(t, database.Backup)
	if diff := cmp.Diff(want, got.Rows); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if got.Total() != 7 || got.Tenants() != 2 || !got.Passing["league.idempotency"] || got.Passing["league.regions"] {
		t.Errorf("in all %d of %d tenants, passing are %v", got.Total(), got.Tenants(), got.Passing)
	}
	for name, dsn := range map[string]string{"the owner": database.Owner, "the application": database.Application} {
		if _, err := backupdb.Count(t.Context(), dsn); !errors.Is(err, backupdb.ErrNotAll) {
			t.Errorf("%s counts rows: %v", name, err)
		}
	}
	if _, err := backupdb.Count(t.Context(), "host=/nowhere"); err == nil || errors.Is(err, backupdb.ErrNotAll) {
		t.Errorf("no database: %v", err)
	}
}

// T60: a dump of all rows has the counted rows; one that looks alike but was made under row-level security has no row
// of a tenant, which is reported.
func TestADumpWithoutTenantsIsNoticed(t *testing.T) {
	t.Parallel()
	database := populated(t)
	counted := count(t, database.Backup)
	whole, err := backupdb.CountDump(dumped(t, database.Backup+" options='-c row_security=off'"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(counted.Rows, whole.Rows); diff != "" {
		t.Errorf("rows of the dump (-counted +got):\n%s", diff)
	}
	if missing := backupdb.Missing(counted, whole); missing != nil {
		t.Errorf("missing are %q", missing)
	}
	plausible, err := backupdb.CountDump(dumped(t, database.Owner))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"league.idempotency of tenant " + ours + ": 0 rows, there were 1",
		"league.regions of tenant " + ours + ": 0 rows, there were 3",
		"league.regions of tenant " + theirs + ": 0 rows, there were 1",
	}
	if diff := cmp.Diff(want, backupdb.Missing(counted, plausible)); diff != "" {
		t.Errorf("missing in the dump of the owner (-want +got):\n%s", diff)
	}
}

func TestCountDump(t *testing.T) {
	t.Parallel()
	const end = "\n-- PostgreSQL database dump complete\n"
	for _, tt := range []struct {
		name, text string
		want       map[backupdb.Place]int64
		err        error
	}{
		{"nothing but its end", end, map[backupdb.Place]int64{}, nil},
		{"a row is a line, an empty one too", "COPY a.b (name) FROM stdin;\n\nCOPY x.y (z) FROM stdin;\n" + end[1:] + "\\.\n" + end, map[backupdb.Place]int64{{Table: "a.b"}: 3}, nil},
		{
			"the tenant may stand anywhere, and last", "COPY a.\"order\" (\"group\", tenant_id) FROM stdin;\n1\tt1\n2\tt2\n3\tt1\n\\.\n" + end,
			map[backupdb.Place]int64{{Table: "a.order", Tenant: "t1"}: 2, {Table: "a.order", Tenant: "t2"}: 1},
			nil,
		},
		{"the end is missing", "COPY a.b (name) FROM stdin;\n1\n\\.\n", nil, backupdb.ErrCut},
		{"rows end in the middle", "COPY a.b (name) FROM stdin;\n1\n", nil, backupdb.ErrCut},
		{"it is empty", "", nil, backupdb.ErrCut},
		{"it is no text", "PGDMP\x01\x0e\x00", nil, backupdb.ErrArchive},
	} {
		got, err := backupdb.CountDump(strings.NewReader(tt.text))
		if !errors.Is(err, tt.err) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.err)
		}
		if diff := cmp.Diff(tt.want, got.Rows); tt.err == nil && diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	if _, err := backupdb.CountDump(strings.NewReader("COPY a.b (id, tenant_id) FROM stdin;\n1\n\\.\n" + end)); err == nil {
		t.Error("a row without its column is taken")
	}
	if _, err := backupdb.CountDump(io.MultiReader(strings.NewReader("--\n"), broken{})); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("of a broken disk: %v", err)
	}
}

// broken is a file that cannot be read.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// Kept tables may only grow; passing ones must not be empty; the job queue is ignored.
func TestMissing(t *testing.T) {
	t.Parallel()
	source := backupdb.Counts{
		Rows: map[backupdb.Place]int64{
			{Table: "league.players", Tenant: ours}: 2, {Table: "league.players", Tenant: theirs}: 1,
			{Table: "league.seats", Tenant: ours}: 4, {Table: "league.seats", Tenant: theirs}: 1, {Table: "jobs.river_job"}: 5,
		},
		Passing: map[string]bool{"league.seats": true, "jobs.river_job": true},
	}
	for _, tt := range []struct {
		name   string
		copied map[backupdb.Place]int64
		want   []string
	}{
		{"more than there were, and a tenant that was founded since", map[backupdb.Place]int64{
			{Table: "league.players", Tenant: ours}: 3, {Table: "league.players", Tenant: theirs}: 1, {Table: "league.players", Tenant: "new"}: 1, {Table: "league.seats", Tenant: ours}: 1,
		}, nil},
		{"one row of a tenant", map[backupdb.Place]int64{
			{Table: "league.players", Tenant: ours}: 1, {Table: "league.players", Tenant: theirs}: 9, {Table: "league.seats", Tenant: theirs}: 1,
		}, []string{"league.players of tenant " + ours + ": 1 rows, there were 2"}},
		{"a whole table", map[backupdb.Place]int64{
			{Table: "league.players", Tenant: ours}: 2, {Table: "league.players", Tenant: theirs}: 1,
		}, []string{"league.seats of tenant " + ours + ": 0 rows, there were 4", "league.seats of tenant " + theirs + ": 0 rows, there were 1"}},
	} {
		if diff := cmp.Diff(tt.want, backupdb.Missing(source, backupdb.Counts{Rows: tt.copied})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// Counts are read as they were written, and nothing else is taken for them.
func TestCountsAreReadAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	source := backupdb.Counts{
		Rows:    map[backupdb.Place]int64{{Table: "league.seats", Tenant: ours}: 4, {Table: "platform.tenants"}: 2},
		Passing: map[string]bool{"league.seats": true, "platform.tenants": false},
	}
	var text bytes.Buffer
	if n, err := source.WriteTo(&text); err != nil || n != int64(text.Len()) {
		t.Fatalf("%d of %d bytes, %v", n, text.Len(), err)
	}
	want := "passing league.seats " + ours + " 4\nkept platform.tenants - 2\nend 2\n"
	if text.String() != want {
		t.Errorf("written is\n%s", text.String())
	}
	got, err := backupdb.Read(&text)
	if diff := cmp.Diff(source, got); err != nil || diff != "" {
		t.Errorf("read (-want +got): %v\n%s", err, diff)
	}
	for _, not := range []string{
		"", "end\n", "end 1\n", "kept platform.tenants - 2\n", "kept platform.tenants - 2\nend 2\n", "end 0\nkept platform.tenants - 2\n", "kept platform.tenants - many\nend 1\n",
		"kept platform.tenants - -2\nend 1\n", "gone platform.tenants - 2\nend 1\n", "kept platform.tenants 2\nend 1\n", "-- PostgreSQL database dump\n",
	} {
		if _, err := backupdb.Read(strings.NewReader(not)); err == nil {
			t.Errorf("%q is taken for counts", not)
		}
	}
}
