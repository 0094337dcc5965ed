package league_test

import (
	"encoding"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
)

// id is the common interface of all id types: an id is text in JSON, and is scanned from a row.
type id interface {
	encoding.TextMarshaler
	encoding.TextUnmarshaler
	Scan(column any) error
	String() string
}

// kinds holds a constructor for every id type.
var kinds = map[string]func() id{
	"player": func() id { return new(league.PlayerID) }, "season": func() id { return new(league.SeasonID) },
	"circuit": func() id { return new(league.CircuitID) }, "region": func() id { return new(league.RegionID) },
	"event": func() id { return new(league.EventID) }, "entry": func() id { return new(league.EntryID) },
	"round": func() id { return new(league.RoundID) }, "table": func() id { return new(league.TableID) },
	"result": func() id { return new(league.ResultID) }, "sanction": func() id { return new(league.SanctionID) },
	"withdrawal": func() id { return new(league.WithdrawalID) }, "ruling": func() id { return new(league.RulingID) },
	"ruleset": func() id { return new(league.RulesetID) }, "ban": func() id { return new(league.BanID) },
	"photo": func() id { return new(league.PhotoID) },
}

// uuids draws any UUID, the zero among them.
var uuids = rapid.Custom(func(t *rapid.T) uuid.UUID {
	return uuid.UUID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "bytes"))
})

// TestIDsComeBack: an id of any type survives a JSON round trip and a scan from a row.
func TestIDsComeBack(t *testing.T) {
	t.Parallel()
	for name, fresh := range kinds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				want := uuids.Draw(t, "id").String()
				sent, stored, read := fresh(), fresh(), fresh()
				if err := sent.UnmarshalText([]byte(want)); err != nil || sent.String() != want {
					t.Fatalf("%s was read as %s, %v", want, sent, err)
				}
				document, err := json.Marshal(sent)
				if err != nil || string(document) != `"`+want+`"` {
					t.Fatalf("%s was written as %s, %v", want, document, err)
				}
				if err := json.Unmarshal(document, read); err != nil || read.String() != want {
					t.Fatalf("%s was read as %s, %v", document, read, err)
				}
				if err := stored.Scan(want); err != nil || stored.String() != want {
					t.Fatalf("%s was scanned as %s, %v", want, stored, err)
				}
			})
		})
	}
}

// TestIDsAreRefused: every id type refuses JSON that is no id.
func TestIDsAreRefused(t *testing.T) {
	t.Parallel()
	const text = "019332c4-7a5b-7c3d-8e9f-0123456789ab"
	for name, fresh := range kinds {
		for _, wrong := range []string{`""`, `"7"`, `7`, `true`, `[]`, `{}`, `"` + text[1:] + `"`, `"` + text + `0"`, `"019332c4-7a5b-7c3d-8e9f-0123456789ag"`, `"` + text[:8] + " " + text[9:] + `"`} {
			if id := fresh(); json.Unmarshal([]byte(wrong), id) == nil {
				t.Errorf("%s: %s was read as %s", name, wrong, id)
			}
		}
	}
}

// TestIDsAreOfOneTypeEach: no two id types can be assigned to each other, so that a round cannot be
// asked for by the id of a table.
func TestIDsAreOfOneTypeEach(t *testing.T) {
	t.Parallel()
	types := make(map[reflect.Type]string)
	for name, fresh := range kinds {
		of := reflect.TypeOf(fresh()).Elem()
		for other, its := range types {
			if of.AssignableTo(other) {
				t.Errorf("an id of a %s serves as one of a %s", name, its)
			}
		}
		types[of] = name
	}
}

// TestIDsOfNothing: the zero id is left out of a document with omitzero, and a nullable id in a row
// is nil, not the zero id.
func TestIDsOfNothing(t *testing.T) {
	t.Parallel()
	type holder struct {
		Held   league.PlayerID  `json:"held,omitzero"`
		Region *league.RegionID `json:"region,omitempty"`
	}
	document, err := json.Marshal(holder{})
	if err != nil || string(document) != `{}` {
		t.Errorf("wrote %s, %v", document, err)
	}
	var read holder
	if err := json.Unmarshal([]byte(`{"region":null}`), &read); err != nil || read != (holder{}) {
		t.Errorf("read %v, %v", read, err)
	}
	held := league.PlayerID{UUID: uuid.MustParse("019332c4-7a5b-7c3d-8e9f-0123456789ab")}
	if document, err := json.Marshal(holder{Held: held}); err != nil || string(document) != `{"held":"019332c4-7a5b-7c3d-8e9f-0123456789ab"}` {
		t.Errorf("wrote %s, %v", document, err)
	}
}

// TestIDsAreKeys: ids work as keys of JSON objects, which the documents of a season use.
func TestIDsAreKeys(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := make(map[league.PlayerID]int)
		for i, id := range rapid.SliceOf(uuids).Draw(t, "players") {
			want[league.PlayerID{UUID: id}] = i
		}
		document, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got map[league.PlayerID]int
		if err := json.Unmarshal(document, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s was read as %v, %v", document, got, err)
		}
	})
}
