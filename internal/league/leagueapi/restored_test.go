package leagueapi_test

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/league/desk"
	"referto/internal/league/desk/photodesk"
	"referto/internal/league/desk/restoredesk"
	"referto/internal/media/blob"
	"referto/internal/sealed"
	"referto/internal/tenant/tenantdb/tenantdbtest"
	"referto/internal/tenantcopydb"
)

// T60: after a restore, the differences are reported: a gap in a log, bank data and receipts that do not open
// with the keys at hand, named files that are missing.
func TestALookAtARestoredDatabase(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	paid := e.approved(e.champion.Client, "40.00")
	e.listed(paid) // copies the account, and has the payer's
	claim := e.begin(e.large.Client)
	e.expense(e.large.Client, claim, "5.00", "5.00")
	photo, page, thumbnail := uuid.New(), strings.Repeat("1", 64), strings.Repeat("2", 64)
	e.server.Database.Alter(t, `insert into league.photos (tenant_id, id, event_id, kind, alt, people_agree, minors, guardians_agree, state, bytes, received, page_digest, thumbnail_digest, created_by, created_at, received_at)
		values ($1, $2, $3, 'winner', '', true, false, false, 'ready', 1, 1, $4, $5, $6, now(), now())`, e.federation.ID, photo, e.largeEvent, page, thumbnail, e.manager.ID)
	export, exported := uuid.New(), filepath.Join(e.server.FilesDir(), "exports", e.manager.ID.String())
	e.server.Database.Alter(t, `insert into platform.data_exports (id, account_id, state, asked_at, expires_at) values ($1, $2, 'ready', now(), now() + interval '1 day')`, export, e.manager.ID)
	store, err := blob.NewFolder(e.server.FilesDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{
		photodesk.PhotoKey(e.federation.ID, photo, page), photodesk.PhotoKey(e.federation.ID, photo, thumbnail), "exports/" + e.manager.ID.String() + "/" + export.String(),
	} {
		if err := store.Put(t.Context(), key, []byte("a file")); err != nil {
			t.Fatal(err)
		}
	}
	now := time.Now().UTC().Truncate(time.Second)
	look := func(keys sealed.Keys) restoredesk.Report {
		t.Helper()
		d := desk.New(rand.Reader)
		d.Keys = keys
		report, err := restoredesk.Look(t.Context(), d, e.server.DB(), store, now)
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	ours := apitest.Sealing(t)
	whole := look(ours)
	want := restoredesk.Report{
		HeldUntil: now.Add(photodesk.LostFor), Tenants: 1, Facts: int64(e.server.Database.Count(t, `select count(*) from league.log`)),
		Sealed: 3, Receipts: 1, Files: 5, // two receipts, two pictures, a copy of a person's data
	}
	if diff := cmp.Diff(want, whole); diff != "" {
		t.Fatalf("nothing is amiss (-want +got):\n%s", diff)
	}
	if held := e.server.Database.Count(t, `select count(*) from league.file_searches where held_until = $1`, whole.HeldUntil); held != 1 {
		t.Errorf("the search for lost files is held back in %d tenants", held)
	}
	amiss := func(what string, report restoredesk.Report, want ...string) {
		t.Helper()
		for _, text := range want {
			if len(report.Faults) != len(want) || !strings.Contains(strings.Join(report.Faults, "\n"), text) {
				t.Errorf("%s: told is %q, want %q", what, report.Faults, want)
			}
		}
	}

	key, err := sealed.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	others, err := sealed.ParseKeys(key)
	if err != nil {
		t.Fatal(err)
	}
	amiss("other keys", look(others), "/refunds/"+lastOf(paid), "/refunds/"+lastOf(paid), "/payment-lists/", "file "+e.federation.ID.String()+"/refunds/")

	for _, missing := range []string{filepath.Join(exported, export.String()), filepath.Join(e.server.FilesDir(), e.federation.ID.String(), photo.String(), page+".jpg")} {
		if err := os.Remove(missing); err != nil {
			t.Fatal(err)
		}
	}
	amiss("two files", look(ours), export.String()+" is not there", page+".jpg is not there")
	if err := os.RemoveAll(filepath.Join(e.server.FilesDir(), e.federation.ID.String())); err != nil {
		t.Fatal(err)
	}
	gone := look(ours)
	amiss("all files", gone, export.String(), page, thumbnail, "/refunds/"+lastOf(paid), "/refunds/"+lastOf(claim))
	if gone.Receipts != 0 {
		t.Errorf("%d receipts were opened of none", gone.Receipts)
	}

	for _, tt := range []struct{ what, breaks, repairs string }{
		{"a fact in the middle", `create table gone as select * from league.log where sequence = 2; delete from league.log where sequence = 2`, `insert into league.log select * from gone`},
		{"the last facts", `update league.log_counters set last = last + 2`, `update league.log_counters set last = last - 2`},
		{"the first one", `update league.log set sequence = 0 where sequence = 1`, `update league.log set sequence = 1 where sequence = 0`},
		{"the counter", `create table counted as select * from league.log_counters; delete from league.log_counters`, `insert into league.log_counters select * from counted`},
	} {
		for _, statement := range strings.Split(tt.breaks, "; ") {
			e.server.Database.Alter(t, statement)
		}
		if faults := strings.Join(look(ours).Faults, "\n"); !strings.Contains(faults, "log of tenant "+e.federation.ID.String()) {
			t.Errorf("without %s: told is %q", tt.what, faults)
		}
		e.server.Database.Alter(t, tt.repairs)
		if faults := strings.Join(look(ours).Faults, "\n"); strings.Contains(faults, "log of tenant") {
			t.Errorf("with %s again: told is %q", tt.what, faults)
		}
	}
}

// T61: the archive of a tenant names the keys of its encrypted data, has the receipts in their stored form, and
// the people that rows name.
func TestTheArchiveOfATenant(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	e.listed(e.approved(e.champion.Client, "40.00"))
	store, err := blob.NewFolder(e.server.FilesDir())
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	m, err := tenantcopydb.Export(t.Context(), e.server.Database.Backup, e.federation.Slug, store, &out, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	account := e.server.Database.Text(t, `select encode(sealed, 'base64') from league.refund_accounts`)
	text, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(account, "\n", ""))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{sealed.KeyOf(text)}, m.SealingKeys); diff != "" || sealed.KeyOf(text) == "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
	if len(m.Files) != 1 || !strings.HasPrefix(m.Files[0].Name, "files/refunds/") {
		t.Errorf("files are %v", m.Files)
	}
	rows := map[string]int64{}
	for _, part := range m.Tables {
		rows[part.Name] = part.Rows
	}
	named := e.server.Database.Count(t, `select count(*) from platform.accounts where id in (select account_id from league.grants union select account_id from league.player_accounts)`)
	if got := rows["tables/platform.accounts.ndjson"]; got < int64(named) || named < 6 {
		t.Errorf("%d accounts are carried, %d hold roles or records", got, named)
	}
	if got, want := rows["tables/league.log.ndjson"], e.server.Database.Count(t, `select count(*) from league.log`); got != int64(want) || want == 0 {
		t.Errorf("%d facts are carried, want %d", got, want)
	}

	// Restored into another installation and exported there it is the same, byte by byte.
	there, elsewhere := tenantdbtest.Create(t), t.TempDir()
	otherFiles, err := blob.NewFolder(elsewhere)
	if err != nil {
		t.Fatal(err)
	}
	restored, err := tenantcopydb.Restore(t.Context(), tenantdbtest.Open(t, there), apitest.Sealing(t), otherFiles, bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if restored.Made != int(rows["tables/platform.accounts.ndjson"]) || restored.Known != 0 {
		t.Errorf("%d accounts were made, %d are known", restored.Made, restored.Known)
	}
	var again bytes.Buffer
	if _, err := tenantcopydb.Export(t.Context(), there.Backup, e.federation.Slug, otherFiles, &again, m.TakenAt); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(out.Bytes(), again.Bytes()) {
		t.Error("exported again it has other bytes")
	}
	d := desk.New(rand.Reader)
	d.Keys = apitest.Sealing(t)
	report, err := restoredesk.Look(t.Context(), d, tenantdbtest.Open(t, there), otherFiles, time.Now())
	if err != nil || report.Faults != nil || report.Sealed != 3 || report.Receipts != 1 {
		t.Errorf("a look at it: %v, %+v", err, report)
	}
}
