package views

import (
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/internal/league/facts"
	"referto/internal/league/hosting"
	"referto/internal/league/leaguedb"
	"referto/internal/league/planning"
	"referto/internal/tenant"
	"referto/openapi"
)

// RulesetRef names a version of a ruleset.
func RulesetRef(v facts.RulesetVersion) openapi.RulesetRef {
	return openapi.RulesetRef{Id: v.Key, Code: v.Code, Version: v.Version, Title: v.Name}
}

// SeasonEvent makes an event for the list of its season.
func SeasonEvent(e facts.Event) openapi.SeasonEvent {
	return openapi.SeasonEvent{Id: e.ID, Slug: e.Slug, Title: e.Title, State: openapi.EventState(e.State), LocalDate: Date(e.LocalDate())}
}

// CalendarLine makes a line of the calendar.
func CalendarLine(l facts.CalendarLine) openapi.CalendarLine {
	out := openapi.CalendarLine{
		Event: l.Event, Slug: l.Slug, Title: l.Title, Kind: openapi.EventKind(l.Kind), StartsAt: l.StartsAt, TimeZone: l.TimeZone,
		LocalDate: Date(facts.Event{StartsAt: l.StartsAt, TimeZone: l.TimeZone}.LocalDate()), Venue: l.Venue, City: l.City,
	}
	if l.Region != nil {
		out.Region = l.Region.UUID
	}
	return out
}

// CalendarChange makes the change of an event by an edition of the calendar.
func CalendarChange(c planning.CalendarChange) openapi.CalendarChange {
	out := openapi.CalendarChange{Kind: openapi.CalendarChangeKind(c.Kind)}
	if c.Before != nil {
		out.Before = CalendarLine(*c.Before)
	}
	if c.After != nil {
		out.After = CalendarLine(*c.After)
	}
	return out
}

// CalendarEdition makes an edition of the calendar with its changes.
func CalendarEdition(e facts.CalendarEdition, changes []planning.CalendarChange) openapi.CalendarEdition {
	return openapi.CalendarEdition{
		Number: e.Number, Note: e.Note, ReleasedAt: e.ReleasedAt, Lines: openapi.Each(e.Lines, CalendarLine), Changes: openapi.Each(changes, CalendarChange),
	}
}

// Clash makes a notice about two events that are close to each other, with the reasons.
func Clash(k leaguedb.Clash, within int) openapi.Clash {
	out := openapi.Clash{
		Event: openapi.SeasonEvent{Id: k.ID, Slug: k.Slug, Title: k.Title, State: openapi.EventState(k.State), LocalDate: Date(k.Day)},
		Days:  k.Days, Kilometers: k.Kilometers, Why: []openapi.ClashWhy{},
	}
	for _, w := range []struct {
		is  bool
		why openapi.ClashWhy
	}{
		{k.SameCity, openapi.ClashWhySameCity},
		{k.SameRegion, openapi.ClashWhySameRegion},
		{k.Kilometers != nil && *k.Kilometers <= within, openapi.ClashWhyNear},
	} {
		if w.is {
			out.Why = append(out.Why, w.why)
		}
	}
	return out
}

// ContactData reads how a contact of a region is reached.
func ContactData(d facts.ContactData) openapi.ContactData {
	return openapi.ContactData{Mail: d.Mail, Telephone: d.Telephone, City: d.City}
}

// HostingView is a request as both sides see it.
func HostingView(h hosting.Request, federation tenant.Ref) openapi.Hosting {
	out := openapi.Hosting{
		Id: h.ID, Federation: openapi.TenantRef{Id: federation.ID, Slug: federation.Slug, Name: federation.Name},
		Club: openapi.TenantRef{Id: h.ClubID, Slug: h.ClubSlug, Name: h.ClubName}, Season: h.SeasonID, Kind: openapi.HostingKind(h.Kind),
		Title: h.Title, StartsAt: h.StartsAt, TimeZone: h.TimeZone, LocalDate: Date(PlannedEvent(h.Hosting).LocalDate()), Venue: venueOf(PlannedEvent(h.Hosting)),
		Formula: h.Formula, Capacity: h.Capacity, Expected: h.Expected, NewOrganizer: h.NewOrganizer, Notes: h.Notes,
		State: openapi.HostingState(h.State), RequestedAt: h.RequestedAt,
		Steps: openapi.Each(h.Steps, func(s facts.HostingStep) openapi.HostingStep {
			return openapi.HostingStep{Number: s.Number, Kind: openapi.HostingState(s.Kind), Text: s.Text, At: s.TakenAt}
		}),
	}
	if h.RegionID != nil {
		out.Region = openapi.Region{Id: h.RegionID.UUID, Name: h.RegionName}
	}
	if h.FeeCents != nil {
		out.Fee = money(*h.FeeCents, *h.FeeCurrency)
	}
	if structure, reason, ok := h.Structure(); ok {
		out.Structure = openapi.NewStructure{Rounds: structure.Rounds, Semifinal: structure.Semifinal, Final: structure.Final, Advance: structure.Advance, Reason: reason}
	}
	if h.EventID != nil {
		out.Event = openapi.HostedEvent{Id: *h.EventID, Slug: h.EventSlug, State: openapi.EventState(h.EventState)}
	}
	return out
}

// PlannedEvent returns the event of a request, as far as time and place go.
func PlannedEvent(h facts.Hosting) facts.Event {
	return facts.Event{
		Kind: h.Kind, SeasonID: &h.SeasonID, RegionID: h.RegionID, StartsAt: h.StartsAt, TimeZone: h.TimeZone,
		VenueName: h.VenueName, VenueAddress: h.VenueAddress, VenueCity: h.VenueCity, VenueLatitude: h.VenueLatitude, VenueLongitude: h.VenueLongitude,
	}
}

// Date makes a date of the wire.
func Date(t time.Time) openapi_types.Date { return openapi_types.Date{Time: t} }
