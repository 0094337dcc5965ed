package leagueapi

import (
	"context"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz/gate"
	"referto/internal/league/desk/bandesk"
	"referto/internal/league/desk/reportdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/mail/matter"
	"referto/openapi"
)

// ListLeavingReports lists who left an event without good reason.
func (a *API) ListLeavingReports(ctx context.Context, r openapi.ListLeavingReportsRequestObject) (openapi.ListLeavingReportsResponseObject, error) {
	c := gate.From(ctx)
	list := "leaving-reports:" + c.Tenant.ID.String() + ":" + string(r.Params.State)
	var before uuid.UUID
	if _, err := a.cursors.Decode(list, r.Params.Cursor, &before); err != nil {
		return nil, err
	}
	var decided *bool
	if r.Params.State != "" {
		is := r.Params.State == openapi.ExpulsionReportStateDecided
		decided = &is
	}
	most := limit(r.Params.Limit)
	reports, err := reportdesk.At(a.desk).LeavingReports(c.Door(), before, decided, most+1)
	if err != nil {
		return nil, err
	}
	page := openapi.LeavingReportPage{}
	if len(reports) > most {
		reports = reports[:most]
		page.NextCursor = c.Next(a.cursors.Encode(list, reports[most-1].Withdrawal.ID))
	}
	mailOf, err := gate.Mails(c.Door(), matter.Leaving, openapi.Each(reports, func(r reportdesk.LeavingReport) uuid.UUID { return r.Withdrawal.ID })...)
	if err != nil {
		return nil, err
	}
	page.Items = openapi.Each(reports, func(r reportdesk.LeavingReport) openapi.LeavingReport {
		out := view(c, r.Stage).leavingReport(r)
		out.Mail = mailOf(r.Withdrawal.ID)
		return out
	})
	return openapi.ListLeavingReports200JSONResponse(page), nil
}

func (v View) leavingReport(r reportdesk.LeavingReport) openapi.LeavingReport {
	event, w := v.EventFacts.Event, r.Withdrawal
	out := openapi.LeavingReport{
		State: openapi.ExpulsionReportStateOpen, Event: eventRef(event), LocalDate: event.LocalDate().Format(time.DateOnly),
		EventState: openapi.EventState(event.State), Withdrawal: w.ID, Player: playerRef(r.Entry), Entry: r.Entry.Number, AfterRound: w.Round,
		Reason: w.Reason, Explanation: v.Explain(r.Report.Grounds), Barred: r.BarredUntilDecided && r.Ban == nil, By: w.GivenBy, At: w.GivenAt,
	}
	if r.Ban != nil {
		out.State, out.Ban = openapi.ExpulsionReportStateDecided, *r.Ban
	}
	return out
}

// DecideLeaving decides about a player who left without good reason.
func (a *API) DecideLeaving(ctx context.Context, r openapi.DecideLeavingRequestObject) (openapi.DecideLeavingResponseObject, error) {
	c := gate.From(ctx)
	n, err := decision("", *r.Body)
	if err != nil {
		return nil, err
	}
	done, err := bandesk.At(a.desk).DecideLeaving(c.Tx(), act(c), r.Event, r.Withdrawal, n)
	if err != nil {
		return nil, err
	}
	out, err := a.decided(c, done)
	return openapi.DecideLeaving201JSONResponse(out), err
}

// tellLeaver has the person told that his leaving was reported, where it is: a report
// about which he knows nothing is none to which he can say anything.
func (a *API) tellLeaver(c *gate.Call, s *officiating.Situation, w facts.Withdrawal) error {
	if !w.Unexcused || s.Rules.Leaving.Ban == "" {
		return nil
	}
	c.ExpectMail(matter.Leaving, w.ID)
	return a.later.Insert(c.Tx(), LeavingLetter{Tenant: c.Tenant.ID, Event: s.Event.ID.UUID, Withdrawal: w.ID})
}

func toMyReport(l leaguedb.OwnLeaving) openapi.MyReport {
	return openapi.MyReport{Event: openapi.EventRef{Id: l.EventID, Title: l.EventTitle}, Barred: l.Barred, At: l.GivenAt}
}
