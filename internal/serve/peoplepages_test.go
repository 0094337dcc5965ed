package serve_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

// staffed is a federation with two records of one name, and its staff's browser.
func staffed(t *testing.T) (federation *apitest.Tenant, staff *reader, people string, one, other uuid.UUID) {
	t.Helper()
	server := apitest.Start(t)
	federation = server.Federation("Federazione")
	one = federation.Manager.Post(federation.Path+"/players", apitest.JSON{"name": "Ada Lodi", "club": "Torre"}).Want(201).ID("id")
	other = federation.Manager.Post(federation.Path+"/players", apitest.JSON{"name": "Lodi Ada", "sameNameAccepted": true}).Want(201).ID("id")
	return federation, signIn(t, server, federation.Manager), "/t/" + federation.Slug + "/people", one, other
}

// The staff sees its pending tasks. A reader without an office there is refused, and an anonymous reader signs in
// first.
func TestPeopleAreForTheStaff(t *testing.T) {
	t.Parallel()
	_, staff, people, one, _ := staffed(t)
	server, person := staff.server, people+"/"+one.String()
	other := signIn(t, server, server.SignUp("Eva Terza"))
	foreign := server.Federation("Altra")
	elsewhere := signIn(t, server, foreign.Manager)
	for _, path := range []string{people, person, people + "?name=ada"} {
		if p := staff.get(path); p.status != 200 || !strings.Contains(p.text, "Ada Lodi") || p.header.Get("Cache-Control") != "private, no-store" {
			t.Errorf("the staff at %s: %d %v", path, p.status, p.header)
		}
		for _, r := range []*reader{other, elsewhere} {
			if p := r.get(path); p.status != http.StatusForbidden || strings.Contains(p.text, "Ada Lodi") {
				t.Errorf("somebody else at %s: %d", path, p.status)
			}
		}
		(&reader{t: t, server: server}).get(path).leadsTo(t, "/sign-in?next="+url.QueryEscape(path))
	}
	if p := staff.get("/t/" + strings.Split(people, "/")[2]); !strings.Contains(p.text, `href="`+people+`"`) {
		t.Error("the menu of the staff does not lead there")
	}
	if p := other.get("/t/" + strings.Split(people, "/")[2]); strings.Contains(p.text, `href="`+people+`"`) {
		t.Error("the menu of somebody else leads there")
	}
	id := one.String() + "." + one.String()
	if p := other.post(people, url.Values{"act": {"distinct"}, "id": {id}, "reason": {"sono due"}}); p.status != http.StatusForbidden {
		t.Errorf("somebody else acts: %d %.300s", p.status, p.text)
	}
	if p := staff.get(people + "/" + uuid.NewString()); p.status != http.StatusNotFound {
		t.Errorf("nobody's record: %d", p.status)
	}
	if p := elsewhere.get("/t/" + foreign.Slug + "/people/" + one.String()); p.status != http.StatusNotFound {
		t.Errorf("the record of another federation: %d", p.status)
	}
	if p := staff.post(people, url.Values{"act": {"nothing"}}); p.status != http.StatusBadRequest {
		t.Errorf("an act there is not: %d", p.status)
	}
}

// Two records that look alike are merged after a preview, and split again; they are marked as two people, which is
// undone.
func TestMergingByForms(t *testing.T) {
	t.Parallel()
	federation, staff, people, one, other := staffed(t)
	pair := one.String() + "." + other.String()
	if p := staff.get(people); !strings.Contains(p.text, `value="`+pair+`"`) && !strings.Contains(p.text, `value="`+other.String()+"."+one.String()+`"`) {
		t.Fatalf("not offered: %s", p.text)
	}
	form := url.Values{"act": {"look-merge"}, "id": {pair}, "into": {one.String()}, "reason": {"x"}}
	here := people + "/" + one.String()
	if p := staff.post(here, form); p.status != 422 || !strings.Contains(p.text, "-reason-fault") {
		t.Errorf("too short a reason: %d %s", p.status, p.text)
	}
	form.Set("reason", "stessa mano")
	if p := staff.post(here, form); p.status != 200 || !strings.Contains(p.text, `value="merge"`) || !strings.Contains(p.text, "stessa mano") {
		t.Fatalf("what follows: %d %s", p.status, p.text)
	}
	if federation.Manager.Get(federation.Path+"/duplicate-players").Want(200).Len("items") != 1 {
		t.Error("merged before it was confirmed")
	}
	form.Set("act", "merge")
	staff.post(people, form).leadsTo(t, here)
	if p := staff.get(here); !strings.Contains(p.text, `value="look-unmerge"`) || !strings.Contains(p.text, "stessa mano") {
		t.Errorf("merged: %s", p.text)
	}
	part := url.Values{"act": {"look-unmerge"}, "id": {other.String()}, "reason": {"padre e figlio"}}
	if p := staff.post(here, part); p.status != 200 || !strings.Contains(p.text, `value="unmerge"`) {
		t.Fatalf("what follows from parting: %d %s", p.status, p.text)
	}
	part.Set("act", "unmerge")
	staff.post(here, part).leadsTo(t, here)
	if p := staff.post(here, part); p.status != 422 || !strings.Contains(p.text, `id="problem"`) {
		t.Errorf("parted twice: %d", p.status)
	}
	two := url.Values{"act": {"distinct"}, "id": {pair}, "reason": {"sono due"}}
	staff.post(people, two).leadsTo(t, people)
	if p := staff.get(people); strings.Contains(p.text, other.String()) {
		t.Error("two people are offered as one")
	}
	form.Set("act", "look-merge")
	if p := staff.post(here, form); p.status != 422 || !strings.Contains(p.text, `role="alert"`) {
		t.Errorf("two people are merged: %d %s", p.status, p.text)
	}
	two.Set("act", "indistinct")
	staff.post(here, two).leadsTo(t, here)
	if p := staff.get(people); !strings.Contains(p.text, other.String()) {
		t.Error("they are not offered any more")
	}
}

// A request for a name is refused with a reason, and a claim is confirmed.
func TestRequestsAreDecidedByForms(t *testing.T) {
	t.Parallel()
	federation, staff, people, one, _ := staffed(t)
	ada := staff.server.SignUp("Ada Lodi")
	ada.Post(federation.Path+"/players/"+one.String()+"/claims", apitest.JSON{}).Want(201)
	waiting := func() string {
		return federation.Manager.Get(federation.Path + "/player-requests?state=open").Want(200).ID("items.0.id").String()
	}
	id := waiting()
	if p := staff.get(people); !strings.Contains(p.text, id) || !strings.Contains(p.text, ada.Email) {
		t.Errorf("the claim: %s", p.text)
	}
	staff.post(people, url.Values{"act": {"decide"}, "id": {id}, "confirmed": {"true"}, "reason": {""}}).leadsTo(t, people)
	ada.Post(federation.Path+"/my-player/name-requests", apitest.JSON{"name": "Ada Verdi"}).Want(201)
	id = waiting()
	if p := staff.post(people, url.Values{"act": {"decide"}, "id": {id}, "confirmed": {"false"}}); p.status != 422 || !strings.Contains(p.text, "reason-fault") && !strings.Contains(p.text, `id="problem"`) {
		t.Errorf("refused without reason: %d %s", p.status, p.text)
	}
	staff.post(people, url.Values{"act": {"decide"}, "id": {id}, "confirmed": {"false"}, "reason": {"serve un documento"}}).leadsTo(t, people)
	if got := ada.Get("/me/player-requests").Want(200); got.Text("items.0.request.outcome") != "refused" || got.Text("items.1.request.outcome") != "confirmed" {
		t.Errorf("decided: %s", got.Body)
	}
	if p := staff.post(people, url.Values{"act": {"decide"}, "id": {id}, "confirmed": {"true"}}); p.status != 422 || !strings.Contains(p.text, `id="problem"`) {
		t.Errorf("decided twice: %d", p.status)
	}
}
