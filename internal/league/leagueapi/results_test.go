package leagueapi_test

import (
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

func TestResultFaultsCiteTheRule(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(13)
	first := s.draw()
	path := s.table(1, 1) + "/result" // entries 1 to 4
	seat := func(entry, vp int) apitest.JSON { return apitest.JSON{"entry": entry, "vp": vp} }
	tests := []struct {
		name            string
		body            apitest.JSON
		pointer, reason string
	}{
		{"somebody who does not sit there", apitest.JSON{"ended": "declared", "declaredBy": 1, "seats": []apitest.JSON{seat(1, 10), seat(2, 8), seat(3, 5), seat(9, 4)}}, "/seats/3/entry", "not-at-this-table"},
		{"one missing", apitest.JSON{"ended": "declared", "declaredBy": 1, "seats": []apitest.JSON{seat(1, 10), seat(2, 8), seat(3, 5)}}, "/seats", "entry-missing"},
		{"one twice", apitest.JSON{"ended": "declared", "declaredBy": 1, "seats": []apitest.JSON{seat(1, 10), seat(2, 8), seat(2, 5), seat(4, 4)}}, "/seats/2/entry", "entry-twice"},
		{"CN09 4.6 points that cannot be", apitest.JSON{"ended": "declared", "declaredBy": 1, "seats": []apitest.JSON{seat(1, 99), seat(2, 8), seat(3, 5), seat(4, 4)}}, "/seats/0/vp", "points-out-of-range"},
		{"CN09 4.6 a declarer below 10", apitest.JSON{"ended": "declared", "declaredBy": 2, "seats": []apitest.JSON{seat(1, 10), seat(2, 8), seat(3, 5), seat(4, 4)}}, "/declaredBy", "declarer-below-target"},
		{"nobody declared", apitest.JSON{"ended": "declared", "seats": []apitest.JSON{seat(1, 10), seat(2, 8), seat(3, 5), seat(4, 4)}}, "/declaredBy", "declarer-missing"},
		{"CN09 3.5 four cannot be too few", apitest.JSON{"ended": "too-few-players", "seats": []apitest.JSON{seat(1, 9), seat(2, 8), seat(3, 5), seat(4, 4)}}, "/ended", "enough-to-go-on"},
	}
	for _, tt := range tests {
		var p openapi.Problem
		s.referee.Post(path, tt.body).Refused(422, "invalid").Into(&p)
		if len(p.Errors) == 0 || p.Errors[0].Pointer != tt.pointer || p.Errors[0].Reason != tt.reason {
			t.Errorf("%s: got %+v, want %s at %s", tt.name, p.Errors, tt.reason, tt.pointer)
		}
	}
	if got := s.standings(); got.TablesReported != 0 {
		t.Errorf("a refused result was stored")
	}
	s.referee.Post(path, result(first.Tables[0])).Want(201)
}

// T51: a result has one first version; each correction starts from the current one and gives a reason, and none
// is lost.
func TestCorrections(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	first := s.draw()
	path := s.table(1, 1)
	recorded := s.referee.Post(path+"/result", result(first.Tables[0])).Want(201)
	again := s.secondReferee().Post(path+"/result", result(first.Tables[0])).Refused(409, "table-has-result")
	if again.Text("current.enteredBy") != "Fabio Primo Arbitro" {
		t.Errorf("the second referee is told who was faster: %s", again.Body)
	}
	correction := apitest.JSON{"ended": "time-limit", "seats": []apitest.JSON{
		{"entry": 1, "vp": 9}, {"entry": 2, "vp": 9}, {"entry": 3, "vp": 7}, {"entry": 4, "vp": 5},
	}}
	put := func(body apitest.JSON, options ...apitest.Option) *apitest.Answer {
		return s.referee.Do("PUT", path+"/result", body, options...)
	}
	put(correction, apitest.Match(recorded.ETag())).Refused(422, "invalid") // no reason
	correction["reason"] = "letto male il foglio"
	put(correction).Refused(428, "if-match-missing")
	put(correction, apitest.Match("*")).Refused(412, "stale")
	key := apitest.Key(uuid.NewString()) // a correction whose answer is lost is sent again
	corrected := put(correction, apitest.Match(recorded.ETag()), key).Want(200)
	if repeated := put(correction, apitest.Match(recorded.ETag()), key).Want(200); string(repeated.Body) != string(corrected.Body) || repeated.ETag() != corrected.ETag() {
		t.Errorf("the repeat is another answer:\n%s\n%s", corrected.Body, repeated.Body)
	}
	put(correction, apitest.Match(recorded.ETag())).Refused(412, "stale")
	if corrected.Text("result.winnerDecidedBy.reason") == "" {
		t.Errorf("CN09 3.4: two level at the time limit, and no word who won: %s", corrected.Body)
	}
	var versions openapi.ResultVersions
	s.organizer.Get(path + "/results").Want(200).Into(&versions)
	if len(versions.Items) != 2 || versions.Items[0].Reason != "letto male il foglio" || versions.Items[1].DeclaredBy != 1 || versions.Items[1].Winner != 1 {
		t.Errorf("both versions are kept, the latest first: %+v", versions.Items)
	}
	s.play(openapi.Round{Number: 1, Tables: first.Tables[1:]})
	s.close(1)
	put(correction, apitest.Match(corrected.ETag())).Refused(409, "round-closed")
	s.secondReferee().Post(s.round(1)+"/reopening", apitest.JSON{"reason": "errore"}).Want(403)
	s.referee.Post(s.round(1)+"/reopening", apitest.JSON{"reason": "errore al tavolo 1"}).Want(200)
	put(correction, apitest.Match(corrected.ETag())).Want(200)
}

// T50: a repeat under the same key is answered from the first, once.
func TestRepeatedResultIsOne(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	first := s.draw()
	path := s.table(1, 1) + "/result"
	s.referee.Post(path, result(first.Tables[0]), apitest.Header("Idempotency-Key", "")).Refused(400, "idempotency-key-missing")
	s.referee.Post(path, result(first.Tables[0]), apitest.Key("short")).Refused(400, "idempotency-key-malformed")
	key := apitest.Key("tavolo-uno-turno-uno")
	one := s.referee.Post(path, result(first.Tables[0]), key).Want(201)
	two := s.referee.Post(path, result(first.Tables[0]), key).Want(201)
	if two.Header.Get("Idempotency-Replayed") != "true" || string(one.Body) != string(two.Body) || one.ETag() != two.ETag() {
		t.Errorf("the repeat is another answer:\n%s\n%s", one.Body, two.Body)
	}
	other := result(first.Tables[0])
	other["seats"].([]apitest.JSON)[3]["vp"] = 2
	s.referee.Post(path, other, key).Refused(422, "idempotency-key-reused")
	s.secondReferee().Post(path, result(first.Tables[0]), key).Refused(409, "table-has-result") // keys are each caller's own
}

func TestLeavers(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(13) // tables 4 3 3 3: 1-4, 5-7, 8-10, 11-13
	first := s.draw()
	// CN09 3.5: at a table of three the game ends when one leaves.
	s.referee.Post(s.path+"/withdrawals", apitest.JSON{"entry": 6, "reason": "malore"}).Want(201)
	body := result(first.Tables[1])
	s.referee.Post(s.table(1, 2)+"/result", body).Refused(422, "invalid")
	body = apitest.JSON{"ended": "too-few-players", "seats": []apitest.JSON{{"entry": 5, "vp": 6}, {"entry": 6, "vp": 7, "left": 1}, {"entry": 7, "vp": 5}}}
	recorded := s.referee.Post(s.table(1, 2)+"/result", body).Want(201)
	if recorded.Value("result.winner").(interface{ String() string }).String() != "5" {
		t.Errorf("CN09 3.5: the winner is the best of those who remain: %s", recorded.Body)
	}
	s.play(openapi.Round{Number: 1, Tables: []openapi.Table{first.Tables[0], first.Tables[2], first.Tables[3]}})
	s.close(1)
	after := s.standings()
	if len(after.Rows) != 12 || len(after.Left) != 1 || after.Left[0].Entry.Number != 6 || after.Left[0].Rule.Paragraph != "3.5" {
		t.Errorf("CN09 3.5: out of the standings before the next round: %d rows, left %+v", len(after.Rows), after.Left)
	}
	if second := s.draw(); len(second.Tables) != 3 {
		t.Errorf("twelve play on at three tables, got %d", len(second.Tables))
	}
}
