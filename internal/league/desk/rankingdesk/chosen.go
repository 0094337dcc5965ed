package rankingdesk

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"referto/internal/league"
	"referto/internal/league/categories"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/ladder"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// Errors of the criteria by which players are chosen.
var (
	// ErrNoClub: the tenant has no such club.
	ErrNoClub = errors.New("rankingdesk: no such club")
	// ErrNoCategory: the tenant has no such year category.
	ErrNoCategory = errors.New("rankingdesk: no such category")
)

// Named is a ranking found by its address, with the data that its page shows beside the players.
type Named struct {
	ID         league.RankingID
	Categories []facts.Category
	Club       *facts.Club // the one that was asked for; nil for none
	// BeforeLast is the day before that of the last event that counts; "" if no event counts.
	BeforeLast rules.Day
}

// Named finds the ranking that a text names, by its slug or its id, in one round trip with all data that do not
// need the ranking to be open.
func (d Desk) Named(door tenantdb.Door, name string, club *league.ClubID) (out Named, err error) {
	var last string
	var found []facts.Club
	b := &tenantdb.Batch{}
	leaguedb.FindRanking(b, &out.ID, &last, name)
	leaguedb.LoadCategories(b, &out.Categories)
	if club != nil {
		leaguedb.LoadPlayerClubs(b, &found, []league.ClubID{*club})
	}
	if err := door.Send(b); err != nil {
		return out, err
	}
	out.BeforeLast = dayBefore(last)
	if club != nil {
		if len(found) == 0 {
			return out, ErrNoClub
		}
		out.Club = &found[0]
	}
	return out, nil
}

// chosen returns the criteria of the players for whom a page is requested. Membership in a club is that of the
// page's day, in a category that of its year.
func chosen(door tenantdb.Door, a Ask) (of leaguedb.Chosen, err error) {
	of.Club, of.Day = a.Club, a.AsOf
	var found []facts.Club
	var list []facts.Category
	b := &tenantdb.Batch{}
	if a.Club != nil {
		leaguedb.LoadPlayerClubs(b, &found, []league.ClubID{*a.Club})
	}
	leaguedb.LoadCategories(b, &list)
	if err := door.Send(b); err != nil {
		return of, err
	}
	if a.Club != nil && len(found) == 0 {
		return of, ErrNoClub
	}
	if a.Category == "" {
		return of, nil
	}
	i := slices.IndexFunc(list, func(c facts.Category) bool { return c.Key == a.Category })
	if i < 0 {
		return of, ErrNoCategory
	}
	of.Born, of.BornUntil = categories.Born(list[i], a.year())
	return of, nil
}

// year returns the year in which membership of a category is determined.
func (a Ask) year() int { return cmp.Or(a.AsOf, a.Today).Midnight().Year() }

// choose finds the lines of the chosen players, in the order of the ranking; they keep their ranks in it.
func (w *writing) choose(door tenantdb.Door, a Ask, out *Page) error {
	list, err := w.keysOfChosen(door, a)
	if err != nil {
		return err
	}
	out.Players = len(list)
	from := max(0, a.From-1)
	switch {
	case a.Around != nil:
		at := slices.IndexFunc(list, func(k leaguedb.PlayerKey) bool { return k.PlayerID == *a.Around })
		if at < 0 {
			return ErrNotInRanking
		}
		from = max(0, min(at-a.Limit/2, len(list)-a.Limit))
	case a.After != nil:
		mark := leaguedb.PlayerKey{Key: a.After.Key, PlayerID: a.After.Player}
		at, found := slices.BinarySearchFunc(list, mark, inOrder)
		if from = at; found {
			from++
		}
	}
	from = min(from, len(list))
	until := min(from+a.Limit, len(list))
	for _, k := range list[from:until] {
		if err := w.add(a.Hall, string(k.Key), k.PlayerID); err != nil {
			return err
		}
	}
	if out.First = from + 1; until < len(list) && until > from {
		last := list[until-1]
		out.Next = &Mark{w.now.made(), last.Key, last.PlayerID}
	}
	return nil
}

// inOrder compares two players as a ranking has them: by their keys, the larger first, then by ids.
func inOrder(a, b leaguedb.PlayerKey) int {
	return cmp.Or(-strings.Compare(string(a.Key), string(b.Key)), strings.Compare(string(a.PlayerID.UUID[:]), string(b.PlayerID.UUID[:])))
}

// keysOfChosen returns the keys of the chosen players of a list, in its order: for today's ranking those cached
// at its revision, otherwise computed from the players' careers.
func (w *writing) keysOfChosen(door tenantdb.Door, a Ask) ([]leaguedb.PlayerKey, error) {
	if w.now.gathered != nil || w.now.day() != "" {
		c, err := w.loadChosen(door, a)
		return c.Players, err
	}
	w.now.chosen = true
	place := desk.ChosenPlace{Ranking: w.now.ranking.ID, Hall: a.Hall, Category: a.Category, Year: a.year()}
	if a.Club != nil {
		place.Club = *a.Club
	}
	c, err := w.now.desk.ChosenOf(door, place, w.now.ladder.Ranking.Revision, func() (desk.Chosen, error) { return w.loadChosen(door, a) })
	if m := w.now.memory; m != nil {
		m.used = true
	}
	return c.Players, err
}

// loadChosen finds the chosen players, in the order of the list. The returned revision is that of the ranking
// when it was opened, or 0 if the ranking has changed meanwhile.
func (w *writing) loadChosen(door tenantdb.Door, a Ask) (out desk.Chosen, err error) {
	of, err := chosen(door, a)
	if err != nil {
		return out, err
	}
	var players []league.PlayerID
	b := &tenantdb.Batch{}
	leaguedb.LoadChosenPlayers(b, &players, of)
	leaguedb.LoadRankingRevision(b, &out.Revision, w.now.ranking.ID)
	if err := door.Send(b); err != nil {
		return out, err
	}
	if out.Revision != w.now.ladder.Ranking.Revision {
		out.Revision = 0
	}
	stand, err := w.now.players(a.Hall)
	switch {
	case err != nil:
		return out, err
	case out.Revision > 0 && !w.now.whole() && len(players) > stand/seldom:
		out.Players, err = w.walk(a.Hall, stand, players)
		return out, err
	}
	keys, err := w.keysOf(door, players)
	if err != nil {
		return out, err
	}
	for _, p := range players {
		if key := keys[p]; key != "" && ladder.InHall(key) == a.Hall {
			out.Players = append(out.Players, leaguedb.PlayerKey{PlayerID: p, Key: []byte(key)})
		}
	}
	slices.SortFunc(out.Players, inOrder)
	b = &tenantdb.Batch{}
	now := out.Revision
	leaguedb.LoadRankingRevision(b, &now, w.now.ranking.ID)
	if err := door.Send(b); now != out.Revision {
		return desk.Chosen{Players: out.Players}, err
	}
	return out, nil
}

// seldom sets how chosen players are found: if more than one in seldom players of a list is chosen, by a walk
// through the whole list in memory. A step of it costs a hundredth of a look-up in the database.
const seldom = 100

// walk goes through a list in memory and returns the chosen players.
func (w *writing) walk(hall bool, stand int, players []league.PlayerID) ([]leaguedb.PlayerKey, error) {
	wanted := make(map[league.PlayerID]struct{}, len(players))
	for _, id := range players {
		wanted[id] = struct{}{}
	}
	out := make([]leaguedb.PlayerKey, 0, len(players))
	const atOnce = 4096
	for from := 0; from < stand; from += atOnce {
		window, err := w.now.page(hall, from, atOnce)
		if err != nil {
			return nil, err
		}
		for _, p := range window {
			if _, chosen := wanted[p.Player]; chosen {
				out = append(out, leaguedb.PlayerKey{PlayerID: p.Player, Key: []byte(p.Key)})
			}
		}
	}
	return out, nil
}

// Places returns the ranks of some players in the current ranking; a negative rank is one in its hall. Players
// who are in neither are left out.
func (d Desk) Places(door tenantdb.Door, id league.RankingID, players []league.PlayerID) (map[league.PlayerID]int, error) {
	out := map[league.PlayerID]int{}
	if len(players) == 0 {
		return out, nil
	}
	err := d.ask(door, id, []rules.Day{""}, func(open []*reading, _ *tenantdb.Batch) error {
		clear(out)
		w := writing{now: open[0]}
		keys, err := w.keysOf(door, players)
		if err != nil {
			return err
		}
		for _, p := range players {
			if keys[p] == "" {
				continue
			}
			rank, err := w.now.rank(keys[p])
			if err != nil {
				return err
			}
			if ladder.InHall(keys[p]) {
				rank = -rank
			}
			out[p] = rank
		}
		return nil
	})
	return out, err
}
