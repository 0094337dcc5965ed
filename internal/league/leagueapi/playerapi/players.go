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
	"referto/internal/league/categories"
	"referto/internal/league/desk/clubdesk"
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
	ID  league.PlayerID
}

// ListPlayers lists players by name. Staff of an event find people by their names and cannot list all.
func (a API) ListPlayers(ctx context.Context, r openapi.ListPlayersRequestObject) (openapi.ListPlayersResponseObject, error) {
	c := gate.From(ctx)
	beginnings := strings.Fields(words.Fold(r.Params.Name))
	list := "players:" + c.Tenant.ID.String() + ":" + strings.Join(beginnings, " ")
	var club *league.ClubID
	if r.Params.Club.UUID != uuid.Nil {
		club = &r.Params.Club
		list += ":" + club.String()
	}
	var after playerPosition
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	if r.Params.Name != "" && len(beginnings) == 0 { // only signs without a letter, which match no name
		return openapi.ListPlayers200JSONResponse{Items: []openapi.Player{}}, nil
	}
	most := leagueapi.Limit(r.Params.Limit)
	var players []facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayers(b, &players, beginnings, club, true, after.Key, after.ID, most+1)
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
		page.NextCursor = c.Next(a.Cursors.Encode(list, playerPosition{players[most-1].NameKey, players[most-1].ID}))
	}
	view, err := a.viewsOf(ctx, c, players)
	if err != nil {
		return nil, err
	}
	page.Items = openapi.Each(players, view)
	return openapi.ListPlayers200JSONResponse(page), nil
}

// viewsOf returns a function that writes some players as far as the caller may see each of them.
func (a API) viewsOf(ctx context.Context, c *gate.Call, players []facts.Player) (func(facts.Player) openapi.Player, error) {
	reached, err := reachedBy(c, players...)
	if err != nil {
		return nil, err
	}
	mailOf, err := confirmations(c, players...)
	if err != nil {
		return nil, err
	}
	if err := a.ShowsContact(ctx, c, slices.DeleteFunc(slices.Clone(players), func(p facts.Player) bool { return !reached(p) })); err != nil {
		return nil, err
	}
	kinOf, err := views.LoadKin(c.Door(), players...)
	if err != nil {
		return nil, err
	}
	categoryOf, err := categoriesOf(c, players...)
	if err != nil {
		return nil, err
	}
	return func(p facts.Player) openapi.Player {
		view := views.PlayerView(words.For(c.Language), p, kinOf(p), reached(p), mailOf)
		view.Category = categoryOf(p)
		return view
	}, nil
}

// reachedBy returns a function that reports for which of some people the caller reads and changes the contact
// data: with an office over the tenant for all, with one over a region for those who have entered an event
// there, and for those whom the caller added and who have entered none. Staff of an event, of a club or not,
// find people by their names only.
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

// confirmations loads the outcome of the letters that ask people to confirm their address, for those who have
// not confirmed it yet.
func confirmations(c *gate.Call, players ...facts.Player) (func(uuid.UUID) openapi.MailOutcome, error) {
	var asked []uuid.UUID
	for _, p := range players {
		if p.AddressBefore != "" {
			asked = append(asked, p.ID.UUID)
		}
	}
	return gate.Mails(c.Door(), matter.PlayerAddress, asked...)
}

// viewOf makes one person of the register, with their other records, as far as the caller may see them.
func (a API) viewOf(ctx context.Context, c *gate.Call, p facts.Player, kin views.Kin) (openapi.Player, error) {
	reached, err := reachedBy(c, p)
	if err != nil {
		return openapi.Player{}, err
	}
	mailOf, err := confirmations(c, p)
	if err != nil {
		return openapi.Player{}, err
	}
	if reached(p) {
		if err := a.ShowsContact(ctx, c, []facts.Player{p}); err != nil {
			return openapi.Player{}, err
		}
	}
	categoryOf, err := categoriesOf(c, p)
	if err != nil {
		return openapi.Player{}, err
	}
	view := views.PlayerView(words.For(c.Language), p, kin, reached(p), mailOf)
	view.Category = categoryOf(p)
	return view, nil
}

// categoriesOf returns a function that names the year category of a player in this year; "" for none.
func categoriesOf(c *gate.Call, players ...facts.Player) (func(facts.Player) string, error) {
	var list []facts.Category
	if slices.ContainsFunc(players, func(p facts.Player) bool { return p.BirthYear != 0 }) {
		var err error
		if list, err = clubdesk.Categories(c.Door()); err != nil {
			return nil, err
		}
	}
	return func(p facts.Player) string {
		if in := categories.Of(list, p.BirthYear, c.Now.UTC().Year()); in != nil {
			return in.Key
		}
		return ""
	}, nil
}

// born refuses a year of birth to come.
func born(c *gate.Call, year int) error {
	if year <= c.Now.UTC().Year() {
		return nil
	}
	return league.Faults{{Field: "/birthYear", Grounds: league.Grounds{Reason: "day-to-come"}}}
}

// CreatePlayer adds a person to the register.
func (a API) CreatePlayer(ctx context.Context, r openapi.CreatePlayerRequestObject) (openapi.CreatePlayerResponseObject, error) {
	c := gate.From(ctx)
	name, err := oneline.Clean(r.Body.Name)
	if err != nil {
		return nil, err
	}
	if err := born(c, r.Body.BirthYear); err != nil {
		return nil, err
	}
	p, err := playerdesk.At(a.Desk).AddPlayer(c.Tx(), leagueapi.Act(c), facts.Player{
		Name: name, NameKey: words.Fold(name), Club: r.Body.Club, City: r.Body.City, Email: r.Body.Email, BirthYear: r.Body.BirthYear,
	}, r.Body.SameNameAccepted)
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(p.Version))
	view, err := a.viewOf(ctx, c, p, views.Kin{})
	return openapi.CreatePlayer201JSONResponse(view), err
}

// GetPlayer answers with one player.
func (a API) GetPlayer(ctx context.Context, r openapi.GetPlayerRequestObject) (openapi.GetPlayerResponseObject, error) {
	c := gate.From(ctx)
	var p leaguedb.KnownPlayer
	b := &tenantdb.Batch{}
	leaguedb.LoadKnownPlayer(b, &p, r.Player)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	var kin views.Kin
	if p.KeptAs != nil || p.HasAliases { // few have other records, and the others need no question
		kinOf, err := views.LoadKin(c.Door(), p.Player)
		if err != nil {
			return nil, err
		}
		kin = kinOf(p.Player)
	}
	c.ETag(gate.Version(p.Version))
	view, err := a.viewOf(ctx, c, p.Player, kin)
	return openapi.GetPlayer200JSONResponse(view), err
}

// mayCorrect refuses to correct a player whom the caller's roles do not cover. Staff of events may correct
// players whom they added themselves and who are known only at their events, such as a name that was misspelled
// at the door: entering a player who is in the register already, such as last year's champion, does not give
// that right. A guest may not change a player with an account or an entry elsewhere, and no private data: the
// mail address, to which convocations are sent, and the year of birth.
func mayCorrect(c *gate.Call, id league.PlayerID, private bool) error {
	var p facts.Player
	var events []leaguedb.EventPlace
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayer(b, &p, id)
	leaguedb.LoadEventsOfPlayer(b, &events, id)
	if err := c.Door().Send(b); err != nil {
		return err
	}
	everybody := c.Can("player:write", leagueapi.Offices(c))
	if private {
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
	if err := mayCorrect(c, r.Player, r.Body.Email != "" || r.Body.BirthYear != 0); err != nil {
		return nil, err
	}
	if err := born(c, r.Body.BirthYear); err != nil {
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
		if r.Body.BirthYear != 0 {
			p.BirthYear = r.Body.BirthYear
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
	kinOf, err := views.LoadKin(c.Door(), done.Player)
	if err != nil {
		return nil, err
	}
	view, err := a.viewOf(ctx, c, done.Player, kinOf(done.Player))
	if r.Body.Email != "" && view.EmailUnconfirmed {
		view.Mail = c.MailUnderWay()
	}
	return openapi.UpdatePlayer200JSONResponse(view), err
}
