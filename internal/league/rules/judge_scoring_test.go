package rules_test

import (
	"strconv"
	"testing"
)

func TestJudgeWins(t *testing.T) {
	t.Parallel()
	const wins = "/scoring/wins"
	judge(t, []judged{
		{at: wins + "/declared/counts", wrong: "1.01", want: wins + "/declared/counts: HR 7: outside-range (max=1, min=0)", right: "1"},
		{at: wins + "/timeLimit", wrong: object{"counts": "-1/10", "paragraph": "7"}, want: wins + "/timeLimit/counts: HR 7: outside-range (max=1, min=0)", right: object{"counts": "1/10", "paragraph": "7"}},
		{at: wins + "/tooFewPlayers", wrong: object{"counts": "9/8", "paragraph": "7"}, want: wins + "/tooFewPlayers/counts: HR 7: outside-range (max=1, min=0)", right: object{"counts": "8/8", "paragraph": "7"}},
		{at: wins + "/timeLimit", wrong: object{"counts": "0.9", "paragraph": ""}, want: wins + "/timeLimit/paragraph: paragraph-missing", right: object{"counts": "0", "paragraph": ""}},
		{at: wins + "/endedEarly", wrong: "half_win", want: wins + "/endedEarly: unknown-option (got=half_win, want=[ full_win 0.9_win])", right: "0.9_win"},
		{at: wins + "/joint", wrong: "all", want: wins + "/joint: unknown-option (got=all, want=[ each none split by_criteria])", right: "none"},
		{at: "/scoring/cap/rule", wrong: "", want: "/scoring/cap/rule: HR 7: unknown-option (got=, want=[cap_nobody cap_winner cap_all])", right: "cap_winner"},
		{at: "/scoring/cap/paragraph", wrong: "", want: "/scoring/cap/paragraph: paragraph-missing", right: "1"},
		{
			at: "/scoring/declarer", wrong: object{"rule": "first"}, want: "/scoring/declarer/rule: unknown-option (got=first, want=[ declarer_first declarer_alone share_equal_vp points_only]); /scoring/declarer/paragraph: paragraph-missing",
			right: object{"rule": "points_only", "paragraph": "7"},
		},
		{at: "/scoring/void", wrong: object{"counts": "", "paragraph": "7"}, want: "/scoring/void/counts: HR 7: unknown-option (got=, want=[counts_as_played not_played])", right: object{"counts": "not_played", "paragraph": "7"}},
		{at: "/scoring/void", wrong: object{"counts": "counts_as_played", "paragraph": ""}, want: "/scoring/void/paragraph: paragraph-missing", right: nil},
	})
}

func TestJudgeShare(t *testing.T) {
	t.Parallel()
	const share = "/scoring/share"
	good := object{"total": "capped_total", "leavers": "included", "rounding": "half_even", "digits": 2, "paragraph": "7"}
	with := []change{{share, good}, {share + "/virtual", object{"when": "also_three_left", "total": "exact", "paragraph": "7"}}}
	judge(t, []judged{
		{at: share + "/total", wrong: "", want: share + "/total: HR 7: unknown-option (got=, want=[capped_total raw_total])", right: "raw_total", with: with},
		{at: share + "/leavers", wrong: "struck", want: share + "/leavers: HR 7: unknown-option (got=struck, want=[included excluded])", right: "excluded", with: with},
		{at: share + "/rounding", wrong: "up", want: share + "/rounding: HR 7: unknown-option (got=up, want=[truncate half_up half_even exact trunc2 half_up2])", right: "exact", with: with},
		{at: share + "/digits", wrong: -1, want: share + "/digits: HR 7: outside-range", right: 0, with: with},
		{at: share + "/digits", wrong: 7, want: share + "/digits: HR 7: outside-range", right: 6, with: with},
		{at: share + "/paragraph", wrong: "", want: share + "/paragraph: paragraph-missing", right: "7", with: with},
		{at: share + "/virtual/when", wrong: "always", want: share + "/virtual/when: HR 7: unknown-option (got=always, want=[started_with_three also_three_left])", right: "started_with_three", with: with},
		{at: share + "/virtual/total", wrong: "half", want: share + "/virtual/total: HR 7: unknown-option (got=half, want=[floor_total total_2dp exact])", right: "total_2dp", with: with},
		{at: share + "/virtual/paragraph", wrong: "", want: share + "/virtual/paragraph: paragraph-missing", right: "8", with: with},
	})
}

func TestJudgeLevel(t *testing.T) {
	t.Parallel()
	const level = "/scoring/level"
	criterion := func(figure string) []object { return []object{{"figure": figure, "best": "most", "paragraph": "7"}} }
	by := func(rule, standings string) object {
		return object{"rule": rule, "standings": standings, "paragraph": "7"}
	}
	game := []change{{level, by("game_criteria", "")}, {level + "/criteria", criterion("roads")}}
	judge(t, []judged{
		{at: level, wrong: by("shared_places", "table"), want: level + "/standings: HR 7: of-no-use", right: by("shared_places", "")},
		{at: level, wrong: by("running_standing", ""), want: level + "/standings: HR 7: no-such-standings (id=)", right: by("running_standing", "table")},
		{at: level, wrong: by("this_game_only", "tables"), want: level + "/standings: HR 7: no-such-standings (id=tables)", right: by("final_game", "table")},
		{at: level, wrong: by("preliminary_standing", "table"), want: level + "/rule: HR 7: unknown-option (got=preliminary_standing, want=[running_standing this_game_only final_game game_criteria shared_places])", right: by("this_game_only", "table")},
		{at: level + "/criteria", wrong: criterion("roads"), want: level + "/criteria: HR 7: belongs-to-game-criteria", right: nil},
		{at: level + "/criteria", wrong: nil, want: level + "/criteria: HR 7: belongs-to-game-criteria", right: criterion("roads"), with: game},
		{at: level + "/criteria", wrong: criterion("wins"), want: level + "/criteria/0/figure: HR 7: not-of-one-game", right: criterion("start"), with: game},
		{at: level + "/criteria", wrong: criterion("lot"), want: level + "/criteria/0/figure: HR 7: not-of-one-game", right: criterion("roads"), with: game},
		{at: level + "/criteria", wrong: criterion("ships"), want: level + "/criteria/0/figure: HR 7: no-such-figure (figure=ships); " + level + "/criteria/0/figure: HR 7: not-of-one-game", right: criterion("roads"), with: game},
		{at: level + "/criteria/0/combine", wrong: object{"rule": "sum"}, want: level + "/criteria/0/combine: HR 7: of-no-use", right: nil, with: game},
		{at: level + "/criteria/0/best", wrong: "least", want: level + "/criteria/0/best: HR 7: unknown-option (got=least, want=[most fewest])", right: "fewest", with: game},
		{at: level + "/paragraph", wrong: "", want: level + "/paragraph: paragraph-missing", right: "7"},
	})
}

// TestJudgePlaceBy: what orders the seats of a game is known before their places.
func TestJudgePlaceBy(t *testing.T) {
	t.Parallel()
	const at = "/scoring/placeBy"
	by := func(figures ...string) []object {
		list := make([]object, len(figures))
		for i, figure := range figures {
			list[i] = object{"figure": figure, "best": "most", "paragraph": "7"}
		}
		return list
	}
	calculation := func(id, formula string) object {
		return object{"id": id, "name": "C", "of": "seat", "formula": formula, "paragraph": "7"}
	}
	calculated := []change{{"/calculations", []object{
		calculation("net", "vp - left"), calculation("late", "vp / sharing"), calculation("later", "late + 1"), calculation("last", "round * 2"),
	}}}
	var many []string
	figures := []object{}
	for i := range 20 {
		many = append(many, "f"+strconv.Itoa(i))
		figures = append(figures, object{"id": many[i], "name": "F", "range": object{"min": 0, "max": 1}, "paragraph": "2"})
	}
	fewest := []object{{"figure": "vp", "best": "fewest", "paragraph": "7"}}
	judge(t, []judged{
		{at: at, wrong: by("vp", "vp"), want: at + "/1/figure: HR 7: repeated (value=vp)", right: by("vp", "roads")},
		{at: at, wrong: by("points"), want: at + "/0/figure: HR 7: known-after-places (figure=points, needs=points)", right: by("vp")},
		{at: at, wrong: by("vp", "wins"), want: at + "/1/figure: HR 7: known-after-places (figure=wins, needs=wins)", right: by("vp", "start")},
		{at: at, wrong: by("share"), want: at + "/0/figure: HR 7: known-after-places (figure=share, needs=share)", right: by("roads", "vp")},
		{at: at, wrong: by("lot"), want: at + "/0/figure: HR 7: known-after-places (figure=lot, needs=lot)", right: by("start")},
		{at: at, wrong: by("ships"), want: at + "/0/figure: HR 7: no-such-figure (figure=ships)", right: by("roads")},
		{at: at, wrong: by("late"), want: at + "/0/figure: HR 7: known-after-places (figure=late, needs=sharing)", right: by("net"), with: calculated},
		{at: at, wrong: by("later"), want: at + "/0/figure: HR 7: known-after-places (figure=later, needs=late)", right: by("net", "vp"), with: calculated},
		{at: at, wrong: by("last"), want: at + "/0/figure: HR 7: known-after-places (figure=last, needs=round)", right: by("net", "roads"), with: calculated},
		{at: at + "/0/combine", wrong: object{"rule": "mean"}, want: at + "/0/combine: HR 7: of-no-use", right: nil, with: []change{{at, by("vp")}}},
		{at: at, wrong: append(by(many...), by("vp")...), want: at + ": too-many (most=20)", right: by(many...), with: []change{{"/game/figures", figures}}},
		{at: "/scoring/cap/rule", wrong: "cap_all", want: "/scoring/cap/rule: HR 7: cap-where-fewest-win", right: "cap_nobody", with: []change{{at, fewest}}},
		{at: "/scoring/cap/rule", wrong: "none", want: "/scoring/cap/rule: HR 7: unknown-option (got=none, want=[cap_nobody cap_winner cap_all])", right: "cap_all", with: []change{{at, by("vp")}}},
		{at: at, wrong: fewest, want: "/game/variants/0/target: HR 1: outside-range", right: by("vp"), with: []change{{"/game/variants/0/target", 12}}},
		{at: "/game/variants/0/target", wrong: 12, want: "/game/variants/0/target: HR 1: outside-range", right: 2, with: []change{{at, fewest}}},
		{at: "/game/variants/0/target", wrong: 1, want: "/game/variants/0/target: HR 1: outside-range", right: 11, with: []change{{at, fewest}}},
		{at: at, wrong: by("roads", "vp"), want: "/game/variants/0/target: HR 1: outside-range", right: append(fewest, by("roads")...), with: []change{{"/game/variants/0/target", 2}}},
	})
}

// TestJudgeNamesBeforePlaces: the formulas that order the seats of a game may use what is known
// when the game has ended, and nothing that follows from the places or from where it is played.
func TestJudgeNamesBeforePlaces(t *testing.T) {
	t.Parallel()
	const at = "/scoring/placeBy"
	share := change{"/scoring/share", object{"total": "raw_total", "leavers": "included", "rounding": "exact", "digits": 2, "paragraph": "7"}}
	net := func(formula string) []object {
		return []object{{"id": "net", "name": "C", "of": "seat", "formula": formula, "paragraph": "7"}}
	}
	with := []change{share, {at, []object{{"figure": "net", "best": "most", "paragraph": "7"}}}}
	const known = "vp + left + start + roads + size + stayed + target + declared + timed_out"
	for _, late := range []string{"counted", "place", "sharing", "win", "points", "penalty", "share", "round", "rounds", "entrants", "total"} {
		judge(t, []judged{{
			at: "/calculations", wrong: net("vp + " + late), want: at + "/0/figure: HR 7: known-after-places (figure=net, needs=" + late + ")", right: net(known), with: with,
		}})
	}
}

func TestJudgePoints(t *testing.T) {
	t.Parallel()
	const at = "/scoring/points"
	tables := []object{{"seats": 4, "points": []string{"5", "3", "2", "1"}}, {"seats": 3, "points": []string{"5", "3", "1/2"}}}
	good := object{"tables": tables, "level": "average", "paragraph": "7"}
	with := []change{{at, good}}
	judge(t, []judged{
		{at: at + "/level", wrong: "", want: at + "/level: HR 7: unknown-option (got=, want=[share_truncate share_better average])", right: "share_better", with: with},
		{at: at + "/given", wrong: "per_round", want: at + "/given: HR 7: unknown-option (got=per_round, want=[ per_game per_event])", right: "per_game", with: with},
		{at: at + "/event", wrong: nil, want: at + "/event: HR 7: required", right: []string{"10"}, with: []change{{at, good}, {at + "/given", "per_event"}}},
		{at: at + "/tables", wrong: tables[:1], want: at + "/tables: HR 7: not-every-place-of-a-table (seats=3)", right: tables, with: with},
		{at: at + "/tables/1/points", wrong: []string{"5", "3"}, want: at + "/tables: HR 7: not-every-place-of-a-table (seats=3)", right: []string{"5", "3", "0"}, with: with},
		{at: at + "/tables/1/points", wrong: []string{"5", "3", "2", "1"}, want: at + "/tables: HR 7: not-every-place-of-a-table (seats=3)", right: []string{"3", "3", "3"}, with: with},
		{at: at + "/tables/1/points/0", wrong: "1000001", want: at + "/tables/1/points/0: HR 7: outside-range (max=1000000, min=-1000000)", right: "1000000", with: with},
		{at: at + "/tables/1/points/2", wrong: "-1000000.5", want: at + "/tables/1/points/2: HR 7: outside-range (max=1000000, min=-1000000)", right: "-1000000", with: with},
		{at: at + "/tables/2", wrong: object{"seats": 3, "points": []string{"1", "1", "1"}}, want: at + "/tables/2/seats: HR 7: repeated (value=3)", right: object{"seats": 5, "points": []string{"1"}}, with: with},
		{
			at: "/tables/exceptions", wrong: []object{{"entrants": 10, "sizes": []int{5, 5}, "paragraph": "4"}}, want: at + "/tables: HR 7: not-every-place-of-a-table (seats=5)",
			right: []object{{"entrants": 10, "sizes": []int{4, 3, 3}, "paragraph": "4"}}, with: with,
		},
		{at: at + "/paragraph", wrong: "", want: at + "/paragraph: paragraph-missing", right: "7", with: with},
	})
}

func TestJudgeLeavers(t *testing.T) {
	t.Parallel()
	const at = "/scoring/leavers"
	tables := []object{{"seats": 4, "points": []string{"5", "3", "2", "1"}}, {"seats": 3, "points": []string{"5", "3", "2"}}}
	points := change{"/scoring/points", object{"tables": tables, "level": "average", "paragraph": "7"}}
	by := func(points string, place int) object {
		return object{"points": points, "place": place, "paragraph": "7"}
	}
	judge(t, []judged{
		{at: at, wrong: by("", 0), want: at + "/points: HR 7: unknown-option (got=, want=[none zero fourth_place_point])", right: by("none", 0)},
		{at: at, wrong: by("fourth_place_point", 0), want: at + "/points: HR 7: no-fourth-place", right: by("zero", 0)},
		{at: at, wrong: by("fourth_place_points", 0), want: at + "/points: HR 7: unknown-option (got=fourth_place_points, want=[none zero fourth_place_point])", right: by("fourth_place_point", 0), with: []change{points}},
		{at: at, wrong: by("zero", -1), want: at + "/place: HR 7: outside-range", right: by("zero", 0)},
		{at: at, wrong: by("zero", 13), want: at + "/place: HR 7: outside-range", right: by("zero", 12)},
		{at: at, wrong: object{"points": "zero", "paragraph": ""}, want: at + "/paragraph: paragraph-missing", right: object{"points": "zero", "paragraph": "7"}},
	})
}

func TestJudgeEntered(t *testing.T) {
	t.Parallel()
	const at = "/scoring/entered"
	of := func(least, most int, sizes ...int) object {
		return object{"sizes": sizes, "range": object{"min": least, "max": most}, "paragraph": "7"}
	}
	judge(t, []judged{
		{at: at, wrong: of(0, 9, 3, 5), want: at + "/sizes/1: HR 7: table-size-not-allowed", right: of(0, 9, 3, 4)},
		{at: at, wrong: object{"sizes": []int{}, "range": object{"min": 0, "max": 1}, "paragraph": "7"}, want: at + "/sizes: HR 7: required", right: of(0, 1, 3)},
		{at: at, wrong: of(1, 0, 3), want: at + "/range: HR 7: empty-range", right: of(1, 1, 3)},
		{at: at, wrong: of(0, 100_001, 3), want: at + "/range/max: HR 7: outside-range (max=100000, min=-100000)", right: of(0, 100_000, 3)},
		{at: at + "/paragraph", wrong: "", want: at + "/paragraph: paragraph-missing", right: "7", with: []change{{at, of(0, 9, 3)}}},
	})
}

func TestJudgeTeams(t *testing.T) {
	t.Parallel()
	const at = "/scoring/teams"
	objectives := func(teams ...string) []object {
		list := make([]object, len(teams))
		for i, team := range teams {
			list[i] = object{"id": "o" + strconv.Itoa(i), "name": "O", "team": team}
		}
		return list
	}
	part := object{"base": "10", "perPoint": "1/2", "paragraph": "7"}
	with := []change{{"/game/objectives", objectives("A", "B", "B", "A")}, {at, object{
		"seats": 4, "winner": part, "loser": part, "difference": "signed", "loserDifference": "individual",
		"sudden":   object{"figure": "roads", "points": 200, "wholeTeam": "best_only_200", "paragraph": "7"},
		"ties":     []object{{"figure": "roads", "best": "most", "paragraph": "7"}},
		"retiring": object{"rule": "minus_25_only", "points": "-25", "paragraph": "7"}, "paragraph": "7",
	}}}
	judge(t, []judged{
		{at: at + "/seats", wrong: 3, want: "/game/objectives: not-two-teams-of-a-table", right: 4, with: with},
		{at: at + "/seats", wrong: 5, want: at + "/seats: HR 7: table-size-not-allowed; /game/objectives: not-two-teams-of-a-table", right: 4, with: with},
		{at: "/game/objectives", wrong: objectives("A", "B", "C", "A"), want: "/game/objectives: not-two-teams-of-a-table", right: objectives("A", "B", "A", "A"), with: with},
		{at: "/game/objectives", wrong: objectives("A", "A", "A", "A"), want: "/game/objectives: not-two-teams-of-a-table", right: objectives("A", "B", "A", "B"), with: with},
		{at: "/game/objectives", wrong: objectives("A", "", "A", "A"), want: "/game/objectives: not-two-teams-of-a-table", right: objectives("A", long(40), "A", "A"), with: with},
		{at: "/game/objectives/0/team", wrong: long(41), want: "/game/objectives/0/team: text-too-long (most=40)", right: "A", with: []change{{"/game/objectives", objectives("A")}}},
		{at: "/game/objectives/0/id", wrong: long(41), want: "/game/objectives/0/id: text-too-long (most=40)", right: long(40), with: with},
		{at: "/game/objectives/0/id", wrong: "o1", want: "/game/objectives/1/id: repeated (value=o1)", right: "o9", with: with},
		{at: "/game/objectives/0/region", wrong: "asia", want: "/game/objectives/0/region: no-such-region (region=asia)", right: "", with: with},
		{at: at + "/difference", wrong: "", want: at + "/difference: HR 7: unknown-option (got=, want=[signed absolute clamped])", right: "clamped", with: with},
		{at: at + "/loserDifference", wrong: "", want: at + "/loserDifference: HR 7: unknown-option (got=, want=[same_difference individual])", right: "same_difference", with: with},
		{at: at + "/sudden/figure", wrong: "wins", want: at + "/sudden/figure: HR 7: not-of-one-game", right: "start", with: with},
		{at: at + "/sudden/figure", wrong: "vp", want: at + "/sudden/figure: HR 7: not-of-one-game", right: "roads", with: with},
		{at: at + "/sudden/figure", wrong: "ships", want: at + "/sudden/figure: HR 7: no-such-figure (figure=ships); " + at + "/sudden/figure: HR 7: not-of-one-game", right: "start", with: with},
		{at: at + "/sudden/wholeTeam", wrong: "", want: at + "/sudden/wholeTeam: HR 7: unknown-option (got=, want=[whole_team_200 best_only_200])", right: "whole_team_200", with: with},
		{at: at + "/sudden/paragraph", wrong: "", want: at + "/sudden/paragraph: paragraph-missing", right: "8", with: with},
		{at: at + "/ties/0/figure", wrong: "points", want: at + "/ties/0/figure: HR 7: not-of-one-game", right: "start", with: with},
		{at: at + "/ties/0/combine", wrong: object{"rule": "mean"}, want: at + "/ties/0/combine: HR 7: of-no-use", right: nil, with: with},
		{at: at + "/retiring/rule", wrong: "", want: at + "/retiring/rule: HR 7: unknown-option (got=, want=[team_points_minus_25 minus_25_only])", right: "team_points_minus_25", with: with},
		{at: at + "/winner/paragraph", wrong: "", want: at + "/winner/paragraph: paragraph-missing", right: "8", with: with},
		{at: at + "/loser/paragraph", wrong: "", want: at + "/loser/paragraph: paragraph-missing", right: "8", with: with},
		{at: at + "/retiring/paragraph", wrong: "", want: at + "/retiring/paragraph: paragraph-missing", right: "8", with: with},
		{at: at + "/paragraph", wrong: "", want: at + "/paragraph: paragraph-missing", right: "8", with: with},
	})
}
