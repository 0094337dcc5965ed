package banapi

import (
	"context"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/bans"
	"referto/internal/league/desk"
	"referto/internal/league/desk/bandesk"
	"referto/internal/league/desk/reportdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/letters"
	"referto/internal/league/qualify"
	"referto/internal/league/register"
	"referto/internal/league/views"
	"referto/internal/mail/matter"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// ListExpulsionReports lists the reported expulsions with their reasons.
func (a API) ListExpulsionReports(ctx context.Context, r openapi.ListExpulsionReportsRequestObject) (openapi.ListExpulsionReportsResponseObject, error) {
	c := gate.From(ctx)
	list := "expulsion-reports:" + c.Tenant.ID.String() + ":" + string(r.Params.State)
	var after reportdesk.ReportPosition
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	var decided *bool
	if r.Params.State != "" {
		is := r.Params.State == openapi.ExpulsionReportStateDecided
		decided = &is
	}
	most := leagueapi.Limit(r.Params.Limit)
	reports, at, err := reportdesk.At(a.Desk).ExpulsionReports(c.Door(), after, decided, most+1)
	if err != nil {
		return nil, err
	}
	page := openapi.ExpulsionReportPage{}
	if len(reports) > most {
		reports = reports[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, at[most-1]))
	}
	if err := a.ShowsOf(ctx, c, leaguedb.BanRead, openapi.Each(reports, func(r reportdesk.ExpulsionReport) league.PlayerID { return r.Entry.PlayerID })); err != nil {
		return nil, err
	}
	page.Items = openapi.Each(reports, func(r reportdesk.ExpulsionReport) openapi.ExpulsionReport {
		return leagueapi.View(c, r.Situation).ExpulsionReport(r)
	})
	return openapi.ListExpulsionReports200JSONResponse(page), nil
}

// decision reads the requested decision.
func decision(d openapi.NewBanDecision) (bans.Decision, error) {
	from, until, err := days(d.From, d.Until)
	return bans.Decision{
		Outcome: facts.BanOutcome(d.Outcome), Term: qualify.Term{From: from, Until: until}, Season: d.Season, Reason: d.Reason,
		Kinds: openapi.Each(d.Kinds, func(kind openapi.EventKind) string { return string(kind) }),
	}, err
}

// DecideExpulsion decides about an expelled player.
func (a API) DecideExpulsion(ctx context.Context, r openapi.DecideExpulsionRequestObject) (openapi.DecideExpulsionResponseObject, error) {
	c := gate.From(ctx)
	n, err := decision(*r.Body)
	if err != nil {
		return nil, err
	}
	done, err := bandesk.At(a.Desk).DecideExpulsion(c.Tx(), leagueapi.Act(c), r.Event, r.Sanction, n)
	if err != nil {
		return nil, err
	}
	out, err := a.decided(c, done)
	return openapi.DecideExpulsion201JSONResponse(out), err
}

// decisionAt moves the faults of a decision to its place in the request.
func decisionAt(place string, err error) error {
	return leagueapi.InRequest(err, leagueapi.Below(place, "/from", "/until", "/outcome", "/season"))
}

// RecordBan bans a player without a reported expulsion.
func (a API) RecordBan(ctx context.Context, r openapi.RecordBanRequestObject) (openapi.RecordBanResponseObject, error) {
	c := gate.From(ctx)
	done, err := a.recordBan(c, *r.Body)
	if err != nil {
		return nil, decisionAt("/decision", err)
	}
	out, err := a.decided(c, done)
	return openapi.RecordBan201JSONResponse(out), err
}

func (a API) recordBan(c *gate.Call, n openapi.NewBan) (bandesk.Decided, error) {
	d, err := decision(n.Decision)
	if err != nil {
		return bandesk.Decided{}, err
	}
	return bandesk.At(a.Desk).RecordBan(c.Tx(), leagueapi.Act(c), n.Player, n.Source, d)
}

// ReviseBan replaces the decision on a case.
func (a API) ReviseBan(ctx context.Context, r openapi.ReviseBanRequestObject) (openapi.ReviseBanResponseObject, error) {
	c := gate.From(ctx)
	n, err := decision(*r.Body)
	if err != nil {
		return nil, err
	}
	done, err := bandesk.At(a.Desk).ReviseBan(c.Tx(), leagueapi.Act(c), r.Ban, leagueapi.From(r.Params.IfMatch), n)
	if err != nil {
		return nil, err
	}
	out, err := a.decided(c, done)
	return openapi.ReviseBan201JSONResponse(out), err
}

// PreviewBan makes a decision in a transaction that the gate rolls back.
func (a API) PreviewBan(ctx context.Context, r openapi.PreviewBanRequestObject) (openapi.PreviewBanResponseObject, error) {
	c := gate.From(ctx)
	done, err := a.consideredBan(c, *r.Body)
	if err != nil {
		return nil, err
	}
	entries, err := a.EntryEffects(c, done.Effects)
	return openapi.PreviewBan200JSONResponse{Entries: entries}, err
}

// consideredBan makes the supposed decision. The contract lets exactly one through.
func (a API) consideredBan(c *gate.Call, q openapi.BanQuestion) (done bandesk.Decided, err error) {
	room, act := bandesk.At(a.Desk), leagueapi.Act(c)
	var n bans.Decision
	switch {
	case q.Ban.Source != "":
		done, err = a.recordBan(c, q.Ban)
		return done, decisionAt("/ban/decision", err)
	case q.Revision.Ban != league.BanID{}:
		if n, err = decision(q.Revision.Decision); err == nil {
			done, err = room.ReviseBan(c.Tx(), act, q.Revision.Ban, desk.AnyVersion, n)
		}
		return done, decisionAt("/revision/decision", err)
	case q.Leaving.Withdrawal != uuid.Nil:
		if n, err = decision(q.Leaving.Decision); err == nil {
			done, err = room.DecideLeaving(c.Tx(), act, q.Leaving.Event, q.Leaving.Withdrawal, n)
		}
		return done, decisionAt("/leaving/decision", err)
	default:
		if n, err = decision(q.Expulsion.Decision); err == nil {
			done, err = room.DecideExpulsion(c.Tx(), act, q.Expulsion.Event, q.Expulsion.Sanction, n)
		}
		return done, decisionAt("/expulsion/decision", err)
	}
}

// decided makes a case after a decision; it publishes changed events, and notifies the person, unless there
// never was a ban.
func (a API) decided(c *gate.Call, done bandesk.Decided) (openapi.Ban, error) {
	letter := letters.BanLetter{Tenant: c.Tenant.ID, Ban: done.Ban.ID, Decision: len(done.Ban.Decisions)}
	for _, e := range done.Effects {
		a.Changed(c, e.Situation)
		if e.Entry.PlayerID == done.Ban.PlayerID && e.Kind == register.EffectCancelled {
			letter.Events = append(letter.Events, e.Situation.Event.ID)
		}
	}
	for _, of := range done.Seasons {
		if err := letters.NotifyTurns(a.Later, c, of, done.Ban.PlayerID); err != nil {
			return openapi.Ban{}, err
		}
	}
	last := &done.Ban.Decisions[len(done.Ban.Decisions)-1]
	last.DecidedBy = c.Name()
	out := views.Ban(words.For(c.Language), done.Ban)
	if last.Outcome == facts.Banned || last.Ordinal > 1 {
		if err := a.Later.Insert(c.Tx(), letter); err != nil {
			return openapi.Ban{}, err
		}
		c.ExpectMail(matter.Ban, done.Ban.ID.UUID)
		out.Mail = c.MailUnderWay()
	}
	c.ETag(gate.Version(out.Version))
	var err error
	out.Entries, err = a.EntryEffects(c, done.Effects)
	return out, err
}

// ListBans lists cases, the latest first.
func (a API) ListBans(ctx context.Context, r openapi.ListBansRequestObject) (openapi.ListBansResponseObject, error) {
	c := gate.From(ctx)
	list := "bans:" + c.Tenant.ID.String() + ":" + r.Params.Player.String()
	var before league.BanID
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &before); err != nil {
		return nil, err
	}
	most := leagueapi.Limit(r.Params.Limit)
	bans, err := leaguedb.LoadBans(c.Door(), league.PlayerID{UUID: r.Params.Player}, before, most+1)
	if err != nil {
		return nil, err
	}
	page := openapi.BanPage{}
	if len(bans) > most {
		bans = bans[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, bans[most-1].ID))
	}
	if err := a.ShowsOf(ctx, c, leaguedb.BanRead, openapi.Each(bans, func(b facts.Ban) league.PlayerID { return b.PlayerID })); err != nil {
		return nil, err
	}
	mailOf, err := gate.Mails(c.Door(), matter.Ban, openapi.Each(bans, func(b facts.Ban) uuid.UUID { return b.ID.UUID })...)
	if err != nil {
		return nil, err
	}
	page.Items = openapi.Each(bans, func(b facts.Ban) openapi.Ban {
		out := views.Ban(words.For(c.Language), b)
		out.Mail = mailOf(b.ID.UUID)
		return out
	})
	return openapi.ListBans200JSONResponse(page), nil
}

// GetBan answers with one case.
func (a API) GetBan(ctx context.Context, r openapi.GetBanRequestObject) (openapi.GetBanResponseObject, error) {
	c := gate.From(ctx)
	ban, err := leaguedb.LoadBan(c.Door(), r.Ban)
	if err != nil {
		return nil, err
	}
	if err := a.ShowsOf(ctx, c, leaguedb.BanRead, []league.PlayerID{ban.PlayerID}); err != nil {
		return nil, err
	}
	mailOf, err := gate.Mails(c.Door(), matter.Ban, ban.ID.UUID)
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(ban.Version()))
	out := views.Ban(words.For(c.Language), ban)
	out.Mail = mailOf(ban.ID.UUID)
	return openapi.GetBan200JSONResponse(out), nil
}

// ListMyBans lists the decisions about the caller's own player, and the undecided reports.
func (a API) ListMyBans(ctx context.Context, _ openapi.ListMyBansRequestObject) (openapi.ListMyBansResponseObject, error) {
	c := gate.From(ctx)
	bans, err := leaguedb.LoadBansOfAccount(c.Door(), c.Account())
	if err != nil {
		return nil, err
	}
	var reported []leaguedb.OwnLeaving
	b := &tenantdb.Batch{}
	leaguedb.LoadLeavingsOfAccount(b, &reported, c.Account())
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	return openapi.ListMyBans200JSONResponse{Items: openapi.Each(bans, views.MyBan), Reports: openapi.Each(reported, views.MyReport)}, nil
}

// AppealMyBan records the caller's appeal against a decision about them.
func (a API) AppealMyBan(ctx context.Context, r openapi.AppealMyBanRequestObject) (openapi.AppealMyBanResponseObject, error) {
	c := gate.From(ctx)
	if err := c.Identify(); err != nil { // grants come with the first answer
		return nil, err
	}
	ban, err := bandesk.At(a.Desk).AppealBan(c.Tx(), leagueapi.Act(c), r.Ban, r.Body.Text)
	if err != nil {
		return nil, err
	}
	return openapi.AppealMyBan201JSONResponse(views.MyBan(ban)), nil
}
