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

// NewVerdict is the decision that somebody wants to make about the report of an event.
type NewVerdict struct {
	Kind facts.VerdictKind
	// Demands are those that are waived, or for which the event is declared
	// invalid; none names all that fail.
	Demands []season.Demand
	// Unsound: its results are incomplete, illegible, wrong or come about
	// improperly (CN09 1.11), as the reason explains.
	Unsound bool
	Reason  string
	// Manager: they decide as the championship manager, who may decide every event;
	// a regional contact decides those of the regional circuit.
	Manager bool
}

// Case is an event that somebody may decide about, with all that their decision depends on.
type Case struct {
	Rules  *rules.Ruleset // that the event is played by
	Season *rules.Ruleset // in force in its season
	Event  facts.Event
	State  season.EventState    // what follows of it
	Last   *facts.Verdict       // nil: nothing was decided
	Report *facts.ReportReceipt // of the last report; nil: none was sent
	// National is the event of the season's national final; nil before it is announced.
	National *facts.Event
	Manager  bool // see [NewVerdict]
}

// MayHomologate refuses a regional contact where the manager decides, and whose own the event
// is (CN09 1.6, 2.2); see [Own].
func (c Case) MayHomologate(own []league.Grounds) error {
	switch {
	case !c.Manager && c.Event.Circuit != string(rules.RegionalCircuit):
		return c.Rules.Refuse(c.Rules.Season.Paragraph, "decided-by-manager")
	case len(own) > 0:
		return &league.RuleError{Grounds: own[0]}
	}
	return c.NeedsDecision()
}

// NeedsDecision refuses to decide about an event that leads nowhere.
func (c Case) NeedsDecision() error {
	if c.progress() == NotNeeded {
		return league.NotNow("final-not-checked")
	}
	return nil
}

func (c Case) progress() Progress { return Of(c.Event, c.Last, c.Report) }

// Reverse makes the verdict that takes the last one back, until the national final of the
// season has started, or says why there can be none.
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

// Homologate makes the verdict that homologates an event, declares it invalid, returns its
// report with a question or waives demands (CN09 1.11, 2.2), or says why there can be
// none.
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

// next is a decision after the last one: what was waived stays so.
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

// sound cites the demand that results be sound.
func (c Case) sound(reason string) league.Grounds {
	return c.Rules.Grounds(c.Rules.Season.Sound.Paragraph, reason)
}

// homologate refuses as long as a demand fails that is not waived.
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

// failing are the checks of a demand that fail.
func (c Case) failing(demand season.Demand) []season.Check {
	return slices.DeleteFunc(c.State.Failed(), func(check season.Check) bool { return check.Demand != demand })
}

// waive adds demands to those that need not be met, if they fail and whoever decides
// may waive them (CN09 1.11).
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

// mayNotWaive says why a demand cannot be waived by whoever decides.
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

// invalidate refuses without a demand that fails, and demands that do not.
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
