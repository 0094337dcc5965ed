package leagueapi_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/apitest"
	"referto/openapi"
)

func TestFirenze2014(t *testing.T) {
	t.Parallel()
	s := byRuleset(t, 12, "firenzegioca-2014", 70, nil)
	first := s.draw() // 1-4, 5-8, 9-12

	printed := s.record(first.Tables[0], "declared 10! 8 8 5")
	if got := each(printed, points) + ", " + each(printed, place); got != "8 3 3 0, 1 2 2 4" {
		t.Errorf("FG14 3: 10, 8, 8 and 5 make 8, 3, 3 and 0 points: %s", got)
	}
	level := s.filled(first.Tables[1], "time-limit 9 9 7 5")
	figure(level, 0, "settlements", 3)
	figure(level, 0, "cities", 2)
	joint := s.put(first.Tables[1], level)
	if got := each(joint, func(s openapi.SeatResult) any { return s.Win }); got != "0.9 0.9 0 0" || !slices.Equal(joint.Winners, []int{5, 6}) || joint.Winner != 0 {
		t.Errorf("FG14 3: each of the first at the time limit has 0.9 wins: %s, winners %v", got, joint.Winners)
	}
	if joint.Seats[0].Figures["settlements-cities"] != 5 || joint.WinnerDecidedBy.Reason != "joint-leaders" {
		t.Errorf("FG14 3: settlements and cities are added up: %+v", joint.Seats[0])
	}
	s.record(first.Tables[2], "declared 10! 9 8 2")
	s.close(1)

	wins := s.rank("", "it")
	if wins.Id != "wins_first" || len(wins.All) != 2 || wins.All[1].Name != "Punti classifica" || wins.Rows[0].Figures[0] != "1.0" {
		t.Errorf("FG14 3: the standings that seat: %s of %v, first %+v", wins.Id, wins.All, wins.Rows[0])
	}
	if wins.Criteria[3].Label != "Colonie + città" || wins.Cut.After != 4 {
		t.Errorf("FG14 3: criterion %+v, cut %+v", wins.Criteria[3], wins.Cut)
	}
	five, six := wins.Rows[2], wins.Rows[3]
	if five.Entry.Number != 5 || six.Entry.Number != 6 || six.DecidedBy.Criterion != "settlements-cities" || six.DecidedBy.Text == "" {
		t.Errorf("FG14 3: 5 before 6 by settlements and cities: %+v", six)
	}
	class := s.rank("class_points_first", "it")
	if class.Id != "class_points_first" || class.Cut.After != 0 || class.Rows[2].Figures[0] != "6" || class.Rows[0].Games[0].Points != "8" {
		t.Errorf("FG14 3: class points: %+v", class.Rows)
	}
	var c openapi.Comparison
	s.server.Anonymous().Get(s.path + "/standings/compare?a=9&b=10&standings=class_points_first").Want(200).Into(&c)
	if c.Above != 9 || c.Lines[0].Criterion != "points" || c.Lines[0].A.Sum != "8" || c.Lines[0].B.Terms[0].Value != "4" || !c.Lines[0].Decides {
		t.Errorf("FG14 3: 8 class points before 4: %+v", c.Lines[0])
	}
	s.server.Anonymous().Get(s.path+"/standings?standings=beauty").Refused(404, "not-found")
	s.server.Anonymous().Get(s.path+"/standings/compare?a=9&b=10&standings=beauty").Refused(404, "not-found")

	// In the second game the leader of the class points comes second only.
	for _, table := range s.draw().Tables {
		s.record(table, "declared 10! 9 8 7")
	}
	s.close(2)
	class = s.rank("class_points_first", "it")
	final := s.draw()
	if known := s.rank("", "it").Finalists; len(known) != 4 || known[0].Entry.Number != entries(final.Tables[0])[0] || known[0].Text == "" {
		t.Errorf("FG14 3: the final of the first four: %+v", known)
	}
	var named openapi.Standings
	s.server.Anonymous().Get(s.path + "/standings?round=3").Want(200).Into(&named)
	if len(named.Finalists) != 4 {
		t.Errorf("FG14 3: the finalists are told after the latest round, also where it is named: %+v", named.Finalists)
	}
	winner := class.Rows[0].Entry.Number
	played := s.filled(final.Tables[0], "time-limit 5 5 5 5")
	seat(played, slices.Index(entries(final.Tables[0]), winner))["vp"] = 9
	s.put(final.Tables[0], played)
	s.close(3)
	s.referee.Post(s.path+"/completion", nil).Want(200)
	over := s.rank("", "it")
	if len(over.Awards) != 2 || over.Awards[0].Entry.Number != winner || over.Awards[1].Entry.Number != class.Rows[1].Entry.Number ||
		over.Awards[1].Figure != class.Rows[1].Figures[0] || over.Awards[1].Name != "Maggior numero di punti" || over.Awards[1].Rule.Paragraph != "5" {
		t.Errorf("FG14 5: the runner-up in points when the winner has most: %+v", over.Awards)
	}
	if !contains(over.Awards[1].Text, class.Name) {
		t.Errorf("FG14 5: of which standings? %s", over.Awards[1].Text)
	}
	if over.State != "final" || over.Rows[0].Entry.Number != winner || s.rank("class_points_first", "it").State != "standing" {
		t.Errorf("final standings: %s, first %+v", over.State, over.Rows[0].Entry)
	}
}

// FG14 3, reading A001-2: a win shared by two is shown as it counts.
func TestSharedWin(t *testing.T) {
	t.Parallel()
	s := byRuleset(t, 12, "firenzegioca-2014", 70, apitest.JSON{"readings": apitest.JSON{"A001-2": "split"}})
	first := s.draw()
	s.record(first.Tables[0], "time-limit 9 9 7 5")
	s.record(first.Tables[1], "declared 10! 9 8 7")
	s.record(first.Tables[2], "time-limit 9 8 7 5")
	s.close(1)
	rows := s.rank("", "it").Rows
	if got := []string{rows[0].Figures[0], rows[1].Figures[0], rows[2].Figures[0], rows[4].Figures[0]}; !slices.Equal(got, []string{"1.0", "0.9", "0.45", "0.0"}) {
		t.Errorf("FG14 3: 0.9 wins shared by two are 0.45: %v", got)
	}
	var c openapi.Comparison
	s.server.Anonymous().Get(s.path + "/standings/compare?a=1&b=9").Want(200).Into(&c)
	if c.Lines[0].A.Sum != "0.45" && c.Lines[0].B.Sum != "0.45" {
		t.Errorf("FG14 3: compared with %+v", c.Lines[0])
	}
}

// Results that contradict FG14 are refused with the place of the fault.
func TestFirenzeRefusals(t *testing.T) {
	t.Parallel()
	s := byRuleset(t, 12, "firenzegioca-2014", 70, nil)
	table := s.draw().Tables[0]
	const game = "declared 10! 8 8 5"
	s.refuses(table, "a figure is missing", game, func(r apitest.JSON) { delete(seat(r, 1)["figures"].(apitest.JSON), "roads") }, "/seats/1/figures figure-missing FG14 3")
	s.refuses(table, "all figures are missing", game, func(r apitest.JSON) { delete(seat(r, 3), "figures") }, `/seats/3/figures figure-missing FG14 3
/seats/3/figures figure-missing FG14 3
/seats/3/figures figure-missing FG14 3
/seats/3/figures figure-missing FG14 3
/seats/3/figures figure-missing FG14 3`)
	s.refuses(table, "more than there are", game, func(r apitest.JSON) { figure(r, 2, "cities", 5) }, "/seats/2/figures/cities figure-out-of-range FG14 3")
	s.refuses(table, "a figure of another game", game, func(r apitest.JSON) { figure(r, 0, "risiko", 1) }, "/seats/0/figures/risiko figure-not-recorded-here")
	s.refuses(table, "an objective", game, func(r apitest.JSON) { seat(r, 0)["objective"] = "africa" }, "/seats/0/objective no-such-objective")
	s.refuses(table, "points that are computed", game, func(r apitest.JSON) { seat(r, 0)["points"] = "8" }, "/seats/0/points points-not-entered-here")
	s.refuses(table, "a team", game, func(r apitest.JSON) { r["wonAtOnce"] = "A" }, "/wonAtOnce no-teams-at-this-table")
	s.refuses(table, "a void game", game, func(r apitest.JSON) { r["void"] = apitest.JSON{"for": []int{1, 2, 3, 4}} }, "/void no-void-games")
	s.refuses(table, "nobody has declared", "completed 10 8 8 5", nil, "/ended victory-not-declared FG14 4.7")
	s.refuses(table, "two declared winners", game, func(r apitest.JSON) { r["declaredBy"] = []int{1, 2} }, "/declaredBy schema-type")
}

func TestBulgaria(t *testing.T) {
	t.Parallel()
	s := byRuleset(t, 8, "catan-ranglista-bg", nil, apitest.JSON{"kind": "ranking", "pairing": "by-standings"})
	line := func(s openapi.SeatResult) any { return s.ScoreLine }
	first := s.draw()
	s.refuses(first.Tables[0], "BG 1.2.2 no game is ended early", "time-limit 12 7 6 6", nil, "/ended no-time-limit BG 1.2.2")
	a := s.record(first.Tables[0], "declared 13! 7 6 6")
	if got := each(a, line); got != "5/13/40.63%/1/0/0/0 3/7/21.88%/0/1/0/0 2/6/18.75%/0/0/1/0 2/6/18.75%/0/0/1/0" {
		t.Errorf("BG 1: a game score of seven figures each: %s", got)
	}
	s.record(first.Tables[1], "declared 13! 7 6 4")
	s.close(1)
	// The printed example has its two leaders at different tables twice.
	var second openapi.Round
	s.referee.Post(s.path+"/rounds", apitest.JSON{"reason": "Жребий", "acceptedBy": "Ралица", "tables": []apitest.JSON{
		{"table": 1, "entries": []int{1, 6, 3, 8}}, {"table": 2, "entries": []int{5, 2, 7, 4}},
	}}).Want(201).Into(&second)
	s.record(second.Tables[0], "declared 13! 10 8 5")
	s.record(second.Tables[1], "declared 13! 8 7 5")
	refused := func(reason string) {
		t.Helper()
		var p openapi.Problem
		s.referee.Post(s.path+"/rounds", apitest.JSON{}).Refused(409, reason).Into(&p)
		if p.Rule.Paragraph != "1.2.3" {
			t.Errorf("BG 1.2.3: as many rounds as agreed: %+v", p)
		}
	}
	refused("last-round-drawn")
	s.close(2)
	refused("event-has-no-further-round")
	for language, want := range map[string][]string{
		"bg": {"10/26/82,72%/2/0/0/0", "10/26/76,74%/2/0/0/0", "5/13/36,11%/1/0/0/0"},
		"it": {"10/26/82,72%/2/0/0/0", "10/26/76,74%/2/0/0/0", "5/13/36,11%/1/0/0/0"},
		"en": {"10/26/82.72%/2/0/0/0", "10/26/76.74%/2/0/0/0", "5/13/36.11%/1/0/0/0"},
	} {
		rows := s.rank("", language).Rows
		if diff := cmp.Diff(want, []string{rows[0].ScoreLine, rows[1].ScoreLine, rows[1].Games[1].ScoreLine}); diff != "" {
			t.Errorf("BG 2.2.2 the printed example, in %s: %s", language, diff)
		}
	}
	over := s.rank("", "bg")
	if over.State != "final" || over.Rows[0].Entry.Number != 5 || over.Rows[1].DecidedBy.Criterion != "share" || len(over.Finalists) != 0 || over.Cut.After != 0 {
		t.Errorf("BG 1.2.5: no final, the rounds decide: %+v", over.Rows[:2])
	}
	s.referee.Post(s.path+"/completion", nil).Want(200)
}

func TestBulgarianTablesOfThree(t *testing.T) {
	t.Parallel()
	s := byRuleset(t, 6, "catan-ranglista-bg", nil, apitest.JSON{"kind": "ranking", "pairing": "by-standings"})
	first := s.draw()
	three := s.record(first.Tables[0], "declared 13! 10 9")
	if got := each(three, func(s openapi.SeatResult) any { return s.Share }); got != "30.95 23.81 21.43" || three.Total != "42" || each(three, points) != "5 2 1" {
		t.Errorf("BG 2.2.3: the printed shares of a table of three: %s of %s, points %s", got, three.Total, each(three, points))
	}
	var table openapi.Table
	s.referee.Post(s.table(1, 2)+"/result", s.filled(first.Tables[1], "declared 13! 7-1 5")).Want(201).Into(&table)
	if got := each(table.Result, points) + ", " + each(table.Result, place); got != "5 1 2, 1 4 2" || table.Result.Seats[1].Vp != 0 {
		t.Errorf("BG 1.1.6: who leaves is fourth with no points on the board: %s", got)
	}
	if len(table.Notices) != 1 || table.Notices[0].Reason != "substitute-needed" || table.Notices[0].Rule.Paragraph != "1.1.6" {
		t.Errorf("BG 1.1.6: with two left a substitute plays on: %+v", table.Notices)
	}
}

// Players who are level on everything share a place, also in the final standings.
func TestBulgarianSharedPlaces(t *testing.T) {
	t.Parallel()
	s := byRuleset(t, 6, "catan-ranglista-bg", nil, apitest.JSON{"kind": "ranking", "pairing": "by-standings"})
	tables := []apitest.JSON{{"table": 1, "entries": []int{1, 2, 3}}, {"table": 2, "entries": []int{4, 5, 6}}}
	for number := 1; number <= 2; number++ {
		var round openapi.Round
		s.referee.Post(s.path+"/rounds", apitest.JSON{"reason": "Жребий", "acceptedBy": "Ралица", "tables": tables}).Want(201).Into(&round)
		for _, table := range round.Tables {
			s.record(table, "declared 13! 10 9")
		}
		s.close(number)
	}
	over := s.rank("", "bg")
	var places []int
	for _, row := range over.Rows {
		places = append(places, row.Rank)
		if !row.Shared {
			t.Errorf("BG 2.2.2: place %d of entry %d is shared", row.Rank, row.Entry.Number)
		}
	}
	if diff := cmp.Diff([]int{1, 1, 3, 3, 5, 5}, places); diff != "" || over.State != "final" {
		t.Errorf("BG 2.2.2: %s standings: %s", over.State, diff)
	}
	if first, second := over.Rows[0].DecidedBy, over.Rows[1].DecidedBy; first.Reason != "event-standings" || first.Text != "Място 1 в класирането." || !contains(second.Text, "са равни") {
		t.Errorf("BG 1.2.5: the rounds decide, and who is level is told so: %+v, %+v", first, second)
	}
	var c openapi.Comparison
	s.server.Anonymous().Get(s.path+"/standings/compare?a=1&b=4", apitest.Header("Accept-Language", "bg")).Want(200).Into(&c)
	if c.Above != 0 || c.Text == "" || c.Lines[2].A.Sum != "61.90" || c.Lines[2].A.Terms[0].Of != "42" {
		t.Errorf("BG 2.2.3: two shares of 30.95 are level: %+v", c)
	}
}

func TestJustPlay2022(t *testing.T) {
	t.Parallel()
	s := byRuleset(t, 8, "just-play-2022", 75, nil)
	first := s.draw()
	s.refuses(first.Tables[0], "two longest roads", "time-limit 9 9 8 5", func(r apitest.JSON) {
		figure(r, 0, "longest-road", 1)
		figure(r, 1, "longest-road", 1)
	}, "/seats/1/figures/longest-road figure-at-two-seats JP22 3")
	s.refuses(first.Tables[0], "leaving is not regulated", "too-few-players 9 9 8 5", nil, "/ended enough-to-go-on")
	tie := s.filled(first.Tables[0], "time-limit 9 9 8 5")
	figure(tie, 0, "longest-road", 1)
	var table openapi.Table
	s.referee.Post(s.table(1, 1)+"/result", tie, apitest.Header("Accept-Language", "it")).Want(201).Into(&table)
	net := table.Result
	if net.Winner != 2 || net.WinnerCriterion != "net-vp" || each(net, place) != "2 1 3 4" || net.Seats[0].PlaceBy != "net-vp" {
		t.Errorf("JP22 3: level, 9 net of the longest road are 7: %+v", net)
	}
	if want := "Punti al netto di strada più lunga e cavaliere più potente"; !contains(net.WinnerDecidedBy.Text, want) {
		t.Errorf("JP22 3: no word of %q: %s", want, net.WinnerDecidedBy.Text)
	}
	declared := s.record(first.Tables[1], "declared 10! 12 8 5")
	if declared.Winner != 5 || each(declared, place) != "1 2 3 4" {
		t.Errorf("JP22 1.5: who declared is first: %+v", declared)
	}
	s.close(1)
	after := s.rank("", "it")
	var qualified []int
	for _, f := range after.Finalists {
		qualified = append(qualified, f.Entry.Number)
	}
	if diff := cmp.Diff([]int{2, 1, 5, 6}, qualified); diff != "" || after.Finalists[2].Table != 2 || after.Finalists[2].Text == "" || after.Cut.After != 0 {
		t.Errorf("JP22 2: the best two of each table: %s, cut %+v", diff, after.Cut)
	}
	final := s.draw()
	level := s.record(final.Tables[0], "time-limit 8 8 8 8")
	if level.Winner != entries(final.Tables[0])[3] || level.WinnerCriterion != "start" {
		t.Errorf("JP22 3: level on everything, the last to start prevails: %+v", level)
	}
	s.close(2)
	if over := s.rank("", "it"); over.State != "final" || over.Rows[0].Entry.Number != level.Winner || len(over.Rows) != 8 {
		t.Errorf("JP22 2: the winner of the final: %+v", over.Rows)
	}
}
