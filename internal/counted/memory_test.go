package counted_test

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"referto/internal/counted"
)

// Bytes equals the count of the runtime, for a list as it was built and after it has been through tournaments. No
// other test may run beside it.
func TestBytesAreHonest(t *testing.T) {
	const players = 100_000
	items := federationOf(players)
	before := heap()
	tree, err := counted.Build(items)
	if err != nil {
		t.Fatal(err)
	}
	honest := func(when string) {
		t.Helper()
		taken, said := heap()-before, tree.Bytes()
		if taken-said > taken/20 || said-taken > taken/20 {
			t.Errorf("%s: %d bytes taken, %d said", when, taken, said)
		}
		if said > 64*players {
			t.Errorf("%s: %d bytes for %d players", when, said, players)
		}
	}
	honest("built")
	draw := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		tree = tournament(t, tree, draw)
	}
	honest("after 200 tournaments")
	runtime.KeepAlive(items)
	runtime.KeepAlive(tree)
}

// A tournament of 40 makes the nodes above its 80 places, and shares all others.
func TestMostIsShared(t *testing.T) {
	t.Parallel()
	tree, err := counted.Build(federationOf(100_000))
	if err != nil {
		t.Fatal(err)
	}
	next := tournament(t, tree, rand.New(rand.NewPCG(5, 6)))
	old, made, shared := counted.Nodes(tree), 0, 0
	for node := range counted.Nodes(next) {
		if old[node] {
			shared++
		} else {
			made++
		}
	}
	if made > 200 || shared < len(old)-200 {
		t.Errorf("%d nodes made and %d shared of %d", made, shared, len(old))
	}
}

// A page allocates its iterator and nothing for its rows; a rank allocates nothing.
func TestRowsAllocateNothing(t *testing.T) {
	tree, err := counted.Build(federationOf(10_000))
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	page := func(n int) float64 {
		return testing.AllocsPerRun(10, func() {
			for row := range tree.Page(1234, n) {
				seen += row.Rank
			}
		})
	}
	if one, all := page(1), page(8000); all > one || one > 4 {
		t.Errorf("%v allocations for a row, %v for 8,000", one, all)
	}
	item, _ := tree.At(5000)
	if got := testing.AllocsPerRun(10, func() { seen += tree.Rank(item.Key) }); got > 0 {
		t.Errorf("%v allocations for a rank", got)
	}
	if seen == 0 {
		t.Error("nothing seen")
	}
}
