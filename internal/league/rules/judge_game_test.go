package rules_test

import (
	"strconv"
	"strings"
	"testing"
)

// texted are nine paragraphs.
func texted() []object {
	all := make([]object, 9)
	for i := range all {
		all[i] = object{"paragraph": strconv.Itoa(i + 1), "title": "T", "kind": "text", "body": "B"}
	}
	return all
}

func long(n int) string { return strings.Repeat("a", n) }

func TestJudgeHead(t *testing.T) {
	t.Parallel()
	computed := texted()
	computed[0]["kind"] = "computed"
	where := texted()
	where[0]["where"] = "rules"
	both := texted()
	both[0]["kind"], both[0]["where"] = "computed", "rules"
	twice := texted()
	twice[8]["paragraph"] = "8"
	judge(t, []judged{
		{at: "/id", wrong: "", want: "/id: not-lower-kebab", right: "ab"},
		{at: "/id", wrong: "House", want: "/id: not-lower-kebab", right: "house"},
		{at: "/id", wrong: "house--rules", want: "/id: not-lower-kebab", right: "house-2"},
		{at: "/id", wrong: "a", want: "/id: text-too-short (least=2)", right: "aa"},
		{at: "/id", wrong: long(61), want: "/id: text-too-long (most=60)", right: long(60)},
		{at: "/code", wrong: "", want: "/code: required", right: "H"},
		{at: "/code", wrong: long(21), want: "/code: text-too-long (most=20)", right: long(20)},
		{at: "/name", wrong: "", want: "/name: required", right: "H"},
		{at: "/name", wrong: strings.Repeat("ж", 201), want: "/name: text-too-long (most=200)", right: strings.Repeat("ж", 200)},
		{at: "/language", wrong: "", want: "/language: required", right: "bg"},
		{at: "/texts", wrong: twice, want: "/elimination/final/paragraph: no-such-paragraph (paragraph=9); /elimination/semifinal/paragraph: no-such-paragraph (paragraph=9); " +
			"/elimination/semifinal/callUp/paragraph: no-such-paragraph (paragraph=9); /texts/8/paragraph: HR 8: repeated (value=8)", right: texted()},
		{at: "/texts", wrong: computed, want: "/texts/0/where: HR 1: where-belongs-to-computed", right: both},
		{at: "/texts", wrong: where, want: "/texts/0/where: HR 1: where-belongs-to-computed", right: texted()},
		{at: "/texts/0/kind", wrong: "notice", want: "/texts/0/kind: HR 1: unknown-option (got=notice, want=[computed text])", right: "text"},
		{
			at: "/texts/9", wrong: object{"paragraph": "", "title": "", "kind": "text", "body": ""}, want: "/texts/9/paragraph: required",
			right: object{"paragraph": "10", "title": "", "kind": "text", "body": ""},
		},
		{
			at: "/texts/9", wrong: object{"paragraph": long(21), "title": "", "kind": "text", "body": ""}, want: "/texts/9/paragraph: HR " + long(21) + ": text-too-long (most=20)",
			right: object{"paragraph": long(20), "title": "", "kind": "text", "body": ""},
		},
	})
}

func TestJudgeGame(t *testing.T) {
	t.Parallel()
	variant := func(id string, target, least, most int) object {
		return object{"id": id, "name": "V", "target": target, "vp": object{"min": least, "max": most}, "paragraph": "1"}
	}
	figure := func(id string, least, most int) object {
		return object{"id": id, "name": "F", "range": object{"min": least, "max": most}, "paragraph": "2"}
	}
	var many, most []object
	for i := range 21 {
		many = append(many, figure("f"+strconv.Itoa(i), 0, 1))
	}
	most = many[:20]
	judge(t, []judged{
		{at: "/game/name", wrong: "", want: "/game/name: required", right: "T"},
		{at: "/game/variants", wrong: []object{}, want: "/game/variants: required", right: []object{variant("a", 10, 2, 12)}},
		{at: "/game/variants/1", wrong: variant("base", 10, 2, 12), want: "/game/variants/1/id: HR 1: repeated (value=base)", right: variant("other", 10, 2, 12)},
		{at: "/game/variants/1", wrong: variant("", 10, 2, 12), want: "/game/variants/1/id: HR 1: required", right: variant("x", 10, 2, 12)},
		{at: "/game/variants/1", wrong: variant(long(41), 10, 2, 12), want: "/game/variants/1/id: HR 1: text-too-long (most=40)", right: variant(long(40), 10, 2, 12)},
		{at: "/game/variants/0/target", wrong: 2, want: "/game/variants/0/target: HR 1: outside-range", right: 3},
		{at: "/game/variants/0/target", wrong: 13, want: "/game/variants/0/target: HR 1: outside-range", right: 12},
		{at: "/game/variants/0/vp", wrong: object{"min": 12, "max": 11}, want: "/game/variants/0/vp: HR 1: empty-range; /game/variants/0/target: HR 1: outside-range", right: object{"min": 9, "max": 10}},
		{at: "/game/variants/0/vp/max", wrong: 100_001, want: "/game/variants/0/vp/max: HR 1: outside-range (max=100000, min=-100000)", right: 100_000},
		{at: "/game/variants/0/vp/min", wrong: -100_001, want: "/game/variants/0/vp/min: HR 1: outside-range (max=100000, min=-100000)", right: -100_000},
		{at: "/game/variants/0/paragraph", wrong: "", want: "/game/variants/0/paragraph: paragraph-missing", right: "9"},
		{at: "/game/variants/0/paragraph", wrong: "10", want: "/game/variants/0/paragraph: no-such-paragraph (paragraph=10)", right: "8"},
		{at: "/game/variants/0/announced", wrong: object{"min": 2, "max": 12}, want: "/game/variants/0/announced: HR 1: outside-range", right: object{"min": 3, "max": 12}},
		{at: "/game/variants/0/announced", wrong: object{"min": 8, "max": 13}, want: "/game/variants/0/announced: HR 1: outside-range", right: object{"min": 8, "max": 12}},
		{at: "/game/variants/0/announced", wrong: object{"min": 11, "max": 12}, want: "/game/variants/0/announced: HR 1: outside-range", right: object{"min": 10, "max": 12}},
		{at: "/game/variants/0/announced", wrong: object{"min": 8, "max": 9}, want: "/game/variants/0/announced: HR 1: outside-range", right: object{"min": 8, "max": 10}},
		{at: "/game/declaration/paragraph", wrong: "", want: "/game/declaration/paragraph: paragraph-missing", right: "1"},
		{at: "/game/figures/1", wrong: figure("roads", 0, 1), want: "/game/figures/1/id: HR 2: repeated (value=roads)", right: figure("road", 0, 1)},
		{at: "/game/figures/1", wrong: figure("", 0, 1), want: "/game/figures/1/id: HR 2: required", right: figure("r", 0, 1)},
		{at: "/game/figures/1", wrong: figure("points", 0, 1), want: "/game/figures/1/id: HR 2: reserved (value=points)", right: figure("point", 0, 1)},
		{at: "/game/figures/1", wrong: figure("earlier-rank", 0, 1), want: "/game/figures/1/id: HR 2: reserved (value=earlier-rank)", right: figure("earlier_rank", 0, 1)},
		{at: "/game/figures/1", wrong: figure("ships", 2, 1), want: "/game/figures/1/range: HR 2: empty-range", right: figure("ships", 1, 1)},
		{at: "/game/figures/1", wrong: figure("ships", -100_001, 1), want: "/game/figures/1/range/min: HR 2: outside-range (max=100000, min=-100000)", right: figure("ships", -100_000, 1)},
		{at: "/game/figures/1", wrong: figure(long(41), 0, 1), want: "/game/figures/1/id: HR 2: text-too-long (most=40)", right: figure(long(40), 0, 1)},
		{at: "/game/figures/0/onePerTable", wrong: true, want: "/game/figures/0/range/min: HR 2: one-has-it-others-not", right: false, with: []change{{"/game/figures/0/range/min", 1}}},
		{at: "/game/figures/0/range/min", wrong: 1, want: "/game/figures/0/range/min: HR 2: one-has-it-others-not", right: 0, with: []change{{"/game/figures/0/onePerTable", true}}},
		{at: "/game/figures/0/tableSizes", wrong: []int{3, 5}, want: "/game/figures/0/tableSizes/1: HR 2: table-size-not-allowed", right: []int{3}},
		{at: "/game/figures/0/paragraph", wrong: "", want: "/game/figures/0/paragraph: paragraph-missing", right: "2"},
		{at: "/game/figures", wrong: many, want: "/game/figures: too-many (most=20)", right: most},
		{at: "/game/figures/0/tableSizes", wrong: []int{4}, want: "/game/figures: too-many (most=20)", right: []int{3}, with: []change{
			{"/game/figures", many}, {"/game/figures/20/tableSizes", []int{4}},
		}},
	})
}

func TestJudgeSums(t *testing.T) {
	t.Parallel()
	sum := func(id string, terms ...object) object {
		return object{"id": id, "name": "S", "terms": terms, "paragraph": "2"}
	}
	term := func(figure string, times int) object { return object{"figure": figure, "times": times} }
	const at = "/game/sums"
	judge(t, []judged{
		{at: at, wrong: []object{sum("")}, want: "/game/sums/0/id: HR 2: required; /game/sums/0/terms: HR 2: required", right: []object{sum("all", term("vp", 1))}},
		{at: at, wrong: []object{sum("a", term("vp", 1)), sum("a", term("vp", 1))}, want: "/game/sums/1/id: HR 2: repeated (value=a)", right: []object{sum("a", term("vp", 1)), sum("b", term("vp", 1))}},
		{at: at, wrong: []object{sum("roads", term("vp", 1))}, want: "/game/sums/0/id: HR 2: reserved (value=roads)", right: []object{sum("two-roads", term("vp", 1))}},
		{at: at, wrong: []object{sum("lot", term("vp", 1))}, want: "/game/sums/0/id: HR 2: reserved (value=lot)", right: []object{sum("lots", term("vp", 1))}},
		{at: at, wrong: []object{sum("a", term("roads", 0))}, want: "/game/sums/0/terms/0/times: HR 2: outside-range", right: []object{sum("a", term("roads", -1))}},
		{at: at, wrong: []object{sum("a", term("roads", 1001))}, want: "/game/sums/0/terms/0/times: HR 2: outside-range", right: []object{sum("a", term("roads", 1000))}},
		{at: at, wrong: []object{sum("a", term("roads", -1001))}, want: "/game/sums/0/terms/0/times: HR 2: outside-range", right: []object{sum("a", term("roads", -1000))}},
		{at: at, wrong: []object{sum("a", term("vp", 1), term("wins", 1))}, want: "/game/sums/0/terms/1/figure: HR 2: no-such-figure (figure=wins)", right: []object{sum("a", term("vp", 1), term("roads", 1))}},
		{at: at, wrong: []object{sum("a", term("vp", 1)), sum("b", term("a", 1))}, want: "/game/sums/1/terms/0/figure: HR 2: sum-of-sums (figure=a)", right: []object{sum("a", term("vp", 1)), sum("b", term("roads", 1))}},
		{at: at, wrong: []object{sum("a", term("a", 1))}, want: "/game/sums/0/terms/0/figure: HR 2: sum-of-sums (figure=a)", right: []object{sum("a", term("vp", 2))}},
		{at: at + "/0/paragraph", wrong: "", want: "/game/sums/0/paragraph: paragraph-missing", right: "1", with: []change{{at, []object{sum("a", term("vp", 1))}}}},
	})
}
