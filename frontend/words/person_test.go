package words_test

import (
	"testing"

	"referto/frontend/words"
)

func TestPerson(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]map[string]string{
		"Player 7f3a":   {"en": "Player 7f3a", "it": "Giocatore 7f3a", "bg": "Играч 7f3a"},
		"Account 00c1":  {"en": "Account 00c1", "it": "Account 00c1", "bg": "Профил 00c1"},
		"Player Seven":  {"it": "Player Seven", "bg": "Player Seven"},
		"Player 7f3a1":  {"it": "Player 7f3a1"},
		"Player 7F3A":   {"it": "Player 7F3A"},
		"Anna Player":   {"it": "Anna Player"},
		"Player ":       {"it": "Player "},
		"Иван Иванов":   {"it": "Иван Иванов"},
		"a Player 7f3a": {"it": "a Player 7f3a"},
	} {
		for lang, text := range want {
			if got := words.For(lang).Person(name); got != text {
				t.Errorf("%s: %q is %q, want %q", lang, name, got, text)
			}
		}
	}
}

func TestPlayer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name          string
		initials      bool
		public, staff string
	}{
		{"Rossi Mario", false, "Rossi Mario", "Rossi Mario"},
		{"Rossi Mario", true, "R. M.", "Rossi Mario"},
		{"Иван Иванов", true, "И. И.", "Иван Иванов"},
		{"d'Angelo maria-luisa", true, "D. M.", "d'Angelo maria-luisa"},
		{"  Élodie  N ", true, "É. N.", "  Élodie  N "},
		{"E\u0301lodie", true, "E\u0301.", "E\u0301lodie"},
		{"Anna 2 (Bis)", true, "A. B.", "Anna 2 (Bis)"},
		{"007", true, "…", "007"},
		{"", true, "", ""},
		{"Player 7f3a", true, "Giocatore 7f3a", "Giocatore 7f3a"},
	} {
		w := words.For("it")
		if got := w.Player(c.name, c.initials); got != c.public {
			t.Errorf("%q in public: %q, want %q", c.name, got, c.public)
		}
		if got := w.InFull().Player(c.name, c.initials); got != c.staff {
			t.Errorf("%q to the staff: %q, want %q", c.name, got, c.staff)
		}
	}
}
