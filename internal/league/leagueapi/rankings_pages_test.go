package leagueapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// filled is a ranking of players with openings: several of the same figures, two in the hall.
func filled(t *testing.T) (r *ranglista, players []uuid.UUID) {
	t.Helper()
	r = newRanglista(t)
	manager := r.federation.Manager
	for i, points := range []string{"310", "300", "120", "80", "80", "80", "41", "40", "7", "0"} {
		name := []string{"Николай Дойчев", "Élodie Brûlé", "Søren Kjær", "Мария Колева", "Anna Koleva", "Ivo Kolev", "Dora Ivanova", "Ana Ivanova", "Łukasz Nowak", "Zoë Zwart"}[i]
		player := manager.Post(r.address("players"), apitest.JSON{"name": name}).Want(201).ID("id")
		players = append(players, player)
		r.opened(player, points).Want(201)
	}
	return r, players
}

func (r *ranglista) page(by *apitest.Client, query string) openapi.RankingStandings {
	r.t.Helper()
	var page openapi.RankingStandings
	by.Get(r.ranking + "/" + query).Want(200).Into(&page)
	return page
}

// brief writes a page: "2 Мария, 2= Anna".
func brief(page openapi.RankingStandings) string {
	var texts []string
	for _, row := range page.Items {
		first, _, _ := strings.Cut(row.Player.Name, " ")
		texts = append(texts, fmt.Sprintf("%d%s %s", row.Rank, map[bool]string{true: "="}[row.Shared], first))
	}
	return strings.Join(texts, ", ")
}

// after is the parameter by which a list goes on; "" at its end.
func after(page openapi.RankingStandings) string {
	if page.NextCursor == "" {
		return ""
	}
	return "&cursor=" + page.NextCursor
}

// Pages of any size, from the beginning or from a row on, are the whole list, with the ranks
// that it has; the parts that are searched for have the same.
func TestRankingPages(t *testing.T) {
	t.Parallel()
	r, players := filled(t)
	reader := r.server.Anonymous()
	whole := r.page(reader, "standings")
	if got := brief(whole); got != "1 Søren, 2= Мария, 2= Anna, 2= Ivo, 5 Dora, 6 Ana, 7 Łukasz, 8 Zoë" || whole.Players != 8 || whole.NextCursor != "" {
		t.Fatalf("%s of %d", got, whole.Players)
	}
	if got := whole.Items[1].DecidedBy; got != "points" || whole.Items[2].DecidedBy != "" || whole.Items[0].DecidedBy != "" {
		t.Errorf("decided by %q", got)
	}
	for limit := 1; limit <= 9; limit++ {
		var rows []openapi.RankingRow
		for cursor, pages := "", 0; pages == 0 || cursor != ""; pages++ {
			page := r.page(reader, fmt.Sprintf("standings?limit=%d%s", limit, cursor))
			rows, cursor = append(rows, page.Items...), after(page)
			if pages > 8 {
				t.Fatalf("by %d the list does not end", limit)
			}
		}
		if got, want := fmt.Sprint(rows), fmt.Sprint(whole.Items); got != want {
			t.Errorf("by %d:\n%s\n%s", limit, got, want)
		}
	}
	for from := 1; from <= 10; from++ {
		want := ""
		if from <= 8 {
			want = brief(openapi.RankingStandings{Items: whole.Items[from-1 : min(from+2, 8)]})
		}
		if got := brief(r.page(reader, fmt.Sprintf("standings?limit=3&from=%d", from))); got != want {
			t.Errorf("from %d: %s, want %s", from, got, want)
		}
	}
	for _, tt := range []struct{ query, want string }{
		{"standings?limit=3&around=" + players[4].String(), "2= Мария, 2= Anna, 2= Ivo"},
		{"standings?limit=3&around=" + players[2].String(), "1 Søren, 2= Мария, 2= Anna"},
		{"standings?limit=3&around=" + players[9].String(), "6 Ana, 7 Łukasz, 8 Zoë"},
		{"standings?name=kolev", "2= Anna, 2= Ivo, 2= Мария"},
		{"standings?name=колева", "2= Anna, 2= Мария"},
		{"standings?name=LUK+now", "7 Łukasz"},
		{"standings?name=zoe", "8 Zoë"},
		{"standings?name=!!", ""},
		{"standings?name=brule", ""},
		{"hall?name=brule", "2 Élodie"},
		{"hall", "1 Николай, 2 Élodie"},
		{"hall?limit=1&around=" + players[1].String(), "2 Élodie"},
		{"standings?asOf=2009-01-01&name=kolev", "2= Anna, 2= Ivo, 2= Мария"},
	} {
		if got := brief(r.page(reader, tt.query)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.query, got, tt.want)
		}
	}
	var found []string
	for cursor, n := "", 0; n == 0 || cursor != ""; n++ {
		page := r.page(reader, "standings?name=kolev&limit=1"+cursor)
		found, cursor = append(found, brief(page)), after(page)
	}
	if !slices.Equal(found, []string{"2= Anna", "2= Ivo", "2= Мария"}) {
		t.Errorf("found one by one: %q", found)
	}
}

func TestRankingPagesAreRefused(t *testing.T) {
	t.Parallel()
	r, players := filled(t)
	reader := r.server.Anonymous()
	cursor := r.page(reader, "standings?limit=2").NextCursor
	another := r.federation.Manager.Post(r.address("rankings"), newRankingBody(apitest.JSON{"slug": "another"})).Want(201).ID("id")
	reader.Get(r.address("rankings/"+another.String())+"/standings?cursor="+cursor).Refused(400, "cursor-invalid")
	for _, tt := range []struct {
		name, query string
		status      int
		reason      string
	}{
		{"a cursor of the hall's", "hall?cursor=" + cursor, 400, "cursor-invalid"},
		{"a tampered one", "standings?cursor=A" + cursor, 400, "cursor-invalid"},
		{"one of another day", "standings?asOf=2009-01-01&cursor=" + cursor, 400, "cursor-invalid"},
		{"one of a search", "standings?name=kolev&cursor=" + cursor, 400, "cursor-invalid"},
		{"a day to come", "standings?asOf=2999-01-01", 400, "day-to-come"},
		{"a comparison with one", "standings?since=2999-01-01", 400, "day-to-come"},
		{"no day", "standings?asOf=2009-02-30", 400, ""},
		{"two ways at once", "standings?from=3&name=kolev", 400, "one-of-both"},
		{"two days", "standings?since=2009-01-01&sinceLast=true", 400, "one-of-both"},
		{"around who is in the hall", "standings?around=" + players[0].String(), 404, "left-for-the-hall"},
		{"around who is not", "hall?around=" + players[3].String(), 404, "not-in-the-hall"},
		{"around a stranger", "standings?around=" + uuid.NewString(), 404, "not-in-the-ranking"},
		{"before the first row", "standings?from=0", 400, ""},
	} {
		answer := reader.Get(r.ranking + "/" + tt.query)
		if answer.Status != tt.status || !strings.Contains(string(answer.Body), tt.reason) {
			t.Errorf("%s: %d %s", tt.name, answer.Status, answer.Body)
		}
	}
	if got := brief(r.page(reader, "standings?limit=2&cursor="+cursor)); got != "2= Anna, 2= Ivo" {
		t.Errorf("the cursor itself: %s", got)
	}
	r.server.Database.Alter(t, `update league.rankings set rebuilt = revision + 1, revision = revision + 1`)
	if answer := r.federation.Manager.Get(r.ranking + "/standings?limit=2&cursor=" + cursor); answer.Status != 400 || !strings.Contains(string(answer.Body), "cursor-outdated") {
		t.Errorf("older than a rebuild: %d %s", answer.Status, answer.Body)
	}
}

// The points of an event are in the ranking of another replica with the next answer, signed in or not; each row
// shows how it moved.
func TestRankingMovesEverywhere(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	replica := r.server.Replica()
	manager := r.federation.Manager
	r.opened(r.playerOf(8), "4").Want(201)
	r.opened(r.playerOf(2), "1").Want(201)
	at := func(server *apitest.Server, query string) openapi.RankingStandings {
		var page openapi.RankingStandings
		server.Anonymous().Get(r.ranking + "/standings" + query).Want(200).Into(&page)
		return page
	}
	if got := at(replica, "").Players; got != 2 {
		t.Fatalf("before: %d players", got)
	}
	r.played()
	var there openapi.RankingStandings
	manager.In(t).Get(r.ranking + "/standings?sinceLast=true").Want(200).Into(&there)
	if there.Players != 8 || there.Since.IsZero() {
		t.Fatalf("after: %d players, since %v", there.Players, there.Since)
	}
	moves := map[string]string{}
	for _, row := range there.Items {
		moves[strings.TrimPrefix(row.Player.Name, "Giocatore ")] = fmt.Sprintf("%d→%d +%s new %t", row.Movement.Rank, row.Rank, row.Movement.Gained, row.Movement.New)
	}
	if !strings.HasPrefix(moves["AH"], "1→") || !strings.HasPrefix(moves["AB"], "2→") || !strings.HasSuffix(moves["AB"], "new false") ||
		!strings.HasPrefix(moves["AA"], "0→1 +1") || !strings.HasSuffix(moves["AA"], "new true") {
		t.Errorf("%v", moves)
	}
	day := "?since=2009-02-07"
	if got, want := fmt.Sprint(at(replica, day).Items), fmt.Sprint(there.Items); got != want {
		t.Errorf("the replica since a day:\n%s\nsince the last event:\n%s", got, want)
	}
	if got := at(replica, "?asOf=2009-02-07").Players; got != 2 {
		t.Errorf("as of the day before: %d players", got)
	}
	manager.Post(r.path+"/validity", apitest.JSON{"valid": false, "reason": "Друга карта"}).Want(200)
	var signedIn openapi.RankingStandings
	manager.Get(r.ranking + "/standings").Want(200).Into(&signedIn)
	if signedIn.Players != 2 {
		t.Errorf("after the event was found void: %d players", signedIn.Players)
	}
	manager.Patch(r.address("players/"+r.playerOf(8).String()), apitest.JSON{"name": "Нов Човек"}, apitest.Match(`"1"`))
	var renamed openapi.RankingStandings
	manager.Get(r.ranking + "/standings").Want(200).Into(&renamed)
	if renamed.Items[0].Player.Name != "Нов Човек" || renamed.Revision <= signedIn.Revision {
		t.Errorf("renamed: %v at %d after %d", renamed.Items[0].Player, renamed.Revision, signedIn.Revision)
	}
}

// Beside a ranking stand the players who have gained the most at the last event that counts, with the same data
// as its page and the ranking of the API, and a link to its standings. A void event is not the last any more.
func TestLastGainsBesideARanking(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	beside := func() string {
		_, _, body := r.seasonPage("/rankings/ranglista?lang=en", "")
		_, part, _ := strings.Cut(body, `id="h-last"`)
		part, _, _ = strings.Cut(part, "</section>")
		return part
	}
	if got := beside(); got != "" {
		t.Fatalf("before any event: %s", got)
	}
	r.played()
	second := r.playedAgain(r.playerOf(1))
	shown := func(of *ranglista) {
		t.Helper()
		standings, last, id := of.standings(), beside(), of.path[strings.LastIndex(of.path, "/")+1:]
		if !strings.Contains(last, `href="/t/`+r.federation.Slug+`/events/`+id) || strings.Count(last, "<li>") != 5 {
			t.Fatalf("it is not about %s: %s", id, last)
		}
		for _, row := range standings.Rows[:5] {
			var career openapi.Career
			r.server.Anonymous().Get(r.ranking + "/players/" + row.Entry.Player.Id.String()).Want(200).Into(&career)
			gain := ""
			for _, e := range career.Events {
				if e.Event.Id.String() == id {
					gain = e.Figures[0]
				}
			}
			if line := "</div><b>+" + gain + "</b>"; gain == "" || !strings.Contains(last, row.Entry.Player.Name+"</a>"+line) && !strings.Contains(last, row.Entry.Player.Name+line) {
				t.Errorf("%s gained %q: %s", row.Entry.Player.Name, gain, last)
			}
		}
	}
	shown(second)
	r.federation.Manager.Post(second.path+"/validity", apitest.JSON{"valid": false, "reason": "Друга карта"}).Want(200)
	shown(r)
}
