package demo

import (
	"fmt"
	"net/http"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/openapi"
)

// beforeSlug names the season before in addresses.
const beforeSlug = "campionato-precedente"

// before is the season of a year ago while it is loaded.
type before struct {
	*championship
	day   time.Time // of the story
	final fixture   // the national one
}

// championBefore was the reigning champion then.
var championBefore = person{"Amilcare Fossati", "La Lanterna", "Genova"}

// beforeFixtures are the part of the season before from which its refunds follow: two tournaments whose winners had
// their journeys refunded, and one that was invalid.
var beforeFixtures = []fixture{
	{region: lombardy, city: "Bergamo", day: -160, players: 28, large: true, name: "Bergamo in gioco", venue: "Il Naviglio Ludico"},
	{region: veneto, city: "Verona", day: -125, players: 28, large: true, name: "Scaligera", venue: "Compagnia del Dado", first: []string{champion.name}},
	{region: veneto, city: "Rovigo", day: -146, players: 9, course: invalid},
}

// seasonBefore records the season before, up to its national final. The final and everything after it is done by
// settle, once the photos are developed.
func (l *loader) seasonBefore(day time.Time) before {
	s := before{day: day, championship: &championship{
		loader: l, plan: plan{fields: make(map[string]lineup)}, today: day.AddDate(-1, 0, 0), events: make(map[string]*heldEvent),
	}}
	s.offices()
	s.register(championBefore)
	var of []circuit
	for _, c := range circuits {
		if c.region == lombardy || c.region == veneto {
			of = append(of, c)
		}
	}
	s.announce(beforeSlug, championBefore, of)
	s.final = fixture{city: "Bologna", day: nationalFinal, name: fmt.Sprintf("Finale nazionale %d", s.today.Year()), venue: "Palazzo Re Enzo"}
	s.lineUp()
	for _, f := range beforeFixtures {
		s.stage(f)
	}
	e := s.of(s.final)
	e.Kind, e.Fee = openapi.EventKindNationalFinal, openapi.Money{}
	s.events[s.final.slug()] = s.publish(manager, e)
	return s
}

// settle has the events judged, then the national final played (CN09 1.9), prizes sent back, and the journeys of its
// players refunded (CN09 1.9, 1.10).
func (s before) settle() {
	for _, f := range beforeFixtures {
		s.developed(f)
		s.judge(f)
	}
	s.record(s.final)
	s.bringPrizesBack()
	s.payJourneys()
}

// offices assigns the roles that only refunds need: a person who decides on claims that the manager has written down,
// and a treasurer.
func (s before) offices() {
	for _, office := range []struct {
		who  part
		role openapi.Role
	}{{deputy, openapi.RoleChampionshipManager}, {treasurer, openapi.RoleTreasurer}} {
		s.act(s.clients[manager], federationPath+"/invitations", openapi.NewInvitation{
			Email: office.who.mail, Role: office.role, Scope: openapi.GrantScope{Kind: openapi.GrantScopeKindTenant},
		}, nil)
		s.acceptAll(office.who)
	}
}

// lineUp fills the fields of the events: people of the regions, and in the final the qualified players.
func (s before) lineUp() {
	people := newPlan().people
	qualified := []string{champion.name}
	for _, f := range beforeFixtures {
		came := append([]string{}, f.first...)
		for _, c := range circuits {
			if c.region == f.region {
				came = append(came, residents(people, c)...)
			}
		}
		if !f.large { // other people than at the large tournament, for which they are not barred
			came = came[len(came)-f.players:]
		}
		s.fields[f.slug()] = lineup{came: came[:f.players]}
		if f.large && f.first == nil {
			qualified = append(qualified, came[0])
		}
	}
	s.fields[s.final.slug()] = lineup{came: append(qualified, championBefore.name)}
}

// residents returns the people who live in a region, by name, without those who have a part in the story.
func residents(people []person, c circuit) (names []string) {
	for _, p := range people {
		for _, town := range c.towns {
			if p.city == town && p.name != champion.name {
				names = append(names, p.name)
			}
		}
	}
	return names
}

// bringPrizesBack sends prizes to two tournaments; those of the invalid one came back.
func (s before) bringPrizesBack() {
	by := s.clients[manager]
	var box openapi.Prize
	s.act(by, s.path+"/prizes", openapi.NewPrize{Kind: openapi.NewPrizeKindBox, Name: "I Coloni di Catan", Price: euros("31.00"), Quantity: 12}, &box)
	for _, f := range []fixture{beforeFixtures[1], beforeFixtures[2]} {
		event, ok := s.events[f.slug()]
		if !ok {
			return // after something has failed
		}
		var parcel openapi.Shipment
		s.act(by, s.path+"/prize-shipments", openapi.NewShipment{Event: event.id, Prizes: []openapi.NewShipmentLine{{Prize: box.Id, Quantity: 2}}}, &parcel)
		path := s.path + "/prize-shipments/" + parcel.Id.String()
		s.act(by, path+"/dispatch", openapi.ShipmentDispatch{Carrier: "Corriere del Passo", On: s.date(f.day - 10), Cost: euros("7.50")}, nil)
		if f.course == invalid {
			s.act(by, path+"/settlement", openapi.ShipmentSettlement{
				Outcome: openapi.ShipmentSettlementOutcomeReturned, On: s.date(f.day + 6), Reference: "Due scatole, integre",
			}, nil)
		}
	}
}

// payJourneys claims refunds for the players of the final: one claim waits for its decision, one is approved by
// another person, one is paid.
func (s before) payJourneys() {
	went := s.fields[s.final.slug()].came
	accounts := []string{"IT79X0542811101000000234567", "IT98X0542811101000000345678", "IT20X0542811101000000456789"}
	var claims []string
	for i, name := range went {
		claim := s.claim(name)
		s.attest(claim, openapi.NewExpense{
			What: "Treno per Bologna, andata e ritorno", Amount: openapi.AnyMoney{Amount: fmt.Sprintf("%d.60", 31+8*i), Currency: "EUR"}, SpentOn: s.date(nationalFinal),
		}, picture(showsTicket, i))
		s.payTo(claim, openapi.NewAccountToPay{Holder: name, Iban: accounts[i]})
		s.act(s.clients[manager], claim+"/submission", nil, nil)
		claims = append(claims, claim)
	}
	for _, claim := range claims[:2] {
		s.act(s.clients[deputy], claim+"/approval", openapi.RefundApproval{}, nil)
	}
	s.transfer(claims[0])
}

// payTo sets the account to which a claim is paid, unless it has one.
func (s before) payTo(claim string, account openapi.NewAccountToPay) {
	var made openapi.Refund
	if s.get(s.clients[manager], claim, &made); s.err == nil && made.Account == "" {
		s.change(s.clients[manager], http.MethodPut, claim+"/account", made.Version, account)
	}
}

// transfer pays a claim.
func (s before) transfer(claim string) {
	var made openapi.Refund
	if s.get(s.clients[treasurer], claim, &made); s.err != nil {
		return
	}
	by := s.clients[treasurer]
	var list openapi.PaymentList
	s.act(by, s.path+"/payment-lists", openapi.NewPaymentList{
		Refunds: []openapi.ID{made.Id}, ExecuteOn: openapi_types.Date{Time: at(s.day, 1, 0)},
		Payer: openapi.NewAccountToPay{Holder: federationName, Iban: "IT60X0542811101000000123456"},
	}, &list)
	s.act(by, s.path+"/payment-lists/"+list.Id.String()+"/settlements", openapi.PaymentSettlement{
		Outcome: openapi.PaymentSettlementOutcomePaid, On: openapi_types.Date{Time: at(s.day, 0, 0)}, Reference: "CRO 20100312",
	}, nil)
}
