package rules_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"referto/internal/league/rules"
)

// The map of the preset against what is known of it from elsewhere: 42
// territories, and 164 as the sum of the board's values, two of them by the
// border that is not one in play.
func TestBoardOfSQ00(t *testing.T) {
	t.Parallel()
	b := preset(t, "risiko-squadre-2000").Board
	borders := 0
	for _, territory := range b.Territories {
		borders += len(territory.Borders)
	}
	if len(b.Territories) != 42 || borders != 162 {
		t.Errorf("%d territories with %d borders", len(b.Territories), borders)
	}
	t.Run("SQ00 base 7 Medio Oriente and Egitto do not border in play", func(t *testing.T) {
		t.Parallel()
		egypt, _ := b.Territory("egitto")
		if slices.Contains(egypt.Borders, "medio-oriente") {
			t.Error("they do")
		}
		if got := b.Linked("egitto"); !slices.Equal(got, []string{"medio-oriente"}) {
			t.Errorf("in rows %q", got)
		}
	})
	in := make(map[string]int)
	for _, region := range b.Regions {
		for _, id := range region.Territories {
			if region.Within == "" {
				in[id]++
			}
		}
	}
	for _, territory := range b.Territories {
		if in[territory.ID] != 1 {
			t.Errorf("%s is in %d continents", territory.ID, in[territory.ID])
		}
	}
}

func TestBoardFaults(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		change func(*rules.Ruleset)
		want   string
	}{
		"a border one way": {
			func(r *rules.Ruleset) { r.Board.Territories[0].Borders = []string{"siam"} },
			"/board/territories/0/borders/0: borders-one-way (from=alaska, to=siam)",
		},
		"a border that is nowhere": {
			func(r *rules.Ruleset) { r.Board.Territories[0].Borders[0] = "atlantide" },
			"/board/territories/0/borders/0: no-such-territory (territory=atlantide)",
		},
		"a border twice": {
			func(r *rules.Ruleset) { r.Board.Territories[0].Borders[1] = r.Board.Territories[0].Borders[0] },
			"/board/territories/0/borders/1: repeated (value=territori-del-nord-ovest)",
		},
		"a territory twice": {
			func(r *rules.Ruleset) { r.Board.Territories[1].ID = "alaska" },
			"/board/territories/1/id: repeated (value=alaska)",
		},
		"points less than none": {
			func(r *rules.Ruleset) { r.Board.Territories[3].Points = new(int); *r.Board.Territories[3].Points = -1 },
			"/board/territories/3/points: outside-range",
		},
		"a region with a territory that is nowhere": {
			func(r *rules.Ruleset) { r.Board.Regions[0].Territories[2] = "atlantide" },
			"/board/regions/0/territories/2: no-such-territory (territory=atlantide)",
		},
		"a part that is none": {
			func(r *rules.Ruleset) { r.Board.Regions[6].Within = "europa" },
			"/board/regions/6/within: SQ00 base 16: not-within (region=europa)",
		},
		"a link that is a border": {
			func(r *rules.Ruleset) { r.Board.Rows.Links[0].To = "siam" },
			"/board/rows/links/0: SQ00 base 14: repeated (value=siam)",
		},
		"an objective without region": {
			func(r *rules.Ruleset) { r.Game.Objectives[1].Region = "atlantide" },
			"/game/objectives/1/region: no-such-region (region=atlantide)",
		},
		"an objective without map": {
			func(r *rules.Ruleset) { r.Board = nil },
			"/game/objectives/0/region: no-such-region (region=nord-america)",
		},
		"no map at all": {
			func(r *rules.Ruleset) { r.Board.Territories = nil },
			"/board/territories: outside-range",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := preset(t, "risiko-squadre-2000")
			tt.change(r)
			document, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			_, err = rules.Decode(document)
			if err == nil {
				t.Fatal("accepted")
			}
			if got := r.Validate().Error(); !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
