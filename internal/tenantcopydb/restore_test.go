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
	"time"

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
	return e.restoreAs(t, files, archive, "")
}

func (e elsewhere) restoreAs(t *testing.T, files blob.Store, archive []byte, slug string) (tenantcopydb.Restored, error) {
	t.Helper()
	return tenantcopydb.RestoreAs(t.Context(), tenantdbtest.Open(t, e.Database), sealed.Keys{}, files, bytes.NewReader(archive), int64(len(archive)), tenantcopydb.Renaming{Slug: slug, Now: time.Now()})
}

// rows counts the rows in the installation.
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

// T61: a tenant restored in another installation equals the exported one, byte by byte; existing tenants and accounts
// keep their data.
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

// A tenant whose short name is another's comes in under a new one: nothing but the row of the tenant differs. The new
// name has to be one, of nobody, and not kept for the links of a tenant that was deleted.
func TestRestoreUnderAnotherSlug(t *testing.T) {
	t.Parallel()
	database, files := world(t)
	_, archive := export(t, database.Backup, files)
	there := newElsewhere(t)
	there.Alter(t, `update platform.tenants set slug = 'ours'`)
	there.Alter(t, `insert into platform.tenant_deletions (id, tenant, slug, name, kind, reason, counts, asked_by, asked_at, closed_by, closed_at, due_at, begun_at, done_at)
		select gen_random_uuid(), gen_random_uuid(), slug, 'Gone', 'federation', '', '{}', $1, asked, $1, asked, asked + interval '30 days', asked + interval '30 days', asked + interval '30 days'
		from (values ('gone-lately', now() - interval '300 days'), ('gone-long-ago', now() - interval '500 days')) as gone (slug, asked)`, boris)
	before := there.rows(t)
	for slug, want := range map[string]error{
		"": tenantcopydb.ErrTaken, "ours": tenantcopydb.ErrTaken, "gone-lately": tenantcopydb.ErrReserved,
		"ab": tenantcopydb.ErrSlug, "Ours": tenantcopydb.ErrSlug, "ours--2": tenantcopydb.ErrSlug, strings.Repeat("a", 41): tenantcopydb.ErrSlug, `a","id":"b`: tenantcopydb.ErrSlug,
	} {
		if _, err := there.restoreAs(t, there.files, archive, slug); !errors.Is(err, want) {
			t.Errorf("as %q: %v, want %v", slug, err, want)
		}
	}
	if diff := cmp.Diff(before, there.rows(t)); diff != "" || there.lying(t) != nil {
		t.Errorf("what is refused leaves %q and rows (-want +got):\n%s", there.lying(t), diff)
	}
	r, err := there.restoreAs(t, there.files, archive, "gone-long-ago")
	if err != nil || r.Slug != "gone-long-ago" || r.Manifest.Tenant.Slug != "ours" {
		t.Fatalf("as %q of %q: %v", r.Slug, r.Manifest.Tenant.Slug, err)
	}
	if got := there.Text(t, `select slug from platform.tenants where id = $1`, ours); got != "gone-long-ago" {
		t.Errorf("the tenant is %q", got)
	}
	var again bytes.Buffer
	if _, err := tenantcopydb.Export(t.Context(), there.Backup, "gone-long-ago", there.files, &again, moment); err != nil {
		t.Fatal(err)
	}
	was, is := parts(t, archive), parts(t, again.Bytes())
	const row = "tables/platform.tenants.ndjson"
	if got := strings.Replace(is[row], `"gone-long-ago"`, `"ours"`, 1); got != was[row] {
		t.Errorf("the row of the tenant is %s, was %s", is[row], was[row])
	}
	for _, differs := range []string{row, "manifest.json"} { // which has the slug, and the digest of the row
		delete(was, differs)
		delete(is, differs)
	}
	if diff := cmp.Diff(was, is); diff != "" {
		t.Errorf("exported again (-want +got):\n%s", diff)
	}
}

// Ids without a foreign key are unchanged after an archive is restored, and those of accounts point to the same
// people: the club of a posting to a series, and the organizers whom a club names for a hosting request.
func TestIdsWithoutForeignKeyAreRestored(t *testing.T) {
	t.Parallel()
	const (
		row   = "6f3cbb9e-0000-4000-8000-00000000000b" // of everything: ids are by table
		renzo = "6f3cbb9e-0000-4000-8000-00000000000c" // known here by nothing else
		there = "6f3cbb9e-0000-4000-8000-00000000000d" // himself, there
		rita  = "6f3cbb9e-0000-4000-8000-00000000000e" // whom a fact alone names
		rosa  = "6f3cbb9e-0000-4000-8000-00000000000f" // whom the audit alone names
	)
	database, files := world(t)
	database.Alter(t, `update platform.accounts set verified_at = now()`)
	database.Alter(t, `insert into platform.accounts (id, email, email_key, name, password_hash, created_at, verified_at) values ($1, 'renzo@example.org', 'renzo@example.org', 'Renzo', '', now(), now())`, renzo)
	series(t, database, row)
	database.Alter(t, `insert into league.hosting_requests (tenant_id, id, club_id, season_id, kind, title, starts_at, time_zone, venue_name, venue_city, organizers, requested_by, requested_at)
		values ($1, $2, $3, $2, 'open', 'Torneo', now(), 'Europe/Rome', 'Circolo', 'Aosta', array[$4::uuid, $5::uuid], $5::uuid, now())`, ours, row, theirs, renzo, olga)
	for _, one := range []struct{ id, address string }{{rita, "rita@example.org"}, {rosa, "rosa@example.org"}} {
		database.Alter(t, `insert into platform.accounts (id, email, email_key, name, password_hash, created_at, verified_at) values ($1, $2, $2, $2, '', now(), now())`, one.id, one.address)
	}
	database.Alter(t, `insert into league.log (tenant_id, sequence, at, kind, data) values ($1, 1, now(), 'member.left', jsonb_build_object('account', $2::text)), ($1, 2, now(), 'other', '{"account": {"iban": "sealed"}}')`, ours, rita)
	database.Alter(t, `insert into league.audit (tenant_id, id, at, operation, subject, before, after, request_id) values ($1, $2, now(), 'SetCalendarFeed', 'calendar of ' || $3, '{"account": "nobody"}', jsonb_build_object('organizers', array[$3::text, $4::text]), 'r')`, ours, row, rosa, renzo)
	_, archive := export(t, database.Backup, files)
	away := newElsewhere(t)
	away.Alter(t, `insert into platform.accounts (id, email, email_key, name, password_hash, created_at, verified_at) values ($1, 'renzo@example.org', 'renzo@example.org', 'Renzo', 'hash', now(), now())`, there)
	away.Alter(t, `insert into platform.accounts (id, email, email_key, name, password_hash, created_at, verified_at) values (gen_random_uuid(), 'rita@example.org', 'rita@example.org', 'Rita', 'hash', now(), now())`)
	if r, err := away.restore(t, away.files, archive); err != nil || r.Known != 2 || r.Made != 2 {
		t.Fatalf("%v, %d known, %d made", err, r.Known, r.Made)
	}
	if got := away.Text(t, `select a.name from league.log l join platform.accounts a on a.id::text = l.data->>'account'`); got != "Rita" {
		t.Errorf("the fact names %q", got)
	}
	if got := away.Text(t, `select a.name || l.after::text from league.audit l join platform.accounts a on 'calendar of ' || a.id = l.subject`); got != `rosa@example.org{"organizers": ["`+rosa+`", "`+there+`"]}` {
		t.Errorf("the audit names %q", got)
	}
	if got := away.Text(t, `select organizers::text from league.hosting_requests`); got != "{"+there+","+olga+"}" {
		t.Errorf("the organizers are %s, want %s and %s", got, there, olga)
	}
	if got := away.Text(t, `select name from league.series_postings p join league.clubs c on c.tenant_id = p.tenant_id and c.id = p.club_id`); got != "Circolo" {
		t.Errorf("the club of the posting is %q", got)
	}
}

// Ids that people have typed are not looked up, wherever they are: an archive does not reveal to its reader whose account an
// id belongs to.
func TestTypedIdsAreNotLookedUp(t *testing.T) {
	t.Parallel()
	database, files := world(t)
	database.Alter(t, `insert into league.log (tenant_id, sequence, at, kind, data) select $1, 1, now(), 'other', jsonb_build_object('reason', $2::text, 'account', jsonb_build_object('holder', $2::text))`, ours, boris)
	for _, subject := range []string{"prize " + boris, "prize calendar of " + boris, "staff " + boris, boris} {
		database.Alter(t, `insert into league.audit (tenant_id, id, at, operation, subject, reason, after, request_id)
			select $1, gen_random_uuid(), now(), 'StockPrize', $2, $3, jsonb_build_object('name', $3::text, 'account', 'of ' || $3, 'organizers', array['of ' || $3]), 'r'`, ours, subject, boris)
	}
	_, archive := export(t, database.Backup, files)
	if accounts := parts(t, archive)["tables/platform.accounts.ndjson"]; strings.Contains(accounts, boris) || !strings.Contains(accounts, olga) {
		t.Errorf("the archive has the accounts %s", accounts)
	}
}

// An account of the other installation replaces one of the archive if it is that account, or if both have confirmed
// the address; else they stay separate, so that nobody gets roles by an address that may not be theirs.
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

// A restore that is refused, or fails half-way, leaves nothing.
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

// series is a series of our tenant with an event that gives a player points for a club; every row has the same id.
func series(t *testing.T, database tenantdbtest.Database, row string) {
	t.Helper()
	for _, statement := range []string{
		`insert into league.ruleset_versions (tenant_id, id, key, code, name, version, digest, document, created_at) select $1, $2, 'r', 'R', 'R', 1, '', '{}', now() from platform.accounts where id = $3`,
		`insert into league.seasons (tenant_id, id, slug, title, state, plays_from, plays_to, finals_by, created_by, created_at) values ($1, $2, 's', 'S', 'draft', now(), now(), now(), $3, now())`,
		`insert into league.clubs (tenant_id, id, name, created_at) select $1, $2, 'Circolo', now() from platform.accounts where id = $3`,
		`insert into league.players (tenant_id, id, name, name_key, created_at) select $1, $2, 'Anna', 'anna', now() from platform.accounts where id = $3`,
		`insert into league.events (tenant_id, id, slug, kind, title, state, starts_at, time_zone, venue_name, venue_city, ruleset_version_id, formula, variant, pairing, capacity, created_by, created_at)
			values ($1, $2, 'e', 'club', 'E', 'draft', now(), 'UTC', '', '', $2, '', '', '', 8, $3, now())`,
		`insert into league.series (tenant_id, id, slug, title, ruleset_version_id, best_of_club, version, revision, created_by, created_at) values ($1, $2, 's', 'S', $2, 0, 1, 1, $3, now())`,
		`insert into league.series_event_postings (tenant_id, series_id, event_id, number, counts, posted_by, posted_at) values ($1, $2, $2, 1, true, $3, now())`,
		`insert into league.series_postings (tenant_id, series_id, event_id, number, player_id, place, points, club, club_id) select $1, $2, $2, 1, $2, 1, '8', 'Circolo', $2 from platform.accounts where id = $3`,
	} {
		database.Alter(t, statement, ours, row, olga)
	}
}
