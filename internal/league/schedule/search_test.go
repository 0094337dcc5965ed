package schedule

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawnSearch draws a search of some sizes and rounds that has not run.
func drawnSearch(t *rapid.T) *search {
	sizes := rapid.SliceOfN(rapid.IntRange(2, 6), 2, 5).Draw(t, "sizes")
	return newSearch(sizes, rapid.IntRange(1, 5).Draw(t, "rounds"), nil, usual, rapid.IntRange(0, 9).Draw(t, "seed"))
}

// valueOf counts the value of a search again, the slow way.
func valueOf(tables [][][]int, players, largest int) value {
	met, short, v := make(map[[2]int]int), make([]int, players), value{}
	for _, round := range tables {
		for _, table := range round {
			for i, p := range table {
				if len(table) < largest {
					short[p]++
				}
				for _, q := range table[:i] {
					met[[2]int{min(p, q), max(p, q)}]++
				}
			}
		}
	}
	for _, times := range met {
		v.repeats += times - 1
	}
	for _, times := range short {
		v.unfair += times * times
	}
	return v
}

// TestAnyRound: a random round seats everybody once, at tables of the sizes asked for.
func TestAnyRound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := drawnSearch(t)
		round := s.anyRound()
		if got := slices.Sorted(slices.Values(slices.Concat(round...))); !slices.Equal(got, ascending(s.players)) {
			t.Fatalf("seated %v", got)
		}
		for i, table := range round {
			if len(table) != s.sizes[i] {
				t.Fatalf("table %d has %d of %v", i, len(table), s.sizes)
			}
		}
	})
}

// TestEveryRoundHasAChance: each order of three players occurs about equally often, so that the dice favor
// nobody.
func TestEveryRoundHasAChance(t *testing.T) {
	t.Parallel()
	s := newSearch([]int{2, 1}, 1, nil, usual, 4)
	times := make(map[string]int)
	for range 6000 {
		times[fmt.Sprint(s.anyRound())]++
	}
	for round, n := range times {
		if n < 850 || n > 1150 {
			t.Errorf("%s came %d times of 6000", round, n)
		}
	}
	if len(times) != 6 {
		t.Errorf("%d rounds of six came", len(times))
	}
}

// TestSearchBegins: a search counts its initial plan, adds the missing rounds, and does not change the plan
// that it was given.
func TestSearchBegins(t *testing.T) {
	t.Parallel()
	plan := [][][]int{{{0, 1, 2}, {3, 4}}, {{0, 1, 3}, {2, 4}}}
	s := newSearch([]int{3, 2}, 3, plan, usual, 0)
	if len(s.tables) != 3 || s.largest != 3 || s.players != 5 {
		t.Fatalf("%d rounds, %d players, tables up to %d", len(s.tables), s.players, s.largest)
	}
	if got := valueOf(s.tables, 5, 3); s.value != got || s.best != got {
		t.Errorf("begins with %+v, counted %+v", s.value, got)
	}
	two := newSearch([]int{3, 2}, 2, plan, usual, 0)
	if want := (value{repeats: 1, unfair: 1 + 1 + 4}); two.value != want {
		t.Errorf("0 and 1 meet twice, 4 sits short twice: %+v, want %+v", two.value, want)
	}
	if got := []int{two.table[0][4], two.table[1][2], two.table[1][3]}; !slices.Equal(got, []int{1, 1, 0}) {
		t.Errorf("sits at %v", got)
	}
	two.exchange(0, 0, 4)
	if plan[0][0][0] != 0 || two.bestTables[0][0][0] != 0 {
		t.Error("an exchange changed the plan, or the best there was")
	}
}

// TestChangeNamesTheExchange: the change predicted for an exchange of two players at different tables is the
// one that it makes, and exchanging them back undoes it.
func TestChangeNamesTheExchange(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := drawnSearch(t)
		for range rapid.IntRange(1, 20).Draw(t, "exchanges") {
			round := rapid.IntRange(0, len(s.tables)-1).Draw(t, "round")
			p, q := rapid.IntRange(0, s.players-1).Draw(t, "p"), rapid.IntRange(0, s.players-1).Draw(t, "q")
			if s.table[round][p] == s.table[round][q] {
				continue
			}
			was := valueOf(s.tables, s.players, s.largest)
			change := s.change(round, p, q)
			s.exchange(round, p, q)
			is := valueOf(s.tables, s.players, s.largest)
			if want := (value{is.repeats - was.repeats, is.unfair - was.unfair}); change != want {
				t.Fatalf("%d and %d of round %d: said %+v, added %+v", p, q, round, change, want)
			}
			if back := s.change(round, q, p); back != (value{-change.repeats, -change.unfair}) {
				t.Fatalf("and back: %+v, there %+v", back, change)
			}
			for at, table := range s.tables[round] {
				for _, x := range table {
					if s.table[round][x] != at {
						t.Fatalf("%d sits at %d, not at %d", x, at, s.table[round][x])
					}
				}
			}
		}
	})
}

// TestSomebodyMeetsAgain: players who meet somebody again are picked more often.
func TestSomebodyMeetsAgain(t *testing.T) {
	t.Parallel()
	// Of twelve players, 0 and 1 meet in both rounds; nobody else meets again.
	plan := [][][]int{
		{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9, 10, 11}},
		{{0, 1, 3}, {2, 6, 9}, {4, 7, 10}, {5, 8, 11}},
	}
	s := newSearch([]int{3, 3, 3, 3}, 2, plan, usual, 0)
	again := 0
	for range 4000 {
		round, p := s.somebody()
		if round < 0 || round > 1 || p < 0 || p > 11 {
			t.Fatalf("player %d of round %d", p, round)
		}
		if p < 2 {
			again++
		}
	}
	// Each of the four picks finds one of them with probability 1/6: 1 - (5/6)^4 of all.
	if again < 1900 || again > 2250 {
		t.Errorf("%d of 4000 meet again, about 2070 should", again)
	}
}

// TestTarget: the target consists of the bound on repeats and of short tables spread evenly.
func TestTarget(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		sizes  []int
		rounds int
		want   value
	}{
		{[]int{4, 4, 4, 4}, 3, value{0, 0}},
		{[]int{4, 4, 4}, 3, value{6, 0}},
		{[]int{4, 4, 4, 3}, 2, value{0, 6}},  // three seats a round, six in all, for fifteen players
		{[]int{4, 4, 4, 3}, 5, value{0, 15}}, // everybody sits there once
		{[]int{4, 4, 3, 3}, 3, value{0, 26}}, // 18 seats for fourteen players: four sit there twice, ten once
		{[]int{3, 2}, 2, value{1, 4}},
	} {
		if got := newSearch(tt.sizes, tt.rounds, nil, usual, 0).target(); got != tt.want {
			t.Errorf("%v, %d rounds: %+v, want %+v", tt.sizes, tt.rounds, got, tt.want)
		}
	}
	if got := newSearch([]int{3, 2}, 2, nil, usual, 0).cost(value{repeats: 3, unfair: 4}); got != 19 {
		t.Errorf("three repeats weigh five each, unfairness one: %d", got)
	}
}

// TestRunStops: a search stops when nothing better is possible, a single table is never searched, and without
// steps nothing is exchanged.
func TestRunStops(t *testing.T) {
	t.Parallel()
	plan := complete(4, 4, 5)
	s := newSearch([]int{4, 4, 4, 4}, 5, plan, usual, 0)
	first := *s.dice
	s.run()
	if *s.dice != first || s.best != (value{}) {
		t.Errorf("searched on from %+v", s.best)
	}
	alone := newSearch([]int{5}, 3, nil, usual, 0)
	first = *alone.dice
	alone.run()
	if *alone.dice != first || alone.best.repeats != 20 {
		t.Errorf("one table: %+v", alone.best)
	}
	idle := newSearch([]int{4, 4, 4}, 3, nil, effort{memory: 1, weights: usual.weights}, 7)
	was := clonePlan(idle.tables)
	idle.run()
	if fmt.Sprint(idle.tables) != fmt.Sprint(was) {
		t.Error("exchanged without steps")
	}
}

// TestSearchFinds: from any start the usual effort finds schedules that are known to have the fewest repeats.
func TestSearchFinds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		sizes           []int
		rounds, repeats int
	}{
		{[]int{4, 4, 4}, 2, 3},
		{[]int{3, 3, 3}, 3, 0},
		{[]int{4, 4, 4, 3}, 3, 0},
		{[]int{2, 2, 2, 2}, 5, 0},
		{[]int{6, 5}, 2, 10},
	} {
		for seed := range 3 {
			s := newSearch(tt.sizes, tt.rounds, nil, usual, seed)
			s.run()
			if s.best.repeats != tt.repeats {
				t.Errorf("%v, %d rounds, seed %d: %d repeats, want %d", tt.sizes, tt.rounds, seed, s.best.repeats, tt.repeats)
			}
		}
	}
}

// TestSeeds: the same figures and seed make the same search; another seed, or another number of rounds or
// tables, makes another.
func TestSeeds(t *testing.T) {
	t.Parallel()
	made := func(sizes []int, rounds, seed int) string {
		s := newSearch(sizes, rounds, nil, effort{steps: 300, memory: 20, weights: usual.weights}, seed)
		s.run()
		return fmt.Sprint(s.tables[0], s.value, *s.dice)
	}
	first := made([]int{4, 4, 4}, 3, 1)
	if again := made([]int{4, 4, 4}, 3, 1); again != first {
		t.Errorf("the same made %s and %s", first, again)
	}
	for name, other := range map[string]string{
		"seed":   made([]int{4, 4, 4}, 3, 2),
		"rounds": made([]int{4, 4, 4}, 4, 1),
		"tables": made([]int{6, 6}, 3, 1),
	} {
		if other == first {
			t.Errorf("another %s makes the same", name)
		}
	}
}

// TestMadeAnew: a remembered schedule equals the one that is made again, whichever way it is made: kept, by
// algebra, by taking players out, or by search.
func TestMadeAnew(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		sizes  []int
		rounds int
	}{
		{[]int{4, 3, 3}, 4}, {[]int{4, 4, 4, 4}, 5}, {[]int{4, 4, 4, 4, 4, 3}, 4}, {[]int{4, 4, 4}, 4}, {[]int{6, 4, 3}, 3},
	} {
		remembered := fmt.Sprint(Make(tt.sizes, tt.rounds))
		for range 2 {
			if anew := fmt.Sprint(compute(tt.sizes, tt.rounds)); anew != remembered {
				t.Errorf("%v, %d rounds: made %s, remembered %s", tt.sizes, tt.rounds, anew, remembered)
			}
		}
	}
}
