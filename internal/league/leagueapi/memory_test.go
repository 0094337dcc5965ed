package leagueapi_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/apitest"
	"referto/openapi"
)

// views are everything there is to see of a running event.
func (s *stage) views() map[string]string {
	s.t.Helper()
	out := map[string]string{}
	for _, what := range []string{"", "/draw", "/entries", "/rounds", "/standings", "/sanctions", "/withdrawals", "/rounds/1/tables/1/results"} {
		answer := s.referee.Get(s.path + what).Want(200)
		out[what] = answer.Header.Get("ETag") + " " + string(answer.Body)
	}
	return out
}

// A server that remembers the stage shows what one that has just started does,
// after every kind of change.
func TestWhatIsRememberedIsWhatIsStored(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(13)
	first := s.draw()
	var recorded *apitest.Answer
	steps := []struct {
		name string
		do   func()
	}{
		{"the first result", func() { recorded = s.referee.Post(s.table(1, 1)+"/result", result(first.Tables[0])).Want(201) }},
		{"a correction", func() {
			body := apitest.JSON{"ended": "time-limit", "reason": "letto male", "seats": []apitest.JSON{
				{"entry": 1, "vp": 9}, {"entry": 2, "vp": 9}, {"entry": 3, "vp": 7}, {"entry": 4, "vp": 5},
			}}
			s.referee.Do("PUT", s.table(1, 1)+"/result", body, apitest.Match(recorded.ETag())).Want(200)
		}},
		{"a warning", func() { s.referee.Post(s.path+"/sanctions", sanction(2, "warning", "during-game")).Want(201) }},
		{"a withdrawal", func() { s.referee.Post(s.path+"/withdrawals", apitest.JSON{"entry": 6, "reason": "malore"}).Want(201) }},
		{"a result with one who left", func() {
			s.secondReferee().Post(s.table(1, 2)+"/result", apitest.JSON{"ended": "too-few-players", "seats": []apitest.JSON{
				{"entry": 5, "vp": 6}, {"entry": 6, "vp": 7, "left": 1}, {"entry": 7, "vp": 5},
			}}).Want(201)
		}},
		{"the clock", func() { s.referee.Post(s.round(1)+"/clock/commands", apitest.JSON{"command": "start"}).Want(200) }},
		{"the other results", func() { s.play(openapi.Round{Number: 1, Tables: first.Tables[2:]}) }},
		{"a player's new name", func() {
			var page openapi.EntryPage
			s.referee.Get(s.path + "/entries").Want(200).Into(&page)
			player := s.federation.Path + "/players/" + page.Items[0].Player.Id.String()
			s.organizer.Do("PATCH", player, apitest.JSON{"name": "Giocatore Corretto"}, apitest.Match(s.organizer.Get(player).Want(200).ETag())).Want(200)
		}},
		{"the end of the round", func() { s.close(1) }},
		{"the next draw", func() { s.draw() }},
	}
	for _, step := range steps {
		s.views() // after a restart: the stage is known before the change
		step.do()
		warm := s.views()
		s.server.Restart()
		if diff := cmp.Diff(s.views(), warm); diff != "" {
			t.Errorf("after %s (-stored +remembered):\n%s", step.name, diff)
		}
	}
}
