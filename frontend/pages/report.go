package pages

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"referto/openapi"
)

// Report holds the papers of an event, to be read, printed and filed: the entrants and players, the final order,
// every game, the staff, the penalties with their reasons. It is only for those who may read the report.
type Report struct {
	Reader
	Tenant openapi.Tenant
	Event  openapi.Event
	Papers openapi.EventReport
	// Entries are all that there are, by start number.
	Entries []openapi.Entry
	// Rounds are the drawn rounds, Form names the fields of their results.
	Rounds []openapi.Round
	Form   openapi.ResultForm
	// Standings are those at the end.
	Standings openapi.Standings
	// Penalties are those that stand.
	Penalties []openapi.Sanction
}

// ReportTables are the tables of a report that there are as CSV, by their names in the
// address.
func ReportTables() []openapi.GetReportParamsTable {
	return []openapi.GetReportParamsTable{
		openapi.GetReportParamsTableStandings, openapi.GetReportParamsTableEntrants, openapi.GetReportParamsTableGames,
		openapi.GetReportParamsTableStaff, openapi.GetReportParamsTablePenalties,
	}
}

// reportModel is the content of templates/report.html.
type reportModel struct {
	frame
	Heading, Event, Back string
	State                tag
	Facts                []fact
	Demands              []demandRow
	Findings             []demandRow
	Yours                []explanation // why the reader does not decide about it
	Standings            *standingsModel
	Entrants             []entrantRow
	Odd                  bool // the entry ended otherwise than by playing
	Rounds               []reportedRound
	Staff                []staffRow
	Penalties            []penaltyRow
	Refused              []explanation
	Photos               []string
	Sent                 []sentRow
	// Files are the tables as CSV.
	Files []choice
}

type demandRow struct {
	Mark tag
	Text string
	Rule ruleRef
}

type entrantRow struct{ Number, Name, Club, State string }

// reportedRound is a round with its games, a line for each seat.
type reportedRound struct {
	Name  string
	Games []reportedGame
}

type reportedGame struct {
	Table string
	State string
	Seats []seatModel
	Said  []explanation
}

type staffRow struct{ Name, Role string }

type penaltyRow struct {
	When, Name, Kind, Reason, By string
	Rule                         ruleRef
	Then                         explanation
}

type sentRow struct {
	Number, Received, DateTime string
	Late                       bool
	By, Notes, Digest          string
	Stated                     string // the person who stated the time of arrival
}

// Report writes the report of an event.
func (p *Pages) Report(out io.Writer, v Report) error {
	s := newEventPage(EventPage{
		Reader: v.Reader, Tenant: v.Tenant, Event: v.Event, Rounds: v.Rounds, Form: v.Form, Standings: v.Standings,
	}, p.zone(v.Event.TimeZone))
	heading := s.text("report.title")
	m := reportModel{
		frame:   v.frame(&v.Tenant, heading+" · "+v.Event.Title, reportAddress(v.Tenant, v.Event)),
		Heading: heading, Event: v.Event.Title, Back: v.link(s.at), State: s.checked(v.Papers.Checklist.State), Facts: s.reportFacts(v),
		Entrants: s.entrants(v), Rounds: s.reportedRounds(),
	}
	m.Sheet = seasonSheet
	m.Data = reportData(v.Tenant, v.Event)
	if m.Standings = s.standings(); m.Standings.Empty {
		m.Standings = nil
	} else {
		m.Standings.Lists = nil
	}
	for _, d := range v.Papers.Checklist.Demands {
		m.Demands = append(m.Demands, demandRow{Mark: s.met(d.Result), Text: d.Explanation.Text, Rule: s.cite(d.Explanation.Rule)})
	}
	for _, f := range v.Papers.Checklist.Findings {
		mark := s.met(openapi.CheckedDemandResult(f.Result))
		m.Findings = append(m.Findings, demandRow{Mark: mark, Text: f.Explanation.Text, Rule: s.cite(f.Explanation.Rule)})
	}
	for _, b := range v.Papers.Checklist.Breaches {
		m.Demands = append(m.Demands, demandRow{Mark: tag{Color: "ochre", Icon: "care", Text: s.text("report.noted")}, Text: b.Text, Rule: s.cite(b.Rule)})
	}
	for _, own := range v.Papers.Yours {
		m.Yours = append(m.Yours, explanation{Text: own.Text, Rule: s.cite(own.Rule)})
	}
	m.Odd = slices.ContainsFunc(m.Entrants, func(e entrantRow) bool { return e.State != "" })
	for _, one := range v.Papers.Staff {
		m.Staff = append(m.Staff, staffRow{Name: one.Name, Role: s.text("role." + string(one.Role))})
	}
	for _, one := range v.Penalties {
		m.Penalties = append(m.Penalties, s.penalty(one))
	}
	for _, one := range v.Papers.Refused {
		m.Refused = append(m.Refused, explanation{Text: one.Player.Name + ": " + one.Explanation.Text, Rule: s.cite(one.Explanation.Rule)})
	}
	m.Photos = s.photoKinds(v.Papers.Photos)
	for _, one := range v.Papers.Sent {
		m.Sent = append(m.Sent, s.sent(one))
	}
	for _, table := range ReportTables() {
		m.Files = append(m.Files, choice{
			Code: string(table) + ".csv", Name: s.text("report.table-" + string(table)), Address: v.table(string(table)),
		})
	}
	return p.render(out, m.Lang, "report", m)
}

// ReportPath is the address of the page, below its event's.
const ReportPath = "/report"

// EventPath is the address, below a tenant's, of the event with the id that follows. It redirects to the page of the
// event, whose address is made of its title.
const EventPath = "/events/"

// table returns the address of a table as CSV: a page beside the report for a signed-in reader of this site, the API
// for a program.
func (v Report) table(name string) string {
	if v.Visitor != nil {
		return v.link(reportAddress(v.Tenant, v.Event).with("table", name))
	}
	return reportData(v.Tenant, v.Event) + "?format=csv&table=" + name
}

func reportAddress(tenant openapi.Tenant, event openapi.Event) address {
	return address{path: eventAddress(tenant, event).path + ReportPath}
}

// reportData returns the address of the report in the API.
func reportData(tenant openapi.Tenant, event openapi.Event) string {
	return dataAddress(tenant, event) + "/report"
}

// checked names the state of the event's homologation.
func (s *eventPage) checked(state openapi.HomologationState) tag {
	t := tag{Color: "ochre", Icon: "clock", Text: s.text("report.state-" + string(state))}
	switch state {
	case openapi.HomologationStateHomologated:
		t.Color, t.Icon = "pine", "check"
	case openapi.HomologationStateInvalidated:
		t.Color, t.Icon = "brick", "cross"
	}
	return t
}

// met reports whether a demand is met.
func (s *eventPage) met(result openapi.CheckedDemandResult) tag {
	t := tag{Color: "ochre", Icon: "clock", Text: s.text("report.demand-" + string(result))}
	switch result {
	case openapi.CheckedDemandResultMet, openapi.CheckedDemandResultWaived:
		t.Color, t.Icon = "pine", "check"
	case openapi.CheckedDemandResultFailed:
		t.Color, t.Icon = "brick", "cross"
	}
	return t
}

// reportFacts lists the known facts of the event and of the report.
func (s *eventPage) reportFacts(v Report) []fact {
	start, w := v.Event.StartsAt.In(s.zone), s.w
	by := v.Papers.Checklist.ReportBy.Time
	facts := []fact{
		{Label: s.text("facts.when"), Text: capital(w.DateTime(start)), DateTime: start.Format(machineTime)},
		{Label: s.text("facts.where"), Text: v.Event.Venue.Name, Detail: strings.Join(present(v.Event.Venue.Address, v.Event.Venue.City), ", ")},
		{Label: s.text("report.kind"), Text: s.text("event-kind." + string(v.Event.Kind)), Detail: v.Event.Region.Name},
		{Label: s.text("facts.participants"), Text: s.text("report.counts", "entered", v.Papers.Entered, "played", v.Papers.Played), Detail: v.Papers.Checklist.InSeason.Tier.Name},
		{Label: s.text("facts.formula"), Text: formula(w, v.Event), Detail: agreed(w, v.Event)},
		{Label: s.text("facts.rules"), Text: v.Event.Ruleset.Title, Detail: v.Event.Ruleset.Code},
		{Label: s.text("report.by"), Text: w.PlainDate(by), DateTime: by.Format(time.DateOnly)},
	}
	if v.Event.Elsewhere { // the rounds are unknown
		facts[4] = fact{Label: s.text("report.played"), Text: s.text("report.elsewhere")}
	}
	return facts
}

// entrants lists all who entered, with the final state of each entry.
func (s *eventPage) entrants(v Report) (rows []entrantRow) {
	for _, e := range v.Entries {
		row := entrantRow{Number: strconv.Itoa(e.Number), Name: e.Player.Name, Club: e.Player.Club}
		if e.State != openapi.EntryStatePlaying {
			row.State = s.text("entry-state." + string(e.State))
		}
		rows = append(rows, row)
	}
	return rows
}

func (s *eventPage) reportedRounds() (rounds []reportedRound) {
	for _, round := range s.Rounds {
		out := reportedRound{Name: s.roundName(round)}
		for _, table := range round.Tables {
			m := s.table(round, table, nil)
			state := strings.Join(append(m.Tags, m.State), ", ")
			out.Games = append(out.Games, reportedGame{Table: s.text("table.number", "n", table.Number), State: state, Seats: m.Seats, Said: m.Said})
		}
		rounds = append(rounds, out)
	}
	return rounds
}

func (s *eventPage) penalty(one openapi.Sanction) penaltyRow {
	row := penaltyRow{
		When: s.moment(one.Moment, one.Round), Name: one.Entry.Player.Name, Kind: s.text("report.penalty-" + string(one.Kind)), Reason: one.Reason,
		By: one.By, Rule: s.cite(one.Rule), Then: s.explained(one.Explanation),
	}
	if one.Points != "" {
		row.Kind = s.text("standings.penalty", "points", one.Points)
	}
	return row
}

// moment describes when something happened: in a round, or after one.
func (s *eventPage) moment(when openapi.Moment, round int) string {
	switch {
	case when == openapi.MomentDuringGame:
		return s.roundByNumber(round)
	case round == 0:
		return s.text("report.before-start")
	}
	return s.text("report.after-round", "n", round)
}

// photoKinds lists the kinds of the existing photos.
func (s *eventPage) photoKinds(photos []openapi.ReportedPhoto) (kinds []string) {
	for _, p := range photos {
		kind := p.Kind
		if key := "photos.kind." + p.Kind; s.w.Has(key) {
			kind = s.text(key)
		}
		if p.Round > 0 {
			kind += ", " + s.text("photos.round", "round", p.Round)
		}
		kinds = append(kinds, kind)
	}
	return kinds
}

func (s *eventPage) sent(r openapi.SentReport) sentRow {
	received := r.ReceivedAt.In(s.zone)
	return sentRow{
		Number: strconv.Itoa(r.Number), Received: s.w.DateTime(received), DateTime: received.Format(machineTime), Late: r.Late,
		By: r.By, Notes: r.Notes, Digest: r.Digest, Stated: r.Stated.Text,
	}
}
