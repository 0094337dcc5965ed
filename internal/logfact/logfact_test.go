package logfact_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/logfact"
)

type where struct {
	Round int  `json:"round"`
	Table *int `json:"table"`
}

type drawn struct {
	where
	*Season
	Seats []int  `json:"seats,omitempty" since:"2"`
	Seed  string `json:"seed" since:"3"`
}

// Season is exported, as whatever is embedded by pointer must be to be decoded.
type Season struct {
	Slug string `json:"slug"`
}

func (drawn) Kind() string { return "round.drawn" }

type closed struct{ where }

func (closed) Kind() string { return "round.closed" }

type nothing struct{}

func (nothing) Kind() string { return "nothing.happened" }

var registry = logfact.NewRegistry(drawn{}, closed{}, nothing{})

func TestEncodeMarksVersionsAfterTheFirst(t *testing.T) {
	t.Parallel()
	four := 4
	for name, c := range map[string]struct {
		fact logfact.Fact
		want string
	}{
		"version 1":           {closed{where{Round: 2, Table: &four}}, `{"round":2,"table":4}`},
		"without members":     {nothing{}, `{}`},
		"version 3":           {drawn{where: where{Round: 2}}, `{"v":3,"round":2,"table":null,"seed":""}`},
		"an embedded pointer": {drawn{Season: &Season{"x"}, Seats: []int{1}}, `{"v":3,"round":0,"table":null,"slug":"x","seats":[1],"seed":""}`},
	} {
		data, err := logfact.Encode(c.fact)
		if err != nil || string(data) != c.want {
			t.Errorf("%s: %s, %v; want %s", name, data, err, c.want)
		}
	}
}

func TestDecode(t *testing.T) {
	t.Parallel()
	one := 1
	for name, c := range map[string]struct {
		kind, data string
		want       logfact.Fact
	}{
		"version 1":                 {"round.closed", `{"round":3,"table":1}`, closed{where{3, &one}}},
		"fewer members than now":    {"round.closed", `{"round":3}`, closed{where{Round: 3}}},
		"an earlier version":        {"round.drawn", `{"round":3,"table":null}`, drawn{where: where{Round: 3}}},
		"a version in between":      {"round.drawn", `{"v":2,"round":3,"seats":[4,5]}`, drawn{where: where{Round: 3}, Seats: []int{4, 5}}},
		"the newest":                {"round.drawn", `{"v":3,"round":3,"seed":"ab","slug":"x"}`, drawn{where: where{Round: 3}, Season: &Season{"x"}, Seed: "ab"}},
		"members in another order":  {"round.closed", `{"table":1,"round":3}`, closed{where{3, &one}}},
		"a fact that has no member": {"nothing.happened", `{}`, nothing{}},
	} {
		got, err := registry.Decode(c.kind, []byte(c.data))
		if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(drawn{}, closed{}, where{})); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got)\n%s", name, err, diff)
		}
	}
}

func TestDecodeRefusesWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind, data string
		want       error
	}{
		"a kind":                         {"round.lost", `{}`, logfact.ErrKind},
		"a member":                       {"round.closed", `{"round":1,"tabel":2}`, logfact.ErrMember},
		"a member in other letters":      {"round.closed", `{"Round":1}`, logfact.ErrMember},
		"a member of a later version":    {"round.drawn", `{"v":2,"seed":"ab"}`, logfact.ErrMember},
		"one that needs a mark":          {"round.drawn", `{"seats":[1]}`, logfact.ErrMember},
		"a version to come":              {"round.drawn", `{"v":4}`, logfact.ErrVersion},
		"a version of one that has none": {"round.closed", `{"v":2}`, logfact.ErrVersion},
		"a mark of the first version":    {"round.drawn", `{"v":1}`, logfact.ErrVersion},
		"a version in words":             {"round.drawn", `{"v":"2"}`, logfact.ErrVersion},
	} {
		if got, err := registry.Decode(c.kind, []byte(c.data)); !errors.Is(err, c.want) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	for name, data := range map[string]string{
		"no JSON": `{"round":`, "a list": `[]`, "a text for a number": `{"round":"1"}`, "a number for a list": `{"v":2,"seats":1}`,
	} {
		if got, err := registry.Decode("round.drawn", []byte(data)); err == nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestVersionIsThatOfTheLatestMember(t *testing.T) {
	t.Parallel()
	if logfact.Version(closed{}) != 1 || logfact.Version(drawn{}) != 3 || logfact.Version(nothing{}) != 1 {
		t.Error(logfact.Version(closed{}), logfact.Version(drawn{}), logfact.Version(nothing{}))
	}
	var names []string
	for _, m := range logfact.Members(drawn{}) {
		name := m.Name
		if m.Optional {
			name += "?"
		}
		names = append(names, name)
	}
	if got := strings.Join(names, " "); got != "round table slug? seats? seed" {
		t.Error(got)
	}
}

func TestOneKindIsOneType(t *testing.T) {
	t.Parallel()
	if joined := logfact.Join(registry, logfact.NewRegistry()); len(joined.Facts()) != 3 || !joined.Has("round.closed") || joined.Has("round.lost") {
		t.Errorf("%+v", joined.Facts())
	}
	defer func() {
		if recover() == nil {
			t.Error("two facts have one kind")
		}
	}()
	logfact.Join(registry, logfact.NewRegistry(closed{}))
}
