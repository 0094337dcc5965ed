package tournament

import (
	"fmt"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/formula"
	"referto/internal/league/rules"
)

// eventPoints gives everybody with a place the points of the event for its
// series, by the ruleset's calculations.
func (p *replay) eventPoints() {
	if p.r.Series == nil {
		return
	}
	list := p.r.SeriesStandings()
	figures := p.figures(list.Criteria, league.Moment{Round: len(p.facts.Rounds)})
	for i := range p.state.Final {
		row := &p.state.Final[i]
		if row.Place == 0 {
			continue
		}
		values := formula.Values{Common: append(p.eventFigures(*row), figures[row.Entry]...)}
		for _, k := range p.r.CalculationsOf(rules.OfEvent) {
			exact, err := k.Formula.Of(values)
			if err != nil {
				p.noEventPoints(*row, k, err)
				break
			}
			value := k.Value(exact)
			values.Common = append(values.Common, value)
			if k.ID == p.r.Series.Points {
				grounds := p.r.Grounds(k.Paragraph, "points-by-formula", "name", k.Name, "points", value.String(), "place", strconv.Itoa(row.Place))
				row.Points, row.PointsBy = &value, &grounds
			}
		}
	}
}

// eventFigures are those of an entry by [rules.EventVariables].
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

// noEventPoints is the fault of a formula that has no value for an entry.
func (p *replay) noEventPoints(row FinalRow, k rules.Calculation, err error) {
	grounds := p.r.Stopped(k, err)
	grounds.Params["figure"], grounds.Params["entry"] = k.ID, itoa(row.Entry)
	at := fmt.Sprintf("/entrants/%d", slices.Index(p.facts.Entrants, row.Entry))
	p.faults = append(p.faults, league.Fault{Field: at, Grounds: grounds})
}
