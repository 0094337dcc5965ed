package seriesapi

import (
	"bytes"
	"context"
	"slices"

	"github.com/google/uuid"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/seriesdesk"
	"referto/internal/league/leagueapi"
	"referto/internal/league/series"
	"referto/internal/league/views"
	"referto/openapi"
)

// position marks the end of a page: the player or club shown last, and their position.
type position struct {
	Player   uuid.UUID
	Club     string // its id, or where it has none its name
	Position int
}

// begin returns where a page begins: behind the row that was shown last, wherever it is now, or at the same
// position if it is gone. Last finds that row.
func (p position) begin(more bool, rows int, last func() int) int {
	if !more {
		return 0
	}
	if i := last(); i >= 0 {
		return i + 1
	}
	return min(p.Position, rows)
}

// GetSeriesStandings lists the players of a series.
func (a API) GetSeriesStandings(ctx context.Context, r openapi.GetSeriesStandingsRequestObject) (openapi.GetSeriesStandingsResponseObject, error) {
	c, p := gate.From(ctx), r.Params
	list := "series:" + c.Tenant.ID.String() + ":" + r.Series.String()
	var after position
	more, err := a.Cursors.Decode(list, p.Cursor, &after)
	if err != nil {
		return nil, err
	}
	s, err := a.stands(c, r.Series)
	if err != nil {
		return nil, err
	}
	from := after.begin(more, len(s.Rows), func() int {
		return slices.IndexFunc(s.Rows, func(row series.Row) bool { return row.Player.UUID == after.Player })
	})
	to := min(from+leagueapi.Limit(p.Limit), len(s.Rows))
	asCSV := p.Format == openapi.GetSeriesStandingsParamsFormatCsv
	if asCSV {
		from, to = 0, len(s.Rows)
	}
	page, err := a.page(c, s, from, to)
	if err != nil {
		return nil, err
	}
	if asCSV {
		out, err := views.AsCSV(c.Language, views.SeriesTable(page.Criteria, page.Events, page.Items))
		if err != nil {
			return nil, err
		}
		return openapi.GetSeriesStandings200TextcsvResponse{Body: bytes.NewReader(out), ContentLength: int64(len(out))}, published(c, string(out))
	}
	if to < len(s.Rows) {
		page.NextCursor = c.Next(a.Cursors.Encode(list, position{Player: s.Rows[to-1].Player.UUID, Position: to}))
	}
	return openapi.GetSeriesStandings200JSONResponse(page), published(c, page)
}

// page makes the rows between two positions, with the events.
func (a API) page(c *gate.Call, s seriesdesk.Standing, from, to int) (openapi.SeriesStandings, error) {
	var players []league.PlayerID
	for _, row := range s.Rows[max(from-1, 0):to] { // the player above the first row is named too
		players = append(players, row.Player)
	}
	awards, err := a.room().Awards(c.Door(), s)
	if err != nil {
		return openapi.SeriesStandings{}, err
	}
	for _, award := range awards {
		players = append(players, award.Winners...)
	}
	names, err := a.names(c, players)
	if err != nil {
		return openapi.SeriesStandings{}, err
	}
	view := views.NewSeriesView(s.Series, leagueapi.Words(c))
	return openapi.SeriesStandings{
		Awards: view.Awards(awards, names),
		Items:  view.Rows(s.Rows, from, to, names), Events: view.Events(s.Events), Criteria: view.Criteria(), Players: len(s.Rows), Revision: s.Revision,
	}, nil
}

// GetSeriesClubs lists the clubs of a series.
func (a API) GetSeriesClubs(ctx context.Context, r openapi.GetSeriesClubsRequestObject) (openapi.GetSeriesClubsResponseObject, error) {
	c := gate.From(ctx)
	list := "series-clubs:" + c.Tenant.ID.String() + ":" + r.Series.String()
	var after position
	more, err := a.Cursors.Decode(list, r.Params.Cursor, &after)
	if err != nil {
		return nil, err
	}
	s, err := a.stands(c, r.Series)
	if err != nil {
		return nil, err
	}
	rows := s.Clubs()
	from := after.begin(more, len(rows), func() int {
		return slices.IndexFunc(rows, func(row series.ClubRow) bool { return clubKey(row.Club) == after.Club })
	})
	to := min(from+leagueapi.Limit(r.Params.Limit), len(rows))
	asCSV := r.Params.Format == openapi.GetSeriesClubsParamsFormatCsv
	if asCSV {
		from, to = 0, len(rows)
	}
	out := openapi.SeriesClubs{BestOfClub: s.BestOfClub, Revision: s.Revision}
	if to < len(rows) {
		out.NextCursor = c.Next(a.Cursors.Encode(list, position{Club: clubKey(rows[to-1].Club), Position: to}))
	}
	names, err := a.names(c, membersOf(rows[from:to]))
	if err != nil {
		return nil, err
	}
	out.Items = views.NewSeriesView(s.Series, leagueapi.Words(c)).Clubs(rows, from, to, names)
	if asCSV {
		table, err := views.AsCSV(c.Language, views.SeriesClubTable(out.Items))
		if err != nil {
			return nil, err
		}
		return openapi.GetSeriesClubs200TextcsvResponse{Body: bytes.NewReader(table), ContentLength: int64(len(table))}, published(c, string(table))
	}
	return openapi.GetSeriesClubs200JSONResponse(out), published(c, out)
}

// clubKey distinguishes a club from the others of a series.
func clubKey(c series.Club) string {
	if c.ID != (league.ClubID{}) {
		return c.ID.String()
	}
	return c.Name
}

// membersOf are the players of some clubs.
func membersOf(rows []series.ClubRow) []league.PlayerID {
	var players []league.PlayerID
	for _, row := range rows {
		for _, m := range row.Members {
			players = append(players, m.Row.Player)
		}
	}
	return players
}

// GetSeriesPlayer answers with one player's way through a series.
func (a API) GetSeriesPlayer(ctx context.Context, r openapi.GetSeriesPlayerRequestObject) (openapi.GetSeriesPlayerResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.stands(c, r.Series)
	if err != nil {
		return nil, err
	}
	person, err := a.Person(c.Door(), r.Player)
	if err != nil {
		return nil, err
	}
	names, err := a.names(c, []league.PlayerID{person})
	if err != nil {
		return nil, err
	}
	name, known := names[person]
	if !known {
		return nil, league.ErrNotFound
	}
	view := views.NewSeriesView(s.Series, leagueapi.Words(c))
	out := openapi.SeriesWay{Series: r.Series, Player: name, Events: view.Events(s.Events), Penalties: []openapi.SeriesPenaltyNote{}, Revision: s.Revision}
	for _, p := range s.Penalties {
		if p.PlayerID == person {
			out.Penalties = append(out.Penalties, view.PenaltyNote(p))
		}
	}
	if i := slices.IndexFunc(s.Rows, func(row series.Row) bool { return row.Player == person }); i >= 0 {
		page, err := a.page(c, s, i, i+1)
		if err != nil {
			return nil, err
		}
		out.Row = page.Items[0]
	}
	return openapi.GetSeriesPlayer200JSONResponse(out), leagueapi.Tagged(c, out)
}

// names loads the names of players.
func (a API) names(c *gate.Call, players []league.PlayerID) (map[league.PlayerID]openapi.PlayerRef, error) {
	found, err := a.room().Players(c.Door(), players)
	return views.PlayerRefs(leagueapi.Words(c), found), err
}
