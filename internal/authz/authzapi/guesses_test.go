package authzapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/authz/token"
)

// knocker tries passwords of an account.
type knocker struct {
	*apitest.Client
	from, device string
}

// try answers an attempt.
func (k knocker) try(email, password string) *apitest.Answer {
	k.T.Helper()
	body := apitest.JSON{"email": email, "password": password}
	if k.device != "" {
		body["device"] = k.device
	}
	return k.Post("/sessions", body, apitest.From(k.from))
}

// reached returns whether an attempt with a wrong password was looked at, and not refused before.
func (k knocker) reached(email string) bool {
	k.T.Helper()
	answer := k.try(email, "a wrong guess")
	if answer.Status == 401 {
		return true
	}
	if answer.Refused(429, "too-many-attempts").Header.Get("Retry-After") == "" {
		k.T.Error("not said when to try again")
	}
	return false
}

// T23: of a thousand guesses at an account, few reach the hash: ten in any fifteen minutes from all networks together, and
// seven from one network. An unknown address is guarded alike.
func TestT23GuessesAreLimited(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule     string
		from     func(n int) string
		guesses  int // every twelve seconds
		inAll    int
		inWindow int // fifteen minutes
	}{
		{"from one network", func(int) string { return "192.0.2.7" }, 1000, 4 + 200/5, 7},
		{"from one IPv6 network", func(n int) string { return fmt.Sprintf("2001:db8:1:2::%x", n) }, 100, 4 + 20/5, 7},
		{"from everywhere", func(n int) string { return fmt.Sprintf("198.51.100.%d", n) }, 200, 7 + 40/5, 10},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			s := apitest.StartWith(t, apitest.BehindProxy)
			for _, email := range []string{s.SignUp("Anna Lodi").Email, "nobody@example.org"} {
				var reached []time.Time
				for n := range tt.guesses {
					if (knocker{s.Anonymous(), tt.from(n), ""}).reached(email) {
						reached = append(reached, s.Clock.Now())
					}
					s.Clock.Advance(12 * time.Second)
				}
				if len(reached) > tt.inAll || len(reached) < tt.inAll/2 {
					t.Errorf("%d of %d guesses at %s were looked at, want %d", len(reached), tt.guesses, email, tt.inAll)
				}
				for i := tt.inWindow; i < len(reached); i++ {
					if span := reached[i].Sub(reached[i-tt.inWindow]); span < 15*time.Minute {
						t.Fatalf("%d guesses within %s", tt.inWindow+1, span)
					}
				}
			}
		})
	}
}

// A stranger's guesses do not lock the owner out: not from another network, and on a device on which the owner has
// signed in before not even if strangers guess from everywhere.
func TestStrangersDoNotLockTheOwnerOut(t *testing.T) {
	t.Parallel()
	s := apitest.StartWith(t, apitest.BehindProxy)
	anna := s.SignUp("Anna Lodi")
	home, stranger := knocker{s.Anonymous(), "192.0.2.7", ""}, knocker{s.Anonymous(), "203.0.113.9", ""}
	device := home.try(anna.Email, anna.Password).Want(201).Text("device")
	guessing := func(k knocker) {
		for range 10 {
			k.reached(anna.Email)
		}
	}
	t.Run("one stranger, all night", func(t *testing.T) {
		home.T, stranger.T = t, t
		for range 20 {
			for stranger.reached(anna.Email) {
			}
			home.try(anna.Email, anna.Password).Want(201)
			s.Clock.Advance(5 * time.Minute)
		}
		stranger.try(anna.Email, anna.Password).Want(201) // a positive control: the wait is over
	})
	t.Run("strangers everywhere", func(t *testing.T) {
		home.T = t
		for n := range 10 {
			guessing(knocker{s.Anonymous().In(t), fmt.Sprintf("198.51.100.%d", n), ""})
		}
		home.try(anna.Email, anna.Password).Refused(429, "too-many-attempts")
		known := knocker{s.Anonymous().In(t), "192.0.2.99", device}
		for range 20 {
			if again := known.try(anna.Email, anna.Password).Want(201); again.Text("device") != "" {
				t.Error("a known device is told that it is")
			}
		}
		t.Run("nor in the same network", func(t *testing.T) {
			known.T, known.from = t, "198.51.100.1"
			known.try(anna.Email, anna.Password).Want(201)
		})
		t.Run("a link by mail leads in", func(t *testing.T) {
			s.Anonymous().In(t).Post("/sign-in-links", apitest.JSON{"email": anna.Email}, apitest.From(home.from)).Want(202)
			link := apitest.Token(t, s.Mailbox.Wait(anna.Email, "sign-in"))
			answer := s.Anonymous().In(t).Post("/sessions/by-link", apitest.JSON{"token": link}, apitest.From(home.from)).Want(201)
			knocker{s.Anonymous().In(t), home.from, answer.Text("device")}.try(anna.Email, anna.Password).Want(201)
		})
	})
	t.Run("a device is one account's, for a time, and guesses on it are counted", func(t *testing.T) {
		bruno := s.SignUp("Bruno Rossi").In(t)
		stranger.T = t
		for range 10 {
			knocker{s.Anonymous().In(t), "192.0.2.50", ""}.reached(bruno.Email)
		}
		knocker{bruno, "192.0.2.50", device}.try(bruno.Email, bruno.Password).Refused(429, "too-many-attempts")
		thief, n := knocker{s.Anonymous().In(t), "192.0.2.51", device}, 0
		for n < 20 && thief.reached(anna.Email) {
			n++
		}
		if n != 5 {
			t.Errorf("%d guesses on a known device", n)
		}
		s.Clock.Advance(token.DeviceLifetime)
		for range 10 {
			stranger.reached(anna.Email)
		}
		stranger.device = device
		stranger.try(anna.Email, anna.Password).Refused(429, "too-many-attempts")
	})
}

// The counts are the same on another replica, and after all replicas have started anew.
func TestGuessesAreCountedForAllReplicas(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna := s.SignUp("Anna Lodi")
	other := s.Replica()
	servers, reached := []*apitest.Server{s, other}, 0
	for n := range 20 {
		if (knocker{servers[n%2].Anonymous(), "", ""}).reached(anna.Email) {
			reached++
		}
	}
	s.Restart()
	if reached != 4 || (knocker{s.Anonymous(), "", ""}).reached(anna.Email) {
		t.Errorf("%d guesses were looked at, and one after a restart", reached)
	}
}

// Guesses at once are counted as one after the other.
func TestGuessesAtOnceAreCounted(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna := s.SignUp("Anna Lodi")
	answers := apitest.AnswersAtOnce(40, func(int) *apitest.Answer {
		return s.Anonymous().Post("/sessions", apitest.JSON{"email": anna.Email, "password": "a wrong guess"})
	})
	reached := 0
	for _, answer := range answers {
		if answer.Status == 401 {
			reached++
		} else {
			answer.Refused(429, "too-many-attempts")
		}
	}
	if reached != 4 {
		t.Errorf("%d guesses were looked at", reached)
	}
}

// On the morning of a tournament three hundred people sign in at once, all of them in the network
// of the venue, and each is answered.
func TestThreeHundredSignInsAtOnce(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	anna := s.SignUp("Anna Lodi")
	s.Database.Alter(t, `insert into platform.accounts (id, email, email_key, name, password_hash, verified_at, created_at)
		select gen_random_uuid(), n || '@example.org', n || '@example.org', 'Player ' || n, password_hash, verified_at, created_at
		from platform.accounts, generate_series(1, 300) n`)
	answers := apitest.AnswersAtOnce(300, func(n int) *apitest.Answer {
		return s.Anonymous().Post("/sessions", apitest.JSON{"email": fmt.Sprintf("%d@example.org", n+1), "password": anna.Password})
	})
	for n, answer := range answers {
		if answer.Status != 201 {
			t.Fatalf("the %d. of three hundred: %d %s", n+1, answer.Status, answer.Body)
		}
	}
}

// An address that has accepted a role may be offered as many more as a season needs, an unknown address may not.
func TestOffersOfASeason(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	federation := s.Federation("Federazione")
	rita := federation.Member("Rita Arbitri", "organizer", apitest.WholeTenant())
	offer := func(email string, region uuid.UUID) *apitest.Answer {
		return federation.Manager.Post(federation.Path+"/invitations", apitest.JSON{"email": email, "role": "regional-contact", "scope": apitest.Region(region)})
	}
	for n := range 25 {
		region := federation.Region(fmt.Sprintf("Regione %d", n+1))
		offer(rita.Email, region).Want(201)
		if answer := offer("stranger@example.org", region); n < 20 {
			answer.Want(201)
		} else {
			answer.Refused(429, "too-many-letters-to-address")
		}
	}
}

// Letters to one box are few, whatever is written behind a plus in its address.
func TestLettersToOneMailboxAreFew(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	federation := s.Federation("Federazione")
	invite := func(email string) *apitest.Answer {
		return federation.Manager.Post(federation.Path+"/invitations", apitest.JSON{"email": email, "role": "organizer", "scope": apitest.WholeTenant()})
	}
	sent := 0
	for n := range 60 {
		answer := invite(fmt.Sprintf("Victim+%d@example.org", n))
		if answer.Status == 201 {
			sent++
		} else if answer.Refused(429, "too-many-letters-to-address").Header.Get("Retry-After") != "600" {
			t.Errorf("to be tried again after %s", answer.Header.Get("Retry-After"))
		}
	}
	if sent != 20 {
		t.Errorf("%d letters to one box", sent)
	}
	invite("somebody+1@example.org").Want(201)
	invite("+1@example.org").Want(201) // nothing stands before the plus: a name of its own
	s.Clock.Advance(10 * time.Minute)
	federation.Manager.Renew()
	invite("victim@example.org").Want(201)
	invite("victim@example.org").Refused(429, "too-many-letters-to-address")
	if n := s.Database.Count(t, "select count(*) from league.invitations where email like 'Victim%' or email like 'victim%'"); n != 21 {
		t.Errorf("%d invitations", n)
	}
	if named := s.Database.Text(t, "select string_agg(a::text, ' ') from platform.allowances a"); strings.Contains(strings.ToLower(named), "victim") {
		t.Error("what is counted names somebody")
	}
}
