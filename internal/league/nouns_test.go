package league_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
)

func TestIDsReadAndWriteAsText(t *testing.T) {
	t.Parallel()
	const text = "019332c4-7a5b-7c3d-8e9f-0123456789ab"
	type pair struct {
		Event league.EventID `json:"event"`
	}
	var got pair
	if err := json.Unmarshal([]byte(`{"event":"`+text+`"}`), &got); err != nil {
		t.Fatal(err)
	}
	if got.Event != (league.EventID{UUID: uuid.MustParse(text)}) {
		t.Errorf("read %v", got.Event)
	}
	document, err := json.Marshal(got)
	if err != nil || string(document) != `{"event":"`+text+`"}` {
		t.Errorf("wrote %s, %v", document, err)
	}
	var scanned league.EntryID
	if err := scanned.Scan(text); err != nil || scanned.String() != text {
		t.Errorf("scanned %v, %v", scanned, err)
	}
	if value, err := scanned.Value(); err != nil || value != text {
		t.Errorf("stored %v, %v", value, err)
	}
}

func TestMomentsAreOrderedByTime(t *testing.T) {
	t.Parallel()
	order := []league.Moment{{}, {Round: 1, During: true}, {Round: 1}, {Round: 2, During: true}, {Round: 2}}
	for i, a := range order {
		for j, b := range order {
			if got, want := a.Compare(b), i-j; sign(got) != sign(want) {
				t.Errorf("%v compared with %v: got %d, want %d", a, b, got, want)
			}
		}
	}
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	default:
		return 0
	}
}

func TestGroundsOnOneLine(t *testing.T) {
	t.Parallel()
	tests := []struct {
		grounds league.Grounds
		want    string
	}{
		{league.Grounds{Code: "CN09", Par: "3.2a", Reason: "no-partition", Params: map[string]string{"entrants": "5"}}, "CN09 3.2a: no-partition (entrants=5)"},
		{league.Grounds{Reason: "x", Params: map[string]string{"b": "2", "a": "1", "c": "3"}}, "x (a=1, b=2, c=3)"},
		{league.Grounds{Code: "CN09", Reason: "silent"}, "CN09: silent"},
	}
	for _, tt := range tests {
		if got := tt.grounds.String(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestErrorsKeepTheirKind(t *testing.T) {
	t.Parallel()
	refused := fmt.Errorf("round 2: %w", &league.RuleError{Grounds: league.Grounds{Code: "CN09", Par: "3.2a", Reason: "no-partition"}})
	var rule *league.RuleError
	if !errors.As(refused, &rule) || rule.Par != "3.2a" || rule.Reason != "no-partition" {
		t.Errorf("got %v", rule)
	}
	faults := league.Faults{
		{Field: "/seats/0", Grounds: league.Grounds{Reason: "entry-twice"}},
		{Field: "/ended", Grounds: league.Grounds{Reason: "unknown-ending"}},
	}
	if got, want := faults.OrNil().Error(), "/seats/0: entry-twice; /ended: unknown-ending"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := (league.Faults{}).OrNil(); err != nil {
		t.Errorf("no faults are an error: %v", err)
	}
}
