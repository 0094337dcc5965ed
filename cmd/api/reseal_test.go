package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/sealed"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// vault is an installation that keeps bank data of many claims under an old key.
type vault struct {
	t        *testing.T
	database tenantdbtest.Database
	old      sealed.Keys
	environ  []string
	dir      string
}

// tenantOfVault is its only tenant.
const tenantOfVault = "6f3cbb9e-0000-4000-8000-000000000001"

func newVault(t *testing.T, texts int) *vault {
	t.Helper()
	v := &vault{t: t, database: tenantdbtest.Create(t), dir: t.TempDir()}
	v.write("old", v.key())
	v.write("next", v.key())
	v.write("old-next", v.read("old")+v.read("next"))
	v.write("next-old", v.read("next")+v.read("old"))
	v.old = v.keys("old")
	v.environ = []string{"DATABASE_URL=" + v.database.Application, "DATA_DIR=" + filepath.Join(v.dir, "data")}
	v.database.Alter(t, `insert into platform.tenants (id, slug, name, kind, created_at) values ($1, 'fed', 'Fed', 'federation', now())`, tenantOfVault)
	v.database.Alter(t, `alter table league.refund_accounts disable trigger all`) // there are no claims
	for range texts {
		v.add(v.old)
	}
	return v
}

func (v *vault) key() string {
	v.t.Helper()
	file, err := sealed.GenerateKey()
	if err != nil {
		v.t.Fatal(err)
	}
	return string(file)
}

func (v *vault) write(name, content string) {
	v.t.Helper()
	if err := os.WriteFile(filepath.Join(v.dir, name), []byte(content), 0o600); err != nil {
		v.t.Fatal(err)
	}
}

func (v *vault) read(name string) string {
	v.t.Helper()
	content, err := os.ReadFile(filepath.Join(v.dir, name))
	if err != nil {
		v.t.Fatal(err)
	}
	return string(content)
}

func (v *vault) keys(file string) sealed.Keys {
	v.t.Helper()
	keys, err := sealed.ParseKeys([]byte(v.read(file)))
	if err != nil {
		v.t.Fatal(err)
	}
	return keys
}

// add keeps bank data of one more claim.
func (v *vault) add(keys sealed.Keys) {
	v.t.Helper()
	claim := uuid.New()
	text, err := keys.Seal([]byte(`{"iban":"IT60X0542811101000000123456"}`), tenantOfVault+"/refunds/"+claim.String())
	if err != nil {
		v.t.Fatal(err)
	}
	v.database.Alter(v.t, `insert into league.refund_accounts (tenant_id, refund_id, shown, sealed, set_by, set_at)
		values ($1, $2, 'IT', $3, gen_random_uuid(), now())`, tenantOfVault, claim, text)
}

// under counts the data under the first key of a file.
func (v *vault) under(file string) int {
	v.t.Helper()
	return v.database.Count(v.t, `select count(*) from league.refund_accounts where substring(sealed from 1 for length($1::bytea)) = $1`, sealed.HeadOf(v.keys(file).First()))
}

// underEither counts the texts that are sealed under one of the two keys, in one look: a statement of a killed process may
// still end.
func (v *vault) underEither() int {
	v.t.Helper()
	return v.database.Count(v.t, `select count(*) from league.refund_accounts where substring(sealed from 1 for length($1::bytea)) in ($1, $2)`,
		sealed.HeadOf(v.keys("old").First()), sealed.HeadOf(v.keys("next").First()))
}

// reseal runs the command with a file of keys.
func (v *vault) reseal(file string, args ...string) (string, error) {
	var out, progress bytes.Buffer
	err := run(v.t.Context(), append([]string{"reseal"}, args...), append(v.environ, "SEALING_KEYS="+filepath.Join(v.dir, file)), &out, &progress)
	return out.String(), err
}

// process is the command in a process of its own.
func (v *vault) process(ctx context.Context, file string) *exec.Cmd {
	v.t.Helper()
	program, err := os.Executable()
	if err != nil {
		v.t.Fatal(err)
	}
	c := exec.CommandContext(ctx, program, "reseal")
	c.Env = append(append(os.Environ(), v.environ...), asProgram+"=yes", "SEALING_KEYS="+filepath.Join(v.dir, file))
	return c
}

// The command prints how much is under which key, refuses without a key that is needed, or before the servers know
// the new one, and reports when the old one may be removed.
func TestResealCommand(t *testing.T) {
	t.Parallel()
	v := newVault(t, 450)
	starts := func(file string) {
		t.Helper()
		k := keys{secrets: [][]byte{[]byte("a secret")}, sealing: v.keys(file)}
		if err := k.check(t.Context(), tenantdbtest.Open(t, v.database), time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	starts("old")
	if out, err := v.reseal("old-next", "-count"); err != nil || !strings.Contains(out, v.old.First()+"  450") || !strings.Contains(out, "Everything is under "+v.old.First()) {
		t.Errorf("counted before: %v\n%s", err, out)
	}
	for _, tt := range []struct{ what, file, fault string }{
		{"the old key is not in the file", "next", "450 bank data and 0 files are encrypted under the key \"" + v.old.First()},
		{"no server has the new one in front", "next-old", "servers encrypt under " + v.old.First()},
	} {
		if out, err := v.reseal(tt.file); err == nil || !strings.Contains(err.Error(), tt.fault) || v.under("old") != 450 {
			t.Errorf("%s: %v\n%s", tt.what, err, out)
		}
	}
	starts("old-next")
	if _, err := v.reseal("next-old"); err == nil || v.under("old") != 450 {
		t.Errorf("the servers know it and use the old one: %v", err)
	}
	starts("next-old")
	if out, err := v.reseal("next-old", "-count"); err == nil || !strings.Contains(out, v.old.First()+"  450") || v.under("old") != 450 {
		t.Errorf("counted with the new one in front: %v\n%s", err, out)
	}
	out, err := v.reseal("next-old")
	if err != nil || v.under("next") != 450 || !strings.Contains(out, v.keys("next").First()+"  450") || !strings.Contains(out, "other keys may go") {
		t.Errorf("done: %v\n%s", err, out)
	}
	if out, err := v.reseal("next"); err != nil || v.under("next") != 450 {
		t.Errorf("done again, without the old key: %v\n%s", err, out)
	}
	starts("next")
	if _, err := v.reseal("next", "something"); err == nil {
		t.Error("a word too many is accepted")
	}
}

// Runs that are killed in the middle, two at a time, while rows are written under the old key, leave
// nothing that does not open; the last run leaves nothing under the old key.
func TestResealIsKilled(t *testing.T) {
	t.Parallel()
	v := newVault(t, 3000)
	// A run stands before the last of the texts until the test lets it go.
	release := v.database.Hold(t, "select from league.refund_accounts order by refund_id desc limit 1 for update")
	for trial := range 4 {
		ctx, kill := context.WithCancel(t.Context()) // at its end the processes are killed
		var both sync.WaitGroup
		for range 2 {
			c := v.process(ctx, "next-old")
			progress, err := c.StderrPipe()
			if err == nil {
				err = c.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			both.Go(func() {
				_, _ = bufio.NewReader(progress).ReadString('\n') // it has done something, or the other one has and was heard first
				kill()
				_ = c.Wait()
			})
		}
		if trial > 0 { // most is done, and before the locked row there is nothing to report
			time.AfterFunc(300*time.Millisecond, kill)
		}
		v.add(v.old)
		both.Wait()
		kill()
		if n := v.underEither(); n != 3000+trial+1 {
			t.Fatalf("trial %d: %d texts are under the two keys", trial, n)
		}
	}
	release()
	half := v.under("next")
	if half == 0 || half >= 3004 {
		t.Errorf("%d of 3004 were done when the last of them was killed", half)
	}
	out, err := v.process(t.Context(), "next-old").CombinedOutput()
	if err != nil || v.under("next") != 3004 || !strings.Contains(string(out), "Everything is under "+v.keys("next").First()) {
		t.Fatalf("the last run, after %d were done: %v\n%s", half, err, out)
	}
	rows := v.database.Text(t, `select string_agg(refund_id || ' ' || encode(sealed, 'hex'), E'\n') from league.refund_accounts`)
	opened := 0
	for row := range strings.Lines(rows) {
		var claim string
		var text []byte
		if _, err := fmt.Sscanf(row, "%s %x", &claim, &text); err != nil {
			t.Fatal(err)
		}
		plain, err := v.keys("next").Open(text, tenantOfVault+"/refunds/"+claim)
		if err != nil || !strings.Contains(string(plain), "IT60X0542811101000000123456") {
			t.Fatalf("claim %s: %q, %v", claim, plain, err)
		}
		opened++
	}
	if opened != 3004 {
		t.Errorf("%d were opened", opened)
	}
}
