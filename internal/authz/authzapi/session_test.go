package authzapi_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/authz/token"
)

func refresh(c *apitest.Client, text string) *apitest.Answer {
	return c.Server.Anonymous().In(c.T).Post("/sessions/refresh", apitest.JSON{"refreshToken": text})
}

func TestTokens(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna := s.SignUp("Anna Lodi")
	tokens := anna.Post("/sessions", apitest.JSON{"email": anna.Email, "password": anna.Password}, apitest.Bearer("")).Want(201)
	if got := tokens.Int("expiresIn"); got != 600 || tokens.Text("tokenType") != "Bearer" {
		t.Errorf("the token is %s", tokens.Body)
	}
	s.Clock.Advance(10 * time.Minute)
	anna.Get("/me").Refused(401, "unauthenticated")
	anna.Renew()
	anna.Get("/me").Want(200)
	s.Clock.Advance(30 * 24 * time.Hour)
	refresh(anna, anna.Refresh).Refused(401, "refresh-invalid")
}

// T20: whatever is wrong with a token, the answer is the same.
func TestT20WrongTokensAreAnsweredAlike(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna := s.SignUp("Anna Lodi")
	head, rest, _ := strings.Cut(anna.Access, ".")
	body, signature, _ := strings.Cut(rest, ".")
	forged := []string{
		"junk", head + "." + body, head + "." + body + ".", head + "." + body + "." + signature[1:] + "A",
		"eyJhbGciOiJub25lIiwidHlwIjoiYXQrand0In0." + body + ".", anna.Refresh, token.NewRefresh().Text, anna.Access + " x",
	}
	want := anna.Get("/me", apitest.Bearer("nothing")).Refused(401, "unauthenticated").Traits()
	for _, text := range forged {
		if got := anna.Get("/me", apitest.Bearer(text)).Want(401).Traits(); got != want {
			t.Errorf("%q is answered with\n%s\nwant\n%s", text, got, want)
		}
	}
	anna.Get("/me", apitest.Header("Authorization", "Basic YW5uYTphbm5h")).Refused(401, "unauthenticated")
	anna.Get("/me", apitest.Bearer("")).Refused(401, "sign-in-required")
}

// T21: each refresh token works once; the one before gets the same answer for ten
// seconds; any older one ends the session.
func TestT21RefreshTokenComesBack(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	chain := func(t *testing.T) (anna *apitest.Client, first, second, third string) {
		anna = s.SignUp("Anna Lodi").In(t)
		first = anna.Refresh
		anna.Renew()
		second = anna.Refresh
		anna.Renew()
		return anna, first, second, anna.Refresh
	}
	t.Run("each exchange gives another", func(t *testing.T) {
		_, first, second, third := chain(t)
		if first == second || second == third || first == third {
			t.Error("a token came twice")
		}
	})
	t.Run("the one before gets the same answer for ten seconds", func(t *testing.T) {
		anna, _, second, third := chain(t)
		s.Clock.Advance(10 * time.Second)
		if got := refresh(anna, second).Want(200).Text("refreshToken"); got != third {
			t.Error("another successor")
		}
		refresh(anna, third).Want(200)
	})
	t.Run("also after a restart of the server", func(t *testing.T) {
		anna, _, second, third := chain(t)
		s.Restart()
		if got := refresh(anna, second).Want(200).Text("refreshToken"); got != third {
			t.Error("another successor")
		}
	})
	t.Run("but not later: then the session ends", func(t *testing.T) {
		anna, _, second, third := chain(t)
		s.Clock.Advance(10*time.Second + time.Microsecond)
		refresh(anna, second).Refused(401, "refresh-invalid")
		refresh(anna, third).Refused(401, "refresh-invalid")
		anna.Get("/me").Refused(401, "unauthenticated")
	})
	t.Run("nor once its successor is exchanged", func(t *testing.T) {
		anna, _, second, third := chain(t)
		refresh(anna, third).Want(200)
		refresh(anna, second).Refused(401, "refresh-invalid")
		anna.Get("/me").Refused(401, "unauthenticated")
	})
	t.Run("an older one ends the session at once", func(t *testing.T) {
		anna, first, _, third := chain(t)
		refresh(anna, first).Refused(401, "refresh-invalid")
		refresh(anna, third).Refused(401, "refresh-invalid")
		anna.Get("/me").Refused(401, "unauthenticated")
	})
	t.Run("and only that session", func(t *testing.T) {
		anna, first, _, _ := chain(t)
		phone := anna.Again()
		refresh(anna, first).Want(401)
		phone.Get("/me").Want(200)
		phone.Renew()
	})
	t.Run("one that was never given is refused and ends nothing", func(t *testing.T) {
		anna, _, _, third := chain(t)
		refresh(anna, token.NewRefresh().Text).Refused(401, "refresh-invalid")
		refresh(anna, anna.Access[:43]).Refused(401, "refresh-invalid")
		refresh(anna, third).Want(200)
	})
}

// T21: of refreshes at once all get one and the same successor.
func TestT21ParallelRefreshesHaveOneSuccessor(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna := s.SignUp("Anna Lodi")
	const trials = 200
	for trial := range trials {
		answers := apitest.AnswersAtOnce(2+trial%3, func(i int) *apitest.Answer { return refresh(anna, anna.Refresh) })
		next := answers[0].Want(200).Text("refreshToken")
		for _, a := range answers {
			if got := a.Want(200).Text("refreshToken"); got != next {
				t.Fatalf("trial %d: two successors", trial)
			}
		}
		anna.Refresh = next
	}
	if n := s.Database.Count(t, "select count(*) from platform.refresh_tokens where used_at is null"); n != 1 {
		t.Errorf("%d tokens can be exchanged", n)
	}
	if n := s.Database.Count(t, "select count(*) from platform.refresh_tokens"); n != trials+1 {
		t.Errorf("%d tokens after %d exchanges", n, trials)
	}
}

// T21: a client that does not get the answer asks again and is not locked out, at whatever moment the first request
// was cut off.
func TestT21LostAnswerLocksNobodyOut(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna := s.SignUp("Anna Lodi")
	random := rand.New(rand.NewPCG(2009, 2))
	for trial := range 100 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(random.IntN(4000))*time.Microsecond)
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.Address+"/v1/sessions/refresh",
			strings.NewReader(`{"refreshToken": "`+anna.Refresh+`"}`))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		if answer, err := http.DefaultClient.Do(request); err == nil {
			answer.Body.Close()
		}
		cancel()
		again := refresh(anna, anna.Refresh)
		if again.Status != 200 {
			t.Fatalf("trial %d: locked out: %s", trial, again.Body)
		}
		anna.Refresh = again.Text("refreshToken")
	}
}

// T29: sessions end at the next request, whatever their tokens say.
func TestT29SessionsEnd(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	gone := func(t *testing.T, c *apitest.Client) {
		t.Helper()
		c.In(t).Get("/me").Refused(401, "unauthenticated")
		refresh(c.In(t), c.Refresh).Refused(401, "refresh-invalid")
	}
	t.Run("by signing out: this one", func(t *testing.T) {
		anna := s.SignUp("Anna Lodi").In(t)
		phone := anna.Again()
		anna.Delete("/sessions/current").Want(204)
		gone(t, anna)
		phone.Get("/me").Want(200)
	})
	t.Run("by signing out everywhere: all", func(t *testing.T) {
		anna := s.SignUp("Anna Lodi").In(t)
		bruno := s.SignUp("Bruno Rossi").In(t)
		phone := anna.Again()
		anna.Delete("/sessions").Want(204)
		gone(t, anna)
		gone(t, phone)
		bruno.Get("/me").Want(200)
	})
	t.Run("by a change of the password: all others", func(t *testing.T) {
		anna := s.SignUp("Anna Lodi").In(t)
		phone := anna.Again()
		anna.Post("/me/password", apitest.JSON{"current": anna.Password, "new": "sette gatti bianchi"}).Want(204)
		gone(t, phone)
		anna.Get("/me").Want(200)
		anna.Post("/sessions", apitest.JSON{"email": anna.Email, "password": anna.Password}).Refused(401, "credentials-wrong")
		anna.Password = "sette gatti bianchi"
		anna.SignIn()
		s.Mailbox.Wait(anna.Email, "password-changed")
	})
	t.Run("by a reset of the password: all", func(t *testing.T) {
		anna := s.SignUp("Anna Lodi").In(t)
		anna.Post("/password-resets", apitest.JSON{"email": anna.Email}).Want(202)
		proof := apitest.Token(t, s.Mailbox.Wait(anna.Email, "reset-password"))
		anna.Post("/password-resets/confirmation", apitest.JSON{"token": proof, "password": "sette gatti bianchi"}).Want(204)
		gone(t, anna)
		anna.Password = "sette gatti bianchi"
		anna.SignIn()
		s.Mailbox.Wait(anna.Email, "password-changed")
	})
	t.Run("without a password, as after an archive was restored: none by guessing, one by a reset", func(t *testing.T) {
		anna := s.SignUp("Anna Lodi").In(t)
		s.Database.Alter(t, "update platform.accounts set password_hash = '' where id = $1", anna.ID)
		for _, guess := range []string{anna.Password, "x"} {
			anna.Post("/sessions", apitest.JSON{"email": anna.Email, "password": guess}, apitest.Bearer("")).Refused(401, "credentials-wrong")
		}
		anna.Post("/me/password", apitest.JSON{"current": anna.Password, "new": "sette gatti bianchi"}).Refused(422, "password-wrong")
		anna.Post("/password-resets", apitest.JSON{"email": anna.Email}).Want(202)
		proof := apitest.Token(t, s.Mailbox.Wait(anna.Email, "reset-password"))
		anna.Post("/password-resets/confirmation", apitest.JSON{"token": proof, "password": "sette gatti bianchi"}).Want(204)
		anna.Password = "sette gatti bianchi"
		anna.SignIn()
	})
	t.Run("by suspension: all, and no new one", func(t *testing.T) {
		anna := s.SignUp("Anna Lodi").In(t)
		s.Database.Alter(t, "update platform.accounts set suspended_at = now() where id = $1", anna.ID)
		gone(t, anna)
		anna.Post("/sessions", apitest.JSON{"email": anna.Email, "password": anna.Password}, apitest.Bearer("")).Refused(403, "account-suspended")
		anna.Post("/sessions", apitest.JSON{"email": anna.Email, "password": "wrong"}, apitest.Bearer("")).Refused(401, "credentials-wrong")
	})
}

// A sign-in with the old password that is under way while it is changed leaves no
// session behind.
func TestT29NoSignInOutlivesItsPassword(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna := s.SignUp("Anna Lodi")
	for trial := range 10 {
		s.Clock.Advance(2 * time.Minute) // ten guesses in a quarter of an hour are too many
		anna.Renew()
		other := "sette gatti bianchi"
		if trial%2 == 1 {
			other = apitest.Password
		}
		answers := apitest.AnswersAtOnce(2, func(i int) *apitest.Answer {
			if i == 0 {
				return anna.Post("/me/password", apitest.JSON{"current": anna.Password, "new": other})
			}
			time.Sleep(time.Duration(trial*4) * time.Millisecond)
			return s.Anonymous().Post("/sessions", apitest.JSON{"email": anna.Email, "password": anna.Password})
		})
		answers[0].Want(204)
		if late := answers[1]; late.Status == 201 {
			s.Anonymous().Get("/me", apitest.Bearer(late.Text("accessToken"))).Want(401)
		}
		anna.Password = other
		if n := s.Database.Count(t, "select count(*) from platform.sessions where account_id = $1 and revoked_at is null", anna.ID); n != 1 {
			t.Fatalf("trial %d: %d sessions stand", trial, n)
		}
	}
}

// No stored secret is readable in the database, a guess at a password costs a slow hash even if a request was
// remembered, and jobs name no person.
func TestNothingSecretIsStored(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna := s.SignUp("Anna Lodi")
	federation := anna.Found("federation", "Federazione")
	first := anna.Refresh
	anna.Renew()
	s.Anonymous().Post("/password-resets", apitest.JSON{"email": anna.Email}, apitest.Key("a-key-of-anna")).Want(202)
	proof := apitest.Token(t, s.Mailbox.Wait(anna.Email, "reset-password"))
	anna.Post(federation.Path+"/invitations", apitest.JSON{"email": "bruno@example.org", "role": "organizer", "scope": apitest.WholeTenant()}).Want(201)
	s.Mailbox.Wait("bruno@example.org", "invitation")
	secrets := []string{anna.Access, anna.Refresh, first, proof, anna.Password}
	for _, table := range []string{
		"platform.accounts", "platform.sessions", "platform.refresh_tokens", "platform.mail_tokens", "platform.idempotency",
		"league.grants", "league.invitations", "league.log", "league.audit", "league.idempotency", "jobs.river_job",
	} {
		for _, secret := range secrets {
			if n := s.Database.Count(t, "select count(*) from "+table+" r where position($1 in r::text) > 0", secret); n != 0 {
				t.Errorf("%s holds a secret", table)
			}
		}
	}
	for _, table := range []string{"jobs.river_job", "league.log", "league.audit"} {
		for _, personal := range []string{anna.Email, "bruno@example.org", "Anna Lodi"} {
			if n := s.Database.Count(t, "select count(*) from "+table+" r where position($1 in r::text) > 0", personal); n != 0 {
				t.Errorf("%s holds %q", table, personal)
			}
		}
	}
}

// A hash made at an earlier, lower cost is replaced at the next sign-in.
func TestSignInRenewsACheapHash(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna := s.SignUp("Anna Lodi")
	const cheap = "$argon2id$v=19$m=8192,t=1,p=1$"
	s.Database.Alter(t, "update platform.accounts set password_hash = $2 where id = $1", anna.ID, cheapHash(t, anna.Password))
	if n := s.Database.Count(t, "select count(*) from platform.accounts where starts_with(password_hash, $1)", cheap); n != 1 {
		t.Fatal("the hash is not cheap")
	}
	anna.SignIn()
	if n := s.Database.Count(t, "select count(*) from platform.accounts where starts_with(password_hash, $1)", cheap); n != 0 {
		t.Error("the hash is still cheap")
	}
	anna.SignIn()
}

func TestPasswordChangesRefuse(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna := s.SignUp("Anna Lodi")
	change := func(current, next string) *apitest.Answer {
		return anna.Post("/me/password", apitest.JSON{"current": current, "new": next})
	}
	change("not her password", "sette gatti bianchi").Refused(422, "password-wrong")
	change(anna.Password, "annalodi1").Refused(422, "password-guessable")
	change(anna.Password, "short").Want(422)
	t.Run("of two at once one wins", func(t *testing.T) {
		next := []string{"sette gatti bianchi", "otto gatti bianchi"}
		answers := apitest.AnswersAtOnce(2, func(i int) *apitest.Answer { return change(anna.Password, next[i]) })
		if got := apitest.Statuses(answers); !slices.Equal(got, []int{204, 422}) {
			t.Fatalf("got %v", got)
		}
		anna.Password = next[slices.IndexFunc(answers, func(a *apitest.Answer) bool { return a.Status == 204 })]
		anna.SignIn()
	})
	t.Run("a reset keeps its link where the password is refused", func(t *testing.T) {
		s.Anonymous().Post("/password-resets", apitest.JSON{"email": anna.Email}).Want(202)
		proof := apitest.Token(t, s.Mailbox.Wait(anna.Email, "reset-password"))
		set := func(next string) *apitest.Answer {
			return s.Anonymous().In(t).Post("/password-resets/confirmation", apitest.JSON{"token": proof, "password": next})
		}
		set("annalodi1").Refused(422, "password-guessable")
		set("nove gatti bianchi").Want(204)
		set("dieci gatti bianchi").Refused(422, "link-invalid")
	})
}

// Every operation for signed-in people refuses strangers and wrong tokens.
func TestOperationsOfAPersonNeedThatPerson(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	stranger := s.Anonymous()
	for _, op := range []struct {
		method, path string
		body         any
	}{
		{"GET", "/me", nil},
		{"PATCH", "/me", apitest.JSON{"name": "Anna"}},
		{"POST", "/me/password", apitest.JSON{"current": "x", "new": "sette gatti bianchi"}},
		{"GET", "/me/grants", nil},
		{"GET", "/me/invitations", nil},
		{"POST", "/me/invitations/" + uuid.NewString() + "/acceptance", nil},
		{"DELETE", "/sessions", nil},
		{"DELETE", "/sessions/current", nil},
		{"POST", "/tenants", apitest.JSON{"slug": "fed", "name": "Federazione", "kind": "federation"}},
	} {
		stranger.Do(op.method, op.path, op.body, apitest.Match(`"1"`)).Refused(401, "sign-in-required")
		stranger.Do(op.method, op.path, op.body, apitest.Match(`"1"`), apitest.Bearer("wrong")).Refused(401, "unauthenticated")
	}
}
