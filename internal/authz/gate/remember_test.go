package gate_test

import (
	"os"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/internal/authz/authzdb"
	"referto/internal/authz/gate"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

func TestMain(m *testing.M) {
	tenantdbtest.Unheard()
	os.Exit(apitest.Run(m))
}

// An answer is remembered for 72 hours, in and outside of tenants, and then its
// key is as good as new.
func TestAnswersAreForgotten(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	manager := s.SignUp("Manager")
	founding := apitest.JSON{"slug": "federazione", "name": "Federazione", "kind": "federation"}
	manager.Post("/tenants", founding, apitest.Key("founding-it")).Want(201)
	addRegion := func() *apitest.Answer {
		return manager.Post("/tenants/federazione/regions", apitest.JSON{"name": "Emilia"}, apitest.Key("adding-a-region"))
	}
	addRegion().Want(201)

	s.Clock.Advance(gate.RememberFor - time.Minute)
	manager.SignIn()
	forget := func(want int64) {
		t.Helper()
		n, err := authzdb.ForgetAnswers(t.Context(), s.DB(), s.Clock.Now().Add(-gate.RememberFor))
		if err != nil || n != want {
			t.Errorf("%d answers forgotten, want %d, error %v", n, want, err)
		}
	}
	forget(0)
	if again := addRegion().Want(201); again.Header.Get("Idempotency-Replayed") != "true" {
		t.Error("not remembered after 71 hours")
	}
	s.Clock.Advance(2 * time.Minute)
	forget(2)
	addRegion().Refused(409, "region-exists")
}
