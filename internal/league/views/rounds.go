package views

import (
	"maps"
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/seating"
	"referto/openapi"
)

// RoundList makes all rounds drawn until now.
func (v View) RoundList() openapi.RoundList {
	list := openapi.RoundList{Items: []openapi.Round{}, Revision: v.EventFacts.Event.Revision}
	for i := range v.Rounds {
		list.Items = append(list.Items, v.Round(i))
	}
	return list
}

// Round is the round at an index.
func (v View) Round(i int) openapi.Round {
	r := v.Rounds[i]
	out := openapi.Round{
		Number: r.Number, Kind: openapi.RoundKind(r.Kind), State: openapi.RoundState(r.State), Method: openapi.RoundMethod(r.Method),
		HandReason: v.free(r.HandReason), AcceptedBy: r.AcceptedBy, DrawnAt: r.DrawnAt, Tables: []openapi.Table{}, Reasons: openapi.Each(r.Reasons, v.Explain), Clock: v.Clock(r.Clock),
	}
	if r.ClosedAt != nil {
		out.ClosedAt = *r.ClosedAt
	}
	for _, late := range v.State.Rounds[i].Late {
		out.Late = append(out.Late, openapi.LateArrival{
			Entry: v.EntryRef(late.Entry), Minutes: late.Minutes, Plays: late.Plays, CardsForgone: late.CardsForgone, Explanation: v.Explain(late.Grounds),
		})
	}
	for j := range r.Tables {
		out.Tables = append(out.Tables, v.tableView(i, j))
	}
	return out
}

// Table is a table of a round, by their numbers; ok is false if there is none.
func (v View) Table(round, number int) (openapi.Table, bool) {
	if round < 1 || round > len(v.Rounds) {
		return openapi.Table{}, false
	}
	for j, t := range v.Rounds[round-1].Tables {
		if t.Number == number {
			return v.tableView(round-1, j), true
		}
	}
	return openapi.Table{}, false
}

func (v View) tableView(i, j int) openapi.Table {
	t := v.Rounds[i].Tables[j]
	state := v.State.Rounds[i].Tables[j]
	out := openapi.Table{Round: i + 1, Number: t.Number, Seats: openapi.Each(t.Seats, v.EntryRef), Left: openapi.Each(state.Left, number)}
	for _, grounds := range []*league.Grounds{state.Grounds, state.Substitute} {
		if grounds != nil {
			out.Notices = append(out.Notices, v.Explain(*grounds))
		}
	}
	if t.Result == nil {
		return out
	}
	out.Version = t.Result.Version
	out.Result = v.result(*t.Result, state.Game)
	// Once a game is over its seats are shown in the order of play, which the
	// result has.
	out.Seats = openapi.Each(t.Result.Seats, func(s league.SeatResult) openapi.EntryRef { return v.EntryRef(s.Entry) })
	return out
}

// NextRound makes the result of the next draw, or the reasons why there is none.
func (v View) NextRound() (openapi.NextRound, error) {
	out := openapi.NextRound{Reasons: []openapi.Explanation{}}
	next, err := v.Next()
	if grounds, ok := groundsOf(err); ok {
		out.Reasons = append(out.Reasons, v.Explain(grounds))
		return out, nil
	}
	if err != nil {
		return out, err
	}
	out.Possible, out.Number, out.Kind = true, next.Number, openapi.RoundKind(next.Kind)
	out.Tables = seatings(*next.Plan)
	out.Reasons = openapi.Each(next.Plan.Why(), v.Explain)
	if len(next.Plan.Moves) > 0 {
		out.Moves = openapi.Each(next.Plan.Moves, func(m seating.Move) openapi.TableMove {
			return openapi.TableMove{Entry: number(m.Entry), With: number(m.With)}
		})
	}
	return out, nil
}

// seatings are the tables of a plan.
func seatings(p seating.Plan) []openapi.Seating {
	return openapi.Each(p.Tables, func(t seating.Table) openapi.Seating {
		return openapi.Seating{Table: t.Number, Entries: openapi.Each(t.Seats, number)}
	})
}

// Clock is the round's clock as every device shows it.
func (v View) Clock(c facts.Clock) openapi.Clock {
	out := openapi.Clock{Phase: openapi.ClockPhase(c.Phase), LimitSeconds: c.LimitSeconds, TurnLimitSeconds: c.TurnSeconds, Now: v.now, Version: c.Version, Rule: v.rule(v.Rules.Time.Paragraph)}
	for _, p := range v.Rules.Time.Phases {
		out.Phases = append(out.Phases, openapi.PhaseToCome{Phase: openapi.ClockPhase(p.Phase), Rule: v.rule(p.Paragraph)})
	}
	if c.Phase == officiating.ClockReady {
		out.Phase = openapi.ClockPhaseReady
	}
	if c.StartedAt != nil {
		out.StartedAt = *c.StartedAt
	}
	if c.CommandedAt != nil {
		out.CommandedAt = *c.CommandedAt
	}
	if c.EndsAt != nil {
		out.EndsAt = *c.EndsAt
	}
	switch remaining := c.Remaining; {
	case c.LimitSeconds == 0:
	case c.Phase == officiating.ClockReady:
		out.RemainingSeconds = &c.LimitSeconds
	case c.Phase == officiating.ClockPaused:
		out.RemainingSeconds = &remaining
	}
	for _, table := range slices.Sorted(maps.Keys(c.Extra)) {
		extra := openapi.TableClock{Table: table, ExtraSeconds: c.Extra[table]}
		if c.EndsAt != nil {
			extra.EndsAt = c.EndsAt.Add(time.Duration(c.Extra[table]) * time.Second)
		}
		out.Tables = append(out.Tables, extra)
	}
	return out
}

// Entry reads a start number.
func Entry(n int) league.Entry { return league.Entry(n) }
