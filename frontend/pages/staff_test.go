package pages_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/openapi"
)

// staff is a page of roles on which each kind of line is.
func staff(reader pages.Reader, tenant openapi.Tenant) pages.Staff {
	at := time.Date(2026, 3, 14, 10, 0, 0, 0, time.UTC)
	whole := openapi.GrantScope{Kind: openapi.GrantScopeKindTenant}
	region := openapi.Region{Id: uuid.New(), Name: "Emilia"}
	event := openapi.Event{Id: openapi.EventID{UUID: uuid.New()}, Title: "Tappa"}
	over := func(kind openapi.GrantScopeKind, id uuid.UUID) openapi.GrantScope {
		return openapi.GrantScope{Kind: kind, Id: id}
	}
	v := pages.Staff{
		Reader: reader, Tenant: tenant, Account: uuid.New(), MoreMembers: "next", Regions: []openapi.Region{region}, Events: []openapi.Event{event},
		May: func(openapi.Role, openapi.GrantScope) bool { return true },
	}
	member := func(account uuid.UUID, role openapi.Role, scope openapi.GrantScope, over string) {
		v.Members = append(v.Members, openapi.Member{Id: uuid.New(), Account: account, Name: "Ada " + string(rune('A'+len(v.Members))), Role: role, Scope: scope, Over: over, From: at, Until: at.AddDate(1, 0, 0)})
	}
	for _, role := range []openapi.Role{openapi.RoleChampionshipManager, openapi.RoleTreasurer, openapi.RoleIntegrator} {
		member(v.Account, role, whole, "")
	}
	member(uuid.New(), openapi.RoleRegionalContact, over(openapi.GrantScopeKindRegion, region.Id), region.Name)
	for _, role := range []openapi.Role{openapi.RoleOrganizer, openapi.RoleFirstReferee, openapi.RoleReferee, openapi.RoleHelper} {
		member(uuid.New(), role, over(openapi.GrantScopeKindStage, event.Id.UUID), event.Title)
	}
	for _, state := range []openapi.MailOutcomeState{openapi.MailOutcomeStateWaiting, openapi.MailOutcomeStateSent, openapi.MailOutcomeStateRefused, openapi.MailOutcomeStateFailed} {
		v.Invitations = append(v.Invitations, openapi.Invitation{
			Id: uuid.New(), Email: "ada@example.org", Role: openapi.RoleReferee, Scope: over(openapi.GrantScopeKindStage, event.Id.UUID), Over: event.Title, CreatedAt: at, ExpiresAt: at.AddDate(0, 0, 14),
			Mail: openapi.MailOutcome{State: state, At: at, Reply: "550"},
		})
	}
	return v
}

// Only roles that the reader may give have forms, and the only manager learns why their role stays.
func TestStaffForms(t *testing.T) {
	t.Parallel()
	p, err := pages.New()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change         func(*pages.Staff)
		revokes        int
		invites, alone bool
	}{
		"all of a manager": {func(v *pages.Staff) {}, 8, true, false},
		"the only manager": {func(v *pages.Staff) { v.MoreMembers = "" }, 7, true, true},
		"one of several": {func(v *pages.Staff) {
			v.MoreMembers = ""
			v.Members = append(v.Members, openapi.Member{Account: uuid.New(), Role: openapi.RoleChampionshipManager})
		}, 9, true, false},
		"who may give nothing": {func(v *pages.Staff) { v.May = func(openapi.Role, openapi.GrantScope) bool { return false } }, 0, false, false},
		"who may give one": {func(v *pages.Staff) {
			v.May = func(r openapi.Role, _ openapi.GrantScope) bool { return r == openapi.RoleHelper }
		}, 1, true, false},
		"from the list's middle": {func(v *pages.Staff) { v.MoreMembers, v.Part = "", true }, 8, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := staff(pages.Reader{Lang: "en"}, openapi.Tenant{Slug: "lega", Name: "Lega"})
			c.change(&v)
			var out bytes.Buffer
			if err := p.Staff(&out, v); err != nil {
				t.Fatal(err)
			}
			if got := strings.Count(out.String(), `value="revoke"`); got != c.revokes {
				t.Errorf("%d roles can be taken back, want %d", got, c.revokes)
			}
			if got := strings.Contains(out.String(), `value="invite"`); got != c.invites {
				t.Errorf("invites: %t", got)
			}
			if got := strings.Contains(out.String(), "The last championship manager cannot go"); got != c.alone {
				t.Errorf("the last manager: %t", got)
			}
		})
	}
}

// A reader who sees only a part of the roles reads for which scopes a role has no holder, not that it has none at
// all.
func TestWhomARoleIsMissingFor(t *testing.T) {
	t.Parallel()
	p, err := pages.New()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		over   []string // of the reader's own roles
		narrow bool
		part   bool
		want   string
	}{
		"of everything":       {[]string{""}, false, false, "Nobody holds this role."},
		"of a region":         {[]string{"Emilia", "Emilia"}, true, false, "Nobody holds this role over what you see to: Emilia."},
		"of two tournaments":  {[]string{"Tappa", "Open"}, true, false, "Nobody holds this role over what you see to: Tappa, Open."},
		"of too many to name": {[]string{"A", "B", "C", "D"}, true, false, "Nobody holds this role over the region or the tournaments that you see to."},
		"further on a list":   {[]string{"Emilia"}, true, true, "Nobody holds this role over the region or the tournaments that you see to."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := pages.Staff{
				Reader: pages.Reader{Lang: "en"}, Tenant: openapi.Tenant{Slug: "lega", Name: "Lega"}, Account: uuid.New(), Narrow: c.narrow, Part: c.part,
				Events: []openapi.Event{{Title: "Tappa"}}, May: func(openapi.Role, openapi.GrantScope) bool { return true },
			}
			for _, over := range c.over {
				v.Members = append(v.Members, openapi.Member{Account: v.Account, Role: openapi.RoleOrganizer, Over: over})
			}
			v.Members = append(v.Members, openapi.Member{Account: uuid.New(), Role: openapi.RoleOrganizer, Over: "Sicilia"})
			var out bytes.Buffer
			if err := p.Staff(&out, v); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(out.String(), ">"+c.want+"<") {
				t.Errorf("no %q", c.want)
			}
		})
	}
}
