package logfact_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/logfact"
)

// A fact through its versions, each of which only adds members. All are of one kind, as the
// programs of each time knew it.
type (
	first struct {
		Round int `json:"round"`
	}
	second struct {
		Round int   `json:"round"`
		Seats []int `json:"seats,omitempty" since:"2"`
	}
	third struct {
		Round int            `json:"round"`
		Seats []int          `json:"seats,omitempty" since:"2"`
		Names map[string]int `json:"names" since:"3"`
		By    *string        `json:"by,omitempty" since:"3"`
	}
)

func (first) Kind() string  { return "round.seated" }
func (second) Kind() string { return "round.seated" }
func (third) Kind() string  { return "round.seated" }

// A later program reads what every earlier one has written, with nothing for what was not known
// then.
func TestLaterProgramsReadEarlierRecords(t *testing.T) {
	t.Parallel()
	latest := logfact.NewRegistry(third{})
	for _, tt := range []struct {
		version int
		written logfact.Fact
		text    string
		want    third
	}{
		{1, first{Round: 3}, `{"round":3}`, third{Round: 3}},
		{2, second{Round: 3}, `{"v":2,"round":3}`, third{Round: 3}},
		{2, second{Round: 3, Seats: []int{1, 2}}, `{"v":2,"round":3,"seats":[1,2]}`, third{Round: 3, Seats: []int{1, 2}}},
		{3, third{Round: 3, Names: map[string]int{"a": 1}}, `{"v":3,"round":3,"names":{"a":1}}`, third{Round: 3, Names: map[string]int{"a": 1}}},
		{3, third{}, `{"v":3,"round":0,"names":null}`, third{}},
	} {
		data, err := logfact.Encode(tt.written)
		if err != nil || string(data) != tt.text || logfact.Version(tt.written) != tt.version {
			t.Errorf("version %d: %s, %v", logfact.Version(tt.written), data, err)
		}
		got, err := latest.Decode("round.seated", data)
		if diff := cmp.Diff(logfact.Fact(tt.want), got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", data, err, diff)
		}
	}
}

// An earlier program refuses what it cannot understand, and says that it is too early.
func TestEarlierProgramsRefuseLaterRecords(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		reads  logfact.Fact
		writes logfact.Fact
		want   error
	}{
		{first{}, second{}, logfact.ErrVersion},
		{first{}, third{}, logfact.ErrVersion},
		{second{}, third{}, logfact.ErrVersion},
		{second{}, first{}, nil},
		{third{}, second{}, nil},
	} {
		data, err := logfact.Encode(tt.writes)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := logfact.NewRegistry(tt.reads).Decode("round.seated", data); !errors.Is(err, tt.want) {
			t.Errorf("%T reads %s: %v", tt.reads, data, err)
		}
	}
}

// What is refused says of which kind it is, and what is wrong.
func TestRefusalsSayWhy(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		`{"round":1,"seats":[]}`: `logfact: unknown member: round.seated has no "seats" in version 1`,
		`{"v":2,"names":{}}`:     `logfact: unknown member: round.seated has no "names" in version 2`,
		`{"v":9}`:                `logfact: unknown version: round.seated {"v":9}`,
		`{"v":null}`:             `logfact: unknown version: round.seated {"v":null}`,
		`{"v":2.5}`:              `logfact: unknown version: round.seated {"v":2.5}`,
		`null`:                   `logfact: round.seated: null is no object`,
		`7`:                      `logfact: round.seated: json: cannot unmarshal number into Go value of type map[string]json.RawMessage`,
	} {
		_, err := logfact.NewRegistry(third{}).Decode("round.seated", []byte(data))
		if fmt.Sprint(err) != want {
			t.Errorf("%s: %v", data, err)
		}
	}
	if _, err := logfact.NewRegistry().Decode("round.seated", []byte(`{}`)); fmt.Sprint(err) != `logfact: unknown kind: "round.seated"` {
		t.Error(err)
	}
}

type broken struct {
	Share float64 `json:"share"`
}

func (broken) Kind() string { return "share.lost" }

// A value that JSON does not have is refused with the kind of the fact.
func TestWhatCannotBeWritten(t *testing.T) {
	t.Parallel()
	if data, err := logfact.Encode(broken{math.NaN()}); err == nil || !strings.HasPrefix(err.Error(), "logfact: share.lost: ") {
		t.Errorf("%s, %v", data, err)
	}
}

// Members are listed in the order of the source, with the struct that declares
// them.
func TestMembers(t *testing.T) {
	t.Parallel()
	var got []string
	for _, m := range logfact.Members(drawn{}) {
		got = append(got, fmt.Sprintf("%s of %s since %d", m.Name, m.Owner.Name(), m.Since))
	}
	want := []string{"round of where since 1", "table of where since 1", "slug of Season since 1", "seats of drawn since 2", "seed of drawn since 3"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(logfact.Members(nothing{})) != 0 {
		t.Error("a fact without members has some")
	}
}

// Registries list their facts by kind, whatever the order in which they were given.
func TestRegistriesAreOrdered(t *testing.T) {
	t.Parallel()
	for _, r := range []logfact.Registry{
		logfact.NewRegistry(drawn{}, nothing{}, closed{}), logfact.Join(logfact.NewRegistry(closed{}), logfact.NewRegistry(), logfact.NewRegistry(nothing{}, drawn{})),
	} {
		var kinds []string
		for _, f := range r.Facts() {
			kinds = append(kinds, f.Kind())
		}
		if got := strings.Join(kinds, " "); got != "nothing.happened round.closed round.drawn" {
			t.Error(got)
		}
	}
}

// Any figures are read as they were written, by many readers and writers at once.
func TestWrittenAndReadAtOnce(t *testing.T) {
	t.Parallel()
	r := logfact.NewRegistry(third{})
	rapid.Check(t, func(t *rapid.T) {
		by := rapid.String().Draw(t, "by")
		fact := third{
			Round: rapid.Int().Draw(t, "round"), Seats: rapid.SliceOfN(rapid.Int(), 1, 5).Draw(t, "seats"),
			Names: rapid.MapOfN(rapid.StringMatching(`[a-z]{0,3}`), rapid.Int(), 0, 3).Draw(t, "names"), By: &by,
		}
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				data, err := logfact.Encode(fact)
				if err != nil {
					t.Errorf("%+v: %v", fact, err)
					return
				}
				if got, err := r.Decode("round.seated", data); err != nil || !cmp.Equal(logfact.Fact(fact), got) {
					t.Errorf("%s: %+v, %v", data, got, err)
				}
			})
		}
		all.Wait()
	})
}
