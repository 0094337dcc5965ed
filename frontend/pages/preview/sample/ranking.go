package sample

import (
	"fmt"
	"time"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/biography"
	"referto/internal/league/desk"
	"referto/internal/league/desk/playerdesk"
	"referto/internal/league/desk/rankingdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/views"
	"referto/openapi"
)

// RankingSlug names the ranking in its address.
const RankingSlug = "ranglista"

const (
	rankedPlayers = 24
	rankedEvents  = 16
)

// ranked is a ranking by the Bulgarian regulation of players who have met at sixteen events.
type ranked struct {
	of       rankingdesk.Ranking
	view     views.RankingView
	openings []ranking.Opening
	postings []ranking.Posting
	events   []desk.HeldEvent
	table    ranking.Table
}

func newRanked(lang string) (*ranked, error) {
	r, err := presets.Find("catan-ranglista-bg")
	if err != nil {
		return nil, err
	}
	s := &ranked{of: rankingdesk.Ranking{
		Ranking: facts.Ranking{ID: league.RankingID{UUID: id(RankingSlug)}, Slug: RankingSlug, Title: "Ranglista", Counted: []string{"ranking"}, National: []string{"national-final"}, Revision: 7},
		Kept:    desk.Kept{Version: facts.RulesetVersion{Key: r.ID, Code: r.Code, Version: 1, Name: r.Name}, Keeper: ranking.NewKeeper(r)},
	}}
	for n := range rankedEvents {
		s.play(n)
	}
	s.openings = []ranking.Opening{{Player: rankedPlayer(0), Figures: rankedFigures(270)}, {Player: rankedPlayer(1), Figures: rankedFigures(220)}}
	s.table, s.view = s.of.Keeper.At(s.openings, s.postings), views.NewRankingView(s.of, words.For(lang))
	return s, nil
}

func rankedPlayer(n int) league.PlayerID {
	return league.PlayerID{UUID: id(fmt.Sprint("ranked ", n))}
}

// Ranked is the number of a player of the ranking by their id.
func Ranked(id string) (n int, known bool) {
	for n := range rankedPlayers {
		if rankedPlayer(n).String() == id {
			return n, true
		}
	}
	return 0, false
}

func rankedName(n int) string {
	first := []string{"Nikolaj", "Стоян", "Desislava", "Krum", "Ивайло", "Rosica"}
	return first[n%len(first)] + " " + []string{"Дойчев", "Bardarov", "Koleva", "Арнаудов"}[n/len(first)]
}

func rankedFigures(points int) []league.Frac {
	n := league.Int
	return []league.Frac{n(points), n(points * 4), league.NewFrac(int64(points)*1013, 100), n(points / 8), n(points / 9), n(points / 10), n(points / 6)}
}

// play is an event in which everybody of a third of the players is at one table, twice.
func (s *ranked) play(n int) {
	id := league.EventID{UUID: id(fmt.Sprint("ranked event ", n))}
	e := desk.HeldEvent{
		PlayedEvent: leaguedb.PlayedEvent{ID: id, Slug: fmt.Sprintf("ranked-%d", n+1), Title: fmt.Sprintf("Sofia %d", n+1), Kind: "ranking", Day: time.Date(2017+n/2, time.Month(3+n%2*5), 8, 0, 0, 0, 0, time.UTC)},
		HeldGames:   desk.HeldGames{Event: biography.Event{ID: id, Ruleset: "BG"}, Shares: rules.Share{Rounding: rules.Truncate, Digits: 2}},
	}
	for k := range 8 {
		p := (n%3 + 3*k) % rankedPlayers
		points, vp, share := league.Int(2+(7*n+5*k)%9), league.Int(13-(k+n)%4), league.NewFrac(int64(1300-100*((k+n)%4)), 46)
		s.postings = append(s.postings, ranking.Posting{Event: n + 1, Player: rankedPlayer(p), Figures: rankedFigures(8 + (7*n+5*k)%9)})
		e.Ranking = append(e.Ranking, biography.Standing{Player: rankedPlayer(p), Place: 1 + (k+n)%8, Points: &points, VP: &vp, Share: &share})
		if k%4 == 0 {
			e.Games = append(e.Games, biography.Game{Round: 1 + k/4, Table: 1, Kind: league.Preliminary})
		}
		g := &e.Games[len(e.Games)-1]
		g.Seats = append(g.Seats, biography.Seat{Player: rankedPlayer(p), Place: 1 + (k+n)%4, Won: (k+n)%4 == 0, Points: 13 - (k+n)%4})
	}
	s.events = append(s.events, e)
}

// rows returns the rows of a list, with the data that a page shows.
func (s *ranked) rows(list []ranking.Row) []rankingdesk.Row {
	out := make([]rankingdesk.Row, len(list))
	for i, row := range list {
		out[i] = rankingdesk.Row{Row: row, Name: s.name(row.Player), Club: []string{"", "Морски вълци"}[i%2], Moved: &rankingdesk.Movement{Rank: max(0, row.Rank+i%3-1), Gained: league.Int(i % 4)}}
		out[i].Shared = i > 0 && list[i-1].Rank == row.Rank || i+1 < len(list) && list[i+1].Rank == row.Rank
		if row.Arrived && row.Since > 0 {
			e := s.events[row.Since-1]
			out[i].Since = &rankingdesk.Event{ID: e.ID, Slug: e.Slug, Title: e.Title, Day: e.Day}
		}
	}
	return out
}

func (s *ranked) name(id league.PlayerID) string {
	n, _ := Ranked(id.String())
	return rankedName(n)
}

// career makes the career of the player of a row.
func (s *ranked) career(row rankingdesk.Row) openapi.Career {
	c := rankingdesk.Career{Ranking: s.of, Player: row.Player, Name: row.Name, Club: row.Club, Row: &row}
	for _, o := range s.openings {
		if o.Player == row.Player {
			c.Opening = &rankingdesk.Opening{Opening: o, Stored: facts.RankingOpening{Reason: "Хартиена ранглиста"}}
		}
	}
	for _, p := range s.postings {
		if p.Player == row.Player {
			e := s.events[p.Event-1]
			var penalties []facts.PostedPenalty
			if p.Penalty = (league.Frac{}); p.Event%4 == 0 {
				p.Penalty, penalties = league.Int(-2), []facts.PostedPenalty{{Round: 1, Points: "-2", Code: "BG", Paragraph: "1.1.4"}}
			}
			c.Postings = append(c.Postings, rankingdesk.Posting{Posting: p, Penalties: penalties, Place: 1 + p.Event%8, Event: &rankingdesk.Event{ID: e.ID, Slug: e.Slug, Title: e.Title, Day: e.Day}})
		}
	}
	return s.view.Career(c)
}

// Ranking returns a page of the ranking or its hall, with the given number of rows.
func Ranking(r pages.Reader, hall bool, size int) (pages.Ranking, error) {
	s, err := newRanked(r.Lang)
	if err != nil {
		return pages.Ranking{}, err
	}
	list := s.table.Ranking
	if hall {
		list = s.table.Hall
	}
	rows := s.rows(list)
	since := views.Date(s.events[len(s.events)-1].Day.AddDate(0, 0, -1))
	page := pages.Ranking{
		Reader: r, Tenant: Tenant(), Ranking: s.view.Ranking(), Hall: hall, Size: size,
		Part: openapi.RankingStandings{Items: openapi.Each(rows[:min(size, len(rows))], s.view.Row), Players: len(rows), Since: since, Revision: 7},
	}
	if !hall {
		first := s.rows(s.table.Hall)
		page.First = openapi.RankingStandings{Items: openapi.Each(first, s.view.Row), Players: len(first)}
		page.Race = openapi.Each(append(rows[:min(15, len(rows)):min(15, len(rows))], first...), s.career)
	}
	return page, nil
}

// Player returns the page of a player of the ranking, by their number among all; against adds the comparison with the
// most frequent opponent.
func Player(r pages.Reader, n int, against bool) (pages.Player, error) {
	s, err := newRanked(r.Lang)
	if err != nil {
		return pages.Player{}, err
	}
	id := rankedPlayer(n)
	life := playerdesk.Life{Blocks: facts.ProfileBlocks, Player: facts.Player{ID: id, Name: rankedName(n), Club: "Морски вълци"}, Names: map[league.PlayerID]facts.Player{}}
	var events []biography.Event
	for _, e := range s.events {
		for _, standing := range e.Ranking {
			if standing.Player == id {
				life.Events = append(life.Events, e)
				events = append(events, e.Event)
			}
		}
	}
	life.Biography = biography.Of(id, events)
	life.Met = len(life.Opponents)
	for k := range rankedPlayers {
		life.Names[rankedPlayer(k)] = facts.Player{ID: rankedPlayer(k), Name: rankedName(k)}
	}
	if against && len(life.Opponents) > 0 {
		life.Against = &life.Opponents[0]
		life.Meetings = biography.Between(id, life.Against.Player, events)
	}
	page := pages.Player{Reader: r, Tenant: Tenant(), Biography: views.Biography(words.For(r.Lang), life)}
	for _, list := range [][]ranking.Row{s.table.Ranking, s.table.Hall} {
		for _, row := range s.rows(list) {
			if row.Player == id {
				page.Careers = append(page.Careers, pages.Career{Ranking: s.view.Ranking(), Career: s.career(row), Players: len(list)})
			}
		}
	}
	return page, nil
}
