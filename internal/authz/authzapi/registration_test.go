package authzapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/internal/authz/token"
)

func TestRegistration(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna := s.Register("Anna Lodi")
	stranger := s.Anonymous()
	signIn := func(password string) *apitest.Answer {
		return stranger.Post("/sessions", apitest.JSON{"email": anna.Email, "password": password})
	}
	signIn("not her password").Refused(401, "credentials-wrong")
	signIn(apitest.Password).Refused(403, "address-not-confirmed")

	received := s.Mailbox.Wait(anna.Email, "verify-address")
	if received.To.Name != "Anna Lodi" || received.Language != "en" {
		t.Errorf("the mail is to %q in %q", received.To.Name, received.Language)
	}
	proof := apitest.Token(t, received)
	stranger.Post("/account-verifications", apitest.JSON{"token": proof}).Want(204)
	anna.SignIn()
	me := anna.Get("/me").Want(200)
	if me.Text("email") != anna.Email || me.Text("name") != "Anna Lodi" || me.Value("verified") != true {
		t.Errorf("her account is %s", me.Body)
	}
	stranger.Post("/account-verifications", apitest.JSON{"token": proof}).Refused(422, "link-invalid")
}

func TestRegistrationRefuses(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	with := func(changes apitest.JSON) apitest.JSON {
		body := apitest.JSON{"email": "anna@example.org", "password": apitest.Password, "name": "Anna Lodi"}
		for name, value := range changes {
			body[name] = value
			if value == nil {
				delete(body, name)
			}
		}
		return body
	}
	tests := []struct {
		rule   string
		body   any
		status int
		reason string
	}{
		{"a password of seven characters", with(apitest.JSON{"password": "kv9tzmw"}), 422, "invalid"},
		{"a password that is guessed first", with(apitest.JSON{"password": "password1"}), 422, "password-guessable"},
		{"one made of the name", with(apitest.JSON{"password": "annalodi!"}), 422, "password-guessable"},
		{"the address itself", with(apitest.JSON{"email": "primavera@example.org", "password": "Primavera@example.org"}), 422, "password-guessable"},
		{"one made of the address", with(apitest.JSON{"email": "primavera@example.org", "password": "primavera1"}), 422, "password-guessable"},
		{"an address without a dot in its domain", with(apitest.JSON{"email": "anna@localhost"}), 422, "email-malformed"},
		{"an address that mixes alphabets", with(apitest.JSON{"email": "аnna@example.org"}), 422, "email-look-alike"},
		{"a name of spaces", with(apitest.JSON{"name": "   "}), 422, "name-too-short"},
		{"a name that turns the reading round", with(apitest.JSON{"name": "Anna \u202eidoL"}), 422, "name-unreadable"},
		{"no name", with(apitest.JSON{"name": nil}), 422, "invalid"},
		{"a language nobody speaks here", with(apitest.JSON{"language": "la"}), 422, "invalid"},
		{"a role smuggled in", with(apitest.JSON{"verified": true}), 422, "invalid"},
		{"no object", "[]", 422, "invalid"},
		{"no JSON", "{", 400, "invalid-json"},
		{"a key twice", `{"email": "a@example.org", "email": "b@example.org"}`, 400, "duplicate-key"},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			answer := s.Anonymous().In(t).Post("/accounts", tt.body).Want(tt.status)
			if got := answer.Text("reason"); got != tt.reason {
				t.Errorf("refused because of %q, want %q", got, tt.reason)
			}
		})
	}
	if n := s.Database.Count(t, "select count(*) from platform.accounts"); n != 0 {
		t.Errorf("%d accounts were stored", n)
	}
}

// T06, T23: nothing reveals to a stranger whether an address has an account.
func TestT06SameAnswerForKnownAndUnknownAddress(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna := s.SignUp("Anna Lodi")
	stranger := s.Anonymous()
	for i, tt := range []struct {
		path string
		body func(email string) apitest.JSON
	}{
		{"/accounts", func(email string) apitest.JSON {
			return apitest.JSON{"email": email, "password": "sette gatti bianchi", "name": "Anna Lodi"}
		}},
		{"/password-resets", func(email string) apitest.JSON { return apitest.JSON{"email": email} }},
		{"/sign-in-links", func(email string) apitest.JSON { return apitest.JSON{"email": email} }},
		{"/sessions", func(email string) apitest.JSON {
			return apitest.JSON{"email": email, "password": "sette gatti bianchi"}
		}},
	} {
		known, unknown := stranger.Post(tt.path, tt.body(anna.Email)), stranger.Post(tt.path, tt.body(fmt.Sprintf("nobody%d@example.org", i)))
		if a, b := known.Traits(), unknown.Traits(); a != b {
			t.Errorf("%s answers\n%s\nto a known address and\n%s\nto an unknown one", tt.path, a, b)
		}
	}
	t.Run("the owner learns of it, and nothing has changed", func(t *testing.T) {
		received := s.Mailbox.Wait(anna.Email, "already-registered")
		if received.To.Name != "Anna Lodi" {
			t.Errorf("the mail is to %q", received.To.Name)
		}
		anna.SignIn()
	})
	t.Run("the address in another spelling is the same", func(t *testing.T) {
		shouted := strings.ToUpper(anna.Email)
		s.AwaitJobs() // a letter that is still on its way is not sent twice
		stranger.Post("/accounts", apitest.JSON{"email": shouted, "password": "sette gatti bianchi", "name": "Anna"}).Want(202)
		s.Mailbox.Wait(anna.Email, "already-registered")
		stranger.Post("/sessions", apitest.JSON{"email": shouted, "password": apitest.Password}).Want(201)
	})
}

// Until the address is confirmed the latest registration counts, so that registering another person's address and
// waiting for them to confirm it is of no use.
func TestLatestRegistrationCounts(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	thief := s.Register("Anna Lodi")
	early := apitest.Token(t, s.Mailbox.Wait(thief.Email, "verify-address"))
	stranger := s.Anonymous()
	stranger.Post("/accounts", apitest.JSON{"email": thief.Email, "password": "sette gatti bianchi", "name": "Anna Lodi, the real one"}).Want(202)
	late := apitest.Token(t, s.Mailbox.Wait(thief.Email, "verify-address"))

	stranger.Post("/account-verifications", apitest.JSON{"token": early}).Refused(422, "link-invalid")
	stranger.Post("/account-verifications", apitest.JSON{"token": late}).Want(204)
	stranger.Post("/sessions", apitest.JSON{"email": thief.Email, "password": apitest.Password}).Refused(401, "credentials-wrong")
	owner := *thief
	owner.Password = "sette gatti bianchi"
	owner.SignIn()
	if got := owner.Get("/me").Want(200).Text("name"); got != "Anna Lodi, the real one" {
		t.Errorf("the account is of %q", got)
	}
}

func TestRegistrationIsIdempotentByKey(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	stranger := s.Anonymous()
	body := apitest.JSON{"email": "anna@example.org", "password": apitest.Password, "name": "Anna Lodi"}
	stranger.Post("/accounts", body, apitest.Key("my-first-try")).Want(202)
	again := stranger.Post("/accounts", body, apitest.Key("my-first-try")).Want(202)
	if again.Header.Get("Idempotency-Replayed") != "true" {
		t.Error("the repeat does not say so")
	}
	body["name"] = "Another Anna"
	stranger.Post("/accounts", body, apitest.Key("my-first-try")).Want(422)
	proof := apitest.Token(t, s.Mailbox.Wait("anna@example.org", "verify-address"))
	stranger.Post("/account-verifications", apitest.JSON{"token": proof}, apitest.Key("confirm-1")).Want(204)
	stranger.Post("/account-verifications", apitest.JSON{"token": proof}, apitest.Key("confirm-1")).Want(204)
	if n := s.Database.Count(t, "select count(*) from jobs.river_job"); n != 1 {
		t.Errorf("%d jobs, want one mail", n)
	}
}

func TestRegistrationsAtOnceMakeOneAccount(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	stranger := s.Anonymous()
	answers := apitest.AnswersAtOnce(3, func(int) *apitest.Answer {
		return stranger.Post("/accounts", apitest.JSON{"email": "anna@example.org", "password": apitest.Password, "name": "Anna Lodi"})
	})
	if got := apitest.Statuses(answers); !slices.Equal(got, []int{202, 202, 202}) {
		t.Errorf("got %v", got)
	}
	if n := s.Database.Count(t, "select count(*) from platform.accounts"); n != 1 {
		t.Errorf("%d accounts", n)
	}
	s.Anonymous().Post("/accounts", apitest.JSON{"email": "anna@example.org", "password": apitest.Password, "name": "Anna Lodi"}).
		Refused(429, "too-many-attempts")
}

// T24: a link works once, for its purpose, for an hour, also when two requests race for it.
func TestT24LinksOfMails(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	stranger := s.Anonymous()
	verify := func(secret string) *apitest.Answer {
		return stranger.Post("/account-verifications", apitest.JSON{"token": secret})
	}
	reset := func(secret string) *apitest.Answer {
		return stranger.Post("/password-resets/confirmation", apitest.JSON{"token": secret, "password": "sette gatti bianchi"})
	}
	askReset := func(c *apitest.Client) string {
		stranger.Post("/password-resets", apitest.JSON{"email": c.Email}).Want(202)
		return apitest.Token(t, s.Mailbox.Wait(c.Email, "reset-password"))
	}

	signIn := func(secret string) *apitest.Answer {
		return stranger.Post("/sessions/by-link", apitest.JSON{"token": secret})
	}
	askSignIn := func(c *apitest.Client) string {
		for s.Database.Count(t, "select count(*) from jobs.river_job where kind = 'letter.sign-in' and state in ('available', 'running')") > 0 {
			time.Sleep(10 * time.Millisecond) // a letter that is still on its way is not sent twice
		}
		stranger.Post("/sign-in-links", apitest.JSON{"email": c.Email}).Want(202)
		return apitest.Token(t, s.Mailbox.Wait(c.Email, "sign-in"))
	}

	t.Run("for its purpose only", func(t *testing.T) {
		bruno := s.Register("Bruno Rossi")
		proof := apitest.Token(t, s.Mailbox.Wait(bruno.Email, "verify-address"))
		reset(proof).Refused(422, "link-invalid")
		signIn(proof).Refused(422, "link-invalid")
		change := askReset(bruno)
		verify(change).Refused(422, "link-invalid")
		signIn(change).Refused(422, "link-invalid")
		verify(proof).Want(204)
		enter := askSignIn(bruno)
		reset(enter).Refused(422, "link-invalid")
		signIn(enter).Want(201)
		reset(change).Want(204)
	})
	t.Run("for an hour", func(t *testing.T) {
		carla := s.Register("Carla Neri")
		proof := apitest.Token(t, s.Mailbox.Wait(carla.Email, "verify-address"))
		s.Clock.Advance(time.Hour)
		verify(proof).Refused(422, "link-invalid")
	})
	t.Run("once, of many at once", func(t *testing.T) {
		for range 10 {
			dario := s.Register("Dario Verdi")
			proof := apitest.Token(t, s.Mailbox.Wait(dario.Email, "verify-address"))
			answers := apitest.AnswersAtOnce(4, func(i int) *apitest.Answer { return verify(proof) })
			if got := apitest.Statuses(answers); !slices.Equal(got, []int{204, 422, 422, 422}) {
				t.Fatalf("got %v", got)
			}
		}
	})
	t.Run("resets too", func(t *testing.T) {
		elena := s.SignUp("Elena Fabbri")
		change := askReset(elena)
		answers := apitest.AnswersAtOnce(4, func(i int) *apitest.Answer { return reset(change) })
		if got := apitest.Statuses(answers); !slices.Equal(got, []int{204, 422, 422, 422}) {
			t.Fatalf("got %v", got)
		}
	})
	t.Run("those that sign in too, and one ends the others", func(t *testing.T) {
		gina := s.SignUp("Gina Serra")
		enter, other := askSignIn(gina), askSignIn(gina)
		answers := apitest.AnswersAtOnce(4, func(i int) *apitest.Answer { return signIn(enter) })
		if got := apitest.Statuses(answers); !slices.Equal(got, []int{201, 422, 422, 422}) {
			t.Fatalf("got %v", got)
		}
		signIn(other).Refused(422, "link-invalid")
		i := slices.IndexFunc(answers, func(a *apitest.Answer) bool { return a.Status == 201 })
		if got := stranger.Get("/me", apitest.Bearer(answers[i].Text("accessToken"))).Want(200); got.Text("email") != gina.Email {
			t.Errorf("signed in as %s", got.Body)
		}
	})
	t.Run("a new password ends those that sign in", func(t *testing.T) {
		ines := s.SignUp("Ines Conti")
		before := askSignIn(ines)
		reset(askReset(ines)).Want(204)
		signIn(before).Refused(422, "link-invalid")
		second := askSignIn(ines)
		ines.Password = "sette gatti bianchi"
		ines.SignIn()
		ines.Post("/me/password", apitest.JSON{"current": ines.Password, "new": "nove gatti rossi e blu"}).Want(204)
		signIn(second).Refused(422, "link-invalid")
	})
	t.Run("who was suspended meanwhile does not sign in", func(t *testing.T) {
		ugo := s.SignUp("Ugo Bassi")
		enter := askSignIn(ugo)
		s.Database.Alter(t, "update platform.accounts set suspended_at = now() where email = $1", ugo.Email)
		signIn(enter).Refused(403, "account-suspended")
	})
	t.Run("what is no link", func(t *testing.T) {
		for _, text := range []string{token.NewLink().Text, strings.Repeat("A", 22), strings.Repeat("%", 22), "too short to be one"} {
			verify(text).Refused(422, "link-invalid")
			reset(text).Refused(422, "link-invalid")
			signIn(text).Refused(422, "link-invalid")
		}
	})
	t.Run("by POST and by nothing else", func(t *testing.T) {
		fabio := s.Register("Fabio Gallo")
		proof := apitest.Token(t, s.Mailbox.Wait(fabio.Email, "verify-address"))
		stranger.Get("/account-verifications?token=" + proof).Want(405)
		verify(proof).Want(204)
	})
}

// T24: links begin with the configured address, whatever the request's Host is.
func TestT24LinksIgnoreTheHostOfTheRequest(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	body := apitest.JSON{"email": "anna@example.org", "password": apitest.Password, "name": "Anna Lodi"}
	s.Anonymous().Post("/accounts", body,
		apitest.Header("X-Forwarded-Host", "evil.example"), apitest.Header("Forwarded", "host=evil.example"),
		apitest.Header("X-Forwarded-Proto", "http"), apitest.Host("evil.example")).Want(202)
	received := s.Mailbox.Wait("anna@example.org", "verify-address")
	for _, link := range received.Links() {
		if !strings.HasPrefix(link, apitest.PublicURL+"/") {
			t.Errorf("the mail leads to %s", link)
		}
	}
	if strings.Contains(received.Text+received.HTML, "evil") {
		t.Error("the mail names the host of the request")
	}
}
