package tenantcopydb_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/backupdb"
	"referto/internal/media/blob"
	"referto/internal/sealed"
	"referto/internal/tenant/tenantdb/tenantdbtest"
	"referto/internal/tenantcopydb"
)

// elsewhere is another installation, with a tenant of its own.
type elsewhere struct {
	tenantdbtest.Database
	files blob.Store
}

func newElsewhere(t *testing.T) elsewhere {
	t.Helper()
	files, err := blob.NewFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	e := elsewhere{tenantdbtest.Create(t), files}
	e.Alter(t, `insert into platform.tenants (id, slug, name, kind, created_at) values ($1, 'theirs', 'Theirs', 'federation', now())`, theirs)
	e.Alter(t, `insert into league.regions (tenant_id, id, name, created_at) values ($1, gen_random_uuid(), 'Emilia', now())`, theirs)
	return e
}

func (e elsewhere) restore(t *testing.T, files blob.Store, archive []byte) (tenantcopydb.Restored, error) {
	t.Helper()
	return tenantcopydb.Restore(t.Context(), tenantdbtest.Open(t, e.Database), sealed.Keys{}, files, bytes.NewReader(archive), int64(len(archive)))
}

// rows counts what there is in the installation.
func (e elsewhere) rows(t *testing.T) map[backupdb.Place]int64 {
	t.Helper()
	counts, err := backupdb.Count(t.Context(), e.Backup)
	if err != nil {
		t.Fatal(err)
	}
	return counts.Rows
}

// lying are the files of our tenant.
func (e elsewhere) lying(t *testing.T) (keys []string) {
	t.Helper()
	for f, err := range e.files.Below(t.Context(), ours) {
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, f.Key)
	}
	slices.Sort(keys)
	return keys
}

// T61: what is restored in another installation is what was exported, byte by byte; whoever is there
// already keeps what they have.
func TestRestore(t *testing.T) {
	t.Parallel()
	database, files := world(t)
	database.Alter(t, `insert into platform.affiliations (id, federation_id, club_id, state, requested_by, requested_at) values (gen_random_uuid(), $1, $2, 'requested', $3, now())`, ours, theirs, boris)
	database.Alter(t, `update platform.accounts set suspended_at = now() where id = $1`, olga)
	_, archive := export(t, database.Backup, files)
	there := newElsewhere(t)
	before := there.rows(t)
	r, err := there.restore(t, there.files, archive)
	if err != nil {
		t.Fatal(err)
	}
	if r.Made != 2 || r.Known != 0 || r.Apart != nil || r.Left != 0 {
		t.Errorf("restored: %d made, %d known, %v apart, %d left", r.Made, r.Known, r.Apart, r.Left)
	}
	if _, again := export(t, there.Backup, there.files); !bytes.Equal(archive, again) {
		t.Error("exported again it has other bytes")
	}
	after := there.rows(t)
	for place, n := range before {
		if place.Tenant == theirs && after[place] != n {
			t.Errorf("%v has %d rows, had %d", place, after[place], n)
		}
	}
	if n := there.Count(t, `select count(*) from platform.accounts where password_hash <> ''`); n != 0 {
		t.Errorf("%d accounts have a password", n)
	}
	if n := there.Count(t, `select count(*) from platform.accounts where id = $1 and suspended_at is not null`, olga); n != 1 {
		t.Error("who is suspended may sign in elsewhere")
	}
	if email := there.Text(t, `select email from platform.accounts where id = $1`, boris); email != "" {
		t.Errorf("who asked for an affiliation from elsewhere has the address %q", email)
	}
	_, err = there.restore(t, there.files, archive)
	if !errors.Is(err, tenantcopydb.ErrTaken) || len(there.lying(t)) != 2 {
		t.Errorf("a second time: %v, files %q", err, there.lying(t))
	}
	if diff := cmp.Diff(after, there.rows(t)); diff != "" {
		t.Errorf("rows after a second time (-want +got):\n%s", diff)
	}
}

// An account of the other installation stands for one of the archive if it is that account, or if
// both have confirmed the address; else they are kept apart, so that nobody gets roles by an
// address that they may not have.
func TestWhoIsThereAlready(t *testing.T) {
	t.Parallel()
	const other = "6f3cbb9e-0000-4000-8000-00000000000a"
	for _, tt := range []struct {
		name              string
		id, address       string
		confirmed         bool // there
		unconfirmed       bool // in the archive
		want              string
		known, made, kept int
	}{
		{"the account itself", olga, "another@example.org", false, false, olga, 1, 0, 0},
		{"an address that both have confirmed", other, "ours@example.org", true, false, other, 1, 0, 0},
		{"an address that is not confirmed there", other, "ours@example.org", false, false, olga, 0, 1, 1},
		{"an address that is not confirmed in the archive", other, "ours@example.org", true, true, olga, 0, 1, 1},
		{"somebody else", other, "somebody@example.org", true, false, olga, 0, 1, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			database, files := world(t)
			database.Alter(t, `update platform.accounts set verified_at = case when $1 then null else now() end`, tt.unconfirmed)
			_, archive := export(t, database.Backup, files)
			there := newElsewhere(t)
			there.Alter(t, `insert into platform.accounts (id, email, email_key, name, password_hash, created_at, verified_at) values ($1, $2, $2, 'There', 'hash', now(), case when $3 then now() end)`, tt.id, tt.address, tt.confirmed)
			r, err := there.restore(t, there.files, archive)
			if err != nil {
				t.Fatal(err)
			}
			if r.Known != tt.known || r.Made != tt.made || len(r.Apart) != tt.kept {
				t.Errorf("%d known, %d made, %v apart", r.Known, r.Made, r.Apart)
			}
			if got := there.Text(t, `select account_id::text from league.grants where tenant_id = $1`, ours); got != tt.want {
				t.Errorf("the role is held by %s, want %s", got, tt.want)
			}
			if got := there.Text(t, `select email || ' ' || password_hash || ' ' || name from platform.accounts where id = $1`, tt.id); got != tt.address+" hash There" {
				t.Errorf("who was there is now %q", got)
			}
		})
	}
}

// What is refused, or fails half-way, leaves nothing.
func TestARestoreThatFailsLeavesNothing(t *testing.T) {
	t.Parallel()
	database, files := world(t)
	_, archive := export(t, database.Backup, files)
	whole := parts(t, archive)
	changed := func(part, old, replacement string) []byte {
		t.Helper()
		if !strings.Contains(whole[part], old) {
			t.Fatalf("%s lacks %q", part, old)
		}
		p := maps.Clone(whole)
		p[part] = strings.Replace(p[part], old, replacement, 1)
		return packed(t, p)
	}
	// with is the archive with another part, or without it, of which its manifest knows.
	with := func(name, text string) []byte {
		t.Helper()
		var m tenantcopydb.Manifest
		if err := json.Unmarshal([]byte(whole["manifest.json"]), &m); err != nil {
			t.Fatal(err)
		}
		list := &m.Tables
		if strings.HasPrefix(name, "files/") {
			list = &m.Files
		}
		part := tenantcopydb.Part{Name: name, Bytes: int64(len(text)), SHA256: fmt.Sprintf("%x", sha256.Sum256([]byte(text)))}
		if list == &m.Tables {
			part.Rows = int64(strings.Count(text, "\n"))
		}
		p := maps.Clone(whole)
		*list = slices.DeleteFunc(*list, func(one tenantcopydb.Part) bool { return one.Name == name })
		if delete(p, name); text != "" {
			*list, p[name] = append(*list, part), text
		}
		told, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		p["manifest.json"] = string(told)
		return packed(t, p)
	}
	there := newElsewhere(t)
	before := there.rows(t)
	full := errors.New("the disk is full")
	for _, tt := range []struct {
		name    string
		archive []byte
		files   blob.Store
		want    error
	}{
		{"damaged", changed("files/one.jpg", "a", "b"), there.files, tenantcopydb.ErrDamaged},
		{"of another schema", changed("manifest.json", `"schema": `, `"schema": 9`), there.files, tenantcopydb.ErrOtherSchema},
		{"encrypted under a key that is not here", changed("manifest.json", `"sealingKeys": []`, `"sealingKeys": ["key-1"]`), there.files, tenantcopydb.ErrNoKey},
		{"with a table that is no tenant's", with("tables/jobs.river_job.ndjson", "{}\n"), there.files, tenantcopydb.ErrForeign},
		{"without one of theirs", with("tables/league.players.ndjson", ""), there.files, tenantcopydb.ErrForeign},
		{"with another tenant", with("tables/platform.tenants.ndjson", whole["tables/platform.tenants.ndjson"]+whole["tables/platform.tenants.ndjson"]), there.files, tenantcopydb.ErrForeign},
		{"of a tenant of another name", with("tables/platform.tenants.ndjson", strings.Replace(whole["tables/platform.tenants.ndjson"], `"ours"`, `"mine"`, 1)), there.files, tenantcopydb.ErrForeign},
		{"with an affiliation of others", with("tables/platform.affiliations.ndjson", `{"id":"`+boris+`","federation_id":"`+theirs+`","club_id":"`+theirs+`"}`+"\n"), there.files, tenantcopydb.ErrForeign},
		{"with a file elsewhere", with("files/../"+theirs+"/one.jpg", "a"), there.files, fs.ErrInvalid},
		{"the second file does not fit", archive, &small{there.files, 1, full}, full},
	} {
		if _, err := there.restore(t, tt.files, tt.archive); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
		if diff := cmp.Diff(before, there.rows(t)); diff != "" {
			t.Errorf("%s: rows (-want +got):\n%s", tt.name, diff)
		}
		if left := there.lying(t); left != nil {
			t.Errorf("%s: left are %q", tt.name, left)
		}
	}
	there.Alter(t, `update platform.tenants set slug = 'ours'`)
	if _, err := there.restore(t, there.files, archive); !errors.Is(err, tenantcopydb.ErrTaken) {
		t.Errorf("the slug is somebody's: %v", err)
	}
	there.Alter(t, `update platform.tenants set slug = 'theirs'`)
	if _, err := there.restore(t, there.files, archive); err != nil {
		t.Errorf("with nothing amiss: %v", err)
	}
}

// small is a store that some files fit into.
type small struct {
	blob.Store
	room int
	full error
}

func (s *small) Put(ctx context.Context, key string, data []byte) error {
	if s.room--; s.room < 0 {
		return s.full
	}
	return s.Store.Put(ctx, key, data)
}
