package rankingdesk

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/ladder"
	"referto/internal/league/leaguedb"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// Career is a ranking with the career of one player in it.
type Career struct {
	Ranking
	Player     league.PlayerID
	Players    int // of the list in which the player stands
	Name, Club string
	Initials   bool      // see [facts.Player.Initials]
	Row        *Row      // nil: not in the ranking
	Opening    *Opening  // nil: nothing was brought along
	Postings   []Posting // in the order of the events
}

// Opening holds the figures of a player's opening, with the reason why they are known.
type Opening struct {
	ranking.Opening
	Stored facts.RankingOpening
}

// Posting holds the gain of the player from one event, with the place in it.
type Posting struct {
	ranking.Posting
	Place int
	Event *Event
	// Penalties are the parts of [ranking.Posting.Penalty].
	Penalties []facts.PostedPenalty
	Number    int // of the event in the ranking, from 1: more than 1 if it was posted anew
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

// CareerOf loads the current ranking, with the career of one player in it and their position.
func (d Desk) CareerOf(door tenantdb.Door, id league.RankingID, player league.PlayerID) (Career, error) {
	var w writing
	var openings []facts.RankingOpening
	var postings []facts.RankedPosting
	var known []facts.Player
	players := 0
	err := d.ask(door, id, []rules.Day{""}, func(open []*reading, b *tenantdb.Batch) error {
		w, openings, postings, known = writing{now: open[0]}, nil, nil, nil
		key, err := w.keyOf(door, player)
		if err != nil {
			return err
		}
		if key != "" {
			hall := ladder.InHall(key)
			if err := w.add(hall, key, player); err != nil {
				return err
			}
			if players, err = w.now.players(hall); err != nil {
				return err
			}
		}
		w.queue(b)
		leaguedb.LoadOpeningsOfPeople(b, &openings, id, []league.PlayerID{player})
		leaguedb.LoadPostingsOf(b, &postings, id, []league.PlayerID{player})
		leaguedb.LoadPlayersByID(b, &known, []league.PlayerID{player})
		return nil
	})
	if err != nil {
		return Career{}, err
	}
	if len(known) == 0 {
		return Career{}, league.ErrNotFound
	}
	out := Career{Ranking: w.now.ranking, Player: player, Players: players, Name: known[0].Name, Club: known[0].Club, Initials: known[0].Initials}
	rows, err := w.rows(door)
	if err != nil {
		return out, err
	}
	if len(rows) > 0 {
		out.Row = &rows[0]
	}
	return out, out.explain(door, openings, postings)
}

// explain adds the opening and the postings from which the career is added up.
func (c *Career) explain(door tenantdb.Door, openings []facts.RankingOpening, postings []facts.RankedPosting) error {
	opened, posted, err := ranking.Parse(openings, postings)
	if err != nil {
		return err
	}
	if len(opened) > 0 {
		c.Opening = &Opening{opened[0], openings[0]}
	}
	events, err := eventsOf(door, idsOfEvents(postings))
	if err != nil {
		return err
	}
	for i, p := range posted {
		c.Postings = append(c.Postings, Posting{p, postings[i].Place, events[postings[i].EventID], postings[i].Penalties, postings[i].Number})
	}
	return nil
}

// loaded is the current ranking with all openings and postings from which it was added up: as they are stored,
// and in parallel as the keeper takes them.
type loaded struct {
	Ranking
	ranking.Table
	// Events are the ids of the events in their order: Since of a career counts from 1.
	Events   []league.EventID
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
	if l.opened, l.posted, err = ranking.Parse(l.openings, l.postings); err != nil {
		return l, err
	}
	l.Events, l.Table = idsOfEvents(l.postings), l.Keeper.At(l.opened, l.posted)
	return l, nil
}

func idsOfEvents(postings []facts.RankedPosting) []league.EventID {
	var events []league.EventID
	for _, p := range postings {
		if len(events) == 0 || events[len(events)-1] != p.EventID {
			events = append(events, p.EventID)
		}
	}
	return events
}
