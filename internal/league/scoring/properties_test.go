package scoring_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
)

// forThemselves returns the regulations without teams.
func forThemselves(t *testing.T) []*rules.Ruleset {
	t.Helper()
	return []*rules.Ruleset{cn09(t), jp22(t), fg14(t), bg(t)}
}

// everySeat returns the score of each entry by its start number.
func everySeat(g scoring.Game) map[league.Entry]string {
	all := make(map[league.Entry]string)
	for _, s := range g.Seats {
		all[s.Entry] = fmt.Sprintf("place %d win %v share %v points %v counted %d", s.Place, s.Win, s.Share, s.Points, s.Counted)
	}
	return all
}

// forEvery scores a drawn result of each regulation in both ways.
func forEvery(t *testing.T, property func(t *rapid.T, r *rules.Ruleset, result league.Result, score func(league.Result, scoring.Level) scoring.Game)) {
	t.Helper()
	for _, r := range forThemselves(t) {
		for name, score := range map[string]func(*rules.Ruleset, rules.Variant, int, league.Result, scoring.Level) scoring.Game{
			"told apart": scoring.Score, "shared": scoring.ScoreShared,
		} {
			t.Run(r.Code+" "+name, func(t *testing.T) {
				t.Parallel()
				variant, _ := r.Variant("")
				rapid.Check(t, func(t *rapid.T) {
					result := drawn(t, r, variant, rapid.SampledFrom(r.Tables.Sizes).Draw(t, "size"))
					property(t, r, result, func(result league.Result, level scoring.Level) scoring.Game {
						return score(r, variant, 1, result, level)
					})
				})
			})
		}
	}
}

// TestTurnOrderDoesNotMatter: the turn order does not change the scores.
func TestTurnOrderDoesNotMatter(t *testing.T) {
	t.Parallel()
	forEvery(t, func(t *rapid.T, _ *rules.Ruleset, result league.Result, score func(league.Result, scoring.Level) scoring.Game) {
		was := everySeat(score(result, byEntry))
		result.Seats = rapid.Permutation(result.Seats).Draw(t, "seats")
		if is := everySeat(score(result, byEntry)); fmt.Sprint(is) != fmt.Sprint(was) {
			t.Fatalf("was %v\nis %v", was, is)
		}
	})
}

// TestNamesDoNotMatter: start numbers do not change the scores, if the order that separates level
// players is the same.
func TestNamesDoNotMatter(t *testing.T) {
	t.Parallel()
	forEvery(t, func(t *rapid.T, _ *rules.Ruleset, result league.Result, score func(league.Result, scoring.Level) scoring.Game) {
		order := rapid.Permutation(seated(result)).Draw(t, "order")
		was := everySeat(score(result, inOrder(order...)))
		names := rapid.SliceOfNDistinct(rapid.IntRange(1, 99), 1+len(order), 1+len(order), rapid.ID[int]).Draw(t, "names")
		called := func(entry league.Entry) league.Entry { return league.Entry(names[entry]) }
		renamed := result
		renamed.Seats = slices.Clone(result.Seats)
		for i := range renamed.Seats {
			renamed.Seats[i].Entry = called(renamed.Seats[i].Entry)
		}
		for i := range order {
			order[i] = called(order[i])
		}
		if result.DeclaredBy != 0 {
			renamed.DeclaredBy = called(result.DeclaredBy)
		}
		is := everySeat(score(renamed, inOrder(order...)))
		for entry, text := range was {
			if is[called(entry)] != text {
				t.Fatalf("entry %d got %s\nand as entry %d %s", entry, text, called(entry), is[called(entry)])
			}
		}
	})
}

// TestEqualConstantKeepsPlaces: as many points more for everybody change no place, no win
// and no points of places.
func TestEqualConstantKeepsPlaces(t *testing.T) {
	t.Parallel()
	forEvery(t, func(t *rapid.T, _ *rules.Ruleset, result league.Result, score func(league.Result, scoring.Level) scoring.Game) {
		was := score(result, byEntry)
		more := rapid.IntRange(0, 12).Draw(t, "more")
		for i := range result.Seats {
			result.Seats[i].VP += more
		}
		for i, s := range score(result, byEntry).Seats {
			before := was.Seats[i]
			if s.Place != before.Place || !s.Win.Equal(before.Win) || fmt.Sprint(s.Points) != fmt.Sprint(before.Points) {
				t.Fatalf("entry %d with %d more: %+v, was %+v", s.Entry, more, s, before)
			}
		}
	})
}

// TestMorePointsAreNeverWorse: with a point more a player would be no lower, and nobody else
// higher.
func TestMorePointsAreNeverWorse(t *testing.T) {
	t.Parallel()
	forEvery(t, func(t *rapid.T, _ *rules.Ruleset, result league.Result, score func(league.Result, scoring.Level) scoring.Game) {
		was := score(result, byEntry)
		at := rapid.IntRange(0, len(result.Seats)-1).Draw(t, "who")
		result.Seats[at].VP++
		for i, s := range score(result, byEntry).Seats {
			if before := was.Seats[i].Place; i == at && s.Place > before || i != at && s.Place < before {
				t.Fatalf("seat %d has a point more: seat %d is now %d., was %d.", at, i, s.Place, before)
			}
		}
	})
}

// TestSharesMakeTheTotal: the shares of all who stayed add up to a hundred less the cut-off parts
// and those of leavers, and never to more than rounding may add.
func TestSharesMakeTheTotal(t *testing.T) {
	t.Parallel()
	forEvery(t, func(t *rapid.T, r *rules.Ruleset, result league.Result, score func(league.Result, scoring.Level) scoring.Game) {
		g := score(result, byEntry)
		var sum, left league.Frac
		for _, s := range g.Seats {
			if s.Share != nil {
				sum = sum.Add(*s.Share)
			} else {
				left = left.Add(league.Int(s.Counted))
			}
		}
		if r.Scoring.Share == (rules.Share{}) {
			if !sum.IsZero() || !g.Total.IsZero() {
				t.Fatalf("shares by a regulation without: %+v", g)
			}
			return
		}
		if g.Total.IsZero() || r.Scoring.Share.Virtual != nil && len(g.Seats) == 3 {
			return
		}
		hundred := league.Int(100).Mul(g.Total.Sub(left)).Div(g.Total)
		if off := sum.Sub(hundred); off.Cmp(league.NewFrac(3, 100)) > 0 || off.Cmp(league.NewFrac(-4, 100)) <= 0 {
			t.Fatalf("%v in all, of %v: %+v", sum, hundred, g)
		}
	})
}

// TestPlacesAreHeld: a place number is one more than the number of better seats, and seats that
// share a place have equal points.
func TestPlacesAreHeld(t *testing.T) {
	t.Parallel()
	forEvery(t, func(t *rapid.T, r *rules.Ruleset, result league.Result, score func(league.Result, scoring.Level) scoring.Game) {
		if r.Scoring.Leavers != nil && r.Scoring.Leavers.Place > 0 && slices.ContainsFunc(result.Seats, func(s league.SeatResult) bool { return s.Left != 0 }) {
			return
		}
		g := score(result, byEntry)
		for _, s := range g.Seats {
			ahead := 0
			for _, other := range g.Seats {
				if other.Place < s.Place {
					ahead++
				}
				if other.Place == s.Place && (other.VP != s.VP || other.Left != s.Left) {
					t.Fatalf("entries %d and %d share a place: %+v", s.Entry, other.Entry, g)
				}
			}
			if s.Place != ahead+1 {
				t.Fatalf("entry %d is %d. behind %d: %+v", s.Entry, s.Place, ahead, g)
			}
		}
		places := g.Places()
		for i := 1; i < len(places); i++ {
			a, _ := g.Seat(places[i-1])
			b, _ := g.Seat(places[i])
			if a.Place > b.Place {
				t.Fatalf("%v are not in order of %+v", places, g.Seats)
			}
		}
	})
}

// TestWinIsGivenOnce: for any winners, the parts of the win add up to its weight, or each of
// several winners has it whole (FG14 3).
func TestWinIsGivenOnce(t *testing.T) {
	t.Parallel()
	r := fg14(t)
	variant, _ := r.Variant("")
	for joint, want := range map[rules.JointWin]func(weight league.Frac, leaders int) league.Frac{
		rules.JointEach:  func(w league.Frac, n int) league.Frac { return w.Mul(league.Int(n)) },
		rules.JointSplit: func(w league.Frac, _ int) league.Frac { return w },
		rules.JointNone: func(w league.Frac, n int) league.Frac {
			if n > 1 {
				return league.Frac{}
			}
			return w
		},
		rules.JointByCriteria: func(w league.Frac, _ int) league.Frac { return w },
	} {
		t.Run(string(joint), func(t *testing.T) {
			t.Parallel()
			joined := *r
			joined.Scoring.Wins.Joint = joint
			rapid.Check(t, func(t *rapid.T) {
				result := drawn(t, &joined, variant, 4)
				g := scoring.ScoreShared(&joined, variant, 1, result, byEntry)
				var sum league.Frac
				leaders := 0
				for _, s := range g.Seats {
					sum = sum.Add(s.Win)
					if s.Place == 1 && s.Left == 0 {
						leaders++
					}
				}
				weight := league.Int(1)
				if result.Ended == league.TimeLimit {
					weight = league.NewFrac(9, 10)
				}
				if leaders == 0 {
					weight = league.Frac{}
				}
				if !sum.Equal(want(weight, leaders)) {
					t.Fatalf("%d are first and have %v wins: %+v", leaders, sum, g)
				}
				if joint == rules.JointByCriteria && leaders > 0 && (g.Winner == 0 || g.Winners != nil) {
					t.Fatalf("the criteria name nobody: %+v", g)
				}
			})
		})
	}
}

// TestScoreKeepsItsArguments: neither checking nor scoring changes the result.
func TestScoreKeepsItsArguments(t *testing.T) {
	t.Parallel()
	forEvery(t, func(t *rapid.T, r *rules.Ruleset, result league.Result, score func(league.Result, scoring.Level) scoring.Game) {
		written := func() string {
			text, err := json.Marshal(result)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		was := written()
		variant, _ := r.Variant("")
		if faults := scoring.Check(r, variant, seated(result), result); faults != nil {
			t.Fatal(faults)
		}
		score(result, byEntry)
		if is := written(); is != was {
			t.Fatalf("was %s\nis  %s", was, is)
		}
	})
}
