package tenantapi_test

import (
	"bytes"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/internal/tenantcopydb"
)

// A manager takes everything of their tenant in a file: with their password, made by a job, fetched by them alone, for
// seven days; all managers are told, and the audit keeps it.
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
	if audit := d.Manager.Get(d.Path + "/audit").Want(200); !strings.Contains(string(audit.Body), "askTenantArchive") && !strings.Contains(string(audit.Body), "AskTenantArchive") {
		t.Errorf("the audit has nothing of it: %s", audit.Body)
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
