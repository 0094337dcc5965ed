package leagueapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"referto/internal/apitest"
)

// 200 names of a list are looked up by one request: who has the name, in any order of its words, comes first, and where nobody has
// it, those whose names are near it. A list of more names, or of none, is refused.
func TestNamesAreLookedUpTogether(t *testing.T) {
	t.Parallel()
	federation := apitest.Start(t).Federation("Federazione")
	for _, name := range []string{"Ada Lodi", "Ada Loddi", "Ugo Bassi", "Marco Antoniutti", "Иван Дойчев"} {
		federation.Manager.Post(federation.Path+"/players", apitest.JSON{"name": name, "sameNameAccepted": true}).Want(201)
	}
	names := []string{"Lodi Ada", "Ada Lodi", "Ada Lodu", "Marco Antoniuti", "Ivan Dojčev", "Zoe Neri", "..."}
	want := []string{"Ada Lodi", "Ada Lodi", "Ada Loddi Ada Lodi", "Marco Antoniutti", "Иван Дойчев", "", ""}
	for n := len(names); n < 200; n++ {
		names = append(names, fmt.Sprintf("Giocatore %d", n))
	}
	at := federation.Path + "/player-lookups"
	got := federation.Manager.Post(at, apitest.JSON{"names": names}).Want(200)
	if got.Len("items") != 200 {
		t.Fatalf("%d answers", got.Len("items"))
	}
	for n, wanted := range want {
		var found []string
		for i := range got.Len(fmt.Sprintf("items.%d.players", n)) {
			found = append(found, got.Text(fmt.Sprintf("items.%d.players.%d.name", n, i)))
		}
		slices.Sort(found)
		if strings.Join(found, " ") != wanted || got.Text(fmt.Sprintf("items.%d.name", n)) != names[n] {
			t.Errorf("%s: %v, want %s", names[n], found, wanted)
		}
	}
	federation.Manager.Post(at, apitest.JSON{"names": append(names, "Ada Lodi")}).Want(422)
	federation.Manager.Post(at, apitest.JSON{"names": []string{}}).Want(422)
	federation.Server.Anonymous().Post(at, apitest.JSON{"names": names}).Refused(401, "sign-in-required")
}
