package eventapi

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/hostingdesk"
	"referto/internal/league/desk/seasondesk"
	"referto/internal/league/facts"
	"referto/internal/league/hosting"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
	"referto/internal/league/views"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// ListHostingRequests lists the requests of clubs that the caller may decide.
func (a API) ListHostingRequests(ctx context.Context, r openapi.ListHostingRequestsRequestObject) (openapi.ListHostingRequestsResponseObject, error) {
	c := gate.From(ctx)
	list := "hosting-requests:" + c.Tenant.ID.String() + ":" + r.Params.Season.String() + ":" + string(r.Params.State)
	var after hostingPosition
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	regions, err := decidedRegions(c)
	if err != nil {
		return nil, err
	}
	most := leagueapi.Limit(r.Params.Limit)
	var found []facts.Hosting
	b := &tenantdb.Batch{}
	leaguedb.LoadHostings(b, &found, leaguedb.HostingFilter{
		Season: r.Params.Season, State: facts.HostingState(r.Params.State), Regions: regions, Before: after.ID, Limit: most + 1,
	})
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	out := openapi.ListHostingRequests200JSONResponse{}
	if len(found) > most {
		found = found[:most]
		out.NextCursor = c.Next(a.Cursors.Encode(list, hostingPosition{found[most-1].ID}))
	}
	out.Items = openapi.Each(found, func(h facts.Hosting) openapi.Hosting {
		return views.HostingView(hosting.Request{Hosting: h}, refOf(c.Tenant))
	})
	return out, nil
}

// decidedRegions returns the regions whose requests the caller decides; nil for all requests, including those
// of no region.
func decidedRegions(c *gate.Call) ([]league.RegionID, error) {
	regions := []league.RegionID{}
	b := &tenantdb.Batch{}
	leaguedb.LoadRegionIDs(b, &regions)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	if c.Can("hosting:decide", authz.Target{Tenant: c.Tenant.ID}).Allowed {
		return nil, nil
	}
	return slices.DeleteFunc(regions, func(region league.RegionID) bool {
		return !c.Can("hosting:decide", authz.Target{Tenant: c.Tenant.ID, Region: region.UUID}).Allowed
	}), nil
}

// toDecide is a request that the caller decides.
func (a API) toDecide(c *gate.Call, id uuid.UUID) (hosting.Request, error) {
	h, err := hostingdesk.At(a.Desk).ViewHosting(c.Door(), id, uuid.Nil)
	if err != nil {
		return h, err
	}
	return h, c.Can("hosting:decide", target(c, h)).Err()
}

// target returns the place at which a request is decided: its region, or the tenant.
func target(c *gate.Call, h hosting.Request) authz.Target {
	target := authz.Target{Tenant: c.Tenant.ID}
	if h.RegionID != nil {
		target.Region = h.RegionID.UUID
	}
	return target
}

// GetHostingRequest returns a request with the facts needed to decide it.
func (a API) GetHostingRequest(ctx context.Context, r openapi.GetHostingRequestRequestObject) (openapi.GetHostingRequestResponseObject, error) {
	c := gate.From(ctx)
	h, err := a.toDecide(c, r.Hosting)
	if err != nil {
		return nil, err
	}
	event := views.PlannedEvent(h.Hosting)
	if h.EventID != nil { // it is not compared with the event made from it
		event.ID = *h.EventID
	}
	season, err := seasondesk.At(a.Desk).ViewSeasonSetup(c.Door(), h.SeasonID)
	if err != nil {
		return nil, err
	}
	limits := leagueapi.ClashLimits(season.Rules)
	clashes, err := seasondesk.At(a.Desk).Clashes(c.Door(), event, limits.Days, limits.Kilometers)
	if err != nil {
		return nil, err
	}
	w := words.For(c.Language)
	s := &officiating.Situation{EventFacts: facts.EventFacts{Event: event}, Rules: season.Rules}
	return openapi.GetHostingRequest200JSONResponse{
		Request: views.HostingView(h, refOf(c.Tenant)),
		Clashes: openapi.Each(clashes, func(k leaguedb.Clash) openapi.Clash { return views.Clash(k, limits.Kilometers) }),
		Notices: openapi.Each(planning.Notices(s.Rules, s.Event, c.Now), func(g league.Grounds) openapi.Explanation {
			return views.Explanation(g, w.Reason(g.Reason, g.Params, nil))
		}),
	}, nil
}

// AskHost asks the club a question.
func (a API) AskHost(ctx context.Context, r openapi.AskHostRequestObject) (openapi.AskHostResponseObject, error) {
	h, err := a.stepOfFederation(gate.From(ctx), r.Hosting, r.Body.Text, hostingdesk.At(a.Desk).AskHost)
	return openapi.AskHost200JSONResponse(h), err
}

// RefuseHosting refuses a request.
func (a API) RefuseHosting(ctx context.Context, r openapi.RefuseHostingRequestObject) (openapi.RefuseHostingResponseObject, error) {
	h, err := a.stepOfFederation(gate.From(ctx), r.Hosting, r.Body.Reason, hostingdesk.At(a.Desk).RefuseHosting)
	return openapi.RefuseHosting200JSONResponse(h), err
}

func (a API) stepOfFederation(c *gate.Call, id uuid.UUID, text string, step hostingStep) (openapi.Hosting, error) {
	h, err := a.toDecide(c, id)
	if err != nil {
		return openapi.Hosting{}, err
	}
	h, err = step(c.Tx(), leagueapi.Act(c), h, text)
	if err != nil {
		return openapi.Hosting{}, err
	}
	return views.HostingView(h, refOf(c.Tenant)), a.notifyOtherSide(c, c.Tenant.ID, h)
}

// ApproveHosting makes the event and gives the club's people their roles there.
func (a API) ApproveHosting(ctx context.Context, r openapi.ApproveHostingRequestObject) (openapi.ApproveHostingResponseObject, error) {
	c := gate.From(ctx)
	h, err := a.toDecide(c, r.Hosting)
	if err != nil {
		return nil, err
	}
	if err := registrydb.HoldAffiliation(c.Tx(), c.Tenant.ID, h.ClubID); err != nil {
		return nil, err
	}
	h, s, until, err := hostingdesk.At(a.Desk).ApproveHosting(c.Tx(), leagueapi.Act(c), h, hostingdesk.HostingApproval{
		Slug: r.Body.Slug, Seen: r.Body.LastStep, Structure: c.Can("structure:approve", target(c, h)).Allowed,
	})
	if err != nil {
		return nil, err
	}
	if err := c.Tx().Flush(); err != nil { // roles are given over an event that is there
		return nil, err
	}
	for _, account := range h.Organizers {
		if err := a.Appoint(c, account, authz.RoleOrganizer, s.Event.ID.UUID, until); err != nil {
			return nil, err
		}
	}
	a.Changed(c, s)
	return openapi.ApproveHosting200JSONResponse(views.HostingView(h, refOf(c.Tenant))), a.notifyOtherSide(c, c.Tenant.ID, h)
}
