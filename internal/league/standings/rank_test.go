package standings_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/scoring"
	"referto/internal/league/standings"
)

func cn09(t *testing.T) *rules.Ruleset {
	t.Helper()
	r, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// field holds the entrants and games of a case of these tests.
type field struct {
	entrants []standings.Entrant
	games    []standings.Game
}

// parse reads one entrant per line: the number, optionally w and warnings, optionally l and the lot (the number
// if absent), then its games. A game is the entrant's points / the table's points, with * if won: "3 w1 l7:
// 10/32* 8/30".
func parse(t *testing.T, r *rules.Ruleset, text string) field {
	t.Helper()
	criteria := r.Standings[0].Criteria
	var f field
	for row := range strings.Lines(text) {
		head, games, ok := strings.Cut(strings.TrimSpace(row), ":")
		if !ok {
			continue
		}
		own := strings.Fields(head)
		number := atoi(t, own[0])
		warnings, lot := 0, number
		for _, figure := range own[1:] {
			switch figure[0] {
			case 'w':
				warnings = atoi(t, figure[1:])
			case 'l':
				lot = atoi(t, figure[1:])
			}
		}
		entry := league.Entry(number)
		f.entrants = append(f.entrants, standings.EntrantOf(criteria, entry, warnings, lot))
		for i, game := range strings.Fields(games) {
			seat := scoring.Seat{Entry: entry}
			game, won := strings.CutSuffix(game, "*")
			if won {
				seat.Win = league.Int(1)
			}
			vp, total, _ := strings.Cut(game, "/")
			seat.Counted = atoi(t, vp)
			share := scoring.Share(r.Scoring.Share, seat.Counted, league.Int(atoi(t, total)))
			seat.Share = &share
			f.games = append(f.games, standings.GameOf(criteria, i+1, number, seat))
		}
	}
	return f
}

func atoi(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// lines writes one row per line: rank, entry, wins, points, sum of shares, and the criterion that put it below
// the row above.
func lines(criteria []rules.Criterion, rows []standings.Row) string {
	var out []string
	for _, row := range rows {
		line := fmt.Sprintf("%d. %d: %vw %v %s", row.Rank, row.Entry, row.Figures[0], row.Figures[1], row.Figures[2].Decimal(2))
		if row.Decided >= 0 {
			line += fmt.Sprintf(" by %s CN09 %s", criteria[row.Decided].Figure, row.Par)
		}
		if row.ByLot != (row.Decided >= 0 && criteria[row.Decided].Figure == "lot") {
			line += " WRONG LOT"
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

func trim(text string) string {
	var out []string
	for line := range strings.Lines(strings.TrimSpace(text)) {
		out = append(out, strings.TrimSpace(line))
	}
	return strings.Join(out, "\n")
}

func TestRank(t *testing.T) {
	t.Parallel()
	tests := []struct{ par, games, want string }{
		{
			par: "CN09 3.2c the printed example: level on two wins and 28 points, the percentage decides",
			games: `1: 10/32* 8/30 10/36*
			        2: 10/30* 10/33* 8/36`,
			want: `1. 2: 2w 28 85.85
			       2. 1: 2w 28 85.68 by share CN09 3.2c`,
		},
		{
			par: "CN09 3.2b more wins rank higher, whatever the points",
			games: `1: 9/32 9/32
			        2: 10/32* 2/30`,
			want: `1. 2: 1w 12 37.91
			       2. 1: 0w 18 56.24 by wins CN09 3.2b`,
		},
		{
			par: "CN09 3.2b then the points of all games",
			games: `1: 10/40* 5/40
			        2: 10/20* 4/20`,
			want: `1. 1: 1w 15 37.50
			       2. 2: 1w 14 70.00 by vp CN09 3.2b`,
		},
		{
			par: "CN09 3.2b then the fewest warnings",
			games: `1 w1: 10/30*
			        2:    10/30*`,
			want: `1. 2: 1w 10 33.33
			       2. 1: 1w 10 33.33 by warnings CN09 3.2b`,
		},
		{
			par: "CN09 3.2b then the lot, the lower prevails",
			games: `1 l9: 10/30*
			        2 l4: 10/30*`,
			want: `1. 2: 1w 10 33.33
			       2. 1: 1w 10 33.33 by lot CN09 3.2b`,
		},
		{
			par: "level on everything, lots too: the rank is shared",
			games: `1 l3: 5/30
			        2 l1: 10/30*
			        4 l2: 9/30
			        3 l2: 9/30`,
			want: `1. 2: 1w 10 33.33
			       2. 3: 0w 9 30.00 by wins CN09 3.2b
			       2. 4: 0w 9 30.00
			       4. 1: 0w 5 16.66 by vp CN09 3.2b`,
		},
		{
			par:   "who has not played is there with nothing",
			games: "1 w1:\n2:\n3: 2/40",
			want: `1. 3: 0w 2 5.00
			       2. 2: 0w 0 0.00 by vp CN09 3.2b
			       3. 1: 0w 0 0.00 by warnings CN09 3.2b`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			r := cn09(t)
			criteria := r.Standings[0].Criteria
			f := parse(t, r, tt.games)
			if diff := cmp.Diff(trim(tt.want), lines(criteria, standings.Rank(criteria, f.entrants, f.games))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
	t.Run("games of others do not count, nobody is nobody", func(t *testing.T) {
		t.Parallel()
		r := cn09(t)
		criteria := r.Standings[0].Criteria
		f := parse(t, r, "1: 10/30*\n2: 9/30\n9: 8/30")
		rows := standings.Rank(criteria, f.entrants[1:2], f.games)
		if got, want := lines(criteria, rows), "1. 2: 0w 9 30.00"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if rows := standings.Rank(criteria, nil, f.games); len(rows) != 0 {
			t.Errorf("got %v", rows)
		}
	})
}

// randomField draws a field with many ties; wide makes some terms too wide for
// sums in 64 bits, so that the slow exact way is taken.
func randomField(t *rapid.T, criteria []rules.Criterion, wide bool) field {
	var f field
	n := rapid.IntRange(1, 30).Draw(t, "entrants")
	rounds := rapid.IntRange(0, 4).Draw(t, "rounds")
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	dens := []int64{1, 1, 10, 100, 3}
	if wide {
		dens = append(dens, 1<<41+1, 1<<42-11)
	}
	for i := range n {
		entry := league.Entry(1 + 3*i)
		f.entrants = append(f.entrants, standings.EntrantOf(criteria, entry, random.IntN(2), 1+random.IntN(3)))
		for round := range rounds {
			terms := make([]league.Frac, len(criteria))
			for j, c := range criteria {
				if !c.OfEntry() {
					terms[j] = league.NewFrac(int64(random.IntN(4)), dens[random.IntN(len(dens))])
				}
			}
			f.games = append(f.games, standings.Game{Entry: entry, Round: round + 1, Table: 1, Terms: terms})
		}
	}
	return f
}

// TestRankProperties: ranks never fall and agree with adding and comparing one by one. The order of the input
// does not matter, and a reused Ranker forgets what it ranked before.
func TestRankProperties(t *testing.T) {
	t.Parallel()
	criteria := cn09(t).Standings[0].Criteria
	ranker := standings.NewRanker(criteria)
	rapid.Check(t, func(t *rapid.T) {
		f := randomField(t, criteria, rapid.Bool().Draw(t, "wide"))
		rows := standings.Rank(criteria, f.entrants, f.games)
		if len(rows) != len(f.entrants) {
			t.Fatalf("%d rows for %d entrants", len(rows), len(f.entrants))
		}
		for i, row := range rows {
			sum := sumOf(f, row.Entry)
			if !slices.EqualFunc(row.Figures, sum, league.Frac.Equal) {
				t.Fatalf("entry %d has %v, its games make %v", row.Entry, row.Figures, sum)
			}
			if i == 0 {
				if row.Rank != 1 || row.Decided != -1 {
					t.Fatalf("first row %+v", row)
				}
				continue
			}
			above := rows[i-1]
			order, decided := standings.Order(criteria, above.Figures, row.Figures)
			switch {
			case order > 0 || decided != row.Decided:
				t.Fatalf("%+v stands above %+v", above, row)
			case order == 0 && (row.Rank != above.Rank || row.Entry < above.Entry):
				t.Fatalf("level: %+v and %+v", above, row)
			case order < 0 && (row.Rank != i+1 || row.Par != criteria[decided].Paragraph):
				t.Fatalf("row %d is %+v", i, row)
			}
		}
		permuted := standings.Rank(criteria, rapid.Permutation(f.entrants).Draw(t, "entrants"), rapid.Permutation(f.games).Draw(t, "games"))
		if diff := cmp.Diff(rows, permuted); diff != "" {
			t.Fatalf("the order of what comes in matters\n%s", diff)
		}
		if diff := cmp.Diff(rows, ranker.Rank(f.entrants, f.games)); diff != "" {
			t.Fatalf("a Ranker remembers\n%s", diff)
		}
	})
}

func sumOf(f field, entry league.Entry) []league.Frac {
	i := slices.IndexFunc(f.entrants, func(e standings.Entrant) bool { return e.Entry == entry })
	sum := slices.Clone(f.entrants[i].Own)
	for _, g := range f.games {
		if g.Entry == entry {
			for j, term := range g.Terms {
				sum[j] = sum[j].Add(term)
			}
		}
	}
	return sum
}

func TestCompare(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	criteria := r.Standings[0].Criteria
	f := parse(t, r, `1: 10/32* 8/30 10/36*
	                  2 w1: 10/30* 10/33* 8/36
	                  3: 2/30`)
	slices.Reverse(f.games) // terms are in order of the rounds anyway
	c := standings.Compare(criteria, f.entrants[0], f.entrants[1], f.games)
	var got []string
	for _, line := range c.Lines {
		got = append(got, fmt.Sprintf("%s %s | %s", line.Criterion.Figure, sumText(line.A), sumText(line.B)))
	}
	want := `wins 2=1+0+1 | 2=1+1+0
	         vp 28=10+8+10 | 28=10+10+8
	         share 85.68=31.25+26.66+27.77 | 85.85=33.33+30.3+22.22
	         warnings 0 | 1
	         lot 1 | 2`
	if diff := cmp.Diff(trim(want), strings.Join(got, "\n")); diff != "" {
		t.Errorf("CN09 3.2c the printed example, term by term (-want +got)\n%s", diff)
	}
	if c.Above != 2 || c.Decided != 2 {
		t.Errorf("entry %d above by line %d, want 2 by line 2", c.Above, c.Decided)
	}
	if same := standings.Compare(criteria, f.entrants[0], f.entrants[0], f.games); same.Above != 0 || same.Decided != -1 {
		t.Errorf("an entry compared with itself: %d above by line %d", same.Above, same.Decided)
	}
}

func sumText(s standings.Sum) string {
	if s.Terms == nil {
		return s.Total.String()
	}
	var terms []string
	for _, term := range s.Terms {
		terms = append(terms, term.Value.String())
	}
	return s.Total.String() + "=" + strings.Join(terms, "+")
}

// TestCompareAgreesWithRank: a comparison explains the order that Rank gives.
func TestCompareAgreesWithRank(t *testing.T) {
	t.Parallel()
	criteria := cn09(t).Standings[0].Criteria
	rapid.Check(t, func(t *rapid.T) {
		f := randomField(t, criteria, false)
		byEntry := make(map[league.Entry]standings.Entrant)
		for _, e := range f.entrants {
			byEntry[e.Entry] = e
		}
		rows := standings.Rank(criteria, f.entrants, f.games)
		for i := 1; i < len(rows); i++ {
			a, b := rows[i-1], rows[i]
			c := standings.Compare(criteria, byEntry[a.Entry], byEntry[b.Entry], f.games)
			if c.Decided != b.Decided || c.Decided >= 0 && c.Above != a.Entry {
				t.Fatalf("%+v above %+v, but explained by %+v", a, b, c)
			}
		}
	})
}

// TestGameOfTakesRecordedFigures: a criterion may name a recorded figure of a ruleset.
func TestGameOfTakesRecordedFigures(t *testing.T) {
	t.Parallel()
	criteria := []rules.Criterion{{Figure: "settlements", Best: rules.Most}, {Figure: rules.FigureShare, Best: rules.Most}}
	seat := scoring.Seat{Entry: 1, Left: 1, Figures: map[string]int{"settlements": 4}}
	game := standings.GameOf(criteria, 1, 1, seat)
	if diff := cmp.Diff([]league.Frac{league.Int(4), {}}, game.Terms); diff != "" {
		t.Errorf("recorded figure, and no share for a leaver\n%s", diff)
	}
}
