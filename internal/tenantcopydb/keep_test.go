package tenantcopydb_test

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/sealed"
	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
	"referto/internal/tenantcopydb"
)

func keysOf(t *testing.T) sealed.Keys {
	t.Helper()
	line, err := sealed.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	keys, err := sealed.ParseKeys(line)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// The archive that the application writes through the door of a tenant equals the backup role's, byte by byte.
func TestExportOwn(t *testing.T) {
	t.Parallel()
	database, files := world(t)
	db := tenantdbtest.Open(t, database)
	_, want := export(t, database.Backup, files)
	var got bytes.Buffer
	last := 0
	_, err := tenantcopydb.ExportOwn(t.Context(), db, uuid.MustParse(ours), files, &got, moment, func(done, total int) {
		if done != last+1 || total != 3 { // two files, and the rows before them
			t.Errorf("step %d of %d after %d", done, total, last)
		}
		last = done
	})
	if err != nil || !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%v: %d bytes, want the same %d", err, got.Len(), len(want))
	}
	if _, err := tenantcopydb.ExportOwn(t.Context(), db, uuid.New(), files, &got, moment, func(int, int) {}); err == nil {
		t.Error("a tenant that is not there was exported")
	}
}

// An archive of several parts is kept encrypted, reads as one, and goes when its time is over, with the files of an
// attempt that was cut off.
func TestKeepOpenDrop(t *testing.T) {
	t.Parallel()
	database, files := world(t)
	db := tenantdbtest.Open(t, database)
	of, id := uuid.MustParse(ours), uuid.New()
	big := strings.Repeat("0123456789abcdef", 1) + string(noise(17<<20)) // does not compress, so that there are three parts
	if err := files.Put(t.Context(), ours+"/big.jpg", []byte(big)); err != nil {
		t.Fatal(err)
	}
	keeper := tenantcopydb.Keeper{DB: db, Files: files, Keys: keysOf(t)}
	asked := tenant.Archive{ID: id, AskedBy: uuid.MustParse(olga), AskedAt: moment, ExpiresAt: moment.Add(time.Hour)}
	within := func(do func(tx tenantdb.Tx) error) {
		t.Helper()
		if err := tenantdb.In(t.Context(), db, of, nil, do); err != nil {
			t.Fatal(err)
		}
	}
	var a tenant.Archive
	within(func(tx tenantdb.Tx) (err error) { a, err = registrydb.AskArchive(tx, asked); return err })
	length, under, err := keeper.Keep(t.Context(), of, id, moment, func(int, int) {})
	if err != nil || len(under) != 3 {
		t.Fatalf("%d parts, %v", len(under), err)
	}
	now := moment
	a.State, a.Bytes, a.SealedUnder, a.FinishedAt = tenant.ArchiveReady, length, under, &now
	within(func(tx tenantdb.Tx) error { return registrydb.EndArchive(tx, a) })

	in, err := keeper.Open(t.Context(), of, a)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := io.ReadAll(in)
	if err != nil || int64(len(whole)) != length {
		t.Fatalf("read %d of %d bytes, %v", len(whole), length, err)
	}
	if _, err := tenantcopydb.Check(bytes.NewReader(whole), length); err != nil {
		t.Error(err)
	}
	part, err := files.Get(t.Context(), tenantcopydb.PartKey(of, id, 1))
	if err != nil || bytes.Contains(whole, part[100:200]) {
		t.Errorf("a part is not encrypted, or not there: %v", err)
	}
	if _, archive := export(t, database.Backup, files); bytes.Contains(archive, []byte("archives/")) || strings.Contains(parts(t, archive)["manifest.json"], id.String()) {
		t.Error("an archive holds archives")
	}
	lying := func() (keys []string) {
		for f, err := range files.Below(t.Context(), tenantcopydb.KeptFolder(of)) {
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, f.Key)
		}
		return slices.Sorted(slices.Values(keys))
	}
	if n, err := keeper.DropDue(t.Context(), moment.Add(time.Minute)); n != 0 || err != nil || len(lying()) != 3 {
		t.Errorf("before its time: %d, %v, %q", n, err, lying())
	}
	if n, err := keeper.DropDue(t.Context(), moment.Add(time.Hour)); n != 1 || err != nil || len(lying()) != 0 {
		t.Errorf("after its time: %d, %v, %q", n, err, lying())
	}
	if _, err := keeper.Open(t.Context(), of, a); err == nil {
		t.Error("what is gone was opened")
	}
}

// noise returns incompressible bytes, the same each time.
func noise(n int) []byte {
	out := make([]byte, n)
	x := uint64(88172645463325252)
	for i := range out {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		out[i] = byte(x)
	}
	return out
}
