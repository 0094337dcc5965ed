package season_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// describeChanges writes changes, one a line: the kind, the subject, before → after, the new and
// the replaced player, the paragraph.
func (b *book) describeChanges(changes []season.Change) string {
	register := make(map[season.PlaceID]string)
	for _, p := range b.state().Places {
		register[p.ID] = b.subject(p)
	}
	var lines []string
	for _, c := range changes {
		words := []string{string(c.Kind)}
		switch {
		case c.Place != "" && register[c.Place] == "": // gone
			words = append(words, "of "+b.names[c.Replaced.UUID])
		case c.Place != "":
			words = append(words, register[c.Place])
		case c.Event != (league.EventID{}):
			words = append(words, b.names[c.Event.UUID])
		default:
			words = append(words, b.names[c.Region.UUID])
		}
		if c.Demand != "" {
			words = append(words, string(c.Demand))
		}
		words = append(words, c.Before, "→", c.After)
		if c.Player != (league.PlayerID{}) && c.Player != c.Replaced {
			words = append(words, b.names[c.Player.UUID])
		}
		if c.Replaced != (league.PlayerID{}) && c.Player != c.Replaced {
			words = append(words, "for "+b.names[c.Replaced.UUID])
		}
		lines = append(lines, strings.Join(strings.Fields(strings.Join(words, " ")+" ("+c.Par+")"), " "))
	}
	return strings.Join(lines, "\n")
}

// The changes that acts would make, as a preview shows them.
func TestDifference(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, season, act, want string }{
		{"nothing happens", fiveFinalists, ``, ``},
		{"CN09 1.9 a winner declines", `
			a1 regional A 2009-03-01 28: anna bo`, `
			away anna national`, `
			place-holder a1/1 held → held bo for anna (1.9)`},
		{"CN09 1.9 his second does as well: the seat and the journey are lost", `
			a1 regional A 2009-03-01 28: anna bo
			away anna national`, `
			away bo national`, `
			place-holder a1/1 held → declined for bo (1.9)
			place-refund a1/1 true → false for bo (1.9)`},
		{"CN09 1.7.4 a tournament turns out invalid after call-ups: four are left, the winner is free again", fiveFinalists + `
			g1 open 2009-04-01 17/16 signed=anna: zeno`, `
			verdict a1 invalid`, `
			event-standing a1 homologated → invalidated (1.7)
			entrant-let-in g1 already-qualified → anna (1.5)
			region-format A final 6 2 → final 4 (1.7)
			place-holder a1/1 held → void for anna (1.11)
			place-gone of carlo held → for carlo (1.7.4)`},
		{"CN09 1.10 prizes of an invalid tournament go back", `
			a1 regional A 2009-03-01 12 prizes=2500: anna`, `
			verdict a1 invalid`, `
			event-standing a1 homologated → invalidated (1.7)
			prizes-go-back a1 → prizes-go-back (1.10)
			place-holder a1/1 held → void for anna (1.11)`},
		{"CN09 1.11 a provisional tournament is homologated", `
			a1 regional A 2009-03-01 12 pending: anna`, `
			verdict a1 valid`, `
			event-standing a1 provisional → homologated (1.7)
			place-provisional a1/1 true → false (1.7)`},
		{"CN09 1.7.1 a region is named", `
			regions A B
			a1 regional A 2009-03-01 12: anna
			b1 regional B 2009-03-01 12: bo carla
			b2 regional B 2009-03-02 12: dora ezio`, `
			merge A B`, `
			region-format A merge → merged (1.7.1)
			region-host A A → B (1.7.1)
			region-format B final 4 → final 3 (1.7.3)
			place-gone of carla held → for carla (1.7.2)
			place-gone of ezio held → for ezio (1.7.2)`},
		{"CN09 1.7 a new stage of 28", ``, `
			a1 regional A 2009-03-01 28: anna bo`, `
			event-new a1 → homologated (1.7)
			place-new a1/1 → held anna (1.7)
			place-new a1/2 → held bo (1.7)`},
		{"CN09 2.3 a new stage announced a day late", ``, `
			a1 regional A 2009-03-15 12 announced=2009-03-02: anna`, `
			event-new a1 → homologated (1.7)
			event-breach a1 → announced-late (2.3)
			place-new a1/1 → held anna (1.7)`},
		{"CN09 1.7 a new stage of eleven is none", ``, `
			a1 regional A 2009-03-15 11: anna
			verdict a1 invalid`, `
			event-new a1 → invalidated (1.7)
			place-new a1/1 → void (1.11)`},
		{"CN09 1.7 one of twenty-eight may not play: no Grande Torneo, and its winner goes to the regional final", `
			a1 regional A 2009-03-01 28 also=ugo: anna bo`, `
			bar ugo banned 2009-02-28 -`, `
			event-tier a1 grande-torneo → selection (1.7)
			entrant-refused a1 → banned ugo (1.5)
			place-new a1/1 → held anna (1.7)
			place-gone of anna held → for anna (1.7)
			place-gone of bo held → for bo (1.7)`},
		{"CN09 1.4 a regional final is played", threeFinalists, `
			final A 2010-01-31 pending: bo anna carla`, `
			region-result A → provisional (1.7.3)
			place-new A/1 → held bo (1.9)`},
		{"CN09 1.9 an answer", `
			g1 open 2009-03-01 16: anna`, `
			ask anna national yes`, `
			place-state g1/1 held → accepted (1.9)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := read(t, cn09(t), tt.season)
			before := b.state()
			b.add(tt.act)
			got := b.describeChanges(season.Difference(before, b.state()))
			for id, name := range b.names { // a host is written as its id
				got = strings.ReplaceAll(got, id.String(), name)
			}
			var want []string
			for line := range strings.Lines(tt.want) {
				if line = strings.TrimSpace(line); line != "" {
					want = append(want, line)
				}
			}
			if diff := cmp.Diff(strings.Join(want, "\n"), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The differences of an act that is reversed: the same states with before and after exchanged.
// Grounds of something gone explain the state before.
func TestDifferenceBackwards(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, season, act, want string }{
		{"CN09 1.7 a stage is taken out of the season", ``, `
			a1 regional A 2009-03-01 28: anna bo`, `
			event-gone a1 homologated → (1.7)
			place-gone of anna held → for anna (1.7)
			place-gone of bo held → for bo (1.7)`},
		{"CN09 1.11 an invalid one", ``, `
			a1 regional A 2009-03-15 11 prizes=2500: anna
			verdict a1 invalid`, `
			event-gone a1 invalidated → (1.7)
			place-gone of void → (1.11)`},
		{"CN09 1.8 one of two, and the other stays as it was", `
			g1 open 2009-03-01 16: anna bo`, `
			g2 open 2009-04-01 16 pending: carla dora`, `
			event-gone g2 provisional → (1.8)
			place-gone of carla held → for carla (1.8)`},
		{"CN09 1.9 a winner comes after all", `
			a1 regional A 2009-03-01 28: anna bo`, `
			away anna national`, `
			place-holder a1/1 held → held anna for bo (1.7)`},
		{"CN09 1.9 the seat and the journey are there again", `
			a1 regional A 2009-03-01 28: anna bo
			away anna national`, `
			away bo national`, `
			place-holder a1/1 declined → held bo (1.9)
			place-refund a1/1 false → true bo (1.9)`},
		{"CN09 1.10 the tournament is valid after all: prizes stay", `
			a1 regional A 2009-03-01 12 prizes=2500: anna`, `
			verdict a1 invalid`, `
			event-standing a1 invalidated → homologated (1.7)
			prizes-stay a1 prizes-go-back → (1.7)
			place-holder a1/1 void → held anna (1.7)`},
		{"CN09 1.10 one whose prizes were kept for a next stage", `
			a1 regional A 2009-03-01 12 prizes=kept: anna`, `
			verdict a1 invalid`, `
			event-standing a1 invalidated → homologated (1.7)
			prizes-stay a1 prizes-kept → (1.7)
			place-holder a1/1 void → held anna (1.7)`},
		{"CN09 1.5 a ban is lifted: a Grande Torneo again", `
			a1 regional A 2009-03-01 28 also=ugo: anna bo`, `
			bar ugo banned 2009-02-28 -`, `
			event-tier a1 selection → grande-torneo (1.7)
			entrant-let-in a1 banned → ugo (1.5)
			place-new a1/1 → held anna (1.7)
			place-new a1/2 → held bo (1.7)
			place-gone of anna held → for anna (1.7)`},
		{"CN09 1.7.1 a region plays alone again", `
			regions A B
			a1 regional A 2009-03-01 12: anna
			b1 regional B 2009-03-01 12: bo carla
			b2 regional B 2009-03-02 12: dora ezio`, `
			merge A B`, `
			region-format A merged → merge (1.7.1)
			region-host A B → A (1.7.1)
			region-format B final 3 → final 4 (1.7.2)
			place-new +carla → held carla (1.7.2)
			place-new +ezio → held ezio (1.7.2)`},
		{"CN09 1.4 a regional final is not played yet", threeFinalists, `
			final A 2010-01-31 pending: bo anna carla`, `
			region-result A provisional → (1.7.3)
			place-gone of bo held → for bo (1.9)`},
		{"CN09 1.9 an answer is taken back", `
			g1 open 2009-03-01 16: anna`, `
			ask anna national yes`, `
			place-state g1/1 accepted → held (1.8)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := read(t, cn09(t), tt.season)
			without := b.state()
			places := &book{t: t, facts: b.facts, names: b.names}
			b.add(tt.act)
			got := places.describeChanges(season.Difference(b.state(), without))
			for id, name := range b.names { // a host is written as its id
				got = strings.ReplaceAll(got, id.String(), name)
			}
			var want []string
			for line := range strings.Lines(tt.want) {
				if line = strings.TrimSpace(line); line != "" {
					want = append(want, line)
				}
			}
			if diff := cmp.Diff(strings.Join(want, "\n"), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A rule that was broken, and is no more: a stage that was announced in time after all (CN09 2.3).
func TestDifferenceOfABreach(t *testing.T) {
	t.Parallel()
	late := read(t, cn09(t), `a1 regional A 2009-03-15 12 announced=2009-03-02: anna`)
	before := late.state()
	late.facts.Events[0].Announced = "2009-03-01"
	after := late.state()
	if got, want := late.describeChanges(season.Difference(before, after)), "event-breach a1 announced-late → (2.3)"; got != want {
		t.Errorf("CN09 2.3 announced in time after all: got %s, want %s", got, want)
	}
	if got, want := late.describeChanges(season.Difference(after, before)), "event-breach a1 → announced-late (2.3)"; got != want {
		t.Errorf("CN09 2.3 announced late after all: got %s, want %s", got, want)
	}
	if got := season.Difference(before, before); len(got) > 0 {
		t.Errorf("CN09 2.3 late as before: %v", got)
	}
}

func TestQualifiedOn(t *testing.T) {
	t.Parallel()
	b := read(t, cn09(t), `
		champion rex
		regions A
		a1 regional A 2009-03-01 12 pending: anna bo
		a2 regional A 2009-03-02 12 invalid: carla
		a3 regional A 2009-03-03 12: dora ezio
		regions B
		b1 regional B 2009-03-03 12: aldo bruno
		b2 regional B 2009-03-03 12: carlo dino
		g1 open 2009-03-04 16: fede gaia
		regions C
		h1 open 2009-03-07 16: hugo ines
		h2 regional C 2009-03-07 12: hugo iole
		i1 regional C 2009-04-04 12: hans jan
		i2 open 2009-05-02 17 exempt=hans: hans
		bar kai banned 2010-01-01 - decided=2009-06-10
		bar lea banned 2010-01-01 - decided=2009-02-10
		bar max employee-of-publisher 2009-06-20 -
		k1 open 2009-03-08 16: kai karl
		l1 open 2009-03-08 16: lea lino
		m1 open 2009-03-08 16: max mara
		away anna regional
		away fede national
		ask ezio regional`)
	state := b.state()
	for _, tt := range []struct {
		name, player string
		day          rules.Day
		place        string
	}{
		{"CN09 1.5 a provisional winner is free on the day of the event", "anna", "2009-03-01", ""},
		{"CN09 1.5 and barred from the next, though he has given his place up", "anna", "2009-03-02", "a1/1"},
		{"CN09 1.5 who stepped in is free on that day", "bo", "2010-01-10", ""},
		{"CN09 1.5 and barred from the next", "bo", "2010-01-11", "a1/1"},
		{"CN09 1.5 in the national final too", "gaia", "2010-01-11", "g1/1"},
		{"CN09 1.5 who steps in for one with another place is free on the day of both events", "iole", "2009-03-07", ""},
		{"CN09 1.5 and barred from the next", "iole", "2009-03-08", "h2/1"},
		{"CN09 1.5 or on the day of the later of the two, which the manager let him play", "jan", "2009-05-02", ""},
		{"CN09 1.5 and from then on", "jan", "2009-05-03", "i1/1"},
		{"CN09 1.5 who steps in for one who is banned is free on the day of that decision", "karl", "2009-06-10", ""},
		{"CN09 1.5 and barred from the next, before the ban begins", "karl", "2009-06-11", "k1/1"},
		{"CN09 1.5 where that came before the event, he is free on the day of the event", "lino", "2009-03-08", ""},
		{"CN09 1.5 and barred from the day after the event", "lino", "2009-03-09", "l1/1"},
		{"CN09 1.5 who steps in for an employee of the publisher is free on the day he became one", "mara", "2009-06-20", ""},
		{"CN09 1.5 and barred from the day after", "mara", "2009-06-21", "m1/1"},
		{"CN09 1.5 who won an invalid event is free", "carla", "2009-12-01", ""},
		{"CN09 1.5 a finalist", "dora", "2009-12-01", "a3/1"},
		{"CN09 1.5 a mere second who would be called up as things stand is free", "bruno", "2009-12-31", ""},
		{"CN09 1.5 until he is asked", "ezio", "2010-01-11", "+ezio"},
		{"CN09 1.5 the reigning champion is barred the whole season", "rex", "2009-02-01", "champion"},
		{"CN09 1.5 somebody else", "zeno", "2009-12-01", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			place, qualified := state.QualifiedOn(b.player(tt.player), tt.day)
			got := ""
			if qualified {
				got = b.subject(place)
			}
			if got != tt.place {
				t.Errorf("got %q, want %q", got, tt.place)
			}
		})
	}
}
