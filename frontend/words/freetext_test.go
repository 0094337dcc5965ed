package words_test

import (
	"testing"

	"referto/frontend/words"
)

func TestFreeText(t *testing.T) {
	t.Parallel()
	hidden := []string{"Anna Maria Rossi", "Иван Петров", "Ugo"}
	for _, c := range []struct{ name, text, want string }{
		{"as it is written", "Ha vinto Anna Maria Rossi, non Ada.", "Ha vinto A. M. R., non Ada."},
		{"the last name first", "ROSSI ANNA MARIA è arrivata tardi", "A. M. R. è arrivata tardi"},
		{"another order of three", "Maria Rossi Anna", "A. M. R."},
		{"in Cyrillic, twice", "петров иван и Иван Петров", "И. П. и И. П."},
		{"a part of longer words", "Иван Петрова, Giovanna Maria Rossi", "Иван Петрова, Giovanna Maria Rossi"},
		{"of one word alone", "Ugo e Anna", "Ugo e Anna"},
		{"nothing", "", ""},
	} {
		w := words.For("it")
		if got := w.FreeText(c.text, hidden); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if got := w.InFull().FreeText(c.text, hidden); got != c.text {
			t.Errorf("%s: who reads names reads %q", c.name, got)
		}
	}
}
