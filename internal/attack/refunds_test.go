package attack_test

import (
	"fmt"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

// claim is a claim of the player, in a season of its own because they have one in
// each.
type claim struct {
	season, id uuid.UUID
	receipt    uuid.UUID // of its first expense
	list       uuid.UUID // of payments, once it is on one
}

// in is the path of a claim: names and values in turn.
func (c claim) in(a *side, pairs ...any) map[string]string {
	return in(a, append([]any{"season", c.season, "refund", c.id}, pairs...)...)
}

// claimStates are those that requests start from; each is a claim of its own.
var claimStates = []string{"none", "draft", "complete", "ask", "approve", "refuse", "withdraw", "approved", "listed", "settled", "cancelled"}

// buildRefunds makes seasons whose reigning champion is the player, who has played the national final, and claims of
// their journeys there.
func (a *side) buildRefunds(s *apitest.Server) {
	a.claims = map[string]claim{}
	own := a.people["player"].Get(a.in("open") + "/my-entry").Want(200).ID("player.id")
	for _, state := range claimStates {
		c := claim{season: a.Manager.Post(a.Path+"/seasons", apitest.JSON{
			"slug": "rimborso-" + state, "title": "Rimborsi " + a.canary, "ruleset": "catan-nazionale-2009", "champion": own,
		}).Want(201).ID("id")}
		path := a.Path + "/seasons/" + c.season.String()
		a.Manager.Post(path+"/opening", nil).Want(200)
		a.playFinal(s, c.season, "finale-"+state, own)
		if state != "none" {
			c = a.buildClaim(c, path, state)
		}
		a.claims[state] = c
	}
}

// playFinal has the national final of a season been played.
func (a *side) playFinal(s *apitest.Server, season uuid.UUID, slug string, players ...uuid.UUID) {
	final := a.Manager.Post(a.Path+"/events", apitest.JSON{
		"kind": "national-final", "slug": slug, "title": "Finale " + a.canary, "startsAt": "2010-03-05T09:00:00Z", "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": a.canary, "city": "Modena"}, "season": season,
	}).Want(201).ID("id")
	a.Manager.Post(a.Path+"/events/"+final.String()+"/announcement", nil).Want(200)
	a.end(s, season, final, players...)
}

// end lets an event have ended.
func (a *side) end(s *apitest.Server, season, event uuid.UUID, ranking ...uuid.UUID) {
	s.Database.Alter(s.T, `insert into league.outcomes (tenant_id, event_id, number, ranking, recorded_by, recorded_at) values ($1, $2, 1, $3, $4, now())`,
		a.ID, event, ranking, a.Manager.ID)
	s.Database.Alter(s.T, `update league.seasons set revision = revision + 1 where id = $1`, season)
}

// receipt is a file that no other claim has.
func (a *side) receipt(about string) []byte {
	return fmt.Appendf(nil, "%%PDF-1.4\n%% %s %s\n%%%%EOF\n", a.canary, about)
}

// buildClaim brings a claim to where a request starts.
func (a *side) buildClaim(c claim, path, state string) claim {
	player, treasurer := a.people["player"], a.people["treasurer"]
	c.id = player.Post(path+"/refunds", apitest.JSON{}).Want(201).ID("id")
	at := path + "/refunds/" + c.id.String()
	player.Post(at+"/expenses", apitest.JSON{"what": "Treno " + a.canary, "spentOn": "2009-02-07", "amount": amount("40.00")}).Want(201)
	c.receipt = player.Post(at+"/expenses/1/receipts", apitest.JSON{"amount": amount("40.00"), "content": a.receipt(state)}).Want(201).ID("expenses.0.receipts.0.id")
	player.Do("PUT", at+"/account", apitest.JSON{"holder": a.canary + " Conto", "iban": "IT60X0542811101000000123456"}, apitest.Match(player.Get(at).Want(200).ETag())).Want(200)
	if state == "draft" || state == "complete" {
		return c
	}
	player.Post(at+"/submission", nil).Want(200)
	if state == "ask" || state == "approve" || state == "refuse" || state == "withdraw" {
		return c
	}
	a.Manager.Post(at+"/approval", apitest.JSON{}).Want(200)
	if state == "approved" {
		return c
	}
	c.list = treasurer.Post(path+"/payment-lists", a.order(c.id)).Want(201).ID("id")
	return c
}

func amount(text string) apitest.JSON { return apitest.JSON{"amount": text, "currency": "EUR"} }

// order is a list of payments to be made of a claim.
func (a *side) order(refund uuid.UUID) apitest.JSON {
	return apitest.JSON{
		"refunds": []any{refund}, "payer": apitest.JSON{"holder": "Federazione " + a.canary, "iban": "BG80BNBG96611020345678"}, "executeOn": "2009-02-20",
	}
}

func (w *world) refundRequests(a *side) []request {
	player, manager, treasurer := a.people["player"], a.people["manager"], a.people["treasurer"]
	c := a.claims
	season := func(state string, pairs ...any) map[string]string {
		return in(a, append([]any{"season", c[state].season}, pairs...)...)
	}
	reason := apitest.JSON{"reason": "Manca il biglietto"}
	return []request{
		{operation: "GetMyRefund", by: player, path: season("draft")},
		{operation: "CreateRefund", by: player, path: season("none"), body: apitest.JSON{}},
		{operation: "CreateRefund", about: "for somebody else", by: manager, path: season("none"), body: apitest.JSON{"player": a.players[0], "reason": "Non ha un computer"}},
		{operation: "ListRefunds", by: manager, path: season("draft"), query: "limit=2&state=draft"},
		{operation: "GetRefund", by: player, path: c["draft"].in(a)},
		{operation: "AddExpense", by: player, path: c["draft"].in(a), body: apitest.JSON{"what": "Autobus", "spentOn": "2009-02-07", "amount": amount("4.00")}},
		{operation: "AddReceipt", by: player, path: c["draft"].in(a, "expense", 1), body: apitest.JSON{"amount": amount("4.00"), "content": a.receipt("another")}},
		{operation: "GetReceipt", by: player, path: c["draft"].in(a, "receipt", c["draft"].receipt)},
		{operation: "RemoveExpense", by: player, path: c["draft"].in(a, "expense", 1)},
		{
			operation: "SetRefundAccount", by: player, path: c["draft"].in(a), match: a.Path + "/seasons/" + c["draft"].season.String() + "/refunds/" + c["draft"].id.String(),
			body: apitest.JSON{"holder": "Altro Conto", "iban": "BG80BNBG96611020345678"},
		},
		{operation: "ReadRefundAccount", by: treasurer, path: c["approved"].in(a)},
		{operation: "SubmitRefund", by: player, path: c["complete"].in(a)},
		{operation: "AskRefund", by: manager, path: c["ask"].in(a), body: reason},
		{operation: "ApproveRefund", by: manager, path: c["approve"].in(a), body: apitest.JSON{"expenses": []any{
			apitest.JSON{"number": 1, "amount": amount("39.00"), "reason": "Senza prenotazione"},
		}}},
		{operation: "RefuseRefund", by: manager, path: c["refuse"].in(a), body: apitest.JSON{"reason": "Non spetta", "paragraph": "1.9"}},
		{operation: "WithdrawRefund", by: player, path: c["withdraw"].in(a), body: reason},
		{operation: "ListPaymentLists", by: treasurer, path: season("listed"), query: "limit=2"},
		{operation: "CreatePaymentList", by: treasurer, path: season("approved"), body: a.order(c["approved"].id)},
		{operation: "GetPaymentList", by: treasurer, path: season("listed", "list", c["listed"].list)},
		{operation: "WritePaymentDocument", by: treasurer, path: season("listed", "list", c["listed"].list), body: apitest.JSON{"format": "csv"}},
		{operation: "SettlePayments", by: treasurer, path: season("settled", "list", c["settled"].list), body: apitest.JSON{
			"outcome": "paid", "refunds": []any{c["settled"].id}, "on": "2009-02-08", "reference": "CRO 1234",
		}},
		{operation: "CancelPaymentList", by: treasurer, path: season("cancelled", "list", c["cancelled"].list), body: reason},
	}
}

// buildPrizes sets prizes aside for events of the season, sends some, and lets one of
// the events be invalid.
func (a *side) buildPrizes(s *apitest.Server) {
	path := a.inSeason("running")
	a.shipment, a.prizeless = map[string]uuid.UUID{}, map[string]uuid.UUID{}
	a.prize = a.Manager.Post(path+"/prizes", apitest.JSON{"kind": "box", "name": "Scatola " + a.canary, "price": amount("25.00"), "quantity": 20}).Want(201).ID("id")
	for _, state := range []string{"none", "allocated", "released", "sent", "invalid"} {
		event := a.Manager.Post(a.Path+"/events", apitest.JSON{
			"kind": "stage", "slug": "premi-" + state, "title": "Premi " + a.canary, "startsAt": "2009-06-05T09:00:00Z", "timeZone": "Europe/Rome",
			"venue":  apitest.JSON{"name": a.canary, "city": "Torino", "latitude": "45.0703", "longitude": "7.6869"},
			"season": a.season["running"], "circuit": "regional", "region": a.region,
		}).Want(201).ID("id")
		a.Manager.Post(a.Path+"/events/"+event.String()+"/announcement", nil).Want(200)
		if a.prizeless[state] = event; state == "none" {
			continue
		}
		a.shipment[state] = a.Manager.Post(path+"/prize-shipments", a.prizes(event)).Want(201).ID("id")
		if state == "sent" || state == "invalid" {
			a.Manager.Post(path+"/prize-shipments/"+a.shipment[state].String()+"/dispatch", apitest.JSON{"on": "2009-02-07", "carrier": a.canary, "cost": amount("5.00")}).Want(200)
		}
		if state == "invalid" {
			s.Database.Alter(s.T, `insert into league.verdicts (tenant_id, event_id, number, kind, decided_by, decided_at) values ($1, $2, 1, 'invalidated', $3, now())`,
				a.ID, event, a.Manager.ID)
			a.end(s, a.season["running"], event, a.players[3], a.players[4])
		}
	}
}

// prizes are two boxes to be set aside for an event.
func (a *side) prizes(event uuid.UUID) apitest.JSON {
	return apitest.JSON{"event": event, "prizes": []any{apitest.JSON{"prize": a.prize, "quantity": 2}}}
}

func (w *world) prizeRequests(a *side) []request {
	manager := a.people["manager"]
	season := func(pairs ...any) map[string]string {
		return in(a, append([]any{"season", a.season["running"]}, pairs...)...)
	}
	return []request{
		{operation: "ListPrizes", by: manager, path: season()},
		{operation: "AddPrize", by: manager, path: season(), body: apitest.JSON{"kind": "gadget", "name": "Spilla", "price": amount("1.50"), "quantity": 3}},
		{operation: "StockPrize", by: manager, path: season("prize", a.prize), body: apitest.JSON{"direction": "in", "quantity": 2, "reason": "Trovate in magazzino"}},
		{operation: "ListShipments", by: manager, path: season(), query: "limit=2&state=sent"},
		{operation: "CreateShipment", by: manager, path: season(), body: a.prizes(a.prizeless["none"])},
		{operation: "SendShipment", by: manager, path: season("shipment", a.shipment["allocated"]), body: apitest.JSON{
			"on": "2009-02-08", "carrier": "Corriere", "tracking": "AB12", "cost": amount("6.00"),
		}},
		{operation: "KeepShipment", by: manager, path: season("shipment", a.shipment["sent"]), body: apitest.JSON{"reason": "Per la prossima tappa"}},
		{operation: "SettleShipment", by: manager, path: season("shipment", a.shipment["invalid"]), body: apitest.JSON{
			"outcome": "paid", "on": "2009-02-08", "amount": amount("55.00"), "reference": "CRO 55",
		}},
		{operation: "CancelShipment", by: manager, path: season("shipment", a.shipment["released"]), body: apitest.JSON{"reason": "Ha già i premi"}},
	}
}
