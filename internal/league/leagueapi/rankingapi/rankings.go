package rankingapi

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/rankingdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/planning"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
	"referto/internal/league/views"
	"referto/internal/oneline"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

func (a API) room() rankingdesk.Desk { return rankingdesk.At(a.Desk) }

// ListRankings lists the rankings of the tenant.
func (a API) ListRankings(ctx context.Context, _ openapi.ListRankingsRequestObject) (openapi.ListRankingsResponseObject, error) {
	c := gate.From(ctx)
	all, err := a.room().All(c.Door())
	if err != nil {
		return nil, err
	}
	return openapi.ListRankings200JSONResponse{Items: openapi.Each(all, func(r rankingdesk.Ranking) openapi.Ranking {
		return views.NewRankingView(r, words.For(c.Language)).Ranking()
	})}, nil
}

// CreateRanking begins to keep a ranking.
func (a API) CreateRanking(ctx context.Context, r openapi.CreateRankingRequestObject) (openapi.CreateRankingResponseObject, error) {
	c := gate.From(ctx)
	title, err := oneline.Clean(r.Body.Title)
	if err != nil {
		return nil, err
	}
	made, err := a.room().CreateRanking(c.Tx(), leagueapi.Act(c), facts.Ranking{
		Slug: r.Body.Slug, Title: title, Counted: kinds(r.Body.Counted), National: kinds(r.Body.National), FromDay: dayOf(r.Body.From), UntilDay: dayOf(r.Body.Until),
	}, planning.Choice{Ruleset: r.Body.Ruleset, Version: r.Body.RulesetVersion, Readings: r.Body.Readings})
	if err != nil {
		return nil, err
	}
	return openapi.CreateRanking201JSONResponse(views.NewRankingView(made, words.For(c.Language)).Ranking()), nil
}

func kinds(list []openapi.EventKind) []string {
	return openapi.Each(list, func(k openapi.EventKind) string { return string(k) })
}

func dayOf(d openapi_types.Date) rules.Day {
	if d.IsZero() {
		return ""
	}
	return rules.DayOf(d.Time)
}

// GetRanking answers with a ranking.
func (a API) GetRanking(ctx context.Context, r openapi.GetRankingRequestObject) (openapi.GetRankingResponseObject, error) {
	c := gate.From(ctx)
	found, err := a.room().Find(c.Door(), r.Ranking)
	if err != nil {
		return nil, err
	}
	return openapi.GetRanking200JSONResponse(views.NewRankingView(found, words.For(c.Language)).Ranking()), nil
}

// GetRankingStandings lists the players on their way to the cap.
func (a API) GetRankingStandings(ctx context.Context, r openapi.GetRankingStandingsRequestObject) (openapi.GetRankingStandingsResponseObject, error) {
	page, err := a.page(gate.From(ctx), r.Ranking, false, r.Params.AsOf, r.Params.Limit, r.Params.Cursor)
	return openapi.GetRankingStandings200JSONResponse(page), err
}

// GetRankingHall lists those who have reached it.
func (a API) GetRankingHall(ctx context.Context, r openapi.GetRankingHallRequestObject) (openapi.GetRankingHallResponseObject, error) {
	page, err := a.page(gate.From(ctx), r.Ranking, true, r.Params.AsOf, r.Params.Limit, r.Params.Cursor)
	return openapi.GetRankingHall200JSONResponse(page), err
}

// rankingPosition marks the end of a page: the player last shown, and where.
type rankingPosition struct {
	Player   uuid.UUID
	Position int
}

// page is a page of the ranking or its hall. What comes after a player is what comes after
// them now, wherever they have moved; after somebody who is gone it goes on at the same place.
func (a API) page(c *gate.Call, id league.RankingID, hall bool, asOf openapi_types.Date, limit openapi.Limit, cursor openapi.Cursor) (openapi.RankingStandings, error) {
	out := openapi.RankingStandings{Items: []openapi.RankingRow{}, AsOf: asOf}
	list := strings.Join([]string{"ranking", c.Tenant.ID.String(), id.String(), map[bool]string{true: "hall"}[hall], string(dayOf(asOf))}, ":")
	var after rankingPosition
	more, err := a.Cursors.Decode(list, cursor, &after)
	if err != nil {
		return out, err
	}
	s, err := a.room().Stands(c.Door(), id, dayOf(asOf))
	if err != nil {
		return out, err
	}
	rows := s.Table.Ranking
	if hall {
		rows = s.Hall
	}
	from := 0
	if more {
		from = min(after.Position, len(rows))
		if i := slices.IndexFunc(rows, func(row ranking.Row) bool { return row.Player.UUID == after.Player }); i >= 0 {
			from = i + 1
		}
	}
	to := min(from+leagueapi.Limit(limit), len(rows))
	if to < len(rows) {
		out.NextCursor = c.Next(a.Cursors.Encode(list, rankingPosition{rows[to-1].Player.UUID, to}))
	}
	out.Players, out.Revision = len(rows), s.Revision
	out.Items, err = a.rows(c, s, rows, from, to)
	return out, err
}

// rows are some rows with the names of their players and events.
func (a API) rows(c *gate.Call, s rankingdesk.Standing, rows []ranking.Row, from, to int) ([]openapi.RankingRow, error) {
	players := openapi.Each(rows[from:to], func(row ranking.Row) league.PlayerID { return row.Player })
	names, events, err := named(c.Door(), players, s.Events)
	if err != nil {
		return nil, err
	}
	view := views.NewRankingView(s.Ranking, words.For(c.Language))
	out := make([]openapi.RankingRow, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, view.Row(rows[i], shared(rows, i), names[rows[i].Player], events))
	}
	return out, nil
}

// shared reports whether a row shares its rank with one beside it.
func shared(rows []ranking.Row, i int) bool {
	return i > 0 && rows[i-1].Rank == rows[i].Rank || i+1 < len(rows) && rows[i+1].Rank == rows[i].Rank
}

// named loads the names of players and of the events of a ranking, these in their order.
func named(door tenantdb.Door, players []league.PlayerID, events []league.EventID) (map[league.PlayerID]openapi.PlayerRef, []openapi.RankingEvent, error) {
	var found []facts.Player
	var held []leaguedb.EventTitle
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayersByID(b, &found, openapi.Each(players, func(p league.PlayerID) uuid.UUID { return p.UUID }))
	leaguedb.LoadEventTitles(b, &held, events)
	if err := door.Send(b); err != nil {
		return nil, nil, err
	}
	names := make(map[league.PlayerID]openapi.PlayerRef, len(found))
	for _, p := range found {
		names[p.ID] = openapi.PlayerRef{Id: p.ID, Name: p.Name, Club: p.Club}
	}
	titles := make(map[league.EventID]openapi.RankingEvent, len(held))
	for _, e := range held {
		titles[e.ID] = openapi.RankingEvent{Id: e.ID, Title: e.Title, Day: views.Date(e.Day)}
	}
	return names, openapi.Each(events, func(id league.EventID) openapi.RankingEvent { return titles[id] }), nil
}

// GetCareer answers with what a player has come to, event by event.
func (a API) GetCareer(ctx context.Context, r openapi.GetCareerRequestObject) (openapi.GetCareerResponseObject, error) {
	out, err := a.career(gate.From(ctx), r.Ranking, r.Player)
	return openapi.GetCareer200JSONResponse(out), err
}

func (a API) career(c *gate.Call, id league.RankingID, player league.PlayerID) (openapi.Career, error) {
	s, err := a.room().CareerOf(c.Door(), id, player)
	if err != nil {
		return openapi.Career{}, err
	}
	names, events, err := named(c.Door(), []league.PlayerID{player}, s.Events)
	if err != nil {
		return openapi.Career{}, err
	}
	name, known := names[player]
	if !known {
		return openapi.Career{}, league.ErrNotFound
	}
	view := views.NewRankingView(s.Ranking, words.For(c.Language))
	out := openapi.Career{Ranking: id, Player: name, Events: []openapi.CareerEvent{}, Revision: s.Revision}
	rows := s.Table.Ranking
	i := slices.IndexFunc(rows, func(row ranking.Row) bool { return row.Player == player })
	if i < 0 {
		rows = s.Hall
		i = slices.IndexFunc(rows, func(row ranking.Row) bool { return row.Player == player })
		out.Hall = i >= 0
	}
	if i >= 0 {
		out.Row = view.Row(rows[i], shared(rows, i), name, events)
	}
	if s.Opening != nil {
		out.Opening = view.Opening(s.Opening.Opening, s.Opening.Stored)
	}
	for _, p := range s.Postings {
		out.Events = append(out.Events, view.Event(p.Posting, p.Place, events[p.Event-1]))
	}
	return out, nil
}

// RecordOpening records what a player brings along.
func (a API) RecordOpening(ctx context.Context, r openapi.RecordOpeningRequestObject) (openapi.RecordOpeningResponseObject, error) {
	c := gate.From(ctx)
	figures, national, err := opening(*r.Body)
	if err != nil {
		return nil, err
	}
	if err := a.room().RecordOpening(c.Tx(), leagueapi.Act(c), r.Ranking, r.Body.Player, figures, national, r.Body.Reason); err != nil {
		return nil, err
	}
	out, err := a.career(c, r.Ranking, r.Body.Player)
	return openapi.RecordOpening201JSONResponse(out), err
}

// opening reads the figures of a request; nil are none.
func opening(n openapi.NewOpening) (figures map[string]league.Frac, national league.Frac, err error) {
	var faults league.Faults
	number := func(at, text string) league.Frac {
		f, err := league.ParseFrac(text)
		if err != nil {
			faults = append(faults, league.Fault{Field: at, Grounds: league.Grounds{Reason: "not-a-number"}})
		}
		return f
	}
	if n.Figures != nil {
		figures = make(map[string]league.Frac, len(n.Figures))
		for key, text := range n.Figures {
			figures[key] = number("/figures/"+key, text)
		}
	}
	if n.NationalPoints != "" {
		national = number("/nationalPoints", n.NationalPoints)
	}
	return figures, national, faults.OrNil()
}

// DecideValidity declares an event void, or that it counts after all.
func (a API) DecideValidity(ctx context.Context, r openapi.DecideValidityRequestObject) (openapi.DecideValidityResponseObject, error) {
	c := gate.From(ctx)
	v, err := a.room().DecideValidity(c.Tx(), leagueapi.Act(c), r.Event, r.Body.Valid, r.Body.Reason)
	return openapi.DecideValidity200JSONResponse{Event: r.Event, Valid: v.Valid, Reason: v.Reason}, err
}
