package sample

import (
	"time"

	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/standings"
	"referto/internal/league/tournament"
	"referto/openapi"
)

// drawn, started, ended are the times of the rounds; the third runs for 80
// minutes from 14:30.
var (
	drawn   = []time.Time{at(0, 10, 6), at(0, 11, 40), at(0, 14, 24), at(0, 16, 5)}
	started = []time.Time{at(0, 10, 12), at(0, 11, 45), at(0, 14, 30), at(0, 16, 15)}
	ended   = []time.Time{at(0, 11, 34), at(0, 13, 5), at(0, 15, 52), at(0, 17, 49)}
)

const timeLimit = 80 * time.Minute

func (p *play) format() openapi.EventFormat {
	f := p.state.Format
	return openapi.EventFormat{
		Rounds: f.Rounds, Semifinal: f.Semifinal, Final: f.Final, Advance: f.Advance, TableSizes: f.TableSizes, Rule: rule(f.Grounds),
	}
}

func (p *play) rounds() []openapi.Round {
	var rounds []openapi.Round
	for i, state := range p.state.Rounds {
		round := openapi.Round{
			Number: state.Number, Kind: openapi.RoundKind(state.Kind), Method: openapi.RoundMethodStandings,
			State: openapi.RoundStateOpen, DrawnAt: drawn[i], Clock: p.clock(i),
		}
		step := p.state.Rounds[max(i-1, 0)].Next
		switch {
		case i == 0:
			round.Method = openapi.RoundMethodLot
			round.Reasons = []openapi.Explanation{p.explanation(p.state.Format.Grounds)}
		case state.Kind == league.Final:
			round.Method = openapi.RoundMethodSeeded
		}
		if i > 0 && step.Plan != nil {
			for _, grounds := range step.Plan.Reasons {
				round.Reasons = append(round.Reasons, p.explanation(grounds))
			}
		}
		if state.Closed {
			round.State, round.ClosedAt = openapi.RoundStateClosed, ended[i]
		}
		for j, table := range state.Tables {
			round.Tables = append(round.Tables, p.table(i, j, table))
		}
		rounds = append(rounds, round)
	}
	return rounds
}

func (p *play) clock(i int) openapi.Clock {
	clock := openapi.Clock{LimitSeconds: int(timeLimit.Seconds()), StartedAt: started[i], Phase: openapi.ClockPhaseEnded, Version: 2}
	if !p.state.Rounds[i].Closed {
		clock.Phase, clock.EndsAt = openapi.ClockPhaseRunning, started[i].Add(timeLimit)
	}
	return clock
}

func (p *play) table(round, index int, state tournament.TableState) openapi.Table {
	table := openapi.Table{Number: state.Number, Round: round + 1}
	for _, entry := range state.Seats {
		table.Seats = append(table.Seats, p.field.players[int(entry)])
	}
	if state.Game == nil {
		return table
	}
	g := state.Game
	finished := started[round].Add(38*time.Minute + time.Duration(index)*time.Minute)
	if later[index] != nil {
		finished = finished.Add(9 * time.Minute)
	}
	table.Version = 1
	table.Result = openapi.Result{
		Ended: openapi.Ending(g.Ended), EnteredAt: finished, EnteredBy: "Renato Ghisolfi", Total: g.Total.String(), Version: 1,
		Winner: int(g.Winner), WinnerDecidedBy: p.explanation(g.Decision),
	}
	if g.Ended == league.Declared {
		table.Result.DeclaredBy = int(g.Winner)
	}
	for _, part := range g.Parts(p.rules.Scoring.Share) {
		table.Result.TotalOf = append(table.Result.TotalOf, openapi.TotalPart{Entry: int(part.Entry), Points: part.Points})
	}
	for _, s := range g.Seats {
		table.Result.Seats = append(table.Result.Seats, openapi.SeatResult{
			Entry: int(s.Entry), Vp: s.VP, Counted: s.Counted, Left: s.Left, Place: s.Place, Win: s.Win.String(), Share: s.Share.Decimal(2),
		})
	}
	return table
}

// standings are those after a preliminary round, with every row's comparison
// with the one above.
func (p *play) standings(after int) (openapi.Standings, map[int]openapi.Comparison) {
	round := p.state.Rounds[after-1]
	st := openapi.Standings{
		Round: after, Criteria: p.criteria(), State: openapi.StandingsStateStanding, Revision: 4711,
		Cut: openapi.StandingsCut{After: 4, Text: p.w.Text("cut.final", map[string]any{"count": 4}), Rule: openapi.Rule{Code: p.rules.Code, Paragraph: "3.2d"}},
	}
	for _, table := range round.Tables {
		st.Tables++
		if table.Game != nil {
			st.TablesReported++
		}
	}
	if !round.Closed {
		st.State = openapi.StandingsStateProvisional
	}
	why := make(map[int]openapi.Comparison)
	for i, row := range round.Standings {
		r := p.row(row, after)
		r.Shared = shared(round.Standings, row.Rank)
		if after > 1 {
			gained := p.ranks(after - 1)[int(row.Entry)] - row.Rank
			r.Movement = &gained
		}
		if i > 0 {
			comparison := p.comparison(after, round.Standings[i-1].Entry, row.Entry)
			why[int(row.Entry)] = comparison
			r.DecidedBy = p.decidedBy(row, comparison)
		}
		st.Rows = append(st.Rows, r)
	}
	return st, why
}

func (p *play) decidedBy(row standings.Row, c openapi.Comparison) openapi.DecidedBy {
	d := openapi.DecidedBy{Text: c.Text, Rule: c.Rule, Reason: "level"}
	if row.Decided >= 0 {
		d.Reason, d.Criterion, d.ByLot = "criterion", p.state.Criteria[row.Decided].Figure, row.ByLot
	}
	return d
}

// finalStandings are the order of everybody when the event is over.
func (p *play) finalStandings() (openapi.Standings, map[int]openapi.Comparison) {
	last := len(p.state.Rounds)
	preliminary := make(map[league.Entry]standings.Row)
	for _, row := range p.state.Rounds[last-1].Standings {
		preliminary[row.Entry] = row
	}
	st := openapi.Standings{
		Round: last, Criteria: p.criteria(), State: openapi.StandingsStateFinal, Revision: 4712, Tables: 1, TablesReported: 1,
	}
	why := make(map[int]openapi.Comparison)
	var above tournament.FinalRow
	for _, placed := range p.state.Final {
		row := p.row(preliminary[placed.Entry], last)
		row.Rank = placed.Place
		row.DecidedBy = openapi.DecidedBy{
			Reason: placed.Grounds.Reason, Rule: rule(placed.Grounds), Text: p.explanation(placed.Grounds).Text,
		}
		if above.Grounds.Reason == "preliminary-standings" && placed.Grounds.Reason == above.Grounds.Reason {
			comparison := p.comparison(last-1, above.Entry, placed.Entry)
			why[int(placed.Entry)] = comparison
			row.DecidedBy = p.decidedBy(preliminary[placed.Entry], comparison)
		}
		st.Rows = append(st.Rows, row)
		above = placed
	}
	st.Rows[0].DecidedBy = openapi.DecidedBy{}
	return st, why
}

func (p *play) criteria() []openapi.Criterion {
	var criteria []openapi.Criterion
	for _, c := range p.state.Criteria {
		criteria = append(criteria, openapi.Criterion{
			Key: c.Figure, Label: p.w.Text("criterion."+c.Figure, nil), Rule: openapi.Rule{Code: p.rules.Code, Paragraph: c.Paragraph},
		})
	}
	return criteria
}

func (p *play) row(row standings.Row, rounds int) openapi.StandingsRow {
	r := openapi.StandingsRow{Rank: row.Rank, Entry: p.field.players[int(row.Entry)]}
	for i, criterion := range p.state.Criteria {
		if criterion.Figure != rules.FigureLot {
			r.Figures = append(r.Figures, row.Figures[i].Decimal(criterion.Digits))
		}
	}
	for _, round := range p.state.Rounds[:rounds] {
		for _, table := range round.Tables {
			if seat, ok := seatOf(table, row.Entry); ok {
				r.Games = append(r.Games, openapi.StandingsGame{
					Round: round.Number, Table: table.Number, Vp: seat.VP, Counted: seat.Counted, Won: table.Game.Winner == row.Entry,
				})
			}
		}
	}
	return r
}

func seatOf(table tournament.TableState, entry league.Entry) (scoring.Seat, bool) {
	if table.Game == nil {
		return scoring.Seat{}, false
	}
	return table.Game.Seat(entry)
}

func shared(rows []standings.Row, rank int) bool {
	count := 0
	for _, row := range rows {
		if row.Rank == rank {
			count++
		}
	}
	return count > 1
}

// comparison explains in words and sums why one entrant stands above another.
func (p *play) comparison(round int, above, below league.Entry) openapi.Comparison {
	explained, err := tournament.Explain(p.state, "", round, above, below)
	if err != nil {
		panic(err) // both stand in these standings
	}
	a, b := p.field.players[int(above)], p.field.players[int(below)]
	c := openapi.Comparison{A: a, B: b, Above: int(explained.Above)}
	lead := words.Lead{Above: a.Player.Name, Below: b.Player.Name}
	for i, line := range explained.Lines {
		criterion := line.Criterion
		cite := openapi.Rule{Code: p.rules.Code, Paragraph: criterion.Paragraph}
		l := openapi.ComparisonLine{
			Criterion: criterion.Figure, Label: p.w.Text("criterion."+criterion.Figure, nil), Rule: cite, Decides: i == explained.Decided,
			A: p.side(criterion, line.A, above), B: p.side(criterion, line.B, below),
		}
		if l.Decides {
			lead.Criterion, lead.FigureAbove, lead.FigureBelow = criterion.Figure, l.A.Sum, l.B.Sum
			c.Rule = cite
		}
		c.Lines = append(c.Lines, l)
	}
	c.Text = p.w.Lead(lead)
	return c
}

func (p *play) side(criterion rules.Criterion, sum standings.Sum, entry league.Entry) openapi.ComparisonSide {
	side := openapi.ComparisonSide{Sum: sum.Total.Decimal(criterion.Digits), Terms: []openapi.ComparisonTerm{}}
	for _, term := range sum.Terms {
		t := openapi.ComparisonTerm{Round: term.Round, Table: term.Table, Value: term.Value.Decimal(criterion.Digits), Dropped: term.Dropped}
		table := p.state.Rounds[term.Round-1].Tables[term.Table-1]
		if seat, ok := seatOf(table, entry); ok && criterion.Figure == rules.FigureShare {
			t.Vp, t.Of = seat.Counted, table.Game.Total.String()
		}
		side.Terms = append(side.Terms, t)
	}
	return side
}

func (p *play) explanation(g league.Grounds) openapi.Explanation {
	who := func(entry int) string { return p.field.players[entry].Player.Name }
	return openapi.Explanation{Reason: g.Reason, Rule: rule(g), Text: p.w.Reason(g.Reason, g.Params, who)}
}

func rule(g league.Grounds) openapi.Rule { return openapi.Rule{Code: g.Code, Paragraph: g.Par} }
