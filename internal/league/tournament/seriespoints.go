package tournament

import (
	"cmp"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// SeriesPoints holds the points that one entry gets from its event for a series.
type SeriesPoints struct {
	Entry  league.Entry
	Place  int // in the final order
	Points league.Frac
}

// SeriesPointsOf are the points that an event gives for a series: of everybody with a place
// in its final order, by the calculations of the ruleset of the series. What these name are
// figures of the event, by its own ruleset. Nobody gets any from an event that is not over.
//
// Figures that the event has not, and a formula that has no value for somebody, are a
// league.RuleError.
func SeriesPointsOf(series, event *rules.Ruleset, facts Facts) ([]SeriesPoints, error) {
	criteria, err := SeriesFigures(series, event)
	if err != nil {
		return nil, err
	}
	p, _, err := run(event, facts, nil)
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
		if row.Place != 0 {
			out = append(out, SeriesPoints{Entry: row.Entry, Place: row.Place, Points: points.value})
		}
	}
	return out, nil
}

// SeriesFigures are the criteria of events that the points of a series may name, as the
// ruleset of an event has them: those of its standings of the same id, else of its first that
// have the figure. A figure that is named and that it has not is a league.RuleError.
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
