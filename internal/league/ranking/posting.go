package ranking

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/tournament"
)

// Columns returns the figures of a posting: those of [Criteria], then those that appear only in the ruleset's
// score line.
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

// Criteria returns the criteria that rank players: those of the ruleset's first standings, without those that
// belong to an entry of one event, such as a lot or a previous rank.
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
	// Ranked reports whether the entry is in the standings. An entry that played and was struck from them has
	// taken part and gains nothing.
	Ranked bool
	// Place is the place in the final order; 0 for an entry that has none.
	Place int
	// Figures are parallel to the columns of the ruleset.
	Figures []league.Frac
}

// GainsOf returns the gains from an event that is over, by the columns of a ranking: first the entries in the
// standings, in their order, then the entries that played and were struck. A figure that the event does not
// have is 0. An event that is not over gives no gains.
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
				if f := figureOf(r, s.Criteria, row.Figures, last.Lines[row.Entry], c.Figure); f != nil {
					gain.Figures[k] = *f
				}
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

// HasPenalties reports whether the points of a posting include the penalties of an event: points of its games
// do, points for the place in the whole event do not.
func HasPenalties(columns []rules.Criterion, r *rules.Ruleset, s tournament.State) bool {
	counted := columnOf(s.Criteria, rules.FigurePoints) >= 0 || r.ScoreLine != nil && slices.Contains(r.ScoreLine.Figures, rules.FigurePoints)
	return counted && columnOf(columns, rules.FigurePoints) >= 0 && (r.Scoring.Points == nil || r.Scoring.Points.PerGame())
}

// played reports whether an entry has a seat in a game of the event.
func played(s tournament.State, entry league.Entry) bool {
	return slices.ContainsFunc(s.Rounds, func(round tournament.RoundState) bool {
		return slices.ContainsFunc(round.Tables, func(t tournament.TableState) bool {
			return t.Game != nil && slices.ContainsFunc(t.Game.Seats, func(seat scoring.Seat) bool { return seat.Entry == entry })
		})
	})
}

// FiguresIn returns a function that finds a figure of an entry in the final order of an event, over the games
// that its standings count: among the criteria, or in the score line. The function returns nil for a figure
// that the event does not have.
func FiguresIn(r *rules.Ruleset, s tournament.State, row tournament.FinalRow) func(figure string) *league.Frac {
	var line []league.Frac
	if n := len(s.Rounds); n > 0 {
		line = s.Rounds[n-1].Lines[row.Entry]
	}
	return func(figure string) *league.Frac { return figureOf(r, s.Criteria, row.Figures, line, figure) }
}

// figureOf returns a figure of a row, from its criteria or from its score line; nil if neither has it.
func figureOf(r *rules.Ruleset, criteria []rules.Criterion, figures, line []league.Frac, figure string) *league.Frac {
	if i := columnOf(criteria, figure); i >= 0 && i < len(figures) {
		return &figures[i]
	}
	if r.ScoreLine != nil && line != nil {
		if i := slices.Index(r.ScoreLine.Figures, figure); i >= 0 {
			return &line[i]
		}
	}
	return nil
}
