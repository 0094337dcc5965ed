package views

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/standings"
	"referto/internal/league/tournament"
	"referto/openapi"
)

// groundsOf are the grounds of a refusal; ok is false for any other error.
func groundsOf(err error) (g league.Grounds, ok bool) {
	var rule *league.RuleError
	var state *league.StateError
	switch {
	case errors.As(err, &rule):
		return rule.Grounds, true
	case errors.As(err, &state):
		return state.Grounds, true
	}
	return g, false
}

// list is one of the standings of the ruleset after a round.
type list struct {
	rules.Standings
	// seats reports whether they are those that seat and qualify.
	seats bool
	rows  []standings.Row
}

// list returns one of the standings of the ruleset by id, "" for those that seat, without rows. ok is false if
// there are none of that id.
func (v View) list(id string) (l list, ok bool) {
	first := cmp.Or(v.State.Standings, v.Rules.Standings[0].ID)
	l.Standings, ok = v.Rules.StandingsOf(cmp.Or(id, first))
	l.seats = l.ID == first
	return l, ok
}

// Standings makes the standings of an id ("": those that seat) after a round, or with 0 after the latest. Once
// an event is over, those that seat are the final standings. Before the first round they are empty.
func (v View) Standings(id string, round int) (openapi.Standings, error) {
	rounds := v.State.Rounds
	l, ok := v.list(id)
	if !ok || round > len(rounds) {
		return openapi.Standings{}, fmt.Errorf("standings %q after round %d: %w", id, round, league.ErrNotFound)
	}
	out := openapi.Standings{
		Id: l.ID, Name: v.named(l.ID, l.Name), All: v.allStandings(), MinGames: l.MinGames,
		Criteria: []openapi.Criterion{}, Rows: []openapi.StandingsRow{}, Left: []openapi.LeftRow{}, Revision: v.EventFacts.Event.Revision,
		State: openapi.StandingsStateProvisional,
	}
	if v.EventFacts.Event.Started() {
		out.Criteria = v.criteria(l)
	}
	if v.EventFacts.Event.Elsewhere {
		v.recordedStandings(&out)
	}
	if len(rounds) == 0 {
		return out, nil
	}
	out.Round = cmp.Or(round, len(rounds))
	_, l.rows, _ = v.State.StandingsAfter(out.Round, l.ID)
	state := rounds[out.Round-1]
	out.Tables, out.TablesReported = tablesReported(state)
	if out.Round == len(rounds) {
		v.outcome(&out)
	}
	if round == 0 && v.State.Final != nil && l.seats {
		v.finalStandings(&out, l)
		return out, nil
	}
	v.standingsAfter(&out, l)
	return out, nil
}

// allStandings name the standings of the ruleset, those that seat first.
func (v View) allStandings() []openapi.StandingsName {
	first, _ := v.list("")
	all := []openapi.StandingsName{{Id: first.ID, Name: v.named(first.ID, first.Name)}}
	for _, other := range v.Rules.Standings {
		if other.ID != first.ID {
			all = append(all, openapi.StandingsName{Id: other.ID, Name: v.named(other.ID, other.Name)})
		}
	}
	return all
}

// outcome adds finalists, places and prizes as they are by now.
func (v View) outcome(out *openapi.Standings) {
	for _, q := range v.State.Finalists {
		f := openapi.Finalist{Entry: v.EntryRef(q.Entry), Table: q.Table, Text: v.reason(q.Grounds), Rule: v.rule(q.Grounds.Par)}
		if q.Replaces != 0 {
			f.Replaces = v.EntryRef(q.Replaces)
		}
		out.Finalists = append(out.Finalists, f)
	}
	for _, p := range v.State.Vacant {
		out.Vacant = append(out.Vacant, openapi.VacantPlace{
			Place: p.Place, Table: p.Table, Replaces: v.EntryRef(p.Of), Text: v.reason(p.Grounds), Rule: v.rule(p.Grounds.Par),
		})
	}
	for _, a := range v.State.Awards {
		out.Awards = append(out.Awards, v.award(a))
	}
	for _, b := range v.State.Barred {
		out.Barred = append(out.Barred, v.barred(b))
	}
}

func (v View) barred(b tournament.Barred) openapi.BarredRow {
	return openapi.BarredRow{Entry: v.EntryRef(b.Entry), From: b.From, Text: v.reason(b.Grounds), Rule: v.rule(b.Grounds.Par)}
}

func (v View) award(a tournament.Award) openapi.Award {
	out := openapi.Award{Id: a.ID, Entry: v.EntryRef(a.Entry), Text: v.reason(a.Grounds), Rule: v.rule(a.Grounds.Par)}
	for _, rule := range v.Rules.Awards {
		if rule.ID != a.ID {
			continue
		}
		out.Name = v.named(rule.ID, rule.Name)
		if rule.Standings != "" {
			out.Figure = decimal(a.Figure)
		}
	}
	return out
}

func (v View) criteria(l list) []openapi.Criterion {
	out := []openapi.Criterion{}
	for _, c := range l.Criteria {
		if c.Figure != rules.FigureLot {
			out = append(out, openapi.Criterion{Key: c.Figure, Label: v.label(c), Rule: v.rule(c.Paragraph)})
		}
	}
	return out
}

// label names a criterion in the reader's language, or as the ruleset names a
// figure of its own.
func (v View) label(c rules.Criterion) string {
	if key := "criterion." + c.Figure; v.w.Has(key) {
		return v.w.Text(key, nil)
	}
	if name, ok := v.Rules.FigureName(c.Figure); ok {
		return v.named(c.Figure, name)
	}
	return c.Figure
}

func (v View) standingsAfter(out *openapi.Standings, l list) {
	if v.State.Rounds[out.Round-1].Closed {
		out.State = openapi.StandingsStateStanding
	}
	before := map[league.Entry]int{}
	if _, rows, err := v.State.StandingsAfter(out.Round-1, l.ID); err == nil {
		for _, row := range rows {
			before[row.Entry] = row.Rank
		}
	}
	shown := v.shown(l.Criteria, openapi.Each(l.rows, func(row standings.Row) []league.Frac { return row.Figures }))
	for i, row := range l.rows {
		r := v.row(l, out.Round, row.Rank, row.Entry, shown[i], false)
		r.Shared = i > 0 && l.rows[i-1].Rank == row.Rank || i+1 < len(l.rows) && l.rows[i+1].Rank == row.Rank
		if rank, ok := before[row.Entry]; ok {
			movement := rank - row.Rank
			r.Movement = &movement
		}
		if i > 0 && row.Decided >= 0 {
			r.DecidedBy = v.lead(l.Criteria[row.Decided], l.rows[i-1].Entry, row.Entry, shown[i-1].texts[row.Decided], shown[i].texts[row.Decided])
		}
		out.Rows = append(out.Rows, r)
	}
	if l.seats {
		out.Cut = v.cut(len(l.rows))
	}
	for _, struck := range v.State.Struck {
		if struck.At.Round <= out.Round {
			out.Left = append(out.Left, v.leftRow(struck))
		}
	}
}

// row is a line of standings after a round, with its games: those that the
// standings count, or with all also semifinal and final.
func (v View) row(l list, round, rank int, entry league.Entry, figures shownRow, all bool) openapi.StandingsRow {
	state := v.State.Rounds[round-1]
	r := openapi.StandingsRow{
		Rank: rank, Entry: v.EntryRef(entry), Figures: []openapi.Decimal{}, Games: v.games(entry, round, all),
		ScoreLine: v.scoreLine(state.Lines[entry]),
	}
	for i, c := range l.Criteria {
		if c.Figure == rules.FigureLot {
			continue
		}
		r.Figures = append(r.Figures, figures.texts[i])
		if figures.alike[i] {
			r.Alike = append(r.Alike, c.Figure)
		}
	}
	if penalty := v.penalties(entry, round); !penalty.IsZero() && slices.ContainsFunc(l.Criteria, ofPoints) {
		r.Penalty = decimal(penalty)
	}
	if state.Games != nil {
		games := state.Games[entry]
		r.GamesPlayed = &games
	}
	return r
}

func ofPoints(c rules.Criterion) bool { return c.Figure == rules.FigurePoints }

// penalties are the points that penalties up to the end of a round have added to an
// entry's (SQ00 penalties).
func (v View) penalties(entry league.Entry, round int) (sum league.Frac) {
	for _, points := range v.PointPenalties(entry, round) {
		sum = sum.Add(points)
	}
	return sum
}

func tablesReported(state tournament.RoundState) (tables, reported int) {
	for _, t := range state.Tables {
		if t.Game != nil {
			reported++
		}
	}
	return len(state.Tables), reported
}

// shownRow holds the shown figures of one row of standings, parallel to the criteria. Alike marks figures that
// look like another row's although they differ.
type shownRow struct {
	texts []string
	alike []bool
}

// shown are the figures of all rows of standings as the ruleset shows them, with as
// many digits as distinguish the rows.
func (v View) shown(criteria []rules.Criterion, rows [][]league.Frac) []shownRow {
	out := make([]shownRow, len(rows))
	for i := range rows {
		out[i] = shownRow{texts: make([]string, len(criteria)), alike: make([]bool, len(criteria))}
	}
	for j, c := range criteria {
		column := make([]league.Frac, len(rows))
		for i, row := range rows {
			column[i] = row[j]
		}
		texts, alike := v.Rules.ShownColumn(c, column)
		for i := range rows {
			out[i].texts[j], out[i].alike[j] = texts[i], alike != nil && alike[i]
		}
	}
	return out
}

// games are an entry's games up to a round: those that the standings count, or
// with all also semifinal and final.
func (v View) games(entry league.Entry, until int, all bool) []openapi.StandingsGame {
	out := []openapi.StandingsGame{}
	for _, round := range v.State.Rounds[:until] {
		if !all && !tournament.ForEverybody(round.Kind, round.Number) {
			continue
		}
		for _, t := range round.Tables {
			if t.Game == nil {
				continue
			}
			if seat, ok := t.Game.Seat(entry); ok {
				out = append(out, v.game(round.Number, t.Game, seat))
			}
		}
	}
	return out
}

// game makes one game of an entry for the list in standings.
func (v View) game(round int, game *scoring.Game, seat scoring.Seat) openapi.StandingsGame {
	out := openapi.StandingsGame{
		Round: round, Table: game.Table, Vp: seat.VP, Counted: seat.Counted, Won: won(game, seat), Place: seat.Place,
		ScoreLine: v.gameLine(round, game.Table, seat),
	}
	out.Points, out.Penalty = pointsOf(seat)
	if seat.Void {
		out.Void = v.voidScore(seat.Entry, round)
	}
	return out
}

// lead explains by which criterion one entry stands above another, with the shown figures of both.
func (v View) lead(c rules.Criterion, above, below league.Entry, shownAbove, shownBelow string) openapi.DecidedBy {
	return v.leadOf(c, v.name(int(above)), v.name(int(below)), shownAbove, shownBelow)
}

// leadOf does so for people by their names.
func (v View) leadOf(c rules.Criterion, above, below, shownAbove, shownBelow string) openapi.DecidedBy {
	return openapi.DecidedBy{
		Criterion: c.Figure, ByLot: c.Figure == rules.FigureLot, Reason: "criterion-" + c.Figure, Rule: v.rule(c.Paragraph),
		Text: v.w.Lead(words.Lead{
			Above: above, Below: below, Criterion: c.Figure, Label: v.label(c), FigureAbove: shownAbove, FigureBelow: shownBelow,
		}),
	}
}

// cut is the line under the last entry that goes on, if there is a phase to go on to.
func (v View) cut(rows int) openapi.StandingsCut {
	format := v.State.Format
	var after int
	var paragraph, key string
	switch e := v.Rules.Elimination; {
	case format.Advance > 0: // the tables qualify
	case format.Semifinal && e.Semifinal != nil:
		for _, seeds := range e.Semifinal.Seeds {
			after += len(seeds)
		}
		paragraph, key = e.Semifinal.Paragraph, "cut.semifinal"
	case format.Final && e.Final != nil && len(e.Final.FromTables) == 0:
		after, paragraph, key = e.Final.Players, e.Final.Paragraph, "cut.final"
	}
	if after == 0 || rows <= after {
		return openapi.StandingsCut{}
	}
	return openapi.StandingsCut{After: after, Rule: v.rule(paragraph), Text: v.w.Text(key, map[string]any{"count": after})}
}

func (v View) leftRow(s tournament.Struck) openapi.LeftRow {
	return openapi.LeftRow{
		Entry: v.EntryRef(s.Entry), AfterRound: s.At.Round, Rule: v.rule(s.Grounds.Par), Text: v.reason(s.Grounds),
	}
}

// finalStandings makes the order of all entries once the event is over.
func (v View) finalStandings(out *openapi.Standings, l list) {
	out.State = openapi.StandingsStateFinal
	final := v.State.Final
	shares := func(i, j int) bool {
		return j >= 0 && j < len(final) && final[i].Place > 0 && final[i].Place == final[j].Place
	}
	shown := v.shown(l.Criteria, openapi.Each(final, func(row tournament.FinalRow) []league.Frac { return row.Figures }))
	for i, row := range final {
		r := v.row(l, out.Round, row.Place, row.Entry, shown[i], true)
		r.Shared = shares(i, i-1) || shares(i, i+1)
		r.DecidedBy = openapi.DecidedBy{Reason: row.Grounds.Reason, Rule: v.rule(row.Grounds.Par), Text: v.reason(row.Grounds)}
		switch {
		case row.Decided >= 0:
			r.DecidedBy = v.lead(l.Criteria[row.Decided], final[i-1].Entry, row.Entry, shown[i-1].texts[row.Decided], shown[i].texts[row.Decided])
		case shares(i, i-1):
			r.DecidedBy.Text = v.w.Lead(words.Lead{Above: v.name(int(final[i-1].Entry)), Below: v.name(int(row.Entry))})
		}
		out.Rows = append(out.Rows, r)
	}
	for _, struck := range v.State.Struck {
		out.Left = append(out.Left, v.leftRow(struck))
	}
}

// recordedStandings makes the final order of an event that was played elsewhere: its games are not known.
func (v View) recordedStandings(out *openapi.Standings) {
	out.State, out.Criteria = openapi.StandingsStateFinal, []openapi.Criterion{}
	for _, row := range v.State.Final {
		out.Rows = append(out.Rows, openapi.StandingsRow{
			Rank: row.Place, Entry: v.EntryRef(row.Entry), Figures: []openapi.Decimal{}, Games: []openapi.StandingsGame{},
			DecidedBy: openapi.DecidedBy{Reason: row.Grounds.Reason, Text: v.reason(row.Grounds)},
		})
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
