package pages

import (
	"io"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"referto/frontend/words"
	"referto/openapi"
)

// rankingSheet is the style sheet that only rankings and players need.
const rankingSheet = "ranking.css"

func rankingsAddress(tenant openapi.Tenant) address {
	return address{path: homeAddress(tenant).path + "/rankings"}
}

func rankingAddress(tenant openapi.Tenant, r openapi.Ranking) address {
	return address{path: rankingsAddress(tenant).path + "/" + url.PathEscape(r.Slug)}
}

func hallAddress(tenant openapi.Tenant, r openapi.Ranking) address {
	return address{path: rankingAddress(tenant, r).path + "/hall"}
}

// rankingData returns the address of a ranking in the API.
func rankingData(tenant openapi.Tenant, r openapi.Ranking) string {
	return "/v1/tenants/" + url.PathEscape(tenant.Slug) + "/rankings/" + r.Id.String()
}

// rankingPage is the part that rankings and players share while their pages are made.
type rankingPage struct {
	Reader
	tenant openapi.Tenant
	w      *words.Words
}

func newRankingPage(r Reader, tenant openapi.Tenant) *rankingPage {
	return &rankingPage{Reader: r.citing(tenant, openapi.RulesetRef{}), tenant: tenant, w: r.words()}
}

func (s *rankingPage) text(key string, params ...any) string {
	values := make(map[string]any, len(params)/2)
	for i := 0; i+1 < len(params); i += 2 {
		values[params[i].(string)] = params[i+1]
	}
	return s.w.Text(key, values)
}

// eventLink is the page of an event of a ranking.
func (s *rankingPage) eventLink(e openapi.RankingEvent) string {
	return s.link(eventAddress(s.tenant, openapi.Event{Slug: e.Slug}))
}

// rankingModel is the content of the template "ranking".
type rankingModel struct {
	frame
	Heading, Lead, LeadMore string
	Rule                    ruleRef
	// RankingLink leads from the hall to the ranking, HallLink from there to the hall.
	RankingLink, RankingTitle, HallLink string
	Race                                *chartModel
	ListHeading, Caption, Updated       string
	InHall                              bool
	Empty                               string
	Cap                                 string // "To 300"; "" in the hall, and without a cap
	Gained                              string // the full title of the column of gains; "" without it
	ShowMovement, Decided               bool
	Columns                             []rankingColumn
	Span                                int
	Rows                                []rankingRow
	Pager                               *pagerModel
	Choices                             []choice // the groups of players to choose from
	Find                                searchModel
	Hall                                []hallLine
	HallPlayers                         string
	Last                                []gainLine // of the last event
	LastDay, LastLink                   string
	Now                                 string // leads back from another day, or from a search
	NowText                             string
}

// Ranking writes a part of a ranking, or of its hall.
func (p *Pages) Ranking(out io.Writer, v Ranking) error {
	s := newRankingPage(v.Reader, v.Tenant)
	at, heading := rankingAddress(v.Tenant, v.Ranking), v.Ranking.Title
	if v.Hall {
		at, heading = hallAddress(v.Tenant, v.Ranking), s.text("ranking.hall-of", "title", v.Ranking.Title)
	}
	m := rankingModel{
		frame: v.frame(&v.Tenant, heading, v.shown(at)), Heading: heading, InHall: v.Hall, RankingTitle: v.Ranking.Title,
		Lead: s.lead(v.Ranking), Rule: s.cite(v.Ranking.Cap.Rule), Columns: s.columns(v.Ranking),
		RankingLink: s.link(rankingAddress(v.Tenant, v.Ranking)), HallLink: s.hallLink(v.Ranking),
	}
	if v.Ranking.Cap.Points > 0 && !v.Hall {
		m.Cap = s.text("ranking.to-cap", "points", v.Ranking.Cap.Points)
	}
	m.Sheet, m.Description = rankingSheet, m.Lead
	m.Data, m.Twins = v.data(s.w)
	s.describe(&m, v)
	above := (*openapi.RankingRow)(nil)
	for i, row := range v.Part.Items {
		m.Rows = append(m.Rows, s.row(v, &m, row, above))
		above = &v.Part.Items[i]
	}
	if v.Find == "" {
		m.Pager = s.pager(v, v.Only.with(at))
	}
	m.Choices = s.choosable(v)
	m.Find = searchModel{Action: at.path, Query: v.Find, Keep: s.choices(), KeepDay: v.kept(s.choices())}
	if !v.Part.AsOf.IsZero() {
		m.Find.Day = v.Part.AsOf.Format(time.DateOnly)
	}
	for _, row := range v.First.Items {
		m.Hall = append(m.Hall, s.hallLine(row))
	}
	if v.First.Players > 0 {
		m.HallPlayers = s.text("count.players", "count", v.First.Players)
	}
	for _, c := range v.Last {
		m.Last = append(m.Last, s.gainLine(c))
		e := c.Events[0].Event
		m.LastDay, m.LastLink = s.w.PlainDate(e.Day.Time), s.link(address{path: homeAddress(v.Tenant).path + EventPath + e.Id.String()})
	}
	m.Race = s.race(v)
	return p.render(out, m.Lang, "ranking", m)
}

// choosable lists the groups of players that can be shown alone, first all of them: the year categories, and the
// club, which is chosen from the page of clubs.
func (s *rankingPage) choosable(v Ranking) []choice {
	all := s.withDay(v)
	list := []choice{{Name: s.text("ranking.all-players"), Address: s.link(all), Current: v.Only == Only{}}}
	for _, c := range v.Categories {
		list = append(list, choice{Name: c.Title, Address: s.link(Only{Category: c.Key}.with(all)), Current: v.Only.Category == c.Key})
	}
	if v.Only.ClubName != "" {
		list = append(list, choice{Name: v.Only.ClubName, Address: s.link(Only{Club: v.Only.Club, ClubName: v.Only.ClubName}.with(all)), Current: true})
	}
	return append(list, choice{Name: s.text("ranking.by-club"), Address: s.link(clubsAddress(v.Tenant))})
}

// kept adds to the reader's own parameters those that the form for a day carries along: the restriction, and the
// player in the middle.
func (v Ranking) kept(params []param) []param {
	kept := v.Only.with(address{}).params
	if v.Around != nil {
		kept = append(kept, param{"around", v.Around.String()})
	}
	return append(kept, params...)
}

// with adds the restriction to an address.
func (o Only) with(at address) address {
	if o.ClubName != "" {
		at = at.with("club", o.Club.String())
	}
	if o.Category != "" {
		at = at.with("category", o.Category)
	}
	return at
}

// shown returns the address with the parameters of the part that is shown.
func (v Ranking) shown(at address) address {
	at = v.Only.with(at)
	if !v.Part.AsOf.IsZero() {
		at = at.with("asOf", v.Part.AsOf.Format(time.DateOnly))
	}
	switch {
	case v.Find != "":
		return at.with("q", v.Find)
	case v.Around != nil:
		return at.with("around", v.Around.String())
	case v.From > 0 && v.Size > 0:
		return at.with("page", strconv.Itoa(v.From/v.Size+1))
	}
	return at
}

// data returns the addresses of the figures in the API and of the tables.
func (v Ranking) data(w *words.Words) (string, []twin) {
	list := "standings"
	if v.Hall {
		list = "hall"
	}
	params := url.Values{"limit": {strconv.Itoa(max(v.Size, 1))}}
	if v.Only.ClubName != "" {
		params.Set("club", v.Only.Club.String())
	}
	if v.Only.Category != "" {
		params.Set("category", v.Only.Category)
	}
	if v.Find == "" && v.Around == nil && v.From > 0 {
		params.Set("from", strconv.Itoa(v.From+1))
	}
	if !v.Part.AsOf.IsZero() {
		params.Set("asOf", v.Part.AsOf.Format(time.DateOnly))
	}
	switch {
	case v.Find != "":
		params.Set("name", v.Find)
	case v.Around != nil && !v.Absent:
		params.Set("around", v.Around.String())
	}
	at := rankingData(v.Tenant, v.Ranking) + "/" + list + "?"
	table := maps.Clone(params)
	table.Set("format", "csv")
	return at + params.Encode(), []twin{tableTwin(w, at+table.Encode())}
}

// describe names the part that is shown, and its date.
func (s *rankingPage) describe(m *rankingModel, v Ranking) {
	m.ListHeading, m.Caption, m.Empty = s.text("ranking.active"), s.text("ranking.caption", "title", v.Ranking.Title), s.text("ranking.empty")
	if v.Hall {
		m.ListHeading, m.Empty = s.text("ranking.hall"), s.text("ranking.hall-empty")
		m.Caption = m.Heading
	}
	parts := []string{s.text("count.players", "count", v.Part.Players)}
	switch {
	case v.Find != "":
		m.ListHeading, m.Empty = s.text("ranking.found", "query", v.Find), s.text("find.none")
		parts = nil
		m.Now, m.NowText = s.link(s.withDay(v)), s.text("ranking.whole")
	case !v.Part.AsOf.IsZero():
		m.Now, m.NowText = s.link(v.address()), s.text("ranking.now")
	}
	if v.Only.ClubName != "" {
		parts = append(parts, s.text("ranking.only-club", "club", v.Only.ClubName))
		m.Now, m.NowText = s.link(s.withDay(v)), s.text("ranking.all-players")
	}
	if v.Only.Category != "" {
		parts = append(parts, s.text("ranking.only-category", "category", v.Only.CategoryTitle))
		m.Now, m.NowText = s.link(s.withDay(v)), s.text("ranking.all-players")
	}
	if !v.Part.AsOf.IsZero() {
		parts = append(parts, s.text("ranking.as-of", "day", s.w.PlainDate(v.Part.AsOf.Time)))
	}
	if !v.Part.Since.IsZero() {
		day := s.w.PlainDate(v.Part.Since.AddDate(0, 0, 1))
		m.Gained = s.text("ranking.gained-since", "day", day)
		m.ShowMovement = slices.ContainsFunc(v.Part.Items, func(r openapi.RankingRow) bool { return r.Movement.Rank > 0 })
		parts = append(parts, s.text("ranking.since", "day", day))
	}
	if v.Absent {
		parts = append(parts, s.text("ranking.absent"))
	}
	m.Updated = strings.Join(parts, " · ")
	m.Span = 2 + len(m.Columns)
	if !m.InHall {
		m.Span += 2
	} else {
		m.Span++
	}
	if m.ShowMovement {
		m.Span++
	}
	if m.Gained != "" && !m.InHall {
		m.Span++
	}
}

// address is the page of the list that is shown, from its beginning.
func (v Ranking) address() address {
	if v.Hall {
		return hallAddress(v.Tenant, v.Ranking)
	}
	return rankingAddress(v.Tenant, v.Ranking)
}

// withDay is the same as of the day that is shown.
func (s *rankingPage) withDay(v Ranking) address {
	if v.Part.AsOf.IsZero() {
		return v.address()
	}
	return v.address().with("asOf", v.Part.AsOf.Format(time.DateOnly))
}
