package standings_test

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/standings"
)

// ranks returns the rank and the deciding criterion by entry.
func ranks(rows []standings.Row) map[league.Entry][2]int {
	all := make(map[league.Entry][2]int)
	for _, row := range rows {
		all[row.Entry] = [2]int{row.Rank, row.Decided}
	}
	return all
}

// TestEqualConstantsKeepRanks: adding the same amounts for everybody, as own figures or in one more game,
// changes no rank and no reason.
func TestEqualConstantsKeepRanks(t *testing.T) {
	t.Parallel()
	criteria := cn09(t).Standings[0].Criteria
	rapid.Check(t, func(t *rapid.T) {
		f := randomField(t, criteria, rapid.Bool().Draw(t, "wide"))
		was := ranks(standings.Rank(criteria, f.entrants, f.games))
		more := make([]league.Frac, len(criteria))
		for i := range more {
			more[i] = league.NewFrac(rapid.Int64Range(-9, 9).Draw(t, "more"), rapid.Int64Range(1, 7).Draw(t, "of"))
		}
		inGame := rapid.Bool().Draw(t, "in a game")
		for i, e := range f.entrants {
			if inGame {
				f.games = append(f.games, standings.Game{Entry: e.Entry, Round: 9, Table: 1, Terms: more})
				continue
			}
			f.entrants[i].Own = slices.Clone(e.Own)
			for j := range more {
				f.entrants[i].Own[j] = e.Own[j].Add(more[j])
			}
		}
		if diff := cmp.Diff(was, ranks(standings.Rank(criteria, f.entrants, f.games))); diff != "" {
			t.Fatalf("with %v more for everybody\n%s", more, diff)
		}
	})
}

// TestNamesDoNotRank: start numbers only decide the order within a shared rank.
func TestNamesDoNotRank(t *testing.T) {
	t.Parallel()
	criteria := cn09(t).Standings[0].Criteria
	rapid.Check(t, func(t *rapid.T) {
		f := randomField(t, criteria, false)
		names := rapid.Permutation(f.entrants).Draw(t, "names")
		called := make(map[league.Entry]league.Entry)
		for i, e := range f.entrants {
			called[e.Entry] = names[i].Entry
		}
		renamed := field{entrants: slices.Clone(f.entrants), games: slices.Clone(f.games)}
		for i := range renamed.entrants {
			renamed.entrants[i].Entry = called[renamed.entrants[i].Entry]
		}
		for i := range renamed.games {
			renamed.games[i].Entry = called[renamed.games[i].Entry]
		}
		is := make(map[league.Entry]int)
		for _, row := range standings.Rank(criteria, renamed.entrants, renamed.games) {
			is[row.Entry] = row.Rank
		}
		for _, row := range standings.Rank(criteria, f.entrants, f.games) {
			if is[called[row.Entry]] != row.Rank {
				t.Fatalf("entry %d is %d., and called %d it is %d.", row.Entry, row.Rank, called[row.Entry], is[called[row.Entry]])
			}
		}
	})
}

// TestOthersDoNotMatter: the order of two entries does not depend on a third.
func TestOthersDoNotMatter(t *testing.T) {
	t.Parallel()
	criteria := cn09(t).Standings[0].Criteria
	rapid.Check(t, func(t *rapid.T) {
		f := randomField(t, criteria, false)
		all := ranks(standings.Rank(criteria, f.entrants, f.games))
		gone := rapid.IntRange(0, len(f.entrants)-1).Draw(t, "gone")
		entry := f.entrants[gone].Entry
		rest := slices.Delete(slices.Clone(f.entrants), gone, gone+1)
		for _, row := range standings.Rank(criteria, rest, f.games) {
			behind := 0
			if all[row.Entry][0] > all[entry][0] {
				behind = 1
			}
			if row.Rank != all[row.Entry][0]-behind {
				t.Fatalf("entry %d was %d. and is %d. without entry %d, which was %d.", row.Entry, all[row.Entry][0], row.Rank, entry, all[entry][0])
			}
		}
	})
}

// combinedSlowly combines games literally as a criterion defines it: the best terms are taken out one by one,
// of equal ones the earlier.
func combinedSlowly(c rules.Criterion, terms []*big.Rat) (*big.Rat, []bool) {
	counts := make([]bool, len(terms))
	wanted := len(terms)
	if c.Combine.Rule == rules.CombineBest {
		wanted = min(wanted, c.Combine.Games)
	}
	for range wanted {
		best := -1
		for i, term := range terms {
			if counts[i] {
				continue
			}
			if best < 0 || c.Best == rules.Most && term.Cmp(terms[best]) > 0 || c.Best == rules.Fewest && term.Cmp(terms[best]) < 0 {
				best = i
			}
		}
		counts[best] = true
	}
	sum := new(big.Rat)
	for i, term := range terms {
		if counts[i] {
			sum.Add(sum, term)
		}
	}
	if c.Combine.Rule == rules.CombineMean && len(terms) > 0 {
		sum.Quo(sum, rat(len(terms)))
	}
	return sum, counts
}

// TestCombineAgainstReference compares sums, means and the best of any fractions.
func TestCombineAgainstReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := rules.Criterion{
			Figure: rules.FigureVP,
			Best:   rapid.SampledFrom([]rules.Best{rules.Most, rules.Fewest}).Draw(t, "best"),
			Combine: &rules.Combination{
				Rule:  rapid.SampledFrom([]rules.CombineRule{rules.CombineSum, rules.CombineMean, rules.CombineBest}).Draw(t, "rule"),
				Games: rapid.IntRange(1, 5).Draw(t, "games"),
			},
		}
		n := rapid.IntRange(0, 7).Draw(t, "played")
		terms, rats := make([]league.Frac, n), make([]*big.Rat, n)
		for i := range terms {
			num, den := rapid.Int64Range(-4, 4).Draw(t, "num"), rapid.Int64Range(1, 3).Draw(t, "den")
			terms[i], rats[i] = league.NewFrac(num, den), big.NewRat(num, den)
		}
		want, counts := combinedSlowly(c, rats)
		got, counted := standings.Combine(c, terms)
		if exact, _ := new(big.Rat).SetString(got.String()); exact.Cmp(want) != 0 {
			t.Fatalf("%+v of %v: got %s, want %s", c.Combine, terms, got, want.RatString())
		}
		if counted == nil {
			counted = slices.Repeat([]bool{true}, n)
		}
		if !slices.Equal(counted, counts) {
			t.Fatalf("%+v of %v: counted %v, want %v", c.Combine, terms, counted, counts)
		}
	})
}

// TestResolved: the number of games that count is the fewest that any ranked entry has played. Entries without
// games are ignored, void games count only where they give points, and games of entries that are not ranked
// never count.
func TestResolved(t *testing.T) {
	t.Parallel()
	of := func(figure string) rules.Criterion {
		return rules.Criterion{Figure: figure, Best: rules.Most, Combine: &rules.Combination{Rule: rules.CombineBest, GamesBy: rules.FewestPlayed}}
	}
	fixed := rules.Criterion{Figure: "wins", Best: rules.Most, Combine: &rules.Combination{Rule: rules.CombineBest, Games: 7}}
	criteria := []rules.Criterion{{Figure: "share", Best: rules.Most}, of(rules.FigureVP), fixed, of(rules.FigurePoints)}
	for _, tt := range []struct {
		name  string
		games map[league.Entry]string // v is void, p is played
		want  string                  // the games that count, for each criterion
	}{
		{"nobody has played", nil, "- 0 7 0"},
		{"as many each", map[league.Entry]string{1: "ppp", 2: "ppp"}, "- 3 7 3"},
		{"one fewer", map[league.Entry]string{1: "ppp", 2: "pp"}, "- 2 7 2"},
		{"one only once", map[league.Entry]string{1: "ppp", 2: "p"}, "- 1 7 1"},
		{"one none", map[league.Entry]string{1: "ppp", 2: "pp", 3: ""}, "- 2 7 2"},
		{"a void game brings points only", map[league.Entry]string{1: "ppp", 2: "pvp"}, "- 2 7 3"},
		{"void games only", map[league.Entry]string{1: "ppp", 2: "vv"}, "- 3 7 2"},
		{"somebody who is not ranked", map[league.Entry]string{1: "ppp", 9: "p"}, "- 3 7 3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var games []standings.Game
			for entry, list := range tt.games {
				for i, game := range list {
					games = append(games, standings.Game{Entry: entry, Round: i + 1, Void: game == 'v', Terms: make([]league.Frac, len(criteria))})
				}
			}
			var got []string
			for _, c := range standings.Resolved(criteria, []league.Entry{1, 2, 3}, games) {
				if c.Combine == nil {
					got = append(got, "-")
				} else {
					got = append(got, fmt.Sprint(c.Combine.Games))
				}
			}
			if diff := cmp.Diff(fmt.Sprintf("[%s]", tt.want), fmt.Sprint(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
