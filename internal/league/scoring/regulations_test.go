package scoring_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/scoring"
)

func preset(t *testing.T, id string) *rules.Ruleset {
	t.Helper()
	r, err := presets.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func fg14(t *testing.T) *rules.Ruleset { t.Helper(); return preset(t, "firenzegioca-2014") }
func jp22(t *testing.T) *rules.Ruleset { t.Helper(); return preset(t, "just-play-2022") }
func bg(t *testing.T) *rules.Ruleset   { t.Helper(); return preset(t, "catan-ranglista-bg") }
func sq00(t *testing.T) *rules.Ruleset { t.Helper(); return preset(t, "risiko-squadre-2000") }

// withFigures sets all figures of the ruleset on every seat of a result, 0 if not given.
func withFigures(r *rules.Ruleset, result league.Result) league.Result {
	for i := range result.Seats {
		if result.Seats[i].Figures == nil {
			result.Seats[i].Figures = make(map[string]int)
		}
		for _, f := range r.Game.RecordedAt(len(result.Seats)) {
			result.Seats[i].Figures[f.ID] += 0
		}
	}
	return result
}

// scored checks a result, scores it with shared places, and writes for each seat
// its place, the part of a win, its points for the standings and its share:
// "1 1w 8p 31.25".
func scored(t *testing.T, r *rules.Ruleset, text string, level scoring.Level) string {
	t.Helper()
	result := withFigures(r, parse(t, text))
	variant, _ := r.Variant("")
	if faults := scoring.Check(r, variant, seated(result), result); len(faults) > 0 {
		t.Fatal(faults)
	}
	g := scoring.ScoreShared(r, variant, 1, result, level)
	var seats []string
	for _, s := range g.Seats {
		text := fmt.Sprintf("%d %vw", s.Place, s.Win)
		if s.Points != nil {
			text += " " + s.Points.String() + "p"
		}
		if s.Share != nil {
			text += " " + s.Share.Decimal(2)
		}
		seats = append(seats, text)
	}
	return strings.Join(seats, ", ")
}

// The total of a table is the sum of its parts, plus a third of it if a player is missing.
func TestPartsOfATotal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ par, reading, result, want string }{
		{"CN09 3.2c points above the target count as the target", "", "declared 12! 8 6 4", "10 + 8 + 6 + 4 = 28"},
		{"BG 2.2.2 no more than 13 points count", "", "declared 14! 14 4 2", "13 + 13 + 4 + 2 = 32"},
		{"BG 2.2.3 the printed example", "", "declared 13! 10 9", "13 + 10 + 9 and a third = 42"},
		{"BG 2.2.3 of 42.67", "A003-1 total_2dp", "declared 13! 10 9", "13 + 10 + 9 and a third = 42.67"},
		{"BG 2.2.3 a game of four that loses one", "", "declared 13! 10 9 3-1", "13 + 10 + 9 + 0 = 32"},
		{"BG 2.2.3 a game of four that loses one, with a virtual fourth", "A003-11 also_three_left", "declared 13! 10 9 3-1", "13 + 10 + 9 + 0 and a third = 42"},
		{"SQ00 has no shares", "", "limit 30 20 10", "nothing = 0"},
	} {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			r := map[string]func(*testing.T) *rules.Ruleset{"CN09": cn09, "BG": bg, "SQ00": sq00}[strings.Fields(tt.par)[0]](t)
			r = reading(t, r, tt.reading)
			variant, _ := r.Variant("")
			g := scoring.ScoreShared(r, variant, 1, withFigures(r, parse(t, tt.result)), inOrder(4, 3, 2, 1))
			got := "nothing"
			for i, part := range g.Parts(r.Scoring.Share) {
				if i == 0 {
					got = strconv.Itoa(part.Points)
				} else {
					got += " + " + strconv.Itoa(part.Points)
				}
			}
			if g.HasVirtual(r.Scoring.Share) {
				got += " and a third"
			}
			if got += " = " + strings.TrimSuffix(g.Total.Decimal(2), ".00"); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestSharedPlaces(t *testing.T) {
	t.Parallel()
	tests := []struct{ par, reading, result, want string }{
		{
			"FG14 3 the printed example: 10, 8, 8 and 5 get 8, 3, 3 and 0 class points", "",
			"declared 10! 8 8 5", "1 1w 8p 32.25, 2 0w 3p 25.80, 2 0w 3p 25.80, 4 0w 0p 16.12",
		},
		{
			"FG14 3 a table of three gives 6, 3 and 1", "",
			"declared 10! 8 5", "1 1w 6p 43.47, 2 0w 3p 34.78, 3 0w 1p 21.73",
		},
		{
			"FG14 3 at the time limit a win is nine tenths", "",
			"time-limit 9 8 7 6", "1 0.9w 8p 30.00, 2 0w 4p 26.66, 3 0w 2p 23.33, 4 0w 0p 20.00",
		},
		{
			"FG14 3 level leaders at the time limit are first together", "",
			"time-limit 9 9 9 6", "1 0.9w 4p 27.27, 1 0.9w 4p 27.27, 1 0.9w 4p 27.27, 4 0w 0p 18.18",
		},
		{
			"FG14 3 level leaders, read as nobody has most", "A001-2 none",
			"time-limit 9 9 7 6", "1 0w 6p 29.03, 1 0w 6p 29.03, 3 0w 2p 22.58, 4 0w 0p 19.35",
		},
		{
			"FG14 3 level leaders, the win split", "A001-2 split",
			"time-limit 9 9 9 6", "1 0.3w 4p 27.27, 1 0.3w 4p 27.27, 1 0.3w 4p 27.27, 4 0w 0p 18.18",
		},
		{
			"FG14 3 level leaders, the best by the criteria of the game", "A001-2 by_criteria",
			"time-limit 9 9 7 6", "1 0w 6p 29.03, 1 0.9w 6p 29.03, 3 0w 2p 22.58, 4 0w 0p 19.35",
		},
		{
			"FG14 3 who leaves is last and gets nothing, the table stays one of four", "",
			"declared 10! 7 3 5-1", "1 1w 8p 40.00, 2 0w 4p 28.00, 3 0w 2p 12.00, 4 0w",
		},
		{
			"FG14 3 below three the game ends, won in full", "",
			"too-few-players 8 5 2-1", "1 1w 6p 53.33, 2 0w 3p 33.33, 3 0w",
		},
		{
			"FG14 3 below three the game ends, won by nine tenths", "A001-7 0.9_win",
			"too-few-players 8 5 2-1", "1 0.9w 6p 53.33, 2 0w 3p 33.33, 3 0w",
		},
		{
			"FG14 4.7 another with as many or more points is second", "",
			"declared 12 10! 4 3", "2 0w 4p 41.37, 1 1w 8p 34.48, 3 0w 2p 13.79, 4 0w 0p 10.34",
		},
		{
			"FG14 4.7 another with as many points shares the place, not the win", "A001-3 share_equal_vp",
			"declared 10 10! 4 3", "1 0w 6p 37.03, 1 1w 6p 37.03, 3 0w 2p 14.81, 4 0w 0p 11.11",
		},
		{
			"FG14 4.8 the eleventh point counts", "",
			"declared 11! 5 4 2", "1 1w 8p 50.00, 2 0w 4p 22.72, 3 0w 2p 18.18, 4 0w 0p 9.09",
		},
		{
			"BG 2.2.1 tournament points are 5, 3, 2 and 1", "",
			"declared 13! 8 7 4", "1 1w 5p 40.63, 2 0w 3p 25.00, 3 0w 2p 21.88, 4 0w 1p 12.50",
		},
		{
			"BG 2.2.1 level players both have the better place", "",
			"declared 13! 8 8 3", "1 1w 5p 40.63, 2 0w 3p 25.00, 2 0w 3p 25.00, 4 0w 1p 9.38",
		},
		{
			"BG 2.2.1 level players share the mean", "A003-4 average",
			"declared 13! 8 8 3", "1 1w 5p 40.63, 2 0w 2.5p 25.00, 2 0w 2.5p 25.00, 4 0w 1p 9.38",
		},
		{
			"BG 2.2.2 the printed example: 13 of 36", "",
			"declared 13! 10 8 5", "1 1w 5p 36.11, 2 0w 3p 27.78, 3 0w 2p 22.22, 4 0w 1p 13.89",
		},
		{
			"BG 2.2.2 no more than 13 points count", "",
			"declared 14! 14 4 2", "1 1w 5p 40.63, 2 0w 3p 40.63, 3 0w 2p 12.50, 4 0w 1p 6.25",
		},
		{
			"BG 2.2.3 the printed example: a virtual fourth makes 32 into 42", "",
			"declared 13! 10 9", "1 1w 5p 30.95, 2 0w 2p 23.81, 3 0w 1p 21.43",
		},
		{
			"BG 2.2.3 of 42.67", "A003-1 total_2dp",
			"declared 13! 10 9", "1 1w 5p 30.47, 2 0w 2p 23.44, 3 0w 1p 21.09",
		},
		{
			"BG 2.2.3 of 42.67, where that makes a difference", "A003-1 total_2dp",
			"declared 13! 12 7", "1 1w 5p 30.47, 2 0w 2p 28.12, 3 0w 1p 16.40",
		},
		{
			"BG 2.2.3 of 42 and two thirds", "A003-1 exact",
			"declared 13! 12 7", "1 1w 5p 30.47, 2 0w 2p 28.13, 3 0w 1p 16.41",
		},
		{
			"BG 2.2.3 a game of four that loses one has no virtual fourth", "",
			"declared 13! 10 9 3-1", "1 1w 5p 40.63, 2 0w 3p 31.25, 3 0w 2p 28.13, 4 0w 1p 0.00",
		},
		{
			"BG 2.2.3 a game of four that loses one has one", "A003-11 also_three_left",
			"declared 13! 10 9 3-1", "1 1w 5p 30.95, 2 0w 3p 23.81, 3 0w 2p 21.43, 4 0w 1p 0.00",
		},
		{
			"BG 1.1.6 who leaves is fourth with no victory points, from a game of three too", "",
			"declared 13! 10 6-1", "1 1w 5p 43.33, 2 0w 2p 33.33, 4 0w 1p 0.00",
		},
		{
			"BG 1.1.6 two leavers are both fourth, without a point", "A003-5 zero",
			"declared 13! 10 6-2 5-1", "1 1w 5p 56.52, 2 0w 3p 43.48, 4 0w 0p 0.00, 4 0w 0p 0.00",
		},
		{
			"BG 3.1 the first counts 13 even when higher", "",
			"declared 15! 9 6 4", "1 1w 5p 40.63, 2 0w 3p 28.13, 3 0w 2p 18.75, 4 0w 1p 12.50",
		},
	}
	for _, tt := range tests {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			r := fg14(t)
			if strings.HasPrefix(tt.par, "BG") {
				r = bg(t)
			}
			r = reading(t, r, tt.reading)
			if got := scored(t, r, tt.result, inOrder(4, 3, 2, 1)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestPointsOfPlaces: the table of FG14 3 with every way to be level.
func TestPointsOfPlaces(t *testing.T) {
	t.Parallel()
	r := fg14(t)
	for _, tt := range []struct {
		seats  int
		groups []int
		want   string
	}{
		{4, []int{1, 1, 1, 1}, "8 4 2 0"},
		{4, []int{2, 1, 1}, "6 6 2 0"},
		{4, []int{1, 2, 1}, "8 3 3 0"},
		{4, []int{1, 1, 2}, "8 4 1 1"},
		{4, []int{3, 1}, "4 4 4 0"},
		{4, []int{4}, "3 3 3 3"},
		{3, []int{2, 1}, "4 4 1"},
		{3, []int{1, 2}, "6 2 2"},
		{3, []int{3}, "3 3 3"},
	} {
		var got []string
		list := r.Scoring.Points.For(tt.seats)
		for _, n := range tt.groups {
			for range n {
				got = append(got, scoring.PlacePoints(r.Scoring.Points.Level, list[:n]).String())
			}
			list = list[n:]
		}
		if text := strings.Join(got, " "); text != tt.want {
			t.Errorf("FG14 3 %v of %d: got %s, want %s", tt.groups, tt.seats, text, tt.want)
		}
	}
}

// TestTiesOfOneGame reads seats as points/road/army/settlements/cities in the
// order of play.
func TestTiesOfOneGame(t *testing.T) {
	t.Parallel()
	tests := []struct{ par, reading, ended, seats, want string }{
		{"JP22 3 more points without longest road and largest army", "", "time-limit", "8/1/0/2/2 8/0/0/4/2 5/0/0/3/1", "2 1 3 by net-vp"},
		{"JP22 3 then more settlements and cities", "", "time-limit", "8/0/0/2/3 8/0/0/4/2 5/0/0/3/1", "2 1 3 by settlements-cities"},
		{"JP22 3 then who started last", "", "time-limit", "8/0/0/2/3 8/0/0/3/2 8/0/0/1/4", "3 2 1 by start"},
		{"JP22 1 most points win when the last lap is over", "", "time-limit", "7/0/0/2/2 9/0/0/4/2 8/0/0/3/1", "2 3 1 by "},
		{"JP22 1.5 only who has declared it has won", "", "declared 3", "9/0/0/2/2 11/0/0/4/2 10/0/0/3/1", "3 2 1 by "},
		{"JP22 1.5 read as points only", "A000-1 points_only", "declared 3", "9/0/0/2/2 11/0/0/4/2 10/0/0/3/1", "2 3 1 by "},
	}
	for _, tt := range tests {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			r := reading(t, jp22(t), tt.reading)
			ended, declarer, _ := strings.Cut(tt.ended, " ")
			result := league.Result{Ended: league.Ending(ended)}
			if declarer != "" {
				result.DeclaredBy = 3
			}
			for i, text := range strings.Fields(tt.seats) {
				var numbers []int
				for _, field := range strings.Split(text, "/") {
					n, err := strconv.Atoi(field)
					if err != nil {
						t.Fatal(err)
					}
					numbers = append(numbers, n)
				}
				result.Seats = append(result.Seats, league.SeatResult{
					Entry: league.Entry(i + 1), VP: numbers[0],
					Figures: map[string]int{"longest-road": numbers[1], "largest-army": numbers[2], "settlements": numbers[3], "cities": numbers[4]},
				})
			}
			variant, _ := r.Variant("")
			if faults := scoring.Check(r, variant, seated(result), result); len(faults) > 0 {
				t.Fatal(faults)
			}
			criteria := r.Scoring.Level.Criteria
			g := scoring.Score(r, variant, 1, result, func(a, b league.Entry) (int, string) {
				left, right := scoring.InGame(r, result, criteria, a), scoring.InGame(r, result, criteria, b)
				for i, c := range criteria {
					if order := right[i].Cmp(left[i]); order != 0 {
						return order, c.Figure
					}
				}
				return 0, ""
			})
			if got := strings.Trim(fmt.Sprint(g.Places()), "[]") + " by " + g.WinnerBy; got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
