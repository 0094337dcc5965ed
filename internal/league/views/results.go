package views

import (
	"slices"
	"strings"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/standings"
	"referto/openapi"
)

// result makes a recorded result with its consequences.
func (v View) result(r facts.Result, game *scoring.Game) openapi.Result {
	out := openapi.Result{
		Version: r.Version, Ended: openapi.Ending(r.Ended), DeclaredBy: int(r.DeclaredBy), WonAtOnce: r.WonAtOnce,
		EnteredBy: v.w.Player(r.EnteredBy, r.EnteredByInitials), EnteredAt: r.EnteredAt, Reason: v.free(r.Reason), Seats: []openapi.SeatResult{}, Total: "0",
	}
	if r.Void != nil {
		out.Void = openapi.Void{For: openapi.Each(r.Void.For, number), AtFault: openapi.Each(r.Void.AtFault, number), OthersScored: r.Void.OthersScored}
	}
	if game == nil {
		return out
	}
	out.Total = total(game.Total)
	if rule := v.Rules.Scoring.Share; !game.Total.IsZero() {
		out.TotalOf = openapi.Each(game.Parts(rule), func(p scoring.Part) openapi.TotalPart {
			return openapi.TotalPart{Entry: int(p.Entry), Points: p.Points}
		})
		if game.HasVirtual(rule) {
			out.AddedToTotal = v.Explain(v.Rules.Grounds(rule.Virtual.Paragraph, "virtual-player"))
		}
	}
	out.Winner, out.Team = int(game.Winner), game.Team
	if len(game.Winners) > 0 {
		out.Winners = openapi.Each(game.Winners, number)
	}
	if game.Team != "" {
		out.Difference = &game.Difference
	}
	out.WinnerDecidedBy = v.Explain(game.Decision)
	out.WinnerCriterion = game.WinnerBy
	out.Seats = openapi.Each(game.Seats, func(s scoring.Seat) openapi.SeatResult { return v.seatView(r.Round, game.Table, s) })
	v.placing(out.Seats, game)
	return out
}

// placing adds to every seat the figures of the ruleset's own comparisons, with as many digits as distinguish
// the seats.
func (v View) placing(seats []openapi.SeatResult, game *scoring.Game) {
	for j, c := range v.Rules.Scoring.PlaceBy {
		column := make([]league.Frac, 0, len(seats))
		for _, s := range game.Seats {
			if s.Placing == nil { // a game of teams, one scored elsewhere, a void one
				return
			}
			column = append(column, s.Placing[j])
		}
		shown, _ := v.Rules.ShownColumn(c, column)
		for i := range seats {
			seats[i].Placing = append(seats[i].Placing, openapi.PlaceFigure{Key: c.Figure, Label: v.label(c), Value: shown[i]})
		}
	}
}

func number(entry league.Entry) int { return int(entry) }

// seatView makes the score of a game for one of its players.
func (v View) seatView(round, table int, s scoring.Seat) openapi.SeatResult {
	out := openapi.SeatResult{
		Entry: int(s.Entry), Vp: s.VP, Counted: s.Counted, Win: decimal(s.Win), Place: s.Place, PlaceBy: s.PlaceBy, Left: s.Left,
		Figures: s.Figures, Objective: s.Objective, Team: s.Team, ScoreLine: v.gameLine(round, table, s),
	}
	if s.Share != nil {
		out.Share = v.share(*s.Share)
	}
	out.Points, out.Penalty = pointsOf(s)
	if s.Void {
		out.Void = v.voidScore(s.Entry, round)
	}
	return out
}

// pointsOf returns a seat's points for the standings and the penalty added for leaving; "" for none.
func pointsOf(s scoring.Seat) (points, penalty openapi.Decimal) {
	if s.Points != nil {
		points = decimal(*s.Points)
	}
	if !s.Penalty.IsZero() {
		penalty = decimal(s.Penalty)
	}
	return points, penalty
}

// voidScore makes the score that a void game of a round counts at present.
func (v View) voidScore(entry league.Entry, round int) openapi.VoidScore {
	latest := v.State.Rounds[len(v.State.Rounds)-1]
	if score, pending := latest.Awaits(entry, round); pending {
		return openapi.VoidScore{Pending: true, Text: v.reason(score.Grounds), Rule: v.rule(score.Grounds.Par)}
	}
	score, known := latest.CopiedTo(entry, round)
	if !known { // the void game was no preliminary one, and counts nowhere
		return openapi.VoidScore{}
	}
	return openapi.VoidScore{FromRound: score.From, Points: decimal(score.Points), Text: v.reason(score.Grounds), Rule: v.rule(score.Grounds.Par)}
}

// decimal writes a number exactly, or, where no decimal is exact, with two digits,
// rounded half up.
func decimal(f league.Frac) openapi.Decimal { return rules.HalfUp.Shortest(f) }

// share writes a part of a table's points as the ruleset shows it.
func (v View) share(f league.Frac) openapi.Decimal {
	s := v.Rules.Scoring.Share
	return s.Rounds().Write(f, s.Digits)
}

// total writes the total of which the shares of a table are parts. It has no short decimal only if the ruleset
// keeps it exactly (BG 2.2.3, reading A003-1), and is then cut off like shares that are kept exactly.
func total(f league.Frac) openapi.Decimal { return rules.Truncate.Shortest(f) }

// gameLine makes a game of one player in one line; "" if the ruleset has no such line.
func (v View) gameLine(round, table int, s scoring.Seat) string {
	if v.Rules.ScoreLine == nil || s.Void {
		return ""
	}
	return v.scoreLine(standings.GameOf(v.Rules.ScoreLine.Criteria(), round, table, s).Terms)
}

// scoreLine writes the figures of the ruleset's line as the reader writes
// numbers: "5/13/40,63%/1/0/0/0" (BG 1); "" without figures.
func (v View) scoreLine(figures []league.Frac) string {
	if v.Rules.ScoreLine == nil || figures == nil {
		return ""
	}
	parts := make([]string, len(figures))
	for i, figure := range v.Rules.ScoreLine.Figures {
		if figure == rules.FigureShare {
			parts[i] = v.w.Ungrouped(v.share(figures[i])) + "%"
			continue
		}
		parts[i] = v.w.Ungrouped(decimal(figures[i]))
	}
	return strings.Join(parts, "/")
}

// won reports whether a seat has won a game: alone, together with others, or in a
// team.
func won(game *scoring.Game, s scoring.Seat) bool {
	return game.Winner == s.Entry || slices.Contains(game.Winners, s.Entry) || game.Team != "" && s.Team == game.Team
}

// Versions makes the recordings of a table's result, the latest first, each scored as if it were the current
// one.
func (v View) Versions(results []facts.Result) openapi.ResultVersions {
	out := openapi.ResultVersions{Items: []openapi.Result{}}
	for _, r := range results {
		table := v.EventFacts.Table(r.Round, r.TableNumber)
		standing := table.Result
		table.Result = &r
		then := *v.Situation
		if state, err := then.Replayed(); err == nil {
			then.State = state
			for _, t := range state.Rounds[r.Round-1].Tables {
				if t.Number == r.TableNumber {
					out.Items = append(out.Items, NewView(&then, v.w, v.now).result(r, t.Game))
				}
			}
		}
		table.Result = standing
	}
	return out
}

// ResultForm makes the form of a result of the event, for tables of each size.
func (v View) ResultForm() openapi.ResultForm {
	variant, _ := v.Rules.GameOf(v.EventFacts.Event.Variant, v.EventFacts.Event.Target)
	sizes := slices.Compact(slices.Sorted(slices.Values(v.Rules.Tables.AllSizes())))
	return openapi.ResultForm{Tables: openapi.Each(sizes, func(seats int) openapi.TableForm {
		return v.tableForm(scoring.FormOf(v.Rules, variant, seats))
	})}
}

func (v View) tableForm(f scoring.Form) openapi.TableForm {
	out := openapi.TableForm{
		Seats: f.Seats, Target: f.Target, Vp: integers(f.VP), Void: f.Void, Teams: append([]string{}, f.Teams()...),
		Endings: openapi.Each(f.Endings, func(e league.Ending) openapi.Ending { return openapi.Ending(e) }),
		Figures: openapi.Each(f.Figures, func(g rules.Figure) openapi.FormFigure {
			return openapi.FormFigure{Id: g.ID, Name: v.named(g.ID, g.Name), Range: integers(g.Range), OnePerTable: g.OnePerTable, Rule: v.rule(g.Paragraph)}
		}),
		Computed: v.computed(),
		Objectives: openapi.Each(f.Objectives, func(o rules.Objective) openapi.FormObjective {
			return openapi.FormObjective{Id: o.ID, Name: o.Name, Team: o.Team}
		}),
	}
	if leavers := v.Rules.Scoring.Leavers; leavers != nil {
		out.LeaversWithoutVp = leavers.NoVP
	}
	if f.Points != nil {
		out.Points = integers(*f.Points)
	}
	for _, c := range f.PlaceBy {
		out.PlaceBy = append(out.PlaceBy, openapi.PlaceComparison{Key: c.Figure, Label: v.label(c), Best: string(c.Best), Rule: v.rule(c.Paragraph)})
	}
	return out
}

// computed are the figures that the ruleset makes of those recorded.
func (v View) computed() []openapi.ComputedFigure {
	out := openapi.Each(v.Rules.Game.Sums, func(s rules.Sum) openapi.ComputedFigure {
		return openapi.ComputedFigure{Id: s.ID, Name: v.named(s.ID, s.Name), Rule: v.rule(s.Paragraph)}
	})
	for _, k := range v.Rules.CalculationsOf(rules.OfSeat) {
		out = append(out, openapi.ComputedFigure{Id: k.ID, Name: k.Name, Rule: v.rule(k.Paragraph)})
	}
	return out
}

func integers(r rules.Range) openapi.IntegerRange {
	return openapi.IntegerRange{Min: r.Min, Max: r.Max}
}
