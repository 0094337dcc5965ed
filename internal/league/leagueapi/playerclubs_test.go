package leagueapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/internal/league/rules"
	"referto/openapi"
)

// playerClubs writes the memberships of a player, the latest first: "Lupi 2009-02-01–, Orsi –2009-01-31".
func playerClubs(list *apitest.Answer) string {
	var m openapi.MembershipList
	list.Into(&m)
	var texts []string
	for _, one := range m.Items {
		text := one.Club.Name + " "
		if !one.From.IsZero() {
			text += one.From.String()
		}
		text += "–"
		if !one.Until.IsZero() {
			text += one.Until.String()
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", ")
}

// movesOf writes the comings into a club and the leavings, the latest first: "came 2009-02-01 Orsi".
func movesOf(list *apitest.Answer) string {
	var m openapi.ClubMoveList
	list.Into(&m)
	var texts []string
	for _, one := range m.Items {
		text := "left "
		if one.Came {
			text = "came "
		}
		texts = append(texts, text+one.Day.String()+" "+one.Other.Name)
	}
	return strings.Join(texts, ", ")
}

// patched changes something as it stands.
func patched(c *apitest.Client, path string, body apitest.JSON) *apitest.Answer {
	c.T.Helper()
	return c.Patch(path, body, apitest.Match(c.Get(path).Want(200).ETag()))
}

// dayAfter is a day so many days after another.
func dayAfter(day string, days int) string { return string(rules.Day(day).Plus(days)) }

// fault ends the test unless a request was refused for one thing at a place of it.
func fault(a *apitest.Answer, field, reason string) {
	a.T.Helper()
	a.Want(http.StatusUnprocessableEntity)
	if got := a.Text("errors.0.pointer") + " " + a.Text("errors.0.reason"); got != field+" "+reason {
		a.T.Errorf("%s: refused because of %s, want %s %s\n%s", a.Request, got, field, reason, a.Body)
	}
}

// A club is found by the text that names it, or made; players move from one to another by a day, wrong records
// are corrected as a whole, and games are shown with the club of their day.
func TestPlayerClubs(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	manager, reader := r.federation.Manager, r.server.Anonymous()
	at := func(rest string) string { return r.address("player-clubs") + rest }
	wolves := manager.Post(at(""), apitest.JSON{"name": "Морски  вълци", "shortName": "Вълци", "city": "Варна", "founded": 2001}).Want(201)
	if wolves.Text("name") != "Морски вълци" {
		t.Errorf("the name is %q", wolves.Text("name"))
	}
	id := wolves.ID("id")
	manager.Post(at(""), apitest.JSON{"name": "МОРСКИ ВЪЛЦИ"}).Refused(409, "same-club")
	player := r.playerOf(1)
	person := r.address("players/" + player.String())
	if got := patched(manager, person, apitest.JSON{"club": " морски вълци "}).Want(200).Text("club"); got != "Морски вълци" {
		t.Errorf("a form that names the club finds %q", got)
	}
	today := r.server.Clock.Now().UTC().Format("2006-01-02")
	if got := playerClubs(manager.Get(person + "/memberships").Want(200)); got != "Морски вълци "+today+"–" {
		t.Errorf("the form was no transfer of today: %s", got)
	}
	bears := manager.Post(r.address("players"), apitest.JSON{"name": "Nuova Orsa", "club": "Orsi"}).Want(201)
	if got := playerClubs(manager.Get(r.address("players/" + bears.ID("id").String() + "/memberships")).Want(200)); got != "Orsi –" {
		t.Errorf("since when a new player is in a club nobody knows: %s", got)
	}
	var all openapi.PlayerClubPage
	reader.Get(at("")).Want(200).Into(&all)
	if len(all.Items) != 2 || all.Items[0].Name != "Orsi" || all.Items[1].Members != 1 {
		t.Fatalf("the clubs are %+v", all.Items)
	}
	orsi := all.Items[0].Id.UUID

	// Games of a day show the club of that day.
	r.played()
	r.server.Clock.Advance(30 * 24 * time.Hour)
	manager.SignIn()
	today = r.server.Clock.Now().UTC().Format("2006-01-02")
	event := manager.Get(r.path).Want(200).Text("startsAt")[:10]
	shown := func() string {
		for _, row := range r.page(reader, "standings?club="+id.String()).Items {
			return row.Player.Club
		}
		return ""
	}
	entered := func() string {
		var page struct {
			Items []struct {
				Player struct {
					ID   uuid.UUID `json:"id"`
					Club string    `json:"club"`
				} `json:"player"`
			} `json:"items"`
		}
		manager.Get(r.path + "/entries").Want(200).Into(&page)
		for _, e := range page.Items {
			if e.Player.ID == player {
				return e.Player.Club
			}
		}
		return "not there"
	}
	version := manager.Get(person).Want(200).ETag()
	correct := func(list ...apitest.JSON) *apitest.Answer {
		return manager.Do(http.MethodPut, person+"/memberships", apitest.JSON{"memberships": append([]apitest.JSON{}, list...), "reason": "Списъкът на клуба"}, apitest.Match(manager.Get(person).Want(200).ETag()))
	}
	manager.Do(http.MethodPut, person+"/memberships", apitest.JSON{"memberships": []apitest.JSON{}, "reason": "Списък"}, apitest.Match(`"1"`)).Refused(412, "stale")
	manager.Do(http.MethodPut, person+"/memberships", apitest.JSON{"memberships": []apitest.JSON{}, "reason": "Списък"}, apitest.Match(version)).Want(200)
	if got := entered(); got != "" {
		t.Errorf("in no club: %q", got)
	}
	correct(apitest.JSON{"club": orsi, "until": event}, apitest.JSON{"club": id, "from": dayAfter(event, 1)}).Want(200)
	if got := entered(); got != "Orsi" {
		t.Errorf("on the day of the event the player was in Orsi, not in %q", got)
	}
	if got := shown(); got != "Морски вълци" {
		t.Errorf("the ranking of today shows %q", got)
	}
	if got := r.page(reader, "standings?asOf="+event+"&club="+orsi.String()); len(got.Items) != 1 || got.Items[0].Player.Club != "Orsi" || got.Players != 1 {
		t.Errorf("as of the day of the event Orsi has %+v", got.Items)
	}
	if got := r.page(reader, "standings?asOf="+event+"&club="+id.String()); len(got.Items) != 0 {
		t.Errorf("as of the day of the event the wolves have %+v", got.Items)
	}

	// Memberships that cannot be.
	day := apitest.JSON{"club": id, "from": "2008-05-01", "until": "2008-04-30"}
	fault(correct(day), "/memberships/0/until", "ends-before-it-begins")
	fault(correct(apitest.JSON{"club": id, "from": "2008-01-01"}, apitest.JSON{"club": orsi, "from": "2008-06-01"}), "/memberships/1/from", "memberships-overlap")
	fault(correct(apitest.JSON{"club": id, "until": "2008-01-01"}, apitest.JSON{"club": orsi, "until": "2008-06-01"}), "/memberships/1/from", "memberships-overlap")
	fault(correct(apitest.JSON{"club": uuid.New(), "from": "2008-01-01"}), "/memberships/0/club", "club-unknown")
	fault(correct(apitest.JSON{"club": id, "from": "2000-12-31"}), "/memberships/0/from", "before-the-founding")
	fault(correct(apitest.JSON{"club": orsi, "from": "1899-12-31"}), "/memberships/0/from", "day-out-of-range")
	fault(correct(apitest.JSON{"club": orsi, "from": "2999-12-31"}), "/memberships/0/from", "day-out-of-range")
	fault(correct(apitest.JSON{"club": orsi, "until": today}), "/memberships/0/until", "day-to-come")
	move := func(club any, day string) *apitest.Answer {
		body := apitest.JSON{"day": day}
		if club != nil {
			body["club"] = club
		}
		return manager.Post(person+"/transfers", body)
	}
	fault(move(orsi, "2150-01-01"), "/day", "day-to-come")
	fault(move(orsi, "1850-01-01"), "/day", "day-out-of-range")
	fault(move(uuid.New(), today), "/club", "club-unknown")
	move(orsi, "2008-01-01").Refused(409, "transfer-before-the-last")
	move(id, today).Refused(409, "club-as-it-was")
	other := r.server.Federation("Altra")
	theirs := other.Manager.Post(other.Path+"/player-clubs", apitest.JSON{"name": "Loro"}).Want(201).ID("id")
	fault(move(theirs, today), "/club", "club-unknown")
	fault(correct(apitest.JSON{"club": theirs}), "/memberships/0/club", "club-unknown")
	reader.Get(at("/"+theirs.String())).Refused(404, "not-found")
	reader.Get(r.ranking+"/standings?club="+theirs.String()).Refused(400, "no-such-club")

	// A club that has closed has no members from then on.
	closing := func(id uuid.UUID, from string) *apitest.Answer {
		return manager.Post(at("/"+id.String()+"/closing"), apitest.JSON{"from": from, "reason": "Разпуснат"})
	}
	closing(id, event).Refused(409, "club-has-later-members")
	fault(closing(id, "2150-01-01"), "/from", "day-to-come")
	if got := closing(id, today).Want(200); got.Int("members") != 0 || got.Text("closedFrom") != today {
		t.Errorf("closed: %s", got.Body)
	}
	closing(id, today).Refused(409, "club-closed")
	if got := playerClubs(manager.Get(person + "/memberships").Want(200)); got != "Морски вълци "+dayAfter(event, 1)+"–"+dayAfter(today, -1)+", Orsi –"+event {
		t.Errorf("after the closing: %s", got)
	}
	fault(move(id, today), "/club", "club-closed")
	fault(patched(manager, person, apitest.JSON{"club": "морски вълци"}), "/club", "club-closed")
	fault(correct(apitest.JSON{"club": id, "from": "2009-01-01"}), "/memberships/0/until", "club-closed")
	move(orsi, today).Want(201)
	patched(manager, at("/"+orsi.String()), apitest.JSON{"name": "Orsi di Sofia"}).Want(200)
	if got := entered(); got != "Orsi di Sofia" {
		t.Errorf("a new name is shown in what was played: %q", got)
	}
	var members openapi.ClubMemberPage
	reader.Get(at("/" + orsi.String() + "/members")).Want(200).Into(&members)
	if len(members.Items) != 1 || members.Items[0].Player.Id.UUID != player {
		t.Errorf("who has never played is no public member: %+v", members.Items)
	}
	reader.Get(at("/" + orsi.String() + "/members?former=true")).Want(200).Into(&members)
	if len(members.Items) != 1 || members.Items[0].Until.String() != event {
		t.Errorf("who has come back was there before as well: %+v", members.Items)
	}
	for club, want := range map[uuid.UUID]string{
		orsi: "came " + today + " Морски вълци, left " + dayAfter(event, 1) + " Морски вълци", id: "left " + today + " Orsi di Sofia, came " + dayAfter(event, 1) + " Orsi di Sofia",
	} {
		if got := movesOf(reader.Get(at("/" + club.String() + "/moves")).Want(200)); got != want {
			t.Errorf("who came and who left: %s, want %s", got, want)
		}
		if got := movesOf(reader.Get(at("/" + club.String() + "/moves?limit=1")).Want(200)); got != strings.Split(want, ", ")[0] {
			t.Errorf("the latest move: %s", got)
		}
	}
	reader.Get(at("/"+theirs.String()+"/moves")).Refused(404, "not-found")
	if got := manager.Get(r.address("players?club=" + orsi.String())).Want(200); got.Len("items") != 2 {
		t.Errorf("the register has in the club: %s", got.Body)
	}
	var kinds []string
	for _, kind := range []string{"club.created", "club.changed", "club.closed", "player.transferred", "player.memberships-corrected"} {
		kinds = append(kinds, fmt.Sprint(r.server.Database.Count(t, `select count(*) from league.log where kind = $1 and tenant_id = $2`, kind, r.federation.ID)))
	}
	if got := strings.Join(kinds, " "); got != "2 1 1 2 2" {
		t.Errorf("the log has %s", got)
	}
}

// Only the people who keep the register keep its clubs; everybody reads them.
func TestPlayerClubsOfOthers(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	club := r.federation.Manager.Post(r.address("player-clubs"), apitest.JSON{"name": "Orsi"}).Want(201).ID("id")
	path, person := r.address("player-clubs/"+club.String()), r.address("players/"+r.playerOf(1).String())
	move := apitest.JSON{"club": club, "day": "2009-01-05"}
	for _, by := range []*apitest.Client{r.referee, r.server.SignUp("Qualcuno"), r.server.Federation("Altra").Manager} {
		by.Post(r.address("player-clubs"), apitest.JSON{"name": "Lupi"}).Want(403)
		patched(by, path, apitest.JSON{"city": "Pisa"}).Want(403)
		by.Post(path+"/closing", apitest.JSON{"from": "2009-01-01", "reason": "Per prova"}).Want(403)
		by.Do(http.MethodPut, person+"/memberships", apitest.JSON{"memberships": []any{}, "reason": "Per prova"}, apitest.Match(r.federation.Manager.Get(person).Want(200).ETag())).Want(403)
		by.Post(person+"/transfers", move).Want(403)
		by.Do(http.MethodPut, r.address("categories"), apitest.JSON{"categories": []any{}}, apitest.Match(by.Get(r.address("categories")).Want(200).ETag())).Want(403)
		by.Get(path).Want(200)
		by.Get(path + "/members").Want(200)
	}
	r.federation.Manager.Post(person+"/transfers", move).Want(201)
	patched(r.federation.Manager, path, apitest.JSON{"city": "Pisa"}).Want(200)
}

// A club that is a tenant here is linked by it: an affiliated one, and one club of the register for each.
func TestPlayerClubThatIsATenant(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	manager, stranger := r.federation.Manager, r.server.Club("Circolo")
	path := r.address("player-clubs")
	fault(manager.Post(path, apitest.JSON{"name": "Orsi", "tenant": stranger.Slug}), "/tenant", "club-tenant-unknown")
	fault(manager.Post(path, apitest.JSON{"name": "Orsi", "tenant": "nessuno-mai"}), "/tenant", "club-tenant-unknown")
	asked := stranger.Manager.Post(stranger.Path+"/affiliations", apitest.JSON{"federation": r.federation.Slug}).Want(201).ID("id")
	manager.Post(r.address("affiliations/"+asked.String()+"/decision"), apitest.JSON{"decision": "accept"}).Want(200)
	if got := manager.Post(path, apitest.JSON{"name": "Orsi", "tenant": stranger.Slug}).Want(201).Text("tenant.slug"); got != stranger.Slug {
		t.Errorf("the club is %q", got)
	}
	fault(manager.Post(path, apitest.JSON{"name": "Lupi", "tenant": stranger.Slug}), "/tenant", "club-tenant-taken")
}

// Texts that name one club at once make one.
func TestPlayerClubNamedAtOnce(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	var all sync.WaitGroup
	for n := range 6 {
		all.Add(1)
		go func() {
			defer all.Done()
			r.federation.Manager.Post(r.address("players"), apitest.JSON{"name": "Persona " + string(rune('A'+n)) + "a", "club": []string{"Orsi del Nord", "ORSI  del nord"}[n%2]}).Want(201)
		}()
	}
	all.Wait()
	if got := r.server.Anonymous().Get(r.address("player-clubs")).Want(200); got.Len("items") != 1 || got.Int("items.0.members") != 6 {
		t.Errorf("%s", got.Body)
	}
}

// Of two transfers at once the second is checked against the result of the first.
func TestTransfersAtOnce(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	manager := r.federation.Manager
	club := manager.Post(r.address("player-clubs"), apitest.JSON{"name": "Orsi"}).Want(201).ID("id")
	person := r.address("players/" + r.playerOf(1).String())
	got := make(chan int, 4)
	for range 4 {
		go func() {
			got <- manager.Post(person+"/transfers", apitest.JSON{"club": club, "day": "2009-01-05"}).Status
		}()
	}
	counts := map[int]int{}
	for range 4 {
		counts[<-got]++
	}
	if counts[201] != 1 || counts[409] != 3 {
		t.Errorf("answers by status: %v", counts)
	}
}

// Year categories are ranges that do not overlap; a player's follows from the year of birth, and a ranking is
// filtered by it.
func TestCategories(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	manager, reader := r.federation.Manager, r.server.Anonymous()
	set := func(list ...apitest.JSON) *apitest.Answer {
		return manager.Do(http.MethodPut, r.address("categories"), apitest.JSON{"categories": append([]apitest.JSON{}, list...)}, apitest.Match(reader.Get(r.address("categories")).Want(200).ETag()))
	}
	young, old := apitest.JSON{"key": "juniors", "title": "Juniors", "by": "age", "until": 18}, apitest.JSON{"key": "seniors", "title": "Seniors", "by": "age", "from": 60}
	fault(set(apitest.JSON{"key": "x", "title": "Xy", "by": "age"}), "/categories/0", "category-without-range")
	fault(set(apitest.JSON{"key": "x", "title": "Xy", "by": "age", "from": 20, "until": 10}), "/categories/0/until", "ends-before-it-begins")
	fault(set(apitest.JSON{"key": "x", "title": "Xy", "by": "age", "from": 131}), "/categories/0/from", "number-out-of-range")
	fault(set(apitest.JSON{"key": "x", "title": "Xy", "by": "born", "until": 1899}), "/categories/0/until", "number-out-of-range")
	fault(set(young, apitest.JSON{"key": "x", "title": "Xy", "by": "age", "from": 18, "until": 30}), "/categories/1/from", "categories-overlap")
	fault(set(young, apitest.JSON{"key": "juniors", "title": "Xy", "by": "age", "from": 19}), "/categories/1/key", "category-twice")
	fault(set(young, apitest.JSON{"key": "x", "title": "Xy", "by": "born", "from": 1990}), "/categories/1/by", "category-bases-mixed")
	set(young, old).Want(200)
	if got := reader.Get(r.address("categories")).Want(200); got.Len("items") != 2 || got.Text("items.1.key") != "seniors" {
		t.Errorf("%s", got.Body)
	}
	r.played()
	born := func(n, year int) *apitest.Answer {
		return patched(manager, r.address("players/"+r.playerOf(n).String()), apitest.JSON{"birthYear": year})
	}
	year := r.server.Clock.Now().Year()
	fault(born(1, year+1), "/birthYear", "day-to-come")
	for n, want := range map[int]string{1: "juniors", 2: "", 3: "seniors"} {
		got := born(n, map[int]int{1: year - 18, 2: year - 19, 3: year - 60}[n]).Want(200)
		if said, _ := got.Value("category").(string); said != want {
			t.Errorf("born in %d: %q, want %q", got.Int("birthYear"), said, want)
		}
	}
	whole := r.page(reader, "standings")
	for key, n := range map[string]int{"juniors": 1, "seniors": 3} {
		got := r.page(reader, "standings?category="+key)
		if len(got.Items) != 1 || got.Players != 1 || got.Items[0].Player.Id.UUID != r.playerOf(n) {
			t.Fatalf("%s: %+v", key, got.Items)
		}
		for _, row := range whole.Items {
			if row.Player.Id == got.Items[0].Player.Id && row.Rank != got.Items[0].Rank {
				t.Errorf("%s: rank %d of %d", key, got.Items[0].Rank, row.Rank)
			}
		}
	}
	reader.Get(r.ranking+"/standings?category=masters").Refused(400, "no-such-category")
	reader.Get(r.ranking+"/standings?category=juniors&name=gi").Refused(400, "one-of-both")
	if got := r.referee.Get(r.address("players/" + r.playerOf(1).String())).Want(200); strings.Contains(string(got.Body), "birthYear") {
		t.Errorf("who works at an event reads %s", got.Body)
	}
}

// Pages of the players of a club, of any size, make up the whole list, with the ranks of all.
func TestPagesOfAClub(t *testing.T) {
	t.Parallel()
	r, players := filled(t)
	for _, n := range []int{1, 2, 3, 5, 7, 8} {
		patched(r.federation.Manager, r.address("players/"+players[n].String()), apitest.JSON{"club": "Orsi"}).Want(200)
	}
	reader := r.server.Anonymous()
	club := reader.Get(r.address("player-clubs")).Want(200).ID("items.0.id").String()
	const want = "1 Søren, 2= Мария, 2= Ivo, 6 Ana, 7 Łukasz"
	for limit := 1; limit <= 6; limit++ {
		var rows []openapi.RankingRow
		for cursor, pages := "", 0; pages == 0 || cursor != ""; pages++ {
			page := r.page(reader, fmt.Sprintf("standings?club=%s&limit=%d%s", club, limit, cursor))
			rows, cursor = append(rows, page.Items...), after(page)
			if page.Players != 5 {
				t.Fatalf("%d players", page.Players)
			}
		}
		if got := brief(openapi.RankingStandings{Items: rows}); got != want {
			t.Errorf("%d rows a page: %s", limit, got)
		}
	}
	if got := brief(r.page(reader, "hall?club="+club)); got != "1= Élodie" && got != "1 Élodie" && got != "2 Élodie" {
		t.Errorf("of the hall: %s", got)
	}
	if got := brief(r.page(reader, "standings?club="+club+"&from=4")); got != "6 Ana, 7 Łukasz" {
		t.Errorf("from the fourth: %s", got)
	}
	if got := brief(r.page(reader, "standings?limit=1&club="+club+"&around="+players[7].String())); got != "6 Ana" {
		t.Errorf("around Ana: %s", got)
	}
	reader.Get(r.ranking+"/standings?club="+club+"&around="+players[4].String()).Refused(404, "not-in-the-ranking")
}

// The pages of clubs show the visible members and their ranks, and link to players and back.
func TestPlayerClubPages(t *testing.T) {
	t.Parallel()
	r, players := filled(t)
	patched(r.federation.Manager, r.address("players/"+players[2].String()), apitest.JSON{"club": "Orsi del Nord"})
	r.federation.Manager.Post(r.address("players"), apitest.JSON{"name": "Nessuno Mai", "club": "Orsi del Nord"}).Want(201)
	r.showAll()
	id := r.server.Anonymous().Get(r.address("player-clubs")).Want(200).Text("items.0.id")
	for rest, wanted := range map[string][]string{
		"/clubs?lang=en":                               {"Orsi del Nord", "/clubs/" + id + "?lang=en"},
		"/clubs/" + id + "?lang=en":                    {"Orsi del Nord", "Søren Kjær", "/players/" + players[2].String() + "?lang=en", "club=" + id, "Members now"},
		"/players/" + players[2].String() + "?lang=en": {"/clubs/" + id + "?lang=en"},
		"/rankings/ranglista?lang=en&club=" + id:       {"Søren Kjær", "Only Orsi del Nord"},
		"/rankings?lang=en":                            {"/clubs?lang=en"},
	} {
		status, _, body := r.seasonPage(rest, "")
		for _, want := range wanted {
			if status != http.StatusOK || !strings.Contains(body, want) {
				t.Errorf("%s: %d, lacks %q", rest, status, want)
			}
		}
		if strings.Contains(body, "Nessuno Mai") {
			t.Errorf("%s names somebody who has never played", rest)
		}
	}
	for _, rest := range []string{"/clubs/7", "/clubs/" + uuid.NewString(), "/rankings/ranglista?club=7"} {
		if status, _, _ := r.seasonPage(rest, ""); status != http.StatusNotFound {
			t.Errorf("%s: %d", rest, status)
		}
	}
}

// The clubs of a person are those of the record that is kept: an alias is neither transferred nor corrected,
// and the answer names the record to use.
func TestClubsOfAnAlias(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	manager, players := federation.Manager, federation.Path+"/players"
	alias := manager.Post(players, apitest.JSON{"name": "Anna Rossi", "club": "Torre"}).Want(201).ID("id")
	kept := manager.Post(players, apitest.JSON{"name": "Anna Bianchi", "club": "Pedone"}).Want(201).ID("id")
	path := func(player uuid.UUID) string { return players + "/" + player.String() }
	clubs := func(player uuid.UUID) string {
		return playerClubs(manager.Get(path(player) + "/memberships").Want(200))
	}
	merging(manager, federation.Path, alias, kept).Want(200)
	ofAlias, ofKept := clubs(alias), clubs(kept)
	today := server.Clock.Now().UTC().Format("2006-01-02")
	transfer := apitest.JSON{"day": today}
	edited := manager.Patch(path(alias), apitest.JSON{"city": "Parma"}, apitest.Match(manager.Get(path(alias)).Want(200).ETag()))
	edited.Want(409)
	manager.Post(path(alias)+"/transfers", transfer).Refused(409, edited.Text("reason"))
	manager.Do("PUT", path(alias)+"/memberships", apitest.JSON{"memberships": []apitest.JSON{}, "reason": "Per prova"},
		apitest.Match(manager.Get(path(alias)+"/memberships").Want(200).ETag())).Refused(409, edited.Text("reason"))
	if got := clubs(alias) + ", " + clubs(kept); got != ofAlias+", "+ofKept {
		t.Errorf("after what was refused: %s, before: %s, %s", got, ofAlias, ofKept)
	}
	manager.Post(path(kept)+"/transfers", transfer).Want(201)
	if got := clubs(kept); got == ofKept {
		t.Errorf("the record that is kept was not transferred: %s", got)
	}
}
