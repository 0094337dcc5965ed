package attack_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// How often each kind of authority is taken away: a thousand trials in full (F-10), and a fifth with -short.
func staleTrials() (roles, staff, sessions, everywhere int) {
	if testing.Short() {
		return 90, 70, 30, 10
	}
	return 450, 350, 150, 50
}

// TestStaleAuthority takes authority away through one server and asks at once
// through another on the same database: the very next request is refused there.
// Before, the same request is answered, or the trial would show nothing.
func TestStaleAuthority(t *testing.T) {
	t.Parallel()
	w := theWorld(t)
	roleTrials, staffTrials, sessionTrials, everywhereTrials := staleTrials()
	t.Run("a role that is revoked", func(t *testing.T) {
		t.Parallel()
		r := newRevocation(t, w)
		for n := range roleTrials {
			r.role(n)
		}
	})
	t.Run("a member of the staff who is removed", func(t *testing.T) {
		t.Parallel()
		r := newRevocation(t, w)
		for n := range staffTrials {
			r.staff(n)
		}
	})
	t.Run("a role whose time is over", func(t *testing.T) {
		t.Parallel()
		newRevocation(t, w).expiry()
	})
	t.Run("a session that is ended", func(t *testing.T) {
		t.Parallel()
		r := newRevocation(t, w)
		for range sessionTrials {
			r.session()
		}
		for range everywhereTrials {
			r.everywhere()
		}
	})
}

// revocation is two servers on one database.
type revocation struct {
	*arena
	here, there *httptest.Server
	side        *side
	manager     string   // their token
	events      []string // states, in a fixed order
	people      []*apitest.Client
}

func newRevocation(t *testing.T, w *world) *revocation {
	t.Helper()
	a := enter(t)
	r := &revocation{
		arena: a, here: a.server, there: a.serve(w.now), side: w.sides[0], manager: a.bearer(w.sides[0].Manager),
		people: []*apitest.Client{w.account, w.changer, w.renewer},
	}
	for state := range r.side.event {
		if !slices.Contains([]string{"finished", "recorded", "unreported", "checked", "decided"}, state) { // the staff of a past event cannot change
			r.events = append(r.events, state)
		}
	}
	slices.Sort(r.events)
	return r
}

// ask sends a request with a token and, if it has to be answered so, ends the test
// when it is not.
func (r *revocation) ask(server *httptest.Server, token, method, path string, body any, want int) answer {
	r.t.Helper()
	m := message{method: method, path: path, header: http.Header{"Authorization": {"Bearer " + token}}}
	if body != nil {
		m.header.Set("Content-Type", "application/json")
		m.body = encode(r.t, body)
	}
	got := r.sendTo(server, m)
	if got.status != want {
		r.t.Fatalf("%s: got %d, want %d\n%s", m, got.status, want, got.body)
	}
	return got
}

// nth varies the person, the event and the role, so that the limits on mails to one address about one offer are never
// reached.
func (r *revocation) nth(n int) (who *apitest.Client, event, role string) {
	if n%30 == 0 {
		r.database.ForgetAllowances(r.t)
	}
	who = r.people[n%len(r.people)]
	n /= len(r.people)
	event = r.events[n%len(r.events)]
	return who, event, []string{"helper", "referee", "organizer"}[n/len(r.events)%3]
}

func (r *revocation) role(n int) {
	who, event, role := r.nth(n)
	his, list := r.bearer(who), r.side.in(event)+"/entries"
	offer := r.ask(r.here, r.manager, http.MethodPost, r.side.Path+"/invitations", apitest.JSON{
		"email": who.Email, "role": role, "scope": apitest.Stage(r.side.event[event]),
	}, http.StatusCreated)
	r.ask(r.there, his, http.MethodPost, "/me/invitations/"+offer.text("id")+"/acceptance", nil, http.StatusNoContent)
	grant := r.grantOf(his, event)
	r.ask(r.there, his, http.MethodGet, list, nil, http.StatusOK)
	act := r.remembered(his, n)
	if role == "organizer" {
		if got := r.sendTo(r.there, act); got.status != http.StatusCreated {
			r.t.Fatalf("%s: %d\n%s", act, got.status, got.body)
		}
	}
	r.ask(r.here, r.manager, http.MethodDelete, r.side.Path+"/members/"+grant, nil, http.StatusNoContent)
	r.ask(r.there, his, http.MethodGet, list, nil, http.StatusForbidden)
	if got := r.sendTo(r.there, act); got.status != http.StatusForbidden {
		r.t.Errorf("what he did before is answered again with %d\n%s", got.status, got.body)
	}
}

// remembered is an act whose answer is stored under a key.
func (r *revocation) remembered(token string, n int) message {
	return message{
		method: http.MethodPost, path: r.side.Path + "/players",
		body: encode(r.t, apitest.JSON{"name": fmt.Sprintf("Ricordo %d", n), "sameNameAccepted": true}),
		header: http.Header{
			"Authorization": {"Bearer " + token}, "Content-Type": {"application/json"}, "Idempotency-Key": {uuid.NewString()},
		},
	}
}

// grantOf returns the id of a person's role over an event.
func (r *revocation) grantOf(token, event string) string {
	r.t.Helper()
	var grants openapi.MyGrants
	got := r.ask(r.here, token, http.MethodGet, "/me/grants", nil, http.StatusOK)
	if err := json.Unmarshal(got.body, &grants); err != nil {
		r.t.Fatal(err)
	}
	for _, grant := range grants.Items {
		if grant.Scope.Id == r.side.event[event] {
			return grant.Id.String()
		}
	}
	r.t.Fatalf("no role over the event %s: %s", event, got.body)
	return ""
}

func (r *revocation) staff(n int) {
	who, event, role := r.nth(n)
	his, list := r.bearer(who), r.side.in(event)+"/entries"
	named := r.ask(r.here, r.manager, http.MethodPost, r.side.in(event)+"/staff", apitest.JSON{
		"name": who.Name, "role": role, "email": who.Email,
	}, http.StatusCreated)
	var offered openapi.MyInvitations
	if err := json.Unmarshal(r.ask(r.there, his, http.MethodGet, "/me/invitations", nil, http.StatusOK).body, &offered); err != nil || len(offered.Items) != 1 {
		r.t.Fatalf("%d invitations, %v", len(offered.Items), err)
	}
	r.ask(r.there, his, http.MethodPost, "/me/invitations/"+offered.Items[0].Id.String()+"/acceptance", nil, http.StatusNoContent)
	r.ask(r.there, his, http.MethodGet, list, nil, http.StatusOK)
	r.ask(r.here, r.manager, http.MethodDelete, r.side.in(event)+"/staff/"+named.text("id"), nil, http.StatusNoContent)
	r.ask(r.there, his, http.MethodGet, list, nil, http.StatusForbidden)
}

// expiry gives a role for an hour: it holds to its last second and no longer.
func (r *revocation) expiry() {
	who, list := r.world.account, r.side.in("open")+"/entries"
	end := r.world.now.Add(time.Hour)
	offer := r.ask(r.here, r.manager, http.MethodPost, r.side.Path+"/invitations", apitest.JSON{
		"email": who.Email, "role": "helper", "scope": apitest.Stage(r.side.event["open"]), "until": end,
	}, http.StatusCreated)
	r.ask(r.here, r.bearer(who), http.MethodPost, "/me/invitations/"+offer.text("id")+"/acceptance", nil, http.StatusNoContent)
	for at, want := range map[time.Time]int{end.Add(-time.Second): http.StatusOK, end: http.StatusForbidden} {
		his := r.issue(r.authority(at, r.keys, apitest.PublicURL), who.ID, session(r.t, who))
		r.ask(r.serve(at), his, http.MethodGet, list, nil, want)
	}
}

func (r *revocation) session() {
	token := r.signIn(r.world.account)
	r.ask(r.there, token, http.MethodGet, "/me", nil, http.StatusOK)
	r.ask(r.here, token, http.MethodDelete, "/sessions/current", nil, http.StatusNoContent)
	r.ask(r.there, token, http.MethodGet, "/me", nil, http.StatusUnauthorized)
}

// everywhere ends a session from another one of the same person. The first request
// afterwards is a guess at the password: it is not even compared.
func (r *revocation) everywhere() {
	one, other := r.signIn(r.world.changer), r.signIn(r.world.changer)
	r.ask(r.there, other, http.MethodGet, "/me", nil, http.StatusOK)
	r.ask(r.here, one, http.MethodDelete, "/sessions", nil, http.StatusNoContent)
	r.ask(r.there, other, http.MethodPost, "/me/password", apitest.JSON{"current": "indovinata", "new": "noventa lucciole di maggio"}, http.StatusUnauthorized)
	r.ask(r.there, other, http.MethodGet, r.side.Path, nil, http.StatusUnauthorized)
}
