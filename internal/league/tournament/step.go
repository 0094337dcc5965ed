package tournament

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/qualify"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
)

// step is what comes after a number of rounds, of which the last is the one
// just derived.
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
	if len(step.Missing) > 0 {
		return step
	}
	plan, err := p.plan(step.Kind, rounds)
	if err != nil {
		step.Err = refusal(err)
		return step
	}
	step.Plan = &plan
	return step
}

// plan seats the round of a kind that follows a number of rounds.
func (p *replay) plan(kind league.RoundKind, rounds int) (seating.Plan, error) {
	switch {
	case kind == league.Semifinal:
		return seating.Semifinal(p.r, p.ranked)
	case kind == league.Final:
		return p.planFinal()
	case p.pairing.System == rules.FixedSchedule:
		return p.planScheduled(rounds + 1)
	case rounds == 0:
		return seating.FirstRound(p.r, p.pairing, p.drawn())
	default:
		return seating.ByStandings(p.r, p.pairing, p.ranked)
	}
}

// drawn is the order of the first round's draw, without who has left since.
func (p *replay) drawn() []league.Entry {
	order := slices.Clone(p.facts.FirstRound)
	if order == nil {
		order = slices.Clone(p.facts.Entrants)
		slices.SortFunc(order, func(a, b league.Entry) int { return p.facts.Lots[a] - p.facts.Lots[b] })
	}
	struck := p.struck(league.Moment{})
	return slices.DeleteFunc(order, func(entry league.Entry) bool { return isStruck(struck, entry) })
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

// planFinal finds the finalists and seats them.
func (p *replay) planFinal() (seating.Plan, error) {
	var err error
	if !p.state.Format.Semifinal {
		p.state.Qualifiers, err = qualify.Finalists(p.r, p.ranked)
		p.state.Finalists = p.state.Qualifiers
	} else {
		gone := make(map[league.Entry]bool)
		for _, s := range p.state.Struck {
			gone[s.Entry] = true
		}
		p.state.Qualifiers = qualify.FromSemifinals(p.r, p.semifinals, p.ranked)
		p.state.Finalists, err = qualify.CallUp(p.r, p.state.Qualifiers, p.semifinals, p.ranked, gone)
	}
	if err != nil {
		return seating.Plan{}, err
	}
	finalists := make([]league.Entry, len(p.state.Finalists))
	for i, q := range p.state.Finalists {
		finalists[i] = q.Entry
	}
	return seating.Final(p.r, finalists), nil
}
