package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"referto/internal/authz/authzdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// An operator has the audits of all tenants checked, keeps their heads, and later compares with those.
func TestAuditsAreChecked(t *testing.T) {
	t.Parallel()
	base := tenantdbtest.Create(t)
	db := tenantdbtest.Open(t, base)
	const tenant = "6f3cbb9e-0000-4000-8000-000000000001"
	base.Alter(t, `insert into platform.tenants (id, slug, name, kind, created_at) values ($1, 'fed', 'Fed', 'federation', now())`, tenant)
	add := func(id string) {
		base.Alter(t, `insert into league.audit (tenant_id, id, at, operation, request_id) values ($1, $2, now(), 'RecordResult', 'r')`, tenant, id)
	}
	seal := func() {
		if _, err := authzdb.SealAudits(t.Context(), db, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	check := func(args ...string) (heads, said string, err error) {
		var out, faults bytes.Buffer
		err = run(t.Context(), append([]string{"check-audit"}, args...), []string{"DATABASE_URL=" + base.Application}, &out, &faults)
		return out.String(), faults.String(), err
	}
	kept := func(text string) string {
		t.Helper()
		path := filepath.Join(t.TempDir(), "heads")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	add("0199a3c2-7d11-7c3e-9d5c-2f6f0d2b7a10")
	if heads, said, err := check(); err != nil || heads != "heads of audits\n" || !strings.Contains(said, "1 tenants: 0 rows are sealed, of which 0 have had words erased; 1 are for the next seal.") {
		t.Errorf("before the first seal: %v, %q, %q", err, heads, said)
	}
	seal()
	heads, said, err := check()
	if err != nil || !strings.HasPrefix(heads, "heads of audits\n"+tenant+" 1 ") || !strings.Contains(said, "1 rows are sealed") {
		t.Fatalf("sealed: %v, %q, %q", err, heads, said)
	}
	first := kept(heads)
	add("0199a3c2-7d11-7c3e-9d5c-2f6f0d2b7a11")
	seal()
	if heads, said, err := check(first); err != nil || !strings.Contains(heads, tenant+" 2 ") {
		t.Errorf("compared with the head of before: %v, %q, %q", err, heads, said)
	}
	other := strings.Replace(heads, tenant, "6f3cbb9e-0000-4000-8000-000000000002", 1)
	if _, said, err := check(kept(other)); !errors.Is(err, errLacking) || !strings.Contains(said, "audit of tenant 6f3cbb9e-0000-4000-8000-000000000002: it is not here, and nobody has had it deleted") {
		t.Errorf("a tenant that is gone: %v, %q", err, said)
	}
	base.Alter(t, `delete from league.audit where id = '0199a3c2-7d11-7c3e-9d5c-2f6f0d2b7a10'`)
	if _, said, err := check(first); !errors.Is(err, errLacking) || exitCode(err) != 1 || !strings.Contains(said, "audit of tenant "+tenant+": seal 1: its 0 rows are not the 1") {
		t.Errorf("a row is taken away: %v, %q", err, said)
	}
	for _, text := range []string{"", "counts\n", "heads of audits\nx\n", "heads of audits\n" + tenant + " 1 ab\n", "heads of audits\n" + tenant + " one " + strings.Repeat("ab", 32) + "\n", "heads of audits\nfed 1 " + strings.Repeat("ab", 32) + "\n"} {
		if _, _, err := check(kept(text)); err == nil || !strings.Contains(err.Error(), "no list of heads") {
			t.Errorf("%q is taken for heads: %v", text, err)
		}
	}
	if _, _, err := check("a", "b"); !errors.Is(err, errUsage) {
		t.Errorf("two files: %v", err)
	}
	if err := run(t.Context(), []string{"check-audit"}, nil, &bytes.Buffer{}, &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "DATABASE_URL is missing") {
		t.Errorf("without an address: %v", err)
	}
}
