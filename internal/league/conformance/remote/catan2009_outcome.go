package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"referto/openapi"
)

type object = map[string]any

// name is an entry's player in the case; nil for nobody.
func (t *catan2009) name(entry int) any {
	if entry < 1 || entry > len(t.in.Players) {
		return nil
	}
	return t.in.Players[entry-1]
}

func (t *catan2009) tellFormat(event openapi.Event) {
	t.out["format"] = object{
		"elimination_rounds": event.Format.Rounds, "semifinal": event.Format.Semifinal, "table_sizes": event.Format.TableSizes,
	}
}

func (t *catan2009) seating(tables []openapi.Seating) any {
	return openapi.Each(tables, func(table openapi.Seating) any { return openapi.Each(table.Entries, t.name) })
}

// tellRound tells what a preliminary round that has just ended amounts to, and
// what would be drawn next.
func (t *catan2009) tellRound(ctx context.Context, number int) error {
	var round openapi.Round
	if err := t.ask(ctx, fmt.Sprintf("/rounds/%d", number), &round); err != nil {
		return err
	}
	var standings openapi.Standings
	if err := t.ask(ctx, fmt.Sprintf("/standings?round=%d", number), &standings); err != nil {
		return err
	}
	next, err := t.next(ctx)
	if err != nil {
		return err
	}
	out := object{"round": round.Number, "tables": openapi.Each(round.Tables, t.game), "struck": t.struck(standings)}
	rows, err := t.rows(standings)
	if err != nil {
		return err
	}
	out["standings"] = rows
	switch {
	case !next.Possible:
	case next.Kind == openapi.RoundKindSemifinal:
		t.out["semifinal_seating"] = t.seating(next.Tables)
	case next.Kind == openapi.RoundKindPreliminary && t.in.Places == nil: // a schedule is told once, for all rounds
		out["next_seating"] = t.seating(next.Tables)
	}
	t.rounds = append(t.rounds, out)
	return nil
}

func (t *catan2009) game(table openapi.Table) any {
	result := table.Result
	return object{
		"table": table.Number, "winner": t.name(result.Winner), "winner_decided_by": figure(result.WinnerCriterion),
		"total": number(result.Total),
		"results": openapi.Each(result.Seats, func(s openapi.SeatResult) any {
			return object{"player": t.name(s.Entry), "win": number(s.Win), "vp": s.Counted, "percentage": orNothing(s.Share)}
		}),
	}
}

// figure is a criterion in the words of the cases; nil for none.
func figure(criterion string) any {
	if criterion == "share" {
		return "percentage"
	}
	return orNothing(criterion)
}

func (t *catan2009) rows(standings openapi.Standings) (rows []any, err error) {
	rows = []any{}
	for _, row := range standings.Rows {
		out := object{"position": row.Rank, "player": t.name(row.Entry.Number)}
		if len(row.Figures) != len(standings.Criteria) {
			return nil, fmt.Errorf("%d figures for %d criteria", len(row.Figures), len(standings.Criteria))
		}
		for i, criterion := range standings.Criteria {
			if criterion.Key == "share" {
				out["percentage"] = row.Figures[i]
			} else {
				out[criterion.Key] = number(row.Figures[i])
			}
		}
		rows = append(rows, out)
	}
	return rows, nil
}

// struck are those who went out in or after the round of standings, by name.
func (t *catan2009) struck(standings openapi.Standings) []any {
	names := []string{}
	for _, left := range standings.Left {
		if left.AfterRound == standings.Round {
			names = append(names, t.in.Players[left.Entry.Number-1])
		}
	}
	slices.Sort(names)
	return openapi.Each(names, func(name string) any { return name })
}

func (t *catan2009) tellSemifinals(ctx context.Context, number int) error {
	var round openapi.Round
	err := t.ask(ctx, "/rounds/"+strconv.Itoa(number), &round)
	t.out["semifinals"] = openapi.Each(round.Tables, func(table openapi.Table) any {
		return object{"table": table.Number, "placements": t.placements(table.Result)}
	})
	return err
}

func (t *catan2009) tellFinal(ctx context.Context, number int) error {
	var table openapi.Table
	err := t.ask(ctx, fmt.Sprintf("/rounds/%d/tables/1", number), &table)
	t.out["final"] = object{"placements": t.placements(table.Result), "winner": t.name(table.Result.Winner)}
	return err
}

func (t *catan2009) placements(result openapi.Result) []any {
	seats := slices.Clone(result.Seats)
	slices.SortFunc(seats, func(a, b openapi.SeatResult) int { return a.Place - b.Place })
	return openapi.Each(seats, func(s openapi.SeatResult) any { return object{"place": s.Place, "player": t.name(s.Entry)} })
}

// tellDiscipline tells warnings and expulsions round by round, the reports, and
// which expulsions nobody has confirmed.
func (t *catan2009) tellDiscipline(ctx context.Context) error {
	var sanctions openapi.SanctionList
	if err := t.ask(ctx, "/sanctions", &sanctions); err != nil {
		return err
	}
	warnings := object{}
	for i, round := range t.rounds {
		expelled := []any{}
		for _, s := range inOrder(sanctions.Items) {
			if s.Round != i+1 {
				continue
			}
			player := t.in.Players[s.Entry.Number-1]
			if s.Kind == openapi.SanctionKindWarning {
				count, _ := warnings[player].(int)
				warnings[player] = count + 1
			}
			if s.Expels {
				expelled = append(expelled, t.expulsion(s))
			}
		}
		told := object{}
		for player, count := range warnings {
			told[player] = count
		}
		round.(object)["warnings"], round.(object)["expelled"] = told, expelled
	}
	reported, unconfirmed := []any{}, []any{}
	for _, s := range inOrder(sanctions.Items) {
		if s.ReportedTo != "" {
			reported = append(reported, object{"player": t.name(s.Entry.Number), "reason": s.Reason})
		}
		if !s.Effective {
			unconfirmed = append(unconfirmed, t.name(s.Entry.Number))
		}
	}
	t.out["reported_to_responsabile"], t.out["unconfirmed_expulsions"] = reported, unconfirmed //nolint:misspell // the cases' own word
	return nil
}

// inOrder are sanctions in the order of their moments, which in a case are those
// of their effect: games of a round, then what came after it.
func inOrder(sanctions []openapi.Sanction) []openapi.Sanction {
	sanctions = slices.Clone(sanctions)
	moment := func(s openapi.Sanction) int {
		if s.Moment == openapi.MomentAfterRound {
			return 2*s.Round + 1
		}
		return 2 * s.Round
	}
	slices.SortStableFunc(sanctions, func(a, b openapi.Sanction) int { return moment(a) - moment(b) })
	return sanctions
}

func (t *catan2009) expulsion(s openapi.Sanction) any {
	cause := "direct"
	if s.Kind == openapi.SanctionKindWarning {
		cause = "second_warning"
	}
	return object{
		"player": t.name(s.Entry.Number), "round": s.Round, "when": strings.ReplaceAll(string(s.Moment), "-", "_"),
		"cause": cause, "reason": s.Reason,
	}
}

// number is an exact number as JSON writes it.
func number(decimal openapi.Decimal) json.Number { return json.Number(decimal) }

// orNothing is a word; nil for "".
func orNothing[T ~string](word T) any {
	if word == "" {
		return nil
	}
	return word
}
