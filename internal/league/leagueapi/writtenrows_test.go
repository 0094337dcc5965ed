package leagueapi_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/apitest"
)

// Written rows of a ranking are cached. After a change of anything that they show, the next answer of every
// server shows it, whether or not the order has changed: to readers of full names and to others, in a list and
// around a player.
func TestRowsThatAreKeptAreNeverStale(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	r.played()
	manager, reader := r.federation.Manager, r.server.SignUp("Lettrice")
	player, alias, other := r.playerOf(1), r.player(50), r.playerOf(2)
	r.opened(alias, "20").Want(201)
	path := func(id uuid.UUID) string { return r.address("players/" + id.String()) }
	servers := []*apitest.Server{r.server, r.server.Replica()}
	read := func(server *apitest.Server) []string {
		var out []string
		for _, who := range []*apitest.Client{manager, reader} {
			there := *who
			there.Server = server
			for _, query := range []string{"standings", "standings?from=2&limit=3", "standings?limit=3&around=" + player.String(), "standings?limit=3&around=" + alias.String()} {
				answer := there.Get(r.ranking + "/" + query)
				text := fmt.Sprintf("%s of %s: %d", query, who.Name, answer.Status)
				if answer.Status == 200 {
					text += " " + string(answer.Body)
				}
				out = append(out, text)
			}
		}
		return out
	}
	know := func() {
		for _, server := range servers {
			if diff := cmp.Diff(read(server), read(server)); diff != "" {
				t.Fatalf("read again (-first +again):\n%s", diff)
			}
		}
	}
	born := r.server.Clock.Now().UTC().Year() - 14
	person := path(player)
	var club, consent uuid.UUID
	for _, change := range []struct {
		what string
		do   func()
	}{
		{"another name", func() { patched(manager, person, apitest.JSON{"name": "Nuova Nominata"}).Want(200) }},
		{"a club", func() { patched(manager, person, apitest.JSON{"club": "Orsi"}).Want(200) }},
		{"another name of the club", func() {
			club = manager.Get(r.address("player-clubs")).Want(200).ID("items.0.id")
			patched(manager, r.address("player-clubs/"+club.String()), apitest.JSON{"name": "Orsi bruni"}).Want(200)
		}},
		{"a minor", func() { patched(manager, person, apitest.JSON{"birthYear": born}).Want(200) }},
		{"a guardian's consent", func() {
			consent = manager.Post(person+"/consents", apitest.JSON{"purpose": "full-name", "textVersion": 1, "guardian": "Madre Rossi", "proof": "Modulo firmato"}).Want(201).ID("items.0.id")
		}},
		{"a consent withdrawn", func() {
			manager.Post(person+"/consents/"+consent.String()+"/withdrawal", apitest.JSON{"reason": "Lo chiede la madre"}).Want(200)
		}},
		{"an opening", func() { r.opened(other, "33").Want(201) }},
		{"an event declared void", func() {
			manager.Post(r.path+"/validity", apitest.JSON{"valid": false, "reason": "Altra mappa"}).Want(200)
		}},
		{"the event counts after all", func() {
			manager.Post(r.path+"/validity", apitest.JSON{"valid": true, "reason": "Era giusta"}).Want(200)
		}},
		{"two records of one person", func() { merging(manager, r.federation.Path, alias, player).Want(200) }},
		{"parted again", func() { unmerging(manager, r.federation.Path, alias).Want(200) }},
		{"an erasure", func() { manager.Post(path(other)+"/erasure", apitest.JSON{"reason": "Lo ha chiesto"}).Want(200) }},
	} {
		know()
		before := read(r.server)
		change.do()
		want := read(r.server.Replica()) // which has kept nothing
		if slices.Equal(want, before) {
			t.Errorf("%s: nothing is shown of it", change.what)
		}
		for i, server := range servers {
			if diff := cmp.Diff(want, read(server)); diff != "" {
				t.Errorf("%s: server %d shows (-want +got):\n%s", change.what, i, diff)
			}
		}
	}
}

// The names that a reader may read follow from their roles when the database has answered, not when the request
// came: with a role, and after it has ended, on a server that remembers them otherwise.
func TestNamesOfKeptRowsFollowTheReader(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	r.played()
	manager := r.federation.Manager
	player := r.playerOf(1)
	born := r.server.Clock.Now().UTC().Year() - 14
	patched(manager, r.address("players/"+player.String()), apitest.JSON{"name": canary + " Mario", "birthYear": born}).Want(200)
	reader := r.server.SignUp("Lettrice")
	elsewhere := *reader
	elsewhere.Server = r.server.Replica()
	reads := func(full bool, when string) {
		t.Helper()
		for _, client := range []*apitest.Client{reader, &elsewhere} {
			for range 2 {
				if body := string(client.Get(r.ranking + "/standings").Want(200).Body); strings.Contains(body, canary) != full {
					t.Errorf("%s the name is read in full: %t", when, !full)
				}
			}
		}
		if body := string(manager.Get(r.ranking + "/standings").Want(200).Body); !strings.Contains(body, canary) {
			t.Errorf("%s the manager reads initials", when)
		}
	}
	reads(false, "without a role")
	r.federation.Appoint(reader, "championship-manager", apitest.WholeTenant())
	reads(true, "with a role")
	grant := r.server.Database.Text(t, `select id::text from league.grants where account_id = $1`, reader.ID)
	manager.Delete(r.address("members/" + grant)).Want(204)
	reads(false, "after it is gone")
}

// A reader who was here before waits for the database once, if the rows are cached.
func TestRoundTripsOfARanking(t *testing.T) {
	t.Parallel()
	server, line := apitest.StartBehind(t)
	f := server.Federation("Federazione")
	ranking := f.Path + "/rankings/" + f.Manager.Post(f.Path+"/rankings", newRankingBody(nil)).Want(201).ID("id").String()
	var players []uuid.UUID
	club := f.Manager.Post(f.Path+"/player-clubs", apitest.JSON{"name": "Circolo"}).Want(201).ID("id").String()
	putCategory(f.Manager, f.Path, apitest.JSON{"key": "veterans", "title": "Veterans", "by": "born", "until": 1970})
	for n := range 5 {
		players = append(players, f.Manager.Post(f.Path+"/players", apitest.JSON{"name": "Giocatore " + string(rune('A'+n)), "club": "Circolo", "birthYear": 1960}).Want(201).ID("id"))
		f.Manager.Post(ranking+"/openings", apitest.JSON{"player": players[n], "reason": "Vecchia classifica", "figures": apitest.JSON{
			"points": fmt.Sprint(n), "vp": "657", "share": "2092.80", "firsts": "5", "seconds": "0", "thirds": "3", "tournaments": "40",
		}}).Want(201)
	}
	person := server.SignUp("Lettrice")
	for _, tt := range []struct {
		name  string
		by    *apitest.Client
		query string
	}{
		{"a page by whoever is signed in", person, "standings?limit=3"},
		{"the last page", person, "standings?from=4"},
		{"around a player", person, "standings?limit=3&around=" + players[2].String()},
		{"a page by somebody with an office", f.Manager, "standings?limit=3"},
		{"a page of a club", person, "standings?limit=3&club=" + club},
		{"a page of a category, around a player", person, "standings?limit=3&category=veterans&around=" + players[2].String()},
	} {
		var counts []int
		ask := func() {
			before := line.Trips()
			tt.by.Get(ranking + "/" + tt.query).Want(200)
			counts = append(counts, line.Trips()-before)
		}
		for range 8 {
			ask()
		}
		if slices.Min(counts) != 1 {
			t.Errorf("%s: %d round trips, want 1", tt.name, counts)
		}
		changed := apitest.JSON{"name": "Giocatore nuovo " + tt.name}
		patched(f.Manager, f.Path+"/players/"+players[0].String(), changed).Want(200)
		counts = nil
		if ask(); counts[0] < 2 {
			t.Errorf("%s, after a change: %d round trip, but the rows have to be read again", tt.name, counts[0])
		}
	}
}

// The first page of a ranking, with its hall, the ways of the first players to their points and the gains of the last event, waits for the
// database twice: to find the ranking that the address names, and for all the rest.
func TestRoundTripsOfTheFirstPage(t *testing.T) {
	t.Parallel()
	server, line := apitest.StartBehind(t)
	f := server.Federation("Federazione")
	ranking := f.Path + "/rankings/" + f.Manager.Post(f.Path+"/rankings", newRankingBody(nil)).Want(201).ID("id").String()
	for n := range 5 {
		player := f.Manager.Post(f.Path+"/players", apitest.JSON{"name": "Giocatore " + string(rune('A'+n))}).Want(201).ID("id")
		f.Manager.Post(ranking+"/openings", apitest.JSON{"player": player, "reason": "Vecchia classifica", "figures": apitest.JSON{
			"points": fmt.Sprint(100 * n), "vp": "657", "share": "2092.80", "firsts": "5", "seconds": "0", "thirds": "3", "tournaments": "40",
		}}).Want(201)
	}
	var counts []int
	for _, look := range []string{"?lang=en", "?lang=it", "?lang=bg", "?lang=en&theme=dark", "?lang=it&theme=dark"} { // each is made by itself
		before := line.Trips()
		body := fetch(t, server.Address+"/t/"+f.Slug+"/rankings/ranglista"+look, "").text
		counts = append(counts, line.Trips()-before)
		if strings.Count(body, `<th scope="row"`) != 3 || strings.Count(body, `<span class="no">`) != 2 {
			t.Errorf("%s: not three players and two of the hall: %s", look, body)
		}
	}
	if slices.Min(counts) != 2 {
		t.Errorf("%d round trips, want 2", counts)
	}
}

// The players of a filtered list follow from the ranking's revision: a year of birth, a club, the category
// itself and new postings change it at once, in every replica, also while it is cached from before.
func TestChosenPlayersAreThoseOfNow(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	r.played()
	manager, other := r.federation.Manager, r.server.Replica()
	elsewhere := *manager
	elsewhere.Server = other
	born := r.server.Clock.Now().UTC().Year() - 30
	club := manager.Post(r.address("player-clubs"), apitest.JSON{"name": "Circolo dei Trenta"}).Want(201).ID("id").String()
	category := func(least, most int) {
		t.Helper()
		putCategory(manager, r.federation.Path, apitest.JSON{"key": "some", "title": "Some", "by": "age", "from": least, "until": most})
	}
	want := func(when string, players int) {
		t.Helper()
		for _, client := range []*apitest.Client{manager, &elsewhere} {
			for _, query := range []string{"category=some", "club=" + club, "sinceLast=true&category=some", "sinceLast=true&club=" + club, "limit=1&club=" + club + "&category=some"} {
				for range 2 { // the second time it is kept
					if got := client.Get(r.ranking + "/standings?" + query).Want(200).Int("players"); got != players {
						t.Errorf("%s %d players are of %s, want %d", when, got, query, players)
					}
				}
			}
		}
	}
	category(30, 40)
	want("at first", 0)
	for n := range 2 {
		patched(manager, r.address("players/"+r.playerOf(n+1).String()), apitest.JSON{"birthYear": born, "club": "Circolo dei Trenta"}).Want(200)
		want("after a change", n+1)
	}
	category(41, 50)
	if got := manager.Get(r.ranking + "/standings?category=some").Want(200).Int("players"); got != 0 {
		t.Errorf("%d players are in a category for which they are too young", got)
	}
	category(20, 30)
	want("in a category of others", 2)
	patched(manager, r.address("players/"+r.playerOf(1).String()), apitest.JSON{"birthYear": born - 1, "club": ""}).Want(200)
	want("after one has left", 1)
}

// putCategory sets the only year category of a tenant.
func putCategory(by *apitest.Client, tenant string, category apitest.JSON) {
	version := by.Get(tenant + "/categories").Want(200).ETag()
	by.Do(http.MethodPut, tenant+"/categories", apitest.JSON{"categories": []apitest.JSON{category}}, apitest.Match(version)).Want(200)
}
