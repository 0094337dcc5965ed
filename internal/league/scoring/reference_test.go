package scoring_test

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
)

// gets is the score of a seat; nil is no value, not even 0.
type gets struct {
	place              int
	win, share, points *big.Rat
}

// regulation is a slow implementation of one regulation that follows its words: it looks at each
// seat alone and counts the better ones. It has no options, unlike the engine.
type regulation struct {
	code   string
	shared bool // level players share the place
	cap    int  // points above it do not count
	win    map[league.Ending]*big.Rat
	share  func(g slowGame, seat league.SeatResult) *big.Rat
	points func(g slowGame, seat league.SeatResult) *big.Rat
}

// slowGame is a result with an order that separates level players.
type slowGame struct {
	regulation
	league.Result
	order []league.Entry
}

func regulations() []regulation {
	one, tenths := big.NewRat(1, 1), big.NewRat(9, 10)
	nothing := func(slowGame, league.SeatResult) *big.Rat { return nil }
	return []regulation{
		{
			code: "catan-nazionale-2009", cap: 10, points: nothing,
			win: map[league.Ending]*big.Rat{league.Declared: one, league.TimeLimit: one, league.TooFewPlayers: one},
			// CN09 3.2c: cut off after two decimals; 3.5: a leaver has no share, and their points
			// stay.
			share: func(g slowGame, s league.SeatResult) *big.Rat {
				if s.Left != 0 {
					return nil
				}
				return cut(percent(g.counted(s), g.total(nil)), 100)
			},
		},
		{
			code: "just-play-2022", cap: 99, points: nothing, share: nothing,
			win: map[league.Ending]*big.Rat{league.Declared: one, league.TimeLimit: one},
		},
		{
			code: "firenzegioca-2014", shared: true, cap: 99,
			win: map[league.Ending]*big.Rat{league.Declared: one, league.TimeLimit: tenths, league.TooFewPlayers: one},
			share: func(g slowGame, s league.SeatResult) *big.Rat {
				if s.Left != 0 {
					return nil
				}
				return cut(percent(g.counted(s), g.total(nil)), 100)
			},
			// FG14 3: the sum of the places that they span, divided and cut off.
			points: func(g slowGame, s league.SeatResult) *big.Rat {
				if s.Left != 0 {
					return nil
				}
				list := map[int][]int64{4: {8, 4, 2, 0}, 3: {6, 3, 1}}[len(g.Seats)]
				sum, n := int64(0), int64(0)
				for _, other := range g.Seats {
					if other.Left == 0 && g.place(other) == g.place(s) {
						sum += list[int64(g.place(s)-1)+n]
						n++
					}
				}
				return cut(big.NewRat(sum, n), 1)
			},
		},
		{
			code: "catan-ranglista-bg", shared: true, cap: 13,
			win: map[league.Ending]*big.Rat{league.Declared: one},
			// BG 2.2.2: rounded to two decimals; 2.2.3: three have a virtual fourth with a third of
			// their points, cut off; 1.1.6: a leaver has no points.
			share: func(g slowGame, s league.SeatResult) *big.Rat {
				if s.Left != 0 {
					return new(big.Rat)
				}
				total := g.total(func(s league.SeatResult) bool { return s.Left != 0 })
				if len(g.Seats) == 3 {
					total = cut(new(big.Rat).Mul(total, big.NewRat(4, 3)), 1)
				}
				half := new(big.Rat).Add(percent(g.counted(s), total), big.NewRat(5, 1000))
				return cut(half, 100)
			},
			points: func(g slowGame, s league.SeatResult) *big.Rat {
				if s.Left != 0 {
					return big.NewRat(1, 1)
				}
				return big.NewRat(map[int][]int64{4: {5, 3, 2, 1}, 3: {5, 2, 1}}[len(g.Seats)][g.place(s)-1], 1)
			},
		},
	}
}

func percent(points int64, total *big.Rat) *big.Rat {
	if total.Sign() == 0 {
		return new(big.Rat)
	}
	return new(big.Rat).Quo(big.NewRat(100*points, 1), total)
}

// cut cuts a number that is not negative off to multiples of 1/units.
func cut(r *big.Rat, units int64) *big.Rat {
	scaled := new(big.Rat).Mul(r, big.NewRat(units, 1))
	return new(big.Rat).SetFrac(new(big.Int).Quo(scaled.Num(), scaled.Denom()), big.NewInt(units))
}

func (g slowGame) counted(s league.SeatResult) int64 { return int64(min(s.VP, g.cap)) }

func (g slowGame) total(without func(league.SeatResult) bool) *big.Rat {
	total := int64(0)
	for _, s := range g.Seats {
		if without == nil || !without(s) {
			total += g.counted(s)
		}
	}
	return big.NewRat(total, 1)
}

// before reports whether a is before b by the words of the regulations: players who stayed before
// leavers, the last to leave before the first; the declarer before everybody; more points on the
// board before fewer; and finally by the given order, if places are not shared.
func (g slowGame) before(a, b league.SeatResult) bool {
	switch {
	case (a.Left == 0) != (b.Left == 0):
		return a.Left == 0
	case a.Left != b.Left:
		return a.Left > b.Left
	case a.Entry == g.DeclaredBy || b.Entry == g.DeclaredBy:
		return a.Entry == g.DeclaredBy && b.Entry != g.DeclaredBy
	case a.VP != b.VP:
		return a.VP > b.VP
	default:
		return !g.shared && slices.Index(g.order, a.Entry) < slices.Index(g.order, b.Entry)
	}
}

func (g slowGame) place(s league.SeatResult) int {
	if g.code == "catan-ranglista-bg" && s.Left != 0 {
		return 4 // BG 1.1.6, whatever the number of leavers and seats
	}
	place := 1
	for _, other := range g.Seats {
		if g.before(other, s) {
			place++
		}
	}
	return place
}

func (g slowGame) gets(s league.SeatResult) gets {
	got := gets{place: g.place(s), win: new(big.Rat), share: g.share(g, s), points: g.points(g, s)}
	if weight := g.win[g.Ended]; got.place == 1 && s.Left == 0 && weight != nil {
		got.win = weight
	}
	return got
}

func (g gets) String() string {
	text := fmt.Sprintf("%d. win %s", g.place, g.win.RatString())
	for _, part := range []struct {
		name  string
		value *big.Rat
	}{{"share", g.share}, {"points", g.points}} {
		if part.value == nil {
			text += " no " + part.name
		} else {
			text += " " + part.name + " " + part.value.RatString()
		}
	}
	return text
}

// ofSeat converts the engine's score of a seat to the same form.
func ofSeat(t *rapid.T, s scoring.Seat) gets {
	rat := func(f *league.Frac) *big.Rat {
		if f == nil {
			return nil
		}
		r, ok := new(big.Rat).SetString(f.String())
		if !ok {
			t.Fatalf("%s is no number", f)
		}
		return r
	}
	return gets{place: s.Place, win: rat(&s.Win), share: rat(s.Share), points: rat(s.Points)}
}

// drawn returns a random valid result, often with level points: any number of players leaves, and
// the ending is one of those then possible.
func drawn(t *rapid.T, r *rules.Ruleset, variant rules.Variant, size int) league.Result {
	var result league.Result
	for i := range size {
		vp := rapid.IntRange(variant.VP.Min, variant.Target+2).Draw(t, "vp")
		result.Seats = append(result.Seats, league.SeatResult{Entry: league.Entry(i + 1), VP: vp})
	}
	result = withFigures(r, result)
	least := r.Tables.MinToContinue.Players
	leavers := rapid.IntRange(0, size).Draw(t, "leavers")
	for i, at := range rapid.Permutation(indexes(size)).Draw(t, "leave")[:leavers] {
		result.Seats[at].Left = i + 1
	}
	if size-leavers < least {
		result.Ended = league.TooFewPlayers
		return result
	}
	endings := slices.DeleteFunc(scoring.Endings(r), func(e league.Ending) bool {
		return e == league.TooFewPlayers || e == league.Declared && leavers == size
	})
	if result.Ended = rapid.SampledFrom(endings).Draw(t, "ended"); result.Ended != league.Declared {
		return result
	}
	stayed := slices.DeleteFunc(indexes(size), func(i int) bool { return result.Seats[i].Left != 0 })
	by := &result.Seats[rapid.SampledFrom(stayed).Draw(t, "declarer")]
	by.VP, result.DeclaredBy = max(by.VP, variant.Target), by.Entry
	return result
}

func indexes(n int) []int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
	}
	return numbers
}

// TestAgainstReference: by four regulations, every seat of every game has the same score as by the
// slow implementation.
func TestAgainstReference(t *testing.T) {
	t.Parallel()
	for _, slow := range regulations() {
		t.Run(slow.code, func(t *testing.T) {
			t.Parallel()
			r := preset(t, slow.code)
			variant, _ := r.Variant("")
			rapid.Check(t, func(t *rapid.T) {
				result := drawn(t, r, variant, rapid.SampledFrom(r.Tables.Sizes).Draw(t, "size"))
				if faults := scoring.Check(r, variant, seated(result), result); len(faults) > 0 {
					t.Fatal(faults)
				}
				order := rapid.Permutation(seated(result)).Draw(t, "order")
				score := scoring.Score
				if slow.shared {
					score = scoring.ScoreShared
				}
				g := score(r, variant, 1, result, inOrder(order...))
				for i, s := range g.Seats {
					want := slowGame{slow, result, order}.gets(result.Seats[i])
					if got := ofSeat(t, s); got.String() != want.String() {
						t.Fatalf("entry %d got  %s\nthe paragraphs give %s\nof %+v, level by %v", s.Entry, got, want, result, order)
					}
				}
			})
		})
	}
}
