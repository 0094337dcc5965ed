package views

import (
	"slices"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/frontend/words"
	"referto/internal/league/clubs"
	"referto/internal/league/desk/playerdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/tenant"
	"referto/openapi"
)

// PlayerClub writes a club for which players play.
func PlayerClub(c leaguedb.CountedClub) openapi.PlayerClub {
	out := openapi.PlayerClub{
		Id: c.ID, Name: c.Name, ShortName: c.ShortName, City: c.City, Founded: c.Founded, ClosedFrom: day(c.ClosedFrom), Members: c.Members,
		Version: c.Version, CreatedAt: c.CreatedAt,
	}
	if c.TenantID != nil && c.TenantSlug != nil && c.TenantName != nil {
		out.Tenant = TenantRef(tenant.Ref{ID: *c.TenantID, Slug: *c.TenantSlug, Name: *c.TenantName})
	}
	return out
}

// Memberships writes the clubs of a player, the latest first.
func Memberships(w *words.Words, m playerdesk.Memberships) openapi.MembershipList {
	out := openapi.MembershipList{Player: PlayerRefOf(w, m.Player), Version: m.Player.Version, OfAlias: m.OfAlias, Items: openapi.Each(m.History.Spans(), func(s clubs.Span) openapi.Membership {
		return openapi.Membership{Club: openapi.PlayerClubRef{Id: s.Club, Name: m.Clubs[s.Club].Name}, From: day(s.From), Until: day(s.Until)}
	})}
	slices.Reverse(out.Items)
	return out
}

// ClubMember writes a current or former member of a club.
func ClubMember(w *words.Words, m leaguedb.Member, club string) openapi.ClubMember {
	out := openapi.ClubMember{Player: openapi.PlayerRef{Id: m.PlayerID, Name: w.Player(m.Name, m.Initials)}, From: day(m.FromDay)}
	if m.NextDay != "" {
		out.Until = day(m.NextDay.Plus(-1))
	} else {
		out.Player.Club = club
	}
	return out
}

// ClubMove writes the coming of a player into a club, or their leaving.
func ClubMove(w *words.Words, m leaguedb.Move) openapi.ClubMove {
	out := openapi.ClubMove{Player: openapi.PlayerRef{Id: m.PlayerID, Name: w.Player(m.Name, m.Initials)}, Day: day(m.Day), Came: m.Came}
	if m.OtherID != nil {
		out.Other = openapi.PlayerClubRef{Id: *m.OtherID, Name: m.Other}
	}
	return out
}

// Category writes a year category.
func Category(c facts.Category) openapi.Category {
	return openapi.Category{Key: c.Key, Title: c.Title, By: openapi.CategoryBasis(c.Basis), From: c.Least, Until: c.Most}
}

// DayOf reads a day of the wire; "" for none.
func DayOf(d openapi_types.Date) rules.Day {
	if d.IsZero() {
		return ""
	}
	return rules.DayOf(d.Time)
}
