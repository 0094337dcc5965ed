package schedule_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league/schedule"
)

// TestAffinePlanes: as many tables as seats, where their number is a power of a prime, with one round more than
// that number, make an affine plane: everybody meets everybody once.
func TestAffinePlanes(t *testing.T) {
	t.Parallel()
	for _, q := range []int{2, 3, 4, 5, 7} {
		sizes := slices.Repeat([]int{q}, q)
		s := schedule.Make(sizes, q+1)
		check(t, sizes, q+1, s)
		if s.Quality.Repeats != 0 {
			t.Errorf("the plane of order %d: %+v", q, s.Quality)
		}
		if again := schedule.Make(sizes, q+2).Quality; again.Repeats < q*q*(q-1)/2 || again.LeastRepeats != q*q*(q-1)/2 {
			t.Errorf("a round more than the plane of order %d repeats every pair of it: %+v", q, again)
		}
	}
}

// TestPrimeTables: a prime number of tables, at least the number of seats, gives as many rounds as tables
// without repeats: in each round everybody advances by as many tables as the number of their seat.
func TestPrimeTables(t *testing.T) {
	t.Parallel()
	for _, tables := range []int{5, 7, 11, 13} {
		for size := 3; size <= min(6, tables); size++ {
			sizes := slices.Repeat([]int{size}, tables)
			s := schedule.Make(sizes, tables)
			check(t, sizes, tables, s)
			if s.Quality.Repeats != 0 {
				t.Errorf("%d tables of %d, %d rounds: %+v", tables, size, tables, s.Quality)
			}
		}
	}
}

// TestKnownDesigns: fields with a known largest number of rounds in which nobody meets anybody twice.
func TestKnownDesigns(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name           string
		size, tables   int
		rounds         int
		everybodyMeets bool // in these rounds everybody meets everybody
	}{
		{"four girls walk in pairs", 2, 2, 3, true},
		{"eight in pairs", 2, 4, 7, true},
		{"nine in threes", 3, 3, 4, true},
		{"Kirkman's fifteen schoolgirls", 3, 5, 7, true},
		{"twenty-seven in threes", 3, 9, 13, true},
		{"sixteen in fours", 4, 4, 5, true},
		{"twenty-eight in fours", 4, 7, 9, true},
		{"twenty-five in fives", 5, 5, 6, true},
		{"eighteen in threes, five rounds", 3, 6, 5, false},
		{"twenty-one in threes, seven rounds", 3, 7, 7, false},
		{"twenty-four in fours, seven rounds", 4, 6, 7, false},
		{"thirty-two in fours, eight rounds", 4, 8, 8, false},
		{"thirty-six in fours, nine rounds", 4, 9, 9, false},
		{"thirty-five in fives, seven rounds", 5, 7, 7, false},
		{"thirty-six in sixes, three rounds", 6, 6, 3, false},
		{"forty-two in sixes, seven rounds", 6, 7, 7, false},
	} {
		sizes := slices.Repeat([]int{tt.size}, tt.tables)
		s := schedule.Make(sizes, tt.rounds)
		check(t, sizes, tt.rounds, s)
		if s.Quality.Repeats != 0 {
			t.Errorf("%s: %+v", tt.name, s.Quality)
		}
		players := tt.size * tt.tables
		if met := tt.rounds*(tt.size-1) == players-1; met != tt.everybodyMeets {
			t.Errorf("%s: everybody meets everybody: %t", tt.name, met)
		}
		enough := (tt.rounds+1)*(tt.size-1) <= players-1 // there are enough opponents for one more round
		if next := schedule.LeastRepeats(sizes, tt.rounds+1); (next == 0) != enough {
			t.Errorf("%s, a round more: at least %d repeats", tt.name, next)
		}
	}
}

// drawnSizes draws tables of three to six, as events have them.
func drawnSizes(t *rapid.T) []int {
	return rapid.SliceOfN(rapid.IntRange(3, 6), 1, 9).Draw(t, "sizes")
}

// TestTablesOfThreeToSix: for any tables of three to six, the schedule has the quality that it reports. Its
// short tables have as many seats as are counted, and its first rounds are a schedule too.
func TestTablesOfThreeToSix(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sizes, rounds := drawnSizes(t), rapid.IntRange(1, 6).Draw(t, "rounds")
		s := schedule.Make(sizes, rounds)
		check(t, sizes, rounds, s)
		if got := schedule.Measure(s.Rounds); got != s.Quality {
			t.Fatalf("says %+v, measured %+v", s.Quality, got)
		}
		shortTablesAddUp(t, sizes, rounds, s.Quality.Short)
		repeats := 0
		for n := 1; n <= rounds; n++ {
			q := schedule.Measure(s.Rounds[:n])
			if q.Repeats < repeats || q.Repeats < schedule.LeastRepeats(sizes, n) {
				t.Fatalf("%v: %d rounds have %d repeats, one fewer has %d", sizes, n, q.Repeats, repeats)
			}
			repeats = q.Repeats
		}
	})
}

// shortTablesAddUp fails unless the mean number of short tables of a player lies between the least and the
// most, and all are 0 if all tables have the same size.
func shortTablesAddUp(t *rapid.T, sizes []int, rounds int, spread schedule.Spread) {
	players, short := 0, 0
	for _, size := range sizes {
		players += size
		if size < slices.Max(sizes) {
			short += size * rounds
		}
	}
	if spread.Least*players > short || spread.Most*players < short {
		t.Fatalf("%v, %d rounds: %+v with %d seats for %d players", sizes, rounds, spread, short, players)
	}
	if short == 0 && spread != (schedule.Spread{}) {
		t.Fatalf("nobody sits short at %v: %+v", sizes, spread)
	}
}

// TestLargeFieldsAreFair: with one short table among many nobody sits at it twice before everybody has sat
// there once, and nobody meets anybody twice. The same holds for two short tables.
func TestLargeFieldsAreFair(t *testing.T) {
	t.Parallel()
	for _, size := range []int{4, 5, 6} {
		for tables := 9; tables <= 15; tables++ {
			for short := 1; short <= 2; short++ {
				sizes := append(slices.Repeat([]int{size}, tables-short), slices.Repeat([]int{size - 1}, short)...)
				for rounds := 2; rounds <= 4; rounds++ {
					q := schedule.Make(sizes, rounds).Quality
					if q.Repeats != 0 || q.Short.Width() > 1 || q.Seats.Width() > 1 {
						t.Errorf("%d tables of %d, %d of them short, %d rounds: %+v", tables, size, short, rounds, q)
					}
				}
			}
		}
	}
}

// TestBoundGrows: the bound does not depend on the order of the tables and never falls with more rounds. With a
// single table every further round repeats all of its pairs.
func TestBoundGrows(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sizes := drawnSizes(t)
		other := rapid.Permutation(sizes).Draw(t, "order")
		last := 0
		for rounds := range 12 {
			least := schedule.LeastRepeats(sizes, rounds)
			if least < last || least != schedule.LeastRepeats(other, rounds) {
				t.Fatalf("%v, %d rounds: %d, before %d", sizes, rounds, least, last)
			}
			if n := sizes[0]; len(sizes) == 1 && least != max(0, rounds-1)*n*(n-1)/2 {
				t.Fatalf("one table of %d, %d rounds: %d", n, rounds, least)
			}
			last = least
		}
	})
}

// TestOrderOfTables: tables passed in another order are returned in that order, with no more repeats.
func TestOrderOfTables(t *testing.T) {
	t.Parallel()
	for _, sizes := range [][]int{{4, 4, 3, 3}, {3, 4, 3, 4}, {3, 3, 4, 4}} {
		s := schedule.Make(sizes, 3)
		check(t, sizes, 3, s)
		if want := schedule.Make([]int{4, 4, 3, 3}, 3).Quality; s.Quality.Repeats != want.Repeats {
			t.Errorf("%v: %+v, in another order %+v", sizes, s.Quality, want)
		}
	}
}
