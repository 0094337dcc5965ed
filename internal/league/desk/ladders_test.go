package desk

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/google/uuid"

	"referto/internal/counted"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/ladder"
)

// someLadder is a ranking of n players in memory.
func someLadder(t testing.TB, n int) *Ladder {
	t.Helper()
	items := make([]counted.Item, n)
	for i := range items {
		items[i] = counted.Item{Key: "\x01" + fmt.Sprintf("%017d", i), ID: uuid.UUID{12: byte(i >> 24), 13: byte(i >> 16), 14: byte(i >> 8), 15: byte(i)}}
	}
	s, err := ladder.Build(items)
	if err != nil {
		t.Fatal(err)
	}
	return &Ladder{Ranking: facts.Ranking{ID: league.RankingID{UUID: uuid.New()}}, Snapshot: s}
}

// However many tenants are asked for, ladders stay within their bound, of the memory that the
// runtime counts too; the one asked for again and again stays.
func TestLaddersAreBounded(t *testing.T) {
	const bound = 16 << 20
	l := newLadders(bound)
	place := func(tenant int, of *Ladder) ladderPlace {
		return ladderPlace{tenant: uuid.UUID{15: byte(tenant), 14: byte(tenant >> 8)}, ranking: of.Ranking.ID}
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	own := func() ladderPlace {
		large := someLadder(t, 100_000)
		l.kept.Put(place(0, large), large)
		return place(0, large)
	}()
	for tenant := range 3000 {
		small := someLadder(t, 100)
		l.kept.Put(place(tenant+1, small), small)
		if _, known := l.kept.Get(own); !known {
			t.Fatalf("after %d small ones the one that is used is gone", tenant+1)
		}
	}
	if n := l.kept.Len(); n < 1000 || n >= 3001 {
		t.Errorf("%d are kept", n)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int(after.HeapAlloc) - int(before.HeapAlloc); grown > bound*5/4 {
		t.Errorf("%d bytes of memory for a bound of %d", grown, bound)
	}
	runtime.KeepAlive(l)
}
