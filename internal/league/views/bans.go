package views

import (
	"time"

	"referto/frontend/words"
	"referto/internal/league/desk/reportdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/openapi"
)

// ExpulsionReport makes the report of an expulsion, with its event and the decision on it.
func (v View) ExpulsionReport(r reportdesk.ExpulsionReport) openapi.ExpulsionReport {
	event, sanction := v.EventFacts.Event, r.Sanction
	out := openapi.ExpulsionReport{
		State: openapi.ExpulsionReportStateOpen, Event: EventRef(event), LocalDate: event.LocalDate().Format(time.DateOnly),
		EventState: openapi.EventState(event.State), Sanction: sanction.ID, Player: v.playerRef(r.Entry), Entry: r.Entry.Number,
		Offense: sanction.Offense, OffenseRule: v.rule(sanction.Paragraph), Reason: sanction.Reason, Explanation: v.Explain(r.Report.Grounds),
		Referee: sanction.GivenBy, At: sanction.GivenAt,
	}
	if sanction.ConfirmedAt != nil {
		out.ConfirmedAt = *sanction.ConfirmedAt
	}
	if sanction.ConfirmedBy != nil {
		out.ConfirmedBy = *sanction.ConfirmedBy
	}
	if r.Ban != nil {
		out.State, out.Ban = openapi.ExpulsionReportStateDecided, *r.Ban
	}
	return out
}

// EventRef names an event.
func EventRef(e facts.Event) openapi.EventRef { return openapi.EventRef{Id: e.ID, Title: e.Title} }

// Ban makes a ban with all its decisions.
func Ban(w *words.Words, b facts.Ban) openapi.Ban {
	out := openapi.Ban{
		Id: b.ID, Player: openapi.PlayerRef{Id: b.PlayerID, Name: w.Person(b.PlayerName), Club: b.PlayerClub}, Event: caseEvent(b), Source: b.Source,
		Decisions: openapi.Each(b.Decisions, toBanDecision), Entries: []openapi.EntryEffect{}, Version: b.Version(),
	}
	if b.SanctionID != nil {
		out.Sanction = *b.SanctionID
	}
	if b.WithdrawalID != nil {
		out.Withdrawal = *b.WithdrawalID
	}
	return out
}

// caseEvent names the event at which a player was expelled or left; zero if the case has none.
func caseEvent(b facts.Ban) openapi.EventRef {
	if b.EventID == nil {
		return openapi.EventRef{}
	}
	return openapi.EventRef{Id: *b.EventID, Title: b.EventTitle}
}

func eventKinds(kinds []string) []openapi.EventKind {
	return openapi.Each(kinds, func(kind string) openapi.EventKind { return openapi.EventKind(kind) })
}

func toBanDecision(d facts.BanDecision) openapi.BanDecision {
	out := openapi.BanDecision{
		Number: d.Ordinal, Outcome: openapi.BanOutcome(d.Outcome), Kinds: eventKinds(d.Kinds), From: string(d.FromDay), Until: string(d.UntilDay),
		Reason: d.Reason, DecidedBy: d.DecidedBy, DecidedAt: d.DecidedAt, Appeal: d.Appeal,
	}
	if d.SeasonID != nil {
		out.Season = openapi.BanSeason{Id: *d.SeasonID, Title: d.Season}
	}
	if d.AppealedAt != nil {
		out.AppealedAt = *d.AppealedAt
	}
	return out
}

// MyBan makes the current decision for the person concerned.
func MyBan(b facts.Ban) openapi.MyBan {
	d := toBanDecision(b.Stands())
	return openapi.MyBan{
		Id: b.ID, Event: caseEvent(b), Outcome: d.Outcome, Kinds: d.Kinds, Season: d.Season, From: d.From, Until: d.Until, Reason: d.Reason,
		DecidedAt: d.DecidedAt, Appeal: d.Appeal, AppealedAt: d.AppealedAt,
	}
}

// Exclusion makes a player's exclusion from events for a time.
func Exclusion(w *words.Words, x facts.Exclusion) openapi.Exclusion {
	out := openapi.Exclusion{
		Id: x.ID, Player: openapi.PlayerRef{Id: x.PlayerID, Name: w.Person(x.PlayerName), Club: x.PlayerClub}, Kind: openapi.ExclusionKind(x.Kind),
		From: string(x.FromDay), Until: string(x.UntilDay), Reason: x.Reason, RecordedBy: x.RecordedBy, RecordedAt: x.RecordedAt,
		RevokedBy: x.RevokedBy, RevokedReason: x.RevokedReason,
	}
	if x.RevokedAt != nil {
		out.RevokedAt = *x.RevokedAt
	}
	return out
}

// LeavingReport makes the report that a player left an event without good reason.
func (v View) LeavingReport(r reportdesk.LeavingReport) openapi.LeavingReport {
	event, w := v.EventFacts.Event, r.Withdrawal
	out := openapi.LeavingReport{
		State: openapi.ExpulsionReportStateOpen, Event: EventRef(event), LocalDate: event.LocalDate().Format(time.DateOnly),
		EventState: openapi.EventState(event.State), Withdrawal: w.ID, Player: v.playerRef(r.Entry), Entry: r.Entry.Number, AfterRound: w.Round,
		Reason: w.Reason, Explanation: v.Explain(r.Report.Grounds), Barred: r.BarredUntilDecided && r.Ban == nil, By: w.GivenBy, At: w.GivenAt,
	}
	if r.Ban != nil {
		out.State, out.Ban = openapi.ExpulsionReportStateDecided, *r.Ban
	}
	return out
}

// MyReport makes a leaving report for the person whom it concerns.
func MyReport(l leaguedb.OwnLeaving) openapi.MyReport {
	return openapi.MyReport{Event: openapi.EventRef{Id: l.EventID, Title: l.EventTitle}, Barred: l.Barred, At: l.GivenAt}
}
