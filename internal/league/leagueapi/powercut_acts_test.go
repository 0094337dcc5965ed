package leagueapi_test

import (
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/internal/attack/worlddbtest"
)

// cutOnce does the same acts with and without power cuts, and compares the rows that they leave.
func cutOnce(t *testing.T, play func(*apitest.Server, *apitest.PowerLine) *cutting) {
	t.Helper()
	calm := play(apitest.Start(t), nil)
	server, line := apitest.StartBehind(t)
	server.ErrorsDue()
	play(server, line).leavesAs(calm)
}

// newCutting begins to watch the tables of a tenant whose manager looks whether the server is there again.
func newCutting(t *testing.T, tenant *apitest.Tenant, line *apitest.PowerLine) *cutting {
	t.Helper()
	return &cutting{tb: t, server: tenant.Manager.Server, line: line, rows: worlddbtest.Watch(t, tenant.Manager.Server.Database), probe: func() (*apitest.Answer, error) {
		return tenant.Manager.Try("GET", tenant.Path+"/members", nil)
	}}
}

// TestPowerCutOfMoney: a refund from its claim to the bank's result, and prizes until they come back, are
// stored act by act, each whole.
func TestPowerCutOfMoney(t *testing.T) {
	t.Parallel()
	cutOnce(t, func(server *apitest.Server, line *apitest.PowerLine) *cutting {
		e := newEndedOn(t, server, afterFinal)
		b := newCutting(t, e.federation, line)
		who := e.champion.Client
		claim := e.path + "/refunds/" + b.act("claim", who, "POST", e.path+"/refunds", apitest.JSON{}).ID("id").String()
		b.act("expense", who, "POST", claim+"/expenses", apitest.JSON{"what": "Treno", "spentOn": "2010-05-01", "amount": euros("40.00")})
		b.act("receipt", who, "POST", claim+"/expenses/1/receipts", apitest.JSON{"amount": euros("40.00"), "content": pdf()})
		b.act("account", who, "PUT", claim+"/account", apitest.JSON{"holder": who.Name, "iban": someIBAN}, apitest.Match(who.Get(claim).Want(200).ETag()))
		b.act("submission", who, "POST", claim+"/submission", nil)
		b.act("question", e.manager, "POST", claim+"/question", apitest.JSON{"reason": "E il biglietto di ritorno?"})
		b.act("submission again", who, "POST", claim+"/submission", nil)
		b.act("approval", e.manager, "POST", claim+"/approval", apitest.JSON{})
		list := e.path + "/payment-lists/" + b.act("list of payments", e.treasurer, "POST", e.path+"/payment-lists", apitest.JSON{
			"refunds": []string{lastOf(claim)}, "payer": apitest.JSON{"holder": "Stupor Mundi", "iban": someIBAN}, "executeOn": "2010-05-12",
		}).Text("id")
		document(e.treasurer, list, "sepa") // each time that bank data are read is recorded, whether or not the answer arrived
		b.act("failed payment", e.treasurer, "POST", list+"/settlements", apitest.JSON{"outcome": "failed", "on": "2010-05-09", "reference": "Respinto"})
		b.act("withdrawal", who, "POST", claim+"/withdrawal", apitest.JSON{"reason": "Ripensamento"})
		prize := b.act("stock", e.manager, "POST", e.path+"/prizes", apitest.JSON{"kind": "box", "name": "I Coloni di Catan", "price": euros("25.00"), "quantity": 4}).ID("id")
		shipment := e.path + "/prize-shipments/" + b.act("allocation", e.manager, "POST", e.path+"/prize-shipments", apitest.JSON{"event": e.largeEvent, "prizes": []any{apitest.JSON{"prize": prize, "quantity": 2}}}).Text("id")
		b.act("dispatch", e.manager, "POST", shipment+"/dispatch", apitest.JSON{"on": "2009-03-30", "carrier": "Corriere", "tracking": "AB1", "cost": euros("7.50")})
		b.checkLog(e.manager, e.federation.Path)
		return b
	})
}

// TestPowerCutOfPeople: the register, merges, exclusions, roles and an erasure.
func TestPowerCutOfPeople(t *testing.T) {
	t.Parallel()
	cutOnce(t, func(server *apitest.Server, line *apitest.PowerLine) *cutting {
		s := newStageOn(t, server, nil)
		tenant, manager := s.federation.Path, s.federation.Manager
		sara := server.SignUp("Sara Tesoriera")
		b := newCutting(t, s.federation, line)
		add := func(name string) string {
			return tenant + "/players/" + b.act("player "+name, manager, "POST", tenant+"/players", apitest.JSON{"name": name, "sameNameAccepted": true}).Text("id")
		}
		one, two, three := add("Carlo Grande"), add("Carlo Grandi"), add("Dario Piccolo")
		b.act("merge", manager, "POST", two+"/merging", apitest.JSON{"into": lastOf(one), "reason": "è la stessa persona"})
		b.act("parting", manager, "POST", two+"/unmerging", apitest.JSON{"reason": "sono padre e figlio"})
		decision := apitest.JSON{"outcome": "ban", "from": "2009-02-08", "until": "2009-12-31", "reason": "carte segnate in finale"}
		banned := b.act("ban", manager, "POST", tenant+"/bans", apitest.JSON{"player": lastOf(one), "source": "lettera dell’organizzatore", "decision": decision}).Text("id")
		b.act("pardon", manager, "POST", tenant+"/bans/"+banned+"/decisions", noBan(), apitest.Match(manager.Get(tenant+"/bans/"+banned).Want(200).ETag()))
		b.act("exclusion", manager, "POST", tenant+"/exclusions", apitest.JSON{"player": lastOf(two), "kind": "employee-of-publisher", "from": "2009-02-08", "reason": "assunto dall’editore"})
		b.act("region", manager, "POST", tenant+"/regions", apitest.JSON{"name": "Emilia"})
		offer := b.act("invitation", manager, "POST", tenant+"/invitations", apitest.JSON{"email": sara.Email, "role": "treasurer", "scope": apitest.WholeTenant()}).Text("id")
		b.act("acceptance", sara, "POST", "/me/invitations/"+offer+"/acceptance", nil)
		grant := sara.Get("/me/grants").Want(200).Text("items.0.id")
		b.act("role taken away", manager, "DELETE", tenant+"/members/"+grant, nil)
		b.act("event", manager, "POST", tenant+"/events", apitest.JSON{
			"kind": "stage", "title": "Tappa di Torino", "startsAt": "2009-03-08T09:00:00Z", "timeZone": "Europe/Rome", "venue": apitest.JSON{"name": "Biblioteca", "city": "Torino"},
			"ruleset": "catan-nazionale-2009", "fee": apitest.JSON{"amount": "5.00", "currency": "EUR"}, "formula": "club", "timeLimitMinutes": 80,
		})
		b.act("announcement", s.organizer, "POST", s.path+"/announcement", nil)
		b.act("opening", s.organizer, "POST", s.path+"/entry-opening", nil)
		b.act("entry", s.organizer, "POST", s.path+"/entries", apitest.JSON{"player": lastOf(three)})
		b.act("check-in", s.organizer, "POST", s.entry(1)+"/check-in", nil)
		b.act("cancellation", s.organizer, "POST", s.entry(1)+"/cancellation", apitest.JSON{"reason": "malato"})
		server.Clock.Advance(48 * time.Hour)
		manager.SignIn()
		b.act("erasure", manager, "POST", three+"/erasure", apitest.JSON{"reason": "l’ha chiesto"})
		b.checkLog(manager, tenant)
		return b
	})
}
