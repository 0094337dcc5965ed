package seating_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/seating"
)

func TestAvoidRematches(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	byStandings := pairing(t, r, rules.ByStandings)
	tests := []struct {
		name   string
		within int
		played [][]league.Entry
		want   string
	}{
		{"nobody has met", 4, nil, "1 2 3 4\n5 6 7 8\n9 10 11 12"},
		{"the one who ranks lower goes, to the nearest below", 4, [][]league.Entry{{1, 4}}, "1 2 3 5\n4 6 7 8\n9 10 11 12"},
		{"not to somebody he has met", 4, [][]league.Entry{{1, 4}, {4, 6}}, "1 2 3 6\n4 5 7 8\n9 10 11 12"},
		{"and if he cannot, the other", 4, [][]league.Entry{{1, 4}, {4, 6}, {4, 7}}, "2 3 4 5\n1 6 7 8\n9 10 11 12"},
		{"at the last table to the nearest above", 4, [][]league.Entry{{9, 12}}, "1 2 3 4\n5 6 7 12\n8 9 10 11"},
		{"nobody goes further than he may", 1, [][]league.Entry{{1, 2}}, "1 2 3 4\n5 6 7 8\n9 10 11 12"},
		{"who has left is no matter", 4, [][]league.Entry{{1, 40}}, "1 2 3 4\n5 6 7 8\n9 10 11 12"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			plan, err := seating.ByStandings(r, byStandings, upTo(12))
			if err != nil {
				t.Fatal(err)
			}
			got := seating.AvoidRematches(r, rules.Rematches{Within: tt.within, Paragraph: "3.2b"}, plan, tt.played)
			if lines(got) != tt.want {
				t.Errorf("got\n%s\nwant\n%s", lines(got), tt.want)
			}
		})
	}
}

// TestNoRematches plays four rounds by the standings with pseudorandom results. If ranks may move by 16, nobody
// ever meets twice, nobody sits further from their rank than that, and every exchange has its grounds.
func TestNoRematches(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	rule := rules.Rematches{Within: 16, Paragraph: "3.2b"}
	for _, n := range []int{32, 40, 41, 97, 200, 500, 2000} {
		e := newSwiss(t, r, rule, n)
		for range 4 {
			e.play(e.seat())
		}
		if again := rematches(e.played); again != 0 {
			t.Errorf("%d entrants: %d rematches", n, again)
		}
		alone := rematches(newSwiss(t, r, rules.Rematches{}, n).rounds(4))
		if alone == 0 {
			t.Errorf("%d entrants: by the standings alone nobody meets again, so that nothing is shown", n)
		}
		t.Logf("%d entrants: %d rematches, %d by the standings alone", n, rematches(e.played), alone)
	}
}

// swiss is an event seated by the standings.
type swiss struct {
	t      testing.TB
	r      *rules.Ruleset
	rule   rules.Rematches
	points []int // by entry
	chance *rand.Rand
	played [][]league.Entry
}

func newSwiss(t testing.TB, r *rules.Ruleset, rule rules.Rematches, n int) *swiss {
	return &swiss{t: t, r: r, rule: rule, points: make([]int, n+1), chance: rand.New(rand.NewPCG(uint64(n), 0))}
}

func (e *swiss) rounds(n int) [][]league.Entry {
	for range n {
		e.play(e.seat())
	}
	return e.played
}

// ranked returns the entries by their points.
func (e *swiss) ranked() []league.Entry {
	ranked := upTo(len(e.points) - 1)
	slices.SortStableFunc(ranked, func(a, b league.Entry) int { return e.points[b] - e.points[a] })
	return ranked
}

func (e *swiss) seat() seating.Plan {
	e.t.Helper()
	byStandings, _ := e.r.Pairing(rules.ByStandings)
	ranked := e.ranked()
	plan, err := seating.ByStandings(e.r, byStandings, ranked)
	if err != nil {
		e.t.Fatal(err)
	}
	if e.rule.Within > 0 {
		plan = seating.AvoidRematches(e.r, e.rule, plan, e.played)
	}
	return plan
}

// play gives the points five, three, two and one at random at each table.
func (e *swiss) play(plan seating.Plan) {
	e.t.Helper()
	place, rank := 0, make(map[league.Entry]int)
	for i, entry := range e.ranked() {
		rank[entry] = i
	}
	for _, table := range plan.Tables {
		score := e.chance.Perm(len(table.Seats))
		for i, entry := range table.Seats {
			// Seats are sorted after the exchanges, which moves entries within a table.
			if away := place - rank[entry]; e.rule.Within > 0 && max(away, -away) > e.rule.Within+3 {
				e.t.Errorf("%d sits %d from his rank", entry, away)
			}
			place++
			e.points[entry] += []int{5, 3, 2, 1}[score[i]]
		}
	}
	for _, move := range plan.Moves {
		if got, want := move.Grounds.String(), fmt.Sprintf("CN09 3.2b: no-rematch (entry=%d, with=%d)", move.Entry, move.With); got != want {
			e.t.Errorf("got %s, want %s", got, want)
		}
	}
	e.played = append(e.played, tablesOf(plan)...)
}

func tablesOf(plan seating.Plan) [][]league.Entry {
	var tables [][]league.Entry
	for _, table := range plan.Tables {
		tables = append(tables, table.Seats)
	}
	return tables
}

// rematches counts meetings beyond the first of each pair.
func rematches(played [][]league.Entry) (again int) {
	met := make(map[[2]league.Entry]bool)
	for _, table := range played {
		for i, a := range table {
			for _, b := range table[:i] {
				pair := [2]league.Entry{min(a, b), max(a, b)}
				if met[pair] {
					again++
				}
				met[pair] = true
			}
		}
	}
	return again
}

// BenchmarkByStandings seats the fourth round of a large field, by the standings alone and without rematches.
func BenchmarkByStandings(b *testing.B) {
	r, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		b.Fatal(err)
	}
	byStandings, _ := r.Pairing(rules.ByStandings)
	rule := rules.Rematches{Within: 16, Paragraph: "3.2b"}
	for _, n := range []int{500, 2000} {
		e := newSwiss(b, r, rule, n)
		played, ranked := e.rounds(3), e.ranked()
		for _, apart := range []bool{false, true} {
			b.Run(fmt.Sprintf("%d/%s", n, map[bool]string{false: "alone", true: "apart"}[apart]), func(b *testing.B) {
				for b.Loop() {
					plan, err := seating.ByStandings(r, byStandings, ranked)
					if err != nil {
						b.Fatal(err)
					}
					if apart {
						seating.AvoidRematches(r, rule, plan, played)
					}
				}
			})
		}
	}
}
