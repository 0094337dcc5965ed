package standings_test

import (
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/standings"
)

// TestSumsThatDoNotFit: sums stay exact if they do not fit into integers of 64 bits, or would not fit after
// scaling to a common denominator.
func TestSumsThatDoNotFit(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		num, den int64
		games    int
		beside   int64 // the denominator in a game of the other entry
		want     string
	}{
		{"small", 3, 4, 2, 1, "1.5"},
		{"the largest that is added up as whole numbers", 1 << 40, 1, 16, 1, "17592186044416"},
		{"one more", 1<<40 + 1, 1, 16, 1, "17592186044432"},
		{"twice what 64 bits hold", 1<<62 - 1, 1, 4, 1, "18446744073709551612"},
		{"less than nothing", -(1<<62 - 1), 1, 4, 1, "-18446744073709551612"},
		{"large beside a fine fraction", 1 << 40, 1, 16, 1 << 20, "17592186044416"},
		{"large and less than nothing beside one", -(1 << 40), 1, 16, 1 << 20, "-17592186044416"},
		{"beside a fraction too fine to share", 1 << 40, 1, 3, 1<<20 + 1, "3298534883328"},
		{"fractions that have no small denominator in common", 1, 1<<20 - 1, 3, 1<<20 - 3, "1/349525"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			criteria := []rules.Criterion{{Figure: rules.FigureVP, Best: rules.Most}}
			games := []standings.Game{
				{Entry: 2, Round: 1, Terms: []league.Frac{league.NewFrac(1, tt.beside)}},
				{Entry: 9, Round: 1, Terms: []league.Frac{league.Int(1)}}, // an entry that is not ranked
			}
			for i := range tt.games {
				games = append(games, standings.Game{Entry: 1, Round: 1 + i, Terms: []league.Frac{league.NewFrac(tt.num, tt.den)}})
			}
			entrants := []standings.Entrant{standings.EntrantOf(criteria, 1, 0, 0), standings.EntrantOf(criteria, 2, 0, 0)}
			rows := standings.Rank(criteria, entrants, games)
			of := make(map[league.Entry]string)
			for _, row := range rows {
				of[row.Entry] = row.Figures[0].String()
			}
			if other := league.NewFrac(1, tt.beside).String(); of[1] != tt.want || of[2] != other {
				t.Errorf("got %v, want %s and %s", of, tt.want, other)
			}
			if first := rows[0].Entry; (first == 2) != (tt.num < 0) {
				t.Errorf("entry %d is first of %v", first, of)
			}
		})
	}
}

// TestWideNumbersRank: entries rank by exact sums, whether or not numbers and ranges fit, and for any number of
// criteria.
func TestWideNumbersRank(t *testing.T) {
	t.Parallel()
	sizes := []int64{0, 1, 2, 1<<20 - 1, 1 << 20, 1<<20 + 1, 1<<40 - 1, 1 << 40, 1<<40 + 1, 1<<62 - 1}
	rapid.Check(t, func(t *rapid.T) {
		criteria := make([]rules.Criterion, rapid.IntRange(1, 4).Draw(t, "criteria"))
		most := sizes[:rapid.SampledFrom([]int{3, 5, 8, 10}).Draw(t, "sizes")]
		for i := range criteria {
			criteria[i] = rules.Criterion{Figure: fmt.Sprint("f", i), Best: rapid.SampledFrom([]rules.Best{rules.Most, rules.Fewest}).Draw(t, "best")}
		}
		var entrants []standings.Entrant
		var games []standings.Game
		sums := make(map[league.Entry][]*big.Rat)
		for entry := league.Entry(1); entry <= 5; entry++ {
			entrants = append(entrants, standings.EntrantOf(criteria, entry, 0, 0))
			for range criteria {
				sums[entry] = append(sums[entry], new(big.Rat))
			}
			for round := range rapid.IntRange(0, 3).Draw(t, "games") {
				terms := make([]league.Frac, len(criteria))
				for i := range terms {
					num, den := rapid.SampledFrom(most).Draw(t, "num"), rapid.SampledFrom([]int64{1, 1, 1, 3, 1 << 20, 1<<20 + 1}).Draw(t, "den")
					if rapid.Bool().Draw(t, "less") {
						num = -num
					}
					terms[i] = league.NewFrac(num, den)
					sums[entry][i].Add(sums[entry][i], big.NewRat(num, den))
				}
				games = append(games, standings.Game{Entry: entry, Round: round + 1, Terms: terms})
			}
		}
		ahead := func(a, b league.Entry) bool {
			for i, c := range criteria {
				if order := sums[a][i].Cmp(sums[b][i]); order != 0 {
					return (order > 0) == (c.Best == rules.Most)
				}
			}
			return false
		}
		for _, row := range standings.Rank(criteria, entrants, games) {
			rank := 1
			for other := range sums {
				if ahead(other, row.Entry) {
					rank++
				}
			}
			if row.Rank != rank {
				t.Fatalf("entry %d is %d., not %d.: %v", row.Entry, row.Rank, rank, sums)
			}
			for i, sum := range sums[row.Entry] {
				if got, _ := new(big.Rat).SetString(row.Figures[i].String()); got.Cmp(sum) != 0 {
					t.Fatalf("entry %d has %v, its games make %s", row.Entry, row.Figures[i], sum.RatString())
				}
			}
		}
	})
}

// TestRangesThatDoNotFit: criteria whose ranges together exceed 64 bits are still compared one by one.
func TestRangesThatDoNotFit(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 6; n++ {
		criteria := make([]rules.Criterion, n)
		var entrants []standings.Entrant
		for i := range criteria {
			criteria[i] = rules.Criterion{Figure: rules.FigureLot, Best: rules.Most}
		}
		for entry := 1; entry <= 4; entry++ {
			e := standings.Entrant{Entry: league.Entry(entry), Own: make([]league.Frac, n)}
			for i := range e.Own {
				// These four are level, and far above the fifth, on every criterion but the last, where the
				// higher number is better by one.
				e.Own[i] = league.Int(1 << 39)
			}
			e.Own[n-1] = league.Int(entry)
			entrants = append(entrants, e)
		}
		entrants = append(entrants, standings.Entrant{Entry: 5, Own: make([]league.Frac, n)})
		var got []league.Entry
		for _, row := range standings.Rank(criteria, entrants, nil) {
			got = append(got, row.Entry)
		}
		if text := fmt.Sprint(got); text != "[4 3 2 1 5]" {
			t.Errorf("%d criteria: %s", n, text)
		}
	}
}
