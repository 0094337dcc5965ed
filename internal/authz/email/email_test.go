package email_test

import (
	"errors"
	"strings"
	"testing"

	"referto/internal/authz/email"
)

func TestParse(t *testing.T) {
	t.Parallel()
	tests := []struct{ rule, typed, text, key string }{
		{"as it is", "anna.lodi@example.org", "anna.lodi@example.org", "anna.lodi@example.org"},
		{"case does not matter for the key", "Anna.Lodi@Example.ORG", "Anna.Lodi@example.org", "anna.lodi@example.org"},
		{"spaces around are a slip", " anna@example.org\n", "anna@example.org", "anna@example.org"},
		{"full width letters are letters", "ａｎｎａ@example.org", "anna@example.org", "anna@example.org"},
		{"composed and decomposed meet", "josè@example.org", "josè@example.org", "josè@example.org"},
		{"decomposed", "jose\u0300@example.org", "josè@example.org", "josè@example.org"},
		{"a domain of its own script", "мария@пример.бг", "мария@xn--e1afmkfd.xn--90ae", "мария@xn--e1afmkfd.xn--90ae"},
		{"and the same in ASCII", "мария@xn--e1afmkfd.xn--90ae", "мария@xn--e1afmkfd.xn--90ae", "мария@xn--e1afmkfd.xn--90ae"},
		{"a sharp s folds", "strauß@example.org", "strauß@example.org", "strauss@example.org"},
		{"suffix and dots count", "a.n+na@example.org", "a.n+na@example.org", "a.n+na@example.org"},
	}
	for _, tt := range tests {
		got, err := email.Parse(tt.typed)
		if err != nil || got.Text != tt.text || got.Key != tt.key {
			t.Errorf("%s: %+v, %v", tt.rule, got, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		rule, typed string
		want        error
	}{
		{"nothing", "", email.ErrForm},
		{"no domain", "anna@", email.ErrForm},
		{"no local part", "@example.org", email.ErrForm},
		{"a domain without a dot", "anna@localhost", email.ErrForm},
		{"a domain with a dot at its end", "anna@example.org.", email.ErrForm},
		{"two at signs", "anna@lodi@example.org", email.ErrForm},
		{"a name before it", "Anna <anna@example.org>", email.ErrForm},
		{"a quoted part", `"anna lodi"@example.org`, email.ErrForm},
		{"two addresses", "anna@example.org,bruno@example.org", email.ErrForm},
		{"a line break in it", "anna@example.org\r\nBcc: bruno@example.org", email.ErrForm},
		{"NUL", "anna\x00@example.org", email.ErrForm},
		{"a zero-width space", "an\u200bna@example.org", email.ErrForm},
		{"a direction mark", "anna\u202e@example.org", email.ErrForm},
		{"dots in a row", "anna..lodi@example.org", email.ErrForm},
		{"an address literal", "anna@[192.0.2.1]", email.ErrForm},
		{"no text", "anna\xff@example.org", email.ErrForm},
		{"too long", strings.Repeat("a", 250) + "@example.org", email.ErrForm},
		{"much too long", strings.Repeat("a", 1<<20) + "@example.org", email.ErrForm},
		{"a Cyrillic a among Latin letters", "аnna@example.org", email.ErrLookAlike},
		{"in the domain", "anna@exаmple.org", email.ErrLookAlike},
		{"in the domain, in ASCII", "anna@xn--exmple-4nf.org", email.ErrLookAlike},
		{"a Greek o", "annο@example.org", email.ErrLookAlike},
	}
	for _, tt := range tests {
		if got, err := email.Parse(tt.typed); !errors.Is(err, tt.want) {
			t.Errorf("%s: %+v, %v; want %v", tt.rule, got, err, tt.want)
		}
	}
}

// Parse never gives an address that reads differently the second time.
func FuzzParse(f *testing.F) {
	f.Add("Anna@Example.org")
	f.Add("мария@пример.бг")
	f.Add("ﬀ@example.org")
	f.Fuzz(func(t *testing.T, typed string) {
		a, err := email.Parse(typed)
		if err != nil {
			return
		}
		again, err := email.Parse(a.Text)
		if err != nil || again != a {
			t.Errorf("%q is %+v, which is %+v, %v", typed, a, again, err)
		}
	})
}
