package rules_test

import "testing"

func TestJudgeField(t *testing.T) {
	t.Parallel()
	open := []change{{"/format/formulas/0/brackets/1/to", nil}}
	judge(t, []judged{
		{at: "/field/min", wrong: 1, want: "/field/min: HR 3: too-small (least=2); /format/formulas/0/brackets/0/from: HR 5: gap-or-overlap (want=1)", right: 2, with: []change{
			{"/tables/sizes", []int{4, 3, 2}}, {"/format/formulas/0/brackets", []object{{"from": 2, "to": 16, "rounds": 1, "semifinal": false, "final": false}}},
		}},
		{at: "/field/max", wrong: 10_001, want: "/field/max: HR 3: outside-range (max=10000, min=2)", right: 10_000, with: open},
		{at: "/field/max", wrong: 7, want: "/field/max: HR 3: less-than-min; /format/formulas/0/brackets: HR 5: ends-before-field", right: 16},
		{at: "/field/max", wrong: 17, want: "/format/formulas/0/brackets: HR 5: ends-before-field", right: 16},
		{at: "/field/sizes", wrong: []int{8, 12, 17}, want: "/field/sizes/2: HR 3: outside-field", right: []int{8, 12, 16}},
		{at: "/field/sizes", wrong: []int{7, 12}, want: "/field/sizes/0: HR 3: outside-field", right: []int{8, 12}},
		{at: "/field/sizes", wrong: []int{8, 12, 12}, want: "/field/sizes/2: HR 3: not-ascending", right: []int{8, 12, 13}},
		{at: "/field/without", wrong: []int{8}, want: "/field/without/0: HR 3: outside-field", right: []int{9}},
		{at: "/field/without", wrong: []int{16}, want: "/field/without/0: HR 3: outside-field", right: []int{15}},
		{at: "/field/without", wrong: []int{9, 9}, want: "/field/without/1: HR 3: not-ascending", right: []int{9, 10}},
		{at: "/field/without", wrong: []int{12}, want: "/field/sizes/0: HR 3: outside-field; /field/without/0: HR 3: outside-field", right: []int{13}, with: []change{{"/field/sizes", []int{12}}}},
		{at: "/field/paragraph", wrong: "", want: "/field/paragraph: paragraph-missing", right: "3"},
		{at: "/field/deadline", wrong: object{"at": "10:20", "paragraph": ""}, want: "/field/deadline/paragraph: paragraph-missing", right: object{"at": "10:20", "paragraph": "3"}},
		{at: "/field/deadline", wrong: object{"at": "24:00", "paragraph": "3"}, want: "/field/deadline/at: not-written-so (value=24:00)", right: object{"at": "23:59", "paragraph": "3"}},
		{
			at: "/field/overflow", wrong: object{"rule": "reserves", "paragraph": "3"}, want: "/field/overflow/shortfall: HR 3: unknown-option (got=, want=[shrink keep_size])",
			right: object{"rule": "reserves", "shortfall": "keep_size", "paragraph": "3"},
		},
		{
			at: "/field/overflow", wrong: object{"rule": "referee-decides", "shortfall": "shrink", "paragraph": "3"}, want: "/field/overflow/shortfall: HR 3: of-no-use",
			right: object{"rule": "referee-decides", "paragraph": "3"},
		},
		{at: "/field/max", wrong: nil, want: "/field/max: HR 3: required", right: 16, with: []change{{"/field/overflow", object{"rule": "referee-decides", "paragraph": "3"}}, {"/format/formulas/0/brackets/1/to", nil}}},
		{at: "/field/overflow", wrong: object{"rule": "", "paragraph": "9.9"}, want: "/field/overflow/rule: unknown-option (got=, want=[reserves referee-decides]); /field/overflow/paragraph: no-such-paragraph (paragraph=9.9)", right: nil},
	})
}

func TestJudgeTables(t *testing.T) {
	t.Parallel()
	exception := func(entrants int, sizes ...int) []object {
		return []object{{"entrants": entrants, "sizes": sizes, "paragraph": "4"}}
	}
	simple := []change{{"/elimination", object{}}, {"/format/formulas/0/brackets", []object{{"from": 8, "to": 16, "rounds": 2, "semifinal": false, "final": false}}}}
	with := func(more ...change) []change { return append(append([]change(nil), simple...), more...) }
	judge(t, []judged{
		{at: "/tables/sizes", wrong: []int{}, want: "/tables/sizes: HR 4: required", right: []int{4, 3}, with: simple},
		{at: "/tables/sizes", wrong: []int{3, 4}, want: "/tables/sizes/1: HR 4: not-descending", right: []int{4, 3}},
		{at: "/tables/sizes", wrong: []int{4, 4, 3}, want: "/tables/sizes/1: HR 4: not-descending; /tables/sizes/1: HR 4: repeated (value=4)", right: []int{4, 3, 2}},
		{at: "/tables/sizes", wrong: []int{13, 4, 3}, want: "/tables/sizes/0: HR 4: outside-range (max=12, min=2)", right: []int{12, 4, 3}},
		{at: "/tables/sizes", wrong: []int{4, 3, 1}, want: "/tables/sizes/2: HR 4: outside-range (max=12, min=2)", right: []int{4, 3, 2}},
		{at: "/tables/sizes", wrong: []int{4}, want: "/tables/sizes: HR 4: no-tables-for-field (entrants=9)", right: []int{4, 3}, with: simple},
		{at: "/field/sizes", wrong: []int{8, 10, 12}, want: "/tables/sizes: HR 4: no-tables-for-field (entrants=10)", right: []int{8, 12}, with: with(change{"/tables/sizes", []int{4}})},
		{at: "/field/without", wrong: []int{9, 10}, want: "/tables/sizes: HR 4: no-tables-for-field (entrants=11)", right: []int{9, 10, 11}, with: with(
			change{"/tables/sizes", []int{4}}, change{"/field/max", 12}, change{"/format/formulas/0/brackets/0/to", 12})},
		{at: "/tables/exceptions", wrong: exception(10, 5, 5), want: "/tables/sizes: HR 4: no-tables-for-field (entrants=9)", right: exception(9, 5, 4), with: with(
			change{"/tables/sizes", []int{4}}, change{"/field/sizes", []int{8, 9}})},
		{at: "/tables/partition", wrong: "in_order", want: "/tables/partition: HR 4: unknown-option (got=in_order, want=[most-of-largest in-order max_fours min_fours])", right: "in-order"},
		{at: "/tables/partition", wrong: "max_fours", want: "/tables/sizes/1: HR 4: not-descending", right: "in-order", with: with(change{"/tables/sizes", []int{3, 4}})},
		{at: "/tables/exceptions", wrong: exception(9, 5, 5), want: "/tables/exceptions/0/sizes: HR 4: not-every-entrant-once", right: exception(10, 5, 5)},
		{at: "/tables/exceptions", wrong: exception(13, 13), want: "/tables/exceptions/0/sizes/0: HR 4: outside-range (max=12, min=2)", right: exception(12, 12)},
		{at: "/tables/exceptions", wrong: exception(9, 8, 1), want: "/tables/exceptions/0/sizes/1: HR 4: outside-range (max=12, min=2)", right: exception(9, 7, 2)},
		{at: "/tables/exceptions/1", wrong: exception(10, 5, 5)[0], want: "/tables/exceptions/1/entrants: HR 4: repeated (value=10)", right: exception(11, 6, 5)[0], with: []change{{"/tables/exceptions", exception(10, 4, 6)}}},
		{at: "/tables/exceptions/0/paragraph", wrong: "", want: "/tables/exceptions/0/paragraph: paragraph-missing", right: "5", with: []change{{"/tables/exceptions", exception(10, 4, 6)}}},
		{at: "/tables/minToContinue", wrong: object{"players": 5, "paragraph": "4"}, want: "/tables/minToContinue/players: HR 4: outside-range", right: object{"players": 4, "paragraph": "4"}},
		{at: "/tables/minToContinue", wrong: object{"players": -1, "paragraph": "4"}, want: "/tables/minToContinue/players: HR 4: outside-range", right: object{"players": 0, "paragraph": "4"}},
		{at: "/tables/minToContinue", wrong: object{"players": 1, "paragraph": ""}, want: "/tables/minToContinue/paragraph: paragraph-missing", right: object{"players": 0, "paragraph": ""}},
		{at: "/tables/minToContinue", wrong: object{"players": 0, "paragraph": "44"}, want: "/tables/minToContinue/paragraph: no-such-paragraph (paragraph=44)", right: object{"players": 1, "paragraph": "4"}},
		{at: "/tables/substitute", wrong: object{"below": 1, "paragraph": "4"}, want: "/tables/substitute/below: HR 4: too-small (least=2)", right: object{"below": 2, "paragraph": "4"}},
		{at: "/tables/substitute", wrong: object{"below": 3, "paragraph": ""}, want: "/tables/substitute/paragraph: paragraph-missing", right: nil},
		{at: "/tables/moveToShort", wrong: "44", want: "/tables/moveToShort: HR 4: no-such-paragraph (paragraph=44)", right: "4"},
		{at: "/tables/paragraph", wrong: "", want: "/tables/paragraph: paragraph-missing", right: "1"},
	})
}

func TestJudgeFormat(t *testing.T) {
	t.Parallel()
	bracket := func(from, to, rounds int, semifinal, final bool) object {
		return object{"from": from, "to": to, "rounds": rounds, "semifinal": semifinal, "final": final}
	}
	const at = "/format/formulas/0/brackets"
	const one = at + "/0"
	judge(t, []judged{
		{at: "/format/formulas", wrong: []object{}, want: "/format/formulas: HR 5: required", right: []object{{"id": "a", "name": "A", "brackets": []object{bracket(8, 16, 1, false, false)}}}},
		{
			at: "/format/formulas/1", wrong: object{"id": "only", "name": "", "brackets": []object{bracket(8, 16, 1, false, false)}}, want: "/format/formulas/1/id: HR 5: repeated (value=only)",
			right: object{"id": "other", "name": "", "brackets": []object{bracket(8, 16, 1, false, false)}},
		},
		{at: "/format/formulas/0/id", wrong: long(41), want: "/format/formulas/0/id: HR 5: text-too-long (most=40)", right: long(40)},
		{at: at, wrong: []object{}, want: at + ": HR 5: ends-before-field", right: []object{bracket(8, 16, 1, false, true)}},
		{at: at, wrong: []object{bracket(8, 15, 1, false, true)}, want: at + ": HR 5: ends-before-field", right: []object{bracket(8, 0, 1, false, true)}},
		{at: at, wrong: []object{bracket(8, 11, 1, false, true), bracket(13, 16, 1, false, true)}, want: at + "/1/from: HR 5: gap-or-overlap (want=12)", right: []object{bracket(8, 11, 1, false, true), bracket(12, 16, 1, false, true)}},
		{at: at, wrong: []object{bracket(9, 16, 1, false, true)}, want: at + "/0/from: HR 5: gap-or-overlap (want=8)", right: []object{bracket(8, 16, 1, false, true)}},
		{
			at: at, wrong: []object{bracket(8, 8, 1, false, true), bracket(9, 8, 1, false, true), bracket(9, 16, 1, false, true)}, want: at + "/1/to: HR 5: less-than-from",
			right: []object{bracket(8, 8, 1, false, true), bracket(9, 9, 1, false, true), bracket(10, 16, 1, false, true)},
		},
		{at: one + "/to", wrong: nil, want: at + "/0/to: HR 5: required; " + at + "/1/from: HR 5: gap-or-overlap (want=1)", right: 11},
		{at: one + "/rounds", wrong: 0, want: at + "/0/rounds: HR 5: too-small (least=1)", right: 1},
		{at: one + "/rounds", wrong: 51, want: at + "/0/rounds: HR 5: outside-range (max=50, min=1)", right: 50},
		{at: one + "/semifinal", wrong: true, want: at + "/0/final: HR 5: semifinal-without-final", right: false, with: []change{{one + "/final", false}}},
		{at: "/elimination/final", wrong: nil, want: at + "/0/final: HR 5: no-final-rule; " + at + "/1/final: HR 5: no-final-rule; /elimination/semifinal/advance: HR 9: does-not-fill-final", right: object{"players": 4, "level": "final_game", "paragraph": "9"}},
		{at: at + "/1/semifinal", wrong: true, want: at + "/1/semifinal: HR 5: no-semifinal-rule", right: false, with: []change{{"/elimination/semifinal", nil}}},
		{at: one + "/semifinal", wrong: true, want: at + "/0/semifinal: HR 5: seeds-beyond-field (entrants=7)", right: false, with: []change{{"/field/min", 7}, {one + "/from", 7}}},
		{at: one + "/final", wrong: true, want: at + "/0/final: HR 5: final-beyond-field (entrants=3)", right: false, with: []change{{"/field/min", 3}, {one + "/from", 3}, {"/tables/sizes", []int{4, 3, 2}}}},
		{at: "/format/otherStructure", wrong: object{"allowed": true, "paragraph": ""}, want: "/format/otherStructure/paragraph: paragraph-missing", right: object{"allowed": true, "paragraph": "5"}},
		{at: "/format/otherStructure", wrong: object{"allowed": false, "paragraph": "55"}, want: "/format/otherStructure/paragraph: no-such-paragraph (paragraph=55)", right: object{"allowed": false, "paragraph": ""}},
		{at: "/format/paragraph", wrong: "", want: "/format/paragraph: paragraph-missing", right: "5"},
	})
}

// TestJudgeOpenings: events that begin with their semifinal, of which the first of each
// table go on. Eight are two tables of four, nine three of three.
func TestJudgeOpenings(t *testing.T) {
	t.Parallel()
	const one = "/format/formulas/0/brackets/0"
	opening := []change{{"/field/sizes", []int{8, 16}}, {one, object{"from": 8, "to": 11, "rounds": 0, "semifinal": true, "final": true, "advance": 2}}}
	judge(t, []judged{
		{at: one + "/advance", wrong: 1, want: one + "/advance: HR 5: does-not-fill-final (entrants=8)", right: 2, with: opening},
		{at: one + "/advance", wrong: 4, want: one + "/advance: HR 5: does-not-fill-final (entrants=8)", right: 2, with: opening},
		{at: one + "/advance", wrong: -1, want: one + "/rounds: HR 5: too-small (least=1); " + one + "/advance: HR 5: too-small (least=0)", right: 2, with: opening},
		{at: one + "/advance", wrong: 0, want: one + "/rounds: HR 5: too-small (least=1)", right: 2, with: opening},
		{at: one + "/rounds", wrong: 1, want: one + "/advance: HR 5: of-no-use", right: 0, with: opening},
		{at: one + "/semifinal", wrong: false, want: one + "/semifinal: HR 5: required", right: true, with: opening},
		{at: one + "/final", wrong: false, want: one + "/final: HR 5: semifinal-without-final", right: true, with: opening},
		{at: "/field/sizes", wrong: []int{8, 9, 16}, want: one + "/advance: HR 5: does-not-fill-final (entrants=9)", right: []int{8, 12, 16}, with: opening},
		{at: "/elimination/final/players", wrong: 3, want: one + "/advance: HR 5: does-not-fill-final (entrants=8); /elimination/semifinal/advance: HR 9: does-not-fill-final", right: 4, with: opening},
	})
}

func TestJudgeElimination(t *testing.T) {
	t.Parallel()
	const semifinal = "/elimination/semifinal"
	game := object{"rule": "game_criteria", "standings": "", "paragraph": "7", "criteria": []object{{"figure": "roads", "best": "most", "paragraph": "7"}}}
	levels := "want=[preliminary_standing this_game_only final_game game_criteria])"
	judge(t, []judged{
		{at: "/elimination/standings", wrong: "other", want: "/elimination/standings: no-such-standings (id=other)", right: "table"},
		{at: "/elimination/final/players", wrong: 5, want: "/elimination/final/players: HR 9: table-size-not-allowed; /elimination/semifinal/advance: HR 9: does-not-fill-final", right: 4},
		{at: "/elimination/final/level", wrong: "shared_places", want: "/elimination/final/level: HR 9: unknown-option (got=shared_places, " + levels, right: "preliminary_standing"},
		{at: "/elimination/final/level", wrong: "game_criteria", want: "/scoring/level/criteria: HR 7: required", right: "final_game"},
		{at: "/elimination/final/level", wrong: "", want: "/elimination/final/level: HR 9: unknown-option (got=, " + levels, right: "game_criteria", with: []change{{"/scoring/level", game}}},
		{at: "/elimination/final/paragraph", wrong: "", want: "/elimination/final/paragraph: paragraph-missing", right: "9"},
		{at: semifinal + "/seeds", wrong: []any{}, want: "/elimination/semifinal/seeds: HR 9: required; /elimination/semifinal/advance: HR 9: does-not-fill-final", right: [][]int{{1, 2, 3, 4}, {5, 6, 7, 8}}},
		{at: semifinal + "/seeds", wrong: [][]int{{1, 4, 5, 8}, {2, 3, 6, 6}}, want: "/elimination/semifinal/seeds: HR 9: not-every-rank-once", right: [][]int{{1, 4, 5, 8}, {2, 3, 7, 6}}},
		{at: semifinal + "/seeds", wrong: [][]int{{1, 4, 5, 8}, {2, 3, 6, 9}}, want: "/elimination/semifinal/seeds: HR 9: not-every-rank-once", right: [][]int{{8, 7, 6, 5}, {4, 3, 2, 1}}},
		{at: semifinal + "/seeds", wrong: [][]int{{1, 3, 5, 7, 9}, {2, 4, 6, 8}}, want: "/elimination/semifinal/seeds/0: HR 9: table-size-not-allowed", right: [][]int{{1, 3, 5, 7}, {2, 4, 6}}},
		{at: semifinal + "/advance", wrong: 1, want: "/elimination/semifinal/advance: HR 9: does-not-fill-final", right: 2},
		{at: semifinal + "/advance", wrong: 0, want: "/elimination/semifinal/advance: HR 9: does-not-fill-final", right: 2},
		{at: semifinal + "/seeds", wrong: [][]int{{1, 2, 5}, {3, 4}}, want: "/elimination/semifinal/seeds/1: HR 9: everybody-advances", right: [][]int{{1, 2, 5}, {3, 4, 6}}, with: []change{{"/tables/sizes", []int{4, 3, 2}}}},
		{at: semifinal + "/level", wrong: "running_standing", want: "/elimination/semifinal/level: HR 9: unknown-option (got=running_standing, " + levels, right: "this_game_only"},
		{at: semifinal + "/level", wrong: "game_criteria", want: "/scoring/level/criteria: HR 7: required", right: "final_game"},
		{at: semifinal + "/callUp/allSemifinals", wrong: "", want: "/elimination/semifinal/callUp/allSemifinals: HR 9: unknown-option (got=, want=[semifinal_result preliminary_standing])", right: "preliminary_standing"},
		{at: semifinal + "/callUp/paragraph", wrong: "", want: "/elimination/semifinal/callUp/paragraph: paragraph-missing", right: "8"},
		{at: semifinal + "/paragraph", wrong: "", want: "/elimination/semifinal/paragraph: paragraph-missing", right: "8"},
	})
}

// TestJudgeQualifiersFromTables: finals that are filled from tables, of eight and of
// twelve entrants.
func TestJudgeQualifiersFromTables(t *testing.T) {
	t.Parallel()
	const from = "/elimination/final/fromTables"
	both := []object{{"entrants": 8, "first": 2}, {"entrants": 16, "first": 1}}
	with := []change{
		{"/field/sizes", []int{8, 16}}, {"/elimination/semifinal", nil}, {"/format/formulas/0/brackets/1/semifinal", false}, {from, both},
	}
	judge(t, []judged{
		{at: from, wrong: both[:1], want: from + ": HR 9: field-without-qualifiers (entrants=16)", right: both, with: with},
		{at: from + "/0/first", wrong: 1, want: from + "/0/first: HR 9: does-not-fill-final", right: 2, with: with},
		{at: from + "/0/first", wrong: 3, want: from + "/0/first: HR 9: does-not-fill-final; " + from + "/0/first: HR 9: does-not-fill-final", right: 2, with: with},
		{at: from + "/0/first", wrong: 0, want: from + "/0/first: HR 9: does-not-fill-final; " + from + "/0/first: HR 9: does-not-fill-final", right: 2, with: with},
		{at: from + "/2", wrong: object{"entrants": 17, "first": 1}, want: from + "/2/entrants: HR 9: outside-field", right: nil, with: with},
		{at: from + "/0/entrants", wrong: 16, want: from + ": HR 9: field-without-qualifiers (entrants=8); " + from + "/0/first: HR 9: does-not-fill-final; " + from + "/1/entrants: HR 9: repeated (value=16)", right: 8, with: with},
		{at: from + "/2", wrong: object{"entrants": 16, "first": 1}, want: from + "/2/entrants: HR 9: repeated (value=16)", right: nil, with: with},
		{at: "/format/formulas/0/brackets/1/semifinal", wrong: true, want: "/format/formulas/0/brackets/1/semifinal: HR 5: no-semifinal-rule; " + from + ": HR 9: tables-and-semifinal", right: false, with: with},
		{at: "/field/sizes", wrong: []int{8, 12, 16}, want: from + ": HR 9: field-without-qualifiers (entrants=12)", right: []int{8, 16}, with: with},
	})
}
