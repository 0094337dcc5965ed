package apitest_test

import (
	"os"
	"testing"

	"referto/internal/apitest"
)

func TestMain(m *testing.M) { os.Exit(apitest.Run(m)) }

func TestPeopleAndTenants(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	federation := s.Federation("Federazione")
	contact := federation.Member("Bruno Rossi", "regional-contact", apitest.Region(federation.Region("Emilia")))
	if got := contact.Get("/me/grants").Want(200).Text("items.0.role"); got != "regional-contact" {
		t.Errorf("he has the role %q", got)
	}
	s.Restart()
	contact.Renew()
	if got := contact.Get("/me").Want(200).Text("name"); got != "Bruno Rossi" {
		t.Errorf("he is %q", got)
	}
}
