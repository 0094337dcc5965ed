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

// A server that remembers the stage shows the same as one that has just started, after every kind of change.
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
		{"its discarding", func() {
			s.referee.Post(s.round(2)+"/discarding", apitest.JSON{"reason": "sorteggio da rifare"}).Want(204)
		}},
		{"the reopening of the round", func() {
			s.referee.Post(s.round(1)+"/reopening", apitest.JSON{"reason": "risultato sbagliato"}).Want(200)
		}},
	}
	for _, step := range steps {
		s.remembers(step.name, step.do, s.views)
	}
}

// remembers makes a change to an event that the server knows, and compares its views then with those of a
// server that has just started.
func (s *stage) remembers(name string, do func(), views func() map[string]string) {
	s.t.Helper()
	views() // after a restart: the stage is known before the change
	do()
	warm := views()
	s.server.Restart()
	if diff := cmp.Diff(views(), warm); diff != "" {
		s.t.Errorf("after %s (-stored +remembered):\n%s", name, diff)
	}
}

// The same for acts before the start, and for the start: entering, waiting, moving up and check-in.
func TestWhatIsRememberedBeforeTheStart(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.JSON{"capacity": 13})
	views := func() map[string]string {
		out := map[string]string{}
		for _, what := range []string{"", "/entries"} {
			answer := s.organizer.Get(s.path + what).Want(200)
			out[what] = answer.Header.Get("ETag") + " " + string(answer.Body)
		}
		return out
	}
	for _, step := range []struct {
		name string
		do   func()
	}{
		{"the announcement", func() { s.organizer.Post(s.path+"/announcement", nil).Want(200) }},
		{"the opening", func() { s.organizer.Post(s.path+"/entry-opening", nil).Want(200) }},
		{"a list of entries, two of whom wait", func() { s.enter(15) }},
		{"one more entry", func() { s.organizer.Post(s.path+"/entries", apitest.JSON{"player": s.player(15)}).Want(201) }},
		{"an arrival", func() { s.organizer.Post(s.entry(1)+"/check-in", nil).Want(200) }},
		{"no arrival after all", func() { s.organizer.Do("DELETE", s.entry(1)+"/check-in", nil).Want(200) }},
		{"a fee", func() {
			entry := s.organizer.Get(s.entry(2)).Want(200)
			s.organizer.Patch(s.entry(2), apitest.JSON{"feePaid": true}, apitest.Match(entry.ETag())).Want(200)
		}},
		{"the cancelling of an entry, for whom another moves up", func() {
			s.organizer.Post(s.entry(3)+"/cancellation", apitest.JSON{"reason": "malattia"}).Want(200)
		}},
		{"the closing", func() { s.organizer.Post(s.path+"/entry-closing", nil).Want(200) }},
		{"all arrivals but one", func() { s.checkIn(1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13) }},
		{"the start", func() { s.referee.Post(s.path+"/start", apitest.JSON{}).Want(200) }},
	} {
		s.remembers(step.name, step.do, views)
	}
}
