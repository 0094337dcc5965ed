package main

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"referto/internal/sealed"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// asProgram is set in the environment of a process that is to be the program itself: so a test has one
// that it can kill.
const asProgram = "TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(tenantdbtest.Run(m))
}

// With an operator's own database nothing is made silently: each missing setting is named, and make-keys makes the
// missing files.
func TestServeOnADatabaseNeedsKeys(t *testing.T) {
	t.Parallel()
	database, folder := tenantdbtest.Create(t), filepath.Join(t.TempDir(), "keys")
	var out bytes.Buffer
	required := []string{"PUBLIC_URL", "SIGNING_KEYS", "SECRET_FILE", "SEALING_KEYS"}
	environ := []string{"DATABASE_URL=" + database.Application, "DATA_DIR=" + t.TempDir(), "LISTEN=127.0.0.1:0"}
	err := run(t.Context(), []string{"serve"}, environ, &out, &out)
	for _, name := range required {
		if err == nil || !strings.Contains(err.Error(), name+": required") {
			t.Errorf("%s is not named: %v", name, err)
		}
	}
	if err := run(t.Context(), []string{"make-keys", folder}, nil, &out, &out); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), []string{"make-keys", folder}, nil, &out, &out); err == nil {
		t.Error("made a second time over the first")
	}
	environ = append(environ, strings.Fields(out.String())...)
	if s, err := readSettings(append(environ, "PUBLIC_URL=https://league.example", "TRUSTED_PROXIES=10.0.0.0/8")); err != nil || s.checkServe(true) != nil {
		t.Errorf("with what make-keys printed: %v, %v", err, s.checkServe(true))
	}
	if s, err := readSettings(environ); err != nil || s.checkServe(true) == nil || strings.Contains(s.checkServe(true).Error(), "SIGNING_KEYS:") {
		t.Errorf("one is missing: %v, %v", err, s.checkServe(true))
	}
}

// If nothing may be embedded, as in a cluster, whose pods lose their folder, every setting with an embedded default
// is named.
func TestNothingEmbedded(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	err := run(t.Context(), []string{"serve", "-embedded=false"}, []string{"DATA_DIR=" + t.TempDir(), "LISTEN=127.0.0.1:0", "PUBLIC_URL=https://league.example"}, &out, &out)
	for _, name := range []string{"DATABASE_URL", "SMTP_URL", "FILES_URL"} {
		if err == nil || !strings.Contains(err.Error(), name+": required with -embedded=false") {
			t.Errorf("%s is not named: %v", name, err)
		}
	}
	s, err := readSettings([]string{
		"DATABASE_URL=postgres://db/referto", "SMTP_URL=smtp://mail", "FILES_URL=s3://key:secret@files/referto",
		"PUBLIC_URL=https://league.example", "TRUSTED_PROXIES=none", "SIGNING_KEYS=a", "SECRET_FILE=b", "SEALING_KEYS=c",
	})
	if err != nil || s.checkServe(false) != nil {
		t.Errorf("with everything: %v, %v", err, s.checkServe(false))
	}
}

// A second server with keys of its own is refused at its start, and a server whose file lacks a key that the database
// names does not start either.
func TestServersHaveTheSameKeys(t *testing.T) {
	t.Parallel()
	database := tenantdbtest.Create(t)
	db := tenantdbtest.Open(t, database)
	made := func() keys {
		k, err := readKeys(Settings{DataDir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	first, second := made(), made()
	for _, k := range []keys{first, first} {
		if err := k.check(t.Context(), db, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	err := second.check(t.Context(), db, time.Now())
	for _, want := range []string{"SIGNING_KEYS", "SECRET_FILE", "SEALING_KEYS", "docs/operate/keys.md"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("other keys, %s: %v", want, err)
		}
	}
	account, err := first.sealing.Seal([]byte("IT60X0542811101000000123456"), "a claim")
	if err != nil {
		t.Fatal(err)
	}
	database.Alter(t, `insert into platform.tenants (id, slug, name, kind, created_at) values ('6f3cbb9e-0000-4000-8000-000000000001', 'fed', 'Fed', 'federation', now())`)
	database.Alter(t, `alter table league.refund_accounts disable trigger all`) // there is no claim
	database.Alter(t, `insert into league.refund_accounts (tenant_id, refund_id, shown, sealed, set_by, set_at)
		values ('6f3cbb9e-0000-4000-8000-000000000001', gen_random_uuid(), 'IT', decode('`+base64.StdEncoding.EncodeToString(account)+`', 'base64'), gen_random_uuid(), now())`)
	if err := first.check(t.Context(), db, time.Now()); err != nil {
		t.Errorf("the key is there: %v", err)
	}
	without := first
	without.sealing = second.sealing
	name := sealed.KeyOf(account)
	if err := without.check(t.Context(), db, time.Now()); err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "SEALING_KEYS") {
		t.Errorf("without the key %s: %v", name, err)
	}
	var out bytes.Buffer
	dir := t.TempDir()
	err = run(t.Context(), []string{"adopt-keys"}, []string{"DATABASE_URL=" + database.Application, "DATA_DIR=" + dir}, &out, &out)
	if err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("adopted keys that do not open what is there: %v", err)
	}
}
