package season_test

import (
	"testing"
)

// seasonCase is a season with what follows from it, in the notation of [book].
type seasonCase struct{ name, season, want string }

func runCases(t *testing.T, cases []seasonCase) {
	t.Helper()
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			read(t, cn09(t), tt.season).check(tt.want)
		})
	}
}

// Who may take part, when, and with which papers.
func TestEvents(t *testing.T) {
	t.Parallel()
	runCases(t, []seasonCase{
		{"CN09 1.1 stages lead to regional finals, these and open events to the national final", `
			regions A
			a1 regional A 2009-03-01 12: anna
			a2 regional A 2009-03-02 12: bo
			a3 regional A 2009-03-03 12: carla
			g1 open 2009-03-04 16: dora
			final A 2010-01-31: bo anna carla`, `
			a1/1: regional A anna held (1.7)
			A: final 3 (1.7.3) anna bo carla result homologated valid true
			A/1: national bo held paid (1.9)
			g1/1: national dora held (1.8)`},
		{"CN09 1.4 the first and the last day belong to the period", `
			a1 regional A 2009-02-01 12: anna
			a2 regional A 2009-12-31 12: bo
			a3 regional A 2009-01-31 12: carla
			a4 regional A 2010-01-01 12: dora`, `
			a1: selection 12/12 homologated
			a2: selection 12/12 homologated
			a3: selection 12/12 invalidated +outside-period 1.4
			a4: selection 12/12 invalidated +outside-period 1.4
			a3/1: regional A - void (1.11)`},
		{"CN09 1.4 a regional final on the last day", threeFinalists + `
			final A 2010-02-14: anna bo carla`, `
			A: final 3 (1.7.3) anna bo carla result homologated valid true
			A/1: national anna held paid (1.9)`},
		{"CN09 1.4 a regional final a day later makes no champion", threeFinalists + `
			final A 2010-02-15: anna bo carla`, `
			A: final 3 (1.7.3) anna bo carla result homologated valid false
			A/1: national - void (1.4)`},
		{"CN09 1.4 a regional final that is played again counts as it ended last", threeFinalists + `
			final A 2010-01-15 invalid: anna bo carla
			final A 2010-01-31: bo anna carla`, `
			A: final 3 (1.7.3) anna bo carla result homologated valid true
			A/1: national bo held paid (1.9)`},
		{"CN09 1.5 referees, qualified, employees and banned people are refused", `
			bar emil employee-of-publisher - -
			bar ugo banned - 2009-03-10
			a1 regional A 2009-03-01 12: anna
			a2 regional A 2009-03-10 16/12 signed=anna,emil,ugo,remo referees=remo: bo
			a3 regional A 2009-03-11 12 also=ugo: carla`, `
			a2: selection 12/12 homologated -anna already-qualified 1.5 -emil employee-of-publisher 1.5 -ugo banned 1.5 -remo referee-of-event 1.5
			a3: selection 12/12 homologated`},
		{"CN09 1.5 who has qualified is free on the day itself (D002-13)", `
			a1 regional A 2009-03-01 12: anna
			g1 open 2009-03-01 16 also=anna: bo
			g2 open 2009-03-02 17 also=anna: carla
			n1 online 2009-03-03 17 also=anna: dora`, `
			g1: open 16/16 homologated
			g2: open 16/16 homologated -anna already-qualified 1.5
			n1: open 16/16 homologated -anna already-qualified 1.5`},
		{"CN09 1.5 a mere second is free (D002-13)", `
			a1 regional A 2009-03-01 12: anna bo
			a2 regional A 2009-03-02 12: bo`, `
			a2: selection 12/12 homologated
			a2/1: regional A bo held (1.7)`},
		{"CN09 1.5 a provisional place bars too", `
			a1 regional A 2009-03-01 12 pending: anna
			a2 regional A 2009-03-02 13 also=anna: bo`, `
			a1/1: regional A anna held provisional (1.7)
			a2: selection 12/12 homologated -anna already-qualified 1.5`},
		{"CN09 1.5 the winner of an invalid tournament is free (D002-13)", `
			a1 regional A 2009-03-01 11: anna
			a2 regional A 2009-03-02 12: anna`, `
			a1/1: regional A - void (1.11)
			a2/1: regional A anna held (1.7)`},
		{"CN09 1.5 who was refused meanwhile stays so after the tournament is invalid", `
			a1 regional A 2009-03-01 12 invalid: anna
			a2 regional A 2009-03-02 13 refused=anna/already-qualified: bo`, `
			a2: selection 12/12 homologated -anna already-qualified 1.5
			a2/1: regional A bo held (1.7)`},
		{"CN09 1.5 places go past people who may not take part", `
			champion rex
			bar ugo banned - -
			b1 regional B 2009-03-01 30: rex ugo anna bo`, `
			b1: grande-torneo 28/28 homologated -rex already-qualified 1.5 -ugo banned 1.5
			b1/1: national anna held paid (1.7)
			b1/2: regional B bo held (1.7)`},
		{"CN09 1.5 refused entrants do not make up the number (A002-12)", `
			bar ugo banned - -
			a1 regional A 2009-03-01 12 also=ugo: anna
			a2 regional A 2009-03-02 28 also=ugo: bo`, `
			a1: selection 11/11 invalidated +too-few-players 1.7 -ugo banned 1.5
			a2: selection 27/27 homologated -ugo banned 1.5`},
		{"CN09 1.6 results come with papers: without a report nothing is homologated", `
			a1 regional A 2009-03-01 12 unreported: anna`, `
			a1: selection 12/12 provisional
			a1/1: regional A anna held provisional (1.7)`},
		{"CN09 1.6.a three photos: winner, panorama, table of the final", `
			a1 regional A 2009-03-01 12 photos=winner,panorama,final-table: anna
			a2 regional A 2009-03-02 12 photos=winner,final-table,podium: bo
			a3 regional A 2009-03-03 12 photos=: carla`, `
			a1: selection 12/12 homologated
			a2: selection 12/12 invalidated +photos-missing 1.6.a
			a3: selection 12/12 invalidated +photos-missing 1.6.a +photos-missing 1.6.a +photos-missing 1.6.a`},
		{"CN09 1.10 the prizes of an invalid tournament go back within a week, or their price and carriage", `
			a1 regional A 2009-03-01 11 prizes=2500: anna
			a2 regional A 2009-03-02 12 prizes=2500: bo`, `
			a1: selection 11/11 invalidated +too-few-players 1.7 prizes back 2009-03-08 or 2500 1.10
			a2: selection 12/12 homologated`},
		{"CN09 1.10 prizes go back before it can be known that the results are late (D002-17)", `
			a1 regional A 2009-03-01 12 prizes=2500 received=2009-03-09: anna`, `
			a1: selection 12/12 invalidated +results-late 1.11 prizes back 2009-03-08 or 2500 1.10`},
		{"CN09 1.10 or are kept for a next stage", `
			a1 regional A 2009-03-01 11 prizes=kept: anna`, `
			a1: selection 11/11 invalidated +too-few-players 1.7 prizes kept 1.10`},
		{"CN09 1.11 fewer players are accepted from a new organizer", `
			a1 regional A 2009-03-01 11 new waived=too-few-players: anna
			a2 regional A 2009-03-02 11 new: bo`, `
			a1: selection 11/11 homologated
			a2: selection 11/11 invalidated +too-few-players 1.7`},
		{"CN09 1.11 the seventh day is a week (D002-19)", `
			a1 regional A 2009-03-01 12 received=2009-03-08: anna
			a2 regional A 2009-03-02 12 received=2009-03-10: bo`, `
			a1: selection 12/12 homologated
			a2: selection 12/12 invalidated +results-late 1.11`},
		{"CN09 1.11 results that are not sound", `
			a1 regional A 2009-03-01 12 unsound: anna`, `
			a1: selection 12/12 invalidated +results-unsound 1.11
			a1/1: regional A - void (1.11)`},
		{"CN09 2.3 public two weeks ahead, the fourteenth day among them (D002-19); late is noted (A002-7)", `
			a1 regional A 2009-03-15 12 announced=2009-03-01: anna
			a2 regional A 2009-03-15 12 announced=2009-03-02: bo`, `
			a1: selection 12/12 homologated
			a2: selection 12/12 homologated !announced-late 2.3`},
		{"CN09 2.3 and 2.2 give a week each: one day of receipt is used (D002-18)", `
			a1 regional A 2009-03-01 12 received=2009-03-08: anna`, `
			a1: selection 12/12 homologated`},
	})
}

const threeFinalists = `
	regions A
	a1 regional A 2009-03-01 12: anna
	a2 regional A 2009-03-02 12: bo
	a3 regional A 2009-03-03 12: carla`

// What events lead to.
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
			a1/2: regional A - lost (1.9)`},
		{"CN09 1.7 nobody but the second", `
			a1 regional A 2009-03-01 12: anna bo carla
			away anna regional lapsed
			away bo regional`, `
			a1/1: regional A - lost (1.7)`},
		{"CN09 1.7 the second has qualified elsewhere", `
			a1 regional A 2009-03-01 12: anna bo carla
			a2 regional A 2009-03-02 12: bo
			away anna regional`, `
			a1/1: regional A - lost (1.7)
			a2/1: regional A bo held (1.7)`},
		{"CN09 1.7 second of two vacant places of the regional final: he takes the earlier", `
			a1 regional A 2009-03-01 12: anna bo
			b1 regional B 2009-03-02 12: carla bo
			away anna regional
			away carla regional`, `
			a1/1: regional A bo held substitute (1.7)
			b1/1: regional B - lost (1.7)`},
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
			A: tournament 6 (1.9) anna bo carla dora ezio fede`},
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
			A: none (1.9)`},
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
			g1/1: national - lost (1.9)`},
		{"CN09 1.9 the second of a Grande Evento is in already, the seat is lost (D002-12)", `
			g1 open 2009-03-04 36: ezio fede gaia
			away ezio national`, `
			g1/1: national - lost (1.9)
			g1/2: national fede held (1.8)`},
		{"CN09 1.9 nobody steps in for a second nor for the reigning champion (D002-12)", `
			champion rex
			g1 open 2009-03-04 36: ezio fede gaia
			away fede national
			away rex national`, `
			g1/2: national - lost (1.9)
			champion: national - lost (1.9)`},
		{"CN09 1.9 the reigning champion is in, with his journey", `
			champion rex`, `
			champion: national rex held paid (1.9)`},
		{"CN09 1.9 second of two vacant seats: the paid one (A002-14)", `
			g1 open 2009-03-01 16: ezio bo
			a1 regional A 2009-03-02 28: anna bo
			away ezio national
			away anna national`, `
			g1/1: national - lost (1.9)
			a1/1: national bo held paid substitute (1.9)`},
		{"CN09 1.9 a champion of a region who is second of a vacant seat stays where he is", `
			regions A
			a1 regional A 2009-03-01 28: anna bo
			a2 regional A 2009-03-02 12: carla
			a3 regional A 2009-03-03 12: dora
			final A 2010-01-31: bo carla dora
			away anna national`, `
			A/1: national bo held paid (1.9)
			a1/1: national - lost (1.9)`},
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
			g1/1: national anna accepted (1.4)
			g1/2: national bo offered (1.4)
			champion: national rex held paid (1.9)`},
	})
}

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
			B: none (1.9)`},
		{"CN09 1.7.1 the numbers are judged again on both regions together (D002-16)", `
			regions A B
			a1 regional A 2009-03-01 12: anna
			b1 regional B 2009-03-02 12: bo dino
			merge A B
			merge B A`, `
			A: merged (1.7.1) with B anna
			B: final 3 (1.7.2) bo anna +dino`},
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
			a1/1: regional A - lost (1.7)
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
		{"CN09 1.7.4 a decision is idle where the rule has an answer", fiveFinalists + `
			decide A tournament with 0 all five at two tables: quarto`, `
			A: final 6 after 2 tables (1.7.4) anna bo carla dora ezio +carlo`},
	})
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
