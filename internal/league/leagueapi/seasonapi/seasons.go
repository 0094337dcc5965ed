package seasonapi

import (
	"context"
	"time"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/seasondesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/letters"
	"referto/internal/league/planning"
	"referto/internal/league/views"
	"referto/internal/oneline"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// seasonPosition marks the end of a page of seasons.
type seasonPosition struct {
	Day time.Time
	ID  uuid.UUID
}

// ListSeasons lists seasons, the latest first.
func (a API) ListSeasons(ctx context.Context, r openapi.ListSeasonsRequestObject) (openapi.ListSeasonsResponseObject, error) {
	c := gate.From(ctx)
	list := "seasons:" + c.Tenant.ID.String()
	var after seasonPosition
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	drafts, err := leagueapi.SetsUpSeasons(c)
	if err != nil {
		return nil, err
	}
	most := leagueapi.Limit(r.Params.Limit)
	var seasons []facts.Season
	b := &tenantdb.Batch{}
	leaguedb.LoadSeasons(b, &seasons, leaguedb.SeasonPage{Drafts: drafts, BeforeDay: after.Day, BeforeID: after.ID, Limit: most + 1})
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	page := openapi.SeasonPage{}
	if len(seasons) > most {
		seasons = seasons[:most]
		last := seasons[most-1]
		page.NextCursor = c.Next(a.Cursors.Encode(list, seasonPosition{last.PlaysFrom, last.ID.UUID}))
	}
	page.Items = openapi.Each(seasons, func(s facts.Season) openapi.SeasonSummary {
		return openapi.SeasonSummary{
			Id: s.ID, Slug: s.Slug, Title: s.Title, Game: s.Game, State: openapi.SeasonState(s.State),
			PlaysFrom: views.Date(s.PlaysFrom), PlaysTo: views.Date(s.PlaysTo), FinalsBy: views.Date(s.FinalsBy),
		}
	})
	return openapi.ListSeasons200JSONResponse(page), nil
}

// CreateSeason drafts a season.
func (a API) CreateSeason(ctx context.Context, r openapi.CreateSeasonRequestObject) (openapi.CreateSeasonResponseObject, error) {
	c := gate.From(ctx)
	title, err := oneline.Clean(r.Body.Title)
	if err != nil {
		return nil, err
	}
	s, err := seasondesk.At(a.Desk).CreateSeason(c.Tx(), leagueapi.Act(c), seasondesk.NewSeason{
		SeasonAnnouncement: planning.SeasonAnnouncement{
			Title: title, Game: r.Body.Game, PlaysFrom: r.Body.PlaysFrom.Time, PlaysTo: r.Body.PlaysTo.Time, FinalsBy: r.Body.FinalsBy.Time,
			TimeZone: r.Body.TimeZone, Champion: r.Body.Champion, Contact: r.Body.Contact,
		},
		Slug: r.Body.Slug, Regions: openapi.Each(r.Body.Regions, regionID),
		Choice: planning.Choice{Ruleset: r.Body.Ruleset, Version: r.Body.RulesetVersion, Readings: r.Body.Readings},
	})
	if err != nil {
		return nil, err
	}
	return openapi.CreateSeason201JSONResponse(seasonView(c, s)), nil
}

// seasonView is a season as it was set up, with its tag.
func seasonView(c *gate.Call, s *planning.Setup) openapi.Season {
	c.ETag(gate.Version(s.Season.Version))
	out := openapi.Season{
		Id: s.Season.ID, Slug: s.Season.Slug, Title: s.Season.Title, Game: s.Season.Game, State: openapi.SeasonState(s.Season.State),
		PlaysFrom: views.Date(s.Season.PlaysFrom), PlaysTo: views.Date(s.Season.PlaysTo), FinalsBy: views.Date(s.Season.FinalsBy),
		TimeZone: s.Season.TimeZone, Ruleset: openapi.RulesetRef{Id: s.Version.Key, Code: s.Version.Code, Version: s.Version.Version, Title: s.Version.Name},
		Regions: openapi.Each(s.Regions, func(r facts.SeasonRegion) openapi.Region { return openapi.Region{Id: r.ID.UUID, Name: r.Name} }),
		Contact: s.Season.Contact, Version: s.Season.Version, Revision: s.Season.Revision, CreatedAt: s.Season.CreatedAt,
	}
	if readings := s.Rulesets[len(s.Rulesets)-1].Readings; len(readings) > 0 {
		out.Readings = readings
	}
	if s.Champion != nil {
		out.Champion = openapi.PlayerRef{Id: s.Champion.ID, Name: leagueapi.Words(c).Player(s.Champion.Name, s.Champion.Initials)}
	}
	return out
}

// GetSeason returns a season. A draft does not exist for callers who may not change it.
func (a API) GetSeason(ctx context.Context, r openapi.GetSeasonRequestObject) (openapi.GetSeasonResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.seeSeason(c, r.Season)
	if err != nil {
		return nil, err
	}
	return openapi.GetSeason200JSONResponse(seasonView(c, s)), nil
}

func (a API) seeSeason(c *gate.Call, id league.SeasonID) (*planning.Setup, error) {
	s, err := seasondesk.At(a.Desk).ViewSeasonSetup(c.Door(), id)
	if err != nil {
		return nil, err
	}
	if err := leagueapi.OpenTo(c, s.Season); err != nil {
		return nil, err
	}
	return s, nil
}

// UpdateSeason changes the announcement of a season, and queues letters to the people concerned if its days
// move.
func (a API) UpdateSeason(ctx context.Context, r openapi.UpdateSeasonRequestObject) (openapi.UpdateSeasonResponseObject, error) {
	c := gate.From(ctx)
	change, err := a.changeSeason(c, r.Season, leagueapi.From(r.Params.IfMatch), *r.Body)
	if err != nil {
		return nil, err
	}
	if change.Moved {
		if err := a.notifySeason(c, change.Season); err != nil {
			return nil, err
		}
	}
	out, err := a.seasonChanged(c, change)
	return openapi.UpdateSeason200JSONResponse(out), err
}

// seasonChanged returns a season after a change with the consequences, and notifies the people concerned.
func (a API) seasonChanged(c *gate.Call, change seasondesk.SeasonChange) (openapi.Season, error) {
	if err := a.Followed(c, change.Followed); err != nil {
		return openapi.Season{}, err
	}
	out := seasonView(c, change.Season)
	out.Outside = keptEvents(c, change.Outside)
	var err error
	out.Consequences, out.Entries, err = a.Consequences(c, change.Followed)
	return out, err
}

// PreviewSeasonChange is [API.UpdateSeason] in a transaction that the gate rolls back.
func (a API) PreviewSeasonChange(ctx context.Context, r openapi.PreviewSeasonChangeRequestObject) (openapi.PreviewSeasonChangeResponseObject, error) {
	c := gate.From(ctx)
	change, err := a.changeSeason(c, r.Season, desk.AnyVersion, *r.Body)
	if err != nil {
		return nil, err
	}
	consequences, entries, err := a.Consequences(c, change.Followed)
	return openapi.PreviewSeasonChange200JSONResponse{Outside: keptEvents(c, change.Outside), Consequences: consequences, Entries: entries}, err
}

func (a API) changeSeason(c *gate.Call, id league.SeasonID, from desk.Version, body openapi.SeasonChange) (seasondesk.SeasonChange, error) {
	if body.Title != "" {
		title, err := oneline.Clean(body.Title)
		if err != nil {
			return seasondesk.SeasonChange{}, err
		}
		body.Title = title
	}
	return seasondesk.At(a.Desk).ChangeSeason(c.Tx(), leagueapi.Act(c), id, from, body.Reason, func(to *planning.SeasonAnnouncement) { applySeasonChange(to, body) })
}

// keptEvents are events that stay as they are, each with why it should not.
func keptEvents(c *gate.Call, events []planning.KeptEvent) []openapi.KeptEvent {
	w := words.For(c.Language)
	return openapi.Each(events, func(k planning.KeptEvent) openapi.KeptEvent {
		return openapi.KeptEvent{Event: views.SeasonEvent(k.Event), Why: views.Explained(w, k.Why)}
	})
}

// notifySeason queues letters to the people whom the last announcement of a season concerns. A draft has none.
func (a API) notifySeason(c *gate.Call, s *planning.Setup) error {
	if s.Season.State == planning.SeasonDraft {
		return nil
	}
	return a.Later.Insert(c.Tx(), letters.SeasonChanged{Tenant: c.Tenant.ID, Season: s.Season.ID, Number: s.Announced})
}

func applySeasonChange(to *planning.SeasonAnnouncement, change openapi.SeasonChange) {
	if change.Title != "" {
		to.Title = change.Title
	}
	if change.TimeZone != "" {
		to.TimeZone = change.TimeZone
	}
	if change.Game != nil {
		to.Game = *change.Game
	}
	if change.Contact != nil {
		to.Contact = *change.Contact
	}
	if change.Champion.UUID != uuid.Nil {
		to.Champion = change.Champion
	}
	for _, d := range []struct {
		to   *time.Time
		from openapi_types.Date
	}{{&to.PlaysFrom, change.PlaysFrom}, {&to.PlaysTo, change.PlaysTo}, {&to.FinalsBy, change.FinalsBy}} {
		if !d.from.IsZero() {
			*d.to = d.from.Time
		}
	}
}

// OpenSeason announces a season.
func (a API) OpenSeason(ctx context.Context, r openapi.OpenSeasonRequestObject) (openapi.OpenSeasonResponseObject, error) {
	c := gate.From(ctx)
	s, err := seasondesk.At(a.Desk).OpenSeason(c.Tx(), leagueapi.Act(c), r.Season)
	if err != nil {
		return nil, err
	}
	return openapi.OpenSeason200JSONResponse(seasonView(c, s)), nil
}

// CloseSeason closes a season.
func (a API) CloseSeason(ctx context.Context, r openapi.CloseSeasonRequestObject) (openapi.CloseSeasonResponseObject, error) {
	c := gate.From(ctx)
	s, err := seasondesk.At(a.Desk).CloseSeason(c.Tx(), leagueapi.Act(c), r.Season)
	if err != nil {
		return nil, err
	}
	return openapi.CloseSeason200JSONResponse(seasonView(c, s)), nil
}

// ReopenSeason opens a closed season again.
func (a API) ReopenSeason(ctx context.Context, r openapi.ReopenSeasonRequestObject) (openapi.ReopenSeasonResponseObject, error) {
	c := gate.From(ctx)
	s, err := seasondesk.At(a.Desk).ReopenSeason(c.Tx(), leagueapi.Act(c), r.Season, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	return openapi.ReopenSeason200JSONResponse(seasonView(c, s)), nil
}

// regionID is the id of a region in a request, where regions have general ids.
func regionID(id openapi.ID) league.RegionID { return league.RegionID{UUID: id} }
