package desk

import (
	"crypto/rand"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/tenant/tenantdb"
)

func someDoor(t *testing.T, tenant uuid.UUID) *tenantdb.Reader {
	t.Helper()
	door, err := tenantdb.Read(t.Context(), nil, tenant, nil)
	if err != nil {
		t.Fatal(err)
	}
	return door
}

// A value cached for one tenant is not found by another tenant, even if ranking, revision and player have the
// same ids there; nor is it found at another revision or in another form.
func TestRowsBelongToATenant(t *testing.T) {
	t.Parallel()
	d := New(rand.Reader)
	ours, theirs := someDoor(t, uuid.New()), someDoor(t, uuid.New())
	row := RowPlace{Ranking: MakeID[league.RankingID](), Revision: 7, Form: "it", Position: 3}
	person := PersonPlace{row.Ranking, 7, MakeID[league.PlayerID]()}
	d.RememberRow(ours, row, []byte("ours"))
	d.RememberStanding(ours, person, Standing{person.Record, "key"})
	if got := d.RecallRow(ours, row); string(got) != "ours" {
		t.Errorf("our row is %q", got)
	}
	if _, known := d.RecallStanding(ours, person); !known {
		t.Error("nobody knows where our player stands")
	}
	if got := d.RecallRow(theirs, row); got != nil {
		t.Errorf("their row is %q", got)
	}
	if got, known := d.RecallStanding(theirs, person); known {
		t.Errorf("their player stands at %q", got.Key)
	}
	for _, other := range []RowPlace{{row.Ranking, 8, "it", 3}, {row.Ranking, 7, "it.names", 3}, {row.Ranking, 7, "it", 4}, {MakeID[league.RankingID](), 7, "it", 3}} {
		if got := d.RecallRow(ours, other); got != nil {
			t.Errorf("the row at %+v is %q", other, got)
		}
	}
}

// Nothing that a transaction sees is cached, because it may be rolled back.
func TestRowsOfATransactionAreNotKept(t *testing.T) {
	t.Parallel()
	d := New(rand.Reader)
	place := RowPlace{Ranking: MakeID[league.RankingID](), Revision: 7}
	d.RememberRow(tenantdb.Tx{}, place, []byte("not committed"))
	if n := d.rows.written.Len(); n > 0 {
		t.Errorf("%d rows are kept", n)
	}
}

// However many rows are written, they stay within their bound, of the memory that the runtime
// counts too.
func TestRowsAreBounded(t *testing.T) {
	const bound = 8 << 20
	kept := newRows(bound)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for n := range 100_000 {
		kept.written.Put(of[RowPlace]{place: RowPlace{Position: n, Form: "it"}}, make([]byte, 350))
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if n := kept.written.Len(); n < 5000 || n > bound/350 {
		t.Errorf("%d rows are kept", n)
	}
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > bound {
		t.Errorf("%d rows take %d bytes, more than %d", kept.written.Len(), grown, bound)
	}
	runtime.KeepAlive(kept)
}

// A list of chosen players is loaded once for a revision, by one of all callers who ask for it; after a failure
// the next caller loads it, and another tenant's list is separate.
func TestChosenOnce(t *testing.T) {
	t.Parallel()
	d := New(rand.Reader)
	ours, theirs := someDoor(t, uuid.New()), someDoor(t, uuid.New())
	place := ChosenPlace{Ranking: MakeID[league.RankingID](), Category: "juniors", Year: 2009}
	var loads atomic.Int32
	load := func(revision int64) func() (Chosen, error) {
		return func() (Chosen, error) {
			if loads.Add(1) == 1 {
				return Chosen{}, tenantdb.ErrBusy
			}
			return Chosen{Revision: revision}, nil
		}
	}
	if _, err := d.ChosenOf(ours, place, 7, load(7)); !errors.Is(err, tenantdb.ErrBusy) {
		t.Errorf("the first load: %v", err)
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if c, err := d.ChosenOf(ours, place, 7, load(7)); err != nil || c.Revision != 7 {
				t.Errorf("at 7: %d, %v", c.Revision, err)
			}
		})
	}
	all.Wait()
	if n := loads.Load(); n != 2 {
		t.Errorf("%d loads, want the one that failed and one more", n)
	}
	for _, other := range []struct {
		what     string
		door     *tenantdb.Reader
		place    ChosenPlace
		revision int64
	}{
		{"another revision", ours, place, 8},
		{"another tenant", theirs, place, 7},
		{"another year", ours, ChosenPlace{Ranking: place.Ranking, Category: "juniors", Year: 2010}, 7},
		{"the hall", ours, ChosenPlace{Ranking: place.Ranking, Category: "juniors", Year: 2009, Hall: true}, 7},
	} {
		before := loads.Load()
		if _, err := d.ChosenOf(other.door, other.place, other.revision, load(other.revision)); err != nil || loads.Load() != before+1 {
			t.Errorf("%s is not loaded: %v", other.what, err)
		}
	}
	before := loads.Load()
	for range 2 {
		if _, err := d.ChosenOf(ours, ChosenPlace{Category: "unsettled"}, 1, load(0)); err != nil {
			t.Fatal(err)
		}
	}
	if loads.Load() != before+2 {
		t.Error("a list of no certain revision is kept")
	}
}
