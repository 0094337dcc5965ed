package authz_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/authz"
)

func TestMayGrant(t *testing.T) {
	t.Parallel()
	organizer := grant(authz.RoleOrganizer, authz.ScopeStage, aostaStage)
	clubOrganizer := grant(authz.RoleOrganizer, authz.ScopeTenant, federation)
	admin := authz.Grant{Role: authz.RolePlatformAdmin, Scope: authz.ScopePlatform}
	gone := organizer
	gone.RevokedAt = now
	tests := []struct {
		rule    string
		subject authz.Subject
		role    authz.Role
		over    authz.Scope
		target  authz.Target
		want    string // the role that allows, or the reason
	}{
		{"the manager appoints a regional contact", user(manager()), authz.RoleRegionalContact, authz.ScopeRegion, overAosta, "championship-manager"},
		{"the manager appoints a second manager", user(manager()), authz.RoleChampionshipManager, authz.ScopeTenant, overTenant, "championship-manager"},
		{"the manager issues a key", user(manager()), authz.RoleIntegrator, authz.ScopeTenant, overTenant, "championship-manager"},
		{"the manager makes no platform admin", user(manager()), authz.RolePlatformAdmin, authz.ScopePlatform, authz.Target{}, "role-missing"},
		{"not in another tenant", user(manager()), authz.RoleReferee, authz.ScopeStage, authz.Target{Tenant: elsewhere, Stage: aostaStage}, "out-of-scope"},
		{"the contact appoints an organizer in his region", user(contact()), authz.RoleOrganizer, authz.ScopeStage, overStage, "regional-contact"},
		{"but not in another region", user(contact()), authz.RoleOrganizer, authz.ScopeStage, authz.Target{Tenant: federation, Region: sicily, Stage: openEvent}, "out-of-scope"},
		{"and not over the tenant", user(contact()), authz.RoleOrganizer, authz.ScopeTenant, overTenant, "out-of-scope"},
		{"the contact makes no contact", user(contact()), authz.RoleRegionalContact, authz.ScopeRegion, overAosta, "role-missing"},
		{"the organizer appoints his first referee", user(organizer), authz.RoleFirstReferee, authz.ScopeStage, overStage, "organizer"},
		{"the organizer appoints a helper", user(organizer), authz.RoleHelper, authz.ScopeStage, overStage, "organizer"},
		{"for his stage only", user(organizer), authz.RoleFirstReferee, authz.ScopeStage, overOther, "out-of-scope"},
		{"the club's organizer for any", user(clubOrganizer), authz.RoleReferee, authz.ScopeStage, overOpen, "organizer"},
		{"the organizer makes no organizer", user(organizer), authz.RoleOrganizer, authz.ScopeStage, overStage, "role-missing"},
		{"a referee appoints nobody", user(firstReferee()), authz.RoleReferee, authz.ScopeStage, overStage, "role-missing"},
		{"a revoked organizer appoints nobody", user(gone), authz.RoleReferee, authz.ScopeStage, overStage, "grant-revoked"},
		{"the platform appoints nobody", user(admin), authz.RoleChampionshipManager, authz.ScopeTenant, overTenant, "role-missing"},
		{"nor an auditor, but by its own operation", user(admin), authz.RoleAuditor, authz.ScopeTenant, overTenant, "role-missing"},
		{"the manager appoints an auditor", user(manager()), authz.RoleAuditor, authz.ScopeTenant, overTenant, "championship-manager"},
		{"the platform appoints no referee", user(admin), authz.RoleReferee, authz.ScopeStage, overStage, "role-missing"},
		{"nobody is granted to be a person", user(manager()), authz.RoleAccount, authz.ScopeTenant, overTenant, "not-grantable"},
		{"a referee over the tenant does not exist", user(manager()), authz.RoleReferee, authz.ScopeTenant, overTenant, "not-grantable"},
		{"an unknown role does not exist", user(manager()), "umpire", authz.ScopeStage, overStage, "not-grantable"},
		{"the scope is what the target is", user(organizer), authz.RoleFirstReferee, authz.ScopeStage, overAosta, "not-grantable"},
		{"no wider role by a narrower target", user(organizer), authz.RoleOrganizer, authz.ScopeTenant, overStage, "not-grantable"},
		{"no grant in any region", user(contact()), authz.RoleOrganizer, authz.ScopeStage, authz.Target{Tenant: federation, Region: sicily, Stage: aostaOther, AnyRegion: true}, "out-of-scope"},
		{"no grant anywhere", user(organizer), authz.RoleReferee, authz.ScopeStage, authz.Target{Tenant: federation, Stage: aostaOther, Anywhere: true}, "out-of-scope"},
		{"nobody appoints anonymously", authz.Subject{Grants: []authz.Grant{manager()}}, authz.RoleReferee, authz.ScopeStage, overStage, "sign-in-required"},
		{"a key appoints nobody", authz.Subject{Principal: authz.Key(id(9)), Grants: []authz.Grant{manager()}}, authz.RoleReferee, authz.ScopeStage, overStage, "role-missing"},
	}
	table := compile(t)
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			d := table.MayGrant(tt.subject, tt.role, tt.over, tt.target, now)
			if got := string(d.Role) + string(d.Reason); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if d.Allowed != authz.Role(tt.want).Known() {
				t.Errorf("allowed: %t", d.Allowed)
			}
		})
	}
}

func TestWhoAppointsWhom(t *testing.T) {
	t.Parallel()
	table := compile(t)
	var b strings.Builder
	for _, r := range authz.Roles() {
		if may := table.MayGrantRoles(r); may != nil {
			fmt.Fprintf(&b, "%s: %v\n", r, may)
		}
	}
	want := `championship-manager: [championship-manager treasurer regional-contact organizer first-referee referee helper integrator auditor]
regional-contact: [organizer first-referee]
organizer: [first-referee referee helper]
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
	if table.MayGrantRoles("umpire") != nil {
		t.Error("an unknown role grants")
	}
}

// A role that may appoint others must also be able to call the operation that
// does it.
func TestWhoAppointsCanDoIt(t *testing.T) {
	t.Parallel()
	table := compile(t)
	for _, r := range authz.Roles() {
		if table.MayGrantRoles(r) != nil && !table.Allows(r, "member:write") {
			t.Errorf("%s may grant but lacks member:write", r)
		}
	}
}
