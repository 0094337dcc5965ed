package seasonapi

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/authz/authzdb"
	"referto/internal/authz/gate"
	"referto/internal/authz/token"
	"referto/internal/league/desk/dutydesk"
	"referto/internal/league/duties"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/letters"
	"referto/internal/league/views"
	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// ListWaiting returns the caller's tasks.
func (a API) ListWaiting(ctx context.Context, r openapi.ListWaitingRequestObject) (openapi.ListWaitingResponseObject, error) {
	c := gate.From(ctx)
	list, after := "waiting:"+c.Account().String(), ""
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	all, err := dutydesk.At(a.Desk).Tasks(c.Door(), c.Now)
	if err != nil {
		return nil, err
	}
	asked, err := a.askedOfClub(c.Door(), c.VisitingDoor, c.Now)
	if err != nil {
		return nil, err
	}
	mine := duties.Of(append(all, asked...), c.Account())
	slices.SortStableFunc(mine, duties.Task.Compare)
	if after != "" { // if the task was done meanwhile, the list begins anew
		mine = mine[1+slices.IndexFunc(mine, func(t duties.Task) bool { return t.ID() == after }):]
	}
	page, most := openapi.WaitingPage{}, leagueapi.Limit(r.Params.Limit)
	if len(mine) > most {
		mine = mine[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, mine[most-1].ID()))
	}
	page.Items = openapi.Each(mine, func(t duties.Task) openapi.Waiting { return waiting(c, c.Tenant.Slug, t) })
	return openapi.ListWaiting200JSONResponse(page), nil
}

// waitsIn is a task of a tenant.
type waitsIn struct {
	tenant openapi.TenantRef
	duties.Task
}

// id identifies it among the tasks of all tenants.
func (w waitsIn) id() string { return w.tenant.Slug + "/" + w.ID() }

// ListMyWaiting returns the caller's tasks in all tenants where they hold a role or play. Each tenant is read
// through its own door.
func (a API) ListMyWaiting(ctx context.Context, r openapi.ListMyWaitingRequestObject) (openapi.ListMyWaitingResponseObject, error) {
	c := gate.From(ctx)
	list, after := "my-waiting:"+c.Account().String(), ""
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	tenants, err := ownTenants(c)
	if err != nil {
		return nil, err
	}
	var mine []waitsIn
	for _, t := range tenants {
		door, err := c.Global().Look(t.Id)
		if err != nil {
			return nil, err
		}
		tasks, err := dutydesk.At(a.Desk).Tasks(door, c.Now)
		if err != nil {
			return nil, err
		}
		asked, err := a.askedOfClub(door, c.Global().Look, c.Now)
		if err != nil {
			return nil, err
		}
		for _, task := range duties.Of(append(tasks, asked...), c.Account()) {
			mine = append(mine, waitsIn{t, task})
		}
	}
	slices.SortStableFunc(mine, func(a, b waitsIn) int { return a.Compare(b.Task) })
	if after != "" { // if the task was done meanwhile, the list begins anew
		mine = mine[1+slices.IndexFunc(mine, func(w waitsIn) bool { return w.id() == after }):]
	}
	page, most := openapi.MyWaitingPage{}, leagueapi.Limit(r.Params.Limit)
	if len(mine) > most {
		mine = mine[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, mine[most-1].id()))
	}
	page.Items = openapi.Each(mine, func(w waitsIn) openapi.MyWaiting {
		return openapi.MyWaiting{Tenant: w.tenant, Waiting: waiting(c, w.tenant.Slug, w.Task)}
	})
	return openapi.ListMyWaiting200JSONResponse(page), nil
}

// askedOfClub lists the questions of federations to the club of a door about tournaments that it wants to hold.
// It reads each federation with which the club is affiliated through a door of that federation; a tenant that
// is no club has none.
func (a API) askedOfClub(club tenantdb.Door, visit func(uuid.UUID) (tenantdb.Door, error), now time.Time) ([]duties.Task, error) {
	federations, err := registrydb.FederationsNow(club)
	if err != nil || len(federations) == 0 {
		return nil, err
	}
	offices, err := dutydesk.Offices(club, now)
	if err != nil {
		return nil, err
	}
	var out []duties.Task
	for _, f := range federations {
		door, err := visit(f.ID)
		if err != nil {
			return nil, err
		}
		asked, err := dutydesk.At(a.Desk).HostingQuestions(door, f.Name, club.Tenant(), offices)
		if err != nil {
			return nil, err
		}
		out = append(out, asked...)
	}
	return out, nil
}

// ownTenants returns the tenants in which the caller holds a role now or is in the register, by their names.
func ownTenants(c *gate.Call) ([]openapi.TenantRef, error) {
	self, err := c.Global().Self(c.Account(), "")
	if err != nil {
		return nil, err
	}
	grants, err := authzdb.OwnGrants(self, c.Account(), c.Now)
	if err != nil {
		return nil, err
	}
	registers, err := leaguedb.OwnTenants(self, c.Account())
	if err != nil {
		return nil, err
	}
	out := openapi.Each(registers, func(t tenant.Ref) openapi.TenantRef { return openapi.TenantRef{Id: t.ID, Slug: t.Slug, Name: t.Name} })
	for _, g := range grants {
		if !g.ValidFrom.After(c.Now) {
			out = append(out, openapi.TenantRef{Id: g.TenantID, Slug: g.TenantSlug, Name: g.TenantName})
		}
	}
	slices.SortFunc(out, func(a, b openapi.TenantRef) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Slug, b.Slug))
	})
	return slices.Compact(out), nil
}

// waiting is a task of a tenant in the caller's language.
func waiting(c *gate.Call, tenant string, t duties.Task) openapi.Waiting {
	task := letters.Describe(words.For(c.Language), t)
	out := openapi.Waiting{
		Id: t.ID(), Kind: openapi.WaitingKind(t.Kind), Title: task.Title, Event: views.EventOf(t.Event), Place: views.WireID(t.Place), Number: t.Number,
		Due: task.Due, Overdue: t.Overdue(c.Now), Explanation: views.Explanation(t.Grounds, task.Why), Resource: letters.Resource(tenant, t),
	}
	if t.Season != nil {
		out.Season = t.Season.Season.ID.UUID
		out.Region = views.RegisterView{Season: t.Season}.RegionView(t.Region)
	}
	if !t.Due.IsZero() {
		out.DueAt, out.TimeZone = t.Until().UTC(), t.Due.Location().String()
	}
	return out
}

// RenewCalendarLink makes a new address of the caller's private calendar.
func (a API) RenewCalendarLink(ctx context.Context, _ openapi.RenewCalendarLinkRequestObject) (openapi.RenewCalendarLinkResponseObject, error) {
	c := gate.From(ctx)
	link := token.NewLink()
	account, now := c.Account(), c.Now.UTC()
	c.Tx().Defer(func(b *tenantdb.Batch) { leaguedb.RenewCalendarLink(b, account, link.Hash[:], now) })
	c.Audit("calendar of "+account.String(), "", nil, map[string]any{"address": "renewed"})
	return openapi.RenewCalendarLink201JSONResponse{Address: a.calendarAddress(c.Tenant.Slug, link.Text)}, nil
}

// EndCalendarLink ends the address of the caller's private calendar.
func (a API) EndCalendarLink(ctx context.Context, _ openapi.EndCalendarLinkRequestObject) (openapi.EndCalendarLinkResponseObject, error) {
	c := gate.From(ctx)
	account, now := c.Account(), c.Now.UTC()
	b := &tenantdb.Batch{}
	leaguedb.EndCalendarLink(b, account, now)
	if err := c.Tx().Send(b); err != nil {
		return nil, err
	}
	c.Audit("calendar of "+account.String(), "", map[string]any{"address": "open"}, nil)
	return openapi.EndCalendarLink204Response{}, nil
}

// calendarAddress returns the address of the private calendar behind a secret.
func (a API) calendarAddress(slug, secret string) string {
	return a.PublicURL + "/t/" + slug + MyCalendarPath + secret + ".ics"
}

// MyCalendarPath is the address of private calendars in the tenant's pages, before the
// secret of the address.
const MyCalendarPath = "/my-calendar/"
