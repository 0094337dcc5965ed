package attack_test

import (
	"bytes"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

// TestAnUncleanFileStoresNothing: of a file with one fault, to be stored at once,
// nothing is left but that it came: no row of a player, an event, an entry, a round.
func TestAnUncleanFileStoresNothing(t *testing.T) {
	t.Parallel()
	a := enter(t)
	side := a.world.sides[0]
	m := a.message(request{operation: "ImportEvent", by: side.people["manager"], path: in(side), query: "dryRun=false", body: played(t)})
	m.body = bytes.Replace(m.body, []byte(`"closed":true`), []byte(`"closed":false`), 1)
	before := a.hashes()
	got := a.send(m)
	if got.status != http.StatusCreated || !bytes.Contains(got.body, []byte(`"round-not-closed"`)) {
		t.Fatalf("%d %s", got.status, got.body)
	}
	left := []string{"league.audit", "league.idempotency", "league.imports", "league.log", "league.log_counters"}
	if diff := cmp.Diff(left, a.hashes().Changed(before)); diff != "" {
		t.Error(diff)
	}
	m.body = encode(t, played(t))
	m.header.Set("Idempotency-Key", uuid.NewString())
	if got := a.send(m); got.status != http.StatusCreated || !bytes.Contains(got.body, []byte(`"stored"`)) {
		t.Fatalf("the clean file: %d %s", got.status, got.body)
	}
}
