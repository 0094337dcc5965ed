package homologation_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// demanded are the demands that an event of these tests may fail.
var demanded = []season.Demand{season.TooFewPlayers, season.PhotosMissing, season.ResultsLate, season.ResultsUnsound}

// someCase draws a stage that fails some demands. Each of them may be waived by the manager, by the checker or
// by nobody, and some were waived before.
func someCase(t *testing.T, rt *rapid.T) homologation.Case {
	t.Helper()
	var checks []season.Check
	var waived []string
	for _, demand := range demanded {
		if !rapid.Bool().Draw(rt, "fails "+string(demand)) {
			continue
		}
		waiver := rapid.SampledFrom([]rules.Waiver{rules.Nobody, rules.ByManager, rules.ByWhoChecks}).Draw(rt, "waiver")
		checks = append(checks, failed(demand, waiver, "1.11"))
		if rapid.IntRange(0, 3).Draw(rt, "waived before") == 0 {
			waived = append(waived, string(demand))
		}
	}
	c := stage(t, checks...)
	c.Manager = rapid.Bool().Draw(rt, "manager")
	if waived != nil {
		c.Last = &facts.Verdict{Kind: facts.VerdictWaived, Number: 1, Waived: waived}
	}
	return c
}

// TestHomologatedMeetsOrIsWaived: no event that fails a demand is homologated, unless somebody entitled to has
// waived the demand. An event that meets all demands is homologated (CN09 1.11).
func TestHomologatedMeetsOrIsWaived(t *testing.T) {
	t.Parallel()
	now := rome(t, "2009-03-02 09:00")
	rapid.Check(t, func(rt *rapid.T) {
		c := someCase(t, rt)
		asked := rapid.SliceOfDistinct(rapid.SampledFrom(demanded), rapid.ID[season.Demand]).Draw(rt, "asked")
		v, err := c.Homologate(homologation.NewVerdict{Kind: facts.VerdictHomologated, Demands: asked, Reason: "Va bene"}, now)
		before := []string(nil)
		if c.Last != nil {
			before = c.Last.Waived
		}
		may := true
		for _, demand := range asked {
			i := slices.IndexFunc(c.State.Checks, func(check season.Check) bool { return check.Demand == demand })
			may = may && i >= 0 && !slices.Contains(before, string(demand)) &&
				(c.State.Checks[i].Waive == rules.ByWhoChecks || c.State.Checks[i].Waive == rules.ByManager && c.Manager)
		}
		for _, check := range c.State.Checks {
			may = may && (slices.Contains(before, string(check.Demand)) || slices.Contains(asked, check.Demand))
		}
		if (err == nil) != may {
			rt.Fatalf("with %v waived before, to waive %v of %+v by the manager (%t): %v", before, asked, c.State.Checks, c.Manager, err)
		}
		for _, demand := range before {
			if err == nil && !slices.Contains(v.Waived, demand) {
				rt.Fatalf("what was waived is forgotten: %v of %v", v.Waived, before)
			}
		}
	})
}

// TestInvalidForAReason: an event that fails nothing is never declared invalid, and one that fails something
// may be, by any decision maker (CN09 1.11).
func TestInvalidForAReason(t *testing.T) {
	t.Parallel()
	now := rome(t, "2009-03-02 09:00")
	rapid.Check(t, func(rt *rapid.T) {
		c := someCase(t, rt)
		unsound := rapid.Bool().Draw(rt, "unsound")
		_, err := c.Homologate(homologation.NewVerdict{Kind: facts.VerdictInvalidated, Unsound: unsound, Reason: "Non va"}, now)
		if want := unsound || len(c.State.Checks) > 0; (err == nil) != want {
			rt.Fatalf("unsound (%t), failing %+v: %v", unsound, c.State.Checks, err)
		}
	})
}

// TestReversalUndoes: after a verdict is reversed the case is as if there had been none, except for the
// numbering, and the same verdict can be given again.
func TestReversalUndoes(t *testing.T) {
	t.Parallel()
	now := rome(t, "2009-03-02 09:00")
	rapid.Check(t, func(rt *rapid.T) {
		c := someCase(t, rt)
		c.Last = nil
		n := homologation.NewVerdict{
			Kind:    rapid.SampledFrom([]facts.VerdictKind{facts.VerdictHomologated, facts.VerdictInvalidated}).Draw(rt, "kind"),
			Unsound: rapid.Bool().Draw(rt, "unsound"), Reason: "Deciso",
		}
		first, err := c.Homologate(n, now)
		if err != nil {
			return
		}
		c.Last = &first
		if _, err := c.Homologate(n, now); no(t, err) != "not now: event-decided (decision="+string(n.Kind)+")" {
			rt.Fatalf("decided twice: %v", err)
		}
		back, err := c.Reverse("Ripensato", now)
		if err != nil {
			rt.Fatal(err)
		}
		c.Last = &back
		again, err := c.Homologate(n, now)
		if err != nil || again.Kind != first.Kind || again.Number != 3 || len(again.Waived) != 0 {
			rt.Fatalf("got %+v after %+v: %v", again, first, err)
		}
	})
}

// TestDaysLeftCountCalendarDays: each calendar day reduces the days left by one, at any hour and across clock
// changes; on the last day 0 are left.
func TestDaysLeftCountCalendarDays(t *testing.T) {
	t.Parallel()
	e := facts.Event{TimeZone: "Europe/Rome"}
	rapid.Check(t, func(rt *rapid.T) {
		from := time.Date(2009, 1, 1, 0, 0, 0, 0, e.Location()).AddDate(0, 0, rapid.IntRange(0, 364).Draw(rt, "day"))
		now := from.Add(time.Duration(rapid.IntRange(0, 22*60+59).Draw(rt, "minute")) * time.Minute)
		days := rapid.IntRange(-40, 40).Draw(rt, "days")
		by := rules.DayOf(now.In(e.Location())).Plus(days)
		if got := homologation.DaysLeft(e, by, now.UTC()); got != days {
			rt.Fatalf("at %s until %s: %d days, want %d", now, by, got, days)
		}
	})
}

// TestFindingsInWords: all findings about the report of an event that was played here, in their order, with
// their figures.
func TestFindingsInWords(t *testing.T) {
	t.Parallel()
	p := finishedPapers(t)
	p.Expelled = []string{"Imbrogli", ""}
	p.State.Format.Semifinal = true
	want := []string{
		"met CN09 1.11: ranking-complete (players=2, ranked=2)",
		"met CN09 1.3: first-referee-in-report",
		"met CN09 1.11: games-with-result (games=2, missing=0)",
		"failed CN09 3.2: structure-played (played=1, rounds=1)",
		"failed CN09 5.5: expulsions-reported (expelled=2, reported=1)",
	}
	var got []string
	for _, f := range p.Findings() {
		got = append(got, string(f.Result)+" "+f.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestMayHomologateAfterTheReport: the right to decide does not depend on the state of the event; the possible
// decisions do ([homologation.Case.Homologate]).
func TestMayHomologateAfterTheReport(t *testing.T) {
	t.Parallel()
	for _, state := range []facts.EventState{facts.Announced, facts.Running, facts.Finished} {
		c := stage(t)
		c.Event.State, c.Manager = state, false
		if got := no(t, c.MayHomologate(nil)); got != "" {
			t.Errorf("%s: %s", state, got)
		}
	}
	own := []league.Grounds{{Code: "CN09", Par: "2.2", Reason: "own-event-player"}}
	c := stage(t)
	c.Event.Kind = facts.KindNationalFinal
	if got := no(t, c.MayHomologate(own)); got != "no: CN09 2.2: own-event-player" {
		t.Errorf("one's own goes before everything else: %s", got)
	}
}
