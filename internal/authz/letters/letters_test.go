package letters_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/internal/mail"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

func TestMain(m *testing.M) {
	tenantdbtest.Unheard()
	os.Exit(apitest.Run(m))
}

// waitJobs waits until n jobs of a kind have come to a state, or failed for the first
// time.
func waitJobs(t *testing.T, s *apitest.Server, kind, state string, n int) {
	t.Helper()
	for range 1500 {
		got := s.Database.Count(t, `select count(*) from jobs.river_job
			where kind = $1 and (state::text = $2 or $2 = 'failed' and cardinality(errors) > 0)`, kind, state)
		if got == n {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("no %d jobs %s are %s", n, kind, state)
}

func mailsOf(s *apitest.Server, kind string) (n int) {
	for _, received := range s.Mailbox.All() {
		if received.Kind == kind {
			n++
		}
	}
	return n
}

// A mail server that does not answer costs nothing but time: the letter comes later,
// once, and its link works.
func TestLetterComesLater(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	s.ErrorsDue()
	s.Mailbox.Fail(errors.New("connection refused"))
	anna := s.Register("Anna Lodi")
	waitJobs(t, s, "letter.verify-address", "failed", 1)
	s.Mailbox.Fail(nil)
	proof := apitest.Token(t, s.Mailbox.Wait(anna.Email, "verify-address"))
	anna.Post("/account-verifications", apitest.JSON{"token": proof}).Want(204)
	anna.SignIn()
	if n := mailsOf(s, "verify-address"); n != 1 {
		t.Errorf("%d letters", n)
	}
}

func TestLetterIsGivenUp(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	s.ErrorsDue()
	s.Mailbox.Fail(fmt.Errorf("nobody there: %w", mail.ErrRefused))
	s.Register("Anna Lodi")
	waitJobs(t, s, "letter.verify-address", "cancelled", 1)
}

// T12: a letter is written only if there is still a reason to when its turn comes.
func TestT12NoLetterWithoutReason(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	s.ErrorsDue()
	federation, club := s.Federation("Federazione"), s.Club("Circolo")
	invite := func(email string) string {
		return federation.Manager.Post(federation.Path+"/invitations",
			apitest.JSON{"email": email, "role": "organizer", "scope": apitest.WholeTenant()}).Want(201).Text("id")
	}
	suspended := s.SignUp("Dario Verdi")

	s.Mailbox.Fail(errors.New("connection refused"))
	withdrawn := invite("bruno@example.org")
	anna := s.Register("Anna Lodi")
	s.Anonymous().Post("/password-resets", apitest.JSON{"email": suspended.Email}).Want(202)
	s.Anonymous().Post("/password-resets", apitest.JSON{"email": "nobody@example.org"}).Want(202)
	for _, email := range []string{suspended.Email, anna.Email, "nobody@example.org"} { // Anna's address is not confirmed
		s.Anonymous().Post("/sign-in-links", apitest.JSON{"email": email}).Want(202)
	}
	asked := club.Manager.Post(club.Path+"/affiliations", apitest.JSON{"federation": federation.Slug}).Want(201).Text("id")
	for _, kind := range []string{"letter.invitation", "letter.verify-address", "letter.affiliation-requested"} {
		waitJobs(t, s, kind, "failed", 1)
	}
	federation.Manager.Delete(federation.Path + "/invitations/" + withdrawn).Want(204)
	club.Manager.Post(club.Path+"/affiliations/"+asked+"/decision", apitest.JSON{"decision": "end"}).Want(200)
	s.Database.Alter(t, "update platform.accounts set suspended_at = now() where email in ($1, $2)", suspended.Email, anna.Email)
	s.Mailbox.Fail(nil)
	// Failed jobs are due now, whatever the pause before they would be tried again.
	s.Database.Alter(t, "update jobs.river_job set scheduled_at = now(), state = 'available' where state in ('retryable', 'available')")
	invite("carla@example.org")
	s.Mailbox.Wait("carla@example.org", "invitation")

	waitJobs(t, s, "letter.verify-address", "completed", 4) // three managers and members signed up before
	waitJobs(t, s, "letter.invitation", "completed", 2)
	waitJobs(t, s, "letter.reset-password", "completed", 2)
	waitJobs(t, s, "letter.sign-in", "completed", 3)
	waitJobs(t, s, "letter.affiliation-requested", "completed", 1)
	for _, received := range s.Mailbox.All() {
		if received.To.Mail == "bruno@example.org" || received.To.Mail == anna.Email || strings.Contains(received.Kind, "affiliation") || slices.Contains([]string{"reset-password", "sign-in"}, received.Kind) {
			t.Errorf("%s was written %q", received.To.Mail, received.Kind)
		}
	}
}

// Letters are in the reader's language, or in the tenant's for a reader without account.
func TestLettersSpeakTheReadersLanguage(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	founder := s.SignUp("Anna Lodi")
	founder.Post("/tenants", apitest.JSON{"slug": "fic", "name": "Federazione", "kind": "federation", "languages": []string{"it", "en"}}).Want(201)
	reader := s.SignUp("Мария Иванова")
	reader.Patch("/me", apitest.JSON{"language": "bg"}, apitest.Match(reader.Get("/me").ETag())).Want(200)
	for email, want := range map[string]string{reader.Email: "bg", "nobody@example.org": "it"} {
		founder.Post("/tenants/fic/invitations", apitest.JSON{"email": email, "role": "organizer", "scope": apitest.WholeTenant()}).Want(201)
		if got := s.Mailbox.Wait(email, "invitation").Language; got != want {
			t.Errorf("%s is written to in %q, want %q", email, got, want)
		}
	}
	t.Run("a new account's is that of the request unless it says another", func(t *testing.T) {
		stranger := s.Anonymous().In(t)
		body := apitest.JSON{"email": "carla@example.org", "password": apitest.Password, "name": "Carla Neri"}
		stranger.Post("/accounts", body, apitest.Header("Accept-Language", "it-IT,it;q=0.9")).Want(202)
		if got := s.Mailbox.Wait("carla@example.org", "verify-address").Language; got != "it" {
			t.Errorf("written in %q", got)
		}
	})
}
