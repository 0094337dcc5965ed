package leagueapi_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

// newcomer adds a new person to the register.
func newcomer(f *finals) uuid.UUID {
	return f.manager.Post(f.federation.Path+"/players", apitest.JSON{"name": "Persona Nuova", "sameNameAccepted": true}).Want(201).ID("id")
}

// One code at the same moment by two people: one of them is linked, and the other refused.
func TestRaceOfTwoForACode(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	for n := range max(*trials/10, 3) {
		player := newcomer(f)
		code := f.manager.Post(f.federation.Path+"/players/"+player.String()+"/claim-code", nil).Want(201).Text("code")
		one, two := f.server.SignUp("Prima Persona"), f.server.SignUp("Seconda Persona")
		claim := func(c *apitest.Client) func() *apitest.Answer {
			return func() *apitest.Answer {
				return c.Post(f.federation.Path+"/code-claims", apitest.JSON{"code": code})
			}
		}
		got := statuses(race(claim(one), claim(two)))
		slices.Sort(got)
		if !slices.Equal(got, []int{200, 409}) {
			t.Fatalf("trial %d: %v", n, got)
		}
		if links := f.server.Database.Count(t, `select count(*) from league.player_accounts where player_id = '`+player.String()+`'`); links != 1 {
			t.Fatalf("trial %d: %d links", n, links)
		}
	}
}

// Two requests for one record confirmed at once, and one person confirmed for two records: one
// is linked, whichever comes first.
func TestRaceOfTwoConfirmations(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	deputy := f.judge()
	decide := func(by *apitest.Client, request uuid.UUID) func() *apitest.Answer {
		return func() *apitest.Answer {
			return by.Post(f.federation.Path+"/player-requests/"+request.String()+"/decision", apitest.JSON{"confirmed": true, "reason": "lo conosco"})
		}
	}
	claim := func(c *apitest.Client, player uuid.UUID) uuid.UUID {
		return c.Post(f.federation.Path+"/players/"+player.String()+"/claims", apitest.JSON{}).Want(201).ID("id")
	}
	for n := range max(*trials/10, 3) {
		player := newcomer(f)
		one, two := f.server.SignUp("Prima Persona"), f.server.SignUp("Seconda Persona")
		got := statuses(race(decide(f.manager, claim(one, player)), decide(deputy, claim(two, player))))
		slices.Sort(got)
		if !slices.Equal(got, []int{200, 409}) {
			t.Fatalf("trial %d: two for one record: %v", n, got)
		}
		if linked := one.Get("/me/players").Want(200).Len("items") + two.Get("/me/players").Want(200).Len("items"); linked != 1 {
			t.Fatalf("trial %d: %d are linked", n, linked)
		}

		three := f.server.SignUp("Terza Persona")
		request := claim(three, newcomer(f))
		code := f.manager.Post(f.federation.Path+"/players/"+newcomer(f).String()+"/claim-code", nil).Want(201).Text("code")
		got = statuses(race(decide(deputy, request), func() *apitest.Answer {
			return three.Post(f.federation.Path+"/code-claims", apitest.JSON{"code": code})
		}))
		slices.Sort(got)
		if !slices.Equal(got, []int{200, 409}) {
			t.Fatalf("trial %d: one for two records: %v", n, got)
		}
		if linked := three.Get("/me/players").Want(200).Len("items"); linked != 1 {
			t.Fatalf("trial %d: he has %d records", n, linked)
		}
	}
}

// Two requests by one person at the same moment: one waits.
func TestRaceOfTwoRequests(t *testing.T) {
	t.Parallel()
	f := newFinals(t)
	players := []uuid.UUID{newcomer(f), newcomer(f)}
	for n := range max(*trials/10, 3) {
		who := f.server.SignUp("Prima Persona")
		ask := func(player uuid.UUID) func() *apitest.Answer {
			return func() *apitest.Answer {
				return who.Post(f.federation.Path+"/players/"+player.String()+"/claims", apitest.JSON{})
			}
		}
		got := statuses(race(ask(players[0]), ask(players[1])))
		slices.Sort(got)
		if !slices.Equal(got, []int{201, 409}) {
			t.Fatalf("trial %d: %v", n, got)
		}
	}
}
