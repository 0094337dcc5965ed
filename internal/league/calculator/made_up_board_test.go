package calculator_test

import (
	"testing"

	"referto/internal/league/calculator"
	"referto/internal/league/rules"
)

// A map that was made up, small enough to be counted on one's fingers: four lands in a ring, and
// an isle that nothing borders on, with a sea lane to the north that counts for rows only.
//
//	north — east
//	  |       |
//	west  — south        isle ~ north
func smallWorld(t *testing.T, change func(*rules.Board)) *rules.Ruleset {
	t.Helper()
	r := *squadre(t)
	seven := 7
	b := rules.Board{
		Territories: []rules.Territory{
			{ID: "north", Name: "North", Borders: []string{"east", "west"}},
			{ID: "east", Name: "East", Borders: []string{"north", "south"}},
			{ID: "south", Name: "South", Borders: []string{"east", "west"}},
			{ID: "west", Name: "West", Borders: []string{"south", "north"}},
			{ID: "isle", Name: "Isle"},
		},
		TerritoryPoints: rules.TerritoryPoints{By: rules.BordersOfPlay, Paragraph: "1"},
		Regions: []rules.Region{
			{ID: "land", Name: "Land", Territories: []string{"north", "east", "south", "west"}},
			{ID: "front", Name: "Front", Territories: []string{"north", "east"}, Within: "land", Points: &seven, Paragraph: "2.1"},
			{ID: "back", Name: "Back", Territories: []string{"west"}, Within: "land"},
			{ID: "isles", Name: "Isles", Territories: []string{"isle"}},
		},
		RegionPoints: rules.RegionPoints{Frontier: rules.OwnTerritories, Paragraph: "2"},
		Rows:         &rules.RowRule{Times: 3, Extent: rules.WholeRow, Links: []rules.Link{{From: "isle", To: "north"}}, Paragraph: "3", Frozen: "3.1"},
	}
	if change != nil {
		change(&b)
	}
	r.Board = &b
	r.Game.Objectives = []rules.Objective{{ID: "front", Region: "front", Name: "Front", Team: "A"}, {ID: "isles", Region: "isles", Name: "Isles", Team: "B"}}
	return &r
}

func TestSmallWorld(t *testing.T) {
	t.Parallel()
	linked := func(b *rules.Board) { b.TerritoryPoints.By = rules.BordersAndLinks }
	for _, tt := range []struct {
		name      string
		change    func(*rules.Board)
		objective string
		held      []string
		frozen    bool
		want      string
		sum       int
	}{
		{"1 two borders", nil, "", []string{"north"}, false, "north 2", 2},
		{"1 none", nil, "", []string{"isle"}, false, "isle 0 + isles 1", 1},
		{"1 its sea lane counts as one, where lanes do", linked, "", []string{"isle"}, false, "isle 1 + isles 1", 2},
		{"1 on both sides of it", linked, "", []string{"north"}, false, "north 3", 3},
		{"2 a region: its land, and that which borders on others", nil, "", []string{"west"}, false, "west 2 + back 2", 4},
		{"2 or the lands beyond", func(b *rules.Board) { b.RegionPoints.Frontier = rules.TerritoriesBeyond }, "", []string{"west"}, false, "west 2 + back 3", 5},
		{"2.1 a region with points of its own", nil, "", []string{"north", "east"}, false, "north 2 + east 2 + front 7", 11},
		{"2 parts do not count beside the whole, which borders on nothing", nil, "", []string{"north", "east", "south", "west"}, false, "north 2 + east 2 + south 2 + west 2 + land 4", 12},
		{"2 all but one land: the parts count", nil, "", []string{"north", "east", "west"}, false, "north 2 + east 2 + west 2 + front 7 + back 2", 15},
		{"3 a land of the objective counts three times", nil, "front", []string{"north"}, false, "north 6", 6},
		{"3 so does one that borders on it", nil, "front", []string{"north", "west"}, false, "north 6 + west 6 + back 2", 14},
		{"3 over a third of one's own", nil, "front", []string{"north", "west", "south"}, false, "north 6 + south 6 + west 6 + back 2", 20},
		{"3 not over one that is another's", nil, "front", []string{"north", "south"}, false, "north 6 + south 2", 8},
		{"3 over the sea lane, from the land", nil, "front", []string{"north", "isle"}, false, "north 6 + isle 0 + isles 1", 7},
		{"3 and from the isle", nil, "isles", []string{"north", "isle"}, false, "north 6 + isle 0 + isles 1", 7},
		{"3 without the lane it is no row", func(b *rules.Board) { b.Rows.Links = nil }, "isles", []string{"north", "isle"}, false, "north 2 + isle 0 + isles 1", 3},
		{"3 without a land of the objective there is none", nil, "isles", []string{"north", "west"}, false, "north 2 + west 2 + back 2", 6},
		{"3 outside the region only, where the ruleset has it so", func(b *rules.Board) { b.Rows.Extent = rules.OutsideRegion }, "front", []string{"north", "west"}, false, "north 2 + west 6 + back 2", 10},
		{"3 a game without rows", func(b *rules.Board) { b.Rows = nil }, "front", []string{"north", "west"}, false, "north 2 + west 2 + back 2", 6},
		{"3.1 frozen he has none", nil, "front", []string{"north", "west"}, true, "north 2 + west 2 + back 2", 6},
		{"3.1 unless no paragraph says so", func(b *rules.Board) { b.Rows.Frozen = "" }, "front", []string{"north", "west"}, true, "north 6 + west 6 + back 2", 14},
		{"nothing is worth nothing", nil, "front", nil, false, "", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := smallWorld(t, tt.change)
			s := alone(t, r, calculator.Player{Objective: tt.objective, Territories: tt.held, Frozen: tt.frozen})
			if got := terms(s); got != tt.want || s.Sum != tt.sum || s.Points != tt.sum || s.Won != nil {
				t.Errorf("got %s = %d, want %s = %d", got, s.Sum, tt.want, tt.sum)
			}
			if rowless := s.Rowless != nil; rowless != (tt.frozen && r.Board.Rows.Frozen != "") {
				t.Errorf("without rows: %v", s.Rowless)
			}
		})
	}
}

// Each term cites its paragraph, with its figures.
func TestWordsOfTheSmallWorld(t *testing.T) {
	t.Parallel()
	s := alone(t, smallWorld(t, nil), calculator.Player{Objective: "front", Territories: []string{"north", "east", "west", "isle"}})
	want := []string{
		"SQ00 3: territory-in-row (points=2, territory=North, times=3)", "SQ00 3: territory-in-row (points=2, territory=East, times=3)",
		"SQ00 3: territory-in-row (points=2, territory=West, times=3)", "SQ00 3: territory-in-row (points=0, territory=Isle, times=3)",
		"SQ00 2.1: region-of-points (points=7, region=Front)", "SQ00 2: region-held (frontier=1, region=Back, territories=1)", "SQ00 2: region-held (frontier=0, region=Isles, territories=1)",
	}
	for i, term := range s.Terms {
		if got := term.Grounds.String(); i >= len(want) || got != want[i] {
			t.Errorf("term %d: %s", i, got)
		}
		if term.InRow != (i < 4) {
			t.Errorf("term %d is in a row: %t", i, term.InRow)
		}
	}
}

// A land with points of its own cites them, and in a row those points are multiplied.
func TestWordsOfLandsWithPoints(t *testing.T) {
	t.Parallel()
	five := 5
	r := smallWorld(t, func(b *rules.Board) { b.Territories[3].Points = &five })
	for _, tt := range []struct{ name, objective, want string }{
		{"1 its own points", "", "SQ00 1: territory-of-points (points=5, territory=West)"},
		{"3 three times in a row", "front", "SQ00 3: territory-in-row (points=5, territory=West, times=3)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := alone(t, r, calculator.Player{Objective: tt.objective, Territories: []string{"north", "west"}})
			if got := s.Terms[1].Grounds.String(); s.Terms[1].Territory != "west" || got != tt.want {
				t.Errorf("%s: got %s, want %s", s.Terms[1].Territory, got, tt.want)
			}
		})
	}
}
