package leagueapi_test

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/sampling"
	"referto/internal/tenant/tenantdb/tenantdbtest"
	"referto/openapi"
)

func TestMain(m *testing.M) {
	flag.Parse()
	*trials, *bursts = sampling.Times(*trials), sampling.Times(*bursts)
	if unheard {
		tenantdbtest.Unheard()
	}
	os.Exit(apitest.Run(m))
}

// stage is an event with the people who run it.
type stage struct {
	t          *testing.T
	server     *apitest.Server
	federation *apitest.Tenant
	path       string // /tenants/slug/events/id
	id         uuid.UUID
	organizer  *apitest.Client
	referee    *apitest.Client // the first referee
	second     *apitest.Client // a referee
}

// newStage is a draft by CN09 with changes to its facts (nil takes one away), and
// its staff.
func newStage(t *testing.T, changes apitest.JSON) *stage {
	t.Helper()
	return newStageOn(t, apitest.Start(t), changes)
}

// newStageOn is [newStage] on a server.
func newStageOn(t *testing.T, server *apitest.Server, changes apitest.JSON) *stage {
	t.Helper()
	federation := server.Federation("Federazione")
	facts := apitest.JSON{
		"kind": "stage", "title": "Tappa di Aosta", "startsAt": "2009-02-08T09:00:00Z", "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Biblioteca", "city": "Aosta"}, "ruleset": "catan-nazionale-2009",
		"fee": apitest.JSON{"amount": "5.00", "currency": "EUR"}, "formula": "club", "timeLimitMinutes": 80,
	}
	for name, value := range changes {
		facts[name] = value
		if value == nil {
			delete(facts, name)
		}
	}
	id := federation.Manager.Post(federation.Path+"/events", facts).Want(201).ID("id")
	s := &stage{t: t, server: server, federation: federation, id: id, path: federation.Path + "/events/" + id.String()}
	s.organizer = s.appoint("Olga Organizzatrice", "organizer")
	s.referee = s.appoint("Fabio Primo Arbitro", "first-referee")
	return s
}

// appoint names a person for the event who then accepts the role.
func (s *stage) appoint(name, role string) *apitest.Client {
	s.t.Helper()
	c := s.server.SignUp(name)
	s.federation.Manager.Post(s.path+"/staff", apitest.JSON{"name": name, "role": role, "email": c.Email}).Want(201)
	c.Accept(c.Get("/me/invitations").Want(200).ID("items.0.id"))
	return c
}

func (s *stage) secondReferee() *apitest.Client {
	s.t.Helper()
	if s.second == nil {
		s.second = s.appoint("Sara Arbitro", "referee")
	}
	return s.second
}

// player adds a person to the register.
func (s *stage) player(n int) uuid.UUID {
	s.t.Helper()
	return s.organizer.Post(s.federation.Path+"/players", apitest.JSON{"name": fmt.Sprintf("Giocatore %c%c", 'A'+n/26, 'A'+n%26), "sameNameAccepted": true}).Want(201).ID("id")
}

// open announces the event and opens its entries.
func (s *stage) open() {
	s.t.Helper()
	s.organizer.Post(s.path+"/announcement", nil).Want(200)
	s.organizer.Post(s.path+"/entry-opening", nil).Want(200)
}

// enter enters n players, who get the start numbers 1 to n.
func (s *stage) enter(n int) {
	s.t.Helper()
	players := make([]uuid.UUID, n)
	for i := range players {
		players[i] = s.player(i)
	}
	s.organizer.Post(s.path+"/entry-lists", apitest.JSON{"players": players}).Want(201)
}

func (s *stage) entry(n int) string    { return fmt.Sprintf("%s/entries/%d", s.path, n) }
func (s *stage) round(n int) string    { return fmt.Sprintf("%s/rounds/%d", s.path, n) }
func (s *stage) table(r, n int) string { return fmt.Sprintf("%s/tables/%d", s.round(r), n) }

// start has n players checked in and the lots drawn in the order of their numbers, so that the tests know where
// each sits.
func (s *stage) start(n int) {
	s.t.Helper()
	s.open()
	s.enter(n)
	s.checkIn(upTo(n)...)
	lots := []apitest.JSON{}
	for i := 1; i <= n; i++ {
		lots = append(lots, apitest.JSON{"entry": i, "number": i})
	}
	s.referee.Post(s.path+"/start", apitest.JSON{"lots": lots, "reason": "sorteggio con i bussolotti"}).Want(200)
}

// draw draws the next round.
func (s *stage) draw() openapi.Round {
	s.t.Helper()
	var round openapi.Round
	s.referee.Post(s.path+"/rounds", apitest.JSON{}).Want(201).Into(&round)
	return round
}

// result is a result of a table whose first seat declares victory with 10 points
// and whose others have 8, 7 and 5.
func result(t openapi.Table) apitest.JSON {
	points := []int{10, 8, 7, 5, 4, 3}
	seats := []apitest.JSON{}
	for i, seat := range t.Seats {
		seats = append(seats, apitest.JSON{"entry": seat.Number, "vp": points[i]})
	}
	return apitest.JSON{"ended": "declared", "declaredBy": t.Seats[0].Number, "seats": seats}
}

// play records a result for every table of a round that has none.
func (s *stage) play(round openapi.Round) {
	s.t.Helper()
	for _, t := range round.Tables {
		if t.Version == 0 {
			s.referee.Post(s.table(round.Number, t.Number)+"/result", result(t)).Want(201)
		}
	}
}

func (s *stage) close(round int) {
	s.t.Helper()
	s.referee.Post(s.round(round)+"/closing", nil).Want(200)
}

func (s *stage) standings() openapi.Standings {
	s.t.Helper()
	var standings openapi.Standings
	s.server.Anonymous().Get(s.path + "/standings").Want(200).Into(&standings)
	return standings
}

// entries are the start numbers at a table, in order.
func entries(t openapi.Table) []int {
	var out []int
	for _, seat := range t.Seats {
		out = append(out, seat.Number)
	}
	return out
}

// ranking are the start numbers in the order of the standings.
func ranking(s openapi.Standings) []int {
	var out []int
	for _, row := range s.Rows {
		out = append(out, row.Entry.Number)
	}
	return out
}
