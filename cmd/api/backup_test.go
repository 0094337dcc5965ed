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
)

// T60: an operator counts rows as the backup role, and holds a dump and a restored database to them.
func TestBackupsAreChecked(t *testing.T) {
	t.Parallel()
	database, dir := tenantdbtest.Create(t), t.TempDir()
	const tenant = "6f3cbb9e-0000-4000-8000-000000000001"
	database.Alter(t, `insert into platform.tenants (id, slug, name, kind, created_at) values ($1, 'fed', 'Fed', 'federation', now())`, tenant)
	database.Alter(t, `insert into league.regions (tenant_id, id, name, created_at) values ($1, gen_random_uuid(), 'Emilia', now())`, tenant)
	called := func(environ []string, args ...string) (string, error) {
		t.Helper()
		var out bytes.Buffer
		err := run(t.Context(), args, append(environ, "DATA_DIR="+dir), &out, &out)
		return out.String(), err
	}
	written := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	backup := []string{"BACKUP_DATABASE_URL=" + database.Backup}
	text, err := called(backup, "count-rows")
	if err != nil || !strings.Contains(text, "kept league.regions "+tenant+" 1\n") {
		t.Fatalf("%v, %s", err, text)
	}
	counts := written("counts", text)
	if _, err := called([]string{"BACKUP_DATABASE_URL=" + database.Owner}, "count-rows"); !errors.Is(err, backupdb.ErrNotAll) {
		t.Errorf("the owner counts rows: %v", err)
	}
	if _, err := called(nil, "count-rows"); err == nil || !strings.Contains(err.Error(), "BACKUP_DATABASE_URL") {
		t.Errorf("without an address: %v", err)
	}

	t.Run("of a dump", func(t *testing.T) {
		tenants := "COPY platform.tenants (id) FROM stdin;\n" + tenant + "\n\\.\n"
		end := "-- PostgreSQL database dump complete\n"
		regions := "COPY league.regions (tenant_id, id) FROM stdin;\n" + tenant + "\t1\n\\.\n"
		few := written("few", "kept league.regions "+tenant+" 1\nend 1\n")
		if said, err := called(nil, "check-dump", few, written("whole.sql", tenants+regions+end)); err != nil || !strings.Contains(said, "none is missing") {
			t.Errorf("with all rows: %v, %s", err, said)
		}
		said, err := called(nil, "check-dump", few, written("empty.sql", tenants+end))
		if !errors.Is(err, errLacking) || exitCode(err) != 1 || !strings.Contains(said, "league.regions of tenant "+tenant+": 0 rows, there were 1") {
			t.Errorf("without rows of tenants: %v, %s", err, said)
		}
		if _, err := called(nil, "check-dump", few, written("cut.sql", tenants+regions)); !errors.Is(err, backupdb.ErrCut) {
			t.Errorf("without its end: %v", err)
		}
		for _, args := range [][]string{{few}, {few, filepath.Join(dir, "none")}, {filepath.Join(dir, "none"), few}, {written("no-counts", "-- \n"), few}} {
			if _, err := called(nil, append([]string{"check-dump"}, args...)...); err == nil {
				t.Errorf("%q passes", args)
			}
		}
	})
	t.Run("of a restored database", func(t *testing.T) {
		environ := append([]string{"DATABASE_URL=" + database.Application}, backup...)
		said, err := called(environ, "after-restore", counts)
		if err != nil || !strings.Contains(said, "left alone until") || !strings.Contains(said, "1 tenants, 0 facts") || !strings.Contains(said, "none is missing") {
			t.Errorf("with all rows: %v, %s", err, said)
		}
		database.Alter(t, `insert into league.log_counters (tenant_id, last) values ($1, 7)`, tenant)
		if said, err := called(environ, "after-restore", counts); !errors.Is(err, errLacking) || !strings.Contains(said, "log of tenant "+tenant) {
			t.Errorf("without facts: %v, %s", err, said)
		}
		database.Alter(t, `delete from league.log_counters`)
		database.Alter(t, `delete from league.regions`)
		said, err = called(environ, "after-restore", counts)
		if !errors.Is(err, errLacking) || !strings.Contains(said, "league.regions of tenant "+tenant+": 0 rows, there were 1") {
			t.Errorf("without a region: %v, %s", err, said)
		}
		if _, err := called(backup, "after-restore", counts); err == nil || !strings.Contains(err.Error(), "after-restore: DATABASE_URL is missing") {
			t.Errorf("without a database: %v", err)
		}
		if _, err := called(environ[:1], "after-restore", counts); err == nil || !strings.Contains(err.Error(), "BACKUP_DATABASE_URL is missing") {
			t.Errorf("without the backup role: %v", err)
		}
		if _, err := called(environ, "after-restore"); !errors.Is(err, errUsage) {
			t.Errorf("without counts: %v", err)
		}
	})
}
