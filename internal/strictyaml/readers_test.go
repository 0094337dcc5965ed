package strictyaml_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"

	"referto/internal/strictjson"
	"referto/internal/strictyaml"
)

// TestStyles: blocks, flows, quotes and folds have the meaning of YAML 1.2.
func TestStyles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"a list in blocks", "- 1\n- a\n-\n  - 2\n- b: 3\n  c: 4\n", `[1,"a",[2],{"b":3,"c":4}]`},
		{"an object in an object", "a:\n  b:\n    c: 1\n  d: 2\n", `{"a":{"b":{"c":1},"d":2}}`},
		{"a list as deep as its name", "a:\n- 1\n- 2\n", `{"a":[1,2]}`},
		{"over several lines", "{a: 1,\n b: [1,\n 2]}\n", `{"a":1,"b":[1,2]}`},
		{"a word alone", "word\n", `"word"`},
		{"a number alone", "13\n", `13`},
		{"nothing but marks", "---\n...\n", `null`},
		{"a literal", "a: |\n  one\n   two\n\n  three\n", `{"a":"one\n two\n\nthree\n"}`},
		{"a literal without its last line end", "a: |-\n  one\n", `{"a":"one"}`},
		{"a literal with all of them", "a: |+\n  one\n\n", `{"a":"one\n\n"}`},
		{"a fold", "a: >\n  one\n  two\n\n  three\n", `{"a":"one two\nthree\n"}`},
		{"a plain text of two lines", "a: one\n  two\n", `{"a":"one two"}`},
		{"single quotes", "a: 'it''s \\n'\n", `{"a":"it's \\n"}`},
		{"double quotes", `a: "\t\u00e8\x41\"\\"` + "\n", `{"a":"\tèA\"\\"}`},
		{"a mark within a text", "a: x#y # not this\n", `{"a":"x#y"}`},
		{"a colon within a text", "a: b:c\n", `{"a":"b:c"}`},
		{"a name in quotes", "\"1\": a\n'true': b\n", `{"1":"a","true":"b"}`},
		{"a merge in quotes is a name", "\"<<\": 1\n", `{"<<":1}`},
		{"line ends of other machines", "a: 1\r\nb: 2\rc: 3\n", `{"a":1,"b":2,"c":3}`},
		{"a quick name", "? a\n: 1\n", `{"a":1}`},
		{"empty values", "a:\nb: []\nc: {}\nd: ''\n", `{"a":null,"b":[],"c":{},"d":""}`},
		{"HTML stays", "a: <b>&\n", `{"a":"<b>&"}`},
		{"names with slashes", "a/b: {~x: 1}\n", `{"a/b":{"~x":1}}`},
		{"a date is a text", "2009-02-08: 10:30\n", `{"2009-02-08":"10:30"}`},
		{"JSON in the middle", "a: {\"b\": [true, null, \"x\"]}\n", `{"a":{"b":[true,null,"x"]}}`},
		{"a percent later on", "a: 1\n# x\nb: '%'\n", `{"a":1,"b":"%"}`},
	} {
		got, err := strictyaml.ToJSON([]byte(c.text))
		if err != nil || string(got) != c.want {
			t.Errorf("%s: got %s, %v, want %s", c.name, got, err, c.want)
		}
	}
}

// TestNumbersDigitByDigit: a number keeps its digits, and is one that JSON can write.
func TestNumbersDigitByDigit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"-0": "-0", "+0.10": "0.10", "-.5": "-0.5", "+.5e1": "0.5e1", "1.": "1", "1.e5": "1e5", "1E-5": "1E-5", "0e0": "0e0", "0.0": "0.0", "10": "10",
		"0x0": "0", "0xff": "255", "0o0": "0", "0o17": "15", "0x7fffffffffffffff": "9223372036854775807",
		"0x8000000000000000": "", "00": "", "-01": "", "+007": "", "01e5": "", ".NaN": "", "+.Inf": "",
		"0o8": `"0o8"`, "0X1": `"0X1"`, "-0x1": `"-0x1"`, "1e": `"1e"`, ".": `"."`, "+": `"+"`, "--1": `"--1"`, "1.2.3": `"1.2.3"`, "1e5.0": `"1e5.0"`, "NaN": `"NaN"`, ".nAn": `".nAn"`,
	} {
		got, err := strictyaml.ToJSON([]byte("[" + text + "]"))
		if want == "" {
			var fault *strictyaml.Error
			if !errors.As(err, &fault) || fault.Reason != "yaml-number" || fault.Params["got"] != text || fault.Params["line"] != "1" {
				t.Errorf("%s: %s, %v", text, got, err)
			}
			continue
		}
		if err != nil || string(got) != "["+want+"]" || !json.Valid(got) {
			t.Errorf("%s: got %s, %v, want %s", text, got, err, want)
		}
	}
}

// TestWhatTheReaderOfYAMLReads: a document that a common writer of YAML has written comes
// back as it was.
func TestWhatTheReaderOfYAMLReads(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		value := written(3).Draw(t, "value")
		text, err := yaml.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		got, err := strictyaml.ToJSON(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if err := strictjson.Check(got); err != nil {
			t.Fatalf("%s is read as %s: %v", text, got, err)
		}
		var back any
		if err := json.Unmarshal(got, &back); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(back, value) {
			t.Fatalf("%#v written as\n%s\ncame back as %#v", value, text, back)
		}
	})
}

// written are values as JSON has them, with the texts that YAML would take for something
// else.
func written(depth int) *rapid.Generator[any] {
	leaf := rapid.OneOf(
		rapid.Just[any](nil), rapid.Map(rapid.Bool(), func(b bool) any { return b }),
		rapid.Map(rapid.SampledFrom([]string{
			"", "a", "yes", "No", "013", "1", "1.5", "null", "~", "true", "- a", "a: b", "#x", "x #y", "*a", "&a", "!a", "a\nb", "a\nb\n", " a ", "%", "@", "'", "\"", "è я", "<<", "2009-02-08", "0x1F", "-", "?", ":", "{", "[", ",", "|", ">",
		}), func(s string) any { return s }),
	)
	if depth == 0 {
		return leaf
	}
	inner := written(depth - 1)
	return rapid.OneOf(leaf,
		rapid.Map(rapid.SliceOfN(inner, 0, 3), func(s []any) any { return s }),
		rapid.Map(rapid.MapOfN(rapid.SampledFrom([]string{"a", "b", "è", "a b", "a/b", "1", "yes", "~"}), inner, 0, 3), func(m map[string]any) any { return m }))
}

// TestMessages: a fault names the line and the text there, cut to a displayable length.
func TestMessages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, reason, got string }{
		{"a long directive", "%YAML " + strings.Repeat("è", 100) + "\n", "yaml-directive", "%YAML " + strings.Repeat("è", 54) + "…"},
		{"a long name twice", strings.Repeat("a", 61) + ": 1\n" + strings.Repeat("a", 61) + ": 2\n", "yaml-duplicate-key", strings.Repeat("a", 60) + "…"},
		{"a name of sixty", strings.Repeat("a", 60) + ": 1\n" + strings.Repeat("a", 60) + ": 2\n", "yaml-duplicate-key", strings.Repeat("a", 60)},
		{"a byte of C1", "a: \u0085\n", "yaml-character", "U+0085"},
		{"a mark in the middle", "a: \ufeffb\n", "yaml-character", "U+FEFF"},
		{"DEL", "a: \x7f\n", "yaml-character", "U+007F"},
		{"NUL in quotes", `a: "\0"`, "yaml-character", "U+0000"},
		{"DEL in quotes", `a: "\x7f"`, "yaml-character", "U+007F"},
		{"a control character in a name", `"\a": 1`, "yaml-character", "U+0007"},
		{"a paragraph separator", "a: b\u2029c\n", "yaml-character", "U+2029"},
		{"null for a name", "~: 1\n", "yaml-key", "~"},
		{"truth for a name", "true: 1\n", "yaml-key", "true"},
		{"an object for a name", "{a: 1}: 2\n", "yaml-key", ""},
		{"deep", "a: " + strings.Repeat("[", 32) + strings.Repeat("]", 32), "yaml-too-deep", "32"},
		{"a tab before a name", "a:\n\tb: 1\n", "yaml-syntax", "found character that cannot start any token"},
	} {
		_, err := strictyaml.ToJSON([]byte(c.text))
		var fault *strictyaml.Error
		if !errors.As(err, &fault) || fault.Reason != c.reason || fault.Params["got"] != c.got || fault.Params["line"] != fmt.Sprint(fault.Line) {
			t.Errorf("%s: %+v, want %s of %s", c.name, err, c.reason, c.got)
		}
	}
	_, err := strictyaml.ToJSON([]byte("a: 1\nb: 013\n"))
	if want := "strictyaml: line 2: yaml-number map[got:013 line:2]"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	for text, want := range map[string]string{"a: \xff\n": "invalid-utf8", "a: 1\n---\nb: 1\n": "trailing-data", `{"a":1,"a":2}`: "duplicate-key", `["\ud800"]`: "lone-surrogate"} {
		var fault *strictjson.Error
		if _, err := strictyaml.ToJSON([]byte(text)); !errors.As(err, &fault) || fault.Reason != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestDepths: as deep as JSON may be, in flows and in blocks.
func TestDepths(t *testing.T) {
	t.Parallel()
	block := func(depth int) string {
		var text strings.Builder
		for i := range depth {
			text.WriteString(strings.Repeat(" ", i) + "a:\n")
		}
		return text.String()
	}
	for name, text := range map[string]string{"flows": strings.Repeat("[", 32) + strings.Repeat("]", 32), "blocks": block(32)} {
		if _, err := strictyaml.ToJSON([]byte(text)); err != nil {
			t.Errorf("32 %s: %v", name, err)
		}
	}
	var fault *strictyaml.Error
	if _, err := strictyaml.ToJSON([]byte(block(33))); !errors.As(err, &fault) || fault.Reason != "yaml-too-deep" || fault.Line != 33 {
		t.Errorf("33 blocks: %v", err)
	}
}

// TestBareTags: the tag of one character is found wherever it stands, on a last line
// without an end too; an exclamation mark within a text is none.
func TestBareTags(t *testing.T) {
	t.Parallel()
	for text, line := range map[string]int{"a: ! 13": 1, "! 13": 1, "a: 1\nb:\n - ! x": 3, "a: [1, ! 2]": 1, "{a: ! {}}": 1, "! a: 1": 1} {
		var fault *strictyaml.Error
		if _, err := strictyaml.ToJSON([]byte(text)); !errors.As(err, &fault) || fault.Reason != "yaml-tag" || fault.Line != line {
			t.Errorf("%q: %v, want a tag in line %d", text, err, line)
		}
	}
	for text, want := range map[string]string{"a: x!": `{"a":"x!"}`, "a: '! 13'": `{"a":"! 13"}`, "a!: 1": `{"a!":1}`, "a: |\n  ! 13": `{"a":"! 13"}`} {
		if got, err := strictyaml.ToJSON([]byte(text)); err != nil || string(got) != want {
			t.Errorf("%q: got %s, %v, want %s", text, got, err, want)
		}
	}
}
