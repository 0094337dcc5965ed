package playerapi

import (
	"context"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/clubs"
	"referto/internal/league/desk/playerdesk"
	"referto/internal/league/leagueapi"
	"referto/internal/league/views"
	"referto/openapi"
)

// ListMemberships lists in which clubs a player has been.
func (a API) ListMemberships(ctx context.Context, r openapi.ListMembershipsRequestObject) (openapi.ListMembershipsResponseObject, error) {
	out, err := a.memberships(gate.From(ctx), r.Player)
	return openapi.ListMemberships200JSONResponse(out), err
}

func (a API) memberships(c *gate.Call, player league.PlayerID) (openapi.MembershipList, error) {
	found, err := playerdesk.At(a.Desk).Memberships(c.Door(), player)
	if err != nil {
		return openapi.MembershipList{}, err
	}
	c.ETag(gate.Version(found.Player.Version))
	return views.Memberships(words.For(c.Language), found), nil
}

// TransferPlayer records that a player is in another club from a day on.
func (a API) TransferPlayer(ctx context.Context, r openapi.TransferPlayerRequestObject) (openapi.TransferPlayerResponseObject, error) {
	c := gate.From(ctx)
	if err := mayCorrect(c, r.Player, false); err != nil {
		return nil, err
	}
	var to *league.ClubID
	if r.Body.Club.UUID != uuid.Nil {
		to = &r.Body.Club
	}
	done, err := playerdesk.At(a.Desk).Transfer(c.Tx(), leagueapi.Act(c), r.Player, to, views.DayOf(r.Body.Day), r.Body.Reason)
	if err != nil {
		return nil, err
	}
	a.moved(c, done)
	out, err := a.memberships(c, r.Player)
	return openapi.TransferPlayer201JSONResponse(out), err
}

// moved publishes the events that show a changed club.
func (a API) moved(c *gate.Call, done playerdesk.Changed) {
	for _, e := range done.Events {
		a.Reached(c, e.ID, e.Revision)
	}
}

// CorrectMemberships replaces the club history of a player.
func (a API) CorrectMemberships(ctx context.Context, r openapi.CorrectMembershipsRequestObject) (openapi.CorrectMembershipsResponseObject, error) {
	c := gate.From(ctx)
	spans := openapi.Each(r.Body.Memberships, func(m openapi.CorrectedMembership) clubs.Span {
		return clubs.Span{Club: m.Club, From: views.DayOf(m.From), Until: views.DayOf(m.Until)}
	})
	done, err := playerdesk.At(a.Desk).CorrectMemberships(c.Tx(), leagueapi.Act(c), r.Player, leagueapi.From(r.Params.IfMatch), spans, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	a.moved(c, done)
	out, err := a.memberships(c, r.Player)
	return openapi.CorrectMemberships200JSONResponse(out), err
}
