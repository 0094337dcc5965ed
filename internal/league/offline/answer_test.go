package offline_test

import (
	"encoding/json"
	"testing"

	"referto/internal/league/offline"
	"referto/internal/league/rules/presets"
)

// Refusals give their reason. The answers themselves are compared with those of the core in cmd/offline,
// through the program for devices.
func TestRefused(t *testing.T) {
	t.Parallel()
	document := func(id string) json.RawMessage {
		r, err := presets.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	cn09, sq00 := string(document("catan-nazionale-2009")), string(document("risiko-squadre-2000"))
	for _, tt := range []struct{ name, question, request, want string }{
		{"a question that is none", "weather", "{}", `{"refused":{"message":"no such question: weather"}}`},
		{"no JSON", "event", "{", `{"refused":{"message":"unexpected end of JSON input"}}`},
		{"no ruleset", "event", "{}", `{"refused":{"faults":[{"pointer":"","reason":"invalid-json"}],"message":": invalid-json"}}`},
		{"a ruleset with what is unknown", "armyLimit", `{"ruleset": {"flavor": "mint"}}`, `{"refused":{"faults":[{"pointer":"/flavor","reason":"unknown-field"}],"message":"/flavor: unknown-field"}}`},
		{"a reading that is not offered", "armyLimit", `{"ruleset": ` + cn09 + `, "readings": {"A002-1": "x"}}`, `{"refused":{"faults":[{"pointer":"/readings/A002-1","code":"CN09","paragraph":"4.7","reason":"no-such-option","params":{"key":"A002-1","value":"x"}}],"message":"/readings/A002-1: CN09 4.7: no-such-option (key=A002-1, value=x)"}}`},
		{"a round that was not drawn", "draw", `{"ruleset": ` + cn09 + `, "facts": {"entrants": [1], "lots": {"1": 1}, "rounds": []}, "round": 1}`, `{"refused":{"message":"draw of round 1: not found"}}`},
		{"a ruleset without seasons", "season", `{"ruleset": ` + sq00 + `}`, `{"refused":{"message":"the ruleset has no seasons"}}`},
		{"a ruleset of an event that is not there", "season", `{"ruleset": ` + cn09 + `, "facts": {"events": [{"ruleset": "x"}]}}`, `{"refused":{"message":"no such ruleset: x"}}`},
		{"CN09 has no cards to exchange", "cardExchange", `{"ruleset": ` + cn09 + `}`, `{"refused":{"grounds":{"code":"CN09","reason":"no-calculation","params":{"calculation":"card-exchange"}},"message":"CN09: no-calculation (calculation=card-exchange)"}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := string(offline.Answer(tt.question, []byte(tt.request))); got != tt.want {
				t.Errorf("got %.300s, want %s", got, tt.want)
			}
		})
	}
}
