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

		{"initials of a club", "A.S.D. Risiko Aosta", "A.S.D. Risiko Aosta", nil},
		{"initials before a name", "S.S.Lazio, U.S.Città di Pisa", "S.S.Lazio, U.S.Città di Pisa", nil},
		{"a name after an initial", "A.De Luca", "A.De Luca", nil},
		{"a name after a title", "Ing.De Rossi", "Ing.De Rossi", nil},
		{"a sentence without a space", "Finale.Torneo n.1", "Finale.Torneo n.1", nil},
		{"a score, a time, a share", "3.5 punti, 18.30, 1/2", "3.5 punti, 18.30, 1/2", nil},
		{"an abbreviation at the end", "Lodi & C.", "Lodi & C.", nil},
		{"a page", "Vinci https://evil.example/now", "", oneline.ErrLink},
		{"of any scheme", "HXXP://1.2.3.4", "", oneline.ErrLink},
		{"without scheme", "Visita www.evil.example", "", oneline.ErrLink},
		{"a host", "Il tuo premio: evil.com", "", oneline.ErrLink},
		{"a host of many names", "login.bank.evil.co.uk", "", oneline.ErrLink},
		{"a host with a path", "evil.it/vinci", "", oneline.ErrLink},
		{"in brackets", "(evil.ORG)", "", oneline.ErrLink},
		{"before a full stop", "Apri Evil.Com.", "", oneline.ErrLink},
		{"in full width", "ｅｖｉｌ．ｃｏｍ", "", oneline.ErrLink},
		{"with an ideographic full stop", "evil。com", "", oneline.ErrLink},
	}
	for _, tt := range tests {
		if got, err := oneline.Clean(tt.typed); got != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%s: %q, %v", tt.rule, got, err)
		}
	}
}

func TestLineMayNameAFile(t *testing.T) {
	t.Parallel()
	if got, err := oneline.Line("  results.zip "); got != "results.zip" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := oneline.Clean("results.zip"); !errors.Is(err, oneline.ErrLink) {
		t.Errorf("as a name: %v", err)
	}
	if _, err := oneline.Line("x"); !errors.Is(err, oneline.ErrTooShort) {
		t.Errorf("one letter: %v", err)
	}
}
