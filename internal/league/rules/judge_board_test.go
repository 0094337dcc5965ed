package rules_test

import (
	"strconv"
	"testing"

	"referto/internal/league/rules"
)

// island is a map of four territories in two regions: a and b in north, c and d in south,
// each bordering on the next.
func island() change {
	territory := func(id string, borders ...string) object {
		return object{"id": id, "name": "T", "borders": borders}
	}
	region := func(id string, territories ...string) object {
		return object{"id": id, "name": "R", "territories": territories}
	}
	return change{"/board", object{
		"name": "Island", "territories": []object{territory("a", "b"), territory("b", "a", "c"), territory("c", "b", "d"), territory("d", "c")},
		"territoryPoints": object{"by": "borders_of_play", "paragraph": "2"},
		"regions":         []object{region("north", "a", "b"), region("south", "c", "d")},
		"regionPoints":    object{"frontier": "own_territories", "paragraph": "2"},
		"rows":            object{"times": 2, "extent": "whole_row", "links": []object{{"from": "a", "to": "d"}}, "paragraph": "2"},
	}}
}

func TestJudgeMap(t *testing.T) {
	t.Parallel()
	const at = "/board/territories"
	with := []change{island()}
	many := make([]object, 501)
	for i := range many {
		many[i] = object{"id": "t" + strconv.Itoa(i), "name": "T", "borders": []string{}}
	}
	bare := []change{island(), {"/board/regions", nil}, {"/board/rows", nil}}
	judge(t, []judged{
		{at: at, wrong: []object{}, want: at + ": outside-range", right: many[:1], with: bare},
		{at: at, wrong: many, want: at + ": outside-range", right: many[:500], with: bare},
		{at: at + "/4", wrong: object{"id": "a", "name": "A", "borders": []string{}}, want: at + "/4/id: repeated (value=a)", right: object{"id": "e", "name": "E", "borders": []string{}}, with: with},
		{at: at + "/4", wrong: object{"id": "E", "name": "E", "borders": []string{}}, want: at + "/4/id: not-lower-kebab", right: object{"id": "far-east", "name": "E", "borders": []string{}}, with: with},
		{at: at + "/4", wrong: object{"id": "", "name": "E", "borders": []string{}}, want: at + "/4/id: required; " + at + "/4/id: not-lower-kebab", right: object{"id": "e", "name": "E", "borders": []string{}}, with: with},
		{at: at + "/0/name", wrong: "", want: at + "/0/name: required", right: "A", with: with},
		{at: at + "/0/borders", wrong: []string{"b", "b"}, want: at + "/0/borders/1: repeated (value=b)", right: []string{"b"}, with: with},
		{at: at + "/0/borders", wrong: []string{"b", "z"}, want: at + "/0/borders/1: no-such-territory (territory=z)", right: []string{"b"}, with: with},
		{at: at + "/0/borders", wrong: []string{"b", "a"}, want: at + "/0/borders/1: no-such-territory (territory=a)", right: []string{"b"}, with: with},
		{at: at + "/0/borders", wrong: []string{"b", "c"}, want: at + "/0/borders/1: borders-one-way (from=a, to=c)", right: []string{"b"}, with: with},
		{at: at + "/0/borders", wrong: []string{}, want: at + "/1/borders/0: borders-one-way (from=b, to=a)", right: []string{"b"}, with: with},
		{at: at + "/0/points", wrong: -1, want: at + "/0/points: outside-range", right: 0, with: with},
		{at: at + "/0/points", wrong: 10_001, want: at + "/0/points: outside-range", right: 10_000, with: with},
		{at: "/board/territoryPoints/by", wrong: "", want: "/board/territoryPoints/by: HR 2: unknown-option (got=, want=[borders_of_play borders_and_links])", right: "borders_and_links", with: with},
		{at: "/board/territoryPoints/paragraph", wrong: "", want: "/board/territoryPoints/paragraph: paragraph-missing", right: "3", with: with},
	})
}

func TestJudgeRegions(t *testing.T) {
	t.Parallel()
	const at = "/board/regions"
	with := []change{island()}
	objectives := func(region string) []object { return []object{{"id": "o", "name": "O", "region": region}} }
	counted := []change{island(), {at + "/0/points", 5}, {at + "/0/paragraph", "2"}, {at + "/1/points", 7}, {at + "/1/paragraph", "2"}, {"/board/regionPoints", nil}}
	part := func(id, within string, territories ...string) object {
		return object{"id": id, "name": "P", "territories": territories, "within": within}
	}
	judge(t, []judged{
		{at: at + "/2", wrong: part("north", "", "a"), want: at + "/2/id: repeated (value=north)", right: part("west", "", "a"), with: with},
		{at: at + "/2", wrong: part("", "", "a"), want: at + "/2/id: required", right: part("x", "", "a"), with: with},
		{at: at + "/0/name", wrong: "", want: at + "/0/name: required", right: "N", with: with},
		{at: at + "/0/territories", wrong: []string{}, want: at + "/0/territories: required", right: []string{"a"}, with: with},
		{at: at + "/0/territories", wrong: []string{"a", "a"}, want: at + "/0/territories/1: repeated (value=a)", right: []string{"a", "d"}, with: with},
		{at: at + "/0/territories", wrong: []string{"a", "z"}, want: at + "/0/territories/1: no-such-territory (territory=z)", right: []string{"a", "c"}, with: with},
		{at: at + "/2", wrong: part("west", "east", "a"), want: at + "/2/within: no-such-region (region=east)", right: part("west", "north", "a"), with: with},
		{at: at + "/2", wrong: part("west", "west", "a"), want: at + "/2/within: no-such-region (region=west)", right: part("west", "north", "a", "b"), with: with},
		{at: at + "/2", wrong: part("west", "north", "a", "c"), want: at + "/2/within: not-within (region=north)", right: part("west", "south", "c"), with: with},
		{at: at + "/0/points", wrong: -1, want: at + "/0/points: HR 2: outside-range", right: 0, with: counted},
		{at: at + "/0/points", wrong: 10_001, want: at + "/0/points: HR 2: outside-range", right: 10_000, with: counted},
		{at: at + "/0/paragraph", wrong: nil, want: at + "/0/paragraph: paragraph-missing", right: "1", with: counted},
		{at: at + "/0/points", wrong: nil, want: "/board/regionPoints/frontier: unknown-option (got=, want=[own_territories territories_beyond]); /board/regionPoints/paragraph: paragraph-missing", right: 1, with: counted},
		{at: "/game/objectives", wrong: objectives("east"), want: "/game/objectives/0/region: no-such-region (region=east)", right: objectives("north"), with: with},
		{at: "/game/objectives", wrong: objectives("a"), want: "/game/objectives/0/region: no-such-region (region=a)", right: objectives(""), with: with},
		{at: at + "/0/armies", wrong: -1, want: at + "/0/armies: too-small (least=0)", right: 0, with: with},
		{at: "/board/regionPoints/frontier", wrong: "all", want: "/board/regionPoints/frontier: HR 2: unknown-option (got=all, want=[own_territories territories_beyond])", right: "territories_beyond", with: with},
	})
}

func TestJudgeRows(t *testing.T) {
	t.Parallel()
	const at = "/board/rows"
	with := []change{island()}
	link := func(from, to string) object { return object{"from": from, "to": to} }
	judge(t, []judged{
		{at: at + "/times", wrong: 0, want: at + "/times: HR 2: outside-range", right: 1, with: with},
		{at: at + "/times", wrong: 1001, want: at + "/times: HR 2: outside-range", right: 1000, with: with},
		{at: at + "/extent", wrong: "", want: at + "/extent: HR 2: unknown-option (got=, want=[whole_row outside_region])", right: "outside_region", with: with},
		{at: at + "/links/1", wrong: link("z", "a"), want: at + "/links/1/from: HR 2: no-such-territory (territory=z)", right: link("c", "a"), with: with},
		{at: at + "/links/1", wrong: link("a", "z"), want: at + "/links/1/to: HR 2: no-such-territory (territory=z)", right: link("a", "c"), with: with},
		{at: at + "/links/1", wrong: link("a", "a"), want: at + "/links/1/to: HR 2: no-such-territory (territory=a)", right: link("b", "d"), with: with},
		{at: at + "/links/1", wrong: link("a", "b"), want: at + "/links/1: HR 2: repeated (value=b)", right: link("d", "b"), with: with},
		{at: at + "/links/1", wrong: link("a", "d"), want: at + "/links/1: HR 2: repeated (value=d)", right: link("a", "c"), with: with},
		{at: at + "/links/1", wrong: link("d", "a"), want: at + "/links/1: HR 2: repeated (value=a)", right: link("c", "a"), with: with},
		{at: at + "/paragraph", wrong: "", want: at + "/paragraph: paragraph-missing", right: "2", with: with},
		{at: at + "/frozen", wrong: "22", want: at + "/frozen: HR 2: no-such-paragraph (paragraph=22)", right: "3", with: with},
	})
	r := decoded(t, house(t, island()))
	for id, want := range map[string]string{"a": "d", "b": "", "c": "", "d": "a"} {
		if got := join(r.Board.Linked(id)); got != want {
			t.Errorf("%s is linked with %q, want %q", id, got, want)
		}
	}
	r.Board.Rows = nil
	if got := r.Board.Linked("a"); got != nil {
		t.Errorf("without rows: linked with %v", got)
	}
}

func join(ids []string) (all string) {
	for _, id := range ids {
		all += id
	}
	return all
}

func TestJudgeArmiesAndCards(t *testing.T) {
	t.Parallel()
	set := func(least, most, cards, armies int) object {
		return object{"sets": []object{{"minHand": least, "maxHand": most, "cards": cards, "armies": armies}}, "paragraph": "2"}
	}
	armies := func(most, times int) object { return object{"max": most, "times": times, "paragraph": "2"} }
	judge(t, []judged{
		{at: "/game/armies", wrong: armies(0, 1), want: "/game/armies/max: HR 2: too-small (least=1)", right: armies(1, 1)},
		{at: "/game/armies", wrong: armies(90, 0), want: "/game/armies/times: HR 2: outside-range", right: armies(90, 1)},
		{at: "/game/armies", wrong: armies(90, 1001), want: "/game/armies/times: HR 2: outside-range", right: armies(90, 1000)},
		{at: "/game/armies", wrong: object{"max": 90, "times": 2, "paragraph": ""}, want: "/game/armies/paragraph: paragraph-missing", right: nil},
		{at: "/game/cards", wrong: set(5, 0, 0, 1), want: "/game/cards/sets/0/cards: HR 2: outside-range", right: set(5, 0, 1, 1)},
		{at: "/game/cards", wrong: set(5, 0, 6, 1), want: "/game/cards/sets/0/cards: HR 2: outside-range", right: set(5, 0, 5, 1)},
		{at: "/game/cards", wrong: set(5, 4, 3, 1), want: "/game/cards/sets/0/maxHand: HR 2: less-than-minimum", right: set(5, 5, 3, 1)},
		{at: "/game/cards", wrong: set(5, 9, 3, -1), want: "/game/cards/sets/0/armies: HR 2: too-small (least=0)", right: set(5, 9, 3, 0)},
		{at: "/game/cards/paragraph", wrong: "", want: "/game/cards/paragraph: paragraph-missing", right: "2", with: []change{{"/game/cards", set(5, 0, 3, 8)}}},
		{
			at: "/game/objectives", wrong: []object{{"id": "o", "name": "O", "region": "east"}}, want: "/game/objectives/0/region: no-such-region (region=east)",
			right: []object{{"id": "o", "name": "O", "region": "south"}}, with: []change{island()},
		},
	})
}

// TestJudgeReadings: an open paragraph is decided at one option of the document, and each
// way to read it can be.
func TestJudgeReadings(t *testing.T) {
	t.Parallel()
	const at = "/readings/X-1"
	options := func(values ...string) []object {
		list := make([]object, len(values))
		for i, value := range values {
			list[i] = object{"value": value, "why": "W"}
		}
		return list
	}
	reading := func(pointer string, values ...string) object {
		return object{"question": "Q", "paragraph": "7", "at": pointer, "options": options(values...)}
	}
	const capped = "/scoring/cap/rule"
	good := reading(capped, "cap_nobody", "cap_all")
	many := make([]string, 21)
	for i := range many {
		many[i] = "cap_" + strconv.Itoa(i)
	}
	judge(t, []judged{
		{at: at, wrong: reading(capped, "cap_nobody"), want: at + "/options: HR 7: too-few (least=2)", right: good},
		{at: at, wrong: reading(capped, append([]string{"cap_nobody"}, many[:20]...)...), want: at + "/options: HR 7: too-many (most=20)", right: good},
		{at: at, wrong: reading(capped, "cap_nobody", "cap_all", "cap_all"), want: at + "/options/2/value: HR 7: repeated (value=cap_all)", right: reading(capped, "cap_all", "cap_nobody", "cap_winner")},
		{at: at, wrong: reading(capped, "cap_all", "cap_winner"), want: at + "/options: HR 7: value-in-force-not-offered (value=cap_nobody)", right: good},
		{at: at, wrong: reading(capped, "cap_nobody", "cap_some"), want: at + "/options/1/value: HR 7: option-not-possible (at=/scoring/cap/rule, value=cap_some)", right: good},
		{at: at, wrong: reading("/scoring/cap", "cap_nobody", "cap_all"), want: at + "/at: HR 7: points-nowhere (at=/scoring/cap)", right: good},
		{at: at, wrong: reading("/scoring/caps/rule", "cap_nobody", "cap_all"), want: at + "/at: HR 7: points-nowhere (at=/scoring/caps/rule)", right: good},
		{at: at, wrong: reading("scoring/cap/rule", "cap_nobody", "cap_all"), want: at + "/at: HR 7: points-nowhere (at=scoring/cap/rule)", right: good},
		{at: at, wrong: reading("", "cap_nobody", "cap_all"), want: at + "/at: HR 7: points-nowhere (at=)", right: good},
		{at: at, wrong: reading("/field/min", "8", "9"), want: at + "/at: HR 7: points-nowhere (at=/field/min)", right: good},
		{at: at, wrong: reading("/name", "House rules", "Rules"), want: at + "/at: HR 7: points-nowhere (at=/name)", right: reading("/game/name", "Towns", "Cities")},
		{at: at, wrong: reading("/texts/0/title", "Towns", "Cities"), want: at + "/at: HR 7: points-nowhere (at=/texts/0/title)", right: reading("/game/variants/0/name", "Towns", "Cities")},
		{at: at, wrong: reading("/standings/1/criteria/0/best", "most", "fewest"), want: at + "/at: HR 7: points-nowhere (at=/standings/1/criteria/0/best)", right: reading("/standings/0/criteria/1/best", "most", "fewest")},
		{at: at, wrong: reading("/standings/-1/name", "Table", "T"), want: at + "/at: HR 7: points-nowhere (at=/standings/-1/name)", right: reading("/standings/0/name", "Table", "T")},
		{at: at, wrong: reading("/standings/0/criteria/0/figure", "wins", "vp"), want: at + "/options/1/value: HR 7: option-not-possible (at=/standings/0/criteria/1/figure, value=vp)", right: reading("/standings/0/criteria/0/figure", "wins", "firsts")},
		{at: at, wrong: reading("/scoring/wins/timeLimit/counts", "0", "0.9"), want: at + "/options/1/value: HR 7: option-not-possible (at=/scoring/wins/timeLimit/paragraph, value=0.9)", right: reading("/scoring/wins/declared/counts", "1", "0.9")},
		{at: at, wrong: reading("/scoring/wins/declared/counts", "1", "much"), want: at + "/options/1/value: HR 7: option-not-possible (at=/scoring/wins/declared/counts, value=much)", right: reading("/scoring/wins/declared/counts", "1", "1/2")},
		{at: at, wrong: object{"question": "Q", "paragraph": "", "at": capped, "options": options("cap_nobody", "cap_all")}, want: at + "/paragraph: paragraph-missing", right: good},
		{at: "/readings/X-2", wrong: good, want: "/readings/X-2/at: HR 7: decided-twice (other=X-1)", right: reading("/standings/0/criteria/0/best", "most", "fewest"), with: []change{{at, good}}},
	})
	named := []change{{"/readings/a~1b", reading("/standings/0/criteria/0/best", "most", "fewest")}}
	r := decoded(t, house(t, named...))
	other, err := r.WithReading("a/b", "fewest")
	if err != nil || other.Standings[0].Criteria[0].Best != rules.Fewest || r.Standings[0].Criteria[0].Best != rules.Most {
		t.Errorf("got %v", err)
	}
	if _, err := r.WithReading("a/b", "least"); err == nil || err.Error() != "/readings/a~1b: HR 7: no-such-option (key=a/b, value=least)" {
		t.Errorf("got %v", err)
	}
	if _, err := r.WithReading("a~b", "most"); err == nil || err.Error() != "/readings/a~0b: HR: no-such-reading (key=a~b)" {
		t.Errorf("got %v", err)
	}
}
