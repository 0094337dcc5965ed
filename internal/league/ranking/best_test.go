package ranking_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
)

// bestOf returns a ruleset like that of Bulgaria, but with a ranking that nobody leaves and in which only the
// given number of each player's events count; 0 is all.
func bestOf(t testing.TB, events int) *rules.Ruleset {
	t.Helper()
	r := bulgaria(t)
	r.Lifetime = &rules.Lifetime{Best: events, National: r.Lifetime.National, Paragraph: r.Lifetime.Paragraph}
	return r
}

func TestCounting(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		best     int
		postings []string
		counts   string
		want     string
	}{
		{"all of them", 0, []string{"1 5/1/1,00%/0/0/0/1", "2 3/1/1,00%/0/0/0/1"}, "[true true]", "8/2/2,00%/0/0/0/2"},
		{"fewer than count", 3, []string{"1 5/1/1,00%/0/0/0/1", "2 3/1/1,00%/0/0/0/1"}, "[true true]", "8/2/2,00%/0/0/0/2"},
		{"those with the most points, with all their figures", 2, []string{"1 5/10/1,00%/1/0/0/1", "2 3/90/9,00%/0/1/0/1", "3 8/20/2,00%/0/0/1/1"}, "[true false true]", "13/30/3,00%/1/0/1/2"},
		{"of equal ones the earlier", 1, []string{"1 5/10/1,00%/0/0/0/1", "2 5/90/9,00%/0/0/0/1"}, "[true false]", "5/10/1,00%/0/0/0/1"},
		{"those that are apart take nobody's place", 1, []string{"n1 13/10/1,00%/0/0/0/1", "2 5/90/9,00%/0/0/0/1"}, "[false true]", "5/90/9,00%/0/0/0/1"},
		{"nobody leaves without a cap", 0, []string{"1 400/1/1,00%/0/0/0/1", "2 3/1/1,00%/0/0/0/1"}, "[true true]", "403/2/2,00%/0/0/0/2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			k := ranking.NewKeeper(bestOf(t, tt.best))
			var postings []ranking.Posting
			for _, text := range tt.postings {
				postings = append(postings, gained(t, text))
			}
			if got := fmt.Sprint(k.Counting(postings)); got != tt.counts {
				t.Errorf("counting: got %s, want %s", got, tt.counts)
			}
			c := k.CareerOf(nil, postings)
			if got := score(c.Figures); got != tt.want || c.Arrived {
				t.Errorf("got %s, in the hall: %t; want %s", got, c.Arrived, tt.want)
			}
			if lacks := k.Distance(c); !lacks.Equal(league.Frac{}) {
				t.Errorf("%s to a cap that there is not", lacks)
			}
		})
	}
}

// An opening counts in full, in addition to the best of the events after it.
func TestAnOpeningTakesNoEventsPlace(t *testing.T) {
	t.Parallel()
	k := ranking.NewKeeper(bestOf(t, 1))
	opening := &ranking.Opening{Player: player(1), Figures: figures(t, "50/100/40,00%/1/2/3/9")}
	c := k.CareerOf(opening, []ranking.Posting{gained(t, "1 5/1/1,00%/0/0/0/1"), gained(t, "2 8/1/1,00%/0/0/0/1")})
	if got, want := score(c.Figures), "58/101/41,00%/1/2/3/10"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// The points of the best events are the highest sum that any choice of as many events gives, in any order in
// which they become known. Taking an event away never raises it.
func TestTheBestAreTheBest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		best := rapid.IntRange(1, 4).Draw(rt, "best")
		k := ranking.NewKeeper(bestOf(t, best))
		postings := somePostings(rt, 1)
		c := k.CareerOf(nil, rapid.Permutation(postings).Draw(rt, "order"))
		var points []league.Frac
		for _, p := range postings {
			if !p.National {
				points = append(points, p.Figures[0])
			}
		}
		slices.SortFunc(points, func(a, b league.Frac) int { return b.Cmp(a) })
		sum := league.Int(0)
		for _, p := range points[:min(best, len(points))] {
			sum = sum.Add(p)
		}
		if got := k.PointsOf(c); !got.Equal(sum) {
			rt.Fatalf("best %d: %s points, want %s", best, got, sum)
		}
		if len(postings) > 0 {
			i := rapid.IntRange(0, len(postings)-1).Draw(rt, "void")
			if left := k.PointsOf(k.CareerOf(nil, slices.Delete(slices.Clone(postings), i, i+1))); left.Cmp(sum) > 0 {
				rt.Fatalf("%s points with an event less, before %s", left, sum)
			}
		}
	})
}
