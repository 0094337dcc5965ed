package leagueapi_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/openapi"
)

// TestAJobActsForNobodyWhoHasGone: a long file is processed with the rights that its sender has by then, or not
// at all.
func TestAJobActsForNobodyWhoHasGone(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	second := federation.Member("Seconda Direttrice", "championship-manager", apitest.WholeTenant())
	doc, err := openapi.GetSpec()
	if err != nil {
		t.Fatal(err)
	}
	operations, err := openapi.Operations(doc)
	if err != nil {
		t.Fatal(err)
	}
	table, err := authz.Compile()
	if err != nil {
		t.Fatal(err)
	}
	entrance := &gate.Gate{DB: server.DB(), Table: table, Operations: operations, Now: server.Clock.Now}
	work := func() (done bool, err error) {
		err = entrance.Work(t.Context(), federation.ID, authz.User(second.ID, session(t, second)), "ApplyImport", func(c *gate.Call) error {
			done = true
			return nil
		})
		return done, err
	}
	if done, err := work(); err != nil || !done {
		t.Fatalf("%v %v", done, err)
	}
	members := federation.Manager.Get(federation.Path + "/members").Want(200)
	for i := range members.Len("items") {
		at := "items." + string(rune('0'+i))
		if members.Text(at+".account.id") == second.ID.String() || strings.HasPrefix(members.Text(at+".name"), "Seconda") {
			federation.Manager.Delete(federation.Path + "/members/" + members.Text(at+".id")).Want(204)
		}
	}
	var no *authz.Refusal
	if _, err := work(); !errors.As(err, &no) {
		t.Errorf("without his role: %v", err)
	}
	second.Delete("/sessions").Want(204)
	if _, err := work(); !errors.Is(err, gate.ErrUnauthenticated) {
		t.Errorf("without his session: %v", err)
	}
}

// session is the session of a person's token.
func session(t *testing.T, c *apitest.Client) uuid.UUID {
	t.Helper()
	parts := strings.Split(c.Access, ".")
	var claims struct {
		Session uuid.UUID `json:"sid"`
	}
	text, err := base64.RawURLEncoding.DecodeString(parts[len(parts)/2])
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &claims); err != nil {
		t.Fatal(err)
	}
	return claims.Session
}
