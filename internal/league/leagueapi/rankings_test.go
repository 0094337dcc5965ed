package leagueapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// ranglista is the ranking of a federation by the Bulgarian regulation.
type ranglista struct {
	*stage
	ranking string // path
}

// newRanglista is an event of eight that has not been drawn, and a ranking that takes it.
func newRanglista(t *testing.T) *ranglista {
	t.Helper()
	s := byRuleset(t, 8, "catan-ranglista-bg", nil, apitest.JSON{"kind": "ranking", "pairing": "by-standings"})
	id := s.federation.Manager.Post(s.address("rankings"), newRankingBody(nil)).Want(201).ID("id")
	s.showAll()
	return &ranglista{s, s.address("rankings/" + id.String())}
}

func newRankingBody(changes apitest.JSON) apitest.JSON {
	body := apitest.JSON{
		"slug": "ranglista", "title": "Ранглиста на България", "ruleset": "catan-ranglista-bg", "counted": []string{"ranking"}, "national": []string{"national-final"},
	}
	for name, value := range changes {
		body[name] = value
	}
	return body
}

// opened records an opening of a player: so many points.
func (r *ranglista) opened(player uuid.UUID, points string) *apitest.Answer {
	return r.federation.Manager.Post(r.ranking+"/openings", apitest.JSON{"player": player, "reason": "Стара ранглиста", "nationalPoints": "8", "figures": apitest.JSON{
		"points": points, "vp": "657", "share": "2092.80", "firsts": "5", "seconds": "0", "thirds": "3", "tournaments": "40",
	}})
}

// played plays two rounds in which the first of a table wins, and completes the event.
func (r *ranglista) played() {
	r.t.Helper()
	for round := 1; round <= 2; round++ {
		for _, table := range r.draw().Tables {
			r.record(table, "declared 13! 8 7 6")
		}
		r.close(round)
	}
	r.referee.Post(r.path+"/completion", nil).Want(200)
}

// next is a further ranking event that takes entries.
func (r *ranglista) next() *stage { return r.nextBy("catan-ranglista-bg") }

// nextBy is one by a ruleset.
func (r *ranglista) nextBy(ruleset string) *stage {
	r.t.Helper()
	other := *r.stage
	other.organizer = r.federation.Manager
	other.path = r.address("events/" + other.organizer.Post(r.address("events"), apitest.JSON{
		"kind": "ranking", "title": "Следващ турнир", "startsAt": "2009-03-08T09:00:00Z", "timeZone": "Europe/Sofia",
		"venue": apitest.JSON{"name": "Клуб", "city": "София"}, "ruleset": ruleset,
	}).Want(201).ID("id").String())
	other.open()
	return &other
}

// rows writes a list of the ranking: "1. A 10/26/…, 2. B …".
func (r *ranglista) rows(list string) string {
	r.t.Helper()
	var page openapi.RankingStandings
	r.server.Anonymous().Get(r.ranking + "/" + list).Want(200).Into(&page)
	var texts []string
	for _, row := range page.Items {
		text := fmt.Sprintf("%d. %s %s", row.Rank, strings.TrimPrefix(row.Player.Name, "Giocatore "), row.ScoreLine)
		if row.Since.Title != "" {
			text += " since " + row.Since.Title
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", ")
}

// BG 1: a player who has gathered 300 points in the ranking takes a place in the eternal ranking and may not
// take part any more; if the event that led there becomes void, so do all consequences.
func TestLifetimeRanking(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	manager := r.federation.Manager
	veteran, other := r.playerOf(1), r.playerOf(2)
	r.opened(veteran, "295").Want(201)
	if got := r.rows("standings"); got != "1. AA 295/657/2092.80%/5/0/3/40" {
		t.Errorf("before: %s", got)
	}
	r.played()
	hall := r.rows("hall")
	if !strings.HasPrefix(hall, "1. AA 30") || !strings.HasSuffix(hall, "/41 since "+manager.Get(r.path).Want(200).Text("title")) {
		t.Errorf("BG 1: the hall is %s", hall)
	}
	standings := r.rows("standings")
	if strings.Contains(standings, " AA ") || strings.Count(standings, "%") != 7 {
		t.Errorf("BG 1: the ranking is %s", standings)
	}
	career := manager.Get(r.ranking + "/players/" + veteran.String()).Want(200)
	if career.Value("hall") != true || career.Text("opening.scoreLine") != "295/657/2092.80%/5/0/3/40" || career.Text("row.distance") != "0" || career.Text("events.0.event.id") != r.id.String() {
		t.Errorf("BG 1: %s", career.Body)
	}
	next := r.next()
	refused := next.enterPlayer(veteran).Refused(422, "invalid")
	if refused.Text("errors.0.reason") != "in-the-hall" || refused.Text("rule.paragraph") != "1" {
		t.Errorf("BG 1: %s", refused.Body)
	}
	next.enterPlayer(other).Want(201)

	manager.Post(r.path+"/validity", apitest.JSON{"valid": false, "reason": "Друга карта"}).Want(200)
	if got := r.rows("standings"); got != "1. AA 295/657/2092.80%/5/0/3/40" || r.rows("hall") != "" {
		t.Errorf("D003-15: after the event was found void the ranking is %s", got)
	}
	next.enterPlayer(veteran).Want(201)
	manager.Post(r.path+"/validity", apitest.JSON{"valid": false, "reason": "Друга карта"}).Refused(409, "validity-as-it-was")
	manager.Post(r.path+"/validity", apitest.JSON{"valid": true, "reason": "Картата беше вярна"}).Want(200)
	if got := r.rows("standings") + r.rows("hall"); got != standings+hall {
		t.Errorf("D003-15: the event counts after all: %s", got)
	}
	again := r.server.Anonymous().Get(r.ranking + "/players/" + veteran.String()).Want(200)
	if was, is := career.Int("events.0.posting"), again.Int("events.0.posting"); was != 1 || is != 3 { // taken out, and posted once more
		t.Errorf("what the event gave is revision %d, was %d", is, was)
	}
	if _, _, page := r.seasonPage("/players/"+veteran.String()+"?lang=en", ""); !strings.Contains(page, "revision 3: corrected, or opened again") {
		t.Error("the page of the player does not tell the revision")
	}
}

// D003-14: an event that is opened again counts for nothing until it is over, and then as
// if its record had been right from the start; a result of any round can be corrected.
func TestCorrectionOfAPostedEvent(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	r.played()
	before := r.rows("standings")
	var table openapi.Table
	r.referee.Get(r.table(1, 1)).Want(200).Into(&table)
	correct := func() *apitest.Answer {
		return r.referee.Do("PUT", r.table(1, 1)+"/result", apitest.JSON{
			"ended": "declared", "declaredBy": table.Seats[1].Number, "reason": "Сгрешен запис", "seats": []apitest.JSON{
				{"entry": table.Seats[0].Number, "vp": 5}, {"entry": table.Seats[1].Number, "vp": 13}, {"entry": table.Seats[2].Number, "vp": 7}, {"entry": table.Seats[3].Number, "vp": 6},
			},
		}, apitest.Match(fmt.Sprintf("\"%d\"", table.Result.Version)))
	}
	correct().Refused(409, "event-not-running")
	r.referee.Post(r.path+"/reopening", apitest.JSON{"reason": "Сгрешен запис"}).Want(200)
	if got := r.rows("standings"); got != "" {
		t.Errorf("D003-14: of an event that is open again the ranking has %s", got)
	}
	correct().Want(200)
	r.referee.Post(r.path+"/completion", nil).Want(200)
	after := r.rows("standings")
	if after == before || strings.Count(after, "%") != 8 {
		t.Errorf("D003-14: before %s\nafter %s", before, after)
	}
	if got := r.rows("standings?asOf=2009-02-07"); got != "" {
		t.Errorf("the day before it was %s", got)
	}
}

// A ranking that begins to be kept later takes the events that have ended.
func TestRankingOfEndedEvents(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	r.played()
	want := r.rows("standings")
	r.ranking = r.address("rankings/" + r.federation.Manager.Post(r.address("rankings"), newRankingBody(apitest.JSON{"slug": "second"})).Want(201).ID("id").String())
	if got := r.rows("standings"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	third := r.federation.Manager.Post(r.address("rankings"), newRankingBody(apitest.JSON{"slug": "third", "from": "2010-01-01"})).Want(201).ID("id")
	r.ranking = r.address("rankings/" + third.String())
	if got := r.rows("standings"); got != "" {
		t.Errorf("from 2010 on: %s", got)
	}
}

func TestRankingsAreRefused(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	manager, player := r.federation.Manager, r.playerOf(1)
	stranger := r.server.Federation("Друга федерация").Manager
	for _, tt := range []struct {
		name   string
		answer *apitest.Answer
		status int
		reason string
	}{
		{"a referee keeps no rankings", r.referee.Post(r.address("rankings"), newRankingBody(apitest.JSON{"slug": "own"})), 403, "role-missing"},
		{"nor does another federation's manager", stranger.Post(r.address("rankings"), newRankingBody(apitest.JSON{"slug": "own"})), 403, "role-missing"},
		{"nor record openings", stranger.Post(r.ranking+"/openings", apitest.JSON{"player": player, "reason": "own"}), 403, "role-missing"},
		{"nor void events", r.referee.Post(r.path+"/validity", apitest.JSON{"valid": false, "reason": "own"}), 403, "role-missing"},
		{"one address twice", manager.Post(r.address("rankings"), newRankingBody(nil)), 409, ""},
		{"a ruleset without lifetime", manager.Post(r.address("rankings"), newRankingBody(apitest.JSON{"slug": "cn", "ruleset": "catan-nazionale-2009"})), 422, ""},
		{"a kind that is both", manager.Post(r.address("rankings"), newRankingBody(apitest.JSON{"slug": "both", "national": []string{"ranking"}})), 422, ""},
		{"days in the wrong order", manager.Post(r.address("rankings"), newRankingBody(apitest.JSON{"slug": "days", "from": "2009-02-02", "until": "2009-02-01"})), 422, ""},
		{"figures that are missing", manager.Post(r.ranking+"/openings", apitest.JSON{"player": player, "reason": "Стара", "figures": apitest.JSON{"points": "5"}}), 422, ""},
		{"a player who is not there", r.opened(uuid.New(), "5"), 422, ""},
		{"nothing to take back", manager.Post(r.ranking+"/openings", apitest.JSON{"player": player, "reason": "Стара"}), 409, "no-opening"},
		{"an event that is not over", manager.Post(r.path+"/validity", apitest.JSON{"valid": false, "reason": "Стара"}), 409, "event-not-finished"},
		{"a ranking that is not there", manager.Get(r.address("rankings/" + uuid.NewString())), 404, ""},
		{"a cursor of another list", manager.Get(r.ranking + "/hall?cursor=abc"), 400, ""},
	} {
		if tt.answer.Status != tt.status || tt.reason != "" && !strings.Contains(string(tt.answer.Body), tt.reason) {
			t.Errorf("%s: %d %s", tt.name, tt.answer.Status, tt.answer.Body)
		}
	}
	r.opened(player, "5").Want(201)
	manager.Post(r.ranking+"/openings", apitest.JSON{"player": player, "reason": "Не е той"}).Want(201)
	if got := r.rows("standings"); got != "" {
		t.Errorf("after it was taken back: %s", got)
	}
}

// A ranking of a year, which nobody leaves, of which only the best event of each player counts: events that do
// not count are marked, and count again when a better one becomes void.
func TestRankingsOfGames(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	manager := r.federation.Manager
	create := func(slug string, games ...apitest.JSON) *apitest.Answer {
		return manager.Post(r.address("rankings"), newRankingBody(apitest.JSON{"slug": slug, "games": games}))
	}
	catan, risiko := apitest.JSON{"game": "Заселниците на Катан"}, apitest.JSON{"game": "RisiKo!"}
	for _, refused := range []struct {
		game     apitest.JSON
		at, want string
	}{
		{apitest.JSON{"game": "Занзибар"}, "/games/0/game", "unknown-game"},
		{apitest.JSON{"game": "RisiKo!", "variant": "seafarers"}, "/games/0/variant", "unknown-variant"},
	} {
		answer := create("refused", refused.game).Want(422)
		if answer.Text("errors.0.pointer") != refused.at || !strings.Contains(string(answer.Body), refused.want) {
			t.Errorf("%v: %s", refused.game, answer.Body)
		}
	}
	rankings := map[string]string{} // path, by slug
	for slug, games := range map[string][]apitest.JSON{
		"this-game": {catan}, "base": {{"game": "заселниците на катан", "variant": "base"}}, "two": {risiko, catan},
		"seafarers": {{"game": "Заселниците на Катан", "variant": "seafarers"}}, "another": {risiko},
	} {
		made := create(slug, games...).Want(201)
		rankings[slug] = r.address("rankings/" + made.ID("id").String())
		if slug == "seafarers" && made.Text("games.0.title") != "Заселниците на Катан – Мореплаватели" {
			t.Errorf("the variant has no title: %s", made.Body)
		}
	}
	r.played() // by the game without expansions
	count := func(slug string) int { return manager.Get(rankings[slug] + "/standings").Want(200).Len("items") }
	for slug, want := range map[string]int{"this-game": 8, "base": 8, "two": 8, "seafarers": 0, "another": 0} {
		if got := count(slug); got != want {
			t.Errorf("%s: %d players, want %d", slug, got, want)
		}
	}
	// one that is made later takes the events that have ended by the same rule
	for want, games := range map[int][]apitest.JSON{8: {catan}, 0: {risiko}} {
		slug := fmt.Sprintf("later-%d", want)
		rankings[slug] = r.address("rankings/" + create(slug, games...).Want(201).ID("id").String())
		if got := count(slug); got != want {
			t.Errorf("made later: %d players, want %d", got, want)
		}
	}
}

func TestRankingOfTheBestEvents(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	manager := r.federation.Manager
	yearly := r.address("rankings/" + manager.Post(r.address("rankings"), apitest.JSON{
		"slug": "godina", "title": "Ранглиста на годината", "ruleset": r.federation.YearlyRuleset(1), "counted": []string{"ranking"}, "from": "2009-01-01", "until": "2009-12-31",
	}).Want(201).ID("id").String())
	described := manager.Get(yearly).Want(200)
	if described.Int("cap.points") != 0 || described.Int("best") != 1 {
		t.Errorf("%s", described.Body)
	}
	r.played()
	player := r.playerOf(1)
	career := func() openapi.Career {
		var c openapi.Career
		manager.Get(yearly + "/players/" + player.String()).Want(200).Into(&c)
		return c
	}
	first := career()
	if len(first.Events) != 1 || !first.Events[0].Counts || first.Hall || first.Row.Distance != "0" {
		t.Fatalf("after one event: %+v", first)
	}
	next := r.next()
	for n := range 8 {
		next.enterPlayer(r.playerOf(n + 1)).Want(201)
	}
	next.organizer, next.referee = next.appoint("Отговорник", "organizer"), next.appoint("Съдия", "first-referee")
	next.checkIn(upTo(8)...)
	next.begin(upTo(8)...).Want(200)
	(&ranglista{next, r.ranking}).played()
	both := career()
	counting, points := 0, []string{}
	for _, e := range both.Events {
		points = append(points, e.Figures[0])
		if e.Counts == e.Dropped {
			t.Errorf("%s counts: %t, dropped: %t", e.Event.Title, e.Counts, e.Dropped)
		}
		if e.Counts {
			counting++
			if e.Figures[0] != both.Row.Figures[0] {
				t.Errorf("%s points count, %s are in the ranking", e.Figures[0], both.Row.Figures[0])
			}
		}
	}
	if len(both.Events) != 2 || counting != 1 {
		t.Errorf("of %v %d count", points, counting)
	}
	manager.Post(r.path+"/validity", apitest.JSON{"valid": false, "reason": "Друга карта"}).Want(200)
	if c := career(); len(c.Events) != 1 || !c.Events[0].Counts || c.Row.Figures[0] != c.Events[0].Figures[0] {
		t.Errorf("after the first was found void: %+v", c)
	}
	manager.Post(r.path+"/validity", apitest.JSON{"valid": true, "reason": "Картата беше вярна"}).Want(200)
	if back := career(); back.Row.ScoreLine != both.Row.ScoreLine {
		t.Errorf("it counts after all: %s, was %s", back.Row.ScoreLine, both.Row.ScoreLine)
	}
}
