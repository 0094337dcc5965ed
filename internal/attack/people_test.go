package attack_test

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

// buildRecords makes people of the register whose records are claimed in every way. Codes are made by an account that
// makes no other claim, because nobody uses their own code.
func (a *side) buildRecords(s *apitest.Server) {
	a.records, a.owners, a.asked = map[string]uuid.UUID{"linked": a.players[10]}, map[string]*apitest.Client{}, map[string]uuid.UUID{}
	deputy := a.Member(a.canary+" codici", "organizer", apitest.WholeTenant())
	path := func(of string) string { return a.Path + "/players/" + a.records[of].String() }
	code := func(of string) string { return deputy.Post(path(of)+"/claim-code", nil).Want(201).Text("code") }
	for _, of := range []string{"code", "letter", "parted", "leaving", "asked", "decided", "withdrawn", "erased", "forgotten", "gone", "alias", "kept", "merged", "whole", "namesake"} {
		email := a.canary + "-" + of + "@example.org"
		a.records[of] = a.Manager.Post(a.Path+"/players", apitest.JSON{"name": "Scheda " + of + " " + a.canary, "email": email}).Want(201).ID("id")
		a.owners[of] = s.SignUp(a.canary + " " + of)
	}
	a.owners["linked"] = s.SignUp(a.canary + " Mara")
	for _, of := range []string{"linked", "parted", "leaving", "erased", "gone"} {
		a.owners[of].Post(a.Path+"/code-claims", apitest.JSON{"code": code(of)}).Want(200)
	}
	for _, of := range []string{"decided", "withdrawn"} {
		a.asked[of] = a.owners[of].Post(path(of)+"/claims", apitest.JSON{"words": a.canary}).Want(201).ID("id")
	}
	a.asked["consent"] = a.owners["linked"].Post(a.Path+"/my-player/consents", apitest.JSON{"purpose": "photos", "textVersion": 1}).Want(201).ID("items.0.id")
	a.asked["paper"] = a.Manager.Post(path("asked")+"/consents", apitest.JSON{"purpose": "photos", "textVersion": 1, "proof": a.canary}).Want(201).ID("items.0.id")
	photo := a.in("playing") + "/photos/" + a.photo["private"].String()
	a.people["organizer"].Patch(photo+"/people", apitest.JSON{"players": []uuid.UUID{a.records["linked"]}}, apitest.Match(a.people["organizer"].Get(photo).ETag())).Want(200)
	a.copied = a.owners["linked"].Post("/me/data-exports", nil).Want(202).ID("id")
	for a.owners["linked"].Get("/me/data-exports/"+a.copied.String()).Want(200).Text("state") == "waiting" {
		time.Sleep(10 * time.Millisecond)
	}
	a.archive = a.Manager.Post(a.Path+"/archives", apitest.JSON{"password": apitest.Password}).Want(202).ID("id")
	for a.Manager.Get(a.Path+"/archives/"+a.archive.String()).Want(200).Text("state") == "waiting" {
		time.Sleep(10 * time.Millisecond)
	}
	a.Manager.Post(path("merged")+"/merging", apitest.JSON{"into": a.records["whole"], "reason": a.canary}).Want(200)
	a.Manager.Post(path("namesake")+"/distinctions", apitest.JSON{"other": a.records["asked"], "distinct": true, "reason": a.canary}).Want(200)
	a.code = code("code")
	a.owners["letter"].Post(path("letter")+"/claim-mail", nil).Want(202)
	a.claimLetter = apitest.Token(a.Manager.T, s.Mailbox.Wait(a.canary+"-letter@example.org", "record-to-claim"))
}

// recordRequests are about the owners of the register's records.
func (w *world) recordRequests(a *side) []request {
	manager, mine := a.people["manager"], a.owners["linked"]
	record := func(of string) map[string]string { return in(a, "player", a.records[of]) }
	return []request{
		{operation: "ListMyResults", by: mine, query: "limit=2&from=2009-01-01&to=2009-12-31"},
		{operation: "ListMyPlayerRequests", by: a.owners["decided"], query: "limit=2"},
		{operation: "AskClaimMail", by: a.owners["asked"], path: record("asked")},
		{operation: "ClaimPlayer", by: a.owners["asked"], path: record("asked"), body: apitest.JSON{"words": "Sono io"}},
		{operation: "MakeClaimCode", by: manager, path: record("asked")},
		{operation: "MakeEventClaimCodes", by: manager, path: in(a, "event", a.event["playing"])},
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
		{operation: "RequestDataExport", by: a.owners["decided"]},
		{operation: "ListMyDataExports", by: mine},
		{operation: "GetMyDataExport", by: mine, path: map[string]string{"dataExport": a.copied.String()}},
		{operation: "GetMyDataExportFile", by: mine, path: map[string]string{"dataExport": a.copied.String()}},
		{operation: "ListMyDataAccesses", by: mine, query: "limit=2"},
		{operation: "PreviewMyErasure", by: a.owners["erased"], path: in(a)},
		{operation: "EraseMyPlayer", by: a.owners["erased"], path: in(a)},
		{operation: "PreviewErasure", by: manager, path: record("forgotten")},
		{operation: "ErasePlayer", by: manager, path: record("forgotten"), body: apitest.JSON{"reason": "Lo ha chiesto"}},
		{operation: "DeleteMyAccount", by: a.owners["gone"], body: apitest.JSON{"password": apitest.Password, "eraseRecords": true}},
		{operation: "ListMyConsents", by: mine, path: in(a)},
		{operation: "ListMyMemberships", by: mine, path: in(a)},
		{operation: "GiveMyConsent", by: mine, path: in(a), body: apitest.JSON{"purpose": "letters", "textVersion": 1}},
		{operation: "WithdrawMyConsent", by: mine, path: in(a, "consent", a.asked["consent"])},
		{operation: "GetMyProfile", by: mine, path: in(a)},
		{operation: "SetMyProfile", by: mine, path: in(a), match: a.Path + "/my-player/profile", body: apitest.JSON{"blocks": []string{}}},
		{operation: "ListConsents", by: manager, path: record("asked")},
		{operation: "RecordConsent", by: manager, path: record("asked"), body: apitest.JSON{"purpose": "letters", "textVersion": 1, "proof": "Modulo firmato", "givenOn": "2009-01-05"}},
		{operation: "WithdrawConsent", by: manager, path: in(a, "player", a.records["asked"], "consent", a.asked["paper"]), body: apitest.JSON{"reason": "Lo ha chiesto"}},
		{operation: "ListMyPhotos", by: mine, path: in(a), query: "limit=1"},
		{operation: "AskOffPhoto", by: mine, path: in(a, "photo", a.photo["private"]), body: apitest.JSON{"askedOff": true}},
		{operation: "GetPrivacy", path: in(a)},
		{operation: "SetPrivacy", by: manager, path: in(a), match: a.Path + "/privacy", body: apitest.JSON{"country": "IT"}},
		{operation: "ListPlayerDuplicates", by: manager, path: record("alias")},
		{operation: "ListDuplicatePlayers", by: manager, path: in(a), query: "limit=2"},
		{operation: "ListPlayerDistinctions", by: manager, path: record("namesake")},
		{operation: "DistinguishPlayers", by: manager, path: record("namesake"), body: apitest.JSON{"other": a.records["decided"], "distinct": true, "reason": "Sono cugini"}},
		{operation: "ListPlayerMerges", by: manager, path: record("whole")},
		{operation: "PreviewPlayerMerging", by: manager, path: record("alias"), body: apitest.JSON{"into": a.records["kept"], "reason": "Due schede"}},
		{operation: "MergePlayer", by: manager, path: record("alias"), body: apitest.JSON{"into": a.records["kept"], "reason": "Due schede"}},
		{operation: "PreviewPlayerUnmerging", by: manager, path: record("merged"), body: apitest.JSON{"reason": "Era un altro"}},
		{operation: "UnmergePlayer", by: manager, path: record("merged"), body: apitest.JSON{"reason": "Era un altro"}},
	}
}
