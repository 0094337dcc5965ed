package tournament

import (
	"fmt"
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

// Explainer compares entries of one order, term by term. What every comparison needs is computed once, so a page that
// explains each row keeps one for all of them. Make one with [ExplainerAfter].
type Explainer struct {
	criteria []rules.Criterion
	figures  map[league.Entry][]league.Frac
	games    map[league.Entry][]standings.Game
}

// ExplainerAfter returns what compares the entries of the standings of an id ("" are those that seat) after a round,
// counted from 1. It returns league.ErrNotFound if there are no such standings.
func ExplainerAfter(s State, round int, id string) (Explainer, error) {
	criteria, rows, err := s.StandingsAfter(round, id)
	if err != nil {
		return Explainer{}, err
	}
	figures := make(map[league.Entry][]league.Frac, len(rows))
	for _, row := range rows {
		figures[row.Entry] = row.Figures
	}
	return newExplainer(criteria, rows, figures, s.gamesUntil(round, criteria)), nil
}

// newExplainer fills in the numbers of best games by the rows that were ranked.
func newExplainer(criteria []rules.Criterion, ranked []standings.Row, figures map[league.Entry][]league.Frac, games []standings.Game) Explainer {
	entries := make([]league.Entry, len(ranked))
	for i, row := range ranked {
		entries[i] = row.Entry
	}
	x := Explainer{criteria: standings.Resolved(criteria, entries, games), figures: figures, games: map[league.Entry][]standings.Game{}}
	for _, game := range games {
		x.games[game.Entry] = append(x.games[game.Entry], game)
	}
	return x
}

// Compare compares two entries. It returns league.ErrNotFound if one is not in the order.
func (x Explainer) Compare(a, b league.Entry) (standings.Comparison, error) {
	var pair [2]standings.Entrant
	for i, entry := range []league.Entry{a, b} {
		figures, ok := x.figures[entry]
		if !ok {
			return standings.Comparison{}, fmt.Errorf("entry %d in the standings: %w", entry, league.ErrNotFound)
		}
		pair[i] = standings.Entrant{Entry: entry, Own: ownFigures(x.criteria, figures, entry, x.games[entry])}
	}
	games := x.games[a]
	if a != b {
		games = slices.Concat(games, x.games[b])
	}
	return standings.Compare(x.criteria, pair[0], pair[1], games), nil
}

// Explain compares two entries of the standings of an id after a round, as [ExplainerAfter] does for many.
func Explain(s State, id string, round int, a, b league.Entry) (standings.Comparison, error) {
	x, err := ExplainerAfter(s, round, id)
	if err != nil {
		return standings.Comparison{}, err
	}
	return x.Compare(a, b)
}

// FinalComparison explains why one entry stands above another in the final order.
type FinalComparison struct {
	// Comparison has the figures of all preliminary games, term by term. Decided
	// is -1 unless the places of both come from the preliminary standings.
	standings.Comparison
	// RowA and RowB are the rows of the final order, with the grounds of their places.
	RowA, RowB FinalRow
}

// FinalExplainer compares entries of the final order. Make one with [NewFinalExplainer].
type FinalExplainer struct {
	preliminary Explainer
	rows        []FinalRow
	at          map[league.Entry]int // index in the rows
}

// NewFinalExplainer returns what compares the entries of the final order, none while there is no such order.
func NewFinalExplainer(s State) FinalExplainer {
	x := FinalExplainer{rows: s.Final, at: make(map[league.Entry]int, len(s.Final))}
	figures := make(map[league.Entry][]league.Frac, len(s.Final))
	for i, row := range s.Final {
		x.at[row.Entry], figures[row.Entry] = i, row.Figures
	}
	var ranked []standings.Row
	if n := len(s.Rounds); n > 0 {
		ranked = s.Rounds[n-1].Standings
	}
	x.preliminary = newExplainer(s.Criteria, ranked, figures, s.gamesUntil(len(s.Rounds), s.Criteria))
	return x
}

// Compare compares two entries. It returns league.ErrNotFound if one is not in the final order.
func (x FinalExplainer) Compare(a, b league.Entry) (FinalComparison, error) {
	i, foundA := x.at[a]
	j, foundB := x.at[b]
	if !foundA || !foundB {
		return FinalComparison{}, fmt.Errorf("entries %d and %d of the final order: %w", a, b, league.ErrNotFound)
	}
	c := FinalComparison{RowA: x.rows[i], RowB: x.rows[j]}
	var err error
	if c.Comparison, err = x.preliminary.Compare(a, b); err != nil {
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
