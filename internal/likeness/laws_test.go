package likeness_test

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"referto/internal/likeness"
)

// anyName is a name as people write them, or an absurd one.
func anyName(t *rapid.T, label string) string {
	letters := rapid.RuneFrom([]rune("abcdeilmnorstzABEIOT0157 '’-.,ÀèñøßłАВЕКМНОРСТавеорсухъйщΑΒΕΟαοｍ𝐚\u0301\u200d"))
	return rapid.OneOf(rapid.StringOfN(letters, 0, 14, -1), rapid.String(), rapid.SampledFrom([]string{"Mario Rossi", "Георги Дойчев", "D’Angelo"})).Draw(t, label)
}

// Closeness goes down one step at a time: identical names are also unmarked and alike, in either direction.
func TestCloserIsAlsoFarther(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		one, other := likeness.Of(anyName(t, "one")), likeness.Of(anyName(t, "other"))
		to := one.To(other)
		if back := other.To(one); back != to {
			t.Fatalf("%d there, %d back", to, back)
		}
		if (to > likeness.Unlike) != (one.Alike(other) && !one.Empty() && !other.Empty()) {
			t.Fatalf("%d, alike %t", to, one.Alike(other))
		}
	})
}

// A name is identical to itself, however its letters and spaces are written, unless there is
// nothing in it.
func TestTheSameName(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name := anyName(t, "name")
		n := likeness.Of(name)
		want := likeness.Identical
		if n.Empty() {
			want = likeness.Unlike
		}
		for _, written := range []string{name, "  " + name + " ", strings.ReplaceAll(name, " ", "   ")} {
			if got := n.To(likeness.Of(written)); got != want {
				t.Fatalf("%q and %q: %d", name, written, got)
			}
		}
	})
}

// The order of the words of a name makes no difference to likeness.
func TestOrderOfWords(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := strings.Fields(anyName(t, "name"))
		turned := strings.Join(rapid.Permutation(words).Draw(t, "order"), " ")
		one, other := likeness.Of(strings.Join(words, " ")), likeness.Of(turned)
		if !one.Empty() && !one.Alike(other) {
			t.Fatalf("%q and %q", words, turned)
		}
	})
}

// Folding is final: a folded name has no capitals, accents and double spaces, and folds to itself.
func TestFoldedForGood(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		folded := likeness.Fold(anyName(t, "name"))
		if again := likeness.Fold(folded); len(again) > len(folded) {
			t.Fatalf("%q folds to %q", folded, again)
		}
		if folded != strings.Join(strings.Fields(folded), " ") {
			t.Fatalf("%q has spaces too many", folded)
		}
		if strings.ContainsFunc(folded, func(r rune) bool { return unicode.Is(unicode.Mn, r) || unicode.IsPunct(r) }) {
			t.Fatalf("%q has marks", folded)
		}
	})
}

// Each letter that looks like another in a name is found, wherever it stands.
func TestLettersThatLookAlike(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ what, written, meant string }{
		{"Cyrillic а", "Pаolo Bianchi", "Paolo Bianchi"},
		{"Cyrillic е", "Elеna Bianchi", "Elena Bianchi"},
		{"Cyrillic о", "Paоlo Bianchi", "Paolo Bianchi"},
		{"Cyrillic с", "Luсa Bianchi", "Luca Bianchi"},
		{"Cyrillic р", "Рaolo Bianchi", "Paolo Bianchi"},
		{"Cyrillic х", "Aleх Bianchi", "Alex Bianchi"},
		{"Cyrillic у", "Marу Bianchi", "Mary Bianchi"},
		{"Cyrillic і", "Lіdia Bianchi", "Lidia Bianchi"},
		{"Cyrillic ѕ", "Roѕa Bianchi", "Rosa Bianchi"},
		{"Cyrillic ј", "јana Bianchi", "jana Bianchi"},
		{"Cyrillic В", "Вeppe Bianchi", "Beppe Bianchi"},
		{"Cyrillic Н", "Нugo Bianchi", "Hugo Bianchi"},
		{"Cyrillic Т", "Тito Bianchi", "Tito Bianchi"},
		{"Greek ο", "Paοlo Bianchi", "Paolo Bianchi"},
		{"Greek Α", "Αnna Bianchi", "Anna Bianchi"},
		{"Greek Ε", "Εlena Bianchi", "Elena Bianchi"},
		{"Latin a in a Cyrillic name", "Aнна Петкова", "Анна Петкова"},
		{"Latin o in a Cyrillic name", "Тoдор Петков", "Тодор Петков"},
		{"Latin e in a Cyrillic name", "Пeтър Петков", "Петър Петков"},
		{"all letters at once", "РАОLО ВІАNСНІ", "PAOLO BIANCHI"},
	} {
		one, other := likeness.Of(tt.written), likeness.Of(tt.meant)
		if tt.written == tt.meant || one.To(other) == likeness.Identical {
			t.Errorf("%s: nothing is written otherwise", tt.what)
		}
		if !one.Alike(other) {
			t.Errorf("%s: %q is not taken for %q", tt.what, tt.written, tt.meant)
		}
	}
}

// Two addresses at which the same mail arrives are one, and no others.
func TestMailboxes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		what, one, other string
		same             bool
	}{
		{"capitals", "Ada@Example.org", "ada@example.ORG", true},
		{"spaces around", " ada@example.org ", "ada@example.org", true},
		{"a tag", "ada+gioco@example.org", "ada@example.org", true},
		{"two tags", "ada+gioco@example.org", "ada+lavoro@example.org", true},
		{"two tags in one", "ada+a+b@example.org", "ada@example.org", true},
		{"full-width letters", "ａda@example.org", "ada@example.org", true},
		{"dots are letters", "a.da@example.org", "ada@example.org", false},
		{"another domain", "ada@example.org", "ada@example.net", false},
		{"a plus in the domain", "ada@exa+mple.org", "ada@exa.org", false},
		{"no address", "ada", "ada", false},
		{"nothing", "", "", false},
	} {
		one, other := likeness.PersonOf("Ada Rossi", tt.one), likeness.PersonOf("Bea Bianchi", tt.other)
		if got := one.Resembles(other); got != tt.same || other.Resembles(one) != got {
			t.Errorf("%s: %q and %q are one: %t", tt.what, tt.one, tt.other, got)
		}
	}
	several := likeness.PersonOf("Ada Rossi", "", "ada@work.example", "ada@home.example")
	if !several.Resembles(likeness.PersonOf("Bea", "x@y", "ADA@home.example")) || several.Resembles(likeness.PersonOf("Bea", "x@y")) {
		t.Error("one of several addresses is enough, and needed")
	}
}

// An empty index finds nothing, and each person is found once even if name and address are alike.
func TestIndexOfFew(t *testing.T) {
	t.Parallel()
	ada := likeness.PersonOf("Ada Rossi", "ada@example.org")
	if got := likeness.NewIndex(nil).Like(ada); len(got) != 0 {
		t.Errorf("nobody is %v", got)
	}
	people := []likeness.Person{ada, likeness.PersonOf("Bea Bianchi", "bea@example.org"), likeness.PersonOf("ROSSI ADA", "ada+x@example.org"), {}}
	if got := likeness.NewIndex(people).Like(ada); len(got) != 2 || got[0] != 0 || got[1] != 2 {
		t.Errorf("got %v", got)
	}
	if got := likeness.NewIndex(people).Like(likeness.Person{}); len(got) != 0 {
		t.Errorf("somebody of whom nothing is known is %v", got)
	}
}

// A Bulgarian name meets its form in Latin letters, each letter of the alphabet by the law on
// transliteration, and by the older ways of writing it.
func TestNamesInBothAlphabets(t *testing.T) {
	t.Parallel()
	for cyrillic, latin := range map[string][]string{
		"Александър":     {"Aleksandar"},
		"Борислав":       {"Borislav"},
		"Веселин":        {"Veselin", "Weselin"},
		"Георги":         {"Georgi"},
		"Димитър":        {"Dimitar"},
		"Емил":           {"Emil"},
		"Жечо":           {"Zhecho", "Žečo"},
		"Здравко":        {"Zdravko"},
		"Илия":           {"Iliya", "Ilija"},
		"Йордан":         {"Yordan", "Jordan"},
		"Кольо":          {"Kolyo", "Koljo"},
		"Любомир":        {"Lyubomir", "Ljubomir"},
		"Михаил":         {"Mihail", "Mikhail"},
		"Николай":        {"Nikolay", "Nikolaj", "Nikolai"},
		"Огнян":          {"Ognyan", "Ognjan"},
		"Петко":          {"Petko"},
		"Румен":          {"Rumen"},
		"Станислав":      {"Stanislav"},
		"Тодор":          {"Todor"},
		"Убен":           {"Uben"},
		"Фани Бъчварова": {"Fani Bachvarova"},
		"Христо":         {"Hristo", "Khristo"},
		"Цветан":         {"Tsvetan", "Cvetan"},
		"Чавдар":         {"Chavdar", "Čavdar"},
		"Шишман":         {"Shishman", "Šišman"},
		"Щерьо":          {"Shteryo", "Šterjo"},
		"Ъглов":          {"Aglov"},
		"Юлиян":          {"Yuliyan", "Julijan"},
		"Явор":           {"Yavor", "Javor"},
		"Ѝвина":          {"Ivina"},
	} {
		for _, written := range latin {
			if !likeness.Of(cyrillic).Alike(likeness.Of(written)) || likeness.Fold(cyrillic) != likeness.Fold(written) {
				t.Errorf("%s is not taken for %s: %q and %q", cyrillic, written, likeness.Fold(cyrillic), likeness.Fold(written))
			}
		}
	}
	if likeness.Fold("Weiß Łukasz Bjørn") != "veiss lukasz biorn" {
		t.Errorf("got %q", likeness.Fold("Weiß Łukasz Bjørn"))
	}
}
