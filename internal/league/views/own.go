package views

import (
	"referto/internal/league/facts"
	"referto/openapi"
)

func EventSummary(e facts.Event) openapi.EventSummary {
	return openapi.EventSummary{
		Id: e.ID, Slug: e.Slug, Title: e.Title, Kind: openapi.EventKind(e.Kind), State: openapi.EventState(e.State),
		StartsAt: e.StartsAt, TimeZone: e.TimeZone, LocalDate: Date(e.LocalDate()), Venue: venueOf(e),
	}
}
