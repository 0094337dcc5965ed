package rankingdesk

import (
	"errors"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/ladder"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// Ask selects a page of a ranking: the first, the one after a mark, the one around a player, or the players
// with a name.
type Ask struct {
	Hall bool
	// AsOf is the day at whose end it stood so; "" is now.
	AsOf rules.Day
	// Since is the day whose end the page is compared with; "" is none. With SinceLast it is the one before the
	// day of the last event that counts.
	Since     rules.Day
	SinceLast bool
	// Limit is the number of rows, at least 1.
	Limit int
	// From is the number of the first row, from 1; 0 if it was not given.
	From int
	// After marks the end of an earlier page; nil is the beginning.
	After *Mark
	// Around is the player who is to be in the middle, by any record of theirs; nil for none.
	Around *league.PlayerID
	// Words are folded beginnings of words of names; nil means no search. The answer is in the order of the names.
	Words []string
	// Full also finds players who are shown by their initials in public.
	Full bool
	// Club and Category select the players who were in a club on the day, and those of a year category; nil and ""
	// select all. The answer is in the order of the ranking.
	Club     *league.ClubID
	Category string
	// Today is the day that it is, where players are chosen as of now.
	Today rules.Day
}

// chooses reports whether only some of the players are requested.
func (a Ask) chooses() bool { return a.Club != nil || a.Category != "" }

// Mark is the end of a page. It continues the same list of the same ranking, until the ranking is rebuilt.
type Mark struct {
	Made   int64
	Key    []byte // of the player last shown; of their name where names were asked for
	Player league.PlayerID
}

// Page is a part of a ranking or its hall.
type Page struct {
	Ranking
	Rows    []Row
	First   int       // the number of the first row, from 1; 0 where they were found by name
	Players int       // number of chosen players on all pages
	Since   rules.Day // the day with which it is compared; "" is none
	// Around is the requested person; nil if none was requested.
	Around *league.PlayerID
	Next   *Mark // nil: there is no more
}

// Errors of [Desk.Page].
var (
	// ErrOutdated: the ranking was rebuilt since the mark.
	ErrOutdated = errors.New("rankingdesk: a mark of a ranking that was made anew")
	// ErrNotInRanking, ErrNotInHall, ErrLeft: the player is not in the requested list, but in no list, in the
	// ranking, or in the hall.
	ErrNotInRanking = errors.New("rankingdesk: not in the ranking")
	ErrNotInHall    = errors.New("rankingdesk: in the ranking and not in the hall")
	ErrLeft         = errors.New("rankingdesk: left the ranking for the hall")
)

// Page returns a part of a ranking, all of one revision: the current one.
func (d Desk) Page(door tenantdb.Door, id league.RankingID, a Ask) (Page, error) {
	out, w, err := d.find(door, id, a, "", nil)
	if err != nil {
		return Page{}, err
	}
	if out.Rows, err = w.rows(door); err == nil && a.AsOf != "" {
		err = clubsOn(door, out.Rows, a.AsOf)
	}
	return out, err
}

// find finds the lines of a page, except those whose rows are cached in a written form; "" means no form. beside queues further
// statements for the same round trip; nil queues none.
func (d Desk) find(door tenantdb.Door, id league.RankingID, a Ask, form string, beside func(*writing, *Page, *tenantdb.Batch) error) (out Page, w writing, err error) {
	if a.SinceLast {
		if a.Since, err = d.beforeLast(door, id); err != nil {
			return out, w, err
		}
	}
	days := []rules.Day{a.AsOf}
	if a.Since != "" {
		days = append(days, a.Since)
	}
	asked := a.Around
	err = d.ask(door, id, days, func(open []*reading, b *tenantdb.Batch) (err error) {
		w, out = writing{now: open[0]}, Page{Since: a.Since}
		if asked != nil {
			if a.Around, err = w.person(door, *asked); err != nil {
				return err
			}
			out.Around = a.Around
		}
		if len(open) > 1 {
			w.then = open[1]
		}
		if a.After != nil && a.After.Made != w.now.made() {
			return ErrOutdated
		}
		if out.Players, err = w.now.players(a.Hall); err != nil {
			return err
		}
		switch {
		case a.Words != nil:
			err = w.search(door, a, &out)
		case a.chooses():
			err = w.choose(door, a, &out)
		default:
			err = w.page(door, a, &out)
		}
		if err == nil {
			w.recall(door, form)
			w.queue(b)
			if beside != nil {
				err = beside(&w, &out, b)
			}
		}
		return err
	})
	if err != nil {
		return out, w, err
	}
	out.Ranking = w.now.ranking
	if asked != nil {
		w.now.rememberStanding(door, *asked, w.around)
	}
	return out, w, nil
}

// clubsOn replaces the clubs in rows by those of a day.
func clubsOn(door tenantdb.Door, rows []Row, day rules.Day) error {
	players := make([]league.PlayerID, len(rows))
	for i, r := range rows {
		players[i] = r.Player
	}
	var found []leaguedb.ClubOn
	b := &tenantdb.Batch{}
	leaguedb.LoadClubsOn(b, &found, players, day)
	if err := door.Send(b); err != nil {
		return err
	}
	of := make(map[league.PlayerID]string, len(found))
	for _, f := range found {
		of[f.PlayerID] = f.Club
	}
	for i := range rows {
		rows[i].Club = of[rows[i].Player]
	}
	return nil
}

// beforeLast returns the day before that of the last event that counts; "" if no event counts.
func (d Desk) beforeLast(door tenantdb.Door, id league.RankingID) (rules.Day, error) {
	var last string
	b := &tenantdb.Batch{}
	leaguedb.LoadLastDay(b, &last, id)
	err := door.Send(b)
	return dayBefore(last), err
}

func dayBefore(day string) rules.Day {
	if day == "" {
		return ""
	}
	return rules.Day(day).Plus(-1)
}

// page finds the requested lines.
func (w *writing) page(door tenantdb.Door, a Ask, out *Page) error {
	from := max(0, a.From-1)
	switch {
	case a.Around != nil:
		if err := w.findKey(door); err != nil {
			return err
		}
		position, err := w.stands(w.around.Key, *a.Around, a.Hall)
		if err != nil {
			return err
		}
		from = max(0, min(position-a.Limit/2, out.Players-a.Limit))
	case a.After != nil:
		position, found, err := w.now.find(string(a.After.Key), a.After.Player)
		if err != nil {
			return err
		}
		if from = position; found {
			from++
		}
	}
	window, err := w.now.page(a.Hall, from-1, a.Limit+2)
	if err != nil {
		return err
	}
	w.lines, out.First = lines(window, from, from+a.Limit), from+1
	if n := len(w.lines); n > 0 && from+n < out.Players {
		last := w.lines[n-1]
		out.Next = &Mark{w.now.made(), []byte(last.Key), last.Player}
	}
	return nil
}

// stands returns the position of a player in a list.
func (w *writing) stands(key string, player league.PlayerID, hall bool) (int, error) {
	if key == "" {
		return 0, ErrNotInRanking
	}
	if ladder.InHall(key) != hall {
		return 0, map[bool]error{true: ErrNotInHall, false: ErrLeft}[hall]
	}
	return w.position(key, player)
}

// position returns the position of a player who stands in a list with a key. It returns [errMoved] if the
// player no longer stands there because of a change meanwhile.
func (w *writing) position(key string, player league.PlayerID) (int, error) {
	position, found, err := w.now.find(key, player)
	if err == nil && !found {
		err = errMoved
	}
	return position, err
}

// add adds the line of a player who stands in a list with a key.
func (w *writing) add(hall bool, key string, player league.PlayerID) error {
	position, err := w.position(key, player)
	if err != nil {
		return err
	}
	window, err := w.now.page(hall, position-1, 3)
	if err != nil {
		return err
	}
	w.lines = append(w.lines, lines(window, position, position+1)...)
	return nil
}

// keyOf returns the key of a player; "" for a player who is not in the ranking.
func (w *writing) keyOf(door tenantdb.Door, player league.PlayerID) (string, error) {
	keys, err := w.keysOf(door, []league.PlayerID{player})
	return keys[player], err
}

// keysOf returns the keys of some players at the day of the page.
func (w *writing) keysOf(door tenantdb.Door, players []league.PlayerID) (map[league.PlayerID]string, error) {
	out := map[league.PlayerID]string{}
	gathered := w.now.gathered
	b := &tenantdb.Batch{}
	switch {
	case gathered != nil:
	case w.now.day() == "":
		var keys []leaguedb.PlayerKey
		leaguedb.LoadKeysOf(b, &keys, w.now.ranking.ID, players)
		if err := door.Send(b); err != nil {
			return nil, err
		}
		for _, k := range keys {
			out[k.PlayerID] = string(k.Key)
		}
		return out, nil
	default:
		var openings []facts.RankingOpening
		var postings []facts.RankedPosting
		leaguedb.LoadOpeningsOfPeople(b, &openings, w.now.ranking.ID, players)
		leaguedb.LoadPostingsOf(b, &postings, w.now.ranking.ID, players)
		if err := door.Send(b); err != nil {
			return nil, err
		}
		var err error
		if gathered, err = desk.Gather(w.now.ranking.Keeper, openings, until(postings, w.now.day())); err != nil {
			return nil, err
		}
	}
	for _, p := range players {
		out[p] = gathered[p].Key
	}
	return out, nil
}

// search finds the lines of the players with a name, in the order of their names.
func (w *writing) search(door tenantdb.Door, a Ask, out *Page) error {
	if len(a.Words) == 0 { // only signs without a letter, which match no name
		return nil
	}
	var after Mark
	if a.After != nil {
		after = *a.After
	}
	found, more, err := w.named(door, a, after)
	if err != nil {
		return err
	}
	for _, f := range found {
		if f.key == "" || ladder.InHall(f.key) != a.Hall {
			continue
		}
		if err := w.add(a.Hall, f.key, f.player); err != nil {
			return err
		}
	}
	if more {
		last := found[len(found)-1]
		out.Next = &Mark{w.now.made(), []byte(last.name), last.player}
	}
	return nil
}

// hit is a player found by name.
type hit struct {
	player league.PlayerID
	name   string // folded
	key    string
}

// named returns the players of the register with a name, as many as fit a page, and whether there are more. For
// today's ranking it returns only players of the list.
func (w *writing) named(door tenantdb.Door, a Ask, after Mark) (hits []hit, more bool, err error) {
	b := &tenantdb.Batch{}
	if w.now.gathered == nil && w.now.day() == "" {
		var found []leaguedb.FoundPlayer
		leaguedb.FindRanked(b, &found, w.now.ranking.ID, a.Hall, a.Words, a.Full, string(after.Key), after.Player, a.Limit+1)
		if err := door.Send(b); err != nil {
			return nil, false, err
		}
		for _, f := range found {
			hits = append(hits, hit{f.PlayerID, f.NameKey, string(f.Key)})
		}
	} else {
		var found []facts.Player
		leaguedb.LoadPlayers(b, &found, a.Words, nil, a.Full, string(after.Key), after.Player, a.Limit+1)
		if err := door.Send(b); err != nil {
			return nil, false, err
		}
		players := make([]league.PlayerID, len(found))
		for i, f := range found {
			players[i] = f.ID
		}
		keys, err := w.keysOf(door, players)
		if err != nil {
			return nil, false, err
		}
		for _, f := range found {
			hits = append(hits, hit{f.ID, f.NameKey, keys[f.ID]})
		}
	}
	if more = len(hits) > a.Limit; more {
		hits = hits[:a.Limit]
	}
	return hits, more, nil
}
