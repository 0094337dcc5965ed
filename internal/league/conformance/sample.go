package conformance

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"
)

// Sample returns the cases with a part of their alternatives: one in ten of those with the same reading of a
// paragraph of a regulation, at least one, drawn with a seed. An alternative that changes an outcome comes
// before those that do not, because only it shows whether the reading arrived.
//
// A driver with slow replays runs a sample, and another one replays all: that one shows whether each rule is
// computed correctly, and the sample whether each reading can be chosen.
func Sample(cases []Case, seed uint64) []Case {
	type choice struct{ regulation, kind, key, reading string }
	type place struct{ nth, alternative int } // of a case, and of one of its alternatives
	places := make(map[choice][]place)
	for i, c := range cases {
		for j, a := range c.Alternatives {
			of := choice{c.Regulation, c.Kind, a.Key, a.Reading}
			places[of] = append(places[of], place{i, j})
		}
	}
	kept := make(map[place]bool)
	for of, all := range places {
		name := fnv.New64a()
		_, _ = name.Write([]byte(of.regulation + of.kind + of.key + of.reading))
		draw := rand.New(rand.NewPCG(seed, name.Sum64()))
		draw.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		slices.SortStableFunc(all, func(a, b place) int {
			changes := func(p place) int { return min(1, len(cases[p.nth].Alternatives[p.alternative].Patch)) }
			return changes(b) - changes(a)
		})
		for _, p := range all[:(len(all)+9)/10] {
			kept[p] = true
		}
	}
	sampled := slices.Clone(cases)
	for i := range sampled {
		sampled[i].Alternatives = nil
		for j, a := range cases[i].Alternatives {
			if kept[place{i, j}] {
				sampled[i].Alternatives = append(sampled[i].Alternatives, a)
			}
		}
	}
	return sampled
}
