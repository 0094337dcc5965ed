package ranking

import (
	"slices"
	"strings"

	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// Takes reports whether an event of a kind, of a game, on a day is posted to a ranking, and
// whether its points are national ones.
func Takes(r facts.Ranking, kind string, game facts.PlayedGame, day rules.Day) (national, ok bool) {
	if r.FromDay != "" && day < r.FromDay || r.UntilDay != "" && day > r.UntilDay {
		return false, false
	}
	if len(r.Games) > 0 && !slices.ContainsFunc(r.Games, func(g facts.PlayedGame) bool { return covers(g, game) }) {
		return false, false
	}
	if slices.Contains(r.National, kind) {
		return true, true
	}
	return false, slices.Contains(r.Counted, kind)
}

// covers reports whether whoever plays the other game plays this one, which stands for all its
// variants where it names none. Upper and lower case of the names are alike.
func covers(g, other facts.PlayedGame) bool {
	return strings.EqualFold(g.Game, other.Game) && (g.Variant == "" || g.Variant == other.Variant)
}
