package pages

import (
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/openapi"
)

// Clubs is the page that lists the clubs for which players play.
type Clubs struct {
	Reader
	Tenant openapi.Tenant
	Clubs  []openapi.PlayerClub
	// More: there are more than these.
	More bool
}

// Club is the page of one club: its present and former members, and their ranks.
type Club struct {
	Reader
	Tenant openapi.Tenant
	Club   openapi.PlayerClub
	Now    Members
	Before Members
	// Moves are the latest comings and leavings, the latest first.
	Moves []openapi.ClubMove
	// Rankings are the rankings of the tenant; only the first ones if there are many.
	Rankings []openapi.Ranking
}

// Members are present or former members of a club.
type Members struct {
	Members []openapi.ClubMember
	// More: there are more than these.
	More bool
	// Places has the rank of each of them, by ranking: 0 for nowhere, less for a place in its hall.
	Places []map[openapi.PlayerID]int
}

func clubsAddress(tenant openapi.Tenant) address {
	return address{path: homeAddress(tenant).path + "/clubs"}
}

func clubAddress(tenant openapi.Tenant, id openapi.ClubID) address {
	return address{path: clubsAddress(tenant).path + "/" + url.PathEscape(id.String())}
}

type clubLine struct{ Name, Note, Link, City, Members string }

// clubsModel is the content of the template "clubs".
type clubsModel struct {
	frame
	Heading, More string
	Cities        bool // at least one is known
	Lines         []clubLine
}

// Clubs writes the list of a tenant's clubs.
func (p *Pages) Clubs(out io.Writer, v Clubs) error {
	s := newRankingPage(v.Reader, v.Tenant)
	m := clubsModel{frame: v.frame(&v.Tenant, s.text("club.list"), clubsAddress(v.Tenant)), Heading: s.text("club.list")}
	m.Sheet, m.Data = rankingSheet, "/v1/tenants/"+url.PathEscape(v.Tenant.Slug)+"/player-clubs"
	m.Twins = []twin{tableTwin(s.w, m.Data+"?format=csv")}
	for _, c := range v.Clubs {
		line := clubLine{Name: c.Name, Link: s.link(clubAddress(v.Tenant, c.Id)), City: c.City, Members: s.w.Number(c.Members)}
		if c.ShortName != "" && c.ShortName != c.Name {
			line.Note = c.ShortName
		}
		m.Cities = m.Cities || c.City != ""
		m.Lines = append(m.Lines, line)
	}
	if v.More {
		m.More = s.text("club.first-only", "count", len(v.Clubs))
	}
	return p.render(out, m.Lang, "clubs", m)
}

type dayModel struct{ Day, DateTime string }

type memberRow struct {
	Name, Link  string
	Places      []string
	From, Until *dayModel
}

type memberColumn struct{ Title, Link string }

// membersModel is the content of the template "members".
type membersModel struct {
	Heading, More string
	Former        bool
	Since         bool // of at least one the first day is known
	Rankings      []memberColumn
	Rows          []memberRow
}

// moveLine is a coming into the club or a leaving: the other club, if there is one, has a name and a page.
type moveLine struct {
	Day              *dayModel
	Name, Link, Text string
	Other, OtherLink string
}

// clubModel is the content of the template "club".
type clubModel struct {
	frame
	Name, Lead, Closed, Members, All, Tenant string
	Now, Before                              membersModel
	Moves                                    []moveLine
}

// Club writes the page of a club.
func (p *Pages) Club(out io.Writer, v Club) error {
	s := newRankingPage(v.Reader, v.Tenant)
	c := v.Club
	m := clubModel{
		frame: v.frame(&v.Tenant, c.Name, clubAddress(v.Tenant, c.Id)), Name: c.Name, Members: s.w.Number(c.Members), All: s.link(clubsAddress(v.Tenant)),
		Now: s.members(v, v.Now, false), Before: s.members(v, v.Before, true),
	}
	m.Sheet, m.Data = rankingSheet, "/v1/tenants/"+url.PathEscape(v.Tenant.Slug)+"/player-clubs/"+c.Id.String()
	m.Twins = []twin{tableTwin(s.w, m.Data+"/members?format=csv")}
	var lead []string
	if c.City != "" {
		lead = append(lead, c.City)
	}
	if c.Founded != 0 {
		lead = append(lead, s.text("club.founded", "year", s.year(c.Founded)))
	}
	m.Lead = strings.Join(lead, ". ")
	if !c.ClosedFrom.IsZero() {
		m.Closed = s.text("club.closed", "day", s.w.PlainDate(c.ClosedFrom.Time))
	}
	if c.Tenant.Id != uuid.Nil {
		m.Tenant = s.link(address{path: "/t/" + url.PathEscape(c.Tenant.Slug)})
	}
	m.Moves = openapi.Each(v.Moves, func(one openapi.ClubMove) moveLine { return s.move(v.Tenant, one) })
	return p.render(out, m.Lang, "club", m)
}

func (s *rankingPage) move(tenant openapi.Tenant, one openapi.ClubMove) moveLine {
	line := moveLine{Day: s.dayOf(one.Day), Name: one.Player.Name, Link: s.playerLink(one.Player)}
	if one.Other.Name != "" {
		line.Other, line.OtherLink = one.Other.Name, s.link(clubAddress(tenant, one.Other.Id))
	}
	switch {
	case one.Came && line.Other != "":
		line.Text = s.text("club.came-other")
	case one.Came:
		line.Text = s.text("club.came")
	case line.Other != "":
		line.Text = s.text("club.left-other")
	default:
		line.Text = s.text("club.left")
	}
	return line
}

// year formats a year, without separators.
func (s *rankingPage) year(n int) string {
	return time.Date(n, 1, 1, 0, 0, 0, 0, time.UTC).Format("2006")
}

func (s *rankingPage) members(v Club, list Members, former bool) membersModel {
	m := membersModel{Heading: s.text("club.now"), Former: former}
	if former {
		m.Heading = s.text("club.before")
	}
	for _, r := range v.Rankings {
		at := rankingAddress(v.Tenant, r)
		if !former {
			at = at.with("club", v.Club.Id.String())
		}
		m.Rankings = append(m.Rankings, memberColumn{r.Title, s.link(at)})
	}
	for _, one := range list.Members {
		row := memberRow{Name: one.Player.Name, Link: s.playerLink(one.Player), From: s.dayOf(one.From), Until: s.dayOf(one.Until)}
		m.Since = m.Since || row.From != nil
		for _, places := range list.Places {
			row.Places = append(row.Places, s.placeOf(places[one.Player.Id]))
		}
		m.Rows = append(m.Rows, row)
	}
	if list.More {
		m.More = s.text("club.first-only", "count", len(list.Members))
	}
	return m
}

func (s *rankingPage) placeOf(place int) string {
	switch {
	case place == 0:
		return "–"
	case place < 0:
		return s.text("player.place-in-hall", "rank", s.w.Number(-place))
	}
	return s.w.Number(place)
}

func (s *rankingPage) dayOf(d openapi_types.Date) *dayModel {
	if d.IsZero() {
		return nil
	}
	return &dayModel{s.w.PlainDate(d.Time), d.Format(time.DateOnly)}
}
