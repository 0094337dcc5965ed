package attack_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/attack/worlddbtest"
	"referto/internal/authz/token"
	"referto/internal/mail"
	"referto/internal/serve"
	"referto/internal/tenant/tenantdb"
)

// arena is a copy of the world's database with a server on it. There are no background jobs: every change in the
// tables comes from a request.
type arena struct {
	t        *testing.T
	world    *world
	database worlddbtest.Copy
	server   *httptest.Server
	client   *http.Client
	keys     token.Keys
	// strangerKeys are another installation's.
	strangerKeys token.Keys
	tokens       *token.Authority
	sent         *atomic.Int64 // counts requests
	log          *failures
	patterns     []string // of the addresses that the server has a GET for
	metrics      http.Handler
}

// enter copies the world for a test and starts a server on the copy.
func enter(t *testing.T) *arena {
	t.Helper()
	return enterBy(t, func(database string) string { return database })
}

// enterBy copies the world for a test and starts a server that reaches the copy at the address that way makes of the copy's.
func enterBy(t *testing.T, way func(database string) string) *arena {
	t.Helper()
	w := theWorld(t)
	a := &arena{t: t, world: w, keys: apitest.NewKeys(t), strangerKeys: apitest.NewKeys(t), sent: &atomic.Int64{}, log: &failures{}}
	a.database = w.database.Copy(t)
	a.database.Application = way(a.database.Application)
	a.tokens = a.authority(w.now, a.keys, apitest.PublicURL)
	a.server = a.serve(w.now)
	a.client = a.server.Client()
	a.client.Timeout = time.Minute
	a.client.Transport.(*http.Transport).MaxIdleConnsPerHost = 8
	a.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return a
}

// serve starts a server on the arena's database, as another process would: with
// the same keys and secret, and nothing else in common. Its clock stands.
func (a *arena) serve(at time.Time) *httptest.Server {
	a.t.Helper()
	db, err := tenantdb.Open(a.t.Context(), a.database.Application, 4)
	if err != nil {
		a.t.Fatal(err)
	}
	a.t.Cleanup(db.Close)
	s, err := serve.New(serve.Config{
		DB: db, Log: slog.New(a.log), Now: func() time.Time { return at }, Keys: a.keys,
		Secret: apitest.Secret, PublicURL: apitest.PublicURL, Mail: noMail{a.t}, Files: a.world.store(a.t),
		Sealing: apitest.Sealing(a.t), Keeping: apitest.Keeping, PasswordCost: apitest.PasswordCost,
	})
	if err != nil {
		a.t.Fatal(err)
	}
	a.patterns, a.metrics = s.Patterns(), s.Metrics()
	server := httptest.NewServer(s.Handler())
	a.t.Cleanup(server.Close)
	return server
}

// hashes are the rows of the arena's tables.
func (a *arena) hashes() worlddbtest.Hashes {
	a.t.Helper()
	hashes := a.database.Hashes(a.t)
	delete(hashes, "league.data_accesses") // requests that only read leave rows there
	return hashes
}

func (a *arena) authority(at time.Time, keys token.Keys, issuer string) *token.Authority {
	a.t.Helper()
	authority, err := token.NewAuthority(token.Config{
		Keys: keys, Issuer: issuer, Audience: issuer + "/v1", Now: func() time.Time { return at },
	})
	if err != nil {
		a.t.Fatal(err)
	}
	return authority
}

// bearer returns a token of a person's session under the arena's key; "" for an anonymous client.
func (a *arena) bearer(c *apitest.Client) string {
	a.t.Helper()
	if c == nil {
		return ""
	}
	return a.issue(a.tokens, c.ID, session(a.t, c))
}

func (a *arena) issue(by *token.Authority, account, session uuid.UUID) string {
	a.t.Helper()
	text, _, err := by.Issue(account, session)
	if err != nil {
		a.t.Fatal(err)
	}
	return text
}

// session is the session of a person's token.
func session(t *testing.T, c *apitest.Client) uuid.UUID {
	t.Helper()
	parts := strings.Split(c.Access, ".")
	var claims struct {
		Session uuid.UUID `json:"sid"`
	}
	if text, err := base64.RawURLEncoding.DecodeString(parts[len(parts)/2]); err != nil {
		t.Fatal(err)
	} else if err := json.Unmarshal(text, &claims); err != nil {
		t.Fatal(err)
	}
	return claims.Session
}

// noMail fails if a mail is sent: jobs are left, none is worked.
type noMail struct{ t *testing.T }

func (n noMail) Send(context.Context, mail.Message) error {
	n.t.Error("sent a mail")
	return nil
}

// failures keeps the errors that the server logs, because an answer of 500 contains nothing but the request's id.
type failures struct {
	mu   sync.Mutex
	said []string
}

// Enabled takes errors only.
func (*failures) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelError }

// Handle keeps the record.
func (f *failures) Handle(_ context.Context, r slog.Record) error {
	var b strings.Builder
	b.WriteString(r.Message)
	r.Attrs(func(a slog.Attr) bool { b.WriteString(" " + a.String()); return true })
	f.mu.Lock()
	defer f.mu.Unlock()
	f.said = append(f.said, b.String())
	return nil
}

// about returns the log lines about a request.
func (f *failures) about(request string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []string
	for _, line := range f.said {
		if strings.Contains(line, request) {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// WithAttrs is part of slog.Handler; nothing here reads them.
func (f *failures) WithAttrs([]slog.Attr) slog.Handler { return f }

// WithGroup is part of slog.Handler; nothing here reads them.
func (f *failures) WithGroup(string) slog.Handler { return f }
