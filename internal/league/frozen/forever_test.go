package frozen_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/frozen"
)

// formOne is the state of these tests as it was written in the first form; an id is abbreviated as #1b. Seasons
// are stored in this form, so it never changes: a new form is added below it.
const formOne = `{"form":1,
"ids":[
  "#00",
  "#15",
  "#16",
  "#0b",
  "#01",
  "#18",
  "#19",
  "#1a",
  "#03",
  "#1b"
],
"grounds":[
  {"code":"CN09","paragraph":"1.7","reason":"tier-by-entered","params":{"least":"12","number":"12"}},
  {"code":"CN09","paragraph":"2.3","reason":"announced-late","params":{"day":"2009-02-15"}},
  {"code":"CN09","paragraph":"1.5","reason":"banned"},
  {"code":"CN09","paragraph":"1.9","reason":"journey-not-paid"},
  {"code":"CN09","paragraph":"1.7","reason":"place-won","params":{"rank":"1","tier":"Selezione"}},
  {"code":"CN09","paragraph":"1.5","reason":"holds-another-place"},
  {"code":"CN09","paragraph":"1.7","reason":"steps-in","params":{"rank":"2"}},
  {"code":"CN09","paragraph":"1.7","reason":"convoked","params":{"until":"2010-01-10T23:00:00Z"}},
  {"code":"CN09","paragraph":"1.9","reason":"reigning-champion"},
  {"code":"CN09","paragraph":"1.9","reason":"journey-paid"}
],
"checks":[
  {"demand":"photos-missing","result":"failed","waive":"manager","code":"CN09","paragraph":"1.6.a","reason":"photos-missing","params":{"kind":"winner"}},
  {"demand":"results-late","result":"met","code":"CN09","paragraph":"1.11","reason":"results-late","params":{"day":"2009-03-08"}}
],
"tiers":[
  {"id":"selection","name":"Selezione","circuits":["regional"],"least":12,"leads":[{"to":"regional-final"}],"paragraph":"1.7"},
  {"id":"grande-torneo","name":"Grande Torneo","circuits":["regional"],"least":28,"leads":[{"to":"national-final","refund":true,"substitute":{"place":2,"paragraph":"1.9"}}],"paragraph":"1.7"}
],
"regions":[
  {"region":"#0b","format":{"kind":"final","field":6,"semifinals":2,"code":"CN09","paragraph":"1.7.4","reason":"final-with-semifinals"},"host":"#0b","finalists":["regional-final/x/1"],"calledUp":["regional-final/y/2/call-up"],"result":{"event":"#03","day":"2010-01-31","late":false,"valid":true,"standing":"homologated","withoutPlace":["#17"]}},
  {"region":"#0c","format":{"kind":"merged","code":"CN09","paragraph":"1.7.1","reason":"merged"},"host":"#0b","finalists":null}
],
"events":[
  {"id":"#01","entered":12,"played":11,"counted":12,"least":12,"standing":"invalidated","prizes":{"keep":false,"returnBy":"2009-03-08","pay":{"cents":2500,"currency":"EUR"},"code":"CN09","paragraph":"1.10","reason":"prizes-back"},"reportBy":"2009-03-08","announceBy":"2009-02-15","refused":[{"player":1,"grounds":2},{"player":2,"grounds":2}],"tier":0,"tierGrounds":0,"next":1,"checks":[0,1],"breaches":[1]},
  {"id":"#02","entered":0,"played":0,"counted":0,"least":0,"standing":"planned","reportBy":"2009-03-15","announceBy":"2009-02-22","tier":0,"tierGrounds":0,"next":1,"checks":[0]}
],
"places":[
  {"id":"regional-final/x/1","to":"regional-final","state":"offered","provisional":true,"substitute":true,"refund":false,"answerBy":"2010-01-10T23:00:00Z","region":3,"origin":{"kind":"event","tier":"selection","rank":1,"day":"2009-03-01","event":4,"region":3},"holder":5,"refundGrounds":3,"steps":[{"kind":"won","player":6,"grounds":4},{"kind":"passed-over","player":6,"day":"2009-03-01","grounds":5},{"kind":"stepped-in","player":5,"day":"2009-03-01","grounds":6},{"kind":"convoked","player":5,"at":"2010-01-10T12:00:00Z","grounds":7}]},
  {"id":"national-final/reigning-champion","to":"national-final","state":"declined","refund":false,"origin":{"kind":"reigning-champion"},"refundGrounds":3,"steps":[{"kind":"entitled","player":7,"grounds":8}]},
  {"id":"national-final/r/1","to":"national-final","state":"held","refund":true,"origin":{"kind":"regional-final","rank":1,"day":"2010-01-31","event":8,"region":3},"holder":9,"refundGrounds":9,"steps":[{"kind":"won","player":9,"grounds":4}]}
]}`

var short = regexp.MustCompile(`#([0-9a-f]{2})`)

// firstForm returns formOne with its ids written out.
func firstForm() []byte {
	return []byte(short.ReplaceAllString(formOne, "00000000-0000-0000-0000-0000000000$1"))
}

// A season that was kept in the first form is read as it was kept.
func TestFormOneForEver(t *testing.T) {
	t.Parallel()
	got, err := frozen.Thaw(document(t, firstForm()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(whole(), got); diff != "" {
		t.Errorf("the first form is read otherwise (-kept +read)\n%s", diff)
	}
	var packed bytes.Buffer
	if err := json.Compact(&packed, firstForm()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(packed.String()+"\n", string(text(t, frozen.Freeze(whole())))); diff != "" {
		t.Errorf("the first form is written otherwise (-was +is)\n%s", diff)
	}
}

// every visits each object of a document, with its path.
func every(node any, at string, visit func(at string, object map[string]any)) {
	switch node := node.(type) {
	case map[string]any:
		visit(at, node)
		for _, name := range slices.Sorted(maps.Keys(node)) {
			every(node[name], at+"/"+name, visit)
		}
	case []any:
		for _, item := range node {
			every(item, at, visit)
		}
	}
}

// Members that a later program may add are ignored at any place of the document.
func TestMoreThanIsKnownAnywhere(t *testing.T) {
	t.Parallel()
	places := map[string]bool{}
	every(object(t, firstForm()), "", func(at string, _ map[string]any) { places[at] = true })
	for _, place := range slices.Sorted(maps.Keys(places)) {
		if strings.HasSuffix(place, "/params") {
			continue // these names are not fixed members
		}
		d := object(t, firstForm())
		every(d, "", func(at string, object map[string]any) {
			if at == place {
				object["weather"] = map[string]any{"rain": []any{1, "much"}}
			}
		})
		more, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := frozen.Thaw(document(t, more)); err != nil || !cmp.Equal(got, whole()) {
			t.Errorf("%s: %v", place, err)
		}
	}
	if len(places) < 18 {
		t.Errorf("only %d kinds of objects", len(places))
	}
}

// A value of the wrong kind is refused at any place. A member that is left out makes the state a different one,
// or is refused.
func TestEveryMemberIsRead(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	every(object(t, firstForm()), "", func(at string, object map[string]any) {
		for name := range object {
			seen[at+" "+name] = true
		}
	})
	for _, member := range slices.Sorted(maps.Keys(seen)) {
		place, name, _ := strings.Cut(member, " ")
		for what, change := range map[string]func(map[string]any){
			"left out": func(object map[string]any) { delete(object, name) },
			"a wrong kind": func(object map[string]any) {
				if _, is := object[name].(map[string]any); is {
					object[name] = "a text"
				} else {
					object[name] = map[string]any{"a": map[string]any{"wrong": "kind"}}
				}
			},
		} {
			d := object(t, firstForm())
			meant := false
			every(d, "", func(at string, object map[string]any) {
				if value, has := object[name]; at == place && has {
					meant = meant || !zero(value)
					change(object)
				}
			})
			text, err := json.Marshal(d)
			if err != nil {
				t.Fatal(err)
			}
			got, err := frozen.Thaw(document(t, text))
			if err == nil && what == "a wrong kind" {
				t.Errorf("%s is %s, and it is read", member, what)
			}
			if err == nil && meant && cmp.Equal(got, whole()) {
				t.Errorf("%s is %s, and the state is the same", member, what)
			}
		}
	}
}

// zero reports whether a value means the same as its absence.
func zero(value any) bool {
	return slices.ContainsFunc([]any{nil, false, "", json.Number("0")}, func(z any) bool { return reflect.DeepEqual(value, z) })
}

// Reading damaged bytes gives a state or an error, and never panics.
func TestDamagedDocuments(t *testing.T) {
	t.Parallel()
	good := frozen.Freeze(whole())
	dice := rand.New(rand.NewPCG(1, 2))
	refused := 0
	for range 2000 {
		bad := slices.Clone(good)
		switch dice.IntN(3) {
		case 0:
			bad[dice.IntN(len(bad))] ^= 1 << dice.IntN(8)
		case 1:
			bad = bad[:dice.IntN(len(bad))]
		default:
			at := dice.IntN(len(bad))
			bad = slices.Insert(bad, at, byte(dice.IntN(256)))
		}
		if _, err := frozen.Thaw(bad); err != nil {
			refused++
			if !strings.HasPrefix(err.Error(), "frozen: ") {
				t.Fatalf("%v", err)
			}
		}
	}
	if refused < 1900 {
		t.Errorf("%d of 2000 damaged documents are refused", refused)
	}
	for _, nothing := range [][]byte{nil, {}, []byte("{}"), document(t, nil), document(t, []byte("null")), document(t, []byte("{}")), document(t, []byte("[1]"))} {
		if _, err := frozen.Thaw(nothing); err == nil {
			t.Errorf("%q is read", nothing)
		}
	}
}
