package pages

import (
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"

	"referto/openapi"
)

// SeriesPage is the page of a series of events: its standings with a column for each event that
// counts, the standings of clubs, and its events.
type SeriesPage struct {
	Reader
	Tenant openapi.Tenant
	Series openapi.Series
	// Standings are all rows, or the first ones.
	Standings openapi.SeriesStandings
	Clubs     []openapi.SeriesClub
	// Penalties are those that stand, by player.
	Penalties map[openapi.PlayerID][]openapi.SeriesPenaltyNote
}

// seriesSheet is the style sheet of the page of a series.
const seriesSheet = "series.css"

func seriesAddress(tenant openapi.Tenant, slug string) address {
	return address{path: homeAddress(tenant).path + "/series/" + url.PathEscape(slug)}
}

// seriesLinks are links to series.
func seriesLinks(r Reader, tenant openapi.Tenant, list []SeriesLink) (links []choice) {
	for _, s := range list {
		links = append(links, choice{Name: s.Title, Address: r.link(seriesAddress(tenant, s.Slug))})
	}
	return links
}

// seriesModel is the content of templates/series.html.
type seriesModel struct {
	frame
	Code, Heading string
	Counting      string
	Facts         []fact
	CountingRule  ruleRef
	Table         seriesTable
	Clubs         []seriesClubLine
	ClubsBest     string
	ClubsTable    string // address of it as CSV
	Awards        []seriesAwardLine
	Events        []seriesEventLine
	EventsCount   string
}

// seriesTable is the standings with a column for each event that counts.
type seriesTable struct {
	Caption, Count, Cut string
	Columns             []column
	Events              []eventColumn
	Span                int
	Dropped             bool // a result does not count
	Rows                []seriesRow
}

// eventColumn is an event that counts.
type eventColumn struct{ Day, DateTime, Title, Link string }

type seriesRow struct {
	ID, Position, Name, Link, Club, Penalty string
	Figures                                 []figure
	Results                                 []seriesCell
	Why                                     string
	WhyRule                                 ruleRef
	Ways                                    []seriesWay
	Penalties                               []explanation
}

// seriesCell holds the gain of one event; Points is "" for an absent player.
type seriesCell struct {
	Points  string
	Dropped bool
}

// seriesWay is an event in the row that opens.
type seriesWay struct {
	Day, Title, Link, Place, Points, Why string
	Dropped                              bool
	Rule                                 ruleRef
}

type seriesClubLine struct {
	Position, Name, Link, Figure, Why string
	Members                           []clubMember
	Rule                              ruleRef
}

type clubMember struct {
	Name, Link, Figure string
	Counts             bool
}

type seriesAwardLine struct {
	Name, Figure, Why string
	Winners           []choice
	Rule              ruleRef
}

type seriesEventLine struct {
	Day, DateTime, Title, Link, State, Players, Why string
	Counts                                          bool
	Rule                                            ruleRef
}

// Series writes the page of a series.
func (p *Pages) Series(out io.Writer, v SeriesPage) error {
	v.Reader = v.citing(v.Tenant, v.Series.Ruleset)
	w := v.words()
	at := seriesAddress(v.Tenant, v.Series.Slug)
	m := seriesModel{
		frame: v.frame(&v.Tenant, v.Series.Title, at), Code: v.Series.Ruleset.Code, Heading: v.Series.Title, Counting: v.Series.Counting.Text, CountingRule: v.cite(v.Series.Counting.Rule),
		Facts: v.facts(), Table: v.table(),
	}
	m.Sheet, m.Description = seriesSheet, m.Counting
	m.Data = "/v1/tenants/" + url.PathEscape(v.Tenant.Slug) + "/series/" + v.Series.Id.String() + "/standings"
	m.Twins = []twin{tableTwin(w, m.Data+"?format=csv")}
	counts := 0
	for _, e := range v.Standings.Events {
		line := seriesEventLine{
			Day: w.PlainDate(e.Day.Time), DateTime: e.Day.String(), Title: e.Title, Link: v.eventLink(e), Counts: e.Counts, Why: e.Why.Text, Rule: v.cite(e.Why.Rule),
			State: w.Text("event-state."+string(e.State), nil),
		}
		if e.Counts {
			counts++
			line.Players = w.Text("count.players", map[string]any{"count": e.Players})
		}
		m.Events = append(m.Events, line)
	}
	m.EventsCount = w.Text("series.events-count", map[string]any{"counts": counts, "events": len(v.Standings.Events)})
	if v.Series.BestOfClub > 0 {
		m.ClubsBest = w.Text("series.clubs-best", map[string]any{"best": v.Series.BestOfClub})
		m.Clubs = v.clubs()
		m.ClubsTable = strings.TrimSuffix(m.Data, "/standings") + "/clubs?format=csv"
	}
	m.Awards = v.awards()
	return p.render(out, m.Lang, "series", m)
}

// awards lists the awards that have a winner.
func (v SeriesPage) awards() (lines []seriesAwardLine) {
	w := v.words()
	for _, a := range v.Standings.Awards {
		if len(a.Winners) == 0 {
			continue
		}
		line := seriesAwardLine{
			Name: a.Name, Figure: w.Text("series.award-figure", map[string]any{"label": a.Label, "figure": w.Decimal(a.Figure)}), Why: a.Why.Text, Rule: v.cite(a.Why.Rule),
		}
		for _, p := range a.Winners {
			line.Winners = append(line.Winners, choice{Name: p.Name, Address: playerLink(v.Reader, v.Tenant, p.Id)})
		}
		lines = append(lines, line)
	}
	return lines
}

func (v SeriesPage) eventLink(e openapi.SeriesEvent) string {
	return v.link(eventAddress(v.Tenant, openapi.Event{Slug: e.Slug}))
}

// facts lists the first facts to know: what counts, and when it is held.
func (v SeriesPage) facts() []fact {
	w := v.words()
	var days []string
	if !v.Series.From.IsZero() {
		days = append(days, w.Text("series.from", map[string]any{"from": w.PlainDate(v.Series.From.Time)}))
	}
	if v.Series.Until.IsZero() {
		days = append(days, w.Text("series.open-ended", nil))
	} else {
		days = append(days, w.Text("series.until", map[string]any{"until": w.PlainDate(v.Series.Until.Time)}))
	}
	facts := []fact{{Label: w.Text("series.days", nil), Text: strings.Join(days, ", ")}}
	if v.Series.Year != 0 {
		facts = append(facts, fact{Label: w.Text("series.year", nil), Text: strconv.Itoa(v.Series.Year)})
	}
	return facts
}

func (v SeriesPage) table() seriesTable {
	w := v.words()
	t := seriesTable{Caption: w.Text("series.caption", map[string]any{"title": v.Series.Title}), Count: w.Text("count.players", map[string]any{"count": v.Standings.Players})}
	for i, c := range v.Standings.Criteria {
		t.Columns = append(t.Columns, column{Label: w.Column(c.Key, c.Label), Title: capital(c.Label), Optional: i > 0})
	}
	for _, e := range v.Standings.Events {
		if e.Counts {
			t.Events = append(t.Events, eventColumn{Day: w.Day(e.Day.Time), DateTime: e.Day.String(), Title: e.Title, Link: v.eventLink(e)})
		}
	}
	t.Span = 2 + len(t.Columns) + len(t.Events)
	for i, row := range v.Standings.Items {
		t.Rows = append(t.Rows, v.row(row, i, t.Events))
		for _, r := range row.Results {
			t.Dropped = t.Dropped || !r.Counts
		}
	}
	if shown := len(v.Standings.Items); shown < v.Standings.Players {
		t.Cut = w.Text("series.first-rows", map[string]any{"shown": shown, "players": v.Standings.Players})
	}
	return t
}

func (v SeriesPage) row(row openapi.SeriesRow, i int, events []eventColumn) seriesRow {
	w := v.words()
	m := seriesRow{
		ID: fmt.Sprint("r", i+1), Position: strconv.Itoa(row.Rank), Name: row.Player.Name, Link: playerLink(v.Reader, v.Tenant, row.Player.Id), Club: row.Player.Club,
		Why: row.DecidedBy.Text, WhyRule: v.cite(row.DecidedBy.Rule), Results: make([]seriesCell, len(events)),
	}
	if row.Shared {
		m.Position = "=" + m.Position
	}
	if row.Penalties != "" {
		m.Penalty = w.Text("series.penalties", map[string]any{"points": w.Decimal(row.Penalties)})
	}
	class := "eq"
	if i == 0 {
		class = ""
	}
	for k, c := range v.Standings.Criteria {
		f := figure{Text: w.Decimal(row.Figures[k]), Class: class, Optional: k > 0}
		if row.DecidedBy.Criterion == c.Key {
			f.Class, class = "dec", ""
		}
		m.Figures = append(m.Figures, f)
	}
	for _, r := range row.Results {
		points, e := w.Decimal(r.Points), events[r.Number-1]
		m.Results[r.Number-1] = seriesCell{Points: points, Dropped: !r.Counts}
		m.Ways = append(m.Ways, seriesWay{
			Day: e.Day, Title: e.Title, Link: e.Link, Place: w.Text("series.place", map[string]any{"place": r.Place}), Points: points,
			Dropped: !r.Counts, Why: r.Why.Text, Rule: v.cite(r.Why.Rule),
		})
	}
	for _, p := range v.Penalties[row.Player.Id] {
		where := w.Text("series.penalty-of-series", nil)
		if p.Year != 0 {
			where = w.Text("series.penalty-of-year", map[string]any{"year": strconv.Itoa(p.Year)})
		}
		m.Penalties = append(m.Penalties, explanation{Text: w.Decimal(p.Points) + " " + where, Rule: v.cite(p.Rule)})
	}
	return m
}

func (v SeriesPage) clubs() (lines []seriesClubLine) {
	w := v.words()
	for _, c := range v.Clubs {
		line := seriesClubLine{Position: strconv.Itoa(c.Rank), Name: c.Club, Figure: w.Decimal(c.Figure), Why: c.Why.Text, Rule: v.cite(c.Why.Rule)}
		if c.Id != (openapi.ClubID{}) {
			line.Link = v.link(clubAddress(v.Tenant, c.Id))
		}
		switch {
		case c.Rank == 0:
			line.Position = "–"
		case c.Shared:
			line.Position = "=" + line.Position
		}
		for _, m := range c.Members {
			line.Members = append(line.Members, clubMember{Name: m.Player.Name, Link: playerLink(v.Reader, v.Tenant, m.Player.Id), Figure: w.Decimal(m.Figure), Counts: m.Counts})
		}
		lines = append(lines, line)
	}
	return lines
}
