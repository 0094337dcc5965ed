package eventapi

import (
	"context"

	"github.com/google/uuid"

	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/eventdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/letters"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
	"referto/internal/league/views"
	"referto/internal/oneline"
	"referto/openapi"
)

// CreateEvent drafts an event. A caller with a role over a region may draft only there.
func (a API) CreateEvent(ctx context.Context, r openapi.CreateEventRequestObject) (openapi.CreateEventResponseObject, error) {
	c := gate.From(ctx)
	if err := c.Identify(); err != nil { // the caller's roles decide where they may
		return nil, err
	}
	if err := c.Can("event:create", authz.Target{Tenant: c.Tenant.ID, Region: r.Body.Region}).Err(); err != nil {
		return nil, err
	}
	title, err := oneline.Clean(r.Body.Title)
	if err != nil {
		return nil, err
	}
	choice, err := choiceOf(r.Body.Ruleset, r.Body.RulesetVersion, r.Body.Readings)
	if err != nil {
		return nil, err
	}
	if r.Body.Circuit != "" && r.Body.Season.UUID == uuid.Nil {
		return nil, league.Faults{{Field: "/season", Grounds: league.Grounds{Reason: "circuit-without-season"}}}
	}
	position, err := positionOf(r.Body.Venue)
	if err != nil {
		return nil, err
	}
	fee, currency := views.Cents(r.Body.Fee)
	s, err := eventdesk.At(a.Desk).CreateEvent(c.Tx(), leagueapi.Act(c), eventdesk.NewEvent{
		Announcement: planning.Announcement{
			Title: title, StartsAt: r.Body.StartsAt, TimeZone: r.Body.TimeZone,
			VenueName: r.Body.Venue.Name, VenueAddress: r.Body.Venue.Address, VenueCity: r.Body.Venue.City, VenueAt: position,
			FeeCents: fee, FeeCurrency: currency, Formula: r.Body.Formula, Variant: r.Body.Variant, Target: r.Body.Target, Pairing: string(r.Body.Pairing),
			Capacity: r.Body.Capacity, TimeLimitMinutes: r.Body.TimeLimitMinutes, Notes: r.Body.Notes,
			Season: optionalSeason(r.Body.Season), NewOrganizer: r.Body.NewOrganizer, Choice: choice,
		},
		Kind: string(r.Body.Kind), Circuit: string(r.Body.Circuit), Slug: r.Body.Slug, RegionID: league.RegionID{UUID: r.Body.Region},
	})
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	c.ETag(gate.Version(s.Event.Version))
	out, err := a.Planned(c, s, leagueapi.View(c, s).Event(nil))
	return openapi.CreateEvent201JSONResponse(out), err
}

// GetEvent answers with one event.
func (a API) GetEvent(ctx context.Context, r openapi.GetEventRequestObject) (openapi.GetEventResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.See(c, r.Event)
	if err != nil {
		return nil, err
	}
	staff, err := leagueapi.LoadStaff(c, r.Event)
	if err != nil {
		return nil, err
	}
	v := leagueapi.View(c, s)
	out := v.Event(staff)
	if s.Event.SeasonID != nil && s.Event.State != facts.Draft && s.Event.State != facts.Cancelled {
		of, err := a.Desk.ViewSeason(c.Door(), *s.Event.SeasonID)
		if err != nil {
			return nil, err
		}
		out.InSeason = v.InSeason(of)
		out.Tier = out.InSeason.Tier
		v.FinalForm(of, &out)
	}
	if err := hostedBy(c.Door(), &out); err != nil {
		return nil, err
	}
	c.ETag(gate.Version(s.Event.Version))
	return openapi.GetEvent200JSONResponse(out), nil
}

// UpdateEvent changes the announcement of an event, and queues letters to the entrants if the time or place
// changes.
func (a API) UpdateEvent(ctx context.Context, r openapi.UpdateEventRequestObject) (openapi.UpdateEventResponseObject, error) {
	c := gate.From(ctx)
	s, followed, was, err := a.changeEvent(c, leagueapi.Act(c), r.Event, *r.Body, leagueapi.From(r.Params.IfMatch))
	if err != nil {
		return nil, err
	}
	if letter, moved := letters.Rescheduled(c.Tenant.ID, was, s.Event, c.Now); moved {
		if err := a.Later.Insert(c.Tx(), letter); err != nil {
			return nil, err
		}
	}
	if err := a.FollowedAll(c, followed); err != nil {
		return nil, err
	}
	e, err := a.Answer(c, s)
	if err != nil {
		return nil, err
	}
	e, err = a.Planned(c, s, e)
	return openapi.UpdateEvent200JSONResponse(e), err
}

// PreviewEventChange changes the announcement in a transaction that the gate rolls back.
func (a API) PreviewEventChange(ctx context.Context, r openapi.PreviewEventChangeRequestObject) (openapi.PreviewEventChangeResponseObject, error) {
	c := gate.From(ctx)
	s, _, _, err := a.changeEvent(c, leagueapi.Act(c).Unrecorded(), r.Event, *r.Body, desk.AnyVersion)
	if err != nil {
		return nil, err
	}
	staff, err := leagueapi.LoadStaff(c, r.Event)
	if err != nil {
		return nil, err
	}
	out, err := a.Planned(c, s, leagueapi.View(c, s).Event(staff))
	return openapi.PreviewEventChange200JSONResponse(out), err
}

// changeEvent changes the announcement of an event, and returns the earlier one.
func (a API) changeEvent(c *gate.Call, by desk.Act, id league.EventID, change openapi.EventChange, from desk.Version) (s *officiating.Situation, followed []desk.Followed, was planning.Announcement, err error) {
	if change.Title != "" {
		title, err := oneline.Clean(change.Title)
		if err != nil {
			return nil, nil, was, err
		}
		change.Title = title
	}
	choice, err := choiceOf(change.Ruleset, change.RulesetVersion, change.Readings)
	if err != nil {
		return nil, nil, was, err
	}
	position, err := positionOf(change.Venue)
	if err != nil {
		return nil, nil, was, err
	}
	s, followed, err = eventdesk.At(a.Desk).ChangeEvent(c.Tx(), by, id, from, func(to *planning.Announcement) {
		was = *to
		applyChange(to, change, position)
		to.Choice = choice
	})
	return s, followed, was, err
}

// choiceOf is the ruleset that a request names; nil for none.
func choiceOf(ruleset string, version int, readings map[string]string) (*planning.Choice, error) {
	switch {
	case ruleset != "":
		return &planning.Choice{Ruleset: ruleset, Version: version, Readings: readings}, nil
	case version != 0 || readings != nil:
		return nil, league.Faults{{Field: "/ruleset", Grounds: league.Grounds{Reason: "ruleset-missing"}}}
	}
	return nil, nil
}

// optionalSeason is a season of a request; nil for none.
func optionalSeason(id league.SeasonID) *league.SeasonID {
	if id.UUID == uuid.Nil {
		return nil
	}
	return &id
}

func applyChange(to *planning.Announcement, change openapi.EventChange, position *planning.Position) {
	set := func(to *string, value string) {
		if value != "" {
			*to = value
		}
	}
	set(&to.Title, change.Title)
	set(&to.TimeZone, change.TimeZone)
	set(&to.Formula, change.Formula)
	set(&to.Variant, change.Variant)
	set(&to.Pairing, string(change.Pairing))
	if !change.StartsAt.IsZero() {
		to.StartsAt = change.StartsAt
	}
	if change.Venue.Name != "" {
		to.VenueName, to.VenueAddress, to.VenueCity = change.Venue.Name, change.Venue.Address, change.Venue.City
		to.VenueAt = position
	}
	if change.Fee.Amount != "" {
		to.FeeCents, to.FeeCurrency = views.Cents(change.Fee)
	}
	if change.Capacity != 0 {
		to.Capacity = change.Capacity
	}
	if change.Target != 0 {
		to.Target = change.Target
	}
	if change.TimeLimitMinutes != 0 {
		to.TimeLimitMinutes = change.TimeLimitMinutes
	}
	if season := optionalSeason(change.Season); season != nil {
		to.Season = season
	}
	if change.NewOrganizer != nil {
		to.NewOrganizer = *change.NewOrganizer
	}
	if change.Notes != nil {
		to.Notes = *change.Notes
	}
}

// AnnounceEvent makes a draft public.
func (a API) AnnounceEvent(ctx context.Context, r openapi.AnnounceEventRequestObject) (openapi.AnnounceEventResponseObject, error) {
	c := gate.From(ctx)
	s, err := eventdesk.At(a.Desk).AnnounceEvent(c.Tx(), leagueapi.Act(c), r.Event)
	if err != nil {
		return nil, err
	}
	e, err := a.Answer(c, s)
	return openapi.AnnounceEvent200JSONResponse(e), err
}

// OpenEntries lets people enter.
func (a API) OpenEntries(ctx context.Context, r openapi.OpenEntriesRequestObject) (openapi.OpenEntriesResponseObject, error) {
	c := gate.From(ctx)
	s, err := eventdesk.At(a.Desk).OpenEntries(c.Tx(), leagueapi.Act(c), r.Event)
	if err != nil {
		return nil, err
	}
	e, err := a.Answer(c, s)
	return openapi.OpenEntries200JSONResponse(e), err
}

// CloseEntries closes the entries of an event.
func (a API) CloseEntries(ctx context.Context, r openapi.CloseEntriesRequestObject) (openapi.CloseEntriesResponseObject, error) {
	c := gate.From(ctx)
	s, err := eventdesk.At(a.Desk).CloseEntries(c.Tx(), leagueapi.Act(c), r.Event)
	if err != nil {
		return nil, err
	}
	e, err := a.Answer(c, s)
	return openapi.CloseEntries200JSONResponse(e), err
}

// CancelEvent calls an event off and queues letters to its entrants.
func (a API) CancelEvent(ctx context.Context, r openapi.CancelEventRequestObject) (openapi.CancelEventResponseObject, error) {
	c := gate.From(ctx)
	s, err := eventdesk.At(a.Desk).CancelEvent(c.Tx(), leagueapi.Act(c), r.Event, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	if err := a.Later.Insert(c.Tx(), letters.EventCalledOff{Tenant: c.Tenant.ID, Event: r.Event}); err != nil {
		return nil, err
	}
	e, err := a.Answer(c, s)
	return openapi.CancelEvent200JSONResponse(e), err
}

// StartEvent locks the field and draws the lots.
func (a API) StartEvent(ctx context.Context, r openapi.StartEventRequestObject) (openapi.StartEventResponseObject, error) {
	c := gate.From(ctx)
	lots, err := views.Drawn("/lots", r.Body.Lots)
	if err != nil {
		return nil, err
	}
	places, err := views.Drawn("/places", r.Body.Places)
	if err != nil {
		return nil, err
	}
	s, err := eventdesk.At(a.Desk).StartEvent(c.Tx(), leagueapi.Act(c), r.Event, officiating.Drawing{Lots: lots, Places: places, Reason: r.Body.Reason})
	if err != nil {
		return nil, err
	}
	e, err := a.Answer(c, s)
	return openapi.StartEvent200JSONResponse(e), err
}

// CompleteEvent finishes an event.
func (a API) CompleteEvent(ctx context.Context, r openapi.CompleteEventRequestObject) (openapi.CompleteEventResponseObject, error) {
	c := gate.From(ctx)
	s, err := eventdesk.At(a.Desk).CompleteEvent(c.Tx(), leagueapi.Act(c), r.Event)
	if err != nil {
		return nil, err
	}
	e, err := a.Answer(c, s)
	return openapi.CompleteEvent200JSONResponse(e), err
}

// ReopenEvent opens a finished event again.
func (a API) ReopenEvent(ctx context.Context, r openapi.ReopenEventRequestObject) (openapi.ReopenEventResponseObject, error) {
	c := gate.From(ctx)
	s, seasons, err := eventdesk.At(a.Desk).ReopenEvent(c.Tx(), leagueapi.Act(c), r.Event, r.Body.Reason, r.Body.DoneAt)
	if err != nil {
		return nil, err
	}
	if err := a.FollowedAll(c, seasons); err != nil {
		return nil, err
	}
	e, err := a.Answer(c, s)
	return openapi.ReopenEvent200JSONResponse(e), err
}

// GetDraw shows how the lots were drawn.
func (a API) GetDraw(ctx context.Context, r openapi.GetDrawRequestObject) (openapi.GetDrawResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.See(c, r.Event)
	if err != nil {
		return nil, err
	}
	return openapi.GetDraw200JSONResponse(leagueapi.View(c, s).Draw()), nil
}
