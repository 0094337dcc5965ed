package cursor_test

import (
	"errors"
	"regexp"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/cursor"
)

type position struct {
	Name string `json:"n"`
	ID   int    `json:"i"`
}

var codec = cursor.Codec{Secret: []byte("0123456789abcdef0123456789abcdef")}

func TestCursorComesBack(t *testing.T) {
	t.Parallel()
	contract := regexp.MustCompile(`^[A-Za-z0-9_.-]{8,400}$`) // parameters/Cursor
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.String().Draw(t, "list")
		want := position{rapid.StringN(0, 60, 120).Draw(t, "name"), rapid.Int().Draw(t, "id")}
		text := codec.Encode(list, want)
		if !contract.MatchString(text) {
			t.Fatalf("%q does not fit the contract", text)
		}
		var got position
		found, err := codec.Decode(list, text, &got)
		if err != nil || !found || got != want {
			t.Fatalf("got %+v, %t, %v; want %+v", got, found, err, want)
		}
	})
}

func TestCursorOfAnotherListIsRefused(t *testing.T) {
	t.Parallel()
	good := codec.Encode("members:a", position{"Anna", 1})
	tests := map[string]struct{ list, text string }{
		"another list":               {"members:b", good},
		"a list that begins alike":   {"members:", good},
		"changed":                    {"members:a", "A" + good[1:]},
		"the signature cut":          {"members:a", good[:len(good)-1]},
		"no signature":               {"members:a", good[:len(good)-23]},
		"another spelling":           {"members:a", good + "="},
		"made up":                    {"members:a", "eyJuIjoiQW5uYSIsImkiOjF9.AAAAAAAAAAAAAAAAAAAAAA"},
		"not base64":                 {"members:a", "........"},
		"signed by another secret":   {"members:a", cursor.Codec{Secret: []byte("another")}.Encode("members:a", position{"Anna", 1})},
		"a position of another kind": {"members:a", codec.Encode("members:a", "Anna")},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var got position
			if found, err := codec.Decode(tt.list, tt.text, &got); found || !errors.Is(err, cursor.ErrInvalid) {
				t.Errorf("read %+v, error %v", got, err)
			}
		})
	}
}

// While secrets are replaced, cursors of the one before and of the next are read; each server makes
// them under its first.
func TestCursorsOfFurtherSecretsAreRead(t *testing.T) {
	t.Parallel()
	old, next := []byte("the old secret"), []byte("the next secret")
	before, between, after := cursor.Codec{Secret: old}, cursor.Codec{Secret: old, Further: [][]byte{next}}, cursor.Codec{Secret: next, Further: [][]byte{old}}
	for _, tt := range []struct {
		what        string
		makes, read cursor.Codec
		found       bool
	}{
		{"made before, read between", before, between, true},
		{"made before, read after", before, after, true},
		{"made after, read between", after, between, true},
		{"made between, read after", between, after, true},
		{"made after, read by who does not know the next", after, before, false},
		{"made before, read once the old one is gone", before, cursor.Codec{Secret: next}, false},
		{"made between, read before", between, before, true},
	} {
		var got position
		found, err := tt.read.Decode("members:a", tt.makes.Encode("members:a", position{"Anna", 1}), &got)
		if found != tt.found || tt.found != (err == nil) || tt.found && got.Name != "Anna" {
			t.Errorf("%s: %v, %+v, %v", tt.what, found, got, err)
		}
	}
}

func TestNoCursorIsTheStart(t *testing.T) {
	t.Parallel()
	got := position{"unchanged", 1}
	if found, err := codec.Decode("members:a", "", &got); found || err != nil || got.Name != "unchanged" {
		t.Errorf("got %+v, %t, %v", got, found, err)
	}
}
