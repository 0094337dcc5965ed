package rules_test

import (
	"strings"
	"testing"

	"referto/internal/league/rules"
)

// TestValidateSections: what contradicts itself in the sections that the
// regulations beside CN09 use.
func TestValidateSections(t *testing.T) {
	t.Parallel()
	const (
		jp22 = "just-play-2022"
		fg14 = "firenzegioca-2014"
		bg   = "catan-ranglista-bg"
		sq00 = "risiko-squadre-2000"
	)
	tests := []struct {
		preset, path string
		value        any
		want         string
	}{
		{jp22, "/field/overflow/rule", "lottery", "/field/overflow/rule unknown-option"},
		{jp22, "/field/overflow/shortfall", "cancel", "/field/overflow/shortfall unknown-option"},
		{fg14, "/field/max", 0, "/field/max required"},
		{fg14, "/field/deadline/at", "25:00", "/field/deadline/at not-written-so"},
		{jp22, "/tables/exceptions/0/sizes", []int{4, 4, 3}, "/tables/exceptions/0/sizes not-every-entrant-once"},
		{sq00, "/tables/sizes", []int{6, 4, 4}, "/tables/sizes/2 repeated"},
		{bg, "/tables/substitute/below", 1, "/tables/substitute/below too-small"},
		{fg14, "/game/sums/0/id", "cities", "/game/sums/0/id reserved"},
		{fg14, "/game/sums/0/terms/0/figure", "harbors", "/game/sums/0/terms/0/figure no-such-figure"},
		{jp22, "/game/sums/0/terms/1/times", 0, "/game/sums/0/terms/1/times outside-range"},
		{sq00, "/game/figures/0/tableSizes", []int{7}, "/game/figures/0/tableSizes/0 table-size-not-allowed"},
		{sq00, "/game/objectives/1/id", "nord-america", "/game/objectives/1/id repeated"},
		{sq00, "/game/objectives/1/team", "C", "/game/objectives not-two-teams-of-a-table"},
		{sq00, "/game/armies/max", 0, "/game/armies/max too-small"},
		{sq00, "/game/cards/sets/0/cards", 6, "/game/cards/sets/0/cards outside-range"},
		{jp22, "/scoring/wins", map[string]any{}, "/scoring/wins required"},
		{sq00, "/seating/pairings/0/later", "never", "/seating/pairings/0/later unknown-option"},
		{sq00, "/seating/pairings/0/apart/exchange", "anybody", "/seating/pairings/0/apart/exchange unknown-option"},
		{fg14, "/scoring/wins/joint", "all", "/scoring/wins/joint unknown-option"},
		{fg14, "/scoring/wins/endedEarly", "half", "/scoring/wins/endedEarly unknown-option"},
		{fg14, "/scoring/declarer/rule", "last", "/scoring/declarer/rule unknown-option"},
		{fg14, "/scoring/points/level", "halves", "/scoring/points/level unknown-option"},
		{fg14, "/scoring/points/tables/1/points", []string{"6", "3"}, "/scoring/points/tables not-every-place-of-a-table"},
		{fg14, "/scoring/level/standings", "wins_first", "/scoring/level/standings of-no-use"},
		{jp22, "/scoring/level/criteria/0/figure", "wins", "/scoring/level/criteria/0/figure not-of-one-game"},
		{jp22, "/scoring/level/criteria", []any{}, "/scoring/level/criteria belongs-to-game-criteria"},
		{jp22, "/standings/0/criteria/1/figure", "start", "/standings/0/criteria/1/figure of-one-game-only"},
		{jp22, "/elimination/final/fromTables/0/entrants", 9, "/elimination/final/fromTables/0/entrants outside-field"},
		{jp22, "/elimination/final/fromTables/0/first", 3, "/elimination/final/fromTables/0/first does-not-fill-final"},
		{bg, "/scoring/share/virtual/when", "always", "/scoring/share/virtual/when unknown-option"},
		{bg, "/scoring/share/virtual/total", "ceiling", "/scoring/share/virtual/total unknown-option"},
		{bg, "/scoring/leavers/points", "five", "/scoring/leavers/points unknown-option"},
		{bg, "/scoring/leavers/place", 40, "/scoring/leavers/place outside-range"},
		{bg, "/scoring/points", nil, "/scoring/leavers/points no-fourth-place"},
		{bg, "/time/turnMinutes", -1, "/time/turnMinutes too-small"},
		{bg, "/discipline/expulsion/until", "never", "/discipline/expulsion/until unknown-option"},
		{bg, "/leaving/disqualified", "perhaps", "/leaving/disqualified unknown-option"},
		{fg14, "/leaving/finalPlace", "first", "/leaving/finalPlace unknown-option"},
		{sq00, "/scoring/teams/seats", 8, "/scoring/teams/seats table-size-not-allowed"},
		{sq00, "/scoring/teams/ties/0/figure", "points", "/scoring/teams/ties/0/figure not-of-one-game"},
		{sq00, "/scoring/teams/sudden/figure", "wins", "/scoring/teams/sudden/figure not-of-one-game"},
		{sq00, "/scoring/teams/difference", "squared", "/scoring/teams/difference unknown-option"},
		{sq00, "/scoring/teams/retiring/rule", "free", "/scoring/teams/retiring/rule unknown-option"},
		{sq00, "/scoring/entered/sizes", []int{2}, "/scoring/entered/sizes/0 table-size-not-allowed"},
		{sq00, "/scoring/void/counts", "twice", "/scoring/void/counts unknown-option"},
		{sq00, "/standings/0/minGames", -1, "/standings/0/minGames too-small"},
		{sq00, "/standings/0/minGamesParagraph", "", "/standings/0/minGamesParagraph paragraph-missing"},
		{sq00, "/attendance/grace", -1, "/attendance/grace too-small"},
		{fg14, "/game/sums/0/terms/0/figure", "roads-dev-cards", "/game/sums/0/terms/0/figure sum-of-sums"},
		{fg14, "/awards/0/games", "two_rounds", "/awards/0/games of-no-use"},
		{jp22, "/elimination/final/fromTables/1/entrants", 8, "/elimination/final/fromTables field-without-qualifiers"},
		{jp22, "/tables/exceptions/0/entrants", 16, "/tables/exceptions/0/sizes not-every-entrant-once"},
		{bg, "/scoring/points/tables/1/seats", 4, "/scoring/points/tables/1/seats repeated"},
		{bg, "/scoring/points/given", "per_week", "/scoring/points/given unknown-option"},
		{bg, "/scoring/points/event", []any{}, "/readings/A003-12/options/1/value option-not-possible"},
		{bg, "/field/without", nil, "/tables/sizes no-tables-for-field"},
		{bg, "/time/phases", []any{map[string]any{"phase": "last-lap", "paragraph": "1.2.1"}}, "/time/phases of-no-use"},
		{bg, "/leaving/ban", "everything", "/leaving/ban unknown-option"},
		{bg, "/lifetime/points", -1, "/lifetime/points too-small"},
		{bg, "/lifetime/hall", "alphabetical", "/lifetime/hall unknown-option"},
		{fg14, "/awards/1/standings", "loudest", "/awards/1/standings no-such-standings"},
		{fg14, "/awards/1/games", "all", "/awards/1/games unknown-option"},
		{fg14, "/awards/1/to", "everybody", "/awards/1/to unknown-option"},
	}
	for _, tt := range tests {
		t.Run(tt.want, func(t *testing.T) {
			t.Parallel()
			_, err := rules.Decode(editedPreset(t, tt.preset, tt.path, tt.value))
			if err == nil {
				t.Fatalf("%s: %s = %v passes", tt.preset, tt.path, tt.value)
			}
			if got := faultsOf(t, err); !strings.Contains("\n"+got+"\n", "\n"+tt.want+"\n") {
				t.Errorf("%s: %s = %v: got\n%s\nwant among them\n%s", tt.preset, tt.path, tt.value, got, tt.want)
			}
		})
	}
}
