package homologation

import (
	"slices"
	"strconv"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// NewVerdict is a requested decision about the report of an event.
type NewVerdict struct {
	Kind facts.VerdictKind
	// Demands are the demands to waive, or those for which the event is declared invalid; empty
	// means all that fail.
	Demands []season.Demand
	// Unsound reports whether the results are incomplete, illegible, wrong or improperly obtained
	// (CN09 1.11). Reason explains it.
	Unsound bool
	Reason  string
	// Manager reports whether the account decides as the championship manager, who may decide about
	// every event. A regional contact decides only about events of the regional circuit.
	Manager bool
}

// Case is an event to decide about, with all data that the decision depends on.
type Case struct {
	Rules  *rules.Ruleset // of the event
	Season *rules.Ruleset // of its season
	Event  facts.Event
	State  season.EventState    // derived from the facts
	Last   *facts.Verdict       // nil if nothing was decided
	Report *facts.ReportReceipt // of the last report; nil if none was sent
	// National is the season's national final; nil before it is announced.
	National *facts.Event
	Manager  bool // see [NewVerdict]
}

// MayHomologate refuses a regional contact if only the manager may decide, and anyone who took part
// in the event (CN09 1.6, 2.2); see [Own].
func (c Case) MayHomologate(own []league.Grounds) error {
	switch {
	case !c.Manager && c.Event.Circuit != string(rules.RegionalCircuit):
		return c.Rules.Refuse(c.Rules.Season.Paragraph, "decided-by-manager")
	case len(own) > 0:
		return &league.RuleError{Grounds: own[0]}
	}
	return c.NeedsDecision()
}

// NeedsDecision refuses a decision about an event that needs none.
func (c Case) NeedsDecision() error {
	if c.progress() == NotNeeded {
		return league.NotNow("final-not-checked")
	}
	return nil
}

func (c Case) progress() Progress { return Of(c.Event, c.Last, c.Report) }

// Reverse returns the verdict that reverses the last one. It returns an error if there is nothing
// to reverse or the season's national final has started.
func (c Case) Reverse(reason string, now time.Time) (facts.Verdict, error) {
	if c.Last == nil || c.Last.Kind == facts.VerdictReversed || c.Last.Kind == facts.VerdictReturned {
		return facts.Verdict{}, league.NotNow("nothing-decided")
	}
	if c.National != nil && c.National.Started() {
		return facts.Verdict{}, c.Season.NotNow(c.Season.Season.AccessTo(rules.ToNationalFinal), "national-final-started")
	}
	v := c.next(NewVerdict{Kind: facts.VerdictReversed, Reason: reason}, now)
	v.Waived = []string{}
	return v, nil
}

// Homologate returns the verdict that homologates an event, declares it invalid, returns its report
// with a question, or waives demands (CN09 1.11, 2.2). It returns an error if that verdict is not
// possible.
func (c Case) Homologate(n NewVerdict, now time.Time) (facts.Verdict, error) {
	v := c.next(n, now)
	if c.Last.Stands() {
		return v, league.NotNow("event-decided", "decision", string(c.Last.Kind))
	}
	if c.Event.State != facts.Finished {
		return v, league.NotNow("event-not-finished")
	}
	overdue := DaysLeft(c.Event, c.State.ReportBy, now) < 0
	switch c.progress() {
	case Returned:
		if n.Kind == facts.VerdictReturned || !Unanswered(c.Event, c.Last, c.Report, now) {
			return v, league.NotNow("report-returned")
		}
	case AwaitsReport:
		if !overdue || n.Kind != facts.VerdictInvalidated {
			return v, c.Rules.NotNow(c.Rules.Season.Report.Paragraph, "report-missing", "day", string(c.State.ReportBy))
		}
	}
	if n.Reason == "" && (n.Kind != facts.VerdictHomologated || len(n.Demands) > 0) {
		return v, league.Faults{{Field: "/reason", Grounds: league.Grounds{Reason: "why-missing"}}}
	}
	switch n.Kind {
	case facts.VerdictHomologated:
		return c.homologate(v, n)
	case facts.VerdictWaived:
		err := c.waive(&v, n.Demands)
		return v, err
	case facts.VerdictInvalidated:
		return v, c.invalidate(n, overdue)
	}
	return v, nil
}

// next returns the verdict after the last one. It keeps the demands already waived.
func (c Case) next(n NewVerdict, now time.Time) facts.Verdict {
	v := facts.Verdict{
		EventID: c.Event.ID, Number: 1, Kind: n.Kind, Unsound: n.Unsound, Waived: []string{}, Reason: n.Reason, DecidedAt: now,
		ForContact: c.Manager && c.Event.Circuit == string(rules.RegionalCircuit),
	}
	if c.Last != nil {
		v.Number, v.Waived = c.Last.Number+1, slices.Clone(c.Last.Waived)
	}
	if c.Report != nil {
		v.Report = &c.Report.Number
	}
	return v
}

// sound returns grounds that cite the demand for sound results.
func (c Case) sound(reason string) league.Grounds {
	return c.Rules.Grounds(c.Rules.Season.Sound.Paragraph, reason)
}

// homologate refuses while a demand fails and is not waived.
func (c Case) homologate(v facts.Verdict, n NewVerdict) (facts.Verdict, error) {
	if n.Unsound {
		return v, league.Faults{{Field: "/unsound", Grounds: c.sound(string(season.ResultsUnsound))}}
	}
	if len(n.Demands) > 0 {
		if err := c.waive(&v, n.Demands); err != nil {
			return v, err
		}
	}
	var faults league.Faults
	for _, check := range c.State.Failed() {
		if !slices.Contains(v.Waived, string(check.Demand)) {
			faults = append(faults, league.Fault{Field: "/decision", Grounds: check.Grounds})
		}
	}
	return v, faults.OrNil()
}

// failing returns the failed checks of a demand.
func (c Case) failing(demand season.Demand) []season.Check {
	return slices.DeleteFunc(c.State.Failed(), func(check season.Check) bool { return check.Demand != demand })
}

// waive adds demands to the waived ones. It refuses demands that do not fail or that the account
// may not waive (CN09 1.11).
func (c Case) waive(v *facts.Verdict, demands []season.Demand) error {
	var faults league.Faults
	refuse := func(i int, g league.Grounds) {
		faults = append(faults, league.Fault{Field: "/demands/" + strconv.Itoa(i), Grounds: g})
	}
	if len(demands) == 0 {
		return league.Faults{{Field: "/demands", Grounds: league.Grounds{Reason: "demands-missing"}}}
	}
	for i, demand := range demands {
		failing := c.failing(demand)
		switch {
		case slices.Contains(v.Waived, string(demand)):
			refuse(i, league.Grounds{Reason: "demand-waived-already"})
		case len(failing) == 0:
			refuse(i, league.Grounds{Reason: "demand-not-failing"})
		default:
			for _, check := range failing {
				if g, no := c.mayNotWaive(check); no {
					refuse(i, g)
				}
			}
		}
		v.Waived = append(v.Waived, string(demand))
	}
	return faults.OrNil()
}

// mayNotWaive reports whether the account may not waive a demand, and why.
func (c Case) mayNotWaive(check season.Check) (why league.Grounds, no bool) {
	switch {
	case check.Waive == rules.Nobody && check.Demand == season.TooFewPlayers:
		return c.Rules.Grounds(check.Par, "fewer-from-new-organizers-only", "players", strconv.Itoa(c.State.Played)), true
	case check.Waive == rules.Nobody:
		return c.Rules.Grounds(check.Par, "demand-never-waived"), true
	case check.Waive == rules.ByManager && !c.Manager:
		return c.Rules.Grounds(check.Par, "demand-waived-by-manager"), true
	}
	return league.Grounds{}, false
}

// invalidate refuses if no demand fails, or if a named demand does not fail.
func (c Case) invalidate(n NewVerdict, overdue bool) error {
	failing := func(demand season.Demand) bool {
		return demand == season.ResultsUnsound && n.Unsound ||
			demand == season.ResultsLate && overdue && c.Report == nil || len(c.failing(demand)) > 0
	}
	var faults league.Faults
	for i, demand := range n.Demands {
		if !failing(demand) {
			faults = append(faults, league.Fault{Field: "/demands/" + strconv.Itoa(i), Grounds: league.Grounds{Reason: "demand-not-failing"}})
		}
	}
	if len(faults) > 0 {
		return faults
	}
	if !n.Unsound && !failing(season.ResultsLate) && len(c.State.Failed()) == 0 {
		return league.Faults{{Field: "/decision", Grounds: c.sound("nothing-to-invalidate")}}
	}
	return nil
}
