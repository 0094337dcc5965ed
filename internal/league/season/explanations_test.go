package season_test

import (
	"fmt"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"referto/internal/league/season"
)

// Every consequence has grounds, with the paragraph and the figures that people read. The tables
// here contain those texts.

// explain compares the lines that a test expects with the actual ones.
func explain(t *testing.T, got []string, want string) {
	t.Helper()
	var lines []string
	for line := range strings.Lines(want) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	if diff := gocmp.Diff(lines, got); diff != "" {
		t.Error(diff)
	}
}

// steps writes the steps of a place: the kind, the player, the grounds, and the day if there is
// one.
func (b *book) steps(subject string) []string {
	b.t.Helper()
	for _, p := range b.state().Places {
		if b.subject(p) != subject {
			continue
		}
		lines := make([]string, 0, len(p.Steps))
		for _, s := range p.Steps {
			line := fmt.Sprintf("%s %s %s", s.Kind, b.name(s.Player.UUID), s.Grounds)
			if s.Day != "" {
				line += " on " + string(s.Day)
			}
			lines = append(lines, line)
		}
		return append(lines, p.RefundGrounds.String())
	}
	b.t.Fatalf("there is no place %s", subject)
	return nil
}

func TestWhyAPlaceIsAsItIs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, season, place, want string }{
		{"CN09 1.7 the winner of a stage, for the time being", `
			a1 regional A 2009-03-01 12 pending: anna`, "a1/1", `
			won anna CN09 1.7: place-won (rank=1, tier=Selezione regionale)
			CN09 1.9: journey-not-paid`},
		{"CN09 1.7 the second of a Grande Torneo, homologated", `
			a1 regional A 2009-03-01 28: anna bo`, "a1/2", `
			won bo CN09 1.7: place-won (rank=2, tier=Grande Torneo)
			confirmed bo CN09 1.7: event-homologated
			CN09 1.9: journey-not-paid`},
		{"CN09 1.7, 1.9 the winner of a Grande Torneo has his journey paid", `
			a1 regional A 2009-03-01 28: anna bo`, "a1/1", `
			won anna CN09 1.7: place-won (rank=1, tier=Grande Torneo)
			confirmed anna CN09 1.7: event-homologated
			CN09 1.9: journey-paid`},
		{"CN09 1.8 that of a Grande Evento has not", `
			g1 open 2009-03-01 36: anna bo`, "g1/2", `
			won bo CN09 1.8: place-won (rank=2, tier=Grande Evento)
			confirmed bo CN09 1.8: event-homologated
			CN09 1.8: journey-not-paid-by (tier=Grande Evento)`},
		{"CN09 1.7 a winner who cannot come, and the second in his place", `
			a1 regional A 2009-03-01 12: anna bo
			away anna regional`, "a1/1", `
			won anna CN09 1.7: place-won (rank=1, tier=Selezione regionale)
			confirmed anna CN09 1.7: event-homologated
			declined anna CN09 1.7: cannot-come
			stepped-in bo CN09 1.7: steps-in (rank=2)
			CN09 1.9: journey-not-paid`},
		{"CN09 1.9 a winner who did not answer, where nobody came second", `
			g1 open 2009-03-01 16: anna
			ask anna national
			away anna national lapsed`, "g1/1", `
			won anna CN09 1.8: place-won (rank=1, tier=Torneo open)
			confirmed anna CN09 1.8: event-homologated
			convoked anna CN09 1.9: convoked (until=2010-01-17T12:01:00Z)
			lapsed anna CN09 1.9: did-not-answer
			nobody-left - CN09 1.9: nobody-to-step-in (rank=2)
			CN09 1.8: journey-not-paid-by (tier=Torneo open)`},
		{"CN09 1.9 a second who cannot come either: and nobody else", `
			g1 open 2009-03-01 16: anna bo carla
			away anna national
			away bo national`, "g1/1", `
			won anna CN09 1.8: place-won (rank=1, tier=Torneo open)
			confirmed anna CN09 1.8: event-homologated
			declined anna CN09 1.9: cannot-come
			passed-over bo CN09 1.9: cannot-come
			nobody-left - CN09 1.9: nobody-else-may-step-in
			CN09 1.8: journey-not-paid-by (tier=Torneo open)`},
		{"CN09 1.9 nobody may step in for the second of a Grande Evento", `
			g1 open 2009-03-01 36: anna bo carla
			away bo national`, "g1/2", `
			won bo CN09 1.8: place-won (rank=2, tier=Grande Evento)
			confirmed bo CN09 1.8: event-homologated
			declined bo CN09 1.9: cannot-come
			nobody-left - CN09 1.9: nobody-may-step-in
			CN09 1.8: journey-not-paid-by (tier=Grande Evento)`},
		{"CN09 1.7 nor for that of a Grande Torneo, by the paragraph of the regional final", `
			a1 regional A 2009-03-01 28: anna bo
			away bo regional`, "a1/2", `
			won bo CN09 1.7: place-won (rank=2, tier=Grande Torneo)
			confirmed bo CN09 1.7: event-homologated
			declined bo CN09 1.7: cannot-come
			nobody-left - CN09 1.7: nobody-may-step-in
			CN09 1.9: journey-not-paid`},
		{"CN09 1.5 a banned winner, on the day that was decided", `
			bar anna banned 2009-06-01 - decided=2009-05-20
			g1 open 2009-03-01 16: anna bo`, "g1/1", `
			won anna CN09 1.8: place-won (rank=1, tier=Torneo open)
			confirmed anna CN09 1.8: event-homologated
			barred anna CN09 1.5: banned on 2009-05-20
			stepped-in bo CN09 1.9: steps-in (rank=2) on 2009-05-20
			CN09 1.8: journey-not-paid-by (tier=Torneo open)`},
		{"CN09 1.5 one who was banned before the event, on the day of the event", `
			bar anna banned 2009-06-01 - decided=2009-02-20
			g1 open 2009-03-01 16: anna bo`, "g1/1", `
			won anna CN09 1.8: place-won (rank=1, tier=Torneo open)
			confirmed anna CN09 1.8: event-homologated
			barred anna CN09 1.5: banned on 2009-03-01
			stepped-in bo CN09 1.9: steps-in (rank=2) on 2009-03-01
			CN09 1.8: journey-not-paid-by (tier=Torneo open)`},
		{"CN09 1.5 of two bans the one that was decided first", `
			bar anna banned 2009-06-01 - decided=2009-05-20
			bar anna banned 2009-07-01 - decided=2009-05-10
			g1 open 2009-03-01 16: anna bo`, "g1/1", `
			won anna CN09 1.8: place-won (rank=1, tier=Torneo open)
			confirmed anna CN09 1.8: event-homologated
			barred anna CN09 1.5: banned on 2009-05-10
			stepped-in bo CN09 1.9: steps-in (rank=2) on 2009-05-10
			CN09 1.8: journey-not-paid-by (tier=Torneo open)`},
		{"CN09 1.5 who became an employee of the publisher, before he was banned too", `
			bar anna banned 2009-06-01 - decided=2009-05-20
			bar anna employee-of-publisher 2009-07-01 -
			g1 open 2009-03-01 16: anna bo`, "g1/1", `
			won anna CN09 1.8: place-won (rank=1, tier=Torneo open)
			confirmed anna CN09 1.8: event-homologated
			barred anna CN09 1.5: employee-of-publisher on 2009-07-01
			stepped-in bo CN09 1.9: steps-in (rank=2) on 2009-07-01
			CN09 1.8: journey-not-paid-by (tier=Torneo open)`},
		{"CN09 1.5 two won on one day: the better is kept, on the day of the later the other falls to its second", `
			a1 regional A 2009-03-01 12: anna bo
			g1 open 2009-03-01 16: anna carla`, "a1/1", `
			won anna CN09 1.7: place-won (rank=1, tier=Selezione regionale)
			confirmed anna CN09 1.7: event-homologated
			passed-over anna CN09 1.5: holds-another-place on 2009-03-01
			stepped-in bo CN09 1.7: steps-in (rank=2) on 2009-03-01
			CN09 1.9: journey-not-paid`},
		{"CN09 1.11 the place of an invalid event", `
			g1 open 2009-03-01 15: anna`, "g1/1", `
			won anna CN09 1.8: place-won (rank=1, tier=Torneo open)
			invalidated anna CN09 1.11: event-invalid
			CN09 1.8: journey-not-paid-by (tier=Torneo open)`},
		{"CN09 1.9 a regional champion comes", threeFinalists + `
			final A 2010-01-31: bo anna carla
			ask bo national yes`, "A/1", `
			won bo CN09 1.9: regional-champion (rank=1)
			confirmed bo CN09 1.9: event-homologated
			convoked bo CN09 1.9: convoked (until=2010-01-17T12:01:00Z)
			agreed bo CN09 1.9: comes
			CN09 1.9: journey-paid`},
		{"CN09 1.9 of a final that is not homologated he is so for the time being", threeFinalists + `
			final A 2010-01-31 pending: bo anna carla`, "A/1", `
			won bo CN09 1.9: regional-champion (rank=1)
			CN09 1.9: journey-paid`},
		{"CN09 1.4 a final that came too late makes none", threeFinalists + `
			final A 2010-02-15: bo anna carla`, "A/1", `
			won bo CN09 1.9: regional-champion (rank=1)
			invalidated bo CN09 1.4: final-late (day=2010-02-14)
			CN09 1.9: journey-not-paid`},
		{"CN09 1.11 nor does one that is invalid, too late or not", threeFinalists + `
			final A 2010-02-15 invalid: bo anna carla`, "A/1", `
			won bo CN09 1.9: regional-champion (rank=1)
			invalidated bo CN09 1.11: event-invalid
			CN09 1.9: journey-not-paid`},
		{"CN09 1.7 nor one who had no right to play there", threeFinalists + `
			final A 2010-01-31: zeno anna bo carla`, "A/1", `
			won zeno CN09 1.9: regional-champion (rank=1)
			invalidated zeno CN09 1.9: won-without-place
			CN09 1.9: journey-not-paid`},
		{"CN09 1.9 a second without a right to play steps in for nobody", threeFinalists + `
			final A 2010-01-31: anna zeno bo carla
			away anna national`, "A/1", `
			won anna CN09 1.9: regional-champion (rank=1)
			confirmed anna CN09 1.9: event-homologated
			declined anna CN09 1.9: cannot-come
			passed-over zeno CN09 1.9: won-without-place
			nobody-left - CN09 1.9: nobody-else-may-step-in
			CN09 1.9: journey-not-paid`},
		{"CN09 1.9 the reigning champion", `
			champion rex`, "champion", `
			entitled rex CN09 1.9: reigning-champion
			CN09 1.9: journey-paid`},
		{"CN09 1.9 who cannot come, and nobody may for him", `
			champion rex
			away rex national`, "champion", `
			entitled rex CN09 1.9: reigning-champion
			declined rex CN09 1.9: cannot-come
			nobody-left - CN09 1.9: nobody-may-step-in
			CN09 1.9: journey-not-paid`},
		{"CN09 1.7.2 who is called up among the seconds, and asked", `
			regions A
			a1 regional A 2009-03-01 12: anna carla
			a2 regional A 2009-03-02 12: bo dora
			ask carla regional`, "+carla", `
			called-up carla CN09 1.7.2: called-up (rank=2)
			convoked carla CN09 1.7: convoked (until=2010-01-17T12:01:00Z)
			CN09 1.9: journey-not-paid`},
		{"CN09 1.7.4 a third who is called up", fiveFinalists + `
			away aldo regional
			away bruna regional
			away carlo regional
			away dino regional
			away elsa regional`, "+terzo", `
			called-up terzo CN09 1.7.4: called-up (rank=3)
			CN09 1.9: journey-not-paid`},
		{"CN09 1.7.4 whom the manager brings in, with his words", fiveFinalists + noSecondsNorThirds + `
			decide A final with 2 as the fourth is at hand: quarto`, "+quarto", `
			called-up quarto CN09 1.7.4: manager-decided (why=as the fourth is at hand)
			CN09 1.9: journey-not-paid`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			explain(t, read(t, cn09(t), tt.season).steps(tt.place), tt.want)
		})
	}
}

// The demands on an event, each with its result and who may waive it.
func TestWhyAnEventCounts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, event, want string }{
		{"CN09 1.11 before a stage all but its day is open", `
			a1 regional A 2009-03-15 12/0 planned announced=-`, `
			CN09 1.7: tier-by-entered (least=12, number=12)
			open CN09 1.7: too-few-players (least=12, players=0)
			open CN09 1.6.a: photos-missing (kind=winner)
			open CN09 1.6.a: photos-missing (kind=panorama)
			open CN09 1.6.a: photos-missing (kind=final-table)
			open CN09 1.11: results-late (day=2009-03-22) may be waived by manager
			open CN09 1.11: results-unsound
			met CN09 1.4: outside-period (from=2009-02-01, to=2009-12-31)`},
		{"CN09 1.11 a new organizer's may be let pass with fewer", `
			a1 regional A 2009-03-15 11/0 new planned`, `
			CN09 1.7: tier-by-entered (least=12, number=11)
			open CN09 1.7: too-few-players (least=12, players=0) may be waived by manager
			open CN09 1.6.a: photos-missing (kind=winner)
			open CN09 1.6.a: photos-missing (kind=panorama)
			open CN09 1.6.a: photos-missing (kind=final-table)
			open CN09 1.11: results-late (day=2009-03-22) may be waived by manager
			open CN09 1.11: results-unsound
			met CN09 1.4: outside-period (from=2009-02-01, to=2009-12-31)`},
		{"CN09 1.11 its report is there and waits: whether it is sound nobody has judged", `
			a1 regional A 2009-03-15 28/27 pending photos=winner,final-table: anna`, `
			CN09 1.7: tier-by-entered (least=28, number=28)
			met CN09 1.7: too-few-players (least=12, players=27)
			met CN09 1.6.a: photos-missing (kind=winner)
			failed CN09 1.6.a: photos-missing (kind=panorama)
			met CN09 1.6.a: photos-missing (kind=final-table)
			met CN09 1.11: results-late (day=2009-03-22) may be waived by manager
			open CN09 1.11: results-unsound
			met CN09 1.4: outside-period (from=2009-02-01, to=2009-12-31)`},
		{"CN09 1.11 everything is wrong, and 2.3 is only noted", `
			a1 open 2010-01-01 15 announced=2009-12-19 received=2010-01-09 photos=podium unsound: anna`, `
			CN09 1.8: tier-by-entered (least=16, number=15)
			failed CN09 1.8: too-few-players (least=16, players=15)
			failed CN09 1.6.a: photos-missing (kind=winner)
			failed CN09 1.6.a: photos-missing (kind=panorama)
			failed CN09 1.6.a: photos-missing (kind=final-table)
			failed CN09 1.11: results-late (day=2010-01-08) may be waived by manager
			failed CN09 1.11: results-unsound
			failed CN09 1.4: outside-period (from=2009-02-01, to=2009-12-31)
			noted CN09 2.3: announced-late (day=2009-12-18)`},
		{"CN09 1.11 late results that were let pass", `
			a1 regional A 2009-03-15 12 received=2009-03-23 waived=results-late: anna`, `
			CN09 1.7: tier-by-entered (least=12, number=12)
			met CN09 1.7: too-few-players (least=12, players=12)
			met CN09 1.6.a: photos-missing (kind=winner)
			met CN09 1.6.a: photos-missing (kind=panorama)
			met CN09 1.6.a: photos-missing (kind=final-table)
			waived CN09 1.11: results-late (day=2009-03-22) may be waived by manager
			met CN09 1.11: results-unsound
			met CN09 1.4: outside-period (from=2009-02-01, to=2009-12-31)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := read(t, cn09(t), tt.event).state().Events[0]
			lines := append([]string{e.TierGrounds.String()}, describeChecks(e.Checks)...)
			for _, g := range e.Breaches {
				lines = append(lines, "noted "+g.String())
			}
			explain(t, lines, tt.want)
		})
	}
}

func describeChecks(checks []season.Check) []string {
	lines := make([]string, 0, len(checks))
	for _, c := range checks {
		line := string(c.Result) + " " + c.String()
		if c.Waive != "" {
			line += " may be waived by " + string(c.Waive)
		}
		lines = append(lines, line)
	}
	return lines
}

// The demands on a regional final that was played.
func TestWhyARegionalFinalCounts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, final, want string }{
		{"CN09 1.4, 1.6.a, 1.7, 1.11 all is well", `final A 2010-02-14: anna bo carla`, `
			met CN09 1.6.a: photos-missing (kind=winner)
			met CN09 1.6.a: photos-missing (kind=panorama)
			met CN09 1.6.a: photos-missing (kind=final-table)
			met CN09 1.11: results-late (day=2010-02-21) may be waived by manager
			met CN09 1.11: results-unsound
			met CN09 1.4: outside-period (from=2009-02-01, to=2010-02-14)
			met CN09 1.7: finalist-without-place (number=0) may be waived by manager`},
		{"CN09 1.4, 1.7 a day late, with two who had no right", `final A 2010-02-15 pending: anna zeno ugo bo`, `
			met CN09 1.6.a: photos-missing (kind=winner)
			met CN09 1.6.a: photos-missing (kind=panorama)
			met CN09 1.6.a: photos-missing (kind=final-table)
			met CN09 1.11: results-late (day=2010-02-22) may be waived by manager
			open CN09 1.11: results-unsound
			failed CN09 1.4: final-late (day=2010-02-14)
			failed CN09 1.7: finalist-without-place (number=2) may be waived by manager
			noted CN09 1.4: final-late (day=2010-02-14)
			noted CN09 1.7: finalist-without-place (number=2)`},
		{"CN09 1.11 late results and the one without a place are let pass", `
			final A 2010-01-31 received=2010-02-08 waived=results-late waived=finalist-without-place: zeno anna`, `
			met CN09 1.6.a: photos-missing (kind=winner)
			met CN09 1.6.a: photos-missing (kind=panorama)
			met CN09 1.6.a: photos-missing (kind=final-table)
			waived CN09 1.11: results-late (day=2010-02-07) may be waived by manager
			met CN09 1.11: results-unsound
			met CN09 1.4: outside-period (from=2009-02-01, to=2010-02-14)
			waived CN09 1.7: finalist-without-place (number=1) may be waived by manager`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := read(t, cn09(t), threeFinalists+"\n"+tt.final).state().Regions[0].Result
			lines := describeChecks(r.Checks)
			for _, g := range r.Breaches {
				lines = append(lines, "noted "+g.String())
			}
			explain(t, lines, tt.want)
		})
	}
}

// How the final of a region is played, with the numbers of it.
func TestWhyAFinalIsPlayedSo(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, season, want string }{
		{"CN09 1.7 nobody", `regions A`, "CN09 1.7: no-finalists"},
		{"CN09 1.7.1 one", `
			regions A
			a1 regional A 2009-03-01 12: anna`, "CN09 1.7.1: final-to-merge (finalists=1)"},
		{"CN09 1.7.1 one, with a region named", `
			regions A B
			a1 regional A 2009-03-01 12: anna
			merge A B`, "CN09 1.7.1: merged"},
		{"CN09 1.7.2 two and both seconds", `
			regions A
			a1 regional A 2009-03-01 12: anna carla
			a2 regional A 2009-03-02 12: bo dora`, "CN09 1.7.2: final-at-one-table (field=4, finalists=2)"},
		{"CN09 1.7.2 two and one second", `
			regions A
			a1 regional A 2009-03-01 12: anna
			a2 regional A 2009-03-02 12: bo dora`, "CN09 1.7.2: final-at-one-table (field=3, finalists=2)"},
		{"CN09 1.7.2 two alone", `
			regions A
			a1 regional A 2009-03-01 12: anna
			a2 regional A 2009-03-02 12: bo`, "CN09 1.7.2: final-to-merge (finalists=2)"},
		{"CN09 1.7.3 three", threeFinalists, "CN09 1.7.3: final-at-one-table (field=3, finalists=3)"},
		{"CN09 1.7 four", fourFinalists, "CN09 1.7: final-at-one-table (field=4, finalists=4)"},
		{"CN09 1.7.4 five and a second", fiveFinalists, "CN09 1.7.4: final-with-semifinals (field=6, finalists=5, tables=2)"},
		{"CN09 1.7.4 five alone", fiveFinalists + noSecondsNorThirds, "CN09 1.7.4: final-unresolved (finalists=5)"},
		{"CN09 1.7.4 five, as the manager decided", fiveFinalists + noSecondsNorThirds + `
			decide A tournament with 0 all at one table of five`, "CN09 1.7.4: manager-decided (why=all at one table of five)"},
		{"CN09 1.7 six", fiveFinalists + `
			a6 regional A 2009-03-06 12: fede`, "CN09 1.7: final-as-tournament (finalists=6)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := read(t, cn09(t), tt.season).state().Regions[0].Format.String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// A deadline has grounds and names the player whom it concerns.
func TestWhyThereIsADeadline(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, season, want string }{
		{"CN09 2.3 to announce, 1.11 to report", `
			a1 regional A 2009-03-15 12 planned announced=-`, `
			announce 2009-03-01 CN09 2.3: announced-late (day=2009-03-01)
			report 2009-03-22 CN09 1.11: results-late (day=2009-03-22)`},
		{"CN09 1.11 an event that was announced and reported waits for who checks (CN09 2.2)", `
			a1 regional A 2009-03-15 12 pending received=2009-03-20: anna`, `
			homologate 2009-03-27 CN09 2.2: homologation-late (day=2009-03-27)`},
		{"CN09 1.10 prizes go back", `
			g1 open 2009-03-01 15 ended=2009-03-02 prizes=4200: anna`, `
			return-prizes 2009-03-09 CN09 1.10: prizes-back (day=2009-03-09)`},
		{"CN09 1.4 the final of a region", threeFinalists, `
			play-final 2010-02-14 CN09 1.4: final-late (day=2010-02-14)`},
		{"CN09 1.7.1 to name a region", `
			regions A
			a1 regional A 2009-03-01 12: anna`, `
			name-region 2010-02-14 CN09 1.7.1: final-to-merge (finalists=1)`},
		{"CN09 1.9 an answer, then the journey", `
			a1 regional A 2009-03-01 28: anna
			b1 regional B 2009-03-01 28: bo
			ask anna national
			ask bo national yes`, `
			answer 2010-01-17 CN09 1.9: convoked (until=2010-01-17T12:01:00Z)
			refund  CN09 1.9: journey-paid`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := read(t, cn09(t), tt.season)
			var got []string
			for _, d := range season.Deadlines(b.facts, b.state()) {
				got = append(got, fmt.Sprintf("%s %s %s", d.Kind, d.Day, d.Grounds))
			}
			explain(t, got, tt.want)
		})
	}
}

// The demands on the papers of a regional final that has sent none.
func TestOpenPapers(t *testing.T) {
	t.Parallel()
	explain(t, describeChecks(season.OpenPapers(cn09(t), "2010-02-21")), `
		open CN09 1.6.a: photos-missing (kind=winner)
		open CN09 1.6.a: photos-missing (kind=panorama)
		open CN09 1.6.a: photos-missing (kind=final-table)
		open CN09 1.11: results-late (day=2010-02-21) may be waived by manager
		open CN09 1.11: results-unsound`)
	r, err := cn09(t).WithReading("C002-1", "not_demanded")
	if err != nil {
		t.Fatal(err)
	}
	if got := season.OpenPapers(r, "2010-02-21"); got != nil {
		t.Errorf("CN09 C002-1 not demanded: %v", got)
	}
}

// Two players refused for the same reason get the same grounds; of several reasons the first of the
// list counts.
func TestWhyAnEntrantIsRefused(t *testing.T) {
	t.Parallel()
	b := read(t, cn09(t), `
		bar emil employee-of-publisher - -
		bar emil banned - -
		bar ugo banned - -
		a1 regional A 2009-03-01 12: anna
		a2 regional A 2009-03-02 12 referees=anna,ugo also=anna,emil,ugo: bo`)
	var got []string
	for _, r := range b.state().Events[1].Refused {
		got = append(got, b.name(r.Player.UUID)+" "+r.String())
	}
	explain(t, got, `
		anna CN09 1.5: referee-of-event
		emil CN09 1.5: employee-of-publisher
		ugo CN09 1.5: referee-of-event`)
	if refused := b.state().Events[0].Refused; refused != nil {
		t.Errorf("CN09 1.5 the event before refuses %v", refused)
	}
}
