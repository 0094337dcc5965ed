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

// TestGroundsCite: a citation is the regulation with the paragraph; either part may be missing.
func TestGroundsCite(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		grounds league.Grounds
		want    string
	}{
		{league.Grounds{Code: "CN09", Par: "3.2a"}, "CN09 3.2a"},
		{league.Grounds{Code: "CN09"}, "CN09"},
		{league.Grounds{Par: "3.2a"}, "3.2a"},
		{league.Grounds{Reason: "x"}, ""},
	} {
		if got := tt.grounds.Cite(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		ns   []int
		want string
	}{{nil, ""}, {[]int{4}, "4"}, {[]int{1, 4, -5}, "1, 4, -5"}} {
		if got := league.Numbers(tt.ns); got != tt.want {
			t.Errorf("%v: got %q, want %q", tt.ns, got, tt.want)
		}
	}
}

// TestRefusal: a refusal of an engine is found in a wrapped error; any other error of an engine is
// a bug.
func TestRefusal(t *testing.T) {
	t.Parallel()
	if got := league.Refusal(nil); got != nil {
		t.Errorf("of nothing: %v", got)
	}
	no := &league.RuleError{Grounds: league.Grounds{Code: "CN09", Par: "3.2a", Reason: "no-partition"}}
	if got := league.Refusal(fmt.Errorf("round 2: %w", no)); got != no {
		t.Errorf("got %v", got)
	}
	for name, err := range map[string]error{"an error": errors.New("broken"), "not now": league.NotNow("too-early"), "faults": league.Faults{{Field: "/seats"}}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if recover() == nil {
					t.Error("was taken for a refusal")
				}
			}()
			t.Error(league.Refusal(err))
		})
	}
}

// TestNotNow: a StateError has a reason with parameters and cites no paragraph, as it is no rule.
func TestNotNow(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err  error
		want string
	}{
		{league.NotNow("entries-closed"), "entries-closed"},
		{league.NotNow("entries-closed", "state", "running", "event", "x"), "entries-closed (event=x, state=running)"},
		{league.NotNow("entries-closed", "state"), "entries-closed"}, // a name without a value
	} {
		var state *league.StateError
		if !errors.As(tt.err, &state) || tt.err.Error() != tt.want || state.Cite() != "" || state.Current != nil {
			t.Errorf("got %v, want %s", tt.err, tt.want)
		}
		var rule *league.RuleError
		if errors.As(tt.err, &rule) {
			t.Errorf("%v is a rule", tt.err)
		}
	}
}

// TestBoundIDs: an id in a query parameter is either read whole or refused.
func TestBoundIDs(t *testing.T) {
	t.Parallel()
	const text = "019332c4-7a5b-7c3d-8e9f-0123456789ab"
	type bound interface {
		Bind(text string) error
		String() string
	}
	for name, fresh := range map[string]func() bound{
		"player": func() bound { return new(league.PlayerID) }, "season": func() bound { return new(league.SeasonID) },
		"event": func() bound { return new(league.EventID) }, "ban": func() bound { return new(league.BanID) },
		"ranking": func() bound { return new(league.RankingID) }, "club": func() bound { return new(league.ClubID) },
		"series": func() bound { return new(league.SeriesID) },
	} {
		if id := fresh(); id.Bind(text) != nil || id.String() != text {
			t.Errorf("%s: got %s", name, id)
		}
		for _, wrong := range []string{"", "7", text[1:], text + "0", "019332c4-7a5b-7c3d-8e9f-0123456789ag"} {
			if id := fresh(); id.Bind(wrong) == nil {
				t.Errorf("%s: %q was read as %s", name, wrong, id)
			}
		}
	}
}

// TestKindsOfErrors: each kind of error is found in a wrapped error, and no kind matches another.
func TestKindsOfErrors(t *testing.T) {
	t.Parallel()
	kinds := []error{league.ErrNotFound, league.ErrConflict, league.ErrFrozen}
	for i, kind := range kinds {
		wrapped := fmt.Errorf("event x: %w", kind)
		for j, other := range kinds {
			if got := errors.Is(wrapped, other); got != (i == j) {
				t.Errorf("%v is %v: %t", wrapped, other, got)
			}
		}
	}
}

// TestGroundsOnTheWire: empty fields of grounds are left out of the JSON, and a fault has the
// fields of its grounds beside its pointer, not nested.
func TestGroundsOnTheWire(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		value any
		want  string
	}{
		{league.Grounds{Reason: "silent"}, `{"reason":"silent"}`},
		{
			league.Grounds{Code: "CN09", Par: "3.2a", Reason: "no-partition", Params: map[string]string{"entrants": "5", "atLeast": "8"}},
			`{"code":"CN09","paragraph":"3.2a","reason":"no-partition","params":{"atLeast":"8","entrants":"5"}}`,
		},
		{league.Fault{Field: "/seats/0", Grounds: league.Grounds{Reason: "entry-twice"}}, `{"pointer":"/seats/0","reason":"entry-twice"}`},
		{league.Fault{Grounds: league.Grounds{Reason: "empty"}}, `{"pointer":"","reason":"empty"}`},
	} {
		if document, err := json.Marshal(tt.value); err != nil || string(document) != tt.want {
			t.Errorf("got %s, %v, want %s", document, err, tt.want)
		}
	}
}

// TestFaultsAreFound: the faults of a check are one error; a handler finds the list in a wrapped
// error, in the order of the document.
func TestFaultsAreFound(t *testing.T) {
	t.Parallel()
	want := league.Faults{{Field: "/b", Grounds: league.Grounds{Reason: "x"}}, {Field: "/a", Grounds: league.Grounds{Reason: "y"}}}
	var got league.Faults
	if err := fmt.Errorf("result: %w", want.OrNil()); !errors.As(err, &got) || len(got) != 2 || got[0].Field != "/b" || got[1].Field != "/a" {
		t.Errorf("got %v", got)
	}
	if err := league.Faults(nil).OrNil(); err != nil {
		t.Errorf("no faults are an error: %v", err)
	}
}
