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
	rows := RowsPlace{Ranking: MakeID[league.RankingID](), Revision: 7, Form: "it"}
	person := PersonPlace{rows.Ranking, 7, MakeID[league.PlayerID]()}
	at := func(position int, text string) []WrittenRow {
		return []WrittenRow{{position, person.Record, []byte(text)}}
	}
	d.RememberRows(ours, rows, at(3, "ours"))
	d.RememberStanding(ours, person, Standing{person.Record, "key"})
	recalled := func(door *tenantdb.Reader, place RowsPlace, position int) string {
		row := at(position, "")
		d.RecallRows(door, place, row)
		return string(row[0].Text)
	}
	if got := recalled(ours, rows, 3); got != "ours" {
		t.Errorf("our row is %q", got)
	}
	if _, known := d.RecallStanding(ours, person); !known {
		t.Error("nobody knows where our player stands")
	}
	if got := recalled(theirs, rows, 3); got != "" {
		t.Errorf("their row is %q", got)
	}
	if got, known := d.RecallStanding(theirs, person); known {
		t.Errorf("their player stands at %q", got.Key)
	}
	for _, other := range []RowsPlace{{rows.Ranking, 8, "it"}, {rows.Ranking, 7, "it.names"}, {MakeID[league.RankingID](), 7, "it"}} {
		if got := recalled(ours, other, 3); got != "" {
			t.Errorf("the row in %+v is %q", other, got)
		}
	}
	for _, position := range []int{0, 2, 4, 3 + blockRows} {
		if got := recalled(ours, rows, position); got != "" {
			t.Errorf("the row at %d is %q", position, got)
		}
	}
}

// Nothing that a transaction sees is cached, because it may be rolled back.
func TestRowsOfATransactionAreNotKept(t *testing.T) {
	t.Parallel()
	d := New(rand.Reader)
	place := RowsPlace{Ranking: MakeID[league.RankingID](), Revision: 7}
	d.RememberRows(tenantdb.Tx{}, place, []WrittenRow{{Text: []byte("not committed")}})
	if n := d.rows.written.Len(); n > 0 {
		t.Errorf("%d rows are kept", n)
	}
}

// However many rows are written, they stay within their bound, of the memory that the runtime counts too: where
// each page is somewhere else and leaves two halves of blocks, and where all rows of a long ranking are written.
func TestRowsAreBounded(t *testing.T) {
	const bound = 4 << 20
	for _, tt := range []struct {
		says        string
		apart       int // of the first rows of two pages
		least, most int // places in the cache
	}{
		{"one behind the other", 50, 350, bound / (blockRows * 80)},
		{"each somewhere else", 1000, 600, bound / (25 * 80)},
	} {
		d, door := New(rand.Reader), someDoor(t, uuid.New())
		d.rows = newRows(bound)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		for n := range 1200 {
			page := make([]WrittenRow, 50)
			for i := range page {
				page[i] = WrittenRow{n*tt.apart + i, league.PlayerID{UUID: uuid.UUID{1: byte(n), 2: byte(i)}}, nil}
				page[i].Text = someRow(page[i])
			}
			d.RememberRows(door, RowsPlace{Form: "it"}, page)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		if n := d.rows.written.Len(); n < tt.least || n > tt.most {
			t.Errorf("%s: %d blocks are kept", tt.says, n)
		}
		if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > bound {
			t.Errorf("%s: %d blocks take %d bytes, more than %d", tt.says, d.rows.written.Len(), grown, bound)
		}
		runtime.KeepAlive(d)
	}
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
