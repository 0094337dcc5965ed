package seasonapi

import (
	"context"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league/desk/seasondesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/letters"
	"referto/internal/league/views"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// numberedPage is a page of things that count from one, the latest first.
func numberedPage[T any](a *leagueapi.API, c *gate.Call, list, cursor string, asked int, load func(b *tenantdb.Batch, out *[]T, below, limit int), number func(T) int) (items []T, next string, err error) {
	var below int
	if _, err := a.Cursors.Decode(list, cursor, &below); err != nil {
		return nil, "", err
	}
	most := leagueapi.Limit(asked)
	b := &tenantdb.Batch{}
	load(b, &items, below, most+1)
	if err := c.Door().Send(b); err != nil {
		return nil, "", err
	}
	if len(items) > most {
		items = items[:most]
		next = c.Next(a.Cursors.Encode(list, number(items[most-1])))
	}
	return items, next, nil
}

// ListSeasonAnnouncements lists the announcements about a season.
func (a API) ListSeasonAnnouncements(ctx context.Context, r openapi.ListSeasonAnnouncementsRequestObject) (openapi.ListSeasonAnnouncementsResponseObject, error) {
	c := gate.From(ctx)
	if _, err := a.seeSeason(c, r.Season); err != nil {
		return nil, err
	}
	items, next, err := numberedPage(a.API, c, "announcements:"+r.Season.String(), r.Params.Cursor, r.Params.Limit,
		func(b *tenantdb.Batch, out *[]facts.SeasonAnnouncement, below, limit int) {
			leaguedb.LoadSeasonAnnouncements(b, out, r.Season, below, limit)
		}, func(s facts.SeasonAnnouncement) int { return s.Number })
	if err != nil {
		return nil, err
	}
	w := words.For(c.Language)
	return openapi.ListSeasonAnnouncements200JSONResponse{NextCursor: next, Items: openapi.Each(items, func(s facts.SeasonAnnouncement) openapi.SeasonAnnouncement {
		return openapi.SeasonAnnouncement{
			Number: s.Number, Kind: openapi.SeasonAnnouncementKind(s.Kind), Text: w.Text("season-news."+string(s.Kind), values(s.Params)),
			Reason: s.Reason, AnnouncedAt: s.AnnouncedAt,
		}
	})}, nil
}

func values(params map[string]string) map[string]any {
	out := make(map[string]any, len(params))
	for name, value := range params {
		out[name] = value
	}
	return out
}

// GetCalendarDraft answers with the calendar as it would be released.
func (a API) GetCalendarDraft(ctx context.Context, r openapi.GetCalendarDraftRequestObject) (openapi.GetCalendarDraftResponseObject, error) {
	calendar, err := seasondesk.At(a.Desk).ViewCalendar(gate.From(ctx).Door(), r.Season)
	if err != nil {
		return nil, err
	}
	out := openapi.GetCalendarDraft200JSONResponse{Lines: openapi.Each(calendar.Lines, views.CalendarLine), Changes: openapi.Each(calendar.Changes, views.CalendarChange)}
	if calendar.Last != nil {
		out.LastEdition = calendar.Last.Number
	}
	return out, nil
}

// ListCalendarEditions lists the released calendars.
func (a API) ListCalendarEditions(ctx context.Context, r openapi.ListCalendarEditionsRequestObject) (openapi.ListCalendarEditionsResponseObject, error) {
	c := gate.From(ctx)
	if _, err := a.seeSeason(c, r.Season); err != nil {
		return nil, err
	}
	items, next, err := numberedPage(a.API, c, "editions:"+r.Season.String(), r.Params.Cursor, r.Params.Limit,
		func(b *tenantdb.Batch, out *[]leaguedb.CalendarRelease, below, limit int) {
			leaguedb.LoadCalendarReleases(b, out, r.Season, below, limit)
		}, func(e leaguedb.CalendarRelease) int { return e.Number })
	if err != nil {
		return nil, err
	}
	return openapi.ListCalendarEditions200JSONResponse{NextCursor: next, Items: openapi.Each(items, func(e leaguedb.CalendarRelease) openapi.CalendarEditionSummary {
		return openapi.CalendarEditionSummary{Number: e.Number, Note: e.Note, ReleasedAt: e.ReleasedAt, Events: e.Events}
	})}, nil
}

// ReleaseCalendar releases the calendar and queues letters to the people of events that were moved or called
// off.
func (a API) ReleaseCalendar(ctx context.Context, r openapi.ReleaseCalendarRequestObject) (openapi.ReleaseCalendarResponseObject, error) {
	c := gate.From(ctx)
	calendar, announced, err := seasondesk.At(a.Desk).ReleaseCalendar(c.Tx(), leagueapi.Act(c), r.Season, r.Body.Note, r.Body.Drafts)
	if err != nil {
		return nil, err
	}
	for _, s := range announced {
		a.Changed(c, s)
	}
	for _, change := range calendar.Changes {
		if !change.Affects() {
			continue
		}
		job := letters.EventMoved{Tenant: c.Tenant.ID, Season: r.Season, Edition: calendar.Last.Number, Event: change.Event()}
		if err := a.Later.Insert(c.Tx(), job); err != nil {
			return nil, err
		}
	}
	return openapi.ReleaseCalendar201JSONResponse(views.CalendarEdition(*calendar.Last, calendar.Changes)), nil
}

// GetCalendarEdition answers with a released calendar.
func (a API) GetCalendarEdition(ctx context.Context, r openapi.GetCalendarEditionRequestObject) (openapi.GetCalendarEditionResponseObject, error) {
	c := gate.From(ctx)
	if _, err := a.seeSeason(c, r.Season); err != nil {
		return nil, err
	}
	edition, changes, err := seasondesk.At(a.Desk).CalendarEdition(c.Door(), r.Season, r.Edition)
	if err != nil {
		return nil, err
	}
	return openapi.GetCalendarEdition200JSONResponse(views.CalendarEdition(edition, changes)), nil
}

// ListClashes lists the events close to an event in time and place. It hides drafts of others from callers who
// only work at an event.
func (a API) ListClashes(ctx context.Context, r openapi.ListClashesRequestObject) (openapi.ListClashesResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.See(c, r.Event)
	if err != nil {
		return nil, err
	}
	limits := leagueapi.ClashLimits(s.Rules)
	if r.Params.Days != nil {
		limits.Days = *r.Params.Days
	}
	if r.Params.Kilometers != nil {
		limits.Kilometers = *r.Params.Kilometers
	}
	found, err := a.ClashesOf(c, s.Event, limits)
	return openapi.ListClashes200JSONResponse{Items: found}, err
}
