package rules

import "referto/internal/league/formula"

// Series makes standings of players from the results of several events.
type Series struct {
	// Points is the id of the calculation, of an event, that gives the points of
	// one event.
	Points string `json:"points"`
	// Standings is the id of the standings whose criteria that calculation may
	// name; "" are the first.
	Standings string   `json:"standings,omitempty"`
	Counting  Counting `json:"counting"`
	// Criteria are figures of a series or calculations of one.
	Criteria []Criterion `json:"criteria"`
	// Awards honor players for more than the standings.
	Awards    []SeriesAward `json:"awards,omitempty"`
	Paragraph string        `json:"paragraph"`
}

// SeriesAward honors those of a series who have the most of a figure. Who is level shares it.
type SeriesAward struct {
	ID   string `json:"id"`
	Name string `json:"name"` // in the ruleset's language
	// Figure is one of a series or a calculation of one.
	Figure string `json:"figure"`
	// Least is the number of events that one has to have played; 0 is none.
	Least int `json:"least,omitempty"`
	// Newcomers restricts it to players who have played in no series before the first event of this one.
	Newcomers bool   `json:"newcomers,omitempty"`
	Paragraph string `json:"paragraph"`
}

// Counting is the choice of a player's events that count.
type Counting struct {
	// Best is the number of best results that count, of equal ones the earlier; 0 is all.
	Best int `json:"best"`
	// BestBy takes the number from the field instead; "" where Best says it.
	BestBy    BestBy `json:"bestBy,omitempty"`
	Paragraph string `json:"paragraph"`
}

// BestBy names how many results count, taken from who is ranked.
type BestBy string

// FewestPlayed is as many as the player has who has played the fewest events or games
// of all who are ranked.
const FewestPlayed BestBy = "fewest_played"

// The figures of a series.
const (
	SeriesTotal       = "series-total"        // points of the events that count, and of penalties
	SeriesBestDropped = "series-best-dropped" // points of the best event that does not count, 0 without
	SeriesPlayed      = "series-played"       // events in which the player has points
	SeriesFirsts      = "series-firsts"       // events that the player won
)

var seriesFigures = []string{SeriesTotal, SeriesBestDropped, SeriesPlayed, SeriesFirsts}

// seriesStandings names the standings of which an event's points may be
// calculated.
func (r *Ruleset) seriesStandings() string {
	if r.Series != nil && r.Series.Standings != "" {
		return r.Series.Standings
	}
	if len(r.Standings) > 0 {
		return r.Standings[0].ID
	}
	return ""
}

// SeriesStandings are the standings whose figures the points of an event may be
// calculated from. The ruleset is a valid one.
func (r *Ruleset) SeriesStandings() Standings {
	list, _ := r.StandingsOf(r.seriesStandings())
	return list
}

// PointsNeed reports whether the points of an event for the series cannot be calculated
// without a figure of the standings that it names. The ruleset is a valid one with a section
// series.
func (r *Ruleset) PointsNeed(figure string) bool {
	return r.pointsNeed(figure, func(n int) bool { return n >= len(EventVariables) })
}

// PointsNeedGames returns which figure of the games of an event the points of an event for the series cannot be
// calculated without; "" if they follow from the place, the entrants and the figures of the standings. The ruleset is
// a valid one with a section series.
func (r *Ruleset) PointsNeedGames() string {
	for _, name := range []string{"rounds", "games"} {
		if r.pointsNeed(name, func(n int) bool { return n < len(EventVariables) }) {
			return name
		}
	}
	return ""
}

// pointsNeed reports whether a calculation of an event names a figure of its scope, among those at some places there.
func (r *Ruleset) pointsNeed(figure string, among func(int) bool) bool {
	for i, k := range r.Calculations {
		if k.Of != OfEvent {
			continue
		}
		scope := r.scope(i)
		for n := range scope.Common {
			if among(n) && scope.Common[n] == formula.Name(figure) {
				scope.Common[n] = "" // which no formula can write
			}
		}
		if _, err := k.Formula.Compile(scope); err != nil {
			return true
		}
	}
	return false
}
