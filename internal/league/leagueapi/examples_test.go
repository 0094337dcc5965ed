package leagueapi_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// examples are those of the API document, by operation.
type examples struct {
	t      *testing.T
	bodies map[string]map[string]json.RawMessage
}

func documentedExamples(t *testing.T) examples {
	t.Helper()
	doc, err := openapi.Served()
	if err != nil {
		t.Fatal(err)
	}
	out := examples{t, map[string]map[string]json.RawMessage{}}
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			if op.RequestBody == nil || op.RequestBody.Value.Content["application/json"] == nil {
				continue
			}
			out.bodies[op.OperationID] = map[string]json.RawMessage{}
			for regulation, e := range op.RequestBody.Value.Content["application/json"].Examples {
				body, err := json.Marshal(e.Value.Value)
				if err != nil {
					t.Fatal(err)
				}
				out.bodies[op.OperationID][regulation] = body
			}
		}
	}
	return out
}

// of returns an example of the document, with values that a test cannot know before: ids, secrets of mails.
func (e examples) of(operation, regulation string, known apitest.JSON) apitest.JSON {
	e.t.Helper()
	var body apitest.JSON
	if err := json.Unmarshal(e.bodies[operation][regulation], &body); err != nil {
		e.t.Fatalf("the example of %s by %s: %v", operation, regulation, err)
	}
	maps.Copy(body, known)
	return body
}

// The examples of the document are of one stage, which can be held with them: a federation is founded, the
// stage drafted and played, a result corrected, a ruling appealed, and a what-if question asked.
func TestExamplesHoldAStage(t *testing.T) {
	t.Parallel()
	e, server := documentedExamples(t), apitest.Start(t)
	cn09 := func(operation string, known ...apitest.JSON) apitest.JSON {
		if len(known) > 0 {
			return e.of(operation, "CN09", known[0])
		}
		return e.of(operation, "CN09", nil)
	}

	olga := server.Anonymous()
	account := cn09("CreateAccount")
	olga.Email, olga.Password = fmt.Sprint(account["email"]), fmt.Sprint(account["password"])
	olga.Post("/accounts", account).Want(202)
	proof := apitest.Token(t, server.Mailbox.Wait(olga.Email, "verify-address"))
	olga.Post("/account-verifications", cn09("VerifyAccount", apitest.JSON{"token": proof})).Want(204)
	olga.Post("/sessions", cn09("SignIn")).Want(201)
	olga.SignIn()

	founded := cn09("CreateTenant")
	tenant := "/tenants/" + olga.Post("/tenants", founded).Want(201).Text("slug")
	olga.Patch(tenant, cn09("UpdateTenant"), apitest.Match(olga.Get(tenant).ETag())).Want(200)
	valley := olga.Post(tenant+"/regions", cn09("CreateRegion")).Want(201).ID("id")
	olga.Post(tenant+"/invitations", cn09("InviteMember", apitest.JSON{"scope": apitest.Region(valley)})).Want(201)
	ada := olga.Post(tenant+"/players", cn09("CreatePlayer")).Want(201).ID("id")
	champion := olga.Post(tenant+"/players", cn09("CreatePlayer", apitest.JSON{"name": "Clara Campionessa", "email": "clara@fic.example"})).Want(201).ID("id")
	season := cn09("CreateSeason", apitest.JSON{"regions": []any{valley}, "champion": champion})
	olga.Post(tenant+"/seasons", season).Want(201)

	stage := tenant + "/events/" + olga.Post(tenant+"/events", cn09("CreateEvent")).Want(201).Text("id")
	olga.Patch(stage, cn09("UpdateEvent"), apitest.Match(olga.Get(stage).ETag())).Want(200)
	staff := cn09("AddStaff")
	fabio := server.SignUp("Fabio Ghisolfi")
	staff["email"] = fabio.Email
	olga.Post(stage+"/staff", staff).Want(201)
	fabio.Accept(fabio.Get("/me/invitations").Want(200).ID("items.0.id"))
	olga.Post(stage+"/announcement", nil).Want(200)
	olga.Post(stage+"/entry-opening", nil).Want(200)

	olga.Post(stage+"/eligibility", cn09("CheckEligibility", apitest.JSON{"player": ada})).Want(200)
	olga.Post(stage+"/entries", cn09("CreateEntry", apitest.JSON{"player": ada})).Want(201)
	paid := stage + "/entries/1"
	olga.Patch(paid, cn09("UpdateEntry"), apitest.Match(olga.Get(paid).ETag())).Want(200)
	for i := 2; i <= 12; i++ {
		player := olga.Post(tenant+"/players", cn09("CreatePlayer", apitest.JSON{"name": fmt.Sprintf("Giocatore %c", 'A'+i), "email": fmt.Sprintf("p%d@posta.example", i), "sameNameAccepted": true})).Want(201).ID("id")
		olga.Post(stage+"/entries", cn09("CreateEntry", apitest.JSON{"player": player})).Want(201)
	}
	for i := 1; i <= 12; i++ {
		olga.Post(fmt.Sprintf("%s/entries/%d/check-in", stage, i), nil).Want(200)
	}
	fabio.Post(stage+"/start", cn09("StartEvent")).Want(200)
	fabio.Post(stage+"/rounds", cn09("DrawRound")).Want(201)
	table := stage + "/rounds/1/tables/1"
	fabio.Post(table+"/result", cn09("RecordResult")).Want(201)
	fabio.Do("PUT", table+"/result", cn09("CorrectResult"), apitest.Match(olga.Get(table).ETag())).Want(200)
	fabio.Post(stage+"/sanctions", cn09("Sanction")).Want(201)
	ruling := fabio.Post(stage+"/rulings", cn09("RecordRuling")).Want(201).Text("id")
	fabio.Post(stage+"/rulings/"+ruling+"/appeal", cn09("AppealRuling")).Want(200)
	fabio.Post(stage+"/rulings/"+ruling+"/appeal-decision", cn09("DecideAppeal")).Want(200)
	fabio.Post(stage+"/what-if", cn09("WhatIf")).Want(200)
	if standings := olga.Get(stage + "/standings").Want(200); standings.Int("tablesReported") != 1 || standings.Int("rows.0.entry.number") != 7 {
		t.Errorf("the one result does not lead: %s", standings.Body)
	}
	olga.Post(stage+"/cancellation", cn09("CancelEvent")).Refused(409, "event-state")
}

// The examples by other regulations are taken too: a club's own ruleset, questions to
// the calculators, an evening as a file.
func TestExamplesOfOtherRegulations(t *testing.T) {
	t.Parallel()
	e, federation := documentedExamples(t), apitest.Start(t).Federation("Federazione")
	manager, rulesets := federation.Manager, federation.Path+"/rulesets"

	manager.Post(federation.Path+"/ruleset-validation", e.of("ValidateRuleset", "CE26", nil)).Want(204)
	manager.Post(rulesets, apitest.JSON{"document": e.of("ReplaceRulesetDraft", "CE26", nil)}).Want(201)
	draft := rulesets + "/club-evening/draft"
	manager.Do("PUT", draft, e.of("ReplaceRulesetDraft", "CE26", nil), apitest.Match(manager.Get(draft).ETag())).Want(200)
	manager.Post(rulesets+"/club-evening/versions", e.of("PublishRuleset", "CE26", apitest.JSON{"draft": manager.Get(draft).Int("version")})).Want(201)
	manager.Post(rulesets, e.of("CreateRuleset", "CN09", nil)).Want(201)

	squadre := rulesets + "/risiko-squadre-2000"
	if a := manager.Post(squadre+"/calculations/table-points", e.of("CalculateTablePoints", "SQ00", nil)).Want(200); a.Len("players") != 1 {
		t.Errorf("table points: %s", a.Body)
	}
	if a := manager.Post(squadre+"/calculations/army-limit", e.of("CalculateArmyLimit", "SQ00", nil)).Want(200); a.Int("remove") != 20 {
		t.Errorf("armies: %s", a.Body)
	}
	if a := manager.Post(squadre+"/calculations/card-exchange", e.of("CalculateCardExchange", "SQ00", nil)).Want(200); a.Int("armies") != 22 {
		t.Errorf("cards: %s", a.Body)
	}

	file := manager.Post(federation.Path+"/imports?dryRun=true", e.of("ImportEvent", "BG", nil)).Want(201)
	if file.Text("state") != "clean" {
		t.Errorf("the evening: %s", file.Body)
	}
	manager.Post(federation.Path+"/events", e.of("CreateEvent", "BG", nil)).Want(201)
}
