package leagueapi_test

import (
	"bytes"
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/internal/league/desk"
	"referto/internal/league/desk/resealdesk"
	"referto/internal/league/desk/restoredesk"
	"referto/internal/sealed"
	"referto/internal/tenantcopydb"
)

// An archive that waits to be fetched is encrypted anew with everything else and reads as before; a restored database is
// said to lack it where its file is not there.
func TestArchivesAreResealedAndRestored(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	f := s.Federation("Federazione Coloni")
	oldFile, nextFile := sealingFile(t), sealingFile(t)
	both, alone := sealingKeys(t, nextFile, oldFile), sealingKeys(t, nextFile)
	s.RestartWith(withSealing(sealingKeys(t, oldFile)))
	one := f.Path + "/archives/" + f.Manager.Post(f.Path+"/archives", apitest.JSON{"password": apitest.Password}).Want(202).Text("id")
	s.AwaitJobs()
	fetched := func() []byte {
		t.Helper()
		file := f.Manager.Get(one + "/file").Want(200).Body
		if _, err := tenantcopydb.Check(bytes.NewReader(file), int64(len(file))); err != nil {
			t.Errorf("the archive: %v", err)
		}
		return file
	}
	before := fetched()
	look := func(keys sealed.Keys) restoredesk.Report {
		t.Helper()
		d := desk.New(rand.Reader)
		d.Keys = keys
		report, err := restoredesk.Look(t.Context(), d, s.DB(), apitest.NewFiles(t, s.FilesDir()), s.Clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		return report
	}

	done, counts, err := reseal(t, s, both)
	if err != nil || done.Files != 1 || len(done.Faults) != 0 || resealdesk.Left(counts, both.First()) != 0 {
		t.Fatalf("encrypted anew: %+v, %v, %v", done, counts, err)
	}
	s.RestartWith(withSealing(alone))
	if !bytes.Equal(before, fetched()) {
		t.Error("under the next key it reads otherwise")
	}
	if done, _, err := reseal(t, s, both); err != nil || done.Files != 0 {
		t.Errorf("a second run: %+v, %v", done, err)
	}

	if r := look(alone); r.Files != 1 || len(r.Faults) != 0 {
		t.Errorf("with its file: %+v", r)
	}
	names := s.Files()
	if len(names) != 1 || !strings.HasPrefix(names[0], "archives/") {
		t.Fatalf("files: %q", names)
	}
	if err := os.Remove(filepath.Join(s.FilesDir(), names[0])); err != nil {
		t.Fatal(err)
	}
	if r := look(alone); len(r.Faults) != 1 || !strings.Contains(r.Faults[0], names[0]) {
		t.Errorf("without its file: %+v", r)
	}
}
