package tenantapi_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/internal/tenantcopydb"
)

// A manager downloads everything of their tenant in a file: with their password, made by a job, available to them
// alone, for seven days; all managers are notified, and the audit records it.
func TestArchive(t *testing.T) {
	t.Parallel()
	d := newDoomed(t)
	at := d.Path + "/archives"
	sure := apitest.JSON{"password": apitest.Password}
	treasurer := d.Member("Tea Cassa", "treasurer", apitest.WholeTenant())
	for name, refused := range map[string]struct {
		by     *apitest.Client
		body   apitest.JSON
		status int
		reason string
	}{
		"nobody":           {d.server.Anonymous(), sure, 401, "sign-in-required"},
		"a stranger":       {d.server.SignUp("Sara Strana"), sure, 403, "role-missing"},
		"a treasurer":      {treasurer, sure, 403, "role-missing"},
		"another password": {d.Manager, apitest.JSON{"password": "something else"}, 422, "password-wrong"},
		"no password":      {d.Manager, apitest.JSON{}, 422, "invalid"},
	} {
		t.Run(name, func(t *testing.T) { refused.by.In(t).Post(at, refused.body).Refused(refused.status, refused.reason) })
	}
	if got := d.Manager.Get(at).Want(200); got.Len("items") != 0 {
		t.Errorf("what was refused is there: %s", got.Body)
	}

	asked := d.Manager.Post(at, sure).Want(202)
	d.server.AwaitJobs()
	one := at + "/" + asked.Text("id")
	made := d.second.Get(one).Want(200)
	if made.Text("state") != "ready" || made.Text("by") != d.Manager.Name || made.Int("done") != made.Int("total") {
		t.Errorf("made: %s", made.Body)
	}
	d.second.Get(one+"/file").Refused(403, "archive-of-other")
	treasurer.Get(one+"/file").Refused(403, "role-missing")
	file := d.Manager.Get(one + "/file").Want(200).Body
	if len(file) != made.Int("bytes") {
		t.Errorf("the file has %d bytes, want %d", len(file), made.Int("bytes"))
	}
	m, err := tenantcopydb.Check(bytes.NewReader(file), int64(len(file)))
	if err != nil || m.Tenant.Slug != d.slug || m.Rows() < 10 {
		t.Errorf("the archive: %+v, %v", m.Tenant, err)
	}
	for _, manager := range []*apitest.Client{d.Manager, d.second} {
		found := false
		for _, letter := range d.server.Mailbox.All() {
			found = found || letter.Kind == "tenant-archive" && letter.To.Mail == manager.Email
		}
		if !found {
			t.Errorf("%s has got no letter", manager.Name)
		}
	}
	recorded := func(operation string) int {
		return d.server.Database.Count(t, `select count(*) from league.audit where tenant_id = $1 and operation = $2 and account_id = $3 and subject = 'archive:' || $4`, d.ID, operation, d.Manager.ID, asked.Text("id"))
	}
	if asks, fetches := recorded("AskTenantArchive"), recorded("GetTenantArchiveFile"); asks != 1 || fetches != 1 {
		t.Errorf("the audit has %d lines about asking and %d about fetching", asks, fetches)
	}
	d.Manager.Get(one + "/file").Want(200)
	d.second.Get(one+"/file").Refused(403, "archive-of-other")
	if n := d.server.Database.Count(t, `select count(*) from league.audit where operation = 'GetTenantArchiveFile'`); n != 2 {
		t.Errorf("the audit has %d lines about fetching, want one for each that succeeded", n)
	}

	d.server.Pass(8 * aDay)
	d.Manager.SignIn()
	d.Manager.Get(one+"/file").Refused(409, "export-expired")
}

// An archive can be taken in a tenant that is closed, until its last day. With the tenant its archives go, too.
func TestArchiveOfAClosedTenant(t *testing.T) {
	t.Parallel()
	d := newDoomed(t)
	d.close()
	at := d.Path + "/archives"
	asked := d.second.Post(at, apitest.JSON{"password": apitest.Password}).Want(202)
	d.server.AwaitJobs()
	d.second.Get(at + "/" + asked.Text("id") + "/file").Want(200)
	d.server.Anonymous().Get(d.Path+"/regions").Refused(410, "tenant-closed")
	kept := func() int {
		return len(slices.DeleteFunc(d.server.Files(), func(name string) bool { return !strings.HasPrefix(name, "archives/") }))
	}
	if kept() != 1 {
		t.Errorf("%d files of archives are kept, want one: %q", kept(), d.server.Files())
	}
	d.server.Database.Alter(t, `update platform.tenant_deletions set asked_at = asked_at - interval '31 days', closed_at = closed_at - interval '31 days', due_at = due_at - interval '31 days'`)
	d.server.Pass(0)
	d.server.AwaitJobs()
	if d.server.Database.Count(t, `select count(*) from platform.tenants where id = $1`, d.ID) != 0 || kept() != 0 {
		t.Errorf("after the deletion there are %d files of archives: %q", kept(), d.server.Files())
	}
}

// If the store accepts nothing, the last try ends an archive as failed: managers are notified, there is no file to
// download, and another can be requested.
func TestAnArchiveThatCannotBeKept(t *testing.T) {
	t.Parallel()
	d := newDoomed(t)
	d.server.ErrorsDue()
	at := d.Path + "/archives"
	blocked := filepath.Join(d.server.FilesDir(), "archives")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	one := at + "/" + d.Manager.Post(at, apitest.JSON{"password": apitest.Password}).Want(202).Text("id")
	d.server.AwaitJobs()
	if got := d.Manager.Get(one).Want(200); got.Text("state") != "waiting" {
		t.Errorf("after the first try: %s", got.Body)
	}
	d.server.Database.Alter(t, `update jobs.river_job set max_attempts = attempt + 1, scheduled_at = now(), state = 'available' where kind = 'tenant.archive'`)
	d.server.AwaitJobs()
	if got := d.Manager.Get(one).Want(200); got.Text("state") != "failed" || got.Text("finishedAt") == "" {
		t.Errorf("after the last try: %s", got.Body)
	}
	d.Manager.Get(one+"/file").Refused(409, "export-not-ready")
	for _, manager := range []*apitest.Client{d.Manager, d.second} {
		if letter := d.server.Mailbox.Wait(manager.Email, "tenant-archive"); !strings.Contains(letter.Text, "/archives") {
			t.Errorf("%s reads %s", manager.Name, letter.Text)
		}
	}
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	another := at + "/" + d.Manager.Post(at, apitest.JSON{"password": apitest.Password}).Want(202).Text("id")
	d.server.AwaitJobs()
	if got := d.Manager.Get(another).Want(200); got.Text("state") != "ready" {
		t.Errorf("with a store again: %s", got.Body)
	}
	d.Manager.Get(another + "/file").Want(200)
}

// More than three archives in a row are refused; four days later there is room again.
func TestArchivesAreBounded(t *testing.T) {
	t.Parallel()
	d := newDoomed(t)
	at := d.Path + "/archives"
	sure := apitest.JSON{"password": apitest.Password}
	for range 3 {
		d.Manager.Post(at, sure).Want(202)
		d.server.AwaitJobs()
	}
	d.second.Post(at, sure).Refused(429, "too-many-archives")
	if n := d.Manager.Get(at).Want(200).Len("items"); n != 3 {
		t.Errorf("%d archives are there", n)
	}
	d.server.Pass(aDay)
	d.second.SignIn()
	d.second.Post(at, sure).Want(202)
}
