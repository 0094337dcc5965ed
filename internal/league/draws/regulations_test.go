package draws_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/draws"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// away returns an absence from a round, known before the draw.
func away(entry league.Entry, round int) tournament.Absence {
	return tournament.Absence{Entry: entry, Round: round}
}

// TestDrawsOfTheRegulations: the input of each draw of each regulation.
func TestDrawsOfTheRegulations(t *testing.T) {
	t.Parallel()
	tests := []struct {
		par, preset string
		n           int
		play        func(*stage)
		round       int
		want        string
	}{
		{"JP22 2 eight are drawn to two tables of four", "just-play-2022", 8, func(s *stage) {
			s.facts.FirstRound = entries(s.t, "8 7 6 5 4 3 2 1")
			s.drawn("")
		}, 1, `
round: 1 preliminary by draw, JP22 2
sizes: [4 3] most-of-largest 2, 12 at [3 3 3 3] by 2
order: 8 7 6 5 4 3 2 1
plan: 8 7 6 5 | 4 3 2 1
reason: JP22 2: tables-by-size (entrants=8, sizes=4 4)
reason: JP22 2: order-of-draw`},
		{"JP22 2 twelve to four of three, by their lots", "just-play-2022", 12, func(s *stage) { s.drawn("") }, 1, `
round: 1 preliminary by draw, JP22 2
sizes: [4 3] most-of-largest 2, 12 at [3 3 3 3] by 2
order: 1 2 3 4 5 6 7 8 9 10 11 12
plan: 1 2 3 | 4 5 6 | 7 8 9 | 10 11 12
reason: JP22 2: tables-by-size (entrants=12, sizes=3 3 3 3)
reason: JP22 2: order-of-draw`},
		{"JP22 2 the winners of four tables play the final", "just-play-2022", 12, func(s *stage) { s.rounds(1).drawn("") }, 2, `
round: 2 final by qualified, JP22 2
order: 1 4 7 10
out: 2 not-qualified 2
out: 3 not-qualified 2
out: 5 not-qualified 2
out: 6 not-qualified 2
out: 8 not-qualified 2
out: 9 not-qualified 2
out: 11 not-qualified 2
out: 12 not-qualified 2
plan: 1 4 7 10
reason: JP22 2: finalists
repeats: 0`},
		{"FG14 3 seventeen sit at two tables of four and three of three", "firenzegioca-2014", 17, func(s *stage) { s.drawn("") }, 1, `
round: 1 preliminary by draw, FG14 3
sizes: [4 3] max_fours 3
order: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17
plan: 1 2 3 4 | 5 6 7 8 | 9 10 11 | 12 13 14 | 15 16 17
reason: FG14 3: tables-by-size (entrants=17, sizes=4 4 3 3 3)
reason: FG14 3: order-of-draw`},
		{"FG14 3 the first four together; a winner of three has the larger share", "firenzegioca-2014", 17, func(s *stage) { s.rounds(1).drawn("") }, 2, `
round: 2 preliminary by standings, FG14 3
sizes: [4 3] max_fours 3
order: 9 12 15 1 5 10 13 16 2 6 11 14 17 3 7 4 8
plan: 9 12 15 1 | 5 10 13 16 | 2 6 11 | 14 17 3 | 7 4 8
reason: FG14 3: tables-by-size (entrants=17, sizes=4 4 3 3 3)
reason: FG14 3: order-of-standings
repeats: 1`},
		{"FG14 3 who has left after the first game is not seated", "firenzegioca-2014", 13, func(s *stage) {
			s.rounds(1)
			s.facts.Withdrawals = []league.Withdrawal{{Entry: 1, At: league.Moment{Round: 1}}}
			s.drawn("")
		}, 2, `
round: 2 preliminary by standings, FG14 3
sizes: [4 3] max_fours 3
order: 5 8 11 6 9 12 2 7 10 13 3 4
out: 1 withdrew-after-round 3
plan: 5 8 11 6 | 9 12 2 7 | 10 13 3 4
reason: FG14 3: tables-by-size (entrants=12, sizes=4 4 4)
reason: FG14 3: order-of-standings
repeats: 2`},
		{"CN09 3.2a twelve at three tables", "catan-nazionale-2009", 12, func(s *stage) {
			s.facts.FirstRound = entries(s.t, "7 12 1 9 10 6 2 11 5 4 3 8")
			s.drawn("")
		}, 1, `
round: 1 preliminary by draw, CN09 3.2a
sizes: [4 3] most-of-largest 3.2a
order: 7 12 1 9 10 6 2 11 5 4 3 8
plan: 7 12 1 9 | 10 6 2 11 | 5 4 3 8
reason: CN09 3.2a: tables-by-size (entrants=12, sizes=4 4 4)
reason: CN09 3.2a: order-of-draw`},
		{"CN09 3.2b who does not come to a round is out of it", "catan-nazionale-2009", 13, func(s *stage) {
			s.rounds(1)
			s.facts.Absences = []tournament.Absence{away(5, 2)}
			s.drawn("")
		}, 2, `
round: 2 preliminary by standings, CN09 3.2b
sizes: [4 3] most-of-largest 3.2a
order: 8 11 1 6 9 12 2 7 10 13 3 4
out: 5 absent
plan: 8 11 1 6 | 9 12 2 7 | 10 13 3 4
reason: CN09 3.2a: tables-by-size (entrants=12, sizes=4 4 4)
reason: CN09 3.2b: order-of-standings
repeats: 1`},
		{"CN09 3.2d the first four play the final", "catan-nazionale-2009", 12, func(s *stage) { s.rounds(2).drawn("") }, 3, `
round: 3 final by seeds, CN09 3.2d
order: 1 5 6 9 11 10 2 4 3 7 8 12
seeds: [[1 2 3 4]]
plan: 1 5 6 9
reason: CN09 3.2d: finalists
repeats: 4`},
		{"CN09 3.5 who left after the rounds is out of the final phase", "catan-nazionale-2009", 12, func(s *stage) {
			s.rounds(2)
			s.facts.Withdrawals = []league.Withdrawal{{Entry: 5, At: league.Moment{Round: 2}}}
			s.drawn("")
		}, 3, `
round: 3 final by seeds, CN09 3.2d
order: 1 6 9 11 10 2 4 3 7 8 12
out: 5 withdrew-after-round 3.5
seeds: [[1 2 3 4]]
plan: 1 6 9 11
reason: CN09 3.2d: finalists
repeats: 2`},
		{"CN09 3.5 a finalist who leaves once named has no place in the order either", "catan-nazionale-2009", 12, func(s *stage) {
			s.rounds(2)
			s.facts.Withdrawals = []league.Withdrawal{{Entry: 5, At: league.Moment{Round: 2}, Qualified: true}}
			s.drawn("")
		}, 3, `
round: 3 final by seeds, CN09 3.2d
order: 1 6 9 11 10 2 4 3 7 8 12
out: 5 not-qualified 3.2d
seeds: [[1 2 3 4]]
plan: 1 6 9 11
reason: CN09 3.2d: finalists
repeats: 2`},
		{"CN09 3.2d of the first sixteen 1 meets 8, 9 and 16", "catan-nazionale-2009", 25, func(s *stage) {
			s.facts.Formula = "convention"
			s.rounds(2)
			for entry := league.Entry(17); entry <= 25; entry++ {
				s.facts.Withdrawals = append(s.facts.Withdrawals, league.Withdrawal{Entry: entry, At: league.Moment{Round: 2}})
			}
			s.drawn("")
		}, 3, `
round: 3 semifinal by seeds, CN09 3.2d
order: 5 9 10 11 13 8 1 14 3 15 2 12 7 6 4 16
out: 17 withdrew-after-round 3.5
out: 18 withdrew-after-round 3.5
out: 19 withdrew-after-round 3.5
out: 20 withdrew-after-round 3.5
out: 21 withdrew-after-round 3.5
out: 22 withdrew-after-round 3.5
out: 23 withdrew-after-round 3.5
out: 24 withdrew-after-round 3.5
out: 25 withdrew-after-round 3.5
seeds: [[1 8 9 16] [2 7 10 15] [3 6 11 14] [4 5 12 13]]
plan: 5 14 3 16 | 9 1 15 4 | 10 8 2 6 | 11 13 12 7
reason: CN09 3.2d: seeds (ranks=1 8 9 16, table=1)
reason: CN09 3.2d: seeds (ranks=2 7 10 15, table=2)
reason: CN09 3.2d: seeds (ranks=3 6 11 14, table=3)
reason: CN09 3.2d: seeds (ranks=4 5 12 13, table=4)
repeats: 6`},
		{"CN09 3.2 an agreed structure that begins with the semifinal is drawn like a first round", "catan-nazionale-2009", 16, func(s *stage) {
			s.facts.Structure = &rules.Structure{Semifinal: true, Final: true, Advance: 1}
			s.drawn("")
		}, 1, `
round: 1 semifinal by draw, CN09 3.2a
sizes: [4 3] most-of-largest 3.2a
order: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
plan: 1 2 3 4 | 5 6 7 8 | 9 10 11 12 | 13 14 15 16
reason: CN09 3.2a: tables-by-size (entrants=16, sizes=4 4 4 4)
reason: CN09 3.2a: order-of-draw`},
		{"CN09 3.2d the winners of four semifinals play the final", "catan-nazionale-2009", 16, func(s *stage) {
			s.facts.Structure = &rules.Structure{Semifinal: true, Final: true, Advance: 1}
			s.rounds(1)
			s.facts.Withdrawals = []league.Withdrawal{{Entry: 16, At: league.Moment{Round: 1}}}
			s.drawn("")
		}, 2, `
round: 2 final by qualified, CN09 3.2d
order: 1 5 9 13
out: 2 not-qualified 3.2d
out: 3 not-qualified 3.2d
out: 4 not-qualified 3.2d
out: 6 not-qualified 3.2d
out: 7 not-qualified 3.2d
out: 8 not-qualified 3.2d
out: 10 not-qualified 3.2d
out: 11 not-qualified 3.2d
out: 12 not-qualified 3.2d
out: 14 not-qualified 3.2d
out: 15 not-qualified 3.2d
out: 16 withdrew-after-round 3.5
plan: 1 5 9 13
reason: CN09 3.2d: finalists
repeats: 0`},
		{"CN09 3.3 the printed schedule, of thirteen without places 16, 15 and 14", "catan-nazionale-2009", 13, func(s *stage) {
			s.facts.Pairing, s.facts.Places = rules.FixedSchedule, s.facts.Lots
			s.rounds(1).drawn("")
		}, 2, `
round: 2 preliminary by schedule, CN09 3.3
sizes: [4 3] most-of-largest 3.2a
order: 1 2 3 4 5 6 7 8 9 10 11 12 13
schedule: [[3 8 10 13] [4 7 9] [1 6 12] [2 5 11]]
plan: 3 8 10 13 | 4 7 9 | 1 6 12 | 2 5 11
reason: CN09 3.3: schedule-round (round=2)
repeats: 0`},
		{"BG 1.2.4 every round by lot", "catan-ranglista-bg", 7, func(s *stage) {
			s.facts.Draws = [][]league.Entry{entries(s.t, "7 1 6 2 5 3 4")}
			s.rounds(1).drawn("")
		}, 2, `
round: 2 preliminary by draw, BG 1.2.4
sizes: [4 3] most-of-largest 2.2.1
order: 7 1 6 2 5 3 4
plan: 7 1 6 2 | 5 3 4
reason: BG 2.2.1: tables-by-size (entrants=7, sizes=4 3)
reason: BG 1.2.4: order-of-draw
repeats: 3`},
		{"SQ00 4 by the standings of the event before, newcomers behind", "risiko-squadre-2000", 11, func(s *stage) {
			s.facts.Previous = entries(s.t, "11 9 7 5 3 1")
			s.drawn("")
		}, 1, `
round: 1 preliminary by previous, SQ00 4
sizes: [6 4 5] in-order 4, 3 at [3] by 7, 7 at [4 3] by 7
order: 11 9 7 5 3 1 2 4 6 8 10
plan: 11 9 7 5 3 1 | 2 4 6 8 10
reason: SQ00 4: tables-by-size (entrants=11, sizes=6 5)
reason: SQ00 4: order-of-previous-standings`},
		{"SQ00 7 a spouse moves to the lower table", "risiko-squadre-2000", 12, func(s *stage) {
			s.facts.Previous = s.facts.Entrants
			s.facts.Apart = []tournament.Apart{{Pair: [2]league.Entry{2, 1}}, {Pair: [2]league.Entry{3, 4}, From: 2}}
			s.drawn("")
		}, 1, `
round: 1 preliminary by previous, SQ00 4
sizes: [6 4 5] in-order 4, 3 at [3] by 7, 7 at [4 3] by 7
order: 1 2 3 4 5 6 7 8 9 10 11 12
apart: nearest 7 [[2 1]]
plan: 1 3 4 5 6 7 | 2 8 9 10 11 12
reason: SQ00 4: tables-by-size (entrants=12, sizes=6 6)
reason: SQ00 4: order-of-previous-standings
move: 2 with 7, SQ00 7: kept-apart`},
		{"SQ00 base 1 ten minutes late plays, eleven does not", "risiko-squadre-2000", 12, func(s *stage) {
			s.facts.Previous = s.facts.Entrants
			s.facts.Arrivals = []tournament.Arrival{{Entry: 3, Round: 1, Minutes: 10}, {Entry: 4, Round: 1, Minutes: 11}}
			s.drawn("")
		}, 1, `
round: 1 preliminary by previous, SQ00 4
sizes: [6 4 5] in-order 4, 3 at [3] by 7, 7 at [4 3] by 7
order: 1 2 3 5 6 7 8 9 10 11 12
out: 4 came-too-late base 1
plan: 1 2 3 5 6 7 | 8 9 10 11 12
reason: SQ00 4: tables-by-size (entrants=11, sizes=6 5)
reason: SQ00 4: order-of-previous-standings`},
		{"SQ00 7 in the last round nobody is kept apart", "risiko-squadre-2000", 8, func(s *stage) {
			s.facts.Previous = s.facts.Entrants
			s.facts.Apart = []tournament.Apart{{Pair: [2]league.Entry{1, 2}}}
			s.rounds(2).drawn("")
		}, 3, `
round: 3 preliminary by standings, SQ00 4
sizes: [6 4 5] in-order 4, 3 at [3] by 7, 7 at [4 3] by 7
order: 1 2 3 6 7 4 5 8
plan: 1 2 3 6 | 7 4 5 8
reason: SQ00 4: tables-by-size (entrants=8, sizes=4 4)
reason: SQ00 4: order-of-standings
repeats: 8`},
	}
	for _, tt := range tests {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			s := begun(t, tt.preset, tt.n)
			tt.play(s)
			d := s.document(tt.round)
			if diff := cmp.Diff(strings.TrimSpace(tt.want), describe(d)); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
			if want := draws.Format; d.Seating.Apart == nil && d.Format != want {
				t.Errorf("format %s, want %s", d.Format, want)
			}
		})
	}
}
