package tournament

import (
	"fmt"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/standings"
)

// Explain compares two entries of the standings after a round, counted from 1,
// term by term: those of the ruleset with an id, with "" those that seat. It is
// league.ErrNotFound if the round has not been played, or there are no such
// standings beside those that seat, or an entry is not in them.
func Explain(s State, id string, round int, a, b league.Entry) (standings.Comparison, error) {
	if round < 1 || round > len(s.Rounds) {
		return standings.Comparison{}, fmt.Errorf("round %d: %w", round, league.ErrNotFound)
	}
	criteria, rows := s.Criteria, s.Rounds[round-1].Standings
	if id != "" {
		i := slices.IndexFunc(s.Rounds[round-1].Further, func(f FurtherStandings) bool { return f.ID == id })
		if i < 0 {
			return standings.Comparison{}, fmt.Errorf("standings %q: %w", id, league.ErrNotFound)
		}
		criteria, rows = s.Rounds[round-1].Further[i].Criteria, s.Rounds[round-1].Further[i].Rows
	}
	figures := make(map[league.Entry][]league.Frac, len(rows))
	for _, row := range rows {
		figures[row.Entry] = row.Figures
	}
	return compare(criteria, figures, gamesUntil(s, criteria, round), a, b)
}

// FinalComparison says why one stands above another in the final order.
type FinalComparison struct {
	// Comparison has the figures of all preliminary games, term by term. Decided
	// is -1 unless the places of both come from the preliminary standings.
	standings.Comparison
	// RowA and RowB have the places with what gave them.
	RowA, RowB FinalRow
}

// ExplainFinal compares two entries of the final order. It is league.ErrNotFound
// while there is none.
func ExplainFinal(s State, a, b league.Entry) (FinalComparison, error) {
	at := func(entry league.Entry) int {
		return slices.IndexFunc(s.Final, func(row FinalRow) bool { return row.Entry == entry })
	}
	i, j := at(a), at(b)
	if i < 0 || j < 0 {
		return FinalComparison{}, fmt.Errorf("entries %d and %d of the final order: %w", a, b, league.ErrNotFound)
	}
	c := FinalComparison{RowA: s.Final[i], RowB: s.Final[j]}
	figures := map[league.Entry][]league.Frac{a: c.RowA.Figures, b: c.RowB.Figures}
	var err error
	if c.Comparison, err = compare(s.Criteria, figures, gamesUntil(s, s.Criteria, len(s.Rounds)), a, b); err != nil {
		return FinalComparison{}, err
	}
	if byStandings(c.RowA) && byStandings(c.RowB) {
		return c, nil
	}
	c.Decided, c.Above = -1, a
	switch {
	case a == b:
		c.Above = 0
	case j < i:
		c.Above = b
	}
	return c, nil
}

// gamesUntil are the preliminary games up to a round as terms of criteria.
func gamesUntil(s State, criteria []rules.Criterion, round int) []standings.Game {
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
				games = append(games, standings.GameOf(criteria, r.Number, table.Number, seat))
			}
		}
	}
	return games
}

// compare takes the figures of two entries apart. It is league.ErrNotFound if one
// has none.
func compare(criteria []rules.Criterion, figures map[league.Entry][]league.Frac, games []standings.Game, a, b league.Entry) (standings.Comparison, error) {
	var pair [2]standings.Entrant
	for i, entry := range []league.Entry{a, b} {
		sums, ok := figures[entry]
		if !ok {
			return standings.Comparison{}, fmt.Errorf("entry %d in the standings: %w", entry, league.ErrNotFound)
		}
		pair[i] = standings.Entrant{Entry: entry, Own: ownFigures(sums, entry, games)}
	}
	return standings.Compare(criteria, pair[0], pair[1], games), nil
}

// ownFigures are what is left of an entry's figures without the terms of its games:
// what belongs to the entry, penalties, and the score of void games.
func ownFigures(figures []league.Frac, entry league.Entry, games []standings.Game) []league.Frac {
	own := slices.Clone(figures)
	for _, game := range games {
		if game.Entry != entry {
			continue
		}
		for i, term := range game.Terms {
			own[i] = own[i].Sub(term)
		}
	}
	return own
}
