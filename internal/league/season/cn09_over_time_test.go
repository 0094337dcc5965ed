package season_test

import "testing"

// Facts that come up in the course of a season: bans, moved days, events found invalid.
func TestOverTime(t *testing.T) {
	t.Parallel()
	runCases(t, []seasonCase{
		{"CN09 1.4 NB days that were moved hold for the whole season (D002-27)", threeFinalists + `
			calendar 2009-01-17 2009-12-20 2010-02-28
			b1 regional B 2009-01-17 12: emil
			b2 regional B 2009-12-21 12: fritz
			final A 2010-02-28: anna bo carla`, `
			b1: selection 12/12 homologated
			b2: selection 12/12 invalidated +outside-period 1.4
			A: final 3 (1.7.3) anna bo carla result homologated valid true`},
		{"CN09 1.5, 5.5 a ban holds from the day after: where he was expelled he counts (D002-25)", `
			bar ugo banned 2009-03-02 -
			a1 regional A 2009-03-01 12 also=ugo: anna
			a2 regional A 2009-03-02 12 also=ugo: bo`, `
			a1: selection 12/12 homologated
			a2: selection 11/11 invalidated +too-few-players 1.7 -ugo banned 1.5`},
		{"CN09 1.5 a banned winner is unavailable, and a banned second replaces nobody (D002-25)", `
			regions A
			bar anna banned 2009-03-02 -
			bar dora banned 2009-03-03 -
			a1 regional A 2009-03-01 12: anna bo carla
			a2 regional A 2009-03-02 12: carla dora
			away carla regional`, `
			a1/1: regional A bo held substitute (1.7)
			a2/1: regional A - declined (1.7)`},
		{"CN09 1.7.2 nobody who is banned is brought in (D002-25)", `
			regions A
			bar bo banned 2009-03-02 -
			a1 regional A 2009-03-01 12: anna bo carla
			a2 regional A 2009-03-02 12: dora emil fritz`, `
			A: final 3 (1.7.2) anna dora +emil`},
		{"CN09 1.9 nor comes a banned second to the national final (D002-25)", `
			bar bo banned 2009-03-02 -
			g1 open 2009-03-01 16: anna bo
			away anna national`, `
			g1/1: national - declined (1.9)`},
		{"CN09 1.11 numbers that were accepted are no reason where something else is (D002-23)", `
			a1 regional A 2009-03-01 11 new unsound waived=too-few-players: anna
			a2 regional A 2009-03-02 11 new unsound: bo
			a3 regional A 2009-03-03 11 new received=2009-03-20 photos=winner waived=too-few-players: carla`, `
			a1: selection 11/11 invalidated +results-unsound 1.11
			a2: selection 11/11 invalidated +too-few-players 1.7 +results-unsound 1.11
			a3: selection 11/11 invalidated +photos-missing 1.6.a +photos-missing 1.6.a +results-late 1.11`},
		{"CN09 1.9 both places of a Grande Evento are lost where neither can come (D002-12)", `
			g1 open 2009-03-04 36: ezio fede gaia
			away ezio national
			away fede national`, `
			g1/1: national - declined (1.9)
			g1/2: national - declined (1.9)`},
		{"CN09 1.7, 1.11 found void later: the finals as if it had been void, its refusals stand (D002-26)", `
			regions A
			a1 regional A 2009-03-01 12: anna bo
			a2 regional A 2009-03-05 13 refused=anna/already-qualified: carla
			verdict a1 invalid
			a3 regional A 2009-03-09 12 also=anna: dora
			a4 regional A 2009-03-12 12: emil`, `
			a1: selection 12/12 invalidated
			a1/1: regional A - void (1.11)
			a2: selection 12/12 homologated -anna already-qualified 1.5
			a3: selection 12/12 homologated
			A: final 3 (1.7.3) carla dora emil`},
		{"CN09 1.7.4 five whom an event found void makes four, and nobody is called up any more (D002-26)", `
			regions A
			a1 regional A 2009-03-01 14: anna zoe
			a2 regional A 2009-03-05 12: bo
			a3 regional A 2009-03-09 12: carla
			a4 regional A 2009-03-12 12: dora
			a5 regional A 2009-03-15 12: emil
			verdict a1 invalid`, `
			A: final 4 (1.7) bo carla dora emil`},
	})
}
