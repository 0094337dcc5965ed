package leagueapi_test

import (
	"fmt"
	"testing"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/openapi"
)

// The number of best games that count is the number of games of the player who has played the fewest: a player
// who leaves after the first round reduces it to one, in the standings, in their explanation and on the page.
func TestBestOfTheFewestPlayed(t *testing.T) {
	t.Parallel()
	document := exampleWith(t, `- {figure: points, best: most, digits: 1, paragraph: "3"}`,
		`- {figure: points, best: most, digits: 1, paragraph: "3", combine: {rule: best, gamesBy: fewest_played}}`)
	document["leaving"] = apitest.JSON{"withdrawn": "kept", "paragraph": "4"}
	s := newOwn(t, document)
	s.start(8)
	for round := 1; round <= 2; round++ {
		s.play(s.draw())
		s.close(round)
		if round == 1 {
			s.organizer.Post(s.path+"/withdrawals", apitest.JSON{"entry": 8, "reason": "deve andare"}).Want(201)
		}
	}
	standings := s.standings()
	if len(standings.Rows) != 8 {
		t.Fatalf("%d rows", len(standings.Rows))
	}
	shown := s.figuresOnPage()
	twice := 0
	for i, row := range standings.Rows {
		var best league.Frac
		for j, game := range row.Games {
			points, err := league.ParseFrac(game.Points)
			if err != nil {
				t.Fatal(err)
			}
			if j == 0 || points.Cmp(best) > 0 {
				best = points
			}
		}
		if len(row.Games) == 2 {
			twice++
		}
		if want := best.Decimal(1); row.Figures[0] != want || shown[i][0] != want {
			t.Errorf("%d: %s, on the page %s, want the best game's %s", row.Entry.Number, row.Figures[0], shown[i][0], want)
		}
	}
	if twice != 7 {
		t.Errorf("%d played twice", twice)
	}
	var c openapi.Comparison
	s.server.Anonymous().Get(fmt.Sprintf("%s/standings/compare?a=%d&b=8&standings=%s", s.path, standings.Rows[0].Entry.Number, standings.Id)).Want(200).Into(&c)
	dropped := 0
	for _, term := range append(c.Lines[0].A.Terms, c.Lines[0].B.Terms...) {
		if term.Dropped {
			dropped++
		}
	}
	if dropped != 1 {
		t.Errorf("%d games are told to be dropped: %+v", dropped, c.Lines[0])
	}

	// The number of games comes from the field or from the ruleset, not from both.
	both := exampleWith(t, `- {figure: points, best: most, digits: 1, paragraph: "3"}`,
		`- {figure: points, best: most, digits: 1, paragraph: "3", combine: {rule: best, games: 2, gamesBy: fewest_played}}`)
	refused := s.federation.Manager.Post(s.federation.Path+"/ruleset-validation", both).Refused(422, "invalid")
	if refused.Text("errors.0.pointer") != "/standings/0/criteria/0/combine/games" || refused.Text("errors.0.reason") != "belongs-to-best" {
		t.Errorf("got %s", refused.Body)
	}
}
