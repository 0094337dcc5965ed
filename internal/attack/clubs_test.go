package attack_test

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

// elders are the players of the register, by number, who are in another club than all others and in a year category:
// one with a career in the ranking and one in its hall.
var elders = map[int]bool{0: true, 2: true}

// buildClubsOfPlayers makes clubs of players, one for each act on them, and a year category.
func (a *side) buildClubsOfPlayers() {
	a.playerClub = map[string]uuid.UUID{}
	for of, name := range map[string]string{"all": a.canary, "elders": a.eldersClub(), "closing": "Alla fine " + a.canary, "closed": "Finito " + a.canary} {
		a.playerClub[of] = a.Manager.Post(a.Path+"/player-clubs", apitest.JSON{"name": name, "city": a.canary}).Want(201).ID("id")
	}
	a.Manager.Post(a.inClub("closed")+"/closing", apitest.JSON{"from": "2009-01-15", "reason": "Sciolto " + a.canary}).Want(200)
	match := apitest.Match(a.Manager.Get(a.Path + "/categories").Want(200).ETag())
	a.Manager.Do("PUT", a.Path+"/categories", apitest.JSON{"categories": []apitest.JSON{
		{"key": "seniores", "title": "Seniores " + a.canary, "by": "age", "from": 50},
	}}, match).Want(200)
}

func (a *side) eldersClub() string { return "Anziani " + a.canary }

func (a *side) inClub(of string) string { return a.Path + "/player-clubs/" + a.playerClub[of].String() }

// clubRequests are about the clubs for which players play, their members, and year categories.
func (w *world) clubRequests(a *side) []request {
	manager, today := a.people["manager"], w.now.UTC().Format(time.DateOnly)
	club := func(of string) map[string]string { return in(a, "club", a.playerClub[of]) }
	return []request{
		{operation: "ListPlayerClubs", path: in(a), query: "limit=2&closed=true&name=" + a.canary},
		{operation: "CreatePlayerClub", by: manager, path: in(a), body: apitest.JSON{
			"name": "Nuovo circolo di giocatori", "shortName": "NCG", "city": "Aosta", "tenant": a.host.ID, "founded": 1999,
		}},
		{operation: "GetPlayerClub", path: club("elders")},
		{operation: "ListClubMembers", path: club("elders"), query: "limit=1&former=false"},
		{operation: "ListClubMoves", path: club("elders"), query: "limit=2"},
		{operation: "UpdatePlayerClub", by: manager, path: club("elders"), match: a.inClub("elders"), body: apitest.JSON{
			"name": "Anziani cambiati", "shortName": "AC", "city": "Torino", "founded": 1998,
		}},
		{operation: "ListMemberships", by: manager, path: in(a, "player", a.players[13])},
		{operation: "TransferPlayer", by: manager, path: in(a, "player", a.players[13]), body: apitest.JSON{"club": a.playerClub["elders"], "day": today, "reason": "Modulo del circolo"}},
		{operation: "CorrectMemberships", by: manager, path: in(a, "player", a.players[12]), match: a.Path + "/players/" + a.players[12].String(), body: apitest.JSON{
			"reason": "Elenco del circolo", "memberships": []apitest.JSON{
				{"club": a.playerClub["elders"], "from": "2001-05-01", "until": "2005-04-30"}, {"club": a.playerClub["all"], "from": "2007-01-01"},
			},
		}},
		{operation: "ClosePlayerClub", by: manager, path: club("closing"), body: apitest.JSON{"from": today, "reason": "Sciolto"}},
		{operation: "GetCategories", path: in(a)},
		{operation: "SetCategories", by: manager, path: in(a), match: a.Path + "/categories", body: apitest.JSON{"categories": []apitest.JSON{
			{"key": "juniores", "title": "Juniores", "by": "age", "until": 18}, {"key": "veterani", "title": "Veterani", "by": "age", "from": 70, "until": 99},
		}}},
	}
}
