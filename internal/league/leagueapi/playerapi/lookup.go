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

// wordsOfName is by how many words of a name the register is asked: a name of more is compared with those who are found by the first of
// them.
const wordsOfName = 8

// named are the players whom one name may mean. The words of the name are folded and sorted, so that the order of given and family
// names does not matter.
type named struct {
	words               []string
	exact, found, close []facts.Player // who have exactly the words, who are found by them, and whose names begin alike
}

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
	for _, name := range r.Body.Names {
		for _, p := range found[wordsOf(name)] {
			if !known[p.ID] {
				known[p.ID] = true
				players = append(players, p)
			}
		}
	}
	view, err := a.viewsOf(ctx, c, players)
	if err != nil {
		return nil, err
	}
	out := openapi.LookUpPlayers200JSONResponse{}
	for _, name := range r.Body.Names {
		out.Items = append(out.Items, openapi.NameLookup{Name: name, Players: openapi.Each(found[wordsOf(name)], view)})
	}
	return out, nil
}

// wordsOf returns the folded words of a name, sorted, on one line.
func wordsOf(name string) string {
	folded := strings.Fields(words.Fold(name))
	slices.Sort(folded)
	return strings.Join(folded, " ")
}

// playersNamed returns, by the sorted words of each name, the players whom the name may mean: who have exactly these words, then who are
// found by them, and where nobody has them those whose names are near. Names of the same words are looked up once.
func playersNamed(door tenantdb.Door, names []string) (map[string][]facts.Player, error) {
	all := map[string]*named{}
	b := &tenantdb.Batch{}
	for _, name := range names {
		key := wordsOf(name)
		if all[key] != nil {
			continue
		}
		one := &named{words: strings.Fields(key)}
		all[key] = one
		if len(one.words) > 0 {
			leaguedb.LoadPlayersCalled(b, &one.exact, one.words, wordsOfName, offered)
			leaguedb.LoadPlayers(b, &one.found, firstOf(one.words), nil, true, "", league.PlayerID{}, offered)
		}
	}
	if err := door.Send(b); err != nil {
		return nil, err
	}
	b = &tenantdb.Batch{}
	for _, one := range all {
		if len(one.words) > 0 && len(one.exact) == 0 {
			leaguedb.LoadPlayers(b, &one.close, firstOf(beginningsOf(one.words)), nil, true, "", league.PlayerID{}, nearAmong)
		}
	}
	if err := door.Send(b); err != nil {
		return nil, err
	}
	out := map[string][]facts.Player{}
	for key, one := range all {
		near := slices.DeleteFunc(one.close, func(p facts.Player) bool { return !likeness.Near(key, wordsOf(p.Name)) })
		out[key] = firstEach(slices.Concat(one.exact, one.found, near))
	}
	return out, nil
}

// firstOf returns the words by which the register is asked for a name, each once.
func firstOf(sorted []string) []string {
	once := slices.Compact(slices.Clone(sorted))
	return once[:min(wordsOfName, len(once))]
}

// firstEach returns the first players of a list, each once, as many as are offered.
func firstEach(players []facts.Player) (out []facts.Player) {
	for _, p := range players {
		there := slices.ContainsFunc(out, func(other facts.Player) bool { return other.ID == p.ID })
		if len(out) < offered && !there {
			out = append(out, p)
		}
	}
	return out
}

// beginningsOf returns the first three letters of each word.
func beginningsOf(of []string) []string {
	out := slices.Clone(of)
	for i, word := range out {
		if letters := []rune(word); len(letters) > 3 {
			out[i] = string(letters[:3])
		}
	}
	return out
}
