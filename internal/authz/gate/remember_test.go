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

// An earlier act is answered again only after a commit: if one cannot be written, or is not confirmed by a standby,
// the repeat does not promise the act either. That commit leaves nothing.
func TestARepeatIsAnsweredWithACommit(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t)
	manager := s.SignUp("Manager")
	found := func() *apitest.Answer {
		return manager.Post("/tenants", apitest.JSON{"slug": "federazione", "name": "Federazione", "kind": "federation"}, apitest.Key("founding-it"))
	}
	region := func() *apitest.Answer {
		return manager.Post("/tenants/federazione/regions", apitest.JSON{"name": "Emilia"}, apitest.Key("adding-a-region"))
	}
	found().Want(201)
	region().Want(201)
	for table, again := range map[string]func() *apitest.Answer{"platform.idempotency": found, "league.idempotency": region} {
		rows := s.Database.Count(t, `select count(*) from `+table)
		replayed := func() {
			t.Helper()
			if answer := again().Want(201); answer.Header.Get("Idempotency-Replayed") != "true" {
				t.Errorf("%s: not replayed: %s", table, answer.Body)
			}
		}
		replayed()
		release := s.Database.Hold(t, `lock table `+table+` in share mode`) // it can be read and not be written
		if answer := again(); answer.Status != 503 || answer.Header.Get("Retry-After") == "" {
			t.Errorf("%s takes no writes, and the repeat is answered with %d %s", table, answer.Status, answer.Body)
		}
		release()
		replayed()
		if n := s.Database.Count(t, `select count(*) from `+table); n != rows {
			t.Errorf("%s has %d rows after repeats, %d before", table, n, rows)
		}
	}
}
