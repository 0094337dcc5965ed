package schedule

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestDice: the numbers are those of splitmix64, whose first numbers from seed 1234567 are published, and every
// number below n occurs.
func TestDice(t *testing.T) {
	t.Parallel()
	d := &dice{state: 1234567}
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := d.next(); got != want {
			t.Errorf("number %d is %d, want %d", i+1, got, want)
		}
	}
	for _, n := range []int{1, 2, 3, 7, 100} {
		times := make([]int, n)
		for range 300 * n {
			times[d.below(n)]++
		}
		if slices.Min(times) < 200 || slices.Max(times) > 400 {
			t.Errorf("below %d: %v", n, times)
		}
	}
	if a, b := newDice(4, 3), newDice(3, 4); a.next() == b.next() {
		t.Error("sizes and rounds exchanged begin the same sequence")
	}
	if a, b := newDice(4, 3, 1), newDice(4, 3, 1); a.next() != b.next() {
		t.Error("the same figures begin two sequences")
	}
}

// TestGroups: everything that is tried as a group is an abelian group.
func TestGroups(t *testing.T) {
	t.Parallel()
	for order := 1; order <= 27; order++ {
		for _, g := range groupsOf(order) {
			if g.order != order {
				t.Fatalf("a group of %d for %d", g.order, order)
			}
			for a := range order {
				if g.plus(a, 0) != a || g.minus(a, a) != 0 {
					t.Fatalf("order %d: 0 is not neutral to %d", order, a)
				}
				for b := range order {
					if g.plus(a, b) != g.plus(b, a) || g.minus(g.plus(a, b), b) != a {
						t.Fatalf("order %d: %d and %d", order, a, b)
					}
					for c := range order {
						if g.plus(g.plus(a, b), c) != g.plus(a, g.plus(b, c)) {
							t.Fatalf("order %d: %d, %d and %d", order, a, b, c)
						}
					}
				}
			}
		}
	}
	for order, want := range map[int]int{4: 2, 8: 2, 9: 2, 12: 2, 16: 2, 18: 2, 20: 2, 24: 2, 25: 2, 27: 2, 7: 1, 10: 1, 30: 1} {
		if got := len(groupsOf(order)); got != want {
			t.Errorf("%d groups of order %d, want %d", got, order, want)
		}
	}
	if g := groupsOf(4)[1]; g.plus(1, 1) != 0 || g.plus(1, 2) != 3 || g.plus(3, 3) != 0 {
		t.Error("the second group of four is not Klein's")
	}
}

// TestDifferenceMatrices: no two rounds have the same difference between two classes, for every order and
// number of classes that events ask for.
func TestDifferenceMatrices(t *testing.T) {
	t.Parallel()
	for order := 2; order <= 30; order++ {
		for classes := 2; classes <= 6; classes++ {
			g, moves := differenceMatrix(order, classes, 7)
			if len(moves) == 0 || len(moves) > min(7, order) {
				t.Fatalf("order %d, %d classes: %d rounds", order, classes, len(moves))
			}
			for one := range classes {
				for other := range one {
					seen := make(map[int]bool)
					for _, row := range moves {
						d := g.minus(row[one], row[other])
						if seen[d] {
							t.Fatalf("order %d, %d classes: %v repeats a difference", order, classes, moves)
						}
						seen[d] = true
					}
				}
			}
		}
	}
	for _, tt := range []struct{ order, classes, wanted, want int }{
		{5, 4, 5, 5},    // a prime order gives all rounds
		{4, 4, 4, 4},    // Klein's group gives more than the cyclic one
		{8, 4, 8, 8},    // so does the sum of three groups of two
		{2, 3, 2, 1},    // three classes of two: pairs meet again in the second round
		{11, 6, 40, 11}, // no more rounds than the order
	} {
		_, moves := differenceMatrix(tt.order, tt.classes, tt.wanted)
		if len(moves) != tt.want {
			t.Errorf("order %d, %d classes: %d rounds, want %d", tt.order, tt.classes, len(moves), tt.want)
		}
	}
}

// TestMultiples: the difference of two factors has at least as many multiples modulo the order as there are
// rounds.
func TestMultiples(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		order, classes, wanted int
		second                 []int // the moves of the second round; nil if there are no factors
	}{
		{5, 4, 5, []int{0, 1, 2, 3}},
		{5, 6, 5, nil},
		{6, 2, 6, []int{0, 1}},
		{6, 3, 6, nil},
		{6, 3, 3, []int{0, 1, 2}}, // a difference of 2 has three multiples modulo 6
		{6, 4, 3, nil},
		{9, 3, 9, []int{0, 1, 2}},
		{9, 4, 3, []int{0, 1, 2, 3}},
	} {
		moves := multiples(tt.order, tt.classes, tt.wanted)
		if tt.second == nil {
			if moves != nil {
				t.Errorf("%+v: %v", tt, moves)
			}
			continue
		}
		if len(moves) != tt.wanted || !slices.Equal(moves[1], tt.second) {
			t.Errorf("%+v: %v", tt, moves)
		}
	}
	for _, tt := range [][3]int{{12, 18, 6}, {5, 7, 1}, {0, 4, 4}, {9, 0, 9}} {
		if got := gcd(tt[0], tt[1]); got != tt[2] {
			t.Errorf("gcd of %d and %d is %d", tt[0], tt[1], got)
		}
	}
}

// sound checks the rounds of full tables: everybody plays once in each round, and nobody meets anybody twice.
func sound(t *testing.T, rounds [][][]int, tables, size int) {
	t.Helper()
	met := make(map[[2]int]bool)
	for r, round := range rounds {
		seen := make(map[int]bool)
		if len(round) != tables {
			t.Fatalf("round %d has %d tables of %d", r+1, len(round), tables)
		}
		for _, table := range round {
			if len(table) != size {
				t.Fatalf("round %d has a table of %d", r+1, len(table))
			}
			for i, p := range table {
				if p < 0 || p >= tables*size || seen[p] {
					t.Fatalf("round %d seats %d twice, or there is none such", r+1, p)
				}
				seen[p] = true
				for _, q := range table[:i] {
					pair := [2]int{min(p, q), max(p, q)}
					if met[pair] {
						t.Fatalf("round %d: %d and %d meet again", r+1, p, q)
					}
					met[pair] = true
				}
			}
		}
	}
}

// TestTurned: each parallel class in turned gives as many rounds as its circles have points, without repeats.
func TestTurned(t *testing.T) {
	t.Parallel()
	for _, turning := range turned {
		tables, size := len(turning.tables), len(turning.tables[0])
		rounds := turn(tables, size, 99)
		if len(rounds) != turning.modulus {
			t.Errorf("%d tables of %d: %d rounds", tables, size, len(rounds))
		}
		sound(t, rounds, tables, size)
		if got := len(turn(tables, size, 2)); got != 2 {
			t.Errorf("two rounds wanted, %d made", got)
		}
	}
	if got := turn(5, 4, 3); got != nil {
		t.Errorf("five tables of four do not turn: %v", got)
	}
}

// TestComplete: full tables made by algebra have no repeats, and as many rounds as are known to be possible.
func TestComplete(t *testing.T) {
	t.Parallel()
	for tables := 1; tables <= 20; tables++ {
		for size := 2; size <= 6; size++ {
			sound(t, complete(tables, size, 8), tables, size)
		}
	}
	for _, tt := range []struct{ tables, size, wanted, want int }{
		{1, 4, 3, 1},   // one table plays once
		{4, 4, 5, 5},   // sixteen meet everybody: four rounds by moves and one inside the classes
		{4, 4, 9, 5},   // and no more rounds
		{3, 4, 4, 1},   // twelve: pairs meet again in the second round
		{3, 3, 4, 4},   // nine meet everybody
		{9, 3, 13, 13}, // twenty-seven at tables of three
		{7, 4, 9, 9},   // twenty-eight, by rotation
		{16, 4, 21, 21},
		{4, 2, 7, 7},
	} {
		if got := len(complete(tt.tables, tt.size, tt.wanted)); got != tt.want {
			t.Errorf("%d tables of %d: %d rounds, want %d", tt.tables, tt.size, got, tt.want)
		}
	}
}

// TestKept: each kept schedule seats everybody once a round, is found by its sizes in any order and by no
// others, and is the only one for them.
func TestKept(t *testing.T) {
	t.Parallel()
	known := make(map[[2]int]bool)
	for _, text := range kept {
		plan := parse(text)
		var sizes []int
		players := 0
		for _, table := range plan[0] {
			sizes, players = append(sizes, len(table)), players+len(table)
		}
		for r, tables := range plan {
			everybody := slices.Sorted(slices.Values(slices.Concat(tables...)))
			if !slices.Equal(everybody, ascending(players)) {
				t.Errorf("%d players, round %d: %v", players, r+1, everybody)
			}
		}
		name := [2]int{players, len(plan)}
		if known[name] {
			t.Errorf("%d players in %d rounds are kept twice", players, len(plan))
		}
		known[name] = true
		slices.Reverse(sizes)
		if got := keptFor(sizes, len(plan)); Measure(got) != Measure(plan) {
			t.Errorf("%d players in %d rounds: another one is found", players, len(plan))
		}
		if got := keptFor(sizes, len(plan)+10); got != nil {
			t.Errorf("%d players in %d rounds are kept as ten rounds more", players, len(plan))
		}
		sizes[0] += 9
		if got := keptFor(sizes, len(plan)); got != nil {
			t.Errorf("%d players in %d rounds are kept as nine more", players, len(plan))
		}
	}
}

// TestShorten: the players taken out of full tables never meet, so that each table loses at most one, and the
// numbers of short tables of the others differ by at most one.
func TestShorten(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		sizes  []int
		rounds int
	}{{[]int{4, 4, 4, 3}, 4}, {[]int{4, 4, 3, 4, 4}, 3}, {[]int{6, 5, 6, 6, 6, 6, 6}, 3}} {
		full := complete(len(tt.sizes), slices.Max(tt.sizes), tt.rounds)
		plan := shorten(full, tt.sizes)
		for _, tables := range plan {
			for i, table := range tables {
				if len(table) != tt.sizes[i] {
					t.Fatalf("%v: a table of %d", tt.sizes, len(table))
				}
			}
		}
		if q := Measure(plan); q.Repeats != 0 || q.Short.Width() > 1 {
			t.Errorf("%v: %+v", tt.sizes, q)
		}
	}
	if plan := shorten(nil, []int{4, 3}); plan != nil {
		t.Errorf("nothing is made shorter: %v", plan)
	}
}

// TestLevel: tables that are too large give their last players to those that are too small.
func TestLevel(t *testing.T) {
	t.Parallel()
	tables := [][]int{{0, 1, 2, 3, 4}, {5}, {6, 7, 8}}
	level(tables, []int{3, 4, 2})
	if want := [][]int{{0, 1, 2}, {5, 4, 3, 8}, {6, 7}}; !slices.EqualFunc(tables, want, slices.Equal) {
		t.Errorf("got %v, want %v", tables, want)
	}
	tables = [][]int{{1, 2}, {3, 4, 5, 6}, {7, 8, 9}}
	bySize(tables, []int{3, 2, 4})
	if want := [][]int{{7, 8, 9}, {1, 2}, {3, 4, 5, 6}}; !slices.EqualFunc(tables, want, slices.Equal) {
		t.Errorf("got %v, want %v", tables, want)
	}
}

// TestLeastSquares: whole numbers with a given sum are most even when they differ by at most one.
func TestLeastSquares(t *testing.T) {
	t.Parallel()
	for _, tt := range [][3]int{{0, 3, 0}, {6, 3, 12}, {7, 3, 17}, {8, 3, 22}, {2, 5, 2}, {9, 1, 81}} {
		if got := leastSquares(tt[0], tt[1]); got != tt[2] {
			t.Errorf("%d over %d: %d, want %d", tt[0], tt[1], got, tt[2])
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.IntRange(0, 9), 1, 8).Draw(t, "numbers")
		sum, squares := 0, 0
		for _, n := range numbers {
			sum, squares = sum+n, squares+n*n
		}
		if least := leastSquares(sum, len(numbers)); least > squares {
			t.Errorf("%v: %d are said to be least", numbers, least)
		}
	})
}

// TestBalanceSeats: nobody changes tables, and between two seats nobody has one much more often than another
// player to whom a path leads.
func TestBalanceSeats(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tables, size := rapid.IntRange(2, 5).Draw(t, "tables"), rapid.IntRange(2, 5).Draw(t, "size")
		rounds := rapid.IntRange(1, 6).Draw(t, "rounds")
		var plan [][][]int
		for range rounds {
			order := rapid.Permutation(ascending(tables*size)).Draw(t, "order")
			plan = append(plan, slices.Collect(slices.Chunk(order, size)))
		}
		before, was := clonePlan(plan), Measure(plan)
		balanceSeats(plan)
		for r := range plan {
			for i, table := range plan[r] {
				if !slices.Equal(slices.Sorted(slices.Values(table)), slices.Sorted(slices.Values(before[r][i]))) {
					t.Fatalf("%v became %v", before[r][i], table)
				}
			}
		}
		if is := Measure(plan); is.Repeats != was.Repeats || is.Seats.Width() > max(2, was.Seats.Width()) {
			t.Errorf("seats %+v, were %+v", is.Seats, was.Seats)
		}
	})
	table := []int{1, 2, 3, 4}
	turnLeft(table, 3)
	if !slices.Equal(table, []int{4, 1, 2, 3}) {
		t.Errorf("turned by three: %v", table)
	}
}

// TestSearchCounts: the running counts of a search equal the counts of its tables, after any number of
// exchanges.
func TestSearchCounts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(2, 5), 2, 5).Draw(t, "sizes")
		rounds, steps := rapid.IntRange(1, 5).Draw(t, "rounds"), rapid.IntRange(0, 500).Draw(t, "steps")
		s := newSearch(sizes, rounds, nil, effort{steps: steps, memory: 5, weights: usual.weights}, 1)
		first := s.value
		s.run()
		fresh := newSearch(sizes, rounds, s.tables, usual, 1)
		if s.value != fresh.value || !slices.Equal(s.met, fresh.met) || !slices.Equal(s.short, fresh.short) {
			t.Fatalf("counts %+v, tables have %+v", s.value, fresh.value)
		}
		if best := newSearch(sizes, rounds, s.bestTables, usual, 1).value; best != s.best || first.less(best) {
			t.Fatalf("best %+v, its tables have %+v, began with %+v", s.best, best, first)
		}
		if s.best.less(s.target()) {
			t.Fatalf("%+v is better than can be: %+v", s.best, s.target())
		}
	})
	for _, tt := range []struct {
		a, b value
		less bool
	}{
		{value{1, 9}, value{2, 0}, true},
		{value{1, 1}, value{1, 2}, true},
		{value{1, 2}, value{1, 2}, false},
		{value{1, 3}, value{1, 2}, false},
		{value{2, 0}, value{1, 9}, false},
	} {
		if tt.a.less(tt.b) != tt.less {
			t.Errorf("%+v before %+v: %v", tt.a, tt.b, !tt.less)
		}
	}
}
