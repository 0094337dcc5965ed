package schedule

import "slices"

// search improves a schedule by exchanging two players of a round. It keeps an exchange if the schedule is not
// worse than before, or not worse than some steps ago, which lets it leave a local optimum (late acceptance).
type search struct {
	sizes   []int
	largest int
	players int
	effort
	dice   *dice
	tables [][][]int // by round and table; the players
	table  [][]int   // by round and player: the index of the table
	met    []uint16  // how often, by pair
	short  []int     // how often at a short table, by player
	value
	best       value
	bestTables [][][]int
}

// value measures how bad a schedule is; lower is better.
type value struct{ repeats, unfair int }

func (v value) less(w value) bool {
	return v.repeats < w.repeats || v.repeats == w.repeats && v.unfair < w.unfair
}

// newSearch starts from a plan. If the plan has too few rounds, random rounds are added.
func newSearch(sizes []int, rounds int, plan [][][]int, how effort, seed int) *search {
	s := &search{sizes: sizes, largest: slices.Max(sizes), effort: how, dice: newDice(len(sizes), rounds, seed)}
	for _, size := range sizes {
		s.players += size
	}
	s.tables = clonePlan(plan)
	for len(s.tables) < rounds {
		s.tables = append(s.tables, s.anyRound())
	}
	s.met, s.short = make([]uint16, s.players*s.players), make([]int, s.players)
	for _, tables := range s.tables {
		at := make([]int, s.players)
		for t, table := range tables {
			for i, p := range table {
				at[p] = t
				if len(table) < s.largest {
					s.short[p]++
				}
				for _, q := range table[:i] {
					s.repeats += s.meet(p, q)
				}
			}
		}
		s.table = append(s.table, at)
	}
	for _, n := range s.short {
		s.unfair += n * n
	}
	s.best, s.bestTables = s.value, clonePlan(s.tables)
	return s
}

func clonePlan(plan [][][]int) [][][]int {
	clone := make([][][]int, len(plan))
	for r, tables := range plan {
		for _, table := range tables {
			clone[r] = append(clone[r], slices.Clone(table))
		}
	}
	return clone
}

// cost combines a value into one number; higher is worse.
func (s *search) cost(v value) int {
	return v.repeats*s.weights.repeats + v.unfair*s.weights.unfair
}

// anyRound returns a round seated at random.
func (s *search) anyRound() [][]int {
	players := ascending(s.players)
	for i := len(players) - 1; i > 0; i-- {
		j := s.dice.below(i + 1)
		players[i], players[j] = players[j], players[i]
	}
	var tables [][]int
	for _, size := range s.sizes {
		tables = append(tables, slices.Clone(players[:size]))
		players = players[size:]
	}
	return tables
}

// meet records a meeting of two players and returns the number of repeats that it adds.
func (s *search) meet(p, q int) int {
	s.met[p*s.players+q]++
	s.met[q*s.players+p]++
	if s.met[p*s.players+q] > 1 {
		return 1
	}
	return 0
}

// target returns a value that no schedule can improve on.
func (s *search) target() value {
	seats := 0
	for _, size := range s.sizes {
		if size < s.largest {
			seats += size
		}
	}
	return value{LeastRepeats(s.sizes, len(s.tables)), leastSquares(seats*len(s.tables), s.players)}
}

// run tries exchanges until the best value reaches the target or no steps are left.
func (s *search) run() {
	if len(s.sizes) < 2 {
		return
	}
	target := s.target()
	past := make([]int, s.memory)
	for i := range past {
		past[i] = s.cost(s.value)
	}
	for step := 0; step < s.steps && target.less(s.best); step++ {
		round, p := s.somebody()
		q := s.dice.below(s.players)
		if s.table[round][p] == s.table[round][q] {
			continue
		}
		change := s.change(round, p, q)
		more := s.cost(change)
		cost, ago := s.cost(s.value)+more, &past[step%s.memory]
		if cost <= *ago || more <= 0 {
			s.exchange(round, p, q)
			s.repeats, s.unfair = s.repeats+change.repeats, s.unfair+change.unfair
			if s.less(s.best) {
				s.best, s.bestTables = s.value, clonePlan(s.tables)
			}
		}
		*ago = min(*ago, s.cost(s.value))
	}
}

// somebody returns a random player in a random round. It prefers one who meets somebody again there.
func (s *search) somebody() (round, player int) {
	for range 4 {
		round, player = s.dice.below(len(s.tables)), s.dice.below(s.players)
		for _, q := range s.tables[round][s.table[round][player]] {
			if q != player && s.met[player*s.players+q] > 1 {
				return round, player
			}
		}
	}
	return round, player
}

// change returns the change in value if two players were exchanged.
func (s *search) change(round, p, q int) value {
	here, there := s.tables[round][s.table[round][p]], s.tables[round][s.table[round][q]]
	v := value{repeats: s.leave(p, here) + s.leave(q, there) + s.join(p, there, q) + s.join(q, here, p)}
	if len(here) != len(there) {
		if len(here) == s.largest || len(there) == s.largest {
			if len(there) == s.largest {
				p, q = q, p
			}
			// p goes to a short table and q to a large one
			v.unfair = 2*s.short[p] + 1 - 2*s.short[q] + 1
		}
	}
	return v
}

func (s *search) leave(p int, table []int) (change int) {
	for _, q := range table {
		if q != p && s.met[p*s.players+q] > 1 {
			change--
		}
	}
	return change
}

func (s *search) join(p int, table []int, leaving int) (change int) {
	for _, q := range table {
		if q != leaving && s.met[p*s.players+q] > 0 {
			change++
		}
	}
	return change
}

func (s *search) exchange(round, p, q int) {
	here, there := s.table[round][p], s.table[round][q]
	s.move(round, p, here, q, there)
	s.move(round, q, there, p, here)
	for i, x := range s.tables[round][here] {
		if x == p {
			s.tables[round][here][i] = q
		}
	}
	for i, x := range s.tables[round][there] {
		if x == q {
			s.tables[round][there][i] = p
		}
	}
	s.table[round][p], s.table[round][q] = there, here
}

// move updates the meetings of a player who changes tables, and the count of short tables.
func (s *search) move(round, p, from, leaving, to int) {
	for _, x := range s.tables[round][from] {
		if x != p {
			s.met[p*s.players+x]--
			s.met[x*s.players+p]--
		}
	}
	for _, x := range s.tables[round][to] {
		if x != leaving {
			s.met[p*s.players+x]++
			s.met[x*s.players+p]++
		}
	}
	if len(s.tables[round][from]) < s.largest {
		s.short[p]--
	}
	if len(s.tables[round][to]) < s.largest {
		s.short[p]++
	}
}
