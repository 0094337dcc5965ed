package ranking

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/tournament"
)

// Columns are the figures of a posting: those of the criteria by which the
// ruleset's first standings rank games, then those that only its score line has.
// The criteria among them rank players too; [Criteria] counts them.
func Columns(r *rules.Ruleset) []rules.Criterion {
	columns := slices.Clone(Criteria(r))
	if r.ScoreLine == nil {
		return columns
	}
	for _, c := range r.ScoreLine.Criteria() {
		if columnOf(columns, c.Figure) < 0 {
			columns = append(columns, c)
		}
	}
	return columns
}

// Criteria are those by which players are ranked: the criteria of the ruleset's
// first standings, without those that belong to an entry of one event, as a lot or
// the rank before does.
func Criteria(r *rules.Ruleset) []rules.Criterion {
	list := r.SeriesStandings()
	criteria := make([]rules.Criterion, 0, len(list.Criteria))
	for _, c := range list.Criteria {
		if !c.OfEntry() && c.Figure != rules.FigureStart {
			criteria = append(criteria, c)
		}
	}
	return criteria
}

func columnOf(columns []rules.Criterion, figure string) int {
	return slices.IndexFunc(columns, func(c rules.Criterion) bool { return c.Figure == figure })
}

// Gain holds the figures that one entry gets from its event.
type Gain struct {
	Entry league.Entry
	// Ranked reports whether the entry is in the standings. Who played and is out of them
	// has taken part and gains nothing.
	Ranked bool
	// Place is that of the final order; 0 for who has none.
	Place int
	// Figures are parallel to the columns of the ruleset.
	Figures []league.Frac
}

// GainsOf are the gains of an event that is over, as columns of a ranking: of
// everybody whom its ruleset keeps in its standings, in their order, then of who
// played and is out of them. A figure that the event does not have is 0. Nobody
// gains by an event that is not over.
func GainsOf(columns []rules.Criterion, r *rules.Ruleset, s tournament.State) []Gain {
	if s.Final == nil || len(s.Rounds) == 0 {
		return nil
	}
	last := s.Rounds[len(s.Rounds)-1]
	gains := make([]Gain, 0, len(last.Standings))
	for _, row := range last.Standings {
		gain := Gain{Entry: row.Entry, Ranked: true, Figures: make([]league.Frac, len(columns))}
		i := slices.IndexFunc(s.Final, func(f tournament.FinalRow) bool { return f.Entry == row.Entry })
		if i >= 0 {
			gain.Place = s.Final[i].Place
		}
		for k, c := range columns {
			switch {
			case c.Figure == rules.LineTournaments:
				gain.Figures[k] = league.Int(1)
			case c.Figure == rules.FigurePoints && r.Scoring.Points != nil && !r.Scoring.Points.PerGame():
				if i >= 0 && s.Final[i].Points != nil {
					gain.Figures[k] = *s.Final[i].Points
				}
			default:
				gain.Figures[k] = figureOf(r, s.Criteria, row.Figures, last.Lines[row.Entry], c.Figure)
			}
		}
		gains = append(gains, gain)
	}
	for _, out := range s.Struck {
		if played(s, out.Entry) && !slices.ContainsFunc(gains, func(g Gain) bool { return g.Entry == out.Entry }) {
			gains = append(gains, Gain{Entry: out.Entry, Figures: make([]league.Frac, len(columns))})
		}
	}
	return gains
}

// played reports whether an entry has a seat in a game of the event.
func played(s tournament.State, entry league.Entry) bool {
	return slices.ContainsFunc(s.Rounds, func(round tournament.RoundState) bool {
		return slices.ContainsFunc(round.Tables, func(t tournament.TableState) bool {
			return t.Game != nil && slices.ContainsFunc(t.Game.Seats, func(seat scoring.Seat) bool { return seat.Entry == entry })
		})
	})
}

// figureOf is a figure of a row: of its criteria, or of its score line.
func figureOf(r *rules.Ruleset, criteria []rules.Criterion, figures, line []league.Frac, figure string) league.Frac {
	if i := columnOf(criteria, figure); i >= 0 {
		return figures[i]
	}
	if r.ScoreLine != nil && line != nil {
		if i := slices.Index(r.ScoreLine.Figures, figure); i >= 0 {
			return line[i]
		}
	}
	return league.Frac{}
}
