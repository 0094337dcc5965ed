package season_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/season"
)

// The differences of an act that is reversed: the state before contains what is gone.
func TestDifferenceOfWhatIsTakenBack(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, season, act, want string }{
		{"CN09 1.7 a stage that was none of the season after all, and its place", ``, `
			a1 regional A 2009-03-01 12: anna`, `
			event-gone a1 homologated → (1.7)
			place-gone a1/1 held → for anna (1.7)`},
		{"CN09 2.3 one that was announced a day late", ``, `
			a1 regional A 2009-03-15 12 announced=2009-03-02: anna`, `
			event-gone a1 homologated → (1.7)
			place-gone a1/1 held → for anna (1.7)`},
		{"CN09 1.4 the final of a region", threeFinalists, `
			final A 2010-01-31 pending: bo anna carla`, `
			region-result A provisional → (1.7.3)
			place-gone A/1 held → for bo (1.9)`},
		{"CN09 1.9 an answer", `
			g1 open 2009-03-01 16: anna`, `
			ask anna national yes`, `
			place-state g1/1 accepted → held (1.8)`},
		{"CN09 1.9 that somebody cannot come", `
			a1 regional A 2009-03-01 28: anna bo`, `
			away anna national`, `
			place-holder a1/1 held → held anna for bo (1.7)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := read(t, cn09(t), tt.season)
			before := b.state()
			b.add(tt.act)
			got := b.describeChanges(season.Difference(b.state(), before))
			for id, name := range b.names { // a host is written as its id
				got = strings.ReplaceAll(got, id.String(), name)
			}
			if diff := cmp.Diff(trimmed(tt.want), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// trimmed returns a text without the indents of its lines.
func trimmed(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// An event that was announced late is announced in time once its announcement is put right
// (CN09 2.3).
func TestBreachThatIsNoMore(t *testing.T) {
	t.Parallel()
	b := read(t, cn09(t), `a1 regional A 2009-03-15 12 announced=2009-03-02: anna`)
	late := b.state()
	b.facts.Events[0].Announced = "2009-03-01"
	for name, tt := range map[string]struct {
		before, after season.State
		want          string
	}{
		"CN09 2.3/put right":       {late, b.state(), "event-breach a1 announced-late → (2.3)"},
		"CN09 2.3/put wrong again": {b.state(), late, "event-breach a1 → announced-late (2.3)"},
		"CN09 2.3/neither":         {late, late, ""},
	} {
		if got := b.describeChanges(season.Difference(tt.before, tt.after)); got != tt.want {
			t.Errorf("%s: got %s, want %s", name, got, tt.want)
		}
	}
}

// Nobody is called up twice, or by a decision of the manager about another final.
func TestCalledUpOnce(t *testing.T) {
	t.Parallel()
	runCases(t, []seasonCase{
		{"CN09 1.7.2 the second of both stages is called up once, for a final of three", `
			regions A
			a1 regional A 2009-03-01 12: anna carla
			a2 regional A 2009-03-02 12: bo carla`, `
			A: final 3 (1.7.2) anna bo +carla`},
		{"CN09 1.7.4 whom the manager names twice is called up once", fiveFinalists + noSecondsNorThirds + `
			decide A final with 2 as the fourth is at hand: quarto quarto`, `
			A: final 6 after 2 tables (1.7.4) anna bo carla dora ezio +quarto`},
		{"CN09 1.7.4 nor is a finalist", fiveFinalists + noSecondsNorThirds + `
			decide A final with 2 as the fourth is at hand: anna quarto`, `
			A: final 6 after 2 tables (1.7.4) anna bo carla dora ezio +quarto`},
	})
}

// The manager's word that called somebody up was taken back and another given: they came to the
// final by no right, although they were asked (CN09 1.7.4).
func TestCalledUpByAWordThatIsNoMore(t *testing.T) {
	t.Parallel()
	b := read(t, cn09(t), fiveFinalists+noSecondsNorThirds+`
		decide A final with 2 as the fourth of Modena is at hand: quarto
		ask quarto regional yes at=+quarto
		final A 2010-01-31: quarto anna bo carla dora ezio`)
	b.check(`
		A/1: national quarto held paid (1.9)`)
	b.facts.Decisions[0].CalledUp = b.players([]string{"sesto"})
	b.check(`
		A: final 6 after 2 tables (1.7.4) anna bo carla dora ezio +sesto result homologated valid true -quarto
		A/1: national - void (1.9)`)
}

// A player called up by the manager is called at the time of the decision (CN09 1.7.4), and a
// second without a right to the final in which they came second is passed over (CN09 1.9).
func TestStepsOfThoseCalledUp(t *testing.T) {
	t.Parallel()
	b := read(t, cn09(t), fiveFinalists+noSecondsNorThirds+`
		decide A final with 2 as the fourth is at hand: quarto`)
	for _, p := range b.state().Places {
		if b.subject(p) == "+quarto" && !p.Steps[0].At.Equal(b.facts.Decisions[0].At) {
			t.Errorf("CN09 1.7.4 called up at %s, decided at %s", p.Steps[0].At, b.facts.Decisions[0].At)
		}
	}
	b = read(t, cn09(t), fourFinalists+`
		final A 2010-01-31: bo anna carla dora
		verdict a1 invalid
		away bo national`)
	passed := 0
	for _, p := range b.state().Places {
		for _, step := range p.Steps {
			if step.Reason == "won-without-place" && step.Player == b.player("anna") {
				passed++
				if step.Kind != season.PassedOver || step.Cite() != "CN09 1.9" {
					t.Errorf("CN09 1.9 got %s by %s", step.Kind, step.Cite())
				}
			}
		}
	}
	if passed != 1 {
		t.Errorf("CN09 1.9 passed over %d times", passed)
	}
}

// The deadlines of an event follow its own ruleset, which need not be the season's.
func TestDeadlinesOfAnEventByAnotherRuleset(t *testing.T) {
	t.Parallel()
	other, err := decode("three-tiers")
	if err != nil {
		t.Fatal(err)
	}
	b := read(t, cn09(t), `
		a1 regional A 2009-06-15 12 planned announced=-
		a2 regional A 2009-06-15 12 planned announced=-`)
	b.facts.Events[1].Rules = other
	cited := map[season.DeadlineKind][]string{}
	for _, d := range season.Deadlines(b.facts, b.state()) {
		cited[d.Kind] = append(cited[d.Kind], b.names[d.Event.UUID]+" "+string(d.Day)+" "+d.Cite())
	}
	want := map[season.DeadlineKind][]string{
		season.ToAnnounce: {"a1 2009-06-01 CN09 2.3", "a2 2009-06-10 TT 4"}, season.ToReport: {"a1 2009-06-22 CN09 1.11", "a2 2009-06-25 TT 4"},
	}
	if diff := cmp.Diff(want, cited); diff != "" {
		t.Error(diff)
	}
}
