package homologation_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/season"
)

// cn09 returns a separate copy of the ruleset of 2009.
func cn09(t *testing.T) *rules.Ruleset {
	t.Helper()
	r, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	own := *r
	part := *r.Season
	own.Season = &part
	return &own
}

// rome returns a moment at the venue of these tests.
func rome(t *testing.T, text string) time.Time {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	at, err := time.ParseInLocation("2006-01-02 15:04", text, zone)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// no writes a refusal on one line, with its kind: "not now: CN09 1.11: report-missing (day=2009-03-08)"; "" for
// none.
func no(t *testing.T, err error) string {
	t.Helper()
	var (
		rule   *league.RuleError
		state  *league.StateError
		faults league.Faults
	)
	switch {
	case err == nil:
		return ""
	case errors.As(err, &rule):
		return "no: " + rule.String()
	case errors.As(err, &state):
		return "not now: " + state.String()
	case errors.As(err, &faults):
		return faults.Error()
	}
	t.Fatalf("another error: %v", err)
	return ""
}

// stage returns a stage of the regional circuit at Aosta on Sunday 1 March 2009. It is over and reported, and
// the manager decides about it on the next day.
func stage(t *testing.T, checks ...season.Check) homologation.Case {
	t.Helper()
	r := cn09(t)
	e := facts.Event{
		Kind: "stage", Circuit: string(rules.RegionalCircuit), State: facts.Finished, TimeZone: "Europe/Rome", StartsAt: rome(t, "2009-03-01 10:00"),
	}
	return homologation.Case{
		Rules: r, Season: r, Event: e, State: season.EventState{ReportBy: homologation.ReportBy(r, e), Played: 11, Checks: checks},
		Report: &facts.ReportReceipt{Number: 1, ReceivedAt: rome(t, "2009-03-01 20:00")}, Manager: true,
	}
}

// failed returns a failed demand, with who may waive it.
func failed(demand season.Demand, waive rules.Waiver, paragraph string) season.Check {
	return season.Check{Demand: demand, Result: season.Failed, Waive: waive, Grounds: league.Grounds{Code: "CN09", Par: paragraph, Reason: string(demand)}}
}

func TestHomologate(t *testing.T) {
	t.Parallel()
	type Case = homologation.Case
	type verdict = homologation.NewVerdict
	few, photo := failed(season.TooFewPlayers, rules.ByManager, "1.11"), failed(season.PhotosMissing, rules.Nobody, "1.6.a")
	fewOfOld, late := failed(season.TooFewPlayers, rules.Nobody, "1.11"), failed(season.ResultsLate, rules.ByManager, "1.11")
	homologate, invalidate := facts.VerdictHomologated, facts.VerdictInvalidated
	demands := func(d ...season.Demand) []season.Demand { return d }
	contact := func(c *Case) { c.Manager = false }
	tooLate := func(c *Case) { c.Report, c.State.ReportBy = nil, "2009-03-01" }
	for _, tt := range []struct {
		name   string
		checks []season.Check
		change func(*Case)
		n      verdict
		want   string
		waived string
	}{
		{"CN09 2.2 a stage that meets all demands", nil, nil, verdict{Kind: homologate}, "", ""},
		{"CN09 2.2 a demand that is open is no reason against it", []season.Check{{Demand: season.ResultsUnsound, Result: season.Open}}, nil, verdict{Kind: homologate}, "", ""},
		{
			"a decided stage", nil, func(c *Case) { c.Last = &facts.Verdict{Kind: homologate, Number: 1} },
			verdict{Kind: invalidate, Unsound: true, Reason: "Ripensato"},
			"not now: event-decided (decision=homologated)", "",
		},
		{"a stage that is not over", nil, func(c *Case) { c.Event.State = facts.Running }, verdict{Kind: homologate}, "not now: event-not-finished", ""},
		{"CN09 1.6 not before the report", nil, func(c *Case) { c.Report = nil }, verdict{Kind: homologate}, "not now: CN09 1.11: report-missing (day=2009-03-08)", ""},
		{
			"CN09 1.11 nor declared invalid as long as the report may come", nil, func(c *Case) { c.Report = nil },
			verdict{Kind: invalidate, Reason: "Niente"},
			"not now: CN09 1.11: report-missing (day=2009-03-08)", "",
		},
		{"CN09 1.11 afterwards it is", nil, tooLate, verdict{Kind: invalidate, Reason: "Niente"}, "", ""},
		{"CN09 1.11 and for that demand by name", nil, tooLate, verdict{Kind: invalidate, Demands: demands(season.ResultsLate), Reason: "Niente"}, "", ""},
		{"CN09 1.11 but not homologated", nil, tooLate, verdict{Kind: homologate}, "not now: CN09 1.11: report-missing (day=2009-03-01)", ""},
		{
			"CN09 2.2 a report that was returned", nil,
			func(c *Case) {
				c.Last = &facts.Verdict{Kind: facts.VerdictReturned, Number: 1, Report: &c.Report.Number, DecidedAt: rome(t, "2009-03-01 21:00")}
			},
			verdict{Kind: homologate},
			"not now: report-returned", "",
		},
		{"to declare invalid without a reason", []season.Check{photo}, nil, verdict{Kind: invalidate}, "/reason: why-missing", ""},
		{"to return without a reason", nil, nil, verdict{Kind: facts.VerdictReturned}, "/reason: why-missing", ""},
		{"to waive with a homologation without a reason", []season.Check{few}, nil, verdict{Kind: homologate, Demands: demands(season.TooFewPlayers)}, "/reason: why-missing", ""},
		{"to return with a question", nil, nil, verdict{Kind: facts.VerdictReturned, Reason: "E le foto?"}, "", ""},
		{"CN09 1.6.a a photo is missing", []season.Check{photo}, nil, verdict{Kind: homologate}, "/decision: CN09 1.6.a: photos-missing", ""},
		{
			"CN09 1.6.a, 1.11 everything that fails is named",
			[]season.Check{few, photo},
			nil,
			verdict{Kind: homologate},
			"/decision: CN09 1.11: too-few-players; /decision: CN09 1.6.a: photos-missing", "",
		},
		{
			"CN09 1.6.a nobody waives a photo",
			[]season.Check{photo},
			nil,
			verdict{Kind: homologate, Demands: demands(season.PhotosMissing), Reason: "Erano distratti"},
			"/demands/0: CN09 1.6.a: demand-never-waived", "photos-missing",
		},
		{"CN09 1.11 unsound results are not homologated", nil, nil, verdict{Kind: homologate, Unsound: true}, "/unsound: CN09 1.11: results-unsound", ""},
		{
			"CN09 1.11 fewer players from an organizer who is not new",
			[]season.Check{fewOfOld},
			nil,
			verdict{Kind: homologate, Demands: demands(season.TooFewPlayers), Reason: "Undici"},
			"/demands/0: CN09 1.11: fewer-from-new-organizers-only (players=11)", "too-few-players",
		},
		{
			"CN09 1.11 fewer players are accepted by the manager",
			[]season.Check{few},
			nil,
			verdict{Kind: facts.VerdictWaived, Demands: demands(season.TooFewPlayers), Reason: "Prima tappa"},
			"", "too-few-players",
		},
		{
			"CN09 1.11 and not by the contact",
			[]season.Check{few},
			contact,
			verdict{Kind: facts.VerdictWaived, Demands: demands(season.TooFewPlayers), Reason: "Prima tappa"},
			"/demands/0: CN09 1.11: demand-waived-by-manager", "too-few-players",
		},
		{
			"CN09 1.11 where the ruleset lets the checker waive, by him",
			[]season.Check{failed(season.ResultsLate, rules.ByWhoChecks, "1.11")},
			contact,
			verdict{Kind: homologate, Demands: demands(season.ResultsLate), Reason: "Un giorno"},
			"", "results-late",
		},
		{"nothing is waived without a name", nil, nil, verdict{Kind: facts.VerdictWaived, Reason: "Ma sì"}, "/demands: demands-missing", ""},
		{
			"a demand that does not fail",
			[]season.Check{few},
			nil,
			verdict{Kind: facts.VerdictWaived, Demands: demands(season.ResultsLate), Reason: "Ma sì"},
			"/demands/0: demand-not-failing", "results-late",
		},
		{
			"CN09 1.11 what was waived before stays so", []season.Check{few}, func(c *Case) {
				c.Last = &facts.Verdict{Kind: facts.VerdictWaived, Number: 1, Waived: []string{string(season.TooFewPlayers)}}
			}, verdict{Kind: homologate}, "", "too-few-players",
		},
		{
			"and is not waived twice",
			[]season.Check{few},
			func(c *Case) {
				c.Last = &facts.Verdict{Kind: facts.VerdictWaived, Number: 1, Waived: []string{string(season.TooFewPlayers)}}
			},
			verdict{Kind: facts.VerdictWaived, Demands: demands(season.TooFewPlayers), Reason: "Ancora"},
			"/demands/0: demand-waived-already", "too-few-players too-few-players",
		},
		{"CN09 1.11 there is nothing to declare it invalid for", nil, nil, verdict{Kind: invalidate, Reason: "Non mi piace"}, "/decision: CN09 1.11: nothing-to-invalidate", ""},
		{"CN09 1.11 its results are unsound", nil, nil, verdict{Kind: invalidate, Unsound: true, Reason: "Punteggi impossibili"}, "", ""},
		{"CN09 1.11 unsound by name", nil, nil, verdict{Kind: invalidate, Unsound: true, Demands: demands(season.ResultsUnsound), Reason: "Impossibili"}, "", ""},
		{"CN09 1.11 too few players by name", []season.Check{few}, contact, verdict{Kind: invalidate, Demands: demands(season.TooFewPlayers), Reason: "Undici giocatori"}, "", ""},
		{"CN09 1.11 its report came late", []season.Check{late}, nil, verdict{Kind: invalidate, Reason: "Dopo una settimana"}, "", ""},
		{
			"declared invalid for what does not fail",
			[]season.Check{photo},
			nil,
			verdict{Kind: invalidate, Demands: demands(season.PhotosMissing, season.TooFewPlayers), Reason: "Undici"},
			"/demands/1: demand-not-failing", "",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := stage(t, tt.checks...)
			if tt.change != nil {
				tt.change(&c)
			}
			v, err := c.Homologate(tt.n, rome(t, "2009-03-02 09:00"))
			if got := no(t, err); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if got := strings.Join(v.Waived, " "); got != tt.waived {
				t.Errorf("%q is waived, want %q", got, tt.waived)
			}
		})
	}
}

// A verdict records its report and its number, and whether the manager decided in place of the regional
// contact.
func TestVerdict(t *testing.T) {
	t.Parallel()
	c, now := stage(t), rome(t, "2009-03-02 09:00")
	first, err := c.Homologate(homologation.NewVerdict{Kind: facts.VerdictReturned, Reason: "E le foto?"}, now)
	if err != nil || first.Number != 1 || *first.Report != 1 || !first.ForContact || !first.DecidedAt.Equal(now) || first.Reason != "E le foto?" || first.Waived == nil {
		t.Errorf("got %+v, %v", first, err)
	}
	c.Last, c.Report, c.Manager = &first, &facts.ReportReceipt{Number: 2}, false
	second, err := c.Homologate(homologation.NewVerdict{Kind: facts.VerdictHomologated}, now)
	if err != nil || second.Number != 2 || *second.Report != 2 || second.ForContact {
		t.Errorf("got %+v, %v", second, err)
	}
	c.Manager, c.Event.Circuit = true, string(rules.OpenCircuit)
	if open, err := c.Homologate(homologation.NewVerdict{Kind: facts.VerdictHomologated}, now); err != nil || open.ForContact {
		t.Errorf("CN09 2.2 an open tournament is the manager's own to decide: got %+v, %v", open, err)
	}
}

func TestReverse(t *testing.T) {
	t.Parallel()
	decided := func(kind facts.VerdictKind) *facts.Verdict {
		return &facts.Verdict{Kind: kind, Number: 3, Waived: []string{string(season.TooFewPlayers)}}
	}
	for _, tt := range []struct {
		name     string
		last     *facts.Verdict
		national *facts.Event
		want     string
	}{
		{"nothing was decided", nil, nil, "not now: nothing-decided"},
		{"a homologation", decided(facts.VerdictHomologated), nil, ""},
		{"an invalidity", decided(facts.VerdictInvalidated), &facts.Event{State: facts.Open}, ""},
		{"what was waived", decided(facts.VerdictWaived), nil, ""},
		{"a question, which was answered or waits", decided(facts.VerdictReturned), nil, "not now: nothing-decided"},
		{"once more", decided(facts.VerdictReversed), nil, "not now: nothing-decided"},
		{"CN09 1.9 not once the national final has started", decided(facts.VerdictHomologated), &facts.Event{State: facts.Running}, "not now: CN09 1.9: national-final-started"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := stage(t)
			c.Last, c.National = tt.last, tt.national
			v, err := c.Reverse("Da rivedere", rome(t, "2009-03-02 09:00"))
			if got := no(t, err); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if err == nil && (v.Kind != facts.VerdictReversed || v.Number != 4 || len(v.Waived) != 0 || v.Reason != "Da rivedere") {
				t.Errorf("got %+v", v)
			}
		})
	}
}

func TestMayHomologate(t *testing.T) {
	t.Parallel()
	own := []league.Grounds{{Code: "CN09", Par: "2.2", Reason: "own-event-referee"}, {Reason: "own-event-player"}}
	for _, tt := range []struct {
		name    string
		kind    string
		circuit rules.Circuit
		manager bool
		own     []league.Grounds
		want    string
	}{
		{"CN09 2.2 a contact decides about a stage of his region", "stage", rules.RegionalCircuit, false, nil, ""},
		{"CN09 2.2 the manager acts for the contact", "stage", rules.RegionalCircuit, true, nil, ""},
		{"CN09 2.2 nobody decides about his own, and is told the first reason", "stage", rules.RegionalCircuit, true, own, "no: CN09 2.2: own-event-referee"},
		{"CN09 2.2 a contact does not decide about an open tournament", "stage", rules.OpenCircuit, false, nil, "no: CN09: decided-by-manager"},
		{"CN09 2.2 nor about the final of his region", "regional-final", "", false, own, "no: CN09: decided-by-manager"},
		{"CN09 2.2 the manager does", "regional-final", "", true, nil, ""},
		{"CN09 1.9 the national final leads nowhere", "national-final", "", true, nil, "not now: final-not-checked"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := stage(t)
			c.Event.Kind, c.Event.Circuit, c.Manager = tt.kind, string(tt.circuit), tt.manager
			got := no(t, c.MayHomologate(tt.own))
			if want := strings.Replace(tt.want, "CN09: ", "CN09 "+c.Rules.Season.Paragraph+": ", 1); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestProgress(t *testing.T) {
	t.Parallel()
	one, two := 1, 2
	receipt := func(number int) *facts.ReportReceipt { return &facts.ReportReceipt{Number: number} }
	for _, tt := range []struct {
		name   string
		change func(*facts.Event)
		last   *facts.Verdict
		report *facts.ReportReceipt
		want   homologation.Progress
	}{
		{"announced", func(e *facts.Event) { e.State = facts.Announced }, nil, nil, homologation.NotPlayed},
		{"running", func(e *facts.Event) { e.State = facts.Running }, nil, nil, homologation.NotPlayed},
		{"over", nil, nil, nil, homologation.AwaitsReport},
		{"reported", nil, nil, receipt(1), homologation.AwaitsDecision},
		{"a demand was waived", nil, &facts.Verdict{Kind: facts.VerdictWaived, Report: &one}, receipt(1), homologation.AwaitsDecision},
		{"returned", nil, &facts.Verdict{Kind: facts.VerdictReturned, Report: &one}, receipt(1), homologation.Returned},
		{"sent again", nil, &facts.Verdict{Kind: facts.VerdictReturned, Report: &one}, receipt(2), homologation.AwaitsDecision},
		{"returned again", nil, &facts.Verdict{Kind: facts.VerdictReturned, Report: &two}, receipt(2), homologation.Returned},
		{"homologated", nil, &facts.Verdict{Kind: facts.VerdictHomologated}, receipt(2), homologation.Homologated},
		{"CN09 1.11 declared invalid without a report", nil, &facts.Verdict{Kind: facts.VerdictInvalidated}, nil, homologation.Invalidated},
		{"taken back", nil, &facts.Verdict{Kind: facts.VerdictReversed}, receipt(2), homologation.AwaitsDecision},
		{"reopened", func(e *facts.Event) { e.State = facts.Running }, &facts.Verdict{Kind: facts.VerdictReversed}, receipt(2), homologation.NotPlayed},
		{"the national final", func(e *facts.Event) { e.Kind = "national-final" }, nil, nil, homologation.NotNeeded},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := facts.Event{State: facts.Finished}
			if tt.change != nil {
				tt.change(&e)
			}
			if got := homologation.Of(e, tt.last, tt.report); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// photos returns one document of each kind, the panorama in a round.
func photos(round *int) []facts.DocumentKind {
	return []facts.DocumentKind{{Kind: "winner"}, {Kind: "panorama", Round: round}, {Kind: "final-table"}}
}

func TestPhotosInTheirRounds(t *testing.T) {
	t.Parallel()
	first, second, third := 1, 2, 3
	for _, tt := range []struct {
		name  string
		round *int
		want  []string
	}{
		{"CN09 1.6.a a panorama of the first round", &first, []string{"winner", "panorama", "final-table"}},
		{"CN09 1.6.a of the second", &second, []string{"winner", "panorama", "final-table"}},
		{"CN09 1.6.a one of the third is none", &third, []string{"winner", "final-table"}},
		{"CN09 1.6.a nor is one of which nobody knows the round", nil, []string{"winner", "final-table"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := homologation.InTheirRounds(cn09(t), photos(tt.round)); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
