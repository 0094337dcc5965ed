package serve

import (
	"bytes"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/desk/clubdesk"
	"referto/internal/league/desk/rankingdesk"
	"referto/internal/league/leaguedb"
	"referto/internal/league/views"
	"referto/internal/publication"
	"referto/internal/tenant/tenantapi"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// The most clubs of a list, members of a club, comings and leavings, and rankings in which members stand, that a page
// shows.
const (
	movesShown    = 20
	clubsShown    = 500
	membersShown  = 200
	rankingsShown = 2
)

// clubs is the list of the clubs for which players of a tenant play.
func (s *site) clubs(v visit, body *bytes.Buffer) (string, error) {
	var found []leaguedb.CountedClub
	b := &tenantdb.Batch{}
	leaguedb.LoadCountedClubs(b, &found, nil, false, "", clubsShown+1)
	if err := v.door.Send(b); err != nil {
		return "", err
	}
	page := pages.Clubs{Reader: v.reader, Tenant: tenantapi.View(v.tenant), More: len(found) > clubsShown}
	page.Clubs = openapi.Each(found[:min(len(found), clubsShown)], views.PlayerClub)
	publication.Spare(v.echo.Response().Header().Set)
	err := s.pages.Clubs(body, page)
	return bodyTag(body), err
}

// club is the page of a club. It follows from the memberships and from the revisions of rankings.
func (s *site) club(v visit, body *bytes.Buffer) (string, error) {
	id, err := uuid.Parse(v.echo.Param("club"))
	if err != nil || id.String() != v.echo.Param("club") {
		return "", league.ErrNotFound
	}
	of := league.ClubID{UUID: id}
	found, err := clubdesk.At(s.api.desk).Club(v.door, of)
	if err != nil {
		return "", err
	}
	page := pages.Club{Reader: v.reader, Tenant: tenantapi.View(v.tenant), Club: views.PlayerClub(found)}
	room := rankingdesk.At(s.api.desk)
	all, err := room.All(v.door)
	if err != nil {
		return "", err
	}
	all = all[:min(len(all), rankingsShown)]
	w := words.For(v.reader.Lang)
	page.Rankings = openapi.Each(all, func(r rankingdesk.Ranking) openapi.Ranking { return views.NewRankingView(r, w).Ranking() })
	for former, list := range map[bool]*pages.Members{false: &page.Now, true: &page.Before} {
		var members []leaguedb.Member
		b := &tenantdb.Batch{}
		leaguedb.LoadMembers(b, &members, of, former, "", uuid.Nil, "", membersShown+1)
		if err := v.door.Send(b); err != nil {
			return "", err
		}
		list.More = len(members) > membersShown
		list.Members = openapi.Each(members[:min(len(members), membersShown)], func(m leaguedb.Member) openapi.ClubMember { return views.ClubMember(w, m, found.Name) })
		if list.Places, err = placesOf(v.door, room, all, list.Members); err != nil {
			return "", err
		}
	}
	var moves []leaguedb.Move
	b := &tenantdb.Batch{}
	leaguedb.LoadMoves(b, &moves, of, movesShown)
	if err := v.door.Send(b); err != nil {
		return "", err
	}
	page.Moves = openapi.Each(moves, func(m leaguedb.Move) openapi.ClubMove { return views.ClubMove(w, m) })
	publication.Spare(v.echo.Response().Header().Set)
	err = s.pages.Club(body, page)
	return bodyTag(body), err
}

// placesOf finds the ranks of people, by ranking: less than 0 is a place in its hall.
func placesOf(door tenantdb.Door, room rankingdesk.Desk, all []rankingdesk.Ranking, members []openapi.ClubMember) ([]map[openapi.PlayerID]int, error) {
	players := openapi.Each(members, func(m openapi.ClubMember) league.PlayerID { return m.Player.Id })
	out := make([]map[openapi.PlayerID]int, len(all))
	for i, r := range all {
		var err error
		if out[i], err = room.Places(door, r.ID, players); err != nil {
			return nil, err
		}
	}
	return out, nil
}
