package rules_test

import "testing"

func TestJudgeStandings(t *testing.T) {
	t.Parallel()
	const at = "/standings"
	criterion := func(figure string) object { return object{"figure": figure, "best": "most", "paragraph": "8"} }
	list := func(id string, criteria ...object) object {
		return object{"id": id, "name": "S", "criteria": criteria, "paragraph": "8"}
	}
	var sums, many []object
	for i := range 51 {
		id := "s" + long(i)
		sums = append(sums, object{"id": id, "name": "S", "terms": []object{{"figure": "vp", "times": 1}}, "paragraph": "2"})
		many = append(many, criterion(id))
	}
	judge(t, []judged{
		{at: at + "/1", wrong: list("table", criterion("vp")), want: at + "/1/id: HR 8: repeated (value=table)", right: list("tables", criterion("vp"))},
		{at: at + "/1", wrong: list("", criterion("vp")), want: at + "/1/id: HR 8: required", right: list("a", criterion("vp"))},
		{at: at + "/1", wrong: list(long(61), criterion("vp")), want: at + "/1/id: HR 8: text-too-long (most=60)", right: list(long(60), criterion("vp"))},
		{at: at + "/0/criteria", wrong: []object{}, want: at + "/0/criteria: HR 8: required", right: []object{criterion("lot")}},
		{at: at + "/0/criteria", wrong: many, want: at + "/0/criteria: HR 8: too-many (most=50)", right: many[:50], with: []change{{"/game/sums", sums}}},
		{at: at + "/0/criteria/2", wrong: criterion("wins"), want: at + "/0/criteria/2/figure: HR 8: repeated (value=wins)", right: criterion("warnings")},
		{at: at + "/0/criteria/2", wrong: criterion(""), want: at + "/0/criteria/2/figure: HR 8: required; " + at + "/0/criteria/2/figure: HR 8: no-such-figure (figure=)", right: criterion("roads")},
		{at: at + "/0/criteria/2", wrong: criterion("ships"), want: at + "/0/criteria/2/figure: HR 8: no-such-figure (figure=ships)", right: criterion("earlier-rank")},
		{at: at + "/0/criteria/2", wrong: criterion("start"), want: at + "/0/criteria/2/figure: HR 8: of-one-game-only", right: criterion("all_tables")},
		{at: at + "/0/criteria/2", wrong: criterion("e"), want: at + "/0/criteria/2/figure: HR 8: no-such-figure (figure=e)", right: criterion("s"), with: []change{{"/calculations", []object{
			{"id": "e", "name": "E", "of": "series", "formula": "1", "paragraph": "8"}, {"id": "s", "name": "S", "of": "seat", "formula": "1", "paragraph": "8"},
		}}}},
		{at: at + "/0/criteria/0/best", wrong: "", want: at + "/0/criteria/0/best: HR 8: unknown-option (got=, want=[most fewest])", right: "fewest"},
		{at: at + "/0/criteria/0/digits", wrong: 7, want: at + "/0/criteria/0/digits: HR 8: outside-range", right: 6},
		{at: at + "/0/criteria/0/digits", wrong: -1, want: at + "/0/criteria/0/digits: HR 8: outside-range", right: 0},
		{at: at + "/0/criteria/0/paragraph", wrong: "", want: at + "/0/criteria/0/paragraph: paragraph-missing", right: "7"},
		{at: at + "/0/minGames", wrong: -1, want: at + "/0/minGames: HR 8: too-small (least=0)", right: 0},
		{at: at + "/0/minGames", wrong: 1, want: at + "/0/minGamesParagraph: HR 8: paragraph-missing", right: 0},
		{at: at + "/0/minGamesParagraph", wrong: "88", want: at + "/0/minGamesParagraph: HR 8: no-such-paragraph (paragraph=88)", right: "8", with: []change{{at + "/0/minGames", 2}}},
		{at: at + "/0/paragraph", wrong: "", want: at + "/0/paragraph: paragraph-missing", right: "8"},
	})
}

func TestJudgeCombinations(t *testing.T) {
	t.Parallel()
	const at = "/standings/0/criteria/1/combine"
	best := object{"rule": "best", "games": 2}
	judge(t, []judged{
		{at: at, wrong: object{"rule": "median"}, want: at + "/rule: HR 8: unknown-option (got=median, want=[sum mean best])", right: object{"rule": "mean"}},
		{at: at, wrong: object{"rule": "best"}, want: at + "/games: HR 8: belongs-to-best", right: best},
		{at: at, wrong: object{"rule": "best", "games": 2, "gamesBy": "fewest_played"}, want: at + "/games: HR 8: belongs-to-best", right: object{"rule": "best", "gamesBy": "fewest_played"}},
		{at: at, wrong: object{"rule": "best", "gamesBy": "most_played"}, want: at + "/gamesBy: HR 8: unknown-option (got=most_played, want=[ fewest_played])", right: object{"rule": "best", "games": 1}},
		{at: at, wrong: object{"rule": "mean", "games": 2}, want: at + "/games: HR 8: belongs-to-best", right: object{"rule": "sum"}},
		{at: at, wrong: object{"rule": "sum", "gamesBy": "fewest_played"}, want: at + "/games: HR 8: belongs-to-best", right: object{"rule": "sum"}},
		{
			at: at, wrong: object{"rule": "mean", "rounding": object{"rule": "trunc2", "digits": 2}}, want: at + "/rounding/rule: HR 8: unknown-option (got=trunc2, want=[truncate half_up half_even exact])",
			right: object{"rule": "mean", "rounding": object{"rule": "truncate", "digits": 2}},
		},
		{at: at, wrong: object{"rule": "mean", "rounding": object{"rule": "exact", "digits": 7}}, want: at + "/rounding/digits: HR 8: outside-range", right: object{"rule": "mean", "rounding": object{"rule": "exact", "digits": 6}}},
		{at: at, wrong: object{"rule": "mean", "rounding": object{"rule": "half_up", "digits": -1}}, want: at + "/rounding/digits: HR 8: outside-range", right: object{"rule": "mean", "rounding": object{"rule": "half_up", "digits": 0}}},
		{at: "/standings/0/criteria/1/figure", wrong: "warnings", want: at + ": HR 8: of-no-use", right: "roads", with: []change{{at, best}}},
		{at: "/standings/0/criteria/1/figure", wrong: "lowest_table", want: at + ": HR 8: of-no-use", right: "firsts", with: []change{{at, best}}},
	})
}

func TestJudgeSeating(t *testing.T) {
	t.Parallel()
	const at = "/seating/pairings"
	with := func(system string, more object) []object {
		p := object{"system": system, "paragraph": "6"}
		for name, value := range more {
			p[name] = value
		}
		return []object{p}
	}
	standings := func(more object) []object {
		more["firstRound"], more["standings"] = "6", "table"
		return with("by-standings", more)
	}
	twice := append(standings(object{}), standings(object{})...)
	judge(t, []judged{
		{at: at, wrong: []object{}, want: at + ": required", right: with("by-lot", object{"firstRound": "6"})},
		{at: at, wrong: twice, want: at + "/1/system: HR 6: repeated (value=by-standings)", right: append(standings(object{}), with("by-lot", object{"firstRound": "6"})...)},
		{at: at, wrong: with("by-previous-standings", object{"standings": "table", "later": "previous_tournament", "firstRound": "6"}), want: at + "/0/firstRound: HR 6: of-no-use", right: with("by-previous-standings", object{"standings": "table", "later": "previous_tournament"})},
		{at: at + "/0/otherwise", wrong: "refuse", want: at + "/0/otherwise: HR 6: of-no-use", right: nil},
		{at: at, wrong: with("by-name", nil), want: at + "/0/system: HR 6: unknown-option (got=by-name, want=[by-standings fixed-schedule by-lot by-previous-standings])", right: with("by-lot", object{"firstRound": "6"})},
		{at: at, wrong: with("by-standings", object{"standings": "table"}), want: at + "/0/firstRound: HR 6: paragraph-missing", right: standings(object{})},
		{at: at, wrong: with("by-standings", object{"firstRound": "66", "standings": "list"}), want: at + "/0/firstRound: HR 6: no-such-paragraph (paragraph=66); " + at + "/0/standings: HR 6: no-such-standings (id=list)", right: standings(object{})},
		{at: at, wrong: with("by-lot", nil), want: at + "/0/firstRound: HR 6: paragraph-missing", right: with("by-lot", object{"firstRound": "6"})},
		{at: at, wrong: with("by-lot", object{"firstRound": "6", "standings": "table"}), want: at + "/0/standings: HR 6: of-no-use", right: with("by-lot", object{"firstRound": "6"})},
		{at: at, wrong: with("by-previous-standings", object{"standings": "table"}), want: at + "/0/later: HR 6: unknown-option (got=, want=[current_standing previous_tournament])", right: with("by-previous-standings", object{"standings": "table", "later": "previous_tournament"})},
		{at: at, wrong: with("by-previous-standings", object{"later": "current_standing"}), want: at + "/0/standings: HR 6: no-such-standings (id=)", right: with("by-previous-standings", object{"standings": "table", "later": "current_standing"})},
		{at: at, wrong: standings(object{"later": "current_standing"}), want: at + "/0/later: HR 6: of-no-use", right: standings(object{})},
		{at: at, wrong: standings(object{"scheduledRounds": 1}), want: at + "/0/scheduledRounds: HR 6: of-no-use", right: standings(object{"scheduledRounds": 0})},
		{at: at, wrong: standings(object{"rematches": object{"within": 0, "paragraph": "6"}}), want: at + "/0/rematches/within: HR 6: outside-range", right: standings(object{"rematches": object{"within": 1, "paragraph": "6"}})},
		{at: at, wrong: standings(object{"rematches": object{"within": 201, "paragraph": "6"}}), want: at + "/0/rematches/within: HR 6: outside-range", right: standings(object{"rematches": object{"within": 200, "paragraph": "6"}})},
		{at: at, wrong: standings(object{"rematches": object{"within": 2, "paragraph": ""}}), want: at + "/0/rematches/paragraph: paragraph-missing", right: standings(object{})},
		{at: at, wrong: with("by-lot", object{"firstRound": "6", "rematches": object{"within": 2, "paragraph": "6"}}), want: at + "/0/rematches: HR 6: not-by-standings", right: with("by-lot", object{"firstRound": "6"})},
		{at: at, wrong: standings(object{"apart": object{"exchange": "", "paragraph": "6"}}), want: at + "/0/apart/exchange: HR 6: unknown-option (got=, want=[nearest farthest])", right: standings(object{"apart": object{"exchange": "farthest", "paragraph": "6"}})},
		{at: at, wrong: standings(object{"apart": object{"exchange": "nearest", "paragraph": ""}}), want: at + "/0/apart/paragraph: paragraph-missing", right: standings(object{"apart": object{"exchange": "nearest", "paragraph": "6"}})},
	})
}

// TestJudgeSchedules: a schedule for seven or eight players; with seven, place 8 stays free.
func TestJudgeSchedules(t *testing.T) {
	t.Parallel()
	const at = "/seating/pairings/0"
	first, second := [][]int{{1, 2, 3, 4}, {5, 6, 7, 8}}, [][]int{{1, 3, 5, 7}, {2, 4, 6, 8}}
	schedule := func(from, to int, drop []int, rounds ...[][]int) object {
		return object{"from": from, "to": to, "drop": drop, "rounds": rounds, "paragraph": "6"}
	}
	good := schedule(7, 8, []int{8}, first, second)
	nine := schedule(9, 9, nil, [][]int{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}})
	with := []change{{at, object{"system": "fixed-schedule", "paragraph": "6", "schedules": []object{good}}}}
	rounds := make([][][]int, 51)
	for i := range rounds {
		rounds[i] = first
	}
	judge(t, []judged{
		{at: at + "/schedules", wrong: []object{}, want: at + "/schedules: HR 6: required", right: []object{nine}, with: with},
		{at: at + "/otherwise", wrong: "refuse", want: at + "/schedules: HR 6: required", right: "schedule/1", with: append(with[:1:1], change{at + "/schedules", nil})},
		{at: at + "/otherwise", wrong: "lot", want: at + "/otherwise: HR 6: unknown-option (got=lot, want=[ refuse schedule/1])", right: "refuse", with: with},
		{at: at + "/schedules/1", wrong: schedule(8, 8, nil, first), want: at + "/schedules/1/from: HR 6: repeated (value=8)", right: nine, with: with},
		{
			at: at + "/schedules/1", wrong: schedule(6, 7, []int{7}, [][]int{{1, 2, 3, 4}, {5, 6, 7}}), want: at + "/schedules/1/rounds/0/1: HR 6: table-size-not-allowed (entrants=6, size=2); " + at + "/schedules/1/from: HR 6: repeated (value=6)",
			right: schedule(6, 6, nil, [][]int{{1, 2, 3}, {4, 5, 6}}), with: with,
		},
		{at: at + "/schedules/0", wrong: schedule(0, 8, []int{8, 7, 6, 5, 4, 3, 2, 1}, first), want: at + "/schedules/0/drop: HR 6: one-for-each-missing-entrant", right: good, with: with},
		{at: at + "/schedules/0", wrong: schedule(1, 1, nil, [][]int{{1}}), want: at + "/schedules/0/rounds/0/0: HR 6: table-size-not-allowed (entrants=1, size=1)", right: good, with: with},
		{at: at + "/schedules/1", wrong: schedule(201, 201, nil, first), want: at + "/schedules/1/drop: HR 6: one-for-each-missing-entrant", right: nine, with: with},
		{at: at + "/schedules/0", wrong: schedule(9, 8, nil, first), want: at + "/schedules/0/drop: HR 6: one-for-each-missing-entrant", right: schedule(8, 8, nil, first), with: with},
		{at: at + "/schedules/0", wrong: schedule(7, 8, nil, first), want: at + "/schedules/0/drop: HR 6: one-for-each-missing-entrant", right: good, with: with},
		{at: at + "/schedules/0", wrong: schedule(7, 8, []int{8, 7}, first), want: at + "/schedules/0/drop: HR 6: one-for-each-missing-entrant", right: good, with: with},
		{at: at + "/schedules/0/drop", wrong: []int{9}, want: at + "/schedules/0/drop/0: HR 6: no-such-place (place=9)", right: []int{1}, with: with},
		{at: at + "/schedules/0/drop", wrong: []int{0}, want: at + "/schedules/0/drop/0: HR 6: no-such-place (place=0)", right: []int{5}, with: with},
		{at: at + "/schedules/0", wrong: schedule(6, 8, []int{8, 8}, first), want: at + "/schedules/0/drop/1: HR 6: no-such-place (place=8)", right: schedule(6, 8, []int{8, 4}, first), with: with},
		{at: at + "/schedules/0", wrong: schedule(6, 8, []int{8, 7}, first), want: at + "/schedules/0/rounds/0/1: HR 6: table-size-not-allowed (entrants=6, size=2)", right: schedule(6, 8, []int{8, 1}, first), with: with},
		{at: at + "/schedules/0/rounds", wrong: [][][]int{}, want: at + "/schedules/0/rounds: HR 6: outside-range (max=50, min=1)", right: [][][]int{first}, with: with},
		{at: at + "/schedules/0/rounds", wrong: rounds, want: at + "/schedules/0/rounds: HR 6: outside-range (max=50, min=1)", right: rounds[:50], with: with},
		{at: at + "/schedules/0/rounds/1", wrong: [][]int{{1, 3, 5, 7}, {2, 4, 8, 8}}, want: at + "/schedules/0/rounds/1: HR 6: not-every-place-once; " + at + "/schedules/0/rounds/1/1: HR 6: table-size-not-allowed (entrants=7, size=2)", right: second, with: with},
		{at: at + "/schedules/0/rounds/1", wrong: [][]int{{1, 3, 5}, {2, 4, 6, 8}}, want: at + "/schedules/0/rounds/1: HR 6: not-every-place-once", right: [][]int{{8, 3, 5, 7}, {2, 4, 6, 1}}, with: with},
		{at: at + "/schedules/0/paragraph", wrong: "", want: at + "/schedules/0/paragraph: paragraph-missing", right: "6", with: with},
		{at: at + "/standings", wrong: "table", want: at + "/standings: HR 6: of-no-use", right: nil, with: with},
		{at: at + "/standings", wrong: nil, want: at + "/standings: HR 6: no-such-standings (id=)", right: "table", with: append(with[:1:1], change{at + "/scheduledRounds", 2})},
		{at: at + "/scheduledRounds", wrong: 3, want: at + "/schedules/0/rounds: HR 6: schedule-below-rounds (rounds=3)", right: 2, with: append(with[:1:1], change{at + "/standings", "table"})},
		{at: at + "/scheduledRounds", wrong: 51, want: at + "/scheduledRounds: HR 6: outside-range (max=50, min=0)", right: 50, with: append(with[:1:1], change{at + "/standings", "table"}, change{at + "/otherwise", "schedule/1"})},
		{at: at + "/scheduledRounds", wrong: -1, want: at + "/scheduledRounds: HR 6: outside-range (max=50, min=0)", right: 1, with: append(with[:1:1], change{at + "/standings", "table"})},
		{at: at + "/rematches", wrong: object{"within": 2, "paragraph": "6"}, want: at + "/rematches: HR 6: not-by-standings", right: nil, with: with},
		{at: at + "/scheduledRounds", wrong: 0, want: at + "/standings: HR 6: of-no-use; " + at + "/rematches: HR 6: not-by-standings", right: 1, with: append(with[:1:1], change{at + "/standings", "table"}, change{at + "/rematches", object{"within": 2, "paragraph": "6"}})},
	})
	judge(t, []judged{
		{at: at + "/schedules", wrong: []object{good}, want: at + "/schedules: HR 6: of-no-use", right: nil},
	})
}
