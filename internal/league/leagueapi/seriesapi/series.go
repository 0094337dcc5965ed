package seriesapi

import (
	"context"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/seriesdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/league/views"
	"referto/internal/oneline"
	"referto/internal/publication"
	"referto/openapi"
)

func (a API) room() seriesdesk.Desk { return seriesdesk.At(a.Desk) }

// published tags an answer by its content, including names of people and events, which change without the
// series, and has it cached for the case that the database does not answer.
func published(c *gate.Call, shown any) error {
	if c.Principal.Anonymous() {
		publication.Spare(c.Header)
	}
	return leagueapi.Tagged(c, shown)
}

// ListSeries lists the series of the tenant, or those of a season or a player alone.
func (a API) ListSeries(ctx context.Context, r openapi.ListSeriesRequestObject) (openapi.ListSeriesResponseObject, error) {
	c := gate.From(ctx)
	var f leaguedb.SeriesFilter
	if r.Params.Season.UUID != uuid.Nil {
		f.Season = &r.Params.Season
	}
	if r.Params.Player.UUID != uuid.Nil {
		f.Player = &r.Params.Player
	}
	all, err := a.room().All(c.Door(), f)
	if err != nil {
		return nil, err
	}
	out := openapi.SeriesList{Items: openapi.Each(all, func(s seriesdesk.Series) openapi.Series {
		return views.NewSeriesView(s, leagueapi.Words(c)).Series()
	})}
	return openapi.ListSeries200JSONResponse(out), leagueapi.Tagged(c, out)
}

// CreateSeries sets up a series.
func (a API) CreateSeries(ctx context.Context, r openapi.CreateSeriesRequestObject) (openapi.CreateSeriesResponseObject, error) {
	c := gate.From(ctx)
	title, err := oneline.Clean(r.Body.Title)
	if err != nil {
		return nil, err
	}
	s := facts.Series{
		Slug: r.Body.Slug, Title: title, FromDay: dayOf(r.Body.From), UntilDay: dayOf(r.Body.Until), Year: r.Body.Year,
		Circuit: string(r.Body.Circuit), BestOfClub: r.Body.BestOfClub,
	}
	if id := r.Body.Season; id != (league.SeasonID{}) {
		s.SeasonID = &id
	}
	if id := (league.RegionID{UUID: r.Body.Region}); id != (league.RegionID{}) {
		s.RegionID = &id
	}
	made, err := a.room().CreateSeries(c.Tx(), leagueapi.Act(c), s, planning.Choice{Ruleset: r.Body.Ruleset, Version: r.Body.RulesetVersion, Readings: r.Body.Readings})
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(made.Series.Version))
	return openapi.CreateSeries201JSONResponse(views.NewSeriesView(made, leagueapi.Words(c)).Series()), nil
}

func dayOf(d openapi_types.Date) rules.Day {
	if d.IsZero() {
		return ""
	}
	return rules.DayOf(d.Time)
}

// GetSeries answers with a series and its events.
func (a API) GetSeries(ctx context.Context, r openapi.GetSeriesRequestObject) (openapi.GetSeriesResponseObject, error) {
	c := gate.From(ctx)
	out, err := a.whole(c, r.Series)
	return openapi.GetSeries200JSONResponse(out), err
}

// whole is a series with its events, tagged with its version.
func (a API) whole(c *gate.Call, id league.SeriesID) (openapi.Series, error) {
	s, err := a.stands(c, id)
	if err != nil {
		return openapi.Series{}, err
	}
	c.ETag(gate.Version(s.Series.Series.Version))
	view := views.NewSeriesView(s.Series, leagueapi.Words(c))
	out := view.Series()
	out.Events = view.Events(s.Events)
	return out, nil
}

func (a API) stands(c *gate.Call, id league.SeriesID) (seriesdesk.Standing, error) {
	of, err := a.room().Find(c.Door(), id)
	if err != nil {
		return seriesdesk.Standing{}, err
	}
	return a.room().Stands(c.Door(), of)
}

// ChangeSeries changes the announcement of a series.
func (a API) ChangeSeries(ctx context.Context, r openapi.ChangeSeriesRequestObject) (openapi.ChangeSeriesResponseObject, error) {
	c, n := gate.From(ctx), r.Body
	title, err := oneline.Clean(n.Title)
	if n.Title != "" && err != nil {
		return nil, err
	}
	changed, err := a.room().ChangeSeries(c.Tx(), leagueapi.Act(c), r.Series, leagueapi.From(r.Params.IfMatch), func(s *facts.Series) {
		if n.Title != "" {
			s.Title = title
		}
		if day := dayOf(n.From); day != "" {
			s.FromDay = day
		}
		if n.OpenEnded {
			s.UntilDay = ""
		}
		if day := dayOf(n.Until); day != "" {
			s.UntilDay = day
		}
		if n.BestOfClub != nil {
			s.BestOfClub = *n.BestOfClub
		}
	})
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(changed.Series.Version))
	return openapi.ChangeSeries200JSONResponse(views.NewSeriesView(changed, leagueapi.Words(c)).Series()), nil
}

// AddSeriesEvents adds events to a series.
func (a API) AddSeriesEvents(ctx context.Context, r openapi.AddSeriesEventsRequestObject) (openapi.AddSeriesEventsResponseObject, error) {
	c := gate.From(ctx)
	if err := a.room().AddEvents(c.Tx(), leagueapi.Act(c), r.Series, r.Body.Events); err != nil {
		return nil, err
	}
	out, err := a.after(c, r.Series)
	return openapi.AddSeriesEvents200JSONResponse(out), err
}

// RemoveSeriesEvent takes an event out of a series.
func (a API) RemoveSeriesEvent(ctx context.Context, r openapi.RemoveSeriesEventRequestObject) (openapi.RemoveSeriesEventResponseObject, error) {
	c := gate.From(ctx)
	if err := a.room().RemoveEvent(c.Tx(), leagueapi.Act(c), r.Series, r.Event, r.Body.Reason); err != nil {
		return nil, err
	}
	out, err := a.after(c, r.Series)
	return openapi.RemoveSeriesEvent200JSONResponse(out), err
}

// after returns a series after the current act.
func (a API) after(c *gate.Call, id league.SeriesID) (openapi.Series, error) {
	if err := c.Tx().Flush(); err != nil {
		return openapi.Series{}, err
	}
	return a.whole(c, id)
}
