package leagueapi

import (
	"errors"
	"fmt"

	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/rules"
	"referto/internal/league/standings"
	"referto/internal/league/tournament"
	"referto/openapi"
)

// groundsOf are the grounds of a refusal; ok is false for any other error.
func groundsOf(err error) (g league.Grounds, ok bool) {
	var rule *league.RuleError
	var state *desk.StateError
	switch {
	case errors.As(err, &rule):
		return rule.Grounds, true
	case errors.As(err, &state):
		return state.Grounds, true
	}
	return g, false
}

// Standings are those after a round, or with 0 the latest: the final standings
// of an event that is over. Before the first round they are empty.
func (v View) Standings(round int) (openapi.Standings, error) {
	rounds := v.State.Rounds
	if round > len(rounds) {
		return openapi.Standings{}, fmt.Errorf("standings after round %d: %w", round, league.ErrNotFound)
	}
	out := openapi.Standings{
		Criteria: v.criteria(), Rows: []openapi.StandingsRow{}, Left: []openapi.LeftRow{}, Revision: v.Stage.Event.Revision,
		State: openapi.StandingsStateProvisional,
	}
	if len(rounds) == 0 {
		return out, nil
	}
	if round == 0 && v.State.Final != nil {
		v.finalStandings(&out)
		return out, nil
	}
	if round == 0 {
		round = len(rounds)
	}
	v.standingsAfter(&out, round)
	return out, nil
}

func (v View) criteria() []openapi.Criterion {
	out := []openapi.Criterion{}
	for _, c := range v.State.Criteria {
		if c.Figure != lotFigure {
			out = append(out, openapi.Criterion{Key: c.Figure, Label: v.label(c), Rule: v.rule(c.Paragraph)})
		}
	}
	return out
}

// lotFigure is the criterion that is no figure to show.
const lotFigure = "lot"

// label names a criterion in the reader's language, or as the ruleset names a
// figure of its own.
func (v View) label(c rules.Criterion) string {
	if key := "criterion." + c.Figure; v.w.Has(key) {
		return v.w.Text(key, nil)
	}
	if name, ok := v.Rules.FigureName(c.Figure); ok {
		return name
	}
	return c.Figure
}

func (v View) standingsAfter(out *openapi.Standings, round int) {
	state := v.State.Rounds[round-1]
	out.Round = round
	if state.Closed {
		out.State = openapi.StandingsStateStanding
	}
	out.Tables, out.TablesReported = tablesReported(state)
	before := map[league.Entry]int{}
	if round > 1 {
		for _, row := range v.State.Rounds[round-2].Standings {
			before[row.Entry] = row.Rank
		}
	}
	for i, row := range state.Standings {
		r := openapi.StandingsRow{
			Rank: row.Rank, Entry: v.EntryRef(row.Entry), Figures: v.shown(row.Figures), Games: v.games(row.Entry, round, false),
			Shared: i > 0 && state.Standings[i-1].Rank == row.Rank || i+1 < len(state.Standings) && state.Standings[i+1].Rank == row.Rank,
		}
		if rank, ok := before[row.Entry]; ok {
			movement := rank - row.Rank
			r.Movement = &movement
		}
		if i > 0 && row.Decided >= 0 {
			above := state.Standings[i-1]
			r.DecidedBy = v.lead(row.Decided, above.Entry, row.Entry, above.Figures, row.Figures)
		}
		out.Rows = append(out.Rows, r)
	}
	out.Cut = v.cut(len(state.Standings))
	for _, struck := range v.State.Struck {
		if struck.At.Round <= round {
			out.Left = append(out.Left, v.leftRow(struck))
		}
	}
}

func tablesReported(state tournament.RoundState) (tables, reported int) {
	for _, t := range state.Tables {
		if t.Game != nil {
			reported++
		}
	}
	return len(state.Tables), reported
}

// shown are figures as the ruleset shows them, without the lot.
func (v View) shown(figures []league.Frac) []openapi.Decimal {
	out := []openapi.Decimal{}
	for i, c := range v.State.Criteria {
		if c.Figure != lotFigure {
			out = append(out, figures[i].Decimal(c.Digits))
		}
	}
	return out
}

// games are an entry's games up to a round: those that the standings count, or
// with all also semifinal and final.
func (v View) games(entry league.Entry, until int, all bool) []openapi.StandingsGame {
	out := []openapi.StandingsGame{}
	for _, round := range v.State.Rounds[:until] {
		if round.Kind != league.Preliminary && !all {
			continue
		}
		for _, t := range round.Tables {
			if t.Game == nil {
				continue
			}
			if seat, ok := t.Game.Seat(entry); ok {
				out = append(out, openapi.StandingsGame{Round: round.Number, Table: t.Number, Vp: seat.VP, Counted: seat.Counted, Won: t.Game.Winner == entry})
			}
		}
	}
	return out
}

// lead says by which criterion one stands above another.
func (v View) lead(decided int, above, below league.Entry, figuresAbove, figuresBelow []league.Frac) openapi.DecidedBy {
	c := v.State.Criteria[decided]
	return openapi.DecidedBy{
		Criterion: c.Figure, ByLot: c.Figure == lotFigure, Reason: "criterion-" + c.Figure, Rule: v.rule(c.Paragraph),
		Text: v.w.Lead(words.Lead{
			Above: v.name(int(above)), Below: v.name(int(below)), Criterion: c.Figure, Label: v.label(c),
			FigureAbove: figuresAbove[decided].Decimal(c.Digits), FigureBelow: figuresBelow[decided].Decimal(c.Digits),
		}),
	}
}

// cut is the line under the last who goes on, where there is a phase to go on to.
func (v View) cut(rows int) openapi.StandingsCut {
	format := v.State.Format
	var after int
	var paragraph, key string
	switch e := v.Rules.Elimination; {
	case format.Semifinal && e.Semifinal != nil:
		for _, seeds := range e.Semifinal.Seeds {
			after += len(seeds)
		}
		paragraph, key = e.Semifinal.Paragraph, "cut.semifinal"
	case format.Final && e.Final != nil:
		after, paragraph, key = e.Final.Players, e.Final.Paragraph, "cut.final"
	}
	if after == 0 || rows <= after {
		return openapi.StandingsCut{}
	}
	return openapi.StandingsCut{After: after, Rule: v.rule(paragraph), Text: v.w.Text(key, map[string]any{"count": after})}
}

func (v View) leftRow(s tournament.Struck) openapi.LeftRow {
	return openapi.LeftRow{
		Entry: v.EntryRef(s.Entry), AfterRound: s.At.Round, Rule: v.rule(s.Grounds.Par), Text: v.w.Reason(s.Grounds.Reason, s.Grounds.Params, v.name),
	}
}

// finalStandings are the order of everybody once the event is over.
func (v View) finalStandings(out *openapi.Standings) {
	out.State, out.Round = openapi.StandingsStateFinal, len(v.State.Rounds)
	out.Tables, out.TablesReported = tablesReported(v.State.Rounds[len(v.State.Rounds)-1])
	for i, row := range v.State.Final {
		r := openapi.StandingsRow{
			Rank: row.Place, Entry: v.EntryRef(row.Entry), Figures: v.shown(row.Figures), Games: v.games(row.Entry, len(v.State.Rounds), true),
			DecidedBy: openapi.DecidedBy{Reason: row.Grounds.Reason, Rule: v.rule(row.Grounds.Par), Text: v.w.Reason(row.Grounds.Reason, row.Grounds.Params, v.name)},
		}
		if row.Decided >= 0 {
			above := v.State.Final[i-1]
			r.DecidedBy = v.lead(row.Decided, above.Entry, row.Entry, above.Figures, row.Figures)
		}
		out.Rows = append(out.Rows, r)
	}
	for _, struck := range v.State.Struck {
		out.Left = append(out.Left, v.leftRow(struck))
	}
}

// Compare says term by term why one stands above the other after a round (0: the
// latest).
func (v View) Compare(round int, a, b league.Entry) (openapi.Comparison, error) {
	if round == 0 {
		round = len(v.State.Rounds)
	}
	if round < 1 || round > len(v.State.Rounds) || v.Entry(a) == nil || v.Entry(b) == nil {
		return openapi.Comparison{}, fmt.Errorf("compare %d and %d: %w", a, b, league.ErrNotFound)
	}
	c, err := tournament.Explain(v.State, round, a, b)
	if err != nil {
		return openapi.Comparison{}, err
	}
	out := openapi.Comparison{A: v.EntryRef(a), B: v.EntryRef(b), Above: int(c.Above), Lines: []openapi.ComparisonLine{}}
	for i, line := range c.Lines {
		out.Lines = append(out.Lines, openapi.ComparisonLine{
			Criterion: line.Criterion.Figure, Label: v.label(line.Criterion), Rule: v.rule(line.Criterion.Paragraph),
			A: v.side(line.Criterion, line.A, a), B: v.side(line.Criterion, line.B, b), Decides: i == c.Decided,
		})
	}
	lead := words.Lead{Above: v.name(int(a)), Below: v.name(int(b))}
	if c.Decided >= 0 {
		line := c.Lines[c.Decided]
		above, below := line.A, line.B
		if c.Above == b {
			lead.Above, lead.Below, above, below = lead.Below, lead.Above, below, above
		}
		lead.Criterion, lead.Label = line.Criterion.Figure, v.label(line.Criterion)
		lead.FigureAbove, lead.FigureBelow = above.Total.Decimal(line.Criterion.Digits), below.Total.Decimal(line.Criterion.Digits)
		out.Rule = v.rule(line.Criterion.Paragraph)
	}
	out.Text = v.w.Lead(lead)
	return out, nil
}

// side is one entrant's sum with its parts; those of a share say of what.
func (v View) side(c rules.Criterion, s standings.Sum, entry league.Entry) openapi.ComparisonSide {
	out := openapi.ComparisonSide{Sum: s.Total.Decimal(c.Digits), Terms: []openapi.ComparisonTerm{}}
	for _, term := range s.Terms {
		t := openapi.ComparisonTerm{Round: term.Round, Table: term.Table, Value: term.Value.Decimal(c.Digits)}
		if c.Figure == rules.FigureShare {
			v.ofTable(&t, entry)
		}
		out.Terms = append(out.Terms, t)
	}
	return out
}

func (v View) ofTable(t *openapi.ComparisonTerm, entry league.Entry) {
	for _, table := range v.State.Rounds[t.Round-1].Tables {
		if table.Number != t.Table || table.Game == nil {
			continue
		}
		if seat, ok := table.Game.Seat(entry); ok {
			t.Vp, t.Of = seat.Counted, table.Game.Total.String()
		}
	}
}

// RanksBefore are the places in the standings before a round (0: the latest), by
// start number; nil before the second.
func (v View) RanksBefore(round int) map[int]int {
	if round == 0 {
		round = len(v.State.Rounds)
	}
	if round < 2 {
		return nil
	}
	out := map[int]int{}
	for _, row := range v.State.Rounds[round-2].Standings {
		out[int(row.Entry)] = row.Rank
	}
	return out
}
