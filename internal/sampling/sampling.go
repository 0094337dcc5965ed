// Package sampling lets exhaustive tests run a part of themselves.
//
// A test that tries every damage to a document, or the same race hundreds of times, is
// worth its minutes at night and not at every change. With -short, which `make test`
// passes, such a test runs a tenth, drawn with a seed; without it, as `make soak` and a
// bare `go test` run it, all. The seed is the same in every run, so that a red test stays
// red until it is mended; another tenth is drawn with -sample:
//
//	go test ./internal/attack -short -sample 7
//
// Only repetitions are sampled. A test that looks at something once looks at it always.
package sampling

import (
	"flag"
	"hash/fnv"
	"math/rand/v2"
	"testing"
)

var seed = flag.Uint64("sample", 1, "the seed of which tenth of an exhaustive test is run with -short")

// Of returns the elements of a list that are tested: with -short a tenth of it, at least one and in the order of the
// list, else all. Name distinguishes the lists of one test: each has a tenth of its own.
func Of[T any](name string, all []T) []T {
	if !testing.Short() || len(all) == 0 {
		return all
	}
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(name))
	draw := rand.New(rand.NewPCG(*seed, hash.Sum64()))
	tenth := make([]T, 0, len(all)/10+1)
	for i, left := 0, Times(len(all)); left > 0; i++ { // each as likely as any other
		if draw.IntN(len(all)-i) < left {
			tenth = append(tenth, all[i])
			left--
		}
	}
	return tenth
}

// Times returns the number of trials of a test that has n in full: with -short a tenth,
// rounded up.
func Times(n int) int {
	if !testing.Short() {
		return n
	}
	return (n + 9) / 10
}

// Until repeats random tries until met returns true, twenty times at most. A few tries miss the rarer cases by
// chance, and a test that fails by chance soon loses all trust.
func Until(met func() bool, try func()) {
	for range 20 {
		if try(); met() {
			return
		}
	}
}
