package standings

import (
	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
)

// Game holds the terms that one game adds to one entrant.
type Game struct {
	Entry league.Entry
	Round int // number of the round
	Table int // number of the table within it
	// Void reports whether the game does not count for the entry, which gets another score instead.
	Void bool
	// Terms are parallel to the criteria; 0 where a criterion belongs to the entry.
	Terms []league.Frac
}

// Entrant is an entry that is ranked.
type Entrant struct {
	Entry league.Entry
	// Own are the figures that belong to the entry, parallel to the criteria. Where a criterion adds up games,
	// the own figure is added to theirs; there it is mostly 0.
	Own []league.Frac
}

// GameOf returns the terms that a seat of a scored game adds to the criteria.
func GameOf(criteria []rules.Criterion, round, table int, seat scoring.Seat) Game {
	g := Game{Entry: seat.Entry, Round: round, Table: table, Void: seat.Void, Terms: make([]league.Frac, len(criteria))}
	for i, c := range criteria {
		if !c.OfEntry() {
			g.Terms[i] = termOf(c.Figure, seat)
		}
	}
	return g
}

// termOf returns one figure of a seat: computed, calculated by a formula, or recorded with the result.
func termOf(figure string, seat scoring.Seat) league.Frac {
	switch figure {
	case rules.FigureWins:
		return seat.Win
	case rules.FigureVP:
		return league.Int(seat.Counted)
	case rules.FigureShare:
		if seat.Share == nil {
			return league.Frac{}
		}
		return *seat.Share
	case rules.FigurePoints:
		if seat.Points == nil {
			return seat.Penalty
		}
		return seat.Points.Add(seat.Penalty)
	case rules.FigureFirsts:
		return once(seat.Place == 1)
	case rules.FigureSeconds:
		return once(seat.Place == 2)
	case rules.FigureThirds:
		return once(seat.Place == 3)
	}
	for _, c := range seat.Calculated {
		if c.Figure == figure {
			return c.Value
		}
	}
	return league.Int(seat.Figures[figure])
}

func once(happened bool) league.Frac {
	if happened {
		return league.Int(1)
	}
	return league.Frac{}
}

// Give sets an own figure of the entrant. Where the criterion also adds up games, the figure is added to
// theirs, as penalties are to points.
func (e Entrant) Give(criteria []rules.Criterion, figure string, value league.Frac) {
	for i, c := range criteria {
		if c.Figure == figure {
			e.Own[i] = value
		}
	}
}

// EntrantOf returns an entry as an entrant, with its warnings and its lot as own figures where a criterion uses
// them.
func EntrantOf(criteria []rules.Criterion, entry league.Entry, warnings, lot int) Entrant {
	e := Entrant{Entry: entry, Own: make([]league.Frac, len(criteria))}
	for i, c := range criteria {
		switch c.Figure {
		case rules.FigureWarnings:
			e.Own[i] = league.Int(warnings)
		case rules.FigureLot:
			e.Own[i] = league.Int(lot)
		}
	}
	return e
}
