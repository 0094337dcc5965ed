package series_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/series"
)

// autumn returns a stage of a circuit and a region, on the last day of October in Rome; in UTC it is still the
// day before.
func autumn(change func(*facts.Event)) facts.Event {
	e := facts.Event{
		State: facts.Finished, StartsAt: time.Date(2009, 10, 30, 23, 30, 0, 0, time.UTC), TimeZone: "Europe/Rome",
		SeasonID: &league.SeasonID{UUID: uuid.UUID{1}}, Circuit: "regional", RegionID: &league.RegionID{UUID: uuid.UUID{2}},
	}
	if change != nil {
		change(&e)
	}
	return e
}

func seasonID(n byte) *league.SeasonID { return &league.SeasonID{UUID: uuid.UUID{n}} }

func regionID(n byte) *league.RegionID { return &league.RegionID{UUID: uuid.UUID{n}} }

// An event fits a series if it has the day at the venue, the year, season, circuit and region that the series
// asks for; a series that names none of them takes any event. The reason for a misfit includes the requirement.
func TestMisfit(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		says   string
		series facts.Series
		event  facts.Event
		want   string
	}{
		{"any event", facts.Series{}, autumn(nil), ""},
		{"any event of no season", facts.Series{}, facts.Event{State: facts.Announced}, ""},
		{"a draft", facts.Series{}, autumn(func(e *facts.Event) { e.State = facts.Draft }), "series-of-draft"},
		{"an announced one", facts.Series{}, autumn(func(e *facts.Event) { e.State = facts.Announced }), ""},
		{"a cancelled one", facts.Series{}, autumn(func(e *facts.Event) { e.State = facts.Cancelled }), ""},
		{"on the first day", facts.Series{FromDay: "2009-10-31"}, autumn(nil), ""},
		{"before it", facts.Series{FromDay: "2009-11-01"}, autumn(nil), "series-before-first-day (day=2009-10-31, first=2009-11-01)"},
		{"on the last day", facts.Series{UntilDay: "2009-10-31"}, autumn(nil), ""},
		{"after it", facts.Series{UntilDay: "2009-10-30"}, autumn(nil), "series-after-last-day (day=2009-10-31, last=2009-10-30)"},
		{"of one day", facts.Series{FromDay: "2009-10-31", UntilDay: "2009-10-31"}, autumn(nil), ""},
		{"of the year", facts.Series{Year: 2009}, autumn(nil), ""},
		{"of another year", facts.Series{Year: 2010}, autumn(nil), "series-of-other-year (day=2009-10-31, year=2010)"},
		{
			"of the year at the venue",
			facts.Series{Year: 2010},
			autumn(func(e *facts.Event) { e.StartsAt = time.Date(2009, 12, 31, 23, 30, 0, 0, time.UTC) }), "",
		},
		{"of the season", facts.Series{SeasonID: seasonID(1)}, autumn(nil), ""},
		{"of another season", facts.Series{SeasonID: seasonID(9)}, autumn(nil), "series-of-other-season"},
		{"of no season", facts.Series{SeasonID: seasonID(1)}, autumn(func(e *facts.Event) { e.SeasonID = nil }), "series-of-other-season"},
		{"of the circuit", facts.Series{Circuit: "regional"}, autumn(nil), ""},
		{"of another circuit", facts.Series{Circuit: "open"}, autumn(nil), "series-of-other-circuit (circuit=open)"},
		{"of no circuit", facts.Series{Circuit: "open"}, autumn(func(e *facts.Event) { e.Circuit = "" }), "series-of-other-circuit (circuit=open)"},
		{"of the region", facts.Series{RegionID: regionID(2)}, autumn(nil), ""},
		{"of another region", facts.Series{RegionID: regionID(9)}, autumn(nil), "series-of-other-region"},
		{"of no region", facts.Series{RegionID: regionID(2)}, autumn(func(e *facts.Event) { e.RegionID = nil }), "series-of-other-region"},
		{"a draft before all else", facts.Series{FromDay: "2010-01-01"}, autumn(func(e *facts.Event) { e.State = facts.Draft }), "series-of-draft"},
	} {
		got := ""
		if g := series.Misfit(tt.series, tt.event); g != nil {
			got = g.String()
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.says, got, tt.want)
		}
	}
}

// An event counts once it is posted, for as long as it fits. Otherwise the reason is given: it is not over, was
// reopened, gives nothing, was played elsewhere, is void, or waits for its homologation (CN09 1.11, 2.2).
func TestStatusOf(t *testing.T) {
	t.Parallel()
	r := scheme(t, "best-of-series")
	at := time.Date(2009, 10, 31, 20, 0, 0, 0, time.UTC)
	in := func(state facts.EventState) facts.Event { return autumn(func(e *facts.Event) { e.State = state }) }
	refused := &league.Grounds{Reason: "series-nobody-ranked"}
	for _, tt := range []struct {
		says   string
		series facts.Series
		event  facts.Event
		known  facts.SeriesEvent
		counts bool
		want   string
	}{
		{"posted", facts.Series{}, in(facts.Finished), facts.SeriesEvent{Counts: true}, true, "BN 3: series-event-counts"},
		{"posted, and does not fit any more", facts.Series{Year: 2010}, in(facts.Finished), facts.SeriesEvent{Counts: true}, false, "series-of-other-year (day=2009-10-31, year=2010)"},
		{"cancelled", facts.Series{}, in(facts.Cancelled), facts.SeriesEvent{Counts: true}, false, "BN: series-event-cancelled"},
		{"under way", facts.Series{}, in(facts.Running), facts.SeriesEvent{}, false, "BN: series-event-running"},
		{"opened again", facts.Series{}, autumn(func(e *facts.Event) { e.State, e.ProcessedAt = facts.Running, &at }), facts.SeriesEvent{}, false, "BN: series-event-reopened"},
		{"open for entries", facts.Series{}, in(facts.Open), facts.SeriesEvent{}, false, "BN: series-event-to-come (day=2009-10-31)"},
		{"closed for entries", facts.Series{}, in(facts.Closed), facts.SeriesEvent{}, false, "BN: series-event-to-come (day=2009-10-31)"},
		{"gives nothing", facts.Series{}, in(facts.Finished), facts.SeriesEvent{Refused: refused, Void: true}, false, "series-nobody-ranked"},
		{"played elsewhere", facts.Series{}, autumn(func(e *facts.Event) { e.Elsewhere = true }), facts.SeriesEvent{}, false, "BN: series-event-elsewhere"},
		{"played elsewhere, with its points, and not homologated", facts.Series{}, autumn(func(e *facts.Event) { e.Elsewhere = true }), facts.SeriesEvent{Entered: true}, false, "BN: series-event-not-homologated"},
		{"played elsewhere, with its points, homologated and not posted since", facts.Series{}, autumn(func(e *facts.Event) { e.Elsewhere = true }), facts.SeriesEvent{Entered: true, Verdict: facts.VerdictHomologated}, false, "BN: series-event-to-post"},
		{"played elsewhere, with its points, without season and not posted since", facts.Series{}, autumn(func(e *facts.Event) { e.Elsewhere, e.SeasonID = true, nil }), facts.SeriesEvent{Entered: true}, false, "BN: series-event-to-post"},
		{"played elsewhere, with its points, and void", facts.Series{}, autumn(func(e *facts.Event) { e.Elsewhere, e.SeasonID = true, nil }), facts.SeriesEvent{Entered: true, Void: true}, false, "BN: series-event-void"},
		{"played elsewhere, with its points", facts.Series{}, autumn(func(e *facts.Event) { e.Elsewhere = true }), facts.SeriesEvent{Entered: true, Counts: true}, true, "BN 3: series-event-counts"},
		{"invalidated", facts.Series{}, in(facts.Finished), facts.SeriesEvent{Verdict: facts.VerdictInvalidated}, false, "BN: series-event-void"},
		{"void", facts.Series{}, in(facts.Finished), facts.SeriesEvent{Verdict: facts.VerdictHomologated, Void: true}, false, "BN: series-event-void"},
		{"over, and not homologated", facts.Series{}, in(facts.Finished), facts.SeriesEvent{}, false, "BN: series-event-not-homologated"},
		{"over, with results that are final", facts.Series{}, autumn(func(e *facts.Event) { e.ProcessedAt = &at }), facts.SeriesEvent{}, false, "BN: series-event-not-homologated"},
		{"sent back", facts.Series{}, in(facts.Finished), facts.SeriesEvent{Verdict: facts.VerdictReturned}, false, "BN: series-event-not-homologated"},
	} {
		got := series.StatusOf(r, tt.series, tt.event, tt.known)
		if got.Counts != tt.counts || got.Grounds.String() != tt.want {
			t.Errorf("%s: %t, %q, want %t, %q", tt.says, got.Counts, got.Grounds, tt.counts, tt.want)
		}
	}
}

// A series needs a ruleset with a section series. Its days are in order and within its year, and a circuit or a
// region needs a season.
func TestCheckSetup(t *testing.T) {
	t.Parallel()
	r := scheme(t, "best-of-series")
	without, err := presets.Find("firenzegioca-2014")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		says   string
		rules  *rules.Ruleset
		series facts.Series
		want   string
	}{
		{"nothing but a ruleset", r, facts.Series{}, ""},
		{"a ruleset without series", without, facts.Series{}, "/ruleset: FG14: ruleset-without-series"},
		{"one day", r, facts.Series{FromDay: "2009-10-31", UntilDay: "2009-10-31"}, ""},
		{"no last day", r, facts.Series{FromDay: "2009-10-31"}, ""},
		{"no first day", r, facts.Series{UntilDay: "2009-10-31"}, ""},
		{"days the wrong way round", r, facts.Series{FromDay: "2009-10-31", UntilDay: "2009-10-30"}, "/until: BN: before-from"},
		{"days of the year", r, facts.Series{FromDay: "2009-01-01", UntilDay: "2009-12-31", Year: 2009}, ""},
		{"a year without days", r, facts.Series{Year: 2009}, ""},
		{"a first day before the year", r, facts.Series{FromDay: "2008-12-31", Year: 2009}, "/from: BN: series-of-other-year (day=2008-12-31, year=2009)"},
		{"a last day after it", r, facts.Series{UntilDay: "2010-01-01", Year: 2009}, "/until: BN: series-of-other-year (day=2010-01-01, year=2009)"},
		{
			"both", r,
			facts.Series{FromDay: "2008-12-31", UntilDay: "2010-01-01", Year: 2009},
			"/from: BN: series-of-other-year (day=2008-12-31, year=2009); /until: BN: series-of-other-year (day=2010-01-01, year=2009)",
		},
		{"circuit and region of a season", r, facts.Series{SeasonID: seasonID(1), Circuit: "open", RegionID: regionID(1)}, ""},
		{"a circuit of none", r, facts.Series{Circuit: "open"}, "/circuit: BN: needs-season"},
		{"a region of none", r, facts.Series{RegionID: regionID(1)}, "/region: BN: needs-season"},
	} {
		got := ""
		if err := series.CheckSetup(tt.rules, tt.series); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.says, got, tt.want)
		}
	}
}

// SQ00 penalties: seven points are taken off any running standing, the annual one included. Missing values are
// taken from the offense. A penalty has points other than 0 and cites a paragraph of the regulation, and one
// for the whole year needs a year.
func TestCheckPenalty(t *testing.T) {
	t.Parallel()
	r, err := presets.Find("risiko-squadre-2000")
	if err != nil {
		t.Fatal(err)
	}
	points := func(text string) *league.Frac {
		f, err := league.ParseFrac(text)
		if err != nil {
			t.Fatal(err)
		}
		return &f
	}
	for _, tt := range []struct {
		says   string
		series facts.Series
		given  series.NewPenalty
		want   string // points and paragraph, or the faults
	}{
		{"those of the offense", facts.Series{}, series.NewPenalty{Offense: "disturbance"}, "-7 penalties"},
		{"of another offense", facts.Series{}, series.NewPenalty{Offense: "deliberate-overplacement"}, "-25 base 6"},
		{"its own points for the offense", facts.Series{}, series.NewPenalty{Offense: "disturbance", Points: points("-3.5")}, "-3.5 penalties"},
		{"another paragraph for the offense", facts.Series{}, series.NewPenalty{Offense: "disturbance", Paragraph: "base 20"}, "-7 base 20"},
		{"of no offense", facts.Series{}, series.NewPenalty{Points: points("-1"), Paragraph: "penalties"}, "-1 penalties"},
		{"points that are given", facts.Series{}, series.NewPenalty{Points: points("9999"), Paragraph: "penalties"}, "9999 penalties"},
		{"as many as may be", facts.Series{}, series.NewPenalty{Points: points("-9999"), Paragraph: "penalties"}, "-9999 penalties"},
		{"to the hundredth", facts.Series{}, series.NewPenalty{Points: points("-0.01"), Paragraph: "penalties"}, "-0.01 penalties"},
		{"an offense of no list", facts.Series{}, series.NewPenalty{Offense: "yawning"}, "/offense: SQ00: unknown-offense (offense=yawning)"},
		{"no points", facts.Series{}, series.NewPenalty{Paragraph: "penalties"}, "/points: SQ00: points-missing (offense=)"},
		{"more than may be", facts.Series{}, series.NewPenalty{Points: points("9999.01"), Paragraph: "penalties"}, "/points: SQ00 penalties: outside-range (max=9999, min=-9999)"},
		{"fewer than may be", facts.Series{}, series.NewPenalty{Points: points("-9999.01"), Paragraph: "penalties"}, "/points: SQ00 penalties: outside-range (max=9999, min=-9999)"},
		{"of nothing", facts.Series{}, series.NewPenalty{Points: points("0"), Paragraph: "penalties"}, "/points: SQ00 penalties: series-penalty-of-nothing"},
		{"to the thousandth", facts.Series{}, series.NewPenalty{Points: points("-0.001"), Paragraph: "penalties"}, "/points: SQ00 penalties: too-many-decimals (most=2)"},
		{"no paragraph", facts.Series{}, series.NewPenalty{Points: points("-1")}, "/paragraph: SQ00: paragraph-missing"},
		{"a paragraph of no regulation", facts.Series{}, series.NewPenalty{Points: points("-1"), Paragraph: "99"}, "/paragraph: SQ00: unknown-paragraph (paragraph=99)"},
		{"neither", facts.Series{}, series.NewPenalty{}, "/points: SQ00: points-missing (offense=); /paragraph: SQ00: paragraph-missing"},
		{"of a year", facts.Series{Year: 2000}, series.NewPenalty{Offense: "disturbance", WholeYear: true}, "-7 penalties"},
		{"of a year that the series has not", facts.Series{}, series.NewPenalty{Offense: "disturbance", WholeYear: true}, "/wholeYear: SQ00: series-without-year"},
	} {
		n, err := series.CheckPenalty(r, tt.series, tt.given)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = n.Points.String() + " " + n.Paragraph
		}
		if got != tt.want {
			t.Errorf("SQ00 penalties/%s: %q, want %q", tt.says, got, tt.want)
		}
		if n.Offense != tt.given.Offense || n.WholeYear != tt.given.WholeYear {
			t.Errorf("SQ00 penalties/%s: it is another penalty: %+v", tt.says, n)
		}
	}
}

// An event joins a series once, if it fits and has the figures that the points of the series name. The first of
// these reasons is given.
func TestRefuseEvent(t *testing.T) {
	t.Parallel()
	lacking := &league.RuleError{Grounds: league.Grounds{Reason: "series-figure-missing"}}
	for _, tt := range []struct {
		says   string
		series facts.Series
		member bool
		lacks  *league.RuleError
		want   string
	}{
		{"one that fits", facts.Series{Year: 2009}, false, nil, ""},
		{"one that the series has", facts.Series{Year: 2010}, true, lacking, "series-has-event"},
		{"one of another year", facts.Series{Year: 2010}, false, lacking, "series-of-other-year"},
		{"one without a figure", facts.Series{Year: 2009}, false, lacking, "series-figure-missing"},
	} {
		got := ""
		if g := series.RefuseEvent(tt.series, autumn(nil), tt.member, tt.lacks); g != nil {
			got = g.Reason
		}
		if got != tt.want {
			t.Errorf("SQ00 3 %s: got %q, want %q", tt.says, got, tt.want)
		}
	}
}
