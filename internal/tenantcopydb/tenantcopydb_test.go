package tenantcopydb_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/backupdb"
	"referto/internal/media/blob"
	"referto/internal/tenant/tenantdb/tenantdbtest"
	"referto/internal/tenantcopydb"
)

func TestMain(m *testing.M) { os.Exit(tenantdbtest.Run(m)) }

const (
	ours   = "6f3cbb9e-0000-4000-8000-000000000001"
	theirs = "6f3cbb9e-0000-4000-8000-000000000002"
	olga   = "6f3cbb9e-0000-4000-8000-000000000003"
	boris  = "6f3cbb9e-0000-4000-8000-000000000004"
)

var moment = time.Date(2027, 1, 31, 20, 15, 0, 0, time.UTC)

// world is a database with two tenants, each with a holder of a role, and a store with a file of each.
func world(t *testing.T) (tenantdbtest.Database, blob.Store) {
	t.Helper()
	database := tenantdbtest.Create(t)
	files, err := blob.NewFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []struct{ tenant, slug, account, canary string }{{ours, "ours", olga, "Our own"}, {theirs, "theirs", boris, "canary"}} {
		database.Alter(t, `insert into platform.tenants (id, slug, name, kind, created_at) values ($1, $2, $3, 'federation', now())`, w.tenant, w.slug, w.canary)
		database.Alter(t, `insert into platform.accounts (id, email, email_key, name, password_hash, created_at) values ($1, $2, $2, $3, 'a-hash-of-a-password', now())`, w.account, w.slug+"@example.org", w.canary)
		database.Alter(t, `insert into league.regions (tenant_id, id, name, created_at) select $1, gen_random_uuid(), $2 || n, now() from generate_series(1, 30) n`, w.tenant, w.canary+" \n\"region\" ")
		database.Alter(t, `insert into league.grants (tenant_id, id, account_id, role, scope, granted_by, valid_from, created_at) values ($1, gen_random_uuid(), $2, 'championship-manager', 'tenant', $2, now(), now())`, w.tenant, w.account)
		database.Alter(t, `insert into league.idempotency (tenant_id, principal, operation, key, fingerprint, status, header, body, created_at) values ($1, 'a', 'b', 'c', '', 200, '{}', '', now())`, w.tenant)
		for _, name := range []string{"/one.jpg", "/two.jpg"} {
			if err := files.Put(t.Context(), w.tenant+name, []byte("a file of "+w.canary+name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return database, files
}

func export(t *testing.T, dsn string, files blob.Store) (tenantcopydb.Manifest, []byte) {
	t.Helper()
	var out bytes.Buffer
	m, err := tenantcopydb.Export(t.Context(), dsn, "ours", files, &out, moment)
	if err != nil {
		t.Fatal(err)
	}
	return m, out.Bytes()
}

// parts are the contents of an archive by name.
func parts(t *testing.T, archive []byte) map[string]string {
	t.Helper()
	read, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, f := range read.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name] = string(data)
	}
	return all
}

// T61: an archive has everything of its tenant, nothing of another, and nothing to sign in with.
func TestExport(t *testing.T) {
	t.Parallel()
	database, files := world(t)
	m, archive := export(t, database.Backup, files)
	counts, err := backupdb.Count(t.Context(), database.Backup)
	if err != nil {
		t.Fatal(err)
	}
	all := parts(t, archive)
	for _, part := range m.Tables {
		table := strings.TrimSuffix(strings.TrimPrefix(part.Name, "tables/"), ".ndjson")
		if want := counts.Rows[backupdb.Place{Table: table, Tenant: ours}]; strings.HasPrefix(table, "league.") && part.Rows != want {
			t.Errorf("%s has %d rows, want %d", table, part.Rows, want)
		}
		for line := range strings.Lines(all[part.Name]) {
			var row map[string]any
			if err := json.Unmarshal([]byte(line), &row); err != nil || strings.HasPrefix(table, "league.") && row["tenant_id"] != ours {
				t.Errorf("%s: %v of %s", table, err, line)
			}
		}
	}
	for name, text := range all {
		if name != "manifest.json" && strings.Contains(text, "canary") {
			t.Errorf("%s has what is another tenant's", name)
		}
		if strings.Contains(text, "a-hash-of-a-password") {
			t.Errorf("%s has a hash of a password", name)
		}
	}
	var account map[string]any
	if err := json.Unmarshal([]byte(all["tables/platform.accounts.ndjson"]), &account); err != nil || account["id"] != olga || account["email"] != "ours@example.org" {
		t.Errorf("accounts are %s: %v", all["tables/platform.accounts.ndjson"], err)
	}
	want := map[string]string{"files/one.jpg": "a file of Our own/one.jpg", "files/two.jpg": "a file of Our own/two.jpg"}
	for name, text := range want {
		if all[name] != text {
			t.Errorf("%s is %q, want %q", name, all[name], text)
		}
	}
	if len(m.Files) != len(want) || m.Tenant.Slug != "ours" || m.Schema == 0 || !m.TakenAt.Equal(moment) {
		t.Errorf("the manifest is %+v", m)
	}
	again, same := export(t, database.Backup, files)
	if diff := cmp.Diff(m, again); diff != "" || !bytes.Equal(archive, same) {
		t.Errorf("the same rows and files make another archive: %s", diff)
	}
}

// Every table of tenants is carried, or left out for a reason.
func TestEveryTableIsCarriedOrLeftOut(t *testing.T) {
	t.Parallel()
	database, files := world(t)
	m, _ := export(t, database.Backup, files)
	carried := map[string]bool{}
	for _, part := range m.Tables {
		carried[part.Name] = true
	}
	text := database.Text(t, `select string_agg(n.nspname || '.' || c.relname, ' ') from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and n.nspname = 'league'`)
	tables := strings.Fields(text)
	for _, table := range tables {
		if (tenantcopydb.LeftOut[table] != "") == carried["tables/"+table+".ndjson"] {
			t.Errorf("%s has to be carried, or left out for a reason", table)
		}
		delete(carried, "tables/"+table+".ndjson")
	}
	for table := range tenantcopydb.LeftOut {
		if !strings.Contains(" "+text+" ", " "+table+" ") {
			t.Errorf("%s is left out and is not there: take it off", table)
		}
	}
	if len(tables) < 100 || len(carried) != 3 { // tenant, affiliations, accounts
		t.Errorf("of %d tables; others are %v", len(tables), carried)
	}
}

// Only the backup role exports, and only a tenant that there is.
func TestExportIsRefused(t *testing.T) {
	t.Parallel()
	database, files := world(t)
	for name, dsn := range map[string]string{"the owner": database.Owner, "the application": database.Application} {
		if _, err := tenantcopydb.Export(t.Context(), dsn, "ours", files, io.Discard, moment); !errors.Is(err, backupdb.ErrNotAll) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := tenantcopydb.Export(t.Context(), database.Backup, "nobody", files, io.Discard, moment); !errors.Is(err, tenantcopydb.ErrNoTenant) {
		t.Errorf("of nobody: %v", err)
	}
	full := errors.New("the disk is full")
	if _, err := tenantcopydb.Export(t.Context(), database.Backup, "ours", files, failing{full}, moment); !errors.Is(err, full) {
		t.Errorf("onto a full disk: %v", err)
	}
}

// failing is a disk that takes nothing.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// An archive of which a part was changed, lost or added is damaged.
func TestCheck(t *testing.T) {
	t.Parallel()
	database, files := world(t)
	m, archive := export(t, database.Backup, files)
	check := func(archive []byte) (tenantcopydb.Manifest, error) {
		return tenantcopydb.Check(bytes.NewReader(archive), int64(len(archive)))
	}
	got, err := check(archive)
	if diff := cmp.Diff(m, got); err != nil || diff != "" {
		t.Fatalf("as it was written: %v\n%s", err, diff)
	}
	whole := parts(t, archive)
	const regions, file, manifest = "tables/league.regions.ndjson", "files/one.jpg", "manifest.json"
	for _, tt := range []struct {
		name   string
		change func(map[string]string)
	}{
		{"a row less", func(p map[string]string) { _, p[regions], _ = strings.Cut(p[regions], "\n") }},
		{"another letter", func(p map[string]string) { p[regions] = strings.Replace(p[regions], "Our", "Own", 1) }},
		{"another file", func(p map[string]string) { p[file] = strings.ToUpper(p[file]) }},
		{"a table that is missing", func(p map[string]string) { delete(p, regions) }},
		{"a file that is missing", func(p map[string]string) { delete(p, file) }},
		{"a part that nobody knows", func(p map[string]string) { p["files/more.jpg"] = "" }},
		{"no manifest", func(p map[string]string) { delete(p, manifest) }},
		{"a manifest of something else", func(p map[string]string) { p[manifest] = "[]" }},
		{"other digests", func(p map[string]string) {
			p[manifest] = strings.Replace(p[manifest], `"sha256": "`, `"sha256": "0`, 1)
		}},
	} {
		changed := map[string]string{}
		for name, text := range whole {
			changed[name] = text
		}
		tt.change(changed)
		if _, err := check(packed(t, changed)); !errors.Is(err, tenantcopydb.ErrDamaged) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	if _, err := check(packed(t, whole)); err != nil {
		t.Errorf("packed again: %v", err)
	}
	if _, err := check(archive[:len(archive)-1]); !errors.Is(err, tenantcopydb.ErrDamaged) {
		t.Errorf("without its last byte: %v", err)
	}
	whole[manifest] = strings.Replace(whole[manifest], `"format": 1`, `"format": 2`, 1)
	if _, err := check(packed(t, whole)); err == nil || errors.Is(err, tenantcopydb.ErrDamaged) {
		t.Errorf("of a later program: %v", err)
	}
}

// packed is an archive of some parts.
func packed(t *testing.T, parts map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, text := range parts {
		entry, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(entry, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
