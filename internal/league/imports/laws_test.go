package imports_test

import (
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/imports"
	"referto/internal/likeness"
)

// someNames are few, so that most people have equal or similar names.
var someNames = []string{"Ada Rossi", "ada rossi", "Adà Rossi", "Rossi Ada", "Ada Rosi", "Bea Bianchi", "Dojčev Stefan", "Doychev Stefan", "Дойчев Стефан"}

// drawnLines draws people in the form that [register] reads.
func drawnLines(t *rapid.T, label string) []string {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
		return rapid.SampledFrom(someNames).Draw(t, "name") + rapid.SampledFrom([]string{"", ", Circolo", ", Rivali"}).Draw(t, "club")
	}), 0, 6).Draw(t, label)
}

// A matched person is in the register under a similar name, a new one has no candidates, and a person with
// several candidates stays ambiguous. The same file always gives the same answer.
func TestAnybodyOfAFile(t *testing.T) {
	t.Parallel()
	base := file(t, "Ada Rossi")
	rapid.Check(t, func(t *rapid.T) {
		known := register(drawnLines(t, "register")...)
		f := *base
		f.Entries = entries(drawnLines(t, "file")...)
		people, _ := imports.People(&f, imports.Register{Players: known, Fold: likeness.Fold})
		again, _ := imports.People(&f, imports.Register{Players: known, Fold: likeness.Fold})
		for n, p := range people {
			if p.Entry != n+1 || p.Name != f.Entries[n].Name || again[n].Match != p.Match || again[n].Player != p.Player {
				t.Fatalf("entry %d is %+v, and then %+v", n+1, p, again[n])
			}
			name := likeness.Of(p.Name)
			alike := map[league.PlayerID]bool{}
			for _, one := range known {
				alike[one.ID] = name.Alike(likeness.Of(one.Name)) && likeness.Fold(one.Name) == likeness.Fold(p.Name)
			}
			for _, c := range p.Candidates {
				if !alike[c.Player] {
					t.Fatalf("%s is no candidate for %s", c.Name, p.Name)
				}
			}
			switch p.Match {
			case imports.Matched:
				if !alike[p.Player] {
					t.Fatalf("%s was found as %s", p.Name, p.Player)
				}
			case imports.NewPlayer:
				if len(p.Candidates) > 0 || p.Player.UUID != (league.PlayerID{}).UUID {
					t.Fatalf("%+v is new", p)
				}
			case imports.Ambiguous:
				if len(p.Candidates) == 0 {
					t.Fatalf("%+v has no candidates", p)
				}
			}
		}
	})
}

// Once every entry is decided, the result has exactly these decisions and nothing is left open.
func TestEverythingIsDecided(t *testing.T) {
	t.Parallel()
	base := file(t, "Ada Rossi")
	rapid.Check(t, func(t *rapid.T) {
		known := register(drawnLines(t, "register")...)
		f := *base
		f.Entries = entries(drawnLines(t, "file")...)
		open, _ := imports.People(&f, imports.Register{Players: known, Fold: likeness.Fold})
		decided := map[int]league.PlayerID{}
		for _, p := range open {
			player := league.PlayerID{}
			if len(p.Candidates) > 0 && rapid.Bool().Draw(t, "known") {
				player = rapid.SampledFrom(p.Candidates).Draw(t, "is").Player
			}
			decided[p.Entry] = player
		}
		people, faults := imports.People(&f, imports.Register{Players: known, Fold: likeness.Fold, Decided: decided})
		as := map[league.PlayerID]int{}
		for _, p := range people {
			if p.Match == imports.Ambiguous || p.Player != decided[p.Entry] {
				t.Fatalf("%+v, decided %s", p, decided[p.Entry])
			}
			as[p.Player]++
		}
		twice := false
		for player, times := range as {
			twice = twice || player != (league.PlayerID{}) && times > 1
		}
		if twice != (len(faults) > 0) {
			t.Fatalf("somebody is there twice: %t, %v", twice, faults)
		}
	})
}
