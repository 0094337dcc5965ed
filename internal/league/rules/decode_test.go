package rules_test

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// edited is CN09 as JSON, its wording cut short, with one value changed: set replaces or adds the
// member at a path of keys and indexes; a nil value removes it.
func edited(t *testing.T, path string, value any) []byte {
	t.Helper()
	return editedPreset(t, "catan-nazionale-2009", path, value)
}

// opening is a bracket of events that begin with their semifinal, of which the first of
// each table go on.
func opening(from, to int, semifinal bool) map[string]any {
	return map[string]any{"from": from, "to": to, "rounds": 0, "semifinal": semifinal, "final": true, "advance": 1}
}

// TestOpeningBracket: a table of structures may begin with semifinals that fill the
// final.
func TestOpeningBracket(t *testing.T) {
	t.Parallel()
	r := preset(t, "catan-nazionale-2009")
	r.Field.Min = 13 // of twelve there would be three tables
	for i := range r.Format.Formulas {
		bracket := &r.Format.Formulas[i].Brackets[0]
		bracket.From, bracket.Structure = 13, rules.Structure{Semifinal: true, Final: true, Advance: 1}
	}
	document, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rules.Decode(document); err != nil {
		t.Error(err)
	}
}

// shortDocuments are those of presets whose wording is cut to a word: it is most of a
// document, and hundreds of cases change something else.
var shortDocuments = sync.OnceValues(func() (map[string][]byte, error) {
	documents := make(map[string][]byte)
	for _, id := range presets.IDs() {
		r, err := presets.Find(id)
		if err != nil {
			return nil, err
		}
		for i := range r.Texts {
			r.Texts[i].Body = "Words."
		}
		if documents[id], err = json.Marshal(r); err != nil {
			return nil, err
		}
	}
	return documents, nil
})

func shortDocument(t *testing.T, id string) []byte {
	t.Helper()
	documents, err := shortDocuments()
	if err != nil {
		t.Fatal(err)
	}
	return documents[id]
}

// editedPreset is the same of any preset.
func editedPreset(t *testing.T, id, path string, value any) []byte {
	t.Helper()
	var tree any
	if err := json.Unmarshal(shortDocument(t, id), &tree); err != nil {
		t.Fatal(err)
	}
	steps := strings.Split(strings.TrimPrefix(path, "/"), "/")
	node := tree
	for _, step := range steps[:len(steps)-1] {
		switch holder := node.(type) {
		case map[string]any:
			node = holder[step]
		case []any:
			node = holder[int(step[0]-'0')]
		}
	}
	last := steps[len(steps)-1]
	switch holder := node.(type) {
	case map[string]any:
		if value == nil {
			delete(holder, last)
		} else {
			holder[last] = value
		}
	case []any:
		holder[int(last[0]-'0')] = value
	default:
		t.Fatalf("nothing at %s", path)
	}
	document, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return document
}

func faultsOf(t *testing.T, err error) string {
	t.Helper()
	var faults league.Faults
	if !errors.As(err, &faults) {
		t.Fatalf("want faults, got %v", err)
	}
	lines := make([]string, len(faults))
	for i, f := range faults {
		lines[i] = f.Field + " " + f.Reason
	}
	return strings.Join(lines, "\n")
}

func TestDecodeIsStrict(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, path string
		value      any
		want       string
	}{
		{"an unknown section", "/flavor", "mint", "/flavor unknown-field"},
		{"an unknown field deep inside", "/scoring/cap/limit", 10, "/scoring/cap/limit unknown-field"},
		{"a name in other letters", "/field/Min", 12, "/field/min duplicate-key"},
		{"an unknown field in a list", "/game/variants/1/icon", "ship", "/game/variants/1/icon unknown-field"},
		{"a name with a slash", "/field/a~b", 1, "/field/a~0b unknown-field"},
		{"a word for a number", "/field/min", "twelve", "/field/min wrong-kind"},
		{"a fraction for a number", "/field/min", 12.5, "/field/min wrong-kind"},
		{"a number for a fraction", "/scoring/wins/timeLimit/counts", 0.9, "/scoring/wins/timeLimit/counts wrong-kind"},
		{"a number for a list", "/tables/sizes", 4, "/tables/sizes wrong-kind"},
		{"a list for an object", "/time", []any{}, "/time wrong-kind"},
		{"an object for a word", "/tables/partition", map[string]any{}, "/tables/partition wrong-kind"},
		{"a word for yes or no", "/game/declaration/required", "yes", "/game/declaration/required wrong-kind"},
		{"an unknown field in a reading", "/readings/A002-1/when", "now", "/readings/A002-1/when unknown-field"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := rules.Decode(edited(t, tt.path, tt.value))
			if got := faultsOf(t, err); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestDecodeRefusesWhatIsNoDocument(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ document, want string }{
		"a key given twice":     {`{"id": "a", "id": "b"}`, "/id duplicate-key"},
		"a second document":     {`{"id": "a"} {"id": "b"}`, " trailing-data"},
		"torn JSON":             {`{"id": [`, "/id invalid-json"},
		"YAML":                  {"id: a", " invalid-json"},
		"a long document":       {`{"id": "` + strings.Repeat("x", rules.MaxDocument) + `"}`, " document-too-long"},
		"half a character":      {`{"id": "\ud800"}`, "/id lone-surrogate"},
		"a word that is no yes": {`{"discipline": {"expulsion": {"needsConfirmation": "yes"}}}`, "/discipline/expulsion/needsConfirmation wrong-kind"},
	} {
		_, err := rules.Decode([]byte(c.document))
		if got := faultsOf(t, err); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

// A value that is quoted in a message is cut: a document may hold 20,000 characters
// where a fraction belongs.
func TestDecodeQuotesNoLongValue(t *testing.T) {
	t.Parallel()
	_, err := rules.Decode(edited(t, "/scoring/wins/timeLimit/counts", strings.Repeat("9", 20_000)))
	var faults league.Faults
	if !errors.As(err, &faults) || len(faults) != 1 || faults[0].Params["value"] != strings.Repeat("9", 60)+"…" {
		t.Errorf("got %.300v", err)
	}
}

func TestDecodeHasLimits(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, path string
		value      any
		want       string
	}{
		{"a list without end", "/tables/sizes", make([]int, rules.MaxItems+1), "/tables/sizes too-many"},
		{"a number without end", "/field/min", rules.MaxWhole + 1, "/field/min outside-range"},
		{"a number beyond 64 bits", "/field/min", json.Number("123456789012345678901234567890"), "/field/min wrong-kind"},
		{"a text without end", "/name", strings.Repeat("я", rules.MaxText+1), "/name text-too-long"},
		{"a fraction of many digits", "/scoring/wins/timeLimit/counts", "0." + strings.Repeat("1", 40), "/scoring/wins/timeLimit/counts not-written-so"},
		{"a fraction of nothing", "/scoring/wins/timeLimit/counts", "1/0", "/scoring/wins/timeLimit/counts not-written-so"},
		{"words for a fraction", "/scoring/wins/timeLimit/counts", "many", "/scoring/wins/timeLimit/counts not-written-so"},
		{"nothing for a number", "/field/min", json.RawMessage("null"), "/field/min wrong-kind"},
		{"a day that is none", "/season/calendar/to", "2009-02-30", "/season/calendar/to not-written-so"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := rules.Decode(edited(t, tt.path, tt.value))
			if got := faultsOf(t, err); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestValidate(t *testing.T) {
	t.Parallel()
	tests := []struct {
		path  string
		value any
		want  string // a fault that must be among those found
	}{
		{"/id", "Catan 2009", "/id not-lower-kebab"},
		{"/discipline/offenses/0/code", "trödeln", "/discipline/offenses/0/code not-lower-kebab"},
		{"/code", "", "/code required"},
		{"/game/variants/1/id", "base", "/game/variants/1/id repeated"},
		{"/game/variants/0/target", 26, "/game/variants/0/target outside-range"},
		{"/game/figures", []any{map[string]any{"id": "vp", "range": map[string]any{"max": 9}, "paragraph": "4.7"}}, "/game/figures/0/id reserved"},
		{"/field/min", 1, "/field/min too-small"},
		{"/field/max", 11, "/field/max less-than-min"},
		{"/field/sizes", []int{16, 12}, "/field/sizes/1 not-ascending"},
		{"/tables/sizes", []int{3, 4}, "/tables/sizes/1 not-descending"},
		{"/tables/sizes", []int{40}, "/tables/sizes/0 outside-range"},
		{"/tables/partition", "any", "/tables/partition unknown-option"},
		{"/tables/minToContinue/players", 5, "/tables/minToContinue/players outside-range"},
		{"/format/formulas/0/brackets/1/from", 18, "/format/formulas/0/brackets/1/from gap-or-overlap"},
		{"/format/formulas/0/brackets/0/to", nil, "/format/formulas/0/brackets/0/to required"},
		{"/format/formulas/0/brackets/0/advance", 1, "/format/formulas/0/brackets/0/advance of-no-use"},
		{"/format/formulas/0/brackets/0/advance", -1, "/format/formulas/0/brackets/0/advance too-small"},
		{"/format/formulas/0/brackets/0", opening(12, 16, false), "/format/formulas/0/brackets/0/semifinal required"},
		{"/format/formulas/0/brackets/0", opening(12, 16, true), "/format/formulas/0/brackets/0/advance does-not-fill-final"},
		{"/format/formulas/1/brackets/3/to", 60, "/format/formulas/1/brackets ends-before-field"},
		{"/format/formulas/0/brackets/3/final", false, "/format/formulas/0/brackets/3/final semifinal-without-final"},
		{"/format/formulas/0/brackets/0/rounds", 0, "/format/formulas/0/brackets/0/rounds too-small"},
		{"/seating/pairings/0/standings", "other", "/seating/pairings/0/standings no-such-standings"},
		{"/seating/pairings/1/schedules/0/drop", []int{16, 15}, "/seating/pairings/1/schedules/0/drop one-for-each-missing-entrant"},
		{"/seating/pairings/1/schedules/0/drop", []int{16, 15, 15}, "/seating/pairings/1/schedules/0/drop/2 no-such-place"},
		{"/seating/pairings/1/schedules/0/drop", []int{16, 12, 15}, "/seating/pairings/1/schedules/0/rounds/0/3 table-size-not-allowed"},
		{"/seating/pairings/1/schedules/1", preset(t, "catan-nazionale-2009").Seating.Pairings[1].Schedules[0], "/seating/pairings/1/schedules/1/from repeated"},
		{"/seating/pairings/1/schedules/0/rounds/1/0", []int{3, 8, 10, 14}, "/seating/pairings/1/schedules/0/rounds/1 not-every-place-once"},
		{"/seating/pairings/1/otherwise", "schedule/0", "/seating/pairings/1/otherwise unknown-option"},
		{"/seating/pairings/1/schedules", nil, "/seating/pairings/1/schedules required"},
		{"/seating/pairings/0/rematches", map[string]any{"within": 0, "paragraph": "3.2b"}, "/seating/pairings/0/rematches/within outside-range"},
		{"/seating/pairings/0/rematches", map[string]any{"within": 4, "paragraph": "9"}, "/seating/pairings/0/rematches/paragraph no-such-paragraph"},
		{"/seating/pairings/0/scheduledRounds", 2, "/seating/pairings/0/scheduledRounds of-no-use"},
		{"/seating/pairings/1/scheduledRounds", -1, "/seating/pairings/1/scheduledRounds outside-range"},
		{"/seating/pairings/1/scheduledRounds", 51, "/seating/pairings/1/scheduledRounds outside-range"},
		{"/seating/pairings/1/scheduledRounds", 2, "/seating/pairings/1/standings no-such-standings"},
		{"/seating/pairings/1/scheduledRounds", 5, "/seating/pairings/1/schedules/0/rounds schedule-below-rounds"},
		{"/seating/pairings/1/rematches", map[string]any{"within": 4, "paragraph": "3.3"}, "/seating/pairings/1/rematches not-by-standings"},
		{"/scoring/wins/timeLimit/counts", "1.1", "/scoring/wins/timeLimit/counts outside-range"},
		{"/scoring/share/rounding", "bankers", "/scoring/share/rounding unknown-option"},
		{"/scoring/share/digits", 7, "/scoring/share/digits outside-range"},
		{"/standings/0/criteria/1/figure", "wins", "/standings/0/criteria/1/figure repeated"},
		{"/standings/0/criteria/1/figure", "gold", "/standings/0/criteria/1/figure no-such-figure"},
		{"/standings/0/criteria/1/best", "least", "/standings/0/criteria/1/best unknown-option"},
		{"/standings", []any{}, "/standings required"},
		{"/elimination/final", nil, "/format/formulas/0/brackets/0/final no-final-rule"},
		{"/elimination/semifinal", nil, "/format/formulas/0/brackets/2/semifinal no-semifinal-rule"},
		{"/elimination/semifinal/seeds/0", []int{1, 8, 9, 15}, "/elimination/semifinal/seeds not-every-rank-once"},
		{"/elimination/semifinal/advance", 2, "/elimination/semifinal/advance does-not-fill-final"},
		{"/elimination/final/level", "running_standing", "/elimination/final/level unknown-option"},
		{"/time/limit", "sometimes", "/time/limit unknown-option"},
		{"/time/minutes/knights", 75, "/time/minutes/knights no-such-variant"},
		{"/eligibility/0/reason", "too-old", "/eligibility/0/reason unknown-option"},
		{"/discipline/warning/expelsAt", -1, "/discipline/warning/expelsAt too-small"},
		{"/discipline/offenses/1/code", "irregular-move", "/discipline/offenses/1/code repeated"},
		{"/scoring/cap/paragraph", "4.77", "/scoring/cap/paragraph no-such-paragraph"},
		{"/texts/2/kind", "computed", "/texts/2/where where-belongs-to-computed"},
		{"/readings/A002-1/at", "/scoring/cap/rules", "/readings/A002-1/at points-nowhere"},
		{"/readings/A002-1/at", "/tables/sizes/9", "/readings/A002-1/at points-nowhere"},
		{"/scoring/cap/rule", "cap_nobody", "/readings/A002-1/options value-in-force-not-offered"},
		{"/readings/A002-1/options", []any{}, "/readings/A002-1/options too-few"},
		{"/readings/A002-1/at", "/readings/A002-1/paragraph", "/readings/A002-1/at points-nowhere"},
		{"/readings/A002-1/at", "/scoring/share/total", "/readings/A002-2/at decided-twice"},
		{"/readings/A002-1/options/1/value", "cap_losers", "/readings/A002-1/options/1/value option-not-possible"},
		{"/tables/sizes", []int{4}, "/tables/sizes no-tables-for-field"},
		{"/field/min", 20_000, "/field/max outside-range"},
		{"/field/without", []int{17, 16}, "/field/without/1 not-ascending"},
		{"/field/without", []int{12}, "/field/without/0 outside-field"},
		{"/format/formulas/0/brackets/0/rounds", 51, "/format/formulas/0/brackets/0/rounds outside-range"},
		{"/format/formulas/0/brackets/0/semifinal", true, "/format/formulas/0/brackets/0/semifinal seeds-beyond-field"},
		{"/elimination/semifinal/seeds", []any{}, "/elimination/semifinal/seeds required"},
		{"/seating/pairings/0/later", "current_standing", "/seating/pairings/0/later of-no-use"},
		{"/seating/pairings/1/standings", "preliminary", "/seating/pairings/1/standings of-no-use"},
		{"/time/phases/0/phase", "", "/time/phases/0/phase unknown-option"},
		{"/season/calendar/from", "2010-02-01", "/season/calendar/to ends-before-it-begins"},
		{"/season/final/by", "2008-02-01", "/season/final/by ends-before-it-begins"},
		{"/season/report/days", -1, "/season/report/days outside-range"},
		{"/season/calendar/timeZone", "Europe/Aosta", "/season/calendar/timeZone unknown-time-zone"},
		{"/season/calendar/timeZone", "Local", "/season/calendar/timeZone unknown-time-zone"},
		{"/season/checked/notBy/0", "watched", "/season/checked/notBy/0 unknown-option"},
		{"/season/checked/notBy/0", "refereed", "/season/checked/notBy/1 repeated"},
		{"/season/reminders/0/duty", "sing", "/season/reminders/0/duty unknown-option"},
		{"/season/reminders/0/duty", "report", "/season/reminders/1/duty repeated"},
		{"/season/reminders/0/days", -1, "/season/reminders/0/days outside-range"},
		{"/season/homologation", map[string]any{"days": 2000, "paragraph": "1.4"}, "/season/homologation/days outside-range"},
		{"/season/homologation", map[string]any{"days": 2, "paragraph": "9.9"}, "/season/homologation/paragraph no-such-paragraph"},
		{"/season/refund/claimDays", -1, "/season/refund/claimDays outside-range"},
		{"/season/tiers/1/least", 12, "/season/tiers/1/least not-ascending"},
		{"/season/tiers/0/circuits/0", "private", "/season/tiers/0/circuits/0 unknown-option"},
		{"/season/tiers/0/leads/0/to", "moon", "/season/tiers/0/leads/0/to unknown-option"},
		{"/season/tiers/0/circuits/0", "open", "/season/tiers/0/leads/0/to of-no-region"},
		{"/season/final", map[string]any{}, "/season/tiers/0/leads/0/to no-regional-finals"},
		{"/season/callUp/twice", "both", "/season/callUp/twice unknown-option"},
	}
	for _, tt := range tests {
		t.Run(tt.want, func(t *testing.T) {
			t.Parallel()
			_, err := rules.Decode(edited(t, tt.path, tt.value))
			if err == nil {
				t.Fatalf("%s = %v passes", tt.path, tt.value)
			}
			if got := faultsOf(t, err); !strings.Contains("\n"+got+"\n", "\n"+tt.want+"\n") {
				t.Errorf("%s = %v: got\n%s\nwant among them\n%s", tt.path, tt.value, got, tt.want)
			}
		})
	}
}

// TestStoredDocumentsAreNotJudgedAgain: an event keeps rules that the program
// would refuse today, but not what it cannot read.
func TestStoredDocumentsAreNotJudgedAgain(t *testing.T) {
	t.Parallel()
	document := edited(t, "/field/min", 1)
	if _, err := rules.Decode(document); err == nil {
		t.Fatal("a field of one is taken")
	}
	r, err := rules.Stored(document, map[string]string{"A002-1": "cap_winner"})
	if err != nil || r.Field.Min != 1 || r.Scoring.Cap.Rule != rules.CapWinner {
		t.Errorf("got %+v, %v", r, err)
	}
	for _, unreadable := range [][]byte{edited(t, "/flavor", "mint"), []byte("id: [")} {
		if _, err := rules.Stored(unreadable, nil); err == nil {
			t.Errorf("%.20s is read", unreadable)
		}
	}
	if _, err := rules.Stored(document, map[string]string{"A002-1": "cap_losers"}); err == nil {
		t.Error("a reading that is not offered is taken")
	}
}
