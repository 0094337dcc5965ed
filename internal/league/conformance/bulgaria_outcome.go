package conformance

import (
	"fmt"
	"slices"
	"strings"

	"referto/internal/league"
	"referto/internal/league/discipline"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/seating"
	"referto/internal/league/standings"
	"referto/internal/league/tournament"
)

// Outcome is the state of a replayed tournament in the terms of a case of
// regulation 003.
func (in Bulgaria) Outcome(r *rules.Ruleset, state tournament.State) (any, error) {
	names := in.roster()
	var rounds []any
	for i := range state.Rounds {
		round, err := in.roundOutcome(r, state, i)
		if err != nil {
			return nil, err
		}
		rounds = append(rounds, round)
	}
	var disqualified []any
	for _, s := range state.Struck {
		if s.Cause != tournament.Withdrew {
			disqualified = append(disqualified, names.player(s.Entry))
		}
	}
	return object{
		"present":                     len(in.Players) - len(in.Absent),
		"rounds":                      rounds,
		"final_ranking":               in.ranking(state, state.Rounds[len(state.Rounds)-1].Standings),
		"disqualified":                append([]any{}, disqualified...),
		"excluded_from_future_events": each(state.Barred, func(b tournament.Barred) any { return names.player(b.Entry) }),
		"rejected_disqualifications": each(state.Record.Rejected, func(d discipline.Rejected) any {
			return names.player(d.Sanction.Entry)
		}),
	}, nil
}

func (in Bulgaria) roundOutcome(r *rules.Ruleset, state tournament.State, i int) (any, error) {
	round := state.Rounds[i]
	out := object{
		"round":   round.Number,
		"tables":  each(round.Tables, in.table),
		"ranking": in.ranking(state, round.Standings),
	}
	sizes, moved, err := in.seating(r, i)
	out["table_sizes"], out["players_moved"] = sizes, moved
	return out, err
}

// seating returns the sizes of a round's tables and how many players had to move because of absent ones, if
// tables had been drawn with those: before the absences were known, or before players left after the round
// before.
func (in Bulgaria) seating(r *rules.Ruleset, i int) (sizes, moved any, err error) {
	round := in.Rounds[i]
	if round.DrawnTables == nil {
		players := 0
		for _, table := range round.Tables {
			players += len(table.Results)
		}
		sizes, err := seating.Partition(r, players)
		return sizes, nil, err
	}
	names := in.roster()
	var drawn seating.Plan
	for n, table := range round.DrawnTables {
		drawn.Tables = append(drawn.Tables, seating.Table{Number: n + 1, Seats: names.entries(table)})
	}
	plan, err := seating.WithoutAbsent(r, drawn, names.entries(in.gone(i)))
	list := plan.Sizes()
	slices.SortFunc(list, func(a, b int) int { return b - a })
	return list, len(plan.Moves), err
}

// gone returns the players who do not play the round at an index: the absent ones, and those who have left
// after a round before.
func (in Bulgaria) gone(round int) []string {
	gone := slices.Clone(in.Absent)
	for _, before := range in.Rounds[:round] {
		for _, leave := range before.Leaves {
			gone = append(gone, leave.Player)
		}
	}
	return gone
}

func (in Bulgaria) table(t tournament.TableState) any {
	return object{
		"table":             t.Number,
		"percentage_base":   t.Game.Total.Trunc(2).String(),
		"substitute_needed": t.Substitute != nil,
		"results": each(t.Game.Seats, func(s scoring.Seat) any {
			return object{
				"player": in.roster().player(s.Entry), "place": s.Place, "points": s.Points.String(), "vp": s.Counted,
				"percentage": decimal(s.Share, 2), "score": score(resultCriteria, standings.GameOf(resultCriteria, 0, 0, s).Terms),
			}
		}),
	}
}

func (in Bulgaria) ranking(state tournament.State, rows []standings.Row) any {
	return each(rows, func(row standings.Row) any {
		return object{
			"position": row.Rank, "player": in.roster().player(row.Entry), "score": score(state.Criteria, row.Figures),
		}
	})
}

// resultCriteria are the figures of a score, in their order.
var resultCriteria = []rules.Criterion{
	{Figure: rules.FigurePoints},
	{Figure: rules.FigureVP},
	{Figure: rules.FigureShare},
	{Figure: rules.FigureFirsts},
	{Figure: rules.FigureSeconds},
	{Figure: rules.FigureThirds},
}

// score is a game score of seven figures, as the regulation prints it:
// "5/13/40,63%/1/0/0/0". The last counts tournaments, of which there is none
// within one.
func score(criteria []rules.Criterion, figures []league.Frac) string {
	of := func(figure string) league.Frac {
		i := slices.IndexFunc(criteria, func(c rules.Criterion) bool { return c.Figure == figure })
		return figures[i]
	}
	return fmt.Sprintf("%s/%s/%s%%/%s/%s/%s/0",
		of(rules.FigurePoints), of(rules.FigureVP), strings.ReplaceAll(of(rules.FigureShare).Decimal(2), ".", ","),
		of(rules.FigureFirsts), of(rules.FigureSeconds), of(rules.FigureThirds))
}
