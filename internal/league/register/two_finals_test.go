package register_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/register/registertest"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// twoRegions has two regions with three finalists each, whose finals are played on one weekend.
const twoRegions = threeStages + `
	regions piemonte
	p1 stage piemonte 2009-03-01 12: elio
	p2 stage piemonte 2009-03-08 12: fanny
	p3 stage piemonte 2009-03-15 12: gino
	fa regional aosta 2010-01-30 3 ended=2010-01-31: bea cleo anna
	fp regional piemonte 2010-01-31 3 pending: gino elio fanny
`

// The state of one regional final does not affect another, in whatever order they were played (CN09
// 1.7).
func TestStatesOfTwoFinals(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, twoRegions)
	for name, want := range map[string]season.Standing{"fa": season.Homologated, "fp": season.Provisional} {
		if got, ok := b.Season().EventState(b.Event(name).ID); !ok || got.Standing != want || got.Entered != 3 || got.Played != 3 {
			t.Errorf("CN09 1.7 %s: %s of %d and %d, want %s", name, got.Standing, got.Entered, got.Played, want)
		}
	}
}

// A final that is played over midnight has ended on the next day, from which its report has
// a week (CN09 1.11); one that is not has ended on its own.
func TestDaysOfFinals(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, twoRegions)
	s := b.Season()
	want := map[string][2]rules.Day{"fa": {"2010-01-30", "2010-01-31"}, "fp": {"2010-01-31", "2010-01-31"}}
	if len(s.Facts.Finals) != len(want) {
		t.Fatalf("there are %d finals", len(s.Facts.Finals))
	}
	for _, f := range s.Facts.Finals {
		name := b.Name(f.Event.UUID)
		if got := [2]rules.Day{f.Day, f.Ended}; got != want[name] {
			t.Errorf("%s: from %s to %s, want %s", name, got[0], got[1], want[name])
		}
	}
	for name, by := range map[string]rules.Day{"fa": "2010-02-07", "fp": "2010-02-07"} {
		if got := s.ReportBy(b.Event(name)); got != by {
			t.Errorf("CN09 1.11 %s is reported by %s, want %s", name, got, by)
		}
	}
}

// Changing the facts of one final leaves the others unchanged and in their order; a final that was
// not played before is added at the end.
func TestOtherFactsOfOneFinal(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, twoRegions)
	order := func(finals []season.Final) (out []string) {
		for _, f := range finals {
			out = append(out, b.Name(f.Event.UUID)+" "+b.Name(f.Ranking[0].UUID))
		}
		return out
	}
	set := func(names ...string) func(*season.Event) {
		return func(e *season.Event) {
			if e.Ranking = nil; len(names) > 0 {
				e.Ranking = b.Players(names...)
			}
		}
	}
	for _, tt := range []struct {
		name, final string
		ranking     []string
		want        []string
	}{
		{"CN09 1.7/the first is corrected", "fa", []string{"cleo", "bea", "anna"}, []string{"fa cleo", "fp gino"}},
		{"CN09 1.7/the last is corrected", "fp", []string{"elio", "gino", "fanny"}, []string{"fa bea", "fp elio"}},
		{"CN09 1.7/the first is not played any more", "fa", nil, []string{"fp gino"}},
		{"CN09 1.7/nor the last", "fp", nil, []string{"fa bea"}},
	} {
		s := b.Season()
		if d := cmp.Diff(tt.want, order(s.WithEvent(b.Event(tt.final), set(tt.ranking...)).Facts.Finals)); d != "" {
			t.Errorf("%s:\n%s", tt.name, d)
		}
		if d := cmp.Diff([]string{"fa bea", "fp gino"}, order(s.Facts.Finals)); d != "" {
			t.Errorf("%s: the season as it was:\n%s", tt.name, d)
		}
	}
	fa, without := b.Event("fa"), b.Season()
	without = without.WithEvent(fa, set())
	if d := cmp.Diff([]string{"fp gino", "fa anna"}, order(without.WithEvent(fa, set("anna", "bea", "cleo")).Facts.Finals)); d != "" {
		t.Errorf("CN09 1.7/played after the other:\n%s", d)
	}
}

// A new report leaves the reports of other events unchanged, and replaces the event's own report
// that was returned (CN09 1.11).
func TestReportsOfOtherEvents(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-03-01 12 received=2009-03-04: anna\na2 stage aosta 2009-03-01 12 returned: bea\na3 stage aosta 2009-03-01 12 unreported: cleo")
	s := b.Season()
	first, returned := s.LastReport(b.Event("a1").ID), s.LastReport(b.Event("a2").ID)
	if first == nil || returned == nil || s.LastReport(b.Event("a3").ID) != nil {
		t.Fatalf("received: %v and %v", first, returned)
	}
	again := facts.ReportReceipt{EventID: b.Event("a2").ID, Number: returned.Number + 1, ReceivedAt: b.At("2009-03-07 12:00")}
	after := s.Reported(b.Event("a2"), again)
	for id, want := range map[league.EventID]*facts.ReportReceipt{b.Event("a1").ID: first, b.Event("a2").ID: &again, b.Event("a3").ID: nil} {
		if d := cmp.Diff(want, after.LastReport(id)); d != "" {
			t.Errorf("CN09 1.11 %s:\n%s", b.Name(id.UUID), d)
		}
	}
	if len(after.Reports) != len(s.Reports) {
		t.Errorf("CN09 1.11 %d receipts, want %d", len(after.Reports), len(s.Reports))
	}
}
