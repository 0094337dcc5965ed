package rankingdesk

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/ranking"
	"referto/internal/tenant/tenantdb"
)

// Beside sets how many rows accompany the first page of a ranking: rows of its hall, players of the page whose careers are included, and
// players who gained the most at the last event.
type Beside struct{ Hall, Ways, Last int }

// First is a page of a ranking. If it is the first page, it also holds the data that accompanies it.
type First struct {
	Page
	// Hall is the beginning of the hall.
	Hall Page
	// Ways are the careers of the first players of the page and of those of the hall, for a chart. Their events have no titles.
	Ways []Career
	// Last are the players who gained the most points at the last event that counts, each with the posting of that event alone. Level
	// players are in the order of the event. Players to whom the event gave nothing that counts for their rank are left out.
	Last []Career
}

// First returns a page of a ranking as [Desk.Page] does and, if it is the first page, the data that n asks for. It reads all of it in the
// round trip of the page.
func (d Desk) First(door tenantdb.Door, id league.RankingID, a Ask, n Beside) (out First, err error) {
	var own, hall writing
	var ways ledger
	var gains []leaguedb.Gain
	out.Page, own, err = d.find(door, id, a, "", func(w *writing, page *Page, b *tenantdb.Batch) (err error) {
		hall, out.Hall = writing{now: w.now}, Page{}
		if page.First > 1 {
			return nil
		}
		if out.Hall.Players, err = w.now.players(true); err != nil {
			return err
		}
		if err := hall.page(door, Ask{Hall: true, Limit: n.Hall}, &out.Hall); err != nil {
			return err
		}
		hall.queue(b)
		ways.queue(b, w, hall.lines, n.Ways)
		leaguedb.LoadLastPostings(b, &gains, id)
		return nil
	})
	if err != nil {
		return out, err
	}
	if out.Rows, err = own.rows(door); err != nil || out.First > 1 {
		return out, err
	}
	if out.Hall.Rows, err = hall.rows(door); err != nil {
		return out, err
	}
	out.Hall.Ranking = out.Ranking
	if out.Ways, err = ways.ways(out.Ranking, slices.Concat(out.Rows[:min(len(out.Rows), n.Ways)], out.Hall.Rows)); err != nil {
		return out, err
	}
	out.Last, err = lastGains(out.Ranking, gains, n.Last)
	return out, err
}

// ledger gathers the openings and postings from which careers are made.
type ledger struct {
	of       *writing // the page whose postings are loaded already, for the movement of its rows; nil otherwise
	openings []facts.RankingOpening
	postings []facts.RankedPosting
}

// queue queues the reads of the openings and postings of the page's first players and of those in some other lines. It replaces those of an
// earlier attempt.
func (l *ledger) queue(b *tenantdb.Batch, w *writing, others []line, most int) {
	*l = ledger{}
	var players []league.PlayerID
	for _, one := range others {
		players = append(players, one.Player)
	}
	if w.loadsPostings() {
		l.of = w
	} else {
		for _, one := range w.lines[:min(len(w.lines), most)] {
			players = append(players, one.Player)
		}
	}
	if len(players) > 0 {
		leaguedb.LoadOpeningsOfPeople(b, &l.openings, w.now.ranking.ID, players)
		leaguedb.LoadPostingsOf(b, &l.postings, w.now.ranking.ID, players)
	}
}

// ways returns the careers of the players of some rows.
func (l *ledger) ways(r Ranking, rows []Row) ([]Career, error) {
	if l.of != nil {
		l.openings, l.postings = slices.Concat(l.of.openings, l.openings), slices.Concat(l.of.postings, l.postings)
	}
	at := make(map[league.PlayerID]int, len(rows))
	out := make([]Career, len(rows))
	for i := range rows {
		at[rows[i].Player] = i
		out[i] = Career{Ranking: r, Player: rows[i].Player, Name: rows[i].Name, Club: rows[i].Club, Initials: rows[i].Initials, Row: &rows[i]}
	}
	wanted := func(p league.PlayerID) bool { _, there := at[p]; return there }
	openings := slices.DeleteFunc(slices.Clone(l.openings), func(o facts.RankingOpening) bool { return !wanted(o.PlayerID) })
	postings := slices.DeleteFunc(slices.Clone(l.postings), func(p facts.RankedPosting) bool { return !wanted(p.PlayerID) })
	opened, posted, err := ranking.Parse(openings, postings)
	if err != nil {
		return nil, err
	}
	for _, o := range opened {
		out[at[o.Player]].Opening = &Opening{Opening: o}
	}
	for i, p := range posted {
		c := &out[at[p.Player]]
		c.Postings = append(c.Postings, untitled(p, postings[i]))
	}
	return out, nil
}

// untitled returns a posting whose event has no title.
func untitled(p ranking.Posting, stored facts.RankedPosting) Posting {
	return Posting{p, stored.Place, &Event{ID: stored.EventID, Day: stored.Day.Midnight()}, stored.Penalties, stored.Number}
}

// lastGains returns the players who gained the most at the last event, without those who gained nothing.
func lastGains(r Ranking, last []leaguedb.Gain, most int) ([]Career, error) {
	stored := make([]facts.RankedPosting, len(last))
	for i, g := range last {
		stored[i] = g.RankedPosting
	}
	_, posted, err := ranking.Parse(nil, stored)
	if err != nil {
		return nil, err
	}
	out, gains := make([]Career, 0, len(posted)), make(map[league.PlayerID]league.Frac, len(posted))
	for i, p := range posted {
		if gain := r.Keeper.PointsOf(r.Keeper.CareerOf(nil, []ranking.Posting{p})); !gain.IsZero() {
			gains[p.Player] = gain
			out = append(out, Career{Ranking: r, Player: p.Player, Name: last[i].Name, Club: last[i].Club, Initials: last[i].Initials, Postings: []Posting{untitled(p, stored[i])}})
		}
	}
	slices.SortStableFunc(out, func(a, b Career) int { return gains[b.Player].Cmp(gains[a.Player]) }) // they are in the order of the event
	return out[:min(len(out), most)], nil
}
