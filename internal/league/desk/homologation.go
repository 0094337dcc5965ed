package desk

import (
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
)

// NewVerdict is what somebody decides about the report of an event.
type NewVerdict struct {
	Kind facts.VerdictKind
	// Demands are those that are waived, or for which the event is declared
	// invalid; none names all that fail.
	Demands []season.Demand
	// Unsound: its results are incomplete, illegible, wrong or come about
	// improperly (CN09 1.11), as the reason explains.
	Unsound bool
	Reason  string
	// Manager: he decides as the championship manager, who may decide every event;
	// a regional contact decides those of the regional circuit.
	Manager bool
}

// Decide homologates an event, declares it invalid, returns its report with a question
// or waives demands (CN09 1.11, 2.2). Nobody decides about an event of his own. What
// follows for places, prizes and who may enter elsewhere is derived.
func (d *Desk) Decide(tx tenantdb.Tx, act Act, id league.EventID, n NewVerdict) (Ruled, error) {
	c, err := d.openCase(tx, act, id, n.Manager)
	if err != nil {
		return Ruled{}, err
	}
	v, err := c.decide(act, n)
	if err != nil {
		return Ruled{}, err
	}
	return d.ruled(tx, act, c.stage, c.season, c.rule(tx, act, v))
}

// ReverseDecision takes back what was last decided about an event, and what was waived
// with it, until the national final of the season has started. All that followed is
// undone, because it was derived.
func (d *Desk) ReverseDecision(tx tenantdb.Tx, act Act, id league.EventID, reason string, manager bool) (Ruled, error) {
	c, err := d.openCase(tx, act, id, manager)
	if err != nil {
		return Ruled{}, err
	}
	v, err := c.reverse(act, reason)
	if err != nil {
		return Ruled{}, err
	}
	return d.ruled(tx, act, c.stage, c.season, c.rule(tx, act, v))
}

// homologationCase is an event that somebody may decide about.
type homologationCase struct {
	stage   *Stage
	season  *Season
	state   season.EventState
	last    *facts.Verdict // nil: nothing was decided
	manager bool
}

// openCase opens an event, and refuses whoever may not decide about it.
func (d *Desk) openCase(tx tenantdb.Tx, act Act, id league.EventID, manager bool) (*homologationCase, error) {
	s, of, err := d.openInSeason(tx, id)
	if err != nil {
		return nil, err
	}
	c, err := of.caseOf(s, manager)
	if err != nil {
		return nil, err
	}
	had, err := LoadParts(tx, []facts.Event{s.Event}, act.By, act.Now)
	if err != nil {
		return nil, err
	}
	return c, c.mayDecide(of.Own(s.Event, act.By, had))
}

// caseOf is an event of the season as whoever decides about it finds it.
func (s *Season) caseOf(stage *Stage, manager bool) (*homologationCase, error) {
	state, known := s.EventState(stage.Event.ID)
	if !known {
		return nil, notNow("event-state", "state", string(stage.Event.State), "wanted", string(facts.Finished))
	}
	return &homologationCase{stage: stage, season: s, state: state, last: s.at[stage.Event.ID].verdict, manager: manager}, nil
}

// mayDecide refuses a regional contact where the manager decides, and whose own the event
// is (CN09 1.6, 2.2).
func (c *homologationCase) mayDecide(own []league.Grounds) error {
	r := c.season.RulesOf(c.stage.Event)
	switch {
	case !c.manager && c.stage.Event.Circuit != string(rules.RegionalCircuit):
		return r.Refuse(r.Season.Paragraph, "decided-by-manager")
	case len(own) > 0:
		return &league.RuleError{Grounds: own[0]}
	}
	return c.requireChecked()
}

// requireChecked refuses to decide about an event that leads nowhere.
func (c *homologationCase) requireChecked() error {
	if c.season.Checked(c.stage.Event.ID) == HasNoCheckNeeded {
		return notNow("final-not-checked")
	}
	return nil
}

// reverse is the verdict that takes the last one back, or why there can be none.
func (c *homologationCase) reverse(act Act, reason string) (facts.Verdict, error) {
	if c.last == nil || c.last.Kind == facts.VerdictReversed || c.last.Kind == facts.VerdictReturned {
		return facts.Verdict{}, notNow("nothing-decided")
	}
	if e := c.season.FinalEvent(rules.ToNationalFinal, league.RegionID{}); e != nil && e.Started() {
		return facts.Verdict{}, c.season.refuse(rules.ToNationalFinal, "national-final-started")
	}
	v := c.next(act, NewVerdict{Kind: facts.VerdictReversed, Reason: reason})
	v.Waived = []string{}
	return v, nil
}

// decide is the verdict, or why there can be none.
func (c *homologationCase) decide(act Act, n NewVerdict) (facts.Verdict, error) {
	v := c.next(act, n)
	if c.last.Stands() {
		return v, notNow("event-decided", "decision", string(c.last.Kind))
	}
	if c.stage.Event.State != facts.Finished {
		return v, notNow("event-not-finished")
	}
	switch c.season.Checked(c.stage.Event.ID) {
	case WasReturned:
		return v, notNow("report-returned")
	case AwaitsReport:
		if !c.overdue(act) || n.Kind != facts.VerdictInvalidated {
			return v, c.withoutReport()
		}
	}
	if n.Reason == "" && (n.Kind != facts.VerdictHomologated || len(n.Demands) > 0) {
		return v, league.Faults{{Pointer: "/reason", Grounds: league.Grounds{Reason: "why-missing"}}}
	}
	switch n.Kind {
	case facts.VerdictHomologated:
		return c.homologate(v, n)
	case facts.VerdictWaived:
		return v, c.waive(&v, n.Demands)
	case facts.VerdictInvalidated:
		return v, c.invalidate(n, c.overdue(act))
	}
	return v, nil
}

// next is a decision after the last one: what was waived stays so.
func (c *homologationCase) next(act Act, n NewVerdict) facts.Verdict {
	v := facts.Verdict{
		EventID: c.stage.Event.ID, Number: 1, Kind: n.Kind, Unsound: n.Unsound, Waived: []string{}, Reason: n.Reason, DecidedAt: act.Now,
		ForContact: c.manager && c.stage.Event.Circuit == string(rules.RegionalCircuit),
	}
	if c.last != nil {
		v.Number, v.Waived = c.last.Number+1, slices.Clone(c.last.Waived)
	}
	if report := c.season.at[v.EventID].report; report != nil {
		v.Report = &report.Number
	}
	return v
}

func (c *homologationCase) withoutReport() error {
	r := c.season.RulesOf(c.stage.Event)
	return &StateError{Grounds: r.Grounds(r.Season.Report.Paragraph, "report-missing", "day", string(c.state.ReportBy))}
}

// overdue tells whether the last day of the report has gone by.
func (c *homologationCase) overdue(act Act) bool {
	return DaysLeft(c.stage.Event, c.state.ReportBy, act.Now) < 0
}

// homologate refuses as long as a demand fails that is not waived.
func (c *homologationCase) homologate(v facts.Verdict, n NewVerdict) (facts.Verdict, error) {
	if n.Unsound {
		return v, league.Faults{{Pointer: "/unsound", Grounds: c.grounds(c.season.RulesOf(c.stage.Event).Season.Sound.Paragraph, string(season.SoundResults))}}
	}
	if len(n.Demands) > 0 {
		if err := c.waive(&v, n.Demands); err != nil {
			return v, err
		}
	}
	var faults league.Faults
	for _, check := range c.state.Failed() {
		if !slices.Contains(v.Waived, string(check.Demand)) {
			faults = append(faults, league.Fault{Pointer: "/decision", Grounds: check.Grounds})
		}
	}
	return v, faults.OrNil()
}

func (c *homologationCase) grounds(paragraph, reason string, params ...string) league.Grounds {
	return c.season.RulesOf(c.stage.Event).Grounds(paragraph, reason, params...)
}

// waive adds demands to those that need not be met, if they fail and whoever decides
// may waive them (CN09 1.11).
func (c *homologationCase) waive(v *facts.Verdict, demands []season.Demand) error {
	var faults league.Faults
	refuse := func(i int, g league.Grounds) {
		faults = append(faults, league.Fault{Pointer: "/demands/" + strconv.Itoa(i), Grounds: g})
	}
	if len(demands) == 0 {
		return league.Faults{{Pointer: "/demands", Grounds: league.Grounds{Reason: "demands-missing"}}}
	}
	for i, demand := range demands {
		failing := slices.DeleteFunc(c.state.Failed(), func(check season.Check) bool { return check.Demand != demand })
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
func (c *homologationCase) mayNotWaive(check season.Check) (why league.Grounds, no bool) {
	switch {
	case check.Waive == rules.Nobody && check.Demand == season.EnoughPlayers:
		return c.grounds(check.Par, "fewer-from-new-organizers-only", "players", strconv.Itoa(c.state.Played)), true
	case check.Waive == rules.Nobody:
		return c.grounds(check.Par, "demand-never-waived"), true
	case check.Waive == rules.ByManager && !c.manager:
		return c.grounds(check.Par, "demand-waived-by-manager"), true
	}
	return league.Grounds{}, false
}

// invalidate refuses without a demand that fails, and demands that do not.
func (c *homologationCase) invalidate(n NewVerdict, overdue bool) error {
	failing := func(demand season.Demand) bool {
		return demand == season.SoundResults && n.Unsound ||
			demand == season.InTime && overdue && c.season.at[c.stage.Event.ID].report == nil ||
			slices.ContainsFunc(c.state.Failed(), func(check season.Check) bool { return check.Demand == demand })
	}
	var faults league.Faults
	for i, demand := range n.Demands {
		if !failing(demand) {
			faults = append(faults, league.Fault{Pointer: "/demands/" + strconv.Itoa(i), Grounds: league.Grounds{Reason: "demand-not-failing"}})
		}
	}
	if len(faults) > 0 {
		return faults
	}
	if !n.Unsound && !failing(season.InTime) && len(c.state.Failed()) == 0 {
		return league.Faults{{Pointer: "/decision", Grounds: c.grounds(c.season.RulesOf(c.stage.Event).Season.Sound.Paragraph, "nothing-to-invalidate")}}
	}
	return nil
}

// rule leaves a verdict to be written, and is the season with it.
func (c *homologationCase) rule(tx tenantdb.Tx, act Act, v facts.Verdict) *Season {
	id := c.stage.Event.ID
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddVerdict(b, v, act.By) })
	act.Record.Log(id.UUID, leaguelog.VerdictGiven(string(v.Kind), leaguelog.Verdict{Number: v.Number, Waived: v.Waived, Unsound: v.Unsound, ForContact: v.ForContact}))
	before := map[string]any{"decision": nil}
	if c.last != nil {
		before["decision"] = c.last.Kind
	}
	act.Record.Audit("homologation", v.Reason, before, map[string]any{
		"decision": v.Kind, "waived": v.Waived, "unsound": v.Unsound, "report": v.Report, "forContact": v.ForContact,
	})
	return c.ruled(v)
}

// ruled is the season with a verdict.
func (c *homologationCase) ruled(v facts.Verdict) *Season {
	after := c.season.with(c.stage.Event, func(e *season.Event) {
		e.Verdict, e.Waived = verdictOf(&v), waivedBy(&v)
		switch {
		case e.Report == nil:
		case v.Kind == facts.VerdictReturned:
			e.Report = nil
		default:
			judged := *e.Report
			judged.Unsound = v.Unsound
			e.Report = &judged
		}
	})
	after.Verdicts = append(slices.DeleteFunc(slices.Clone(after.Verdicts), func(o facts.Verdict) bool { return o.EventID == v.EventID }), v)
	after.index()
	return after
}

// Homologation is all that whoever decides about an event looks at.
type Homologation struct {
	Papers
	Decisions []facts.Decision
}

// ViewHomologation loads what is known about the homologation of an event, for an
// account at a moment.
func (d *Desk) ViewHomologation(door tenantdb.Door, id league.EventID, account uuid.UUID, now time.Time) (Homologation, error) {
	p, err := d.ViewReport(door, id, account, now)
	if err != nil {
		return Homologation{}, err
	}
	h := Homologation{Papers: p}
	b := &tenantdb.Batch{}
	leaguedb.LoadDecisions(b, &h.Decisions, id)
	return h, door.Send(b)
}
