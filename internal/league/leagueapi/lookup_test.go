package leagueapi_test

import (
	"fmt"
	"strings"
	"testing"

	"referto/internal/apitest"
)

// 200 names of a list are looked up by one request: who has the name, in any order of its words, comes first, and where nobody has
// it, those whose names are near it. A list of more names, or of none, is refused.
func TestNamesAreLookedUpTogether(t *testing.T) {
	t.Parallel()
	federation := apitest.Start(t).Federation("Federazione")
	for _, name := range []string{"Ada Lodi", "Ada Loddi", "Ugo Bassi", "Marco Antoniutti", "Иван Дойчев", "Maria Rossi"} {
		federation.Manager.Post(federation.Path+"/players", apitest.JSON{"name": name, "sameNameAccepted": true}).Want(201)
	}
	names := []string{"Lodi Ada", "Ada Lodi", "Ada Lodu", "Marco Antoniuti", "Ivan Dojčev", "Zoe Neri", "...", "Rosi Maria", "ADA  LODI", "a b c d e f g h i j k l m n o p"}
	want := []string{"Ada Lodi", "Ada Lodi", "Ada Loddi Ada Lodi", "Marco Antoniutti", "Иван Дойчев", "", "", "Maria Rossi", "Ada Lodi", ""}
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
		if strings.Join(found, " ") != wanted || got.Text(fmt.Sprintf("items.%d.name", n)) != names[n] {
			t.Errorf("%s: %v, want %s", names[n], found, wanted)
		}
	}
	federation.Manager.Post(at, apitest.JSON{"names": append(names, "Ada Lodi")}).Want(422)
	federation.Manager.Post(at, apitest.JSON{"names": []string{}}).Want(422)
	federation.Manager.Post(at, apitest.JSON{"names": []string{"a"}}).Want(422)
	federation.Manager.Post(at, apitest.JSON{"names": []string{strings.Repeat("a ", 30) + "b"}}).Want(422)
	federation.Server.Anonymous().Post(at, apitest.JSON{"names": names}).Refused(401, "sign-in-required")
}

// Who has exactly the name is offered first, also where more people than are offered have names that begin like it and come before it
// in the alphabet. A name of more words than the register is asked for is found, and one that differs after them is not taken for it.
func TestTheExactNameIsOfferedFirst(t *testing.T) {
	t.Parallel()
	federation := apitest.Start(t).Federation("Federazione")
	for n := range 13 {
		federation.Manager.Post(federation.Path+"/players", apitest.JSON{"name": fmt.Sprintf("Aldo%c Lin Wuang", 'a'+n), "sameNameAccepted": true}).Want(201)
	}
	long := "Ab Bc Cd De Ef Fg Gh Hi Il Lm"
	for _, name := range []string{"Wu Lin", long, "Ab Bc Cd De Ef Fg Gh Hi Il Zz"} {
		federation.Manager.Post(federation.Path+"/players", apitest.JSON{"name": name, "sameNameAccepted": true}).Want(201)
	}
	got := federation.Manager.Post(federation.Path+"/player-lookups", apitest.JSON{"names": []string{"Lin Wu", "Lm Il " + strings.TrimSuffix(long, " Il Lm")}}).Want(200)
	if got.Len("items.0.players") != 12 || got.Text("items.0.players.0.name") != "Wu Lin" || got.Text("items.0.players.1.name") == "Wu Lin" {
		t.Errorf("the exact name: %s", got.Body)
	}
	if got.Len("items.1.players") != 2 || got.Text("items.1.players.0.name") != long {
		t.Errorf("a name of ten words: %s", got.Body)
	}
}
