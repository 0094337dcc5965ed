package serve

import (
	"io"
	"net/http"
	"net/url"
	"slices"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/internal/authz"
	"referto/internal/authz/authzdb"
	"referto/internal/tenant/tenantapi"
	"referto/openapi"
)

// showStaff shows the page on which roles are offered and revoked. The API decides who may see it.
func (s *site) showStaff(v visit, status int, sent *pages.Sent) error {
	if err := v.learnRoles(); err != nil {
		return err
	}
	page := pages.Staff{
		Reader: v.reader, Tenant: tenantapi.View(v.tenant), Key: uuid.NewString(), Sent: sent, Account: v.held.Principal.Account,
		Part: v.echo.QueryParam("members") != "" || v.echo.QueryParam("invitations") != "", Narrow: !s.overTenant(v, "member:read"),
	}
	problem, err := s.loadStaff(v, &page)
	if problem == nil && err == nil {
		page.May, err = s.mayGive(v, page)
	}
	return rendered(v, status, problem, err, func(out io.Writer) error { return s.pages.Staff(out, page) })
}

// overTenant reports whether the reader has a permission over the whole tenant.
func (s *site) overTenant(v visit, permission authz.Permission) bool {
	return s.policy.Can(*v.subject, permission, authz.Target{Tenant: v.tenant.ID}, s.now()).Allowed
}

// loadStaff asks the API for the roles of a tenant that the reader sees, and for the events to come over which
// some can be offered.
func (s *site) loadStaff(v visit, page *pages.Staff) (*openapi.Problem, error) {
	var members openapi.MemberPage
	var invitations openapi.InvitationPage
	var regions openapi.RegionList
	of, asks := tenantPath(v), s.caller(v, true)
	problem, err := asks.read(read{of + "/members?limit=100" + further(v, "members"), &members}, read{of + "/regions", &regions})
	if problem == nil && err == nil {
		problem, err = asks.readAllowed(read{of + "/invitations?limit=100" + further(v, "invitations"), &invitations})
	}
	if problem == nil && err == nil {
		page.Events, problem, err = s.offeredEvents(v)
	}
	page.Members, page.MoreMembers = members.Items, members.NextCursor
	page.Invitations, page.MoreInvitations = invitations.Items, invitations.NextCursor
	page.Regions = regions.Items
	return problem, err
}

// offeredEvents are the next events of the tenant of a page, as far as the roles of the reader reach.
func (s *site) offeredEvents(v visit) (list []openapi.Event, problem *openapi.Problem, err error) {
	from := s.now().UTC().AddDate(0, 0, -1).Format("2006-01-02") // an event under way still takes a referee
	if s.overTenant(v, "member:write") {
		var events openapi.EventPage
		problem, err = s.caller(v, true).read(read{tenantPath(v) + "/events?limit=50&order=earliest-first&from=" + from, &events})
		return events.Items, problem, err
	}
	var mine openapi.MyEventPage
	problem, err = s.caller(v, true).read(read{"/me/events?limit=100&from=" + from, &mine})
	for _, one := range slices.Backward(mine.Items) { // the latest come first
		if one.Tenant.Id == v.tenant.ID {
			list = append(list, openapi.Event{Id: one.Event.Id, Title: one.Event.Title, LocalDate: one.Event.LocalDate})
		}
	}
	return list, problem, err
}

// mayGive reports whether the reader may give and take a role over a scope of the page.
func (s *site) mayGive(v visit, page pages.Staff) (func(openapi.Role, openapi.GrantScope) bool, error) {
	events := openapi.Each(page.Events, func(e openapi.Event) uuid.UUID { return e.Id.UUID })
	for _, one := range page.Members {
		events = append(events, one.Scope.Id)
	}
	for _, one := range page.Invitations {
		events = append(events, one.Scope.Id)
	}
	regions, err := authzdb.RegionsOf(v.door, events)
	now, of := s.now(), *v.subject
	return func(role openapi.Role, over openapi.GrantScope) bool {
		target := authz.Target{Tenant: v.tenant.ID}
		switch over.Kind {
		case openapi.GrantScopeKindRegion:
			target.Region = over.Id
		case openapi.GrantScopeKindStage:
			target.Stage, target.Region = over.Id, regions[over.Id]
		case openapi.GrantScopeKindTenant:
		}
		return s.policy.MayGrant(of, authz.Role(role), authz.Scope(over.Kind), target, now).Allowed
	}, err
}

// staffDeed is the operation, below a tenant's address, that a form of the page asks for; without
// method for none.
func staffDeed(sent url.Values) deed {
	id := url.PathEscape(sent.Get("id"))
	switch sent.Get("act") {
	case pages.ActInvite:
		scope, ok := pages.ScopeOf(sent.Get("over"))
		if !ok {
			return deed{}
		}
		body := filled(sent, "email")
		body["role"], body["scope"] = sent.Get("id"), scope
		return deed{method: http.MethodPost, path: "/invitations", body: body}
	case pages.ActWithdraw:
		return deed{method: http.MethodDelete, path: "/invitations/" + id}
	case pages.ActRevoke:
		return deed{method: http.MethodDelete, path: "/members/" + id}
	}
	return deed{}
}
