package attack_test

import (
	"context"
	"os"
	"sync"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/internal/attack/worlddbtest"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// world is the world of all tests: two federations of the same shape and people
// who belong to neither. Its database is a template; tests work on copies.
type world struct {
	database worlddbtest.Template
	now      time.Time
	files    map[string][]byte // of the store, by key

	sides [2]*side

	// People without a role anywhere, each for one thing.
	account    *apitest.Client // signed in and nothing else
	invited    *apitest.Client // has an open offer of a role
	changer    *apitest.Client // changes their password
	renewer    *apitest.Client // their refresh token is used
	gone       *apitest.Client // has signed out
	operator   *apitest.Client // of the platform
	failed     string          // number of a job that has failed
	access     string          // of an access of the operator to the first federation, whose role is gone
	proof      string          // of the mail to a person who has not yet confirmed their address
	reset      string          // of the mail to a person who wants a new password
	resetEmail string          // their address
	signIn     string          // of the mail by which they sign in
}

// common is the world of the test binary.
var common struct {
	once  sync.Once
	world *world
}

// theWorld is the world, built when it is first asked for.
func theWorld(t *testing.T) *world {
	t.Helper()
	common.once.Do(func() { common.world = build(t) })
	if common.world == nil {
		t.Fatal("there is no world: building it has failed")
	}
	return common.world
}

// build makes the world through the public API and keeps its database as a
// template.
func build(t *testing.T) *world {
	t.Helper()
	s := apitest.StartOn(t, tenantdbtest.Create(t))
	w := &world{now: s.Clock.Now()}
	w.sides[0] = buildSide(s, "Amaranto")
	w.sides[1] = buildSide(s, "Zafferano")
	w.buildPeople(s)
	s.Stop()
	w.keepFiles(s)
	s.DB().Close()
	w.database = worlddbtest.Keep(t, s.Database)
	return w
}

func (w *world) buildPeople(s *apitest.Server) {
	w.account = s.SignUp("Sara Niente")
	w.invited = s.SignUp("Ivo Invitato")
	for _, a := range w.sides {
		a.invitation["open"] = a.invite(w.invited.Email, "regional-contact", apitest.Region(a.region))
	}
	w.changer, w.renewer = s.SignUp("Carla Cambia"), s.SignUp("Rina Rinnova")
	w.gone = s.SignUp("Gino Uscito")
	w.gone.Delete("/sessions/current").Want(204)
	unconfirmed := s.Register("Nora Nuova")
	w.proof = apitest.Token(s.T, s.Mailbox.Wait(unconfirmed.Email, "verify-address"))
	forgetful := s.SignUp("Fosco Dimentica")
	s.Anonymous().Post("/password-resets", apitest.JSON{"email": forgetful.Email}).Want(202)
	s.Anonymous().Post("/sign-in-links", apitest.JSON{"email": forgetful.Email}).Want(202)
	w.signIn = apitest.Token(s.T, s.Mailbox.Wait(forgetful.Email, "sign-in"))
	w.operator = s.Operator("Opal Gestora")
	s.AwaitJobs()
	s.Database.Alter(s.T, `insert into jobs.river_job (kind, args, state, attempt, max_attempts, attempted_at, finalized_at, errors) values
		('letter.tenant-deleted', '{"deletion": "6f3cbb9e-0000-4000-8000-000000000001", "account": "6f3cbb9e-0000-4000-8000-000000000002"}', 'discarded', 12, 12, now(), now(),
		array['{"at": "2027-03-01T08:00:00Z", "error": "the post office is closed", "attempt": 12, "trace": ""}'::jsonb])`)
	w.failed = s.Database.Text(s.T, `select id::text from jobs.river_job where state = 'discarded'`)
	s.Database.Alter(s.T, `insert into platform.operator_accesses (id, account, tenant, reason, at, until)
		select gen_random_uuid(), account_id, $1, 'Una classifica sembra sbagliata', $2, $2::timestamptz + interval '1 hour' from platform.operators`, w.sides[0].ID, w.now)
	w.access = s.Database.Text(s.T, `select id::text from platform.operator_accesses`)
	w.reset, w.resetEmail = apitest.Token(s.T, s.Mailbox.Wait(forgetful.Email, "reset-password")), forgetful.Email
}

// dropWorld removes the template where PostgreSQL outlives the test binary.
func dropWorld() error {
	if common.world == nil || os.Getenv("TEST_POSTGRES") == "" {
		return nil
	}
	return common.world.database.Drop(context.Background())
}
