package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestVerifyDraw checks the worked example of docs/draws.md as anybody would, with
// no setting that a server needs.
func TestVerifyDraw(t *testing.T) {
	t.Parallel()
	example, err := os.ReadFile("../../internal/league/draws/testdata/example.json")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, document, says string
		code                 int
	}{
		{"right", string(example), "The draw is right.", 0},
		{"another count", strings.Replace(string(example), `"repeats": 0`, `"repeats": 1`, 1), "WRONG:    repeats", 1},
		{"half of it", string(example[:len(example)/2]), "", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "draw.json")
			if err := os.WriteFile(file, []byte(tt.document), 0o600); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			err := run(t.Context(), []string{"verify-draw", file}, nil, &out, &out)
			code := 0
			if err != nil {
				code = exitCode(err)
			}
			if code != tt.code || !strings.Contains(out.String(), tt.says) {
				t.Errorf("ends with %d (%v), want %d and %q\n%s", code, err, tt.code, tt.says, out.String())
			}
		})
	}
	for _, args := range [][]string{{"verify-draw"}, {"verify-draw", "a", "b"}, {"verify-draw", "no-such-file"}} {
		if err := run(t.Context(), args, nil, &bytes.Buffer{}, &bytes.Buffer{}); err == nil || exitCode(err) != 2 {
			t.Errorf("%v: %v", args, err)
		}
	}
}
