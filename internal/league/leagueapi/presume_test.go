package leagueapi_test

import (
	"testing"

	"referto/internal/apitest"
)

// A result that is decided by the server's memory is stored only if that is still current: the caller's rights,
// changes of the event by another server, acts under the same key.
func TestResultsByWhatIsRemembered(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(32)
	tables := s.draw().Tables
	elsewhere := *s.referee
	elsewhere.Server = s.server.Replica()
	record := func(by *apitest.Client, n int, options ...apitest.Option) *apitest.Answer {
		return by.Post(s.table(1, tables[n].Number)+"/result", result(tables[n]), options...)
	}
	record(s.referee, 0).Want(201) // both know referee and event from here on
	record(&elsewhere, 1).Want(201)

	record(s.referee, 2).Want(201)
	first := record(&elsewhere, 3, apitest.Key("once-and-again")).Want(201)
	record(s.referee, 2).Refused(409, "table-has-result")
	record(s.referee, 3).Refused(409, "table-has-result")
	record(&elsewhere, 2).Refused(409, "table-has-result")
	for _, by := range []*apitest.Client{&elsewhere, s.referee} {
		again := record(by, 3, apitest.Key("once-and-again")).Want(201)
		if again.Header.Get("Idempotency-Replayed") != "true" || string(again.Body) != string(first.Body) {
			t.Errorf("repeated: %v\n%s", again.Header, again.Body)
		}
		record(by, 4, apitest.Key("once-and-again")).Refused(422, "idempotency-key-reused")
	}
	if got, want := record(s.referee, 4).Want(201).Text("result.enteredBy"), s.referee.Name; got != want {
		t.Errorf("entered by %q, want %q", got, want)
	}

	s.server.Database.Alter(t, "update league.grants set revoked_at = now() where account_id = $1", s.referee.ID)
	record(s.referee, 5).Want(403)
	record(&elsewhere, 6).Want(403)
	for _, n := range []int{5, 6} {
		if versions := s.organizer.Get(s.table(1, tables[n].Number) + "/results").Want(200).Len("items"); versions != 0 {
			t.Errorf("table %d has %d results by somebody who may not", tables[n].Number, versions)
		}
	}
}
