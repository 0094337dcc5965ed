package leagueapi_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

// stocked are boxes in the season's stock, at 25.00 each.
func (e *ended) stocked(quantity int) uuid.UUID {
	e.t.Helper()
	return e.manager.Post(e.path+"/prizes", apitest.JSON{
		"kind": "box", "name": "I Coloni di Catan", "price": euros("25.00"), "quantity": quantity,
	}).Want(201).ID("id")
}

// allocate asks for some of a prize for an event.
func (e *ended) allocate(event, prize uuid.UUID, quantity int) *apitest.Answer {
	return e.manager.Post(e.path+"/prize-shipments", apitest.JSON{"event": event, "prizes": []any{apitest.JSON{"prize": prize, "quantity": quantity}}})
}

// sent is the address of prizes that were sent to an event, for 7.50.
func (e *ended) sent(event, prize uuid.UUID, quantity int) string {
	e.t.Helper()
	address := e.path + "/prize-shipments/" + e.allocate(event, prize, quantity).Want(201).Text("id")
	e.manager.Post(address+"/dispatch", apitest.JSON{"on": "2009-03-30", "carrier": "Corriere", "tracking": "AB1", "cost": euros("7.50")}).Want(200)
	return address
}

// shipment is the shipment of the season at an address.
func (e *ended) shipment(address string) (*apitest.Answer, string) {
	e.t.Helper()
	all := e.manager.Get(e.path + "/prize-shipments").Want(200)
	for i := range all.Len("items") {
		at := "items." + string(rune('0'+i))
		if all.Text(at+".id") == lastOf(address) {
			return all, at
		}
	}
	e.t.Fatalf("no shipment %s", address)
	return nil, ""
}

// CN09 1.10: the duty for prizes of an invalidated tournament is shown, and paid once. The deadline and the sum
// are tested in package prizes.
func TestPrizesOfAnInvalidEventGoBack(t *testing.T) {
	t.Parallel()
	e := newEndedAt(t, time.Date(2009, 4, 11, 10, 0, 0, 0, time.UTC)) // the event was on 5 April
	prize := e.stocked(5)
	address := e.sent(e.largeEvent, prize, 2)
	if all, at := e.shipment(address); all.Value(at+".duty") != nil || all.Text(at+".total.amount") != "57.50" {
		t.Errorf("CN09 1.10 nothing is due while the event is valid: %s", all.Body)
	}
	settle := func(outcome, amount string) *apitest.Answer {
		body := apitest.JSON{"outcome": outcome, "on": "2009-04-11"}
		if amount != "" {
			body["amount"] = euros(amount)
		}
		return e.manager.Post(address+"/settlement", body)
	}
	says(t, settle("returned", ""), 409, "prizes-nothing-due", "1.10")
	e.verdict(e.largeEvent, 2, "invalidated")
	all, at := e.shipment(address)
	if all.Text(at+".duty.action") != "return-or-pay" || all.Text(at+".duty.returnBy") != "2009-04-12" || all.Text(at+".duty.pay.amount") != "57.50" ||
		all.Text(at+".duty.why.rule.paragraph") != "1.10" || all.Value(at+".duty.overdue") != nil {
		t.Errorf("CN09 1.10 within a week of the end: %s", all.Body)
	}
	says(t, settle("paid", "57.49"), 422, "prizes-paid-short", "1.10")
	paid := settle("paid", "57.50").Want(200)
	if paid.Text("state") != "paid" || paid.Text("settled.amount") != "57.50" || paid.Value("duty.overdue") != nil {
		t.Errorf("%s", paid.Body)
	}
	says(t, settle("paid", "57.50"), 409, "prizes-not-so-far", "1.10")
	if stock := e.manager.Get(e.path + "/prizes").Want(200).Int("items.0.stock"); stock != 3 {
		t.Errorf("what was paid is not back: %d", stock)
	}
}

// CN09 1.10: alternatively, and at the discretion of their giver, prizes are kept for a next stage; returned
// ones are in stock again.
func TestPrizesAreKeptOrComeBack(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	prize := e.stocked(5)
	kept, back := e.sent(e.largeEvent, prize, 2), e.sent(e.openEvent, prize, 1)
	e.verdict(e.largeEvent, 2, "invalidated")
	e.verdict(e.openEvent, 2, "invalidated")
	got := e.manager.Post(kept+"/keeping", apitest.JSON{"reason": "Per la prossima tappa"}).Want(200)
	if got.Text("duty.action") != "keep-for-next-stage" || got.Text("duty.why.rule.paragraph") != "1.10" || got.Value("duty.pay") != nil || got.Value("kept") != true {
		t.Errorf("CN09 1.10 kept: %s", got.Body)
	}
	if got := e.manager.Post(back+"/settlement", apitest.JSON{"outcome": "returned", "on": "2010-05-01"}).Want(200); got.Text("state") != "returned" {
		t.Errorf("CN09 1.10 returned: %s", got.Body)
	}
	if stock := e.manager.Get(e.path + "/prizes").Want(200).Int("items.0.stock"); stock != 3 {
		t.Errorf("CN09 1.10 what came back is there again: %d", stock)
	}
	moved := e.server.Database.Count(t, `select sum(quantity)::int from league.prize_movements`)
	if moved != 3 {
		t.Errorf("the movements come to %d", moved)
	}
}

// CN09 1.10: while stock lasts.
func TestPrizesWhileStockLasts(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	prize := e.stocked(2)
	says(t, e.allocate(e.largeEvent, prize, 3), 409, "prize-stock-short", "1.10")
	says(t, e.allocate(e.largeEvent, uuid.New(), 1), 422, "unknown-prize", "")
	says(t, e.manager.Post(e.path+"/prizes", apitest.JSON{"kind": "gadget", "name": "I Coloni di Catan", "price": euros("1.00"), "quantity": 1}), 409, "prize-known", "")
	movements := e.path + "/prizes/" + prize.String() + "/movements"
	says(t, e.manager.Post(movements, apitest.JSON{"direction": "out", "quantity": 3, "reason": "Contate male"}), 409, "prize-stock-short", "1.10")
	first := e.allocate(e.largeEvent, prize, 2).Want(201)
	e.manager.Post(movements, apitest.JSON{"direction": "in", "quantity": 1, "reason": "Trovata in magazzino"}).Want(200)
	says(t, e.allocate(e.largeEvent, prize, 1), 409, "prizes-allocated", "1.10")
	e.manager.Post(e.path+"/prize-shipments/"+first.Text("id")+"/cancellation", apitest.JSON{"reason": "Ha già i premi"}).Want(200)
	if stock := e.manager.Get(e.path + "/prizes").Want(200).Int("items.0.stock"); stock != 3 {
		t.Errorf("what was set aside is back: %d", stock)
	}
}

// CN09 1.10: the last box goes to one event only.
func TestRaceForTheLastBox(t *testing.T) {
	t.Parallel()
	e := newEnded(t)
	var events []uuid.UUID
	for range 4 {
		events = append(events, e.announced(apitest.JSON{"startsAt": "2009-10-04T08:00:00Z", "kind": "stage", "circuit": "regional"}))
	}
	prize := e.stocked(1)
	for range 5 {
		answers := apitest.AnswersAtOnce(len(events), func(i int) *apitest.Answer { return e.allocate(events[i], prize, 1) })
		if got := apitest.Statuses(answers); !slices.Equal(got, []int{201, 409, 409, 409}) {
			t.Fatalf("%v", got)
		}
		if stock := e.manager.Get(e.path + "/prizes").Want(200).Int("items.0.stock"); stock != 0 {
			t.Fatalf("stock %d", stock)
		}
		for _, a := range answers {
			if a.Status == 201 {
				e.manager.Post(e.path+"/prize-shipments/"+a.Text("id")+"/cancellation", apitest.JSON{"reason": "Si ricomincia"}).Want(200)
			}
		}
	}
}
