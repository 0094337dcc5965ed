package register_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/register/registertest"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// CN09 5.5: a ban that is limited to kinds of events bars from these, and each final is
// a kind of its own.
func TestBansFromKindsOfEvents(t *testing.T) {
	t.Parallel()
	lateEvening := time.Date(2009, 6, 10, 22, 30, 0, 0, time.UTC)
	for _, tt := range []struct {
		name  string
		kinds []string
		want  []season.Bar
	}{
		{"from everything", nil, []season.Bar{{}}},
		{"from stages and online events", []string{"stage", "online"}, []season.Bar{{Circuits: []rules.Circuit{rules.RegionalCircuit, rules.OnlineCircuit}}}},
		{"from regional finals only", []string{"regional-final"}, []season.Bar{{Finals: []rules.SeasonFinal{rules.ToRegionalFinal}}}},
		{"from the national final only", []string{"national-final"}, []season.Bar{{Finals: []rules.SeasonFinal{rules.ToNationalFinal}}}},
		{
			"from open events and the national final",
			[]string{"open", "national-final"},
			[]season.Bar{{Circuits: []rules.Circuit{rules.OpenCircuit}, Finals: []rules.SeasonFinal{rules.ToNationalFinal}}},
		},
		{"from what is of no season", []string{"club"}, nil},
	} {
		b := registertest.Read(t, registertest.CN09, "")
		b.Bars = []facts.SeasonBar{{Kinds: tt.kinds, DecidedAt: lateEvening}}
		for i := range tt.want {
			tt.want[i].Decided = "2009-06-11" // in Rome it was past midnight
		}
		if diff := cmp.Diff(tt.want, b.Season().Facts.Bars); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// Days of an event are in the time zone of its venue, days of the season in its own.
func TestDaysOfFacts(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-06-07 12 at=00:30 received=2009-06-08 announced=2009-05-01 ended=2009-06-08: anna\nnat national 2010-03-14 at=00:30")
	day := func() season.Event { return b.Season().Facts.Events[0] }
	e := day()
	if e.Day != "2009-06-07" || e.Ended != "2009-06-08" || e.Announced != "2009-05-01" || e.Report.Received != "2009-06-08" {
		t.Errorf("at Rome: %+v", e)
	}
	b.Events[0].MovedAt = &b.Events[0].StartsAt
	if e := day(); e.Announced != "2009-06-07" {
		t.Errorf("CN09 2.3 it is public as it is since it was moved: %s", e.Announced)
	}
	b.Events[0].TimeZone = "Atlantic/Azores"
	if e := day(); e.Day != "2009-06-06" || e.Report.Received != "2009-06-08" {
		t.Errorf("on the Azores it is the evening before: %+v", e)
	}
	if got := b.Season().Facts.Period; got != (season.Period{From: "2009-02-01", To: "2009-12-31", FinalsBy: "2010-02-14", NationalFinal: "2010-03-14"}) {
		t.Errorf("CN09 1.4: %+v", got)
	}
}

// The stored papers, prizes and verdicts of an event reach the engine.
func TestPapersOfFacts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, options    string
		reported, judged bool
		waived           []season.Demand // before it is decided
	}{
		{"CN09 1.11/before a report", "unreported", false, false, nil},
		{"CN09 1.11/with one", "pending", true, false, nil},
		{"CN09 1.11/one that was returned is none", "returned", false, false, nil},
		{"CN09 1.11/what was waived, the event being open", "waived=results-late", true, false, []season.Demand{season.ResultsLate}},
		{"CN09 1.11/what was waived with the verdict stands there", "homologated waived=results-late", true, true, nil},
		{"CN09 1.11/invalid", "invalid", true, true, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, threeStages+"e stage aosta 2009-06-07 12 "+tt.options+": anna\nf regional aosta 2010-01-31 3 "+tt.options+": anna bea cleo")
			e, f := b.Season().Facts.Events[3], b.Season().Facts.Finals[0]
			for _, got := range []struct {
				report  *season.Report
				verdict *season.Verdict
				waived  []season.Demand
			}{{e.Report, e.Verdict, e.Waived}, {f.Report, f.Verdict, f.Waived}} {
				if (got.report != nil) != tt.reported || (got.verdict != nil) != tt.judged {
					t.Errorf("report %+v, verdict %+v", got.report, got.verdict)
				}
				if diff := cmp.Diff(tt.waived, got.waived); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
	b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-06-07 12 referees=rita,zoe prizes=2500 kept new: anna")
	e := b.Season().Facts.Events[0]
	want := season.Prizes{Kept: true, Price: league.Money{Cents: 2500, Currency: "EUR"}}
	if diff := cmp.Diff(b.Players("rita", "zoe"), e.Referees); diff != "" || *e.Prizes != want || !e.NewOrganizer {
		t.Errorf("%+v, referees %s", e, diff)
	}
}

// A final is one of the season's once it is over: before, nothing leads on from it.
func TestFinalsOfFacts(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, threeStages+"f regional aosta 2010-01-31 running: anna bea cleo")
	if got := b.Season().Facts.Finals; len(got) != 0 {
		t.Errorf("CN09 1.7 while it is played: %+v", got)
	}
	b = registertest.Read(t, registertest.CN09, threeStages+"f regional aosta 2010-01-31 3: bea anna cleo")
	is(t, "CN09 1.9 its winner is to come to the national final", b.Holders(b.Season(), "national"), "bea held")
}
