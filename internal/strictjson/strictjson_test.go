package strictjson_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"referto/internal/strictjson"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, reason, pointer string }{
		{"an object", `{"a": [1, {"b": "è я"}], "c": null}`, "", ""},
		{"a bare value", `"x"`, "", ""},
		{"a whole surrogate pair", `{"a": "\ud83d\ude00"}`, "", ""},
		{"a replacement character somebody typed", `{"a": "�", "b": "\ufffd"}`, "", ""},
		{"line breaks and tabs in a text", `{"a": "x\n\ty"}`, "", ""},
		{"nothing", ``, "invalid-json", ""},
		{"half an object", `{"a": 1`, "invalid-json", ""},
		{"two values", `{} {}`, "trailing-data", ""},
		{"rubbish behind", `{}x`, "trailing-data", ""},
		{"a key twice", `{"a": {"b": 1, "b": 2}}`, "duplicate-key", "/a/b"},
		{"a key twice in other letters", `{"vp": 1, "VP": 2}`, "duplicate-key", "/VP"},
		{"half a surrogate pair", `{"name": "\ud800"}`, "lone-surrogate", "/name"},
		{"the wrong half first", `["\udc00\ud800"]`, "lone-surrogate", "/0"},
		{"NUL", `{"a": "x\u0000"}`, "control-character", "/a"},
		{"a control character in a key", `{"\u0007": 1}`, "control-character", ""},
		{"bytes that are no UTF-8", "{\"a\": \"\xff\"}", "invalid-utf8", ""},
		{"NaN", `{"a": NaN}`, "invalid-json", "/a"},
		{"a comma too many", `[1,]`, "invalid-json", "/1"},
		{"32 deep", strings.Repeat("[", 32) + strings.Repeat("]", 32), "", ""},
		{"33 deep", strings.Repeat("[", 33) + strings.Repeat("]", 33), "too-deep", strings.Repeat("/0", 32)},
		{"a key with a slash", `{"a/b": {"~": "\u0001"}}`, "control-character", "/a~1b/~0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := strictjson.Check([]byte(tt.text))
			var fault *strictjson.Error
			switch {
			case tt.reason == "" && err != nil:
				t.Errorf("refused: %v", err)
			case tt.reason != "" && !errors.As(err, &fault):
				t.Errorf("got %v, want %s", err, tt.reason)
			case tt.reason != "" && (fault.Reason != tt.reason || fault.Pointer != tt.pointer):
				t.Errorf("got %s at %q, want %s at %q", fault.Reason, fault.Pointer, tt.reason, tt.pointer)
			}
		})
	}
}

// Lists and objects are as long as their shape allows, at every depth.
func TestCheckShape(t *testing.T) {
	t.Parallel()
	pair := &strictjson.Shape{Items: 2}
	shape := &strictjson.Shape{Named: map[string]*strictjson.Shape{"pairs": {Items: 3, Each: pair}, "lots": {Members: 2}}, Each: &strictjson.Shape{Items: 1}}
	long := func(n int) string { return "[" + strings.TrimSuffix(strings.Repeat("0,", n), ",") + "]" }
	tests := []struct {
		name, text string
		of         strictjson.Counted
		pointer    string
		limit      int // 0: as long as may be
	}{
		{"as long as may be", `{"pairs": [[1, 2], [3, 4], []], "lots": {"1": 1, "2": 2}, "other": [7]}`, 0, "", 0},
		{"an item too many", `{"pairs": [[], [], [], []]}`, strictjson.Items, "/pairs", 3},
		{"an item too many inside", `{"pairs": [[1, 2], [1, 2, 3]]}`, strictjson.Items, "/pairs/1", 2},
		{"a member too many", `{"lots": {"1": 1, "2": 2, "3": 3}}`, strictjson.Members, "/lots", 2},
		{"of a member not named", `{"more": [1, 2]}`, strictjson.Items, "/more", 1},
		{"what follows is not read", `{"pairs": [[1, 2, 3`, strictjson.Items, "/pairs/0", 2},
		{"nothing is said of it", `{"pairs": [[{"x": ` + long(strictjson.MaxLength) + `}]]}`, 0, "", 0},
		{"a list of more than any", `{"pairs": [[` + long(strictjson.MaxLength+1) + `]]}`, strictjson.Items, "/pairs/0/0", strictjson.MaxLength},
		{"more values than any text", `{"pairs": [[` + `{"a":[` + strings.TrimSuffix(strings.Repeat(long(strictjson.MaxLength-1)+",", 31), ",") + `]}]]}`, strictjson.Values, "", strictjson.MaxValues},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := strictjson.CheckShape([]byte(tt.text), shape)
			var fault *strictjson.LengthError
			switch {
			case tt.limit == 0 && err != nil:
				t.Errorf("refused: %v", err)
			case tt.limit != 0 && !errors.As(err, &fault):
				t.Errorf("got %v, want at most %d", err, tt.limit)
			case tt.limit != 0 && *fault != (strictjson.LengthError{Pointer: tt.pointer, Of: tt.of, Limit: tt.limit}):
				t.Errorf("got %+v, want %d of %d at %q", *fault, tt.limit, tt.of, tt.pointer)
			}
		})
	}
}

// The names above a value cost nothing for each value below: half a megabyte of name
// over a list of half a megabyte is read like any text of a megabyte.
func TestLongNamesAreNotPaidForAgain(t *testing.T) { //nolint:paralleltest // counts what is allocated
	text := []byte(`{"` + strings.Repeat("x", 500_000) + `": [` + strings.Repeat(`[0],`, 9_999) + `0]}`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := strictjson.Check(text); err != nil {
		t.Error(err)
	}
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 64<<20 {
		t.Errorf("%d MB allocated for %d kB", (after.TotalAlloc-before.TotalAlloc)>>20, len(text)>>10)
	}
}

func FuzzCheck(f *testing.F) {
	f.Add([]byte(`{"a": [1, "\ud83d\ude00", {"b": null}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		_ = strictjson.Check(text) // never panics, always ends
	})
}

// A fault is found at its line and character, as an editor counts them.
func TestPlaceOfAFault(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text   string
		reason       string
		line, column int
	}{
		{"a comma too many", "{\n  \"a\": 1,\n  \"b\": [1, 2,]\n}", "invalid-json", 3, 14},
		{"a comma missing", "{\n  \"a\": 1\n  \"b\": 2\n}", "invalid-json", 3, 3},
		{"a name without quotes", "{\"è\": 1, b: 2}", "invalid-json", 1, 10},
		{"a word that is no value", "[\n  1,\n  nil\n]", "invalid-json", 3, 4},
		{"an end missing", "{\"a\": [1,\n2", "invalid-json", 2, 2},
		{"nothing", "", "invalid-json", 1, 1},
		{"a field twice", "{\"a\": 1,\n \"A\": 2}", "duplicate-key", 2, 2},
		{"half a character", "[\"x\",\n \"\\ud800\"]", "lone-surrogate", 2, 2},
		{"a control character", "[\"x\",\n \"\\u0001\"]", "control-character", 2, 2},
		{"something behind", "{}\n\n x", "trailing-data", 3, 2},
		{"no UTF-8", "[\"ok\",\n \"\xff\"]", "invalid-utf8", 2, 3},
		{"too deep", strings.Repeat("[\n", strictjson.MaxDepth+1), "too-deep", strictjson.MaxDepth + 1, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var fault *strictjson.Error
			if err := strictjson.Check([]byte(tt.text)); !errors.As(err, &fault) {
				t.Fatalf("got %v", err)
			}
			if fault.Reason != tt.reason || fault.Line != tt.line || fault.Column != tt.column {
				t.Errorf("got %s at line %d, column %d; want %s at line %d, column %d", fault.Reason, fault.Line, fault.Column, tt.reason, tt.line, tt.column)
			}
		})
	}
}
