package leagueapi_test

import (
	"strconv"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/openapi"
)

func contains(text, part string) bool { return strings.Contains(text, part) }

// teams is a result of a table of six: nord-america, africa and oceania of team A,
// then sud-america, asia and europa of team B.
const teams = "completed 80 60 70 40 50 60"

func TestSquadre2000(t *testing.T) {
	t.Parallel()
	s := byRuleset(t, 10, "risiko-squadre-2000", 105, nil)
	first := s.draw() // six and four
	game := s.record(first.Tables[0], teams)
	if got := each(game, points); got != "33 33 33 5 5 5" || game.Team != "A" || *game.Difference != 20 || game.Winner != 0 {
		t.Errorf("SQ00 1, 2: 31 and 0.1 for each of 20 points, 7 less 0.1: %s, team %q", got, game.Team)
	}
	if game.WinnerDecidedBy.Reason != "more-table-points" || game.WinnerDecidedBy.Rule.Paragraph != "3" || game.Seats[4].Objective != "asia" || game.Seats[4].Team != "B" {
		t.Errorf("SQ00 3: %+v", game)
	}
	entered := s.record(first.Tables[1], "completed 15.5 40.4 36.2 20")
	if got := each(entered, points) + ", " + each(entered, place); got != "15.5 40.4 36.2 20, 4 1 2 3" || entered.Winner != 0 || entered.Seats[1].Figures != nil {
		t.Errorf("SQ00 0: points as entered: %s", got)
	}
	s.close(1)
	after := s.rank("", "it")
	if after.MinGames != 2 || after.Rows[0].Figures[0] != "40.4" || *after.Rows[0].GamesPlayed != 1 {
		t.Errorf("SQ00 8: %d games are needed: %+v", after.MinGames, after.Rows[0])
	}
	if winner, loser := rowOf(t, after, 3), rowOf(t, after, 4); !winner.Games[0].Won || loser.Games[0].Won || loser.Games[0].Points != "5" {
		t.Errorf("SQ00 3: all of a team win: %+v, %+v", winner.Games, loser.Games)
	}

	// A void game waits for the score of the next round.
	second := s.draw()
	void := s.filled(second.Tables[0], "completed 0 0 0 0 0 0")
	void["void"] = apitest.JSON{"for": entries(second.Tables[0])}
	wrecked := s.put(second.Tables[0], void)
	if wrecked.Void.For == nil || wrecked.WinnerDecidedBy.Reason != "void-game" || !wrecked.Seats[0].Void.Pending || wrecked.Seats[0].Void.Rule.Paragraph != "base 22" || wrecked.Seats[0].Points != "" {
		t.Errorf("SQ00 base 22: %+v", wrecked)
	}
	s.record(second.Tables[1], "completed 10 20 30 40")
	s.close(2)
	unlucky := entries(second.Tables[0])[0]
	if row := rowOf(t, s.rank("", "it"), unlucky); !row.Games[1].Void.Pending || *row.GamesPlayed != 2 {
		t.Errorf("SQ00 base 22: the score is not known yet, the game counts as played: %+v", row)
	}
	third := s.draw()
	s.record(third.Tables[0], teams)
	s.record(third.Tables[1], "completed 10 20 30 40")
	s.close(3)
	over := s.rank("", "it")
	row := rowOf(t, over, unlucky)
	if row.Games[1].Void.Text != "Partita nulla: ha i punti del turno 3." || row.Games[1].Void.FromRound != 3 || row.Games[1].Void.Points != row.Games[2].Points || over.State != "final" {
		t.Errorf("SQ00 base 22: the points of the next round: %+v", row.Games)
	}
	var c openapi.Comparison
	s.server.Anonymous().Get(s.path + "/standings/compare?a=" + strconv.Itoa(unlucky) + "&b=" + strconv.Itoa(other(over, unlucky))).Want(200).Into(&c)
	if terms := c.Lines[0].A.Terms; len(terms) != 3 || terms[1].Value != terms[2].Value || c.Lines[0].A.Sum != row.Figures[0] {
		t.Errorf("SQ00 base 22: compared with the copied points: %+v", c.Lines[0])
	}
}

func rowOf(t *testing.T, s openapi.Standings, entry int) openapi.StandingsRow {
	t.Helper()
	for _, row := range s.Rows {
		if row.Entry.Number == entry {
			return row
		}
	}
	t.Fatalf("entry %d is not in the standings", entry)
	return openapi.StandingsRow{}
}

// other returns another entry in the standings.
func other(s openapi.Standings, entry int) int {
	if first := s.Rows[0].Entry.Number; first != entry {
		return first
	}
	return s.Rows[1].Entry.Number
}

// A result of teams is corrected to one that was won at once, and to a void game;
// all versions are kept as they were.
func TestSquadreCorrections(t *testing.T) {
	t.Parallel()
	s := byRuleset(t, 6, "risiko-squadre-2000", 105, nil)
	table := s.draw().Tables[0]
	path := s.table(1, 1)
	body := s.filled(table, "completed 20 10 10 90 90 90")
	tag := s.referee.Post(path+"/result", body).Want(201).ETag()
	correct := func(reason string) openapi.Result {
		t.Helper()
		body["reason"] = reason
		answer := s.referee.Do("PUT", path+"/result", body, apitest.Match(tag)).Want(200)
		tag = answer.ETag()
		var corrected openapi.Table
		answer.Into(&corrected)
		return corrected.Result
	}
	figure(body, 0, "risiko", 1)
	if risiko := correct("risiko del primo"); risiko.Team != "A" || risiko.Seats[0].Counted != 200 || each(risiko, points) != "42 42 42 -4 -4 -4" || risiko.WinnerDecidedBy.Rule.Paragraph != "base 17" {
		t.Errorf("SQ00 base 17: risiko is 200 points: %s, %+v", each(risiko, points), risiko)
	}
	figure(body, 0, "risiko", 0)
	seat(body, 0)["vp"] = 250
	figure(body, 4, "cards", 1)
	if tied := correct("pareggio"); tied.Team != "B" || tied.WinnerCriterion != "armies-and-cards" || tied.WinnerDecidedBy.Rule.Paragraph != "5" {
		t.Errorf("SQ00 5: level teams by tanks and cards: %+v", tied)
	}
	seat(body, 0)["vp"] = 20
	figure(body, 4, "cards", 0)
	body["wonAtOnce"] = "A"
	if whole := correct("risiko della squadra"); whole.WonAtOnce != "A" || whole.Seats[1].Counted != 200 || whole.Team != "A" {
		t.Errorf("SQ00 base 17: a whole team: %+v", whole)
	}
	delete(body, "wonAtOnce")
	body["void"] = apitest.JSON{"for": []int{1, 2, 3, 4, 5}, "atFault": []int{6}}
	if void := correct("tavolo rovesciato"); void.Void.AtFault[0] != 6 || void.Team != "" {
		t.Errorf("SQ00 base 22: %+v", void)
	}
	var versions openapi.ResultVersions
	s.referee.Get(path + "/results").Want(200).Into(&versions)
	var kept []string
	for _, v := range versions.Items {
		kept = append(kept, v.WinnerDecidedBy.Reason+" "+v.Team+v.WonAtOnce)
	}
	if got := strings.Join(kept, ", "); got != "void-game , won-at-once AA, level-teams B, won-at-once A, more-table-points B" {
		t.Errorf("the versions are %s", got)
	}
	s.close(1)
	after := s.rank("", "it")
	if len(after.Rows) != 5 || len(after.Left) != 1 || after.Left[0].Entry.Number != 6 || after.Left[0].Rule.Paragraph != "base 22" {
		t.Errorf("SQ00 base 22: who wrecks a game is out: %+v", after.Left)
	}
	if state := s.organizer.Get(s.entry(6)).Want(200).Text("state"); state != "expelled" {
		t.Errorf("SQ00 base 22: he is %s", state)
	}
}

// A player who has played too few games is not classified, and reads why.
func TestSquadreUnclassified(t *testing.T) {
	t.Parallel()
	s := byRuleset(t, 6, "risiko-squadre-2000", 105, apitest.JSON{"readings": apitest.JSON{"A004-4": "not_played"}})
	for round := 1; round <= 3; round++ {
		table := s.draw().Tables[0]
		body := s.filled(table, teams)
		if round > 1 {
			body["void"] = apitest.JSON{"for": []int{1, 2}, "othersScored": true}
		}
		s.put(table, body)
		s.close(round)
	}
	over := s.rank("", "it")
	if over.State != "final" || len(over.Rows) != 6 || over.Rows[3].Rank == 0 {
		t.Fatalf("SQ00 8: four of six are classified: %+v", over.Rows)
	}
	for _, row := range over.Rows[4:] {
		if row.Rank != 0 || row.Shared || *row.GamesPlayed != 1 || row.Entry.Number > 2 || row.DecidedBy.Reason != "too-few-games" || row.DecidedBy.Rule.Paragraph != "8" {
			t.Errorf("SQ00 8: only who played two games is classified: %+v", row)
		}
	}
}

// Results that contradict SQ00 are refused with the place of the fault.
func TestSquadreRefusals(t *testing.T) {
	t.Parallel()
	s := byRuleset(t, 10, "risiko-squadre-2000", 105, nil)
	tables := s.draw().Tables
	six, four := tables[0], tables[1]
	s.refuses(six, "a team of four", teams, func(r apitest.JSON) { seat(r, 3)["objective"] = "oceania" }, "/seats/3/objective objective-twice SQ00 base 17")
	s.refuses(six, "no objective", teams, func(r apitest.JSON) { delete(seat(r, 3), "objective") }, "/seats/3/objective no-such-objective SQ00 base 17")
	s.refuses(six, "two have made risiko", teams, func(r apitest.JSON) {
		figure(r, 0, "risiko", 1)
		figure(r, 5, "risiko", 1)
	}, "/seats/5/figures/risiko figure-at-two-seats SQ00 base 17\n/wonAtOnce two-teams-won-at-once SQ00 base 17")
	s.refuses(six, "a risiko against a team's", teams, func(r apitest.JSON) {
		figure(r, 0, "risiko", 1)
		r["wonAtOnce"] = "B"
	}, "/wonAtOnce two-teams-won-at-once SQ00 base 17")
	s.refuses(six, "a team that is none", teams, func(r apitest.JSON) { r["wonAtOnce"] = "C" }, "/wonAtOnce no-such-team SQ00 base 17")
	s.refuses(six, "level on everything", "completed 50 50 50 50 50 50", nil, " teams-level SQ00 3")
	s.refuses(six, "points that nobody believes", "completed 401 60 70 40 50 60", nil, "/seats/0/vp points-out-of-range SQ00 base 17")
	s.refuses(six, "more armies than allowed", teams, func(r apitest.JSON) { figure(r, 2, "armies", 151) }, "/seats/2/figures/armies figure-out-of-range SQ00 5")
	s.refuses(six, "a void game with somebody left out", teams, func(r apitest.JSON) {
		r["void"] = apitest.JSON{"for": []int{1, 2, 3}, "atFault": []int{3, 4, 5}}
	}, "/void/atFault/0 at-fault-and-scored SQ00 base 22\n/void/for entry-missing SQ00 base 22")
	s.refuses(six, "void for a stranger", teams, func(r apitest.JSON) {
		r["void"] = apitest.JSON{"for": []int{7}, "othersScored": true}
	}, "/void/for/0 not-at-this-table SQ00 base 22")
	s.refuses(four, "points missing", "completed 15.5 40.4 36.2 20", func(r apitest.JSON) { delete(seat(r, 2), "points") }, "/seats/2/points points-missing SQ00 0")
	s.refuses(four, "points on the board besides", "completed 15.5 40.4 36.2 20", func(r apitest.JSON) { seat(r, 1)["vp"] = 99 }, "/seats/1/vp board-points-not-recorded-here SQ00 0")
	s.refuses(four, "points above the range", "completed 300.5 40.4 36.2 20", nil, "/seats/0/points points-out-of-range SQ00 0")
	s.refuses(four, "teams where there are none", "completed 15.5 40.4 36.2 20", func(r apitest.JSON) { r["wonAtOnce"] = "A" }, "/wonAtOnce no-teams-at-this-table")
	if got := s.rank("", "en"); got.TablesReported != 0 {
		t.Error("a refused result was stored")
	}
}

// Events can be run by all five regulations, and each is given whole.
func TestRulesets(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	path := server.Federation("Federazione").Path + "/rulesets"
	var list openapi.RulesetList
	server.Anonymous().Get(path).Want(200).Into(&list)
	var codes []string
	for _, r := range list.Items {
		codes = append(codes, r.Code)
		whole := server.Anonymous().Get(path + "/" + r.Id).Want(200)
		if whole.Text("code") != r.Code || whole.Len("game.variants") != len(r.Variants) || whole.Len("standings") == 0 {
			t.Errorf("%s is not given whole", r.Id)
		}
	}
	if got := strings.Join(codes, " "); got != "CN09 BG FG14 JP22 SQ00" {
		t.Errorf("the rulesets are %s", got)
	}
}

// The same form asks for the results of every regulation.
func TestResultForms(t *testing.T) {
	t.Parallel()
	s := byRuleset(t, 10, "risiko-squadre-2000", 105, nil)
	six, four := s.form(6), s.form(4)
	if len(six.Objectives) != 6 || strings.Join(six.Teams, " ") != "A B" || !six.Void || len(six.Figures) != 4 || !six.Figures[3].OnePerTable || six.Vp.Max != 400 || six.Points != (openapi.IntegerRange{}) {
		t.Errorf("SQ00 base 17: tables of six: %+v", six)
	}
	if len(four.Objectives) != 0 || four.Vp.Max != 0 || four.Points.Max != 300 || four.Points.Min != -100 || len(four.Figures) != 0 {
		t.Errorf("SQ00 0: tables of four: %+v", four)
	}
	cn09 := newStage(t, apitest.JSON{"variant": "seafarers"})
	cn09.server.Anonymous().Get(cn09.path+"/result-form").Refused(404, "not-found") // a draft
	var form openapi.ResultForm
	cn09.organizer.Get(cn09.path + "/result-form").Want(200).Into(&form)
	if len(form.Tables) != 2 || form.Tables[0].Seats != 3 || form.Tables[0].Target != 12 || form.Tables[0].Void || len(form.Tables[0].Endings) != 3 {
		t.Errorf("CN09 4.6: Seafarers: %+v", form)
	}
}

// SQ00 penalties: penalties in points are shown with the terms of the games,
// and together they come to the sum.
func TestComparisonShowsPenalties(t *testing.T) {
	t.Parallel()
	s := byRuleset(t, 6, "risiko-squadre-2000", 105, nil)
	compare := func(query string) openapi.ComparisonSide {
		t.Helper()
		var c openapi.Comparison
		s.server.Anonymous().Get(s.path + "/standings/compare?a=4&b=1" + query).Want(200).Into(&c)
		if c.Lines[0].Criterion != "points" || c.Lines[0].B.Penalties != nil {
			t.Errorf("SQ00 penalties: %+v", c.Lines[0])
		}
		return c.Lines[0].A
	}
	for round := 1; round <= 2; round++ {
		s.record(s.draw().Tables[0], teams)
		s.referee.Post(s.path+"/sanctions", apitest.JSON{"entry": 4, "kind": "points", "moment": "during-game", "offense": "disturbance", "reason": "disturbo"}).Want(201)
		s.close(round)
	}
	first, second := compare("&round=1"), compare("")
	for rounds, side := range []openapi.ComparisonSide{first, second} {
		var sum league.Frac
		for _, term := range side.Terms {
			sum = sum.Add(frac(t, term.Value))
		}
		for i, penalty := range side.Penalties {
			if penalty.Points != "-7" || penalty.Round != i+1 || penalty.Rule.Paragraph != "penalties" {
				t.Errorf("SQ00 penalties: %+v", penalty)
			}
			sum = sum.Add(frac(t, penalty.Points))
		}
		if len(side.Penalties) != rounds+1 || !sum.Equal(frac(t, side.Sum)) {
			t.Errorf("SQ00 penalties: %s is not the sum of %+v and %+v", side.Sum, side.Terms, side.Penalties)
		}
	}
}

func frac(t *testing.T, text string) league.Frac {
	t.Helper()
	f, err := league.ParseFrac(text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
