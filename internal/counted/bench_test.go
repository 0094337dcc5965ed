package counted_test

import (
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"referto/internal/counted"
)

const million = 1_000_000

var ranking = sync.OnceValue(func() *counted.Tree {
	tree, err := counted.Build(federationOf(million))
	if err != nil {
		panic(err)
	}
	return tree
})

// some are players from everywhere in the ranking, few enough that only the tree is far
// away in memory.
func some() []counted.Item {
	items := make([]counted.Item, 1000)
	for i := range items {
		item, _ := ranking().At(million / len(items) * i)
		items[i] = counted.Item{Key: strings.Clone(item.Key), ID: item.ID}
	}
	return items
}

func BenchmarkPage(b *testing.B) {
	for _, depth := range []struct {
		name     string
		from, to int
	}{
		{"top", 0, 1000},
		{"middle", million / 2, million/2 + 1000},
		{"deep", million - 1050, million - 50},
		{"anywhere", 0, million - 50},
	} {
		b.Run(depth.name, func(b *testing.B) {
			tree, draw, ranks := ranking(), rand.New(rand.NewPCG(3, 4)), 0
			b.ReportAllocs()
			defer processor(b)()
			for b.Loop() {
				for row := range tree.Page(depth.from+draw.IntN(depth.to-depth.from), 50) {
					ranks += row.Rank
				}
			}
			if ranks == 0 {
				b.Fatal("no rows")
			}
		})
	}
}

func BenchmarkRank(b *testing.B) {
	tree, items, draw := ranking(), some(), rand.New(rand.NewPCG(5, 6))
	b.ReportAllocs()
	defer processor(b)()
	for b.Loop() {
		if tree.Rank(items[draw.IntN(len(items))].Key) < 1 {
			b.Fatal("no rank")
		}
	}
}

func BenchmarkNeighbors(b *testing.B) {
	tree, items, draw := ranking(), some(), rand.New(rand.NewPCG(5, 6))
	b.ReportAllocs()
	defer processor(b)()
	for b.Loop() {
		rows := 0
		for range tree.Neighbors(items[draw.IntN(len(items))], 5) {
			rows++
		}
		if rows < 6 {
			b.Fatalf("%d rows", rows)
		}
	}
}

// A typical change: a tournament of 40 players, and all their figures change.
func BenchmarkWith40(b *testing.B) {
	tree, draw := ranking(), rand.New(rand.NewPCG(7, 8))
	b.ReportAllocs()
	defer processor(b)()
	for b.Loop() {
		tree = tournament(b, tree, draw)
	}
	b.ReportMetric(float64(tree.Bytes())/million, "B/item")
}

func BenchmarkBuild(b *testing.B) {
	for _, order := range []string{"shuffled", "sorted"} {
		b.Run(order, func(b *testing.B) {
			items := federationOf(million)
			if order == "sorted" {
				items = items[:0:0]
				for row := range ranking().Page(0, million) {
					items = append(items, row.Item)
				}
			}
			b.ReportAllocs()
			defer processor(b)()
			for b.Loop() {
				if _, err := counted.Build(items); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The memory of a million players, as the runtime counts it and as Bytes returns it.
func BenchmarkBytes(b *testing.B) {
	items := federationOf(million)
	for b.Loop() {
		before := heap()
		tree, err := counted.Build(items)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(heap()-before)/million, "heap-B/item")
		b.ReportMetric(float64(tree.Bytes())/million, "B/item")
		keys := 0
		for row := range tree.Page(0, million) {
			keys += len(row.Key)
		}
		b.ReportMetric(float64(keys)/million, "key-B/item")
	}
}

// heap is the memory in use after all garbage is gone.
func heap() int {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int(stats.HeapAlloc)
}

// processor reports the time that the processors worked, including garbage collection, which matters on a shared
// machine.
func processor(b *testing.B) (report func()) {
	used := func() int64 {
		var usage syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
			b.Fatal(err)
		}
		return usage.Utime.Nano() + usage.Stime.Nano()
	}
	before := used()
	return func() { b.ReportMetric(float64(used()-before)/float64(b.N), "cpu-ns/op") }
}
