package hostingdesk

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/eventdesk"
	"referto/internal/league/facts"
	"referto/internal/league/hosting"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// ViewHosting loads a request. It returns league.ErrNotFound if there is none, or if it is not one of the given
// club; uuid.Nil stands for any club.
func (d Desk) ViewHosting(door tenantdb.Door, id, club uuid.UUID) (hosting.Request, error) {
	var h facts.Hosting
	var steps []facts.HostingStep
	b := &tenantdb.Batch{}
	leaguedb.LoadHosting(b, &h, id)
	leaguedb.LoadHostingSteps(b, &steps, id)
	if err := door.Send(b); err != nil {
		return hosting.Request{}, fmt.Errorf("hosting %s: %w", id, err)
	}
	if club != uuid.Nil && h.ClubID != club {
		return hosting.Request{}, fmt.Errorf("hosting %s: %w", id, league.ErrNotFound)
	}
	// The number and the kind of the last step have to be read at the same moment: then the key of the next step
	// refuses a reader who read before the commit of another.
	return hosting.Of(h, steps), nil
}

// RequestHosting asks the federation to let a club hold an event of a season: a stage in a region, an open or
// an online tournament (CN09 2.2). The request is refused for the same reasons for which the season would
// refuse the event.
func (d Desk) RequestHosting(tx tenantdb.Tx, act desk.Act, h facts.Hosting) (hosting.Request, error) {
	h.ID = desk.NewID()
	r := hosting.New(h, act.By, act.Now)
	if err := d.checkHosting(tx, act, &r.Hosting); err != nil {
		return hosting.Request{}, err
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddHosting(b, r.Hosting) })
	return r, nil
}

// checkHosting refuses a request whose event the season or its ruleset would refuse, and completes the request.
func (d Desk) checkHosting(tx tenantdb.Tx, act desk.Act, h *facts.Hosting) error {
	s, season, err := eventdesk.At(d.Desk).Drafted(tx, act, hosted(*h, ""))
	if err != nil {
		return err
	}
	if err := hosting.RequireRunning(season.Season); err != nil {
		return err
	}
	h.RegionName = s.RegionName
	return hosting.CheckStructure(s.Rules, *h)
}

// ReplaceHosting replaces the content of a request, as long as nothing is decided. Afterwards another person
// may have to decide.
func (d Desk) ReplaceHosting(tx tenantdb.Tx, act desk.Act, r hosting.Request, from desk.Version, wanted facts.Hosting) (hosting.Request, error) {
	if from.Stale(r.Version()) {
		return r, stale(r)
	}
	next, err := r.Replace(wanted, act.By, act.Now)
	if err != nil {
		return r, err
	}
	saveStep(tx, act, next)
	if err := d.checkHosting(tx, act, &next.Hosting); err != nil {
		return r, err
	}
	wanted = next.Hosting
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeHosting(b, wanted) })
	act.Record.Audit("hosting "+r.ID.String(), "", asked(r.Hosting), asked(wanted))
	return next, nil
}

// stale returns the refusal of a step by a person who has not seen the latest one.
func stale(r hosting.Request) error {
	return &desk.StaleError{Current: map[string]any{"version": r.Version(), "state": string(r.State)}}
}

// asked returns the fields of a request that the audit records.
func asked(h facts.Hosting) map[string]any {
	out := desk.Announced(facts.Event{
		Title: h.Title, StartsAt: h.StartsAt, TimeZone: h.TimeZone, VenueName: h.VenueName, VenueCity: h.VenueCity,
		FeeCents: h.FeeCents, Formula: h.Formula, Capacity: h.Capacity,
	})
	for name, value := range map[string]any{
		"season": h.SeasonID, "kind": h.Kind, "region": h.RegionID, "expected": h.Expected, "newOrganizer": h.NewOrganizer, "organizers": h.Organizers,
		"rounds": h.StructureRounds,
	} {
		out[name] = value
	}
	return out
}

// hosted returns the event that a request asks for.
func hosted(h facts.Hosting, slug string) eventdesk.NewEvent {
	n := eventdesk.NewEvent{Announcement: hosting.Announcement(h), Kind: h.Kind, Slug: slug, Host: h.ClubID}
	if h.RegionID != nil {
		n.RegionID = *h.RegionID
	}
	return n
}

// take advances a request by a step of the acting person.
func take(tx tenantdb.Tx, act desk.Act, r hosting.Request, kind facts.HostingState, text string, event *league.EventID) (hosting.Request, error) {
	next, err := r.Take(facts.HostingStep{Kind: kind, Text: text, EventID: event, TakenBy: act.By, TakenAt: act.Now})
	if err != nil {
		return r, err
	}
	saveStep(tx, act, next)
	return next, nil
}

// saveStep leaves the last step of a request to be written, with log and audit.
func saveStep(tx tenantdb.Tx, act desk.Act, r hosting.Request) {
	id, step := r.ID, r.Steps[len(r.Steps)-1]
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddHostingStep(b, id, step) })
	act.Record.Log(uuid.Nil, leaguelog.HostingTurned(string(step.Kind), leaguelog.Hosting{Hosting: id, HostedEvent: &leaguelog.HostedEvent{Event: step.EventID}}))
	act.Record.Audit("hosting "+id.String(), step.Text, nil, map[string]any{"state": step.Kind, "club": r.ClubID, "event": step.EventID})
}

// AskHost asks a club a question about its request.
func (d Desk) AskHost(tx tenantdb.Tx, act desk.Act, r hosting.Request, question string) (hosting.Request, error) {
	return take(tx, act, r, facts.HostingAsked, question, nil)
}

// AnswerHost records the club's answer to a question.
func (d Desk) AnswerHost(tx tenantdb.Tx, act desk.Act, r hosting.Request, answer string) (hosting.Request, error) {
	return take(tx, act, r, facts.HostingAnswered, answer, nil)
}

// WithdrawHosting takes a request back before it is decided.
func (d Desk) WithdrawHosting(tx tenantdb.Tx, act desk.Act, r hosting.Request, reason string) (hosting.Request, error) {
	return take(tx, act, r, facts.HostingWithdrawn, reason, nil)
}

// RefuseHosting refuses a request.
func (d Desk) RefuseHosting(tx tenantdb.Tx, act desk.Act, r hosting.Request, reason string) (hosting.Request, error) {
	if err := r.RequireOther(act.By); err != nil {
		return r, err
	}
	return take(tx, act, r, facts.HostingRefused, reason, nil)
}

// HostingApproval approves a request.
type HostingApproval struct {
	Slug string // of the event; "" for one made from its title
	Seen int    // number of the last step that was seen; 0 for whichever is
	// Structure reports whether the approving person may approve other structures as well. Otherwise the requested
	// structure waits for a person who may.
	Structure bool
}

// ApproveHosting creates the event that a request asks for, as a draft of the federation that the club holds,
// with the club's people on its staff. The approving person gives them their roles, until the returned day.
func (d Desk) ApproveHosting(tx tenantdb.Tx, act desk.Act, r hosting.Request, n HostingApproval) (hosting.Request, *officiating.Situation, time.Time, error) {
	none := func(err error) (hosting.Request, *officiating.Situation, time.Time, error) {
		return r, nil, time.Time{}, err
	}
	if err := r.RequireOther(act.By); err != nil {
		return none(err)
	}
	if n.Seen != 0 && n.Seen != r.Version() {
		return none(stale(r))
	}
	if err := r.MayTake(facts.HostingApproved); err != nil {
		return none(err)
	}
	s, season, err := eventdesk.At(d.Desk).Drafted(tx, act, hosted(r.Hosting, n.Slug))
	if err != nil {
		return none(err)
	}
	eventdesk.Store(tx, act, s)
	if structure, reason, ok := r.Structure(); ok {
		eventdesk.Propose(tx, act, s, r.RequestedBy, structure, reason)
		if n.Structure {
			eventdesk.ApproveStructure(tx, act, s)
		}
	}
	if err := d.nameOrganizers(tx, act, s, r.Organizers); err != nil {
		return none(err)
	}
	event := s.Event
	r.EventSlug, r.EventState = event.Slug, event.State
	approved, err := take(tx, act, r, facts.HostingApproved, "", &event.ID)
	if err != nil {
		return none(err)
	}
	return approved, s, hosting.RolesUntil(season.Season, event), nil
}

// nameOrganizers puts the club's people on the staff of their event.
func (d Desk) nameOrganizers(tx tenantdb.Tx, act desk.Act, s *officiating.Situation, accounts []uuid.UUID) error {
	var names []leaguedb.AccountName
	b := &tenantdb.Batch{}
	leaguedb.LoadAccountNames(b, &names, accounts)
	if err := tx.Send(b); err != nil {
		return err
	}
	for _, n := range names {
		member := facts.Staff{ID: desk.NewID(), Role: "organizer", Name: n.Name, AccountID: &n.ID, CreatedAt: act.Now}
		id := s.Event.ID
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddStaff(b, id, member) })
		act.Record.Log(id.UUID, leaguelog.StaffAdded{StaffNow: leaguelog.StaffNow{Staff: member.ID, Role: member.Role}})
	}
	return nil
}
