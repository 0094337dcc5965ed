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

// Opening holds the figures that a player brought along, with why they are known.
type Opening struct {
	ranking.Opening
	Stored facts.RankingOpening
}

// Posting holds the gain of the player from one event, with the place in it.
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
	keepers, err := d.KeepersOf(door, stored...)
	if err != nil {
		return nil, err
	}
	out := make([]Ranking, len(stored))
	for i, r := range stored {
		out[i] = Ranking{r, keepers[i]}
	}
	return out, nil
}

// CareerOf loads a ranking as it stands, with what one player has gathered in it.
func (d Desk) CareerOf(door tenantdb.Door, id league.RankingID, player league.PlayerID) (Career, error) {
	l, err := d.load(door, id, "")
	out := Career{Standing: l.Standing}
	for i, o := range l.opened {
		if o.Player == player {
			out.Opening = &Opening{o, l.openings[i]}
		}
	}
	for i, p := range l.posted {
		if p.Player == player {
			out.Postings = append(out.Postings, Posting{p, l.postings[i].Place})
		}
	}
	return out, err
}

// Stands loads a ranking as it stands after the events up to a day; "" is now.
func (d Desk) Stands(door tenantdb.Door, id league.RankingID, asOf rules.Day) (Standing, error) {
	l, err := d.load(door, id, asOf)
	return l.Standing, err
}

// loaded is a ranking as it stands, with all that it was added up from: as it is stored, and
// parallel to that as the keeper takes it.
type loaded struct {
	Standing
	openings []facts.RankingOpening
	postings []facts.RankedPosting
	opened   []ranking.Opening
	posted   []ranking.Posting
}

func (d Desk) load(door tenantdb.Door, id league.RankingID, asOf rules.Day) (l loaded, err error) {
	if l.Ranking, err = d.Find(door, id); err != nil {
		return l, err
	}
	b := &tenantdb.Batch{}
	leaguedb.LoadOpenings(b, &l.openings, id)
	leaguedb.LoadPostings(b, &l.postings, id)
	if err := door.Send(b); err != nil {
		return l, err
	}
	if asOf != "" {
		l.postings = slices.DeleteFunc(l.postings, func(p facts.RankedPosting) bool { return p.Day > asOf })
	}
	if l.opened, l.posted, err = desk.Ranked(l.openings, l.postings); err != nil {
		return l, err
	}
	l.Events, l.Table = eventsOf(l.postings), l.Keeper.At(l.opened, l.posted)
	return l, nil
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
