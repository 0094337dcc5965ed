package authz_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"

	"referto/internal/authz"
)

func TestReach(t *testing.T) {
	t.Parallel()
	table := compile(t)
	organizer := grant(authz.RoleOrganizer, authz.ScopeStage, aostaStage)
	over := func(g authz.Grant) authz.Grant {
		g.Until = now.Add(-time.Second)
		return g
	}
	foreign := contact()
	foreign.Tenant = elsewhere
	for name, c := range map[string]struct {
		subject    authz.Subject
		permission authz.Permission
		want       authz.Reach
	}{
		"a manager reaches everything":                {user(manager()), "member:read", authz.Reach{Whole: true}},
		"a contact reaches the region":                {user(contact()), "member:read", authz.Reach{Regions: []uuid.UUID{aosta}}},
		"an organizer of an event reaches it":         {user(organizer), "member:write", authz.Reach{Stages: []uuid.UUID{aostaStage}}},
		"a first referee sees it":                     {user(firstReferee()), "member:read", authz.Reach{Stages: []uuid.UUID{aostaStage}}},
		"and gives no role there":                     {user(firstReferee()), "member:write", authz.Reach{}},
		"a referee does not":                          {user(referee()), "member:read", authz.Reach{}},
		"two roles reach together":                    {user(contact(), organizer), "member:write", authz.Reach{Regions: []uuid.UUID{aosta}, Stages: []uuid.UUID{aostaStage}}},
		"a role that is over reaches nothing":         {user(over(contact()), organizer), "member:read", authz.Reach{Stages: []uuid.UUID{aostaStage}}},
		"a role of another federation reaches none":   {user(foreign), "member:read", authz.Reach{}},
		"a treasurer has the tenant and not this":     {user(grant(authz.RoleTreasurer, authz.ScopeTenant, federation)), "member:read", authz.Reach{}},
		"nobody reaches anything":                     {authz.Subject{}, "member:read", authz.Reach{}},
		"a permission that there is not reaches none": {user(manager()), "member:nothing", authz.Reach{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := table.Reach(c.subject, c.permission, federation, now)
			if diff := cmp.Diff(c.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The reach of a subject equals what they are allowed, for every permission and all roles over every scope of the
// role.
func TestReachIsWhatIsAllowed(t *testing.T) {
	t.Parallel()
	table := compile(t)
	places := []struct {
		scope  authz.Scope
		target authz.Target
		id     uuid.UUID
	}{
		{authz.ScopeTenant, overTenant, federation},
		{authz.ScopeRegion, overAosta, aosta},
		{authz.ScopeRegion, overSicily, sicily},
		{authz.ScopeStage, overStage, aostaStage},
		{authz.ScopeStage, overOther, aostaOther},
		{authz.ScopeStage, overOpen, openEvent},
	}
	reached := 0
	for _, role := range authz.Roles() {
		for _, held := range places {
			s := user(grant(role, held.scope, held.id))
			for _, p := range table.Permissions() {
				reach := table.Reach(s, p, federation, now)
				for _, place := range places {
					got := reach.Whole || slices.Contains(reach.Regions, place.target.Region) || slices.Contains(reach.Stages, place.target.Stage)
					want := table.Can(s, p, place.target, now)
					if want.Allowed && want.Role.Implied() {
						continue // public to everybody
					}
					if got != want.Allowed && !reach.Whole {
						t.Errorf("%s over %s %s, %s at %v: reached %t, allowed %t", role, held.scope, held.id, p, place.target, got, want.Allowed)
					}
					if got {
						reached++
					}
				}
			}
		}
	}
	if reached == 0 {
		t.Error("nothing is reached")
	}
}
