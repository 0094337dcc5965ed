package views

import (
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/planning"
	"referto/openapi"
)

func CalendarLine(l facts.CalendarLine) openapi.CalendarLine {
	out := openapi.CalendarLine{
		Event: l.Event, Slug: l.Slug, Title: l.Title, Kind: openapi.EventKind(l.Kind), StartsAt: l.StartsAt, TimeZone: l.TimeZone,
		LocalDate: Date(facts.Event{StartsAt: l.StartsAt, TimeZone: l.TimeZone}.LocalDate()), Venue: l.Venue, City: l.City,
	}
	if l.Region != nil {
		out.Region = *l.Region
	}
	return out
}

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

func CalendarEdition(e facts.CalendarEdition, changes []planning.CalendarChange) openapi.CalendarEdition {
	return openapi.CalendarEdition{
		Number: e.Number, Note: e.Note, ReleasedAt: e.ReleasedAt, Lines: openapi.Each(e.Lines, CalendarLine), Changes: openapi.Each(changes, CalendarChange),
	}
}

// Clash is a notice about two events, with what makes it one.
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
