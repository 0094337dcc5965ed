package playapi

import (
	"context"

	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/desk/playdesk"
	"referto/internal/league/leagueapi"
	"referto/internal/league/officiating"
	"referto/internal/league/views"
	"referto/openapi"
)

// GetRoundDraw answers with the document of a round's draw.
func (a API) GetRoundDraw(ctx context.Context, r openapi.GetRoundDrawRequestObject) (openapi.GetRoundDrawResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.See(c, r.Event)
	if err != nil {
		return nil, err
	}
	out, err := leagueapi.View(c, s).RoundDraw(r.Round)
	if err != nil {
		return nil, err
	}
	c.ETag(leagueapi.Revision(s, c))
	return openapi.GetRoundDraw200JSONResponse(out), nil
}

// WhatIf does an act in a transaction that the gate rolls back, and returns the differences.
func (a API) WhatIf(ctx context.Context, r openapi.WhatIfRequestObject) (openapi.WhatIfResponseObject, error) {
	c := gate.From(ctx)
	if err := c.Identify(); err != nil { // grants come with the first answer
		return nil, err
	}
	permission, do := a.considered(c, r.Event, r.Body)
	if err := c.Can(permission, c.Target()).Err(); err != nil {
		return nil, err
	}
	preview, err := a.Desk.Preview(c.Tx(), leagueapi.Act(c), r.Event, do)
	if err != nil {
		return nil, err
	}
	out := leagueapi.View(c, preview.After).Consequences(preview.Change)
	out.Revision = preview.Before.Event.Revision - 1 // the preview has held the row, which counts as a change
	return openapi.WhatIf200JSONResponse(out), nil
}

// considered returns the supposed act, with the permission that it needs. The contract lets exactly one
// through.
func (a API) considered(c *gate.Call, id league.EventID, q *openapi.WhatIfQuestion) (authz.Permission, func(desk.Act) (*officiating.Situation, error)) {
	switch {
	case q.Withdrawal.Entry != 0:
		return "withdrawal:write", func(act desk.Act) (*officiating.Situation, error) {
			_, s, err := playdesk.At(a.Desk).Withdraw(c.Tx(), act, id, league.Entry(q.Withdrawal.Entry), q.Withdrawal.Reason, q.Withdrawal.Unexcused)
			return s, err
		}
	case q.Sanction.Entry != 0:
		return "sanction:write", func(act desk.Act) (*officiating.Situation, error) {
			penalty, err := newSanction(c, q.Sanction)
			if err != nil {
				return nil, err
			}
			_, s, err := playdesk.At(a.Desk).Sanction(c.Tx(), act, id, penalty)
			return s, err
		}
	case q.Correction.Round != 0:
		x := q.Correction
		return "result:correct", func(act desk.Act) (*officiating.Situation, error) {
			return playdesk.At(a.Desk).CorrectResult(c.Tx(), act, id, x.Round, x.Table, desk.AnyVersion, toResult(x.Result), "")
		}
	case q.Replacement.Entry != 0:
		return "entry:write", func(act desk.Act) (*officiating.Situation, error) {
			_, s, err := entrydesk.At(a.Desk).ReplaceByReserve(c.Tx(), act, id, q.Replacement.Entry, "")
			return s, err
		}
	case q.Seating.Tables != nil:
		return "draw:write", func(desk.Act) (*officiating.Situation, error) {
			return playdesk.At(a.Desk).PreviewSeating(c.Tx(), id, officiating.ByHand{Tables: toTables(q.Seating.Tables), OthersAccepted: q.Seating.OthersAccepted})
		}
	case q.Absence.Entry != 0:
		return "checkin:write", func(act desk.Act) (*officiating.Situation, error) {
			_, s, err := entrydesk.At(a.Desk).RecordAttendance(c.Tx(), act, id, views.NewAttendance(q.Absence))
			return s, err
		}
	default:
		x := q.Void
		return "result:correct", func(act desk.Act) (*officiating.Situation, error) {
			void := league.Void{For: openapi.Each(x.For, views.Entry), AtFault: openapi.Each(x.AtFault, views.Entry), OthersScored: x.OthersScored}
			return playdesk.At(a.Desk).VoidGame(c.Tx(), act, id, x.Round, x.Table, void, "")
		}
	}
}
