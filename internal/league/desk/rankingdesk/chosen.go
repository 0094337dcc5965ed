package rankingdesk

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/categories"
	"referto/internal/league/facts"
	"referto/internal/league/ladder"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// Errors of what players are chosen by.
var (
	// ErrNoClub: the tenant has no such club.
	ErrNoClub = errors.New("rankingdesk: no such club")
	// ErrNoCategory: the tenant has no such year category.
	ErrNoCategory = errors.New("rankingdesk: no such category")
)

// chosen is of which players a page is asked for. A club is that of the day of the page, a
// category that of its year.
func chosen(door tenantdb.Door, a Ask) (of leaguedb.Chosen, err error) {
	if !a.chooses() {
		return of, nil
	}
	of.Club, of.Day = a.Club, cmp.Or(a.AsOf, a.Today)
	var found []facts.Club
	var list []facts.Category
	b := &tenantdb.Batch{}
	if a.Club != nil {
		leaguedb.LoadPlayerClubs(b, &found, []uuid.UUID{a.Club.UUID})
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
	of.Born, of.BornUntil = categories.Born(list[i], of.Day.Midnight().Year())
	return of, nil
}

// choose finds the lines of those who are chosen, in the order of the ranking, whose ranks they keep.
// All who are chosen are read; those of a page are found in the order.
func (w *writing) choose(door tenantdb.Door, a Ask, of leaguedb.Chosen, out *Page) error {
	list, err := w.keysOfChosen(door, a, of)
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
		mark := leaguedb.PlayerKey{Key: a.After.Key, PlayerID: league.PlayerID{UUID: a.After.Player}}
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
		out.Next = &Mark{w.now.made(), last.Key, last.PlayerID.UUID}
	}
	return nil
}

// inOrder compares two players as a ranking has them: by their keys, the larger first, then by ids.
func inOrder(a, b leaguedb.PlayerKey) int {
	return cmp.Or(-strings.Compare(string(a.Key), string(b.Key)), strings.Compare(string(a.PlayerID.UUID[:]), string(b.PlayerID.UUID[:])))
}

// keysOfChosen are the keys of those of a list who are chosen, in its order: as of now by one question to the
// database, elsewhere from what each has come to.
func (w *writing) keysOfChosen(door tenantdb.Door, a Ask, of leaguedb.Chosen) ([]leaguedb.PlayerKey, error) {
	var list []leaguedb.PlayerKey
	b := &tenantdb.Batch{}
	if w.now.gathered == nil && w.now.day() == "" {
		leaguedb.LoadChosen(b, &list, w.now.ranking.ID, a.Hall, of)
		return list, door.Send(b)
	}
	var ids []uuid.UUID
	leaguedb.LoadChosenPlayers(b, &ids, of)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	players := make([]league.PlayerID, len(ids))
	for i, id := range ids {
		players[i] = league.PlayerID{UUID: id}
	}
	keys, err := w.keysOf(door, players)
	if err != nil {
		return nil, err
	}
	for _, p := range players {
		if key := keys[p]; key != "" && ladder.InHall(key) == a.Hall {
			list = append(list, leaguedb.PlayerKey{PlayerID: p, Key: []byte(key)})
		}
	}
	slices.SortFunc(list, inOrder)
	return list, nil
}

// Places are the ranks of some players as a ranking stands; less than 0 is a rank in its hall. Who is in neither
// is left out.
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
