package leagueapi_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/openapi"
)

// codes returns the codes of the score sheets of the first round, by table.
func (s *stage) codes() []openapi.PrintedCode {
	s.t.Helper()
	var list openapi.TableCodeList
	s.referee.Get(s.round(1) + "/table-codes").Want(200).Into(&list)
	return list.Items
}

// with adds members to the body of a request.
func with(body, more apitest.JSON) apitest.JSON {
	out := maps.Clone(body)
	maps.Copy(out, more)
	return out
}

// The holder of a table's score sheet declares its result without an account. It counts for nothing until a
// referee records the declared result, and the code ends with the round.
func TestATableDeclaresItsResult(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	first := s.draw()
	codes, nobody := s.codes(), s.server.Anonymous()
	if len(codes) != 3 || codes[0].Table != 1 || !strings.HasSuffix(codes[0].Url, "/table/"+codes[0].Code) {
		t.Fatalf("the codes are %+v", codes)
	}
	if again := s.codes(); again[2] != codes[2] {
		t.Errorf("printed again a sheet has %q instead of %q", again[2].Code, codes[2].Code)
	}
	code := apitest.JSON{"code": codes[1].Code}
	var at openapi.TableAtCode
	nobody.Post(s.path+"/table-links", code).Want(200).Into(&at)
	if at.Table.Number != 2 || at.Round.Number != 1 || at.Form.Seats != 4 || at.TableResults != "referee" || at.Declaration.Number != 0 {
		t.Errorf("the code opens %+v", at)
	}
	table := first.Tables[1]
	declared := with(result(table), apitest.JSON{"code": codes[1].Code, "entry": table.Seats[2].Number})
	nobody.Post(s.path+"/declarations", with(declared, apitest.JSON{"entry": first.Tables[0].Seats[0].Number})).Refused(422, "invalid")
	nobody.Post(s.path+"/declarations", with(declared, apitest.JSON{"ended": "too-few-players"})).Refused(422, "invalid")
	nobody.Post(s.path+"/declarations", declared).Want(200).Into(&at)
	if d := at.Declaration; d.Number != 1 || d.By.Number != table.Seats[2].Number || len(d.Result.Seats) != 4 || at.Table.Result.Version != 0 {
		t.Errorf("declared is %+v of %+v", d, at.Table)
	}
	if got := s.standings(); got.TablesReported != 0 {
		t.Error("what was declared counts")
	}
	nobody.Post(s.path+"/declarations", with(declared, apitest.JSON{"entry": table.Seats[0].Number})).Want(200).Into(&at)
	if d := at.Declaration; d.Number != 2 || d.By.Number != table.Seats[0].Number {
		t.Errorf("declared anew is %+v", d)
	}

	var all openapi.AtTables
	s.referee.Get(s.round(1) + "/at-tables").Want(200).Into(&all)
	if len(all.Tables) != 1 || all.Tables[0].Table != 2 || all.Tables[0].Declaration.Number != 2 {
		t.Fatalf("the referee sees %+v", all)
	}
	nobody.Get(s.round(1)+"/at-tables").Refused(401, "sign-in-required")
	nobody.Get(s.round(1)+"/table-codes").Refused(401, "sign-in-required")
	s.server.SignUp("Nessuno").Get(s.round(1)+"/table-codes").Refused(403, "role-missing")
	s.referee.Post(s.table(1, 2)+"/result", all.Tables[0].Declaration.Result).Want(201)
	nobody.Post(s.path+"/declarations", declared).Refused(409, "table-has-result")

	s.referee.Post(s.table(1, 1)+"/result", result(first.Tables[0])).Want(201)
	s.referee.Post(s.table(1, 3)+"/result", result(first.Tables[2])).Want(201)
	s.close(1)
	nobody.Post(s.path+"/table-links", code).Refused(409, "table-code-ended")
}

// If the event lets its tables confirm, a result stands once all others at the table agree with the declared
// one: no referee has written it. A player who agrees with a result that was replaced meanwhile is refused.
func TestATableAgreesOnItsResult(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	first := s.draw()
	code, nobody, table := s.codes()[0].Code, s.server.Anonymous(), first.Tables[0]
	s.secondReferee().Post(s.path+"/table-results", apitest.JSON{"tableResults": "table"}).Refused(403, "role-missing")
	s.referee.Post(s.path+"/table-results", apitest.JSON{"tableResults": "table"}).Want(204)
	declared := with(result(table), apitest.JSON{"code": code, "entry": table.Seats[0].Number})
	agree := func(seat, number int) *apitest.Answer {
		return nobody.Post(s.path+"/agreements", apitest.JSON{"code": code, "entry": table.Seats[seat].Number, "number": number})
	}
	agree(1, 1).Refused(409, "declaration-replaced")
	nobody.Post(s.path+"/declarations", declared).Want(200)
	agree(1, 1).Want(200)
	agree(0, 1).Want(200) // the player who declared it agrees already
	nobody.Post(s.path+"/declarations", declared).Want(200)
	agree(2, 1).Refused(409, "declaration-replaced")
	nobody.Post(s.path+"/agreements", apitest.JSON{"code": code, "entry": first.Tables[1].Seats[0].Number, "number": 2}).Refused(422, "invalid")
	var at openapi.TableAtCode
	for seat := 1; seat < 4; seat++ {
		if at.Table.Result.Version != 0 {
			t.Fatalf("recorded although only %v agree", at.Declaration.Agreed)
		}
		agree(seat, 2).Want(200).Into(&at)
	}
	if r := at.Table.Result; r.Version != 1 || r.EnteredBy != "" || len(at.Declaration.Agreed) != 3 {
		t.Errorf("once all agree there is %+v", at.Table)
	}
	if got := s.standings(); got.TablesReported != 1 {
		t.Errorf("%d tables are reported", got.TablesReported)
	}
	if n := s.referee.Get(s.table(1, 1) + "/results").Want(200).Len("items"); n != 1 {
		t.Errorf("it has %d versions", n)
	}
	s.server.Restart() // the remembered state equals the stored one
	if got := s.standings(); got.TablesReported != 1 {
		t.Errorf("after a restart %d tables are reported", got.TablesReported)
	}

	s.referee.Post(s.path+"/table-results", apitest.JSON{"tableResults": "off"}).Want(204)
	second := first.Tables[1]
	nobody.Post(s.path+"/declarations", with(result(second), apitest.JSON{"code": s.codes()[1].Code, "entry": second.Seats[0].Number})).Refused(409, "table-results-off")
}

// A table calls a referee, with a reason. A member of the staff answers, and the table sees who comes.
func TestATableCallsAReferee(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	s.draw()
	codes, nobody := s.codes(), s.server.Anonymous()
	call := func(table int) *apitest.Answer {
		return nobody.Post(s.path+"/referee-calls", apitest.JSON{"code": codes[table-1].Code, "reason": "dispute", "note": "Strada interrotta"})
	}
	for range 3 {
		call(2).Want(200)
	}
	call(2).Refused(409, "calls-open")
	call(3).Want(200)
	var all openapi.AtTables
	s.referee.Get(s.round(1) + "/at-tables").Want(200).Into(&all)
	if len(all.Tables) != 2 || len(all.Tables[0].Calls) != 3 || all.Tables[0].Calls[0].Note != "Strada interrotta" {
		t.Fatalf("the referee sees %+v", all)
	}
	first := all.Tables[0].Calls[0]
	answer := fmt.Sprintf("%s/referee-calls/%s/answer", s.round(1), first.Id)
	nobody.Post(answer, nil).Refused(401, "sign-in-required")
	s.secondReferee().Post(answer, nil).Want(204)
	s.referee.Post(answer, nil).Want(204) // a member of the staff goes already
	var at openapi.TableAtCode
	nobody.Post(s.path+"/table-links", apitest.JSON{"code": codes[1].Code}).Want(200).Into(&at)
	if at.Calls[0].AnsweredBy == "" || at.Calls[0].AnsweredBy == "Fabio Primo Arbitro" || at.Calls[1].AnsweredBy != "" {
		t.Errorf("the table sees %+v", at.Calls)
	}
	call(2).Want(200) // one of three is answered
	s.referee.Post(fmt.Sprintf("%s/referee-calls/%s/answer", s.round(1), s.player(1)), nil).Refused(404, "not-found")
}

// A code opens its table and nothing else: neither another event's nor a table drawn anew, and a made-up code
// is refused like one that has the wrong letters.
func TestForgedCodes(t *testing.T) {
	t.Parallel()
	s := newStage(t, nil)
	s.start(12)
	s.draw()
	code, nobody := s.codes()[0].Code, s.server.Anonymous()
	other := "2" + strings.TrimPrefix(code, "1")
	for what, forged := range map[string]string{
		"another round": other, "another table": strings.Replace(code, "1-1-", "1-2-", 1), "no such table": strings.Replace(code, "1-1-", "1-9-", 1), "made up": "1-1-abcdefghijkmnpqr",
	} {
		nobody.Post(s.path+"/table-links", apitest.JSON{"code": forged}).Refused(422, "link-invalid")
		if t.Failed() {
			t.Fatal(what)
		}
	}
	nobody.Post(s.path+"/table-links", apitest.JSON{"code": "1-1-ABC"}).Refused(422, "invalid")
	s.referee.Post(s.round(1)+"/discarding", apitest.JSON{"reason": "Tavoli sbagliati"}).Want(204)
	s.server.Clock.Advance(time.Minute)
	s.draw()
	nobody.Post(s.path+"/table-links", apitest.JSON{"code": code}).Refused(422, "link-invalid")
	nobody.Post(s.path+"/table-links", apitest.JSON{"code": s.codes()[0].Code}).Want(200)
}
