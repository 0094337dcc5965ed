package leagueapi_test

import (
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/openapi"
)

// A request to reverse a draw, the end of a round or the end of an event names the step that it means: a later
// step of another person stays, and the refusal names that person and the time.
func TestAStepIsTakenBackAsItWasMeant(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	other := s.server.SignUp("Renata Altra")
	s.federation.Appoint(other, "first-referee", apitest.Stage(s.id))
	round := s.path + "/rounds/1"
	at := func(by *apitest.Client, path, name string) string { return by.Get(path).Want(200).Text(name) }
	since := func(path, doneAt string, by *apitest.Client, stands string) {
		t.Helper()
		got := s.referee.Post(path, apitest.JSON{"reason": "un errore", "doneAt": doneAt}).Refused(409, "done-since")
		if got.Text("current.by") != by.Name || got.Text("current.at") != stands {
			t.Errorf("%s: %s", path, got.Body)
		}
	}
	again := func() { s.server.Clock.Advance(time.Minute) }

	s.draw()
	mine := at(s.referee, round, "drawnAt")
	again()
	other.Post(round+"/discarding", apitest.JSON{"reason": "un errore", "doneAt": mine}).Want(204)
	other.Post(s.path+"/rounds", apitest.JSON{}).Want(201)
	theirs := at(s.referee, round, "drawnAt")
	since(round+"/discarding", mine, other, theirs)
	if got := at(s.referee, round, "drawnAt"); got != theirs {
		t.Errorf("their draw is gone: %s", got)
	}
	s.referee.Post(round+"/discarding", apitest.JSON{"reason": "un errore", "doneAt": "yesterday"}).Want(422)
	s.referee.Post(round+"/discarding", apitest.JSON{"reason": "un errore", "doneAt": theirs}).Want(204)

	s.play(s.draw())
	s.close(1)
	mine = at(s.referee, round, "closedAt")
	again()
	other.Post(round+"/reopening", apitest.JSON{"reason": "un errore"}).Want(200)
	other.Post(round+"/closing", nil).Want(200)
	theirs = at(s.referee, round, "closedAt")
	since(round+"/reopening", mine, other, theirs)
	s.referee.Post(round+"/reopening", apitest.JSON{"reason": "un errore", "doneAt": theirs}).Want(200)
	s.referee.Post(round+"/reopening", apitest.JSON{"reason": "un errore", "doneAt": theirs}).Refused(409, "round-open")

	s.close(1)
	for drawn := s.referee.Post(s.path+"/rounds", apitest.JSON{}); drawn.Status == 201; drawn = s.referee.Post(s.path+"/rounds", apitest.JSON{}) {
		var round openapi.Round
		drawn.Into(&round)
		s.play(round)
		s.close(round.Number)
	}
	s.referee.Post(s.path+"/completion", nil).Want(200)
	mine = at(s.referee, s.path, "finishedAt")
	again()
	other.Post(s.path+"/reopening", apitest.JSON{"reason": "un errore", "doneAt": mine}).Want(200)
	other.Post(s.path+"/completion", nil).Want(200)
	theirs = at(s.referee, s.path, "finishedAt")
	since(s.path+"/reopening", mine, other, theirs)
	if got := at(s.referee, s.path, "state"); got != "finished" {
		t.Errorf("it is %s", got)
	}
	s.referee.Post(s.path+"/reopening", apitest.JSON{"reason": "un errore", "doneAt": theirs}).Want(200)
}
