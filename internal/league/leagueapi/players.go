package leagueapi

import (
	"context"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league/leaguedb"
	"referto/internal/oneline"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// playerPosition is where a page of players ended.
type playerPosition struct {
	Key string
	ID  uuid.UUID
}

// ListPlayers lists players by name.
func (a *API) ListPlayers(ctx context.Context, r openapi.ListPlayersRequestObject) (openapi.ListPlayersResponseObject, error) {
	c := gate.From(ctx)
	prefix := words.Fold(r.Params.Name)
	list := "players:" + c.Tenant.ID.String() + ":" + prefix
	var after playerPosition
	if _, err := a.cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	most := limit(r.Params.Limit)
	var players []leaguedb.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayers(b, &players, prefix, after.Key, after.ID, most+1)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	page := openapi.PlayerPage{}
	if len(players) > most {
		players = players[:most]
		page.NextCursor = c.Next(a.cursors.Encode(list, playerPosition{players[most-1].NameKey, players[most-1].ID.UUID}))
	}
	page.Items = openapi.Each(players, toPlayer)
	return openapi.ListPlayers200JSONResponse(page), nil
}

func toPlayer(p leaguedb.Player) openapi.Player {
	return openapi.Player{
		Id: p.ID, Name: p.Name, Club: p.Club, City: p.City, Email: p.Email, HasAccount: p.AccountID != nil, Version: p.Version, CreatedAt: p.CreatedAt,
	}
}

// CreatePlayer adds a person to the register.
func (a *API) CreatePlayer(ctx context.Context, r openapi.CreatePlayerRequestObject) (openapi.CreatePlayerResponseObject, error) {
	c := gate.From(ctx)
	name, err := oneline.Clean(r.Body.Name)
	if err != nil {
		return nil, err
	}
	p, err := a.desk.AddPlayer(c.Tx(), act(c), leaguedb.Player{
		Name: name, NameKey: words.Fold(name), Club: r.Body.Club, City: r.Body.City, Email: r.Body.Email,
	}, r.Body.SameNameAccepted)
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(p.Version))
	return openapi.CreatePlayer201JSONResponse(toPlayer(p)), nil
}

// GetPlayer answers with one player.
func (a *API) GetPlayer(ctx context.Context, r openapi.GetPlayerRequestObject) (openapi.GetPlayerResponseObject, error) {
	c := gate.From(ctx)
	var p leaguedb.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayer(b, &p, r.Player)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	c.ETag(gate.Version(p.Version))
	return openapi.GetPlayer200JSONResponse(toPlayer(p)), nil
}

// UpdatePlayer corrects a player's data.
func (a *API) UpdatePlayer(ctx context.Context, r openapi.UpdatePlayerRequestObject) (openapi.UpdatePlayerResponseObject, error) {
	c := gate.From(ctx)
	name := r.Body.Name
	if name != "" {
		var err error
		if name, err = oneline.Clean(name); err != nil {
			return nil, err
		}
	}
	p, events, err := a.desk.ChangePlayer(c.Tx(), act(c), r.Player, matches(r.Params.IfMatch), func(p *leaguedb.Player) {
		if name != "" {
			p.Name, p.NameKey = name, words.Fold(name)
		}
		if r.Body.Club != nil {
			p.Club = *r.Body.Club
		}
		if r.Body.City != nil {
			p.City = *r.Body.City
		}
		if r.Body.Email != "" {
			p.Email = r.Body.Email
		}
	})
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		a.reached(c, e.ID, e.Revision)
	}
	c.ETag(gate.Version(p.Version))
	return openapi.UpdatePlayer200JSONResponse(toPlayer(p)), nil
}
