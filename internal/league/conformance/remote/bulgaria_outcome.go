package remote

import (
	"context"
	"slices"
	"strings"

	"referto/openapi"
)

// readRound reads the outcome of a round that has just ended, and adds the draw proposed before it.
func (t *bulgaria) readRound(ctx context.Context, before openapi.NextRound) error {
	round, err := t.played(ctx)
	if err != nil {
		return err
	}
	standings, err := t.standings(ctx, "")
	if err != nil {
		return err
	}
	out := object{
		"round": round.Number, "table_sizes": sizesInOrder(before.Tables), "tables": openapi.Each(round.Tables, t.table),
		"ranking": t.ranking(standings),
	}
	for name, value := range t.moved {
		out[name] = value
	}
	t.moved = nil
	t.rounds = append(t.rounds, out)
	return nil
}

func (t *bulgaria) table(table openapi.Table) any {
	return object{
		"table": table.Number, "percentage_base": cut(table.Result.Total),
		"substitute_needed": slices.ContainsFunc(table.Notices, func(e openapi.Explanation) bool { return e.Reason == "substitute-needed" }),
		"results": openapi.Each(table.Result.Seats, func(s openapi.SeatResult) any {
			return object{
				"player": t.name(s.Entry), "place": s.Place, "points": s.Points, "vp": s.Counted,
				"percentage": orNothing(s.Share), "score": score(s.ScoreLine),
			}
		}),
	}
}

func (t *bulgaria) ranking(standings openapi.Standings) []any {
	return openapi.Each(standings.Rows, func(row openapi.StandingsRow) any {
		return object{"position": row.Rank, "player": t.name(row.Entry.Number), "score": score(row.ScoreLine)}
	})
}

// score is a score line in English as the regulation prints it, with a comma in the
// percentage: "5/13/40,63%/1/0/0/0".
func score(line string) string {
	figures := strings.Split(line, "/")
	for i, figure := range figures {
		if strings.HasSuffix(figure, "%") {
			figures[i] = strings.Replace(figure, ".", ",", 1)
		}
	}
	return strings.Join(figures, "/")
}

// readAll reads the rest of the outcome when the event is over.
func (t *bulgaria) readAll(ctx context.Context) error {
	last, err := t.standings(ctx, "")
	if err != nil {
		return err
	}
	var over openapi.Standings
	if err := t.ask(ctx, "/standings", &over); err != nil {
		return err
	}
	var withdrawals openapi.WithdrawalList
	if err := t.ask(ctx, "/withdrawals", &withdrawals); err != nil {
		return err
	}
	between := make(map[int]bool)
	for _, w := range withdrawals.Items {
		between[w.Entry.Number] = w.Moment == openapi.MomentAfterRound
	}
	disqualified := []any{}
	for _, left := range over.Left {
		if !between[left.Entry.Number] {
			disqualified = append(disqualified, t.name(left.Entry.Number))
		}
	}
	t.out["final_ranking"], t.out["disqualified"] = t.ranking(last), disqualified
	t.out["excluded_from_future_events"] = openapi.Each(over.Barred, func(b openapi.BarredRow) any { return t.name(b.Entry.Number) })
	return nil
}
