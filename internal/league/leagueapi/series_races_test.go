package leagueapi_test

import (
	"testing"

	"referto/internal/apitest"
)

// If several people make the same change of a series at once, one does; an evening that ends while it is added
// counts once.
func TestSeriesAtOnce(t *testing.T) {
	t.Parallel()
	e := newEvenings(t)
	manager := e.federation.Manager
	one := func(act string, answers []*apitest.Answer, done, refused int) {
		t.Helper()
		count := map[int]int{}
		for _, answer := range answers {
			count[answer.Status]++
		}
		if count[done] != 1 || count[refused] != len(answers)-1 {
			t.Errorf("%s: %v", act, count)
		}
	}
	first, second := e.evening(5), e.evening(12)
	e.plays(first, "1234")
	e.plays(second, "2134")
	one("added", apitest.AnswersAtOnce(6, func(int) *apitest.Answer { return e.add(first) }), 200, 422)

	second.referee.Post(second.path+"/reopening", apitest.JSON{"reason": "Sbagliato"}).Want(200)
	for i, answer := range apitest.AnswersAtOnce(2, func(i int) *apitest.Answer {
		if i == 0 {
			return e.add(second)
		}
		return second.referee.Post(second.path+"/completion", nil)
	}) {
		if answer.Status != 200 {
			t.Errorf("act %d: %d %s", i, answer.Status, answer.Body)
		}
	}
	const both = "1. Ada 17 = 10 7, 1. Bruno 17 = 7 10, 3. Carla 6 = 3 3, 4. Dino 0 = 0 0"
	if got := e.rows(); got != both {
		t.Errorf("added while it ended: %s", got)
	}

	penalty := manager.Post(e.series+"/penalties", apitest.JSON{"player": e.people[0], "offense": "disturbance", "wholeYear": true, "reason": "Disturba"}).Want(201).ID("id")
	one("taken back", apitest.AnswersAtOnce(6, func(int) *apitest.Answer {
		return manager.Post(e.series+"/penalties/"+penalty.String()+"/revocation", apitest.JSON{"reason": "Era un altro"})
	}), 200, 409)
	if got := e.rows(); got != both {
		t.Errorf("taken back once: %s", got)
	}
	one("taken out", apitest.AnswersAtOnce(6, func(int) *apitest.Answer { return e.remove(first) }), 200, 409)
	one("set up", apitest.AnswersAtOnce(4, func(int) *apitest.Answer {
		return manager.Post(e.address("series"), apitest.JSON{"slug": "insieme", "title": "Insieme", "ruleset": "club-series"})
	}), 201, 409)
}
