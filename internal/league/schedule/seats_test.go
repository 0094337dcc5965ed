package schedule

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestTurnLeft: everybody moves a number of seats to the front, and those at the front go to the end.
func TestTurnLeft(t *testing.T) {
	t.Parallel()
	for by, want := range [][]int{{1, 2, 3, 4}, {2, 3, 4, 1}, {3, 4, 1, 2}, {4, 1, 2, 3}, {1, 2, 3, 4}} {
		table := []int{1, 2, 3, 4}
		turnLeft(table, by)
		if !slices.Equal(table, want) {
			t.Errorf("by %d: %v, want %v", by, table, want)
		}
	}
}

// TestLeads: holding the first of two seats adds one to a player's lead, and holding the second takes one off.
// A table with only the first seat still adds one, and a table with neither changes nothing.
func TestLeads(t *testing.T) {
	t.Parallel()
	plan := [][][]int{{{0, 1, 2}, {3, 4}}, {{4, 0, 3}, {1, 2}}, {{0, 3, 1}, {2, 4}}}
	for _, tt := range []struct {
		first, second int
		want          []int
	}{
		{0, 1, []int{1, 0, 0, 0, -1}},
		{0, 2, []int{2, 0, 0, 0, 1}},
		{1, 2, []int{1, 0, 0, 0, 2}},
		{2, 3, []int{0, 1, 1, 1, 0}},
		{3, 4, []int{0, 0, 0, 0, 0}},
	} {
		if got := leads(plan, 5, tt.first, tt.second); !slices.Equal(got, tt.want) {
			t.Errorf("seats %d and %d: %v, want %v", tt.first, tt.second, got, tt.want)
		}
	}
}

// TestWay: the path leads from the holder of the first seat to the holder of the second at the same table, and
// on to the nearest player whose lead is at least three less; there may be none.
func TestWay(t *testing.T) {
	t.Parallel()
	plan := [][][]int{{{0, 1}}, {{1, 2}}, {{2, 3}}, {{0, 4}}}
	for _, tt := range []struct {
		name string
		lead []int
		end  int
		ok   bool
	}{
		{"three less", []int{2, 1, 0, -1, 2}, 3, true},
		{"two less are not enough", []int{1, 1, 0, -1, 1}, 0, false},
		{"the nearest of two", []int{2, 2, -1, -2, 2}, 2, true},
		{"the other branch is nearer", []int{2, 2, -1, -1, -1}, 4, true},
		{"somebody whom no way leads to", []int{0, 0, 0, 0, 0}, 0, false},
	} {
		g := newTwoSeats(plan, tt.lead, 0, 1)
		if end, ok := g.way(0); end != tt.end || ok != tt.ok {
			t.Errorf("%s: to %d %t, want %d %t", tt.name, end, ok, tt.end, tt.ok)
		}
	}
	if _, ok := newTwoSeats(plan, []int{0, 0, 9, 0, 0}, 0, 1).way(3); ok {
		t.Error("a way leads back from who holds no first seat")
	}
}

// TestExchangeAlong: along a path the players between keep their leads, and the ends come closer together by
// two each; everybody stays at their table.
func TestExchangeAlong(t *testing.T) {
	t.Parallel()
	plan := [][][]int{{{0, 1}}, {{1, 2}}, {{2, 3}}}
	g := newTwoSeats(plan, []int{3, 0, 0, 0}, 0, 1)
	end, ok := g.way(0)
	if !ok || end != 1 {
		t.Fatalf("the way leads to %d", end)
	}
	g.exchangeAlong(0, 1)
	if got, want := fmt.Sprint(plan, g.lead), "[[[1 0]] [[1 2]] [[2 3]]] [1 2 0 0]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	plan = [][][]int{{{0, 1}}, {{1, 2}}, {{2, 3}}}
	g = newTwoSeats(plan, []int{2, 1, 1, -1}, 0, 1)
	if end, _ = g.way(0); end != 3 {
		t.Fatalf("the way leads to %d", end)
	}
	g.exchangeAlong(0, 3)
	if got, want := fmt.Sprint(plan, g.lead), "[[[1 0]] [[2 1]] [[3 2]]] [0 1 1 1]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestBalanceOfTwoSeats: the leads that balance keeps equal those of the tables, it reports whether it has
// changed any, and it never widens the difference.
func TestBalanceOfTwoSeats(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tables, size := rapid.IntRange(1, 4).Draw(t, "tables"), rapid.IntRange(2, 4).Draw(t, "size")
		var plan [][][]int
		for range rapid.IntRange(1, 8).Draw(t, "rounds") {
			order := rapid.Permutation(ascending(tables*size)).Draw(t, "order")
			plan = append(plan, slices.Collect(slices.Chunk(order, size)))
		}
		second := rapid.IntRange(1, size-1).Draw(t, "second")
		first := rapid.IntRange(0, second-1).Draw(t, "first")
		was, before := leads(plan, tables*size, first, second), fmt.Sprint(plan)
		g := newTwoSeats(plan, slices.Clone(was), first, second)
		better := g.balance()
		is := leads(plan, tables*size, first, second)
		if !slices.Equal(is, g.lead) {
			t.Fatalf("says %v, the tables have %v", g.lead, is)
		}
		if changed := fmt.Sprint(plan) != before; better != changed {
			t.Fatalf("says %t of %s, made %v", better, before, plan)
		}
		width := func(lead []int) int { return slices.Max(lead) - slices.Min(lead) }
		if width(is) > width(was) {
			t.Fatalf("%v became %v", was, is)
		}
	})
}

// TestSeatsOfFullTables: if all tables have the same size, the numbers of times that players hold a seat differ
// by at most one, and are equal if the number of rounds is a multiple of the number of seats.
func TestSeatsOfFullTables(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ tables, size, rounds int }{
		{4, 4, 4}, {7, 4, 8}, {5, 3, 6}, {9, 3, 12}, {7, 5, 5}, {7, 6, 6}, {8, 4, 3}, {7, 5, 7}, {11, 6, 8}, {16, 2, 9},
	} {
		q := Make(slices.Repeat([]int{tt.size}, tt.tables), tt.rounds).Quality
		widest := 1
		if tt.rounds%tt.size == 0 {
			widest = 0
		}
		if each := tt.rounds / tt.size; q.Seats.Width() != widest || q.Seats.Least != each {
			t.Errorf("%d tables of %d, %d rounds: seats %+v", tt.tables, tt.size, tt.rounds, q.Seats)
		}
	}
}
