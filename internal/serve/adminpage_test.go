package serve_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"referto/internal/apitest"
)

// The page of the platform is for operators: it does not exist for others. Operators see failed jobs, have them tried
// again, and get access to a tenant with a reason.
func TestAdminByForms(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione Coloni")
	opal := server.Operator("Opal Gestora")
	server.AwaitJobs()
	server.Database.Alter(t, `insert into jobs.river_job (kind, args, state, attempt, max_attempts, attempted_at, finalized_at, errors) values
		('letter.tenant-deleted', '{"deletion": "6f3cbb9e-0000-4000-8000-000000000001", "account": "6f3cbb9e-0000-4000-8000-000000000002"}', 'discarded', 12, 12, now(), now(),
		array['{"at": "2027-03-01T08:00:00Z", "error": "the post office is closed", "attempt": 12, "trace": ""}'::jsonb])`)
	for name, r := range map[string]*reader{"nobody": {t: t, server: server}, "a manager": signIn(t, server, federation.Manager)} {
		if p := r.get("/admin"); p.status != http.StatusNotFound || strings.Contains(p.text, "Coloni</a>") {
			t.Errorf("%s: %d %s", name, p.status, p.text)
		}
		if p := r.post("/admin", url.Values{"act": {"retry"}, "id": {"1"}}); p.status != http.StatusNotFound {
			t.Errorf("%s tries a job again: %d", name, p.status)
		}
	}
	operator := signIn(t, server, opal)
	p := operator.get("/admin")
	if p.status != http.StatusOK || !strings.Contains(p.text, "the post office is closed") || !strings.Contains(p.text, "Federazione Coloni") {
		t.Fatalf("the page: %d %s", p.status, p.text)
	}
	job := server.Database.Text(t, `select id::text from jobs.river_job where state = 'discarded'`)
	operator.post("/admin", url.Values{"act": {"retry"}, "id": {job}}).leadsTo(t, "/admin")
	server.AwaitJobs()
	if p := operator.get("/admin"); strings.Contains(p.text, "the post office is closed") {
		t.Errorf("after another try: %s", p.text)
	}
	if p := operator.get("/admin"); !strings.Contains(p.text, "Job tried again") || !strings.Contains(p.text, "letter.tenant-deleted "+job) {
		t.Errorf("what was done: %s", p.text)
	}
	look := url.Values{"act": {"access"}, "tenant": {federation.Slug}, "reason": {"Una classifica sembra sbagliata"}, "hours": {"4"}, "password": {"altro"}}
	if p := operator.post("/admin", look); p.status != http.StatusUnprocessableEntity || !strings.Contains(p.text, "Una classifica sembra sbagliata") {
		t.Errorf("another password: %d %s", p.status, p.text)
	}
	if p := operator.get("/t/" + federation.Slug + "/staff"); p.status != http.StatusForbidden {
		t.Errorf("without a reason: %d", p.status)
	}
	look.Set("password", apitest.Password)
	operator.post("/admin", look).leadsTo(t, "/admin")
	if p := operator.get("/admin"); !strings.Contains(p.text, "Una classifica sembra sbagliata") {
		t.Errorf("the list of looks: %s", p.text)
	}
	if p := operator.get("/t/" + federation.Slug + "/staff"); p.status != http.StatusOK {
		t.Errorf("with a reason: %d", p.status)
	}
	if p := signIn(t, server, federation.Manager).get("/t/" + federation.Slug + "/staff"); !strings.Contains(p.text, "Opal Gestora") || !strings.Contains(p.text, "Auditors") {
		t.Errorf("the manager does not see who looks: %s", p.text)
	}
	if p := operator.get("/admin"); strings.Contains(p.text, "ended before its time") {
		t.Errorf("it is ended before anybody did: %s", p.text)
	}
	operator.post("/admin", url.Values{"act": {"unlook"}, "id": {server.Database.Text(t, `select id::text from platform.operator_accesses`)}}).leadsTo(t, "/admin")
	if p := operator.get("/admin"); !strings.Contains(p.text, "ended before its time") || strings.Contains(p.text, `value="unlook"`) {
		t.Errorf("after its end: %s", p.text)
	}
	if p := operator.get("/t/" + federation.Slug + "/staff"); p.status != http.StatusForbidden {
		t.Errorf("after its end the staff: %d", p.status)
	}
	if p := signIn(t, server, federation.Manager).get("/t/" + federation.Slug + "/audit"); !strings.Contains(p.text, "End a look of the platform’s operators") {
		t.Errorf("the manager does not read that it was ended: %s", p.text)
	}
}

// The reason of a refusal is shown in words, and as its code if there are no words for it here, as for reasons of a
// later release.
func TestAdminSaysWhyInWords(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	operator := signIn(t, server, server.Operator("Opal Gestora"))
	server.Database.Alter(t, `insert into platform.refusals (id, first_at, last_at, status, reason, operation, address, times, request_id)
		select gen_random_uuid(), $1, $1, 403, reason, 'InviteMember', '2001:db8::1', 1, 'r' from unnest(array['account-suspended', 'of-tomorrow']) as reason`, server.Clock.Now())
	p := operator.get("/admin")
	if !strings.Contains(p.text, "This account is suspended.") || strings.Contains(p.text, "account-suspended") || !strings.Contains(p.text, "of-tomorrow") {
		t.Errorf("the page: %s", p.text)
	}
}
