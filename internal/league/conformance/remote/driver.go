// Package remote replays conformance cases through the public API of a running server, as the program of a
// third party would do it: it signs people up, founds a federation, and holds every tournament of a case as an
// event from the draft to its completion.
//
// Anything that a case says was drawn from a hat is entered as drawn by hand: the lots, the places of a fixed
// schedule, the seating of every round, even if it is the one that the ruleset would propose. The times at
// which people asked to enter are entered as well. There is one file for each regulation, with the content of
// its cases; the parts that their events have in common, from the entries to the standings, are in play.go and
// outcome.go.
//
// A season is played by [Seasons] on a server whose clock it moves: its tournaments are announced each on its
// day, and recorded by their entrants and first three as played elsewhere; the outcome of each is read from the
// server's checklist.
//
// The outcome that is compared with the expected one comes from answers of the API alone: proposed seatings
// from previews, results and standings from public views, of a season the register of places, the finals and
// the claims.
package remote

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/google/uuid"

	"referto/internal/apiclient"
	"referto/internal/league/conformance"
	"referto/openapi"
)

// Driver is a federation on a server, the people who run its events and the players. It is a
// [conformance.Driver]; make one with [New].
type Driver struct {
	tenant                         string // path
	run                            string // word that no other run has
	manager, firstReferee, referee *apiclient.Client
	events                         *atomic.Int32 // number of events held, in all federations of the run

	mu      sync.Mutex
	players map[string]openapi.PlayerID // by the cases' names
}

var _ conformance.Driver = (*Driver)(nil)

// password is the password of all people of a run; their accounts last as long as it.
const password = "the tide comes in at half past nine"

// New signs people up on the server at an address and founds a federation. Mailbox is the folder into which the
// server puts its mails.
func New(ctx context.Context, server, mailbox string) (*Driver, error) {
	d := &Driver{run: uuid.NewString()[:8], events: new(atomic.Int32), players: make(map[string]openapi.PlayerID)}
	for _, person := range []struct {
		role   string
		client **apiclient.Client
	}{{"manager", &d.manager}, {"first-referee", &d.firstReferee}, {"referee", &d.referee}} {
		var err error
		*person.client, err = apiclient.Mailbox(mailbox).SignUp(ctx, apiclient.New(server), openapi.NewAccount{
			Email: d.address(person.role), Name: "Conformance " + person.role, Password: password,
		})
		if err != nil {
			return nil, fmt.Errorf("conformance: %w", err)
		}
	}
	return d, d.found(ctx, "conformance-"+d.run)
}

// found founds the federation of the driver.
func (d *Driver) found(ctx context.Context, slug string) error {
	d.tenant = "/tenants/" + slug
	federation := openapi.NewTenant{Slug: slug, Name: "Conformance " + slug, Kind: openapi.TenantKindFederation}
	if err := d.manager.Post(ctx, "/tenants", federation, nil); err != nil {
		return fmt.Errorf("conformance: %w", err)
	}
	return nil
}

// apart returns a separate federation with the same people, for facts that concern all events of a federation.
func (d *Driver) apart(ctx context.Context) (*Driver, error) {
	other := &Driver{
		run: d.run, manager: d.manager, firstReferee: d.firstReferee, referee: d.referee, events: d.events, players: make(map[string]openapi.PlayerID),
	}
	return other, other.found(ctx, "conformance-"+uuid.NewString()[:8])
}

// address is the mail address of a person of the run.
func (d *Driver) address(role string) string { return role + "-" + d.run + "@conformance.example" }

// replays are the kinds of case that are replayed, by regulation. A further one is one more line.
var replays = map[string]func(context.Context, *Driver, conformance.Case) (any, error){
	"000 tournament": replayJustPlay2022,
	"001 tournament": replayFirenze2014,
	"002 tournament": replayCatan2009,
	"003 lifetime":   replayLifetime,
	"003 tournament": replayBulgaria,
	"004 tournament": replaySquadre2000,
}

// Supports implements [conformance.Driver].
func (d *Driver) Supports(regulation, kind string) bool { return replays[regulation+" "+kind] != nil }

// Replay implements [conformance.Driver]. Every replay is an event of its own.
func (d *Driver) Replay(ctx context.Context, c conformance.Case) (any, error) {
	return replays[c.Regulation+" "+c.Kind](ctx, d, c)
}

// player returns the person in the register for a name of the cases. The same people play in all cases whose
// events are independent of each other.
func (d *Driver) player(ctx context.Context, name string) (openapi.PlayerID, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if id, ok := d.players[name]; ok {
		return id, nil
	}
	id, err := d.stranger(ctx, name)
	if err == nil {
		d.players[name] = id
	}
	return id, err
}

// stranger is a new person in the register, by a name of the cases.
func (d *Driver) stranger(ctx context.Context, name string) (openapi.PlayerID, error) {
	var player openapi.Player
	err := d.manager.Post(ctx, d.tenant+"/players", openapi.NewPlayer{Name: "Player " + name, SameNameAccepted: true}, &player)
	return player.Id, err
}
