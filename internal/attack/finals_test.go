package attack_test

import (
	"fmt"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

// champion is the place of the reigning champion of a season.
const champion = "national-final.reigning-champion"

// buildFinals makes seasons with finals: in one, six stages of the region were won, the manager has decided about its
// final, and its champion is convoked to an event that takes entries; in two others a convocation is to be declined
// for the player, or withdrawn.
func (a *side) buildFinals() {
	a.convocation = map[string]uuid.UUID{}
	for n, state := range []string{"finals", "lapsing", "recalled"} {
		a.season[state] = a.Manager.Post(a.Path+"/seasons", apitest.JSON{
			"slug": state + "-2009", "title": "Campionato " + a.canary, "ruleset": "catan-nazionale-2009",
			"regions": []uuid.UUID{a.region, a.otherRegion}, "champion": a.players[n+1],
		}).Want(201).ID("id")
		a.Manager.Post(a.inSeason(state)+"/opening", nil).Want(200)
		a.convocation[state] = a.Manager.Post(a.inSeason(state)+"/convocations", apitest.JSON{
			"places": []apitest.JSON{{"place": champion, "player": a.players[n+1]}},
		}).Want(201).ID("items.0.id")
	}
	a.season["calling"] = a.Manager.Post(a.Path+"/seasons", apitest.JSON{
		"slug": "calling-2009", "title": "Campionato " + a.canary, "ruleset": "catan-nazionale-2009",
		"regions": []uuid.UUID{a.region, a.otherRegion}, "champion": a.players[4],
	}).Want(201).ID("id")
	a.Manager.Post(a.inSeason("calling")+"/opening", nil).Want(200)
	a.letter = apitest.Token(a.Manager.T, a.Server.Mailbox.Wait(fmt.Sprintf("%s1@example.org", a.canary), "convocation"))
	newAddress := a.canary + "-new@example.org"
	player := a.Path + "/players/" + a.players[13].String()
	a.Manager.Patch(player, apitest.JSON{"email": newAddress}, apitest.Match(a.Manager.Get(player).Want(200).ETag())).Want(200)
	a.addressLetter = apitest.Token(a.Manager.T, a.Server.Mailbox.Wait(newAddress, "address-to-confirm"))
	a.Server.Database.Alter(a.Manager.T, "update league.convocations set answer_by = sent_at where id = $1", a.convocation["lapsing"])
	a.buildWinners()
	decided := a.Manager.Post(a.inSeason("finals")+"/final-decisions", apitest.JSON{"region": a.region, "kind": "final", "semifinals": 2, "why": a.canary})
	decided.Want(201)
	a.Manager.Post(a.inSeason("finals")+"/region-merges", apitest.JSON{"region": a.otherRegion, "into": a.region, "reason": a.canary}).Want(201)
	a.draftWith("final", apitest.JSON{"kind": "national-final", "region": nil, "season": a.season["finals"], "startsAt": "2010-03-14T09:00:00Z"})
	a.Manager.Post(a.in("final")+"/announcement", nil).Want(200)
	a.Server.Database.Alter(a.Manager.T, "update league.events set state = 'open', revision = revision + 1 where id = $1", a.event["final"])
	a.Server.Database.Alter(a.Manager.T, "update league.seasons set revision = revision + 1 where id = $1", a.season["finals"])
}

// buildWinners writes down six stages of the region that were played elsewhere. The
// player of the world has won one of them.
func (a *side) buildWinners() {
	t, own := a.Manager.T, uuid.Nil
	for _, e := range a.Manager.Get(a.in("open") + "/entries?limit=100").Want(200).Value("items").([]any) {
		if entry := e.(map[string]any); fmt.Sprint(entry["number"]) == "13" {
			own = uuid.MustParse(entry["player"].(map[string]any)["id"].(string))
		}
	}
	for n := range 6 {
		winner := a.players[n+5]
		if n == 0 {
			winner = own
		}
		id := a.Manager.Post(a.Path+"/events", apitest.JSON{
			"kind": "stage", "title": fmt.Sprintf("%s vinta %d", a.canary, n), "startsAt": fmt.Sprintf("2009-04-%02dT09:00:00Z", n+4), "timeZone": "Europe/Rome",
			"venue": apitest.JSON{"name": a.canary, "city": a.canary}, "region": a.region, "season": a.season["finals"],
		}).Want(201).ID("id")
		a.Server.Database.Alter(t, "update league.events set state = 'finished', announced_at = starts_at, started_at = starts_at, finished_at = starts_at where id = $1", id)
		a.Server.Database.Alter(t, `insert into league.outcomes (tenant_id, event_id, number, ranking, recorded_by, recorded_at)
			values ($1, $2, 1, array[$3::uuid], $4, now())`, a.ID, id, winner, a.Manager.ID)
		a.Server.Database.Alter(t, `insert into league.verdicts (tenant_id, event_id, number, kind, decided_by, decided_at)
			values ($1, $2, 1, 'homologated', $3, now())`, a.ID, id, a.Manager.ID)
	}
	a.Server.Database.Alter(t, "update league.seasons set revision = revision + 1 where id = $1", a.season["finals"])
}

// waitingRequests are about pending tasks.
func (w *world) waitingRequests(a *side) []request {
	manager := a.people["manager"]
	return []request{
		{operation: "ListWaiting", by: manager, path: in(a), query: "limit=20"},
		{operation: "ListMyWaiting", by: manager, query: "limit=20"},
		{operation: "RenewCalendarLink", by: manager, path: in(a)},
		{operation: "EndCalendarLink", by: manager, path: in(a)},
	}
}

// finalRequests are about places and their holders.
func (w *world) finalRequests(a *side) []request {
	manager, player := a.people["manager"], a.people["player"]
	season := func(state string, pairs ...any) map[string]string {
		return in(a, append([]any{"season", a.season[state]}, pairs...)...)
	}
	return []request{
		{operation: "ListPlaces", path: season("finals"), query: "final=regional-final&state=held&limit=2&format=json&region=" + a.region.String() + "&player=" + a.players[6].String()},
		{operation: "GetPlace", path: season("finals", "place", champion)},
		{operation: "ListFinals", path: season("finals")},
		{operation: "ListProposals", by: manager, path: season("finals")},
		{operation: "ListConvocations", by: manager, path: season("finals"), query: "limit=2"},
		{operation: "ListMyPlaces", by: player, path: season("finals")},
		{operation: "OpenConvocation", path: in(a), body: apitest.JSON{"token": a.letter}},
		{operation: "ConfirmPlayerAddress", path: in(a), body: apitest.JSON{"token": a.addressLetter}},
		{operation: "WhatIfSeason", by: manager, path: season("finals"), body: apitest.JSON{"decline": apitest.JSON{"player": a.players[1], "final": "national-final"}}},
		{operation: "MergeRegions", by: manager, path: season("calling"), body: apitest.JSON{"region": a.region, "into": a.otherRegion, "reason": "Confinante"}},
		{operation: "RevokeRegionMerge", by: manager, path: season("finals", "decision", 1), body: apitest.JSON{"reason": "Errore"}},
		{operation: "DecideFinal", by: manager, path: season("finals"), body: apitest.JSON{
			"region": a.region, "kind": "final", "calledUp": []uuid.UUID{a.players[14]}, "semifinals": 2, "why": "Due tavoli",
		}},
		{operation: "RevokeFinalDecision", by: manager, path: season("finals", "decision", 1), body: apitest.JSON{"reason": "Errore"}},
		{operation: "Convoke", by: manager, path: season("calling"), body: apitest.JSON{
			"places": []apitest.JSON{{"place": champion, "player": a.players[4]}}, "answerBy": "2009-12-01T10:00:00Z",
		}},
		{operation: "LapseConvocation", by: manager, path: season("lapsing", "convocation", a.convocation["lapsing"])},
		{operation: "WithdrawConvocation", by: manager, path: season("recalled", "convocation", a.convocation["recalled"]), body: apitest.JSON{"reason": "Errore"}},
		{operation: "AnswerConvocation", path: in(a), body: apitest.JSON{"token": a.letter, "coming": true, "reason": "Volentieri"}},
		{operation: "RecordAnswer", by: manager, path: season("finals"), body: apitest.JSON{
			"player": a.players[1], "final": "national-final", "coming": true, "reason": "Viene", "how": "al telefono",
		}},
		{operation: "AnswerMyself", by: player, path: season("finals"), body: apitest.JSON{"final": "regional-final", "coming": false, "reason": "Lavoro"}},
		{operation: "EnterFromPlaces", by: manager, path: in(a, "event", a.event["final"])},
	}
}
