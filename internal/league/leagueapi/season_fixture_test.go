package leagueapi_test

import (
	"fmt"
	"maps"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

// championship is a federation with a season by CN09 that is announced, and its
// regions.
type championship struct {
	t          *testing.T
	server     *apitest.Server
	federation *apitest.Tenant
	manager    *apitest.Client
	path       string // /tenants/slug/seasons/id
	id         uuid.UUID
	aosta      uuid.UUID
	piemonte   uuid.UUID
	toscana    uuid.UUID // a region of the federation that takes no part
	drafts     int       // how many events were drafted
}

// newChampionship announces a season.
func newChampionship(t *testing.T) *championship {
	t.Helper()
	return newChampionshipOn(t, apitest.Start(t))
}

// newChampionshipOn is [newChampionship] on a server.
func newChampionshipOn(t *testing.T, server *apitest.Server) *championship {
	t.Helper()
	federation := server.Federation("Federazione")
	c := &championship{t: t, server: server, federation: federation, manager: federation.Manager}
	c.aosta, c.piemonte, c.toscana = federation.Region("Valle d'Aosta"), federation.Region("Piemonte"), federation.Region("Toscana")
	season := apitest.JSON{
		"slug": "campionato-2009", "title": "VIII Campionato nazionale", "game": "I Coloni di Catan",
		"ruleset": "catan-nazionale-2009", "regions": []uuid.UUID{c.piemonte, c.aosta},
	}
	c.id = c.manager.Post(federation.Path+"/seasons", season).Want(201).ID("id")
	c.path = federation.Path + "/seasons/" + c.id.String()
	c.manager.Post(c.path+"/opening", nil).Want(200)
	return c
}

// event is the request that drafts a stage of the season at Aosta on 5 April 2009,
// with changes (nil takes one away).
func (c *championship) event(changes apitest.JSON) apitest.JSON {
	c.drafts++
	draft := apitest.JSON{
		"slug": fmt.Sprintf("torneo-%d", c.drafts), "kind": "stage", "title": "Tappa di Aosta", "startsAt": "2009-04-05T08:00:00Z", "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Biblioteca", "city": "Aosta"}, "season": c.id, "region": c.aosta,
		"fee": apitest.JSON{"amount": "0.00", "currency": "EUR"},
	}
	maps.Copy(draft, changes)
	maps.DeleteFunc(draft, func(_ string, v any) bool { return v == nil })
	return draft
}

// draft asks for an event of the season.
func (c *championship) draft(changes apitest.JSON) *apitest.Answer {
	c.t.Helper()
	return c.manager.Post(c.federation.Path+"/events", c.event(changes))
}

// in is the address of an event.
func (c *championship) in(event uuid.UUID) string {
	return c.federation.Path + "/events/" + event.String()
}

// paragraph is the one that a refusal of a request cites first.
func paragraph(a *apitest.Answer) string {
	a.T.Helper()
	return a.Text("rule.code") + " " + a.Text("rule.paragraph")
}
