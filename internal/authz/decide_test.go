package authz_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/authz"
)

// The world of these tests: a federation with two regions, a stage in each and a
// third outside every region; and another federation in which the same ids exist.
var (
	federation = id(1)
	elsewhere  = id(2)
	aosta      = id(11)
	sicily     = id(12)
	aostaStage = id(21)
	aostaOther = id(22)
	openEvent  = id(23) // in no region

	now = time.Date(2026, 3, 14, 15, 0, 0, 0, time.UTC)

	overTenant = authz.Target{Tenant: federation}
	overAosta  = authz.Target{Tenant: federation, Region: aosta}
	overSicily = authz.Target{Tenant: federation, Region: sicily}
	overStage  = authz.Target{Tenant: federation, Region: aosta, Stage: aostaStage}
	overOther  = authz.Target{Tenant: federation, Region: aosta, Stage: aostaOther}
	overOpen   = authz.Target{Tenant: federation, Stage: openEvent}
)

func id(n byte) uuid.UUID {
	return uuid.UUID{6: 0x70, 8: 0x80, 15: n}
}

func compile(tb testing.TB) authz.Table {
	tb.Helper()
	table, err := authz.Compile()
	if err != nil {
		tb.Fatal(err)
	}
	return table
}

// user is a signed-in person with these grants.
func user(grants ...authz.Grant) authz.Subject {
	return authz.Subject{Principal: authz.User(id(101), id(102)), Grants: grants}
}

// grant is a standing grant in the federation.
func grant(r authz.Role, over authz.Scope, scopeID uuid.UUID) authz.Grant {
	return authz.Grant{Tenant: federation, Role: r, Scope: over, ScopeID: scopeID}
}

func manager() authz.Grant {
	return grant(authz.RoleChampionshipManager, authz.ScopeTenant, federation)
}

func contact() authz.Grant { return grant(authz.RoleRegionalContact, authz.ScopeRegion, aosta) }

func referee() authz.Grant { return grant(authz.RoleReferee, authz.ScopeStage, aostaStage) }

func firstReferee() authz.Grant {
	return grant(authz.RoleFirstReferee, authz.ScopeStage, aostaStage)
}

func TestCan(t *testing.T) {
	t.Parallel()
	in := func(g authz.Grant, change func(*authz.Grant)) authz.Grant {
		change(&g)
		return g
	}
	organizerOfStage := grant(authz.RoleOrganizer, authz.ScopeStage, aostaStage)
	organizerOfClub := grant(authz.RoleOrganizer, authz.ScopeTenant, federation)
	integrator := grant(authz.RoleIntegrator, authz.ScopeTenant, federation)
	helper := grant(authz.RoleHelper, authz.ScopeStage, aostaStage)
	admin := authz.Grant{Role: authz.RolePlatformAdmin, Scope: authz.ScopePlatform}
	key := func(scopes []authz.Permission, g ...authz.Grant) authz.Subject {
		return authz.Subject{Principal: authz.Key(id(103)), Grants: g, KeyScopes: scopes}
	}
	link := func(g ...authz.Grant) authz.Subject {
		return authz.Subject{Principal: authz.Link(id(104)), Grants: g}
	}

	// want is the role that allows, or the reason of the refusal.
	tests := []struct {
		rule       string
		subject    authz.Subject
		permission authz.Permission
		target     authz.Target
		want       string
	}{
		{"everyone reads what is public", authz.Subject{}, "event:read", overStage, "anonymous"},
		{"signed in or not", user(), "event:read", overStage, "anonymous"},
		{"anonymous must sign in for more", authz.Subject{}, "entry:self", overStage, "sign-in-required"},
		{"a signed-in person enters himself", user(), "entry:self", overStage, "account"},
		{"but nobody else", user(), "entry:create", overStage, "role-missing"},
		{"a signed-in person founds a tenant", user(), "tenant:create", authz.Target{}, "account"},
		{"a signed-in person holds no office", user(), "entry:read", overStage, "role-missing"},
		{"grants of nobody are none", authz.Subject{Grants: []authz.Grant{manager()}}, "event:write", overStage, "sign-in-required"},

		{"over the tenant: the tenant", user(manager()), "tenant:write", overTenant, "championship-manager"},
		{"over the tenant: its regions", user(manager()), "event:create", overAosta, "championship-manager"},
		{"over the tenant: its stages", user(manager()), "event:write", overStage, "championship-manager"},
		{"over the tenant: stages in no region", user(manager()), "event:write", overOpen, "championship-manager"},
		{"over the tenant: not the platform", user(manager()), "tenant:write", authz.Target{}, "out-of-scope"},
		{"over the tenant: no other tenant", user(manager()), "event:write", authz.Target{Tenant: elsewhere, Region: aosta, Stage: aostaStage}, "out-of-scope"},

		{"over a region: the region", user(contact()), "event:create", overAosta, "regional-contact"},
		{"over a region: its stages", user(contact()), "event:write", overStage, "regional-contact"},
		{"over a region: no other region", user(contact()), "event:create", overSicily, "out-of-scope"},
		{"over a region: no stage in none", user(contact()), "event:write", overOpen, "out-of-scope"},
		{"over a region: not the tenant", user(contact()), "event:create", overTenant, "out-of-scope"},
		{"over a region: not the same id elsewhere", user(contact()), "event:write", authz.Target{Tenant: elsewhere, Region: aosta, Stage: aostaStage}, "out-of-scope"},

		{"over a stage: that one", user(firstReferee()), "draw:write", overStage, "first-referee"},
		{"over a stage: no other of the region", user(firstReferee()), "draw:write", overOther, "out-of-scope"},
		{"over a stage: not its region", user(organizerOfStage), "event:create", overAosta, "out-of-scope"},
		{"over a stage: not the tenant", user(organizerOfStage), "event:create", overTenant, "out-of-scope"},
		{"over a stage: not the same id elsewhere", user(firstReferee()), "draw:write", authz.Target{Tenant: elsewhere, Region: aosta, Stage: aostaStage}, "out-of-scope"},
		{"over the club: every event of it", user(organizerOfClub), "event:write", overOpen, "organizer"},
		{"over the club: new events", user(organizerOfClub), "event:create", overTenant, "organizer"},

		{"anywhere: staff of one stage looks up the register", user(referee()), "player:read", authz.Target{Tenant: federation, Anywhere: true}, "referee"},
		{"anywhere: not in another tenant", user(referee()), "player:read", authz.Target{Tenant: elsewhere, Anywhere: true}, "out-of-scope"},
		{"anywhere: the role must still carry it", user(referee()), "player:write", authz.Target{Tenant: federation, Anywhere: true}, "role-missing"},
		{"any region: a contact of one sees the register's private data", user(contact()), "player:contact", authz.Target{Tenant: federation, AnyRegion: true}, "regional-contact"},
		{"any region: and the manager", user(manager()), "player:contact", authz.Target{Tenant: federation, AnyRegion: true}, "championship-manager"},
		{"any region: staff of one stage does not", user(organizerOfStage), "player:contact", authz.Target{Tenant: federation, AnyRegion: true}, "out-of-scope"},
		{"any region: not in another tenant", user(contact()), "player:contact", authz.Target{Tenant: elsewhere, AnyRegion: true}, "out-of-scope"},
		{"without it the register is out of a stage's scope", user(referee()), "player:read", overTenant, "out-of-scope"},

		{"the manager does not decide at the tables", user(manager()), "result:write", overStage, "role-missing"},
		{"nor does he draw", user(manager()), "draw:write", overStage, "role-missing"},
		{"a referee does not draw", user(referee()), "draw:write", overStage, "role-missing"},
		{"a referee proposes an expulsion", user(referee()), "sanction:write", overStage, "referee"},
		{"CN09 4.6 the first referee confirms it", user(referee()), "sanction:confirm", overStage, "role-missing"},
		{"CN09 2.4 objections go to the first referee", user(firstReferee()), "ruling:decide", overStage, "first-referee"},
		{"the farthest-reaching role is named", user(referee(), firstReferee(), contact(), manager()), "player:read", overStage, "championship-manager"},
		{"whatever the order of grants", user(manager(), contact(), firstReferee(), referee()), "player:read", overStage, "championship-manager"},

		{"the platform has its own matters", user(admin), "platform:run", authz.Target{}, "platform-admin"},
		{"a manager has them not", user(manager()), "platform:read", authz.Target{}, "role-missing"},
		{"the platform has no say in a tenant", user(admin), "member:write", overTenant, "role-missing"},
		{"the platform does not look into events", user(admin), "entry:read", overStage, "role-missing"},

		{"a grant from now on holds now", user(in(referee(), func(g *authz.Grant) { g.From = now })), "result:write", overStage, "referee"},
		{"a grant from later does not yet", user(in(referee(), func(g *authz.Grant) { g.From = now.Add(time.Microsecond) })), "result:write", overStage, "grant-not-yet"},
		{"a grant holds until just before its end", user(in(referee(), func(g *authz.Grant) { g.Until = now.Add(time.Microsecond) })), "result:write", overStage, "referee"},
		{"a grant ends at its end", user(in(referee(), func(g *authz.Grant) { g.Until = now })), "result:write", overStage, "grant-expired"},
		{"a revoked grant is gone", user(in(referee(), func(g *authz.Grant) { g.RevokedAt = now.Add(-time.Hour) })), "result:write", overStage, "grant-revoked"},
		{"even where the clock has not caught up", user(in(referee(), func(g *authz.Grant) { g.RevokedAt = now.Add(time.Second) })), "result:write", overStage, "grant-revoked"},
		{"a standing grant beside a revoked one holds", user(in(referee(), func(g *authz.Grant) { g.RevokedAt = now }), referee()), "result:write", overStage, "referee"},
		{"a revoked office leaves the person", user(in(referee(), func(g *authz.Grant) { g.RevokedAt = now })), "entry:self", overStage, "account"},
		{"the nearest miss is named", user(grant(authz.RoleReferee, authz.ScopeStage, aostaOther), in(referee(), func(g *authz.Grant) { g.Until = now })), "result:write", overStage, "grant-expired"},

		{"a key does what grant and scopes allow", key([]authz.Permission{"player:read"}, integrator), "player:read", overTenant, "integrator"},
		{"a key without the scope does not", key([]authz.Permission{"log:read"}, integrator), "player:read", overTenant, "key-scope"},
		{"a key without scopes does nothing", key(nil, integrator), "player:read", overTenant, "key-scope"},
		{"a key without scopes reads what is public", key(nil, integrator), "event:read", overStage, "anonymous"},
		{"a scope without a grant is nothing", key([]authz.Permission{"player:read"}), "player:read", overTenant, "role-missing"},
		{"a scope no integrator has is nothing", key([]authz.Permission{"result:write"}, integrator), "result:write", overStage, "role-missing"},
		{"a key in another tenant is nothing", key([]authz.Permission{"player:read"}, integrator), "player:read", authz.Target{Tenant: elsewhere}, "out-of-scope"},
		{"a key is no person", key([]authz.Permission{"entry:self"}, integrator), "entry:self", overStage, "role-missing"},
		{"a key is never made a manager", key([]authz.Permission{"event:write"}, manager()), "event:write", overStage, "role-missing"},
		{"a person is no integrator", user(integrator), "log:read", overTenant, "role-missing"},
		{"a helper checks in by link", link(helper), "checkin:write", overStage, "helper"},
		{"a helper's link is for that stage", link(helper), "checkin:write", overOther, "out-of-scope"},
		{"a link is never made a referee", link(referee()), "result:write", overStage, "role-missing"},

		{"a role over a scope it does not have is none", user(grant(authz.RoleReferee, authz.ScopeTenant, federation)), "result:write", overStage, "role-missing"},
		{"a manager over the platform is none", user(authz.Grant{Role: authz.RoleChampionshipManager, Scope: authz.ScopePlatform}), "event:write", overStage, "role-missing"},
		{"an implied role is not granted", user(grant(authz.RoleAnonymous, authz.ScopeTenant, federation)), "entry:read", overStage, "role-missing"},
		{"an unknown role is none", user(grant("umpire", authz.ScopeStage, aostaStage)), "result:write", overStage, "role-missing"},
		{"an unknown scope is none", user(grant(authz.RoleReferee, "table", aostaStage)), "result:write", overStage, "role-missing"},
		{"a grant without a tenant is none", user(authz.Grant{Role: authz.RoleReferee, Scope: authz.ScopeStage, ScopeID: aostaStage}), "result:write", overStage, "out-of-scope"},
		{"not even where the target has none", user(authz.Grant{Role: authz.RoleReferee, Scope: authz.ScopeStage, ScopeID: aostaStage}), "result:write", authz.Target{Stage: aostaStage}, "out-of-scope"},
		{"a tenant's grant names its own tenant", user(grant(authz.RoleChampionshipManager, authz.ScopeTenant, elsewhere)), "event:write", overStage, "out-of-scope"},
		{"a grant without an id is none", user(grant(authz.RoleRegionalContact, authz.ScopeRegion, uuid.Nil)), "event:write", overOpen, "out-of-scope"},
		{"an unknown permission is refused to all", user(manager(), firstReferee()), "event:destroy", overStage, "unknown-permission"},
		{"no permission is refused to all", user(manager()), "", overStage, "unknown-permission"},
	}
	table := compile(t)
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			d := table.Can(tt.subject, tt.permission, tt.target, now)
			got := string(d.Role) + string(d.Reason)
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if d.Allowed != authz.Role(tt.want).Known() {
				t.Errorf("allowed: %t", d.Allowed)
			}
			if d.Permission != tt.permission {
				t.Errorf("permission %q", d.Permission)
			}
		})
	}
}

func TestRefusal(t *testing.T) {
	t.Parallel()
	table := compile(t)
	if err := table.Can(user(firstReferee()), "draw:write", overStage, now).Err(); err != nil {
		t.Errorf("an allowed decision is an error: %v", err)
	}
	tests := []struct {
		rule       string
		subject    authz.Subject
		permission authz.Permission
		kind       error
		says       string
		needs      []authz.Role
	}{
		{
			"anonymous is asked to sign in",
			authz.Subject{},
			"draw:write", authz.ErrSignInRequired,
			"draw:write: sign-in-required, needs role first-referee",
			[]authz.Role{authz.RoleFirstReferee},
		},
		{
			"the one role that may", user(referee()), "draw:write", authz.ErrForbidden,
			"draw:write: role-missing, needs role first-referee",
			[]authz.Role{authz.RoleFirstReferee},
		},
		{
			"one of two", user(), "result:write", authz.ErrForbidden,
			"result:write: role-missing, needs role first-referee or referee",
			[]authz.Role{authz.RoleFirstReferee, authz.RoleReferee},
		},
		{
			"one of several", user(), "player:write", authz.ErrForbidden,
			"player:write: role-missing, needs role championship-manager, regional-contact or organizer",
			[]authz.Role{authz.RoleChampionshipManager, authz.RoleRegionalContact, authz.RoleOrganizer},
		},
		{
			"nobody may what does not exist", user(manager()), "event:destroy", authz.ErrForbidden,
			"event:destroy: unknown-permission", nil,
		},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			err := table.Can(tt.subject, tt.permission, overStage, now).Err()
			if !errors.Is(err, tt.kind) {
				t.Errorf("kind: %v", err)
			}
			if err.Error() != tt.says {
				t.Errorf("says %q, want %q", err, tt.says)
			}
			var refusal *authz.Refusal
			if !errors.As(err, &refusal) {
				t.Fatalf("%T", err)
			}
			if diff := cmp.Diff(tt.needs, refusal.Needs); diff != "" {
				t.Error(diff)
			}
		})
	}
	if (authz.Decision{}).Err() == nil {
		t.Error("the zero decision allows")
	}
}

func TestPrincipal(t *testing.T) {
	t.Parallel()
	tests := []struct {
		principal authz.Principal
		id        uuid.UUID
		text      string
	}{
		{authz.Principal{}, uuid.Nil, "anonymous"},
		{authz.User(id(1), id(2)), id(1), "user:" + id(1).String()},
		{authz.Key(id(3)), id(3), "key:" + id(3).String()},
		{authz.Link(id(4)), id(4), "link:" + id(4).String()},
	}
	for _, tt := range tests {
		if got := tt.principal.ID(); got != tt.id {
			t.Errorf("%s: id %s", tt.text, got)
		}
		if got := tt.principal.String(); got != tt.text {
			t.Errorf("got %q, want %q", got, tt.text)
		}
		if got := tt.principal.Anonymous(); got != (tt.text == "anonymous") {
			t.Errorf("%s: anonymous %t", tt.text, got)
		}
	}
}

func TestCarriers(t *testing.T) {
	t.Parallel()
	table := compile(t)
	if got := table.Carriers("sanction:confirm"); !slices.Equal(got, []authz.Role{authz.RoleFirstReferee}) {
		t.Errorf("got %v", got)
	}
	if got := table.Carriers("event:destroy"); got != nil {
		t.Errorf("got %v", got)
	}
}
