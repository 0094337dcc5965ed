package desk

import (
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

// Hosting is a request of a club with its steps.
type Hosting struct {
	leaguedb.Hosting
	Steps []leaguedb.HostingStep
}

// ViewHosting loads a request. It is league.ErrNotFound without it, and where it is
// not that of the club; uuid.Nil is any.
func (d *Desk) ViewHosting(door tenantdb.Door, id, club uuid.UUID) (Hosting, error) {
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
func (d *Desk) RequestHosting(tx tenantdb.Tx, act Act, h leaguedb.Hosting) (Hosting, error) {
	h.ID, h.RequestedBy, h.RequestedAt, h.State = newID(), act.By, act.Now, leaguedb.HostingRequested
	s, season, err := d.drafted(tx, act, hosted(h, ""))
	if err != nil {
		return Hosting{}, err
	}
	if season.Season.State != SeasonRunning {
		return Hosting{}, notNow("season-state", "state", season.Season.State)
	}
	h.RegionName = s.RegionName
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddHosting(b, h) })
	return Hosting{Hosting: h, Steps: []leaguedb.HostingStep{{Number: 1, Kind: leaguedb.HostingRequested, TakenAt: act.Now}}}, nil
}

// hosted is the event that a request asks for.
func hosted(h leaguedb.Hosting, slug string) NewEvent {
	n := NewEvent{
		Announcement: Announcement{
			Title: h.Title, StartsAt: h.StartsAt, TimeZone: h.TimeZone, VenueName: h.VenueName, VenueAddress: h.VenueAddress, VenueCity: h.VenueCity,
			FeeCents: h.FeeCents, FeeCurrency: h.FeeCurrency, Formula: h.Formula, Capacity: h.Capacity, Season: &h.SeasonID.UUID, NewOrganizer: h.NewOrganizer,
		},
		Kind: h.Kind, Slug: slug, Host: h.ClubID,
	}
	if h.VenueLatitude != nil && h.VenueLongitude != nil {
		n.VenueAt = &Position{Latitude: *h.VenueLatitude, Longitude: *h.VenueLongitude}
	}
	if h.RegionID != nil {
		n.RegionID = *h.RegionID
	}
	return n
}

// step takes a request on from one of some states.
func (h *Hosting) step(tx tenantdb.Tx, act Act, to leaguedb.HostingState, text string, event *uuid.UUID, from ...leaguedb.HostingState) error {
	if !slices.Contains(from, h.State) {
		return notNow("hosting-state", "state", string(h.State))
	}
	step := leaguedb.HostingStep{Number: len(h.Steps) + 1, Kind: to, Text: text, EventID: event, TakenAt: act.Now}
	h.Steps, h.State, h.EventID = append(h.Steps, step), to, event
	id := h.ID
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddHostingStep(b, id, step, act.By) })
	act.Record.Log("hosting."+string(to), uuid.Nil, map[string]any{"hosting": id, "event": event})
	act.Record.Audit("hosting "+id.String(), text, nil, map[string]any{"state": to, "club": h.ClubID, "event": event})
	return nil
}

// Who decides and who asks are two: nobody approves what he asked for or is to
// organize.
func (h *Hosting) decidedByAnother(act Act) error {
	if h.RequestedBy == act.By || slices.Contains(h.Organizers, act.By) {
		return notNow("own-request")
	}
	return nil
}

// undecided are the states of a request that waits for somebody.
var undecided = []leaguedb.HostingState{leaguedb.HostingRequested, leaguedb.HostingAsked, leaguedb.HostingAnswered}

// AskHost asks a club something about its request.
func (d *Desk) AskHost(tx tenantdb.Tx, act Act, h Hosting, question string) (Hosting, error) {
	return h, h.step(tx, act, leaguedb.HostingAsked, question, nil, leaguedb.HostingRequested, leaguedb.HostingAnswered)
}

// AnswerHost is the club's answer to a question.
func (d *Desk) AnswerHost(tx tenantdb.Tx, act Act, h Hosting, answer string) (Hosting, error) {
	return h, h.step(tx, act, leaguedb.HostingAnswered, answer, nil, leaguedb.HostingAsked)
}

// WithdrawHosting takes a request back before it is decided.
func (d *Desk) WithdrawHosting(tx tenantdb.Tx, act Act, h Hosting, reason string) (Hosting, error) {
	return h, h.step(tx, act, leaguedb.HostingWithdrawn, reason, nil, undecided...)
}

// RefuseHosting refuses a request.
func (d *Desk) RefuseHosting(tx tenantdb.Tx, act Act, h Hosting, reason string) (Hosting, error) {
	if err := h.decidedByAnother(act); err != nil {
		return h, err
	}
	return h, h.step(tx, act, leaguedb.HostingRefused, reason, nil, undecided...)
}

// ApproveHosting makes the event that a request asks for, a draft of the
// federation's that the club holds, with the club's people on its staff. Who approves
// gives them their roles, until the day that is returned.
func (d *Desk) ApproveHosting(tx tenantdb.Tx, act Act, h Hosting, slug string) (Hosting, *Stage, time.Time, error) {
	if err := h.decidedByAnother(act); err != nil {
		return h, nil, time.Time{}, err
	}
	if !slices.Contains(undecided, h.State) {
		return h, nil, time.Time{}, notNow("hosting-state", "state", string(h.State))
	}
	s, season, err := d.drafted(tx, act, hosted(h.Hosting, slug))
	if err != nil {
		return h, nil, time.Time{}, err
	}
	s.store(tx, act)
	if err := d.nameOrganizers(tx, act, s, h.Organizers); err != nil {
		return h, nil, time.Time{}, err
	}
	event := s.Event
	h.EventSlug, h.EventState = event.Slug, event.State
	if err := h.step(tx, act, leaguedb.HostingApproved, "", &event.ID.UUID, undecided...); err != nil {
		return h, nil, time.Time{}, err
	}
	until := season.Season.FinalsBy
	if last := dateOf(day(event.LocalDate())); last.After(until) {
		until = last
	}
	return h, s, until.AddDate(0, 0, hostedAfter), nil
}

// hostedAfter is how many days after the season's finals, or its own if it is
// later, the organizers of a hosted event may work on it.
const hostedAfter = 30

// nameOrganizers puts the club's people on the staff of their event.
func (d *Desk) nameOrganizers(tx tenantdb.Tx, act Act, s *Stage, accounts []uuid.UUID) error {
	var names []leaguedb.AccountName
	b := &tenantdb.Batch{}
	leaguedb.LoadAccountNames(b, &names, accounts)
	if err := tx.Send(b); err != nil {
		return err
	}
	for _, n := range names {
		member := leaguedb.Staff{ID: newID(), Role: "organizer", Name: n.Name, AccountID: &n.ID, CreatedAt: act.Now}
		id := s.Event.ID
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddStaff(b, id, member) })
		act.Record.Log("staff.added", id.UUID, map[string]any{"staff": member.ID, "role": member.Role})
	}
	return nil
}
