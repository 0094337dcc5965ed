package demo

import (
	"strconv"

	"referto/openapi"
)

// pay begins claims for journeys to the national final, which are handed in once it was
// played: one with a ticket that is attested, and one that is given up.
func (s *championship) pay() {
	s.attest(s.claim(champion.name), openapi.NewExpense{
		What: "Treno Verona-Bologna, andata e ritorno", Amount: openapi.AnyMoney{Amount: "38.40", Currency: "EUR"}, SpentOn: s.date(-1),
	}, picture(showsTicket, 3))
	second := s.claim("Clara Vismara")
	s.act(s.clients[manager], second+"/withdrawal", openapi.ReasonGiven{Reason: "Viene in macchina con un'amica"}, nil)
}

// attest adds an expense to a claim, with a receipt for all of it.
func (s *championship) attest(claim string, e openapi.NewExpense, receipt []byte) {
	by := s.clients[manager]
	s.act(by, claim+"/expenses", e, nil)
	var made openapi.Refund
	if s.get(by, claim, &made); s.err == nil && len(made.Expenses) > 0 && len(made.Expenses[0].Receipts) == 0 {
		s.act(by, claim+"/expenses/"+strconv.Itoa(made.Expenses[0].Number)+"/receipts",
			openapi.NewReceipt{Amount: euros(e.Amount.Amount), Content: receipt}, nil)
	}
}

// claim begins a claim for a player and returns its address.
func (s *championship) claim(name string) string {
	var claim openapi.Refund
	s.act(s.clients[manager], s.path+"/refunds", openapi.NewRefund{Player: s.players[name], Reason: "Lo chiede per lettera"}, &claim)
	return s.path + "/refunds/" + claim.Id.String()
}

// reward allocates the prizes of some events and sends most of them. Those of an event
// that is invalid are due back, or stay for a next one (CN09 1.10).
func (s *championship) reward() {
	by := s.clients[manager]
	var box openapi.Prize
	s.act(by, s.path+"/prizes", openapi.NewPrize{Kind: openapi.NewPrizeKindBox, Name: "I Coloni di Catan", Price: euros("32.00"), Quantity: 40}, &box)
	s.act(by, s.path+"/prizes", openapi.NewPrize{Kind: openapi.NewPrizeKindGadget, Name: "Pecora di legno", Price: euros("2.50"), Quantity: 200}, nil)
	parcels := make(map[string]string)
	for _, slug := range []string{
		"selezione-torino", "milano-gioca", "dadi-roma", "selezione-treviso", "selezione-foggia", "selezione-ferrara", "selezione-pesaro", "selezione-ivrea",
	} {
		event, ok := s.events[slug]
		if !ok {
			return // after something has failed
		}
		var parcel openapi.Shipment
		s.act(by, s.path+"/prize-shipments", openapi.NewShipment{Event: event.id, Prizes: []openapi.NewShipmentLine{{Prize: box.Id, Quantity: 2}}}, &parcel)
		parcels[slug] = s.path + "/prize-shipments/" + parcel.Id.String()
	}
	for _, slug := range []string{"selezione-torino", "milano-gioca", "dadi-roma", "selezione-treviso", "selezione-foggia", "selezione-ferrara"} {
		on := min(-4, s.fixture(slug).day-10)
		s.act(by, parcels[slug]+"/dispatch", openapi.ShipmentDispatch{Carrier: "Corriere del Passo", On: s.date(on), Cost: euros("7.50")}, nil)
	}
	s.act(by, parcels["selezione-pesaro"]+"/cancellation", openapi.ReasonGiven{Reason: "I premi li mette il comune"}, nil)
	s.act(by, parcels["selezione-foggia"]+"/keeping", openapi.ReasonGiven{Reason: "Per la prossima tappa di Foggia"}, nil)
}
