package leagueapi

import (
	"context"
	"slices"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league/desk/seasondesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/notices"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// numberedPage is a page of things that count from one, the latest first.
func numberedPage[T any](a *API, c *gate.Call, list, cursor string, asked int, load func(b *tenantdb.Batch, out *[]T, below, limit int), number func(T) int) (items []T, next string, err error) {
	var below int
	if _, err := a.cursors.Decode(list, cursor, &below); err != nil {
		return nil, "", err
	}
	most := limit(asked)
	b := &tenantdb.Batch{}
	load(b, &items, below, most+1)
	if err := c.Door().Send(b); err != nil {
		return nil, "", err
	}
	if len(items) > most {
		items = items[:most]
		next = c.Next(a.cursors.Encode(list, number(items[most-1])))
	}
	return items, next, nil
}

// ListSeasonAnnouncements lists what was said about a season.
func (a *API) ListSeasonAnnouncements(ctx context.Context, r openapi.ListSeasonAnnouncementsRequestObject) (openapi.ListSeasonAnnouncementsResponseObject, error) {
	c := gate.From(ctx)
	if _, err := a.seeSeason(c, r.Season); err != nil {
		return nil, err
	}
	items, next, err := numberedPage(a, c, "announcements:"+r.Season.String(), r.Params.Cursor, r.Params.Limit,
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
func (a *API) GetCalendarDraft(ctx context.Context, r openapi.GetCalendarDraftRequestObject) (openapi.GetCalendarDraftResponseObject, error) {
	calendar, err := seasondesk.At(a.desk).ViewCalendar(gate.From(ctx).Door(), r.Season)
	if err != nil {
		return nil, err
	}
	out := openapi.GetCalendarDraft200JSONResponse{Lines: openapi.Each(calendar.Lines, calendarLine), Changes: openapi.Each(calendar.Changes, calendarChange)}
	if calendar.Last != nil {
		out.LastEdition = calendar.Last.Number
	}
	return out, nil
}

func calendarLine(l facts.CalendarLine) openapi.CalendarLine {
	out := openapi.CalendarLine{
		Event: l.Event, Slug: l.Slug, Title: l.Title, Kind: openapi.EventKind(l.Kind), StartsAt: l.StartsAt, TimeZone: l.TimeZone,
		LocalDate: date(facts.Event{StartsAt: l.StartsAt, TimeZone: l.TimeZone}.LocalDate()), Venue: l.Venue, City: l.City,
	}
	if l.Region != nil {
		out.Region = *l.Region
	}
	return out
}

func calendarChange(c planning.CalendarChange) openapi.CalendarChange {
	out := openapi.CalendarChange{Kind: openapi.CalendarChangeKind(c.Kind)}
	if c.Before != nil {
		out.Before = calendarLine(*c.Before)
	}
	if c.After != nil {
		out.After = calendarLine(*c.After)
	}
	return out
}

func calendarEdition(e facts.CalendarEdition, changes []planning.CalendarChange) openapi.CalendarEdition {
	return openapi.CalendarEdition{
		Number: e.Number, Note: e.Note, ReleasedAt: e.ReleasedAt, Lines: openapi.Each(e.Lines, calendarLine), Changes: openapi.Each(changes, calendarChange),
	}
}

// ListCalendarEditions lists the released calendars.
func (a *API) ListCalendarEditions(ctx context.Context, r openapi.ListCalendarEditionsRequestObject) (openapi.ListCalendarEditionsResponseObject, error) {
	c := gate.From(ctx)
	if _, err := a.seeSeason(c, r.Season); err != nil {
		return nil, err
	}
	items, next, err := numberedPage(a, c, "editions:"+r.Season.String(), r.Params.Cursor, r.Params.Limit,
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

// ReleaseCalendar releases the calendar and has those written to whose event was
// moved or called off.
func (a *API) ReleaseCalendar(ctx context.Context, r openapi.ReleaseCalendarRequestObject) (openapi.ReleaseCalendarResponseObject, error) {
	c := gate.From(ctx)
	calendar, announced, err := seasondesk.At(a.desk).ReleaseCalendar(c.Tx(), act(c), r.Season, r.Body.Note, r.Body.Drafts)
	if err != nil {
		return nil, err
	}
	for _, s := range announced {
		a.changed(c, s)
	}
	for _, change := range calendar.Changes {
		if !change.Affects() {
			continue
		}
		job := notices.EventMoved{Tenant: c.Tenant.ID, Season: r.Season.UUID, Edition: calendar.Last.Number, Event: change.Event().UUID}
		if err := a.later.Insert(c.Tx(), job); err != nil {
			return nil, err
		}
	}
	return openapi.ReleaseCalendar201JSONResponse(calendarEdition(*calendar.Last, calendar.Changes)), nil
}

// GetCalendarEdition answers with a released calendar.
func (a *API) GetCalendarEdition(ctx context.Context, r openapi.GetCalendarEditionRequestObject) (openapi.GetCalendarEditionResponseObject, error) {
	c := gate.From(ctx)
	if _, err := a.seeSeason(c, r.Season); err != nil {
		return nil, err
	}
	edition, changes, err := seasondesk.At(a.desk).CalendarEdition(c.Door(), r.Season, r.Edition)
	if err != nil {
		return nil, err
	}
	return openapi.GetCalendarEdition200JSONResponse(calendarEdition(edition, changes)), nil
}

// ListClashes lists what is close to an event in time and place. Drafts of others are
// not there for who works at an event only.
func (a *API) ListClashes(ctx context.Context, r openapi.ListClashesRequestObject) (openapi.ListClashesResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.see(c, r.Event)
	if err != nil {
		return nil, err
	}
	limits := clashLimits(s.Rules)
	if r.Params.Days != nil {
		limits.Days = *r.Params.Days
	}
	if r.Params.Kilometers != nil {
		limits.Kilometers = *r.Params.Kilometers
	}
	found, err := a.clashesOf(c, s.Event, limits)
	return openapi.ListClashes200JSONResponse{Items: found}, err
}

// clashLimits are how close events are told by a ruleset; the zero limits of one without
// seasons.
func clashLimits(r *rules.Ruleset) rules.Clash {
	if r.Season == nil {
		return rules.Clash{}
	}
	return r.Season.Clash
}

// clashesOf are the events close to one, as far as the caller may see them.
func (a *API) clashesOf(c *gate.Call, e facts.Event, limits rules.Clash) ([]openapi.Clash, error) {
	found, err := seasondesk.At(a.desk).Clashes(c.Door(), e, limits.Days, limits.Kilometers)
	if !c.Can("event:write", offices(c)).Allowed {
		found = slices.DeleteFunc(found, func(k leaguedb.Clash) bool {
			return k.State == facts.Draft && !c.Can("event:write", over(c, leaguedb.EventPlace{ID: k.ID, RegionID: k.RegionID})).Allowed
		})
	}
	return openapi.Each(found, func(k leaguedb.Clash) openapi.Clash { return clash(k, limits.Kilometers) }), err
}

// planned is an event as whoever plans it sees it: with those that are close to it, where
// the ruleset says how close that is.
func (a *API) planned(c *gate.Call, s *officiating.Situation, out openapi.Event) (openapi.Event, error) {
	limits := clashLimits(s.Rules)
	if limits == (rules.Clash{}) || s.Event.Started() {
		return out, nil
	}
	var err error
	out.Clashes, err = a.clashesOf(c, s.Event, limits)
	return out, err
}

// clash is a notice about two events, with what makes it one.
func clash(k leaguedb.Clash, within int) openapi.Clash {
	out := openapi.Clash{
		Event: openapi.SeasonEvent{Id: k.ID, Slug: k.Slug, Title: k.Title, State: openapi.EventState(k.State), LocalDate: date(k.Day)},
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
