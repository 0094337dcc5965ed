package authz_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz"
)

// oracle answers the same questions from the text of the files, by sets of strings
// and the sentences of the package documentation, sharing no code with Can.
type oracle struct {
	carries map[string]bool // "role permission"
	scoped  map[string]bool // "role scope"
	known   map[string]bool // permission
}

func newOracle(t *testing.T) oracle {
	t.Helper()
	return oracle{
		carries: pairs(t, "policy.csv"),
		scoped:  pairs(t, "scopes.csv"),
		known:   firsts(pairs(t, "permissions.csv")),
	}
}

func pairs(t *testing.T, file string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]bool)
	for line := range strings.Lines(string(text)) {
		if a, b, ok := strings.Cut(line, ","); ok && !strings.HasPrefix(line, "#") {
			out[strings.TrimSpace(a)+" "+strings.TrimSpace(b)] = true
		}
	}
	return out
}

func firsts(pairs map[string]bool) map[string]bool {
	out := make(map[string]bool)
	for pair := range pairs {
		name, _, _ := strings.Cut(pair, " ")
		out[name] = true
	}
	return out
}

func (o oracle) allows(s authz.Subject, p authz.Permission, t authz.Target, now time.Time) bool {
	if !o.known[string(p)] {
		return false
	}
	carries := func(r authz.Role) bool { return o.carries[string(r)+" "+string(p)] }
	if carries("anonymous") {
		return true
	}
	if s.Principal.Kind == "user" && carries("account") {
		return true
	}
	for _, g := range s.Grants {
		if carries(g.Role) && o.scoped[string(g.Role)+" "+string(g.Scope)] &&
			o.suits(s, g.Role, p) && o.stands(g, now) && o.reaches(g, t) {
			return true
		}
	}
	return false
}

func (o oracle) suits(s authz.Subject, r authz.Role, p authz.Permission) bool {
	switch s.Principal.Kind {
	case "user":
		return r != "integrator"
	case "key":
		return r == "integrator" && slices.Contains(s.KeyScopes, p)
	case "link":
		return r == "helper"
	}
	return false
}

func (o oracle) stands(g authz.Grant, now time.Time) bool {
	begun := g.From.IsZero() || !g.From.After(now)
	ended := !g.Until.IsZero() && !g.Until.After(now)
	return begun && !ended && g.RevokedAt.IsZero()
}

// reaches lists the scopes that contain the target and reports whether the grant is over one of them.
func (o oracle) reaches(g authz.Grant, t authz.Target) bool {
	if g.Scope == "platform" {
		return g.Tenant == uuid.Nil && g.ScopeID == uuid.Nil
	}
	if t.Tenant == uuid.Nil || g.Tenant != t.Tenant {
		return false
	}
	if t.Anywhere && (g.Scope == "region" || g.Scope == "stage") {
		return g.ScopeID != uuid.Nil
	}
	if t.AnyRegion && g.Scope == "region" {
		return g.ScopeID != uuid.Nil
	}
	over := map[string]bool{}
	for scope, id := range map[string]uuid.UUID{"tenant": t.Tenant, "region": t.Region, "stage": t.Stage} {
		if id != uuid.Nil {
			over[scope+id.String()] = true
		}
	}
	return over[string(g.Scope)+g.ScopeID.String()]
}

// T14: no difference from the naive oracle in a million decisions of random
// grants.
func TestCanEqualsOracle(t *testing.T) {
	t.Parallel()
	const workers, each = 4, 250_000
	table, o := compile(t), newOracle(t)
	for seed := range uint64(workers) {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			w := world{rand.New(rand.NewPCG(2009, seed)), table.Permissions()}
			allowed := 0
			for range each {
				s, p, target := w.subject(), w.permission(), w.target()
				d := table.Can(s, p, target, now)
				if want := o.allows(s, p, target, now); d.Allowed != want {
					t.Fatalf("%s to %+v by %+v: got %+v, oracle %t", p, target, s, d, want)
				}
				if d.Allowed {
					allowed++
				}
				if d.Allowed != (d.Err() == nil) || d.Allowed != (d.Role != "") || d.Allowed == (d.Reason != "") {
					t.Fatalf("the decision contradicts itself: %+v", d)
				}
			}
			if allowed < each/20 || allowed > each*19/20 {
				t.Errorf("%d of %d allowed: the questions prove little", allowed, each)
			}
		})
	}
}

// world draws questions from so few ids that they meet often.
type world struct {
	*rand.Rand
	permissions []authz.Permission
}

func (w world) permission() authz.Permission {
	if w.IntN(50) == 0 {
		return pick(w, authz.Permission(""), "event:*", "*", "draw:write ", "Draw:write")
	}
	return w.permissions[w.IntN(len(w.permissions))]
}

func (w world) subject() authz.Subject {
	s := authz.Subject{Principal: pick(w, authz.Principal{}, authz.User(id(101), id(102)),
		authz.User(id(101), id(102)), authz.User(id(101), id(102)), authz.Key(id(103)), authz.Link(id(104)))}
	for range w.IntN(7) {
		s.Grants = append(s.Grants, w.grant())
	}
	for range w.IntN(12) {
		s.KeyScopes = append(s.KeyScopes, w.permission())
	}
	return s
}

func (w world) grant() authz.Grant {
	g := authz.Grant{
		Tenant:  pick(w, federation, federation, federation, elsewhere, uuid.Nil),
		Role:    authz.Roles()[w.IntN(len(authz.Roles()))],
		Scope:   authz.Scopes()[w.IntN(len(authz.Scopes()))],
		ScopeID: w.id(),
		From:    w.moment(),
		Until:   w.moment(),
	}
	switch w.IntN(12) {
	case 0:
		g.Role = pick(w, authz.Role(""), "umpire", "*", "Referee", "referee ")
	case 1:
		g.Scope = pick(w, authz.Scope(""), "*", "table", "Stage")
	case 2:
		g.RevokedAt = now.Add(time.Duration(w.IntN(3)-1) * time.Hour)
	case 3:
		g.Tenant, g.ScopeID = uuid.Nil, uuid.Nil
	}
	return g
}

func (w world) target() authz.Target {
	return authz.Target{
		Tenant: pick(w, federation, federation, federation, elsewhere, uuid.Nil), Region: w.id(), Stage: w.id(),
		Anywhere: w.IntN(8) == 0, AnyRegion: w.IntN(8) == 0,
	}
}

func (w world) id() uuid.UUID {
	return pick(w, uuid.Nil, federation, elsewhere, id(11), id(12))
}

// moment is mostly unset, else around now.
func (w world) moment() time.Time {
	if w.IntN(3) > 0 {
		return time.Time{}
	}
	return now.Add(time.Duration(w.IntN(3)-1) * time.Microsecond)
}

func pick[T any](w world, choices ...T) T { return choices[w.IntN(len(choices))] }
