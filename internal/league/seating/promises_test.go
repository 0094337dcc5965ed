package seating_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/seating"
)

// TestPurposes: the words that distinguish drawings are part of every published draw, so they never change.
func TestPurposes(t *testing.T) {
	t.Parallel()
	got := []string{seating.PurposeLots, seating.PurposeFirstRound, seating.PurposePlaces, seating.PurposeRound(2), seating.PurposeRound(13)}
	if diff := cmp.Diff([]string{"lots", "first-round", "places", "round-2", "round-13"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestEveryNumberOfEveryRegulation: tables have sizes that the regulation allows, in its order, and seat
// everybody. If there is no partition the refusal gives the number of entrants and the sizes.
func TestEveryNumberOfEveryRegulation(t *testing.T) {
	t.Parallel()
	none := map[string][]int{
		"just-play-2022": {1, 2, 5}, "firenzegioca-2014": {1, 2, 5}, "catan-nazionale-2009": {1, 2, 5}, "catan-ranglista-bg": {1, 2, 5}, "risiko-squadre-2000": {1, 2},
	}
	for _, id := range presets.IDs() {
		r := preset(t, id)
		for n := 1; n <= 100; n++ {
			sizes, err := seating.Partition(r, n)
			if slices.Contains(none[id], n) {
				var no *league.RuleError
				if want := fmt.Sprintf("%s %s: no-partition (entrants=%d, sizes=%s)", r.Code, r.Tables.Paragraph, n, spaced(r.Tables.Sizes)); !errors.As(err, &no) || no.Error() != want {
					t.Errorf("%s of %d: %v, want %s", id, n, err, want)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s of %d: %v", id, n, err)
			}
			sum, last := 0, 0
			exception := slices.ContainsFunc(r.Tables.Exceptions, func(e rules.TableException) bool { return e.Entrants == n })
			for _, size := range sizes {
				sum += size
				at := slices.Index(r.Tables.Sizes, size)
				if !exception && (at < last || at < 0) {
					t.Errorf("%s of %d: %v", id, n, sizes)
				}
				last = at
			}
			if sum != n {
				t.Errorf("%s of %d: %v", id, n, sizes)
			}
		}
	}
}

func spaced(numbers []int) string {
	text := fmt.Sprint(numbers)
	return text[1 : len(text)-1]
}

// TestWhyAPlan: the decisions of a plan are its reasons, then those of its moves; its sizes are in the order of
// the tables.
func TestWhyAPlan(t *testing.T) {
	t.Parallel()
	plan := seating.Plan{
		Tables:  []seating.Table{{Number: 1, Seats: []league.Entry{1, 2, 3}}, {Number: 2, Seats: []league.Entry{4}}},
		Reasons: []league.Grounds{{Reason: "a"}, {Reason: "b"}},
		Moves:   []seating.Move{{Entry: 1, Grounds: league.Grounds{Reason: "c"}}},
	}
	var why []string
	for _, g := range plan.Why() {
		why = append(why, g.Reason)
	}
	if !slices.Equal(why, []string{"a", "b", "c"}) || !slices.Equal(plan.Sizes(), []int{3, 1}) {
		t.Errorf("%v %v", why, plan.Sizes())
	}
	if got := (seating.Plan{}).Sizes(); len(got) != 0 {
		t.Errorf("nobody sits at %v", got)
	}
}

// TestAbsentAtOtherTables: BG 1.1.5 with invented table sizes: which table is short, which one gives a player,
// and what happens without a rule.
func TestAbsentAtOtherTables(t *testing.T) {
	t.Parallel()
	four := []league.Entry{1, 2, 3, 4}
	five := []league.Entry{5, 6, 7, 8, 9}
	six := []league.Entry{11, 12, 13, 14, 15, 16}
	for _, tt := range []struct {
		what   string
		sizes  []int
		rule   string
		tables [][]league.Entry
		absent []league.Entry
		want   string
	}{
		{"four is short of five, six gives its last", []int{6, 5}, "1", [][]league.Entry{five, six}, []league.Entry{7}, "5 6 8 9 16\n11 12 13 14 15"},
		{"of two as large the last gives", []int{6, 5}, "1", [][]league.Entry{{21, 22, 23, 24, 25, 26}, six, five}, []league.Entry{7}, "21 22 23 24 25 26\n11 12 13 14 15\n5 6 8 9 16"},
		{"the largest gives, wherever it is", []int{6, 5, 4, 3}, "1", [][]league.Entry{six, {31, 32, 33}, four}, []league.Entry{31}, "11 12 13 14 15\n32 33 16\n1 2 3 4"},
		{"who is away was to give", []int{4, 3}, "1", [][]league.Entry{{31, 32, 33}, four}, []league.Entry{4, 31}, "BG 1: table-too-small (seats=2, table=1)"},
		{"nobody has anybody to spare", []int{4}, "1", [][]league.Entry{four, {31, 32, 33, 34}}, []league.Entry{1}, "BG 1: table-too-small (seats=3, table=1)"},
		{"two are missing at one table", []int{5, 4}, "1", [][]league.Entry{four, five}, []league.Entry{1, 2}, "BG 1: table-too-small (seats=2, table=1)"},
		{"a rule that lets nobody move", []int{4, 3}, "", [][]league.Entry{{31, 32, 33}, four}, []league.Entry{31}, "BG: table-too-small (seats=2, table=1)"},
		{"which does not matter while tables are large enough", []int{4, 3}, "", [][]league.Entry{{31, 32, 33}, four}, []league.Entry{1}, "31 32 33\n2 3 4"},
		{"an empty table goes, and the others are numbered anew", []int{4, 3}, "1", [][]league.Entry{{31, 32, 33}, four}, []league.Entry{31, 32, 33}, "1 2 3 4"},
		{"nobody is missing", []int{4, 3}, "1", [][]league.Entry{four}, nil, "1 2 3 4"},
		{"strangers are no matter", []int{4, 3}, "1", [][]league.Entry{four}, []league.Entry{99}, "1 2 3 4"},
	} {
		r := &rules.Ruleset{Code: "BG", Tables: rules.Tables{Sizes: tt.sizes, MoveToShort: tt.rule}}
		var drawn seating.Plan
		for i, seats := range tt.tables {
			drawn.Tables = append(drawn.Tables, seating.Table{Number: i + 1, Seats: seats})
		}
		untouched := lines(drawn)
		plan, err := seating.WithoutAbsent(r, drawn, tt.absent)
		got := lines(plan)
		if err != nil {
			got = err.Error()
		}
		if got != tt.want || lines(drawn) != untouched {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.what, got, tt.want)
		}
		for i, table := range plan.Tables {
			if table.Number != i+1 {
				t.Errorf("%s: table %d is number %d", tt.what, i+1, table.Number)
			}
		}
	}
}

// TestKeptApartInTheOrderGiven: the first version of SQ00 7 takes the pairs in the order given and moves the
// entry nearest in rank back. Draws of that time are checked with it.
func TestKeptApartInTheOrderGiven(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		what     string
		exchange rules.Exchange
		pairs    [][2]league.Entry
		want     string
	}{
		{"one pair", "nearest", [][2]league.Entry{{1, 2}}, "1 3 4 5 6 7\n2 8 9 10 11 12"},
		{"named the other way round", "nearest", [][2]league.Entry{{2, 1}}, "1 3 4 5 6 7\n2 8 9 10 11 12"},
		{"the farthest comes back", rules.Farthest, [][2]league.Entry{{1, 2}}, "1 3 4 5 6 12\n2 7 8 9 10 11"},
		{"of the last table who ranks higher goes up", "nearest", [][2]league.Entry{{8, 9}}, "1 2 3 4 5 8\n6 7 9 10 11 12"},
		{"in the order told", "nearest", [][2]league.Entry{{8, 9}, {5, 6}, {6, 9}}, "1 2 3 4 6 8\n5 7 9 10 11 12"},
		{"in another", "nearest", [][2]league.Entry{{5, 6}, {8, 9}, {6, 9}}, "1 2 3 4 5 9\n6 7 8 10 11 12"},
		{"a pair told once is seen to once", "nearest", [][2]league.Entry{{1, 2}, {3, 4}}, "1 3 5 6 7 8\n2 4 9 10 11 12"},
		{"who is not ranked is left aside", "nearest", [][2]league.Entry{{1, 99}, {99, 98}}, "1 2 3 4 5 6\n7 8 9 10 11 12"},
		{"who sits apart stays", "nearest", [][2]league.Entry{{6, 7}}, "1 2 3 4 5 6\n7 8 9 10 11 12"},
	} {
		r := preset(t, "risiko-squadre-2000")
		p := pairing(t, r, rules.ByPreviousStandings)
		before, err := seating.ByStandings(r, p, upTo(12))
		if err != nil {
			t.Fatal(err)
		}
		rule := *p.Apart
		rule.Exchange = tt.exchange
		if got := lines(seating.KeepApartAsGiven(r, rule, before, upTo(12), tt.pairs)); got != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.what, got, tt.want)
		}
	}
}

// TestMovesShowThePlan: applying the moves of a plan one by one, each exchanging the tables of two entries,
// gives the plan.
func TestMovesShowThePlan(t *testing.T) {
	t.Parallel()
	r := preset(t, "risiko-squadre-2000")
	p := pairing(t, r, rules.ByPreviousStandings)
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(8, 24).Draw(t, "players")
		entry := rapid.Map(rapid.IntRange(1, players), func(n int) league.Entry { return league.Entry(n) })
		before, err := seating.ByStandings(r, p, upTo(players))
		if err != nil {
			t.Fatal(err)
		}
		var pairs [][2]league.Entry
		for range rapid.IntRange(0, 6).Draw(t, "pairs") {
			if a, b := entry.Draw(t, "a"), entry.Draw(t, "b"); a != b {
				pairs = append(pairs, [2]league.Entry{a, b})
			}
		}
		var plan seating.Plan
		switch rapid.IntRange(0, 2).Draw(t, "rule") {
		case 0:
			plan = seating.KeepApart(r, *p.Apart, before, upTo(players), pairs)
		case 1:
			plan = seating.KeepApartAsGiven(r, *p.Apart, before, upTo(players), pairs)
		case 2:
			var played [][]league.Entry
			for _, pair := range pairs {
				played = append(played, pair[:])
			}
			within := rapid.IntRange(1, 40).Draw(t, "within")
			plan = seating.AvoidRematches(r, rules.Rematches{Within: within, Paragraph: "7"}, before, played)
			if is, was := together(plan, pairs), together(before, pairs); is > was {
				t.Fatalf("%d pairs meet again, before the exchanges %d", is, was)
			}
		}
		at := make(map[league.Entry]int)
		for _, table := range before.Tables {
			for _, one := range table.Seats {
				at[one] = table.Number
			}
		}
		for _, move := range plan.Moves {
			at[move.Entry], at[move.With] = at[move.With], at[move.Entry]
			if move.Grounds.Cite() != "SQ00 7" || move.Grounds.Params["entry"] != fmt.Sprint(move.Entry) || move.Grounds.Params["with"] != fmt.Sprint(move.With) {
				t.Fatalf("a move for %s", move.Grounds)
			}
		}
		for _, table := range plan.Tables {
			for _, one := range table.Seats {
				if at[one] != table.Number {
					t.Fatalf("by the moves %d sits at table %d, by the plan at %d", one, at[one], table.Number)
				}
			}
			if !slices.IsSorted(table.Seats) {
				t.Fatalf("table %d is not in the order of the standings: %v", table.Number, table.Seats)
			}
		}
		if diff := cmp.Diff(before.Sizes(), plan.Sizes()); diff != "" {
			t.Fatal(diff)
		}
	})
}

// TestNobodyGoesTooFar: no rank changes by more than the rule allows, in any sequence of exchanges, and the
// order of the tables played does not matter.
func TestNobodyGoesTooFar(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	p := pairing(t, r, rules.ByStandings)
	rapid.Check(t, func(t *rapid.T) {
		players, within := rapid.IntRange(6, 30).Draw(t, "players"), rapid.IntRange(1, 12).Draw(t, "within")
		before, err := seating.ByStandings(r, p, upTo(players))
		if err != nil {
			t.Fatal(err)
		}
		var played [][]league.Entry
		for range rapid.IntRange(0, 4).Draw(t, "rounds") {
			order := rapid.Permutation(upTo(players)).Draw(t, "order")
			for seats := range slices.Chunk(order, 4) {
				played = append(played, seats)
			}
		}
		rule := rules.Rematches{Within: within, Paragraph: "3.2b"}
		plan := seating.AvoidRematches(r, rule, before, played)
		place := 0
		for _, table := range plan.Tables {
			for i := range table.Seats { // seats are sorted, so compare with the places of the table
				rank := int(table.Seats[i]) - 1
				first, last := place-i, place-i+len(table.Seats)-1
				if rank < first-within || rank > last+within {
					t.Fatalf("rank %d sits at table %d, places %d to %d", rank+1, table.Number, first+1, last+1)
				}
				place++
			}
		}
		if diff := cmp.Diff(plan, seating.AvoidRematches(r, rule, before, rapid.Permutation(played).Draw(t, "another order"))); diff != "" {
			t.Fatalf("by another order of the tables played\n%s", diff)
		}
	})
}

// TestRematchesOfNobody: an empty plan, and a plan that cannot be improved, stay as they are.
func TestRematchesOfNobody(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	if plan := seating.AvoidRematches(r, rules.Rematches{Within: 1 << 60}, seating.Plan{}, [][]league.Entry{{1, 2}}); len(plan.Tables)+len(plan.Moves) > 0 {
		t.Errorf("got %+v", plan)
	}
	before, err := seating.ByStandings(r, pairing(t, r, rules.ByStandings), upTo(8))
	if err != nil {
		t.Fatal(err)
	}
	// Everybody has met everybody, so nothing can be improved. The search is limited by the number of entrants,
	// although the rule allows far more.
	if diff := cmp.Diff(before, seating.AvoidRematches(r, rules.Rematches{Within: 1 << 60}, before, [][]league.Entry{upTo(8)})); diff != "" {
		t.Error(diff)
	}
}

// TestTheFirstMayGo: the first of the standings is exchanged like any other entry, if no nearer one can be.
func TestTheFirstMayGo(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	before, err := seating.ByStandings(r, pairing(t, r, rules.ByStandings), upTo(6))
	if err != nil {
		t.Fatal(err)
	}
	plan := seating.AvoidRematches(r, rules.Rematches{Within: 5}, before, [][]league.Entry{{4, 5}, {3, 6}, {2, 6}})
	if got, want := lines(plan), "2 3 5\n1 4 6"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for within, want := range map[int]string{3: "2 3 4\n1 5 6", 2: "1 2 3\n4 5 6"} { // 5 may not move that far, and then 4 may not either
		if got := lines(seating.AvoidRematches(r, rules.Rematches{Within: within}, before, [][]league.Entry{{4, 5}, {3, 6}, {2, 6}})); got != want {
			t.Errorf("within %d ranks: got\n%s\nwant\n%s", within, got, want)
		}
	}
}

// TestSixteenAreEnough: CN09 3.2d, the last rank named by the seeds is the last one needed.
func TestSixteenAreEnough(t *testing.T) {
	t.Parallel()
	plan, err := seating.Semifinal(cn09(t), upTo(16))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := lines(plan), "1 8 9 16\n2 7 10 15\n3 6 11 14\n4 5 12 13"; got != want {
		t.Errorf("got\n%s", got)
	}
}
