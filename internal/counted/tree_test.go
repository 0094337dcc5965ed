package counted_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"referto/internal/counted"
)

func item(key string, id int) counted.Item { return counted.Item{Key: key, ID: numbered(id, 0)} }

// five has a tie for the second place.
var five = []counted.Item{item("9", 1), item("7", 1), item("7", 2), item("7", 3), item("4", 1)}

func built(t *testing.T, items ...counted.Item) *counted.Tree {
	t.Helper()
	tree, err := counted.Build(items)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestTheLargestKeyIsFirstAndTiesShareARank(t *testing.T) {
	t.Parallel()
	shuffled := []counted.Item{five[3], five[4], five[0], five[2], five[1]}
	given := slices.Clone(shuffled)
	tree := built(t, shuffled...)
	if !slices.Equal(shuffled, given) {
		t.Error("building changed what it was given")
	}
	var items []counted.Item
	var ranks []int
	for row := range tree.Page(0, tree.Len()) {
		items, ranks = append(items, row.Item), append(ranks, row.Rank)
	}
	if !slices.Equal(items, five) || !slices.Equal(ranks, []int{1, 2, 2, 2, 5}) {
		t.Errorf("%v with ranks %v", items, ranks)
	}
}

func TestRankOfKeys(t *testing.T) {
	t.Parallel()
	tree := built(t, five...)
	for key, want := range map[string]int{
		"\xff": 1, "99": 1, "9": 1, "8": 2, "70": 2, "7": 2, "6": 5, "41": 5, "4": 5, "3": 6, "": 6,
	} {
		if got := tree.Rank(key); got != want {
			t.Errorf("rank of %q: %d, want %d", key, got, want)
		}
	}
}

func TestPositionOfWhatIsNotThere(t *testing.T) {
	t.Parallel()
	tree := built(t, five...)
	for _, c := range []struct {
		item  counted.Item
		want  int
		found bool
	}{
		{item("99", 1), 0, false},
		{item("9", 0), 0, false},
		{item("9", 1), 0, true},
		{item("9", 2), 1, false},
		{item("7", 0), 1, false},
		{item("7", 3), 3, true},
		{item("7", 4), 4, false},
		{item("", 0), 5, false},
	} {
		if got, found := tree.Position(c.item); got != c.want || found != c.found {
			t.Errorf("%v: %d, %t, want %d, %t", c.item, got, found, c.want, c.found)
		}
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	tree := built(t, five...)
	for _, position := range []int{math.MinInt, -1, 5, math.MaxInt} {
		if got, ok := tree.At(position); ok || got != (counted.Item{}) {
			t.Errorf("at %d: %v, %t", position, got, ok)
		}
	}
	for _, c := range []struct{ from, n, first, rows int }{
		{0, 5, 0, 5},
		{0, 6, 0, 5},
		{0, math.MaxInt, 0, 5},
		{1, math.MaxInt, 1, 4},
		{4, 1, 4, 1},
		{4, 2, 4, 1},
		{5, 1, 0, 0},
		{math.MaxInt, math.MaxInt, 0, 0},
		{math.MinInt, math.MaxInt, 0, 0},
		{-2, 5, 0, 3},
		{-5, 5, 0, 0},
		{-4, 5, 0, 1},
		{-1, math.MaxInt, 0, 5},
		{math.MinInt, 1, 0, 0},
		{0, 0, 0, 0},
		{0, -1, 0, 0},
		{2, math.MinInt, 0, 0},
		{-3, math.MinInt, 0, 0},
	} {
		rows := slices.Collect(tree.Page(c.from, c.n))
		if len(rows) != c.rows || len(rows) > 0 && rows[0].Position != c.first {
			t.Errorf("page at %d of %d: %v", c.from, c.n, rows)
		}
	}
}

func TestNeighbors(t *testing.T) {
	t.Parallel()
	tree := built(t, five...)
	for _, c := range []struct {
		of        counted.Item
		n         int
		positions []int
	}{
		{five[2], 1, []int{1, 2, 3}},
		{five[0], 2, []int{0, 1, 2}},
		{five[4], 2, []int{2, 3, 4}},
		{five[2], 0, []int{2}},
		{five[3], math.MaxInt, []int{0, 1, 2, 3, 4}},
		{five[2], -1, nil},
		{five[2], math.MinInt, nil},
		{item("7", 9), 3, nil},
	} {
		var positions []int
		for row := range tree.Neighbors(c.of, c.n) {
			positions = append(positions, row.Position)
		}
		if !slices.Equal(positions, c.positions) {
			t.Errorf("%d around %v: %v, want %v", c.n, c.of, positions, c.positions)
		}
	}
}

func TestReadersMayHaveEnough(t *testing.T) {
	t.Parallel()
	tree, err := counted.BuildNarrow(five, 4)
	if err != nil {
		t.Fatal(err)
	}
	for enough := 1; enough <= 5; enough++ {
		rows := 0
		for range tree.Page(0, 5) {
			if rows++; rows == enough {
				break
			}
		}
		if rows != enough {
			t.Errorf("%d rows, want %d", rows, enough)
		}
	}
}

func TestTheEmptyList(t *testing.T) {
	t.Parallel()
	emptied, err := built(t, five...).With(five, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, tree := range map[string]*counted.Tree{"zero": {}, "built": built(t), "emptied": emptied} {
		answers(t, tree, nil, five)
		if tree.Bytes() != 0 {
			t.Errorf("%s: %d bytes", name, tree.Bytes())
		}
		for _, from := range []int{-1, 0, 1} {
			if rows := slices.Collect(tree.Page(from, 3)); len(rows) > 0 {
				t.Errorf("%s: page at %d: %v", name, from, rows)
			}
		}
		filled, err := tree.With(nil, []counted.Item{five[4], five[2], five[0], five[1], five[3]})
		if err != nil {
			t.Fatal(err)
		}
		answers(t, filled, five, nil)
		answers(t, tree, nil, five)
		if _, err := tree.With(five[:1], nil); !errors.Is(err, counted.ErrMissing) {
			t.Errorf("%s: one goes of none: %v", name, err)
		}
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	tree, other := built(t, five...), item("8", 1)
	long := item(strings.Repeat("x", counted.MaxKey+1), 1)
	for _, c := range []struct {
		name       string
		gone, come []counted.Item
		want       error
	}{
		{"goes and is not there", []counted.Item{other}, nil, counted.ErrMissing},
		{"goes with another's key", []counted.Item{item("9", 2)}, nil, counted.ErrMissing},
		{"goes twice", []counted.Item{five[0], five[4], five[0]}, nil, counted.ErrMissing},
		{"comes and is there", nil, []counted.Item{five[1]}, counted.ErrTwice},
		{"comes twice", nil, []counted.Item{other, item("1", 1), other}, counted.ErrTwice},
		{"goes and comes twice", five[:1], []counted.Item{five[0], five[0]}, counted.ErrTwice},
		{"a key too long", nil, []counted.Item{long}, counted.ErrKey},
		{"a key too long goes", []counted.Item{long}, nil, counted.ErrMissing},
		{"one of many", five[1:], []counted.Item{other, five[0]}, counted.ErrTwice},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got, err := tree.With(c.gone, c.come); !errors.Is(err, c.want) || got != tree {
				t.Errorf("%v, another tree: %t; want %v", err, got != tree, c.want)
			}
		})
	}
	if _, err := counted.Build([]counted.Item{five[0], five[1], five[0]}); !errors.Is(err, counted.ErrTwice) {
		t.Errorf("built with one twice: %v", err)
	}
	if _, err := counted.Build([]counted.Item{five[0], long}); !errors.Is(err, counted.ErrKey) {
		t.Errorf("built with a key too long: %v", err)
	}
}

func TestNothingChanges(t *testing.T) {
	t.Parallel()
	tree := built(t, five...)
	if next, err := tree.With(nil, nil); err != nil || next != tree {
		t.Errorf("no change: %v, another tree: %t", err, next != tree)
	}
	next, err := tree.With(five, five)
	if err != nil {
		t.Fatal(err)
	}
	answers(t, next, five, nil)
}

// A node full of the longest keys is within the bounds of its numbers.
func TestTheLongestKeys(t *testing.T) {
	t.Parallel()
	var m model
	for i := range 300 {
		m = append(m, item(strings.Repeat(string(rune('A'+i%50)), counted.MaxKey-i/50), i))
	}
	answers(t, built(t, m...), m.sorted(), nil)
}

// A batch larger than the list, in it and around it.
func TestLargeBatches(t *testing.T) {
	t.Parallel()
	draw := rand.New(rand.NewPCG(1, 1))
	var m, come model
	for i := range 3000 {
		come = append(come, counted.Item{Key: string(rune('a' + draw.IntN(20))), ID: numbered(i, draw.Uint64())})
		if i%100 == 0 {
			m = append(m, item("k", i))
		}
	}
	small := built(t, m...)
	large, err := small.With(nil, come)
	if err != nil {
		t.Fatal(err)
	}
	answers(t, large, slices.Concat(m, come).sorted(), nil)
	again, err := large.With(come, nil)
	if err != nil {
		t.Fatal(err)
	}
	answers(t, again, m.sorted(), nil)
	answers(t, small, m, nil)
}

// Whole stretches are removed at once, here and there with one item in them that stays alone in its node and its
// branch; the rest is as dense as before.
func TestGapsAreClosed(t *testing.T) {
	t.Parallel()
	draw := rand.New(rand.NewPCG(2, 2))
	for range 200 {
		var m model
		for i := range 400 {
			m = append(m, item(string(rune('a'+draw.IntN(26))), i))
		}
		m.sorted()
		tree, err := counted.BuildNarrow(m, 6+draw.IntN(4))
		if err != nil {
			t.Fatal(err)
		}
		from, to := draw.IntN(200), 200+draw.IntN(201)
		stays := from + draw.IntN(to-from)
		gone := slices.Concat(m[from:stays], m[stays+1:to])
		next, err := tree.With(gone, nil)
		if err != nil {
			t.Fatal(err)
		}
		rest := slices.Concat(m[:from], m[stays:stays+1], m[to:])
		answers(t, next, rest, gone[:min(3, len(gone))])
	}
}
