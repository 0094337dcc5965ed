package oneline_test

import (
	"errors"
	"testing"

	"referto/internal/oneline"
)

func TestClean(t *testing.T) {
	t.Parallel()
	tests := []struct {
		rule, typed, want string
		err               error
	}{
		{"as it is", "Anna Lodi", "Anna Lodi", nil},
		{"spaces around and between", "  Anna \t Lodi\n", "Anna Lodi", nil},
		{"a no-break space is a space", "Anna\u00a0Lodi", "Anna Lodi", nil},
		{"decomposed accents are composed", "Jose\u0300", "Josè", nil},
		{"any script", "Мария 李", "Мария 李", nil},
		{"joiners stay", "می\u200cخواهم", "می\u200cخواهم", nil},
		{"nothing", "", "", oneline.ErrTooShort},
		{"spaces only", "   ", "", oneline.ErrTooShort},
		{"one letter", " A ", "", oneline.ErrTooShort},
		{"NUL", "Anna\x00", "", oneline.ErrUnreadable},
		{"an escape", "Anna\x1b[31m", "", oneline.ErrUnreadable},
		{"a zero-width space", "An\u200bna", "", oneline.ErrUnreadable},
		{"reading turned round", "Anna \u202eidoL", "", oneline.ErrUnreadable},
		{"an Arabic mark", "Anna\u061c", "", oneline.ErrUnreadable},
		{"no text", "Anna\xff", "", oneline.ErrUnreadable},
	}
	for _, tt := range tests {
		if got, err := oneline.Clean(tt.typed); got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%s: %q, %v", tt.rule, got, err)
		}
	}
}
