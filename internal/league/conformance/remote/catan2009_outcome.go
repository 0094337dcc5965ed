package remote

import (
	"context"
	"slices"

	"referto/openapi"
)

func (t *catan2009) readFormat(event openapi.Event) {
	t.format = event.Format
	t.out["format"] = object{
		"elimination_rounds": event.Format.Rounds, "semifinal": event.Format.Semifinal, "table_sizes": event.Format.TableSizes,
	}
}

// readRound reads the outcome of a preliminary round that has just ended, and the draw proposed next.
func (t *catan2009) readRound(ctx context.Context) error {
	round, err := t.played(ctx)
	if err != nil {
		return err
	}
	standings, err := t.standings(ctx, "")
	if err != nil {
		return err
	}
	next, err := t.next(ctx)
	if err != nil {
		return err
	}
	out := object{"round": round.Number, "tables": openapi.Each(round.Tables, t.game), "struck": t.struck(standings)}
	if out["standings"], err = t.rows(standings, figure); err != nil {
		return err
	}
	switch {
	case !next.Possible && (round.Number < t.format.Rounds || t.format.Semifinal): // else it is the final that cannot be held
		t.ended = next.Reasons[0].Reason
	case !next.Possible:
	case next.Kind == openapi.RoundKindSemifinal:
		t.out["semifinal_seating"] = t.seating(next.Tables)
	case next.Kind == openapi.RoundKindPreliminary && t.in.Places == nil: // a schedule is sent once, for all rounds
		out["next_seating"] = t.seating(next.Tables)
	}
	t.rounds = append(t.rounds, out)
	return nil
}

// finalistsOf returns the players who have the places of the final; nil for a vacant place.
func (t *catan2009) finalistsOf(s openapi.Standings) []any {
	return t.places(s, func(f openapi.Finalist) openapi.EntryRef { return f.Entry }, func(openapi.VacantPlace) openapi.EntryRef { return openapi.EntryRef{} })
}

// qualified returns the players who had the places of the final first.
func (t *catan2009) qualified(s openapi.Standings) []any {
	first := func(f openapi.Finalist) openapi.EntryRef {
		if f.Replaces.Number != 0 {
			return f.Replaces
		}
		return f.Entry
	}
	return t.places(s, first, func(v openapi.VacantPlace) openapi.EntryRef { return v.Replaces })
}

// places returns the places of the final in order, with a player for each chosen by the given functions.
func (t *catan2009) places(s openapi.Standings, taken func(openapi.Finalist) openapi.EntryRef, vacant func(openapi.VacantPlace) openapi.EntryRef) []any {
	out := openapi.Each(s.Finalists, func(f openapi.Finalist) any { return t.name(taken(f).Number) })
	for _, v := range s.Vacant {
		out = slices.Insert(out, v.Place-1, t.name(vacant(v).Number))
	}
	return out
}

func (t *catan2009) game(table openapi.Table) any {
	result := table.Result
	return object{
		"table": table.Number, "winner": t.name(result.Winner), "winner_decided_by": criterion(result.WinnerCriterion),
		"total": number(result.Total),
		"results": openapi.Each(result.Seats, func(s openapi.SeatResult) any {
			return object{"player": t.name(s.Entry), "win": number(s.Win), "vp": s.Counted, "percentage": orNothing(s.Share)}
		}),
	}
}

// criterion is a criterion in the words of the cases; nil for none.
func criterion(key string) any {
	if key == "share" {
		return "percentage"
	}
	return orNothing(key)
}

func figure(row object, criterion string, value openapi.Decimal) {
	if criterion == "share" {
		row["percentage"] = hundredths(value)
		return
	}
	row[criterion] = number(value)
}

func (t *catan2009) readSemifinals(ctx context.Context) error {
	round, err := t.played(ctx)
	t.out["semifinals"] = openapi.Each(round.Tables, func(table openapi.Table) any {
		return object{"table": table.Number, "placements": t.placements(table.Result, nil)}
	})
	return err
}

// readDiscipline reads warnings and expulsions round by round, the reports, and the unconfirmed expulsions.
func (t *catan2009) readDiscipline(ctx context.Context) error {
	sanctions, err := t.discipline(ctx)
	if err != nil {
		return err
	}
	reported, unconfirmed := []any{}, []any{}
	for _, s := range sanctions {
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
