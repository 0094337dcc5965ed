package strictjson_test

import (
	"errors"
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

func FuzzCheck(f *testing.F) {
	f.Add([]byte(`{"a": [1, "\ud83d\ude00", {"b": null}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		_ = strictjson.Check(text) // never panics, always ends
	})
}
