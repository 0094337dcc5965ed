package tournament

import (
	"cmp"
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// SeriesPoints holds the points that one entry gets from its event for a series.
type SeriesPoints struct {
	Entry  league.Entry
	Place  int // in the final order
	Points league.Frac
}

// SeriesPointsOf returns the points that an event gives for a series: for everybody with a place in
// its final order, by the calculations of the series' ruleset. The figures that these name are
// figures of the event, by its own ruleset. It returns none for an event that is not over.
//
// It returns a league.RuleError for figures that the event does not have, for a formula without
// a value for an entry, and for points with more digits than can be stored.
func SeriesPointsOf(series, event *rules.Ruleset, played Facts) ([]SeriesPoints, error) {
	criteria, err := SeriesFigures(series, event)
	if err != nil {
		return nil, err
	}
	p, _, err := run(event, played, nil)
	if err != nil || p.state.Final == nil {
		return nil, err
	}
	var out []SeriesPoints
	for i, points := range p.pointsFor(series, criteria) {
		row := p.state.Final[i]
		if points.err != nil {
			grounds := series.Stopped(points.by, points.err)
			grounds.Params["figure"], grounds.Params["entry"] = points.by.ID, itoa(row.Entry)
			return nil, &league.RuleError{Grounds: grounds}
		}
		if row.Place == 0 {
			continue
		}
		if _, err := league.ParseFrac(points.value.String()); err != nil {
			return nil, series.Refuse(series.Series.Paragraph, "series-points-too-exact")
		}
		out = append(out, SeriesPoints{Entry: row.Entry, Place: row.Place, Points: points.value})
	}
	return out, nil
}

// SeriesFigures returns the criteria of events that the points of a series may name, as the ruleset
// of an event has them: those of its standings of the same id, else of its first standings that
// have the figure. It returns a league.RuleError for a named figure that the event does not have.
func SeriesFigures(series, event *rules.Ruleset) ([]rules.Criterion, error) {
	wanted := series.SeriesStandings()
	lists := slices.Clone(event.Standings)
	slices.SortStableFunc(lists, func(a, b rules.Standings) int { return cmp.Compare(differs(a.ID, wanted.ID), differs(b.ID, wanted.ID)) })
	criteria := make([]rules.Criterion, len(wanted.Criteria))
	for i, c := range wanted.Criteria {
		found := false
		for _, list := range lists {
			if at := slices.IndexFunc(list.Criteria, func(o rules.Criterion) bool { return o.Figure == c.Figure }); at >= 0 {
				criteria[i], found = list.Criteria[at], true
				break
			}
		}
		if found {
			continue
		}
		if series.PointsNeed(c.Figure) {
			return nil, series.Refuse(series.Series.Paragraph, "series-figure-missing", "figure", c.Figure, "ruleset", event.Name)
		}
		criteria[i] = event.Standings[0].Criteria[0] // no formula names it
	}
	return criteria, nil
}

func differs(a, b string) int {
	if a == b {
		return 0
	}
	return 1
}

// SeriesPointsEntered returns the points that an event of which no game is known gives for a series: for everybody with
// entered points and a place in its final order, by the calculations of the series' ruleset. Entrants is the number of
// those who started. The result is parallel to the gains; those without place have none.
//
// It returns a league.RuleError where the points of the series need a figure that was not entered, or the games, for a
// formula without a value for a player, and for points with more digits than can be stored. A figure that is 0 for all
// players counts as not entered: tables of the past store it for a column that they do not have.
func SeriesPointsEntered(series *rules.Ruleset, entered facts.EnteredPoints, entrants int) ([]SeriesPoints, error) {
	columns, err := enteredColumns(series, entered)
	if err != nil {
		return nil, err
	}
	sharing := map[int]int{}
	for _, g := range entered.Gains {
		sharing[g.Place]++
	}
	out := make([]SeriesPoints, len(entered.Gains))
	for i, g := range entered.Gains {
		if g.Place == 0 {
			continue
		}
		figures := []league.Frac{league.Int(g.Place), league.Int(sharing[g.Place]), league.Int(entrants), league.Int(0), league.Int(0), league.Int(0)}
		for _, column := range columns {
			value := league.Int(0)
			if column >= 0 {
				if value, err = league.ParseFrac(g.Figures[column]); err != nil {
					return nil, err
				}
			}
			figures = append(figures, value)
		}
		points := pointsBy(series, figures)
		if points.err != nil {
			grounds := series.Stopped(points.by, points.err)
			grounds.Params["figure"] = points.by.ID
			return nil, &league.RuleError{Grounds: grounds}
		}
		if _, err := league.ParseFrac(points.value.String()); err != nil {
			return nil, series.Refuse(series.Series.Paragraph, "series-points-too-exact")
		}
		out[i] = SeriesPoints{Place: g.Place, Points: points.value}
	}
	return out, nil
}

// enteredColumns returns the column of each criterion that the points of a series may name; -1 for one that no formula
// names.
func enteredColumns(series *rules.Ruleset, entered facts.EnteredPoints) ([]int, error) {
	switch series.PointsNeedGames() {
	case "rounds":
		return nil, series.Refuse(series.Series.Paragraph, "series-needs-rounds")
	case "games":
		return nil, series.Refuse(series.Series.Paragraph, "series-needs-games")
	}
	criteria := series.SeriesStandings().Criteria
	columns := make([]int, len(criteria))
	for i, c := range criteria {
		columns[i] = slices.Index(entered.Columns, c.Figure)
		given := columns[i] >= 0 && slices.ContainsFunc(entered.Gains, func(g facts.EnteredGain) bool { return g.Figures[columns[i]] != "0" })
		if !given && series.PointsNeed(c.Figure) {
			return nil, series.Refuse(series.Series.Paragraph, "series-figure-not-entered", "figure", c.Figure)
		}
	}
	return columns, nil
}
