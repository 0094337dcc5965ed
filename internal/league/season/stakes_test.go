package season_test

import (
	"fmt"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// describeStakes writes the stakes of an event: the tier, the number of missing players, "rank to
// final" with the journey and who may step in, and the same for the next tier.
func describeStakes(s season.Stakes) string {
	text := s.Tier.ID
	if s.Missing > 0 {
		text += fmt.Sprintf(" missing %d", s.Missing)
	}
	text += describeRanks(s.Places)
	if s.Next != nil {
		text += fmt.Sprintf(" | %d more: %s", s.Next.Missing, s.Next.Tier.ID) + describeRanks(s.Next.Places)
	}
	return text
}

func describeRanks(ranks []season.Stake) (text string) {
	for _, r := range ranks {
		text += fmt.Sprintf(" %d=%s", r.Rank, strings.TrimSuffix(string(r.To), "-final"))
		if r.Refund {
			text += " paid"
		}
		if r.Substitute > 0 {
			text += fmt.Sprintf(" or %d (%s)", r.Substitute, r.SubstituteParagraph)
		}
		if r.Place != "" {
			text += " given"
		}
		text += " (" + r.Paragraph + ")"
	}
	return text
}

func TestStakes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, event, want string }{
		{
			"CN09 1.7 before a stage: two are missing, 18 more would make it a Grande Torneo", "a1 regional A 2009-03-01 10/0 planned",
			"selection missing 2 1=regional or 2 (1.7) (1.7) | 18 more: grande-torneo 1=national paid or 2 (1.9) (1.7) 2=regional (1.7)",
		},
		{
			"CN09 1.7 during it: those who play count", "a1 regional A 2009-03-01 28/11 planned",
			"grande-torneo missing 1 1=national paid or 2 (1.9) (1.7) 2=regional (1.7)",
		},
		{
			"CN09 1.8 after an open event", "a1 open 2009-03-01 35: anna bo",
			"open 1=national or 2 (1.9) given (1.8) | 1 more: grande-evento 1=national or 2 (1.9) (1.8) 2=national (1.8)",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := read(t, cn09(t), tt.event)
			stakes, known := b.state().Stakes(b.event("a1"))
			if got := describeStakes(stakes); !known || got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
	if _, known := (season.State{}).Stakes(league.EventID{}); known {
		t.Error("an event that there is not has stakes")
	}
}

// describeDeadlines writes one deadline per line: the day, the task, its subject, the paragraph.
func (b *book) describeDeadlines() string {
	s := b.state()
	register := make(map[season.PlaceID]string)
	for _, p := range s.Places {
		register[p.ID] = b.subject(p)
	}
	var lines []string
	for _, d := range season.Deadlines(b.facts, s) {
		on := b.name(d.Event.UUID)
		if d.Event == (league.EventID{}) {
			on = b.name(d.Region.UUID)
		}
		if d.Place != "" {
			on = register[d.Place] + " " + b.name(d.Player.UUID)
		}
		line := fmt.Sprintf("%s %s %s (%s)", cmpDay(d.Day), d.Kind, on, d.Par)
		if !d.Remind.IsZero() {
			line += d.At.Format(" by 15:04") + d.Remind.Format(" remind 2006-01-02")
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func cmpDay(d rules.Day) string {
	if d == "" {
		return "-"
	}
	return string(d)
}

func TestDeadlines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, season, want string }{
		{"CN09 2.3 an event is made public two weeks ahead, then reported within a week", `
			a1 regional A 2009-03-15 12 planned announced=-`, `
			2009-03-01 announce a1 (2.3)
			2009-03-22 report a1 (1.11)`},
		{"CN09 2.2 a report waits a week, CN09 1.4 the final is to be played", `
			regions A
			a1 regional A 2009-03-01 12 pending: anna
			a2 regional A 2009-03-02 12: bo
			a3 regional A 2009-03-03 12: carla`, `
			2009-03-09 homologate a1 (2.2)
			2010-02-14 play-final A (1.4)`},
		{"CN09 1.4 a final that was played waits for nothing", threeFinalists + `
			final A 2010-01-31: anna`, ``},
		{"CN09 1.7.1 a region is to be named", `
			regions A
			a1 regional A 2009-03-01 12: anna`, `
			2010-02-14 name-region A (1.7.1)`},
		{"CN09 1.7.4 a decision is to be made", fiveFinalists + noSecondsNorThirds, `
			2010-02-14 decide A (1.7.4)`},
		{"CN09 1.10 prizes go back, unless they are kept or have come back", `
			a1 regional A 2009-03-01 11 prizes=2500: anna
			a2 regional A 2009-03-01 11 prizes=kept: bo
			a3 regional A 2009-03-01 11 prizes=2500 settled: carla`, `
			2009-03-08 return-prizes a1 (1.10)`},
		{"CN09 1.9 an answer is due with a reminder two days before, the journey of who comes is paid", `
			champion rex
			a1 regional A 2009-03-01 28: anna bo
			g1 open 2009-03-02 16: carla
			ask anna national
			ask rex national yes
			ask carla national yes`, `
			2010-01-17 answer a1/1 anna (1.9) by 12:01 remind 2010-01-15
			- refund champion rex (1.9)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var want []string
			for line := range strings.Lines(tt.want) {
				if line = strings.TrimSpace(line); line != "" {
					want = append(want, line)
				}
			}
			if got := read(t, cn09(t), tt.season).describeDeadlines(); got != strings.Join(want, "\n") {
				t.Errorf("got\n%s\nwant%s", got, tt.want)
			}
		})
	}
}

// Another federation counts its days otherwise, without code of its own.
func TestDeadlinesOfAnotherRuleset(t *testing.T) {
	t.Parallel()
	r, err := decode("three-tiers")
	if err != nil {
		t.Fatal(err)
	}
	b := read(t, r, `
		regions A
		a1 regional A 2009-06-15 12 planned announced=-
		a2 regional A 2009-06-01 12 received=2009-06-09 pending: anna`)
	const want = "2009-06-10 announce a1 (4)\n2009-06-21 homologate a2 (4)\n2009-06-25 report a1 (4)\n2010-05-31 decide A (7.1)"
	if got := b.describeDeadlines(); got != want {
		t.Errorf("TT 4 got\n%s\nwant\n%s", got, want)
	}
	for _, tt := range []struct {
		name  string
		rules *rules.Ruleset
		final rules.Day
		want  rules.Day
	}{
		{"TT 6 thirty days after the national final", r, "2010-06-05", "2010-07-05"},
		{"TT 6 before the national final is announced", r, "", ""},
		{"CN09 1.9 names no day", cn09(t), "2010-06-05", ""},
	} {
		if got := season.ClaimBy(tt.rules, season.Period{NationalFinal: tt.final}); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
