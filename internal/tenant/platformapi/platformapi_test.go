package platformapi_test

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/internal/authz"
	"referto/internal/authz/authzdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
	"referto/openapi"
)

func TestMain(m *testing.M) {
	tenantdbtest.Unheard()
	os.Exit(apitest.Run(m))
}

// The platform's operations do not exist for other accounts; an operator has them for eight hours after typing the
// password, and not at all after signing in by a link.
func TestThePlatformIsForItsOwnPeople(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	f := s.Federation("Federazione Coloni")
	opal := s.Operator("Opal Gestora")
	want := apitest.JSON{"tenant": f.Slug, "reason": "Una classifica sembra sbagliata", "hours": 2, "password": apitest.Password}
	calls := func(c *apitest.Client) map[string]*apitest.Answer {
		return map[string]*apitest.Answer{
			"state": c.Get("/admin/state"), "tenants": c.Get("/admin/tenants"), "accesses": c.Get("/admin/accesses"), "acts": c.Get("/admin/acts"), "end": c.Delete("/admin/accesses/6f3cbb9e-0000-4000-8000-000000000001"),
			"retry": c.Post("/admin/jobs/999999999/another-try", nil), "access": c.Post("/admin/accesses", want),
		}
	}
	for name, c := range map[string]*apitest.Client{"nobody": s.Anonymous(), "somebody": s.SignUp("Sara Strana"), "a manager": f.Manager} {
		for call, answer := range calls(c) {
			if answer.Status != 404 || answer.Text("reason") != "not-found" {
				t.Errorf("%s, %s: %d %s", name, call, answer.Status, answer.Body)
			}
		}
	}
	for call, status := range map[string]int{"state": 200, "tenants": 200, "accesses": 200, "acts": 200, "end": 404, "retry": 404, "access": 201} {
		if answer := calls(opal)[call]; answer.Status != status {
			t.Errorf("an operator, %s: %d %s", call, answer.Status, answer.Body)
		}
	}
	s.Clock.Advance(8*time.Hour + time.Second)
	opal.Renew()
	opal.Get("/admin/state").Refused(403, "password-not-recent")
	opal.SignIn()
	opal.Get("/admin/state").Want(200)
	s.Database.Alter(t, `update platform.sessions set password_at = null`) // as one that began by a link
	opal.Get("/admin/state").Refused(403, "password-not-recent")
	opal.SignIn()
	s.Database.Alter(t, `delete from platform.operators`)
	opal.Get("/admin/state").Refused(404, "not-found")
}

// An operator sees nothing of a tenant that is not public, gives a reason for some hours, reads then and changes
// nothing. The tenant reads the reason in its audit and by letter, and can take the role back.
func TestAccessToATenant(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	f, other := s.Federation("Federazione Coloni"), s.Federation("Un'altra")
	f.Region("Emilia")
	opal := s.Operator("Opal Gestora")
	private := []string{"/members", "/audit", "/players", "/log"}
	reads := func(of *apitest.Tenant, status int) {
		t.Helper()
		for _, path := range private {
			if got := opal.Get(of.Path + path); got.Status != status {
				t.Errorf("%s%s: %d %s", of.Slug, path, got.Status, got.Body)
			}
		}
	}
	reads(f, 403)
	want := func(changes apitest.JSON) apitest.JSON {
		body := apitest.JSON{"tenant": f.Slug, "reason": "Una classifica sembra sbagliata", "hours": 2, "password": apitest.Password}
		for k, v := range changes {
			body[k] = v
		}
		return body
	}
	opal.Post("/admin/accesses", want(apitest.JSON{"password": "un'altra parola"})).Refused(422, "password-wrong")
	opal.Post("/admin/accesses", want(apitest.JSON{"hours": 25})).Refused(422, "invalid")
	opal.Post("/admin/accesses", want(apitest.JSON{"reason": "perché"})).Refused(422, "invalid")
	opal.Post("/admin/accesses", want(apitest.JSON{"tenant": "nessuna"})).Refused(404, "no-such-tenant")
	reads(f, 403)

	opal.Post("/admin/accesses", want(nil)).Want(201)
	reads(f, 200)
	reads(other, 403)
	opal.Post(f.Path+"/regions", apitest.JSON{"name": "Lazio"}).Refused(403, "role-missing")
	opal.Get(f.Path+"/deletion").Refused(403, "role-missing")
	audit := f.Manager.Get(f.Path + "/audit").Want(200)
	if text := string(audit.Body); !strings.Contains(text, "Una classifica sembra sbagliata") || !strings.Contains(text, "AccessTenant") {
		t.Errorf("the audit: %s", text)
	}
	letter := s.Mailbox.Wait(f.Manager.Email, "platform-access")
	if !strings.Contains(letter.Text, "Opal Gestora") || !strings.Contains(letter.Text, "Una classifica sembra sbagliata") {
		t.Errorf("the letter: %s", letter.Text)
	}
	if list := opal.Get("/admin/accesses").Want(200); list.Len("items") != 1 || list.Text("items.0.tenantSlug") != f.Slug || list.Text("items.0.by") != opal.Name {
		t.Errorf("the list: %s", list.Body)
	}
	t.Run("the tenant takes it back", func(t *testing.T) {
		var grant string
		members := f.Manager.In(t).Get(f.Path + "/members").Want(200)
		for i := range members.Len("items") {
			if at := "items." + string(rune('0'+i)); members.Text(at+".role") == "auditor" {
				grant = members.Text(at + ".id")
			}
		}
		f.Manager.In(t).Delete(f.Path + "/members/" + grant).Want(204)
		reads(f, 403)
	})
	opal.Post("/admin/accesses", want(nil)).Want(201)
	reads(f, 200)
	s.Clock.Advance(2*time.Hour + time.Second)
	opal.Renew()
	reads(f, 403)
}

// An access is ended before its time by its operator or a colleague, and the tenant can read that in its audit. If a
// manager, the expiry or the deletion of the tenant has ended it before, nothing is added there.
func TestLooksAreEnded(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	f := s.Federation("Federazione Coloni")
	opal, uno := s.Operator("Opal Gestora"), s.Operator("Uno Gestore")
	look := func() string {
		return opal.Post("/admin/accesses", apitest.JSON{"tenant": f.Slug, "reason": "Una classifica sembra sbagliata", "hours": 2, "password": apitest.Password}).Want(201).Text("id")
	}
	reads := func(status int) {
		t.Helper()
		if got := opal.Get(f.Path + "/audit"); got.Status != status {
			t.Errorf("the audit: %d %s, want %d", got.Status, got.Body, status)
		}
	}
	ended := func() int {
		return s.Database.Count(t, `select count(*) from league.audit where tenant_id = $1 and operation = 'EndPlatformAccess' and reason <> ''`, f.ID)
	}
	access := func(id string) *apitest.Answer {
		list := opal.Get("/admin/accesses").Want(200)
		for i := range list.Len("items") {
			if at := "items." + strconv.Itoa(i); list.Text(at+".id") == id {
				return &apitest.Answer{Status: 200, Body: []byte(list.Text(at+".endedAt") + " " + list.Text(at+".endedBy"))}
			}
		}
		t.Fatalf("no access %s: %s", id, list.Body)
		return nil
	}
	first := look()
	reads(200)
	opal.Delete("/admin/accesses/" + first).Want(204)
	reads(403)
	if got := string(access(first).Body); !strings.HasSuffix(got, "Z Opal Gestora") {
		t.Errorf("the list: %q", got)
	}
	if n := ended(); n != 1 {
		t.Errorf("%d lines in the audit", n)
	}
	if facts := f.Manager.Get(f.Path + "/log").Want(200); !strings.Contains(string(facts.Body), "member.revoked") {
		t.Errorf("the log: %s", facts.Body)
	}
	second := look()
	uno.Delete("/admin/accesses/" + first).Want(204) // is over, and takes nothing of the second
	reads(200)
	if n := ended(); n != 1 {
		t.Errorf("%d lines in the audit after ending what was over", n)
	}
	uno.Delete("/admin/accesses/" + second).Want(204)
	reads(403)
	if got := string(access(second).Body); !strings.HasSuffix(got, "Z Uno Gestore") {
		t.Errorf("the list: %q", got)
	}
	if got := string(access(first).Body); !strings.HasSuffix(got, "Z Opal Gestora") {
		t.Errorf("who ended the first: %q", got)
	}
	late := look()
	s.Clock.Advance(2*time.Hour + time.Second)
	opal.Renew()
	opal.Delete("/admin/accesses/" + late).Want(204)
	if got := string(access(late).Body); got != " " || ended() != 2 {
		t.Errorf("ended after its time: %q, %d lines", got, ended())
	}
	gone := look()
	s.Database.Alter(t, `update platform.operator_accesses set tenant = gen_random_uuid() where id = $1`, gone)
	opal.Delete("/admin/accesses/" + gone).Want(204)
	if ended() != 2 {
		t.Error("a line in the audit of a tenant that it is not about")
	}
}

// The list shows the size of every tenant, closed ones too.
func TestListOfTenants(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	f := s.Federation("Federazione Coloni")
	f.Stage(nil)
	club := s.Club("Club dei Dadi")
	opal := s.Operator("Opal Gestora")
	s.Database.Alter(t, `insert into platform.tenant_deletions (id, tenant, slug, name, kind, reason, counts, asked_by, asked_at, closed_by, closed_at, due_at)
		select gen_random_uuid(), id, slug, name, kind, '', '{}', id, now(), id, now(), now() + interval '30 days' from platform.tenants where id = $1`, club.ID)
	first := opal.Get("/admin/tenants?limit=1").Want(200)
	second := opal.Get("/admin/tenants?limit=1&cursor=" + first.Text("nextCursor")).Want(200)
	got := map[string]*apitest.Answer{first.Text("items.0.tenant.slug"): first, second.Text("items.0.tenant.slug"): second}
	if one := got[f.Slug]; one == nil || one.Int("items.0.counts.events") != 1 || one.Text("items.0.lastActAt") == "" || one.Value("items.0.deleteAt") != nil {
		t.Errorf("the federation: %v", one)
	}
	if one := got[club.Slug]; one == nil || one.Int("items.0.counts.events") != 0 || one.Text("items.0.deleteAt") == "" {
		t.Errorf("the club: %v", one)
	}
	if second.Value("nextCursor") != nil {
		t.Errorf("a third: %s", second.Body)
	}
}

// Jobs that failed are shown with the reason, and tried again.
func TestJobsAreTriedAgain(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	opal := s.Operator("Opal Gestora")
	s.AwaitJobs()
	s.Database.Alter(t, `insert into jobs.river_job (kind, args, state, attempt, max_attempts, attempted_at, finalized_at, errors) values
		('letter.tenant-deleted', '{"deletion": "6f3cbb9e-0000-4000-8000-000000000001", "account": "6f3cbb9e-0000-4000-8000-000000000002"}', 'discarded', 12, 12, now(), now(),
		array['{"at": "2027-03-01T08:00:00Z", "error": "the post office is closed", "attempt": 12, "trace": ""}'::jsonb])`)
	state := opal.Get("/admin/state").Want(200)
	if state.Len("jobs") != 1 || state.Text("jobs.0.error") != "the post office is closed" || state.Text("jobs.0.state") != "dead" || state.Int("backlogs.0.dead") != 1 {
		t.Fatalf("the state: %s", state.Body)
	}
	opal.Post("/admin/jobs/"+state.Text("jobs.0.id")+"/another-try", nil).Want(204)
	s.AwaitJobs()
	if state := opal.Get("/admin/state").Want(200); state.Len("jobs") != 0 {
		t.Errorf("after another try: %s", state.Body)
	}
	opal.Post("/admin/jobs/999999999/another-try", nil).Refused(404, "not-found")
	acts := opal.Get("/admin/acts").Want(200)
	if acts.Len("items") != 1 || acts.Text("items.0.act") != "job-retried" || acts.Text("items.0.by") != "Opal Gestora" || acts.Text("items.0.subject") != "letter.tenant-deleted "+state.Text("jobs.0.id") {
		t.Errorf("what was done: %s", acts.Body)
	}
	forget := func(before time.Time) {
		if _, err := authzdb.ForgetAccesses(t.Context(), s.DB(), before); err != nil {
			t.Fatal(err)
		}
	}
	forget(s.Clock.Now().Add(-time.Hour))
	if opal.Get("/admin/acts").Want(200).Len("items") != 1 {
		t.Error("forgotten before its time")
	}
	forget(s.Clock.Now().Add(time.Hour))
	if opal.Get("/admin/acts").Want(200).Len("items") != 0 {
		t.Error("not forgotten after it")
	}
}

// An auditor may do by that role only operations that change nothing.
func TestAuditorsOnlyRead(t *testing.T) {
	t.Parallel()
	table, err := authz.Compile()
	if err != nil {
		t.Fatal(err)
	}
	contract, err := openapi.Parsed()
	if err != nil {
		t.Fatal(err)
	}
	may := 0
	for _, op := range contract.Operations {
		if op.Permission == "" || !table.Allows(authz.RoleAuditor, authz.Permission(op.Permission)) {
			continue
		}
		if may++; op.Stores() {
			t.Errorf("%s changes something, and auditors may", op.ID)
		}
	}
	if may < 20 {
		t.Errorf("auditors may do %d things: the test is broken", may)
	}
}
