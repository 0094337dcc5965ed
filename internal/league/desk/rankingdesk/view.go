package rankingdesk

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// Standing is a ranking as it stands, with the events behind it.
type Standing struct {
	Ranking
	ranking.Table
	// Events are the ids of the events in their order: Since of a career counts from 1.
	Events []league.EventID
}

// Career is a ranking with what one player has gathered in it.
type Career struct {
	Standing
	Opening  *Opening  // nil: nothing was brought along
	Postings []Posting // in the order of the events
}

// Opening is what a player brought along, with why it is known.
type Opening struct {
	ranking.Opening
	Stored facts.RankingOpening
}

// Posting is what an event gave to the player, with the place in it.
type Posting struct {
	ranking.Posting
	Place int
}

// All loads the rankings of the tenant.
func (d Desk) All(door tenantdb.Door) ([]Ranking, error) {
	var stored []facts.Ranking
	b := &tenantdb.Batch{}
	leaguedb.LoadRankings(b, &stored)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	out := make([]Ranking, len(stored))
	for i, r := range stored {
		out[i].Ranking = r
		var err error
		if out[i].Version, out[i].Keeper, err = d.KeeperOf(door, r); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// CareerOf loads a ranking as it stands, with what one player has gathered in it.
func (d Desk) CareerOf(door tenantdb.Door, id league.RankingID, player league.PlayerID) (Career, error) {
	s, openings, postings, err := d.load(door, id)
	if err != nil {
		return Career{}, err
	}
	out := Career{Standing: s}
	out.Events = eventsOf(postings)
	opened, posted, err := desk.Ranked(openings, postings)
	if err != nil {
		return out, err
	}
	out.Table = out.Keeper.At(opened, posted)
	for i, o := range opened {
		if o.Player == player {
			out.Opening = &Opening{o, openings[i]}
		}
	}
	for i, p := range posted {
		if p.Player == player {
			out.Postings = append(out.Postings, Posting{p, postings[i].Place})
		}
	}
	return out, nil
}

// Stands loads a ranking as it stands after the events up to a day; "" is now.
func (d Desk) Stands(door tenantdb.Door, id league.RankingID, asOf rules.Day) (Standing, error) {
	out, openings, postings, err := d.load(door, id)
	if err != nil {
		return out, err
	}
	if asOf != "" {
		postings = slices.DeleteFunc(postings, func(p facts.RankedPosting) bool { return p.Day > asOf })
	}
	out.Events = eventsOf(postings)
	opened, posted, err := desk.Ranked(openings, postings)
	if err != nil {
		return out, err
	}
	out.Table = out.Keeper.At(opened, posted)
	return out, nil
}

func (d Desk) load(door tenantdb.Door, id league.RankingID) (out Standing, openings []facts.RankingOpening, postings []facts.RankedPosting, err error) {
	if out.Ranking, err = d.Find(door, id); err != nil {
		return out, nil, nil, err
	}
	b := &tenantdb.Batch{}
	leaguedb.LoadOpenings(b, &openings, id)
	leaguedb.LoadPostings(b, &postings, id)
	return out, openings, postings, door.Send(b)
}

func eventsOf(postings []facts.RankedPosting) []league.EventID {
	var events []league.EventID
	for _, p := range postings {
		if len(events) == 0 || events[len(events)-1] != p.EventID {
			events = append(events, p.EventID)
		}
	}
	return events
}
