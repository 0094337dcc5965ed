package attack_test

import (
	"fmt"

	"referto/internal/apitest"
)

// others are the facts of events by other regulations than the rest, by purpose.
var others = map[string]apitest.JSON{
	"full":     {"ruleset": "firenzegioca-2014", "capacity": 12},
	"reserves": {"ruleset": "just-play-2022", "capacity": 8},
	"evening":  {"ruleset": "risiko-squadre-2000", "startsAt": "2009-04-08T19:00:00Z"},
	"club":     {"ruleset": "risiko-squadre-2000"},
}

// buildOthers makes the events for the decisions about who plays.
func (a *side) buildOthers() {
	a.draft("proposed")
	a.Manager.Post(a.in("proposed")+"/structure", apitest.JSON{"rounds": 2, "semifinal": false, "final": true, "reason": a.canary}).Want(200)
	a.buildFull()
	a.start("reserves")
	a.open("evening")
	a.start("club")
	firstReferee := a.people["first-referee"]
	a.apart = firstReferee.Post(a.in("club")+"/kept-apart", apitest.JSON{"entry": 3, "other": 4, "relation": a.canary}).Want(201).ID("id")
	a.attendance = a.people["referee"].Post(a.in("club")+"/attendance", apitest.JSON{"entry": 5, "round": 1, "minutesLate": 5}).Want(201).ID("id")
}

// buildFull makes an event for twelve that fourteen have entered, of whom two have given up: the fourteenth has been
// let in, the thirteenth waits.
func (a *side) buildFull() {
	a.open("full")
	for _, player := range a.players[field : field+2] {
		a.Manager.Post(a.in("full")+"/entries", apitest.JSON{"player": player}).Want(201)
	}
	for n := 1; n <= 2; n++ {
		a.Manager.Post(fmt.Sprintf("%s/entries/%d/cancellation", a.in("full"), n), apitest.JSON{"reason": a.canary}).Want(200)
	}
	a.people["first-referee"].Post(fmt.Sprintf("%s/entries/%d/acceptance", a.in("full"), field+2), nil).Want(200)
}

// whoPlaysRequests are about the players and the draws of rounds.
func (w *world) whoPlaysRequests(a *side) []request {
	manager, organizer, firstReferee := a.people["manager"], a.people["organizer"], a.people["first-referee"]
	event := func(name string, pairs ...any) map[string]string {
		return in(a, append([]any{"event", a.event[name]}, pairs...)...)
	}
	return []request{
		{operation: "ProposeStructure", by: manager, path: event("draft"), body: apitest.JSON{"rounds": 3, "semifinal": true, "final": true, "reason": "Sala grande"}},
		{operation: "ApproveStructure", by: manager, path: event("proposed")},
		{operation: "WithdrawStructure", by: manager, path: event("proposed")},
		{operation: "GetPreviousStandings", by: manager, path: event("evening")},
		{operation: "SetPreviousStandings", by: manager, path: event("evening"), body: apitest.JSON{"entries": []int{2, 1}}},
		{operation: "SetPreviousStandings", about: "of an event", by: manager, path: event("evening"), body: apitest.JSON{"event": a.event["finished"]}},
		{operation: "AcceptEntry", by: firstReferee, path: event("full", "entry", field+1)},
		{operation: "UndoAcceptance", by: firstReferee, path: event("full", "entry", field+2)},
		{operation: "ReplaceEntry", by: organizer, path: event("reserves", "entry", 1), body: apitest.JSON{"reason": "Malattia"}},
		{operation: "ListKeptApart", by: organizer, path: event("club")},
		{operation: "KeepApart", by: firstReferee, path: event("club"), body: apitest.JSON{"entry": 1, "other": 2, "relation": "Coniugi"}},
		{operation: "RevokeKeptApart", by: firstReferee, path: event("club", "pair", a.apart), body: apitest.JSON{"reason": "Errore"}},
		{operation: "ListAttendance", by: organizer, path: event("club")},
		{operation: "WhatIf", about: "a replacement", by: organizer, path: event("reserves"), body: apitest.JSON{"replacement": apitest.JSON{"entry": 1}}},
		{operation: "WhatIf", about: "an absence", by: organizer, path: event("club"), body: apitest.JSON{"absence": apitest.JSON{"entry": 6, "round": 1, "minutesLate": 12}}},
		{operation: "RecordAttendance", by: organizer, path: event("club"), body: apitest.JSON{"entry": 6, "round": 1, "minutesLate": 12}},
		{operation: "RevokeAttendance", by: organizer, path: event("club", "record", a.attendance), body: apitest.JSON{"reason": "Errore"}},
	}
}
