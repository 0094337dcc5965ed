package latin_test

import (
	"regexp"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/latin"
)

func TestLetter(t *testing.T) {
	t.Parallel()
	for r, want := range map[rune]string{'a': "a", 'Z': "Z", 'è': "e", 'Č': "C", 'щ': "sht", 'Щ': "Sht", 'Ъ': "A", 'ß': "ss", 'Ø': "O", 'Æ': "Ae", 'ѝ': "i", '7': "", '-': "", 'λ': "", '日': ""} {
		got, ok := latin.Letter(r)
		if got != want || ok != (want != "") {
			t.Errorf("%c is written %q (%v), want %q", r, got, ok, want)
		}
	}
}

func TestAddress(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		most int
		want string
	}{
		{"Tappa di Aosta", 48, "tappa-di-aosta"},
		{"Лига „Заселници“ България", 48, "liga-zaselnitsi-balgariya"},
		{"Caffè dell’Università", 48, "caffe-dell-universita"},
		{"Caffe\u0300", 48, "caffe"}, // the accent on its own
		{"  RisiKo!  2026 ", 48, "risiko-2026"},
		{"3 Mori", 48, "3-mori"},
		{"Torneo di Bologna", 9, "torneo-di"},
		{"Torneo di Bologna", 10, "torneo-di"}, // no hyphen at the end
		{"日本", 48, ""},
		{"", 48, ""},
	} {
		if got := latin.Address(tt.name, tt.most); got != tt.want {
			t.Errorf("%q in %d: %q, want %q", tt.name, tt.most, got, tt.want)
		}
	}
}

// Whatever a name is, its address is one.
func TestAddressIsOne(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^([a-z0-9]+(-[a-z0-9]+)*)?$`)
	rapid.Check(t, func(t *rapid.T) {
		name, most := rapid.String().Draw(t, "name"), rapid.IntRange(1, 60).Draw(t, "most")
		got := latin.Address(name, most)
		if !form.MatchString(got) || len(got) > most || latin.Address(got, most) != got {
			t.Fatalf("%q: %q", name, got)
		}
	})
}
