package gate_test

import (
	"testing"

	"referto/internal/apitest"
)

// A change of a person's rights, made in any way, is effective from the next request on: servers with a cached
// standing read that the stamp has changed. A change past the stamp is not seen, or the trials would prove nothing.
func TestWhatIsRememberedIsNeverBelieved(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name          string
		change        string // by an administrator at a console; $1 is the account
		before, after int
	}{
		{"a role revoked", "update league.grants set revoked_at = now() where account_id = $1", 200, 403},
		{"a role deleted", "delete from league.grants where account_id = $1", 200, 403},
		{"a role given to another", "update league.grants set account_id = (select account_id from league.grants where account_id <> $1 limit 1) where account_id = $1", 200, 403},
		{"a role that ends", "update league.grants set valid_from = 'epoch', valid_until = '2001-01-01' where account_id = $1", 200, 403},
		{"another role", "update league.grants set role = 'helper' where account_id = $1", 200, 403},
		{"a role given", "insert into league.grants (tenant_id, id, account_id, role, scope, valid_from, created_at) select id, gen_random_uuid(), $1, 'championship-manager', 'tenant', 'epoch', now() from platform.tenants", 403, 200},
		{"a session ended", "update platform.sessions set revoked_at = now() where account_id = $1", 200, 401},
		{"a session that expires sooner", "update platform.sessions set expires_at = 'epoch' where account_id = $1", 200, 401},
		{"a session deleted", "with gone as (delete from platform.refresh_tokens where session_id in (select id from platform.sessions where account_id = $1)) delete from platform.sessions where account_id = $1", 200, 401},
		{"an account suspended", "update platform.accounts set suspended_at = now() where id = $1", 200, 401},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := apitest.Start(t)
			federation := s.Federation("Federazione")
			who := s.SignUp("Carla Corsi")
			if tt.before == 200 {
				federation.Appoint(who, "championship-manager", apitest.WholeTenant())
			}
			members := federation.Path + "/members"
			for range 2 {
				who.Get(members).Want(tt.before)
			}
			s.Database.Alter(t, tt.change, who.ID)
			who.Get(members).Want(tt.after)
			who.Get(members).Want(tt.after)
		})
	}
	t.Run("past the stamp", func(t *testing.T) {
		t.Parallel()
		s := apitest.Start(t)
		federation := s.Federation("Federazione")
		members := federation.Path + "/members"
		federation.Manager.Get(members).Want(200)
		s.Database.Alter(t, "alter table platform.sessions disable trigger stamp_of_session")
		s.Database.Alter(t, "update platform.sessions set revoked_at = now() where account_id = $1", federation.Manager.ID)
		federation.Manager.Get(members).Want(200)
	})
}
