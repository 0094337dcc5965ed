package tournament

import (
	"fmt"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/formula"
	"referto/internal/league/rules"
)

// eventPoints sets the points of the event for its series for everybody with a place, by the
// ruleset's calculations.
func (p *replay) eventPoints() {
	if p.r.Series == nil {
		return
	}
	for i, points := range p.pointsFor(p.r, p.r.SeriesStandings().Criteria) {
		row := &p.state.Final[i]
		switch {
		case points.err != nil:
			p.noEventPoints(*row, points.by, points.err)
		case row.Place != 0:
			grounds := points.grounds(p.r, row.Place)
			row.Points, row.PointsBy = &points.value, &grounds
		}
	}
}

// eventPoints holds the points of one entry, with the calculation that gave them or failed.
type eventPoints struct {
	value league.Frac
	by    rules.Calculation
	err   error
}

func (e eventPoints) grounds(of *rules.Ruleset, place int) league.Grounds {
	return of.Grounds(e.by.Paragraph, "points-by-formula", "name", e.by.Name, "points", e.value.String(), "place", strconv.Itoa(place))
}

// pointsFor calculates the points for the series of a ruleset for everybody with a place, parallel
// to the final order. The criteria are those that the series names, as the event has them.
func (p *replay) pointsFor(of *rules.Ruleset, criteria []rules.Criterion) []eventPoints {
	figures := p.figures(criteria, league.Moment{Round: len(p.facts.Rounds)})
	out := make([]eventPoints, len(p.state.Final))
	for i, row := range p.state.Final {
		if row.Place == 0 {
			continue
		}
		out[i] = pointsBy(of, append(p.eventFigures(row), figures[row.Entry]...))
	}
	return out
}

// pointsBy calculates the points of an entry by a ruleset with a section series, from the figures of its event in
// the order of [rules.EventVariables] and the criteria of the standings behind them.
func pointsBy(of *rules.Ruleset, figures []league.Frac) (out eventPoints) {
	values := formula.Values{Common: figures}
	for _, k := range of.CalculationsOf(rules.OfEvent) {
		exact, err := k.Formula.Of(values)
		if err != nil {
			return eventPoints{by: k, err: err}
		}
		value := k.Value(exact)
		values.Common = append(values.Common, value)
		if k.ID == of.Series.Points {
			out.value, out.by = value, k
		}
	}
	return out
}

// eventFigures returns the figures of an entry in the order of [rules.EventVariables].
func (p *replay) eventFigures(row FinalRow) []league.Frac {
	sharing, struck := 0, 0
	for _, other := range p.state.Final {
		if other.Place == row.Place {
			sharing++
		}
	}
	if isStruck(p.state.Struck, row.Entry) {
		struck = 1
	}
	return []league.Frac{
		league.Int(row.Place), league.Int(sharing), league.Int(len(p.facts.Entrants)), league.Int(p.state.Format.Rounds),
		league.Int(p.gamesPlayed(row.Entry)), league.Int(struck),
	}
}

// noEventPoints adds the fault of a formula that has no value for an entry.
func (p *replay) noEventPoints(row FinalRow, k rules.Calculation, err error) {
	grounds := p.r.Stopped(k, err)
	grounds.Params["figure"], grounds.Params["entry"] = k.ID, itoa(row.Entry)
	at := fmt.Sprintf("/entrants/%d", slices.Index(p.facts.Entrants, row.Entry))
	p.faults = append(p.faults, league.Fault{Field: at, Grounds: grounds})
}
