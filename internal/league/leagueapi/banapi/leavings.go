package banapi

import (
	"context"

	"github.com/google/uuid"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/bandesk"
	"referto/internal/league/desk/reportdesk"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/mail/matter"
	"referto/openapi"
)

// ListLeavingReports lists the reports of players who left an event without good reason.
func (a API) ListLeavingReports(ctx context.Context, r openapi.ListLeavingReportsRequestObject) (openapi.ListLeavingReportsResponseObject, error) {
	c := gate.From(ctx)
	list := "leaving-reports:" + c.Tenant.ID.String() + ":" + string(r.Params.State)
	var before uuid.UUID
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &before); err != nil {
		return nil, err
	}
	var decided *bool
	if r.Params.State != "" {
		is := r.Params.State == openapi.ExpulsionReportStateDecided
		decided = &is
	}
	most := leagueapi.Limit(r.Params.Limit)
	reports, err := reportdesk.At(a.Desk).LeavingReports(c.Door(), before, decided, most+1)
	if err != nil {
		return nil, err
	}
	page := openapi.LeavingReportPage{}
	if len(reports) > most {
		reports = reports[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, reports[most-1].Withdrawal.ID))
	}
	if err := a.ShowsOf(ctx, c, leaguedb.BanRead, openapi.Each(reports, func(r reportdesk.LeavingReport) league.PlayerID { return r.Entry.PlayerID })); err != nil {
		return nil, err
	}
	mailOf, err := gate.Mails(c.Door(), matter.Leaving, openapi.Each(reports, func(r reportdesk.LeavingReport) uuid.UUID { return r.Withdrawal.ID })...)
	if err != nil {
		return nil, err
	}
	page.Items = openapi.Each(reports, func(r reportdesk.LeavingReport) openapi.LeavingReport {
		out := leagueapi.View(c, r.Situation).LeavingReport(r)
		out.Mail = mailOf(r.Withdrawal.ID)
		return out
	})
	return openapi.ListLeavingReports200JSONResponse(page), nil
}

// DecideLeaving decides about a player who left without good reason.
func (a API) DecideLeaving(ctx context.Context, r openapi.DecideLeavingRequestObject) (openapi.DecideLeavingResponseObject, error) {
	c := gate.From(ctx)
	n, err := decision(*r.Body)
	if err != nil {
		return nil, err
	}
	done, err := bandesk.At(a.Desk).DecideLeaving(c.Tx(), leagueapi.Act(c), r.Event, r.Withdrawal, n)
	if err != nil {
		return nil, err
	}
	out, err := a.decided(c, done)
	return openapi.DecideLeaving201JSONResponse(out), err
}
