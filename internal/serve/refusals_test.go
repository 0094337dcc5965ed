package serve_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/refusals/refusalsdb"
	"referto/internal/serve"
)

// logged configures a security log that is written at once.
func logged(c *serve.Config) {
	apitest.BehindProxy(c)
	c.SecurityLog = serve.SecurityLog{Keep: 90 * 24 * time.Hour, Every: 10 * time.Millisecond}
}

// securityLog waits for lines of which one is as the test wants it, and returns all of them.
func securityLog(t *testing.T, s *apitest.Server, is func(refusalsdb.Kept) bool) []refusalsdb.Kept {
	t.Helper()
	for until := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		lines, err := refusalsdb.List(t.Context(), s.DB(), refusalsdb.Filter{Limit: 1000})
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(lines, is) {
			return lines
		}
		if time.Now().After(until) {
			t.Fatalf("no such line: %+v", lines)
		}
	}
}

func is(id *uuid.UUID, want uuid.UUID) bool { return id != nil && *id == want }

// Answers of 401, 403 or 429 are in the security log with their reason, operation, address, account and tenant;
// permitted requests are not.
func TestRefusalsAreLogged(t *testing.T) {
	t.Parallel()
	s := apitest.StartWith(t, logged)
	lega := s.Federation("Lega")
	anna, stranger := s.SignUp("Anna Lodi"), s.Anonymous()
	from := apitest.From("192.0.2.7")
	anna.Get("/me", apitest.From("198.51.100.1")).Want(200)
	tests := []struct {
		name            string
		refuse          func() *apitest.Answer
		status          int
		reason, does    string
		account, tenant uuid.UUID
	}{
		{
			"a wrong password, with the account that was guessed at",
			func() *apitest.Answer {
				return stranger.Post("/sessions", apitest.JSON{"email": anna.Email, "password": "something else"}, from)
			},
			401, "credentials-wrong", "signIn", anna.ID, uuid.Nil,
		},
		{
			"nobody's address, which is not kept",
			func() *apitest.Answer {
				return stranger.Post("/sessions", apitest.JSON{"email": "nobody@example.org", "password": "something else"}, from)
			},
			401, "credentials-wrong", "signIn", uuid.Nil, uuid.Nil,
		},
		{"who has not signed in", func() *apitest.Answer { return stranger.Get("/me", from) }, 401, "sign-in-required", "getMe", uuid.Nil, uuid.Nil},
		{"a forged credential", func() *apitest.Answer { return stranger.Get("/me", from, apitest.Bearer("nonsense")) }, 401, "unauthenticated", "getMe", uuid.Nil, uuid.Nil},
		{
			"who has no role there",
			func() *apitest.Answer { return anna.Get(lega.Path+"/audit", from) },
			403, "role-missing", "listAudit", anna.ID, lega.ID,
		},
	}
	for _, tt := range tests {
		if answer := tt.refuse(); answer.Status != tt.status {
			t.Fatalf("%s: answered by %d %s", tt.name, answer.Status, answer.Body)
		}
		lines := securityLog(t, s, func(l refusalsdb.Kept) bool {
			return l.Status == tt.status && l.Reason == tt.reason && l.Operation == tt.does && l.Address == "192.0.2.7" && l.Times == 1 && l.RequestID != "" &&
				(is(l.Account, tt.account) || l.Account == nil && tt.account == uuid.Nil) && (is(l.Tenant, tt.tenant) || l.Tenant == nil && tt.tenant == uuid.Nil)
		})
		for _, l := range lines {
			if l.Address == "198.51.100.1" {
				t.Errorf("what was allowed is logged: %+v", l)
			}
		}
	}
	if all := fmt.Sprintf("%+v", securityLog(t, s, func(refusalsdb.Kept) bool { return true })); strings.Contains(all, "nobody@") || strings.Contains(all, "nonsense") {
		t.Error("what was typed is kept")
	}
	t.Run("by account and address", func(t *testing.T) {
		for _, f := range []refusalsdb.Filter{{Account: anna.ID, Limit: 9}, {Address: netip.MustParseAddr("192.0.2.7"), Since: s.Clock.Now().Add(-time.Hour), Limit: 1}} {
			lines, err := refusalsdb.List(t.Context(), s.DB(), f)
			if err != nil || len(lines) == 0 || len(lines) > f.Limit {
				t.Errorf("%+v: %v, %v", f, lines, err)
			}
			for _, l := range lines {
				if f.Account != uuid.Nil && !is(l.Account, f.Account) {
					t.Errorf("%+v: %+v", f, l)
				}
			}
		}
		if lines, err := refusalsdb.List(t.Context(), s.DB(), refusalsdb.Filter{Account: lega.Manager.ID, Limit: 9}); err != nil || len(lines) != 0 {
			t.Errorf("of who was refused nothing: %v, %v", lines, err)
		}
	})
}

// A page that is refused is logged once: as the operation of the API that refused it, or else as the page.
func TestRefusalsOfPagesAreLogged(t *testing.T) {
	t.Parallel()
	s := apitest.StartWith(t, logged)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.Address+"/sign-in", strings.NewReader("email=a"))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", "https://evil.example")
	r.Header.Set("X-Forwarded-For", "2001:db8::7")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusForbidden {
		t.Fatalf("answered by %d", answer.StatusCode)
	}
	lines := securityLog(t, s, func(l refusalsdb.Kept) bool {
		return l.Status == 403 && l.Reason == "cross-origin" && l.Operation == "POST /sign-in" && l.Address == "2001:db8::7"
	})
	if len(lines) != 1 {
		t.Errorf("logged %d times: %+v", len(lines), lines)
	}
}

// Endless guesses become lines with a number, and a refusal is not slowed by the log: it is written concurrently, and
// when the database is away, once it is back.
func TestRefusalsWaitForTheDatabase(t *testing.T) {
	t.Parallel()
	s := apitest.StartWith(t, logged)
	stranger := s.Anonymous()
	unlock := s.Database.Lock(t, "platform.refusals")
	s.ErrorsDue()
	for range 50 {
		stranger.Get("/me", apitest.From("192.0.2.7")).Refused(401, "sign-in-required")
	}
	unlock()
	times := func(lines []refusalsdb.Kept) (n int) {
		for _, l := range lines {
			n += l.Times
		}
		return n
	}
	for until := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		lines, err := refusalsdb.List(t.Context(), s.DB(), refusalsdb.Filter{Limit: 1000})
		if err != nil {
			t.Fatal(err)
		}
		if times(lines) == 50 {
			break
		}
		if time.Now().After(until) {
			t.Fatalf("%d of 50 refusals: %+v", times(lines), lines)
		}
	}
	if got := figure(t, s, `refusals_total{status="401"}`); got != 50 {
		t.Errorf("%v are counted", got)
	}
	if got := figure(t, s, `security_log_folded_total`); got != 0 {
		t.Errorf("%v are folded", got)
	}
}

// The last notes are written when the server stops, and the security log is kept for its time.
func TestTheSecurityLogIsKeptForItsTime(t *testing.T) {
	t.Parallel()
	s := apitest.StartWith(t, func(c *serve.Config) { logged(c); c.SecurityLog.Every = time.Hour })
	s.Anonymous().Get("/me", apitest.From("192.0.2.7")).Refused(401, "sign-in-required")
	if n := s.Database.Count(t, `select count(*) from platform.refusals`); n != 0 {
		t.Errorf("%d lines are written before their time", n)
	}
	s.Restart()
	if n := s.Database.Count(t, `select count(*) from platform.refusals where address = '192.0.2.7'`); n != 1 {
		t.Errorf("%d lines", n)
	}
	began := s.Clock.Now()
	for _, at := range []struct {
		after time.Duration
		want  int64
	}{{89 * 24 * time.Hour, 0}, {91 * 24 * time.Hour, 1}} {
		gone, err := refusalsdb.Forget(t.Context(), s.DB(), began.Add(at.after).Add(-90*24*time.Hour))
		if err != nil || gone != at.want {
			t.Errorf("after %s %d lines go: %v", at.after, gone, err)
		}
	}
}

// A refused attempt at an act that the policy marks as sensitive is recorded in the audit of the tenant, with the
// reason and no sign of having been done; refused reads and other acts are not. Permitted acts are recorded as usual,
// and neither appears in another tenant.
func TestRefusedSensitiveActsAreAudited(t *testing.T) {
	t.Parallel()
	s := apitest.StartWith(t, logged)
	lega, club := s.Federation("Lega"), s.Club("Altri")
	anna := s.SignUp("Anna Lodi")
	offer := apitest.JSON{"email": anna.Email, "role": "championship-manager", "scope": apitest.WholeTenant()}
	anna.Get(lega.Path+"/audit").Refused(403, "role-missing")
	anna.Post(lega.Path+"/events", apitest.JSON{}).Want(403) // event:create is not sensitive
	for range 3 {
		anna.Post(lega.Path+"/invitations", offer).Refused(403, "role-missing")
	}
	s.Anonymous().Post(lega.Path+"/invitations", offer).Refused(401, "sign-in-required")
	type record struct {
		Operation, Refused, Actor, Account string
		After                              map[string]any
	}
	audit := func(t *apitest.Tenant) []record {
		var page struct{ Items []record }
		t.Manager.Get(t.Path + "/audit").Want(200).Into(&page)
		return page.Items
	}
	refused := func(r record) bool { return r.Refused != "" }
	for until := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if slices.ContainsFunc(audit(lega), refused) {
			break
		}
		if time.Now().After(until) {
			t.Fatalf("nothing refused in the audit: %+v", audit(lega))
		}
	}
	for _, r := range audit(lega) {
		if refused(r) && (r.Operation != "InviteMember" || r.Refused != "role-missing" || r.Actor != "Anna Lodi" || r.Account != anna.ID.String() || r.After != nil) {
			t.Errorf("refused: %+v", r)
		}
	}
	lega.Manager.Post(lega.Path+"/invitations", offer).Want(201)
	if !slices.ContainsFunc(audit(lega), func(r record) bool {
		return r.Operation == "InviteMember" && !refused(r) && r.After["role"] == "championship-manager"
	}) {
		t.Errorf("what was done is not recorded: %+v", audit(lega))
	}
	for _, r := range audit(club) {
		if refused(r) || r.Account == anna.ID.String() {
			t.Errorf("another tenant reads %+v", r)
		}
	}
	if n := s.Database.Count(t, `select count(*) from league.audit where refused <> '' and operation <> 'InviteMember'`); n != 0 {
		t.Errorf("%d refused acts of other operations are recorded", n)
	}
}
