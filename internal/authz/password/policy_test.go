package password_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"referto/internal/authz/password"
)

func TestPrepare(t *testing.T) {
	t.Parallel()
	about := []string{"anna.lodi@example.it", "Anna Lodi Bassi", "Club dei Dadi"}
	tests := []struct {
		rule, password string
		want           error
	}{
		{"eight characters", "kv9tzmwp", nil},
		{"seven characters", "kv9tzmw", password.ErrTooShort},
		{"nothing", "", password.ErrTooShort},
		{"eight characters of sixteen bytes", "жкпщюзйц", nil},
		{"seven characters of fourteen bytes", "жкпщюзй", password.ErrTooShort},
		{"eight characters of which one is composed of two", "kv9tzmwe\u0301", nil},
		{"seven characters in eight code points", "kv9tzme\u0301", password.ErrTooShort},
		{"128 characters", long(128), nil},
		{"129 characters", long(129), password.ErrTooLong},
		{"128 characters of four bytes", strings.Repeat("🎲🏠🛣🐑", 32) /* repeats */, password.ErrGuessable},
		{"128 characters that are 256 code points before", strings.Repeat("e\u0301a\u0300", 64), password.ErrGuessable},
		{"a megabyte", strings.Repeat("x", 1<<20), password.ErrTooLong},
		{"spaces are characters", "quattro dadi sul tavolo", nil},
		{"no class of character is demanded", "correcthorsebatterystaple", nil},
		{"NUL is no text", "kv9t\x00zmwp", password.ErrNotText},
		{"broken UTF-8 is no text", "kv9t\xffzmwp", password.ErrNotText},
		{"a surrogate is no text", "kv9t\xed\xa0\x80zmwp", password.ErrNotText},

		{"on every list", "password", password.ErrGuessable},
		{"in capitals", "PASSWORD", password.ErrGuessable},
		{"with a digit and a sign", "Password1!", password.ErrGuessable},
		{"with digits for letters", "P4ssw0rd", password.ErrGuessable},
		{"with signs for letters", "p@$$w0rd", password.ErrGuessable},
		{"with a sign for the first letter", "$uperman1", password.ErrGuessable},
		{"with a sign for the last letter", "1juventu$", password.ErrGuessable},
		{"twice", "passwordpassword", password.ErrGuessable},
		{"with a year", "Juventus1897", password.ErrGuessable},
		{"between signs", "**levski**", password.ErrGuessable},
		{"Italian", "benvenuto1", password.ErrGuessable},
		{"Bulgarian", "паролата1", password.ErrGuessable},
		{"Bulgarian in Latin letters", "obicham123", password.ErrGuessable},
		{"the game", "catan2026!", password.ErrGuessable},
		{"a long dress saves a common word", "catan-20260314-aosta", nil},
		{"digits only", "14031985", password.ErrGuessable},
		{"a telephone number", "3331234567", password.ErrGuessable},
		{"eleven digits", "83920174655", nil},
		{"one character", "aaaaaaaa", password.ErrGuessable},
		{"three characters again and again", "abcabcabca", password.ErrGuessable},
		{"four characters again", "x9k2x9k2", password.ErrGuessable},
		{"the alphabet", "abcdefgh", password.ErrGuessable},
		{"backwards", "hgfedcba", password.ErrGuessable},
		{"Cyrillic", "абвгдежзий", password.ErrGuessable},
		{"a row of keys", "qwertyuiop", password.ErrGuessable},
		{"backwards with digits", "poiuytrewq1", password.ErrGuessable},
		{"columns of keys", "1qaz2wsx", password.ErrGuessable},
		{"a Bulgarian row of keys", "явертъуиоп", password.ErrGuessable},
		{"the part of one's address", "anna.lodi", password.ErrGuessable},
		{"one's first name", "AnnaLodi", password.ErrGuessable},
		{"one's last name and a year", "bassi1985", password.ErrGuessable},
		{"one's domain", "example.", password.ErrGuessable},
		{"one's name within more", "bassi contro tutti", nil},
		{"one's whole address", "anna.lodi@example.it", password.ErrGuessable},
		{"one's whole address in capitals", "ANNA.LODI@EXAMPLE.IT", password.ErrGuessable},
		{"one's address and a year", "anna.lodi@example.it2009", password.ErrGuessable},
		{"one's address with digits for letters", "4nn4.l0di@ex4mple.it", password.ErrGuessable},
		{"all of one's names", "anna.lodi.bassi", password.ErrGuessable},
		{"two of one's names and a year", "bassi-lodi-2009", password.ErrGuessable},
		{"a sentence with one's address", "scrivi ad anna.lodi@example.it domani", nil},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			got, err := password.Prepare(tt.password, about...)
			if !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
			if (got == "") != (err != nil) {
				t.Errorf("prepared %q with %v", got, err)
			}
			if err != nil && tt.password != "" && strings.Contains(err.Error(), tt.password) && tt.password != "password" {
				t.Error("the error shows the password")
			}
		})
	}
}

// long is a text of n characters that no rule but length refuses.
func long(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteByte("kv9tzmwpq3xh7"[(i*i+i/7)%13])
	}
	return b.String()
}

func TestPrepareNormalizes(t *testing.T) {
	t.Parallel()
	composed, err := password.Prepare("perch\u00e9 no, pap\u00e0")
	if err != nil {
		t.Fatal(err)
	}
	decomposed, err := password.Prepare("perche\u0301 no, papa\u0300")
	if err != nil {
		t.Fatal(err)
	}
	if composed != decomposed {
		t.Errorf("%q is not %q", composed, decomposed)
	}
	if kept, _ := password.Prepare("ﬁne ﬁgura Å"); kept != "ﬁne ﬁgura Å" {
		t.Errorf("more than accents changed: %q", kept)
	}
}

func TestPrepareProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringN(0, 200, -1), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "text")
		got, err := password.Prepare(text)
		if err != nil {
			if got != "" {
				t.Fatalf("%q with %v", got, err)
			}
			return
		}
		if n := utf8.RuneCountInString(got); n < 8 || n > 128 {
			t.Fatalf("%d characters", n)
		}
		if again, err := password.Prepare(got); err != nil || again != got {
			t.Fatalf("prepared twice: %q, %v", again, err)
		}
	})
}
