package ranking

import (
	"slices"
	"strings"

	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// Takes reports whether an event of a kind, of a game, on a day is posted to a ranking, and whether its points
// are national points.
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

// covers reports whether g includes the other game. Without a variant it stands for all variants of its game.
// Names of games are compared without regard to case.
func covers(g, other facts.PlayedGame) bool {
	return strings.EqualFold(g.Game, other.Game) && (g.Variant == "" || g.Variant == other.Variant)
}
