package seating_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/seating"
)

func cn09(t *testing.T) *rules.Ruleset {
	t.Helper()
	r, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func pairing(t *testing.T, r *rules.Ruleset, system rules.PairingSystem) rules.Pairing {
	t.Helper()
	p, ok := r.Pairing(system)
	if !ok {
		t.Fatalf("no pairing system %s", system)
	}
	return p
}

// upTo returns the entries 1 to n.
func upTo(n int) []league.Entry {
	entries := make([]league.Entry, n)
	for i := range entries {
		entries[i] = league.Entry(i + 1)
	}
	return entries
}

// lines writes a plan, one table per line: "1 8 9 16".
func lines(plan seating.Plan) string {
	var tables []string
	for i, table := range plan.Tables {
		if table.Number != i+1 {
			return fmt.Sprintf("table %d is number %d", i+1, table.Number)
		}
		tables = append(tables, strings.Trim(fmt.Sprint(table.Seats), "[]"))
	}
	return strings.Join(tables, "\n")
}

func reasons(list []league.Grounds) string {
	var all []string
	for _, g := range list {
		all = append(all, g.String())
	}
	return strings.Join(all, "\n")
}

func refused(t *testing.T, err error) string {
	t.Helper()
	var no *league.RuleError
	if !errors.As(err, &no) {
		t.Fatalf("want a rule error, got %v", err)
	}
	return no.String()
}

func TestPartition(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	tests := []struct {
		par      string
		entrants int
		want     []int
	}{
		{"CN09 3.2a the printed example: 17 make two tables of four and three of three", 17, []int{4, 4, 3, 3, 3}},
		{"CN09 3.2a one table of three", 3, []int{3}},
		{"CN09 3.2a two of three rather than a four and a two", 6, []int{3, 3}},
		{"CN09 3.2a nine cannot have a four", 9, []int{3, 3, 3}},
		{"CN09 3.2a the least field", 12, []int{4, 4, 4}},
		{"CN09 3.2a thirteen", 13, []int{4, 3, 3, 3}},
		{"CN09 3.2a a full field has fours only", 36, []int{4, 4, 4, 4, 4, 4, 4, 4, 4}},
	}
	for _, tt := range tests {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			got, err := seating.Partition(r, tt.entrants)
			if err != nil || !slices.Equal(got, tt.want) {
				t.Errorf("got %v, %v, want %v", got, err, tt.want)
			}
		})
	}
}

// TestNumbersOfTables is the row "Numero tavoli" of the table in 3.2.
func TestNumbersOfTables(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	for _, column := range []struct{ from, to, least, most int }{{12, 16, 3, 4}, {17, 24, 5, 6}, {25, 36, 7, 9}, {37, 400, 10, 100}} {
		for n := column.from; n <= column.to; n++ {
			sizes, err := seating.Partition(r, n)
			if err != nil || len(sizes) < column.least || len(sizes) > column.most {
				t.Errorf("CN09 3.2: %d entrants: %d tables, %v", n, len(sizes), err)
			}
		}
	}
}

// TestPartitionIsLegalAndHasMostFours compares with a count of all possible partitions.
func TestPartitionIsLegalAndHasMostFours(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	for n := -1; n <= 150; n++ {
		fours := -1
		for f := 0; n > 0 && 4*f <= n; f++ {
			if (n-4*f)%3 == 0 {
				fours = f
			}
		}
		sizes, err := seating.Partition(r, n)
		if fours < 0 {
			if got, want := refused(t, err), fmt.Sprintf("CN09 3.2a: no-partition (entrants=%d, sizes=4 3)", n); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			continue
		}
		want := append(slices.Repeat([]int{4}, fours), slices.Repeat([]int{3}, (n-4*fours)/3)...)
		if err != nil || !slices.Equal(sizes, want) {
			t.Errorf("%d: got %v, %v, want %v", n, sizes, err, want)
		}
	}
}

func TestFirstRound(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	drawn := []league.Entry{7, 3, 1, 2, 5, 6, 4}
	plan, err := seating.FirstRound(r, pairing(t, r, rules.ByStandings), drawn)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("7 3 1 2\n5 6 4", lines(plan)); diff != "" {
		t.Errorf("CN09 3.2a the tables follow the draw (-want +got)\n%s", diff)
	}
	want := "CN09 3.2a: tables-by-size (entrants=7, sizes=4 3)\nCN09 3.2a: order-of-draw"
	if diff := cmp.Diff(want, reasons(plan.Reasons)); diff != "" {
		t.Error(diff)
	}
	if got := plan.Sizes(); !slices.Equal(got, []int{4, 3}) {
		t.Errorf("sizes %v", got)
	}
}

func TestByStandings(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	swiss := pairing(t, r, rules.ByStandings)
	ranked := []league.Entry{13, 11, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12}
	plan, err := seating.ByStandings(r, swiss, ranked)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("13 11 1 2\n3 4 5\n6 7 8\n9 10 12", lines(plan)); diff != "" {
		t.Errorf("CN09 3.2b the first four together, then the threes (-want +got)\n%s", diff)
	}
	want := "CN09 3.2a: tables-by-size (entrants=13, sizes=4 3 3 3)\nCN09 3.2b: order-of-standings"
	if diff := cmp.Diff(want, reasons(plan.Reasons)); diff != "" {
		t.Error(diff)
	}
	_, err = seating.ByStandings(r, swiss, upTo(5))
	if got, want := refused(t, err), "CN09 3.2a: no-partition (entrants=5, sizes=4 3)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSemifinalAndFinal(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	t.Run("CN09 3.2d the seeds of the four semifinals", func(t *testing.T) {
		t.Parallel()
		plan, err := seating.Semifinal(r, upTo(20))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff("1 8 9 16\n2 7 10 15\n3 6 11 14\n4 5 12 13", lines(plan)); diff != "" {
			t.Error(diff)
		}
		if got, want := plan.Reasons[3].String(), "CN09 3.2d: seeds (ranks=4 5 12 13, table=4)"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("CN09 3.2d fifteen are too few", func(t *testing.T) {
		t.Parallel()
		_, err := seating.Semifinal(r, upTo(15))
		if got, want := refused(t, err), "CN09 3.2d: too-few-for-semifinal (entrants=15, needed=16)"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("CN09 3.2d the final is one table", func(t *testing.T) {
		t.Parallel()
		finalists := []league.Entry{9, 2, 11, 5}
		plan := seating.Final(r, finalists)
		finalists[0] = 1 // the plan has its own copy
		if diff := cmp.Diff("9 2 11 5", lines(plan)); diff != "" {
			t.Error(diff)
		}
	})
}
