package counted_test

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"referto/internal/counted"
	"referto/internal/sampling"
)

// Readers of the latest list see one that is consistent, and a reader who keeps an old one sees it unchanged, while
// tournaments go on.
func TestRaceOfReadersWithTournaments(t *testing.T) {
	t.Parallel()
	const players = 5000
	first, err := counted.Build(federationOf(players))
	if err != nil {
		t.Fatal(err)
	}
	var published atomic.Pointer[counted.Tree]
	published.Store(first)
	sum := checksum(first)
	done := make(chan struct{})
	var all sync.WaitGroup
	for reader := range uint64(3) {
		all.Go(func() {
			draw := rand.New(rand.NewPCG(reader, 1))
			for {
				select {
				case <-done:
					return
				default:
				}
				agrees(t, published.Load(), draw.IntN(players))
				if reader == 0 && checksum(first) != sum {
					t.Error("the first list has changed")
				}
			}
		})
	}
	draw := rand.New(rand.NewPCG(9, 9))
	for range sampling.Times(1000) {
		published.Store(tournament(t, published.Load(), draw))
	}
	close(done)
	all.Wait()
}

// agrees asks a list about the page at a position in every way there is.
func agrees(t *testing.T, tree *counted.Tree, from int) {
	rank, position := 0, from
	for row := range tree.Page(from, 50) {
		at, _ := tree.At(position)
		is, found := tree.Position(row.Item)
		if row.Position != position || at != row.Item || is != position || !found ||
			row.Rank != tree.Rank(row.Key) || row.Rank < rank {
			t.Errorf("row %d: %+v, at %v, position %d, %t", position, row, at, is, found)
			return
		}
		position, rank = position+1, row.Rank
	}
	if want := min(from+50, tree.Len()); position != want {
		t.Errorf("page at %d ends at %d, want %d", from, position, want)
	}
}

func checksum(tree *counted.Tree) (sum uint64) {
	for row := range tree.Page(0, tree.Len()) {
		for _, b := range row.ID {
			sum = sum*31 + uint64(b)
		}
		sum = sum*31 + uint64(row.Rank)
	}
	return sum
}
