package rules_test

import "testing"

func TestJudgeTime(t *testing.T) {
	t.Parallel()
	phase := func(names ...string) []object {
		list := make([]object, len(names))
		for i, name := range names {
			list[i] = object{"phase": name, "paragraph": "2"}
		}
		return list
	}
	limited := object{"limit": "always", "phases": phase("last-lap"), "minutes": object{"base": 90}, "paragraph": "2"}
	with := []change{{"/time", limited}}
	judge(t, []judged{
		{at: "/time/limit", wrong: "", want: "/time/limit: unknown-option (got=, want=[none optional always]); /time/phases: required; /time/paragraph: paragraph-missing", right: "none"},
		{at: "/time/limit", wrong: "none", want: "/time/phases: HR 2: of-no-use", right: "optional", with: with},
		{at: "/time/phases", wrong: nil, want: "/time/phases: HR 2: required", right: phase("counting"), with: with},
		{at: "/time/phases", wrong: phase("last-turn", "last-turn"), want: "/time/phases/1/phase: HR 2: repeated (value=last-turn)", right: phase("last-turn", "even-turns"), with: with},
		{at: "/time/phases", wrong: phase("first-lap"), want: "/time/phases/0/phase: HR 2: unknown-option (got=first-lap, want=[last-turn even-turns third-last-lap last-lap extra-turns counting])", right: phase("third-last-lap", "extra-turns"), with: with},
		{at: "/time/phases/0/paragraph", wrong: "", want: "/time/phases/0/paragraph: paragraph-missing", right: "3", with: with},
		{at: "/time/minutes", wrong: object{"towns": 90}, want: "/time/minutes/towns: HR 2: no-such-variant (variant=towns)", right: object{"base": 90}, with: with},
		{at: "/time/minutes", wrong: object{"": 90}, want: "/time/minutes/: HR 2: no-such-variant (variant=)", right: object{}, with: with},
		{at: "/time/minutes/base", wrong: 0, want: "/time/minutes/base: HR 2: too-small (least=1)", right: 1, with: with},
		{at: "/time/turnMinutes", wrong: -1, want: "/time/turnMinutes: HR 2: too-small (least=0)", right: 0, with: with},
		{at: "/time/turnMinutes", wrong: 1, want: "/time/paragraph: paragraph-missing", right: 0},
		{at: "/time/paragraph", wrong: "", want: "/time/paragraph: paragraph-missing", right: "2", with: with},
		{at: "/time/paragraph", wrong: "22", want: "/time/paragraph: no-such-paragraph (paragraph=22)", right: ""},
	})
}

func TestJudgePeople(t *testing.T) {
	t.Parallel()
	barred := func(reasons ...string) []object {
		list := make([]object, len(reasons))
		for i, reason := range reasons {
			list[i] = object{"reason": reason, "paragraph": "3"}
		}
		return list
	}
	offense := func(code string) []object { return []object{{"code": code, "name": "O", "paragraph": "3"}} }
	const discipline = "/discipline"
	judge(t, []judged{
		{at: "/officials", wrong: object{"entrantsPerReferee": -1, "paragraph": "3"}, want: "/officials/entrantsPerReferee: HR 3: too-small (least=0)", right: object{"entrantsPerReferee": 0, "paragraph": "3"}},
		{at: "/officials", wrong: object{"entrantsPerReferee": 1, "paragraph": ""}, want: "/officials/paragraph: paragraph-missing", right: object{"paragraph": ""}},
		{at: "/fee", wrong: object{"afterOpening": "", "paragraph": "3"}, want: "/fee/afterOpening: HR 3: unknown-option (got=, want=[refused noted])", right: object{"afterOpening": "noted", "paragraph": "3"}},
		{at: "/fee", wrong: object{"afterOpening": "refused", "paragraph": ""}, want: "/fee/paragraph: paragraph-missing", right: nil},
		{at: "/eligibility", wrong: barred("banned", "banned"), want: "/eligibility/1/reason: HR 3: repeated (value=banned)", right: barred("banned", "referee-of-event")},
		{at: "/eligibility", wrong: barred("expelled"), want: "/eligibility/0/reason: HR 3: unknown-option (got=expelled, want=[referee-of-event already-qualified employee-of-publisher banned])", right: barred("already-qualified", "employee-of-publisher")},
		{at: "/eligibility", wrong: []object{{"reason": "banned", "paragraph": ""}}, want: "/eligibility/0/paragraph: paragraph-missing", right: []object{}},
		{at: discipline + "/warning", wrong: object{"expelsAt": -1, "paragraph": "3"}, want: discipline + "/warning/expelsAt: HR 3: too-small (least=0)", right: object{"expelsAt": 0, "paragraph": "3"}},
		{at: discipline + "/warning", wrong: object{"expelsAt": 1, "paragraph": ""}, want: discipline + "/warning/paragraph: paragraph-missing", right: object{"paragraph": ""}},
		{at: discipline + "/expulsion", wrong: object{"needsConfirmation": true, "paragraph": ""}, want: discipline + "/expulsion/paragraph: paragraph-missing", right: object{"needsConfirmation": true, "paragraph": "3"}},
		{at: discipline + "/expulsion", wrong: object{"until": "first-round", "paragraph": ""}, want: discipline + "/expulsion/until: unknown-option (got=first-round, want=[ last-round])", right: object{"until": "last-round", "paragraph": ""}},
		{at: discipline + "/expulsion", wrong: object{"reportedTo": "judge", "paragraph": "3"}, want: discipline + "/expulsion/reportParagraph: HR 3: paragraph-missing", right: object{"reportedTo": "judge", "paragraph": "3", "reportParagraph": "4"}},
		{at: discipline + "/expulsion", wrong: object{"paragraph": "", "reportParagraph": "99"}, want: discipline + "/expulsion/reportParagraph: no-such-paragraph (paragraph=99)", right: object{"paragraph": "", "reportParagraph": "4"}},
		{at: discipline + "/offenses", wrong: offense("Lying"), want: discipline + "/offenses/0/code: HR 3: not-lower-kebab", right: offense("lying")},
		{at: discipline + "/offenses", wrong: offense(""), want: discipline + "/offenses/0/code: HR 3: required", right: offense("no")},
		{at: discipline + "/offenses", wrong: offense("a"), want: discipline + "/offenses/0/code: HR 3: text-too-short (least=2)", right: offense("ab")},
		{at: discipline + "/offenses", wrong: offense(long(41)), want: discipline + "/offenses/0/code: HR 3: text-too-long (most=40)", right: offense(long(40))},
		{at: discipline + "/offenses", wrong: append(offense("lying"), offense("lying")...), want: discipline + "/offenses/1/code: HR 3: repeated (value=lying)", right: append(offense("lying"), offense("cheating")...)},
		{at: discipline + "/offenses/0/points", wrong: "-10000", want: discipline + "/offenses/0/points: HR 3: outside-range (max=9999, min=-9999)", right: "-9999", with: []change{{discipline + "/offenses", offense("lying")}}},
		{at: discipline + "/offenses/0/points", wrong: "9999.5", want: discipline + "/offenses/0/points: HR 3: outside-range (max=9999, min=-9999)", right: "9999", with: []change{{discipline + "/offenses", offense("lying")}}},
		{at: discipline + "/offenses/0/paragraph", wrong: "", want: discipline + "/offenses/0/paragraph: paragraph-missing", right: "5", with: []change{{discipline + "/offenses", offense("lying")}}},
	})
}

func TestJudgeLeaving(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ member, want, right string }{
		{"withdrawn", "[ kept excluded]", "kept"},
		{"disqualified", "[ kept excluded]", "excluded"},
		{"finalPlace", "[ last none]", "none"},
		{"ban", "[ future-events]", "future-events"},
		{"untilDecided", "[ barred plays]", "plays"},
	} {
		judge(t, []judged{{
			at: "/leaving/" + tt.member, wrong: "perhaps", want: "/leaving/" + tt.member + ": HR 3: unknown-option (got=perhaps, want=" + tt.want + ")",
			right: tt.right, with: []change{{"/leaving", object{"paragraph": "3"}}},
		}})
	}
	judge(t, []judged{
		{at: "/leaving", wrong: object{"gameOnly": true}, want: "/leaving/paragraph: paragraph-missing", right: object{"gameOnly": true, "paragraph": "3"}},
		{at: "/leaving", wrong: object{"paragraph": "33"}, want: "/leaving/paragraph: no-such-paragraph (paragraph=33)", right: object{}},
		{at: "/attendance", wrong: object{"grace": -1, "paragraph": "3"}, want: "/attendance/grace: HR 3: too-small (least=0)", right: object{"grace": 0, "paragraph": "3"}},
		{at: "/attendance", wrong: object{"grace": 5, "cardsForgone": -1, "paragraph": "3"}, want: "/attendance/cardsForgone: HR 3: too-small (least=0)", right: object{"grace": 5, "paragraph": "3"}},
		{at: "/attendance", wrong: object{"grace": 5, "paragraph": ""}, want: "/attendance/paragraph: paragraph-missing", right: nil},
	})
}

func TestJudgeAwards(t *testing.T) {
	t.Parallel()
	award := func(more object) []object {
		a := object{"id": "cup", "name": "Cup", "paragraph": "9"}
		for name, value := range more {
			a[name] = value
		}
		return []object{a}
	}
	best := func(more object) []object {
		all := award(object{"to": "best-other", "standings": "table", "games": "with_final"})
		for name, value := range more {
			all[0][name] = value
		}
		return all
	}
	winner := award(object{"to": "winner"})
	const at = "/awards"
	judge(t, []judged{
		{at: at, wrong: append(award(object{"to": "winner"}), winner...), want: at + "/1/id: HR 9: repeated (value=cup)", right: append(award(object{"id": "jug", "to": "winner"}), winner...)},
		{at: at, wrong: award(object{"id": "", "to": "winner"}), want: at + "/0/id: HR 9: required", right: winner},
		{at: at, wrong: award(object{"to": "last"}), want: at + "/0/to: HR 9: unknown-option (got=last, want=[winner best-other])", right: winner},
		{at: at, wrong: award(object{"to": "winner", "standings": "table"}), want: at + "/0/standings: HR 9: of-no-use", right: winner},
		{at: at, wrong: award(object{"to": "winner", "games": "two_rounds"}), want: at + "/0/games: HR 9: of-no-use", right: winner},
		{at: at, wrong: award(object{"to": "winner", "finalLeavers": "kept"}), want: at + "/0/finalLeavers: HR 9: of-no-use", right: winner},
		{at: at, wrong: best(object{"standings": ""}), want: at + "/0/standings: HR 9: no-such-standings (id=)", right: best(nil)},
		{at: at, wrong: best(object{"games": ""}), want: at + "/0/games: HR 9: unknown-option (got=, want=[two_rounds with_final])", right: best(object{"games": "two_rounds"})},
		{at: at, wrong: best(object{"finalLeavers": "gone"}), want: at + "/0/finalLeavers: HR 9: unknown-option (got=gone, want=[ kept struck])", right: best(object{"finalLeavers": "struck"})},
		{at: at, wrong: best(object{"paragraph": ""}), want: at + "/0/paragraph: paragraph-missing", right: best(object{"finalLeavers": "kept"})},
	})
}

func TestJudgeScoreLine(t *testing.T) {
	t.Parallel()
	line := func(figures ...string) object { return object{"figures": figures, "paragraph": "8"} }
	const at = "/scoreLine"
	judge(t, []judged{
		{at: at, wrong: object{"figures": []string{}, "paragraph": "8"}, want: at + "/figures: HR 8: required", right: line("tournaments")},
		{at: at, wrong: line("vp", "roads", "vp"), want: at + "/figures/2: HR 8: repeated (value=vp)", right: line("vp", "roads", "wins")},
		{at: at, wrong: line("start"), want: at + "/figures/0: HR 8: no-such-figure (figure=start)", right: line("share")},
		{at: at, wrong: line("lot"), want: at + "/figures/0: HR 8: no-such-figure (figure=lot)", right: line("points")},
		{at: at, wrong: line("wins", "ships"), want: at + "/figures/1: HR 8: no-such-figure (figure=ships)", right: line("wins", "firsts", "seconds", "thirds")},
		{at: at + "/paragraph", wrong: "", want: at + "/paragraph: paragraph-missing", right: "8", with: []change{{at, line("vp")}}},
	})
}

func TestJudgeAppearance(t *testing.T) {
	t.Parallel()
	bar := func(member string, value any) []any {
		out := object{"lapses": []any{"no-show"}, "count": 3, "within": 12, "months": 6, "paragraph": "3"}
		if member != "" {
			out[member] = value
		}
		return []any{out}
	}
	with := []change{{"/appearance", object{"paragraph": "3"}}}
	bars := func(member string, wrong any, want string, right any) judged {
		return judged{at: "/appearance/bars", wrong: bar(member, wrong), want: "/appearance/bars/0" + want, right: bar(member, right), with: with}
	}
	judge(t, []judged{
		{at: "/appearance", wrong: object{"paragraph": ""}, want: "/appearance/paragraph: paragraph-missing", right: nil},
		{at: "/appearance/inTime", wrong: "soon", want: "/appearance/inTime: HR 3: unknown-option (got=soon, want=[ day-before start hours])", right: "start", with: with},
		{at: "/appearance", wrong: object{"inTime": "hours", "paragraph": "3"}, want: "/appearance/hours: HR 3: outside-range (max=1440, min=1)", right: object{"inTime": "hours", "hours": 1, "paragraph": "3"}},
		{at: "/appearance", wrong: object{"inTime": "hours", "hours": 1441, "paragraph": "3"}, want: "/appearance/hours: HR 3: outside-range (max=1440, min=1)", right: object{"inTime": "hours", "hours": 1440, "paragraph": "3"}},
		{at: "/appearance", wrong: object{"inTime": "start", "hours": 2, "paragraph": "3"}, want: "/appearance/hours: HR 3: of-no-use", right: object{"inTime": "start", "paragraph": "3"}},
		bars("lapses", []any{}, "/lapses: HR 3: required", []any{"left"}),
		bars("lapses", []any{"late"}, "/lapses/0: HR 3: unknown-option (got=late, want=[no-show late-cancellation left])", []any{"late-cancellation"}),
		bars("lapses", []any{"left", "left"}, "/lapses/1: HR 3: repeated (value=left)", []any{"left", "no-show"}),
		bars("count", 0, "/count: HR 3: outside-range (max=100, min=1)", 1),
		bars("count", 101, "/count: HR 3: outside-range (max=100, min=1)", 100),
		bars("within", 0, "/within: HR 3: outside-range (max=120, min=1)", 120),
		bars("months", 121, "/months: HR 3: outside-range (max=120, min=1)", 120),
		bars("paragraph", "33", "/paragraph: no-such-paragraph (paragraph=33)", "3"),
	})
}
