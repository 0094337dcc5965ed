package playapi

import (
	"context"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/playdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/letters"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// ListSanctions lists warnings and expulsions in order.
func (a API) ListSanctions(ctx context.Context, r openapi.ListSanctionsRequestObject) (openapi.ListSanctionsResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.Desk.View(c.Door(), r.Event)
	if err != nil {
		return nil, err
	}
	v := leagueapi.View(c, s)
	return openapi.ListSanctions200JSONResponse{Items: openapi.Each(s.Sanctions, v.SanctionView), Rounds: openapi.Each(v.State.Rounds, v.Discipline)}, nil
}

// newSanction reads the sanction that the caller gives.
func newSanction(c *gate.Call, n openapi.NewSanction) (officiating.NewSanction, error) {
	points, err := penaltyPoints(n.Points)
	return officiating.NewSanction{
		Entry: league.Entry(n.Entry), Kind: league.SanctionKind(n.Kind), During: n.Moment == openapi.MomentDuringGame,
		Reason: n.Reason, Paragraph: n.Paragraph, Confirmed: c.May("sanction:confirm"),
		Offense: n.Offense, Points: points, ForTeam: n.ForTeam,
	}, err
}

// Sanction warns or expels a player. The first referee's own expulsion needs no
// further confirmation (CN09 5.5b).
func (a API) Sanction(ctx context.Context, r openapi.SanctionRequestObject) (openapi.SanctionResponseObject, error) {
	c := gate.From(ctx)
	if err := c.Identify(); err != nil {
		return nil, err
	}
	penalty, err := newSanction(c, *r.Body)
	if err != nil {
		return nil, err
	}
	sanction, s, err := playdesk.At(a.Desk).Sanction(c.Tx(), leagueapi.Act(c), r.Event, penalty)
	if err != nil {
		return nil, err
	}
	sanction.GivenBy = c.Name()
	if sanction.ConfirmedAt != nil {
		sanction.ConfirmedBy = &sanction.GivenBy
	}
	a.Changed(c, s)
	return openapi.Sanction201JSONResponse(leagueapi.View(c, s).SanctionView(sanction)), nil
}

// penaltyPoints reads the points of a penalty; nil if none were given.
func penaltyPoints(text string) (*league.Frac, error) {
	if text == "" {
		return nil, nil
	}
	points, err := league.ParseFrac(text)
	if err != nil {
		return nil, league.Faults{{Field: "/points", Grounds: league.Grounds{Reason: "points-missing"}}}
	}
	return &points, nil
}

// ConfirmSanction confirms an expulsion.
func (a API) ConfirmSanction(ctx context.Context, r openapi.ConfirmSanctionRequestObject) (openapi.ConfirmSanctionResponseObject, error) {
	c := gate.From(ctx)
	sanction, s, err := playdesk.At(a.Desk).ConfirmSanction(c.Tx(), leagueapi.Act(c), r.Event, r.Sanction)
	if err != nil {
		return nil, err
	}
	name := c.Name()
	sanction.ConfirmedBy = &name
	a.Changed(c, s)
	return openapi.ConfirmSanction200JSONResponse(leagueapi.View(c, s).SanctionView(sanction)), nil
}

// RevokeSanction takes a sanction back.
func (a API) RevokeSanction(ctx context.Context, r openapi.RevokeSanctionRequestObject) (openapi.RevokeSanctionResponseObject, error) {
	c := gate.From(ctx)
	sanction, s, err := playdesk.At(a.Desk).RevokeSanction(c.Tx(), leagueapi.Act(c), r.Event, r.Sanction, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.RevokeSanction200JSONResponse(leagueapi.View(c, s).SanctionView(sanction)), nil
}

// ListWithdrawals lists the players who left, with the times.
func (a API) ListWithdrawals(ctx context.Context, r openapi.ListWithdrawalsRequestObject) (openapi.ListWithdrawalsResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.Desk.View(c.Door(), r.Event)
	if err != nil {
		return nil, err
	}
	return openapi.ListWithdrawals200JSONResponse{Items: openapi.Each(s.Withdrawals, leagueapi.View(c, s).Withdrawal)}, nil
}

// RecordWithdrawal records that a player leaves the event.
func (a API) RecordWithdrawal(ctx context.Context, r openapi.RecordWithdrawalRequestObject) (openapi.RecordWithdrawalResponseObject, error) {
	c := gate.From(ctx)
	w, s, err := playdesk.At(a.Desk).Withdraw(c.Tx(), leagueapi.Act(c), r.Event, league.Entry(r.Body.Entry), r.Body.Reason, r.Body.Unexcused)
	if err != nil {
		return nil, err
	}
	w.GivenBy = c.Name()
	a.Changed(c, s)
	if err := letters.NotifyLeaver(a.Later, c, s, w); err != nil {
		return nil, err
	}
	return openapi.RecordWithdrawal201JSONResponse(leagueapi.View(c, s).Withdrawal(w)), nil
}

// RevokeWithdrawal revokes a withdrawal recorded by mistake.
func (a API) RevokeWithdrawal(ctx context.Context, r openapi.RevokeWithdrawalRequestObject) (openapi.RevokeWithdrawalResponseObject, error) {
	c := gate.From(ctx)
	w, s, err := playdesk.At(a.Desk).RevokeWithdrawal(c.Tx(), leagueapi.Act(c), r.Event, r.Withdrawal, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.RevokeWithdrawal200JSONResponse(leagueapi.View(c, s).Withdrawal(w)), nil
}

// ListRulings lists the referees' decisions in order.
func (a API) ListRulings(ctx context.Context, r openapi.ListRulingsRequestObject) (openapi.ListRulingsResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.Desk.View(c.Door(), r.Event)
	if err != nil {
		return nil, err
	}
	var rulings []facts.Ruling
	b := &tenantdb.Batch{}
	leaguedb.LoadRulings(b, &rulings, r.Event)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	return openapi.ListRulings200JSONResponse{Items: openapi.Each(rulings, leagueapi.View(c, s).Ruling)}, nil
}

// RecordRuling records a referee's decision.
func (a API) RecordRuling(ctx context.Context, r openapi.RecordRulingRequestObject) (openapi.RecordRulingResponseObject, error) {
	c := gate.From(ctx)
	n := facts.Ruling{Question: r.Body.Question, Decision: r.Body.Decision, Paragraph: r.Body.Paragraph}
	if r.Body.Round != 0 {
		n.Round = &r.Body.Round
	}
	if r.Body.Table != 0 {
		n.TableNumber = &r.Body.Table
	}
	ruling, s, err := playdesk.At(a.Desk).RecordRuling(c.Tx(), leagueapi.Act(c), r.Event, n)
	if err != nil {
		return nil, err
	}
	ruling.GivenBy = c.Name()
	a.Changed(c, s)
	return openapi.RecordRuling201JSONResponse(leagueapi.View(c, s).Ruling(ruling)), nil
}

// AppealRuling records an appeal to the first referee.
func (a API) AppealRuling(ctx context.Context, r openapi.AppealRulingRequestObject) (openapi.AppealRulingResponseObject, error) {
	c := gate.From(ctx)
	ruling, s, err := playdesk.At(a.Desk).AppealRuling(c.Tx(), leagueapi.Act(c), r.Event, r.Ruling, r.Body.Entry, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	a.Changed(c, s)
	return openapi.AppealRuling200JSONResponse(leagueapi.View(c, s).Ruling(ruling)), nil
}

// DecideAppeal records the first referee's final decision.
func (a API) DecideAppeal(ctx context.Context, r openapi.DecideAppealRequestObject) (openapi.DecideAppealResponseObject, error) {
	c := gate.From(ctx)
	ruling, s, err := playdesk.At(a.Desk).DecideAppeal(c.Tx(), leagueapi.Act(c), r.Event, r.Ruling, r.Body.Upheld, r.Body.Decision)
	if err != nil {
		return nil, err
	}
	name := c.Name()
	ruling.FinalBy = &name
	a.Changed(c, s)
	return openapi.DecideAppeal200JSONResponse(leagueapi.View(c, s).Ruling(ruling)), nil
}
