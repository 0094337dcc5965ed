package counted_test

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"referto/internal/counted"
	"referto/internal/counted/orderkey"
)

// player makes the item of a player of a federation: points, victory points, share and
// three counts, most of each is best, as BG 1 ranks them.
func player(id int, draw *rand.Rand) counted.Item {
	points := draw.Int64N(1 + draw.Int64N(300)) // few have many
	key, err := orderkey.Append(nil,
		orderkey.Figure{Num: points, Den: 1},
		orderkey.Figure{Num: points*3 + draw.Int64N(200), Den: 1},
		orderkey.Figure{Num: points*1000 + draw.Int64N(60_000), Den: 100},
		orderkey.Figure{Num: draw.Int64N(61), Den: 1},
		orderkey.Figure{Num: draw.Int64N(61), Den: 1},
		orderkey.Figure{Num: draw.Int64N(61), Den: 1},
	)
	if err != nil {
		panic(err)
	}
	return counted.Item{Key: string(key), ID: numbered(id, draw.Uint64())}
}

// numbered is an id that begins with chance, like those of people.
func numbered(n int, chance uint64) (id [16]byte) {
	binary.BigEndian.PutUint64(id[:], chance)
	binary.BigEndian.PutUint64(id[8:], uint64(n))
	return id
}

// federationOf makes players, always the same ones. Benchmarks do not keep them, because so many strings would be
// work for the garbage collector.
func federationOf(n int) []counted.Item {
	draw := rand.New(rand.NewPCG(1, 2))
	items := make([]counted.Item, n)
	for i := range items {
		items[i] = player(i, draw)
	}
	return items
}

// tournament gives 40 players of a tree other figures.
func tournament(t testing.TB, tree *counted.Tree, draw *rand.Rand) *counted.Tree {
	gone, come := make([]counted.Item, 40), make([]counted.Item, 40)
	for i := range gone {
		gone[i], _ = tree.At(tree.Len()/40*i + draw.IntN(tree.Len()/40))
		come[i] = counted.Item{Key: player(i, draw).Key, ID: gone[i].ID}
	}
	next, err := tree.With(gone, come)
	if err != nil {
		t.Fatal(err)
	}
	return next
}
