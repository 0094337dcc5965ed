package season_test

import (
	"strings"
	"testing"
)

// The places that events lead to.
func TestPlaces(t *testing.T) {
	t.Parallel()
	runCases(t, []seasonCase{
		{"CN09 1.7 a stage is valid from 12 players, a Grande Torneo one of 28 entrants (A002-8)", `
			a1 regional A 2009-03-01 11: anna
			a2 regional A 2009-03-02 27: bo
			a3 regional A 2009-03-03 28/12: carla dora`, `
			a1: selection 11/11 invalidated +too-few-players 1.7
			a2: selection 27/27 homologated
			a3: grande-torneo 28/12 homologated
			a2/1: regional A bo held (1.7)
			a2/2: -
			a3/1: national carla held paid (1.7)
			a3/2: regional A dora held (1.7)`},
		{"CN09 1.7 the second stands in for the winner of a stage", `
			regions A
			a1 regional A 2009-03-01 12: anna bo carla
			away anna regional`, `
			a1/1: regional A bo held substitute (1.7)`},
		{"CN09 1.7 nobody stands in for the second of a Grande Torneo (D002-12)", `
			a1 regional A 2009-03-01 28: anna bo carla
			away bo regional`, `
			a1/2: regional A - declined (1.7)`},
		{"CN09 1.7 nobody but the second", `
			a1 regional A 2009-03-01 12: anna bo carla
			away anna regional lapsed
			away bo regional`, `
			a1/1: regional A - declined (1.7)`},
		{"CN09 1.7 the second has qualified elsewhere", `
			a1 regional A 2009-03-01 12: anna bo carla
			a2 regional A 2009-03-02 12: bo
			away anna regional`, `
			a1/1: regional A - declined (1.7)
			a2/1: regional A bo held (1.7)`},
		{"CN09 1.7 second of two vacant places of the regional final: he takes the earlier", `
			a1 regional A 2009-03-01 12: anna bo
			b1 regional B 2009-03-02 12: carla bo
			away anna regional
			away carla regional`, `
			a1/1: regional A bo held substitute (1.7)
			b1/1: regional B - declined (1.7)`},
		{"CN09 1.7 four finalists play one game", `
			regions A
			a1 regional A 2009-03-01 12: anna
			a2 regional A 2009-03-02 12: bo
			a3 regional A 2009-03-03 28: carla dora
			a4 regional A 2009-03-04 12: ezio`, `
			A: final 4 (1.7) anna bo dora ezio`},
		{"CN09 1.7 six and more: no structure, a tournament (D002-15)", `
			regions A
			a1 regional A 2009-03-01 12: anna
			a2 regional A 2009-03-02 12: bo
			a3 regional A 2009-03-03 12: carla
			a4 regional A 2009-03-04 12: dora
			a5 regional A 2009-03-05 12: ezio
			a6 regional A 2009-03-06 12: fede`, `
			A: tournament 6 (1.7) anna bo carla dora ezio fede`},
		{"CN09 1.8 an open event is valid from 16 players, a Grande Evento one of 36 entrants", `
			g1 open 2009-03-01 15: anna
			g2 open 2009-03-02 35: bo carla
			g3 open 2009-03-03 36/16: dora ezio`, `
			g1: open 15/15 invalidated +too-few-players 1.8
			g2: open 35/35 homologated
			g2/1: national bo held (1.8)
			g2/2: -
			g3: grande-evento 36/16 homologated
			g3/1: national dora held (1.8)
			g3/2: national ezio held (1.8)`},
		{"CN09 1.8 an open event of 12 to 15 is no stage of a region (D002-19)", `
			regions A
			g1 open 2009-03-01 14: anna`, `
			g1: open 14/14 invalidated +too-few-players 1.8
			A: none (1.7)`},
		{"CN09 1.8.1 an online event is an open event in every way", `
			n1 online 2009-03-01 36: anna bo
			n2 online 2009-03-02 15: carla`, `
			n1: grande-evento 36/36 homologated
			n1/1: national anna held (1.8)
			n1/2: national bo held (1.8)
			n2: open 15/15 invalidated +too-few-players 1.8`},
		{"CN09 1.9 the second of the same tournament steps in and takes the seat of its route (A002-10)", `
			regions A
			a1 regional A 2009-03-01 28: anna bo
			a2 regional A 2009-03-02 12: carla
			a3 regional A 2009-03-03 12: dora
			g1 open 2009-03-04 16: ezio fede
			final A 2010-01-31: carla dora bo
			away anna national
			away carla national
			away ezio national lapsed`, `
			a1/1: national bo held paid substitute (1.9)
			A/1: national dora held paid substitute (1.9)
			g1/1: national fede held substitute (1.9)`},
		{"CN09 1.9 and nobody else", `
			g1 open 2009-03-04 16: ezio fede gaia
			away ezio national
			away fede national`, `
			g1/1: national - declined (1.9)`},
		{"CN09 1.9 the second of a Grande Evento is in already, the seat is lost (D002-12)", `
			g1 open 2009-03-04 36: ezio fede gaia
			away ezio national`, `
			g1/1: national - declined (1.9)
			g1/2: national fede held (1.8)`},
		{"CN09 1.9 nobody steps in for a second nor for the reigning champion (D002-12)", `
			champion rex
			g1 open 2009-03-04 36: ezio fede gaia
			away fede national
			away rex national`, `
			g1/2: national - declined (1.9)
			champion: national - declined (1.9)`},
		{"CN09 1.9 the reigning champion is in, with his journey", `
			champion rex`, `
			champion: national rex held paid (1.9)`},
		{"CN09 1.9 second of two vacant seats: the paid one (A002-14)", `
			g1 open 2009-03-01 16: ezio bo
			a1 regional A 2009-03-02 28: anna bo
			away ezio national
			away anna national`, `
			g1/1: national - declined (1.9)
			a1/1: national bo held paid substitute (1.9)`},
		{"CN09 1.9 a champion of a region who is second of a vacant seat stays where he is", `
			regions A
			a1 regional A 2009-03-01 28: anna bo
			a2 regional A 2009-03-02 12: carla
			a3 regional A 2009-03-03 12: dora
			final A 2010-01-31: bo carla dora
			away anna national`, `
			A/1: national bo held paid (1.9)
			a1/1: national - declined (1.9)`},
		{"CN09 1.9, 1.7 the second of a Grande Torneo who steps in there plays in the final of his region too (reading 0039)", `
			regions A
			a1 regional A 2009-03-01 28: anna bo
			a2 regional A 2009-03-02 12: carla
			a3 regional A 2009-03-03 12: dora
			away anna national`, `
			a1/1: national bo held paid substitute (1.9)
			a1/2: regional A bo held (1.7)
			A: final 3 (1.7.3) bo carla dora`},
		{"CN09 1.9 two tournaments won on one day: the better place, the second takes the other", `
			regions A
			a1 regional A 2009-03-01 12: anna bo
			g1 open 2009-03-01 16: anna carla
			n1 online 2009-03-01 16: anna dora`, `
			g1/1: national anna held (1.8)
			n1/1: national dora held substitute (1.9)
			a1/1: regional A bo held substitute (1.7)`},
		{"CN09 1.9 two stages won on one day: one place, the second takes the other", `
			regions A B
			a1 regional A 2009-03-01 12: anna bo
			b1 regional B 2009-03-01 12: anna carla`, `
			a1/1: regional A anna held (1.7)
			b1/1: regional B carla held substitute (1.7)`},
		{"CN09 1.9 a place to which nobody comes says by whose last word: the second of an open event did not answer", `
			g1 open 2009-03-01 16: anna bo
			away anna national
			away bo national lapsed`, `
			g1/1: national - lapsed (1.9)`},
		{"CN09 1.9 the second has another place, the winner did not answer", `
			g1 open 2009-03-01 16: anna
			g2 open 2009-03-01 16: carla anna
			away carla national lapsed`, `
			g2/1: national - lapsed (1.9)`},
		{"CN09 1.9 nobody has said anything: whoever won is banned, and the second too", `
			bar anna banned 2010-01-01 2010-06-30
			g1 open 2009-03-01 16: anna bo
			bar bo banned 2010-01-01 2010-06-30`, `
			g1/1: national - lost (1.9)`},
		{"CN09 1.9 who is banned later has no place, whoever was second has it", `
			bar anna banned 2010-01-01 2010-06-30
			g1 open 2009-03-01 16: anna bo`, `
			g1/1: national bo held substitute (1.9)`},
		{"CN09 1.9 a ban that has ended, or begins after the regional final, takes no place of it", threeFinalists + `
			bar anna banned 2009-06-01 2009-07-01
			bar bo banned 2010-02-01 -
			final A 2010-01-31: carla bo anna`, `
			a1/1: regional A anna held (1.7)
			a2/1: regional A bo held (1.7)
			A/1: national carla held paid (1.9)`},
		{"CN09 5.5 a ban from the regional finals takes no place of the national one, and one from that none of a region", `
			national 2010-03-20
			regions A
			bar anna banned 2009-06-01 - regional-final
			bar bo banned 2009-06-01 - national-final
			bar carla banned 2009-06-01 - open regional
			a1 regional A 2009-03-01 28: anna dora
			a2 regional A 2009-03-02 12: bo ezio
			a3 regional A 2009-03-03 12: carla fede
			final A 2010-01-31: bo dora carla`, `
			a1/1: national anna held paid (1.7)
			a1/2: regional A dora held (1.7)
			a2/1: regional A bo held (1.7)
			a3/1: regional A carla held (1.7)
			A/1: national dora held paid substitute (1.9)`},
		{"CN09 5.5 a ban from all finals, and from one circuit", `
			bar anna banned 2009-02-01 - regional-final national-final
			bar ugo banned 2009-02-01 - open
			a1 regional A 2009-03-01 13 also=ugo: anna bo
			g1 open 2009-03-02 17 also=ugo: carla`, `
			a1: selection 13/13 homologated
			a1/1: regional A bo held substitute (1.7)
			g1: open 16/16 homologated -ugo banned 1.5`},
		{"CN09 1.9 a ban counts on the day of the final, that of the region with which one plays", `
			national 2010-03-20
			regions A B
			bar anna banned 2010-02-01 2010-03-19
			bar zeno banned 2010-03-20 -
			a1 regional A 2009-03-01 12: anna
			b1 regional B 2009-03-02 12: bo
			b2 regional B 2009-03-03 12: carla
			g1 open 2009-03-04 16: zeno ugo
			merge A B
			final B 2010-01-31: anna bo carla`, `
			a1/1: regional A anna held (1.7)
			B/1: national anna held paid (1.9)
			g1/1: national ugo held substitute (1.9)`},
		{"CN09 1.9 the champion keeps his own place, that of a region goes to its second", `
			champion rex
			regions A
			a1 regional A 2009-03-01 12: anna
			a2 regional A 2009-03-02 12: bo
			a3 regional A 2009-03-03 13 exempt=rex: rex
			final A 2010-01-31 pending: rex anna bo`, `
			champion: national rex held paid (1.9)
			A/1: national anna held paid substitute provisional (1.9)`},
		{"CN09 1.9 an invalid event leads nowhere, whatever was homologated before", `
			a1 regional A 2009-03-01 28 invalid: anna bo`, `
			a1: grande-torneo 28/28 invalidated
			a1/1: national - void (1.11)
			a1/2: regional A - void (1.11)`},
		{"CN09 1.9 asked and come, asked and silent, not asked", `
			champion rex
			g1 open 2009-03-01 36: anna bo
			ask anna national yes
			ask bo national`, `
			g1/1: national anna accepted (1.9)
			g1/2: national bo offered (1.9)
			champion: national rex held paid (1.9)`},
	})
}

// The history of a place in its steps.
func TestSteps(t *testing.T) {
	t.Parallel()
	noRefund, err := cn09(t).WithReading("A002-10", "no_refund")
	if err != nil {
		t.Fatal(err)
	}
	b := read(t, noRefund, `
		g1 open 2009-03-01 16: ezio fede
		a1 regional A 2009-03-02 28: anna bo
		ask anna national yes
		away anna national
		away anna national lapsed
		ask bo national yes
		away ezio national`)
	for _, tt := range []struct{ name, place, steps string }{
		{
			"CN09 1.9 a finalist comes, cannot come after all, and the second does", "a1/1",
			"won confirmed convoked agreed declined stepped-in convoked agreed; journey-of-substitute-not-paid",
		},
		{"CN09 1.8 an open event pays nobody's journey", "g1/1", "won confirmed declined stepped-in; journey-not-paid-by"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, p := range b.state().Places {
				if b.subject(p) != tt.place {
					continue
				}
				var steps []string
				for _, step := range p.Steps {
					steps = append(steps, string(step.Kind))
				}
				if got := strings.Join(steps, " ") + "; " + p.RefundGrounds.Reason; got != tt.steps {
					t.Errorf("got %s, want %s", got, tt.steps)
				}
				return
			}
			t.Error("there is no such place")
		})
	}
}
