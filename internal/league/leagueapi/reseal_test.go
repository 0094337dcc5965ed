package leagueapi_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"referto/internal/apitest"
	"referto/internal/league/desk"
	"referto/internal/league/desk/resealdesk"
	"referto/internal/league/leaguedb"
	"referto/internal/sealed"
	"referto/internal/serve"
)

// sealingFile is a file of one new key.
func sealingFile(t *testing.T) []byte {
	t.Helper()
	file, err := sealed.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func sealingKeys(t *testing.T, files ...[]byte) sealed.Keys {
	t.Helper()
	keys, err := sealed.ParseKeys(bytes.Join(files, nil))
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func withSealing(keys sealed.Keys) func(*serve.Config) {
	return func(c *serve.Config) { c.Sealing = keys }
}

// reseal does the same as `api reseal` on the server's database and files.
func reseal(t *testing.T, s *apitest.Server, keys sealed.Keys, change ...func(*resealdesk.Work)) (resealdesk.Done, map[string]leaguedb.Sealed, error) {
	t.Helper()
	d := desk.New(rand.Reader)
	d.Keys = keys
	w := resealdesk.Work{Desk: d, DB: s.DB(), Files: apitest.NewFiles(t, s.FilesDir()), Step: func(resealdesk.Done) {}}
	for _, c := range change {
		c(&w)
	}
	return w.Run(t.Context())
}

// T63: a sealing key is replaced on one server after the other while claims are made and read at both.
// Everything opens at each step; texts that a server one step behind writes meanwhile are found by the next
// run; once nothing is left, servers have the new key alone.
func TestRaceASealingKeyIsReplaced(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	oldFile, nextFile := sealingFile(t), sealingFile(t)
	behind, ahead, alone := sealingKeys(t, oldFile, nextFile), sealingKeys(t, nextFile, oldFile), sealingKeys(t, nextFile)
	e.server.RestartWith(withSealing(behind))
	list := e.listed(e.approved(e.champion.Client, "40.00", "12.00")) // an account, its copy, the payer's, two receipts
	claim := e.begin(e.large.Client)
	e.expense(e.large.Client, claim, "5.00", "5.00")
	e.large.Post("/me/data-exports", nil).Want(202)
	settled(t, e.server)
	replica := e.server.ReplicaWith(withSealing(ahead))

	// Both write and read while it goes on.
	ctx, stop := context.WithCancel(t.Context())
	var load sync.WaitGroup
	written := make(map[*apitest.Server]int)
	var counting sync.Mutex
	for i, at := range []*apitest.Server{e.server, replica} {
		load.Go(func() {
			by, treasurer := e.large.At(at), e.treasurer.At(at)
			for n := 0; ctx.Err() == nil || n < 5; n++ {
				if a := by.Post(claim+"/expenses", apitest.JSON{"what": "Treno", "spentOn": "2010-05-01", "amount": euros("1.00")}); a.Status != 201 && a.Status != 409 && a.Status != 422 {
					t.Errorf("server %d: an expense: %d\n%s", i, a.Status, a.Body)
				}
				a := by.Post(claim+"/expenses/1/receipts", apitest.JSON{"amount": euros("0.01"), "content": pdf()})
				tag := by.Get(claim).ETag()
				put := by.Do("PUT", claim+"/account", apitest.JSON{"holder": by.Name, "iban": someIBAN}, apitest.Match(tag))
				if put.Status == 200 || a.Status == 201 {
					counting.Lock()
					written[at]++
					counting.Unlock()
				}
				if read := treasurer.Post(list+"/documents", apitest.JSON{"format": "sepa"}); read.Status != 200 {
					t.Errorf("server %d: the list does not open: %d\n%s", i, read.Status, read.Body)
				}
			}
		})
	}
	for range 3 {
		done, _, err := reseal(t, e.server, ahead)
		if err != nil || len(done.Faults) > 0 {
			t.Errorf("under load: %v, %q", err, done.Faults)
		}
	}
	stop()
	load.Wait()
	if written[e.server] == 0 || written[replica] == 0 {
		t.Fatalf("written by the one and the other: %d, %d", written[e.server], written[replica])
	}
	// The server that is a step behind has written under the old key to the end.
	e.account(e.large.Client, claim)
	if counts, err := leaguedb.CountSealed(t.Context(), e.server.DB()); err != nil || resealdesk.Left(counts, ahead.First()) == 0 {
		t.Fatalf("nothing is left under the old key: %v, %v", counts, err)
	}
	if needed := func() error {
		counts, err := leaguedb.CountSealed(t.Context(), e.server.DB())
		if err != nil {
			t.Fatal(err)
		}
		return resealdesk.Needed(counts, alone)
	}(); needed == nil || !strings.Contains(needed.Error(), behind.First()) {
		t.Errorf("the old key is needed: %v", needed)
	}
	e.server.RestartWith(withSealing(ahead))
	done, counts, err := reseal(t, e.server, ahead)
	if err != nil || len(done.Faults) > 0 || resealdesk.Left(counts, ahead.First()) != 0 || done.Texts+done.Files == 0 {
		t.Fatalf("at the end: %+v, %v, %v", done, counts, err)
	}
	if again, _, err := reseal(t, e.server, ahead); err != nil || again.Texts+again.Files != 0 {
		t.Errorf("done again: %+v, %v", again, err)
	}

	// Without the old key everything opens: list, account, receipts, the copy of a person's data.
	e.server.RestartWith(withSealing(alone))
	e.treasurer.Post(list+"/documents", apitest.JSON{"format": "sepa"}).Want(200)
	opened, _, err := reseal(t, e.server, alone, func(w *resealdesk.Work) { w.EveryFile = true })
	if err != nil || len(opened.Faults) > 0 || opened.Files != 0 {
		t.Errorf("each file with the new key alone: %+v, %v", opened, err)
	}
	export := e.large.Get("/me/data-exports").Want(200)
	id := export.Text("items.0.id")
	e.large.Get("/me/data-exports/" + id + "/file").Want(200)
}

// Data that cannot be encrypted anew are refused, left alone or reported, and nothing else waits for them.
func TestWhatCannotBeSealedAnew(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	oldFile, nextFile := sealingFile(t), sealingFile(t)
	e.server.RestartWith(withSealing(sealingKeys(t, oldFile)))
	list := e.listed(e.approved(e.champion.Client, "40.00", "12.00"))
	both, next := sealingKeys(t, nextFile, oldFile), sealingKeys(t, nextFile)

	// Without the old key nothing is touched.
	done, _, err := reseal(t, e.server, next)
	if err == nil || !strings.Contains(err.Error(), sealingKeys(t, oldFile).First()) || done.Texts+done.Files != 0 {
		t.Fatalf("without a key: %+v, %v", done, err)
	}
	// Files of a release before, which noted no key, are looked into.
	e.server.Database.Alter(t, `update league.refund_receipts set sealed_under = null`)
	counts, err := leaguedb.CountSealed(t.Context(), e.server.DB())
	if err != nil || counts[""].Files != 2 || counts[sealingKeys(t, oldFile).First()].Texts != 3 {
		t.Errorf("counted are %v, %v", counts, err)
	}
	// A damaged text and a file that is not there are told of, the rest is done.
	e.server.Database.Alter(t, `update league.payment_lists set sealed = set_byte(sealed, length(sealed) - 1, get_byte(sealed, length(sealed) - 1) # 1)`)
	missing := filepath.Join(e.server.FilesDir(), e.server.Files()[0])
	content, err := os.ReadFile(missing)
	if err != nil || os.Remove(missing) != nil {
		t.Fatal(err)
	}
	done, counts, err = reseal(t, e.server, both)
	if err != nil || done.Texts != 2 || done.Files != 1 || resealdesk.Left(counts, both.First()) != 2 || len(done.Faults) != 2 ||
		!strings.Contains(done.Faults[0]+done.Faults[1], "/payment-lists/"+lastOf(list)) || !strings.Contains(done.Faults[0]+done.Faults[1], "is not there") {
		t.Errorf("with two that cannot: %+v, %v, %v", done, counts, err)
	}
	// Put back they are done, too.
	e.server.Database.Alter(t, `update league.payment_lists set sealed = set_byte(sealed, length(sealed) - 1, get_byte(sealed, length(sealed) - 1) # 1)`)
	if err := os.WriteFile(missing, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if done, counts, err = reseal(t, e.server, both); err != nil || len(done.Faults) > 0 || resealdesk.Left(counts, both.First()) != 0 {
		t.Errorf("put back: %+v, %v, %v", done, counts, err)
	}
	// A file that came back from an older backup is under the old key whatever its row says: a run that looks into
	// each file finds it.
	if err := os.WriteFile(missing, content, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, every := range []bool{false, true} {
		done, _, err := reseal(t, e.server, both, func(w *resealdesk.Work) { w.EveryFile = every })
		if err != nil || (done.Files == 1) != every {
			t.Errorf("each file %v: %+v, %v", every, done, err)
		}
	}
}
