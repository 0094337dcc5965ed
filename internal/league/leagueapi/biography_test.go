package leagueapi_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// biography reads the biography of a player as anybody does.
func (r *ranglista) biography(player uuid.UUID, query string) openapi.Biography {
	r.t.Helper()
	var b openapi.Biography
	r.server.Anonymous().Get(r.address("players/" + player.String() + "/biography" + query)).Want(200).Into(&b)
	return b
}

// A player's record follows from the games: two won games make two in a row, and all others at the tables are
// opponents; the opponents see the same games.
func TestBiography(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	r.played()
	var won *openapi.Biography
	for n := 1; n <= 8; n++ {
		b := r.biography(r.playerOf(n), "")
		if b.Games != 2 || b.Played != 1 || len(b.Results) != 1 || len(b.Results[0].Games) != 2 || b.Results[0].Players != 8 {
			t.Fatalf("%+v", b)
		}
		met := 0
		for _, o := range b.Opponents {
			met += o.Games
			if o.Ahead+o.Behind+o.Level != o.Games {
				t.Errorf("%+v", o)
			}
			back := r.biography(o.Player.Id.UUID, "?against="+r.playerOf(n).String())
			if back.Against.Games != o.Games || back.Against.Ahead != o.Behind || len(back.Meetings) != o.Games {
				t.Errorf("%+v, from the other side %+v", o, back.Against)
			}
		}
		if met != 6 || b.Met != len(b.Opponents) {
			t.Errorf("%d seats beside in two games of four, %d opponents", met, b.Met)
		}
		if b.GamesWon > 0 {
			won = &b
		}
	}
	if won == nil || won.Streaks[0].Kind != "games-won" || won.Records[0].Kind != "game-points" || won.Records[0].Value != "13" || won.Records[0].Ruleset != "BG" || won.Records[0].At.Round == 0 {
		t.Fatalf("nobody has won: %+v", won)
	}
	stranger := r.federation.Manager.Post(r.address("players"), apitest.JSON{"name": "Nessuno Mai"}).Want(201).ID("id")
	r.server.Anonymous().Get(r.address("players/"+r.playerOf(1).String()+"/biography?against="+stranger.String())).Refused(404, "not-found")
	r.server.Anonymous().Get(r.address("players/"+stranger.String()+"/biography")).Refused(404, "not-found")
	other := r.server.Federation("Altra federazione")
	r.server.Anonymous().Get(other.Path+"/players/"+r.playerOf(1).String()+"/biography").Refused(404, "not-found")

	r.federation.Manager.Post(r.path+"/validity", apitest.JSON{"valid": false, "reason": "Друга карта"}).Want(200)
	if b := r.biography(r.playerOf(1), ""); b.Games != 0 || len(b.Records)+len(b.Streaks)+len(b.Opponents)+len(b.Results) != 0 {
		t.Errorf("D003-15: of an event that was found void there is %+v", b)
	}
	r.federation.Manager.Post(r.path+"/validity", apitest.JSON{"valid": true, "reason": "Беше вярна"}).Want(200)
	r.referee.Post(r.path+"/reopening", apitest.JSON{"reason": "Сгрешен запис"}).Want(200)
	if b := r.biography(r.playerOf(1), ""); b.Games != 0 {
		t.Errorf("D003-14: of an event that is open again there is %+v", b)
	}
}

// The pages of a ranking, its hall and its players show the figures of the API, and lead to one
// another.
func TestRankingPagesShowTheFiguresOfTheAPI(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	r.opened(r.playerOf(1), "295").Want(201)
	r.played()
	page := func(rest string) string {
		t.Helper()
		status, tag, body := r.seasonPage(rest, "")
		if status != http.StatusOK || tag == "" {
			t.Fatalf("%s: %d, tag %q", rest, status, tag)
		}
		return body
	}
	home, ranking, hall := page("?lang=en"), page("/rankings/ranglista?lang=en"), page("/rankings/ranglista/hall?lang=en")
	for _, want := range []string{"/rankings?lang=en", "/rankings/ranglista?lang=en", "/rankings/ranglista/hall?lang=en"} {
		if !strings.Contains(home, want) {
			t.Errorf("the home page does not lead to %s", want)
		}
	}
	if !strings.Contains(page("/rankings?lang=en"), "Ранглиста на България") {
		t.Error("the list lacks the ranking")
	}
	for body, list := range map[string]string{ranking: "standings?sinceLast=true", hall: "hall"} {
		var rows openapi.RankingStandings
		r.server.Anonymous().Get(r.ranking + "/" + list).Want(200).Into(&rows)
		if len(rows.Items) == 0 {
			t.Fatalf("nobody is in %s", list)
		}
		for _, row := range rows.Items {
			for _, want := range []string{row.Player.Name, row.ScoreLine, "/players/" + row.Player.Id.String() + "?lang=en"} {
				if !strings.Contains(body, want) {
					t.Errorf("%s: the page lacks %q", list, want)
				}
			}
		}
	}
	if _, _, body := r.seasonPage("/rankings/"+strings.TrimPrefix(r.ranking[strings.LastIndex(r.ranking, "/"):], "/"), ""); !strings.Contains(body, "Ранглиста на България") {
		t.Error("the ranking has no page by its id")
	}
	second := r.playerOf(2)
	player := page("/players/" + second.String() + "?lang=en")
	b := r.biography(second, "")
	career := r.server.Anonymous().Get(r.ranking + "/players/" + second.String()).Want(200)
	for _, want := range []string{
		b.Player.Name, "<dd>" + strconv.Itoa(b.GamesWon) + " <small>of 2", career.Text("row.scoreLine"), "&#43;" + career.Text("events.0.figures.0") + "<", career.Text("row.distance") + " to go to 300",
		b.Opponents[0].Player.Name, "against=" + b.Opponents[0].Player.Id.String(), "/e/" + b.Results[0].Event.Slug,
	} {
		if !strings.Contains(player, want) {
			t.Errorf("the player's page lacks %q", want)
		}
	}
	if event := page("/e/" + b.Results[0].Event.Slug + "?lang=en"); !strings.Contains(event, "/players/"+second.String()+"?lang=en") {
		t.Error("the event does not lead to its players")
	}
	table := r.server.Anonymous().Get(r.ranking + "/standings?format=csv&limit=2").Want(200)
	if lines := strings.Split(strings.TrimSpace(string(table.Body)), "\r\n"); len(lines) != 3 || !strings.HasPrefix(lines[0], "rank,player,name,club,points,vp,share") {
		t.Errorf("as CSV: %q", lines)
	}
}

// A request for a page that a ranking does not have is refused and not answered with another page.
func TestRankingPagesThatAreNot(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	r.played()
	unplayed := r.federation.Manager.Post(r.address("players"), apitest.JSON{"name": "Nessuno Mai"}).Want(201).ID("id").String()
	for rest, want := range map[string]int{
		"/rankings/ranglista?page=1":                                  200,
		"/rankings/ranglista?page=2":                                  404, // eight players are one page
		"/rankings/ranglista?page=0":                                  404,
		"/rankings/ranglista?page=01":                                 404,
		"/rankings/ranglista?page=one":                                404,
		"/rankings/ranglista?page=99999999999999999999":               404,
		"/rankings/ranglista?asOf=2009-02-08":                         200,
		"/rankings/ranglista?asOf=2009-02-30":                         404,
		"/rankings/ranglista?asOf=yesterday":                          404,
		"/rankings/ranglista?asOf=2999-01-01":                         400,
		"/rankings/ranglista?around=" + r.playerOf(3).String():        200,
		"/rankings/ranglista?around=" + unplayed:                      404,
		"/rankings/ranglista?around=7":                                404,
		"/rankings/ranglista/hall?around=" + r.playerOf(3).String():   404,
		"/rankings/ranglista?q=gi":                                    200,
		"/rankings/ranglista?q=%26%26":                                200,
		"/rankings/ranglista?q=gi&page=1":                             400,
		"/rankings/other":                                             404,
		"/rankings/" + uuid.NewString():                               404,
		"/players/" + r.playerOf(1).String():                          200,
		"/players/" + uuid.NewString():                                404,
		"/players/7":                                                  404,
		"/players/" + unplayed:                                        404, // not visible anywhere, so that the person's existence is not revealed
		"/players/" + r.playerOf(1).String() + "?against=" + unplayed: 404,
	} {
		if status, _, body := r.seasonPage(rest, ""); status != want {
			t.Errorf("%s: %d, not %d", rest, status, want)
		} else if strings.Contains(body, "Nessuno Mai") {
			t.Errorf("%s names somebody who has never played", rest)
		}
	}
}

// The page of a ranking is published by its revision: a reader who has it is answered from memory, until a
// posting changes it.
func TestRankingIsPublishedByItsRevision(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	r.played()
	const page = "/rankings/ranglista?lang=bg"
	_, tag, _ := r.seasonPage(page, "")
	for range 100 { // until the server hears of other replicas it answers for itself
		before := r.fromMemory()
		if status, _, body := r.seasonPage(page, tag); status != http.StatusNotModified || body != "" {
			t.Fatalf("%d, %q", status, body)
		}
		if r.fromMemory() != before {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	before := r.fromMemory()
	if status, _, _ := r.seasonPage(page, tag); status != http.StatusNotModified || r.fromMemory() == before {
		t.Errorf("asked again: %d, %s from memory", status, before)
	}
	r.opened(r.playerOf(1), "120").Want(201)
	status, changed, body := r.seasonPage(page, tag)
	if status != http.StatusOK || changed == tag || !strings.Contains(body, ">12") {
		t.Errorf("after an opening: %d, the tag was %s and is %s", status, tag, changed)
	}
}
