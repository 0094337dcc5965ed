package strictjson_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/strictjson"
)

// anything makes values of lists, objects and plain values.
func anything(depth int) *rapid.Generator[any] {
	plain := rapid.OneOf(
		rapid.Just[any](nil), rapid.Map(rapid.Bool(), func(b bool) any { return b }), rapid.Map(rapid.IntRange(-1000, 1000), func(n int) any { return n }),
		rapid.Map(rapid.StringMatching(`[a-zèя"\\/<&\t\n ]{0,8}`), func(s string) any { return s }),
	)
	if depth == 0 {
		return plain
	}
	inner := anything(depth - 1)
	return rapid.OneOf(plain,
		rapid.Map(rapid.SliceOfN(inner, 0, 4), func(s []any) any { return s }),
		rapid.Map(rapid.MapOfN(rapid.StringMatching(`[a-zèя/~]{1,4}`), inner, 0, 4), func(m map[string]any) any { return m }))
}

// TestWhatIsWrittenIsRead: whatever an encoder writes of ours passes, in one line or
// many, and is refused as soon as something follows it or its end is missing.
func TestWhatIsWrittenIsRead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		value := anything(4).Draw(t, "value")
		for _, indent := range []string{"", "  "} {
			text, err := json.MarshalIndent(value, "", indent)
			if err != nil {
				t.Fatal(err)
			}
			if err := strictjson.Check(text); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			var fault *strictjson.Error
			if err := strictjson.Check(append(bytes.Clone(text), " 1"...)); !errors.As(err, &fault) || fault.Reason != "trailing-data" {
				t.Fatalf("%s 1: %v", text, err)
			}
			if last := text[len(text)-1]; last == '}' || last == ']' || last == '"' {
				if err := strictjson.Check(text[:len(text)-1]); !errors.As(err, &fault) || fault.Reason != "invalid-json" {
					t.Fatalf("%s without its end: %v", text, err)
				}
			}
		}
	})
}

// TestNoMoreThanTheStandardReads: the standard decoder accepts every accepted text, and keeps every member.
func TestNoMoreThanTheStandardReads(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[\[\]{}",:0-9a-u\\ .eE+-]{0,24}`).Draw(t, "text")
		passes := strictjson.Check([]byte(text)) == nil
		if passes && !json.Valid([]byte(text)) {
			t.Fatalf("%q is let in and is no JSON", text)
		}
		if !passes && json.Valid([]byte(text)) && !strings.Contains(text, "\\") && !strings.Contains(text, "{") {
			t.Fatalf("%q is JSON and refused: %v", text, strictjson.Check([]byte(text)))
		}
	})
}

// TestEscapes: RFC 8259 7, how a character is written in a string.
func TestEscapes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`"\"\\\/\n\r\t"`: "", `"\u0041\u00e8\u20ac"`: "", `"\ud83c\udfb2"`: "", `"\uD83C\uDFB2"`: "", `"\u000a\u0009\u000d"`: "",
		`"\\ud800"`: "", `"\\u0007"`: "", `"\ufffd"`: "", `"\u2028"`: "", `"\ue000"`: "", `"\uffff"`: "",
		`"\b"`: "control-character", `"\f"`: "control-character", `"\u0000"`: "control-character", `"\u001f"`: "control-character",
		`"\ud83c"`: "lone-surrogate", `"\udfb2"`: "lone-surrogate", `"\udfb2\ud83c"`: "lone-surrogate", `"\ud83c\ud83c"`: "lone-surrogate",
		`"\ud83cx\udfb2"`: "lone-surrogate", `"\ud83c\\udfb2"`: "lone-surrogate", `"\ud83c\u0041"`: "lone-surrogate", `"a\ud83c"`: "lone-surrogate",
		`"\x41"`: "invalid-json", `"\u12"`: "invalid-json", "\"\t\"": "invalid-json", "\"\n\"": "invalid-json", `"\'"`: "invalid-json", `'a'`: "invalid-json",
	} {
		got := ""
		var fault *strictjson.Error
		if err := strictjson.Check([]byte(text)); errors.As(err, &fault) {
			got = fault.Reason
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestNumbersAndWords: RFC 8259 3 and 6, and nothing that other readers add.
func TestNumbersAndWords(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"0", "-0", "1", "-1.5", "1e3", "1E+3", "1.0e-3", "9007199254740993", "true", "false", "null", " 1 ", "\t[ ]\r\n", "{ }"} {
		if err := strictjson.Check([]byte(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"01", "-01", "0x1", "1_000", "00", "1 2", "truefalse", "null,"} { // text that could be a value, and more
		if err := strictjson.Check([]byte(text)); err == nil {
			t.Errorf("%q is let in", text)
		}
	}
	for _, text := range []string{
		"+1", ".5", "5.", "1e", "Infinity", "-Infinity", "nan", "True", "NULL", "undefined", "// x\n1", "/* x */1", "[1 2]", "[,1]", "{a:1}", "{\"a\" 1}",
		"{\"a\":1,}", "{,}", "[1}", "{\"a\":1]", "]", "}", ",", ":", "{1:2}", "\u00a01", "\ufeff1",
	} {
		var fault *strictjson.Error
		if err := strictjson.Check([]byte(text)); !errors.As(err, &fault) || fault.Reason != "invalid-json" {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestNamesTwice: letter case aside, also escaped; the same name in two objects is no
// matter.
func TestNamesTwice(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"a":1,"b":{"a":2}}`: "", `[{"a":1},{"a":1}]`: "", `{"a":{"x":1},"b":{"x":1}}`: "", `{"":1,"a":2}`: "",
		`{"a":1,"\u0061":2}`: "/a", `{"è":1,"È":2}`: "/È", `{"я":1,"Я":2}`: "/Я", `{"":1,"":2}`: "/", `{"x":[0,{"a/b":1,"A/B":2}]}`: "/x/1/A~1B", `{"a":1,"b":2,"a":3}`: "/a",
	} {
		got := ""
		var fault *strictjson.Error
		if err := strictjson.Check([]byte(text)); errors.As(err, &fault) {
			got = fault.Pointer
			if fault.Reason != "duplicate-key" || fault.Error() != `strictjson: duplicate-key at "`+fault.Pointer+`"` {
				t.Errorf("%s: %v", text, fault)
			}
		}
		if got != want {
			t.Errorf("%s: at %q, want %q", text, got, want)
		}
	}
}

// TestShapesInShapes: the shape of a name precedes the general one, the longest permitted values pass, and an
// exceeded limit is reported.
func TestShapesInShapes(t *testing.T) {
	t.Parallel()
	shape := &strictjson.Shape{
		Members: 2,
		Named:   map[string]*strictjson.Shape{"list": {Items: 2, Each: &strictjson.Shape{Members: 1}}, "free": nil},
		Each:    &strictjson.Shape{Items: 1},
	}
	for text, want := range map[string]string{
		`{"list":[{"a":1},{"b":2}]}`:     "",
		`{"list":[{"a":1,"b":2}]}`:       `strictjson: more than 1 at "/list/0"`,
		`{"list":[1,2,3]}`:               `strictjson: more than 2 at "/list"`,
		`{"free":[1,2,3,{"a":1,"b":2}]}`: "",
		`{"other":[1,2]}`:                `strictjson: more than 1 at "/other"`,
		`{"other":[[1,2,3]]}`:            "", // the contents are not limited
		`{"List":[1,2]}`:                 `strictjson: more than 1 at "/List"`,
		`{"a":1,"b":2,"c":3}`:            `strictjson: more than 2 at ""`,
		`[1,2,3]`:                        "", // the shape speaks of an object
		`7`:                              "",
	} {
		got := ""
		if err := strictjson.CheckShape([]byte(text), shape); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}
