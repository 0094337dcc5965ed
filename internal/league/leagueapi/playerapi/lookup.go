package playerapi

import (
	"context"
	"slices"
	"strings"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/likeness"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// offered is how many players are offered for one name of a list.
const offered = 12

// nearAmong is how many players with the same beginnings of words are compared with one name.
const nearAmong = 100

// LookUpPlayers finds the players whom the names of a list may mean. The database is asked twice, however many names there are: for
// those who are found by the names, and for those whose names are near a name that nobody has.
func (a API) LookUpPlayers(ctx context.Context, r openapi.LookUpPlayersRequestObject) (openapi.LookUpPlayersResponseObject, error) {
	c := gate.From(ctx)
	found, err := playersNamed(c.Door(), r.Body.Names)
	if err != nil {
		return nil, err
	}
	var players []facts.Player
	known := map[league.PlayerID]bool{}
	for _, p := range slices.Concat(found...) {
		if !known[p.ID] {
			known[p.ID] = true
			players = append(players, p)
		}
	}
	view, err := a.viewsOf(ctx, c, players)
	if err != nil {
		return nil, err
	}
	out := openapi.LookUpPlayers200JSONResponse{}
	for n, name := range r.Body.Names {
		out.Items = append(out.Items, openapi.NameLookup{Name: name, Players: openapi.Each(found[n], view)})
	}
	return out, nil
}

// playersNamed returns, for each name, the players found by it and then those whose names are near.
func playersNamed(door tenantdb.Door, names []string) ([][]facts.Player, error) {
	found, near := make([][]facts.Player, len(names)), make([][]facts.Player, len(names))
	keys := make([]string, len(names))
	b := &tenantdb.Batch{}
	for n, name := range names {
		keys[n] = words.Fold(name)
		if beginnings := strings.Fields(keys[n]); len(beginnings) > 0 {
			leaguedb.LoadPlayers(b, &found[n], beginnings, nil, true, "", league.PlayerID{}, offered)
		}
	}
	if err := door.Send(b); err != nil {
		return nil, err
	}
	b = &tenantdb.Batch{}
	for n, key := range keys {
		called := func(p facts.Player) bool { return p.NameKey == key }
		if beginnings := beginningsOf(key); len(beginnings) > 0 && !slices.ContainsFunc(found[n], called) {
			leaguedb.LoadPlayers(b, &near[n], beginnings, nil, true, "", league.PlayerID{}, nearAmong)
		}
	}
	if err := door.Send(b); err != nil {
		return nil, err
	}
	for n, key := range keys {
		for _, p := range near[n] {
			there := slices.ContainsFunc(found[n], func(other facts.Player) bool { return other.ID == p.ID })
			if len(found[n]) < offered && !there && likeness.Near(key, p.NameKey) {
				found[n] = append(found[n], p)
			}
		}
	}
	return found, nil
}

// beginningsOf returns the first three letters of each word of a folded name.
func beginningsOf(key string) []string {
	out := strings.Fields(key)
	for i, word := range out {
		if letters := []rune(word); len(letters) > 3 {
			out[i] = string(letters[:3])
		}
	}
	return out
}
