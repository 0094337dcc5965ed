package tournament

import (
	"fmt"
	"slices"

	"referto/internal/league"
	"referto/internal/league/standings"
)

// Explain compares two entries of the standings after a round, counted from 1,
// term by term. It is league.ErrNotFound if the round has not been played or an
// entry is not in its standings.
func Explain(s State, round int, a, b league.Entry) (standings.Comparison, error) {
	if round < 1 || round > len(s.Rounds) {
		return standings.Comparison{}, fmt.Errorf("round %d: %w", round, league.ErrNotFound)
	}
	var games []standings.Game
	for _, r := range s.Rounds[:round] {
		if r.Kind != league.Preliminary {
			continue
		}
		for _, table := range r.Tables {
			if table.Game == nil {
				continue
			}
			for _, seat := range table.Game.Seats {
				games = append(games, standings.GameOf(s.Criteria, r.Number, table.Number, seat))
			}
		}
	}
	var pair [2]standings.Entrant
	for i, entry := range []league.Entry{a, b} {
		own, ok := ownFigures(s, round, entry, games)
		if !ok {
			return standings.Comparison{}, fmt.Errorf("entry %d in standings after round %d: %w", entry, round, league.ErrNotFound)
		}
		pair[i] = standings.Entrant{Entry: entry, Own: own}
	}
	return standings.Compare(s.Criteria, pair[0], pair[1], games), nil
}

// ownFigures are what is left of an entry's row without the terms of its games:
// what belongs to the entry, penalties, and the score of void games.
func ownFigures(s State, round int, entry league.Entry, games []standings.Game) ([]league.Frac, bool) {
	for _, row := range s.Rounds[round-1].Standings {
		if row.Entry != entry {
			continue
		}
		nothing := standings.Entrant{Entry: entry, Own: make([]league.Frac, len(row.Figures))}
		ofGames := standings.Compare(s.Criteria, nothing, nothing, games)
		own := slices.Clone(row.Figures)
		for i, line := range ofGames.Lines {
			own[i] = own[i].Sub(line.A.Total)
		}
		return own, true
	}
	return nil, false
}
