package register_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/register"
	"referto/internal/league/register/registertest"
	"referto/internal/league/season"
)

// checks lists the demands on an event that are not met, "failed photos-missing (CN09 1.6.a)".
func checks(s *register.Season, id league.EventID) string {
	state, _ := s.EventState(id)
	out := []string{string(state.Standing)}
	for _, c := range state.Checks {
		if c.Result != season.Met {
			out = append(out, string(c.Result)+" "+string(c.Demand)+" ("+c.Cite()+")")
		}
	}
	return strings.Join(out, ", ")
}

// CN09 1.6, 1.11: a final has a checklist like a stage, but no least number of players.
func TestChecklistOfAFinal(t *testing.T) {
	t.Parallel()
	const papers = "open photos-missing (CN09 1.6.a), open photos-missing (CN09 1.6.a), open photos-missing (CN09 1.6.a), open results-late (CN09 1.11), open results-unsound (CN09 1.11)"
	for _, tt := range []struct{ name, book, event, want string }{
		{"CN09 1.6.a/before it is played its papers are open", threeStages + "f regional aosta 2010-01-31", "f", "planned, " + papers},
		{"CN09 1.6.a/as long as it is not reported", threeStages + "f regional aosta 2010-01-31 3 unreported: anna bea cleo", "f", "provisional, " + papers},
		{"CN09 1.11/its results wait to be judged", threeStages + "f regional aosta 2010-01-31 3 pending: anna bea cleo", "f", "provisional, open results-unsound (CN09 1.11)"},
		{"CN09 1.11/homologated", threeStages + "f regional aosta 2010-01-31 3: anna bea cleo", "f", "homologated"},
		{"CN09 1.6.a/a photo is missing", threeStages + "f regional aosta 2010-01-31 3 pending photos=winner,panorama: anna bea cleo", "f", "provisional, failed photos-missing (CN09 1.6.a), open results-unsound (CN09 1.11)"},
		{"CN09 1.11/on the last day of the week", threeStages + "f regional aosta 2010-01-31 3 pending received=2010-02-07: anna bea cleo", "f", "provisional, open results-unsound (CN09 1.11)"},
		{"CN09 1.11/a day later", threeStages + "f regional aosta 2010-01-31 3 pending received=2010-02-08: anna bea cleo", "f", "provisional, failed results-late (CN09 1.11), open results-unsound (CN09 1.11)"},
		{"CN09 1.11/unless that is waived", threeStages + "f regional aosta 2010-01-31 3 received=2010-02-08 waived=results-late: anna bea cleo", "f", "provisional, waived results-late (CN09 1.11), open results-unsound (CN09 1.11)"},
		{"CN09 1.4/after the last day of finals", threeStages + "f regional aosta 2010-02-15 3 pending: anna bea cleo", "f", "provisional, open results-unsound (CN09 1.11), failed outside-period (CN09 1.4)"},
		{"CN09 1.7/with somebody who had no place", threeStages + "f regional aosta 2010-01-31 3 pending: anna bea zita", "f", "provisional, open results-unsound (CN09 1.11), failed finalist-without-place (CN09 1.7)"},
		{"CN09 1.7/a stage needs twelve players", "regions aosta\na1 stage aosta 2009-03-01 11 pending: anna", "a1", "provisional, failed too-few-players (CN09 1.7), open results-unsound (CN09 1.11)"},
		{"CN09 1.9/the national final leads nowhere", "n national 2010-03-14", "n", "planned"},
		{"CN09 1.9/and needs no papers once it is over", "n national 2010-03-14 4: anna", "n", "played"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, tt.book)
			is(t, "checks", checks(b.Season(), b.Event(tt.event).ID), tt.want)
		})
	}
	b := registertest.Read(t, registertest.CN09, threeStages+"f regional aosta 2010-01-31 3/2: anna bea")
	if state, _ := b.Season().EventState(b.Event("f").ID); state.Entered != 3 || state.Played != 2 || state.ReportBy != "2010-02-07" {
		t.Errorf("CN09 1.11 got %+v", state)
	}
	if _, public := b.Season().EventState(league.EventID{UUID: uuid.New()}); public {
		t.Error("what is not public has no checklist")
	}
	tiers := registertest.Read(t, "three-tiers", "regions r\nf regional r 2010-05-30")
	is(t, "TT a ruleset that demands no papers of finals", checks(tiers.Season(), tiers.Event("f").ID), "planned")
}

// How far an event is on its way to be homologated.
func TestChecked(t *testing.T) {
	t.Parallel()
	for options, want := range map[string]homologation.Progress{
		"announced": homologation.NotPlayed, "running: anna": homologation.NotPlayed, "12 unreported: anna": homologation.AwaitsReport,
		"12 pending: anna": homologation.AwaitsDecision, "12 returned: anna": homologation.Returned, "12: anna": homologation.Homologated, "12 invalid: anna": homologation.Invalidated,
	} {
		b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-03-01 "+options)
		if got := b.Season().Checked(b.Event("a1").ID); got != want {
			t.Errorf("CN09 1.11 %s: got %s, want %s", options, got, want)
		}
	}
	b := registertest.Read(t, registertest.CN09, "n national 2010-03-14 4: anna")
	if got := b.Season().Checked(b.Event("n").ID); got != homologation.NotNeeded {
		t.Errorf("CN09 1.9 the national final: %s", got)
	}
	if got := b.Season().Checked(league.EventID{}); got != homologation.NotPlayed {
		t.Errorf("what is not public: %s", got)
	}
}

// The queue lists the events whose reports are due first at its beginning.
func TestQueue(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, `
		regions aosta
		a1 stage aosta 2009-03-01 12 pending ended=2009-03-05: anna
		a2 stage aosta 2009-03-02 12 unreported: bea
		a3 stage aosta 2009-03-03 12: cleo
		a4 stage aosta 2009-03-03 12 pending: dina
		a5 stage aosta 2009-12-20
		f regional aosta 2010-01-31 3 returned: anna bea cleo
		n national 2010-03-14 4: anna`)
	queue := func(state homologation.Progress, lets func(facts.Event) bool) string {
		var out []string
		for _, e := range b.Season().Queue(state, lets) {
			out = append(out, e.Title)
		}
		return strings.Join(out, " ")
	}
	all := func(facts.Event) bool { return true }
	is(t, "CN09 1.11 by the day of the report, then by id", queue("", all), "a2 a3 a4 a1 f")
	is(t, "CN09 1.11 of one state", queue(homologation.AwaitsDecision, all), "a4 a1")
	is(t, "CN09 1.6 of those that somebody checks", queue("", func(e facts.Event) bool { return e.Circuit == "" }), "f")
}

// CN09 1.11: results have to be sent within a week of the last day.
func TestLate(t *testing.T) {
	t.Parallel()
	const late = "CN09 1.11: report-late-manager (day=2009-03-08)"
	for _, tt := range []struct{ name, event, now, want string }{
		{"CN09 1.11/on the seventh day", "12 unreported", "2009-03-08 23:59", ""},
		{"CN09 1.11/on the eighth", "12 unreported", "2009-03-09 00:00", late},
		{"CN09 1.11/of two days, from the last", "12 unreported ended=2009-03-02", "2009-03-09 23:59", ""},
		{"CN09 1.11/what was sent in time is not late", "12 pending received=2009-03-08", "2009-05-01 12:00", ""},
		{"CN09 1.11/what was not, is", "12 pending received=2009-03-09", "2009-03-02 12:00", late},
	} {
		b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-03-01 "+tt.event+": anna")
		s, e := b.Season(), b.Event("a1")
		got := ""
		if why, late := s.Late(e.ID, b.At(tt.now)); late {
			got = why.String()
		}
		is(t, tt.name, got, tt.want)
		if received := s.Received(e.ID); received.IsZero() != strings.Contains(tt.event, "unreported") {
			t.Errorf("%s: received at %s", tt.name, received)
		}
	}
	b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-03-01 12 unreported: anna")
	if _, late := b.Season().Late(league.EventID{}, b.At("2019-01-01 00:00")); late {
		t.Error("what is not public is not late")
	}
	if s, e := b.Season(), b.Event("a1"); s.LateAt(e, b.At("2009-03-08 23:59")) || !s.LateAt(e, b.At("2009-03-09 00:00")) {
		t.Error("CN09 1.11 a report that would be received then")
	}
}

// CN09 1.6, 1.11: a report is accepted after the end, and only once unless it was returned.
func TestReported(t *testing.T) {
	t.Parallel()
	for options, want := range map[string]string{
		"12 unreported": "", "12 returned": "", "announced": "now report-before-end (state=announced)", "running": "now report-before-end (state=running)",
		"12 pending": "now report-sent", "12": "now event-decided (decision=homologated)", "12 invalid": "now event-decided (decision=invalidated)",
	} {
		b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-03-01 "+options+": anna")
		is(t, "CN09 1.11 "+options, registertest.Why(b.Season().MayReport(b.Event("a1"))), want)
	}
	b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-03-01 12 unreported: anna")
	e := b.Event("a1")
	two := 2
	b.Documents[e.ID] = []facts.DocumentKind{{EventID: e.ID, Kind: "winner"}, {EventID: e.ID, Kind: "panorama", Round: &two}, {EventID: e.ID, Kind: "final-table"}}
	receipt := facts.ReportReceipt{EventID: e.ID, Number: 1, ReceivedAt: b.At("2009-03-08 23:30").UTC()}
	after := b.Season().Reported(e, receipt)
	is(t, "CN09 1.6.a reported within the week, at the venue, with a panorama of the second round", checks(after, e.ID), "provisional, open results-unsound (CN09 1.11)")
	if got := after.LastReport(e.ID); got == nil || got.Number != 1 || !got.ReceivedAt.Equal(receipt.ReceivedAt) || b.Season().LastReport(e.ID) != nil {
		t.Errorf("got %+v", got)
	}
	three := 3
	b.Documents[e.ID][1].Round = &three
	is(t, "CN09 1.6.a a panorama of the third round is none", checks(b.Season().Reported(e, receipt), e.ID), "provisional, failed photos-missing (CN09 1.6.a), open results-unsound (CN09 1.11)")
	if s := b.Season(); !s.HasPhoto(e, "winner") || s.HasPhoto(e, "panorama") || s.HasPhoto(e, "prizes") {
		t.Error("CN09 1.6.a which photos there are")
	}
}
