package offline_test

import (
	"encoding/json"
	"strings"
	"testing"

	"referto/internal/league/offline"
	"referto/internal/league/rules"
)

// refusedFor returns the message with which a question is refused; "" if it is answered.
func refusedFor(t *testing.T, question, request string) string {
	t.Helper()
	var reply struct {
		Answer  json.RawMessage
		Refused *struct{ Message string }
	}
	if err := json.Unmarshal(offline.Answer(question, []byte(request)), &reply); err != nil {
		t.Fatal(err)
	}
	switch {
	case reply.Refused == nil:
		return ""
	case reply.Answer != nil:
		t.Errorf("%s: it is answered and refused: %s", question, reply.Answer)
	}
	return reply.Refused.Message
}

// Every question refuses an invalid request, and every question but that of a whole document refuses a request
// without a ruleset.
func TestEveryQuestionRefuses(t *testing.T) {
	t.Parallel()
	for _, question := range offline.Questions() {
		for request, want := range map[string]string{
			"":                             "unexpected end of JSON input",
			"[":                            "unexpected end of JSON input",
			`{"ruleset": `:                 "unexpected end of JSON input",
			`{}`:                           ": invalid-json",
			`{"ruleset": {"flavor": "x"}}`: "/flavor: unknown-field",
		} {
			got := refusedFor(t, question, request)
			if got != want && (question != "checkDraw" || got == "") {
				t.Errorf("%s of %q: %q, want %q", question, request, got, want)
			}
		}
	}
}

// A field of the wrong type is reported with its place.
func TestWrongKindOfField(t *testing.T) {
	t.Parallel()
	cn09 := stored(t, "catan-nazionale-2009", nil)
	for question, field := range map[string]string{"armyLimit": "armies", "cardExchange": "cards", "draw": "round", "event": "facts", "season": "facts", "tablePoints": "table"} {
		got := refusedFor(t, question, `{"ruleset": `+cn09+`, "`+field+`": "many"}`)
		if !strings.HasPrefix(got, "json: cannot unmarshal string into Go struct field ") || !strings.Contains(got, "."+field+" of type") {
			t.Errorf("%s: %q", question, got)
		}
	}
}

// twoEvents returns facts of a season with two events, by the rulesets with these names.
func twoEvents(first, second string) string {
	event := func(id, ruleset string) string {
		return `{"id": "00000000-0000-0000-0000-00000000000` + id + `", "circuit": "open", "day": "2009-05-0` + id + `", "announced": "2009-04-01", "ruleset": "` + ruleset + `"}`
	}
	return `"facts": {"period": {"from": "2009-02-01", "to": "2009-12-31", "finalsBy": "2010-02-14"}, "events": [` + event("1", first) + `, ` + event("2", second) + `]}`
}

// CN09 1.8: with several rulesets each event is judged by the one that it names, or by the season's ruleset if
// it names none.
func TestRulesetOfEachEvent(t *testing.T) {
	t.Parallel()
	cn09 := stored(t, "catan-nazionale-2009", nil)
	of := func(least int) string {
		return stored(t, "catan-nazionale-2009", func(r *rules.Ruleset) {
			r.Season.Tiers = append([]rules.Tier(nil), r.Season.Tiers...)
			r.Season.Tiers[2].Least = least
		})
	}
	others := `, "rulesets": {"small": {"ruleset": ` + of(3) + `}, "large": {"ruleset": ` + of(30) + `}, "middle": {"ruleset": ` + of(20) + `}}, `
	type state struct {
		Events []struct{ Least int }
	}
	for _, tt := range []struct {
		first, second string
		want          [2]int
	}{{"", "", [2]int{16, 16}}, {"small", "large", [2]int{3, 30}}, {"large", "small", [2]int{30, 3}}, {"middle", "", [2]int{20, 16}}, {"", "middle", [2]int{16, 20}}} {
		s := answered[state](t, "season", `{"ruleset": `+cn09+others+twoEvents(tt.first, tt.second)+`}`)
		if len(s.Events) != 2 || s.Events[0].Least != tt.want[0] || s.Events[1].Least != tt.want[1] {
			t.Errorf("CN09 1.8/%q and %q: %+v, want %v", tt.first, tt.second, s.Events, tt.want)
		}
	}
	for _, names := range [][2]string{{"small", "none"}, {"none", "small"}} {
		if got := refusedFor(t, "season", `{"ruleset": `+cn09+others+twoEvents(names[0], names[1])+`}`); got != "no such ruleset: none" {
			t.Errorf("%v: %q", names, got)
		}
	}
}

// A reading given for one of a season's rulesets applies to that ruleset, and a reading that it does not offer
// is refused.
func TestReadingsOfARulesetOfASeason(t *testing.T) {
	t.Parallel()
	cn09 := stored(t, "catan-nazionale-2009", nil)
	got := refusedFor(t, "season", `{"ruleset": `+cn09+`, "rulesets": {"a": {"ruleset": `+cn09+`}, "b": {"ruleset": `+cn09+`, "readings": {"A002-1": "x"}}}, `+twoEvents("a", "a")+`}`)
	if got != "/readings/A002-1: CN09 4.7: no-such-option (key=A002-1, value=x)" {
		t.Error(got)
	}
}

// A round that has not been drawn has no draw.
func TestDrawOfARoundToCome(t *testing.T) {
	t.Parallel()
	for number, want := range map[string]string{"0": "draw of round 0: not found", "1": "", "2": "draw of round 2: not found", "-1": "draw of round -1: not found"} {
		if got := refusedFor(t, "draw", strings.TrimSuffix(eventOf(t, round), "}")+`, "round": `+number+`}`); got != want {
			t.Errorf("of round %s: %q, want %q", number, got, want)
		}
	}
}
