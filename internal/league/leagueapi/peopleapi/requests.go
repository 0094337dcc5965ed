package peopleapi

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/views"
	"referto/internal/oneline"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// ClaimPlayer asks the staff to link the caller with a record.
func (a API) ClaimPlayer(ctx context.Context, r openapi.ClaimPlayerRequestObject) (openapi.ClaimPlayerResponseObject, error) {
	c := gate.From(ctx)
	asked, record, err := peopledesk.At(a.Desk).Claim(c.Tx(), leagueapi.Act(c), r.Player, r.Body.Words)
	if err != nil {
		return nil, err
	}
	return openapi.ClaimPlayer201JSONResponse(views.PlayerRequest(words.For(c.Language), asked, record)), nil
}

// AskForName asks the staff to correct the caller's name.
func (a API) AskForName(ctx context.Context, r openapi.AskForNameRequestObject) (openapi.AskForNameResponseObject, error) {
	c := gate.From(ctx)
	name, err := oneline.Clean(r.Body.Name)
	if err != nil {
		return nil, err
	}
	asked, record, err := peopledesk.At(a.Desk).AskName(c.Tx(), leagueapi.Act(c), name, r.Body.Words)
	if err != nil {
		return nil, err
	}
	return openapi.AskForName201JSONResponse(views.PlayerRequest(words.For(c.Language), asked, record)), nil
}

// WithdrawPlayerRequest takes a request of the caller's back.
func (a API) WithdrawPlayerRequest(ctx context.Context, r openapi.WithdrawPlayerRequestRequestObject) (openapi.WithdrawPlayerRequestResponseObject, error) {
	c := gate.From(ctx)
	asked, record, err := peopledesk.At(a.Desk).Withdraw(c.Tx(), leagueapi.Act(c), r.PlayerRequest)
	if err != nil {
		return nil, err
	}
	return openapi.WithdrawPlayerRequest200JSONResponse(views.PlayerRequest(words.For(c.Language), asked, record)), nil
}

// reach returns a function that reports for which of some people the caller decides about their account: with
// an office over the tenant for all, with one over a region for those who have entered an event there.
func reach(c *gate.Call, players []league.PlayerID) (func(league.PlayerID) bool, error) {
	regions, err := regionsReached(c)
	if err != nil {
		return nil, err
	}
	if regions == nil {
		return func(league.PlayerID) bool { return true }, nil
	}
	var entered []leaguedb.PlayerRegion
	b := &tenantdb.Batch{}
	leaguedb.LoadRegionsOfPlayers(b, &entered, players)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	here := map[league.PlayerID]bool{}
	for _, e := range entered {
		if e.RegionID != nil && slices.Contains(regions, *e.RegionID) {
			here[e.PlayerID] = true
		}
	}
	return func(p league.PlayerID) bool { return here[p] }, nil
}

// mustReach refuses a player of the register whom the caller's office does not reach.
func mustReach(c *gate.Call, id league.PlayerID) error {
	var p facts.Player
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayer(b, &p, id)
	if err := c.Door().Send(b); err != nil {
		return err
	}
	reached, err := reach(c, []league.PlayerID{id})
	if err == nil && !reached(id) {
		err = c.Can("player:link", authz.Target{Tenant: c.Tenant.ID}).Err()
	}
	return err
}

// regionsReached returns the regions in which the caller's office reaches everyone who has entered an event;
// nil stands for the whole register.
func regionsReached(c *gate.Call) ([]league.RegionID, error) {
	const permission = "player:link"
	if err := c.Identify(); err != nil { // their roles come with the first answer
		return nil, err
	}
	if c.Can(permission, authz.Target{Tenant: c.Tenant.ID}).Allowed {
		return nil, nil
	}
	if err := c.Can(permission, leagueapi.Offices(c)).Err(); err != nil {
		return nil, err
	}
	var all []league.RegionID
	b := &tenantdb.Batch{}
	leaguedb.LoadRegionIDs(b, &all)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(region league.RegionID) bool {
		return !c.Can(permission, authz.Target{Tenant: c.Tenant.ID, Region: region.UUID}).Allowed
	}), nil
}

// ListPlayerRequests lists the requests of people, with their authors.
func (a API) ListPlayerRequests(ctx context.Context, r openapi.ListPlayerRequestsRequestObject) (openapi.ListPlayerRequestsResponseObject, error) {
	c := gate.From(ctx)
	open := r.Params.State != openapi.PlayerRequestStateDecided
	list := leagueapi.ListName("player-requests", c.Tenant.ID.String(), string(r.Params.State))
	var before uuid.UUID
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &before); err != nil {
		return nil, err
	}
	most := leagueapi.Limit(r.Params.Limit)
	regions, err := regionsReached(c)
	if err != nil {
		return nil, err
	}
	var found []facts.PlayerRequest
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayerRequests(b, &found, open, before, regions, most+1)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	page := openapi.PlayerRequestPage{}
	if len(found) > most {
		found = found[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, found[most-1].ID))
	}
	page.Items, err = a.staffView(ctx, c, found)
	return openapi.ListPlayerRequests200JSONResponse(page), err
}

// staffView makes the requests of people, with their authors. The addresses that it shows are recorded as an
// access, for those who have a record.
func (a API) staffView(ctx context.Context, c *gate.Call, found []facts.PlayerRequest) ([]openapi.PlayerRequest, error) {
	ids := openapi.Each(found, func(r facts.PlayerRequest) league.PlayerID { return r.PlayerID })
	faces, err := peopledesk.Claimants(c.Door(), found)
	if err != nil {
		return nil, err
	}
	records, err := recordsOf(c.Door(), found)
	if err != nil {
		return nil, err
	}
	var open []leaguedb.OpenClaims
	b := &tenantdb.Batch{}
	leaguedb.CountOpenClaims(b, &open, ids)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	if len(found) > 0 {
		accounts := openapi.Each(found, func(r facts.PlayerRequest) uuid.UUID { return r.AccountID })
		if err := a.Note(ctx, c, func(b *tenantdb.Batch) {
			leaguedb.AddAccountAccess(b, leagueapi.Access(c, leaguedb.ContactRead), accounts)
		}); err != nil {
			return nil, err
		}
	}
	claims := map[league.PlayerID]int{}
	for _, o := range open {
		claims[o.PlayerID] = o.Claims
	}
	out := []openapi.PlayerRequest{}
	for _, r := range found {
		record := records[r.PlayerID]
		view := views.PlayerRequest(words.For(c.Language), r, record)
		others := claims[r.PlayerID]
		if r.Kind == facts.ClaimRequest && r.Outcome == "" {
			others-- // themselves
		}
		view.Claimant = views.Claimant(faces[r.AccountID], record, others)
		out = append(out, view)
	}
	return out, nil
}

// recordsOf loads the records that requests are about.
func recordsOf(door tenantdb.Door, requests []facts.PlayerRequest) (map[league.PlayerID]facts.Player, error) {
	return recordsByID(door, openapi.Each(requests, func(r facts.PlayerRequest) league.PlayerID { return r.PlayerID }))
}

// DecidePlayerRequest confirms or refuses a request.
func (a API) DecidePlayerRequest(ctx context.Context, r openapi.DecidePlayerRequestRequestObject) (openapi.DecidePlayerRequestResponseObject, error) {
	c := gate.From(ctx)
	var asked facts.PlayerRequest
	b := &tenantdb.Batch{}
	leaguedb.LoadPlayerRequest(b, &asked, r.PlayerRequest)
	if err := c.Tx().Send(b); err != nil {
		return nil, err
	}
	if err := mustReach(c, asked.PlayerID); err != nil {
		return nil, err
	}
	done, err := peopledesk.At(a.Desk).Decide(c.Tx(), leagueapi.Act(c), r.PlayerRequest, r.Body.Confirmed, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	if done.Linked != nil {
		_, err = a.linked(c, *done.Linked)
	} else {
		a.reached(c, done.Events)
		err = a.notify(c, done.Request)
	}
	if err != nil {
		return nil, err
	}
	view, err := a.staffView(ctx, c, []facts.PlayerRequest{done.Request})
	if err != nil {
		return nil, err
	}
	return openapi.DecidePlayerRequest200JSONResponse(view[0]), nil
}
