package ranking_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/ranking"
)

// A player's career after an event is the career of the events until then (BG 1), under every reading about
// points beyond the cap and national points.
func TestTheWayIsTheCareersOfItsParts(t *testing.T) {
	t.Parallel()
	for _, k := range []*ranking.Keeper{
		ranking.NewKeeper(bulgaria(t)), ranking.NewKeeper(bulgaria(t, "A003-8=capped_300")), ranking.NewKeeper(bestOf(t, 2)),
	} {
		rapid.Check(t, func(rt *rapid.T) {
			figures := func() []league.Frac {
				list := make([]league.Frac, len(k.Columns()))
				for i := range list {
					list[i] = league.Int(rapid.IntRange(0, 120).Draw(rt, "figure"))
				}
				return list
			}
			var opening *ranking.Opening
			if rapid.Bool().Draw(rt, "opens") {
				opening = &ranking.Opening{Figures: figures()}
			}
			var postings []ranking.Posting
			for event := range rapid.IntRange(0, 6).Draw(rt, "events") {
				postings = append(postings, ranking.Posting{Event: event + 1, National: rapid.IntRange(0, 3).Draw(rt, "national") == 0, Figures: figures()})
			}
			way := k.Way(opening, postings)
			for i := range postings {
				if diff := cmp.Diff(k.CareerOf(opening, postings[:i+1]), way[i]); diff != "" {
					rt.Fatalf("after event %d (-career +way)\n%s", i+1, diff)
				}
			}
			if len(way) != len(postings) {
				rt.Fatalf("%d steps for %d postings", len(way), len(postings))
			}
		})
	}
}
