package tenantapi_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

const aDay = 24 * time.Hour

// doomed is a federation that two people manage, with a referee and a region.
type doomed struct {
	*apitest.Tenant
	server *apitest.Server
	second *apitest.Client
	slug   string
}

func newDoomed(t *testing.T) doomed {
	t.Helper()
	s := apitest.Start(t)
	f := s.Federation("Federazione Coloni")
	f.Region("Emilia")
	return doomed{f, s, f.Member("Bruna Seconda", "championship-manager", apitest.WholeTenant()), strings.TrimPrefix(f.Path, "/tenants/")}
}

func (d doomed) wanted() apitest.JSON {
	return apitest.JSON{"slug": d.slug, "reason": "La federazione si scioglie", "password": apitest.Password}
}

func (d doomed) sure() apitest.JSON {
	return apitest.JSON{"slug": d.slug, "password": apitest.Password}
}

func (d doomed) close() *apitest.Answer {
	d.Manager.Post(d.Path+"/deletion", d.wanted()).Want(201)
	return d.second.Post(d.Path+"/deletion/confirmation", d.sure()).Want(200)
}

// T16: a tenant is deleted only by two managers, and each of the two types its name and their own password.
func TestAskingForADeletion(t *testing.T) {
	t.Parallel()
	d := newDoomed(t)
	treasurer := d.Member("Tea Cassa", "treasurer", apitest.WholeTenant())
	at := d.Path + "/deletion"
	if got := d.Manager.Get(at).Want(200); got.Text("state") != "none" || got.Int("counts.accounts") != 3 {
		t.Errorf("before: %s", got.Body)
	}
	for name, refused := range map[string]struct {
		by     *apitest.Client
		change apitest.JSON
		status int
		reason string
	}{
		"nobody":              {d.server.Anonymous(), nil, 401, "sign-in-required"},
		"a stranger":          {d.server.SignUp("Sara Strana"), nil, 403, "role-missing"},
		"a treasurer":         {treasurer, nil, 403, "role-missing"},
		"another name":        {d.Manager, apitest.JSON{"slug": "altra-federazione"}, 422, "other-short-name"},
		"the id for a name":   {d.Manager, apitest.JSON{"slug": d.ID.String()}, 422, "other-short-name"},
		"another password":    {d.Manager, apitest.JSON{"password": "un'altra parola"}, 422, "password-wrong"},
		"no reason":           {d.Manager, apitest.JSON{"reason": ""}, 422, "invalid"},
		"an unreadable cause": {d.Manager, apitest.JSON{"reason": "perché \u202e no"}, 422, "name-unreadable"},
	} {
		body := d.wanted()
		for k, v := range refused.change {
			body[k] = v
		}
		answer := refused.by.In(t).Post(at, body)
		if answer.Status != refused.status || answer.Text("reason") != refused.reason {
			t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
		}
	}
	d.Manager.Post(at+"/confirmation", d.sure()).Refused(404, "no-deletion")
	d.Manager.Post(at+"/withdrawal", nil).Refused(404, "no-deletion")

	asked := d.Manager.Post(at, d.wanted()).Want(201)
	if asked.Text("state") != "asked" || asked.Value("confirmableFrom") != nil || asked.Text("askedByName") != d.Manager.Name {
		t.Errorf("asked: %s", asked.Body)
	}
	for _, manager := range []*apitest.Client{d.Manager, d.second} {
		if letter := d.server.Mailbox.Wait(manager.Email, "tenant-deletion"); !strings.Contains(letter.Text, "La federazione si scioglie") {
			t.Errorf("%s reads %s", manager.Name, letter.Text)
		}
	}
	d.second.Post(at, d.wanted()).Refused(409, "deletion-open")
	d.Manager.Post(at+"/confirmation", d.sure()).Refused(403, "own-deletion")
	d.second.Post(at+"/confirmation", apitest.JSON{"slug": "coloni", "password": apitest.Password}).Refused(422, "other-short-name")
	treasurer.Post(at+"/confirmation", d.sure()).Refused(403, "role-missing")
	d.Manager.Post(d.Path+"/regions", apitest.JSON{"name": "Veneto"}).Want(201) // nothing is closed yet
	closed := d.second.Post(at+"/confirmation", d.sure()).Want(200)
	if closed.Text("state") != "closed" || closed.Text("dueAt") == "" {
		t.Errorf("closed: %s", closed.Body)
	}
	d.Manager.Post(at+"/confirmation", d.sure()).Refused(409, "deletion-confirmed")
}

// A manager without colleagues waits a week, and an unconfirmed request is over after a month.
func TestDeletionByTheOnlyManager(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	f := s.Club("Club dei Dadi")
	slug := strings.TrimPrefix(f.Path, "/tenants/")
	at := f.Path + "/deletion"
	sure := apitest.JSON{"slug": slug, "password": apitest.Password}
	asked := f.Manager.Post(at, apitest.JSON{"slug": slug, "reason": "Il club chiude", "password": apitest.Password}).Want(201)
	if asked.Text("confirmableFrom") == "" {
		t.Errorf("asked: %s", asked.Body)
	}
	f.Manager.Post(at+"/confirmation", sure).Refused(409, "deletion-too-soon")
	s.Clock.Advance(7*aDay + time.Second)
	f.Manager.SignIn()
	f.Manager.Post(at+"/confirmation", sure).Want(200)
	f.Manager.Post(at+"/withdrawal", nil).Want(200)
	f.Manager.Post(at, apitest.JSON{"slug": slug, "reason": "Il club chiude", "password": apitest.Password}).Want(201)
	s.Clock.Advance(30*aDay + time.Second)
	f.Manager.SignIn()
	f.Manager.Post(at+"/confirmation", sure).Refused(404, "no-deletion")
	if got := f.Manager.Get(at).Want(200); got.Text("state") != "none" {
		t.Errorf("after a month: %s", got.Body)
	}
	f.Manager.Post(at, apitest.JSON{"slug": slug, "reason": "Di nuovo", "password": apitest.Password}).Want(201)
}

// A closed tenant answers 410 with the day, to everybody but its managers; they can still read, change nothing, and
// open it again. Another tenant is unaffected.
func TestAClosedTenant(t *testing.T) {
	t.Parallel()
	d := newDoomed(t)
	other := d.server.Federation("Un'altra")
	referee := d.Member("Tea Cassa", "treasurer", apitest.WholeTenant())
	replica := d.server.Replica()
	open := func(want int) {
		t.Helper()
		for name, answer := range map[string]*apitest.Answer{
			"nobody, the tenant":      d.server.Anonymous().Get(d.Path),
			"nobody, its regions":     d.server.Anonymous().Get(d.Path + "/regions"),
			"another role, regions":   referee.Get(d.Path + "/regions"),
			"another role, events":    referee.Get(d.Path + "/events"),
			"a manager adds a region": d.Manager.Post(d.Path+"/regions", apitest.JSON{"name": "Regione " + uuid.NewString()[:8]}),
		} {
			if ok := answer.Status < 300; ok != (want == 200) || !ok && (answer.Status != want || answer.Text("reason") != "tenant-closed") {
				t.Errorf("%s: %d %s", name, answer.Status, answer.Body)
			}
		}
	}
	replica.Anonymous().Get(d.Path + "/regions").Want(200) // it remembers the tenant as open
	open(200)
	closed := d.close()
	open(410)
	refused := d.Manager.Post(d.Path+"/regions", apitest.JSON{"name": "Lazio"}).Refused(410, "tenant-closed")
	if refused.Text("current.dueAt") != closed.Text("dueAt") {
		t.Errorf("refused with %s, due at %s", refused.Body, closed.Text("dueAt"))
	}
	t.Run("a server that remembers it as open changes nothing either", func(t *testing.T) {
		d.second.At(replica).In(t).Post(d.Path+"/regions", apitest.JSON{"name": "Lazio"}).Refused(410, "tenant-closed")
	})
	t.Run("its managers read on", func(t *testing.T) {
		for _, path := range []string{"", "/regions", "/members", "/audit", "/deletion"} {
			d.Manager.In(t).Get(d.Path + path).Want(200)
		}
	})
	t.Run("it is in no list", func(t *testing.T) {
		if list := d.server.Anonymous().In(t).Get("/tenants").Want(200); strings.Contains(string(list.Body), d.slug) || list.Len("items") != 1 {
			t.Errorf("listed: %s", list.Body)
		}
	})
	t.Run("its people may still delete their accounts", func(t *testing.T) {
		referee.In(t).Post("/me/deletion", apitest.JSON{"password": apitest.Password}).Want(204)
	})
	other.Manager.Post(other.Path+"/regions", apitest.JSON{"name": "Lazio"}).Want(201)

	d.server.AwaitJobs() // an unsent letter does not report an outdated state
	d.second.Post(d.Path+"/deletion/withdrawal", nil).Want(200)
	referee = d.Member("Teo Cassa", "treasurer", apitest.WholeTenant())
	open(200)
	d.Manager.At(replica).Post(d.Path+"/regions", apitest.JSON{"name": "Lazio"}).Want(201)
	d.server.AwaitJobs()
	if n := strings.Count(subjects(d, d.Manager), "\n"); n != 3 { // asked, closed, taken back
		t.Errorf("the manager has got %s", subjects(d, d.Manager))
	}
	d.server.Pass(31 * aDay)
	d.server.AwaitJobs()
	d.Manager.SignIn()
	d.Manager.Get(d.Path + "/regions").Want(200)
}

// subjects returns the subjects of the letters about the deletion that a person has got, a line each.
func subjects(d doomed, of *apitest.Client) (out string) {
	for _, letter := range d.server.Mailbox.All() {
		if letter.Kind == "tenant-deletion" && letter.To.Mail == of.Email {
			out += letter.Subject + "\n"
		}
	}
	return out
}

// After the days of grace all data of the tenant is deleted, its managers are notified before and after, and no other
// tenant may take its short name for a year.
func TestADeletionIsDone(t *testing.T) {
	t.Parallel()
	d := newDoomed(t)
	other := d.server.Federation("Un'altra")
	d.close()
	d.server.Pass(22 * aDay)
	d.server.AwaitJobs()
	if n := strings.Count(subjects(d, d.second), "\n"); n != 2 {
		t.Errorf("after 22 days: %s", subjects(d, d.second))
	}
	d.server.Pass(aDay + time.Second)
	d.server.AwaitJobs()
	d.server.Pass(6 * aDay)
	d.server.AwaitJobs()
	if n := strings.Count(subjects(d, d.second), "\n"); n != 4 {
		t.Errorf("a day before: %s", subjects(d, d.second))
	}
	d.second.SignIn()
	d.second.Get(d.Path + "/regions").Want(200)
	d.server.Pass(aDay)
	d.server.AwaitJobs()
	if got := subjects(d, d.second); strings.Count(got, "\n") != 5 {
		t.Errorf("when it was done: %s", got)
	}
	d.second.SignIn()
	d.second.Get(d.Path+"/deletion").Refused(404, "no-such-tenant")
	d.server.Anonymous().Get(d.Path).Refused(404, "no-such-tenant")
	if got := d.second.Get("/me/grants").Want(200); got.Len("items") != 0 {
		t.Errorf("she holds %s", got.Body)
	}
	other.Manager.SignIn()
	other.Manager.Get(other.Path + "/members").Want(200)
	found := apitest.JSON{"slug": d.slug, "name": "Nuova", "kind": "club", "languages": []string{"it"}}
	other.Manager.Post("/tenants", found).Refused(409, "slug-taken")
	d.server.Clock.Advance(366 * aDay)
	other.Manager.SignIn()
	other.Manager.Post("/tenants", found).Want(201)
}
