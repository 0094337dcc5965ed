package reportdesk

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/eventdesk"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/ranking"
	"referto/internal/league/register"
	"referto/internal/tenant/tenantdb"
)

// Homologate homologates an event, declares it invalid, returns its report with a question or waives demands
// (CN09 1.11, 2.2). Nobody decides about an event of their own. The consequences for places, prizes and entries
// elsewhere are derived.
func (d Desk) Homologate(tx tenantdb.Tx, act desk.Act, id league.EventID, n homologation.NewVerdict) (eventdesk.Ruled, error) {
	c, err := d.openCase(tx, act, id)
	if err != nil {
		return eventdesk.Ruled{}, err
	}
	n.Manager = c.Manager
	v, err := c.Homologate(n, act.Now)
	if err != nil {
		return eventdesk.Ruled{}, err
	}
	return d.follow(tx, act, c, v)
}

// ReverseDecision reverses the latest verdict on an event, together with the waivers it granted, until the
// national final of the season has started. All its consequences are undone with it, because they are derived.
func (d Desk) ReverseDecision(tx tenantdb.Tx, act desk.Act, id league.EventID, reason string) (eventdesk.Ruled, error) {
	c, err := d.openCase(tx, act, id)
	if err != nil {
		return eventdesk.Ruled{}, err
	}
	v, err := c.Reverse(reason, act.Now)
	if err != nil {
		return eventdesk.Ruled{}, err
	}
	return d.follow(tx, act, c, v)
}

// follow stores a verdict with all that follows from it: the points of the event, places and entries of the finals.
func (d Desk) follow(tx tenantdb.Tx, act desk.Act, c *openedCase, v facts.Verdict) (eventdesk.Ruled, error) {
	after := c.rule(tx, act, v)
	posted, err := d.Post(tx, act, c.situation, ranking.Counts(c.situation.Event, &v, nil))
	if err != nil {
		return eventdesk.Ruled{}, err
	}
	return eventdesk.At(d.Desk).Ruled(tx, act, c.situation, c.Of, after, posted)
}

// openedCase is the case of an event that is open at the desk.
type openedCase struct {
	*register.Case
	situation *officiating.Situation
}

// openCase opens an event, and refuses an acting person who may not decide about it.
func (d Desk) openCase(tx tenantdb.Tx, act desk.Act, id league.EventID) (*openedCase, error) {
	s, of, err := eventdesk.At(d.Desk).OpenInSeason(tx, id)
	if err != nil {
		return nil, err
	}
	c, err := of.Case(s.Event, act.Authority.Everywhere())
	if err != nil {
		return nil, err
	}
	had, err := desk.LoadInvolvements(tx, []facts.Event{s.Event}, act.By, act.Now)
	if err != nil {
		return nil, err
	}
	return &openedCase{c, s}, c.MayHomologate(of.Own(s.Event, act.By, had))
}

// rule leaves a verdict to be written, and returns the season with the verdict applied.
func (c *openedCase) rule(tx tenantdb.Tx, act desk.Act, v facts.Verdict) *register.Season {
	id := c.Event.ID
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddVerdict(b, v, act.By) })
	act.Record.Log(id.UUID, leaguelog.VerdictGiven(string(v.Kind), leaguelog.Verdict{Number: v.Number, Waived: v.Waived, Unsound: v.Unsound, ForContact: v.ForContact}))
	before := map[string]any{"decision": nil}
	if c.Last != nil {
		before["decision"] = c.Last.Kind
	}
	act.Record.Audit("homologation", v.Reason, before, map[string]any{
		"decision": v.Kind, "waived": v.Waived, "unsound": v.Unsound, "report": v.Report, "forContact": v.ForContact,
	})
	return c.Ruled(v)
}

// Homologation holds everything that a person needs to decide about an event.
type Homologation struct {
	Papers
	Decisions []facts.Decision
}

// ViewHomologation loads the facts about the homologation of an event, for an account at a moment.
func (d Desk) ViewHomologation(door tenantdb.Door, id league.EventID, account uuid.UUID, now time.Time) (Homologation, error) {
	p, err := d.ViewReport(door, id, account, now)
	if err != nil {
		return Homologation{}, err
	}
	h := Homologation{Papers: p}
	b := &tenantdb.Batch{}
	leaguedb.LoadDecisions(b, &h.Decisions, id)
	return h, door.Send(b)
}
