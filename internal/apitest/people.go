package apitest

import (
	"fmt"
	"maps"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

// Password is everybody's.
const Password = "quaranta mirtilli al sole"

// counter makes unique addresses and slugs.
var counter atomic.Int64

// unique is a word made of a name that no other call returns.
func unique(name string) string {
	word := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, strings.ToLower(name))
	return fmt.Sprintf("%s%d", word, counter.Add(1))
}

// Operator is a person with an account that is named as one of the platform's own people, as `api operator add` does it, signed
// in by the password.
func (s *Server) Operator(name string) *Client {
	s.T.Helper()
	c := s.SignUp(name)
	s.Database.Alter(s.T, `insert into platform.operators (account_id, added_at) select id, $2 from platform.accounts where email = $1`, c.Email, s.Clock.Now())
	return c
}

// SignUp returns a signed-in person with an account and a confirmed address.
func (s *Server) SignUp(name string) *Client {
	s.T.Helper()
	c := s.Register(name)
	proof := Token(s.T, s.Mailbox.Wait(c.Email, "verify-address"))
	c.Post("/account-verifications", JSON{"token": proof}).Want(204)
	c.SignIn()
	return c
}

// Register returns a person who has asked for an account and not yet confirmed their address.
func (s *Server) Register(name string) *Client {
	s.T.Helper()
	c := s.Anonymous()
	c.Name, c.Email, c.Password = name, unique("p"+name)+"@example.org", Password
	c.Post("/accounts", JSON{"email": c.Email, "password": c.Password, "name": c.Name, "language": "en"}).Want(202)
	return c
}

// SignIn begins a new session for the person.
func (c *Client) SignIn() {
	c.T.Helper()
	c.take(c.Post("/sessions", JSON{"email": c.Email, "password": c.Password}, Bearer("")).Want(201))
	c.ID = c.Get("/me").Want(200).ID("id")
}

// Renew exchanges the refresh token.
func (c *Client) Renew() {
	c.T.Helper()
	c.take(c.Post("/sessions/refresh", JSON{"refreshToken": c.Refresh}, Bearer("")).Want(200))
}

// Again is the same person on another device: a session of its own.
func (c *Client) Again() *Client {
	c.T.Helper()
	other := *c
	other.SignIn()
	return &other
}

func (c *Client) take(tokens *Answer) {
	c.T.Helper()
	c.Access, c.Refresh = tokens.Text("accessToken"), tokens.Text("refreshToken")
}

// Tenant is a federation or a club with its manager.
type Tenant struct {
	Server  *Server
	ID      uuid.UUID
	Slug    string
	Path    string // /tenants/slug
	Manager *Client
}

// Federation founds a federation by a person who signs up for it.
func (s *Server) Federation(name string) *Tenant {
	s.T.Helper()
	return s.SignUp("Manager of "+name).Found("federation", name)
}

// Club founds a club by a person who signs up for it.
func (s *Server) Club(name string) *Tenant {
	s.T.Helper()
	return s.SignUp("Manager of "+name).Found("club", name)
}

// Found founds a tenant, which the person then manages.
func (c *Client) Found(kind, name string) *Tenant {
	c.T.Helper()
	slug := unique("t" + name)
	founded := c.Post("/tenants", JSON{"slug": slug, "name": name, "kind": kind}).Want(201)
	return &Tenant{Server: c.Server, ID: founded.ID("id"), Slug: slug, Path: "/tenants/" + slug, Manager: c}
}

// Scope names the scope of a role.
type Scope = JSON

// WholeTenant is the scope of a role over the tenant.
func WholeTenant() Scope { return Scope{"kind": "tenant"} }

// Region is the scope of a role over a region.
func Region(id uuid.UUID) Scope { return Scope{"kind": "region", "id": id} }

// Stage is the scope of a role over an event.
func Stage(id uuid.UUID) Scope { return Scope{"kind": "stage", "id": id} }

// Region adds a region to the tenant.
func (t *Tenant) Region(name string) uuid.UUID {
	t.Manager.T.Helper()
	return t.Manager.Post(t.Path+"/regions", JSON{"name": name}).Want(201).ID("id")
}

// Stage drafts a stage of the Italian championship at Aosta, a week after the
// clock's time. Changes replace or add fields of the request.
func (t *Tenant) Stage(changes JSON) uuid.UUID {
	t.Manager.T.Helper()
	draft := JSON{
		"kind": "stage", "title": unique("Tappa di Aosta "), "startsAt": t.Server.Clock.Now().Add(7 * 24 * time.Hour),
		"timeZone": "Europe/Rome", "venue": JSON{"name": "Biblioteca", "city": "Aosta"}, "ruleset": "catan-nazionale-2009",
	}
	maps.Copy(draft, changes)
	return t.Manager.Post(t.Path+"/events", draft).Want(201).ID("id")
}

// Member is a new person whom the manager has given a role.
func (t *Tenant) Member(name, role string, over Scope) *Client {
	t.Manager.T.Helper()
	c := t.Server.SignUp(name)
	t.Appoint(c, role, over)
	return c
}

// Appoint has the manager offer a role to a person, who accepts.
func (t *Tenant) Appoint(c *Client, role string, over Scope) {
	t.Manager.T.Helper()
	invitation := t.Manager.Post(t.Path+"/invitations", JSON{"email": c.Email, "role": role, "scope": over}).Want(201).ID("id")
	c.Accept(invitation)
}

// Accept takes a role that is offered.
func (c *Client) Accept(invitation uuid.UUID) {
	c.T.Helper()
	c.Post("/me/invitations/"+invitation.String()+"/acceptance", nil).Want(204)
}
