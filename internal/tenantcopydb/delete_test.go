package tenantcopydb_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/sealed"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
	"referto/internal/tenantcopydb"
)

// F-15: an export from before a deletion is restored after it, byte by byte; the managers of the tenant are notified,
// and other tenants keep their data.
func TestExportDeleteRestore(t *testing.T) {
	t.Parallel()
	database, files := world(t)
	db := tenantdbtest.Open(t, database)
	e := elsewhere{database, files}
	before := e.rows(t)
	_, archive := export(t, database.Backup, files)
	deletion := uuid.New()
	database.Alter(t, `insert into platform.tenant_deletions (id, tenant, slug, name, kind, reason, counts, asked_by, asked_at, closed_by, closed_at, due_at)
		values ($1, $2, 'ours', 'Our own', 'federation', 'It has dissolved', '{}', $3, $4::timestamptz, $3, $4, $4 + interval '30 days')`, deletion, ours, olga, moment)
	remove := func(at time.Time) (told []uuid.UUID) {
		t.Helper()
		err := tenantcopydb.Delete(t.Context(), db, files, deletion, func() time.Time { return at }, time.Hour, func(_ tenantdb.Tx, managers []uuid.UUID) error {
			told = managers
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return told
	}
	if told := remove(moment.AddDate(0, 0, 29)); told != nil || len(e.lying(t)) != 2 {
		t.Errorf("a day too early %v are told, files %q", told, e.lying(t))
	}
	if told := remove(moment.AddDate(0, 0, 30)); !slices.Equal(told, []uuid.UUID{uuid.MustParse(olga)}) || len(e.lying(t)) != 0 {
		t.Errorf("told are %v, files %q", told, e.lying(t))
	}
	for place, n := range e.rows(t) {
		if place.Tenant == ours || place.Tenant == theirs && before[place] != n {
			t.Errorf("%v has %d rows, had %d", place, n, before[place])
		}
	}
	r, err := tenantcopydb.Restore(t.Context(), db, sealed.Keys{}, files, bytes.NewReader(archive), int64(len(archive)))
	if err != nil || r.Known != 1 || r.Made != 0 {
		t.Fatalf("restored: %+v, %v", r, err)
	}
	if _, again := export(t, database.Backup, files); !bytes.Equal(archive, again) {
		t.Error("exported again it has other bytes")
	}
	if told := remove(moment.AddDate(0, 0, 31)); told != nil || len(e.lying(t)) != 2 {
		t.Errorf("a deletion that was done has deleted what was restored: %v, files %q", told, e.lying(t))
	}
}
