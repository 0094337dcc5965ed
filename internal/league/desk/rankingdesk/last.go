package rankingdesk

import (
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/ranking"
	"referto/internal/tenant/tenantdb"
)

// LastGains finds who has gained the most points at the last event that counts in a ranking, so many of them, each with the
// posting of that event alone. Who is level stands in the order of the event. Left out are those whom it gave nothing that counts for their rank.
func (d Desk) LastGains(door tenantdb.Door, r Ranking, most int) ([]Career, error) {
	var postings []facts.RankedPosting
	b := &tenantdb.Batch{}
	leaguedb.LoadLastPostings(b, &postings, r.ID)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	_, posted, err := desk.Ranked(nil, postings)
	if err != nil {
		return nil, err
	}
	out, gains := make([]Career, 0, len(posted)), make(map[league.PlayerID]league.Frac, len(posted))
	for i, p := range posted {
		if gain := r.Keeper.PointsOf(r.Keeper.CareerOf(nil, []ranking.Posting{p})); !gain.IsZero() {
			gains[p.Player] = gain
			out = append(out, Career{Ranking: r, Player: p.Player, Postings: []Posting{{p, postings[i].Place, &Event{ID: postings[i].EventID, Day: postings[i].Day.Midnight()}, postings[i].Number}}})
		}
	}
	slices.SortStableFunc(out, func(a, b Career) int { return gains[b.Player].Cmp(gains[a.Player]) }) // they stand in the order of the event
	out = out[:min(len(out), most)]
	ids := make([]uuid.UUID, len(out))
	for i := range out {
		ids[i] = out[i].Player.UUID
	}
	var players []facts.Player
	b = &tenantdb.Batch{}
	leaguedb.LoadPlayersByID(b, &players, ids)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	named := make(map[league.PlayerID]facts.Player, len(players))
	for _, p := range players {
		named[p.ID] = p
	}
	for i := range out {
		p := named[out[i].Player]
		out[i].Name, out[i].Club, out[i].Initials = p.Name, p.Club, p.Initials
	}
	return out, nil
}
