package conformance

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/calculator"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/seating"
	"referto/internal/league/standings"
	"referto/internal/league/tournament"
)

// Outcome is the state of a replayed tournament, and the step before its first
// round, in the terms of a case of regulation 004.
func (in Squadre2000) Outcome(state tournament.State, first tournament.Step) any {
	names := in.roster()
	rounds := []any{}
	step := first
	for _, round := range state.Rounds {
		rounds = append(rounds, in.roundOutcome(round, step))
		step = round.Next
	}
	games := state.Rounds[len(state.Rounds)-1].Games
	classified := []any{}
	var unclassified, eliminated []string
	for _, row := range state.Final {
		switch {
		case slices.ContainsFunc(state.Struck, func(s tournament.Struck) bool { return s.Entry == row.Entry }):
			eliminated = append(eliminated, names[row.Entry-1])
		case row.Place == 0:
			unclassified = append(unclassified, names[row.Entry-1])
		default:
			classified = append(classified, object{
				"position": row.Place, "player": names.player(row.Entry), "points": row.Figures[0].Decimal(1), "games": games[row.Entry],
			})
		}
	}
	return object{"rounds": rounds, "classified": classified, "unclassified": sortedNames(unclassified), "eliminated": sortedNames(eliminated)}
}

func (in Squadre2000) roundOutcome(round tournament.RoundState, step tournament.Step) any {
	names := in.roster()
	var refused, forgo []string
	for _, late := range round.Late {
		if late.Plays {
			forgo = append(forgo, names[late.Entry-1])
		} else {
			refused = append(refused, names[late.Entry-1])
		}
	}
	out := object{
		"round":        round.Number,
		"refused_late": sortedNames(refused), "forgo_three_cards": sortedNames(forgo),
		"tables":    each(round.Tables, func(t tournament.TableState) any { return in.table(*t.Game) }),
		"standings": each(round.Standings, func(row standings.Row) any { return in.row(round, row) }),
	}
	if step.Plan != nil {
		out["table_sizes"], out["seating"] = step.Plan.Sizes(), names.plan(step.Plan)
		out["kin_swaps"] = each(step.Plan.Moves, func(m seating.Move) any { return []any{names.player(m.Entry), names.player(m.With)} })
	}
	return out
}

func (in Squadre2000) row(round tournament.RoundState, row standings.Row) any {
	pending := []any{}
	for _, p := range round.Pending {
		if p.Entry == row.Entry {
			pending = append(pending, p.Round)
		}
	}
	return object{
		"position": row.Rank, "player": in.roster().player(row.Entry), "points": row.Figures[0].Decimal(1),
		"games": round.Games[row.Entry], "pending_rounds": pending,
	}
}

func (in Squadre2000) table(game scoring.Game) any {
	names := in.roster()
	points, tablePoints := object{}, object{}
	for _, seat := range game.Seats {
		name := names[seat.Entry-1]
		tablePoints[name] = seat.Counted
		points[name] = decimal(seat.Points, 1)
		if seat.Void {
			points[name] = "void"
		}
	}
	out := object{"table": game.Table, "size": len(game.Seats), "points": points}
	if game.Void {
		out["void"] = true
	}
	switch {
	case game.Team != "":
		out["winning_team"], out["difference"], out["table_points"] = game.Team, game.Difference, tablePoints
		out["decided_by"] = decidedBy(game.Decision)
	case !game.Void:
		out["external"] = true
	}
	return out
}

// decidedBy returns, in the words of the cases, the criterion that decided between two teams.
func decidedBy(grounds league.Grounds) string {
	switch {
	case grounds.Params["by"] != "":
		return snake(grounds.Params["by"])
	case grounds.Params["points"] != "":
		return "table_points"
	default:
		return "risiko"
	}
}

func sortedNames(names []string) []string {
	return append([]string{}, slices.Sorted(slices.Values(names))...)
}

// replaySquadre2000Vectors computes the small tables of regulation 004.
func replaySquadre2000Vectors(r *rules.Ruleset, c Case) (any, error) {
	in, err := Input[struct {
		Players       []int `json:"players"`
		MinutesLate   []int `json:"minutes_late"`
		ArmiesOnBoard []int `json:"armies_on_board"`
		Cards         []int `json:"cards"`
	}](c)
	if err != nil {
		return nil, err
	}
	return object{
		"table_sizes": tableSizes(r, in.Players),
		"lateness": each(in.MinutesLate, func(minutes int) any {
			l := tournament.LatenessOf(r, 1, minutes)
			return object{"plays": l.Plays, "cards_forgone": l.CardsForgone}
		}),
		"army_limit": each(in.ArmiesOnBoard, func(armies int) any {
			a, _ := calculator.ArmyLimit(r, armies) // the preset has the rule
			return object{"remove": a.Remove, "limit": a.Limit}
		}),
		"card_exchange": each(in.Cards, func(cards int) any {
			c, _ := calculator.CardExchange(r, cards)
			return each(c.Exchanges, func(x calculator.Exchange) any { return x.Armies })
		}),
	}, nil
}
