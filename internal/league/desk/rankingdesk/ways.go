package rankingdesk

import (
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

// mostWays bounds the players whose ways are told at once.
const mostWays = 40

// Ways tells how the players of some rows, the first ones, came to their points: the careers of
// a chart. Their events have no titles.
func (d Desk) Ways(door tenantdb.Door, r Ranking, rows []Row) ([]Career, error) {
	rows = rows[:min(len(rows), mostWays)]
	players := make([]league.PlayerID, len(rows))
	for i, row := range rows {
		players[i] = row.Player
	}
	var openings []facts.RankingOpening
	var postings []facts.RankedPosting
	b := &tenantdb.Batch{}
	leaguedb.LoadOpeningsOfPeople(b, &openings, r.ID, players)
	leaguedb.LoadPostingsOf(b, &postings, r.ID, players)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	opened, posted, err := desk.Ranked(openings, postings)
	if err != nil {
		return nil, err
	}
	out := make([]Career, len(rows))
	for i := range rows {
		c := Career{Ranking: r, Player: rows[i].Player, Name: rows[i].Name, Club: rows[i].Club, Initials: rows[i].Initials, Row: &rows[i]}
		for _, o := range opened {
			if o.Player == c.Player {
				c.Opening = &Opening{Opening: o}
			}
		}
		for k, p := range posted {
			if p.Player == c.Player {
				c.Postings = append(c.Postings, Posting{p, postings[k].Place, &Event{ID: postings[k].EventID, Day: postings[k].Day.Midnight()}, postings[k].Number})
			}
		}
		out[i] = c
	}
	return out, nil
}
