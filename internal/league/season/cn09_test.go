package season_test

import "testing"

// seasonCase is a season with its expected state, in the notation of [book].
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

// The entrants, days and papers of events.
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
		{"CN09 1.4 the first and the last day belong to the period, a day outside makes invalid (A002-13)", `
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
		{"CN09 1.4 a regional final a day later makes no champion (A002-9)", threeFinalists + `
			final A 2010-02-15: anna bo carla`, `
			A: final 3 (1.7.3) anna bo carla result homologated valid false +outside-period 1.4
			A/1: national - void (1.4)`},
		{"CN09 1.6.a, 1.11 a regional final needs photos, and its results within the week (C002-1)", threeFinalists + `
			final A 2010-01-31 pending photos=winner,panorama received=2010-02-08 unsound: anna bo carla`, `
			A: final 3 (1.7.3) anna bo carla result provisional valid true +photos-missing 1.6.a +results-late 1.11 +results-unsound 1.11
			A/1: national anna held paid provisional (1.9)`},
		{"CN09 1.4 one that comes too late makes no champion for that, and not for the photos it lacks as well", threeFinalists + `
			final A 2010-02-15 pending photos=winner,panorama: anna bo carla`, `
			A: final 3 (1.7.3) anna bo carla result provisional valid false +photos-missing 1.6.a +outside-period 1.4
			A/1: national - void provisional (1.4)`},
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
		{"CN09 1.11 the week begins with the end of a tournament of two days", `
			a1 regional A 2009-03-01 12 ended=2009-03-02 received=2009-03-09: anna
			a2 regional A 2009-03-01 12 ended=2009-03-02 received=2009-03-10: bo`, `
			a1: selection 12/12 homologated
			a2: selection 12/12 invalidated +results-late 1.11`},
		{"CN09 1.11 so does that of a regional final", threeFinalists + `
			final A 2010-01-31 ended=2010-02-01 received=2010-02-08: anna bo carla`, `
			A: final 3 (1.7.3) anna bo carla result homologated valid true`},
		{"CN09 1.10 and that in which prizes go back", `
			a1 regional A 2009-03-01 11 ended=2009-03-02 prizes=2500: anna`, `
			a1: selection 11/11 invalidated +too-few-players 1.7 prizes back 2009-03-09 or 2500 1.10`},
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
