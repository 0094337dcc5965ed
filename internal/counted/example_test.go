package counted_test

import (
	"fmt"

	"referto/internal/counted"
	"referto/internal/counted/orderkey"
)

// A ranking by points and, of equal points, the fewest tournaments played.
func Example() {
	entry := func(id byte, points, played int64) counted.Item {
		key, err := orderkey.Append(nil,
			orderkey.Figure{Num: points, Den: 2},
			orderkey.Figure{Num: played, Den: 1, Fewest: true},
		)
		if err != nil {
			panic(err) // a fraction that is too fine
		}
		return counted.Item{Key: string(key), ID: [16]byte{id}}
	}

	spring, err := counted.Build([]counted.Item{entry(1, 25, 3), entry(2, 60, 4), entry(3, 25, 2), entry(4, 25, 3)})
	if err != nil {
		panic(err)
	}
	// A tournament later the fourth has 24.5 points.
	autumn, err := spring.With([]counted.Item{entry(4, 25, 3)}, []counted.Item{entry(4, 49, 4)})
	if err != nil {
		panic(err)
	}
	for _, ranking := range []*counted.Tree{spring, autumn} {
		for row := range ranking.Page(0, 10) {
			fmt.Printf("%d. player %d\n", row.Rank, row.ID[0])
		}
		fmt.Println("--")
	}
	for row := range autumn.Neighbors(entry(1, 25, 3), 1) {
		fmt.Printf("player %d at position %d\n", row.ID[0], row.Position)
	}
	// Output:
	// 1. player 2
	// 2. player 3
	// 3. player 1
	// 3. player 4
	// --
	// 1. player 2
	// 2. player 4
	// 3. player 3
	// 4. player 1
	// --
	// player 3 at position 2
	// player 1 at position 3
}
