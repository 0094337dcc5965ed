package scoring_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
)

// placing returns FG14, which shares places, with its own comparisons for the places.
func placing(t testing.TB, declarer rules.DeclarerRule, placeBy ...rules.Criterion) *rules.Ruleset {
	t.Helper()
	r := calculating(t, "firenzegioca-2014", "", "per-turn", "vp / (10 + start)", "distance", "abs(vp - 7)")
	for i := range placeBy {
		placeBy[i].Paragraph = r.Texts[0].Paragraph
	}
	r.Readings = nil // one concerns the declarer
	r.Scoring.PlaceBy, r.Scoring.Declarer = placeBy, rules.Declarer{Rule: declarer, Paragraph: r.Texts[0].Paragraph}
	document, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	changed, err := rules.Decode(document)
	if err != nil {
		t.Fatal(err)
	}
	return changed
}

func ended(ending league.Ending, declarer league.Entry, vp ...int) league.Result {
	result := league.Result{Ended: ending, DeclaredBy: declarer}
	for i, points := range vp {
		result.Seats = append(result.Seats, league.SeatResult{Entry: league.Entry(i + 1), VP: points})
	}
	return result
}

func most(figure string) rules.Criterion { return rules.Criterion{Figure: figure, Best: rules.Most} }

func fewest(figure string) rules.Criterion {
	return rules.Criterion{Figure: figure, Best: rules.Fewest}
}

// TestPlaceBy: the ruleset's own comparisons determine the places, in their order and exactly;
// leavers stay behind, and the declarer first, as without them.
func TestPlaceBy(t *testing.T) {
	t.Parallel()
	gone := ended(league.TimeLimit, 0, 10, 2, 7, 5)
	gone.Seats[1].Left = 1
	for _, tt := range []struct {
		name     string
		declarer rules.DeclarerRule
		placeBy  []rules.Criterion
		result   league.Result
		want     string // places with the deciding figures
		decision string
	}{
		{"none: the most points", "", nil, ended(league.TimeLimit, 0, 5, 8, 7, 8), "4 1 3 1", "joint-leaders"},
		{
			"two comparisons", rules.PointsOnly,
			[]rules.Criterion{most("distance"), fewest("start")},
			ended(league.TimeLimit, 0, 5, 8, 7, 8),
			"1 2distance 4distance 3start", "first-by-most",
		},
		{
			"a calculation", rules.PointsOnly,
			[]rules.Criterion{fewest("distance")},
			ended(league.TimeLimit, 0, 5, 8, 7, 6),
			"4distance 2distance 1 2", "first-by-fewest",
		},
		{
			"then the next", rules.PointsOnly,
			[]rules.Criterion{fewest("distance"), fewest("vp")},
			ended(league.TimeLimit, 0, 5, 8, 7, 6),
			"4distance 3vp 1 2distance", "first-by-fewest",
		},
		{
			"fractions that differ by little", rules.PointsOnly,
			[]rules.Criterion{most("per-turn")},
			ended(league.TimeLimit, 0, 11, 12, 12, 14),
			"1 1 4per-turn 1", "joint-leaders",
		}, // 1, 1, 12/13, 1
		{"who left is behind", rules.PointsOnly, []rules.Criterion{fewest("vp")}, gone, "3vp 4 2vp 1", "first-by-fewest"},
		{"who declared is first", rules.DeclarerFirst, []rules.Criterion{fewest("distance")}, ended(league.Declared, 1, 10, 7, 8, 6), "1 2 3distance 3", "declared-victory"},
		{"and shares with who is as good", rules.ShareEqualVP, []rules.Criterion{fewest("distance")}, ended(league.Declared, 1, 12, 2, 1, 17), "1 1 3distance 4distance", "declared-victory"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := placing(t, tt.declarer, tt.placeBy...)
			variant, _ := r.Variant("")
			g := scoring.ScoreShared(r, variant, 1, tt.result, byEntry)
			var got []string
			for _, s := range g.Seats {
				got = append(got, fmt.Sprint(s.Place, s.PlaceBy))
			}
			text := strings.Join(got, " ")
			if text != tt.want || g.Decision.Reason != tt.decision {
				t.Errorf("got %s by %s, want %s by %s", text, g.Decision.Reason, tt.want, tt.decision)
			}
		})
	}
}

// The order of the seats changes nothing, unless the ruleset compares the turn order itself.
func TestPlaceByOfPermutedSeats(t *testing.T) {
	t.Parallel()
	r := placing(t, rules.PointsOnly, fewest("distance"), fewest("vp"))
	variant, _ := r.Variant("")
	for seed := range uint64(300) {
		dice := rand.New(rand.NewPCG(seed, 3))
		result := ended(league.TimeLimit, 0, dice.IntN(11), dice.IntN(11), dice.IntN(11), dice.IntN(11))
		if dice.IntN(3) == 0 {
			result.Seats[dice.IntN(4)].Left = 1
		}
		scored := func(result league.Result) map[league.Entry]string {
			g := scoring.ScoreShared(r, variant, 1, result, byEntry)
			out := map[league.Entry]string{0: fmt.Sprint(g.Winner, g.Decision.Reason, g.Decision.Params["value"])}
			for _, s := range g.Seats {
				out[s.Entry] = fmt.Sprint(s.Place, s.Points, s.Win, s.Share, s.Placing)
			}
			return out
		}
		want := scored(result)
		dice.Shuffle(4, func(i, j int) { result.Seats[i], result.Seats[j] = result.Seats[j], result.Seats[i] })
		if got := scored(result); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("seed %d: %v, permuted %v", seed, want, got)
		}
	}
}

// TestFirstByWhich: a decision names the comparison that separates the winner from the next, with
// both values; the first of all if nobody else has stayed.
func TestFirstByWhich(t *testing.T) {
	t.Parallel()
	alone := ended(league.TooFewPlayers, 0, 8, 7, 7, 7)
	for i := range alone.Seats[1:] {
		alone.Seats[1+i].Left = 1 + i
	}
	for _, tt := range []struct {
		name   string
		result league.Result
		want   string
	}{
		{"the first", ended(league.TimeLimit, 0, 6, 5, 9, 2), "first-by-fewest distance 1"},
		{"the second", ended(league.TimeLimit, 0, 6, 5, 8, 2), "first-by-most vp 8"},
		{"neither", ended(league.TimeLimit, 0, 8, 5, 8, 2), "joint-leaders <nil> <nil>"},
		{"nobody to be told from", alone, "first-by-fewest distance 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := placing(t, rules.PointsOnly, fewest("distance"), most("vp"))
			variant, _ := r.Variant("")
			d := scoring.ScoreShared(r, variant, 1, tt.result, byEntry).Decision
			shown := func(key string) string {
				if text, ok := d.Params[key]; ok {
					return text
				}
				return "<nil>"
			}
			if got := d.Reason + " " + shown("by") + " " + shown("value"); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestDeclaredWithoutLeading: if points alone determine the places, those who are first have won
// together even if somebody else declared.
func TestDeclaredWithoutLeading(t *testing.T) {
	t.Parallel()
	r := fg14(t)
	r.Scoring.Declarer.Rule = rules.PointsOnly
	variant, _ := r.Variant("")
	g := scoring.ScoreShared(r, variant, 1, ended(league.Declared, 1, 10, 12, 12, 3), byEntry)
	var wins []string
	for _, s := range g.Seats {
		wins = append(wins, s.Win.String())
	}
	if got := fmt.Sprintf("%v %v %s", wins, g.Winners, g.Decision.Reason); got != "[0 1 1 0] [2 3] joint-leaders" {
		t.Errorf("got %s", got)
	}
}

// TestJointWinnerByCriteria: of those who are first together the best has won, and the decision
// names the figure that separates them from the next.
func TestJointWinnerByCriteria(t *testing.T) {
	t.Parallel()
	r := reading(t, fg14(t), "A001-2 by_criteria")
	variant, _ := r.Variant("")
	best := func(entry league.Entry) scoring.Level {
		return func(a, b league.Entry) (int, string) {
			switch {
			case a == b:
				return 0, ""
			case a == entry:
				return -1, "resource-cards"
			case b == entry:
				return 1, "resource-cards"
			default:
				return int(a - b), "lot"
			}
		}
	}
	for _, result := range []league.Result{ended(league.TimeLimit, 0, 9, 9, 5), ended(league.TimeLimit, 0, 9, 9, 9, 9), ended(league.TimeLimit, 0, 9, 9, 9)} {
		for entry := league.Entry(1); entry <= 2; entry++ {
			g := scoring.ScoreShared(r, variant, 1, result, best(entry))
			if g.Winner != entry || g.WinnerBy != "resource-cards" {
				t.Errorf("entry %d is the best of %+v: %d has won by %q", entry, result.Seats, g.Winner, g.WinnerBy)
			}
		}
	}
}
