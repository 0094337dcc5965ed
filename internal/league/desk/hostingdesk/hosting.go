package hostingdesk

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/eventdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
	"referto/internal/tenant/tenantdb"
)

// Hosting is a request of a club with its steps.
type Hosting struct {
	facts.Hosting
	Steps []facts.HostingStep
}

// ViewHosting loads a request. It is league.ErrNotFound without it, and where it is
// not that of the club; uuid.Nil is any.
func (d Desk) ViewHosting(door tenantdb.Door, id, club uuid.UUID) (Hosting, error) {
	var h Hosting
	b := &tenantdb.Batch{}
	leaguedb.LoadHosting(b, &h.Hosting, id)
	leaguedb.LoadHostingSteps(b, &h.Steps, id)
	if err := door.Send(b); err != nil {
		return Hosting{}, fmt.Errorf("hosting %s: %w", id, err)
	}
	if club != uuid.Nil && h.ClubID != club {
		return Hosting{}, fmt.Errorf("hosting %s: %w", id, league.ErrNotFound)
	}
	// Number and kind of the last step have to be of the same moment: the key of the
	// next one then keeps out who has read before another's commit.
	last := h.Steps[len(h.Steps)-1]
	h.State, h.EventID = last.Kind, last.EventID
	return h, nil
}

// RequestHosting asks, at the federation, to let a club hold an event of a season:
// a stage in a region, an open or an online tournament (CN09 2.2). What the season
// would refuse of the event is refused of the request.
func (d Desk) RequestHosting(tx tenantdb.Tx, act desk.Act, h facts.Hosting) (Hosting, error) {
	h.ID, h.RequestedBy, h.RequestedAt, h.State = desk.NewID(), act.By, act.Now, facts.HostingRequested
	if err := d.checkHosting(tx, act, &h); err != nil {
		return Hosting{}, err
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddHosting(b, h) })
	return Hosting{Hosting: h, Steps: []facts.HostingStep{{Number: 1, Kind: facts.HostingRequested, TakenBy: act.By, TakenAt: act.Now}}}, nil
}

// checkHosting refuses what the season or its ruleset would refuse of the event, and
// completes the request.
func (d Desk) checkHosting(tx tenantdb.Tx, act desk.Act, h *facts.Hosting) error {
	s, season, err := eventdesk.At(d.Desk).Drafted(tx, act, hosted(*h, ""))
	if err != nil {
		return err
	}
	if season.Season.State != planning.SeasonRunning {
		return league.NotNow("season-state", "state", season.Season.State)
	}
	h.RegionName = s.RegionName
	structure, _, ok := h.Structure()
	if !ok {
		return nil
	}
	faults := tournament.CheckStructure(s.Rules, structure)
	for i := range faults {
		faults[i].Field = "/structure" + faults[i].Field
	}
	return faults.OrNil()
}

// ReplaceHosting asks for something else than before, as long as nothing is decided.
// Whoever was to decide may be another then.
func (d Desk) ReplaceHosting(tx tenantdb.Tx, act desk.Act, h Hosting, from desk.Version, wanted facts.Hosting) (Hosting, error) {
	if from.Stale(h.Version()) {
		return h, h.stale()
	}
	before := h.Hosting
	wanted.ID, wanted.RequestedBy, wanted.RequestedAt = h.ID, h.RequestedBy, h.RequestedAt
	h.Hosting, h.State = wanted, before.State
	if err := h.step(tx, act, facts.HostingChanged, "", nil, undecided...); err != nil {
		return h, err
	}
	if err := d.checkHosting(tx, act, &h.Hosting); err != nil {
		return h, err
	}
	wanted = h.Hosting
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ChangeHosting(b, wanted) })
	act.Record.Audit("hosting "+h.ID.String(), "", asked(before), asked(wanted))
	return h, nil
}

// Version counts what was done about a request.
func (h Hosting) Version() int { return len(h.Steps) }

// stale refuses who has not seen the last step.
func (h Hosting) stale() error {
	return &desk.StaleError{Current: map[string]any{"version": h.Version(), "state": string(h.State)}}
}

// asked lists what the audit keeps of a request.
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

// hosted is the event that a request asks for.
func hosted(h facts.Hosting, slug string) eventdesk.NewEvent {
	n := eventdesk.NewEvent{
		Announcement: planning.Announcement{
			Title: h.Title, StartsAt: h.StartsAt, TimeZone: h.TimeZone, VenueName: h.VenueName, VenueAddress: h.VenueAddress, VenueCity: h.VenueCity,
			FeeCents: h.FeeCents, FeeCurrency: h.FeeCurrency, Formula: h.Formula, Capacity: h.Capacity, Season: &h.SeasonID.UUID, NewOrganizer: h.NewOrganizer,
		},
		Kind: h.Kind, Slug: slug, Host: h.ClubID,
	}
	if h.VenueLatitude != nil && h.VenueLongitude != nil {
		n.VenueAt = &planning.Position{Latitude: *h.VenueLatitude, Longitude: *h.VenueLongitude}
	}
	if h.RegionID != nil {
		n.RegionID = *h.RegionID
	}
	return n
}

// step takes a request on from one of some states.
func (h *Hosting) step(tx tenantdb.Tx, act desk.Act, to facts.HostingState, text string, event *uuid.UUID, from ...facts.HostingState) error {
	if !slices.Contains(from, h.State) {
		return league.NotNow("hosting-state", "state", string(h.State))
	}
	step := facts.HostingStep{Number: len(h.Steps) + 1, Kind: to, Text: text, EventID: event, TakenBy: act.By, TakenAt: act.Now}
	h.Steps, h.State, h.EventID = append(h.Steps, step), to, event
	id := h.ID
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddHostingStep(b, id, step) })
	act.Record.Log(uuid.Nil, leaguelog.HostingTurned(string(to), leaguelog.Hosting{Hosting: id, HostedEvent: &leaguelog.HostedEvent{Event: event}}))
	act.Record.Audit("hosting "+id.String(), text, nil, map[string]any{"state": to, "club": h.ClubID, "event": event})
	return nil
}

// Who decides and who asks are two: nobody approves what he has asked for or is to
// organize.
func (h *Hosting) decidedByAnother(act desk.Act) error {
	ofClub := func(s facts.HostingStep) bool { return s.Kind.OfClub() && s.TakenBy == act.By }
	if slices.ContainsFunc(h.Steps, ofClub) || slices.Contains(h.Organizers, act.By) {
		return league.NotNow("own-request")
	}
	return nil
}

// undecided are the states of a request that waits for somebody.
var undecided = []facts.HostingState{facts.HostingRequested, facts.HostingChanged, facts.HostingAsked, facts.HostingAnswered}

// AskHost asks a club something about its request.
func (d Desk) AskHost(tx tenantdb.Tx, act desk.Act, h Hosting, question string) (Hosting, error) {
	return h, h.step(tx, act, facts.HostingAsked, question, nil, facts.HostingRequested, facts.HostingChanged, facts.HostingAnswered)
}

// AnswerHost is the club's answer to a question.
func (d Desk) AnswerHost(tx tenantdb.Tx, act desk.Act, h Hosting, answer string) (Hosting, error) {
	return h, h.step(tx, act, facts.HostingAnswered, answer, nil, facts.HostingAsked)
}

// WithdrawHosting takes a request back before it is decided.
func (d Desk) WithdrawHosting(tx tenantdb.Tx, act desk.Act, h Hosting, reason string) (Hosting, error) {
	return h, h.step(tx, act, facts.HostingWithdrawn, reason, nil, undecided...)
}

// RefuseHosting refuses a request.
func (d Desk) RefuseHosting(tx tenantdb.Tx, act desk.Act, h Hosting, reason string) (Hosting, error) {
	if err := h.decidedByAnother(act); err != nil {
		return h, err
	}
	return h, h.step(tx, act, facts.HostingRefused, reason, nil, undecided...)
}

// HostingApproval approves a request.
type HostingApproval struct {
	Slug string // of the event; "" for one made from its title
	Seen int    // number of the last step that was seen; 0 for whichever is
	// Structure tells that who approves may approve other structures as well. Otherwise
	// the one that is asked for waits for who may.
	Structure bool
}

// ApproveHosting makes the event that a request asks for, a draft of the
// federation's that the club holds, with the club's people on its staff. Who approves
// gives them their roles, until the day that is returned.
func (d Desk) ApproveHosting(tx tenantdb.Tx, act desk.Act, h Hosting, n HostingApproval) (Hosting, *officiating.Situation, time.Time, error) {
	if err := h.decidedByAnother(act); err != nil {
		return h, nil, time.Time{}, err
	}
	if n.Seen != 0 && n.Seen != h.Version() {
		return h, nil, time.Time{}, h.stale()
	}
	if !slices.Contains(undecided, h.State) {
		return h, nil, time.Time{}, league.NotNow("hosting-state", "state", string(h.State))
	}
	s, season, err := eventdesk.At(d.Desk).Drafted(tx, act, hosted(h.Hosting, n.Slug))
	if err != nil {
		return h, nil, time.Time{}, err
	}
	eventdesk.Store(tx, act, s)
	if structure, reason, ok := h.Structure(); ok {
		eventdesk.Propose(tx, act, s, h.RequestedBy, structure, reason)
		if n.Structure {
			eventdesk.ApproveStructure(tx, act, s)
		}
	}
	if err := d.nameOrganizers(tx, act, s, h.Organizers); err != nil {
		return h, nil, time.Time{}, err
	}
	event := s.Event
	h.EventSlug, h.EventState = event.Slug, event.State
	if err := h.step(tx, act, facts.HostingApproved, "", &event.ID.UUID, undecided...); err != nil {
		return h, nil, time.Time{}, err
	}
	until := season.Season.FinalsBy
	if last := rules.DayOf(event.LocalDate()).Midnight(); last.After(until) {
		until = last
	}
	return h, s, until.AddDate(0, 0, hostedAfter), nil
}

// hostedAfter counts the days after the season's finals, or its own if it is
// later, the organizers of a hosted event may work on it.
const hostedAfter = 30

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
