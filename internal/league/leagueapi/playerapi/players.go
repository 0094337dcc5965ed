package playerapi

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/playerdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leagueapi/moneyapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/views"
	"referto/internal/mail/matter"
	"referto/internal/oneline"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// playerPosition marks the end of a page of players.
type playerPosition struct {
	Key string
	ID  uuid.UUID
}

// ListPlayers lists players by name. Who works at an event finds people by their
// names and does not get everybody.
func (a API) ListPlayers(ctx context.Context, r openapi.ListPlayersRequestObject) (openapi.ListPlayersResponseObject, error) {
	c := gate.From(ctx)
	beginnings := strings.Fields(words.Fold(r.Params.Name))
	list := "players:" + c.Tenant.ID.String() + ":" + strings.Join(beginnings, " ")
	var after playerPosition
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	if r.Params.Name != "" && len(beginnings) == 0 { // signs, and no letter: nobody is called that
		return openapi.ListPlayers200JSONResponse{Items: []openapi.Player{}}, nil
	}
	most := leagueapi.Limit(r.Params.Limit)
	var players []facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayers(b, &players, beginnings, after.Key, after.ID, most+1)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	if len(beginnings) == 0 {
		if err := c.Can("player:read", leagueapi.Offices(c)).Err(); err != nil {
			return nil, err
		}
	}
	page := openapi.PlayerPage{}
	if len(players) > most {
		players = players[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, playerPosition{players[most-1].NameKey, players[most-1].ID.UUID}))
	}
	reached, err := reachedBy(c, players...)
	if err != nil {
		return nil, err
	}
	mailOf, err := confirmations(c, players...)
	if err != nil {
		return nil, err
	}
	page.Items = openapi.Each(players, func(p facts.Player) openapi.Player { return views.PlayerView(p, reached(p), mailOf) })
	return openapi.ListPlayers200JSONResponse(page), nil
}

// reachedBy tells of which of some people the caller reads and changes the contact data:
// with an office over the tenant of everybody, with one over a region of those who have
// entered an event there, and of those whom he added himself and who have entered none.
// Who works at an event, of a club or not, finds people by their names.
func reachedBy(c *gate.Call, players ...facts.Player) (func(facts.Player) bool, error) {
	const permission = "player:contact"
	if c.Can(permission, authz.Target{Tenant: c.Tenant.ID}).Allowed {
		return func(facts.Player) bool { return true }, nil
	}
	if len(players) == 0 || !c.Can(permission, leagueapi.Offices(c)).Allowed {
		return func(facts.Player) bool { return false }, nil
	}
	var entered []leaguedb.PlayerRegion
	b := &tenantdb.Batch{}
	leaguedb.LoadRegionsOfPlayers(b, &entered, openapi.Each(players, func(p facts.Player) league.PlayerID { return p.ID }))
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	elsewhere, here := map[league.PlayerID]bool{}, map[league.PlayerID]bool{}
	for _, e := range entered {
		if e.RegionID != nil && c.Can(permission, authz.Target{Tenant: c.Tenant.ID, Region: e.RegionID.UUID}).Allowed {
			here[e.PlayerID] = true
		} else {
			elsewhere[e.PlayerID] = true
		}
	}
	return func(p facts.Player) bool {
		added := p.AddedBy != nil && *p.AddedBy == c.Account()
		return here[p.ID] || added && !elsewhere[p.ID]
	}, nil
}

// confirmations loads what became of the letters that ask people whether an address is
// theirs, of those who have not said so yet.
func confirmations(c *gate.Call, players ...facts.Player) (func(uuid.UUID) openapi.MailOutcome, error) {
	var asked []uuid.UUID
	for _, p := range players {
		if p.AddressBefore != "" {
			asked = append(asked, p.ID.UUID)
		}
	}
	return gate.Mails(c.Door(), matter.PlayerAddress, asked...)
}

// viewOf is one person of the register as the caller may see him.
func viewOf(c *gate.Call, p facts.Player) (openapi.Player, error) {
	reached, err := reachedBy(c, p)
	if err != nil {
		return openapi.Player{}, err
	}
	mailOf, err := confirmations(c, p)
	if err != nil {
		return openapi.Player{}, err
	}
	return views.PlayerView(p, reached(p), mailOf), nil
}

// CreatePlayer adds a person to the register.
func (a API) CreatePlayer(ctx context.Context, r openapi.CreatePlayerRequestObject) (openapi.CreatePlayerResponseObject, error) {
	c := gate.From(ctx)
	name, err := oneline.Clean(r.Body.Name)
	if err != nil {
		return nil, err
	}
	p, err := playerdesk.At(a.Desk).AddPlayer(c.Tx(), leagueapi.Act(c), facts.Player{
		Name: name, NameKey: words.Fold(name), Club: r.Body.Club, City: r.Body.City, Email: r.Body.Email,
	}, r.Body.SameNameAccepted)
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(p.Version))
	view, err := viewOf(c, p)
	return openapi.CreatePlayer201JSONResponse(view), err
}

// GetPlayer answers with one player.
func (a API) GetPlayer(ctx context.Context, r openapi.GetPlayerRequestObject) (openapi.GetPlayerResponseObject, error) {
	c := gate.From(ctx)
	var p facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayer(b, &p, r.Player)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	c.ETag(gate.Version(p.Version))
	view, err := viewOf(c, p)
	return openapi.GetPlayer200JSONResponse(view), err
}

// mayCorrect refuses to correct somebody whom the caller's roles do not cover. Who
// works at events corrects those whom he added himself and nobody knows but these, such
// as a name that was misspelled at the door: to enter somebody whom the register has,
// last year's champion, makes nobody his keeper. Nobody has an account or an entry
// elsewhere changed by a guest, and no mail address, to which convocations are sent.
func mayCorrect(c *gate.Call, id league.PlayerID, address bool) error {
	var p facts.Player
	var events []leaguedb.EventPlace
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayer(b, &p, id)
	leaguedb.LoadEventsOfPlayer(b, &events, id)
	if err := c.Door().Send(b); err != nil {
		return err
	}
	everybody := c.Can("player:write", leagueapi.Offices(c))
	if address {
		reached, err := reachedBy(c, p)
		if err != nil {
			return err
		}
		if !reached(p) {
			return c.Can("player:contact", authz.Target{Tenant: c.Tenant.ID}).Err()
		}
	}
	if everybody.Allowed {
		return nil
	}
	elsewhere := slices.ContainsFunc(events, func(e leaguedb.EventPlace) bool {
		return !c.Can("player:write", leagueapi.Over(c, e)).Allowed
	})
	added := p.AddedBy != nil && *p.AddedBy == c.Account()
	if !added || p.AccountID != nil || len(events) == 0 || elsewhere {
		return everybody.Err()
	}
	return nil
}

// UpdatePlayer corrects a player's data.
func (a API) UpdatePlayer(ctx context.Context, r openapi.UpdatePlayerRequestObject) (openapi.UpdatePlayerResponseObject, error) {
	c := gate.From(ctx)
	name := r.Body.Name
	if name != "" {
		var err error
		if name, err = oneline.Clean(name); err != nil {
			return nil, err
		}
	}
	if err := mayCorrect(c, r.Player, r.Body.Email != ""); err != nil {
		return nil, err
	}
	done, err := playerdesk.At(a.Desk).ChangePlayer(c.Tx(), leagueapi.Act(c), r.Player, leagueapi.From(r.Params.IfMatch), func(p *facts.Player) {
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
	for _, e := range done.Events {
		a.Reached(c, e.ID, e.Revision)
	}
	if err := moneyapi.At(a.API).Readdressed(c, done, r.Body.Email != ""); err != nil {
		return nil, err
	}
	c.ETag(gate.Version(done.Player.Version))
	view, err := viewOf(c, done.Player)
	if r.Body.Email != "" && view.EmailUnconfirmed {
		view.Mail = c.MailUnderWay()
	}
	return openapi.UpdatePlayer200JSONResponse(view), err
}
