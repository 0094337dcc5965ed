package attack_test

import (
	"github.com/google/uuid"

	"referto/internal/apitest"
)

// buildRecords makes people of the register whose records are claimed in every way. Codes are
// made by somebody who asks for nothing else: nobody uses his own.
func (a *side) buildRecords(s *apitest.Server) {
	a.records, a.owners, a.asked = map[string]uuid.UUID{"linked": a.players[10]}, map[string]*apitest.Client{}, map[string]uuid.UUID{}
	deputy := a.Member(a.canary+" codici", "organizer", apitest.WholeTenant())
	path := func(of string) string { return a.Path + "/players/" + a.records[of].String() }
	code := func(of string) string { return deputy.Post(path(of)+"/claim-code", nil).Want(201).Text("code") }
	for _, of := range []string{"code", "letter", "parted", "leaving", "asked", "decided", "withdrawn"} {
		email := a.canary + "-" + of + "@example.org"
		a.records[of] = a.Manager.Post(a.Path+"/players", apitest.JSON{"name": "Scheda " + of + " " + a.canary, "email": email}).Want(201).ID("id")
		a.owners[of] = s.SignUp(a.canary + " " + of)
	}
	a.owners["linked"] = s.SignUp(a.canary + " Mara")
	for _, of := range []string{"linked", "parted", "leaving"} {
		a.owners[of].Post(a.Path+"/code-claims", apitest.JSON{"code": code(of)}).Want(200)
	}
	for _, of := range []string{"decided", "withdrawn"} {
		a.asked[of] = a.owners[of].Post(path(of)+"/claims", apitest.JSON{"words": a.canary}).Want(201).ID("id")
	}
	a.code = code("code")
	a.owners["letter"].Post(path("letter")+"/claim-mail", nil).Want(202)
	a.claimLetter = apitest.Token(a.Manager.T, s.Mailbox.Wait(a.canary+"-letter@example.org", "record-to-claim"))
}

// recordRequests are about whose records of the register are.
func (w *world) recordRequests(a *side) []request {
	manager, mine := a.people["manager"], a.owners["linked"]
	record := func(of string) map[string]string { return in(a, "player", a.records[of]) }
	return []request{
		{operation: "ListMyResults", by: mine, query: "limit=2&from=2009-01-01&to=2009-12-31"},
		{operation: "ListMyPlayerRequests", by: a.owners["decided"], query: "limit=2"},
		{operation: "AskClaimMail", by: a.owners["asked"], path: record("asked")},
		{operation: "ClaimPlayer", by: a.owners["asked"], path: record("asked"), body: apitest.JSON{"words": "Sono io"}},
		{operation: "MakeClaimCode", by: manager, path: record("asked")},
		{operation: "ClaimByLink", by: a.owners["letter"], path: in(a), body: apitest.JSON{"token": a.claimLetter}},
		{operation: "ClaimByCode", by: a.owners["code"], path: in(a), body: apitest.JSON{"code": a.code}},
		{operation: "GetMyPlayer", by: mine, path: in(a)},
		{operation: "UpdateMyPlayer", by: mine, path: in(a), match: a.Path + "/my-player", body: apitest.JSON{"club": "Altro", "city": "Torino"}},
		{operation: "AskForName", by: mine, path: in(a), body: apitest.JSON{"name": "Mara Cambiata", "words": "Mi sono sposata"}},
		{operation: "ListPlayerRequests", by: manager, path: in(a), query: "limit=2&state=open"},
		{operation: "DecidePlayerRequest", by: manager, path: in(a, "playerRequest", a.asked["decided"]), body: apitest.JSON{"confirmed": true, "reason": "Lo conosco"}},
		{operation: "WithdrawPlayerRequest", by: a.owners["withdrawn"], path: in(a, "playerRequest", a.asked["withdrawn"])},
		{operation: "UnlinkPlayer", by: manager, path: record("parted"), body: apitest.JSON{"reason": "Era un altro"}},
		{operation: "UnlinkMyPlayer", by: a.owners["leaving"], path: in(a)},
	}
}
