package register_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/register"
	"referto/internal/league/register/registertest"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// The preview of a planned event equals the season after it was played in that way, whatever has
// happened in the season, by CN09 and by a federation with other sizes and papers: places, finals
// and journeys, to the last step.
func TestAnyPlannedEventComes(t *testing.T) {
	t.Parallel()
	books := map[string]string{
		registertest.CN09: championship,
		"border-league": `
			regions aosta piemonte
			b1 stage aosta 2009-03-01 5: anna xenia ada
			b2 stage aosta 2009-03-02 6: bea yara bice
			g1 open 2009-05-03 8: elio fanny`,
	}
	rapid.Check(t, func(t *rapid.T) {
		ruleset := rapid.SampledFrom([]string{registertest.CN09, "border-league"}).Draw(t, "ruleset")
		b := registertest.Read(t, ruleset, books[ruleset])
		for range rapid.IntRange(0, 2).Draw(t, "happened") {
			b.Add(rapid.SampledFrom([]string{"no anna regional", "no elio national", "bar bea banned 2009-06-01 -", "merge piemonte aosta"}).Draw(t, "before"))
		}
		circuit := rapid.SampledFrom([]rules.Circuit{rules.RegionalCircuit, rules.OpenCircuit}).Draw(t, "circuit")
		players := rapid.SampledFrom([]int{4, 5, 8, 11, 12, 15, 16, 27, 28, 36}).Draw(t, "players")
		first := rapid.Permutation([]string{"nadia", "olga", "pia", "anna", "fanny", "rex"}).Draw(t, "first")[:min(players, 5)]
		day := rules.Day("2009-09-01").Plus(rapid.IntRange(0, 60).Draw(t, "day"))
		kind, region, line := "open", "-", "open"
		if circuit == rules.RegionalCircuit {
			region = rapid.SampledFrom([]string{"aosta", "piemonte"}).Draw(t, "region")
			kind, line = "stage", "stage "+region
		}
		before := b.Season()
		planned := register.PlannedEvent{Circuit: circuit, Day: day, Players: players, Ranking: b.Players(first...)}
		if kind == "stage" {
			planned.Region = b.Region(region)
		}
		asked, err := before.PreviewEvent(planned, b.At("2009-08-01 12:00"))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		verdict := ""
		state, _ := asked.EventState(lastEvent(asked))
		if state.Standing == season.Invalidated {
			verdict = " invalid"
		}
		came := b.Add(fmt.Sprintf("x %s %s %d announced=2009-08-01 received=%s%s: %s", line, day, players, day, verdict, strings.Join(first, " "))).Season()
		got, want := b.Holders(asked, "regional")+" | "+b.Holders(asked, "national"), b.Holders(came, "regional")+" | "+b.Holders(came, "national")
		if got != want {
			t.Fatalf("%s of %d on %s\nasked %s\ncame  %s", line, players, day, got, want)
		}
		for _, name := range []string{"aosta", "piemonte"} {
			if is, comes := regions(b, asked, name), regions(b, came, name); is != comes {
				t.Fatalf("%s: asked %s, came %s", name, is, comes)
			}
		}
	})
}

// lastEvent returns the id of the hypothetical event, which is the last of all ids.
func lastEvent(s *register.Season) league.EventID { return s.Events[len(s.Events)-1].ID }
