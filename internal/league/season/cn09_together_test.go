package season_test

import "testing"

// Several rules of CN09 at once: regions that play together and call people up, Grandi Tornei in
// small regions, people who win more than one place.
func TestRulesTogether(t *testing.T) {
	t.Parallel()
	runCases(t, []seasonCase{
		{"CN09 1.7.1, 1.7.2 two guests of a region without finalists are two: their seconds are called up", `
			regions A B C
			a1 regional A 2009-03-01 12: anna carla
			b1 regional B 2009-03-02 12: bo dino
			merge A C
			merge B C`, `
			A: merged (1.7.1) with C anna
			B: merged (1.7.1) with C bo
			C: final 4 (1.7.2) anna bo +carla +dino`},
		{"CN09 1.7.1, 1.7.3 three regions with one each play one game, nobody is called up", `
			regions A B C
			a1 regional A 2009-03-01 12: anna carla
			b1 regional B 2009-03-02 12: bo dino
			c1 regional C 2009-03-03 12: dora ezio
			merge A C
			merge B C`, `
			A: merged (1.7.1) with C anna
			B: merged (1.7.1) with C bo
			C: final 3 (1.7.3) dora anna bo`},
		{"CN09 1.7.1, 1.7.4 with a guest they are five: the second of the largest stage, which is the guest's", `
			regions A B
			a1 regional A 2009-03-01 20: anna carla
			b1 regional B 2009-03-02 12: bo uno
			b2 regional B 2009-03-03 13: dora due
			b3 regional B 2009-03-04 14: ezio tre
			b4 regional B 2009-03-05 15: fede quattro
			merge A B`, `
			A: merged (1.7.1) with B anna
			B: final 6 after 2 tables (1.7.4) bo dora ezio fede anna +carla`},
		{"CN09 1.7.1, 1.7 with a guest they are six, for whom there is no structure", fiveFinalists + `
			regions B
			b1 regional B 2009-03-06 12: fede
			merge B A`, `
			B: merged (1.7.1) with A fede
			A: tournament 6 (1.7) anna bo carla dora ezio fede`},
		{"CN09 1.7.1 the guest cannot come and has no second: the host plays as before", threeFinalists + `
			regions B
			b1 regional B 2009-03-06 12: fede
			merge B A
			away fede regional`, `
			B: none (1.7)
			A: final 3 (1.7.3) anna bo carla`},
		{"CN09 1.7, 1.7.1 a region with a Grande Torneo alone has one finalist, its second", `
			regions A
			a1 regional A 2009-03-01 28: anna bo`, `
			A: merge (1.7.1) bo`},
		{"CN09 1.7 who cannot come: it has none, for nobody steps in", `
			regions A
			a1 regional A 2009-03-01 28: anna bo carla
			away bo regional`, `
			A: none (1.7)`},
		{"CN09 1.7, 1.7.2 two Grandi Tornei: their seconds are the two, and cannot be called up as well", `
			regions A
			a1 regional A 2009-03-01 28: anna bo carla
			a2 regional A 2009-03-02 28: dora ezio fede`, `
			A: merge (1.7.2) bo ezio`},
		{"CN09 1.7, 1.7.4 five with the second of a Grande Torneo, the largest: the next in size", `
			regions A
			a1 regional A 2009-03-01 30: anna bo carla
			a2 regional A 2009-03-02 12: dora uno
			a3 regional A 2009-03-03 15: ezio due
			a4 regional A 2009-03-04 14: fede tre
			a5 regional A 2009-03-05 13: gaia quattro`, `
			A: final 6 after 2 tables (1.7.4) bo dora ezio fede gaia +due`},
		{"CN09 1.7 second of a Grande Torneo and winner of a stage on one day: one place, the second of the stage has the other, and nobody is left to be called up", `
			regions A
			a1 regional A 2009-03-01 28: anna bo
			a2 regional A 2009-03-01 12: bo carla`, `
			a1/2: regional A bo held (1.7)
			a2/1: regional A carla held substitute (1.7)
			A: merge (1.7.2) bo carla`},
		{"CN09 1.9 two Grandi Tornei won on one day: one seat, the second has the other and their own final too (reading 0039)", `
			regions A B
			a1 regional A 2009-03-01 28: anna bo
			b1 regional B 2009-03-01 28: anna dora`, `
			a1/1: national anna held paid (1.7)
			b1/1: national dora held paid substitute (1.9)
			b1/2: regional B dora held (1.7)`},
		{"CN09 1.5, 1.9 who is let in although qualified and wins a stage stays with the seat, the second has the place", `
			regions A
			g1 open 2009-03-01 16: anna bo
			a1 regional A 2009-03-02 13 exempt=anna: anna dora`, `
			g1/1: national anna held (1.8)
			a1/1: regional A dora held substitute (1.7)`},
		{"CN09 1.7.1, 1.9 the guest wins the final of the host: champion of both", threeFinalists + `
			regions B
			b1 regional B 2009-03-06 12: fede gaia
			merge B A
			final A 2010-01-31: fede anna bo carla
			away fede national`, `
			A: final 4 (1.7) anna bo carla fede result homologated valid true
			A/1: national anna held paid substitute (1.9)`},
		{"CN09 1.7.2, 1.9 who was called up wins, and is champion like any other", `
			regions A
			a1 regional A 2009-03-01 12: anna carla
			a2 regional A 2009-03-02 12: bo dora
			final A 2010-01-31: dora anna bo carla`, `
			A: final 4 (1.7.2) anna bo +carla +dora result homologated valid true
			A/1: national dora held paid (1.9)`},
	})
}
