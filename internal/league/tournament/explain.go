package tournament

import (
	"fmt"

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
	var pair [2]standings.Entrant
	for i, entry := range []league.Entry{a, b} {
		own, ok := ownFigures(s, round, entry)
		if !ok {
			return standings.Comparison{}, fmt.Errorf("entry %d in standings after round %d: %w", entry, round, league.ErrNotFound)
		}
		pair[i] = standings.Entrant{Entry: entry, Own: own}
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
	return standings.Compare(s.Criteria, pair[0], pair[1], games), nil
}

// ownFigures are the figures of an entry's row that do not come from games.
func ownFigures(s State, round int, entry league.Entry) ([]league.Frac, bool) {
	for _, row := range s.Rounds[round-1].Standings {
		if row.Entry != entry {
			continue
		}
		own := make([]league.Frac, len(s.Criteria))
		for i, criterion := range s.Criteria {
			if criterion.OfEntry() {
				own[i] = row.Figures[i]
			}
		}
		return own, true
	}
	return nil, false
}
