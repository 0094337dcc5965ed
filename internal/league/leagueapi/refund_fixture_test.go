package leagueapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

// afterFinal is a week after the national final: the tests make their claims then.
var afterFinal = time.Date(2010, 5, 9, 10, 0, 0, 0, time.UTC)

// ended is a championship whose national final has been played, with people who qualified in each way: the
// reigning champion and the winner of a Grande Torneo, whose journeys are paid (CN09 1.9), and the winner of an
// open event, whose is not (1.8).
type ended struct {
	*championship
	champion, large, open *traveler
	treasurer, deputy     *apitest.Client // a second manager
	largeEvent, openEvent uuid.UUID
}

// traveler is a player with an account.
type traveler struct {
	*apitest.Client
	player uuid.UUID
}

// newEnded is a championship a week after its national final.
func newEnded(t *testing.T) *ended {
	t.Helper()
	return newEndedAt(t, afterFinal)
}

// newEndedAt plays the season and sets the clock; facts that take long to come about
// by the API are written as they would stand.
func newEndedAt(t *testing.T, now time.Time) *ended {
	t.Helper()
	return newEndedOn(t, apitest.Start(t), now)
}

// newEndedOn is [newEndedAt] on a server.
func newEndedOn(t *testing.T, server *apitest.Server, now time.Time) *ended {
	t.Helper()
	e := &ended{championship: newChampionshipOn(t, server)}
	e.champion, e.large, e.open = e.traveler("Campione In Carica"), e.traveler("Vince Il Grande"), e.traveler("Vince L'Open")
	e.patchChampion(e.champion.player)
	e.largeEvent = e.played(apitest.JSON{"title": "Grande Torneo", "circuit": "regional"}, e.large.player, 28)
	e.openEvent = e.played(apitest.JSON{"title": "Open", "kind": "open", "circuit": "open", "region": nil}, e.open.player, 16)
	final := e.announced(apitest.JSON{"title": "Finale nazionale", "kind": "national-final", "region": nil, "startsAt": "2010-05-02T08:00:00Z"})
	e.outcome(final, e.champion.player, e.large.player, e.open.player)
	e.treasurer = e.federation.Member("Tea Tesoriera", "treasurer", apitest.WholeTenant())
	e.deputy = e.federation.Member("Delio Delegato", "championship-manager", apitest.WholeTenant())
	e.jump(now)
	return e
}

// jump sets the clock and begins new sessions.
func (e *ended) jump(to time.Time) {
	e.t.Helper()
	e.server.Clock.Set(to)
	for _, c := range []*apitest.Client{e.manager, e.treasurer, e.deputy, e.champion.Client, e.large.Client, e.open.Client} {
		c.SignIn()
	}
}

func (e *ended) traveler(name string) *traveler {
	e.t.Helper()
	out := &traveler{Client: e.server.SignUp(name)}
	out.player = e.manager.Post(e.federation.Path+"/players", apitest.JSON{"name": name}).Want(201).ID("id")
	e.server.Database.Alter(e.t, `update league.players set account_id = $2 where id = $1`, out.player, out.ID)
	e.server.Database.Alter(e.t, `insert into league.player_accounts (tenant_id, account_id, player_id) select tenant_id, account_id, id from league.players where id = $1`, out.player)
	return out
}

func (e *ended) patchChampion(player uuid.UUID) {
	e.t.Helper()
	tag := e.manager.Get(e.path).Want(200).ETag()
	e.manager.Patch(e.path, apitest.JSON{"champion": player}, apitest.Match(tag)).Want(200)
}

// announced is an event of the season that is public.
func (e *ended) announced(changes apitest.JSON) uuid.UUID {
	e.t.Helper()
	id := e.draft(changes).Want(201).ID("id")
	e.manager.Post(e.in(id)+"/announcement", nil).Want(200)
	return id
}

// played is a homologated event of the season with a given winner.
func (e *ended) played(changes apitest.JSON, winner uuid.UUID, players int) uuid.UUID {
	e.t.Helper()
	id := e.announced(changes)
	field := []uuid.UUID{winner}
	for len(field) < players {
		player := uuid.Must(uuid.NewV7())
		e.server.Database.Alter(e.t, `insert into league.players (tenant_id, id, name, name_key, created_at) values ($1, $2, $3, $3, now())`,
			e.federation.ID, player, player.String())
		field = append(field, player)
	}
	for n, player := range field {
		e.server.Database.Alter(e.t, `insert into league.entries (tenant_id, event_id, number, player_id, state, entered_by, entered_at)
			values ($1, $2, $3, $4, 'playing', $5, now())`, e.federation.ID, id, n+1, player, e.manager.ID)
	}
	e.outcome(id, field...)
	e.verdict(id, 1, "homologated")
	return id
}

func (e *ended) outcome(event uuid.UUID, ranking ...uuid.UUID) {
	e.t.Helper()
	e.server.Database.Alter(e.t, `insert into league.outcomes (tenant_id, event_id, number, ranking, recorded_by, recorded_at) values ($1, $2, 1, $3, $4, now())`,
		e.federation.ID, event, ranking, e.manager.ID)
	e.touch()
}

// verdict decides on an event.
func (e *ended) verdict(event uuid.UUID, number int, kind string) {
	e.t.Helper()
	e.server.Database.Alter(e.t, `insert into league.verdicts (tenant_id, event_id, number, kind, decided_by, decided_at) values ($1, $2, $3, $4, $5, now())`,
		e.federation.ID, event, number, kind, e.manager.ID)
	e.touch()
}

func (e *ended) touch() {
	e.server.Database.Alter(e.t, `update league.seasons set revision = revision + 1 where id = $1`, e.id)
}

// someIBAN is the account of the claimants.
const someIBAN = "IT60X0542811101000000123456"

// pdf returns a new, unique receipt.
func pdf() []byte { return fmt.Appendf(nil, "%%PDF-1.4\n%% %s\n%%%%EOF\n", uuid.NewString()) }

// begin begins a claim and returns its address.
func (e *ended) begin(by *apitest.Client) string {
	e.t.Helper()
	return e.path + "/refunds/" + by.Post(e.path+"/refunds", apitest.JSON{}).Want(201).ID("id").String()
}

// expense adds an attested expense to a claim and returns its number.
func (e *ended) expense(by *apitest.Client, claim, amount, attested string) int {
	e.t.Helper()
	a := by.Post(claim+"/expenses", apitest.JSON{"what": "Treno", "spentOn": "2010-05-01", "amount": euros(amount)}).Want(201)
	number := a.Len("expenses")
	if attested != "" {
		by.Post(fmt.Sprintf("%s/expenses/%d/receipts", claim, number), apitest.JSON{"amount": euros(attested), "content": pdf()}).Want(201)
	}
	return number
}

func euros(amount string) apitest.JSON { return apitest.JSON{"amount": amount, "currency": "EUR"} }

// account sets the account to which a claim is paid.
func (e *ended) account(by *apitest.Client, claim string) {
	e.t.Helper()
	tag := by.Get(claim).Want(200).ETag()
	by.Do("PUT", claim+"/account", apitest.JSON{"holder": by.Name, "iban": someIBAN}, apitest.Match(tag)).Want(200)
}

// submitted is a claim that is handed in, of one attested expense for each amount.
func (e *ended) submitted(by *apitest.Client, amounts ...string) string {
	e.t.Helper()
	claim := e.begin(by)
	for _, amount := range amounts {
		e.expense(by, claim, amount, amount)
	}
	e.account(by, claim)
	by.Post(claim+"/submission", nil).Want(200)
	return claim
}

// approved is a claim that the manager has approved unchanged.
func (e *ended) approved(by *apitest.Client, amounts ...string) string {
	e.t.Helper()
	claim := e.submitted(by, amounts...)
	e.manager.Post(claim+"/approval", apitest.JSON{}).Want(200)
	return claim
}

// lastOf is the last part of an address.
func lastOf(address string) string { return address[strings.LastIndex(address, "/")+1:] }

// list asks for a list of payments of claims.
func (e *ended) list(by *apitest.Client, claims ...string) *apitest.Answer {
	e.t.Helper()
	ids := []string{}
	for _, claim := range claims {
		ids = append(ids, lastOf(claim))
	}
	return by.Post(e.path+"/payment-lists", apitest.JSON{
		"refunds": ids, "payer": apitest.JSON{"holder": "Stupor Mundi", "iban": "BG80BNBG96611020345678"}, "executeOn": "2010-05-12",
	})
}

// listed is the address of a list of payments of claims.
func (e *ended) listed(claims ...string) string {
	e.t.Helper()
	return e.path + "/payment-lists/" + e.list(e.treasurer, claims...).Want(201).ID("id").String()
}

// says fails unless a refusal has the reason, at its top or in a fault, and cites the paragraph ("" for none).
func says(t *testing.T, a *apitest.Answer, status int, reason, paragraph string) {
	t.Helper()
	a.T = t
	if a.Status != status || !strings.Contains(string(a.Body), `"reason":"`+reason+`"`) {
		t.Errorf("%s: %d, want %d %s\n%s", a.Request, a.Status, status, reason, a.Body)
		return
	}
	cites := strings.Contains(string(a.Body), `"paragraph":"`+paragraph+`"`)
	if paragraph != "" && !cites || paragraph == "" && strings.Contains(string(a.Body), `"paragraph"`) {
		t.Errorf("%s: %s, want it to cite %q\n%s", a.Request, reason, paragraph, a.Body)
	}
}
