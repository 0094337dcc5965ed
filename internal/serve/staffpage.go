package serve

import (
	"io"
	"net/http"
	"net/url"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/internal/authz"
	"referto/openapi"
)

// staff is the page on which roles are offered and taken back. The API decides who may see it.
func (s *site) staff(v visit) error {
	if v.held == nil {
		return s.signInFirst(v)
	}
	return s.showStaff(v, http.StatusOK, nil)
}

func (s *site) showStaff(v visit, status int, sent *pages.Sent) error {
	if err := v.learnRoles(); err != nil {
		return err
	}
	page := pages.Staff{
		Reader: v.reader, Tenant: tenantView(v.tenant), Key: uuid.NewString(), Sent: sent, Account: v.held.Principal.Account, May: s.mayGive(v),
		Part: v.echo.QueryParam("members") != "" || v.echo.QueryParam("invitations") != "",
	}
	problem, err := s.loadStaff(v, &page)
	return rendered(v, status, problem, err, func(out io.Writer) error { return s.pages.Staff(out, page) })
}

// loadStaff asks the API for the roles of a tenant, and for the events to come over which some can be offered.
func (s *site) loadStaff(v visit, page *pages.Staff) (*openapi.Problem, error) {
	var members openapi.MemberPage
	var invitations openapi.InvitationPage
	var regions openapi.RegionList
	var events openapi.EventPage
	today := s.now().UTC().AddDate(0, 0, -1).Format("2006-01-02") // an event under way still takes a referee
	of := tenantPath(v)
	problem, err := s.caller(v, true).read(
		read{of + "/members?limit=100" + further(v, "members"), &members}, read{of + "/invitations?limit=100" + further(v, "invitations"), &invitations},
		read{of + "/regions", &regions}, read{of + "/events?limit=50&order=earliest-first&from=" + today, &events},
	)
	page.Members, page.MoreMembers = members.Items, members.NextCursor
	page.Invitations, page.MoreInvitations = invitations.Items, invitations.NextCursor
	page.Regions, page.Events = regions.Items, events.Items
	return problem, err
}

// mayGive reports whether the reader may give and take a role over a scope.
func (s *site) mayGive(v visit) func(openapi.Role, openapi.GrantScope) bool {
	now, of := s.now(), *v.subject
	return func(role openapi.Role, over openapi.GrantScope) bool {
		target := authz.Target{Tenant: v.tenant.ID}
		switch over.Kind {
		case openapi.GrantScopeKindRegion:
			target.Region = over.Id
		case openapi.GrantScopeKindStage:
			target.Stage = over.Id
		case openapi.GrantScopeKindTenant:
		}
		return s.policy.MayGrant(of, authz.Role(role), authz.Scope(over.Kind), target, now).Allowed
	}
}

// changeStaff does what a form of the page asks for, and shows it anew.
func (s *site) changeStaff(v visit) error {
	return s.change(v, staffDeed, s.showStaff, pages.StaffPath)
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
