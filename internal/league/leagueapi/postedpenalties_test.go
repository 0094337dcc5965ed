package leagueapi_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// severe publishes a copy of the regulation of Bulgaria in which an offense takes three points.
func (r *ranglista) severe() string {
	r.t.Helper()
	var document apitest.JSON
	manager := r.federation.Manager
	manager.Get(r.address("rulesets/catan-ranglista-bg")).Want(200).Into(&document)
	document["id"], document["name"] = "stroga", "Строга ранглиста"
	document["discipline"].(apitest.JSON)["offenses"].([]any)[0].(apitest.JSON)["points"] = "-3"
	manager.Post(r.address("rulesets"), apitest.JSON{"document": document}).Want(201)
	manager.Post(r.address("rulesets/stroga/versions"), apitest.JSON{"draft": 1, "notes": "първа"}).Want(201)
	return "stroga"
}

// punished is an event in which the third entry loses three points in the first round.
func (r *ranglista) punished() (event *ranglista, player uuid.UUID) {
	r.t.Helper()
	event = &ranglista{r.nextBy(r.severe()), r.ranking}
	event.referee = event.appoint("Rita Altra", "first-referee")
	for n := 1; n <= 8; n++ {
		record := r.player(20 + n)
		if n == 3 {
			player = record
		}
		event.enterPlayer(record).Want(201)
	}
	event.checkIn(upTo(8)...)
	event.begin(upTo(8)...).Want(200)
	for round := 1; round <= 2; round++ {
		for _, table := range event.draw().Tables {
			event.record(table, "declared 13! 8 7 6")
		}
		if round == 1 {
			event.referee.Post(event.path+"/sanctions", apitest.JSON{"entry": 3, "kind": "points", "moment": "during-game", "offense": "advantage", "reason": "тайна дума"}).Want(201)
		}
		event.close(round)
	}
	event.referee.Post(event.path+"/completion", nil).Want(200)
	return event, player
}

// A penalty in points is in the points of a posting and stands apart beside them, with its paragraph and without the words of the
// referee: in the career, in the rows of the ranking, in its table and on the page of the player. It goes and comes with its event.
func TestPostedPenaltiesStandApart(t *testing.T) {
	t.Parallel()
	r := newRanglista(t)
	event, player := r.punished()
	var standings openapi.Standings
	r.server.Anonymous().Get(event.path + "/standings").Want(200).Into(&standings)
	points := ""
	for _, row := range standings.Rows {
		if row.Entry.Player.Id.UUID == player {
			points = strings.TrimSuffix(row.Figures[0], ".0")
			if row.Penalty != "-3" {
				t.Fatalf("the standings have %q", row.Penalty)
			}
		}
	}
	anonymous := r.server.Anonymous()
	told := func(posting int) {
		t.Helper()
		var career openapi.Career
		answer := anonymous.Get(r.ranking + "/players/" + player.String()).Want(200)
		answer.Into(&career)
		e := career.Events[0]
		if e.Posting != posting || e.Figures[0] != points || e.Penalty != "-3" || len(e.Penalties) != 1 || e.Penalties[0].Points != "-3" || e.Penalties[0].Rule.Code != "BG" || e.Penalties[0].Rule.Paragraph != "1.1.4" || e.Penalties[0].Round != 1 {
			t.Errorf("the career has %+v, the standings %s points", e, points)
		}
		if career.Row.Penalty != "-3" || career.Row.Figures[0] != points || strings.Contains(string(answer.Body), "тайна") {
			t.Errorf("the row is %+v", career.Row)
		}
		for _, query := range []string{"", "?since=2009-02-07"} {
			var page openapi.RankingStandings
			anonymous.Get(r.ranking + "/standings" + query).Want(200).Into(&page)
			for _, row := range page.Items {
				if want := map[bool]string{true: "-3"}[row.Player.Id.UUID == player]; row.Penalty != want {
					t.Errorf("%s: %s has %q, want %q", query, row.Player.Name, row.Penalty, want)
				}
			}
		}
	}
	told(1)
	table := strings.Split(string(anonymous.Get(r.ranking+"/standings?format=csv").Want(200).Body), "\r\n")
	found := false
	for _, line := range table[1:] {
		if of := strings.Contains(line, player.String()); of == strings.HasSuffix(line, ",") && line != "" {
			t.Errorf("as CSV %q", line)
		} else if of {
			found = true
		}
	}
	if !strings.HasSuffix(table[0], ",since,penalty") || !found {
		t.Errorf("as CSV %q", table)
	}
	if _, _, page := r.seasonPage("/players/"+player.String()+"?lang=en", ""); !strings.Contains(page, `of which −3 by penalty <a class="ref"`) || !strings.Contains(page, "#p1.1.4") {
		t.Error("the page does not say what a penalty has taken, and by which paragraph")
	}
	r.federation.Manager.Post(event.path+"/validity", apitest.JSON{"valid": false, "reason": "Друга карта"}).Want(200)
	if career := anonymous.Get(r.ranking + "/players/" + player.String()).Want(200); strings.Contains(string(career.Body), `"penalty"`) {
		t.Errorf("of an event that is void there is %s", career.Body)
	}
	r.federation.Manager.Post(event.path+"/validity", apitest.JSON{"valid": true, "reason": "Беше вярна"}).Want(200)
	told(3)
}
