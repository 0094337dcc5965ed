package standings_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/standings"
)

// The goal P20: standings of 2,000 entrants by 8 criteria over 4 rounds in half a millisecond without
// allocating. BenchmarkPlainInts is the lower limit to compare with: the same sums and the same sort with bare
// integers.

const (
	benchEntrants = 2000
	benchRounds   = 4
)

func benchCriteria() []rules.Criterion {
	return []rules.Criterion{
		{Figure: rules.FigureWins, Best: rules.Most},
		{Figure: rules.FigureVP, Best: rules.Most},
		{Figure: rules.FigureShare, Best: rules.Most},
		{Figure: "settlements", Best: rules.Most},
		{Figure: "roads", Best: rules.Most},
		{Figure: "cards", Best: rules.Fewest},
		{Figure: rules.FigureWarnings, Best: rules.Fewest},
		{Figure: rules.FigureLot, Best: rules.Fewest},
	}
}

func benchField() ([]standings.Entrant, []standings.Game) {
	random := rand.New(rand.NewPCG(20, 9))
	criteria := benchCriteria()
	var entrants []standings.Entrant
	var games []standings.Game
	lots := random.Perm(benchEntrants)
	for i := range benchEntrants {
		entry := league.Entry(i + 1)
		entrants = append(entrants, standings.EntrantOf(criteria, entry, random.IntN(2), lots[i]))
		for round := 1; round <= benchRounds; round++ {
			win := 0
			if random.IntN(4) == 0 {
				win = 1
			}
			terms := []league.Frac{
				league.Int(win), league.Int(2 + random.IntN(9)),
				league.NewFrac(int64(1000+random.IntN(3000)), 100),
				league.Int(random.IntN(6)), league.Int(random.IntN(15)), league.Int(random.IntN(8)),
				{},
				{},
			}
			games = append(games, standings.Game{Entry: entry, Round: round, Table: i/4 + 1, Terms: terms})
		}
	}
	random.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
	return entrants, games
}

func BenchmarkRank(b *testing.B) {
	entrants, games := benchField()
	ranker := standings.NewRanker(benchCriteria())
	ranker.Rank(entrants, games) // fills the buffers
	b.ReportAllocs()
	for b.Loop() {
		ranker.Rank(entrants, games)
	}
}

func BenchmarkPlainInts(b *testing.B) {
	entrants, games := benchField()
	criteria := benchCriteria()
	type row struct {
		entry   league.Entry
		figures [8]int64
	}
	type game struct {
		entry league.Entry
		terms [8]int64
	}
	toInt := func(f league.Frac) int64 {
		num, den, _ := f.Ratio()
		return num * (100 / den)
	}
	own, played := make([]row, len(entrants)), make([]game, len(games))
	for i, e := range entrants {
		own[i].entry = e.Entry
		for j, f := range e.Own {
			own[i].figures[j] = toInt(f)
		}
	}
	for i, g := range games {
		played[i].entry = g.Entry
		for j, f := range g.Terms {
			played[i].terms[j] = toInt(f)
		}
	}
	rows := make([]row, len(entrants))
	b.ReportAllocs()
	for b.Loop() {
		copy(rows, own)
		for i := range played {
			figures := &rows[played[i].entry-1].figures
			for j, term := range played[i].terms {
				figures[j] += term
			}
		}
		slices.SortFunc(rows, func(a, b row) int {
			for i := range criteria {
				switch {
				case a.figures[i] == b.figures[i]:
					continue
				case (a.figures[i] > b.figures[i]) == (criteria[i].Best == rules.Most):
					return -1
				default:
					return 1
				}
			}
			return 0
		})
	}
}

// TestRankerDoesNotAllocate checks the second half of the goal.
func TestRankerDoesNotAllocate(t *testing.T) {
	entrants, games := benchField()
	ranker := standings.NewRanker(benchCriteria())
	ranker.Rank(entrants, games)
	if allocs := testing.AllocsPerRun(5, func() { ranker.Rank(entrants, games) }); allocs != 0 {
		t.Errorf("%v allocations, want 0", allocs)
	}
}
