package words_test

import (
	"testing"

	"referto/frontend/words"
	"referto/internal/league/rules/presets"
)

func TestLabel(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ reader, lang, id, name, want string }{
		{"en", "it", "largest-army", "Cavaliere più potente", "Largest army"},
		{"bg", "it", "largest-army", "Cavaliere più potente", "„Орден на Рицарите“"},
		{"it", "it", "largest-army", "Cavaliere più potente", "Cavaliere più potente"},
		{"en", "it", "largest-army", "Cavaliere preferito", "Cavaliere preferito"}, // a ruleset's own thing under a known id
		{"en", "it", "blue-cards", "Carte blu", "Carte blu"},
		{"it", "bg", "two-rounds", "2 тура", "2 тура"}, // without the final of the Italian two rounds
		{"it", "bg", "three-rounds", "3 тура", "Tre turni"},
		{"it", "xx", "largest-army", "Cavaliere più potente", "Cavaliere più potente"},
	} {
		if got := words.For(tt.reader).Label(tt.lang, tt.id, tt.name); got != tt.want {
			t.Errorf("%s, %s in %s: got %q, want %q", tt.name, tt.lang, tt.reader, got, tt.want)
		}
	}
}

// The figures, sums and prizes of the regulations that come with the product have names in every language, but for the
// name of a game.
func TestFiguresOfPresetsHaveLabels(t *testing.T) {
	t.Parallel()
	for _, id := range presets.IDs() {
		r, err := presets.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		named := map[string]string{}
		for _, f := range r.Game.Figures {
			named[f.ID] = f.Name
		}
		for _, s := range r.Game.Sums {
			named[s.ID] = s.Name
		}
		for _, a := range r.Awards {
			named[a.ID] = a.Name
		}
		delete(named, "risiko")
		for figure, name := range named {
			if got := words.For("en").Label(r.Language, figure, name); got == name {
				t.Errorf("%s: %s is %q in English", id, figure, got)
			}
		}
	}
}

func TestColumn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ key, label, want string }{
		{"vp", "victory points", "VP"},
		{"net-vp", "Points without longest road and largest army", "Net VP"},
		{"net-vp", "Points without the fish", "Points without the fish"}, // a ruleset's own thing under a known id
		{"blue-cards", "Blue cards", "Blue cards"},
	} {
		if got := words.For("en").Column(tt.key, tt.label); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.label, got, tt.want)
		}
	}
}
