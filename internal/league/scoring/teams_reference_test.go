package scoring_test

import (
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
)

// teamReadings is a combination of readings of SQ00's open paragraphs on a game.
type teamReadings struct{ ownDifference, absolute, clamped, penaltyOnly, bestOnly bool }

// drawnTeams returns a random table of six, seated in any order, with teams that can be separated;
// nil if the draw left them level.
func drawnTeams(t *rapid.T, r *rules.Ruleset) *league.Result {
	result := league.Result{Ended: league.Completed}
	for i, o := range rapid.Permutation(r.Game.Objectives).Draw(t, "objectives") {
		seat := league.SeatResult{Entry: league.Entry(i + 1), Objective: o.ID, VP: rapid.IntRange(0, 6).Draw(t, "points")}
		seat.Figures = map[string]int{
			"territories": rapid.IntRange(0, 2).Draw(t, "territories"), "armies": rapid.IntRange(0, 5).Draw(t, "armies"),
			"cards": rapid.IntRange(0, 1).Draw(t, "cards"), "risiko": 0,
		}
		result.Seats = append(result.Seats, seat)
	}
	switch rapid.IntRange(0, 3).Draw(t, "at once") {
	case 0:
		result.Seats[rapid.IntRange(0, 5).Draw(t, "risiko")].Figures["risiko"] = 1
	case 1:
		result.WonAtOnce = rapid.SampledFrom([]string{"A", "B"}).Draw(t, "team")
	}
	if rapid.Bool().Draw(t, "retires") {
		result.Seats[rapid.IntRange(0, 5).Draw(t, "who")].Left = 1
	}
	variant, _ := r.Variant("")
	if faults := scoring.Check(r, variant, seated(result), result); len(faults) > 0 {
		if len(faults) != 1 || faults[0].Reason != "teams-level" {
			t.Fatal(faults)
		}
		return nil
	}
	return &result
}

// wonBy returns the team that has won: at once (SQ00 base 17), by the sum of table points (3), by
// territories, or by tanks with four for a card (5).
func wonBy(result league.Result, teamOf func(league.SeatResult) string) string {
	won := result.WonAtOnce
	sums := map[string][3]int{}
	for _, s := range result.Seats {
		if s.Figures["risiko"] == 1 {
			won = teamOf(s)
		}
		sum := sums[teamOf(s)]
		sum[0] += s.VP
		sum[1] += s.Figures["territories"]
		sum[2] += s.Figures["armies"] + 4*s.Figures["cards"]
		sums[teamOf(s)] = sum
	}
	for i := range 3 {
		if a, b := sums["A"][i], sums["B"][i]; won == "" && a != b {
			won = map[bool]string{true: "A", false: "B"}[a > b]
		}
	}
	return won
}

// tablePoints returns the table points of SQ00 base 17: 200 for a player who made risiko, and for a
// team that holds all its continents.
func tablePoints(result league.Result, read teamReadings, teamOf func(league.SeatResult) string) map[league.Entry]int {
	points := make(map[league.Entry]int)
	best := -1
	for i, s := range result.Seats {
		points[s.Entry] = s.VP
		if s.Figures["risiko"] == 1 || !read.bestOnly && result.WonAtOnce != "" && teamOf(s) == result.WonAtOnce {
			points[s.Entry] = 200
		}
		if teamOf(s) == result.WonAtOnce && (best < 0 || s.VP > result.Seats[best].VP) {
			best = i // seats are in the order of start numbers here: the lower of two equals
		}
	}
	if read.bestOnly && best >= 0 {
		points[result.Seats[best].Entry] = 200
	}
	return points
}

// teamPoints returns the points of each seat for the standings: 31 and a tenth for every point by
// which the best winner is ahead of the best loser (SQ00 1), and 7 less the same (2).
func teamPoints(result league.Result, read teamReadings, teamOf func(league.SeatResult) string) map[league.Entry]*big.Rat {
	won, counted := wonBy(result, teamOf), tablePoints(result, read, teamOf)
	var bestWinner, bestLoser int
	for _, s := range result.Seats {
		if teamOf(s) == won {
			bestWinner = max(bestWinner, counted[s.Entry])
		} else {
			bestLoser = max(bestLoser, counted[s.Entry])
		}
	}
	points := make(map[league.Entry]*big.Rat)
	for _, s := range result.Seats {
		base, sign, difference := int64(31), int64(1), bestWinner-bestLoser
		if teamOf(s) != won {
			base, sign = 7, -1
			if read.ownDifference {
				difference = bestWinner - counted[s.Entry]
			}
		}
		if difference < 0 && read.absolute {
			difference = -difference
		}
		if difference < 0 && read.clamped {
			difference = 0
		}
		points[s.Entry] = big.NewRat(10*base+sign*int64(difference), 10)
		if s.Left != 0 && read.penaltyOnly {
			points[s.Entry] = new(big.Rat)
		}
	}
	return points
}

// TestTeamsAgainstReference: SQ00 1 to 3, 5, base 17 and base 20, with every way of
// reading them, seat by seat.
func TestTeamsAgainstReference(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		read teamReadings
		keys []string
	}{
		{name: "as printed"},
		{"each loser's own difference", teamReadings{ownDifference: true}, []string{"A004-1 individual"}},
		{"without sign", teamReadings{absolute: true}, []string{"A004-2 absolute"}},
		{"not below 0", teamReadings{clamped: true}, []string{"A004-2 clamped"}},
		{"only the penalty for who retires", teamReadings{penaltyOnly: true}, []string{"A004-3 minus_25_only"}},
		{"200 for the best of a team only", teamReadings{bestOnly: true}, []string{"A004-8 best_only_200"}},
		{
			"all read otherwise",
			teamReadings{ownDifference: true, clamped: true, penaltyOnly: true, bestOnly: true},
			[]string{"A004-1 individual", "A004-2 clamped", "A004-3 minus_25_only", "A004-8 best_only_200"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := sq00(t)
			for _, key := range tt.keys {
				r = reading(t, r, key)
			}
			variant, _ := r.Variant("")
			teamOf := func(s league.SeatResult) string { o, _ := r.Game.Objective(s.Objective); return o.Team }
			rapid.Check(t, func(t *rapid.T) {
				result := drawnTeams(t, r)
				if result == nil {
					return
				}
				g := scoring.Score(r, variant, 1, *result, inOrder())
				if want := wonBy(*result, teamOf); g.Team != want {
					t.Fatalf("team %s has won, not %s: %+v", want, g.Team, result)
				}
				want, counted := teamPoints(*result, tt.read, teamOf), tablePoints(*result, tt.read, teamOf)
				for _, s := range g.Seats {
					if s.Counted != counted[s.Entry] {
						t.Fatalf("entry %d has %d table points, not %d: %+v", s.Entry, counted[s.Entry], s.Counted, result)
					}
					points, _ := new(big.Rat).SetString(s.Points.String())
					if points.Cmp(want[s.Entry]) != 0 {
						t.Fatalf("entry %d has %v, the paragraphs give %s: %+v", s.Entry, s.Points, want[s.Entry].FloatString(1), result)
					}
					place, penalty := 2, "0"
					if s.Team == g.Team {
						place = 1
					}
					if s.Left != 0 {
						penalty = "-25"
					}
					if s.Place != place || s.Penalty.String() != penalty || s.Win.String() != map[int]string{1: "1", 2: "0"}[place] || s.Share != nil {
						t.Fatalf("entry %d of a game won by %s: %+v", s.Entry, g.Team, s)
					}
				}
			})
		})
	}
}

// TestTeamsByAnotherName: the names of the teams and the seats change nobody's points; winners and
// losers together have 38 if one difference counts for both.
func TestTeamsByAnotherName(t *testing.T) {
	t.Parallel()
	r, exchanged := sq00(t), sq00(t)
	for i := range exchanged.Game.Objectives {
		o := &exchanged.Game.Objectives[i]
		o.Team = map[string]string{"A": "B", "B": "A"}[o.Team]
	}
	variant, _ := r.Variant("")
	rapid.Check(t, func(t *rapid.T) {
		result := drawnTeams(t, r)
		if result == nil {
			return
		}
		points := func(r *rules.Ruleset, result league.Result) string {
			by := make(map[league.Entry]string)
			for _, s := range scoring.Score(r, variant, 1, result, inOrder()).Seats {
				by[s.Entry] = s.Points.String()
			}
			return fmt.Sprint(by)
		}
		was := points(r, *result)
		g := scoring.Score(r, variant, 1, *result, inOrder())
		for _, s := range g.Seats {
			if other := g.Seats[0]; s.Team != other.Team && !s.Points.Add(*other.Points).Equal(league.Int(38)) {
				t.Fatalf("%v and %v are not 38", s.Points, other.Points)
			}
		}
		renamed := *result
		if won := result.WonAtOnce; won != "" {
			renamed.WonAtOnce = map[string]string{"A": "B", "B": "A"}[won]
		}
		if is := points(exchanged, renamed); is != was {
			t.Fatalf("with the names exchanged %s, was %s", is, was)
		}
		result.Seats = rapid.Permutation(result.Seats).Draw(t, "seats")
		if is := points(r, *result); is != was {
			t.Fatalf("seated otherwise %s, was %s", is, was)
		}
	})
}
