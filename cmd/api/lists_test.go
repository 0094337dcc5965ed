package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"referto/internal/authz/authzdb"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// listing is an installation with one tenant and one sealed row of its audit, and the place of its lists.
type listing struct {
	*testing.T
	base   tenantdbtest.Database
	db     *tenantdb.DB
	folder string
}

const listed = "6f3cbb9e-0000-4000-8000-000000000001"

func newListing(t *testing.T) *listing {
	t.Helper()
	base := tenantdbtest.Create(t)
	l := &listing{t, base, tenantdbtest.Open(t, base), t.TempDir()}
	base.Alter(t, `insert into platform.tenants (id, slug, name, kind, created_at) values ($1, 'fed', 'Fed', 'federation', now())`, listed)
	l.act("0199a3c2-7d11-7c3e-9d5c-2f6f0d2b7a10")
	return l
}

// act leaves a row in the audit and seals it.
func (l *listing) act(id string) {
	l.Helper()
	l.base.Alter(l.T, `insert into league.audit (tenant_id, id, at, operation, request_id) values ($1, $2, now(), 'RecordResult', 'r')`, listed, id)
	if _, err := authzdb.SealAudits(l.Context(), l.db, time.Now()); err != nil {
		l.Fatal(err)
	}
}

// keep calls the command, by default with both addresses.
func (l *listing) keep(args []string, environ ...string) (said string, err error) {
	l.Helper()
	if environ == nil {
		environ = []string{"DATABASE_URL=" + l.base.Application, "BACKUP_DATABASE_URL=" + l.base.Backup}
	}
	var out bytes.Buffer
	err = run(l.Context(), append([]string{"keep-lists"}, args...), append(environ, "LISTS_URL=file://"+l.folder), &out, &out)
	return out.String(), err
}

// kept are the names of the lists of a kind, the oldest first, and the text of the newest.
func (l *listing) kept(kind string) (names []string, newest string) {
	l.Helper()
	names, err := filepath.Glob(filepath.Join(l.folder, "lists", kind+"-*"))
	if err != nil || len(names) == 0 {
		return nil, ""
	}
	slices.Sort(names)
	text, err := os.ReadFile(names[len(names)-1])
	if err != nil {
		l.Fatal(err)
	}
	return names, string(text)
}

// Lists are kept for the day of a restore, and each time the audits are held against the heads of the time before.
func TestListsAreKept(t *testing.T) {
	t.Parallel()
	l := newListing(t)
	said, err := l.keep(nil)
	if err != nil || strings.Contains(said, "compared with") {
		t.Fatalf("the first time: %v, %s", err, said)
	}
	for kind, begins := range map[string]string{"counts": "kept ", "erasures": "", "heads": "heads of audits\n" + listed + " 1 "} {
		if names, text := l.kept(kind); len(names) != 1 || !strings.HasPrefix(text, begins) {
			t.Errorf("%s: %v, %q", kind, names, text)
		}
	}
	l.act("0199a3c2-7d11-7c3e-9d5c-2f6f0d2b7a11")
	if said, err := l.keep(nil); err != nil || !strings.Contains(said, "the audits are compared with lists/heads-") {
		t.Errorf("the second time: %v, %s", err, said)
	}
	if names, text := l.kept("heads"); len(names) != 2 || !strings.HasPrefix(text, "heads of audits\n"+listed+" 2 ") {
		t.Errorf("%v, %q", names, text)
	}
	counts, _ := l.kept("counts")
	if _, err := readCounts(counts[0]); err != nil {
		t.Errorf("the counts cannot be read again: %v", err)
	}
}

// If everything was sealed anew, only the stored heads reveal it: the command fails and leaves them the last, until
// an operator who knows of a restore confirms it.
func TestListsOfAnotherAuditAreNotKept(t *testing.T) {
	t.Parallel()
	l := newListing(t)
	if said, err := l.keep(nil); err != nil {
		t.Fatalf("%v, %s", err, said)
	}
	l.base.Alter(t, `delete from league.audit_seals`)
	l.base.Alter(t, `delete from league.audit_digests`)
	l.base.Alter(t, `delete from league.audit`)
	l.act("0199a3c2-7d11-7c3e-9d5c-2f6f0d2b7a12")
	said, err := l.keep(nil)
	if !errors.Is(err, errLacking) || !strings.Contains(said, "seal 1 is not the one that was kept") {
		t.Errorf("another audit: %v, %s", err, said)
	}
	heads, _ := l.kept("heads")
	erasures, _ := l.kept("erasures")
	if len(heads) != 1 || len(erasures) != 2 {
		t.Errorf("%v, %v", heads, erasures)
	}
	if said, err := l.keep([]string{"anew"}); err != nil {
		t.Errorf("after a restore: %v, %s", err, said)
	}
	if said, err := l.keep(nil); err != nil || !strings.Contains(said, "compared with") {
		t.Errorf("and from then on: %v, %s", err, said)
	}
}

// A tenant that its managers had deleted is missing rightly; another one is not.
func TestListsKnowDeletedTenants(t *testing.T) {
	t.Parallel()
	l := newListing(t)
	if said, err := l.keep(nil); err != nil {
		t.Fatalf("%v, %s", err, said)
	}
	for _, statement := range []string{`delete from league.audit_seals`, `delete from league.audit_digests`, `delete from league.audit`, `delete from platform.tenants`} {
		l.base.Alter(t, statement)
	}
	if said, err := l.keep(nil); !errors.Is(err, errLacking) || !strings.Contains(said, "audit of tenant "+listed+": it is not here, and nobody has had it deleted") {
		t.Errorf("taken away: %v, %s", err, said)
	}
	l.base.Alter(t, `insert into platform.tenant_deletions (id, tenant, slug, name, kind, reason, counts, asked_by, asked_at, closed_by, closed_at, due_at, begun_at, done_at)
		select gen_random_uuid(), $1, 'fed', 'Fed', 'federation', '', '{}', u, now() - interval '40 days', u, now() - interval '40 days', now() - interval '10 days', now() - interval '1 day', now() - interval '1 day' from gen_random_uuid() u`, listed)
	if said, err := l.keep(nil); err != nil || !strings.Contains(said, "tenant "+listed+" is not here: it was deleted at ") {
		t.Errorf("deleted: %v, %s", err, said)
	}
}

// Lists are deleted after 400 days; other files there stay.
func TestOldListsGo(t *testing.T) {
	t.Parallel()
	l := newListing(t)
	if err := os.MkdirAll(filepath.Join(l.folder, "lists"), 0o700); err != nil {
		t.Fatal(err)
	}
	was := func(days int) string { return time.Now().UTC().AddDate(0, 0, -days).Format(listedAt) }
	for _, name := range []string{"counts-" + was(401), "counts-" + was(399), "notes"} {
		if err := os.WriteFile(filepath.Join(l.folder, "lists", name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if said, err := l.keep(nil); err != nil {
		t.Fatalf("%v, %s", err, said)
	}
	if names, _ := l.kept("counts"); len(names) != 2 || filepath.Base(names[0])[:len("counts-20060102")] != "counts-"+was(399)[:8] {
		t.Errorf("%v", names)
	}
	if _, err := os.Stat(filepath.Join(l.folder, "lists", "notes")); err != nil {
		t.Error(err)
	}
}

// With one address the lists of that one are stored; with none, or without a place to store them, the missing setting
// is named.
func TestListsNeedAddresses(t *testing.T) {
	t.Parallel()
	l := newListing(t)
	if said, err := l.keep(nil, "BACKUP_DATABASE_URL="+l.base.Backup); err != nil {
		t.Errorf("as the backup role alone: %v, %s", err, said)
	}
	counts, _ := l.kept("counts")
	heads, _ := l.kept("heads")
	if len(counts) != 1 || len(heads) != 0 {
		t.Errorf("%v, %v", counts, heads)
	}
	if _, err := l.keep(nil, "LOG_LEVEL=error"); err == nil || !strings.Contains(err.Error(), "DATABASE_URL and BACKUP_DATABASE_URL are missing") {
		t.Errorf("without a database: %v", err)
	}
	if err := run(t.Context(), []string{"keep-lists"}, []string{"DATABASE_URL=" + l.base.Application}, &bytes.Buffer{}, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "LISTS_URL is missing") {
		t.Errorf("without a place: %v", err)
	}
	if _, err := l.keep([]string{"again"}); !errors.Is(err, errUsage) {
		t.Errorf("another word: %v", err)
	}
}
