package views

import (
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/openapi"
)

// Declaration makes a result declared by a table, in the form in which it would be recorded.
func (v View) Declaration(d facts.Declaration) openapi.Declaration {
	out := openapi.Declaration{
		Number: d.Number, By: v.EntryRef(league.Entry(d.Entry)), DeclaredAt: d.DeclaredAt, Agreed: append([]int{}, d.Confirmed...),
		Result: openapi.NewResult{
			Ended: openapi.Ending(d.Result.Ended), DeclaredBy: int(d.Result.DeclaredBy), WonAtOnce: d.Result.WonAtOnce, Seats: []openapi.NewSeatResult{},
		},
	}
	for _, seat := range d.Result.Seats {
		one := openapi.NewSeatResult{Entry: int(seat.Entry), Vp: seat.VP, Left: seat.Left, Figures: seat.Figures, Objective: seat.Objective}
		if seat.Points != nil {
			one.Points = seat.Points.String()
		}
		out.Result.Seats = append(out.Result.Seats, one)
	}
	return out
}

// RefereeCall is a call of a table for a referee.
func (v View) RefereeCall(c facts.RefereeCall) openapi.RefereeCall {
	out := openapi.RefereeCall{Id: c.ID, Reason: openapi.CallReason(c.Reason), Note: c.Note, CalledAt: c.CalledAt}
	if c.AnsweredAt != nil {
		out.AnsweredAt, out.AnsweredBy = *c.AnsweredAt, v.w.Player(c.AnsweredBy, c.AnsweredByInitials)
	}
	return out
}
