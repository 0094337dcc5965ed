package tenantdb_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/media/blob"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
	"referto/internal/tenantcopydb"
)

// outlives is the reviewed list of tables that still name a tenant that is deleted, and why.
var outlives = map[string]string{
	"platform.tenant_deletions":  "that it was deleted, when and by whom",
	"platform.refusals":          "the security log, which is kept for its own time",
	"platform.operator_accesses": "who of the platform has looked into it, kept for its own time",
}

// naming counts the rows of each table that name a tenant anywhere.
func naming(t *testing.T, conn *pgx.Conn, c catalog, tenant string) map[string]int {
	t.Helper()
	out := map[string]int{}
	for _, table := range c.Tables {
		if !table.stores() {
			continue
		}
		var n int
		if err := conn.QueryRow(t.Context(), `select count(*) from `+table.Name+` t where t::text like '%' || $1 || '%'`, tenant).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n > 0 {
			out[table.Name] = n
		}
	}
	return out
}

// others are digests of all rows of each table that do not name a tenant.
func others(t *testing.T, conn *pgx.Conn, c catalog, tenant string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, table := range c.Tables {
		if !table.stores() {
			continue
		}
		var digest string
		err := conn.QueryRow(t.Context(), `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from `+table.Name+` t where t::text not like '%' || $1 || '%'`, tenant).Scan(&digest)
		if err != nil {
			t.Fatal(err)
		}
		out[table.Name] = digest
	}
	return out
}

// doomed is a database in which every table of tenants has rows of two of them, and a deletion of the first that is
// due. Both have files.
type doomed struct {
	base         tenantdbtest.Database
	super        *pgx.Conn
	catalog      catalog
	files        blob.Store
	ours, theirs string
	deletion     uuid.UUID
	now          time.Time
}

func newDoomed(t *testing.T) doomed {
	t.Helper()
	d := doomed{base: tenantdbtest.Create(t), deletion: uuid.New(), now: time.Date(2027, 3, 1, 8, 0, 0, 0, time.UTC)}
	d.super = connect(t, d.base.Superuser)
	d.catalog = readCatalog(t, d.super)
	made := newRows(d.catalog, d.super)
	var err error
	for _, tenant := range []*string{&d.ours, &d.theirs} {
		if *tenant, err = made.tenant(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, table := range d.catalog.tenantTables() {
			if _, err := newSampleOf(t.Context(), made, table.Name, *tenant); err != nil {
				t.Fatal(err)
			}
		}
	}
	account := made.made["platform.accounts"][0]["id"]
	d.base.Alter(t, `insert into platform.affiliations (id, federation_id, club_id, state, requested_by, requested_at) values (gen_random_uuid(), $1, $2, 'accepted', $3, now())`, d.ours, d.theirs, account)
	d.base.Alter(t, `insert into platform.tenant_deletions (id, tenant, slug, name, kind, reason, counts, asked_by, asked_at, closed_by, closed_at, due_at)
		select $1, id, slug, name, kind, 'It has dissolved', '{}', $3, $4::timestamptz, $3, $4, $4 + interval '30 days' from platform.tenants where id = $2`, d.deletion, d.ours, account, d.now.Add(-30*24*time.Hour))
	d.base.Alter(t, `insert into jobs.river_job (kind, args, state, max_attempts) select 'letter', json_build_object('tenant', id), 'scheduled', 3 from platform.tenants`)
	if d.files, err = blob.NewFolder(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	for _, tenant := range []string{d.ours, d.theirs} {
		for _, name := range []string{"/one.jpg", "/events/two.jpg"} {
			if err := d.files.Put(t.Context(), tenant+name, []byte(name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return d
}

// newSampleOf makes a row of a table for a tenant, unless there is one.
func newSampleOf(ctx context.Context, made *rows, table, tenant string) (row, error) {
	for _, r := range made.made[table] {
		if r[tenantColumn] == tenant {
			return r, nil
		}
	}
	return made.add(ctx, table, row{tenantColumn: tenant})
}

// lying counts the files of a tenant.
func (d doomed) lying(t *testing.T, tenant string) (n int) {
	t.Helper()
	for _, err := range d.files.Below(t.Context(), tenant) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}

// T16: of a deleted tenant no row is left in any table of the catalog, nor a file, except those on a list; every row
// of another tenant is unchanged. The deletion continues wherever it is cut off: in the middle of a table, with the
// files, at the end.
func TestNothingOfADeletedTenantIsLeft(t *testing.T) {
	t.Parallel()
	d := newDoomed(t)
	db := tenantdbtest.Open(t, d.base)
	before, rest := naming(t, d.super, d.catalog, d.ours), others(t, d.super, d.catalog, d.ours)
	for _, table := range d.catalog.tenantTables() {
		if before[table.Name] == 0 {
			t.Errorf("%s has no row of the tenant: the test would not see that one is left", table.Name)
		}
	}
	for _, table := range []string{"platform.affiliations", "platform.tenants", "jobs.river_job"} {
		if before[table] == 0 {
			t.Errorf("%s does not name the tenant", table)
		}
	}
	tries, cut := 0, errors.New("cut off")
	ended := func(tenantdb.Tx, []uuid.UUID) error { return cut }
	for ; ; tries++ {
		if tries > 10*len(d.catalog.Tables) {
			t.Fatal("it does not end")
		}
		ctx, cancel := context.WithCancel(t.Context())
		asked, long := 0, time.Duration(0) // one batch and a pause
		dies := tries%3 == 2 && tries < 30 // behind a batch
		if dies || tries > 30 {
			long = time.Hour
		}
		now := func() time.Time {
			if asked++; asked > 2 && dies {
				cancel()
			}
			return d.now
		}
		err := tenantcopydb.Delete(ctx, db, d.files, d.deletion, now, long, ended)
		cancel()
		if errors.Is(err, cut) {
			if d.lying(t, d.ours) != 0 || d.base.Count(t, `select count(*) from platform.tenants where id = $1`, d.ours) != 1 {
				t.Error("cut off at the end, the files are there still, or the tenant is gone")
			}
			ended = func(tenantdb.Tx, []uuid.UUID) error { return nil }
			continue
		}
		if err == nil && d.base.Count(t, `select count(*) from platform.tenant_deletions where done_at is not null`) == 1 {
			break
		}
		if err != nil && !errors.Is(err, tenantcopydb.ErrMore) && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if tries < 20 {
		t.Errorf("it was cut off %d times only", tries)
	}
	for table, n := range naming(t, d.super, d.catalog, d.ours) {
		if outlives[table] == "" {
			t.Errorf("%s names the tenant in %d rows", table, n)
		}
	}
	after := others(t, d.super, d.catalog, d.ours)
	const stamps = "platform.stamps" // of accounts, whose roles have changed
	if after[stamps] == rest[stamps] {
		t.Error("servers go on to remember the roles of whoever had some")
	}
	after[stamps] = rest[stamps]
	if diff := cmp.Diff(rest, after); diff != "" {
		t.Errorf("rows of others (-before +after):\n%s", diff)
	}
	if d.lying(t, d.ours) != 0 || d.lying(t, d.theirs) != 2 {
		t.Errorf("files: %d of ours, %d of theirs", d.lying(t, d.ours), d.lying(t, d.theirs))
	}
	if got := d.base.Text(t, `select reason || cardinality(managers)::text from platform.tenant_deletions`); got != "0" {
		t.Errorf("what is left of it says more than it should: %q", got)
	}
	want := 0
	for table, n := range before {
		if strings.HasPrefix(table, "league.") || table == "platform.affiliations" || table == "platform.tenants" {
			want += n
		}
	}
	if got := d.base.Count(t, `select row_count from platform.tenant_deletions`); got > want || got < want/2 { // cascades are not counted
		t.Errorf("%d rows are counted, %d were there", got, want)
	}
}

// The database deletes rows only of a tenant whose deletion has begun, and lets none begin before its days of grace
// are over, whatever the application does.
func TestTheDatabaseGuardsDeletion(t *testing.T) {
	t.Parallel()
	d := newDoomed(t)
	db := tenantdbtest.Open(t, d.base)
	gone := func(tenant, relation string) (n int64, err error) {
		err = tenantdb.In(t.Context(), db, uuid.MustParse(tenant), nil, func(tx tenantdb.Tx) error {
			b := &tenantdb.Batch{}
			tenantdb.Scalar(b, &n, `select platform.delete_of_tenant($1, null)`, relation)
			return tx.Send(b)
		})
		return n, err
	}
	for name, refused := range map[string]string{"ours, which has not begun": d.ours, "theirs, which nobody deletes": d.theirs} {
		if n, err := gone(refused, "league.audit"); err == nil {
			t.Errorf("%s: %d rows are gone", name, n)
		}
	}
	for name, statement := range map[string]string{
		"begun too early":    `update platform.tenant_deletions set begun_at = due_at - interval '1 second'`,
		"a shorter grace":    `update platform.tenant_deletions set due_at = closed_at + interval '29 days'`,
		"begun before asked": `update platform.tenant_deletions set begun_at = asked_at, due_at = asked_at`,
		"a second one":       `insert into platform.tenant_deletions (id, tenant, slug, name, kind, reason, counts, asked_by, asked_at) select gen_random_uuid(), tenant, slug, name, kind, '', '{}', asked_by, asked_at from platform.tenant_deletions`,
	} {
		if _, err := d.super.Exec(t.Context(), statement); err == nil {
			t.Errorf("%s: not refused", name)
		}
	}
	if of, err := registrydb.BeginDeletion(t.Context(), db, d.deletion, d.now.Add(-time.Second)); err != nil || of != uuid.Nil {
		t.Errorf("a second too early: %v, %v", of, err)
	}
	if of, err := registrydb.BeginDeletion(t.Context(), db, d.deletion, d.now); err != nil || of.String() != d.ours {
		t.Fatalf("when it is due: %v, %v", of, err)
	}
	for _, relation := range []string{"platform.accounts", "jobs.river_job", "league.novel", "league.audit; drop table league.audit", ""} {
		if n, err := gone(d.ours, relation); err == nil {
			t.Errorf("%q: %d rows are gone", relation, n)
		}
	}
	if _, err := gone(d.ours, "platform.tenants"); err == nil {
		t.Error("the tenant is gone while it has rows")
	}
	if _, err := gone(d.theirs, "league.audit"); err == nil {
		t.Error("rows of another are gone")
	}
	if n, err := gone(d.ours, "league.audit"); err != nil || n != 1 {
		t.Errorf("one's own: %d, %v", n, err)
	}
	err := tenantdb.In(t.Context(), db, uuid.MustParse(d.ours), nil, func(tx tenantdb.Tx) error {
		return registrydb.WithdrawDeletion(tx, d.deletion, uuid.New(), d.now)
	})
	if !errors.Is(err, tenantdb.ErrNotFound) {
		t.Errorf("taken back while it is under way: %v", err)
	}
	if n := fmt.Sprint(naming(t, d.super, d.catalog, d.theirs)["league.audit"]); n != "1" {
		t.Errorf("of the other tenant there are %s", n)
	}
}
