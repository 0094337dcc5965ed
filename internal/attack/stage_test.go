package attack_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

// buildEvents makes an event in each state in which some operation is possible.
func (a *side) buildEvents() {
	a.draft("draft")
	a.announce("announced")
	a.buildOpen()
	a.open("ready")
	a.checkIn("ready")
	a.start("started")
	a.draw("drawn")
	a.buildPlaying()
	a.play("reported")
	a.play("closed")
	a.closeRound("closed", 1)
	for _, event := range []string{"over", "finished"} {
		a.play(event)
		a.closeRound(event, 1)
		for round := 2; round <= 3; round++ { // the second round and the final
			a.drawRound(event)
			a.report(event, round)
			a.closeRound(event, round)
		}
	}
	a.people["first-referee"].Post(a.in("finished")+"/completion", nil).Want(200)
	a.met = a.Manager.Get(a.Path + "/players/" + a.players[0].String() + "/biography").Want(200).Text("opponents.0.player.id")
	a.buildOthers()
}

// forgetLetters makes room for more letters to the same addresses, as if those before had gone out over
// weeks.
func forgetLetters(s *apitest.Server) {
	s.T.Helper()
	s.Database.Alter(s.T, "delete from platform.allowances")
}

// draft makes an event with its staff, named after the state it will be in.
func (a *side) draft(event string) { a.draftWith(event, others[event]) }

// draftWith is [side.draft] with changes (nil removes a field).
func (a *side) draftWith(event string, changes apitest.JSON) {
	if len(a.event)%3 == 0 {
		forgetLetters(a.Server)
	}
	facts := apitest.JSON{
		"kind": "stage", "title": a.canary + " " + event, "startsAt": "2009-03-08T09:00:00Z", "timeZone": "Europe/Rome",
		"venue":  apitest.JSON{"name": a.canary, "address": a.canary + " 1", "city": a.canary},
		"region": a.region, "fee": apitest.JSON{"amount": "5.00", "currency": "EUR"}, "ruleset": "catan-nazionale-2009",
		"capacity": 100, "timeLimitMinutes": 80, "notes": a.canary,
	}
	maps.Copy(facts, changes)
	maps.DeleteFunc(facts, func(_ string, v any) bool { return v == nil })
	a.event[event] = a.Manager.Post(a.Path+"/events", facts).Want(201).ID("id")
	for _, role := range []string{"organizer", "first-referee", "referee", "helper"} {
		a.Appoint(a.people[role], role, apitest.Stage(a.event[event]))
	}
}

func (a *side) announce(event string) {
	a.draft(event)
	a.Manager.Post(a.in(event)+"/announcement", nil).Want(200)
}

func (a *side) open(event string) {
	a.announce(event)
	a.Manager.Post(a.in(event)+"/entry-opening", nil).Want(200)
	for n := range field {
		a.Manager.Post(a.in(event)+"/entries", apitest.JSON{"player": a.players[n]}).Want(201)
	}
}

// buildOpen makes the event whose entries are open: twelve are checked in, the thirteenth has entered themselves, one
// more has entered.
func (a *side) buildOpen() {
	a.open("open")
	a.checkIn("open")
	a.people["player"].Post(a.in("open")+"/my-entry", apitest.JSON{"club": a.canary}).Want(201)
	a.Manager.Post(a.in("open")+"/entries", apitest.JSON{"player": a.players[field]}).Want(201)
}

func (a *side) checkIn(event string) {
	for n := range field {
		a.people["helper"].Post(fmt.Sprintf("%s/entries/%d/check-in", a.in(event), n+1), nil).Want(200)
	}
}

// start makes an event that has started, with no round yet.
func (a *side) start(event string) {
	a.open(event)
	a.checkIn(event)
	a.people["first-referee"].Post(a.in(event)+"/start", apitest.JSON{}).Want(200)
}

// draw makes an event with its first round drawn: three tables of four.
func (a *side) draw(event string) {
	a.start(event)
	a.drawRound(event)
}

func (a *side) drawRound(event string) {
	a.people["first-referee"].Post(a.in(event)+"/rounds", apitest.JSON{}).Want(201)
}

// play makes an event with all results of the first round.
func (a *side) play(event string) {
	a.draw(event)
	a.report(event, 1)
}

// report records the results of all tables of a round.
func (a *side) report(event string, round int) {
	tables := a.people["referee"].Get(fmt.Sprintf("%s/rounds/%d", a.in(event), round)).Want(200).Len("tables")
	for table := 1; table <= tables; table++ {
		a.result(event, round, table)
	}
}

func (a *side) closeRound(event string, round int) {
	a.people["first-referee"].Post(fmt.Sprintf("%s/rounds/%d/closing", a.in(event), round), nil).Want(200)
}

// result records the result of a table.
func (a *side) result(event string, round, table int) {
	at := fmt.Sprintf("%s/rounds/%d/tables/%d", a.in(event), round, table)
	a.people["referee"].Do(http.MethodPost, at+"/result", won(a.seats(at))).Want(201)
}

// seats are the start numbers at a table, in the order of play.
func (a *side) seats(at string) []int {
	answer := a.people["referee"].Get(at).Want(200)
	seats := make([]int, answer.Len("seats"))
	for i := range seats {
		seats[i] = answer.Int(fmt.Sprintf("seats.%d.number", i))
	}
	return seats
}

// won is a result: the first of the seats has declared victory.
func won(seats []int) apitest.JSON {
	result := make([]apitest.JSON, len(seats))
	for i, entry := range seats {
		result[i] = apitest.JSON{"entry": entry, "vp": 9 - i}
	}
	result[0]["vp"] = 10
	return apitest.JSON{"ended": "declared", "declaredBy": seats[0], "seats": result}
}

// leaver is the entry of the record "linked" in the running event: its owner leaves by themselves.
const leaver = 11

// staying are the entries at a table with the leaver last: nothing else takes that one out.
func staying(seats []int) []int {
	last := func(entry int) int {
		if entry == leaver {
			return 1
		}
		return 0
	}
	return slices.SortedStableFunc(slices.Values(seats), func(a, b int) int { return last(a) - last(b) })
}

// buildPlaying makes the event in the middle of its first round: table 1 has its
// result; at table 3 one has been warned, one is to be expelled and one has left;
// there are rulings in every state.
func (a *side) buildPlaying() {
	a.draw("playing")
	a.result("playing", 1, 1)
	referee, at := a.people["referee"], a.in("playing")
	for table := range a.seated {
		a.seated[table] = a.seats(a.table("playing", table+1))
	}
	a.tableCode = referee.Get(at + "/rounds/1/table-codes").Want(200).Text("items.1.code")
	declared := won(a.seated[1])
	declared["code"], declared["entry"] = a.tableCode, a.seated[1][0]
	a.Server.Anonymous().Post(at+"/declarations", declared).Want(200)
	a.call = a.Server.Anonymous().Post(at+"/referee-calls", apitest.JSON{"code": a.tableCode, "reason": "rules", "note": a.canary}).Want(200).ID("calls.0.id")
	seats := staying(a.seated[2])
	sanction := func(kind string, entry int) uuid.UUID {
		return referee.Post(at+"/sanctions", apitest.JSON{
			"entry": entry, "kind": kind, "moment": "during-game", "reason": a.canary,
		}).Want(201).ID("id")
	}
	a.sanction["warning"], a.sanction["expulsion"] = sanction("warning", seats[0]), sanction("expulsion", seats[1])
	a.withdrawal = a.people["organizer"].Post(at+"/withdrawals", apitest.JSON{"entry": seats[2], "reason": a.canary}).Want(201).ID("id")
	ruling := func() uuid.UUID {
		return referee.Post(at+"/rulings", apitest.JSON{"question": a.canary, "decision": a.canary, "round": 1, "table": 3}).Want(201).ID("id")
	}
	a.ruling["decided"], a.ruling["appealed"] = ruling(), ruling()
	referee.Post(at+"/rulings/"+a.ruling["appealed"].String()+"/appeal", apitest.JSON{"entry": seats[3], "reason": a.canary}).Want(200)
}
