package rules_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"referto/internal/league/rules"
)

// TestLimitsOfADocument: the last that a document may hold is read, and one more is
// reported at its place, by [rules.Stored] also, which judges nothing else.
func TestLimitsOfADocument(t *testing.T) {
	t.Parallel()
	numbers := func(n int) []int { return make([]int, n) }
	members := func(n int) object {
		all := make(object, n)
		for i := range n {
			all["v"+strconv.Itoa(i)] = 1
		}
		return all
	}
	for _, tt := range []struct {
		at         string
		most, more any
		want       string
	}{
		{"/field/sizes", numbers(1000), numbers(1001), "/field/sizes: too-many (most=1000)"},
		{"/time/minutes", members(1000), members(1001), "/time/minutes: too-many (most=1000)"},
		{"/texts/0/body", strings.Repeat("ж", 20_000), strings.Repeat("ж", 20_001), "/texts/0/body: text-too-long (most=20000)"},
		{"/field/min", 1_000_000, 1_000_001, "/field/min: outside-range (max=1000000, min=-1000000)"},
		{"/field/min", -1_000_000, -1_000_001, "/field/min: outside-range (max=1000000, min=-1000000)"},
		{"/tables/sizes/0", 1_000_000, 1_000_001, "/tables/sizes/0: outside-range (max=1000000, min=-1000000)"},
		{"/scoring/wins/declared/counts", "0." + strings.Repeat("1", 20), "0." + strings.Repeat("1", 21), "/scoring/wins/declared/counts: not-written-so (value=0.111111111111111111111)"},
		{"/scoring/wins/declared/counts", strings.Repeat("9", 18), strings.Repeat("9", 19), "/scoring/wins/declared/counts: not-written-so (value=9999999999999999999)"},
		{"/scoring/wins/declared/counts", "1/999999", "1/1000000", "/scoring/wins/declared/counts: not-written-so (value=1/1000000)"},
		{"/scoring/wins/declared/counts", "-1", "--1", "/scoring/wins/declared/counts: not-written-so (value=--1)"},
		{"/scoring/wins/declared/counts", "0", strings.Repeat("x", 60), "/scoring/wins/declared/counts: not-written-so (value=" + strings.Repeat("x", 60) + ")"},
		{"/scoring/wins/declared/counts", "0", strings.Repeat("ж", 61), "/scoring/wins/declared/counts: not-written-so (value=" + strings.Repeat("ж", 60) + "…)"},
	} {
		t.Run(tt.want, func(t *testing.T) {
			t.Parallel()
			if _, err := rules.Stored(house(t, change{tt.at, tt.most}), nil); err != nil {
				t.Errorf("at most: %v", err)
			}
			if _, err := rules.Stored(house(t, change{tt.at, tt.more}), nil); err == nil || err.Error() != tt.want {
				t.Errorf("one more: got %v, want %s", err, tt.want)
			}
		})
	}
}

// TestLengthOfADocument: blanks count, and a document that is too long is not even looked at.
func TestLengthOfADocument(t *testing.T) {
	t.Parallel()
	document := house(t)
	blanks := func(length int) []byte {
		return append(bytes.Repeat([]byte(" "), length-len(document)), document...)
	}
	if _, err := rules.Decode(blanks(rules.MaxDocument)); err != nil {
		t.Errorf("as long as may be: %v", err)
	}
	const want = "document-too-long (most=1048576)"
	for name, long := range map[string][]byte{"one more": blanks(rules.MaxDocument + 1), "no document": bytes.Repeat([]byte("["), rules.MaxDocument+1)} {
		if got := refusal(rules.Decode(long)); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
		if got := refusal(rules.Stored(long, nil)); got != want {
			t.Errorf("%s, stored: got %s, want %s", name, got, want)
		}
	}
}

func refusal(_ *rules.Ruleset, err error) string {
	if err == nil {
		return "nothing"
	}
	return strings.TrimPrefix(err.Error(), ": ")
}

// TestJudgeNamesAndRanges: names that are missing are reported as missing and not as given
// twice, and a range may be one number.
func TestJudgeNamesAndRanges(t *testing.T) {
	t.Parallel()
	figure := func(id string, least, most int) object {
		return object{"id": id, "name": "F", "range": object{"min": least, "max": most}, "paragraph": "2"}
	}
	judge(t, []judged{
		{
			at: "/game/figures", wrong: []object{figure("", 0, 1), figure("", 0, 1)}, want: "/game/figures/0/id: HR 2: required; /game/figures/1/id: HR 2: required",
			right: []object{figure("a", 0, 1), figure("b", 0, 1)},
		},
		{
			at: "/game/figures", wrong: []object{figure("a", 0, 1), figure("a", 0, 1), figure("a", 0, 1)}, want: "/game/figures/1/id: HR 2: repeated (value=a); /game/figures/2/id: HR 2: repeated (value=a)",
			right: []object{figure("a", 0, 1), figure("b", 0, 1), figure("c", 0, 1)},
		},
		{at: "/game/figures", wrong: []object{figure("a", 8, 7)}, want: "/game/figures/0/range: HR 2: empty-range", right: []object{figure("a", 7, 7)}},
	})
	_, err := rules.Decode(house(t, change{"/texts", []object{}}))
	if got := faultsOf(t, err); !strings.HasSuffix(got, "\n/texts required") || strings.Count(got, "no-such-paragraph") < 15 {
		t.Errorf("without texts: got %s", got)
	}
}

// TestReadingsThatPointNowhere: a stored document is not judged, but a reading of it that
// points to nothing cannot be chosen.
func TestReadingsThatPointNowhere(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"", "/", "scoring/cap/rule", "/scoring/caps/rule", "/scoring/cap/rule/first", "/standings/1/name", "/standings/-1/name", "/standings/x/name", "/standings/0/"} {
		document := house(t, change{"/readings/X-1", object{"question": "Q", "paragraph": "7", "at": at, "options": []object{{"value": "a", "why": "W"}, {"value": "b", "why": "W"}}}})
		r, err := rules.Stored(document, nil)
		if err != nil {
			t.Fatal(err)
		}
		if value, ok := r.ReadingValue("X-1"); value != "" || ok {
			t.Errorf("at %q is %q, %t", at, value, ok)
		}
		want := "/readings/X-1/at: points-nowhere (at=" + at + ")"
		if got := refusal(rules.Stored(document, map[string]string{"X-1": "b"})); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	r := decoded(t, house(t))
	if value, ok := r.ReadingValue("X-1"); value != "" || ok {
		t.Errorf("without readings: %q, %t", value, ok)
	}
}
