package leagueapi

import (
	"context"

	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/desk/playdesk"
	"referto/internal/league/officiating"
	"referto/internal/league/tournament"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// GetRoundDraw answers with the document of a round's draw.
func (a *API) GetRoundDraw(ctx context.Context, r openapi.GetRoundDrawRequestObject) (openapi.GetRoundDrawResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.see(c, r.Event)
	if err != nil {
		return nil, err
	}
	out, err := view(c, s).RoundDraw(r.Round)
	if err != nil {
		return nil, err
	}
	c.ETag(revision(s, c))
	return openapi.GetRoundDraw200JSONResponse(out), nil
}

// WhatIf does an act in a transaction that the gate takes back, and answers with
// what differed.
func (a *API) WhatIf(ctx context.Context, r openapi.WhatIfRequestObject) (openapi.WhatIfResponseObject, error) {
	c := gate.From(ctx)
	if err := c.Tx().Send(&tenantdb.Batch{}); err != nil { // grants come with the first answer
		return nil, err
	}
	permission, do := a.considered(c, r.Event, r.Body)
	if err := c.Can(permission, c.Target()).Err(); err != nil {
		return nil, err
	}
	rehearsal, err := a.desk.Rehearse(c.Tx(), act(c), r.Event, do)
	if err != nil {
		return nil, err
	}
	out := view(c, rehearsal.After).consequences(rehearsal.Change)
	out.Revision = rehearsal.Before.Event.Revision - 1 // the rehearsal has held the row, which counts as a change
	return openapi.WhatIf200JSONResponse(out), nil
}

// considered is the act that is asked about, with the permission it takes. The
// contract lets exactly one through.
func (a *API) considered(c *gate.Call, id league.EventID, q *openapi.WhatIfQuestion) (authz.Permission, func(desk.Act) (*officiating.Situation, error)) {
	switch {
	case q.Withdrawal.Entry != 0:
		return "withdrawal:write", func(act desk.Act) (*officiating.Situation, error) {
			_, s, err := playdesk.At(a.desk).Withdraw(c.Tx(), act, id, league.Entry(q.Withdrawal.Entry), q.Withdrawal.Reason, q.Withdrawal.Unexcused)
			return s, err
		}
	case q.Sanction.Entry != 0:
		return "sanction:write", func(act desk.Act) (*officiating.Situation, error) {
			penalty, err := newSanction(c, q.Sanction)
			if err != nil {
				return nil, err
			}
			_, s, err := playdesk.At(a.desk).Sanction(c.Tx(), act, id, penalty)
			return s, err
		}
	case q.Correction.Round != 0:
		x := q.Correction
		return "result:correct", func(act desk.Act) (*officiating.Situation, error) {
			return playdesk.At(a.desk).CorrectResult(c.Tx(), act, id, x.Round, x.Table, whatever, toResult(x.Result), "")
		}
	case q.Replacement.Entry != 0:
		return "entry:write", func(act desk.Act) (*officiating.Situation, error) {
			_, s, err := entrydesk.At(a.desk).ReplaceByReserve(c.Tx(), act, id, q.Replacement.Entry, "")
			return s, err
		}
	case q.Absence.Entry != 0:
		return "checkin:write", func(act desk.Act) (*officiating.Situation, error) {
			_, s, err := entrydesk.At(a.desk).RecordAttendance(c.Tx(), act, id, newAttendance(q.Absence))
			return s, err
		}
	default:
		x := q.Void
		return "result:correct", func(act desk.Act) (*officiating.Situation, error) {
			void := league.Void{For: openapi.Each(x.For, entry), AtFault: openapi.Each(x.AtFault, entry), OthersScored: x.OthersScored}
			return playdesk.At(a.desk).VoidGame(c.Tx(), act, id, x.Round, x.Table, void, "")
		}
	}
}

// whatever accepts any version: who only asks starts from none.
func whatever(int) bool { return true }

// consequences are a change in the reader's words.
func (v View) consequences(c tournament.Change) openapi.WhatIf {
	out := openapi.WhatIf{
		Struck: openapi.Each(c.Struck, func(s tournament.Struck) openapi.WhatIfStruck {
			return openapi.WhatIfStruck{Entry: v.EntryRef(s.Entry), Cause: openapi.WhatIfStruckCause(s.Cause), Explanation: v.Explain(s.Grounds)}
		}),
		Restored: openapi.Each(c.Restored, v.EntryRef), FinalistsOut: openapi.Each(c.FinalistsOut, v.EntryRef),
		Tables: []openapi.WhatIfTable{}, Ranks: openapi.Each(c.Ranks, v.rankChange), Places: openapi.Each(c.Places, v.rankChange),
		Further: openapi.Each(c.Further, func(f tournament.FurtherRanks) openapi.WhatIfFurther {
			return openapi.WhatIfFurther{Standings: f.ID, Ranks: openapi.Each(f.Ranks, v.rankChange)}
		}),
		FinalistsIn: []openapi.WhatIfFinalist{}, Awards: []openapi.WhatIfAward{}, Reports: []openapi.WhatIfReport{},
	}
	for _, t := range c.Tables {
		table := openapi.WhatIfTable{Round: t.Round, Table: t.Table, Running: openapi.WhatIfTableRunning(t.Running)}
		if t.Grounds != nil {
			table.Explanation = v.Explain(*t.Grounds)
		}
		out.Tables = append(out.Tables, table)
	}
	for _, q := range c.FinalistsIn {
		out.FinalistsIn = append(out.FinalistsIn, openapi.WhatIfFinalist{Entry: v.EntryRef(q.Entry), Replaces: int(q.Replaces), Explanation: v.Explain(q.Grounds)})
	}
	for _, award := range c.Awards {
		out.Awards = append(out.Awards, openapi.WhatIfAward{Award: award.ID, Before: v.holder(award.Before), After: v.holder(award.After)})
	}
	for _, report := range c.Reports {
		out.Reports = append(out.Reports, openapi.WhatIfReport{Entry: v.EntryRef(report.Entry), To: report.To, Explanation: v.Explain(report.Grounds)})
	}
	v.scoresOf(&out, c)
	if c.Next != nil {
		out.Next = openapi.WhatIfNext{Before: v.step(c.Next.Before), After: v.step(c.Next.After)}
	}
	return out
}

// scoresOf adds what entries come to, void games, who is barred, and who sits
// elsewhere.
func (v View) scoresOf(out *openapi.WhatIf, c tournament.Change) {
	out.Figures = openapi.Each(c.Figures, func(f tournament.FigureChange) openapi.WhatIfFigure {
		before, after := v.Rules.ShownApart(f.Criterion, f.Before, f.After)
		return openapi.WhatIfFigure{
			Entry: v.EntryRef(f.Entry), Criterion: f.Criterion.Figure, Label: v.label(f.Criterion),
			Before: before, After: after,
		}
	})
	out.Pending = openapi.Each(c.Pending, func(p tournament.PendingScore) openapi.WhatIfScore {
		return openapi.WhatIfScore{Entry: v.EntryRef(p.Entry), Round: p.Round, Explanation: v.Explain(p.Grounds)}
	})
	out.Copied = openapi.Each(c.Copied, func(s tournament.CopiedScore) openapi.WhatIfScore {
		return openapi.WhatIfScore{
			Entry: v.EntryRef(s.Entry), Round: s.Round, FromRound: s.From, Points: decimal(s.Points), Explanation: v.Explain(s.Grounds),
		}
	})
	out.Barred = openapi.Each(c.Barred, v.barred)
	out.Seats = openapi.Each(c.Seats, func(s tournament.SeatsChange) openapi.WhatIfSeats {
		return openapi.WhatIfSeats{Round: s.Round, Table: s.Table, Before: openapi.Each(s.Before, v.EntryRef), After: openapi.Each(s.After, v.EntryRef)}
	})
}

func (v View) rankChange(c tournament.RankChange) openapi.WhatIfRank {
	return openapi.WhatIfRank{Entry: v.EntryRef(c.Entry), Before: c.Before, After: c.After}
}

// holder is who gets a prize; zero for nobody.
func (v View) holder(entry league.Entry) openapi.EntryRef {
	if entry == 0 {
		return openapi.EntryRef{}
	}
	return v.EntryRef(entry)
}

// step is the next round with its tables, or why there are none.
func (v View) step(s tournament.Step) openapi.WhatIfStep {
	out := openapi.WhatIfStep{Number: s.Number, Kind: openapi.RoundKind(s.Kind), Missing: s.Missing, Reasons: []openapi.Explanation{}}
	switch {
	case s.Err != nil:
		out.Reasons = append(out.Reasons, v.Explain(s.Err.Grounds))
	case s.Plan != nil:
		out.Tables, out.Reasons = seatings(*s.Plan), openapi.Each(s.Plan.Reasons, v.Explain)
	}
	return out
}
