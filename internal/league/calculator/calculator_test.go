package calculator_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/calculator"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// squadre returns the regulation whose printed examples these tests follow, with readings given as alternating
// keys and values.
func squadre(t *testing.T, readings ...string) *rules.Ruleset {
	t.Helper()
	r, err := presets.Find("risiko-squadre-2000")
	for i := 0; i+1 < len(readings) && err == nil; i += 2 {
		r, err = r.WithReading(readings[i], readings[i+1])
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// alone returns the score of one player of a table of four.
func alone(t *testing.T, r *rules.Ruleset, p calculator.Player) calculator.Score {
	t.Helper()
	scores, err := calculator.TablePoints(r, calculator.Table{Size: 4, Players: []calculator.Player{p}})
	if err != nil {
		t.Fatal(err)
	}
	return scores[0]
}

// terms writes the terms of a score on one line: "cina 7 + asia-del-nord 9".
func terms(s calculator.Score) string {
	var list []string
	for _, term := range s.Terms {
		list = append(list, fmt.Sprintf("%s%s %d", term.Territory, term.Region, term.Points))
	}
	return strings.Join(list, " + ")
}

func held(r *rules.Ruleset, regions ...string) (territories []string) {
	for _, id := range regions {
		region, _ := r.Board.Region(id)
		territories = append(territories, region.Territories...)
	}
	return territories
}

func TestTablePoints(t *testing.T) {
	t.Parallel()
	r := squadre(t)
	tests := []struct {
		name   string
		player calculator.Player
		want   string
		points int
	}{
		{
			"SQ00 base 13 a territory counts a point for each border, Cina and Ucraina the most",
			calculator.Player{Territories: []string{"cina", "ucraina", "argentina"}},
			"argentina 2 + ucraina 6 + cina 7", 15,
		},
		{
			"SQ00 base 13 Egitto and Medio Oriente count without the border they do not have in play",
			calculator.Player{Territories: []string{"egitto", "medio-oriente"}},
			"egitto 3 + medio-oriente 5", 8,
		},
		{
			"SQ00 base 14 territories in a row with those of the objective count twice",
			calculator.Player{Objective: "sud-america", Territories: []string{"brasile", "africa-del-nord", "congo", "siam"}},
			"brasile 8 + africa-del-nord 12 + congo 6 + siam 3", 29,
		},
		{
			"SQ00 base 14 for rows Indonesia borders on India, Nuova Guinea on Perù, Egitto on Medio Oriente",
			calculator.Player{Objective: "oceania", Territories: []string{"indonesia", "india", "medio-oriente", "egitto", "peru"}},
			"peru 3 + egitto 6 + medio-oriente 10 + india 6 + indonesia 6", 31,
		},
		{
			"SQ00 base 14 without a territory of the objective there is no row",
			calculator.Player{Objective: "oceania", Territories: []string{"siam", "india"}},
			"india 3 + siam 3", 6,
		},
		{
			"SQ00 base 15 a continent counts its states and its outer borders",
			calculator.Player{Territories: held(r, "oceania", "sud-america")},
			"venezuela 3 + peru 3 + brasile 4 + argentina 2 + indonesia 3 + nuova-guinea 3 + australia-occidentale 3 + australia-orientale 2 + sud-america 6 + oceania 5", 34,
		},
		{
			"SQ00 base 15 the continent itself counts once in a row",
			calculator.Player{Objective: "oceania", Territories: held(r, "oceania")},
			"indonesia 6 + nuova-guinea 6 + australia-occidentale 6 + australia-orientale 4 + oceania 5", 27,
		},
		{
			"SQ00 base 16 Asia del Nord has a bonus of 9, Asia del Sud has none",
			calculator.Player{Territories: held(r, "asia-del-nord")},
			"siberia 5 + jacuzia 3 + cita 4 + kamchatka 5 + giappone 2 + mongolia 5 + asia-del-nord 9", 33,
		},
		{
			"SQ00 base 16 sub-continents count only while they are held separately",
			calculator.Player{Territories: held(r, "asia")},
			"urali 4 + siberia 5 + jacuzia 3 + cita 4 + kamchatka 5 + giappone 2 + mongolia 5 + afghanistan 4 + medio-oriente 5 + india 3 + cina 7 + siam 3 + asia 17", 67,
		},
		{
			"SQ00 base 23 who was frozen in the extra turns has no rows",
			calculator.Player{Objective: "sud-america", Territories: []string{"brasile", "africa-del-nord"}, Frozen: true},
			"brasile 4 + africa-del-nord 6", 10,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := alone(t, r, tt.player)
			if got := terms(s); got != tt.want || s.Points != tt.points || s.Sum != tt.points {
				t.Errorf("got %s = %d, %d\nwant %s = %d", got, s.Sum, s.Points, tt.want, tt.points)
			}
			if (s.Rowless != nil) != tt.player.Frozen {
				t.Errorf("without rows: %v", s.Rowless)
			}
		})
	}
}

// Every term cites the paragraph that it follows from.
func TestTermsHaveGrounds(t *testing.T) {
	t.Parallel()
	r := squadre(t)
	s := alone(t, r, calculator.Player{Objective: "oceania", Territories: append(held(r, "oceania", "asia-del-nord"), "alberta")})
	want := map[string]string{
		"indonesia":     "SQ00 base 14: territory-in-row (points=3, territory=Indonesia, times=2)",
		"alberta":       "SQ00 base 13: territory-by-borders (points=4, territory=Alberta)",
		"oceania":       "SQ00 base 15: region-held (frontier=1, region=Oceania, territories=4)",
		"asia-del-nord": "SQ00 base 16: region-of-points (points=9, region=Asia del Nord)",
	}
	for _, term := range s.Terms {
		if grounds, ok := want[term.Territory+term.Region]; ok && term.Grounds.String() != grounds {
			t.Errorf("got %s, want %s", term.Grounds, grounds)
		}
		delete(want, term.Territory+term.Region)
	}
	if len(want) > 0 {
		t.Errorf("no terms for %v", want)
	}
	frozen := alone(t, r, calculator.Player{Frozen: true})
	if got := frozen.Rowless.String(); got != "SQ00 base 23: no-rows-when-frozen" {
		t.Errorf("got %s", got)
	}
}

// The table that the regulation refers to is not available, so its content is left to readings.
func TestReadingsOfTheCalculator(t *testing.T) {
	t.Parallel()
	tests := []struct {
		key, value string
		player     calculator.Player
		want       string
	}{
		{"C004-1", "borders_and_links", calculator.Player{Territories: []string{"egitto", "peru", "siam"}}, "peru 4 + egitto 4 + siam 3"},
		{
			"C004-2", "territories_beyond",
			calculator.Player{Territories: held(squadre(t), "africa")},
			"africa-del-nord 6 + egitto 3 + africa-orientale 5 + congo 3 + africa-del-sud 3 + madagascar 2 + africa 9",
		},
		{"C004-3", "outside_region", calculator.Player{Objective: "sud-america", Territories: []string{"brasile", "africa-del-nord"}}, "brasile 4 + africa-del-nord 12"},
	}
	for _, tt := range tests {
		t.Run(tt.value, func(t *testing.T) {
			t.Parallel()
			if got := terms(alone(t, squadre(t, tt.key, tt.value), tt.player)); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// A map may also state the points of a territory directly.
func TestTerritoriesWithPointsOfTheirOwn(t *testing.T) {
	t.Parallel()
	r := squadre(t)
	points := 11
	r.Board.Territories[0].Points = &points
	s := alone(t, r, calculator.Player{Objective: "nord-america", Territories: []string{"alaska"}})
	if got := terms(s); got != "alaska 22" {
		t.Errorf("got %s", got)
	}
}

// six returns a table at which each player holds the region of their objective, except for the given players,
// who hold nothing.
func six(r *rules.Ruleset, without ...string) calculator.Table {
	var table calculator.Table
	for _, o := range r.Game.Objectives {
		p := calculator.Player{Objective: o.ID}
		if !slices.Contains(without, o.ID) {
			p.Territories = held(r, o.Region)
		}
		table.Players = append(table.Players, p)
	}
	return table
}

// points writes the points of the players, with a star after the points of an immediate win.
func points(t *testing.T, r *rules.Ruleset, table calculator.Table) string {
	t.Helper()
	scores, err := calculator.TablePoints(r, table)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, s := range scores {
		text := fmt.Sprint(s.Points)
		if s.Won != nil {
			text += "*"
		}
		list = append(list, text)
	}
	return strings.Join(list, " ")
}

func TestRisiko(t *testing.T) {
	t.Parallel()
	r := squadre(t)
	// In the order of the objectives: Nord America, Africa, Oceania; Sud America,
	// Asia, Europa.
	most := calculator.Player{Objective: "asia", Territories: held(r, "asia", "oceania", "europa")}
	tests := []struct {
		name  string
		rules *rules.Ruleset
		table calculator.Table
		want  string
	}{
		{"SQ00 base 17 who reaches 170 totals 200", r, calculator.Table{Size: 6, Players: []calculator.Player{most}}, "200*"},
		{"SQ00 base 17 at tables of four the risiko is not by this rule", r, calculator.Table{Size: 4, Players: []calculator.Player{most}}, "219"},
		{"SQ00 base 17 a team of which all hold their continents has made risiko", r, six(r, "asia"), "200* 200* 200* 30 0 75"},
		{"SQ00 base 17 it has not while the other team holds its own", r, six(r), "82 52 27 30 117 75"},
		{"SQ00 base 17 it has not while one of it does not", r, six(r, "asia", "africa"), "82 0 27 30 0 75"},
		{"the best of the team alone, by reading", squadre(t, "A004-8", "best_only_200"), six(r, "asia"), "200* 52 27 30 0 75"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := points(t, tt.rules, tt.table); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestTableFaults(t *testing.T) {
	t.Parallel()
	r := squadre(t)
	seven := calculator.Table{Players: make([]calculator.Player, 7)}
	tests := []struct {
		name  string
		table calculator.Table
		want  string
	}{
		{
			"unknown",
			calculator.Table{Players: []calculator.Player{{Objective: "antartide", Territories: []string{"atlantide"}}}},
			"/players/0/objective: SQ00: no-such-objective (objective=antartide); /players/0/territories/0: SQ00: no-such-territory (territory=atlantide)",
		},
		{
			"held by two",
			calculator.Table{Players: []calculator.Player{{Territories: []string{"siam"}}, {Territories: []string{"siam"}}}},
			"/players/1/territories/0: SQ00: territory-twice (territory=siam)",
		},
		{
			"dealt to two",
			calculator.Table{Players: []calculator.Player{{Objective: "asia"}, {Objective: "asia"}}},
			"/players/1/objective: SQ00: objective-twice (objective=asia)",
		},
		{"too many", seven, "/players: SQ00 4: table-size-not-allowed (size=7)"},
		{"no such table", calculator.Table{Size: 9}, "/size: SQ00 4: table-size-not-allowed (size=9)"},
		{"more than there sit", calculator.Table{Size: 4, Players: make([]calculator.Player, 5)}, "/players: SQ00 4: table-size-not-allowed (size=5)"},
		{"no such game", calculator.Table{Variant: "lampo"}, "/variant: SQ00: no-such-variant (variant=lampo)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := calculator.TablePoints(r, tt.table)
			var faults league.Faults
			if !errors.As(err, &faults) || err.Error() != tt.want {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

func TestArmyLimit(t *testing.T) {
	t.Parallel()
	r := squadre(t)
	t.Run("SQ00 base 5 the printed example: of 160 tanks 20 go and 140 is the limit", func(t *testing.T) {
		t.Parallel()
		for armies, want := range map[int]string{
			0:   "0 150 SQ00 base 5: armies-within-limit (limit=150)",
			150: "0 150 SQ00 base 5: armies-within-limit (limit=150)",
			151: "2 149 SQ00 base 5: armies-too-many (excess=1, limit=149, remove=2, times=2)",
			160: "20 140 SQ00 base 5: armies-too-many (excess=10, limit=140, remove=20, times=2)",
			400: "500 0 SQ00 base 5: armies-too-many (excess=250, limit=0, remove=500, times=2)",
		} {
			a, err := calculator.ArmyLimit(r, armies)
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(a.Remove, a.Limit, " ", a.Grounds); got != want {
				t.Errorf("%d: got %s, want %s", armies, got, want)
			}
		}
	})
	if _, err := calculator.ArmyLimit(r, -1); err == nil {
		t.Error("fewer than none are accepted")
	}
}

func TestCardExchange(t *testing.T) {
	t.Parallel()
	r := squadre(t)
	t.Run("SQ00 base 12 the printed example: seven cards get 12 and then 10", func(t *testing.T) {
		t.Parallel()
		want := []string{
			"[] 0, left 0", "[2] 2, left 0", "[4] 4, left 0", "[8] 8, left 0", "[10] 10, left 1", "[12] 12, left 2",
			"[12 8] 20, left 0", "[12 10] 22, left 1", "[12 12] 24, left 2", "[12 12 8] 32, left 0",
		}
		for hand := range want {
			c, err := calculator.CardExchange(r, hand)
			if err != nil {
				t.Fatal(err)
			}
			armies := []int{}
			for _, x := range c.Exchanges {
				armies = append(armies, x.Armies)
			}
			if got := fmt.Sprintf("%v %d, left %d", armies, c.Armies, c.Left); got != want[hand] {
				t.Errorf("%d cards: got %s, want %s", hand, got, want[hand])
			}
		}
	})
	for _, hand := range []int{-1, calculator.MostCards + 1} {
		if _, err := calculator.CardExchange(r, hand); err == nil {
			t.Errorf("%d cards are accepted", hand)
		}
	}
}

// A regulation without the calculator's data is refused.
func TestRulesetsWithoutTheData(t *testing.T) {
	t.Parallel()
	r, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	_, points := calculator.TablePoints(r, calculator.Table{})
	_, armies := calculator.ArmyLimit(r, 160)
	_, cards := calculator.CardExchange(r, 3)
	for want, got := range map[string]error{"table-points": points, "army-limit": armies, "card-exchange": cards} {
		var refused *league.RuleError
		if !errors.As(got, &refused) || refused.Reason != "no-calculation" || refused.Params["calculation"] != want {
			t.Errorf("%s: %v", want, got)
		}
	}
}
