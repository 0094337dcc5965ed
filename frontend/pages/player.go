package pages

import (
	"cmp"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/openapi"
)

func playerAddress(tenant openapi.Tenant, id openapi.PlayerID) address {
	return address{path: homeAddress(tenant).path + "/players/" + url.PathEscape(id.String())}
}

// playerLink returns the link to a player's page; "" if the player is unknown.
func (s *rankingPage) playerLink(p openapi.PlayerRef) string {
	return playerLink(s.Reader, s.tenant, p.Id)
}

// playerLink returns the link to a player's page for a reader; "" if the player is unknown.
func playerLink(r Reader, tenant openapi.Tenant, id openapi.PlayerID) string {
	if id.UUID == uuid.Nil {
		return ""
	}
	return r.link(playerAddress(tenant, id))
}

// playerModel is the content of the template "player".
type playerModel struct {
	frame
	Name, Club, ClubLink, City, Since string
	Erased                            bool
	ClaimLink                         string // "" for a record that cannot be claimed any more
	Figures                           []boardFigure
	Careers                           []careerModel
	Against                           *againstModel
	Results                           []resultGroup
	ShowVP                            bool
	AllLink, AllText                  string
	Records                           []recordLine
	Opponents                         []opponentLine
	Met                               string
	Series                            []seriesRank
}

// seriesRank is a line for a series in which the player stands.
type seriesRank struct{ Title, Link, Place string }

// careerModel is the way in one ranking.
type careerModel struct {
	ID, Title, Link, HallLink, Place, Line, Note string
	Chart                                        *chartModel
	Hall                                         bool
	Rows                                         []careerRow
	Opening                                      *careerRow
	Rule                                         ruleRef
}

// careerRow holds the gain of one event, or of the opening.
type careerRow struct {
	Day, DateTime, Title, Link, Place, Line string
	Gave, Total, Note                       string
	Penalties                               []penaltyNote
}

// penaltyNote states which part of the points is a penalty, and by which paragraph.
type penaltyNote struct {
	Text string
	Rule ruleRef
}

// resultGroup is the results of a season, or of a year.
type resultGroup struct {
	Title   string
	Results []resultRow
}

// resultRow is one event.
type resultRow struct {
	Day, DateTime, Title, Link, Kind string
	Place, Of                        string
	Won, Podium                      bool
	Games                            []game
	Wins, VP, Share, Points          string
}

// resultsAtFirst is the number of results shown before the reader asks for all; marksShown the number of games up to
// which each has a mark.
const (
	resultsAtFirst = 40
	marksShown     = 12
)

// Player writes the page of a player.
func (p *Pages) Player(out io.Writer, v Player) error {
	s := newRankingPage(v.Reader, v.Tenant)
	b := v.Biography
	at := playerAddress(v.Tenant, b.Player.Id)
	shown := at
	if b.Against.Games > 0 {
		shown = shown.with("against", b.Against.Player.Id.String())
	} else if v.All {
		shown = shown.with("results", "all")
	}
	m := playerModel{frame: v.frame(&v.Tenant, b.Player.Name, shown), Name: b.Player.Name, Club: b.Player.Club, City: b.City, Since: s.since(v), Figures: s.playerFigures(v), Erased: v.Erased}
	m.Unlisted = v.Erased
	if !v.Erased {
		m.Description = strings.Join(present(m.Club, m.City, m.Since), " · ") // only facts that the head of the page shows too
		m.ClaimLink = claimLink(v.Reader, v.Tenant, b.Player.Id)
	}
	if v.Club.UUID != uuid.Nil {
		m.ClubLink = s.link(clubAddress(v.Tenant, v.Club))
	}
	m.Sheet, m.Data = rankingSheet, "/v1/tenants/"+url.PathEscape(v.Tenant.Slug)+"/players/"+b.Player.Id.String()+"/biography"
	m.Twins = []twin{tableTwin(s.w, m.Data+"?format=csv")}
	for i, c := range v.Careers {
		section := s.careerSection(c, "c"+strconv.Itoa(i+1))
		if !slices.Contains(b.Blocks, openapi.ProfileBlockChart) {
			section.Chart = nil
		}
		m.Careers = append(m.Careers, section)
	}
	if b.Against.Games > 0 {
		m.Against = s.against(b, s.link(at))
	}
	results := b.Results
	if !v.All && len(results) > resultsAtFirst+5 {
		results = results[:resultsAtFirst]
		all := at.with("results", "all")
		all.fragment = "results"
		m.AllLink, m.AllText = s.link(all), s.text("player.all-results", "count", len(b.Results))
	}
	m.Results = s.results(results)
	m.ShowVP = slices.ContainsFunc(results, func(r openapi.PersonalResult) bool { return r.Vp != "" || r.Share != "" })
	for _, r := range b.Records {
		m.Records = append(m.Records, s.record(r, b.Records))
	}
	for _, r := range b.Streaks {
		m.Records = append(m.Records, s.streak(r))
	}
	for _, o := range b.Opponents[:min(len(b.Opponents), 10)] {
		m.Opponents = append(m.Opponents, s.opponent(at, o))
	}
	if b.Met > len(m.Opponents) {
		m.Met = s.text("player.met", "count", b.Met)
	}
	for _, r := range v.Series {
		line := seriesRank{Title: r.Title, Link: s.link(seriesAddress(v.Tenant, r.Slug))}
		if r.Rank > 0 {
			line.Place = s.text("player.place", "rank", r.Rank, "players", r.Players)
		}
		m.Series = append(m.Series, line)
	}
	return p.render(out, m.Lang, "player", m)
}

// since states from when on the player is known to play.
func (s *rankingPage) since(v Player) string {
	var first time.Time
	if n := len(v.Biography.Results); n > 0 {
		first = v.Biography.Results[n-1].Event.Day.Time
	}
	for _, c := range v.Careers {
		if len(c.Career.Events) > 0 && (first.IsZero() || c.Career.Events[0].Event.Day.Before(first)) {
			first = c.Career.Events[0].Event.Day.Time
		}
	}
	if first.IsZero() {
		return ""
	}
	return s.text("player.since", "year", strconv.Itoa(first.Year()))
}

// playerFigures are the numbers at the top.
func (s *rankingPage) playerFigures(v Player) []boardFigure {
	b := v.Biography
	figures := []boardFigure{
		{Label: s.text("player.events-won"), Number: s.w.Number(b.Won), Of: s.text("board.of", "number", b.Played)},
		{Label: s.text("player.games-won"), Number: s.w.Number(b.GamesWon), Of: s.text("board.of", "number", b.Games)},
	}
	for _, c := range v.Careers[:min(len(v.Careers), 1)] {
		figures = append(figures, boardFigure{Label: s.listName(c), Number: s.w.Number(c.Career.Row.Rank), Of: s.text("board.of", "number", c.Players)})
	}
	return figures
}

// listName is the list in which a player stands: the ranking, or its hall.
func (s *rankingPage) listName(c Career) string {
	if c.Career.Hall {
		return s.text("ranking.hall")
	}
	return c.Ranking.Title
}

func (s *rankingPage) careerSection(c Career, id string) careerModel {
	row := c.Career.Row
	at := rankingAddress(s.tenant, c.Ranking)
	if c.Career.Hall {
		at = hallAddress(s.tenant, c.Ranking)
	}
	m := careerModel{
		ID: id, Title: c.Ranking.Title, Link: s.link(at.with("around", c.Career.Player.Id.String())), HallLink: s.hallLink(c.Ranking),
		Hall: c.Career.Hall, Line: row.ScoreLine, Chart: s.career(c, id), Rule: s.cite(c.Ranking.Cap.Rule),
		Place: s.text("player.place", "rank", s.w.Number(row.Rank), "players", s.w.Number(c.Players)),
	}
	switch {
	case c.Ranking.Cap.Points > 0:
		m.Note = s.text("player.to-go", "points", row.Distance, "cap", c.Ranking.Cap.Points)
	case c.Ranking.Best > 0:
		m.Note = s.text("ranking.lead-best", "count", c.Ranking.Best)
	}
	if c.Career.Hall {
		m.Place, m.Note = s.text("player.place-in-hall", "rank", s.w.Number(row.Rank)), s.text("player.from-the-start")
		if !row.Since.Day.IsZero() {
			m.Note = s.text("player.in-hall-since", "day", s.w.PlainDate(row.Since.Day.Time), "event", row.Since.Title)
		}
	}
	column := pointsColumn(c.Ranking)
	if len(c.Career.Opening.Figures) > 0 && column >= 0 {
		points := s.w.Decimal(c.Career.Opening.Figures[column])
		m.Opening = &careerRow{Title: s.text("player.opening"), Note: c.Career.Opening.Reason, Line: c.Career.Opening.ScoreLine, Gave: "+" + points, Total: points}
	}
	for _, e := range slices.Backward(c.Career.Events) {
		m.Rows = append(m.Rows, s.careerRow(e, column))
	}
	return m
}

func (s *rankingPage) careerRow(e openapi.CareerEvent, column int) careerRow {
	row := careerRow{
		Day: s.w.PlainDate(e.Event.Day.Time), DateTime: e.Event.Day.Format(time.DateOnly), Title: e.Event.Title, Link: s.eventLink(e.Event),
		Line: e.ScoreLine, Total: s.w.Decimal(e.Total), Place: "–",
	}
	if e.Place > 0 {
		row.Place = s.w.Number(e.Place)
	}
	if column >= 0 {
		row.Gave = s.w.Decimal(e.Figures[column])
		if !strings.HasPrefix(e.Figures[column], "-") { // by a penalty
			row.Gave = "+" + row.Gave
		}
	}
	for _, penalty := range e.Penalties {
		row.Penalties = append(row.Penalties, penaltyNote{s.text("player.of-which-penalty", "points", penalty.Points), s.cite(penalty.Rule)})
	}
	switch {
	case e.National && e.Counts:
		row.Note = s.text("player.national-too")
	case e.National:
		row.Note = s.text("player.national")
	case e.Dropped:
		row.Note = s.text("player.dropped")
	case !e.Counts:
		row.Note = s.text("player.counts-not")
	}
	if e.Posting > 1 {
		row.Note = strings.Join(present(row.Note, s.text("player.revision", "number", e.Posting)), " · ")
	}
	return row
}

// results groups the results, the latest first: by season, those without a season by year.
func (s *rankingPage) results(list []openapi.PersonalResult) []resultGroup {
	var groups []resultGroup
	for _, r := range list {
		title := cmp.Or(r.Season, strconv.Itoa(r.Event.Day.Year()))
		if n := len(groups); n == 0 || groups[n-1].Title != title {
			groups = append(groups, resultGroup{Title: title})
		}
		of := &groups[len(groups)-1]
		of.Results = append(of.Results, s.result(r))
	}
	return groups
}

func (s *rankingPage) result(r openapi.PersonalResult) resultRow {
	row := resultRow{
		Day: s.w.Day(r.Event.Day.Time), DateTime: r.Event.Day.Format(time.DateOnly), Title: r.Event.Title, Link: s.eventLink(r.Event),
		Kind: s.text("event-kind." + string(r.Kind)), Place: "–", Won: r.Place == 1, Podium: r.Place >= 1 && r.Place <= 3,
	}
	if r.Place > 0 {
		row.Place, row.Of = s.w.Number(r.Place), "/"+s.w.Number(r.Players)
	}
	for _, g := range r.Games {
		model := game{Points: strconv.Itoa(g.Points), Won: g.Won, Title: s.text("player.round-table", "round", g.Round, "table", g.Table), Bar: g.Kind == openapi.RoundKindFinal}
		if g.Void {
			model.Points, model.Won = "("+model.Points+")", false
		}
		row.Games = append(row.Games, model)
	}
	row.Wins, row.VP, row.Share, row.Points = s.decimal(r.Wins), s.decimal(r.Vp), s.decimal(r.Share), s.decimal(r.Points)
	return row
}

// decimal writes a figure for the reader; "" for none.
func (s *rankingPage) decimal(d openapi.Decimal) string {
	if d == "" {
		return ""
	}
	return s.w.Decimal(d)
}
