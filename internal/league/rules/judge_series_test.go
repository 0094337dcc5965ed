package rules_test

import (
	"strings"
	"testing"

	"referto/internal/league/rules"
)

func calculation(of, id, formula string) object {
	return object{"id": id, "name": "C", "of": of, "formula": formula, "paragraph": "7"}
}

func TestJudgeCalculations(t *testing.T) {
	t.Parallel()
	const at = "/calculations"
	one := func(of, formula string) []object { return []object{calculation(of, "own", formula)} }
	shares := change{"/scoring/share", object{"total": "raw_total", "leavers": "included", "rounding": "exact", "digits": 2, "paragraph": "7"}}
	unknown := func(name, column string) string {
		return at + "/0/formula: HR 7: formula-no-such-figure (column=" + column + ", figure=" + name + ", line=1)"
	}
	judge(t, []judged{
		{at: at, wrong: one("seat", "vp + ships"), want: unknown("ships", "6"), right: one("seat", "vp + roads")},
		{at: at, wrong: one("seat", "share"), want: unknown("share", "1"), right: one("seat", "vp")},
		{at: at, wrong: one("seat", "share - shares"), want: unknown("shares", "9"), right: one("seat", "share * total"), with: []change{shares}},
		{at: at, wrong: one("seat", "total"), want: unknown("total", "1"), right: one("seat", "size + stayed + target + declared + timed_out + round + rounds + entrants")},
		{at: at, wrong: one("seat", "games"), want: unknown("games", "1"), right: one("event", "games")},
		{at: at, wrong: one("event", "vp / counted"), want: unknown("counted", "6"), right: one("event", "vp + wins + place + sharing + entrants + rounds + games + struck")},
		{at: at, wrong: one("event", "len(seats)"), want: unknown("seats", "5"), right: one("seat", "len(seats)")},
		{at: at, wrong: one("event", "roads"), want: unknown("roads", "1"), right: one("seat", "roads")},
		{at: at, wrong: one("series", "place"), want: unknown("place", "1"), right: one("series", "events + played + firsts")},
		{at: at, wrong: one("series", "sum(best(results, 2))"), want: unknown("results", "10"), right: one("series", "sum(points) + sum(counted) + sum(dropped)")},
		{at: at, wrong: one("series", "nth(points, 101)"), want: at + "/0/formula: HR 7: formula-not-whole (column=13, got=101, line=1, max=100, min=1)", right: one("series", "nth(points, 100)")},
		{at: at, wrong: one("round", "1"), want: at + "/0/of: HR 7: unknown-option (got=round, want=[seat event series])", right: one("seat", "1")},
		{at: at + "/1", wrong: calculation("event", "late", "own"), want: at + "/1/formula: HR 7: formula-no-such-figure (column=1, figure=own, line=1)", right: calculation("seat", "late", "own"), with: []change{{at, one("seat", "vp")}}},
		{at: at + "/1", wrong: calculation("seat", "two-words", "own-2 + two_words"), want: at + "/1/formula: HR 7: formula-no-such-figure (column=9, figure=two_words, line=1)", right: calculation("seat", "two-words", "own-2"), with: []change{{at, one("seat", "vp")}}},
		{at: at + "/1", wrong: calculation("seat", "last", "two-words"), want: at + "/1/formula: HR 7: formula-no-such-figure (column=1, figure=two, line=1)", right: calculation("seat", "last", "two_words"), with: []change{{at, []object{calculation("seat", "two-words", "vp")}}}},
		{at: at + "/0/id", wrong: "vp", want: at + "/0/id: HR 7: reserved (value=vp)", right: "vps", with: []change{{at, one("seat", "1")}}},
		{at: at + "/0/id", wrong: "timed-out", want: at + "/0/id: HR 7: reserved (value=timed-out)", right: "timed", with: []change{{at, one("seat", "1")}}},
		{at: at + "/0/id", wrong: "seats", want: at + "/0/id: HR 7: reserved (value=seats)", right: "seat", with: []change{{at, one("seat", "1")}}},
		{at: at + "/0/id", wrong: "roads", want: at + "/0/id: HR 7: reserved (value=roads)", right: "road", with: []change{{at, one("event", "1")}}},
		{at: at + "/0/id", wrong: "series-total", want: at + "/0/id: HR 7: reserved (value=series-total)", right: "series-totals", with: []change{{at, one("seat", "1")}}},
		{at: at + "/0/id", wrong: "counted", want: at + "/0/id: HR 7: reserved (value=counted)", right: "games", with: []change{{at, one("series", "1")}}},
		{at: at + "/0/id", wrong: "", want: at + "/0/id: HR 7: required", right: "own", with: []change{{at, one("seat", "1")}}},
		{at: at + "/0/id", wrong: "Own", want: at + "/0/id: HR 7: not-lower-kebab", right: "own", with: []change{{at, one("seat", "1")}}},
		{at: at + "/0/id", wrong: "in", want: at + "/0/id: HR 7: no-name-in-formulas (value=in)", right: "into", with: []change{{at, one("seat", "1")}}},
		{at: at + "/0/id", wrong: "true", want: at + "/0/id: HR 7: no-name-in-formulas (value=true)", right: "truth", with: []change{{at, one("event", "1")}}},
		{at: at + "/0/id", wrong: "2nd", want: at + "/0/id: HR 7: no-name-in-formulas (value=2nd)", right: "second-2", with: []change{{at, one("series", "1")}}},
		{at: at + "/0/id", wrong: "0", want: at + "/0/id: HR 7: no-name-in-formulas (value=0)", right: "o", with: []change{{at, one("seat", "1")}}},
		{
			at: "/standings", wrong: []object{}, want: "/seating/pairings/0/standings: HR 6: no-such-standings (id=table); " + unknown("vp", "1") + "; /standings: required",
			right: []object{{"id": "table", "name": "T", "criteria": []object{{"figure": "vp", "best": "most", "paragraph": "8"}}, "paragraph": "8"}}, with: []change{{at, one("event", "vp")}},
		},
		{at: at + "/0/rounding", wrong: object{"rule": "half_up2", "digits": 2}, want: at + "/0/rounding/rule: HR 7: unknown-option (got=half_up2, want=[truncate half_up half_even exact])", right: object{"rule": "half_up", "digits": 2}, with: []change{{at, one("seat", "1")}}},
		{at: at + "/0/rounding", wrong: object{"rule": "exact", "digits": 7}, want: at + "/0/rounding/digits: HR 7: outside-range", right: object{"rule": "exact", "digits": 6}, with: []change{{at, one("seat", "1")}}},
		{at: "/game/figures/0/id", wrong: "stayed", want: "/game/figures/0/id: HR 2: reserved (value=stayed)", right: "stays", with: []change{{at, one("seat", "1")}}},
		{at: "/game/figures/0/id", wrong: "seats", want: "/game/figures/0/id: HR 2: reserved (value=seats)", right: "seat", with: []change{{at, one("seat", "1")}}},
		{at: at, wrong: one("seat", "1"), want: "/game/figures/0/id: HR 2: reserved (value=stayed)", right: one("event", "1"), with: []change{{"/game/figures/0/id", "stayed"}}},
		{
			at: "/game/sums", wrong: []object{{"id": "timed-out", "name": "S", "terms": []object{{"figure": "vp", "times": 1}}, "paragraph": "2"}}, want: "/game/sums/0/id: HR 2: reserved (value=timed_out)",
			right: []object{{"id": "timed", "name": "S", "terms": []object{{"figure": "vp", "times": 1}}, "paragraph": "2"}}, with: []change{{at, one("seat", "1")}},
		},
		{at: "/scoring/pointsBy", wrong: "own", want: "/scoring/pointsBy: no-such-calculation (id=own)", right: "net", with: []change{{at, []object{calculation("event", "own", "1"), calculation("seat", "net", "1")}}}},
	})
}

// TestJudgeCosts: the formulas of one kind may take 4,000 operations together, those of a
// series 40,000. To add a power is 66.
func TestJudgeCosts(t *testing.T) {
	t.Parallel()
	powers := func(n int, names string) string {
		formula := names
		for range n {
			formula += " + " + names + " ^ 2"
		}
		return formula
	}
	list := func(of, names string, powersOf ...int) []object {
		var all []object
		for i, n := range powersOf {
			all = append(all, calculation(of, "c"+string(rune('a'+i)), powers(n, names)))
		}
		return all
	}
	const at = "/calculations"
	judge(t, []judged{
		{at: at, wrong: list("seat", "vp", 61), want: at + "/0/formula: HR 7: formula-too-costly (column=544, line=1, most=4000)", right: list("seat", "vp", 60)},
		{at: at, wrong: list("seat", "vp", 60, 1), want: at + "/1/formula: HR 7: calculations-too-costly (most=4000)", right: list("seat", "vp", 59, 1)},
		{
			at: at, wrong: append(list("seat", "vp", 60), calculation("seat", "more", "vp"+strings.Repeat(" + 1", 41))), want: at + "/1/formula: HR 7: calculations-too-costly (most=4000)",
			right: append(list("seat", "vp", 60), calculation("seat", "more", "vp"+strings.Repeat(" + 1", 40))),
		},
		{at: at, wrong: list("event", "vp", 30, 31), want: at + "/1/formula: HR 7: calculations-too-costly (most=4000)", right: list("event", "vp", 30, 30)},
		{
			at: at, wrong: append(list("seat", "vp", 60), calculation("seat", "more", "vp ^ 2")), want: at + "/1/formula: HR 7: calculations-too-costly (most=4000)",
			right: append(list("seat", "vp", 60), calculation("event", "more", "vp ^ 2")),
		},
		{at: at, wrong: list("series", "played", 120, 120, 120, 120, 120, 120), want: at + "/5/formula: HR 7: calculations-too-costly (most=40000)", right: list("series", "played", 120, 120, 120, 120, 120)},
	})
	fifty := make([]object, 51)
	for i := range fifty {
		fifty[i] = calculation("seat", "c"+long(i), "1")
	}
	judge(t, []judged{{at: at, wrong: fifty, want: at + ": too-many (most=50)", right: fifty[:50]}})
}

func TestJudgeSeries(t *testing.T) {
	t.Parallel()
	const at = "/series"
	with := []change{
		{"/calculations", []object{calculation("event", "score", "20 - place"), calculation("seat", "net", "vp"), calculation("series", "whole", "sum(counted)")}},
		{at, object{"points": "score", "counting": object{"best": 4, "paragraph": "8"}, "criteria": []object{{"figure": "series-total", "best": "most", "paragraph": "8"}}, "paragraph": "8"}},
	}
	counting := func(best int, by, paragraph string) object {
		return object{"best": best, "bestBy": by, "paragraph": paragraph}
	}
	by := func(figures ...string) []object {
		var all []object
		for _, figure := range figures {
			all = append(all, object{"figure": figure, "best": "most", "paragraph": "8"})
		}
		return all
	}
	judge(t, []judged{
		{at: at + "/points", wrong: "net", want: at + "/points: HR 8: no-such-calculation (id=net)", right: "score", with: with},
		{at: at + "/points", wrong: "", want: at + "/points: HR 8: no-such-calculation (id=)", right: "score", with: with},
		{at: at + "/standings", wrong: "list", want: at + "/standings: HR 8: no-such-standings (id=list)", right: "table", with: with},
		{at: at + "/counting", wrong: counting(-1, "", "8"), want: at + "/counting/best: HR 8: outside-range", right: counting(0, "", "8"), with: with},
		{at: at + "/counting", wrong: counting(101, "", "8"), want: at + "/counting/best: HR 8: outside-range", right: counting(100, "", "8"), with: with},
		{at: at + "/counting", wrong: counting(4, "", ""), want: at + "/counting/paragraph: paragraph-missing", right: counting(0, "", ""), with: with},
		{at: at + "/counting", wrong: counting(0, "fewest_played", ""), want: at + "/counting/paragraph: paragraph-missing", right: counting(0, "fewest_played", "8"), with: with},
		{at: at + "/counting", wrong: counting(4, "fewest_played", "8"), want: at + "/counting/best: HR 8: of-no-use", right: counting(4, "", "8"), with: with},
		{at: at + "/counting", wrong: counting(0, "most_played", "8"), want: at + "/counting/bestBy: HR 8: unknown-option (got=most_played, want=[ fewest_played])", right: counting(0, "fewest_played", "8"), with: with},
		{at: at + "/criteria", wrong: []object{}, want: at + "/criteria: HR 8: required", right: by("series-firsts"), with: with},
		{at: at + "/criteria", wrong: by("series-total", "series-total"), want: at + "/criteria/1/figure: HR 8: repeated (value=series-total)", right: by("series-total", "series-best-dropped"), with: with},
		{at: at + "/criteria", wrong: by("score"), want: at + "/criteria/0/figure: HR 8: no-such-figure (figure=score)", right: by("whole", "series-played"), with: with},
		{at: at + "/criteria", wrong: by("wins"), want: at + "/criteria/0/figure: HR 8: no-such-figure (figure=wins)", right: by("whole"), with: with},
		{at: at + "/criteria/0/combine", wrong: object{"rule": "sum"}, want: at + "/criteria/0/combine: HR 8: of-no-use", right: nil, with: with},
		{at: at + "/criteria/0/digits", wrong: 7, want: at + "/criteria/0/digits: HR 8: outside-range", right: 6, with: with},
		{at: at + "/paragraph", wrong: "", want: at + "/paragraph: paragraph-missing", right: "8", with: with},
	})
}

// TestStandingsOfSeries: a series names standings of events, the first where it names none,
// whose criteria its points may be calculated from.
func TestStandingsOfSeries(t *testing.T) {
	t.Parallel()
	second := change{"/standings/1", object{"id": "roads", "name": "Roads", "criteria": []object{{"figure": "roads", "best": "most", "paragraph": "8"}}, "paragraph": "8"}}
	series := object{"points": "score", "counting": object{"best": 0, "paragraph": ""}, "criteria": []object{{"figure": "series-total", "best": "most", "paragraph": "8"}}, "paragraph": "8"}
	with := func(formula string, more ...change) []byte {
		return house(t, append([]change{second, {"/calculations", []object{calculation("event", "score", formula)}}, {"/series", series}}, more...)...)
	}
	named := change{"/series/standings", "roads"}
	for _, tt := range []struct {
		document []byte
		want     string
	}{{with("wins"), "table"}, {with("roads", named), "roads"}} {
		r := decoded(t, tt.document)
		if got := r.SeriesStandings().ID; got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
	for _, document := range [][]byte{with("roads"), with("wins", named)} {
		if _, err := rules.Decode(document); err == nil {
			t.Error("named a criterion of other standings")
		}
	}
}

func TestJudgeLifetime(t *testing.T) {
	t.Parallel()
	const at = "/lifetime"
	tables := []object{{"seats": 4, "points": []string{"5", "3", "2", "1"}}, {"seats": 3, "points": []string{"5", "3", "2"}}}
	points := change{"/scoring/points", object{"tables": tables, "level": "average", "paragraph": "7"}}
	with := []change{points, {at, object{"points": 300, "above": "recorded", "national": "separate", "hall": "chronological", "retired": "ranking_only", "paragraph": "8"}}}
	uncapped := []change{points, {at, object{"national": "separate", "paragraph": "8"}}}
	judge(t, []judged{
		{at: at + "/points", wrong: -1, want: at + "/points: HR 8: too-small (least=0)", right: 1, with: with},
		{at: at + "/best", wrong: 6, want: at + "/best: HR 8: best-excludes-cap", right: 0, with: with},
		{at: at + "/best", wrong: -1, want: at + "/best: HR 8: outside-range (max=100, min=0)", right: 6, with: uncapped},
		{at: at + "/above", wrong: "recorded", want: at + "/above: HR 8: without-cap", right: "", with: uncapped},
		{at: at + "/hall", wrong: "criteria", want: at + "/hall: HR 8: without-cap", right: "", with: uncapped},
		{at: at + "/retired", wrong: "all_events", want: at + "/retired: HR 8: without-cap", right: "", with: uncapped},
		{at: at + "/above", wrong: "", want: at + "/above: HR 8: unknown-option (got=, want=[recorded capped_300])", right: "capped_300", with: with},
		{at: at + "/national", wrong: "", want: at + "/national: HR 8: unknown-option (got=, want=[separate also_ranking])", right: "also_ranking", with: with},
		{at: at + "/hall", wrong: "", want: at + "/hall: HR 8: unknown-option (got=, want=[chronological criteria])", right: "criteria", with: with},
		{at: at + "/retired", wrong: "", want: at + "/retired: HR 8: unknown-option (got=, want=[ranking_only all_events])", right: "all_events", with: with},
		{at: at + "/paragraph", wrong: "", want: at + "/paragraph: paragraph-missing", right: "8", with: with},
	})
}
