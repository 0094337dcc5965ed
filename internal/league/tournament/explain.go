package tournament

import (
	"fmt"
	"maps"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/standings"
)

// StandingsAfter returns the standings of an id after a round, counted from 1, with their criteria;
// "" stands for those that seat. It returns league.ErrNotFound if the round has not been drawn or
// the ruleset has no such standings.
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

// Explain compares two entries of the standings of an id ("" are those that seat) after a round,
// counted from 1, term by term. It returns league.ErrNotFound if there are no such standings or an
// entry is not in them.
func Explain(s State, id string, round int, a, b league.Entry) (standings.Comparison, error) {
	criteria, rows, err := s.StandingsAfter(round, id)
	if err != nil {
		return standings.Comparison{}, err
	}
	figures := make(map[league.Entry][]league.Frac, len(rows))
	for _, row := range rows {
		figures[row.Entry] = row.Figures
	}
	return compare(criteria, figures, s.gamesUntil(round, criteria), a, b)
}

// FinalComparison explains why one entry stands above another in the final order.
type FinalComparison struct {
	// Comparison has the figures of all preliminary games, term by term. Decided
	// is -1 unless the places of both come from the preliminary standings.
	standings.Comparison
	// RowA and RowB are the rows of the final order, with the grounds of their places.
	RowA, RowB FinalRow
}

// ExplainFinal compares two entries of the final order. It returns league.ErrNotFound while there
// is none.
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
	if c.Comparison, err = compare(s.Criteria, figures, s.gamesUntil(len(s.Rounds), s.Criteria), a, b); err != nil {
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

// gamesUntil returns the preliminary games up to a round as terms of criteria.
func (s State) gamesUntil(round int, criteria []rules.Criterion) []standings.Game {
	var games []standings.Game
	for _, r := range s.Rounds[:round] {
		if !ForEverybody(r.Kind, r.Number) {
			continue
		}
		for _, table := range r.Tables {
			if table.Game == nil {
				continue
			}
			for _, seat := range table.Game.Seats {
				if seat.Void {
					score, known := s.Rounds[round-1].CopiedTo(seat.Entry, r.Number)
					seat = score.seat(seat, known)
				}
				games = append(games, standings.GameOf(criteria, r.Number, table.Number, seat))
			}
		}
	}
	return games
}

// CopiedTo returns the score that a void game of a round has got by this round; ok is false while
// it waits for one.
func (r RoundState) CopiedTo(entry league.Entry, round int) (score CopiedScore, ok bool) {
	i := slices.IndexFunc(r.Copied, func(s CopiedScore) bool { return s.Entry == entry && s.Round == round })
	if i < 0 {
		return CopiedScore{}, false
	}
	return r.Copied[i], true
}

// Awaits returns the void game of a round that still waits for its score in this round; ok is false
// if there is none.
func (r RoundState) Awaits(entry league.Entry, round int) (score PendingScore, ok bool) {
	i := slices.IndexFunc(r.Pending, func(s PendingScore) bool { return s.Entry == entry && s.Round == round })
	if i < 0 {
		return PendingScore{}, false
	}
	return r.Pending[i], true
}

// compare compares the figures of two entries term by term. It returns league.ErrNotFound if one
// has none.
func compare(criteria []rules.Criterion, figures map[league.Entry][]league.Frac, games []standings.Game, a, b league.Entry) (standings.Comparison, error) {
	criteria = standings.Resolved(criteria, slices.Collect(maps.Keys(figures)), games)
	var pair [2]standings.Entrant
	for i, entry := range []league.Entry{a, b} {
		sums, ok := figures[entry]
		if !ok {
			return standings.Comparison{}, fmt.Errorf("entry %d in the standings: %w", entry, league.ErrNotFound)
		}
		pair[i] = standings.Entrant{Entry: entry, Own: ownFigures(criteria, sums, entry, games)}
	}
	return standings.Compare(criteria, pair[0], pair[1], games), nil
}

// ownFigures subtracts the terms of its games from an entry's figures. The rest is the entry's own
// figures and its penalties.
func ownFigures(criteria []rules.Criterion, figures []league.Frac, entry league.Entry, games []standings.Game) []league.Frac {
	nothing := standings.Entrant{Entry: entry, Own: make([]league.Frac, len(figures))}
	own := slices.Clone(figures)
	for i, line := range standings.Compare(criteria, nothing, nothing, games).Lines {
		own[i] = own[i].Sub(line.A.Total)
	}
	return own
}
