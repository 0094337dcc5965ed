package leagueapi_test

import (
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

func sanction(entry int, kind, moment string) apitest.JSON {
	return apitest.JSON{"entry": entry, "kind": kind, "moment": moment, "reason": "rallenta il gioco", "paragraph": "5.2"}
}

func TestDiscipline(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(13)
	second := s.secondReferee()
	first := s.draw()

	t.Run("CN09 5.5a the second warning expels at once", func(t *testing.T) {
		one := second.Post(s.path+"/sanctions", sanction(1, "warning", "during-game")).Want(201)
		if one.Value("expels") != false || one.Value("effective") != true {
			t.Errorf("a first warning: %s", one.Body)
		}
		two := second.Post(s.path+"/sanctions", sanction(1, "warning", "during-game")).Want(201)
		if two.Value("expels") != true || two.Text("explanation.rule.paragraph") == "" {
			t.Errorf("a second warning expels, and says by which paragraph: %s", two.Body)
		}
		second.Post(s.path+"/sanctions", sanction(1, "warning", "during-game")).Refused(409, "entry-is-out")
		s.referee.Post(s.table(1, 1)+"/result", result(first.Tables[0])).Refused(422, "invalid") // they have left the game
	})
	t.Run("CN09 5.5b a direct expulsion waits for the first referee", func(t *testing.T) {
		var given openapi.Sanction
		second.Post(s.path+"/sanctions", sanction(5, "expulsion", "during-game")).Want(201).Into(&given)
		if given.Effective || given.Expels {
			t.Errorf("in effect before it is confirmed: %+v", given)
		}
		confirmation := s.path + "/sanctions/" + given.Id.String() + "/confirmation"
		second.Post(confirmation, nil).Want(403)
		confirmed := s.referee.Post(confirmation, nil).Want(200)
		if confirmed.Value("expels") != true {
			t.Errorf("confirmed and not in effect: %s", confirmed.Body)
		}
		s.referee.Post(confirmation, nil).Refused(409, "sanction-confirmed")
		revoked := s.referee.Post(s.path+"/sanctions/"+given.Id.String()+"/revocation", apitest.JSON{"reason": "era un equivoco"}).Want(200)
		if revoked.Value("expels") != false {
			t.Errorf("revoked and in effect: %s", revoked.Body)
		}
	})
	t.Run("the first referee's own expulsion is confirmed", func(t *testing.T) {
		given := s.referee.Post(s.path+"/sanctions", sanction(8, "expulsion", "during-game")).Want(201)
		if given.Value("expels") != true {
			t.Errorf("not in effect: %s", given.Body)
		}
	})
	t.Run("what cannot be", func(t *testing.T) {
		second.Post(s.path+"/sanctions", sanction(99, "warning", "during-game")).Refused(422, "invalid")
		bad := sanction(2, "warning", "during-game")
		bad["paragraph"] = "9.9"
		second.Post(s.path+"/sanctions", bad).Refused(422, "invalid")
		s.organizer.Post(s.path+"/sanctions", sanction(2, "warning", "during-game")).Want(403)
		s.server.Anonymous().Get(s.path + "/sanctions").Want(401)
	})
}

func TestWithdrawalCanBeTakenBackUntilTheNextDraw(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(13)
	s.play(s.draw())
	s.close(1)
	left := s.referee.Post(s.path+"/withdrawals", apitest.JSON{"entry": 3, "reason": "parte il treno"}).Want(201)
	s.referee.Post(s.path+"/withdrawals", apitest.JSON{"entry": 3}).Refused(409, "entry-is-out")
	revocation := s.path + "/withdrawals/" + left.ID("id").String() + "/revocation"
	s.referee.Post(revocation, apitest.JSON{"reason": "era un altro"}).Want(200)
	s.referee.Post(revocation, apitest.JSON{"reason": "era un altro"}).Refused(409, "withdrawal-revoked")
	gone := s.referee.Post(s.path+"/withdrawals", apitest.JSON{"entry": 4}).Want(201)
	if round := s.draw(); len(round.Tables) != 3 {
		t.Errorf("twelve play on at three tables, got %d", len(round.Tables))
	}
	s.referee.Post(s.path+"/withdrawals/"+gone.ID("id").String()+"/revocation", apitest.JSON{"reason": "torna"}).Refused(409, "round-drawn-since")
}

func TestRulings(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	s.draw()
	second := s.secondReferee()
	ruling := second.Post(s.path+"/rulings", apitest.JSON{
		"round": 1, "table": 2, "question": "Scambio dopo aver passato i dadi", "decision": "Non valido", "paragraph": "4.5",
	}).Want(201)
	path := s.path + "/rulings/" + ruling.ID("id").String()
	s.referee.Post(path+"/appeal-decision", apitest.JSON{"upheld": true, "decision": "Confermato"}).Refused(409, "ruling-not-appealed")
	second.Post(path+"/appeal", apitest.JSON{"entry": 5, "reason": "Lo scambio era concluso"}).Want(200)
	second.Post(path+"/appeal", apitest.JSON{"entry": 5, "reason": "Ancora"}).Refused(409, "ruling-appealed")
	second.Post(path+"/appeal-decision", apitest.JSON{"upheld": true, "decision": "Confermato"}).Want(403) // CN09 2.5
	s.referee.Post(path+"/appeal-decision", apitest.JSON{"upheld": false, "decision": "Lo scambio vale"}).Want(200)
	s.referee.Post(path+"/appeal-decision", apitest.JSON{"upheld": true, "decision": "Non vale"}).Refused(409, "ruling-final")
	var list openapi.RulingList
	s.organizer.Get(s.path + "/rulings").Want(200).Into(&list)
	if len(list.Items) != 1 || list.Items[0].State != "final" || list.Items[0].FinalBy != "Fabio Primo Arbitro" || *list.Items[0].Upheld {
		t.Errorf("the log has the decision, the appeal and the end: %+v", list.Items)
	}
}
