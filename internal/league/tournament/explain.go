package tournament

import (
	"fmt"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/standings"
)

// StandingsAfter are the standings of an id after a round, counted from 1, with
// their criteria; "" are those that seat. It is league.ErrNotFound if the round has
// not been drawn or the ruleset has no such standings.
func (s State) StandingsAfter(round int, id string) ([]rules.Criterion, []standings.Row, error) {
	if round < 1 || round > len(s.Rounds) {
		return nil, nil, fmt.Errorf("round %d: %w", round, league.ErrNotFound)
	}
	if id == "" || id == s.Standings {
		return s.Criteria, s.Rounds[round-1].Standings, nil
	}
	for _, list := range s.Rounds[round-1].Further {
		if list.ID == id {
			return list.Criteria, list.Rows, nil
		}
	}
	return nil, nil, fmt.Errorf("standings %q: %w", id, league.ErrNotFound)
}

// Explain compares two entries of the standings of an id ("" are those that seat)
// after a round, counted from 1, term by term. It is league.ErrNotFound if there
// are no such standings or an entry is not in them.
func Explain(s State, id string, round int, a, b league.Entry) (standings.Comparison, error) {
	criteria, rows, err := s.StandingsAfter(round, id)
	if err != nil {
		return standings.Comparison{}, err
	}
	games := s.gamesUntil(round, criteria)
	var pair [2]standings.Entrant
	for i, entry := range []league.Entry{a, b} {
		own, ok := ownFigures(rows, entry, games)
		if !ok {
			return standings.Comparison{}, fmt.Errorf("entry %d in standings after round %d: %w", entry, round, league.ErrNotFound)
		}
		pair[i] = standings.Entrant{Entry: entry, Own: own}
	}
	return standings.Compare(criteria, pair[0], pair[1], games), nil
}

// gamesUntil are the preliminary games up to a round as terms of criteria.
func (s State) gamesUntil(round int, criteria []rules.Criterion) []standings.Game {
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
				if seat.Void {
					score, _ := s.Rounds[round-1].CopiedTo(seat.Entry, r.Number)
					score.Entry = seat.Entry
					seat = score.seat()
				}
				games = append(games, standings.GameOf(criteria, r.Number, table.Number, seat))
			}
		}
	}
	return games
}

// CopiedTo is the score that a void game of a round has by this round; ok is false
// where it waits for one.
func (r RoundState) CopiedTo(entry league.Entry, round int) (score CopiedScore, ok bool) {
	i := slices.IndexFunc(r.Copied, func(s CopiedScore) bool { return s.Entry == entry && s.Round == round })
	if i < 0 {
		return CopiedScore{}, false
	}
	return r.Copied[i], true
}

// Awaits is the void game of a round that waits for its score by this round; ok is
// false where there is none.
func (r RoundState) Awaits(entry league.Entry, round int) (score PendingScore, ok bool) {
	i := slices.IndexFunc(r.Pending, func(s PendingScore) bool { return s.Entry == entry && s.Round == round })
	if i < 0 {
		return PendingScore{}, false
	}
	return r.Pending[i], true
}

// ownFigures are what is left of an entry's row without the terms of its games:
// what belongs to the entry, and penalties.
func ownFigures(rows []standings.Row, entry league.Entry, games []standings.Game) ([]league.Frac, bool) {
	for _, row := range rows {
		if row.Entry != entry {
			continue
		}
		own := slices.Clone(row.Figures)
		for _, game := range games {
			if game.Entry != entry {
				continue
			}
			for i, term := range game.Terms {
				own[i] = own[i].Sub(term)
			}
		}
		return own, true
	}
	return nil, false
}
