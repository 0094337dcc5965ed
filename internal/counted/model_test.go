package counted_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/counted"
	"referto/internal/sampling"
)

// model is a list as one would keep it by hand: sorted anew after every change, and every
// question answered by going through it.
type model []counted.Item

func (m model) sorted() model {
	slices.SortFunc(m, func(a, b counted.Item) int {
		switch {
		case a.Key > b.Key:
			return -1
		case a.Key < b.Key:
			return 1
		default:
			return bytes.Compare(a.ID[:], b.ID[:])
		}
	})
	return m
}

// with is the list after changes, and the errors of which the tree has to name one.
func (m model) with(gone, come []counted.Item) (model, []error) {
	var errs []error
	there := map[counted.Item]bool{}
	for _, item := range m {
		there[item] = true
	}
	for _, item := range gone {
		if !there[item] {
			errs = append(errs, counted.ErrMissing)
		}
		delete(there, item)
	}
	for _, item := range come {
		if there[item] {
			errs = append(errs, counted.ErrTwice)
		}
		there[item] = true
	}
	return slices.Collect(maps.Keys(there)), errs
}

// rows is the list with its places; it counts those with a better key for every row.
func (m model) rows() []counted.Row {
	rows := make([]counted.Row, len(m))
	for i, item := range m {
		rows[i] = counted.Row{Position: i, Rank: m.rank(item.Key), Item: item}
	}
	return rows
}

func (m model) rank(key string) int {
	better := 0
	for better < len(m) && m[better].Key > key {
		better++
	}
	return better + 1
}

func (m model) position(item counted.Item) (position int, found bool) {
	for position < len(m) && m[position].Compare(item) < 0 {
		position++
	}
	return position, position < len(m) && m[position] == item
}

type failing interface {
	Helper()
	Fatalf(format string, args ...any)
}

// answers compares all answers of a tree with the model's. It asks for every key and item of others too, which the
// list may not have.
func answers(t failing, tree *counted.Tree, m model, others []counted.Item) {
	t.Helper()
	if err := counted.Check(tree); err != nil {
		t.Fatalf("form: %v", err)
	}
	if tree.Len() != len(m) {
		t.Fatalf("%d items, want %d", tree.Len(), len(m))
	}
	want := m.rows()
	if got := slices.Collect(tree.Page(0, len(m))); !slices.Equal(got, want) {
		t.Fatalf("all rows:\n%v\nwant\n%v", got, want)
	}
	for i, row := range want {
		if got, ok := tree.At(i); !ok || got != row.Item {
			t.Fatalf("at %d: %v, %t, want %v", i, got, ok, row.Item)
		}
	}
	for _, item := range slices.Concat(m, others) {
		if got := tree.Rank(item.Key); got != m.rank(item.Key) {
			t.Fatalf("rank of %q: %d, want %d", item.Key, got, m.rank(item.Key))
		}
		got, found := tree.Position(item)
		if position, is := m.position(item); got != position || found != is {
			t.Fatalf("position of %v: %d, %t, want %d, %t", item, got, found, position, is)
		}
	}
}

// few draws items of so few keys and ids that many meet again.
func few() *rapid.Generator[counted.Item] {
	return rapid.Custom(func(t *rapid.T) counted.Item {
		key := rapid.SampledFrom([]string{"", "a", "aa", "ab", "b", "\x00", "\xff", "b\x00"}).Draw(t, "key")
		return counted.Item{Key: key, ID: numbered(0, rapid.Uint64Range(0, 11).Draw(t, "id"))}
	})
}

func someOf(t *rapid.T, m model, label string) []counted.Item {
	if len(m) == 0 {
		return nil
	}
	return rapid.SliceOfNDistinct(rapid.SampledFrom(m), 0, len(m), rapid.ID).Draw(t, label)
}

// Whatever changes a list goes through, it answers like one that is sorted anew and counted by hand, refuses the
// same, and all lists before it stay unchanged.
func TestHistories(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.SliceOfDistinct(few(), rapid.ID).Draw(t, "first")
		tree, err := counted.BuildNarrow(first, rapid.IntRange(4, 10).Draw(t, "width"))
		if err != nil {
			t.Fatal(err)
		}
		m := model(slices.Clone(first)).sorted()
		trees, models := []*counted.Tree{tree}, []model{m}
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			gone := someOf(t, m, "gone")
			many := rapid.SampledFrom([]int{0, 1, 10, 60}).Draw(t, "many")
			come := rapid.SliceOfN(few(), many, many).Draw(t, "come")
			if rapid.IntRange(0, 9).Draw(t, "wrong") > 0 {
				come = fresh(m, gone, come)
			} else {
				gone = append(gone, few().Draw(t, "missing"))
			}
			next, errs := m.with(gone, come)
			after, err := tree.With(gone, come)
			if !isOneOf(err, errs) {
				t.Fatalf("error %v, want one of %v", err, errs)
			}
			if err != nil {
				if after != tree {
					t.Fatalf("an error and another tree")
				}
				continue
			}
			tree, m = after, next.sorted()
			trees, models = append(trees, tree), append(models, m)
		}
		others := rapid.SliceOfN(few(), 0, 10).Draw(t, "others")
		for i := range trees {
			answers(t, trees[i], models[i], others)
		}
	})
}

// fresh returns those of the items that may be added: each once, and not if they stay.
func fresh(m model, gone, come []counted.Item) (able []counted.Item) {
	for _, item := range come {
		if (!slices.Contains(m, item) || slices.Contains(gone, item)) && !slices.Contains(able, item) {
			able = append(able, item)
		}
	}
	return able
}

func isOneOf(err error, kinds []error) bool {
	if err == nil {
		return len(kinds) == 0
	}
	return slices.ContainsFunc(kinds, func(kind error) bool { return errors.Is(err, kind) })
}

// Any page of any list is that part of all rows, and neighbors are the page around an item.
func TestPagesAreParts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		items := rapid.SliceOfDistinct(few(), rapid.ID).Draw(t, "items")
		tree, err := counted.BuildNarrow(items, rapid.IntRange(4, 10).Draw(t, "width"))
		if err != nil {
			t.Fatal(err)
		}
		rows := model(slices.Clone(items)).sorted().rows()
		part := func(from, to int) []counted.Row {
			from, to = max(0, min(from, len(rows))), max(0, min(to, len(rows)))
			return rows[from:max(from, to)]
		}
		from := rapid.IntRange(-5, len(rows)+5).Draw(t, "from")
		n := rapid.IntRange(-2, len(rows)+10).Draw(t, "n")
		if got := slices.Collect(tree.Page(from, n)); !slices.Equal(got, part(from, from+n)) {
			t.Fatalf("page at %d of %d: %v, want %v", from, n, got, part(from, from+n))
		}
		if len(rows) == 0 {
			return
		}
		row := rapid.SampledFrom(rows).Draw(t, "row")
		around := part(row.Position-n, row.Position+n+1)
		if got := slices.Collect(tree.Neighbors(row.Item, n)); !slices.Equal(got, around) {
			t.Fatalf("%d around %v: %v, want %v", n, row, got, around)
		}
	})
}

// Nodes of the width in use, and players with few keys, while the list grows to thousands, shrinks to nothing and
// grows again.
func TestLongHistoriesOfTies(t *testing.T) {
	t.Parallel()
	for _, keys := range []int{1, 3, 300} {
		t.Run(fmt.Sprint(keys, " keys"), func(t *testing.T) {
			t.Parallel()
			draw := rand.New(rand.NewPCG(uint64(keys), 1))
			item := func(id int) counted.Item {
				return counted.Item{Key: fmt.Sprintf("%03d", draw.IntN(keys)), ID: numbered(id, 0)}
			}
			var m model
			tree, last := &counted.Tree{}, 0
			for step := range sampling.Times(900) {
				leave, enter := 4, 0
				if step/30%2 == 0 {
					leave, enter = 1, 4
				}
				var gone, come []counted.Item
				for range min(40*leave, len(m)) {
					i := draw.IntN(len(m))
					gone = append(gone, m[i])
					m = slices.Delete(m, i, i+1)
				}
				for range 40 * enter {
					last++
					come = append(come, item(last))
				}
				m = slices.Concat(m, come).sorted()
				next, err := tree.With(gone, come)
				if err != nil {
					t.Fatal(err)
				}
				tree = next
				if err := counted.Check(tree); err != nil {
					t.Fatalf("step %d: %v", step, err)
				}
				if step%30 == 29 {
					answers(t, tree, m, come)
				}
			}
		})
	}
}
