package pages

import (
	"cmp"
	"io"
	"net/url"
	"strings"

	"referto/openapi"
)

// rankingLine is one ranking in a list.
type rankingLine struct {
	Title, Link, Hall, Lead string
	Rule                    ruleRef
}

func (s *rankingPage) line(r openapi.Ranking) rankingLine {
	return rankingLine{
		Title: r.Title, Link: s.link(rankingAddress(s.tenant, r)), Hall: s.hallLink(r), Lead: s.lead(r), Rule: s.cite(r.Cap.Rule),
	}
}

// lead describes the rule of a ranking about points (a cap, or a number of best results), and the games that count.
func (s *rankingPage) lead(r openapi.Ranking) string {
	if len(r.Games) == 0 {
		return s.leadOfAll(r)
	}
	games := make([]string, len(r.Games))
	for i, g := range r.Games {
		games[i] = g.Game
		if g.Variant != "" {
			games[i] += " (" + cmp.Or(g.Title, g.Variant) + ")"
		}
	}
	return s.text("ranking.lead-games", "games", strings.Join(games, ", ")) + " " + s.leadOfAll(r)
}

func (s *rankingPage) leadOfAll(r openapi.Ranking) string {
	switch {
	case r.Cap.Points > 0:
		return s.text("ranking.lead", "points", r.Cap.Points)
	case r.Best > 0:
		return s.text("ranking.lead-best", "count", r.Best)
	}
	return s.text("ranking.lead-all")
}

// hallLink returns the link to the hall; "" for a ranking without a cap, which no player leaves.
func (s *rankingPage) hallLink(r openapi.Ranking) string {
	if r.Cap.Points == 0 {
		return ""
	}
	return s.link(hallAddress(s.tenant, r))
}

// rankingsModel is the content of the template "rankings".
type rankingsModel struct {
	frame
	Heading, Clubs string
	Lines          []rankingLine
}

// Rankings writes the list of a tenant's rankings.
func (p *Pages) Rankings(out io.Writer, v Rankings) error {
	s := newRankingPage(v.Reader, v.Tenant)
	m := rankingsModel{frame: v.frame(&v.Tenant, s.text("frame.rankings"), rankingsAddress(v.Tenant)), Heading: s.text("frame.rankings"), Clubs: s.link(clubsAddress(v.Tenant))}
	m.Sheet, m.Data = rankingSheet, "/v1/tenants/"+url.PathEscape(v.Tenant.Slug)+"/rankings"
	for _, r := range v.Rankings {
		m.Lines = append(m.Lines, s.line(r))
	}
	return p.render(out, m.Lang, "rankings", m)
}
