package rules_test

import (
	"strconv"
	"strings"
	"testing"
)

// TestJudgeEdgesOfAField: the smallest and the largest field that a ruleset may ask for, and
// one that is a single number of entrants.
func TestJudgeEdgesOfAField(t *testing.T) {
	t.Parallel()
	brackets := func(from int) change {
		return change{"/format/formulas/0/brackets", []object{{"from": from, "rounds": 1, "semifinal": false, "final": false}}}
	}
	judge(t, []judged{
		{at: "/field/min", wrong: 10_001, want: "/field/max: HR 3: outside-range (max=10000, min=2); /format/formulas/0/brackets/0/from: HR 5: gap-or-overlap (want=10001)", right: 10_000, with: []change{{"/field/max", nil}, brackets(10_000)}},
		{at: "/field/max", wrong: 11, want: "/field/max: HR 3: less-than-min", right: 12, with: []change{{"/field/min", 12}, brackets(12)}},
		{at: "/elimination/final/players", wrong: 5, want: "/format/formulas/0/brackets/0/final: HR 5: final-beyond-field (entrants=4)", right: 4, with: []change{
			{"/field/min", 4},
			{"/field/sizes", []int{4, 5}},
			{"/tables/sizes", []int{5, 4}},
			{"/elimination/semifinal", nil},
			{"/format/formulas/0/brackets", []object{{"from": 4, "to": 16, "rounds": 1, "semifinal": false, "final": true}}},
		}},
	})
}

// TestJudgeOpenEndedQualifiers: a bracket without an end reaches to the end of the field, also
// where tables fill the final.
func TestJudgeOpenEndedQualifiers(t *testing.T) {
	t.Parallel()
	const from = "/elimination/final/fromTables"
	list := func(first ...int) []object {
		var all []object
		for i, n := range first {
			all = append(all, object{"entrants": 8 * (i + 1), "first": n})
		}
		return all
	}
	with := []change{
		{"/field/sizes", []int{8, 16}},
		{"/elimination/semifinal", nil},
		{"/elimination/standings", nil},
		{"/format/formulas/0/brackets", []object{{"from": 8, "rounds": 1, "semifinal": false, "final": true}}},
	}
	judge(t, []judged{
		{at: from, wrong: list(2), want: from + ": HR 9: field-without-qualifiers (entrants=16)", right: list(2, 1), with: with},
		{at: from, wrong: list(2, 2), want: from + "/1/first: HR 9: does-not-fill-final", right: list(2, 1), with: with},
	})
}

// TestJudgeFieldsWithoutFinal: a field that plays no final has nobody who goes on to one.
func TestJudgeFieldsWithoutFinal(t *testing.T) {
	t.Parallel()
	const two = "/format/formulas/0/brackets/1/final"
	judge(t, []judged{{at: two, wrong: true, want: "/elimination/final/fromTables: HR 9: field-without-qualifiers (entrants=16)", right: false, with: []change{
		{"/field/sizes", []int{8, 16}},
		{"/elimination/semifinal", nil},
		{"/elimination/final/fromTables", []object{{"entrants": 8, "first": 2}}},
		{"/format/formulas/0/brackets/1/semifinal", false},
	}}})
}

// TestJudgeReadingsOfAList: an open paragraph may be about one number of a list, each of whose
// options has to be one.
func TestJudgeReadingsOfAList(t *testing.T) {
	t.Parallel()
	const at, place = "/readings/X-1", "/scoring/points/tables/0/points/1"
	reading := func(at string, values ...string) object {
		var options []object
		for _, value := range values {
			options = append(options, object{"value": value, "why": "W"})
		}
		return object{"question": "Q", "paragraph": "7", "at": at, "options": options}
	}
	tables := []object{{"seats": 4, "points": []string{"5", "3", "2", "1"}}, {"seats": 3, "points": []string{"5", "3", "2"}}}
	with := []change{{"/scoring/points", object{"tables": tables, "level": "average", "paragraph": "7"}}}
	impossible := func(value string) string {
		return at + "/options/1/value: HR 7: option-not-possible (at=" + place + ", value=" + value + ")"
	}
	judge(t, []judged{
		{at: at, wrong: reading(place, "3", "many"), want: impossible("many"), right: reading(place, "3", "4"), with: with},
		{at: at, wrong: reading(place, "3", "1000001"), want: impossible("1000001"), right: reading(place, "3", "1000000"), with: with},
		{at: at, wrong: reading(place, "4", "5"), want: at + "/options: HR 7: value-in-force-not-offered (value=3)", right: reading(place, "5/2", "3"), with: with},
		{
			at: at, wrong: reading("/scoring/points/tables/0/points/4", "3", "4"), want: at + "/at: HR 7: points-nowhere (at=/scoring/points/tables/0/points/4)",
			right: reading("/scoring/points/tables/0/points/3", "1", "0"), with: with,
		},
	})
	r := decoded(t, house(t, append(with, change{at, reading(place, "3", "4")})...))
	other, err := r.WithReading("X-1", "4")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"5", "4", "2", "1"} {
		if got := other.Scoring.Points.For(4)[i].String(); got != want {
			t.Errorf("place %d gets %s, want %s", i+1, got, want)
		}
	}
	if got := r.Scoring.Points.For(4)[1].String(); got != "3" {
		t.Errorf("the ruleset itself gives %s now", got)
	}
}

// TestJudgeTablesThatAreTheFinal: as many go on from a table as sit there, no more. Eight at
// tables of two are four tables of which both go on, to a final of eight.
func TestJudgeTablesThatAreTheFinal(t *testing.T) {
	t.Parallel()
	const from = "/elimination/final/fromTables"
	sizes := change{"/tables/sizes", []int{8, 2}}
	with := []change{
		{"/field/min", 10},
		{"/field/sizes", []int{10}},
		{"/elimination/semifinal", nil},
		{"/elimination/final/players", 8},
		sizes,
		{"/format/formulas/0/brackets", []object{{"from": 10, "to": 16, "rounds": 1, "semifinal": false, "final": true}}},
	}
	// Ten are one table of eight and one of two, which cannot send four.
	judge(t, []judged{
		{at: from, wrong: []object{{"entrants": 10, "first": 4}}, want: from + "/0/first: HR 9: does-not-fill-final", right: nil, with: with},
		{at: "/elimination/final/players", wrong: 8, want: "/format/formulas/0/brackets/0/final: HR 5: final-beyond-field (entrants=6); " + from + "/0/first: HR 9: does-not-fill-final", right: 4, with: []change{
			{"/field/min", 6},
			{"/field/sizes", []int{6}},
			{"/elimination/semifinal", nil},
			{"/tables/sizes", []int{8, 4, 2}},
			{"/format/formulas/0/brackets", []object{{"from": 6, "to": 16, "rounds": 1, "semifinal": false, "final": true}}},
			{from, []object{{"entrants": 6, "first": 2}}},
		}},
	})
}

// TestJudgeOpeningsOfTwoFields: an event that begins with its semifinal is judged by the
// fields of its own bracket, and somebody of each table is out.
func TestJudgeOpeningsOfTwoFields(t *testing.T) {
	t.Parallel()
	const two = "/format/formulas/0/brackets/1"
	opening := func(from int) []change {
		return []change{
			{"/field/sizes", []int{9, 16}},
			{"/format/formulas/0/brackets", []object{
				{"from": 8, "to": from - 1, "rounds": 1, "semifinal": false, "final": true},
				{"from": from, "rounds": 0, "semifinal": true, "final": true, "advance": 1},
			}},
		}
	}
	judge(t, []judged{
		{at: two + "/advance", wrong: 2, want: two + "/advance: HR 5: does-not-fill-final (entrants=16)", right: 1, with: opening(10)},
		{at: "/field/sizes", wrong: []int{6}, want: "/format/formulas/0/brackets/0/advance: HR 5: does-not-fill-final (entrants=6)", right: []int{8}, with: []change{
			{"/field/min", 6},
			{"/field/sizes", []int{6}},
			{"/tables/sizes", []int{4, 2}},
			{"/elimination/semifinal/seeds", [][]int{{1, 4, 5, 8}, {2, 3, 6, 7}}},
			{"/format/formulas/0/brackets", []object{{"from": 6, "rounds": 0, "semifinal": true, "final": true, "advance": 2}}},
		}},
	})
}

// TestJudgeAwardsOfSeries: what the awards of a series are named, by which figure they are won
// and how many events they ask for at least.
func TestJudgeAwardsOfSeries(t *testing.T) {
	t.Parallel()
	const at = "/series/awards"
	award := func(id string) object {
		return object{"id": id, "name": "A", "figure": "series-firsts", "paragraph": "8"}
	}
	with := []change{
		{"/calculations", []object{calculation("event", "score", "20 - place"), calculation("seat", "net", "vp"), calculation("series", "whole", "sum(counted)")}},
		{"/series", object{
			"points": "score", "counting": object{"best": 4, "paragraph": "8"}, "awards": []object{award("a")},
			"criteria": []object{{"figure": "series-total", "best": "most", "paragraph": "8"}}, "paragraph": "8",
		}},
	}
	judge(t, []judged{
		{at: at + "/1", wrong: award("a"), want: at + "/1/id: HR 8: repeated (value=a)", right: award("b"), with: with},
		{at: at + "/0/id", wrong: "", want: at + "/0/id: HR 8: required", right: "b", with: with},
		{at: at + "/0/id", wrong: long(41), want: at + "/0/id: HR 8: text-too-long (most=40)", right: long(40), with: with},
		{at: at + "/0/name", wrong: "", want: at + "/0/name: HR 8: required", right: "B", with: with},
		{at: at + "/0/figure", wrong: "wins", want: at + "/0/figure: HR 8: no-such-figure (figure=wins)", right: "series-total", with: with},
		{at: at + "/0/figure", wrong: "net", want: at + "/0/figure: HR 8: no-such-figure (figure=net)", right: "whole", with: with},
		{at: at + "/0/least", wrong: -1, want: at + "/0/least: HR 8: outside-range", right: 0, with: with},
		{at: at + "/0/least", wrong: 101, want: at + "/0/least: HR 8: outside-range", right: 100, with: with},
		{at: at + "/0/paragraph", wrong: "", want: at + "/0/paragraph: paragraph-missing", right: "1", with: with},
	})
}

// TestJudgeNumberOfReadings: a regulation leaves at most sixty paragraphs open, each to be read
// in at most twenty ways.
func TestJudgeNumberOfReadings(t *testing.T) {
	t.Parallel()
	terms := func(n int) []object {
		var all []object
		for i := range n {
			all = append(all, object{"value": "vp + " + strconv.Itoa(i), "why": "W"})
		}
		return all
	}
	reading := func(at string, options []object) object {
		return object{"question": "Q", "paragraph": "7", "at": at, "options": options}
	}
	many := func(n int) object {
		readings := object{}
		for i := range n {
			readings["X-"+strconv.Itoa(100+i)] = reading("/calculations/"+strconv.Itoa(i/2)+[]string{"/formula", "/name"}[i%2], []object{
				{"value": []string{"vp", "C"}[i%2], "why": "W"}, {"value": []string{"vp * 2", "D"}[i%2], "why": "W"},
			})
		}
		return readings
	}
	var calculations []object
	for i := range 31 {
		calculations = append(calculations, calculation("seat", "net-"+strconv.Itoa(i), "vp"))
	}
	const at = "/readings"
	judge(t, []judged{
		{at: at, wrong: many(61), want: at + ": too-many (most=60)", right: many(60), with: []change{{"/calculations", calculations}}},
		{
			at: at + "/X-1", wrong: reading("/calculations/0/formula", terms(21)), want: at + "/X-1/options: HR 7: too-many (most=20)",
			right: reading("/calculations/0/formula", terms(20)), with: []change{{"/calculations", []object{calculation("seat", "net", "vp + 0")}}},
		},
		{
			at: at + "/X-1/options/1/value", wrong: "vp" + strings.Repeat(" + 11", 8), want: at + "/X-1/options/1/value: HR 7: text-too-long (most=40)", right: "vp" + strings.Repeat(" + 11", 7),
			with: []change{{"/calculations", []object{calculation("seat", "net", "vp + 0")}}, {at + "/X-1", reading("/calculations/0/formula", terms(2))}},
		},
		{at: at + "/X-1", wrong: reading("/calculations/0/formula", terms(1)), want: at + "/X-1/options: HR 7: too-few (least=2)", right: reading("/calculations/0/formula", terms(2)), with: []change{{"/calculations", []object{calculation("seat", "net", "vp + 0")}}}},
	})
}

// TestJudgePlacesOfOddTables: tables that are played in teams, or scored elsewhere, need no
// points for places; the points of a fourth place need a table of four that gives them.
func TestJudgePlacesOfOddTables(t *testing.T) {
	t.Parallel()
	const at = "/scoring/points/tables"
	four := object{"seats": 4, "points": []string{"5", "3", "2", "1"}}
	three := object{"seats": 3, "points": []string{"5", "3", "2"}}
	points := func(tables ...object) change {
		return change{"/scoring/points", object{"tables": tables, "level": "average", "paragraph": "7"}}
	}
	entered := change{"/scoring/entered", object{"sizes": []int{3}, "range": object{"min": 0, "max": 9}, "paragraph": "7"}}
	part := object{"base": "10", "perPoint": "1/2", "paragraph": "7"}
	teams := change{"/scoring/teams", object{
		"seats": 4, "winner": part, "loser": part, "difference": "signed", "loserDifference": "individual",
		"sudden": object{"figure": "roads", "points": 200, "wholeTeam": "best_only_200", "paragraph": "7"},
		"ties":   []object{{"figure": "roads", "best": "most", "paragraph": "7"}}, "retiring": object{"rule": "minus_25_only", "points": "-25", "paragraph": "7"}, "paragraph": "7",
	}}
	objectives := change{"/game/objectives", []object{{"id": "a", "name": "A", "team": "A"}, {"id": "b", "name": "B", "team": "A"}, {"id": "c", "name": "C", "team": "B"}, {"id": "d", "name": "D", "team": "B"}}}
	judge(t, []judged{
		{at: at, wrong: []object{three}, want: at + ": HR 7: not-every-place-of-a-table (seats=4)", right: []object{four}, with: []change{points(four), entered}},
		{at: at, wrong: []object{four}, want: at + ": HR 7: not-every-place-of-a-table (seats=3)", right: []object{three}, with: []change{points(three), objectives, teams}},
		{at: at, wrong: []object{{"seats": 4, "points": []string{"5", "3", "2"}}, three}, want: at + ": HR 7: not-every-place-of-a-table (seats=4); /scoring/leavers/points: HR 7: no-fourth-place", right: []object{four, three}, with: []change{
			points(four, three), {"/scoring/leavers", object{"points": "fourth_place_point", "paragraph": "7"}},
		}},
	})
}

// TestJudgePartsOfFinals: a season that says anything of the finals of its regions says all of it.
func TestJudgePartsOfFinals(t *testing.T) {
	t.Parallel()
	const at = "/season/final"
	const undecided = at + "/by: ends-before-it-begins; " + at + "/late: unknown-option (got=, want=[breach_only invalid]); " + at + "/paragraph: paragraph-missing; " + at + "/leadsParagraph: paragraph-missing"
	toNational := []object{{"to": "national-final"}}
	with := append(aSeason(t), change{"/season/tiers/0/leads", toNational}, change{"/season/tiers/1/leads", toNational})
	judge(t, []judged{
		{at: at, wrong: object{"leads": toNational}, want: undecided, right: nil, with: with},
		{at: at, wrong: object{"formats": []object{{"finalists": 1, "do": "decide", "paragraph": "9"}}}, want: undecided, right: nil, with: with},
	})
}

// TestJudgeMostEventsOfARanking: a lifetime ranking may count the best of at most a hundred events.
func TestJudgeMostEventsOfARanking(t *testing.T) {
	t.Parallel()
	tables := []object{{"seats": 4, "points": []string{"5", "3", "2", "1"}}, {"seats": 3, "points": []string{"5", "3", "2"}}}
	with := []change{
		{"/scoring/points", object{"tables": tables, "level": "average", "paragraph": "7"}}, {"/lifetime", object{"national": "separate", "paragraph": "8"}},
	}
	judge(t, []judged{
		{at: "/lifetime/best", wrong: 101, want: "/lifetime/best: HR 8: outside-range (max=100, min=0)", right: 100, with: with},
		{at: "/scoring/points", wrong: nil, want: "/scoring/points: required", right: object{"tables": tables, "level": "average", "paragraph": "7"}, with: with},
	})
}
