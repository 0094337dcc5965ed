package rules_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// cn09 is the regulation whose printed examples these tests follow.
func cn09(t *testing.T) *rules.Ruleset {
	t.Helper()
	r, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestPresetOfCN09(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	t.Run("CN09 4.6 ten points win, twelve in Seafarers", func(t *testing.T) {
		t.Parallel()
		base, _ := r.Variant("")
		seafarers, ok := r.Variant("seafarers")
		if base.ID != "base" || base.Target != 10 || !ok || seafarers.Target != 12 {
			t.Errorf("got %+v and %+v", base, seafarers)
		}
	})
	t.Run("CN09 3.4 eighty minutes are recommended, ninety for Seafarers", func(t *testing.T) {
		t.Parallel()
		if diff := cmp.Diff(map[string]int{"base": 80, "seafarers": 90}, r.Time.Minutes); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("every paragraph is there in the original", func(t *testing.T) {
		t.Parallel()
		for _, want := range []struct{ paragraph, title, words string }{
			{"1.3", "Arbitri", "un arbitro ogni 24 partecipanti"},
			{"2.7", "Responsabilità del pubblico", "In caso di necessità il *primo arbitro*"},
			{"3.2a", "Il girone eliminatorio", "2 tavoli da quattro giocatori e 3 tavoli da tre giocatori"},
			{"3.2c", "La percentuale di Punti Vittoria", "*La somma è: **85,68***"},
			{"3.2d", "La fase finale", "1°, 8°, 9°, 16°"},
			{"4.14", "Prendere appunti", "appunti"},
			{"5.5a", "Ammonizione", "seconda ammonizione"},
		} {
			text, ok := r.Text(want.paragraph)
			if !ok || text.Title != want.title || !strings.Contains(text.Body, want.words) {
				t.Errorf("%s: got %+v", want.paragraph, text)
			}
		}
		if got, want := len(r.Texts), 63; got != want {
			t.Errorf("%d texts, want %d", got, want)
		}
		if _, ok := r.Text("9.9"); ok {
			t.Error("found a paragraph that does not exist")
		}
	})
}

// TestStructureFor is the table of CN09 3.2, with the number below and above
// each of its columns.
func TestStructureFor(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	tests := []struct {
		entrants         int
		club, convention string
	}{
		{11, "no rule", "no rule"},
		{12, "2+final", "2+final"},
		{16, "2+final", "2+final"},
		{17, "3+final", "2+final"},
		{24, "3+final", "2+final"},
		{25, "3+semi+final", "2+semi+final"},
		{36, "3+semi+final", "2+semi+final"},
		{37, "4+semi+final", "3+semi+final"},
		{500, "4+semi+final", "3+semi+final"},
	}
	for _, tt := range tests {
		for id, want := range map[string]string{"club": tt.club, "convention": tt.convention} {
			t.Run("CN09 3.2 the table of formulas", func(t *testing.T) {
				t.Parallel()
				formula, _ := r.Formula(id)
				s, grounds, err := r.StructureFor(formula, tt.entrants)
				if got := structureText(s, err); got != want {
					t.Errorf("%s with %d: got %s, want %s", id, tt.entrants, got, want)
				}
				if err == nil && grounds.Cite() != "CN09 3.2" {
					t.Errorf("cited %s", grounds.Cite())
				}
			})
		}
	}
}

func structureText(s rules.Structure, err error) string {
	var refused *league.RuleError
	if errors.As(err, &refused) {
		return "no rule"
	}
	text := string(rune('0' + s.Rounds))
	if s.Semifinal {
		text += "+semi"
	}
	if s.Final {
		text += "+final"
	}
	return text
}
