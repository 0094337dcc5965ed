package serve

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/desk/seriesdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/series"
	"referto/internal/league/views"
	"referto/internal/publication"
	"referto/internal/tenant/tenantapi"
	"referto/openapi"
)

// seriesRows bounds the rows of standings that the page of a series shows; all are in the API
// and in its table.
const seriesRows = 300

// series is the page of a series. It shows names of people and of events too, which change without
// the series, so that it is kept only for when the database does not answer.
func (s *site) series(v visit, body *bytes.Buffer) (string, error) {
	room := seriesdesk.At(s.api.desk)
	of, err := room.FindBySlug(v.door, v.echo.Param("series"))
	if err != nil {
		return "", err
	}
	standing, err := room.Stands(v.door, of)
	if err != nil {
		return "", err
	}
	rows := standing.Rows[:min(seriesRows, len(standing.Rows))]
	clubs := standing.Clubs()
	awards, err := room.Awards(v.door, standing)
	if err != nil {
		return "", err
	}
	players, err := room.Players(v.door, playersOn(rows, clubs, awards))
	if err != nil {
		return "", err
	}
	names, view := views.PlayerRefs(words.For(v.reader.Lang), players), views.NewSeriesView(of, words.For(v.reader.Lang))
	page := pages.SeriesPage{
		Reader: v.reader, Tenant: tenantapi.View(v.tenant), Series: view.Series(), Clubs: view.Clubs(clubs, 0, len(clubs), names),
		Standings: openapi.SeriesStandings{
			Items: view.Rows(standing.Rows, 0, len(rows), names), Events: view.Events(standing.Events), Criteria: view.Criteria(), Awards: view.Awards(awards, names),
			Players: len(standing.Rows), Revision: of.Revision,
		},
		Penalties: map[openapi.PlayerID][]openapi.SeriesPenaltyNote{},
	}
	for _, p := range standing.Penalties {
		page.Penalties[p.PlayerID] = append(page.Penalties[p.PlayerID], view.PenaltyNote(p))
	}
	publication.Spare(v.echo.Response().Header().Set)
	if err := s.pages.Series(body, page); err != nil {
		return "", err
	}
	return bodyTag(body), nil
}

// seriesOfPlayer bounds the series that the page of a player shows, the latest of them.
const seriesOfPlayer = 10

// seriesOf lists the series in which a player stands, with the place in each.
func (s *site) seriesOf(v visit, player league.PlayerID) (out []pages.SeriesRank, err error) {
	room := seriesdesk.At(s.api.desk)
	list, err := room.All(v.door, leaguedb.SeriesFilter{Player: &player})
	if err != nil {
		return nil, err
	}
	all, err := room.StandAll(v.door, list[:min(len(list), seriesOfPlayer)])
	if err != nil {
		return nil, err
	}
	for _, standing := range all {
		of := standing.Series
		for _, row := range standing.Rows {
			if row.Player == player {
				out = append(out, pages.SeriesRank{SeriesLink: pages.SeriesLink{Slug: of.Slug, Title: of.Title}, Rank: row.Rank, Players: len(standing.Rows)})
			}
		}
	}
	return out, nil
}

// playersOn are the players that a page of a series names.
func playersOn(rows []series.Row, clubs []series.ClubRow, awards []series.Awarded) []league.PlayerID {
	ids := make([]league.PlayerID, 0, len(rows))
	for _, a := range awards {
		ids = append(ids, a.Winners...)
	}
	for _, row := range rows {
		ids = append(ids, row.Player)
	}
	for _, club := range clubs {
		for _, m := range club.Members {
			ids = append(ids, m.Row.Player)
		}
	}
	return ids
}

// seriesLinks name series for a page that leads to them.
func seriesLinks(list []facts.Series) (links []pages.SeriesLink) {
	for _, s := range list {
		links = append(links, pages.SeriesLink{Slug: s.Slug, Title: s.Title})
	}
	return links
}

// seriesTag distinguishes pages by the series to which they link.
func seriesTag(list []facts.Series) string {
	sum := sha256.New()
	for _, s := range list {
		_, _ = io.WriteString(sum, s.Slug+"\x00"+s.Title+"\x00") // a hash takes everything
	}
	return hex.EncodeToString(sum.Sum(nil)[:4])
}
