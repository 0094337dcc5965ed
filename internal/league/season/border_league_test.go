package season_test

import (
	"fmt"
	"testing"

	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// A federation that chooses the other option of every regulation, with combinations that CN09 never
// has.
func TestBorderLeague(t *testing.T) {
	t.Parallel()
	r := borderLeague(t)
	for _, tt := range []struct{ name, season, want string }{
		{"BL 3 an event is public on its day at the latest, or invalid", `
			h1 open 2009-03-01 8 announced=2009-03-01: anna
			h2 open 2009-03-01 8 announced=2009-03-02: bo
			h3 open 2009-03-01 8 announced=-: carla`, `
			h1: hall 8/8 homologated
			h2: hall 8/8 invalidated +announced-late 3
			h3: hall 8/8 homologated`},
		{"BL 4 results come on the next day", `
			h1 open 2009-03-01 8 received=2009-03-02: anna
			h2 open 2009-03-01 8 received=2009-03-03: bo
			h3 open 2009-03-01 8 ended=2009-03-02 received=2009-03-03: carla`, `
			h1: hall 8/8 homologated
			h2: hall 8/8 invalidated +results-late 4
			h3: hall 8/8 homologated`},
		{"BL 4 a list that is missing may be let pass", `
			h1 open 2009-03-01 8 photos=: anna
			h2 open 2009-03-01 8 photos= waived=photos-missing: bo`, `
			h1: hall 8/8 invalidated +photos-missing 4
			h2: hall 8/8 homologated`},
		{"BL 5 tiers by those who played, refused people among them", `
			bar ugo banned - -
			b1 regional A 2009-03-01 9/5: anna bo
			b2 regional A 2009-03-02 9/4: carla dora
			b3 regional A 2009-03-03 5 also=ugo: ugo ezio fede`, `
			b1: border 9/5 homologated
			b2: border 9/4 invalidated +too-few-players 5
			b3: border 5/5 homologated -ugo banned 2
			b3/1: regional A ezio held (5)
			b3/2: national fede held paid (5)`},
		{"BL 5 each circuit has its own least number", `
			n1 online 2009-03-01 4: anna
			h1 open 2009-03-01 7: bo
			h2 open 2009-03-01 8: carla`, `
			n1: net 4/4 homologated
			h1: hall 7/7 invalidated +too-few-players 5.2
			h2: hall 8/8 homologated`},
		{"BL 6 the second, who goes on to the national final, does not step in for the first", `
			b1 regional A 2009-03-01 5: anna bo carla
			away anna regional`, `
			b1/1: regional A - declined (6)
			b1/2: national bo held paid (5)`},
		{"BL 6.1 the third steps in for the second, without the journey", `
			b1 regional A 2009-03-01 5: anna bo carla
			away bo national`, `
			b1/2: national carla held substitute (6.1)`},
		{"BL 6 nobody steps in for the winner of a hall", `
			h1 open 2009-03-01 8: anna bo
			away anna national`, `
			h1/1: national - declined (7)`},
		{"BL 7.2 two play a tournament", `
			regions A
			b1 regional A 2009-03-01 5: anna x
			b2 regional A 2009-03-02 5: bo y`, `
			A: tournament 2 (7.2) anna bo`},
		{"BL 7 one, of whom nothing is said, too", `
			regions A
			b1 regional A 2009-03-01 5: anna x`, `
			A: tournament 1 (5) anna`},
		{"BL 7.3 three call up thirds of the largest events, of two as large the later first", threeAtTheBorder, `
			A: final 5 (7.3) anna bo carla +c3 +b3`},
		{"BL 7.3 four is a field as well", threeAtTheBorder + `
			away c3 regional
			away a3 regional`, `
			A: final 4 (7.3) anna bo carla +b3`},
		{"BL 7.3 three alone play with another region", threeAtTheBorder + `
			away a3 regional
			away b3 regional
			away c3 regional`, `
			A: merge (7.3) anna bo carla`},
		{"BL 7 the first two of a region go on, the third steps in for the first, the fourth for the second", threeAtTheBorder + `
			final A 2010-01-31: bo anna carla b3
			away bo national
			away anna national`, `
			A: final 5 (7.3) anna bo carla +c3 +b3 result homologated valid true
			A/1: national carla held substitute (7.9)
			A/2: national b3 held substitute (7.9)`},
		{"BL 7 the third for the first only, and with three players nobody for the second", threeAtTheBorder + `
			final A 2010-01-31: bo anna carla
			away anna national`, `
			A/1: national bo held paid (7)
			A/2: national - declined (7.9)`},
		{"BL 7 of a final of which only the winner is known nobody else goes on", threeAtTheBorder + `
			final A 2010-01-31: bo`, `
			A/1: national bo held paid (7)
			A/2: -`},
		{"BL 7 nor anybody where nothing is known", threeAtTheBorder + `
			final A 2010-01-31:`, `
			A/1: -
			A/2: -`},
		{"BL 7 the champion of the league takes his own place, though it does not pay", `
			champion bo
			regions A
			b1 regional A 2009-03-01 5 pending: anna x a3
			b2 regional A 2009-03-02 5 exempt=bo: bo y b3
			b3 regional A 2009-03-03 5: carla z c3
			final A 2010-01-31: bo anna carla`, `
			champion: national bo held (8)
			A/1: national carla held substitute (7.9)`},
		{"BL 3 a final that is late counts for nothing", threeAtTheBorder + `
			final A 2010-02-01: bo anna carla`, `
			A: final 5 (7.3) anna bo carla +c3 +b3 result homologated valid false +outside-period 3
			A/1: national - void (3)
			A/2: national - void (3)`},
		{"BL 7 what somebody won without a right to play stands, and is noted", threeAtTheBorder + `
			final A 2010-01-31: zeno anna`, `
			A: final 5 (7.3) anna bo carla +c3 +b3 result homologated valid true !finalist-without-place 5
			A/1: national zeno held paid (7)
			A/2: national anna held paid (7)`},
		{"BL 10 prizes go back within ten days, also where they were left for a next event", `
			h1 open 2009-03-25 7 prizes=900: anna
			h2 open 2009-03-25 7 prizes=kept: bo`, `
			h1: hall 7/7 invalidated +too-few-players 5.2 prizes back 2009-04-04 or 900 10
			h2: hall 7/7 invalidated +too-few-players 5.2 prizes back 2009-04-04 or 0 10`},
		{"BL 9 the paragraph on answers is the regulation's own", `
			h1 open 2009-03-01 8: anna
			ask anna national
			n1 online 2009-03-01 4: bo carla
			away bo national lapsed
			away carla national`, `
			h1/1: national anna offered (9)
			n1/1: national - declined (6)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			read(t, r, tt.season).check(tt.want)
		})
	}
}

const threeAtTheBorder = `
	regions A
	b1 regional A 2009-03-01 5: anna x a3
	b2 regional A 2009-03-02 6: bo y b3
	b3 regional A 2009-03-03 6: carla z c3`

func borderLeague(t *testing.T) *rules.Ruleset {
	t.Helper()
	r, err := decode("border-league")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The ruleset determines who may waive a demand, and why a journey is not paid.
func TestWordsOfTheBorderLeague(t *testing.T) {
	t.Parallel()
	r := borderLeague(t)
	e := read(t, r, `h1 open 2009-03-25 7/6 pending photos=: anna`).state().Events[0]
	explain(t, append(describeChecks(e.Checks), e.TierGrounds.String()), `
		failed BL 5.2: too-few-players (least=8, players=6) may be waived by manager
		failed BL 4: photos-missing (kind=list) may be waived by manager
		met BL 4: results-late (day=2009-03-26)
		open BL 4: results-unsound
		met BL 3: outside-period (from=2009-02-01, to=2009-12-31)
		met BL 3: announced-late (day=2009-03-25)
		BL 5.2: tier-by-played (least=8, number=6)`)
	for _, tt := range []struct{ name, season, place, want string }{
		{"BL 8 who steps in pays his journey himself", `
			n1 online 2009-03-01 4: anna bo
			away anna national`, "n1/1", "BL 8: journey-of-substitute-not-paid"},
		{"BL 8 of a place that is lost nobody's is paid", `
			n1 online 2009-03-01 4: anna bo
			away anna national
			away bo national`, "n1/1", "BL 8: journey-not-paid"},
		{"BL 8 the champion pays his own", `champion rex`, "champion", "BL 8: journey-not-paid"},
		{"BL 5.2 a hall leads on without it", `h1 open 2009-03-01 8: anna`, "h1/1", "BL 5.2: journey-not-paid-by (tier=Hall)"},
		{"BL 8 the second of a border event has it", `b1 regional A 2009-03-01 5: anna bo`, "b1/2", "BL 8: journey-paid"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			steps := read(t, r, tt.season).steps(tt.place)
			if got := steps[len(steps)-1]; got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// If the ruleset has no rule on when a report is judged, the deadline is the last day of the
// regional finals; the reminder for an answer comes three days before its deadline.
func TestDeadlinesOfTheBorderLeague(t *testing.T) {
	t.Parallel()
	b := read(t, borderLeague(t), `
		h1 open 2009-03-25 8 pending: anna
		n1 online 2009-03-01 4: bo
		ask bo national`)
	deadlines := season.Deadlines(b.facts, b.state())
	got := make([]string, 0, len(deadlines))
	for _, d := range deadlines {
		got = append(got, fmt.Sprintf("%s %s %s remind %s", d.Kind, d.Day, d.Grounds, d.Remind.Format("2006-01-02 15:04")))
	}
	explain(t, got, `
		answer 2010-01-17 BL 9: convoked (until=2010-01-17T12:01:00Z) remind 2010-01-14 12:01
		homologate 2010-01-31 BL 3: homologation-due (day=2010-01-31) remind 0001-01-01 00:00`)
}
