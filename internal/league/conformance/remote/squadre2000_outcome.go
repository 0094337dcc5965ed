package remote

import (
	"context"

	"referto/openapi"
)

// readRound reads the outcome of a round that has just ended, and adds the draw proposed before it.
func (t *squadre2000) readRound(ctx context.Context, before openapi.NextRound) error {
	round, err := t.played(ctx)
	if err != nil {
		return err
	}
	standings, err := t.standings(ctx, "")
	if err != nil {
		return err
	}
	var attendance openapi.AttendanceList
	if err := t.ask(ctx, "/attendance", &attendance); err != nil {
		return err
	}
	var refused, forgo []int
	for _, a := range attendance.Items {
		switch {
		case a.Round != round.Number || a.Absent:
		case a.Plays:
			forgo = append(forgo, a.Entry.Number)
		default:
			refused = append(refused, a.Entry.Number)
		}
	}
	t.rounds = append(t.rounds, object{
		"round": round.Number, "refused_late": t.sorted(refused), "forgo_three_cards": t.sorted(forgo),
		"table_sizes": sizesInOrder(before.Tables), "seating": t.seating(before.Tables),
		"kin_swaps": openapi.Each(before.Moves, func(m openapi.TableMove) any { return t.players([]int{m.Entry, m.With}) }),
		"tables":    openapi.Each(round.Tables, t.table),
		"standings": openapi.Each(standings.Rows, t.row),
	})
	return nil
}

func (t *squadre2000) row(row openapi.StandingsRow) any {
	pending := []any{}
	for _, g := range row.Games {
		if g.Void.Pending {
			pending = append(pending, g.Round)
		}
	}
	return object{
		"position": row.Rank, "player": t.name(row.Entry.Number), "points": row.Figures[0],
		"games": *row.GamesPlayed, "pending_rounds": pending,
	}
}

func (t *squadre2000) table(table openapi.Table) any {
	result := table.Result
	points, tablePoints := object{}, object{}
	for _, s := range result.Seats {
		name := t.names[s.Entry-1]
		tablePoints[name] = s.Counted
		switch {
		case s.Void.Text != "":
			points[name] = "void"
		case s.Points != "":
			points[name] = tenths(s.Points)
		default:
			points[name] = nil
		}
	}
	out := object{"table": table.Number, "size": len(result.Seats), "points": points}
	void := result.Void.For != nil && !result.Void.OthersScored
	if void {
		out["void"] = true
	}
	switch {
	case result.Team != "":
		out["winning_team"], out["difference"], out["table_points"] = result.Team, *result.Difference, tablePoints
		out["decided_by"] = decidedBy(result)
	case !void:
		out["external"] = true
	}
	return out
}

// decidedBy returns, in the words of the cases, the criterion that decided between two teams.
func decidedBy(result openapi.Result) string {
	switch {
	case result.WinnerCriterion != "":
		return snake(result.WinnerCriterion)
	case result.WinnerDecidedBy.Reason == "won-at-once":
		return "risiko"
	default:
		return "table_points"
	}
}

// readEnd completes the event and reads which players are classified, which have played too few games and which
// are out.
func (t *squadre2000) readEnd(ctx context.Context) error {
	if err := t.complete(ctx); err != nil {
		return err
	}
	var over openapi.Standings
	if err := t.ask(ctx, "/standings", &over); err != nil {
		return err
	}
	out := make(map[int]bool)
	var eliminated, unclassified []int
	for _, left := range over.Left {
		out[left.Entry.Number] = true
	}
	classified := []any{}
	for _, row := range over.Rows {
		entry := row.Entry.Number
		switch {
		case over.State != openapi.StandingsStateFinal:
		case out[entry]:
			eliminated = append(eliminated, entry)
		case row.Rank == 0:
			unclassified = append(unclassified, entry)
		default:
			classified = append(classified, object{
				"position": row.Rank, "player": t.name(entry), "points": row.Figures[0], "games": *row.GamesPlayed,
			})
		}
	}
	t.out["classified"], t.out["unclassified"], t.out["eliminated"] = classified, t.sorted(unclassified), t.sorted(eliminated)
	return nil
}
