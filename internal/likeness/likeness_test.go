package likeness_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/likeness"
)

func TestAlike(t *testing.T) {
	t.Parallel()
	tests := []struct {
		what, one, other string
		alike            bool
	}{
		{"the same", "Mario Rossi", "Mario Rossi", true},
		{"case", "Mario Rossi", "MARIO rossi", true},
		{"accents", "Nicolò Tassinari", "Nicolo Tassinari", true},
		{"an apostrophe", "Luca D’Angelo", "Luca D'Angelo", true},
		{"a comma and another order", "Rossi, Mario", "Mario Rossi", true},
		{"another order of words", "Georgi Dimitrov Petrov", "Petrov Georgi Dimitrov", true},
		{"no space", "MarioRossi", "Mario Rossi", true},
		{"a space more", "Mario Ro ssi", "Mario Rossi", true},
		{"a hyphen", "Anna-Maria Rossi", "Anna Maria Rossi", true},
		{"full-width letters", "Ｍａｒｉｏ Ｒｏｓｓｉ", "Mario Rossi", true},
		{"mathematical letters", "𝐌𝐚𝐫𝐢𝐨 Rossi", "Mario Rossi", true},
		{"a joiner that nobody sees", "Ma\u200drio Rossi", "Mario Rossi", true},
		{"Latin p for Cyrillic р", "Петpов Георги", "Петров Георги", true},
		{"Latin p for Cyrillic р, against the name in Latin", "Георги Петpов", "Georgi Petrov", true},
		{"Cyrillic letters in a Latin name", "Маrіо Rоѕѕі", "Mario Rossi", true},
		{"Greek letters in a Latin name", "Μario Rοssi", "Mario Rossi", true},
		{"a small Cyrillic letter whose capital is Latin's", "мario Rossi", "Mario Rossi", true},
		{"a one for an l", "Pao1o Bianchi", "Paolo Bianchi", true},
		{"a one for an i", "PETROV MAR1O ROSSI", "Petrov Mario Rossi", true},
		{"a zero for an o", "Mari0 Rossi", "Mario Rossi", true},
		{"a capital I for an l", "PaoIo Bianchi", "Paolo Bianchi", true},
		{"rn for m", "Torn Bianchi", "Tom Bianchi", true},
		{"transliterations", "Георги Дойчев", "Georgi Doychev", true},
		{"another transliteration", "Живко Дойчев", "Zhivko Dojčev", true},

		{"another surname", "Mario Rossi", "Mario Bianchi", false},
		{"another first name", "Mario Rossi", "Maria Rossi", false},
		{"one name only", "Mario", "Mario Rossi", false},
		{"an i and an l in small letters", "Elia Rossi", "Ella Rossi", false},
		{"numbered people", "Giocatore 12", "Giocatore 13", false},
		{"other letters of the same script", "Петров Георги", "Петков Георги", false},
		{"nothing that can be compared", "…!", "…!", false},
		{"nothing at all", "", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			t.Parallel()
			one, other := likeness.Of(tt.one), likeness.Of(tt.other)
			if got := one.Alike(other); got != tt.alike {
				t.Errorf("%q and %q: alike is %v", tt.one, tt.other, got)
			}
			if one.Alike(other) != other.Alike(one) {
				t.Errorf("%q and %q: who asks makes a difference", tt.one, tt.other)
			}
		})
	}
}

// An exact match is closer than a folded one: CisloI folds like CisloJ and is another name.
func TestCloseness(t *testing.T) {
	t.Parallel()
	tests := []struct {
		one, other string
		want       likeness.Closeness
	}{
		{"CisloI", "cisloi", likeness.Identical},
		{"Ｃisloi", "CISLOI", likeness.Identical},
		{"Anna  Verdi", " anna verdi", likeness.Identical},
		{"Nicolo Verdi", "Nicolò Verdi", likeness.Unmarked},
		{"Luca D’Angelo", "Luca DAngelo", likeness.Unmarked},
		{"CisloI", "CisloJ", likeness.Alike},
		{"Dojcev", "Doychev", likeness.Alike},
		{"Verdi Anna", "Anna Verdi", likeness.Alike},
		{"Anna Verdi", "Anna Rossi", likeness.Unlike},
		{"!", "!", likeness.Unlike},
		{"!", "Anna", likeness.Unlike},
	}
	for _, tt := range tests {
		one, other := likeness.Of(tt.one), likeness.Of(tt.other)
		if got := one.To(other); got != tt.want || other.To(one) != got {
			t.Errorf("%q to %q: %d, not %d", tt.one, tt.other, got, tt.want)
		}
	}
}

func TestEmpty(t *testing.T) {
	t.Parallel()
	for name, empty := range map[string]bool{"": true, " ": true, "!!!": true, "🙂 🙂": true, "—": true, "\u0301\u0301": true, "李 明": false, "7": false, "a": false} {
		if got := likeness.Of(name).Empty(); got != empty {
			t.Errorf("%q: empty is %v", name, got)
		}
	}
}

func TestMailMakesAlike(t *testing.T) {
	t.Parallel()
	mario := likeness.PersonOf("Mario Rossi", "Mario.Rossi@example.org", "")
	tests := []struct {
		what  string
		other likeness.Person
		alike bool
	}{
		{"another name, the same address", likeness.PersonOf("Anna Verdi", "mario.rossi@EXAMPLE.org"), true},
		{"an address with a tag", likeness.PersonOf("Anna Verdi", "mario.rossi+gioco@example.org"), true},
		{"another address, the same name", likeness.PersonOf("Mario Rossi", "m@example.net"), true},
		{"another of both", likeness.PersonOf("Anna Verdi", "anna@example.org"), false},
		{"no address", likeness.PersonOf("Anna Verdi", "", "nowhere"), false},
	}
	for _, tt := range tests {
		if got := mario.Resembles(tt.other); got != tt.alike {
			t.Errorf("%s: %v", tt.what, got)
		}
	}
	if likeness.PersonOf("!", "").Resembles(likeness.PersonOf("!", "")) {
		t.Error("two of whom nothing is known resemble each other")
	}
}

// An index finds the same people as a comparison with each.
func TestIndex(t *testing.T) {
	t.Parallel()
	word := rapid.StringOfN(rapid.RuneFrom([]rune("aеoрpIl1iАA ö-")), 0, 5, -1)
	one := rapid.Custom(func(t *rapid.T) likeness.Person {
		mail := ""
		if rapid.Bool().Draw(t, "has mail") {
			mail = rapid.SampledFrom([]string{"a@x", "A@x", "b+c@x", "b@x", ""}).Draw(t, "mail")
		}
		return likeness.PersonOf(strings.Join(rapid.SliceOfN(word, 0, 3).Draw(t, "words"), " "), mail)
	})
	rapid.Check(t, func(t *rapid.T) {
		people, asked := rapid.SliceOf(one).Draw(t, "people"), one.Draw(t, "asked")
		var want []int
		for i, p := range people {
			if asked.Resembles(p) {
				want = append(want, i)
			}
		}
		if got := likeness.NewIndex(people).Like(asked); !slices.Equal(got, want) {
			t.Fatalf("found %v, not %v", got, want)
		}
	})
}

func TestFold(t *testing.T) {
	t.Parallel()
	tests := map[string][]string{
		"doicev":           {"dojcev", "Дойчев", "Doychev", "Dojčev", "doichev"},
		"nicolo tassinari": {"Nicolò Tassinari", "NICOLO  TASSINARI"},
		"zivko":            {"Живко", "Zhivko", "Živko"},
		"anna maria":       {"Anna-Maria"},
		"dangelo":          {"D’Angelo", "D'Angelo", "dangelo"},
	}
	for want, spellings := range tests {
		for _, spelling := range spellings {
			if got := likeness.Fold(spelling); got != want {
				t.Errorf("Fold(%q) = %q, want %q", spelling, got, want)
			}
		}
	}
}

func BenchmarkOf(b *testing.B) {
	for b.Loop() {
		_ = likeness.Of("Georgi Dimitrov Петpов")
	}
}
