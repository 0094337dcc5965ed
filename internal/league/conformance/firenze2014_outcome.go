package conformance

import (
	"maps"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/seating"
	"referto/internal/league/standings"
	"referto/internal/league/tournament"
)

func (in Firenze2014) admission(a tournament.Admission) any {
	names := in.roster()
	return object{
		"admitted": names.players(a.Entrants), "waiting": names.players(a.Waiting), "late": names.players(a.Late),
		"activated": a.Err == nil,
	}
}

// Outcome is the state of a replayed tournament in the terms of a case of
// regulation 001, with the members given.
func (in Firenze2014) Outcome(state tournament.State, with object) any {
	names := in.roster()
	out := maps.Clone(with)
	out["finalists"] = names.qualified(state.Qualifiers)
	out["finalists_after_withdrawals"] = names.qualified(state.Finalists)
	rounds := []any{}
	for i, round := range state.Rounds {
		if round.Kind == league.Preliminary {
			rounds = append(rounds, in.roundOutcome(state, i))
			continue
		}
		game := *round.Tables[0].Game
		out["final"] = object{"winner": names.player(game.Winner), "placements": each(placesOf(game), func(s scoring.Seat) any {
			return object{"place": s.Place, "player": names.player(s.Entry), "vp": s.VP}
		})}
	}
	out["rounds"] = rounds
	if out["final"] == nil { // the event has no winner
		return out
	}
	prizes := object{}
	for _, award := range state.Awards {
		if award.ID == "winner" {
			prizes["winner"] = names.player(award.Entry)
			continue
		}
		prizes["most_points"] = names.player(award.Entry)
		prizes["most_points_total"] = number(award.Figure)
	}
	out["prizes"] = prizes
	return out
}

func (in Firenze2014) roundOutcome(state tournament.State, i int) any {
	names := in.roster()
	round := state.Rounds[i]
	byPoints := pointsOf(state, round)
	out := object{
		"round":       round.Number,
		"table_sizes": plannedSizes(state, i),
		"tables":      each(round.Tables, func(t tournament.TableState) any { return in.game(*t.Game) }),
		"warnings":    names.warnings(round.Record.Warnings),
		"expelled":    each(round.Expelled, names.expelled),
		"struck":      names.struck(round),
		"standings": each(round.Standings, func(row standings.Row) any {
			return in.row(state.Criteria, row, byPoints.figure(row.Entry))
		}),
		"class_points_ranking": each(byPoints.rows, func(row standings.Row) any { return names.player(row.Entry) }),
	}
	if round.Next.Kind == league.Preliminary {
		out["next_seating"] = names.plan(round.Next.Plan)
	}
	return out
}

// classPoints are the standings that begin with points.
type classPoints struct{ rows []standings.Row }

func pointsOf(state tournament.State, round tournament.RoundState) classPoints {
	if state.Criteria[0].Figure == rules.FigurePoints {
		return classPoints{round.Standings}
	}
	for _, further := range round.Further {
		if further.Criteria[0].Figure == rules.FigurePoints {
			return classPoints{further.Rows}
		}
	}
	return classPoints{}
}

func (p classPoints) figure(entry league.Entry) league.Frac {
	for _, row := range p.rows {
		if row.Entry == entry {
			return row.Figures[0]
		}
	}
	return league.Frac{}
}

func (in Firenze2014) game(game scoring.Game) any {
	names := in.roster()
	return object{"table": game.Table, "results": each(game.Seats, func(s scoring.Seat) any {
		return object{
			"player": names.player(s.Entry), "place": s.Place, "class_points": whole(s.Points),
			"wins": s.Win.Trunc(2).String(), "vp": s.Counted, "percentage": decimal(s.Share, 2),
		}
	})}
}

func (in Firenze2014) row(criteria []rules.Criterion, row standings.Row, points league.Frac) any {
	out := object{"position": row.Rank, "player": in.roster().player(row.Entry), "class_points": number(points)}
	for i, criterion := range criteria {
		figure := row.Figures[i]
		switch criterion.Figure {
		case rules.FigureLot, rules.FigurePoints:
		case rules.FigureShare:
			out["percentage"] = figure.Decimal(2)
		case rules.FigureWins:
			out["wins"] = figure.Trunc(2).String()
		default:
			out[snake(criterion.Figure)] = number(figure)
		}
	}
	return out
}

// replayFirenze2014Vectors computes the small tables of regulation 001.
func replayFirenze2014Vectors(r *rules.Ruleset, c Case) (any, error) {
	in, err := Input[struct {
		Players []int `json:"players"`
		Ties    []struct {
			Starters   int   `json:"starters"`
			TiedGroups []int `json:"tied_groups"`
		} `json:"ties"`
	}](c)
	if err != nil {
		return nil, err
	}
	points := []any{}
	for _, tie := range in.Ties {
		list := r.Scoring.Points.For(tie.Starters)
		var given []any
		for _, n := range tie.TiedGroups {
			for range n {
				given = append(given, number(scoring.PlacePoints(r.Scoring.Points.Level, list[:n])))
			}
			list = list[n:]
		}
		points = append(points, given)
	}
	return object{"class_points": points, "table_sizes": tableSizes(r, in.Players)}, nil
}

// tableSizes are the sizes of the tables for each number of players.
func tableSizes(r *rules.Ruleset, players []int) any {
	return each(players, func(n int) any {
		sizes, err := seating.Partition(r, n)
		return orError(sizes, err)
	})
}
