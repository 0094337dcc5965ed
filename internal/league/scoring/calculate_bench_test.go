package scoring_test

import (
	"math/rand/v2"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/scoring"
)

// The goal F1: shares and points of shared places by formulas against the same by
// the engine's own options, on the same games. Both are whole scorings of a table.
func BenchmarkScoring(b *testing.B) {
	builtIn, err := presets.Find("firenzegioca-2014")
	if err != nil {
		b.Fatal(err)
	}
	formulas := calculating(b, "firenzegioca-2014", "class-points",
		"percentage", `left == 0 ? round(share(counted, sum(seats, .counted)), 2, "truncate") : 0`,
		"class-points", "left > 0 ? 0 : floor(shared(size == 4 ? [8, 4, 2, 0] : [6, 3, 1]))")
	formulas.Scoring.Share, formulas.Scoring.Points, formulas.Scoring.Leavers = rules.Share{}, nil, nil
	random := rand.New(rand.NewPCG(1, 2))
	games := make([]league.Result, 64)
	for i := range games {
		games[i] = anyResult(random, builtIn)
	}
	for _, contender := range []struct {
		name string
		r    *rules.Ruleset
	}{{"builtin", builtIn}, {"formulas", formulas}} {
		b.Run(contender.name, func(b *testing.B) {
			variant, _ := contender.r.Variant("")
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				result := games[i%len(games)]
				g := scoring.ScoreShared(contender.r, variant, 1, result, byEntry)
				if faults := scoring.Calculate(contender.r, variant, firstOfThree, result, &g); faults != nil {
					b.Fatal(faults)
				}
			}
		})
	}
}
