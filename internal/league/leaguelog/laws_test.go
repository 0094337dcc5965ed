package leaguelog_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/anytest"
	"referto/internal/league"
	"referto/internal/league/leaguelog"
	"referto/internal/league/rules"
	"referto/internal/logfact"
)

// values are those of a fact. No list is empty: one is written like one that is not there.
var values = anytest.Values{
	Own: func(t *rapid.T, at any) bool {
		switch at := at.(type) {
		case *uuid.UUID:
			copy(at[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id"))
		case *time.Time:
			*at = time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "seconds"), rapid.Int64Range(0, 999_999).Draw(t, "µs")*1000).UTC()
		case *rules.Day:
			*at = rules.Day(time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "day"), 0).UTC().Format(time.DateOnly))
		case *league.Frac:
			*at = league.NewFrac(rapid.Int64Range(-99, 99).Draw(t, "num"), rapid.SampledFrom([]int64{1, 2, 3, 10}).Draw(t, "den"))
		default:
			return false
		}
		return true
	},
	Numbers: rapid.Int64Range(-1e12, 1e12),
	Texts:   rapid.String(),
	Lengths: rapid.IntRange(1, 3),
}

// drawnFact is any fact of the league with anything in it.
func drawnFact(t *rapid.T) logfact.Fact {
	fact := reflect.New(reflect.TypeOf(rapid.SampledFrom(leaguelog.Registry.Facts()).Draw(t, "fact")))
	values.Fill(t, fact.Interface())
	return fact.Elem().Interface().(logfact.Fact)
}

// members are the members of an object in the order in which they stand.
func members(t *rapid.T, data []byte) (names []string, values map[string]json.RawMessage) {
	values = make(map[string]json.RawMessage)
	decoder := json.NewDecoder(bytes.NewReader(data))
	if _, err := decoder.Token(); err != nil {
		t.Fatal(err)
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			t.Fatal(err)
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			t.Fatal(err)
		}
		names = append(names, name.(string))
		values[name.(string)] = value
	}
	return names, values
}

func object(t *rapid.T, values map[string]json.RawMessage) []byte {
	data, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Whatever a fact says is read as it was written, and written as it was read.
func TestAnyFactIsReadAsWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		fact := drawnFact(t)
		data, err := logfact.Encode(fact)
		if err != nil {
			t.Fatal(err)
		}
		read, err := leaguelog.Decode(fact.Kind(), data)
		if err != nil {
			t.Fatalf("%v\n%s", err, data)
		}
		if diff := cmp.Diff(fact, read, cmp.Comparer(league.Frac.Equal)); diff != "" {
			t.Fatalf("%s\n%s", data, diff)
		}
		again, err := logfact.Encode(read)
		if err != nil || !bytes.Equal(again, data) {
			t.Fatalf("%v\nwas %s\nis  %s", err, data, again)
		}
	})
}

// The members stand in the order of the source after the version, each of them that must be
// there, and no other.
func TestAnyFactHasItsMembers(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		fact := drawnFact(t)
		data, err := logfact.Encode(fact)
		if err != nil {
			t.Fatal(err)
		}
		names, values := members(t, data)
		var want []string
		if logfact.Version(fact) > 1 {
			want = append(want, "v")
		}
		for _, m := range logfact.Members(fact) {
			if _, there := values[m.Name]; there || !m.Optional {
				want = append(want, m.Name)
			}
		}
		if !slices.Equal(names, want) {
			t.Fatalf("%s has %v, want %v", fact.Kind(), names, want)
		}
	})
}

// A record of before the second version is read without what that has brought; with it, it
// is none of that time.
func TestAnyFactOfTheFirstVersion(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		fact := drawnFact(t)
		data, err := logfact.Encode(fact)
		if err != nil {
			t.Fatal(err)
		}
		_, values := members(t, data)
		_, marked := values["v"]
		delete(values, "v")
		early := reflect.New(reflect.TypeOf(fact)).Elem()
		early.Set(reflect.ValueOf(fact))
		later := 0
		for _, m := range logfact.Members(fact) {
			if m.Since == 1 {
				continue
			}
			if _, there := values[m.Name]; there {
				later++
				if _, err := leaguelog.Decode(fact.Kind(), object(t, values)); !errors.Is(err, logfact.ErrMember) {
					t.Fatalf("%s of the first version has %s: %v", fact.Kind(), m.Name, err)
				}
				delete(values, m.Name)
			}
			early.FieldByIndex(fieldOf(early.Type(), m)).SetZero()
		}
		if !marked && later > 0 {
			t.Fatalf("%s is of the second version and does not say so: %s", fact.Kind(), data)
		}
		read, err := leaguelog.Decode(fact.Kind(), object(t, values))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(early.Interface(), read, cmp.Comparer(league.Frac.Equal)); diff != "" {
			t.Fatalf("%s\n%s", fact.Kind(), diff)
		}
	})
}

// fieldOf is the way to a member, through the structs that it is embedded in.
func fieldOf(fact reflect.Type, m logfact.Member) []int {
	f, _ := fact.FieldByName(m.Field.Name)
	return f.Index
}

// What a fact does not have is refused, in it and in what it holds, and so is a member that
// is called otherwise by a letter.
func TestAnyFactRefusesMembers(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		fact := drawnFact(t)
		data, err := logfact.Encode(fact)
		if err != nil {
			t.Fatal(err)
		}
		names, values := members(t, data)
		values["remark"] = json.RawMessage(`"he cheated"`)
		if _, err := leaguelog.Decode(fact.Kind(), object(t, values)); !errors.Is(err, logfact.ErrMember) {
			t.Fatalf("%s with a remark: %v", fact.Kind(), err)
		}
		delete(values, "remark")
		for _, name := range names {
			value := values[name]
			delete(values, name)
			if other := strings.ToUpper(name[:1]) + name[1:]; name != "v" {
				values[other] = value
				if _, err := leaguelog.Decode(fact.Kind(), object(t, values)); !errors.Is(err, logfact.ErrMember) {
					t.Fatalf("%s with %s for %s: %v", fact.Kind(), other, name, err)
				}
				delete(values, other)
			}
			values[name] = value
		}
	})
}

// A version that is none, or that this program does not know, is refused whatever the kind.
func TestAnyFactRefusesVersions(t *testing.T) {
	t.Parallel()
	for _, fact := range leaguelog.Registry.Facts() {
		data, err := logfact.Encode(fact)
		if err != nil {
			t.Fatal(err)
		}
		rest := strings.TrimPrefix(strings.TrimPrefix(string(data), `{"v":2,`), "{")
		comma := ","
		if rest == "}" {
			comma = ""
		}
		for _, version := range []string{"0", "1", "-2", "3", "2.5", `"2"`, "null", "[2]", "99999999999999999999"} {
			if _, err := leaguelog.Decode(fact.Kind(), []byte(`{"v":`+version+comma+rest)); !errors.Is(err, logfact.ErrVersion) {
				t.Errorf("%s of version %s: %v", fact.Kind(), version, err)
			}
		}
		_, err = leaguelog.Decode(fact.Kind(), []byte(`{"v":2`+comma+rest))
		if second := logfact.Version(fact) == 2; second != (err == nil) {
			t.Errorf("%s of version 2: %v", fact.Kind(), err)
		}
	}
}

// Data that are no object, or are cut off, are no record of any kind.
func TestAnyFactRefusesOtherData(t *testing.T) {
	t.Parallel()
	for _, fact := range leaguelog.Registry.Facts() {
		data, err := logfact.Encode(fact)
		if err != nil {
			t.Fatal(err)
		}
		for _, broken := range []string{"", "null", "[]", `"` + fact.Kind() + `"`, "7", string(data[:len(data)-1]), string(data) + "}", string(data) + string(data)} {
			if f, err := leaguelog.Decode(fact.Kind(), []byte(broken)); err == nil {
				t.Errorf("%s of %q is %+v", fact.Kind(), broken, f)
			}
		}
		for _, kind := range []string{"", strings.ToUpper(fact.Kind()), fact.Kind() + " ", strings.Replace(fact.Kind(), ".", "-", 1)} {
			if _, err := leaguelog.Decode(kind, data); !errors.Is(err, logfact.ErrKind) {
				t.Errorf("%q is a kind: %v", kind, err)
			}
		}
	}
}
