package conformance

import (
	"encoding/json"
	"slices"

	"referto/internal/league"
	"referto/internal/league/discipline"
	"referto/internal/league/qualify"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/seating"
	"referto/internal/league/standings"
	"referto/internal/league/tournament"
)

type object = map[string]any

// Outcome is the state of a replayed tournament in the terms of a case of
// regulation 002.
func (in Catan2009) Outcome(state tournament.State) any {
	names := in.roster()
	out := object{"format": object{
		"elimination_rounds": state.Format.Rounds,
		"semifinal":          state.Format.Semifinal,
		"table_sizes":        state.Format.TableSizes,
	}}
	if next := state.Next; next.Err != nil && next.Kind != league.Final {
		out[refusal] = next.Err.String() // the event ends here
	} else {
		out["finalists"], out["finalists_after_withdrawals"] = names.qualified(state.Qualifiers), in.finalists(state)
		out["reported_to_responsabile"] = each(state.Record.Reports, in.report) //nolint:misspell // the cases' own word
		out["unconfirmed_expulsions"] = each(state.Record.Unconfirmed, func(s league.Sanction) any { return names.player(s.Entry) })
	}
	if state.Schedule != nil {
		out["preset_seating"] = each(state.Schedule, func(p seating.Plan) any { return names.plan(&p) })
	}
	rounds := []any{}
	for i, round := range state.Rounds {
		switch round.Kind {
		case league.Preliminary:
			rounds = append(rounds, in.roundOutcome(state, i))
			if round.Next.Kind == league.Semifinal {
				out["semifinal_seating"] = names.plan(round.Next.Plan)
			}
		case league.Semifinal:
			out["semifinals"] = each(round.Tables, func(t tournament.TableState) any {
				return object{"table": t.Number, "placements": in.placements(*t.Game)}
			})
		case league.Final:
			game := *round.Tables[0].Game
			out["final"] = object{"placements": in.placements(game), "winner": names.player(game.Winner)}
		}
	}
	out["rounds"] = rounds
	return out
}

// finalists returns the players who have the places of the final; nil for a vacant place.
func (in Catan2009) finalists(state tournament.State) []any {
	names := in.roster()
	out := each(state.Finalists, func(q qualify.Qualified) any { return names.player(q.Entry) })
	for _, v := range state.Vacant {
		out = slices.Insert(out, v.Place-1, any(nil))
	}
	return out
}

func (in Catan2009) roundOutcome(state tournament.State, i int) any {
	names := in.roster()
	round := state.Rounds[i]
	out := object{
		"round":     round.Number,
		"tables":    each(round.Tables, func(t tournament.TableState) any { return in.game(*t.Game) }),
		"warnings":  names.warnings(round.Record.Warnings),
		"expelled":  each(round.Expelled, names.expelled),
		"struck":    names.struck(round),
		"standings": each(round.Standings, func(row standings.Row) any { return in.row(state.Criteria, row) }),
	}
	// A preset schedule is written once, for all rounds.
	if round.Next.Kind == league.Preliminary && state.Schedule == nil {
		out["next_seating"] = names.plan(round.Next.Plan)
	}
	return out
}

func (in Catan2009) game(game scoring.Game) any {
	names := in.roster()
	return object{
		"table":             game.Table,
		"winner":            names.player(game.Winner),
		"winner_decided_by": figureName(game.WinnerBy),
		"total":             number(game.Total),
		"results": each(game.Seats, func(s scoring.Seat) any {
			var percentage any
			if s.Share != nil {
				percentage = s.Share.Decimal(2)
			}
			return object{"player": names.player(s.Entry), "win": number(s.Win), "vp": s.Counted, "percentage": percentage}
		}),
	}
}

// figureName is a figure in the words of the cases; nil for "".
func figureName(figure string) any {
	switch figure {
	case "":
		return nil
	case rules.FigureShare:
		return "percentage"
	default:
		return figure
	}
}

func (in Catan2009) row(criteria []rules.Criterion, row standings.Row) any {
	names := in.roster()
	out := object{"position": row.Rank, "player": names.player(row.Entry)}
	for i, criterion := range criteria {
		switch criterion.Figure {
		case rules.FigureLot:
		case rules.FigureShare:
			out["percentage"] = row.Figures[i].Decimal(2)
		default:
			out[criterion.Figure] = number(row.Figures[i])
		}
	}
	return out
}

func (in Catan2009) report(r discipline.Report) any {
	names := in.roster()
	return object{"player": names.player(r.Entry), "reason": r.Reason}
}

func (in Catan2009) placements(game scoring.Game) any {
	names := in.roster()
	var out []any
	for i, entry := range game.Places() {
		out = append(out, object{"place": i + 1, "player": names.player(entry)})
	}
	return out
}

// number is an exact number as JSON writes it.
func number(f league.Frac) json.Number { return json.Number(f.String()) }

func each[T any](list []T, convert func(T) any) []any {
	out := make([]any, len(list))
	for i, element := range list {
		out[i] = convert(element)
	}
	return out
}
