package offline_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/offline"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// stored returns the document of a preset, as the server serves it.
func stored(t *testing.T, id string, change func(*rules.Ruleset)) string {
	t.Helper()
	r, err := presets.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		own, part := *r, *r.Season
		own.Season = &part
		change(&own)
		r = &own
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// answered decodes the answer to a question.
func answered[T any](t *testing.T, question, request string) (out T) {
	t.Helper()
	var reply struct {
		Answer  T
		Refused *struct{ Message string }
	}
	if err := json.Unmarshal(offline.Answer(question, []byte(request)), &reply); err != nil || reply.Refused != nil {
		t.Fatalf("%s: %v %+v", question, err, reply.Refused)
	}
	return reply.Answer
}

// The questions that a device can ask, by the names that its programs call.
func TestQuestions(t *testing.T) {
	t.Parallel()
	if got := strings.Join(offline.Questions(), " "); got != "armyLimit cardExchange checkDraw draw event season tablePoints" {
		t.Error(got)
	}
}

// The printed examples of SQ00, asked without a server.
func TestAtTheTable(t *testing.T) {
	t.Parallel()
	sq00 := `"ruleset": ` + stored(t, "risiko-squadre-2000", nil)
	for _, tt := range []struct{ rule, question, request, want string }{
		{
			"SQ00 base 5 of 160 tanks 20 go and 140 is the limit", "armyLimit", `{` + sq00 + `, "armies": 160}`,
			`{"answer":{"remove":20,"limit":140,"grounds":{"code":"SQ00","paragraph":"base 5","reason":"armies-too-many","params":{"excess":"10","limit":"140","remove":"20","times":"2"}}}}`,
		},
		{
			"SQ00 base 5 none is said to be none", "armyLimit", `{` + sq00 + `}`,
			`{"answer":{"remove":0,"limit":150,"grounds":{"code":"SQ00","paragraph":"base 5","reason":"armies-within-limit","params":{"limit":"150"}}}}`,
		},
		{
			"SQ00 base 12 three cards get eight armies", "cardExchange", `{` + sq00 + `, "cards": 3}`,
			`{"answer":{"exchanges":[{"cards":3,"armies":8,"grounds":{"code":"SQ00","paragraph":"base 12","reason":"cards-exchanged","params":{"armies":"8","cards":"3","hand":"3"}}}],"armies":8,"left":0}}`,
		},
		{
			"SQ00 base 13 Argentina has two borders", "tablePoints", `{` + sq00 + `, "table": {"size": 4, "players": [{"territories": ["argentina"]}]}}`,
			`{"answer":[{"terms":[{"territory":"argentina","points":2,"grounds":{"code":"SQ00","paragraph":"base 13","reason":"territory-by-borders","params":{"points":"2","territory":"Argentina"}}}],"sum":2,"points":2}]}`,
		},
		{
			"SQ00 base 13 by another reading", "tablePoints", `{` + sq00 + `, "readings": {"C004-1": "borders_and_links"}, "table": {"size": 4, "players": [{"territories": ["peru"]}]}}`,
			`{"answer":[{"terms":[{"territory":"peru","points":4,"grounds":{"code":"SQ00","paragraph":"base 13","reason":"territory-by-borders","params":{"points":"4","territory":"Perù"}}}],"sum":4,"points":4}]}`,
		},
		{
			"what cannot be on one table", "tablePoints", `{` + sq00 + `, "table": {"size": 4, "players": [{"territories": ["atlantide"]}]}}`,
			`{"refused":{"faults":[{"pointer":"/players/0/territories/0","code":"SQ00","reason":"no-such-territory","params":{"territory":"atlantide"}}],"message":"/players/0/territories/0: SQ00: no-such-territory (territory=atlantide)"}}`,
		},
		{"no JSON", "cardExchange", `{"cards": "three"}`, `{"refused":{"message":"json: cannot unmarshal string into Go struct field tableRequest.cards of type int"}}`},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, string(offline.Answer(tt.question, []byte(tt.request)))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The ids of the people of a season in these tests.
const anna, bea, cleo = "00000000-0000-0000-0000-00000000000a", "00000000-0000-0000-0000-00000000000b", "00000000-0000-0000-0000-00000000000c"

// seasonOf returns a request for a season with an open event of three players. The winner cannot come to the
// national final. The event has a ruleset of its own if one is named.
func seasonOf(t *testing.T, ruleset, others, named string) string {
	t.Helper()
	return `{"ruleset": ` + ruleset + others + `, "facts": {
		"period": {"from": "2009-02-01", "to": "2009-12-31", "finalsBy": "2010-02-14"},
		"unavailable": [{"player": "` + anna + `", "to": "national-final", "at": "2010-01-10T10:00:00Z"}],
		"events": [{"id": "00000000-0000-0000-0000-000000000001", "circuit": "open", "day": "2009-05-03", "announced": "2009-04-01", "ranking": ["` + anna + `", "` + bea + `", "` + cleo + `"],
			"entrants": [{"player": "` + anna + `", "played": true}, {"player": "` + bea + `", "played": true}, {"player": "` + cleo + `", "played": true}]` + named + `}]}}`
}

// A season is derived without a server: the holders of its places, and the ruleset that applies to an event.
func TestSeason(t *testing.T) {
	t.Parallel()
	type state struct {
		Events []struct {
			Standing string
			Tier     struct{ ID string }
			Least    int
		}
		Places []struct {
			Holder, State string
			Substitute    bool
			Steps         []struct{ Kind, Reason string }
		}
	}
	cn09 := stored(t, "catan-nazionale-2009", nil)
	s := answered[state](t, "season", seasonOf(t, cn09, "", ""))
	if e := s.Events[0]; e.Tier.ID != "open" || e.Least != 16 || e.Standing != "provisional" {
		t.Errorf("CN09 1.8 got %+v", e)
	}
	p := s.Places[0]
	if p.Holder != bea || !p.Substitute || p.State != "held" {
		t.Errorf("CN09 1.9 the second has the place: %+v", p)
	}
	var steps []string
	for _, step := range p.Steps {
		steps = append(steps, step.Kind+" "+step.Reason)
	}
	if got := strings.Join(steps, ", "); got != "won place-won, declined cannot-come, stepped-in steps-in" {
		t.Errorf("CN09 1.9 %s", got)
	}
	small := stored(t, "catan-nazionale-2009", func(r *rules.Ruleset) {
		r.Season.Tiers = append([]rules.Tier(nil), r.Season.Tiers...)
		r.Season.Tiers[2].Least = 3
	})
	s = answered[state](t, "season", seasonOf(t, cn09, `, "rulesets": {"small": {"ruleset": `+small+`}}`, `, "ruleset": "small"`))
	if e := s.Events[0]; e.Least != 3 {
		t.Errorf("CN09 1.8 by its own ruleset it is valid from %d", e.Least)
	}
	s = answered[state](t, "season", `{"ruleset": `+cn09+`}`)
	if len(s.Events) != 0 || len(s.Places) != 0 {
		t.Errorf("of a season without facts: %+v", s)
	}
}

// The rulesets of a season's events are checked like the season's ruleset.
func TestRulesetsOfASeason(t *testing.T) {
	t.Parallel()
	cn09, fg14 := stored(t, "catan-nazionale-2009", nil), stored(t, "firenzegioca-2014", nil)
	for others, want := range map[string]string{
		`, "rulesets": {"x": {"ruleset": ` + fg14 + `}}`: `{"refused":{"message":"the ruleset has no seasons"}}`,
		`, "rulesets": {"x": {"ruleset": {"a": 1}}}`:     `{"refused":{"faults":[{"pointer":"/a","reason":"unknown-field"}],"message":"/a: unknown-field"}}`,
	} {
		if got := string(offline.Answer("season", []byte(seasonOf(t, cn09, others, "")))); got != want {
			t.Errorf("got %.200s, want %s", got, want)
		}
	}
}

// The worked example of the draws is checked without a server, and a manipulated copy of it fails.
func TestCheckDraw(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile("../draws/testdata/example.json")
	if err != nil {
		t.Fatal(err)
	}
	type report struct {
		Checked, Believed []string
		Difference        string
	}
	good := answered[report](t, "checkDraw", string(document))
	if good.Difference != "" || len(good.Checked) == 0 {
		t.Errorf("got %+v", good)
	}
	bad := answered[report](t, "checkDraw", strings.Replace(string(document), `"commitment": "3e`, `"commitment": "3f`, 1))
	if bad.Difference == "" {
		t.Errorf("a draw by another secret is right: %+v", bad)
	}
}
