package conformance

import (
	"encoding/json"
	"strings"
	"testing"
)

func parsed(t *testing.T, document string) any {
	t.Helper()
	value, err := plain([]byte(document))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func TestReplace(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, tree, pointer, value, want string }{
		{"a member", `{"a": {"b": 1}}`, "/a/b", `2`, `{"a":{"b":2}}`},
		{"an element", `{"a": [1, 2]}`, "/a/1", `{"c": 3}`, `{"a":[1,{"c":3}]}`},
		{"a new element", `[1]`, "/1", `2`, `[1,2]`},
		{"a new element by dash", `[1]`, "/-", `2`, `[1,2]`},
		{"a new member", `{}`, "/a", `null`, `{"a":null}`},
		{"an escaped name", `{"8/30": 1, "x~y": 1}`, "/8~130", `2`, `{"8/30":2,"x~y":1}`},
		{"an empty name", `{"": {"a": 1}}`, "//a", `2`, `{"":{"a":2}}`},
		{"the whole", `{}`, "", `[]`, `[]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := replace(parsed(t, tt.tree), tt.pointer, parsed(t, tt.value))
			if err != nil || text(got) != tt.want {
				t.Errorf("got %s, %v, want %s", text(got), err, tt.want)
			}
		})
	}
	for _, pointer := range []string{"/a/0/b", "/b/7", "/b/x", "/b/-1"} {
		if got, err := replace(parsed(t, `{"a": [1], "b": []}`), pointer, nil); err == nil {
			t.Errorf("%s: got %s", pointer, text(got))
		}
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, got, want, differs string }{
		{"the same", `{"a": [1, "x", null, true]}`, `{"a": [1, "x", null, true]}`, ""},
		{"null is nothing", `{"a": null}`, `{"b": null}`, ""},
		{"a member too many", `{"a": 1}`, `{}`, "/a"},
		{"an element too many", `[1, 2]`, `[1]`, "/1"},
		{"order matters in lists", `{"list": [1, 2]}`, `{"list": [2, 1]}`, "/list/0 /list/1"},
		{"but not in sets", `{"reasons": ["a", "b"]}`, `{"reasons": ["b", "a"]}`, ""},
		{"what is there twice is so in any order", `{"seats_lost": ["b", "a", "b"]}`, `{"seats_lost": ["b", "b", "a"]}`, ""},
		{"and not once", `{"seats_lost": ["a", "b"]}`, `{"seats_lost": ["b", "a", "b"]}`, "/seats_lost/2"},
		{"nor another one twice", `{"seats_lost": ["a", "a", "b"]}`, `{"seats_lost": ["b", "a", "b"]}`, "/seats_lost/1"},
		{"sets differ", `{"reasons": ["a"]}`, `{"reasons": ["b"]}`, "/reasons/0"},
		{"a word is no number", `{"a": "1"}`, `{"a": 1}`, "/a"},
		{"decimals are words", `{"a": "12.50"}`, `{"a": "12.5"}`, "/a"},
		{"why there is no rule is told in other words", `{"error": "too-few"}`, `{"error": "no rule"}`, ""},
		{"or in one word", `{"error": "too-few"}`, `"error"`, ""},
		{"but there is none", `{"error": "too-few"}`, `{"size": 8}`, "/error /size"},
		{"and nothing else", `{"error": "too-few", "size": 8}`, `{"error": "no rule"}`, "/size"},
		{"what need not be matched", `{"separated_by": "lot"}`, `{"separated_by": "vp"}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var pointers []string
			for _, d := range compare("", parsed(t, tt.got), parsed(t, tt.want)) {
				pointers = append(pointers, d.Pointer)
			}
			if got := strings.Join(pointers, " "); got != tt.differs {
				t.Errorf("differs at %q, want %q", got, tt.differs)
			}
		})
	}
}

// TestUnderLeavesTheCaseAlone: every alternative starts from the same outcome.
func TestUnderLeavesTheCaseAlone(t *testing.T) {
	t.Parallel()
	c := Case{Expected: parsed(t, `{"a": [1]}`)}
	other, err := c.under(Alternative{Key: "K", Reading: "r", Patch: []Patch{{Path: "/a/0", Value: json.RawMessage(`2`)}}})
	if err != nil {
		t.Fatal(err)
	}
	if text(other.Expected) != `{"a":[2]}` || text(c.Expected) != `{"a":[1]}` || other.Readings["K"] != "r" || c.Readings != nil {
		t.Errorf("got %s from %s", text(other.Expected), text(c.Expected))
	}
}
