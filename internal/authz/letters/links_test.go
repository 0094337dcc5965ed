package letters_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/internal/mail"
)

// Every letter links to an existing page, in the language of the letter, on which its task can be done, by a form
// that sends the secret of the link. A reader who has to sign in first is led there and back.
func TestLettersLeadToPages(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	federation, club := s.Federation("Federazione"), s.Club("Circolo")
	anna := s.Register("Anna Lodi")
	verify := s.Mailbox.Wait(anna.Email, "verify-address")
	anna.Post("/account-verifications", apitest.JSON{"token": apitest.Token(t, verify)}).Want(204)
	anna.SignIn()
	anna.Patch("/me", apitest.JSON{"language": "bg"}, apitest.Match(anna.Get("/me").ETag())).Want(200)

	stranger := s.Anonymous()
	stranger.Post("/accounts", apitest.JSON{"email": anna.Email, "password": apitest.Password, "name": anna.Name}).Want(202)
	stranger.Post("/sign-in-links", apitest.JSON{"email": anna.Email}).Want(202)
	stranger.Post("/password-resets", apitest.JSON{"email": anna.Email}).Want(202)
	reset := s.Mailbox.Wait(anna.Email, "reset-password")
	stranger.Post("/password-resets/confirmation", apitest.JSON{"token": apitest.Token(t, reset), "password": "tre mattoni per una pecora"}).Want(204)
	federation.Manager.Post(federation.Path+"/invitations",
		apitest.JSON{"email": anna.Email, "role": "organizer", "scope": apitest.WholeTenant()}).Want(201)
	asked := club.Manager.Post(club.Path+"/affiliations", apitest.JSON{"federation": federation.Slug}).Want(201).Text("id")
	requested := s.Mailbox.Wait(federation.Manager.Email, "affiliation-requested")
	federation.Manager.Post(federation.Path+"/affiliations/"+asked+"/decision", apitest.JSON{"decision": "accept"}).Want(200)

	tests := []struct {
		letter mail.Received
		page   string // its address without the secret
		form   string // where its form leads; "" for a page without form
	}{
		{verify, "/account/verification?lang=en", "/account/verification?lang=en"},
		{s.Mailbox.Wait(anna.Email, "sign-in"), "/account/sign-in?lang=bg", "/account/sign-in?lang=bg"},
		{reset, "/account/new-password?lang=bg", "/account/new-password?lang=bg"},
		{s.Mailbox.Wait(anna.Email, "already-registered"), "/sign-in?lang=bg", "/sign-in?lang=bg"},
		{s.Mailbox.Wait(anna.Email, "password-changed"), "/account/forgotten-password?lang=bg", "/account/forgotten-password?lang=bg"},
		{s.Mailbox.Wait(anna.Email, "invitation"), "/account/invitations?lang=bg", "/sign-in?lang=bg"},
		{requested, "/console/t/" + federation.Slug + "/clubs", ""},
		{s.Mailbox.Wait(club.Manager.Email, "affiliation-decided"), "/t/" + federation.Slug, ""},
	}
	for _, tt := range tests {
		links := tt.letter.Links()
		if len(links) != 1 {
			t.Errorf("%s: links %q", tt.letter.Kind, links)
			continue
		}
		address := strings.TrimPrefix(links[0], apitest.PublicURL)
		without, secret, _ := strings.Cut(address, "&token=")
		if without != tt.page {
			t.Errorf("%s leads to %q, want %q", tt.letter.Kind, without, tt.page)
		}
		page := get(t, s.Address+address)
		if tt.form != "" && !strings.Contains(page, ` action="`+tt.form+`"`) || secret != "" && !strings.Contains(page, ` name="token" value="`+secret+`"`) {
			t.Errorf("%s: the page sends nothing to %s", tt.letter.Kind, tt.form)
		}
		if tt.form != "" && !strings.Contains(page, `<html lang="`+tt.letter.Language+`"`) {
			t.Errorf("%s: the page speaks another language than %s", tt.letter.Kind, tt.letter.Language)
		}
	}
}

// get reads a page.
func get(t *testing.T, address string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK || !strings.HasPrefix(response.Header.Get("Content-Type"), "text/html") {
		t.Errorf("%s: %d %s", address, response.StatusCode, response.Header.Get("Content-Type"))
	}
	return string(page)
}
