package reportapi

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/frontend/words"
	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/eventdesk"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/league/desk/reportdesk"
	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/prizes"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/league/season"
	"referto/internal/league/views"
	"referto/internal/oneline"
	"referto/openapi"
)

// RecordOutcome records how an event went that was played elsewhere.
func (a API) RecordOutcome(ctx context.Context, r openapi.RecordOutcomeRequestObject) (openapi.RecordOutcomeResponseObject, error) {
	c := gate.From(ctx)
	o := register.Outcome{Ranking: r.Body.Ranking, Barred: r.Body.Barred, Reason: r.Body.Reason}
	if !r.Body.EndedOn.IsZero() {
		o.EndedOn = rules.DayOf(r.Body.EndedOn.Time)
	}
	if o.Ranking == nil {
		o.Ranking = []league.PlayerID{}
	}
	var err error
	if o.Entrants, err = attended(r.Body.Entrants); err != nil {
		return nil, err
	}
	for _, referee := range r.Body.Referees {
		name, err := oneline.Clean(referee.Name)
		if err != nil {
			return nil, err
		}
		o.Referees = append(o.Referees, register.NamedReferee{Name: name, Player: referee.Player, First: referee.First})
	}
	ruled, err := eventdesk.At(a.Desk).RecordOutcome(c.Tx(), leagueapi.ActWith(c, "final:decide"), r.Event, o)
	if err != nil {
		return nil, err
	}
	out, err := a.ruled(c, ruled)
	return openapi.RecordOutcome200JSONResponse(out), err
}

// attended reads who signed up for an event that was played elsewhere, with the figures that it gave to them.
func attended(list []openapi.OutcomeEntrant) ([]register.Attended, error) {
	var faults league.Faults
	out := make([]register.Attended, len(list))
	for i, e := range list {
		out[i] = register.Attended{Player: e.Player, Played: e.Played}
		if len(e.Figures) > 0 {
			out[i].Figures = make(map[string]league.Frac, len(e.Figures))
		}
		for _, name := range slices.Sorted(maps.Keys(e.Figures)) {
			f, err := league.ParseFrac(e.Figures[name])
			if err != nil {
				faults = append(faults, league.Fault{Field: fmt.Sprintf("/entrants/%d/figures/%s", i, name), Grounds: league.Grounds{Reason: "not-a-number"}})
			}
			out[i].Figures[name] = f
		}
	}
	return out, faults.OrNil()
}

// ruled returns the consequences of an act, and notifies the people who follow the event.
func (a API) ruled(c *gate.Call, ruled eventdesk.Ruled) (openapi.SeasonConsequences, error) {
	a.Changed(c, ruled.Situation)
	if err := a.Followed(c, ruled.Followed); err != nil {
		return openapi.SeasonConsequences{}, err
	}
	return a.ConsequencesOf(c, ruled)
}

// WithdrawOutcome withdraws the outcome of an event that was played elsewhere.
func (a API) WithdrawOutcome(ctx context.Context, r openapi.WithdrawOutcomeRequestObject) (openapi.WithdrawOutcomeResponseObject, error) {
	c := gate.From(ctx)
	ruled, err := eventdesk.At(a.Desk).WithdrawOutcome(c.Tx(), leagueapi.Act(c), r.Event, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	out, err := a.ruled(c, ruled)
	return openapi.WithdrawOutcome200JSONResponse(out), err
}

// GetReport returns the report of an event in its current state: as data, as a page, or one of its tables.
func (a API) GetReport(ctx context.Context, r openapi.GetReportRequestObject) (openapi.GetReportResponseObject, error) {
	c := gate.From(ctx)
	p, err := reportdesk.At(a.Desk).ViewReport(c.Door(), r.Event, c.Account(), c.Now)
	if err != nil {
		return nil, err
	}
	switch r.Params.Format {
	case openapi.GetReportParamsFormatHtml:
		return a.reportAsPage(ctx, c, p)
	case openapi.GetReportParamsFormatCsv:
		return reportAsCSV(c, p, cmp.Or(r.Params.Table, openapi.GetReportParamsTableStandings))
	}
	out, err := papers(c, p)
	return openapi.GetReport200JSONResponse(out), err
}

func papers(c *gate.Call, p reportdesk.Papers) (openapi.EventReport, error) {
	document, err := eventfile.Encode(p.Report.Event)
	if err != nil {
		return openapi.EventReport{}, fmt.Errorf("report of event %s: %w", p.Event.ID, err)
	}
	return leagueapi.View(c, p.Situation).Report(p, json.RawMessage(document)), nil
}

// SendReport sends the report. Only callers who may decide about the event may state when papers came by post.
func (a API) SendReport(ctx context.Context, r openapi.SendReportRequestObject) (openapi.SendReportResponseObject, error) {
	c := gate.From(ctx)
	if err := c.Identify(); err != nil { // grants come with the first answer
		return nil, err
	}
	p, err := reportdesk.At(a.Desk).SendReport(c.Tx(), leagueapi.Act(c), r.Event, reportdesk.NewReport{
		Notes: r.Body.Notes, Late: r.Body.Late, ReceivedAt: r.Body.ReceivedAt, ByChecker: c.May(homologating),
	})
	if err != nil {
		return nil, err
	}
	p.Sent[len(p.Sent)-1].SentBy = c.Name()
	a.Changed(c, p.Situation)
	out, err := papers(c, p)
	return openapi.SendReport201JSONResponse(out), err
}

// GetHomologation returns the demands on an event and the decisions about it.
func (a API) GetHomologation(ctx context.Context, r openapi.GetHomologationRequestObject) (openapi.GetHomologationResponseObject, error) {
	c := gate.From(ctx)
	h, err := reportdesk.At(a.Desk).ViewHomologation(c.Door(), r.Event, c.Account(), c.Now)
	if err != nil {
		return nil, err
	}
	today := c.Now.In(h.Event.Location()).Format(time.DateOnly) // days are left on one and not on another
	tag := []string{leagueapi.Revision(h.Situation, c), strconv.FormatInt(h.Season.Season.Revision, 10), today}
	for _, own := range h.Own { // an office over the event is no part of it
		tag = append(tag, own.Reason)
	}
	back, err := moneydesk.At(a.Desk).PrizesBack(c.Door(), h.Season, r.Event, c.Now)
	if err != nil {
		return nil, err
	}
	c.ETag(strings.Join(tag, "."))
	out := leagueapi.View(c, h.Situation).Homologation(h)
	out.PrizesBack = openapi.Each(back, func(s prizes.Shipment) openapi.Shipment { return views.Shipment(words.For(c.Language), s) })
	return openapi.GetHomologation200JSONResponse(out), nil
}

// homologating is the permission to decide about events.
const homologating authz.Permission = "homologation:decide"

// kinds are the decisions by their names on the wire.
var kinds = map[openapi.HomologationDecisionDecision]facts.VerdictKind{
	openapi.HomologationDecisionDecisionHomologate: facts.VerdictHomologated, openapi.HomologationDecisionDecisionInvalidate: facts.VerdictInvalidated,
	openapi.HomologationDecisionDecisionReturn: facts.VerdictReturned, openapi.HomologationDecisionDecisionWaive: facts.VerdictWaived,
}

// decide makes a decision, for the act and for its preview.
func (a API) decide(c *gate.Call, by desk.Act, id league.EventID, d openapi.HomologationDecision) (eventdesk.Ruled, error) {
	return reportdesk.At(a.Desk).Homologate(c.Tx(), by, id, homologation.NewVerdict{
		Kind: kinds[d.Decision], Unsound: d.Unsound, Reason: d.Reason,
		Demands: openapi.Each(d.Demands, func(name openapi.Demand) season.Demand { return season.Demand(name) }),
	})
}

// DecideHomologation homologates an event, declares it invalid, returns its report or
// waives demands.
func (a API) DecideHomologation(ctx context.Context, r openapi.DecideHomologationRequestObject) (openapi.DecideHomologationResponseObject, error) {
	c := gate.From(ctx)
	ruled, err := a.decide(c, leagueapi.ActWith(c, homologating), r.Event, *r.Body)
	if err != nil {
		return nil, err
	}
	out, err := a.ruled(c, ruled)
	return openapi.DecideHomologation200JSONResponse(out), err
}

// PreviewHomologation makes a decision in a transaction that the gate rolls back.
func (a API) PreviewHomologation(ctx context.Context, r openapi.PreviewHomologationRequestObject) (openapi.PreviewHomologationResponseObject, error) {
	c := gate.From(ctx)
	ruled, err := a.decide(c, leagueapi.ActWith(c, homologating).Unrecorded(), r.Event, *r.Body)
	if err != nil {
		return nil, err
	}
	out, err := a.ConsequencesOf(c, ruled)
	out.Revision-- // the preview has held the row, which counts as a change
	return openapi.PreviewHomologation200JSONResponse(out), err
}

// ReverseHomologation reverses the latest verdict on an event.
func (a API) ReverseHomologation(ctx context.Context, r openapi.ReverseHomologationRequestObject) (openapi.ReverseHomologationResponseObject, error) {
	c := gate.From(ctx)
	ruled, err := reportdesk.At(a.Desk).ReverseDecision(c.Tx(), leagueapi.ActWith(c, homologating), r.Event, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	out, err := a.ruled(c, ruled)
	return openapi.ReverseHomologation200JSONResponse(out), err
}

// queuePosition marks the end of a page of the queue.
type queuePosition struct {
	By rules.Day
	ID uuid.UUID
}

// ListHomologations lists the events of a season that were played, by deadline, as
// far as the roles of the caller reach.
func (a API) ListHomologations(ctx context.Context, r openapi.ListHomologationsRequestObject) (openapi.ListHomologationsResponseObject, error) {
	c := gate.From(ctx)
	list := "homologations:" + r.Season.String() + ":" + string(r.Params.State) + ":" + r.Params.Region.String()
	var after queuePosition
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	of, err := a.Desk.ViewSeason(c.Door(), r.Season)
	if err != nil {
		return nil, err
	}
	events := of.Queue(homologation.Progress(r.Params.State), func(e facts.Event) bool {
		target := leagueapi.Over(c, leaguedb.EventPlace{ID: e.ID, RegionID: e.RegionID})
		return (r.Params.Region == uuid.Nil || r.Params.Region == target.Region) && c.Can("homologation:read", target).Allowed
	})
	events = slices.DeleteFunc(events, func(e facts.Event) bool {
		return cmp.Or(cmp.Compare(of.ReportBy(e), after.By), slices.Compare(e.ID.UUID[:], after.ID[:])) <= 0
	})
	page := openapi.HomologationPage{Items: []openapi.QueuedHomologation{}}
	if most := leagueapi.Limit(r.Params.Limit); len(events) > most {
		events = events[:most]
		last := events[most-1]
		page.NextCursor = c.Next(a.Cursors.Encode(list, queuePosition{of.ReportBy(last), last.ID.UUID}))
	}
	had, err := desk.LoadInvolvements(c.Door(), events, c.Account(), c.Now)
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		page.Items = append(page.Items, queued(c, of, e, had))
	}
	return openapi.ListHomologations200JSONResponse(page), nil
}

// queued makes an event in the queue. Its data follow from its season alone.
func queued(c *gate.Call, of *register.Season, e facts.Event, had []facts.Involvement) openapi.QueuedHomologation {
	v := leagueapi.View(c, &officiating.Situation{EventFacts: facts.EventFacts{Event: e}, Rules: of.RulesOf(e)})
	out := openapi.QueuedHomologation{
		Event: e.ID, Title: e.Title, Slug: e.Slug, LocalDate: openapi_types.Date{Time: e.LocalDate()}, Kind: openapi.EventKind(e.Kind),
		ReceivedAt: of.Received(e.ID), Checklist: v.Checklist(of), Yours: openapi.Each(of.Own(e, c.Account(), had), v.Explain),
	}
	if e.RegionID != nil {
		out.Region = e.RegionID.UUID
	}
	return out
}
