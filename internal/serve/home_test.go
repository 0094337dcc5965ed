package serve_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
)

// The home page of a federation names the winner of each past event in its present state: after a correction the
// other player, after a withdrawal of the result nobody, and after a merge of the winner's record the record that is
// kept.
func TestHomeNamesWinners(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	manager, region := federation.Manager, federation.Region("Valle d'Aosta")
	season := manager.Post(federation.Path+"/seasons", apitest.JSON{"slug": "campionato", "title": "Campionato 2009", "ruleset": "catan-nazionale-2009", "regions": []any{region}}).Want(201).ID("id")
	manager.Post(federation.Path+"/seasons/"+season.String()+"/opening", nil).Want(200)
	path := federation.Path + "/events/" + manager.Post(federation.Path+"/events", apitest.JSON{
		"kind": "stage", "season": season, "region": region, "title": "Torneo di febbraio", "startsAt": "2009-02-08T09:00:00Z", "timeZone": "Europe/Rome", "venue": apitest.JSON{"name": "Biblioteca", "city": "Aosta"},
		"fee": apitest.JSON{"amount": "0.00", "currency": "EUR"},
	}).Want(201).Text("id")
	manager.Post(path+"/announcement", nil).Want(200)
	var players []uuid.UUID
	entrants := []apitest.JSON{}
	for _, name := range []string{"Ada Lodi", "Bea Neri", "Caio Bruni", "Dino Verdi", "Ada Lodi in Rossi"} {
		players = append(players, manager.Post(federation.Path+"/players", apitest.JSON{"name": name, "sameNameAccepted": true}).Want(201).ID("id"))
	}
	for _, player := range players[:4] {
		entrants = append(entrants, apitest.JSON{"player": player, "played": true})
	}
	outcome := func(order ...int) apitest.JSON {
		ranking := []uuid.UUID{}
		for _, i := range order {
			ranking = append(ranking, players[i])
		}
		return apitest.JSON{"entrants": entrants, "ranking": ranking, "referees": []apitest.JSON{{"name": "Fabio Arbitro", "first": true}}}
	}
	server.Clock.Set(time.Date(2009, 2, 8, 20, 0, 0, 0, time.UTC))
	manager.SignIn()
	r := &reader{t: t, server: server}
	winner := func() string {
		t.Helper()
		_, after, _ := strings.Cut(r.get("/t/"+federation.Slug).text, "won by ")
		name, _, _ := strings.Cut(after, "<")
		return name
	}
	manager.Post(path+"/outcome", outcome(0, 1, 2, 3)).Want(200)
	if got := winner(); got != "Ada Lodi" {
		t.Errorf("won by %q", got)
	}
	corrected := outcome(1, 0, 2, 3)
	corrected["reason"] = "Scambiate"
	manager.Post(path+"/outcome", corrected).Want(200)
	if got := winner(); got != "Bea Neri" {
		t.Errorf("corrected: won by %q", got)
	}
	manager.Post(path+"/outcome/withdrawal", apitest.JSON{"reason": "Era un altro torneo"}).Want(200)
	if got := winner(); got != "" {
		t.Errorf("taken back: won by %q", got)
	}
	manager.Post(path+"/outcome", outcome(0, 1, 2, 3)).Want(200)
	manager.Post(federation.Path+"/players/"+players[0].String()+"/merging", apitest.JSON{"into": players[4], "reason": "Sposata"}).Want(200)
	if got := winner(); got != "Ada Lodi in Rossi" {
		t.Errorf("merged: won by %q", got)
	}
}
