package rankingdesk

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/ladder"
	"referto/internal/league/leaguedb"
	"referto/internal/league/ranking"
	"referto/internal/tenant/tenantdb"
)

// Row is one line of a ranking or its hall, with everything that a page shows of it.
type Row struct {
	ranking.Row
	// Shared reports whether the rank is shared with the one above or below.
	Shared     bool
	Name, Club string
	Initials   bool // see [facts.Player.Initials]
	// Since is the event with which the player reached the cap; nil for a player below the cap, and for one who
	// had reached it before the ranking began to be kept here.
	Since *Event
	// Moved compares with an earlier day; nil if no comparison was requested.
	Moved *Movement
}

// Event names an event of a ranking.
type Event struct {
	ID          league.EventID
	Slug, Title string
	Day         time.Time
}

// Movement compares a player with an earlier day: the rank in the same list, and the points gained since.
type Movement struct {
	Rank   int         // 0: not in this list
	Gained league.Frac // points
}

// line is a place of which a row is to be made, with the one above it.
type line struct {
	ladder.Place
	above  *ladder.Place
	shared bool
}

// lines are the places of a page, the ones around which are there too.
func lines(window []ladder.Place, from, to int) []line {
	var out []line
	for i, p := range window {
		if p.Position < from || p.Position >= to {
			continue
		}
		l := line{Place: p}
		if i > 0 {
			l.above = &window[i-1]
			l.shared = window[i-1].Key == p.Key
		}
		l.shared = l.shared || i+1 < len(window) && window[i+1].Key == p.Key
		out = append(out, l)
	}
	return out
}

// writing gathers the data from which rows are made.
type writing struct {
	now, then *reading          // then is the earlier state to compare with; nil for none
	lines     []line            // of which rows are to be made
	written   []desk.WrittenRow // of the whole page, without text in the places of the lines
	around    desk.Standing
	ranked    []facts.RankedPlayer
	players   []facts.Player
	openings  []facts.RankingOpening
	postings  []facts.RankedPosting
}

// queue queues the figures and names of the lines, in place of those of an earlier attempt.
func (w *writing) queue(b *tenantdb.Batch) {
	var own, all []league.PlayerID
	seen := map[league.PlayerID]bool{}
	for _, l := range w.lines {
		own = append(own, l.Player)
		for _, p := range []*ladder.Place{&l.Place, l.above} {
			if p != nil && !seen[p.Player] {
				seen[p.Player] = true
				all = append(all, p.Player)
			}
		}
	}
	w.ranked, w.players, w.openings, w.postings = nil, nil, nil, nil
	id := w.now.ranking.ID
	switch {
	case len(own) == 0:
		return
	case w.now.gathered == nil && w.now.day() == "":
		leaguedb.LoadRanked(b, &w.ranked, id, all)
		all = own // whose postings tell how they stood before
	default:
		leaguedb.LoadPlayersByID(b, &w.players, own)
	}
	if w.loadsPostings() {
		leaguedb.LoadOpeningsOfPeople(b, &w.openings, id, all)
		leaguedb.LoadPostingsOf(b, &w.postings, id, all)
	}
}

// loadsPostings reports whether the rows need all postings of their players: as of a day, or to be compared with one.
func (w *writing) loadsPostings() bool {
	return w.now.gathered == nil && w.now.day() != "" || w.then != nil && w.then.gathered == nil
}

// careers returns the careers of the players of the lines and of the lines above them.
func (w *writing) careers() (map[league.PlayerID]desk.Gathered, error) {
	switch {
	case w.now.gathered != nil:
		return w.now.gathered, nil
	case w.now.day() != "":
		return desk.Gather(w.now.ranking.Keeper, w.openings, until(w.postings, w.now.day()))
	}
	out := make(map[league.PlayerID]desk.Gathered, len(w.ranked))
	for _, c := range w.ranked {
		career, err := ranking.ParseCareer(c.RankingCareer)
		if err != nil {
			return nil, err
		}
		g := desk.Gathered{Career: career, Key: string(c.Key)}
		if c.Since != nil {
			g.Arrived.Event = *c.Since
		}
		out[c.PlayerID] = g
	}
	return out, nil
}

// before are the careers of the lines at the time with which they are compared.
func (w *writing) before() (map[league.PlayerID]desk.Gathered, error) {
	switch {
	case w.then == nil:
		return nil, nil
	case w.then.gathered != nil:
		return w.then.gathered, nil
	default:
		return desk.Gather(w.then.ranking.Keeper, w.openings, until(w.postings, w.then.day()))
	}
}

// rows makes the rows of the lines, once the queued statements are answered.
func (w *writing) rows(door tenantdb.Door) ([]Row, error) {
	careers, err := w.careers()
	if err != nil {
		return nil, err
	}
	before, err := w.before()
	if err != nil {
		return nil, err
	}
	events, err := w.events(door, careers)
	if err != nil {
		return nil, err
	}
	names := w.names()
	rows := make([]Row, 0, len(w.lines))
	for _, l := range w.lines {
		g := careers[l.Player]
		row := Row{Row: ranking.Row{Rank: l.Rank, Player: l.Player, Career: g.Career, Decided: -1}, Shared: l.shared}
		row.Name, row.Club, row.Initials = names[l.Player].Name, names[l.Player].Club, names[l.Player].Initials
		row.Since = events[g.Arrived.Event]
		if l.above != nil {
			row.Decided = decided(w.now.ranking.Keeper, careers[l.above.Player], g)
		}
		if w.then != nil {
			if row.Moved, err = w.moved(g, before[l.Player]); err != nil {
				return nil, err
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// decided returns the index of the criterion that put one career below another in their list.
func decided(k *ranking.Keeper, above, below desk.Gathered) (criterion int) {
	if !below.Career.Arrived {
		_, criterion = k.Order(above.Career, below.Career)
		return criterion
	}
	a, b := above.Career, below.Career
	if a.Since, b.Since = 1, 2; above.Arrived.Event == below.Arrived.Event {
		b.Since = 1
	}
	_, criterion = k.InHall(a, b)
	return criterion
}

// moved compares a career with its earlier state.
func (w *writing) moved(now, was desk.Gathered) (*Movement, error) {
	k := w.now.ranking.Keeper
	m := &Movement{Gained: k.PointsOf(now.Career)}
	if was.Key == "" {
		return m, nil
	}
	m.Gained = m.Gained.Sub(k.PointsOf(was.Career))
	if was.Career.Arrived != now.Career.Arrived {
		return m, nil
	}
	rank, err := w.then.rank(was.Key)
	m.Rank = rank
	return m, err
}

// names are the players of the lines.
func (w *writing) names() map[league.PlayerID]facts.RankedPlayer {
	out := make(map[league.PlayerID]facts.RankedPlayer, len(w.lines))
	for _, p := range w.ranked {
		out[p.PlayerID] = p
	}
	for _, p := range w.players {
		out[p.ID] = facts.RankedPlayer{Name: p.Name, Club: p.Club, Initials: p.Initials}
	}
	return out
}

// events returns the events with which players of the lines have reached the cap, by their ids.
func (w *writing) events(door tenantdb.Door, careers map[league.PlayerID]desk.Gathered) (map[league.EventID]*Event, error) {
	var ids []league.EventID
	for _, l := range w.lines {
		if id := careers[l.Player].Arrived.Event; id.UUID != uuid.Nil {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return eventsOf(door, ids)
}

// eventsOf loads the names of events.
func eventsOf(door tenantdb.Door, ids []league.EventID) (map[league.EventID]*Event, error) {
	var titles []leaguedb.EventTitle
	b := &tenantdb.Batch{}
	leaguedb.LoadEventTitles(b, &titles, ids)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	out := make(map[league.EventID]*Event, len(titles))
	for _, e := range titles {
		out[e.ID] = &Event{e.ID, e.Slug, e.Title, e.Day}
	}
	return out, nil
}
