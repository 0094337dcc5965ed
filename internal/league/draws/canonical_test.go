package draws_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"referto/internal/league/draws"
)

// TestHash: the hash of a document is that of its canonical form without the member hash, which is
// written by hand here.
func TestHash(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, document, canonical string }{
		{"nothing", `{}`, `{}`},
		{"no white space", " {\n\t\"a\" : [ 1 , 2 ] }\r\n", `{"a":[1,2]}`},
		{"members by name", `{"b":1,"a":{"d":2,"c":3},"C":4}`, `{"C":4,"a":{"c":3,"d":2},"b":1}`},
		{"elements in their order", `{"a":[3,1,[2,0]]}`, `{"a":[3,1,[2,0]]}`},
		{"the member hash is left out", `{"a":1,"hash":"00"}`, `{"a":1}`},
		{"of the whole only", `{"a":{"hash":"00"}}`, `{"a":{"hash":"00"}}`},
		{"true, false and null", `{"a":true,"b":false,"c":null}`, `{"a":true,"b":false,"c":null}`},
		{"whole numbers", `{"a":[0,-0,-7,9007199254740]}`, `{"a":[0,0,-7,9007199254740]}`},
		{"nothing escaped that need not be", `{"a":"\u0041\/\u00e8\u0436\u20ac"}`, `{"a":"A/èж€"}`},
		{"quotes and backslashes", `{"a":"\"\\"}`, `{"a":"\"\\"}`},
		{"tab and line breaks", `{"a":"\u000a\u000d\u0009"}`, `{"a":"\n\r\t"}`},
		{"beyond sixteen bits", `{"a":"\ud83c\udfb2"}`, `{"a":"🎲"}`},
		{"no escapes of HTML", `{"a":"<&>\u2028"}`, "{\"a\":\"<&>\u2028\"}"},
		{"names as strings", `{"\u0061\n":1}`, `{"a\n":1}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			sum := sha256.Sum256([]byte(tt.canonical))
			got, err := draws.Hash([]byte(tt.document))
			if want := hex.EncodeToString(sum[:]); err != nil || got != want {
				t.Errorf("got %s, %v, want %s", got, err, want)
			}
		})
	}
}

// TestNoHash: a document that two parsers might read differently has no hash.
func TestNoHash(t *testing.T) {
	t.Parallel()
	for name, document := range map[string]string{
		"nothing": ``, "a list": `[]`, "a text": `"a"`, "null": `null`, "null and more": `null 1`, "cut off": `{"a":`, "two documents": `{}{}`,
		"a member twice": `{"a":1,"a":1}`, "a member twice but for the case": `{"a":1,"A":1}`, "a control character": `{"a":"\u0007"}`, "a member twice in a list": `{"a":[{"b":1,"b":2}]}`,
		"a fraction": `{"a":1.5}`, "a whole number with a fraction": `{"a":1.0}`, "an exponent": `{"a":1e2}`,
		"a number beyond what every parser holds": `{"a":9007199254740993}`, "in a list": `{"a":[1.5]}`, "in an object": `{"a":{"b":1.5}}`,
		"no UTF-8": "{\"a\":\"\xff\"}", "half a pair": `{"a":"\ud83c"}`,
	} {
		if got, err := draws.Hash([]byte(document)); err == nil {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestHashIsOfTheMeaning: the formatting of a document does not change its hash, the content does.
func TestHashIsOfTheMeaning(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		members := rapid.MapOfN(rapid.StringMatching(`[a-z]{1,6}`), rapid.OneOf(
			rapid.Map(rapid.StringOf(rapid.RuneFrom([]rune("\t\n\"\\<€"), unicode.L)), func(s string) any { return s }),
			rapid.Map(rapid.IntRange(-1000, 1000), func(n int) any { return n }),
			rapid.Map(rapid.SliceOfN(rapid.Bool(), 0, 3), func(list []bool) any { return list }),
		), 1, 6).Draw(t, "members")
		hash := func(write func(any) ([]byte, error)) string {
			raw, err := write(members)
			if err != nil {
				t.Fatal(err)
			}
			got, err := draws.Hash(raw)
			if err != nil {
				t.Fatalf("%v: %s", err, raw)
			}
			return got
		}
		plain := hash(json.Marshal)
		if spread := hash(func(v any) ([]byte, error) { return json.MarshalIndent(v, " ", "\t") }); spread != plain {
			t.Errorf("%s on one line, %s on several", plain, spread)
		}
		delete(members, "hash")
		plain = hash(json.Marshal)
		members["more"+rapid.StringMatching(`[a-z]{7}`).Draw(t, "more")] = nil
		if more := hash(json.Marshal); more == plain {
			t.Error("another member changes nothing")
		}
	})
}
