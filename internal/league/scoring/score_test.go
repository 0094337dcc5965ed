package scoring_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/scoring"
)

func cn09(t *testing.T) *rules.Ruleset {
	t.Helper()
	r, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func reading(t *testing.T, r *rules.Ruleset, keyValue string) *rules.Ruleset {
	t.Helper()
	if keyValue == "" {
		return r
	}
	key, value, _ := strings.Cut(keyValue, " ")
	other, err := r.WithReading(key, value)
	if err != nil {
		t.Fatal(err)
	}
	return other
}

// parse reads a result: the ending, then the points of each seat, entries from 1 on, with -n for
// the nth to leave and ! for the player who declared: "declared 5 10! 7 3-1".
func parse(t *testing.T, text string) league.Result {
	t.Helper()
	fields := strings.Fields(text)
	result := league.Result{Ended: league.Ending(fields[0])}
	for i, field := range fields[1:] {
		seat := league.SeatResult{Entry: league.Entry(i + 1)}
		field, declared := strings.CutSuffix(field, "!")
		if declared {
			result.DeclaredBy = seat.Entry
		}
		vp, left, gone := strings.Cut(field, "-")
		var err error
		if seat.VP, err = strconv.Atoi(vp); err != nil {
			t.Fatal(err)
		}
		if gone {
			if seat.Left, err = strconv.Atoi(left); err != nil {
				t.Fatal(err)
			}
		}
		result.Seats = append(result.Seats, seat)
	}
	return result
}

func seated(result league.Result) []league.Entry {
	entries := make([]league.Entry, len(result.Seats))
	for i, seat := range result.Seats {
		entries[i] = seat.Entry
	}
	return entries
}

// inOrder separates level players by a given order, by the criterion "lot".
func inOrder(order ...league.Entry) scoring.Level {
	return func(a, b league.Entry) (int, string) {
		return slices.Index(order, a) - slices.Index(order, b), "lot"
	}
}

// line writes a scored game: the winner, with the criterion between level leaders; the total; then
// for each seat its place, the points that count, its share, and * for a win.
func line(g scoring.Game) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", g.Winner)
	if g.WinnerBy != "" {
		b.WriteString(" by " + g.WinnerBy)
	}
	fmt.Fprintf(&b, ", %v:", g.Total)
	for _, s := range g.Seats {
		share := "-"
		if s.Share != nil {
			share = s.Share.Decimal(2)
		}
		fmt.Fprintf(&b, " %d. %d %s", s.Place, s.Counted, share)
		if !s.Win.IsZero() {
			b.WriteString(strings.Replace("*"+s.Win.String(), "*1", "*", 1))
		}
	}
	return b.String()
}

func TestScore(t *testing.T) {
	t.Parallel()
	tests := []struct {
		par, reading, variant, result string
		want, decision                string
	}{
		{
			par: "CN09 3.2c the first game of the printed example, player A", variant: "base",
			result:   "declared 10! 9 8 5",
			want:     "1, 32: 1. 10 31.25* 2. 9 28.12 3. 8 25.00 4. 5 15.62",
			decision: "CN09 4.6: declared-victory (entry=1)",
		},
		{
			par: "CN09 4.6 who declared is first, whoever has as many or more", variant: "base",
			result:   "declared 12 10! 4 3",
			want:     "2, 27: 2. 10 37.03 1. 10 37.03* 3. 4 14.81 4. 3 11.11",
			decision: "CN09 4.6: declared-victory (entry=2)",
		},
		{
			par: "CN09 4.7 the eleventh point does not count", variant: "base",
			result:   "declared 11! 5 5 4",
			want:     "1, 24: 1. 10 41.66* 3. 5 20.83 2. 5 20.83 4. 4 16.66",
			decision: "CN09 4.6: declared-victory (entry=1)",
		},
		{
			par: "CN09 4.7 the thirteenth in Seafarers", variant: "seafarers",
			result:   "declared 13! 11 5 4",
			want:     "1, 32: 1. 12 37.50* 2. 11 34.37 3. 5 15.62 4. 4 12.50",
			decision: "CN09 4.6: declared-victory (entry=1)",
		},
		{
			par: "CN09 4.7 to the letter, only the winner's", reading: "A002-1 cap_winner", variant: "base",
			result:   "declared 11 11! 4 3",
			want:     "2, 28: 2. 11 39.28 1. 10 35.71* 3. 4 14.28 4. 3 10.71",
			decision: "CN09 4.6: declared-victory (entry=2)",
		},
		{
			par: "CN09 3.2c of the points on the board", reading: "A002-2 raw_total", variant: "seafarers",
			result:   "declared 13! 5 5 7",
			want:     "1, 30: 1. 12 40.00* 4. 5 16.66 3. 5 16.66 2. 7 23.33",
			decision: "CN09 4.6: declared-victory (entry=1)",
		},
		{
			par: "CN09 3.4 the most points win when time is up", variant: "base",
			result:   "time-limit 6 9 8 7",
			want:     "2, 30: 4. 6 20.00 1. 9 30.00* 2. 8 26.66 3. 7 23.33",
			decision: "CN09 3.4: most-points-at-time-limit (entry=2)",
		},
		{
			par: "CN09 3.4 level leaders are told apart by the criteria of 3.2b", variant: "base",
			result:   "time-limit 9 9 9 5",
			want:     "3 by lot, 32: 2. 9 28.12 3. 9 28.12 1. 9 28.12* 4. 5 15.62",
			decision: "CN09 3.4: level-leaders (by=lot, entry=3)",
		},
		{
			par: "CN09 3.4 undeclared points beyond the target win too", variant: "base",
			result:   "time-limit 10 11 3 3",
			want:     "2, 26: 2. 10 38.46 1. 10 38.46* 3. 3 11.53 4. 3 11.53",
			decision: "CN09 3.4: most-points-at-time-limit (entry=2)",
		},
		{
			par: "CN09 3.5 the game goes on with three, the leaver's points stay", variant: "base",
			result:   "declared 10! 7 5 3-1",
			want:     "1, 25: 1. 10 40.00* 2. 7 28.00 3. 5 20.00 4. 3 -",
			decision: "CN09 4.6: declared-victory (entry=1)",
		},
		{
			par: "CN09 3.5 the leaver's points do not count", reading: "A002-4 excluded", variant: "base",
			result:   "declared 10! 7 5 3-1",
			want:     "1, 22: 1. 10 45.45* 2. 7 31.81 3. 5 22.72 4. 3 -",
			decision: "CN09 4.6: declared-victory (entry=1)",
		},
		{
			par: "CN09 3.5 with two left the game ends and the most points win", variant: "base",
			result:   "too-few-players 9-1 6 7",
			want:     "3, 22: 3. 9 - 2. 6 27.27 1. 7 31.81*",
			decision: "CN09 3.5: most-points-when-too-few-remained (entry=3)",
		},
		{
			par: "CN09 3.5 level when too few remain", variant: "base",
			result:   "too-few-players 6-1 6 6",
			want:     "3 by lot, 18: 3. 6 - 2. 6 33.33 1. 6 33.33*",
			decision: "CN09 3.5: level-leaders (by=lot, entry=3)",
		},
		{
			par: "CN09 3.5 who leaves later is placed before who left first", variant: "base",
			result:   "too-few-players 9-2 8-1 3 2",
			want:     "3, 22: 3. 9 - 4. 8 - 1. 3 13.63* 2. 2 9.09",
			decision: "CN09 3.5: most-points-when-too-few-remained (entry=3)",
		},
		{
			par: "CN09 3.5 nobody wins what everybody has left", variant: "base",
			result:   "too-few-players 3-3 2-1 4-2",
			want:     "0, 9: 1. 3 - 3. 2 - 2. 4 -",
			decision: "CN09 3.5: everybody-left",
		},
		{
			par: "CN09 3.2c of a total of nothing everybody has nothing", variant: "base",
			result:   "time-limit 0 0 0",
			want:     "3 by lot, 0: 2. 0 0.00 3. 0 0.00 1. 0 0.00*",
			decision: "CN09 3.4: level-leaders (by=lot, entry=3)",
		},
	}
	for _, tt := range tests {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			r := reading(t, cn09(t), tt.reading)
			variant, _ := r.Variant(tt.variant)
			result := parse(t, tt.result)
			if faults := scoring.Check(r, variant, seated(result), result); len(faults) > 0 {
				t.Fatal(faults)
			}
			game := scoring.Score(r, variant, 7, result, inOrder(3, 1, 2, 4))
			if diff := cmp.Diff(tt.want, line(game)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if got := game.Decision.String(); got != tt.decision {
				t.Errorf("decision %s, want %s", got, tt.decision)
			}
			if game.Table != 7 || game.Ended != result.Ended {
				t.Errorf("table %d ended %s", game.Table, game.Ended)
			}
		})
	}
}

// TestScoreFollowsOptions holds building blocks that CN09 does not use.
func TestScoreFollowsOptions(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		option func(*rules.Scoring)
		want   string
	}{
		{
			"nine tenths of a win at the time limit",
			func(s *rules.Scoring) { s.Wins.TimeLimit.Counts = league.NewFrac(9, 10) },
			"2, 32: 4. 6 18.75 1. 10 31.25*0.9 2. 9 28.12 3. 7 21.87",
		},
		{
			"nobody's points capped",
			func(s *rules.Scoring) { s.Cap.Rule = rules.CapNobody },
			"2, 33: 4. 6 18.18 1. 11 33.33* 2. 9 27.27 3. 7 21.21",
		},
		{
			"shares rounded half up",
			func(s *rules.Scoring) { s.Share.Rounding = rules.HalfUp },
			"2, 32: 4. 6 18.75 1. 10 31.25* 2. 9 28.13 3. 7 21.88",
		},
		{
			"shares exact, shown cut off",
			func(s *rules.Scoring) { s.Share.Rounding = rules.Exact },
			"2, 32: 4. 6 18.75 1. 10 31.25* 2. 9 28.12 3. 7 21.87",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := cn09(t)
			tt.option(&r.Scoring)
			variant, _ := r.Variant("base")
			game := scoring.Score(r, variant, 1, parse(t, "time-limit 6 11 9 7"), inOrder())
			if diff := cmp.Diff(tt.want, line(game)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestShare reads the table of percentages that CN09 3.2c prints: rows are a
// player's points, columns the table's, with a decimal comma and without
// trailing zeros.
func TestShare(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	text, _ := r.Text("3.2c")
	cells := 0
	var totals []string
	for row := range strings.Lines(text.Body) {
		fields := strings.Split(strings.Trim(strings.TrimSpace(row), "|"), "|")
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
		}
		switch {
		case !strings.HasPrefix(row, "| ") || fields[0] == "---":
			continue
		case fields[0] == "%":
			totals = fields
			continue
		}
		for i, cell := range fields[1:] {
			vp, errVP := strconv.Atoi(fields[0])
			total, errTotal := strconv.Atoi(totals[i+1])
			want, errCell := league.ParseFrac(strings.Replace(cell, ",", ".", 1))
			if errVP != nil || errTotal != nil || errCell != nil {
				t.Fatal("not a cell:", fields[0], totals[i+1], cell)
			}
			if got := scoring.Share(r.Scoring.Share, vp, league.Int(total)); !got.Equal(want) {
				t.Errorf("CN09 3.2c: %d of %d: got %v, printed %s", vp, total, got, cell)
			}
			cells++
		}
	}
	if cells != 147 {
		t.Errorf("read %d cells, 147 are printed", cells)
	}
}

func TestGameLooksUp(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	variant, _ := r.Variant("base")
	game := scoring.Score(r, variant, 1, parse(t, "declared 5 10! 7 3-1"), inOrder())
	if diff := cmp.Diff([]league.Entry{2, 3, 1, 4}, game.Places()); diff != "" {
		t.Error(diff)
	}
	if seat, ok := game.Seat(3); !ok || seat.VP != 7 {
		t.Errorf("got %+v, %v", seat, ok)
	}
	if _, ok := game.Seat(9); ok {
		t.Error("found who was not there")
	}
}
