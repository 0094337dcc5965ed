package tournament

import (
	"cmp"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
)

// step returns the next step after a number of rounds, the last of which has just been derived.
func (p *replay) step(rounds int) Step {
	step := Step{Kind: p.kind(rounds), Number: rounds + 1}
	if rounds > 0 {
		last := p.state.Rounds[rounds-1]
		step.Provisional = !last.Closed
		for _, table := range last.Tables {
			if table.Game == nil {
				step.Missing = append(step.Missing, table.Number)
			}
		}
	}
	if step.Kind == "" {
		step.Number = 0
		return step
	}
	step.Late = p.late(step.Number)
	if len(step.Missing) > 0 {
		return step
	}
	if step.Undrawn = p.undrawn(step.Kind, rounds); step.Undrawn {
		return step
	}
	plan, err := p.plan(step.Kind, rounds)
	if err != nil {
		step.Err = league.Refusal(err)
		return step
	}
	step.Plan = &plan
	return step
}

// plan seats the round of a kind that follows a number of rounds.
func (p *replay) plan(kind league.RoundKind, rounds int) (seating.Plan, error) {
	switch {
	case kind == league.Semifinal && rounds > 0:
		return seating.Semifinal(p.r, p.ranked)
	case kind == league.Semifinal:
		return p.planDrawn()
	case kind == league.Final:
		return p.planFinal()
	case p.pairing.BySchedule(rounds + 1):
		return p.planScheduled(rounds + 1)
	case p.pairing.System == rules.ByPreviousStandings:
		return p.planByPrevious(rounds)
	case rounds == 0:
		return p.planDrawn()
	case p.pairing.System == rules.ByLot:
		return seating.FirstRound(p.r, p.pairing, p.coming(p.stillIn(p.facts.Draws[rounds-1], rounds), rounds+1))
	default:
		return p.planByStandings(rounds + 1)
	}
}

// planDrawn seats the first round in the order drawn.
func (p *replay) planDrawn() (seating.Plan, error) {
	return seating.FirstRound(p.r, p.pairing, p.coming(p.drawn(), 1))
}

// planByStandings seats a later round by the standings, and separates players who have met if the
// ruleset requires that.
func (p *replay) planByStandings(round int) (seating.Plan, error) {
	plan, err := seating.ByStandings(p.r, p.pairing, p.coming(p.ranked, round))
	if err != nil || p.pairing.Rematches == nil {
		return plan, err
	}
	var played [][]league.Entry
	for _, r := range p.state.Rounds {
		for _, table := range r.Tables {
			played = append(played, table.Seats)
		}
	}
	return seating.AvoidRematches(p.r, *p.pairing.Rematches, plan, played), nil
}

// undrawn reports whether a round is seated by an order that has not been drawn.
func (p *replay) undrawn(kind league.RoundKind, rounds int) bool {
	return kind == league.Preliminary && rounds > 0 && p.pairing.System == rules.ByLot && len(p.facts.Draws) < rounds
}

// drawn returns the order of the first round's draw, without those who have left since.
func (p *replay) drawn() []league.Entry {
	order := slices.Clone(p.facts.FirstRound)
	if order == nil {
		order = slices.Clone(p.facts.Entrants)
		league.Sort(order, func(a, b league.Entry) int {
			return cmp.Or(cmp.Compare(p.facts.Lots[a], p.facts.Lots[b]), cmp.Compare(a, b))
		})
	}
	return p.stillIn(order, 0)
}

// stillIn returns an order without the entries that are out after a number of rounds.
func (p *replay) stillIn(order []league.Entry, rounds int) []league.Entry {
	struck := p.struck(league.Moment{Round: rounds})
	return slices.DeleteFunc(slices.Clone(order), func(entry league.Entry) bool { return isStruck(struck, entry) })
}

func (p *replay) planScheduled(round int) (seating.Plan, error) {
	struck := p.struck(league.Moment{Round: round - 1})
	places := make(map[league.Entry]int, len(p.facts.Places))
	for entry, place := range p.facts.Places {
		if !isStruck(struck, entry) {
			places[entry] = place
		}
	}
	return seating.Scheduled(p.r, *p.schedule, round, places)
}
