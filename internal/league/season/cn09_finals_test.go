package season_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/season"
)

// How the finals of regions are played.
func TestRegionalFinals(t *testing.T) {
	t.Parallel()
	runCases(t, []seasonCase{
		{"CN09 1.7.1 one finalist plays with the region that the manager names", `
			regions A B
			a1 regional A 2009-03-01 12: anna
			b1 regional B 2009-03-02 12: bo
			b2 regional B 2009-03-03 12: carla
			merge A B`, `
			A: merged (1.7.1) with B anna
			B: final 3 (1.7.3) bo carla anna`},
		{"CN09 1.7.1 as long as none is named, one is to be named", `
			regions A B
			a1 regional A 2009-03-01 12: anna`, `
			A: merge (1.7.1) anna
			B: none (1.7)`},
		{"CN09 1.7.1 the numbers are judged again on both regions together (D002-16)", `
			regions A B
			a1 regional A 2009-03-01 12: anna
			b1 regional B 2009-03-02 12: bo dino
			merge A B
			merge B A`, `
			A: merged (1.7.1) with B anna
			B: final 3 (1.7.2) bo anna +dino`},
		{"CN09 1.7.2 seconds of regions that play together, in the order of their events", `
			regions A B
			a1 regional A 2009-03-01 12: anna carla
			b1 regional B 2009-03-02 12: bo dino
			merge A B`, `
			B: final 4 (1.7.2) bo anna +carla +dino`},
		{"CN09 1.7.1 a chain: who takes in one that is too small may have to move itself", `
			regions A B C
			a1 regional A 2009-03-01 12: anna
			b1 regional B 2009-03-02 12: bo
			c1 regional C 2009-03-03 12: carla
			c2 regional C 2009-03-04 12: dora
			merge A B
			merge B C`, `
			A: merged (1.7.1) with C anna
			B: merged (1.7.1) with C bo
			C: final 4 (1.7) carla dora bo anna`},
		{"CN09 1.7.1 a chain listed the other way ends alike", `
			regions C B A
			a1 regional A 2009-03-01 12: anna
			b1 regional B 2009-03-02 12: bo
			c1 regional C 2009-03-03 12: carla
			c2 regional C 2009-03-04 12: dora
			merge A B
			merge B C`, `
			A: merged (1.7.1) with C anna
			B: merged (1.7.1) with C bo
			C: final 4 (1.7) carla dora bo anna`},
		{"CN09 1.7.1 the last word on a region counts; a region does not merge into itself", `
			regions A B
			a1 regional A 2009-03-01 12: anna
			merge A B
			merge A A`, `
			A: merge (1.7.1) anna`},
		{"CN09 1.7.1 a merger that is not needed is none", threeFinalists + `
			regions B
			merge A B`, `
			A: final 3 (1.7.3) anna bo carla`},
		{"CN09 1.7.1 two that have one finalist each and name each other", `
			regions A B
			a1 regional A 2009-03-01 12: anna
			b1 regional B 2009-03-02 12: bo
			merge A B
			merge B A`, `
			A: merged (1.7.1) with B anna
			B: merge (1.7.2) bo anna`},
		{"CN09 1.7.2 two finalists: the seconds are called up for a game of four", `
			regions A
			a1 regional A 2009-03-01 12: anna carla
			a2 regional A 2009-03-02 12: bo dora`, `
			A: final 4 (1.7.2) anna bo +carla +dora`},
		{"CN09 1.7.2 one second cannot come: three play", `
			regions A
			a1 regional A 2009-03-01 12: anna carla
			a2 regional A 2009-03-02 12: bo dora
			away carla regional`, `
			A: final 3 (1.7.2) anna bo +dora`},
		{"CN09 1.7.2 no second can come: the two play with another region", `
			regions A B
			a1 regional A 2009-03-01 12: anna carla
			a2 regional A 2009-03-02 12: bo dora
			away carla regional
			away dora regional
			b1 regional B 2009-03-03 12: ezio
			b2 regional B 2009-03-04 12: fede
			merge A B`, `
			A: merged (1.7.2) with B anna bo
			B: final 4 (1.7) ezio fede anna bo`},
		{"CN09 1.7.2 a Grande Torneo's second is a finalist already, so that three remain (D002-14)", `
			regions A
			a1 regional A 2009-03-01 28: anna bo
			a2 regional A 2009-03-02 12: carla dora`, `
			A: final 3 (1.7.2) bo carla +dora`},
		{"CN09 1.7.2 seconds who have qualified elsewhere, and the reigning champion, are not called up (D002-14)", `
			regions A B
			champion rex
			a1 regional A 2009-03-01 12: anna carla
			a2 regional A 2009-03-02 12: bo dora
			g1 open 2009-03-03 16: carla`, `
			A: final 3 (1.7.2) anna bo +dora`},
		{"CN09 1.7.2 one of three declines late, his second too: two are left and seconds called up", `
			regions A
			a1 regional A 2009-03-01 12: anna dora
			a2 regional A 2009-03-02 12: bo ezio
			a3 regional A 2009-03-03 12: carla fede
			away anna regional
			away dora regional`, `
			a1/1: regional A - declined (1.7)
			A: final 4 (1.7.2) bo carla +ezio +fede`},
		{"CN09 1.7.2 and two alone who are left play with another region", `
			regions A
			a1 regional A 2009-03-01 12: anna
			a2 regional A 2009-03-02 12: bo
			a3 regional A 2009-03-03 12: carla
			away anna regional`, `
			A: merge (1.7.2) bo carla`},
		{"CN09 1.7.2 seconds of invalid tournaments are not called up", `
			regions A
			a1 regional A 2009-03-01 12: anna carla
			a2 regional A 2009-03-02 12: bo dora
			a3 regional A 2009-03-03 12 invalid: ezio fede`, `
			A: final 4 (1.7.2) anna bo +carla +dora`},
		{"CN09 1.7.2 a second of a provisional tournament is called up for the time being", `
			regions A
			a1 regional A 2009-03-01 12: anna carla
			a2 regional A 2009-03-02 12 pending: bo dora`, `
			A: final 4 (1.7.2) anna bo +carla +dora
			+carla: regional A carla held (1.7.2)
			+dora: regional A dora held provisional (1.7.2)`},
		{"CN09 1.7.3 three finalists play one game, nobody is called up", `
			regions A
			a1 regional A 2009-03-01 12: anna dora
			a2 regional A 2009-03-02 12: bo ezio
			a3 regional A 2009-03-03 12: carla fede`, `
			A: final 3 (1.7.3) anna bo carla`},
		{"CN09 1.7.4 five finalists: the second of the largest tournament, two tables of three", fiveFinalists, `
			A: final 6 after 2 tables (1.7.4) anna bo carla dora ezio +carlo`},
		{"CN09 1.7.4 of two as large the earlier (A002-11)", fiveFinalists + `
			away carlo regional`, `
			A: final 6 after 2 tables (1.7.4) anna bo carla dora ezio +bruna`},
		{"CN09 1.7.4 a second who stood in for the first is called up no more: the next", fiveFinalists + `
			away carla regional`, `
			a3/1: regional A carlo held substitute (1.7)
			A: final 6 after 2 tables (1.7.4) anna bo carlo dora ezio +bruna`},
		{"CN09 1.7.4 a third only when no second is left", fiveFinalists + `
			away aldo regional
			away bruna regional
			away carlo regional
			away dino regional
			away elsa regional`, `
			A: final 6 after 2 tables (1.7.4) anna bo carla dora ezio +terzo`},
		{"CN09 1.7.4 neither second nor third: no rule, the manager decides (D002-15)", fiveFinalists + noSecondsNorThirds, `
			A: unresolved (1.7.4) anna bo carla dora ezio`},
		{"CN09 1.7.4 what the manager decides is done, with his reason", fiveFinalists + noSecondsNorThirds + `
			decide A final with 2 as the fourth of Modena is at hand: quarto`, `
			A: final 6 after 2 tables (1.7.4) anna bo carla dora ezio +quarto
			+quarto: regional A quarto held (1.7.4)`},
		{"CN09 1.7.4 the manager calls up nobody who cannot come or has a place", fiveFinalists + noSecondsNorThirds + `
			decide A tournament with 0 all five at two tables: aldo anna`, `
			A: tournament 5 (1.7.4) anna bo carla dora ezio`},
		{"CN09 1.7.4 nobody is called up twice", fiveFinalists + noSecondsNorThirds + `
			decide A final with 2 as the fourth of Modena is at hand: quarto quarto`, `
			A: final 6 after 2 tables (1.7.4) anna bo carla dora ezio +quarto
			+quarto: regional A quarto held (1.7.4)`},
		{"CN09 1.7.4 two whom the manager calls up", fiveFinalists + noSecondsNorThirds + `
			decide A tournament with 0 seven at two tables: quarto quinta`, `
			A: tournament 7 (1.7.4) anna bo carla dora ezio +quarto +quinta
			+quarto: regional A quarto held (1.7.4)
			+quinta: regional A quinta held (1.7.4)`},
		{"CN09 1.7.4 a decision is idle where the rule has an answer", fiveFinalists + `
			decide A tournament with 0 all five at two tables: quarto`, `
			A: final 6 after 2 tables (1.7.4) anna bo carla dora ezio +carlo`},
	})
}

// The origin of a called-up player's place: the stage with the player's rank there if called up by
// the rule, only the region if called up by the manager.
func TestOriginOfCallUps(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, season, who string
		want              func(*book) season.Origin
	}{
		{"CN09 1.7.4 the second of the largest stage", fiveFinalists, "carlo", func(b *book) season.Origin {
			return season.Origin{Kind: season.FromCallUp, Event: b.event("a3"), Region: b.region("A"), Tier: "selection", Rank: 2, Day: "2009-03-03"}
		}},
		{"CN09 1.7.4 a third", fiveFinalists + "\naway aldo regional\naway bruna regional\naway carlo regional\naway dino regional\naway elsa regional", "terzo", func(b *book) season.Origin {
			return season.Origin{Kind: season.FromCallUp, Event: b.event("a1"), Region: b.region("A"), Tier: "selection", Rank: 3, Day: "2009-03-01"}
		}},
		{"CN09 1.7.4 by the manager's word", fiveFinalists + noSecondsNorThirds + "\ndecide A final with 2 as the fourth of Modena is at hand: quarto", "quarto", func(b *book) season.Origin {
			return season.Origin{Kind: season.FromDecision, Region: b.region("A")}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := read(t, cn09(t), tt.season)
			for _, p := range b.state().Places {
				if p.Holder == b.player(tt.who) {
					if diff := cmp.Diff(tt.want(b), p.Origin); diff != "" {
						t.Errorf("(-want +got)\n%s", diff)
					}
					return
				}
			}
			t.Errorf("%s has no place", tt.who)
		})
	}
}

const fiveFinalists = `
	regions A
	a1 regional A 2009-03-01 12: anna aldo terzo
	a2 regional A 2009-03-02 14: bo bruna
	a3 regional A 2009-03-03 16: carla carlo
	a4 regional A 2009-03-04 14: dora dino
	a5 regional A 2009-03-05 12: ezio elsa`

const noSecondsNorThirds = `
	away aldo regional
	away bruna regional
	away carlo regional
	away dino regional
	away elsa regional
	away terzo regional`
