package schedule_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/league/schedule"
)

// TestMeasure compares small schedules with figures counted by hand.
func TestMeasure(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		rounds [][][]int
		want   schedule.Quality
	}{
		{"nothing", nil, schedule.Quality{}},
		{"one round has no repeats; some sit first and some do not", [][][]int{{{1, 2}, {3, 4}}}, schedule.Quality{Seats: schedule.Spread{Most: 1}}},
		{"one alone sits first in every round", [][][]int{{{7}}, {{7}}}, schedule.Quality{Seats: schedule.Spread{Least: 2, Most: 2}}},
		{
			"twice the same is a repeat of every pair",
			[][][]int{{{1, 2}, {3, 4}}, {{1, 2}, {3, 4}}},
			schedule.Quality{Repeats: 2, Seats: schedule.Spread{Most: 2}},
		},
		{
			"the seats of a pair do not matter to whether it meets",
			[][][]int{{{1, 2}, {3, 4}}, {{2, 1}, {4, 3}}},
			schedule.Quality{Repeats: 2, Seats: schedule.Spread{Least: 1, Most: 1}},
		},
		{
			"three times are two repeats",
			[][][]int{{{1, 2}, {3, 4}}, {{2, 1}, {4, 3}}, {{1, 2}, {3, 4}}},
			schedule.Quality{Repeats: 4, Seats: schedule.Spread{Least: 1, Most: 2}},
		},
		{
			"four in three rounds meet everybody",
			[][][]int{{{1, 2}, {3, 4}}, {{3, 1}, {4, 2}}, {{1, 4}, {2, 3}}},
			schedule.Quality{Seats: schedule.Spread{Least: 1, Most: 2}},
		},
		{
			"four at two tables in four rounds meet somebody twice",
			[][][]int{{{1, 2}, {3, 4}}, {{3, 1}, {4, 2}}, {{1, 4}, {2, 3}}, {{2, 1}, {4, 3}}},
			schedule.Quality{Repeats: 2, LeastRepeats: 2, Seats: schedule.Spread{Least: 2, Most: 2}},
		},
		{
			"who is at the smaller table of a round sits short",
			[][][]int{{{1, 2, 3}, {4, 5}}, {{4, 2, 5}, {3, 1}}},
			schedule.Quality{Repeats: 2, LeastRepeats: 1, Short: schedule.Spread{Most: 1}, Seats: schedule.Spread{Most: 2}},
		},
		{
			"of three sizes two are short",
			[][][]int{{{1, 2, 3, 4}, {5, 6, 7}, {8, 9}}},
			schedule.Quality{Short: schedule.Spread{Most: 1}, Seats: schedule.Spread{Most: 1}},
		},
		{
			"where all tables are as small nobody sits short",
			[][][]int{{{1, 2, 3}, {4, 5, 6}}},
			schedule.Quality{Seats: schedule.Spread{Most: 1}},
		},
		{
			"of two seats as wide the first is told: two or one first, one or none second",
			[][][]int{{{1, 2}, {3}}, {{2, 3}, {1}}},
			schedule.Quality{Short: schedule.Spread{Most: 1}, Seats: schedule.Spread{Least: 1, Most: 2}},
		},
		{
			"places need not be numbered without gaps",
			[][][]int{{{0, 20}, {5, 90}}, {{20, 0}, {90, 5}}},
			schedule.Quality{Repeats: 2, Seats: schedule.Spread{Least: 1, Most: 1}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, schedule.Measure(tt.rounds)); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
		})
	}
	if got := (schedule.Spread{Least: 2, Most: 5}).Width(); got != 3 {
		t.Errorf("two and five are %d apart", got)
	}
}

// printed holds the schedule of CN09 3.3 as it is printed: for 13 to 16 players, and, with the numbers in
// brackets and table 5, for 17 to 20.
var printed = map[int][][][]int{
	16: {
		{{1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15}, {4, 8, 12, 16}},
		{{3, 8, 10, 13}, {4, 7, 9, 14}, {1, 6, 12, 15}, {2, 5, 11, 16}},
		{{6, 4, 11, 13}, {5, 3, 12, 14}, {8, 2, 9, 15}, {7, 1, 10, 16}},
		{{12, 2, 7, 13}, {11, 1, 8, 14}, {10, 5, 4, 15}, {9, 3, 6, 16}},
	},
	20: {
		{{1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15}, {4, 8, 12, 16}, {17, 18, 19, 20}},
		{{18, 8, 10, 13}, {17, 7, 9, 14}, {20, 6, 12, 15}, {19, 5, 11, 16}, {1, 2, 3, 4}},
		{{20, 4, 11, 13}, {19, 3, 12, 14}, {18, 2, 9, 15}, {17, 1, 10, 16}, {5, 6, 7, 8}},
		{{19, 2, 7, 13}, {20, 1, 8, 14}, {17, 5, 4, 15}, {18, 3, 6, 16}, {9, 10, 11, 12}},
	},
}

// without returns the printed schedule for fewer players: places 16, 15 and 14 are dropped in this order.
func without(rounds [][][]int, dropped int) [][][]int {
	var left [][][]int
	for _, tables := range rounds {
		var round [][]int
		for _, table := range tables {
			round = append(round, slices.DeleteFunc(slices.Clone(table), func(place int) bool { return place <= 16 && place > 16-dropped }))
		}
		left = append(left, round)
	}
	return left
}

// TestPrintedSchedules: CN09 3.3 achieves its aim that everybody meets as many others as possible: nobody meets
// anybody twice in two, three or four rounds. Places 13 to 16 are always at different tables. Therefore nobody
// sits at a short table more than once a round, and the player at place 13 never does.
func TestPrintedSchedules(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		players       int
		printed       int
		dropped       int
		short, widest []int // by rounds from 2: the largest number of short tables of a player, and of times at one seat
	}{
		{16, 16, 0, []int{0, 0, 0}, []int{2, 3, 4}},
		{15, 16, 1, []int{1, 1, 1}, []int{2, 3, 4}},
		{14, 16, 2, []int{2, 2, 2}, []int{2, 3, 4}},
		{13, 16, 3, []int{2, 3, 3}, []int{2, 3, 4}},
		{20, 20, 0, []int{0, 0, 0}, []int{2, 3, 4}},
		{19, 20, 1, []int{1, 1, 1}, []int{2, 3, 4}},
		{18, 20, 2, []int{2, 2, 2}, []int{2, 3, 4}},
		{17, 20, 3, []int{2, 3, 3}, []int{2, 3, 4}},
	} {
		rounds := without(printed[tt.printed], tt.dropped)
		for n := 2; n <= 4; n++ {
			q := schedule.Measure(rounds[:n])
			if q.Repeats != 0 || q.LeastRepeats != 0 {
				t.Errorf("%d players, %d rounds: %d repeats, at least %d", tt.players, n, q.Repeats, q.LeastRepeats)
			}
			if want := (schedule.Spread{Most: tt.short[n-2]}); q.Short != want {
				t.Errorf("%d players, %d rounds: short %+v, want %+v", tt.players, n, q.Short, want)
			}
			if q.Seats.Most != tt.widest[n-2] {
				t.Errorf("%d players, %d rounds: seats %+v", tt.players, n, q.Seats)
			}
			made := schedule.Make(fours(tt.players), n).Quality
			if made.Repeats != 0 || made.Seats.Width() > 1 {
				t.Errorf("%d players, %d rounds: made is worse than printed: %+v", tt.players, n, made)
			}
		}
	}
}

// TestNobodyBeatsTheBound: no schedule has fewer repeats than the bound, and the names of players and the order
// of rounds and tables change no figure.
func TestNobodyBeatsTheBound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(1, 6), 1, 6).Draw(t, "sizes")
		players := 0
		for _, size := range sizes {
			players += size
		}
		number := rapid.IntRange(1, 6).Draw(t, "rounds")
		laid := make([][][]int, number)
		for r := range laid {
			order := rapid.Permutation(upTo(players)).Draw(t, "order")
			for _, size := range sizes {
				laid[r], order = append(laid[r], order[:size]), order[size:]
			}
		}
		q := schedule.Measure(laid)
		if q.Repeats < q.LeastRepeats || q.LeastRepeats != schedule.LeastRepeats(sizes, number) {
			t.Fatalf("%v: %+v", laid, q)
		}
		names := rapid.Permutation(upTo(players)).Draw(t, "names")
		other := make([][][]int, number)
		for r, tables := range laid {
			for _, table := range tables {
				var renamed []int
				for _, p := range table {
					renamed = append(renamed, 3*names[p])
				}
				other[number-1-r] = append(other[number-1-r], renamed)
			}
			slices.Reverse(other[number-1-r])
		}
		if diff := cmp.Diff(q, schedule.Measure(other)); diff != "" {
			t.Fatalf("renamed -was +is\n%s", diff)
		}
	})
}

// TestBoundsByHand: the bound is the larger of two bounds.
func TestBoundsByHand(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		why    string
		sizes  []int
		rounds int
		want   int
	}{
		{"no rounds", []int{4, 4}, 0, 0},
		{"the first round meets nobody again", []int{4}, 1, 0},
		{"one table meets itself: six pairs in each further round", []int{4}, 4, 18},
		{"tables of one never meet", []int{1, 1, 1}, 9, 0},
		{"twelve: of each table two come together, three a round, though there are 66 pairs for 36 meetings", []int{4, 4, 4}, 2, 3},
		{"and three more in the third", []int{4, 4, 4}, 3, 6},
		{"sixteen: 120 pairs are met in five rounds of 24", slices.Repeat([]int{4}, 4), 5, 0},
		{"so that the sixth repeats them all", slices.Repeat([]int{4}, 4), 6, 24},
		{"twenty in seven: 210 meetings of 190 pairs", slices.Repeat([]int{4}, 5), 7, 20},
		{"eleven at tables of six and five: three together twice of each table", []int{6, 5}, 2, 10},
		{"at a table of six and one of four: three and three, two and two", []int{6, 4}, 2, 8},
	} {
		if got := schedule.LeastRepeats(tt.sizes, tt.rounds); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.why, got, tt.want)
		}
	}
}

func upTo(n int) []int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
	}
	return numbers
}

// TestTheLargest: the largest schedules that rulesets may ask for can be made.
func TestTheLargest(t *testing.T) {
	t.Parallel()
	s := schedule.Make(slices.Repeat([]int{4}, 10), schedule.MostRounds)
	check(t, slices.Repeat([]int{4}, 10), schedule.MostRounds, s)
	s = schedule.Make([]int{schedule.MostPlayers / 100, 2}, 3)
	check(t, []int{schedule.MostPlayers / 100, 2}, 3, s)
	s = schedule.Make(slices.Repeat([]int{2}, schedule.MostPlayers/20), schedule.MostRounds)
	check(t, slices.Repeat([]int{2}, schedule.MostPlayers/20), schedule.MostRounds, s)
	if s.Quality.Repeats != 0 {
		t.Errorf("a hundred play fifty others each, with %d repeats", s.Quality.Repeats)
	}
}
