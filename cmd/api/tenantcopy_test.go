package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"referto/internal/backupdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
	"referto/internal/tenantcopydb"
)

// T61: an operator writes the archive of a tenant, whole or not at all, and checks it.
func TestTheArchiveOfATenant(t *testing.T) {
	t.Parallel()
	database, dir := tenantdbtest.Create(t), t.TempDir()
	const tenant = "6f3cbb9e-0000-4000-8000-000000000001"
	database.Alter(t, `insert into platform.tenants (id, slug, name, kind, created_at) values ($1, 'fed', 'Federation', 'federation', now())`, tenant)
	database.Alter(t, `insert into league.regions (tenant_id, id, name, created_at) values ($1, gen_random_uuid(), 'Emilia', now())`, tenant)
	called := func(dsn string, args ...string) (string, error) {
		t.Helper()
		var out bytes.Buffer
		err := run(t.Context(), args, []string{"BACKUP_DATABASE_URL=" + dsn, "DATA_DIR=" + filepath.Join(dir, "data")}, &out, &out)
		return out.String(), err
	}
	archives := func() (names []string) {
		t.Helper()
		names, err := filepath.Glob(filepath.Join(dir, "*.zip*"))
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	file := filepath.Join(dir, "fed.zip")
	for _, tt := range []struct {
		name, dsn, slug string
		want            error
	}{{"as the owner", database.Owner, "fed", backupdb.ErrNotAll}, {"of nobody", database.Backup, "nobody", tenantcopydb.ErrNoTenant}} {
		if _, err := called(tt.dsn, "export-tenant", tt.slug, file); !errors.Is(err, tt.want) || len(archives()) != 0 {
			t.Errorf("%s: %v, left is %q", tt.name, err, archives())
		}
	}
	if _, err := called("", "export-tenant", "fed", file); err == nil || !strings.Contains(err.Error(), "BACKUP_DATABASE_URL") {
		t.Errorf("without an address: %v", err)
	}
	said, err := called(database.Backup, "export-tenant", "fed", file)
	if err != nil || !strings.HasPrefix(said, "Federation (fed) at ") || !strings.Contains(said, ": 2 rows of ") || len(archives()) != 1 {
		t.Fatalf("%v, %s, %q", err, said, archives())
	}
	written, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := called(database.Backup, "export-tenant", "fed", file); err == nil || !strings.Contains(err.Error(), "there already") {
		t.Errorf("over another: %v", err)
	}
	if again, err := called("", "check-export", file); err != nil || again != said {
		t.Errorf("checked: %v, %s", err, again)
	}
	there := tenantdbtest.Create(t)
	restore := func(environ ...string) (string, error) {
		t.Helper()
		var out bytes.Buffer
		err := run(t.Context(), []string{"restore-tenant", file}, append(environ, "DATABASE_URL="+there.Application), &out, &out)
		return out.String(), err
	}
	elsewhere := "DATA_DIR=" + t.TempDir()
	if again, err := restore(elsewhere); err != nil || again != "0 accounts were here, 0 were made: these sign in by a link or a new password.\n"+said {
		t.Errorf("restored: %v, %s", err, again)
	}
	if n := there.Count(t, `select count(*) from league.regions where tenant_id = $1`, tenant); n != 1 {
		t.Errorf("%d regions are there", n)
	}
	if _, err := restore(elsewhere); !errors.Is(err, tenantcopydb.ErrTaken) {
		t.Errorf("a second time: %v", err)
	}
	third := tenantdbtest.Create(t)
	third.Alter(t, `insert into platform.tenants (id, slug, name, kind, created_at) values (gen_random_uuid(), 'fed', 'Another', 'federation', now())`)
	var out bytes.Buffer
	err = run(t.Context(), []string{"restore-tenant", "-slug", "fed-2", file}, []string{"DATA_DIR=" + t.TempDir(), "DATABASE_URL=" + third.Application}, &out, &out)
	if err != nil || !strings.Contains(out.String(), "Its short name here is fed-2: links and printed codes with fed in their addresses do not lead to it.\n") {
		t.Errorf("under another short name: %v, %s", err, out.String())
	}
	if got := third.Text(t, `select slug from platform.tenants where id = $1`, tenant); got != "fed-2" {
		t.Errorf("the short name is %q", got)
	}
	if err := os.WriteFile(file, bytes.ReplaceAll(written, []byte("league.regions"), []byte("league.regionz")), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := called("", "check-export", file); !errors.Is(err, tenantcopydb.ErrDamaged) || exitCode(err) != 1 {
		t.Errorf("with another name: %v", err)
	}
	if _, err := called("", "check-export", filepath.Join(dir, "none")); exitCode(err) != 2 {
		t.Errorf("no file: %v", err)
	}
	for _, args := range [][]string{{"export-tenant", "fed"}, {"check-export"}, {"restore-tenant"}} {
		if _, err := called(database.Backup, args...); !errors.Is(err, errUsage) {
			t.Errorf("%q: %v", args, err)
		}
	}
}
