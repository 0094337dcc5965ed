package conformance

import (
	"errors"
	"fmt"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/seating"
)

// replayCatan2009Vectors computes the small tables of regulation 002. Lists run parallel to the lists of the
// input; the percentages are those that the case lists by its keys ("8/30").
func replayCatan2009Vectors(r *rules.Ruleset, c Case) (any, error) {
	in, err := Input[struct {
		Players   []int    `json:"players"`
		Formulas  []string `json:"formulas"`
		PresetFor []int    `json:"preset_for"`
		Positions []int    `json:"semifinal_positions"`
	}](c)
	if err != nil {
		return nil, err
	}
	out := object{}
	out["table_sizes"] = each(in.Players, func(n int) any {
		sizes, err := seating.Partition(r, n)
		return orError(sizes, err)
	})
	formats := object{}
	for _, id := range in.Formulas {
		formula, ok := r.Formula(id)
		if !ok {
			return nil, fmt.Errorf("no formula %q", id)
		}
		formats[id] = each(in.Players, func(n int) any {
			s, _, err := r.StructureFor(formula, n)
			return orError(object{"elimination_rounds": s.Rounds, "semifinal": s.Semifinal}, err)
		})
	}
	out["formats"] = formats
	preset := object{}
	for _, n := range in.PresetFor {
		preset[strconv.Itoa(n)] = presetRounds(r, n)
	}
	out["preset"] = preset
	percentages, err := percentagesAsked(r, c)
	out["percentages"] = percentages
	ranked := make([]league.Entry, len(in.Positions))
	for i, position := range in.Positions {
		ranked[i] = league.Entry(position)
	}
	plan, planErr := seating.Semifinal(r, ranked)
	out["semifinal_seating"] = orError(each(plan.Tables, func(t seating.Table) any { return t.Seats }), planErr)
	return out, err
}

// orError is a value, or the word "error" where the regulation has no rule.
func orError(value any, err error) any {
	var refused *league.RuleError
	if errors.As(err, &refused) {
		return "error"
	}
	return value
}

// presetRounds returns the rounds of the printed schedule, with each place as the number of its entrant.
func presetRounds(r *rules.Ruleset, entrants int) any {
	pairing, _ := r.Pairing(rules.FixedSchedule)
	schedule, err := seating.ScheduleFor(r, pairing, entrants, 0)
	if err != nil {
		return orError(nil, err)
	}
	places := make(map[league.Entry]int)
	for _, place := range schedule.Places(entrants) {
		places[league.Entry(place)] = place
	}
	var rounds []any
	for round := range schedule.Rounds {
		plan, err := seating.Scheduled(r, schedule, round+1, places)
		rounds = append(rounds, orError(each(plan.Tables, func(t seating.Table) any { return t.Seats }), err))
	}
	return rounds
}

func percentagesAsked(r *rules.Ruleset, c Case) (any, error) {
	expected, _ := c.Expected.(object)
	asked, _ := expected["percentages"].(object)
	out := object{}
	for key := range asked {
		var vp, total int
		if _, err := fmt.Sscanf(key, "%d/%d", &vp, &total); err != nil {
			return nil, fmt.Errorf("percentage %q: %w", key, err)
		}
		rule := r.Scoring.Share
		out[key] = scoring.Share(rule, vp, league.Int(total)).Decimal(rule.Digits)
	}
	return out, nil
}
