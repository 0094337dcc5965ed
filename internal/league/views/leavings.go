package views

import (
	"time"

	"referto/internal/league/desk/reportdesk"
	"referto/internal/league/leaguedb"
	"referto/openapi"
)

func (v View) LeavingReport(r reportdesk.LeavingReport) openapi.LeavingReport {
	event, w := v.EventFacts.Event, r.Withdrawal
	out := openapi.LeavingReport{
		State: openapi.ExpulsionReportStateOpen, Event: EventRef(event), LocalDate: event.LocalDate().Format(time.DateOnly),
		EventState: openapi.EventState(event.State), Withdrawal: w.ID, Player: playerRef(r.Entry), Entry: r.Entry.Number, AfterRound: w.Round,
		Reason: w.Reason, Explanation: v.Explain(r.Report.Grounds), Barred: r.BarredUntilDecided && r.Ban == nil, By: w.GivenBy, At: w.GivenAt,
	}
	if r.Ban != nil {
		out.State, out.Ban = openapi.ExpulsionReportStateDecided, *r.Ban
	}
	return out
}

func ToMyReport(l leaguedb.OwnLeaving) openapi.MyReport {
	return openapi.MyReport{Event: openapi.EventRef{Id: l.EventID, Title: l.EventTitle}, Barred: l.Barred, At: l.GivenAt}
}
