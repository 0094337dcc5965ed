package remote

import (
	"context"

	"referto/openapi"
)

// byClassPoints are the standings by points.
const byClassPoints = "class_points_first"

// readRound reads the outcome of a round that has just ended, with the draw proposed before it and the one
// proposed next.
func (t *firenze2014) readRound(ctx context.Context, before openapi.NextRound) error {
	round, err := t.played(ctx)
	if err != nil {
		return err
	}
	standings, err := t.standings(ctx, "")
	if err != nil {
		return err
	}
	byPoints, err := t.standings(ctx, byClassPoints)
	if err != nil {
		return err
	}
	next, err := t.next(ctx)
	if err != nil {
		return err
	}
	rows, err := t.rows(standings, figure2014)
	if err != nil {
		return err
	}
	points := make(map[any]any)
	ranking := []any{}
	for _, row := range byPoints.Rows {
		points[t.name(row.Entry.Number)] = number(row.Figures[0])
		ranking = append(ranking, t.name(row.Entry.Number))
	}
	for _, row := range rows {
		row.(object)["class_points"] = points[row.(object)["player"]]
	}
	out := object{
		"round": round.Number, "table_sizes": sizesInOrder(before.Tables), "tables": openapi.Each(round.Tables, t.game),
		"struck": t.struck(standings), "standings": rows, "class_points_ranking": ranking,
	}
	if next.Possible && next.Kind == openapi.RoundKindPreliminary {
		out["next_seating"] = t.seating(next.Tables)
	}
	t.rounds = append(t.rounds, out)
	return nil
}

func (t *firenze2014) game(table openapi.Table) any {
	return object{"table": table.Number, "results": openapi.Each(table.Result.Seats, func(s openapi.SeatResult) any {
		return object{
			"player": t.name(s.Entry), "place": s.Place, "class_points": number(s.Points), "wins": cut(s.Win),
			"vp": s.Counted, "percentage": orNothing(s.Share),
		}
	})}
}

// figure2014 is a figure of a row of the standings; class points have a list of
// their own.
func figure2014(row object, criterion string, value openapi.Decimal) {
	switch criterion {
	case "points":
	case "share":
		row["percentage"] = hundredths(value)
	case "wins":
		row["wins"] = cut(value)
	default:
		row[snake(criterion)] = number(value)
	}
}

func (t *firenze2014) readFinal(ctx context.Context) error {
	played, err := t.played(ctx)
	if err != nil {
		return err
	}
	var over openapi.Standings
	if err := t.ask(ctx, "/standings", &over); err != nil {
		return err
	}
	result := played.Tables[0].Result
	t.out["final"] = object{"winner": t.name(result.Winner), "placements": t.placements(result, func(out object, s openapi.SeatResult) {
		out["vp"] = s.Vp
	})}
	prizes := object{}
	for _, award := range over.Awards {
		if award.Id == "winner" {
			prizes["winner"] = t.name(award.Entry.Number)
			continue
		}
		prizes["most_points"], prizes["most_points_total"] = t.name(award.Entry.Number), number(award.Figure)
	}
	t.out["prizes"] = prizes
	return nil
}
