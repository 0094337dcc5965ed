package serve

import (
	"bytes"
	"slices"
	"time"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi/eventapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/views"
	"referto/internal/publication"
	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantapi"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

const (
	// homeEvents bounds the events that a tenant's home shows, of those that are played, that come and
	// that are over each, and of each federation of those that a club holds.
	homeEvents = 60
	// homeSeasons bounds the seasons that it shows: all there are.
	homeSeasons = 1000
)

// home is a tenant's first page. It follows from many revisions, so it is kept only for
// when the database does not answer.
func (s *site) home(v visit, body *bytes.Buffer) (string, error) {
	var running, coming, finished []facts.Event
	var seasons []facts.Season
	b := &tenantdb.Batch{}
	leaguedb.LoadEvents(b, &running, leaguedb.EventFilter{State: string(facts.Running), Limit: homeEvents})
	leaguedb.LoadEvents(b, &coming, leaguedb.EventFilter{Days: leaguedb.Days{From: s.now().UTC().AddDate(0, 0, -1).Format(time.DateOnly)}, Ascending: true, Limit: homeEvents})
	leaguedb.LoadEvents(b, &finished, leaguedb.EventFilter{State: string(facts.Finished), Limit: homeEvents})
	var season *facts.Season
	leaguedb.LoadSeasonUnderWay(b, &season)
	var series []facts.Series
	leaguedb.LoadAllSeries(b, &series, leaguedb.SeriesFilter{})
	leaguedb.LoadSeasons(b, &seasons, leaguedb.SeasonPage{Limit: homeSeasons})
	if err := v.door.Send(b); err != nil {
		return "", err
	}
	page := pages.Home{Reader: v.reader, Tenant: tenantapi.View(v.tenant), Winners: map[openapi.EventID]string{}, Series: seriesLinks(series)}
	var err error
	coming = slices.DeleteFunc(coming, func(e facts.Event) bool { return e.Started() }) // they are among the others
	if page.Events, err = s.listed(v, slices.Concat(running, coming, finished), page.Winners); err != nil {
		return "", err
	}
	if v.tenant.Kind == tenant.Club {
		if page.Hosted, err = s.hosted(v, page.Winners); err != nil {
			return "", err
		}
	}
	if season != nil {
		page.Season = &pages.Season{Slug: season.Slug, Title: season.Title}
	}
	for _, one := range seasons {
		page.Seasons = append(page.Seasons, pages.Season{Slug: one.Slug, Title: one.Title, From: one.PlaysFrom, To: one.PlaysTo})
	}
	if page.Rankings, err = s.allRankings(v); err != nil {
		return "", err
	}
	publication.Spare(v.echo.Response().Header().Set)
	if err := s.pages.Home(body, page); err != nil {
		return "", err
	}
	return bodyTag(body), nil
}

// hosted are the events that a club holds or has held for its federations.
func (s *site) hosted(v visit, winners map[openapi.EventID]string) (hosted []pages.Hosted, err error) {
	federations, err := registrydb.Federations(v.door)
	if err != nil {
		return nil, err
	}
	for _, federation := range federations {
		there := v
		if there.door, err = tenantdb.Read(v.ctx, s.db, federation.ID, nil); err != nil {
			return nil, err
		}
		var events []facts.Event
		b := &tenantdb.Batch{}
		leaguedb.LoadHostedEvents(b, &events, v.tenant.ID, homeEvents)
		if err := there.door.Send(b); err != nil {
			return nil, err
		}
		listed, err := s.listed(there, events, winners)
		if err != nil {
			return nil, err
		}
		for _, event := range listed {
			hosted = append(hosted, pages.Hosted{Tenant: openapi.Tenant{Slug: federation.Slug, Name: federation.Name}, Event: event})
		}
	}
	return hosted, nil
}

// eventsDerived bounds the running events that are derived to show more than their summary: the
// round that is played.
const eventsDerived = 8

// listed summarizes events; the first running ones are derived from their facts. The
// winners of finished ones are added to winners.
func (s *site) listed(v visit, events []facts.Event, winners map[openapi.EventID]string) ([]openapi.Event, error) {
	summaries, err := eventapi.Summaries(v.door, events)
	if err != nil {
		return nil, err
	}
	var over []league.EventID
	derived := 0
	for i, e := range events {
		switch {
		case e.State == facts.Finished:
			over = append(over, e.ID)
		case e.State == facts.Running && derived < eventsDerived:
			derived++
			situation, err := s.api.desk.View(v.door, e.ID)
			if err != nil {
				return nil, err
			}
			summaries[i] = views.NewView(situation, words.For(v.reader.Lang), s.now()).Event(nil)
		}
	}
	if len(over) == 0 {
		return summaries, nil
	}
	var won []leaguedb.Winner
	b := &tenantdb.Batch{}
	leaguedb.LoadWinners(b, &won, over)
	if err := v.door.Send(b); err != nil {
		return nil, err
	}
	for _, one := range won {
		winners[one.EventID] = words.For(v.reader.Lang).Player(one.Name, one.Initials)
	}
	return summaries, nil
}
