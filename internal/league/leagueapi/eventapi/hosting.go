package eventapi

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/hostingdesk"
	"referto/internal/league/facts"
	"referto/internal/league/hosting"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/letters"
	"referto/internal/league/views"
	"referto/internal/oneline"
	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// RequestHosting asks a federation, for the club, to let it hold an event.
func (a API) RequestHosting(ctx context.Context, r openapi.RequestHostingRequestObject) (openapi.RequestHostingResponseObject, error) {
	c := gate.From(ctx)
	wanted, federation, err := wish(c, *r.Body)
	if err != nil {
		return nil, err
	}
	var h hosting.Request
	err = c.Visit(
		func(part func(tenantdb.Tx) error) error { return registrydb.AtFederation(c.Tx(), federation.ID, part) },
		func(tx tenantdb.Tx, there *gate.Records) (err error) {
			if h, err = hostingdesk.At(a.Desk).RequestHosting(tx, leagueapi.Act(c), wanted); err == nil {
				there.Log(uuid.Nil, leaguelog.HostingRequested{Hosting: leaguelog.Hosting{Hosting: h.ID, Club: &c.Tenant.ID}})
				there.Audit("hosting "+h.ID.String(), "", nil, map[string]any{"state": h.State, "club": c.Tenant.ID})
			}
			return err
		})
	if err != nil {
		return nil, err
	}
	c.Log(uuid.Nil, leaguelog.HostingRequested{Hosting: leaguelog.Hosting{Hosting: h.ID, Federation: &federation.ID}})
	c.Audit("hosting "+h.ID.String(), "", nil, map[string]any{"state": h.State, "federation": federation.ID})
	c.ETag(gate.Version(h.Version()))
	return openapi.RequestHosting201JSONResponse(views.HostingView(h, federation)), a.notifyOtherSide(c, federation.ID, h)
}

// wish reads a club's request, and the federation to which it is made.
func wish(c *gate.Call, n openapi.NewHosting) (facts.Hosting, tenant.Ref, error) {
	wanted, err := hostingOf(c, n)
	if err != nil {
		return wanted, tenant.Ref{}, err
	}
	if err := checkOrganizers(c, wanted.Organizers); err != nil {
		return wanted, tenant.Ref{}, err
	}
	federation, err := asked(c, n.Federation)
	return wanted, federation, err
}

// asked returns the federation to which a club's request goes, by slug or id. A federation that does not exist
// is refused in the same way as one with which the club is not affiliated.
func asked(c *gate.Call, slugOrID string) (tenant.Ref, error) {
	federation, err := registrydb.Lookup(c.Tx(), slugOrID)
	if errors.Is(err, tenant.ErrNotFound) || err == nil && federation.Kind != tenant.Federation {
		return tenant.Ref{}, registrydb.ErrNotAffiliated
	}
	return refOf(federation), err
}

// ReplaceHosting replaces the content of a request.
func (a API) ReplaceHosting(ctx context.Context, r openapi.ReplaceHostingRequestObject) (openapi.ReplaceHostingResponseObject, error) {
	c := gate.From(ctx)
	wanted, federation, err := wish(c, *r.Body)
	if err != nil {
		return nil, err
	}
	named := len(r.Body.Organizers) > 0
	h, err := a.stepAt(c, federation, r.Hosting, "", func(tx tenantdb.Tx, by desk.Act, h hosting.Request, _ string) (hosting.Request, error) {
		if !named { // changing the day makes nobody an organizer
			wanted.Organizers = h.Organizers
		}
		return hostingdesk.At(a.Desk).ReplaceHosting(tx, by, h, leagueapi.From(r.Params.IfMatch), wanted)
	})
	if err != nil {
		return nil, err
	}
	return openapi.ReplaceHosting200JSONResponse(h), nil
}

// notifyOtherSide queues a letter to the people who wait for the last step on a request.
func (a API) notifyOtherSide(c *gate.Call, federation uuid.UUID, h hosting.Request) error {
	return a.Later.Insert(c.Tx(), letters.HostingStep{Federation: federation, Hosting: h.ID, Number: len(h.Steps)})
}

func refOf(t tenant.Tenant) tenant.Ref { return tenant.Ref{ID: t.ID, Slug: t.Slug, Name: t.Name} }

// hostingOf reads the content of a request.
func hostingOf(c *gate.Call, n openapi.NewHosting) (facts.Hosting, error) {
	title, err := oneline.Clean(n.Title)
	if err != nil {
		return facts.Hosting{}, err
	}
	position, err := positionOf(n.Venue)
	if err != nil {
		return facts.Hosting{}, err
	}
	h := facts.Hosting{
		ClubID: c.Tenant.ID, ClubSlug: c.Tenant.Slug, ClubName: c.Tenant.Name, SeasonID: n.Season, Kind: string(n.Kind), Title: title,
		StartsAt: n.StartsAt.UTC().Truncate(time.Second), TimeZone: n.TimeZone, VenueName: n.Venue.Name, VenueAddress: n.Venue.Address, VenueCity: n.Venue.City,
		Formula: n.Formula, Capacity: n.Capacity, Expected: n.Expected, NewOrganizer: n.NewOrganizer, Notes: n.Notes, Organizers: n.Organizers,
	}
	h.FeeCents, h.FeeCurrency = views.Cents(n.Fee)
	if position != nil {
		h.VenueLatitude, h.VenueLongitude = &position.Latitude, &position.Longitude
	}
	if n.Region != uuid.Nil {
		h.RegionID = &league.RegionID{UUID: n.Region}
	}
	if s := n.Structure; s.Reason != "" {
		h.StructureRounds, h.StructureSemifinal, h.StructureFinal, h.StructureReason = &s.Rounds, &s.Semifinal, &s.Final, &s.Reason
		h.StructureAdvance = s.Advance
	}
	if len(h.Organizers) == 0 {
		h.Organizers = []uuid.UUID{c.Account()}
	}
	return h, nil
}

// checkOrganizers refuses people who have no role in the club.
func checkOrganizers(c *gate.Call, accounts []uuid.UUID) error {
	var known []leaguedb.AccountName
	b := &tenantdb.Batch{}
	leaguedb.LoadOfficeHolders(b, &known, accounts, c.Now)
	if err := c.Tx().Send(b); err != nil {
		return err
	}
	var faults league.Faults
	for i, id := range accounts {
		if !slices.ContainsFunc(known, func(a leaguedb.AccountName) bool { return a.ID == id }) {
			faults = append(faults, league.Fault{Field: "/organizers/" + strconv.Itoa(i), Grounds: league.Grounds{Reason: "not-of-the-club"}})
		}
	}
	return faults.OrNil()
}

// hostingPosition marks the end of a page of requests.
type hostingPosition struct{ ID uuid.UUID }

// ListHostings lists the club's requests, at all federations.
func (a API) ListHostings(ctx context.Context, r openapi.ListHostingsRequestObject) (openapi.ListHostingsResponseObject, error) {
	c := gate.From(ctx)
	list := "hostings:" + c.Tenant.ID.String() + ":" + r.Params.Season.String() + ":" + string(r.Params.State)
	var after hostingPosition
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	most := leagueapi.Limit(r.Params.Limit)
	items := []openapi.Hosting{}
	err := eachFederation(c, func(federation tenant.Ref, door tenantdb.Door) error {
		var found []facts.Hosting
		b := &tenantdb.Batch{}
		leaguedb.LoadHostings(b, &found, leaguedb.HostingFilter{
			Club: c.Tenant.ID, Season: r.Params.Season, State: facts.HostingState(r.Params.State), Before: after.ID, Limit: most + 1,
		})
		if err := door.Send(b); err != nil {
			return err
		}
		for _, h := range found {
			items = append(items, views.HostingView(hosting.Request{Hosting: h}, federation))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(items, func(a, b openapi.Hosting) int { return slices.Compare(b.Id[:], a.Id[:]) })
	out := openapi.ListHostings200JSONResponse{Items: items}
	if len(items) > most {
		out.Items = items[:most]
		out.NextCursor = c.Next(a.Cursors.Encode(list, hostingPosition{items[most-1].Id}))
	}
	return out, nil
}

// eachFederation calls look for every federation with which the club of a reading call is or was affiliated,
// with a door of that federation. Anything read there has to be limited to the club.
func eachFederation(c *gate.Call, look func(tenant.Ref, tenantdb.Door) error) error {
	federations, err := registrydb.Federations(c.Door())
	if err != nil {
		return err
	}
	for _, f := range federations {
		door, err := c.VisitingDoor(f.ID)
		if err != nil {
			return err
		}
		if err := look(f, door); err != nil {
			return err
		}
	}
	return nil
}

// GetHosting answers with one request of the club.
func (a API) GetHosting(ctx context.Context, r openapi.GetHostingRequestObject) (openapi.GetHostingResponseObject, error) {
	c := gate.From(ctx)
	var found *openapi.Hosting
	err := eachFederation(c, func(federation tenant.Ref, door tenantdb.Door) error {
		h, err := hostingdesk.At(a.Desk).ViewHosting(door, r.Hosting, c.Tenant.ID)
		if absent(err) {
			return nil
		}
		if err == nil {
			view := views.HostingView(h, federation)
			c.ETag(gate.Version(h.Version()))
			found = &view
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if found == nil {
		return nil, league.ErrNotFound
	}
	return openapi.GetHosting200JSONResponse(*found), nil
}

func absent(err error) bool {
	return errors.Is(err, league.ErrNotFound) || errors.Is(err, tenantdb.ErrNotFound)
}

// AnswerHosting answers the federation's question.
func (a API) AnswerHosting(ctx context.Context, r openapi.AnswerHostingRequestObject) (openapi.AnswerHostingResponseObject, error) {
	h, err := a.stepOfClub(gate.From(ctx), r.Hosting, r.Body.Text, hostingdesk.At(a.Desk).AnswerHost)
	return openapi.AnswerHosting200JSONResponse(h), err
}

// WithdrawHosting takes a request of the club back.
func (a API) WithdrawHosting(ctx context.Context, r openapi.WithdrawHostingRequestObject) (openapi.WithdrawHostingResponseObject, error) {
	h, err := a.stepOfClub(gate.From(ctx), r.Hosting, r.Body.Reason, hostingdesk.At(a.Desk).WithdrawHosting)
	return openapi.WithdrawHosting200JSONResponse(h), err
}

// hostingStep is a step that one side takes on a request.
type hostingStep func(tenantdb.Tx, desk.Act, hosting.Request, string) (hosting.Request, error)

// stepOfClub takes a step on a request at the federation that it was sent to, while
// the club is affiliated with it.
func (a API) stepOfClub(c *gate.Call, id uuid.UUID, text string, step hostingStep) (openapi.Hosting, error) {
	federations, err := registrydb.Federations(c.Tx())
	if err != nil {
		return openapi.Hosting{}, err
	}
	for _, f := range federations {
		h, err := a.stepAt(c, f, id, text, step)
		if errors.Is(err, errNotThere) || errors.Is(err, registrydb.ErrNotAffiliated) {
			continue
		}
		return h, err
	}
	return openapi.Hosting{}, league.ErrNotFound
}

// errNotThere is returned if a federation has no such request of the club.
var errNotThere = fmt.Errorf("no such request: %w", league.ErrNotFound)

// stepAt takes a step on a request at a federation. It returns errNotThere if there is no such request.
func (a API) stepAt(c *gate.Call, f tenant.Ref, id uuid.UUID, text string, step hostingStep) (openapi.Hosting, error) {
	var h hosting.Request
	found := true
	err := c.Visit(
		func(part func(tenantdb.Tx) error) error { return registrydb.AtFederation(c.Tx(), f.ID, part) },
		func(tx tenantdb.Tx, there *gate.Records) (err error) {
			if h, err = hostingdesk.At(a.Desk).ViewHosting(tx, id, c.Tenant.ID); absent(err) {
				found = false
				return nil
			}
			if err != nil {
				return err
			}
			h, err = step(tx, desk.Act{By: c.Account(), Now: c.Now, Record: there}, h, text)
			return err
		})
	if err != nil {
		return openapi.Hosting{}, err
	}
	if !found {
		return openapi.Hosting{}, errNotThere
	}
	c.Log(uuid.Nil, leaguelog.HostingTurned(string(h.State), leaguelog.Hosting{Hosting: id, Federation: &f.ID}))
	c.Audit("hosting "+id.String(), text, nil, map[string]any{"state": h.State, "federation": f.ID})
	c.ETag(gate.Version(h.Version()))
	return views.HostingView(h, f), a.notifyOtherSide(c, f.ID, h)
}
