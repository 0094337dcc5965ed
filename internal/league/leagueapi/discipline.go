package leagueapi

import (
	"context"
	"maps"
	"slices"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/playdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/tournament"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// ListSanctions lists warnings and expulsions in order.
func (a *API) ListSanctions(ctx context.Context, r openapi.ListSanctionsRequestObject) (openapi.ListSanctionsResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.desk.View(c.Door(), r.Event)
	if err != nil {
		return nil, err
	}
	v := view(c, s)
	return openapi.ListSanctions200JSONResponse{Items: openapi.Each(s.Sanctions, v.sanction), Rounds: openapi.Each(v.State.Rounds, v.discipline)}, nil
}

// discipline is what the sanctions had come to after a round.
func (v View) discipline(round tournament.RoundState) openapi.RoundDiscipline {
	out := openapi.RoundDiscipline{Round: round.Number, Warnings: []openapi.WarningCount{}, Expelled: []openapi.ExpelledEntry{}}
	for _, entry := range slices.Sorted(maps.Keys(round.Record.Warnings)) {
		out.Warnings = append(out.Warnings, openapi.WarningCount{Entry: v.EntryRef(entry), Warnings: round.Record.Warnings[entry]})
	}
	for _, e := range round.Expelled {
		expelled := openapi.ExpelledEntry{
			Entry: v.EntryRef(e.Entry), Moment: openapi.MomentAfterRound, Cause: openapi.ExpelledEntryCause(e.Cause),
		}
		if e.At.During {
			expelled.Moment = openapi.MomentDuringGame
		}
		for _, s := range v.Sanctions {
			if s.ID.String() == e.Sanction.Ref {
				expelled.Sanction = s.ID
			}
		}
		out.Expelled = append(out.Expelled, expelled)
	}
	return out
}

// sanction is a sanction with what follows from it.
func (v View) sanction(s facts.Sanction) openapi.Sanction {
	out := openapi.Sanction{
		Id: s.ID, Entry: v.EntryRef(league.Entry(s.Entry)), Kind: openapi.SanctionKind(s.Kind), Moment: openapi.MomentAfterRound, Round: s.Round,
		Reason: s.Reason, Rule: v.rule(s.Paragraph), By: s.GivenBy, At: s.GivenAt, RevokedReason: s.RevokedReason,
		Effective: s.RevokedAt == nil && (s.Kind != league.Expulsion || s.ConfirmedAt != nil), Offense: s.Offense,
	}
	if s.Kind == league.Points {
		out.Points = v.penalty(s)
	}
	if s.During {
		out.Moment = openapi.MomentDuringGame
	}
	if s.ConfirmedAt != nil {
		out.ConfirmedAt = *s.ConfirmedAt
	}
	if s.ConfirmedBy != nil {
		out.ConfirmedBy = *s.ConfirmedBy
	}
	if s.RevokedAt != nil {
		out.RevokedAt = *s.RevokedAt
	}
	for _, expulsion := range v.State.Record.Expelled {
		if expulsion.Sanction.Ref == s.ID.String() {
			out.Expels, out.Explanation = true, v.Explain(expulsion.Grounds)
		}
	}
	for _, report := range v.State.Record.Reports {
		if report.Sanction.Ref == s.ID.String() {
			out.ReportedTo = report.To
		}
	}
	return out
}

// penalty is what a penalty in points adds in the standings.
func (v View) penalty(s facts.Sanction) openapi.Decimal {
	if points, ok := tournament.PenaltyPoints(v.Rules, s.League()); ok {
		return points.String()
	}
	return "0"
}

// newSanction is what is asked to be given, by this caller.
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
func (a *API) Sanction(ctx context.Context, r openapi.SanctionRequestObject) (openapi.SanctionResponseObject, error) {
	c := gate.From(ctx)
	if err := c.Tx().Send(&tenantdb.Batch{}); err != nil {
		return nil, err
	}
	penalty, err := newSanction(c, *r.Body)
	if err != nil {
		return nil, err
	}
	sanction, s, err := playdesk.At(a.desk).Sanction(c.Tx(), act(c), r.Event, penalty)
	if err != nil {
		return nil, err
	}
	sanction.GivenBy = c.Name()
	if sanction.ConfirmedAt != nil {
		sanction.ConfirmedBy = &sanction.GivenBy
	}
	a.changed(c, s)
	return openapi.Sanction201JSONResponse(view(c, s).sanction(sanction)), nil
}

// penaltyPoints reads the points of a penalty; nil where none were given.
func penaltyPoints(text string) (*league.Frac, error) {
	if text == "" {
		return nil, nil
	}
	points, err := league.ParseFrac(text)
	if err != nil {
		return nil, league.Faults{{Pointer: "/points", Grounds: league.Grounds{Reason: "points-missing"}}}
	}
	return &points, nil
}

// ConfirmSanction confirms an expulsion.
func (a *API) ConfirmSanction(ctx context.Context, r openapi.ConfirmSanctionRequestObject) (openapi.ConfirmSanctionResponseObject, error) {
	c := gate.From(ctx)
	sanction, s, err := playdesk.At(a.desk).ConfirmSanction(c.Tx(), act(c), r.Event, r.Sanction)
	if err != nil {
		return nil, err
	}
	name := c.Name()
	sanction.ConfirmedBy = &name
	a.changed(c, s)
	return openapi.ConfirmSanction200JSONResponse(view(c, s).sanction(sanction)), nil
}

// RevokeSanction takes a sanction back.
func (a *API) RevokeSanction(ctx context.Context, r openapi.RevokeSanctionRequestObject) (openapi.RevokeSanctionResponseObject, error) {
	c := gate.From(ctx)
	sanction, s, err := playdesk.At(a.desk).RevokeSanction(c.Tx(), act(c), r.Event, r.Sanction, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	a.changed(c, s)
	return openapi.RevokeSanction200JSONResponse(view(c, s).sanction(sanction)), nil
}

// ListWithdrawals lists who left, and when.
func (a *API) ListWithdrawals(ctx context.Context, r openapi.ListWithdrawalsRequestObject) (openapi.ListWithdrawalsResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.desk.View(c.Door(), r.Event)
	if err != nil {
		return nil, err
	}
	return openapi.ListWithdrawals200JSONResponse{Items: openapi.Each(s.Withdrawals, view(c, s).withdrawal)}, nil
}

func (v View) withdrawal(w facts.Withdrawal) openapi.Withdrawal {
	out := openapi.Withdrawal{
		Id: w.ID, Entry: v.EntryRef(league.Entry(w.Entry)), AfterRound: w.Round, Moment: openapi.MomentAfterRound, Reason: w.Reason, By: w.GivenBy, At: w.GivenAt,
		Unexcused: w.Unexcused, Finalist: w.Qualified,
	}
	if grounds, barred := v.Bars(league.Entry(w.Entry)); barred && w.RevokedAt == nil {
		out.Bars = v.Explain(grounds)
	}
	if w.During {
		out.Moment = openapi.MomentDuringGame
	}
	if w.RevokedAt != nil {
		out.RevokedAt = *w.RevokedAt
	}
	return out
}

// RecordWithdrawal records that a player leaves the event.
func (a *API) RecordWithdrawal(ctx context.Context, r openapi.RecordWithdrawalRequestObject) (openapi.RecordWithdrawalResponseObject, error) {
	c := gate.From(ctx)
	w, s, err := playdesk.At(a.desk).Withdraw(c.Tx(), act(c), r.Event, league.Entry(r.Body.Entry), r.Body.Reason, r.Body.Unexcused)
	if err != nil {
		return nil, err
	}
	w.GivenBy = c.Name()
	a.changed(c, s)
	if err := a.tellLeaver(c, s, w); err != nil {
		return nil, err
	}
	return openapi.RecordWithdrawal201JSONResponse(view(c, s).withdrawal(w)), nil
}

// RevokeWithdrawal takes back a withdrawal recorded by mistake.
func (a *API) RevokeWithdrawal(ctx context.Context, r openapi.RevokeWithdrawalRequestObject) (openapi.RevokeWithdrawalResponseObject, error) {
	c := gate.From(ctx)
	w, s, err := playdesk.At(a.desk).RevokeWithdrawal(c.Tx(), act(c), r.Event, r.Withdrawal, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	a.changed(c, s)
	return openapi.RevokeWithdrawal200JSONResponse(view(c, s).withdrawal(w)), nil
}

// ListRulings lists the referees' decisions in order.
func (a *API) ListRulings(ctx context.Context, r openapi.ListRulingsRequestObject) (openapi.ListRulingsResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.desk.View(c.Door(), r.Event)
	if err != nil {
		return nil, err
	}
	var rulings []facts.Ruling
	b := &tenantdb.Batch{}
	leaguedb.LoadRulings(b, &rulings, r.Event)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	return openapi.ListRulings200JSONResponse{Items: openapi.Each(rulings, view(c, s).ruling)}, nil
}

func (v View) ruling(r facts.Ruling) openapi.Ruling {
	out := openapi.Ruling{
		Id: r.ID, Question: r.Question, Decision: r.Decision, Rule: v.rule(r.Paragraph), By: r.GivenBy, At: r.GivenAt,
		State: openapi.RulingStateDecided, AppealReason: r.AppealReason, Upheld: r.Upheld, FinalDecision: r.FinalDecision,
	}
	if r.Round != nil {
		out.Round = *r.Round
	}
	if r.TableNumber != nil {
		out.Table = *r.TableNumber
	}
	if r.AppealedAt != nil {
		out.State, out.AppealAt, out.AppealBy = openapi.RulingStateAppealed, *r.AppealedAt, v.EntryRef(league.Entry(*r.AppealEntry))
	}
	if r.FinalAt != nil {
		out.State, out.FinalAt = openapi.RulingStateFinal, *r.FinalAt
	}
	if r.FinalBy != nil {
		out.FinalBy = *r.FinalBy
	}
	return out
}

// RecordRuling records a referee's decision.
func (a *API) RecordRuling(ctx context.Context, r openapi.RecordRulingRequestObject) (openapi.RecordRulingResponseObject, error) {
	c := gate.From(ctx)
	n := facts.Ruling{Question: r.Body.Question, Decision: r.Body.Decision, Paragraph: r.Body.Paragraph}
	if r.Body.Round != 0 {
		n.Round = &r.Body.Round
	}
	if r.Body.Table != 0 {
		n.TableNumber = &r.Body.Table
	}
	ruling, s, err := playdesk.At(a.desk).RecordRuling(c.Tx(), act(c), r.Event, n)
	if err != nil {
		return nil, err
	}
	ruling.GivenBy = c.Name()
	a.changed(c, s)
	return openapi.RecordRuling201JSONResponse(view(c, s).ruling(ruling)), nil
}

// AppealRuling records an appeal to the first referee.
func (a *API) AppealRuling(ctx context.Context, r openapi.AppealRulingRequestObject) (openapi.AppealRulingResponseObject, error) {
	c := gate.From(ctx)
	ruling, s, err := playdesk.At(a.desk).AppealRuling(c.Tx(), act(c), r.Event, r.Ruling, r.Body.Entry, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	a.changed(c, s)
	return openapi.AppealRuling200JSONResponse(view(c, s).ruling(ruling)), nil
}

// DecideAppeal records the first referee's final decision.
func (a *API) DecideAppeal(ctx context.Context, r openapi.DecideAppealRequestObject) (openapi.DecideAppealResponseObject, error) {
	c := gate.From(ctx)
	ruling, s, err := playdesk.At(a.desk).DecideAppeal(c.Tx(), act(c), r.Event, r.Ruling, r.Body.Upheld, r.Body.Decision)
	if err != nil {
		return nil, err
	}
	name := c.Name()
	ruling.FinalBy = &name
	a.changed(c, s)
	return openapi.DecideAppeal200JSONResponse(view(c, s).ruling(ruling)), nil
}
