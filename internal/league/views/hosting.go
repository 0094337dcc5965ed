package views

import (
	"referto/internal/league"
	"referto/internal/league/desk/hostingdesk"
	"referto/internal/league/facts"
	"referto/internal/tenant"
	"referto/openapi"
)

// HostingView is a request as both sides see it.
func HostingView(h hostingdesk.Hosting, federation tenant.Ref) openapi.Hosting {
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
		out.Region = openapi.Region{Id: *h.RegionID, Name: h.RegionName}
	}
	if h.FeeCents != nil {
		out.Fee = money(*h.FeeCents, *h.FeeCurrency)
	}
	if structure, reason, ok := h.Structure(); ok {
		out.Structure = openapi.NewStructure{Rounds: structure.Rounds, Semifinal: structure.Semifinal, Final: structure.Final, Advance: structure.Advance, Reason: reason}
	}
	if h.EventID != nil {
		out.Event = openapi.HostedEvent{Id: league.EventID{UUID: *h.EventID}, Slug: h.EventSlug, State: openapi.EventState(h.EventState)}
	}
	return out
}

// PlannedEvent is the event that is asked for, as far as time and place go.
func PlannedEvent(h facts.Hosting) facts.Event {
	return facts.Event{
		Kind: h.Kind, SeasonID: &h.SeasonID.UUID, RegionID: h.RegionID, StartsAt: h.StartsAt, TimeZone: h.TimeZone,
		VenueName: h.VenueName, VenueAddress: h.VenueAddress, VenueCity: h.VenueCity, VenueLatitude: h.VenueLatitude, VenueLongitude: h.VenueLongitude,
	}
}
