package leagueapi_test

import (
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// Words that name a person otherwise than by the full name stay when the person is erased; a record by those words, made
// for it and erased, takes them out wherever they stand, and nothing else (0197).
func TestNicknamesAreErasedByARecordOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(16)
	warn := func(entry int, reason string) {
		body := sanction(entry, "warning", "after-round")
		body["reason"] = reason
		s.referee.Post(s.path+"/sanctions", body).Want(201)
	}
	warn(1, "ha litigato con Sbirulino al tavolo")
	warn(2, "rallenta il gioco")
	left := func() int {
		return s.server.Database.Count(t, `select (select count(*) from league.sanctions where reason ~ 'Sbirulino') + (select count(*) from league.audit where reason || coalesce(after::text, '') ~ 'Sbirulino')`)
	}
	manager := s.federation.Manager
	named := manager.Post(s.address("players"), apitest.JSON{"name": "Sbirulino"}).Want(201).ID("id")
	path := s.address("players/" + named.String() + "/erasure")
	before := left()
	preview := manager.Post(path+"-preview", nil).Want(200)
	var follows openapi.Erasure
	preview.Into(&follows)
	words := 0
	for _, line := range follows.Erases {
		if line.What == openapi.ErasureLineWhatWords {
			words = line.Number
		}
	}
	if before == 0 || left() != before || words != 1 {
		t.Errorf("%d rows before, %d after a preview, which lists %d texts: %s", before, left(), words, preview.Body)
	}
	manager.Post(path, apitest.JSON{"reason": "A nickname in a reason"}).Want(200)
	if got := left(); got != 0 {
		t.Errorf("%d rows have the nickname still", got)
	}
	if n := s.server.Database.Count(t, `select count(*) from league.sanctions where reason = 'rallenta il gioco'`); n != 1 {
		t.Errorf("%d of the words that do not name them are left", n)
	}
}
