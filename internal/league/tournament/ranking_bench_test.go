package tournament

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/scoring"
	"referto/internal/league/standings"
)

const (
	benchEntrants = 2000
	benchRounds   = 5
)

// benchEvent is an event of FG14 in which 2,000 players have played five rounds, with a figure by a
// formula whose best three games count.
func benchEvent(b *testing.B) *replay {
	b.Helper()
	r, err := presets.Find("firenzegioca-2014")
	if err != nil {
		b.Fatal(err)
	}
	r.Calculations = []rules.Calculation{{ID: "above", Name: "A", Of: rules.OfSeat, Paragraph: "3"}}
	if err := r.Calculations[0].Formula.UnmarshalText([]byte("vp - mean(map(seats, .vp))")); err != nil {
		b.Fatal(err)
	}
	document, err := json.Marshal(r)
	if err != nil {
		b.Fatal(err)
	}
	if r, err = rules.Decode(document); err != nil {
		b.Fatal(err)
	}
	random := rand.New(rand.NewPCG(5, 2000))
	p := &replay{r: r, facts: Facts{Lots: make(map[league.Entry]int)}}
	variant, _ := r.Variant("")
	for i := range benchEntrants {
		p.facts.Entrants = append(p.facts.Entrants, league.Entry(i+1))
		p.facts.Lots[league.Entry(i+1)] = i + 1
	}
	for round := 1; round <= benchRounds; round++ {
		order := random.Perm(benchEntrants)
		for table := range benchEntrants / 4 {
			result := league.Result{Ended: league.TimeLimit}
			for _, i := range order[4*table : 4*table+4] {
				result.Seats = append(result.Seats, league.SeatResult{Entry: league.Entry(i + 1), VP: 2 + random.IntN(9)})
			}
			game := scoring.ScoreShared(r, variant, table+1, result, func(league.Entry, league.Entry) (int, string) { return 0, "" })
			if faults := scoring.Calculate(r, variant, scoring.Occasion{Round: round, Rounds: benchRounds, Entrants: benchEntrants}, result, &game); faults != nil {
				b.Fatal(faults)
			}
			for _, seat := range game.Seats {
				p.played = append(p.played, played{round: round, table: table + 1, seat: seat})
			}
		}
	}
	return p
}

// The goal F2: the standings of 2,000 entrants after five rounds, each row with
// the grounds of its place, against sorting the same rows. Formulas are the same
// with a figure of the best three games by a formula in front.
func BenchmarkExplained(b *testing.B) {
	p := benchEvent(b)
	p.criteria = p.criteriaOf(p.standingsID())
	explain := func() []standings.Row {
		rows := p.rank(p.criteria, nil, league.Moment{Round: benchRounds}, everybody)
		for _, row := range rows {
			if grounds := p.rowGrounds(row); grounds.Reason == "" {
				b.Fatal("a row without grounds")
			}
		}
		return rows
	}
	rows := explain()
	b.Run("sort", func(b *testing.B) {
		mixed := slices.Clone(rows)
		random := rand.New(rand.NewPCG(1, 1))
		random.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		work := make([]standings.Row, len(mixed))
		b.ReportAllocs()
		for b.Loop() {
			copy(work, mixed)
			slices.SortFunc(work, func(x, y standings.Row) int {
				order, _ := standings.Order(p.criteria, x.Figures, y.Figures)
				return order
			})
		}
	})
	b.Run("options", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			explain()
		}
	})
	p.criteria = slices.Concat([]rules.Criterion{{
		Figure: "above", Best: rules.Most, Combine: &rules.Combination{Rule: rules.CombineBest, Games: 3}, Paragraph: "3",
	}}, p.criteria)
	b.Run("formulas", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			explain()
		}
	})
}
